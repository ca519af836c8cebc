//! The socket and the requests, on a thread of their own.

use super::{address::Address, api::Failure};
use crate::runtime;
use damier_games::text::{Language, Phrase};
use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, Url, cookie::CookieStore, cookie::Jar};
use serde_json::Value;
use std::{error::Error, io, sync::Arc, time::Duration};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio_tungstenite::tungstenite::{
    Message, client::IntoClientRequest, http::HeaderValue, protocol::CloseFrame,
};

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// One has a name now.
    Entered,
    /// A match was begun or joined.
    Begun,
    /// Open matches, matches in play, or one's own.
    List(&'static str),
    /// What was said in a room before.
    Chat(String),
    /// A moment of a match.
    Moment(String),
    /// Friends.
    Friends,
    /// Those who were set aside: `mutes` or `blocks`.
    Aside(&'static str),
    /// One's own quadrants.
    Quadrants,
    /// Something was done, which is to be told like this.
    Done(Phrase),
    /// The ranking.
    Ranking,
    /// A player.
    Player,
    /// A player's games.
    Games,
    /// Nothing but whether it went well.
    Plain,
}

/// Something for the thread to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Open the socket.
    Connect,
    /// Send this.
    Send(String),
    /// Come back after so many milliseconds.
    Wake(u32),
    /// Ask over HTTP.
    Http {
        /// What it is about.
        tag: Tag,
        /// `GET`, `POST`, ...
        method: &'static str,
        /// `/api/matches`.
        path: String,
        /// As JSON.
        body: Option<Value>,
    },
}

/// Something that happened there.
#[derive(Clone, Debug, PartialEq)]
pub enum NetEvent {
    /// The socket is open.
    Opened,
    /// A message came.
    Received(String),
    /// The socket closed, with its code.
    Closed(u16),
    /// The time asked for is over.
    Woke,
    /// An answer came.
    Answer {
        /// What it is about.
        tag: Tag,
        /// What was answered.
        result: Result<Value, Failure>,
    },
}

/// A handle on the thread; it ends when the handle is gone.
pub struct Net {
    requests: UnboundedSender<Request>,
}

/// The longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

impl Net {
    /// Starts the thread.
    pub fn start(
        address: Address,
        language: Language,
        tell: impl Fn(NetEvent) + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let speaking = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (requests, wanted) = mpsc::unbounded_channel();
        // Whoever came first has chosen one already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        runtime::helper("speaks", move || {
            let line = Line::new(address, language, Arc::new(tell));
            if let Some(line) = line {
                speaking.block_on(line.serve(wanted));
            }
        })?;
        Ok(Self { requests })
    }

    /// Wants something done.
    pub fn want(&self, request: Request) {
        // Without its thread there is no line; the screen says so already.
        let _ = self.requests.send(request);
    }
}

type Tell = Arc<dyn Fn(NetEvent) + Send + Sync>;

#[derive(Clone)]
struct Line {
    address: Address,
    language: &'static str,
    http: reqwest::Client,
    jar: Arc<Jar>,
    tell: Tell,
}

impl Line {
    fn new(address: Address, language: Language, tell: Tell) -> Option<Self> {
        let jar = Arc::new(Jar::default());
        let http = reqwest::Client::builder()
            .cookie_provider(Arc::clone(&jar))
            .timeout(PATIENCE)
            .build()
            .ok()?;
        let language = match language {
            Language::English => "en",
            Language::French => "fr",
        };
        Some(Self { address, language, http, jar, tell })
    }

    async fn serve(self, mut wanted: UnboundedReceiver<Request>) {
        let mut socket: Option<UnboundedSender<String>> = None;
        while let Some(request) = wanted.recv().await {
            match request {
                Request::Connect => {
                    let (sender, outgoing) = mpsc::unbounded_channel();
                    socket = Some(sender);
                    let line = self.clone();
                    tokio::spawn(async move { line.socket(outgoing).await });
                }
                Request::Send(text) => {
                    if let Some(socket) = &socket {
                        // A socket that is gone tells so itself.
                        let _ = socket.send(text);
                    }
                }
                Request::Wake(after) => {
                    let tell = Arc::clone(&self.tell);
                    tokio::spawn(async move {
                        tokio::time::sleep(Duration::from_millis(after.into())).await;
                        tell(NetEvent::Woke);
                    });
                }
                Request::Http { tag, method, path, body } => {
                    let line = self.clone();
                    tokio::spawn(async move {
                        let result = line.ask(method, &path, body).await;
                        (line.tell)(NetEvent::Answer { tag, result });
                    });
                }
            }
        }
    }

    async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, Failure> {
        let unreached = |error: reqwest::Error| match certificate(&error) {
            Some(why) => Failure::untrusted(&self.address.host, why),
            None => Failure::unreached(&self.address.host),
        };
        let base = self.address.http();
        let method = Method::from_bytes(method.as_bytes()).unwrap_or(Method::GET);
        let mut request = self
            .http
            .request(method, format!("{base}{path}"))
            .header("Origin", base)
            .header("Accept-Language", self.language);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.map_err(unreached)?;
        let status = answer.status();
        let bytes = answer.bytes().await.map_err(unreached)?;
        let value = if bytes.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&bytes).unwrap_or(Value::Null)
        };
        if status.is_success() { Ok(value) } else { Err(Failure::read(status.as_u16(), &value)) }
    }

    /// One socket from its beginning to its end.
    async fn socket(&self, mut outgoing: UnboundedReceiver<String>) {
        let code = match self.open().await {
            None => 1006,
            Some(mut socket) => {
                (self.tell)(NetEvent::Opened);
                loop {
                    tokio::select! {
                        text = outgoing.recv() => {
                            let Some(text) = text else { return };
                            if socket.send(Message::text(text)).await.is_err() {
                                break 1006;
                            }
                        }
                        message = socket.next() => match message {
                            Some(Ok(Message::Text(text))) => {
                                (self.tell)(NetEvent::Received(text.as_str().to_owned()));
                            }
                            Some(Ok(Message::Close(Some(CloseFrame { code, .. })))) => break code.into(),
                            Some(Ok(Message::Close(None)) | Err(_)) | None => break 1006,
                            Some(Ok(_)) => {}
                        }
                    }
                }
            }
        };
        (self.tell)(NetEvent::Closed(code));
    }

    async fn open(
        &self,
    ) -> Option<
        tokio_tungstenite::WebSocketStream<
            tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>,
        >,
    > {
        let mut request = self.address.socket().into_client_request().ok()?;
        let headers = request.headers_mut();
        let url: Url = self.address.http().parse().ok()?;
        if let Some(cookie) = self.jar.cookies(&url) {
            headers.insert("Cookie", HeaderValue::from_bytes(cookie.as_bytes()).ok()?);
        }
        headers.insert("Origin", HeaderValue::from_str(&self.address.http()).ok()?);
        headers.insert("Accept-Language", HeaderValue::from_static(self.language));
        let opening = tokio_tungstenite::connect_async(request);
        let opened = tokio::time::timeout(PATIENCE, opening).await.ok()?;
        opened.ok().map(|(socket, _)| socket)
    }
}

/// What is wrong with the server's certificate, if that is behind an error.
fn certificate<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a rustls::CertificateError> {
    if let Some(rustls::Error::InvalidCertificate(why)) = error.downcast_ref() {
        return Some(why);
    }
    // An error of the system hides what it was made of from those who ask for its source.
    let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    match inner {
        Some(inner) => certificate(inner),
        None => certificate(error.source()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::text::Language::{English, French};
    use rustls::CertificateError;

    #[test]
    fn a_certificate_that_is_not_accepted_is_told_from_a_server_that_is_not_there() {
        let wrapped = |why| {
            let tls =
                io::Error::new(io::ErrorKind::InvalidData, rustls::Error::InvalidCertificate(why));
            io::Error::other(tls)
        };
        for (why, en, fr) in [
            (CertificateError::Expired, "has expired", "a expiré"),
            (CertificateError::UnknownIssuer, "SSL_CERT_FILE", "SSL_CERT_FILE"),
            (CertificateError::NotValidForName, "another name", "un autre nom"),
            (CertificateError::BadSignature, "cannot be accepted", "ne peut pas être accepté"),
        ] {
            let error = wrapped(why);
            let failure = Failure::untrusted("damier.example", certificate(&error).unwrap());
            assert!(failure.message.tell(English).contains(en), "{:?}", failure.message);
            assert!(failure.message.tell(French).contains(fr), "{:?}", failure.message);
        }
        assert_eq!(certificate(&io::Error::from(io::ErrorKind::ConnectionRefused)), None);
        assert_eq!(certificate(&io::Error::other("no")), None);
    }
}
