//! A client's end of a WebSocket.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Message, Utf8Bytes, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig,
    },
};

/// A connected socket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects, as whoever the cookie belongs to.
    pub async fn open(address: &str, path: &str, cookie: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        let origin = format!("http://{address}");
        request.headers_mut().insert("origin", HeaderValue::from_str(&origin)?);
        request.headers_mut().insert("cookie", HeaderValue::from_str(cookie)?);
        let config = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config))
            .await
            .context("cannot open a socket")?;
        Ok(Self(socket))
    }

    /// Sends a message at once.
    pub async fn send(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next message. Pings are answered meanwhile.
    pub async fn next(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the server has hung up")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server has closed: {frame:?}"),
                _ => {}
            }
        }
    }
}
