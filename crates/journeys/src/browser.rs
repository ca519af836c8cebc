//! One visitor's browser. Everything waits until the page is ready for it, and says what it waited for when it never is.

use crate::{
    House,
    network::{BROWSERS, Network},
    process::Process,
};
use anyhow::{Context, Result, bail, ensure};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use std::{
    net::TcpListener,
    path::Path,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tempfile::TempDir;
use thirtyfour::{
    ChromeCapabilities, ChromiumLikeCapabilities, WebDriver,
    common::command::{Command as DriverCommand, ExtensionCommand},
    extensions::cdp::ChromeDevTools,
    prelude::*,
};

/// Machines that run tests may be slow, and a page that is built to be tested is large.
const PATIENCE: Duration = Duration::from_secs(40);
const GLANCE: Duration = Duration::from_millis(40);

/// The driver of all browsers of a journey.
pub(crate) struct Driver {
    _process: Process,
    /// Where browsers leave what they do not clear away when they are ended.
    _scratch: TempDir,
    url: String,
}

impl Driver {
    pub(crate) async fn start(network: Option<Arc<Network>>) -> Result<Self> {
        let place = network.map(|network| (network, BROWSERS));
        let host =
            place.as_ref().map_or_else(|| "127.0.0.1".into(), |(network, n)| network.address(*n));
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let scratch = tempfile::tempdir()?;
        let mut command = Network::command(place.as_ref(), "chromedriver");
        command.env("TMPDIR", scratch.path());
        command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((network, _)) = &place {
            command.arg(format!("--allowed-ips={}", network.address(1)));
        }
        let process = Process::start(&mut command)
            .context("Debian's package chromium-driver gives chromedriver")?;
        let began = Instant::now();
        while tokio::net::TcpStream::connect((host.as_str(), port)).await.is_err() {
            ensure!(began.elapsed() < PATIENCE, "chromedriver does not answer");
            tokio::time::sleep(GLANCE).await;
        }
        Ok(Self { _process: process, _scratch: scratch, url: format!("http://{host}:{port}") })
    }
}

/// What the browser is shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 1280x800, with a mouse.
    Desktop,
    /// 390x844, touched.
    Phone,
    /// 360x640, touched: the narrowest that people still carry.
    NarrowPhone,
    /// 667x375, touched: a small phone on its side.
    LyingPhone,
}

impl Screen {
    /// Width and height of what is touched in place of clicked.
    fn touched(self) -> Option<(u32, u32)> {
        match self {
            Self::Desktop => None,
            Self::Phone => Some((390, 844)),
            Self::NarrowPhone => Some((360, 640)),
            Self::LyingPhone => Some((667, 375)),
        }
    }
}

/// A browser. Clones are the same one.
#[derive(Clone)]
pub struct Browser {
    driver: WebDriver,
    root: String,
    screen: Screen,
    /// Whether refusals and broken connections belong to the journey: browsers report them as errors of their own.
    forgives_network: Arc<AtomicBool>,
}

impl Browser {
    pub(crate) async fn open(driver: &Driver, screen: Screen, house: &House) -> Result<Self> {
        let mut wanted: ChromeCapabilities = DesiredCapabilities::chrome();
        for argument in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--window-size=1280,800",
            "--lang=en-GB",
        ] {
            wanted.add_arg(argument)?;
        }
        if let Some((width, height)) = screen.touched() {
            let metrics =
                json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true });
            wanted
                .add_experimental_option("mobileEmulation", json!({ "deviceMetrics": metrics }))?;
        }
        wanted.insert_base_capability("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
        let driver = WebDriver::new(&driver.url, wanted).await?;
        let forgives_network = Arc::default();
        Ok(Self { driver, root: house.url(""), screen, forgives_network })
    }

    /// The driver itself, for what is not here.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens a page by its path and waits until the client runs.
    pub async fn go(&self, path: &str) -> Result<()> {
        self.driver.goto(format!("{}{path}", self.root)).await?;
        self.see("main").await.map(drop)
    }

    /// Opens what is no page of the client.
    pub async fn go_anywhere(&self, path: &str) -> Result<()> {
        Ok(self.driver.goto(format!("{}{path}", self.root)).await?)
    }

    /// Leaves for nowhere: the page and its line are gone, what the browser keeps stays.
    pub async fn leave(&self) -> Result<()> {
        Ok(self.driver.goto("about:blank").await?)
    }

    /// Loads the page anew.
    pub async fn reload(&self) -> Result<()> {
        self.driver.refresh().await?;
        self.see("main").await.map(drop)
    }

    /// The path of the page.
    pub async fn path(&self) -> Result<String> {
        Ok(self.driver.current_url().await?.path().to_owned())
    }

    /// Waits until the path begins so.
    pub async fn arrive(&self, beginning: &str) -> Result<String> {
        let there = async || {
            let path = self.path().await?;
            Ok(path.starts_with(beginning).then_some(path))
        };
        self.until(&format!("a page at {beginning}…"), there).await
    }

    /// Waits for an element.
    pub async fn see(&self, css: &str) -> Result<WebElement> {
        let found = async || Ok(self.driver.find_all(By::Css(css)).await?.into_iter().next());
        self.until(css, found).await
    }

    /// Waits until there is none.
    pub async fn see_no(&self, css: &str) -> Result<()> {
        let gone = async || Ok(self.driver.find_all(By::Css(css)).await?.is_empty().then_some(()));
        self.until(&format!("no {css}"), gone).await
    }

    /// How many there are now.
    pub async fn count(&self, css: &str) -> Result<usize> {
        Ok(self.driver.find_all(By::Css(css)).await?.len())
    }

    /// Waits until the first such element holds this text.
    pub async fn read(&self, css: &str, text: &str) -> Result<()> {
        let holds =
            async || Ok(self.text(css).await.ok().filter(|shown| shown.contains(text)).map(drop));
        self.until(&format!("“{text}” in {css}"), holds).await
    }

    /// The text of the first such element.
    pub async fn text(&self, css: &str) -> Result<String> {
        Ok(self.see(css).await?.text().await?)
    }

    /// An attribute of the first such element.
    pub async fn attribute(&self, css: &str, name: &str) -> Result<Option<String>> {
        Ok(self.see(css).await?.attr(name).await?)
    }

    /// Clicks or touches an element, as soon as that reaches it.
    pub async fn click(&self, css: &str) -> Result<()> {
        let clicked = async || {
            let Some(element) = self.driver.find_all(By::Css(css)).await?.into_iter().next() else {
                return Ok(None);
            };
            if self.screen.touched().is_some() {
                return self.touch(&element).await;
            }
            // What moves or is covered for a moment is tried again; what lies under a bar is brought out from there, as people do.
            let clicked = element.click().await.ok();
            if clicked.is_none() {
                let script = "arguments[0].scrollIntoView({ block: 'center' })";
                self.driver.execute(script, vec![element.to_json()?]).await?;
            }
            Ok(clicked)
        };
        self.until(&format!("a click on {css}"), clicked).await
    }

    /// A finger in the middle of an element, where nothing lies over it.
    async fn touch(&self, element: &WebElement) -> Result<Option<()>> {
        let middle = "const e = arguments[0]; e.scrollIntoView({block: 'nearest'});
            const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
            const top = document.elementFromPoint(x, y);
            const same = top && (e.contains(top) || top.contains(e) || (e.dataset.cell !== undefined && top.closest('svg') === e.closest('svg')));
            return same ? [x, y] : null;";
        let found = self.driver.execute(middle, vec![element.to_json()?]).await?;
        let Ok([x, y]) = serde_json::from_value::<[f64; 2]>(found.json().clone()) else {
            return Ok(None);
        };
        let tools = self.tools();
        for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))]
        {
            let touch = json!({ "type": kind, "touchPoints": points });
            tools.execute_cdp_with_params("Input.dispatchTouchEvent", touch).await?;
        }
        Ok(Some(()))
    }

    /// Presses the button of a verb.
    pub async fn act(&self, verb: &str) -> Result<()> {
        self.click(&format!("[data-action=\"{verb}\"]")).await
    }

    /// Points at a cell of the board.
    pub async fn cell(&self, name: &str) -> Result<()> {
        self.click(&format!("[data-cell=\"{name}\"]")).await
    }

    /// Chooses a radio button or ticks a box by its name and value.
    pub async fn choose(&self, name: &str, value: &str) -> Result<()> {
        let css = format!("input[name=\"{name}\"][value=\"{value}\"]");
        let chosen = async || {
            let script = "const e = document.querySelector(arguments[0]); if (!e || e.disabled) return false; e.click(); return e.checked;";
            let done = self.driver.execute(script, vec![json!(css)]).await?;
            Ok((done.json() == &json!(true)).then_some(()))
        };
        self.until(&format!("a choice of {css}"), chosen).await
    }

    /// Writes into a field, instead of what it held.
    pub async fn write(&self, css: &str, text: &str) -> Result<()> {
        let field = self.see(css).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// Presses keys, wherever the focus is.
    pub async fn keys(&self, keys: impl Into<TypingData>) -> Result<()> {
        Ok(self.driver.action_chain().send_keys(keys).perform().await?)
    }

    /// Runs a script and gives what it returns.
    pub async fn script(&self, script: &str) -> Result<Value> {
        Ok(self.driver.execute(script, Vec::new()).await?.json().clone())
    }

    /// From now on refusals and broken connections are no reason to complain.
    pub fn forgive_network(&self) {
        self.forgives_network.store(true, Ordering::Relaxed);
    }

    /// Fails if the page has complained.
    pub async fn nothing_wrong(&self) -> Result<()> {
        let log = self.driver.cmd(DriverCommand::ExtensionCommand(Box::new(ConsoleLog))).await?;
        let entries: Vec<Value> = log.value()?;
        let forgives = self.forgives_network.load(Ordering::Relaxed);
        let wrong = entries.into_iter().filter(|entry| {
            let of_network = entry["source"] == "network"
                || entry["message"]
                    .as_str()
                    .is_some_and(|text| text.contains("WebSocket connection"));
            entry["level"] == "SEVERE" && !(forgives && of_network)
        });
        let wrong: Vec<_> = wrong.map(|entry| entry["message"].to_string()).collect();
        ensure!(wrong.is_empty(), "the console holds errors: {}", wrong.join("; "));
        Ok(())
    }

    /// Waits until something gives a value; says what was awaited if it never does.
    pub async fn until<T>(
        &self,
        what: &str,
        mut look: impl AsyncFnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let began = Instant::now();
        loop {
            let found = look().await;
            match found {
                Ok(Some(found)) => return Ok(found),
                Ok(None) if began.elapsed() < PATIENCE => {}
                // An element may go while it is looked at.
                Err(_) if began.elapsed() < PATIENCE => {}
                Ok(None) => bail!("waited in vain for {what}"),
                Err(error) => return Err(error.context(format!("waited in vain for {what}"))),
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// A picture of the page.
    pub async fn picture(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(self.driver.screenshot(path).await?)
    }

    /// The same, small enough to be kept.
    pub async fn webp(&self, path: &Path) -> Result<()> {
        let wanted = json!({ "format": "webp", "quality": 80 });
        let answer = self.tools().execute_cdp_with_params("Page.captureScreenshot", wanted).await?;
        let data = answer["data"].as_str().context("a picture is text here")?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(std::fs::write(path, BASE64_STANDARD.decode(data)?)?)
    }

    /// The browser's own tools.
    pub fn tools(&self) -> ChromeDevTools {
        ChromeDevTools::new(self.driver.handle.clone())
    }

    /// A picture for whoever looks into a failure; one failure is enough to tell.
    pub(crate) async fn leave_picture(&self, path: &Path) {
        let _ = self.picture(path).await;
    }

    /// Closes it.
    pub async fn quit(&self) {
        // Its driver is killed anyway.
        let _ = self.driver.clone().quit().await;
    }
}

/// What the page has written to its console since it was asked last.
#[derive(Debug)]
struct ConsoleLog;

impl ExtensionCommand for ConsoleLog {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "type": "browser" }))
    }
    fn method(&self) -> http::Method {
        http::Method::POST
    }
    fn endpoint(&self) -> Arc<str> {
        "/se/log".into()
    }
}
