//! The screen of a terminal and a browser play each other.

#[allow(dead_code, reason = "written for the journeys of the terminal alone, which do more")]
#[path = "../../damier/tests/journeys/tmux.rs"]
mod tmux;

use damier_journeys::{Screen, journey};
use tmux::Terminal;

#[tokio::test]
async fn a_terminal_joins_by_a_link_and_plays_a_browser() {
    journey("screen", async |journey| {
        let bob = journey.visitor(Screen::Desktop).await?;
        bob.go("/play/morpion").await?;
        bob.choose("opponent", "friend").await?;
        bob.choose("side", "second").await?;
        bob.act("create-game").await?;
        bob.write(".naming input[name=\"name\"]", "Bob").await?;
        bob.act("confirm").await?;
        let path = bob.arrive("/game/").await?;

        let ana = Terminal::start(80, 24);
        ana.damier(&format!("join http://{}{path} --name Ana", journey.house.address()));
        ana.wait_for("your turn");
        ana.wait_for("Bob");
        for n in 1..=5 {
            ana.line(&format!("a{n}"));
            bob.see(&format!("[data-piece=\"x-mark\"][data-at=\"a{n}\"]")).await?;
            if n < 5 {
                bob.see(&format!("[data-cell=\"c{n}\"][data-can=start]")).await?;
                bob.cell(&format!("c{n}")).await?;
                ana.wait_for(&format!("c{n}"));
                ana.wait_for("your turn");
            }
        }
        ana.wait_for("X wins");
        bob.see("[data-result=\"1-0 line\"]").await?;
        // What is said is heard on the other side, and the window may change meanwhile.
        ana.resize(120, 40);
        ana.line("say bien joué");
        ana.wait_for("Ana: bien joué");
        ana.keys(&["C-c"]);
        ana.is_given_back();
        Ok(())
    })
    .await;
}
