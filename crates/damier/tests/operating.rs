//! What whoever runs a server does, by the binary: serve, back up, restore, administer, stop.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

fn damier(arguments: &[&str], data: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(arguments)
        .arg("--data")
        .arg(data)
        .env("DAMIER_LANG", "en")
        .output()
        .expect("the binary runs")
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A server and its address.
fn serve(data: &Path) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(data)
        .env("DAMIER_LANG", "en")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    out.read_line(&mut line).expect("it tells its address");
    let address = line.trim().strip_prefix("Damier: ").expect("it tells its address").to_owned();
    (child, address)
}

/// Asks a running server to stop, as systemd does.
fn stop(mut child: Child) {
    let killed = Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(child.wait().expect("it was started by us").code(), Some(0));
}

async fn register(address: &str, name: &str) -> u16 {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let body = serde_json::json!({ "name": name, "password": "un mot de passe" });
    let request = reqwest::Client::new().post(format!("{address}/api/register"));
    let answer = request.header("Origin", address).json(&body).send().await;
    answer.expect("the server answers").status().as_u16()
}

#[tokio::test]
async fn a_backup_of_a_running_server_can_be_restored() {
    let folder = tempfile::tempdir().expect("there is room");
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let (server, address) = serve(&data);
    assert_eq!(register(&address, "Colette").await, 201);
    let file = copy.to_string_lossy().into_owned();
    assert_eq!(said(&damier(&["backup", &file], &data)), (Some(0), file.clone(), String::new()));
    let (code, _, error) = said(&damier(&["backup", &file], &data));
    assert_eq!(code, Some(1));
    assert!(error.contains("exists already"), "{error}");
    stop(server);

    let restored = folder.path().join("restored");
    std::fs::create_dir(&restored).expect("there is room");
    std::fs::copy(&copy, restored.join("damier.db")).expect("there is room");
    let (server, address) = serve(&restored);
    assert_eq!(register(&address, "colette").await, 409, "the account is in the copy");
    stop(server);
}

#[tokio::test]
async fn administrators_are_made_beside_a_running_server() {
    let folder = tempfile::tempdir().expect("there is room");
    let (server, address) = serve(folder.path());
    assert_eq!(register(&address, "Colette").await, 201);
    assert_eq!(said(&damier(&["admin", "grant", "Colette"], folder.path())).0, Some(0));
    assert_eq!(said(&damier(&["admin", "revoke", "Colette"], folder.path())).0, Some(0));
    let (code, link, _) = said(&damier(&["admin", "reset-password", "Colette"], folder.path()));
    assert_eq!(code, Some(0));
    assert!(link.starts_with("/reset/"), "{link}");
    let (code, _, error) = said(&damier(&["admin", "grant", "Willy"], folder.path()));
    assert_eq!((code, error.as_str()), (Some(1), "damier: there is no account \"Willy\""));
    assert_eq!(said(&damier(&["admin", "grant"], folder.path())).0, Some(2), "whom?");
    stop(server);
}

#[tokio::test]
async fn reports_are_read_and_resolved_beside_a_running_server() {
    let folder = tempfile::tempdir().expect("there is room");
    let (server, address) = serve(folder.path());
    assert_eq!(register(&address, "Colette").await, 201);
    let http = reqwest::Client::builder().cookie_store(true).build().expect("a client");
    for (path, body) in [
        ("/api/guest", serde_json::json!({ "name": "Willy" })),
        ("/api/reports", serde_json::json!({ "player": "Colette", "reason": "insult: twice" })),
    ] {
        let request = http.post(format!("{address}{path}")).header("Origin", &address).json(&body);
        assert!(request.send().await.expect("it answers").status().is_success(), "{path}");
    }
    let (code, listed, _) = said(&damier(&["admin", "reports"], folder.path()));
    let parts: Vec<&str> = listed.split('\t').collect();
    assert_eq!((code, &parts[2..]), (Some(0), &["Colette", "<- Willy", "insult: twice"][..]));
    assert_eq!(said(&damier(&["admin", "resolve", parts[0]], folder.path())).0, Some(0));
    assert_eq!(said(&damier(&["admin", "reports"], folder.path())).1, "no reports");
    let all = said(&damier(&["admin", "reports", "--all"], folder.path())).1;
    assert!(all.ends_with("(resolved)"), "{all}");
    let (code, _, error) = said(&damier(&["admin", "resolve", "nothing"], folder.path()));
    assert_eq!(code, Some(1));
    assert!(error.contains("damier admin reports"), "{error}");
    assert_eq!(said(&damier(&["admin", "silence", "Colette", "10"], folder.path())).0, Some(0));
    assert_eq!(said(&damier(&["admin", "silence", "Colette"], folder.path())).0, Some(2));
    stop(server);
}

#[test]
fn gateways_are_opened_when_asked_for() {
    let folder = tempfile::tempdir().expect("there is room");
    let ports = ["--morpion-port", "0", "--katarenga-port", "0", "--pawnhub-port", "0"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--addr", "127.0.0.1:0", "--gateways"])
        .args(ports)
        .arg("--data")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let out = BufReader::new(child.stdout.take().expect("it is piped"));
    let lines: Vec<String> = out.lines().take(4).map(|line| line.expect("it is text")).collect();
    for (line, name) in lines[1..].iter().zip(["morpion", "katarenga", "pawnhub"]) {
        assert!(line.starts_with(&format!("Gateway: {name} 127.0.0.1:")), "{line}");
    }
    // Two cannot have the same port.
    let taken = lines[3].rsplit(':').next().expect("it ends by the port");
    let again = ["serve", "--addr", "127.0.0.1:0", "--gateways", "--pawnhub-port", taken];
    let again = [&again[..], &["--morpion-port", "0", "--katarenga-port", "0"]].concat();
    let other = tempfile::tempdir().expect("there is room");
    let (code, _, error) = said(&damier(&again, other.path()));
    assert_eq!(code, Some(1));
    assert!(error.contains("the Pawn Hub gateway cannot listen on 127.0.0.1"), "{error}");
    let (code, _, error) = said(&damier(&["serve", "--morpion-port", "0"], other.path()));
    assert_eq!(code, Some(2), "{error}");
    stop(child);
}

/// Somebody who says so as soon as the address is told means it, too.
#[test]
fn a_server_that_has_just_begun_can_be_stopped() {
    let folder = tempfile::tempdir().expect("there is room");
    for _ in 0..5 {
        let (server, _) = serve(folder.path());
        stop(server);
    }
}

#[test]
fn two_servers_do_not_serve_from_one_folder() {
    let folder = tempfile::tempdir().expect("there is room");
    let again = ["serve", "--addr", "127.0.0.1:0"];
    let (server, _) = serve(folder.path());
    let (code, _, error) = said(&damier(&again, folder.path()));
    assert_eq!(code, Some(1), "{error}");
    assert!(error.starts_with("damier: another server serves from "), "{error}");
    stop(server);
    let (server, _) = serve(folder.path());
    stop(server);
}

#[test]
fn a_database_that_is_none_is_told_as_such() {
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::write(folder.path().join("damier.db"), "once a database, perhaps").expect("room");
    let (code, _, error) = said(&damier(&["serve", "--addr", "127.0.0.1:0"], folder.path()));
    assert_eq!(code, Some(1));
    let last = error.lines().last().unwrap_or_default();
    assert!(last.starts_with("damier: cannot open the database: "), "{error}");
    assert!(last.contains("file is not a database"), "{error}");
}

#[test]
fn wrong_calls_are_told() {
    let folder = tempfile::tempdir().expect("there is room");
    let (code, _, error) = said(&damier(&["admin", "grant", "Colette"], folder.path()));
    assert_eq!(code, Some(2));
    assert!(error.contains("there is no database"), "{error}");
    let (code, _, error) = said(&damier(&["serve", "--addr", "nowhere"], folder.path()));
    assert_eq!(code, Some(2));
    assert!(error.contains("expected IP:PORT"), "{error}");
    let (code, _, error) = said(&damier(&["serve", "--tls-cert", "a.pem"], folder.path()));
    assert_eq!(code, Some(2), "{error}");
}
