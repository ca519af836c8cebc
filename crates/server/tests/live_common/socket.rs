//! A socket to the server.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

/// Nothing takes that long; so that a bug is a failure and not a hang.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// A socket and everything that came over it.
pub struct Socket {
    pub stream: WebSocketStream<TcpStream>,
    /// Every text as it came.
    pub heard: Vec<String>,
    next_attempt: u64,
}

impl Socket {
    /// Opens one as a page of ours would.
    pub async fn open(addr: SocketAddr, cookie: Option<String>) -> Result<Self, Error> {
        Self::open_from(addr, cookie, &format!("http://{addr}")).await
    }

    /// Opens one as a page of some site would.
    pub async fn open_from(
        addr: SocketAddr,
        cookie: Option<String>,
        origin: &str,
    ) -> Result<Self, Error> {
        let stream = TcpStream::connect(addr).await.map_err(Error::Io)?;
        Self::open_on(stream, addr, cookie, origin).await
    }

    /// Opens one over a line that is there already.
    pub async fn open_on(
        line: TcpStream,
        addr: SocketAddr,
        cookie: Option<String>,
        origin: &str,
    ) -> Result<Self, Error> {
        let mut request = format!("ws://{addr}/ws").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("origin", origin.parse().expect("a plain header"));
        if let Some(cookie) = cookie {
            headers.insert("cookie", cookie.parse().expect("a plain header"));
        }
        let (stream, _) = client_async(request, line).await?;
        Ok(Self { stream, heard: Vec::new(), next_attempt: 1 })
    }

    pub async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.expect("the server still listens");
    }

    /// The next message; an error once the socket is closed.
    pub async fn try_next(&mut self) -> Result<Value, (u16, String)> {
        loop {
            let next = tokio::time::timeout(DEADLINE, self.stream.next()).await;
            match next.expect("the server says something in time") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Ok(serde_json::from_str(&text).expect("the server speaks JSON"));
                }
                Some(Ok(Message::Close(frame))) => {
                    let frame = frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                    return Err(frame.unwrap_or((1005, String::new())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err((1006, String::new())),
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        match self.try_next().await {
            Ok(message) => message,
            Err(closed) => panic!("closed by {closed:?} after {:?}", self.heard.last()),
        }
    }

    /// Reads on to the first message for which `wanted` holds.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Reads on to a message of that kind.
    pub async fn expect(&mut self, kind: &str) -> Value {
        self.until(|message| message["t"] == kind).await
    }

    /// Reads on to an event in which this happens, and gives the happening.
    pub async fn event(&mut self, kind: &str) -> Value {
        let message = self.until(|message| happening(message, kind).is_some()).await;
        happening(&message, kind).expect("it was just found").clone()
    }

    /// Reads on to a refusal and checks its code.
    pub async fn refused(&mut self, code: &str) -> Value {
        let refusal = self.expect("refused").await;
        assert_eq!(refusal["code"], code, "{refusal}");
        assert!(refusal["message"].as_str().is_some_and(|text| !text.is_empty()), "{refusal}");
        refusal
    }

    /// Everything that has come until now: the server answers a question of no consequence after it.
    pub async fn gather(&mut self) -> Vec<Value> {
        let fence = format!("fence-{}", self.heard.len());
        self.send(json!({ "t": "watch", "match": fence })).await;
        let mut gathered = Vec::new();
        loop {
            let message = self.next().await;
            if message["t"] == "refused" && message["match"] == fence.as_str() {
                return gathered;
            }
            gathered.push(message);
        }
    }

    /// Reads until the server closes, and tells the code.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Err((code, _)) = self.try_next().await {
                return code;
            }
        }
    }

    /// Watches a match and tells its state.
    pub async fn watch(&mut self, id: &str) -> Value {
        self.send(json!({ "t": "watch", "match": id })).await;
        self.until(|message| message["t"] == "match" && message["match"] == id).await
    }

    /// Sends a move without waiting for anything. Tells the attempt's number.
    pub async fn play(&mut self, id: &str, ply: usize, text: &str) -> u64 {
        let attempt = self.next_attempt;
        self.next_attempt += 1;
        self.send(play(id, ply, attempt, text)).await;
        attempt
    }

    pub async fn act(&mut self, id: &str, action: &str) {
        self.send(json!({ "t": "do", "match": id, "action": action })).await;
    }

    pub async fn say(&mut self, room: &str, id: &str, text: &str) {
        self.send(json!({ "t": "say", "room": room, "id": id, "text": text })).await;
    }

    /// Closes as a browser does.
    pub async fn leave(mut self) {
        let _ = self.stream.close(None).await;
        while let Some(Ok(_)) = self.stream.next().await {}
    }
}

/// A move as it is sent.
pub fn play(id: &str, ply: usize, attempt: u64, text: &str) -> Value {
    json!({ "t": "play", "match": id, "ply": ply, "id": attempt, "move": text })
}

/// What of that kind happened in a message.
pub fn happening<'a>(message: &'a Value, kind: &str) -> Option<&'a Value> {
    let events = message["events"].as_array().filter(|_| message["t"] == "event")?;
    events.iter().find(|event| event["e"] == kind)
}

/// A text as a message.
pub fn text_message(text: String) -> Message {
    Message::text(text)
}
