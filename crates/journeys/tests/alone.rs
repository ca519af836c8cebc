//! What needs nobody else: games on one screen and against the computer, looks and language, the editor.

use anyhow::Result;
use damier_games::{GameKey, options::Options};
use damier_journeys::{Browser, Screen, journey, play_to_the_end};

/// A game on one screen with its defaults, in two gestures.
async fn on_one_screen(browser: &Browser, game: GameKey) -> Result<()> {
    browser.go(&format!("/play/{game}")).await?;
    browser.choose("opponent", "same-screen").await?;
    browser.act("create-game").await?;
    browser.arrive("/game/").await.map(drop)
}

async fn whole_games(name: &'static str, screen: Screen, games: &[&str]) {
    journey(name, async |journey| {
        let browser = journey.visitor(screen).await?;
        for game in games {
            let game: GameKey = game.parse().map_err(|_| anyhow::anyhow!("{game} is a game"))?;
            on_one_screen(&browser, game).await?;
            play_to_the_end([&browser, &browser], game, &Options::new()).await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_katarenga_family_on_one_screen() {
    whole_games("katarenga-family", Screen::Desktop, &["katarenga", "congress", "isolation"]).await;
}

#[tokio::test]
async fn draughts_alquerque_and_morpion_on_one_screen() {
    whole_games("draughts-and-others", Screen::Desktop, &["draughts", "alquerque", "morpion"])
        .await;
}

#[tokio::test]
async fn the_chess_games_on_one_screen() {
    whole_games("chess-games", Screen::Desktop, &["chess", "alice", "dark", "horde"]).await;
}

#[tokio::test]
async fn a_whole_game_by_touch_on_a_phone() {
    whole_games("touch", Screen::Phone, &["isolation", "morpion"]).await;
}
