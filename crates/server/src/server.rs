//! Starting, listening, stopping.

use crate::{App, Config, Store, accept::Timely, http};
use anyhow::Context;
use axum_server::{
    Handle,
    accept::NoDelayAcceptor,
    tls_rustls::{RustlsAcceptor, RustlsConfig},
};
use hyper_util::{
    rt::{TokioExecutor, TokioTimer},
    server::conn::auto::Builder,
};
use std::{
    io,
    net::{SocketAddr, TcpListener},
    path::Path,
    sync::Arc,
    time::Duration,
};
use tokio::task::JoinHandle;

/// How long requests that are under way may go on when the server stops.
const STOP_WITHIN: Duration = Duration::from_millis(2_400);
/// How long sockets may take to close.
const SOCKETS_WITHIN: Duration = Duration::from_millis(1_500);
/// How much of a head we read: cookies and a token fit many times.
const HEAD_BYTES: usize = 16 * 1024;

/// A server that listens.
pub struct Server {
    app: App,
    addr: SocketAddr,
    handle: Handle<SocketAddr>,
    serving: JoinHandle<io::Result<()>>,
    upkeep: JoinHandle<()>,
}

impl Server {
    /// Opens the database, brings it up to date and listens.
    pub async fn start(config: Config) -> anyhow::Result<Self> {
        crate::write_logs(config.log_json);
        // The cryptography of TLS, ours and PostgreSQL's. An error means that it is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        if config.database_url.is_none() {
            make_folder(&config.data)
                .with_context(|| format!("cannot make the folder {}", config.data.display()))?;
        }
        let store = Store::open(&config.database()).await.context("cannot open the database")?;
        store.migrate().await.context("cannot bring the database up to date")?;
        let wanted = config.listen_addr();
        let listener =
            TcpListener::bind(wanted).with_context(|| format!("cannot listen on {wanted}"))?;
        listener.set_nonblocking(true).context("cannot prepare the listener")?;
        let addr = listener.local_addr().context("cannot tell the address")?;
        let tls = match &config.tls {
            Some((certificate, key)) => Some(tls_settings(certificate, key).await?),
            None => None,
        };
        let app = App::new(config, store);
        crate::passwords::prepare().await;
        let handle = Handle::new();
        let serving = serve(listener, tls, &app, handle.clone())?;
        let upkeep = tokio::spawn(upkeep(app.clone()));
        tracing::info!(%addr, node = app.node, "listening");
        Ok(Self { app, addr, handle, serving, upkeep })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// What its handlers share.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Takes no more requests, lets those under way end, and closes the database; within 5 seconds.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.app.live.stop();
        self.app.stopping.send_replace(true);
        self.handle.graceful_shutdown(Some(STOP_WITHIN));
        let served = self.serving.await.context("the server ended by a panic")?;
        // Sockets say goodbye and note who left; the database must be there for that.
        let patience = tokio::time::Instant::now() + SOCKETS_WITHIN;
        while self.app.sockets.open() > 0 && tokio::time::Instant::now() < patience {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.upkeep.abort();
        let closed = tokio::time::timeout(Duration::from_secs(1), self.app.store.close()).await;
        if closed.is_err() {
            tracing::warn!("the database was not closed in time");
        }
        tracing::info!("stopped");
        served.context("the server failed")
    }

    /// Serves until that comes about, as `signals` does, then stops.
    pub async fn run_until(self, told: impl Future<Output = ()>) -> anyhow::Result<()> {
        told.await;
        tracing::info!("stopping");
        self.stop().await
    }
}

fn serve(
    listener: TcpListener,
    tls: Option<RustlsConfig>,
    app: &App,
    handle: Handle<SocketAddr>,
) -> anyhow::Result<JoinHandle<io::Result<()>>> {
    let service = http::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head_within)
        .max_buf_size(HEAD_BYTES);
    let within = app.config.head_within;
    // No delay: a move must not wait for the client's acknowledgement of the one before.
    Ok(match tls {
        Some(tls) => {
            let inner = RustlsAcceptor::new(tls).acceptor(NoDelayAcceptor);
            let acceptor = Timely { inner, within };
            let mut server = axum_server::from_tcp(listener)?.acceptor(acceptor).handle(handle);
            *server.http_builder() = builder;
            tokio::spawn(server.serve(service))
        }
        None => {
            let acceptor = Timely { inner: NoDelayAcceptor, within };
            let mut server = axum_server::from_tcp(listener)?.acceptor(acceptor).handle(handle);
            *server.http_builder() = builder;
            tokio::spawn(server.serve(service))
        }
    })
}

async fn tls_settings(certificate: &Path, key: &Path) -> anyhow::Result<RustlsConfig> {
    let tls = RustlsConfig::from_pem_file(certificate, key).await.with_context(|| {
        format!("cannot read the certificate {} with {}", certificate.display(), key.display())
    })?;
    let mut settings = (*tls.get_inner()).clone();
    settings.alpn_protocols = vec![b"http/1.1".to_vec()];
    tls.reload_from_config(Arc::new(settings));
    Ok(tls)
}

/// Passwords lie there, even if hashed: a new folder is for its owner only.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// What has to be done now and then.
async fn upkeep(app: App) {
    let mut ticks = tokio::time::interval(Duration::from_secs(1));
    for second in 0u64.. {
        ticks.tick().await;
        if let Err(error) = app.store.checkpoint().await {
            tracing::warn!(%error, "cannot bring the journal home");
        }
        if second % 5 == 0 {
            app.metrics.run_upkeep();
            app.flood.forget();
        }
        if second % 10 == 0
            && let Err(error) = app.store.presence_beat(&app.node, app.now()).await
        {
            tracing::warn!(%error, "cannot keep presences alive");
        }
        if second % 120 == 0
            && let Err(error) = app.store.sweep(app.now()).await
        {
            tracing::warn!(%error, "cannot sweep the database");
        }
    }
}

/// Comes about by SIGTERM or SIGINT, which end nothing by themselves from now on.
#[cfg(unix)]
pub fn signals() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let caught = |kind| signal(kind).context("cannot wait for a signal");
    let mut terminate = caught(SignalKind::terminate())?;
    let mut interrupt = caught(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
    })
}

/// Comes about by Ctrl-C.
#[cfg(not(unix))]
pub fn signals() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
