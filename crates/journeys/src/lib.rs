//! Journeys through Damier in a real browser: Debian's Chromium, driven through its own driver, against the real server. `cargo xtask
//! test` and `cargo xtask journeys` build what they need and run them; the journeys themselves are in `tests`.

mod audit;
mod browser;
mod game;
mod house;
mod network;
mod pages;
mod process;
mod terminal;

pub use browser::{Browser, Screen};
pub use game::{play_to_the_end, point_out, short_game};
pub use house::House;
pub use network::{Network, TERMINAL};
pub use pages::PAGES;
pub use terminal::Terminal;

use anyhow::{Context, Result};
use browser::Driver;
use std::{
    cell::RefCell,
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A server and the browsers that visit it.
pub struct Journey {
    /// The server.
    pub house: House,
    driver: Driver,
    name: &'static str,
    browsers: RefCell<Vec<Browser>>,
}

/// Goes on a journey. At its end no browser may have anything to complain of; where it fails, each leaves a picture.
pub async fn journey(name: &'static str, go: impl AsyncFnOnce(&mut Journey) -> Result<()>) {
    travel(name, Journey::prepare(name).await, go).await;
}

/// The same, with the server, the browsers and whoever sits at a terminal on machines of their own.
pub async fn journey_on_a_network(
    name: &'static str,
    network: &Arc<Network>,
    go: impl AsyncFnOnce(&mut Journey) -> Result<()>,
) {
    travel(name, Journey::prepare_on(name, Some(network.clone())).await, go).await;
}

async fn travel(
    name: &'static str,
    journey: Result<Journey>,
    go: impl AsyncFnOnce(&mut Journey) -> Result<()>,
) {
    let mut journey = journey.unwrap_or_else(|error| panic!("{name} cannot begin: {error:#}"));
    let mut done = go(&mut journey).await;
    let browsers = journey.browsers.take();
    for (number, browser) in browsers.iter().enumerate() {
        if done.is_ok() {
            done = browser.nothing_wrong().await.with_context(|| format!("browser {number}"));
        }
    }
    for (number, browser) in browsers.into_iter().enumerate() {
        if done.is_err() {
            browser.leave_picture(&pictures().join(format!("{name}-{number}.png"))).await;
        }
        browser.quit().await;
    }
    if let Err(error) = done {
        panic!("{name}: {error:#}\npictures are in {}", pictures().display());
    }
}

impl Journey {
    /// A server that nobody has visited yet.
    pub async fn prepare(name: &'static str) -> Result<Self> {
        Self::prepare_on(name, None).await
    }

    async fn prepare_on(name: &'static str, network: Option<Arc<Network>>) -> Result<Self> {
        let house = House::open(network.clone()).await?;
        let driver = Driver::start(network).await?;
        Ok(Self { house, driver, name, browsers: RefCell::default() })
    }

    /// A new visitor with a browser of their own, at the first page.
    pub async fn visitor(&self, screen: Screen) -> Result<Browser> {
        let browser = self.stranger(screen).await?;
        browser.go("/").await?;
        Ok(browser)
    }

    /// The same who has not opened a page yet.
    pub async fn stranger(&self, screen: Screen) -> Result<Browser> {
        let browser = Browser::open(&self.driver, screen, &self.house).await;
        let browser = browser.with_context(|| format!("no browser for {}", self.name))?;
        self.browsers.borrow_mut().push(browser.clone());
        Ok(browser)
    }
}

/// Where failed journeys leave pictures.
fn pictures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/journeys")
}

/// Something that `cargo xtask journeys` gives.
pub fn given(name: &str) -> Result<PathBuf> {
    let path = env::var_os(name).with_context(|| {
        format!("{name} is not set: run `cargo xtask journeys`, which builds what journeys need")
    })?;
    Ok(path.into())
}
