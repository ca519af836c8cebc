//! People: accounts, friends, conversations, challenges, the ranking, the lobby.

use anyhow::{Result, ensure};
use damier_journeys::{Browser, Journey, Screen, journey};
use serde_json::json;

const PASSWORD: &str = "cheval-pile-7";

/// A new visitor with an account.
async fn account(journey: &Journey, name: &str) -> Result<Browser> {
    let browser = journey.visitor(Screen::Desktop).await?;
    browser.go("/register").await?;
    fill_in(&browser, name, PASSWORD).await?;
    browser.act("register").await?;
    browser.read("details.account", name).await?;
    Ok(browser)
}

async fn fill_in(browser: &Browser, name: &str, password: &str) -> Result<()> {
    browser.write("input[name=name]", name).await?;
    browser.write("input[name=password]", password).await
}

/// Makes two people friends.
async fn befriend(one: &Browser, other: &Browser, name: &str, other_name: &str) -> Result<()> {
    one.go("/friends").await?;
    one.write(".add input[name=name]", other_name).await?;
    one.act("add-friend").await?;
    other.go("/friends").await?;
    other.click(&format!("[data-player=\"{name}\"] [data-action=accept-friend]")).await?;
    other.see(&format!("[data-player=\"{name}\"] [data-action=challenge]")).await?;
    one.see(&format!("[data-player=\"{other_name}\"] [data-action=challenge]")).await.map(drop)
}

#[tokio::test]
async fn an_account_is_made_left_and_entered_again() {
    journey("account", async |journey| {
        let ada = account(journey, "Ada").await?;
        ada.go("/settings").await?;
        ada.act("sign-out").await?;
        ada.see(".way-in").await?;
        // From here on the server refuses on purpose.
        ada.forgive_network();
        ada.go("/sign-in").await?;
        fill_in(&ada, "Ada", "something else").await?;
        ada.act("sign-in").await?;
        ada.read("[role=alert]", "password is wrong").await?;
        fill_in(&ada, "ada", PASSWORD).await?;
        ada.keys(thirtyfour::Key::Enter + "").await?;
        ada.read("details.account", "Ada").await?;
        // The name is taken, and the form says so beside the field.
        let bob = journey.visitor(Screen::Desktop).await?;
        bob.forgive_network();
        bob.go("/register").await?;
        fill_in(&bob, "ADA", PASSWORD).await?;
        bob.act("register").await?;
        bob.read(".entry .wrong", "taken").await?;
        fill_in(&bob, "Bob", "short").await?;
        bob.act("register").await?;
        bob.read(".entry .wrong", "8 to 200").await
    })
    .await;
}

#[tokio::test]
async fn an_account_in_use_elsewhere_is_not_taken_over_silently() {
    journey("in-use", async |journey| {
        let first = account(journey, "Cleo").await?;
        let second = journey.visitor(Screen::Desktop).await?;
        first.forgive_network();
        second.forgive_network();
        second.go("/sign-in").await?;
        fill_in(&second, "Cleo", PASSWORD).await?;
        second.act("sign-in").await?;
        second.read("[role=alert]", "in use elsewhere").await?;
        second.act("end-other").await?;
        second.read("details.account", "Cleo").await?;
        first.read("body", "session was ended").await
    })
    .await;
}

#[tokio::test]
async fn two_visitors_of_the_lobby_are_paired_by_one_press_each() {
    journey("quick-pair", async |journey| {
        let one = journey.visitor(Screen::Desktop).await?;
        let two = journey.visitor(Screen::Desktop).await?;
        for browser in [&one, &two] {
            browser.act("quick-pair").await?;
            browser.act("confirm").await?;
        }
        let there = one.arrive("/game/").await?;
        ensure!(two.arrive("/game/").await? == there, "both are in the same match");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn friends_find_each_other_talk_and_challenge() {
    journey("friends", async |journey| {
        let (dora, emil) = (account(journey, "Dora").await?, account(journey, "Emil").await?);
        befriend(&dora, &emil, "Dora", "Emil").await?;
        dora.click("[data-player=Emil] [data-action=write]").await?;
        emil.click("[data-player=Dora] [data-action=write]").await?;
        for (speaker, hearer, pane, heard, text) in [
            (&dora, &emil, "Emil", "Dora", "Bonjour Emil ! <b>ça va</b> ?"),
            (&emil, &dora, "Dora", "Emil", "Oui ; et toi ?"),
        ] {
            speaker.write(&format!("[data-chat={pane}] input[name=message]"), text).await?;
            speaker.click(&format!("[data-chat={pane}] [data-action=send]")).await?;
            hearer.read(&format!("[data-chat={heard}] .log"), text).await?;
        }
        // What was said is there after a reload.
        dora.reload().await?;
        dora.read("[data-chat=Emil] .log", "Bonjour Emil").await?;
        // A challenge finds the other on whatever page; the first is declined, the second accepted.
        emil.go("/rules").await?;
        dora.click("[data-player=Emil] [data-action=challenge]").await?;
        dora.click("dialog[open] [data-action=create-game]").await?;
        dora.arrive("/game/").await?;
        // Nobody else may join, so there is no link to send.
        dora.read(".invite h1", "Emil has been asked").await?;
        ensure!(dora.count(".qr, .link").await? == 0, "no link for a named friend");
        emil.act("decline-challenge").await?;
        emil.see_no("[data-action=accept-challenge]").await?;
        dora.read(".notice h1", "Emil has declined").await?;
        dora.go("/player/Emil").await?;
        dora.act("challenge").await?;
        dora.click("dialog[open] [data-action=create-game]").await?;
        let there = dora.arrive("/game/").await?;
        // Whoever comes back finds what was asked meanwhile.
        emil.reload().await?;
        emil.act("accept-challenge").await?;
        ensure!(emil.arrive("/game/").await? == there, "both are in the same match");
        dora.see(".choose, [data-can=start], [data-turn]").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn hostile_messages_are_text() {
    journey("hostile", async |journey| {
        let (fay, gus) = (account(journey, "Fay").await?, account(journey, "Gus").await?);
        gus.go("/").await?;
        fay.go("/").await?;
        for text in [
            "<img src=x onerror=\"document.title='broken'\">",
            "</script><script>document.title='broken'</script>",
            "{{7*7}} ${7*7} javascript:alert(1)",
            "a\u{202e}txt.exe\u{2066}b",
        ] {
            fay.write("[data-chat=lobby] input[name=message]", text).await?;
            fay.click("[data-chat=lobby] [data-action=send]").await?;
            // The server takes out what turns the direction of writing; everything else stays as it is.
            let shown: String =
                text.chars().filter(|letter| !matches!(letter, '\u{202e}' | '\u{2066}')).collect();
            gus.read("[data-chat=lobby] .log", &shown).await?;
        }
        for browser in [&fay, &gus] {
            ensure!(
                browser.count("[data-chat=lobby] .log img, [data-chat=lobby] .log script").await?
                    == 0,
                "nothing became markup"
            );
            ensure!(
                browser.script("return document.title").await? == json!("Damier"),
                "nothing ran"
            );
        }
        // Guests read, and are told how to write.
        let guest = journey.visitor(Screen::Desktop).await?;
        guest.read("[data-chat=lobby] .log", "onerror").await?;
        guest.see(".chat-closed").await?;
        ensure!(guest.count("[data-chat=lobby] input").await? == 0, "guests do not write here");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_rated_game_shows_at_once_in_the_ranking_and_on_the_players_pages() {
    journey("ranking", async |journey| {
        let (hana, ivan) = (account(journey, "Hana").await?, account(journey, "Ivan").await?);
        befriend(&hana, &ivan, "Hana", "Ivan").await?;
        hana.click("[data-player=Ivan] [data-action=challenge]").await?;
        for (field, value) in [("game", "morpion"), ("time", "3+2"), ("side", "first")] {
            hana.click(&format!("dialog[open] select[name={field}] option[value=\"{value}\"]"))
                .await?;
        }
        hana.click("dialog[open] input[name=rated]").await?;
        hana.click("dialog[open] [data-action=create-game]").await?;
        ivan.act("accept-challenge").await?;
        ivan.arrive("/game/").await?;
        for (browser, cell) in [(&hana, "h8"), (&ivan, "h9"), (&hana, "a1"), (&ivan, "a2")] {
            browser.click(&format!("[data-cell={cell}][data-can=start]")).await?;
        }
        ivan.act("resign").await?;
        hana.see("[data-result=\"1-0 resignation\"]").await?;
        // Who has not chosen yet sees where somebody stands.
        ivan.go("/ranking").await?;
        ivan.see("tr[data-player=Hana]").await?;
        hana.go("/ranking?game=morpion&speed=blitz").await?;
        hana.see("tr.own[data-player=Hana]").await?;
        hana.see("tr[data-player=Ivan]").await?;
        hana.click("tr[data-player=Ivan] a").await?;
        hana.arrive("/player/Ivan").await?;
        hana.see("[data-rating=morpion-blitz]").await?;
        hana.see("svg.graph .curve").await?;
        hana.read("tr[data-game=morpion]", "1").await?;
        hana.click(".person .list a[href^=\"/game/\"]").await?;
        hana.arrive("/game/").await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn an_account_is_looked_after_and_deleted() {
    journey("settings", async |journey| {
        let jana = account(journey, "Jana").await?;
        jana.forgive_network();
        // Whoever reads the own page is here.
        jana.go("/player/Jana").await?;
        jana.see(".person-name .lamp.on").await?;
        jana.go("/settings").await?;
        jana.write("input[name=old-password]", "not this one").await?;
        jana.write("input[name=new-password]", "another-one-8").await?;
        jana.act("change-password").await?;
        jana.read(".entry .wrong", "password is wrong").await?;
        jana.write("input[name=old-password]", PASSWORD).await?;
        jana.act("change-password").await?;
        jana.read(".good", "changed").await?;
        jana.write("input[name=label]", "my bot").await?;
        jana.act("create-token").await?;
        jana.read("[data-token]", "damier_").await?;
        jana.act("revoke-token").await?;
        jana.see_no("[data-action=revoke-token]").await?;
        jana.act("delete").await?;
        jana.write("form input[name=password]", "another-one-8").await?;
        jana.act("delete-account").await?;
        jana.see(".way-in").await?;
        jana.go("/player/Jana").await?;
        jana.read("[role=alert]", "Nobody has this name").await
    })
    .await;
}

/// What stands on a phone is no wider than it. The window itself grows with what is too wide, so it is no measure.
async fn narrow(phone: &Browser, page: &str) -> Result<()> {
    let wide = phone.script("return document.scrollingElement.scrollWidth").await?;
    ensure!(wide.as_i64().is_some_and(|wide| wide <= 390), "{page} is {wide} pixels wide");
    Ok(())
}

#[tokio::test]
async fn no_page_of_people_is_wider_than_a_phone() {
    journey("phone-people", async |journey| {
        let phone = journey.visitor(Screen::Phone).await?;
        // French words are the longer ones, and a stranger's header is the fullest.
        phone.act("language").await?;
        phone.see("html[lang=fr]").await?;
        narrow(&phone, "/ of a stranger").await?;
        phone.go("/register").await?;
        narrow(&phone, "/register of a stranger").await?;
        fill_in(&phone, "Kim", PASSWORD).await?;
        phone.act("register").await?;
        phone.see("details.account").await?;
        for path in
            ["/", "/ranking", "/player/Kim", "/friends", "/settings", "/sign-in", "/register"]
        {
            phone.go(path).await?;
            phone.see("h1").await?;
            narrow(&phone, path).await?;
        }
        Ok(())
    })
    .await;
}
