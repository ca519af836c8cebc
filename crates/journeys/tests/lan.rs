//! A network with no internet: a server on one machine, a browser on another, a terminal on a third.

use anyhow::{Context, Result};
use damier_games::{GameKey, Player, Viewer, open, options::Options};
use damier_journeys::{
    Browser, Network, Screen, TERMINAL, Terminal, given, journey_on_a_network, short_game,
};
use std::sync::Arc;

#[tokio::test]
async fn a_terminal_and_a_browser_play_on_though_the_cable_was_pulled() {
    let network = Network::new().map(Arc::new);
    let network = network.unwrap_or_else(|error| panic!("root may make networks: {error:#}"));
    journey_on_a_network("lan", &network, async |journey| {
        let binary = given("DAMIER_JOURNEYS_BINARY")?;
        let bob = journey.visitor(Screen::Desktop).await?;
        // A host makes sure that its name is free before it tells it.
        let heard = async || {
            let mut listen = network.on(TERMINAL, &binary);
            let output = listen.args(["join", "--plain"]).env("DAMIER_LANG", "en").output()?;
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            Ok(told.contains(journey.house.address()).then_some(()))
        };
        bob.until("the host to be heard", heard).await?;

        let mut command = network.on(TERMINAL, &binary);
        command.args(["join", journey.house.address(), "--name", "Ana", "--plain"]);
        let mut ana = Terminal::open(&mut command)?;
        ana.hear("ok Ana").await?;
        ana.type_line("new isolation code")?;
        let told = ana.hear("match ").await?;
        let id = told.split(' ').nth(1).context("a match has a name")?.to_owned();

        bob.go(&format!("/game/{id}")).await?;
        bob.act("join").await?;
        bob.write("dialog[open] input[name=name]", "Bob").await?;
        bob.act("confirm").await?;
        let begun = ana.hear("Bob").await?;
        let ana_is = if begun.contains("you red") { Player::One } else { Player::Two };
        play(&network, &mut ana, &bob, ana_is).await
    })
    .await;
}

/// A whole game, with Ana's cable pulled in the middle until everybody has noticed.
async fn play(network: &Network, ana: &mut Terminal, bob: &Browser, ana_is: Player) -> Result<()> {
    let game: GameKey = "isolation".parse().map_err(|_| anyhow::anyhow!("it is a game"))?;
    let moves = short_game(game, &Options::new())?;
    let mut table = open(game, &Options::new(), None).map_err(|_| anyhow::anyhow!("it opens"))?;
    let board = table.board();
    for (ply, text) in moves.iter().enumerate() {
        if ply == moves.len() / 2 {
            network.cut(TERMINAL)?;
            bob.see("[data-away]").await?;
            network.restore(TERMINAL)?;
            bob.see_no("[data-away]").await?;
        }
        let turn = table.turn();
        if turn == ana_is {
            ana.type_line(text)?;
        } else {
            let gestures = table.snapshot(Viewer::Seat(turn)).gestures;
            let gesture = gestures.iter().find(|gesture| gesture.text == *text);
            let cell = gesture.context("it is legal")?.paths[0][0];
            let name = &board.cells[usize::from(cell.0)].name;
            bob.see(&format!("[data-cell=\"{name}\"][data-can=start]")).await?;
            bob.cell(name).await?;
        }
        ana.hear(&format!("played {text}")).await?;
        table.play(turn, text).map_err(|_| anyhow::anyhow!("it is legal"))?;
    }
    let result = table.result().context("the game is over")?.to_string();
    ana.hear(&format!("result {result}")).await?;
    bob.see(&format!("[data-result=\"{result}\"]")).await.map(drop)
}
