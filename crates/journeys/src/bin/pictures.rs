//! `cargo xtask screenshots`: a picture of every page, on a desktop and a phone, light and dark, in French and English in turn.

use anyhow::{Context, Result};
use damier_games::{GameKey, options::Options};
use damier_journeys::{Browser, Journey, PAGES, Screen, point_out, short_game};
use std::path::{Path, PathBuf};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("expected the folder for the pictures")?;
    let folder = PathBuf::from(folder);
    let journey = Journey::prepare("pictures").await?;
    for (screen, screen_name) in [(Screen::Desktop, "desktop"), (Screen::Phone, "phone")] {
        for (mode, language) in [("light", "fr"), ("dark", "en")] {
            let browser = journey.visitor(screen).await?;
            browser.go("/settings").await?;
            browser.choose("mode", mode).await?;
            browser.choose("language", language).await?;
            let name = |page: &str| folder.join(format!("{page}-{screen_name}-{mode}.webp"));
            for (page, path) in PAGES {
                browser.go(path).await?;
                picture(&browser, &name(page)).await?;
            }
            for game in GameKey::ALL {
                halfway(&browser, *game).await?;
                picture(&browser, &name(&format!("game-{game}"))).await?;
            }
            browser.quit().await;
        }
    }
    Ok(())
}

/// A game on one screen, some moves on.
async fn halfway(browser: &Browser, game: GameKey) -> Result<()> {
    browser.go(&format!("/play/{game}")).await?;
    browser.choose("opponent", "same-screen").await?;
    browser.act("create-game").await?;
    browser.arrive("/game/").await?;
    let moves = short_game(game, &Options::new())?;
    point_out([browser, browser], game, &Options::new(), &moves[..moves.len().min(9) - 1]).await?;
    if game.info().hidden {
        browser.act("ready").await?;
    }
    Ok(())
}

async fn picture(browser: &Browser, path: &Path) -> Result<()> {
    // What loads or glides has come to rest.
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    browser.webp(path).await
}
