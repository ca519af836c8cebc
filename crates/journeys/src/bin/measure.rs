//! `cargo xtask bench web`: what a person waits for in the browser, beside a page that does the same with nothing in it.

use anyhow::{Context, Result};
use damier_journeys::{Browser, Journey, Screen, given};
use std::{
    fmt::{self, Display, Formatter},
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

/// From the press on a cell to the first frame that can show it, in milliseconds; the median of several.
const SELECT: &str = "const done = arguments[arguments.length - 1];
    const cells = [...document.querySelectorAll('[data-can=\"start\"]')].slice(0, 12); const times = [];
    const next = () => { const cell = cells.shift();
      if (!cell) { times.sort((a, b) => a - b); done(times[times.length >> 1]); return; }
      const r = cell.getBoundingClientRect(), at = { bubbles: true, button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', clientX: r.x + r.width / 2, clientY: r.y + r.height / 2 };
      const began = performance.now();
      cell.dispatchEvent(new PointerEvent('pointerdown', at)); cell.dispatchEvent(new PointerEvent('pointerup', at));
      requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => { times.push(performance.now() - began); setTimeout(next, 60); }; c.port2.postMessage(0); }); };
    next();";

/// The same with a square that changes its colour: what the browser itself takes.
const SELECT_YARDSTICK: &str = "const done = arguments[arguments.length - 1]; const box = document.createElement('div');
    box.id = 'yardstick'; document.body.append(box); const times = []; let left = 12;
    const next = () => { if (!left--) { box.remove(); times.sort((a, b) => a - b); done(times[times.length >> 1]); return; }
      const began = performance.now(); box.className = 'n' + left;
      requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => { times.push(performance.now() - began); setTimeout(next, 60); }; c.port2.postMessage(0); }); };
    next();";

/// Frames that took longer than one and a half of the usual ones, of how many, while the moves are gone through.
const FRAMES: &str = "const done = arguments[arguments.length - 1]; const times = []; let last = performance.now(), end = last + 4000;
    const frame = now => { times.push(now - last); last = now; if (now < end) requestAnimationFrame(frame); else {
      const usual = [...times].sort((a, b) => a - b)[times.length >> 1]; done([times.filter(t => t > 1.5 * usual).length, times.length]); } };
    requestAnimationFrame(frame);";

/// Positions a second that the computer player looks at in the browser, from the start of chess.
const THINK: &str = "const done = arguments[arguments.length - 1], worker = new Worker('/thinker.js', { type: 'module' }); let began;
    worker.onmessage = event => { const answer = JSON.parse(event.data);
      if (answer === 'ready') { began = performance.now();
        worker.postMessage(JSON.stringify({ id: 1, game: 'chess', options: {}, position: null, moves: [], level: 8, time_ms: 3000, lines: 1, tell: false, seed: 1 })); }
      else { worker.terminate(); done(answer.done.lines[0].nodes * 1000 / (performance.now() - began)); } };";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let journey = Journey::prepare("measure").await?;
    first_load(&journey).await?;
    let browser = journey.visitor(Screen::Desktop).await?;
    one_screen(&browser, "chess").await?;
    let (ours, bare) = (number(&browser, SELECT).await?, number(&browser, SELECT_YARDSTICK).await?);
    say(&format!(
        "web, selecting a piece: {ours:.1} ms to the paint (yardstick: {bare:.1} ms for a bare square)"
    ));
    let (ours, native) = (number(&browser, THINK).await?, native_speed()?);
    say(&format!(
        "web, the computer player: {:.0} thousand positions a second in chess (yardstick: {:.0} thousand outside the browser)",
        ours / 1000.0,
        native / 1000.0
    ));
    frames(&browser).await?;
    memory(&browser).await?;
    browser.quit().await;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "figures are what a benchmark prints")]
fn say(line: &str) {
    println!("{line}");
}

async fn number(browser: &Browser, script: &str) -> Result<f64> {
    let value = browser.driver().execute_async(script, Vec::new()).await?;
    value.json().as_f64().context("a number")
}

/// What the same player manages in the terminal.
fn native_speed() -> Result<f64> {
    let mut command = Command::new(given("DAMIER_JOURNEYS_BINARY")?);
    command.args(["engine", "uci"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = command.spawn()?;
    let mut orders = engine.stdin.take().context("it listens")?;
    orders.write_all(b"position startpos\ngo movetime 3000\n")?;
    let answers = BufReader::new(engine.stdout.take().context("it answers")?);
    let mut speed = None;
    for line in answers.lines() {
        let line = line?;
        let mut words = line.split(' ').skip_while(|&word| word != "nps");
        speed = words.nth(1).and_then(|number| number.parse().ok()).or(speed);
        if line.starts_with("bestmove") {
            break;
        }
    }
    orders.write_all(b"quit\n")?;
    engine.wait()?;
    speed.context("it tells how fast it is")
}

async fn one_screen(browser: &Browser, game: &str) -> Result<()> {
    browser.go(&format!("/play/{game}")).await?;
    browser.choose("opponent", "same-screen").await?;
    browser.act("create-game").await?;
    browser.arrive("/game/").await?;
    browser.see("[data-can=\"start\"]").await.map(drop)
}

/// Bytes and time until a board can be played on, for somebody who has never been here.
async fn first_load(journey: &Journey) -> Result<()> {
    let browser = journey.stranger(Screen::Desktop).await?;
    browser.go("/play/chess").await?;
    browser.see("[data-action=\"create-game\"]").await?;
    let sums = browser
        .script(
            "const all = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
             const shown = performance.getEntriesByType('paint').find(e => e.name === 'first-contentful-paint');
             return [all.filter(e => !e.name.includes('thinker')).reduce((sum, e) => sum + e.transferSize, 0), shown.startTime, performance.now()]",
        )
        .await?;
    let of = |n: usize| sums[n].as_f64().unwrap_or_default();
    say(&format!(
        "web, first visit: {:.0} kB; first paint after {:.0} ms, a board to play on after {:.0} ms (yardstick: a single picture loads in {:.0} ms)",
        of(0) / 1000.0,
        of(1),
        of(2),
        empty_page(&browser).await?
    ));
    browser.quit().await;
    Ok(())
}

async fn empty_page(browser: &Browser) -> Result<f64> {
    browser.go_anywhere("/icon.svg").await?;
    let took = "return performance.getEntriesByType('navigation')[0].duration";
    browser.script(took).await?.as_f64().context("a number")
}

/// Goes through a game by the keys while frames are counted.
async fn frames(browser: &Browser) -> Result<()> {
    let still = browser.driver().execute_async(FRAMES, Vec::new()).await?.json().clone();
    for (from, to) in
        [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "c4"), ("f8", "c5")]
    {
        browser.see(&format!("[data-cell=\"{from}\"][data-can=\"start\"]")).await?;
        browser.cell(from).await?;
        browser.cell(to).await?;
    }
    browser.act("first").await?;
    browser.act("autoplay").await?;
    let moving = browser.driver().execute_async(FRAMES, Vec::new()).await?.json().clone();
    say(&format!(
        "web, frames late while pieces glide: {} of {} (yardstick: {} of {} at rest)",
        moving[0], moving[1], still[0], still[1]
    ));
    Ok(())
}

/// What a tab holds after 50 games that were begun without leaving the page, so that nothing is thrown away with it.
async fn memory(browser: &Browser) -> Result<()> {
    browser.go("/").await?;
    let mut first = None;
    for game in 1..=50 {
        browser.driver().execute_async(BEGIN, Vec::new()).await?;
        browser.arrive("/game/").await?;
        browser.driver().execute_async(PLAY, Vec::new()).await?;
        if game == 1 {
            first = Some(Held::by(browser).await?);
        }
    }
    let (first, last) = (first.context("there was a first game")?, Held::by(browser).await?);
    say(&format!("web, memory after 50 games in one tab: {last} (yardstick: {first} after one)"));
    Ok(())
}

/// From the first page to a game on one screen. By script: the driver would hold on to what it has touched, and with it to the page that has gone.
const BEGIN: &str = "const done = arguments[arguments.length - 1], steps = ['header a[href=\"/\"]', 'main a[href=\"/play/isolation\"]',
      'input[name=opponent][value=same-screen]', '[data-action=create-game]'];
    const next = () => { if (!steps.length) { done(); return; } const found = document.querySelector(steps[0]);
      if (found) { found.click(); steps.shift(); } setTimeout(next, 20); };
    next();";

/// A move of it, once the board is there.
const PLAY: &str = "const done = arguments[arguments.length - 1];
    const next = () => { const cell = document.querySelector('[data-can=start]'); if (!cell) { setTimeout(next, 20); return; }
      const r = cell.getBoundingClientRect(), at = { bubbles: true, button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', clientX: r.x + r.width / 2, clientY: r.y + r.height / 2 };
      cell.dispatchEvent(new PointerEvent('pointerdown', at)); cell.dispatchEvent(new PointerEvent('pointerup', at)); setTimeout(done, 50); };
    next();";

/// What a tab holds once it has cleaned up.
struct Held {
    script_mib: f64,
    program_mib: f64,
    nodes: i64,
    listeners: i64,
}

impl Held {
    async fn by(browser: &Browser) -> Result<Self> {
        let tools = browser.tools();
        tools.execute_cdp("HeapProfiler.collectGarbage").await?;
        let counters = tools.execute_cdp("Memory.getDOMCounters").await?;
        let heap = tools.execute_cdp("Runtime.getHeapUsage").await?;
        let size = "(async () => (await (await import('/damier_web.js')).default()).memory.buffer.byteLength)()";
        let program = browser.script(&format!("return {size}")).await?;
        let mib = |value: &serde_json::Value| value.as_f64().unwrap_or_default() / 1_048_576.0;
        let count = |name: &str| counters[name].as_i64().unwrap_or_default();
        Ok(Self {
            script_mib: mib(&heap["usedSize"]),
            program_mib: mib(&program),
            nodes: count("nodes"),
            listeners: count("jsEventListeners"),
        })
    }
}

impl Display for Held {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { script_mib, program_mib, nodes, listeners } = self;
        write!(
            f,
            "{script_mib:.1} MiB of script, {program_mib:.1} MiB of program, {nodes} nodes, {listeners} listeners"
        )
    }
}
