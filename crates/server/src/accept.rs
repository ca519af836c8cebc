//! The first moments of a connection. The library below waits without limit for the bytes by which it tells HTTP/1 from HTTP/2;
//! this sets the limit, and leaves HTTP/2 out: nothing here needs it, and its own limits would have to be kept too.

use axum_server::accept::Accept;
use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

/// How HTTP/2 begins; no method of HTTP/1 does.
const HTTP_2: [u8; 3] = *b"PRI";

/// Accepts connections whose first bytes come in time.
#[derive(Clone)]
pub struct Timely<A> {
    /// What else is done to a connection.
    pub inner: A,
    /// How long it may be silent at first.
    pub within: Duration,
}

impl<A, S> Accept<TcpStream, S> for Timely<A>
where
    A: Accept<TcpStream, S>,
    A::Future: Send + 'static,
{
    type Stream = Begun<A::Stream>;
    type Service = A::Service;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Self::Stream, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        // Moves are small and should not wait for more to send.
        let prepared = stream.set_nodelay(true);
        let accepted = self.inner.accept(stream, service);
        let within = self.within;
        Box::pin(async move {
            prepared?;
            let (stream, service) = accepted.await?;
            let start = Start { limit: Box::pin(sleep(within)), seen: [0; 3], count: 0 };
            Ok((Begun { stream, start: Some(start) }, service))
        })
    }
}

/// A connection, watched until it has begun.
pub struct Begun<S> {
    stream: S,
    start: Option<Start>,
}

struct Start {
    limit: Pin<Box<Sleep>>,
    seen: [u8; 3],
    count: usize,
}

impl Start {
    /// Whether the connection has begun, and not as HTTP/2.
    fn take(&mut self, bytes: &[u8]) -> io::Result<bool> {
        for &byte in bytes.iter().take(self.seen.len() - self.count) {
            self.seen[self.count] = byte;
            self.count += 1;
        }
        if self.seen == HTTP_2 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "HTTP/2 is not spoken here"));
        }
        Ok(self.count == self.seen.len())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Begun<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buf.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        let Some(start) = &mut this.start else { return read };
        match read {
            Poll::Ready(Ok(())) => {
                if start.take(&buf.filled()[before..])? {
                    this.start = None;
                }
                Poll::Ready(Ok(()))
            }
            Poll::Pending if start.limit.as_mut().poll(cx).is_ready() => {
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            other => other,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Begun<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
