//! A real server on a free port, over either database. What speaks to it, `common` and `live_common` bring along.

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "all of this is a test")]

use damier_server::{Config, Server, Store, ids};
use std::{net::SocketAddr, time::Duration};
use tempfile::TempDir;

/// Names the PostgreSQL database that the suite runs on too.
const POSTGRES: &str = "DAMIER_TEST_POSTGRES";

/// Runs each story on SQLite, and on PostgreSQL where there is one. The file that tells them names `House`.
#[macro_export]
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($house:ident) $body:block)*) => {
        mod story {
            #[allow(unused_imports)]
            use super::*;
            $($(#[$meta])* pub async fn $name($house: super::House) $body)*
        }
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)] async fn $name() {
                super::story::$name(super::House::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)] async fn $name() {
                if let Some(house) = super::House::postgres().await {
                    super::story::$name(house).await;
                }
            })*
        }
    };
}

/// A running server and what lies under it.
pub struct House {
    pub server: Server,
    pub config: Config,
    pub folder: TempDir,
}

impl House {
    /// A server with other settings than the usual ones.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(folder.path().join("data"));
        config.addr = SocketAddr::from(([127, 0, 0, 1], 0));
        change(&mut config);
        let server = Server::start(config.clone()).await.unwrap();
        Self { server, config, folder }
    }

    /// The same in a schema of its own; nothing where no PostgreSQL is named.
    pub async fn postgres_with(change: impl FnOnce(&mut Config)) -> Option<Self> {
        let url = postgres_schema().await?;
        let change = |config: &mut Config| {
            change(config);
            config.database_url = Some(url);
        };
        Some(Self::with(change).await)
    }

    /// Stops, and is back after a while.
    pub async fn restart(self, after: Duration) -> Self {
        let Self { server, config, folder } = self;
        server.stop().await.unwrap();
        tokio::time::sleep(after).await;
        let server = Server::start(config.clone()).await.unwrap();
        Self { server, config, folder }
    }

    pub fn store(&self) -> &Store {
        &self.server.app().store
    }
}

async fn postgres_schema() -> Option<String> {
    let url = std::env::var(POSTGRES).ok()?;
    // Schemas fold capitals.
    let schema = format!("t{}", ids::digest(&ids::new_id()).get(..16)?);
    let store = Store::open(&url).await.unwrap();
    sqlx::query(&format!("CREATE SCHEMA {schema}")).execute(&store.write).await.unwrap();
    store.close().await;
    let sign = if url.contains('?') { '&' } else { '?' };
    Some(format!("{url}{sign}options=-c%20search_path%3D{schema}"))
}
