//! Two browsers, one match: by link, through everything that two players ask of each other, through reloads, a server that dies and a
//! line that breaks.

use anyhow::{Context, Result, ensure};
use damier_games::{GameKey, options::Options};
use damier_journeys::{Browser, Journey, Screen, journey, play_to_the_end, point_out};
use serde_json::json;
use thirtyfour::extensions::cdp::ChromeDevTools;

fn game(key: &str) -> Result<GameKey> {
    key.parse().map_err(|_| anyhow::anyhow!("{key} is a game"))
}

/// Takes the network away from a browser, or gives it back.
async fn cut_off(browser: &Browser, offline: bool) -> Result<()> {
    let tools = ChromeDevTools::new(browser.driver().handle.clone());
    tools.execute_cdp("Network.enable").await?;
    let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    tools.execute_cdp_with_params("Network.emulateNetworkConditions", conditions).await?;
    Ok(())
}

/// Goes on under a pseudonym, when asked for one.
async fn be(browser: &Browser, name: &str) -> Result<()> {
    browser.write(".naming input[name=\"name\"]", name).await?;
    browser.act("confirm").await
}

/// The first invites by a link, the second opens it and joins; the first has the first move.
async fn by_link(journey: &Journey, key: &str, choosing: bool) -> Result<[Browser; 2]> {
    let host = journey.visitor(Screen::Desktop).await?;
    host.go(&format!("/play/{key}")).await?;
    host.choose("opponent", "friend").await?;
    host.choose("side", "first").await?;
    if host.count("input[name=\"choosing\"]").await? > 0 && !choosing {
        host.click("input[name=\"choosing\"]").await?;
    }
    host.act("create-game").await?;
    be(&host, "Ada").await?;
    let path = host.arrive("/game/").await?;
    host.see(".qr").await?;
    let code = host.text("[data-code]").await?;
    ensure!(code.len() == 6, "a short code, not {code:?}");
    let guest = journey.visitor(Screen::Desktop).await?;
    guest.go(&path).await?;
    guest.read(".invite h1", "Ada").await?;
    guest.act("join").await?;
    be(&guest, "Blaise").await?;
    guest.see(".match, .choose").await?;
    host.see(".match, .choose").await?;
    Ok([host, guest])
}

#[tokio::test]
async fn a_whole_game_by_link_and_another_one() {
    journey("by-link", async |journey| {
        let [ada, blaise] = by_link(journey, "morpion", false).await?;
        // What was agreed stays in sight.
        blaise.read(".match .agreed", "No clock · Casual").await?;
        play_to_the_end([&ada, &blaise], game("morpion")?, &Options::new()).await?;
        let first = ada.path().await?;
        ada.click("dialog [data-action=\"rematch\"]").await?;
        blaise.click("dialog [data-action=\"rematch\"]").await?;
        for browser in [&ada, &blaise] {
            let there = async || {
                let path = browser.path().await?;
                Ok((path != first && path.starts_with("/game/")).then_some(path))
            };
            browser.until("the next match", there).await?;
        }
        // The sides are exchanged.
        let moves = ["h8".to_owned()];
        point_out([&blaise, &ada], game("morpion")?, &Options::new(), &moves).await?;
        ada.see("[data-move=\"1\"]").await?;
        ada.act("resign").await?;
        blaise.see("[data-result=\"1-0 resignation\"]").await?;
        blaise.click("dialog [data-action=\"leave\"]").await?;
        blaise.see(".lobby").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn players_ask_each_other_for_draws_and_takebacks() {
    journey("offers", async |journey| {
        let [ada, blaise] = by_link(journey, "chess", false).await?;
        let moves = ["e2e4", "e7e5"].map(str::to_owned);
        point_out([&ada, &blaise], game("chess")?, &Options::new(), &moves).await?;
        ada.see("[data-move=\"2\"]").await?;
        ada.act("takeback").await?;
        blaise.act("decline-takeback").await?;
        blaise.see_no("[data-action=\"decline-takeback\"]").await?;
        blaise.act("takeback").await?;
        ada.act("accept-takeback").await?;
        ada.see_no("[data-move=\"2\"]").await?;
        blaise.see("[data-cell=\"c7\"][data-can=\"start\"]").await?;
        blaise.cell("c7").await?;
        blaise.cell("c5").await?;
        ada.see("[data-piece=\"black-pawn\"][data-at=\"c5\"]").await?;
        ada.act("offer-draw").await?;
        blaise.act("decline-draw").await?;
        ada.see_no(".offer").await?;
        blaise.act("offer-draw").await?;
        ada.act("accept-draw").await?;
        for browser in [&ada, &blaise] {
            browser.see("[data-result=\"1/2-1/2 agreement\"]").await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn messages_are_text_whatever_they_say() {
    journey("chat", async |journey| {
        let [ada, blaise] = by_link(journey, "chess", false).await?;
        let hostile =
            "<img src=x onerror=document.title='hacked'><script>document.title='hacked'</script>";
        ada.write("[data-chat=\"game\"] input[name=\"message\"]", hostile).await?;
        ada.click("[data-chat=\"game\"] [data-action=\"send\"]").await?;
        blaise.read("[data-chat=\"game\"]", hostile).await?;
        ensure!(blaise.count("[data-chat=\"game\"] img, [data-chat=\"game\"] script").await? == 0);
        blaise.reload().await?;
        blaise.read("[data-chat=\"game\"]", hostile).await?;
        for browser in [&ada, &blaise] {
            let title = browser.driver().title().await?;
            ensure!(!title.contains("hacked"), "a message became a script");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_reload_a_dead_server_and_a_broken_line_lose_nothing() {
    journey("breaks", async |journey| {
        let [ada, blaise] = by_link(journey, "chess", false).await?;
        let chess = game("chess")?;
        point_out([&ada, &blaise], chess, &Options::new(), &["e2e4".to_owned()]).await?;
        blaise.see("[data-move=\"1\"]").await?;
        blaise.reload().await?;
        blaise.see("[data-piece=\"white-pawn\"][data-at=\"e4\"]").await?;
        blaise.see("[data-cell=\"e7\"][data-can=\"start\"]").await?;
        // The server dies; a move made meanwhile is played once it is back.
        for browser in [&ada, &blaise] {
            browser.forgive_network();
        }
        journey.house.kill();
        blaise.see(".lost").await?;
        blaise.cell("e7").await?;
        blaise.cell("e5").await?;
        blaise.see("[data-piece=\"black-pawn\"][data-at=\"e5\"]").await?;
        journey.house.start().await?;
        ada.see("[data-piece=\"black-pawn\"][data-at=\"e5\"]").await?;
        ensure!(ada.count("[data-move]").await? == 2, "the move was played once");
        blaise.see_no(".lost").await?;
        // One loses the network and comes back to what happened meanwhile.
        cut_off(&ada, true).await?;
        ada.see(".lost").await?;
        blaise.see("[data-away]").await?;
        cut_off(&ada, false).await?;
        ada.see_no(".lost").await?;
        blaise.see_no("[data-away]").await?;
        ada.see("[data-cell=\"g1\"][data-can=\"start\"]").await?;
        ada.cell("g1").await?;
        ada.cell("f3").await?;
        blaise.see("[data-piece=\"white-knight\"][data-at=\"f3\"]").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn both_choose_their_half_of_the_board() {
    journey("quadrants", async |journey| {
        let [ada, blaise] = by_link(journey, "congress", true).await?;
        ada.click("[data-quadrant]:nth-child(3)").await?;
        ada.act("rotate").await?;
        ada.act("ready").await?;
        ada.see(".laid").await?;
        blaise.act("random").await?;
        blaise.act("ready").await?;
        for browser in [&ada, &blaise] {
            browser.see(".match [data-cell=\"a1\"]").await?;
        }
        ada.see("[data-can=\"start\"]").await?;
        ada.act("abort").await?;
        blaise.see("[data-result=\"* aborted\"]").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn a_board_that_both_choose_is_open_to_anyone() {
    journey("open-halves", async |journey| {
        let ada = journey.visitor(Screen::Desktop).await?;
        ada.go("/play/congress").await?;
        ada.choose("opponent", "anyone").await?;
        ada.click("input[name=choosing]").await?;
        ada.act("create-game").await?;
        be(&ada, "Ada").await?;
        let path = ada.arrive("/game/").await?;
        ada.read(".invite h1", "open to anyone").await?;
        // The board in the box is not shown as if it were that of the match.
        ada.read(".preview.later", "choose this board").await?;
        ada.read(".invite", "5 minutes to choose").await?;
        // Somebody finds it in the lobby.
        let blaise = journey.visitor(Screen::Desktop).await?;
        blaise.read("#live [data-match]", "quadrants").await?;
        blaise.click("#live [data-match] [data-action=join]").await?;
        be(&blaise, "Blaise").await?;
        ensure!(blaise.arrive("/game/").await? == path, "both are in the same match");
        for browser in [&ada, &blaise] {
            browser.act("random").await?;
            browser.act("ready").await?;
        }
        for browser in [&ada, &blaise] {
            browser.see(".match [data-cell=\"a1\"]").await?;
        }
        ada.see("[data-can=\"start\"]").await?;
        ada.act("abort").await?;
        blaise.see("[data-result=\"* aborted\"]").await?;
        // Whoever wants just what waits sits down there.
        ada.go("/play/congress").await?;
        ada.choose("opponent", "anyone").await?;
        ada.click("input[name=choosing]").await?;
        ada.act("create-game").await?;
        ada.arrive("/game/").await?;
        blaise.go("/play/congress").await?;
        blaise.choose("opponent", "anyone").await?;
        blaise.click("input[name=choosing]").await?;
        blaise.choose("side", "second").await?;
        blaise.act("create-game").await?;
        blaise.see(".choose").await?;
        ada.see(".choose").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn days_for_a_move_a_code_and_a_draw_that_is_claimed() {
    journey("days", async |journey| {
        let ada = journey.visitor(Screen::Desktop).await?;
        ada.go("/play/chess").await?;
        ada.choose("opponent", "friend").await?;
        ada.choose("time", "days").await?;
        ada.write("input[name=days]", "3").await?;
        ada.act("create-game").await?;
        be(&ada, "Ada").await?;
        let path = ada.arrive("/game/").await?;
        let code = ada.text("[data-code]").await?;
        let blaise = journey.visitor(Screen::Desktop).await?;
        blaise.write("#live input[name=code]", &code.to_uppercase()).await?;
        blaise.act("join-code").await?;
        be(&blaise, "Blaise").await?;
        ensure!(blaise.arrive("/game/").await? == path, "the code leads to the match");
        let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moves: Vec<String> =
            dance.iter().chain(&dance).map(|text| (*text).to_owned()).collect();
        point_out([&ada, &blaise], game("chess")?, &Options::new(), &moves).await?;
        ada.read("[data-clock]", " d ").await?;
        ada.act("claim-draw").await?;
        for browser in [&ada, &blaise] {
            browser.see("[data-result^=\"1/2-1/2\"]").await?;
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn strangers_meet_and_watch_and_a_move_waits_for_its_turn() {
    journey("strangers", async |journey| {
        let ada = journey.visitor(Screen::Desktop).await?;
        let blaise = journey.visitor(Screen::Phone).await?;
        for (browser, name) in [(&ada, "Ada"), (&blaise, "Blaise")] {
            browser.go("/play/chess").await?;
            browser.choose("opponent", "anyone").await?;
            browser.act("create-game").await?;
            be(browser, name).await?;
        }
        let path = ada.arrive("/game/").await?;
        blaise.arrive("/game/").await?;
        // Black points at the answer before White has moved.
        blaise.see("[data-piece=\"black-pawn\"][data-at=\"e7\"]").await?;
        blaise.cell("e7").await?;
        blaise.cell("e5").await?;
        blaise.see("[data-mark=\"ahead\"][data-at=\"e5\"]").await?;
        let watcher = journey.visitor(Screen::Desktop).await?;
        watcher.go(&path).await?;
        watcher.see("[data-piece=\"white-king\"]").await?;
        ensure!(
            watcher.count("[data-action=\"resign\"]").await? == 0,
            "who watches resigns nothing"
        );
        point_out([&ada, &blaise], game("chess")?, &Options::new(), &["e2e4".to_owned()]).await?;
        for browser in [&ada, &blaise, &watcher] {
            browser.see("[data-piece=\"black-pawn\"][data-at=\"e5\"]").await?;
        }
        // On a phone a question is seen without scrolling.
        ada.act("offer-draw").await?;
        blaise.see("[data-action=\"accept-draw\"]").await?;
        let seen = "const at = document.querySelector('[data-action=accept-draw]').getBoundingClientRect(); \
                    return !!document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)?.closest('[data-action=accept-draw]')";
        ensure!(blaise.script(seen).await? == true, "the question lies behind something");
        blaise.act("decline-draw").await?;
        let title = ada.driver().title().await?;
        ensure!(title.starts_with("Your turn"), "the tab says {title:?}");
        ada.see("[data-can=\"start\"]").await.context("her turn again").map(drop)
    })
    .await;
}
