//! Damier's server: accounts, lobby, live games, storage. `Server::start` is the whole of it; the command line is elsewhere.

mod accept;
pub mod admin;
pub mod app;
pub mod bus;
pub mod clock;
pub mod config;
pub mod error;
pub mod http;
pub mod ids;
pub mod live;
pub mod local;
pub mod names;
mod passwords;
pub mod people;
mod server;
pub mod store;
mod telemetry;
pub mod ws;

pub use app::App;
pub use config::Config;
pub use error::ApiError;
pub use local::LocalClient;
pub use server::{Server, make_folder, signals};
pub use store::Store;
pub use telemetry::write_logs;
