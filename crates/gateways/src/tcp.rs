//! What the TCP gateways share: taking connections, so many and no more.

use damier_server::App;
use socket2::{SockRef, TcpKeepalive};
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};

/// Connections of one gateway, and of one address among them.
const MOST: usize = 200;
const MOST_OF_ONE: usize = 50;

type Counts = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// A place among the connections, given back when it is dropped.
struct Place {
    counts: Counts,
    ip: IpAddr,
}

impl Place {
    fn take(counts: &Counts, ip: IpAddr) -> Option<Self> {
        let mut all = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_one = all.get(&ip).copied().unwrap_or(0);
        if of_one >= MOST_OF_ONE || all.values().sum::<usize>() >= MOST {
            return None;
        }
        all.insert(ip, of_one + 1);
        drop(all);
        Some(Self { counts: counts.clone(), ip })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.ip) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.ip);
            }
        }
    }
}

/// Serves whoever connects until the server stops. Who comes when it is full hears `full` and is closed.
pub async fn accept<S, F>(app: App, listener: TcpListener, full: Vec<u8>, serve: S)
where
    S: Fn(TcpStream, SocketAddr) -> F,
    F: Future<Output = ()> + Send + 'static,
{
    let mut stopping = app.stopping.subscribe();
    let counts = Counts::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => return,
        };
        match accepted {
            Ok((mut stream, from)) => match Place::take(&counts, from.ip()) {
                Some(place) => {
                    let serving = serve(stream, from);
                    tokio::spawn(async move {
                        serving.await;
                        drop(place);
                    });
                }
                None => {
                    let full = full.clone();
                    tokio::spawn(async move {
                        let _ = timeout(Duration::from_secs(1), stream.write_all(&full)).await;
                    });
                }
            },
            Err(error) => {
                tracing::debug!(%error, "a connection was lost");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// No delay, because a message must not wait for the next; and signs of life, because people think for long and cables break.
pub fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let alive = TcpKeepalive::new()
        .with_time(Duration::from_secs(60))
        .with_interval(Duration::from_secs(15));
    SockRef::from(stream).set_tcp_keepalive(&alive)
}
