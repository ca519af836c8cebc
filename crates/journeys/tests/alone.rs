//! What needs nobody else: games on one screen and against the computer, looks and language, the editor.

use anyhow::{Result, ensure};
use damier_games::{GameKey, mosaic::QuadrantSet, options::Options};
use damier_journeys::{Browser, Screen, journey, play_to_the_end};
use thirtyfour::Key;

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
    whole_games("touch", Screen::Phone, &["isolation", "morpion", "dark"]).await;
}

/// Moves anywhere until somebody has won.
async fn play_anything(browser: &Browser) -> Result<()> {
    loop {
        let next = async || {
            if browser.count("[data-result]").await? > 0 {
                return Ok(Some(None));
            }
            let start = browser
                .script("return document.querySelector('[data-can=\"start\"]')?.dataset.cell")
                .await?;
            Ok(start.as_str().map(|cell| Some(cell.to_owned())))
        };
        match browser.until("my turn or the end", next).await? {
            Some(cell) => browser.cell(&cell).await?,
            None => return Ok(()),
        }
    }
}

#[tokio::test]
async fn a_game_against_the_computer_with_no_server_at_all() {
    journey("offline", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        // The page keeps itself on the device; then the server goes for good.
        let kept = async || {
            let ready = "return navigator.serviceWorker.controller !== null";
            Ok(browser.script(ready).await?.as_bool().filter(|kept| *kept))
        };
        browser.until("the page to be kept on the device", kept).await?;
        journey.house.kill();
        browser.forgive_network();
        browser.reload().await?;
        browser.click("[data-game=\"isolation\"]").await?;
        browser.act("create-game").await?;
        browser.arrive("/game/").await?;
        play_anything(&browser).await?;
        // It lies on the device: it is there after coming back.
        browser.reload().await?;
        browser.see("[data-move=\"1\"]").await?;
        // Rules that nobody has read yet, in either language.
        browser.go("/rules/katarenga").await?;
        browser.see("main figure svg").await?;
        browser.act("language").await?;
        browser.read("main h2", "Le but").await
    })
    .await;
}

/// Workers find nothing where their program should be.
const NO_THINKER: &str = "window.Worker = class extends Worker { constructor(_, options) { super('/nothing.js', options); } };";

#[tokio::test]
async fn a_computer_player_that_does_not_come_says_so() {
    journey("no-thinker", async |journey| {
        let browser = journey.visitor(Screen::Phone).await?;
        browser.forgive_network();
        browser.go("/play/isolation").await?;
        browser.choose("opponent", "computer").await?;
        browser.choose("side", "second").await?;
        browser.script(NO_THINKER).await?;
        browser.act("create-game").await?;
        browser.see(".stuck").await?;
        browser.go("/analysis/isolation").await?;
        browser.script(NO_THINKER).await?;
        browser.click("[name=\"engine\"]").await?;
        browser.read(".engine", "newer browser").await
    })
    .await;
}

#[tokio::test]
async fn language_looks_and_keys() {
    journey("looks", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        let of_root = async |name: &str| browser.attribute("html", name).await;
        let first = of_root("lang").await?;
        browser.act("language").await?;
        let second = browser
            .until("the other language", async || {
                Ok(of_root("lang").await?.filter(|now| Some(now) != first.as_ref()))
            })
            .await?;
        let theme = of_root("data-board").await?;
        browser.keys("t").await?;
        let other = browser
            .until("another theme", async || {
                Ok(of_root("data-board").await?.filter(|now| Some(now) != theme.as_ref()))
            })
            .await?;
        browser.keys("?").await?;
        browser.see("dialog[open]").await?;
        browser.reload().await?;
        ensure!(of_root("lang").await? == Some(second), "the language is kept");
        ensure!(of_root("data-board").await? == Some(other), "the theme is kept");
        browser.go("/settings").await?;
        browser.choose("mode", "dark").await?;
        browser.see("html[data-mode=\"dark\"]").await?;
        // A program that breaks says so, and how to go on; the console has the reason.
        browser.nothing_wrong().await?;
        // One of its functions is called as nobody would: with an object that lies outside of its memory.
        let spoil = "import('/damier_web.js').then(page => page.default()).then(program => {
            const call = Object.keys(program).find(name => name.includes('wasm_bindgen') && name.includes('closures'));
            setTimeout(() => program[call](0xfffffff0, 0xfffffff0, 0, 0));
        })";
        browser.script(spoil).await?;
        browser.see("#broken[open]").await?;
        ensure!(browser.nothing_wrong().await.is_err(), "the console has the reason");
        browser.read("#broken", "Recharger").await?;
        browser.act("reload").await?;
        browser.see_no("#broken[open]").await?;
        // So does one whose own checks fail: dice that show more than they have sides.
        browser.go("/").await?;
        browser.script("Math.random = () => 2").await?;
        browser.act("quick-pair").await?;
        browser.see("#broken[open]").await?;
        let reason = browser.nothing_wrong().await.err().map(|error| error.to_string());
        ensure!(reason.as_ref().is_some_and(|why| why.contains("out of bounds")), "{reason:?}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_quadrant_of_ones_own() {
    journey("editor", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        browser.go("/quadrants").await?;
        browser.click("[data-colour=\"G\"]").await?;
        for square in [0, 5, 10, 15] {
            browser.click(&format!("[data-square=\"{square}\"]")).await?;
        }
        let hostile = "<img src=x onerror=alert(1)>";
        browser.write("input[name=\"name\"]", hostile).await?;
        browser.act("save").await?;
        browser.see(".message.done").await?;
        browser.read(".stocks", hostile).await?;
        browser.act("rotate").await?;
        browser.act("duplicate").await?;
        browser.reload().await?;
        browser.read(".stocks", hostile).await?;
        ensure!(browser.count(".stocks img").await? == 0, "a name is text");
        // The file of the original program comes in, and what is there goes out.
        let file = tempfile::NamedTempFile::with_suffix(".json")?;
        std::fs::write(file.path(), QuadrantSet::stock().write())?;
        let path = file.path().to_str().expect("temporary names are plain");
        browser.see("input[type=\"file\"]").await?.send_keys(path).await?;
        let mine = async || {
            let shown = browser
                .script("return document.querySelectorAll('.stocks')[0].children.length")
                .await?;
            Ok((shown.as_u64() == Some(12)).then_some(()))
        };
        browser.until("ten more of one's own", mine).await?;
        browser.click(".stocks [data-quadrant]").await?;
        browser.act("delete").await?;
        let fewer = async || {
            let shown = browser
                .script("return document.querySelectorAll('.stocks')[0].children.length")
                .await?;
            Ok((shown.as_u64() == Some(11)).then_some(()))
        };
        browser.until("one fewer", fewer).await
    })
    .await;
}

#[tokio::test]
async fn what_was_refused_is_forgotten_with_the_next_move() {
    journey("refused", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        on_one_screen(&browser, GameKey::Chess).await?;
        // What is listened to reads like English.
        browser.see("[aria-label=\"a1, white rook\"]").await?;
        for cell in ["e2", "e5"] {
            browser.cell(cell).await?;
        }
        browser.read(".message", "cannot go there").await?;
        for cell in ["e2", "e4"] {
            browser.cell(cell).await?;
        }
        browser.see("[data-move=\"1\"]").await?;
        ensure!(browser.text(".message").await?.is_empty(), "it is still told");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn resigning_is_asked_again_of_who_likes_that() {
    journey("asked-again", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        browser.go("/settings").await?;
        browser.click("input[name=confirm]").await?;
        on_one_screen(&browser, GameKey::Alquerque).await?;
        browser.act("resign").await?;
        browser.act("cancel").await?;
        browser.see_no("[data-action=confirm]").await?;
        ensure!(browser.count("[data-result]").await? == 0, "it was asked first");
        browser.act("resign").await?;
        browser.read(".confirm", "Resign").await?;
        browser.act("confirm").await?;
        browser.see("[data-result=\"0-1 resignation\"]").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn arrows_go_through_the_moves_after_the_mouse() {
    journey("arrows", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        on_one_screen(&browser, GameKey::Chess).await?;
        for cell in ["e2", "e4", "d7", "d5"] {
            browser.cell(cell).await?;
        }
        browser.see("[data-move=\"2\"]").await?;
        browser.keys(Key::Left + "").await?;
        browser.see("[data-move=\"1\"][aria-current]").await?;
        browser.keys(Key::Right + "").await?;
        browser.see("[data-move=\"2\"][aria-current]").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn the_end_of_a_game_leads_to_its_analysis() {
    journey("after-the-end", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        on_one_screen(&browser, GameKey::Chess).await?;
        for cell in ["e2", "e4"] {
            browser.cell(cell).await?;
        }
        browser.see("input[name=move]").await?;
        browser.act("resign").await?;
        browser.see("[data-result=\"1-0 resignation\"]").await?;
        browser.see_no("input[name=move]").await?;
        browser.act("analyse").await?;
        browser.arrive("/analysis/chess").await?;
        browser.see("[data-move=\"1\"]").await.map(drop)
    })
    .await;
}

/// The title of the tab.
async fn titled(browser: &Browser, title: &str) -> Result<()> {
    let named = async || {
        let shown = browser.driver().title().await?;
        Ok((shown == title).then_some(()))
    };
    browser.until(&format!("a tab called “{title}”"), named).await
}

#[tokio::test]
async fn tabs_are_called_like_their_pages() {
    journey("titles", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        titled(&browser, "Damier").await?;
        browser.click("a[href=\"/rules\"]").await?;
        titled(&browser, "Rules · Damier").await?;
        browser.go("/play/chess").await?;
        titled(&browser, "Chess · Damier").await?;
        browser.act("create-game").await?;
        titled(&browser, "Your turn · Chess · Damier").await?;
        browser.act("language").await?;
        titled(&browser, "À vous de jouer · Échecs · Damier").await?;
        browser.act("leave").await?;
        titled(&browser, "Damier").await
    })
    .await;
}

#[tokio::test]
async fn the_last_move_is_seen_on_coloured_squares() {
    journey("framed", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        on_one_screen(&browser, GameKey::Isolation).await?;
        browser.cell("c3").await?;
        browser.see("[data-mark=last][data-at=c3]").await?;
        let frame = "return getComputedStyle(document.querySelector('[data-mark=last]')).stroke";
        let frame = browser.script(frame).await?;
        ensure!(frame != "none", "nothing but a colour on a colour");
        Ok(())
    })
    .await;
}

/// How near the nearest number of a square comes to the middle, where the man stands.
const NEAREST: &str =
    "return Math.min(...[...document.querySelectorAll('.ground .number')].map(number => {
    const { x, y, width, height } = number.getBBox();
    return Math.hypot(Math.floor(x) + .5 - x - width, Math.floor(y) + .5 - y - height);
}))";

#[tokio::test]
async fn numbers_of_squares_lie_beside_the_men() {
    journey("numbers", async |journey| {
        let browser = journey.visitor(Screen::Desktop).await?;
        on_one_screen(&browser, GameKey::Draughts).await?;
        let nearest = browser.script(NEAREST).await?.as_f64().unwrap_or_default();
        ensure!(nearest > 0.33, "a number comes as near as {nearest}");
        Ok(())
    })
    .await;
}
