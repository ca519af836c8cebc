//! Pages that everyone can use: read in every theme, touched on the smallest phone, steady while they load.

use anyhow::{Result, bail};
use damier_games::{GameKey, options::Options};
use damier_journeys::{Browser, PAGES, Screen, journey, point_out, short_game};
use std::collections::BTreeSet;

/// What was found wrong on which page.
#[derive(Default)]
struct Findings(BTreeSet<String>);

impl Findings {
    fn add(&mut self, page: &str, found: Vec<String>) {
        self.0.extend(found.into_iter().map(|line| format!("{page}: {line}")));
    }

    fn end(self) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        bail!("{} findings\n{}", self.0.len(), self.0.into_iter().collect::<Vec<_>>().join("\n"))
    }
}

/// A game on one screen after a few moves.
async fn begun(browser: &Browser, game: &str) -> Result<()> {
    let game: GameKey = game.parse().map_err(|_| anyhow::anyhow!("{game} is a game"))?;
    browser.go(&format!("/play/{game}")).await?;
    browser.choose("opponent", "same-screen").await?;
    browser.act("create-game").await?;
    browser.arrive("/game/").await?;
    let moves = short_game(game, &Options::new())?;
    point_out([browser, browser], game, &Options::new(), &moves[..3]).await.map(drop)
}

async fn look(browser: &Browser, mode: &str, language: &str) -> Result<()> {
    browser.go("/settings").await?;
    browser.choose("mode", mode).await?;
    browser.choose("language", language).await
}

#[tokio::test]
async fn texts_stand_out_in_every_theme() {
    journey("contrast", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        let mut findings = Findings::default();
        for (mode, language) in [("light", "en"), ("dark", "fr")] {
            look(&browser, mode, language).await?;
            for (name, path) in PAGES {
                browser.go(path).await?;
                findings.add(&format!("{name}, {mode}"), browser.faint_texts().await?);
            }
            // Boards with numbers, letters and camps, in each of their themes: T is the next one.
            for game in ["draughts", "katarenga"] {
                begun(&browser, game).await?;
                for _ in 0..8 {
                    let theme = browser.attribute("html", "data-board").await?.unwrap_or_default();
                    let name = format!("{game}, {mode}, {theme}");
                    findings.add(&name, browser.faint_texts().await?);
                    browser.keys("t").await?;
                    let next = async || {
                        let now = browser.attribute("html", "data-board").await?;
                        Ok(now.filter(|now| *now != theme).map(drop))
                    };
                    browser.until("the next theme", next).await?;
                }
            }
        }
        findings.end()
    })
    .await;
}

#[tokio::test]
async fn a_narrow_phone_shows_all_and_fingers_reach_it() {
    journey("narrow", async |journey| {
        let browser = journey.visitor(Screen::NarrowPhone).await?;
        // French words are the longer ones.
        look(&browser, "light", "fr").await?;
        let mut findings = Findings::default();
        for (name, path) in PAGES {
            browser.go(path).await?;
            findings.add(name, browser.small_targets().await?);
        }
        findings.end()?;
        let mut findings = Findings::default();
        for game in ["alice", "katarenga", "morpion"] {
            begun(&browser, game).await?;
            findings.add(game, browser.small_targets().await?);
        }
        findings.end()
    })
    .await;
}

/// How high the board is that one plays on.
const BOARD: &str = "return document.querySelector('.stage .board').getBoundingClientRect().height";

/// A phone on its side, and a page at twice its size, are wide but hardly high.
#[tokio::test]
async fn a_phone_on_its_side_has_a_board_to_play_on() {
    journey("lying", async |journey| {
        let browser = journey.visitor(Screen::LyingPhone).await?;
        look(&browser, "dark", "fr").await?;
        let mut findings = Findings::default();
        for (name, path) in PAGES {
            browser.go(path).await?;
            findings.add(name, browser.small_targets().await?);
        }
        // Two boards beside each other are as high as the width allows.
        for (game, least) in [("draughts", 300.0), ("katarenga", 300.0), ("alice", 180.0)] {
            begun(&browser, game).await?;
            findings.add(game, browser.small_targets().await?);
            let height = browser.script(BOARD).await?.as_f64().unwrap_or_default();
            if height < least {
                findings.add(game, vec![format!("a board {height} pixels high")]);
            }
        }
        findings.end()
    })
    .await;
}

#[tokio::test]
async fn a_long_line_of_the_engine_stays_in_its_place() {
    journey("long-line", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        browser.go("/analysis/isolation").await?;
        browser.click("[name=\"engine\"]").await?;
        browser.see("[data-line]").await?;
        let wide = "document.querySelector('[data-line] span').textContent = 'Nf3 '.repeat(60);
            const card = document.querySelector('.side').getBoundingClientRect();
            const all = [...document.querySelectorAll('.side *')];
            return Math.max(...all.map(e => e.closest('.lines') ? 0 : e.getBoundingClientRect().right)) - card.right";
        let beyond = browser.script(wide).await?.as_f64().unwrap_or(f64::MAX);
        if beyond > 0.0 {
            bail!("{beyond} pixels beyond the card");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nothing_moves_by_itself_while_pages_load() {
    journey("shift", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        let mut findings = Findings::default();
        for (name, path) in PAGES {
            browser.go(path).await?;
            if let Err(moved) = browser.stood_still().await {
                findings.add(name, vec![moved.to_string()]);
            }
        }
        findings.end()
    })
    .await;
}

/// Whoever reads from the right gets the same page mirrored, not a broken one.
#[tokio::test]
async fn pages_can_be_read_from_the_right() {
    journey("right-to-left", async |journey| {
        let browser = journey.visitor(Screen::NarrowPhone).await?;
        let mut findings = Findings::default();
        for (name, path) in PAGES {
            browser.go(path).await?;
            let mirrored = "document.documentElement.dir = 'rtl';
                const root = document.documentElement;
                return root.scrollWidth - root.clientWidth;";
            let wide = browser.script(mirrored).await?.as_i64().unwrap_or(i64::MAX);
            if wide > 0 {
                findings.add(name, vec![format!("{wide} pixels wider than the screen")]);
            }
        }
        findings.end()
    })
    .await;
}
