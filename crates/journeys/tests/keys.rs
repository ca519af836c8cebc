//! Ways back in and out: a forgotten password, a guest's code, a name that was lost, sessions that end, one's data, and reports.

use anyhow::{Context, Result, ensure};
use damier_journeys::{Browser, Journey, Screen, journey};

const PASSWORD: &str = "cheval-pile-7";

async fn fill_in(browser: &Browser, name: &str, password: &str) -> Result<()> {
    browser.write("input[name=name]", name).await?;
    browser.write("input[name=password]", password).await
}

async fn sign_in(browser: &Browser, name: &str, password: &str) -> Result<()> {
    browser.go("/sign-in").await?;
    fill_in(browser, name, password).await?;
    browser.act("sign-in").await?;
    browser.read("details.account", name).await
}

/// A visitor with an account.
async fn account(journey: &Journey, name: &str) -> Result<Browser> {
    let browser = journey.stranger(Screen::Desktop).await?;
    browser.go("/register").await?;
    fill_in(&browser, name, PASSWORD).await?;
    browser.act("register").await?;
    browser.read("details.account", name).await?;
    Ok(browser)
}

/// Goes on under a pseudonym, when asked for one.
async fn be(browser: &Browser, name: &str) -> Result<()> {
    browser.write(".naming input[name=name]", name).await?;
    browser.act("confirm").await
}

#[tokio::test]
async fn a_forgotten_password_other_sessions_and_ones_data() {
    journey("keys", async |journey| {
        let lena = account(journey, "Lena").await?;
        lena.forgive_network();
        // Whoever runs the server gives the link; it works once, and everybody else is out.
        let link = journey.house.administer(&["reset-password", "Lena"])?;
        let other = journey.stranger(Screen::Desktop).await?;
        other.forgive_network();
        other.go(&link).await?;
        other.write("input[name=password]", "short").await?;
        other.act("save").await?;
        other.read(".entry .wrong", "8 to 200").await?;
        other.write("input[name=password]", "another-one-8").await?;
        other.act("save").await?;
        other.click(".door a[href=\"/sign-in\"]").await?;
        lena.read("body", "session was ended").await?;
        fill_in(&other, "Lena", "another-one-8").await?;
        other.act("sign-in").await?;
        other.read("details.account", "Lena").await?;
        lena.go(&link).await?;
        lena.write("input[name=password]", "a-third-one-9").await?;
        lena.act("save").await?;
        lena.read("[role=alert]", "used already").await?;
        // Two sessions, of which only one is connected; the other is ended from here.
        other.leave().await?;
        sign_in(&lena, "Lena", "another-one-8").await?;
        lena.go("/settings").await?;
        lena.act("end-others").await?;
        lena.see_no("[data-action=end-session]").await?;
        other.go("/").await?;
        other.see(".way-in").await?;
        // What the server knows comes as a file.
        lena.script("const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.taken = text); return make.call(URL, blob); }").await?;
        lena.act("export").await?;
        let taken = async || {
            let taken = lena.script("return window.taken").await?;
            Ok(taken.as_str().map(str::to_owned))
        };
        let taken = lena.until("one's data", taken).await?;
        let data: serde_json::Value = serde_json::from_str(&taken).context("it is JSON")?;
        ensure!(data["account"]["name"] == "Lena" && data["sessions"].is_array(), "{taken}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_guest_comes_back_by_the_code_and_loses_a_name() {
    journey("guests", async |journey| {
        let first = journey.visitor(Screen::Desktop).await?;
        first.act("quick-pair").await?;
        be(&first, "Mona").await?;
        first.read("details.account", "Mona").await?;
        first.go("/settings").await?;
        let code = first.text("[data-recovery]").await?;
        // In another browser the code gives the seat back; a wrong one is told beside the field.
        let second = journey.stranger(Screen::Desktop).await?;
        for browser in [&first, &second] {
            browser.forgive_network();
        }
        second.go("/sign-in").await?;
        second.click(".door summary").await?;
        second.write("input[name=code]", "abcd-abcd-abcd-abcd").await?;
        second.act("recover").await?;
        second.read(".entry .wrong", "recovery code").await?;
        second.write("input[name=code]", &code).await?;
        second.act("recover").await?;
        second.read("details.account", "Mona").await?;
        first.read("body", "session was ended").await?;
        // A guest who is away may lose the name to another one.
        second.leave().await?;
        first.go("/settings").await?;
        first.see(".way-in").await?;
        first.go("/").await?;
        let taken = async || {
            first.act("quick-pair").await?;
            be(&first, "Mona").await?;
            Ok(first.text("details.account").await.ok().filter(|name| name.contains("Mona")))
        };
        first.until("the name to be free", taken).await?;
        second.go("/").await?;
        second.read("body", "somebody else's").await?;
        second.act("reconnect").await?;
        be(&second, "Nora").await?;
        second.read("details.account", "Nora").await?;
        second.see_no(".lost").await
    })
    .await;
}

#[tokio::test]
async fn a_message_and_a_player_are_reported() {
    journey("reports", async |journey| {
        let (rosa, sven) = (account(journey, "Rosa").await?, account(journey, "Sven").await?);
        rosa.go("/").await?;
        rosa.write("[data-chat=lobby] input[name=message]", "achetez mes boutons").await?;
        rosa.click("[data-chat=lobby] [data-action=send]").await?;
        sven.go("/").await?;
        sven.read("[data-chat=lobby] .log", "boutons").await?;
        sven.click("[data-chat=lobby] [data-action=report]").await?;
        sven.click("dialog[open] select[name=reason] option[value=spam]").await?;
        sven.act("send-report").await?;
        sven.act("close-report").await?;
        sven.see("[data-chat=lobby] [data-action=report][disabled]").await?;
        ensure!(rosa.count("[data-chat=lobby] [data-action=report]").await? == 0, "not one's own");
        sven.go("/player/Rosa").await?;
        sven.act("report").await?;
        sven.click("dialog[open] select[name=reason] option[value=other]").await?;
        sven.write("dialog[open] input[name=details]", "vend des <b>boutons</b>").await?;
        sven.act("send-report").await?;
        sven.act("close-report").await?;
        sven.see("[data-action=report][disabled]").await?;
        // Whoever runs the server reads both, and is done with them.
        let listed = journey.house.administer(&["reports"])?;
        ensure!(listed.contains("spam\tlobby: achetez mes boutons"), "{listed}");
        ensure!(listed.contains("other: vend des <b>boutons</b>"), "{listed}");
        for line in listed.lines() {
            let id = line.split('\t').next().context("a report has an id")?;
            journey.house.administer(&["resolve", id])?;
        }
        ensure!(journey.house.administer(&["reports"])? == "no reports");
        Ok(())
    })
    .await;
}
