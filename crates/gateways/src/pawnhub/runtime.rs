//! The connections of the Pawn Hub gateway: one task each.

use super::{
    codec::{Decoder, Request, write},
    session::Session,
};
use crate::tcp;
use damier_server::{App, ws::rate::Bucket};
use std::{
    io,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};

/// How long a message may take to leave.
const SEND_WITHIN: Duration = Duration::from_secs(5);
/// Between two messages: the client takes whatever one read gives for one frame, so that bursts must not be glued and cut.
const GAP: Duration = Duration::from_millis(2);
/// So many messages at once and a second.
const RATE: (f64, f64) = (100.0, 30.0);
/// How long somebody may take to sign in, and to say anything after that.
const SIGN_IN_WITHIN: Duration = Duration::from_secs(600);
const IDLE: Duration = Duration::from_secs(6 * 3600);

/// Listens; ends when the server stops.
pub async fn start(app: &App, address: SocketAddr) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address).await?;
    let bound = listener.local_addr()?;
    let served = app.clone();
    let serve = move |stream, from: SocketAddr| {
        run(stream, Session::new(served.clone(), from.ip().to_string()), served.clone())
    };
    tokio::spawn(tcp::accept(app.clone(), listener, write("0~Quit"), serve));
    Ok(bound)
}

async fn run(mut stream: TcpStream, mut session: Session, app: App) {
    if tcp::prepare(&stream).is_err() {
        return;
    }
    let stopped = talk(&mut stream, &mut session, &app).await;
    if stopped {
        session.stop().await;
    } else {
        session.end().await;
    }
    let _ = stream.shutdown().await;
}

/// Whether the server stops.
async fn talk(stream: &mut TcpStream, session: &mut Session, app: &App) -> bool {
    let mut stopping = app.stopping.subscribe();
    let mut decoder = Decoder::default();
    let mut bucket = Bucket::new(RATE.0, RATE.1, Instant::now());
    let mut buffer = [0; 1500];
    loop {
        if !send_all(stream, session).await || session.closing {
            return app.live.is_stopping();
        }
        let patience = if session.is_signed_in() { IDLE } else { SIGN_IN_WITHIN };
        tokio::select! {
            biased;
            _ = stopping.changed() => session.close(),
            message = session.next() => session.hear(message).await,
            read = stream.read(&mut buffer) => match read {
                Ok(count) if count > 0 => match decoder.push(&buffer[..count]) {
                    Ok(messages) => take(session, stream, messages, &mut bucket).await,
                    Err(_) => session.close(),
                },
                _ => return false,
            },
            () = sleep(patience) => session.close(),
        }
    }
}

async fn take(
    session: &mut Session,
    stream: &mut TcpStream,
    messages: Vec<String>,
    bucket: &mut Bucket,
) {
    for message in messages {
        if !bucket.take(Instant::now()) {
            return session.close();
        }
        if let Some(request) = Request::read(&message) {
            session.receive(request).await;
        }
        if session.closing || !send_all(stream, session).await {
            return;
        }
    }
}

/// One write for each message.
async fn send_all(stream: &mut TcpStream, session: &mut Session) -> bool {
    let messages = std::mem::take(&mut session.out);
    for (n, message) in messages.iter().enumerate() {
        if n > 0 {
            sleep(GAP).await;
        }
        let sent = timeout(SEND_WITHIN, stream.write_all(&write(message))).await;
        if !matches!(sent, Ok(Ok(()))) {
            return false;
        }
    }
    true
}
