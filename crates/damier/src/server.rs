//! The commands of whoever runs a server: serve, backup, admin.

use crate::{failure::Failure, lan, language::of_environment};
use clap::ArgMatches;
use damier_games::text::{
    Language::{self, English, French},
    Phrase, Tell, Text,
};
use damier_gateways::{self as gateways, Gateways};
use damier_server::{Config, Server, Store, admin, clock::Clock, store::reports::Report};
use std::{
    fs::{File, TryLockError},
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

/// Serves until it is told to stop.
pub fn serve(given: &ArgMatches) -> Result<(), Failure> {
    let config = config(given)?;
    let gateways = gateways(given, &config);
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let on_the_lan = config.lan;
    let _alone = alone(&config)?;
    runtime()?.block_on(async {
        // Whoever says stop as soon as we tell our address means it, too.
        let told_to_stop = damier_server::signals().map_err(failed)?;
        let server = Server::start(config).await.map_err(failed)?;
        say(&format!("Damier: {scheme}://{}", server.addr()))?;
        if let Some(gateways) = &gateways {
            let gateways = Gateways::start(server.app(), gateways).await;
            let gateways = gateways.map_err(|error| {
                Failure::Work(Phrase::new(error.tell(English), error.tell(French)))
            })?;
            for (name, address) in gateways.addresses() {
                say(&format!("Gateway: {name} {address}"))?;
            }
        }
        let _announced = if on_the_lan { lan::open_house(scheme, server.addr())? } else { None };
        server.run_until(told_to_stop).await.map_err(failed)
    })
}

/// Sees to it that no other server serves from the same folder, as long as what it gives is kept: what happens in one is not told in the
/// other, so two players would wait for each other. A match that is hosted beside it is played in one process and disturbs nobody.
fn alone(config: &Config) -> Result<Option<File>, Failure> {
    if config.database_url.is_some() {
        return Ok(None);
    }
    // A folder that cannot be made or written to is told of later.
    let _ = damier_server::make_folder(&config.data);
    let Ok(file) = File::create(config.data.join("damier.lock")) else { return Ok(None) };
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        let folder = config.data.display();
        return Err(Failure::Work(Phrase::new(
            format!(
                "another server serves from {folder}: expected a folder of its own, as --data DIR"
            ),
            format!(
                "un autre serveur se sert déjà de {folder} : attendu un dossier à part, par --data DOSSIER"
            ),
        )));
    }
    Ok(Some(file))
}

/// Starts a server on the network for a match that is played here, without a word on the screen.
pub fn start_for_host(given: &ArgMatches) -> Result<(tokio::runtime::Runtime, Server), Failure> {
    // Its usual address is every interface; one that is named is meant.
    let config = config(given)?;
    // What the server has to say would be written over the board.
    let _ = tracing::subscriber::set_global_default(tracing::subscriber::NoSubscriber::default());
    let runtime = runtime()?;
    let server = runtime.block_on(Server::start(config)).map_err(failed)?;
    Ok((runtime, server))
}

/// Stops that server.
pub fn stop(runtime: &tokio::runtime::Runtime, server: Server) -> Result<(), Failure> {
    runtime.block_on(server.stop()).map_err(failed)
}

/// Copies the database of a running server.
pub fn backup(given: &ArgMatches) -> Result<(), Failure> {
    let file: &PathBuf = given.get_one("file").expect("clap asks for it");
    let config = config(given)?;
    runtime()?.block_on(async {
        let store = open(&config).await?;
        admin::backup(&store, file).await.map_err(refused)?;
        store.close().await;
        say(&file.display().to_string())
    })
}

/// What only whoever runs the server may do.
pub fn admin(given: &ArgMatches) -> Result<(), Failure> {
    let name = given.get_one::<String>("name").map(String::as_str).unwrap_or_default();
    let task = given.get_one::<String>("task").expect("clap asks for it");
    let minutes = given.get_one::<u32>("minutes").copied().unwrap_or_default();
    let config = config(given)?;
    runtime()?.block_on(async {
        let store = open(&config).await?;
        let now = Clock::new(damier_contest::Millis(0)).now();
        let done = |()| name.to_owned();
        let said = match task.as_str() {
            "grant" => admin::grant(&store, name).await.map(done),
            "revoke" => admin::revoke(&store, name).await.map(done),
            "reset-password" => admin::reset_password(&store, name, now).await,
            "resolve" => admin::resolve(&store, name, now).await.map(done),
            "silence" => admin::silence(&store, name, minutes, now).await.map(done),
            "reports" => {
                let reports = admin::reports(&store, given.get_flag("all")).await;
                reports.map(|reports| list(&reports, now.0, of_environment()))
            }
            _ => unreachable!("clap knows no other tasks"),
        };
        store.close().await;
        say(&said.map_err(refused)?)
    })
}

/// Reports, a line for each: what to resolve it by, when, about whom, by whom, why, and what was said.
fn list(reports: &[Report], now: i64, language: Language) -> String {
    let tell = |text: Text| text.tell(language);
    if reports.is_empty() {
        return tell(Text::new("no reports", "aucun signalement")).to_owned();
    }
    let nobody = || tell(Text::new("(deleted)", "(supprimé)")).to_owned();
    let line = |report: &Report| {
        let age = match (now - report.at).max(0) / 60_000 {
            minutes @ 0..60 => format!("{minutes} min"),
            minutes @ 60..2880 => format!("{} h", minutes / 60),
            minutes => format!("{} {}", minutes / 1440, tell(Text::new("d", "j"))),
        };
        let name = report.name.clone().unwrap_or_else(nobody);
        let reporter = report.reporter.clone().unwrap_or_else(nobody);
        let mut line = format!("{}\t{age}\t{name}\t<- {reporter}\t{}", report.id, report.reason);
        if !report.room.is_empty() {
            line.push_str(&format!("\t{}: {}", report.room, report.text));
        }
        if report.resolved.is_some() {
            line.push_str(tell(Text::new("\t(resolved)", "\t(traité)")));
        }
        line
    };
    reports.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn config(given: &ArgMatches) -> Result<Config, Failure> {
    // Not every command has every option.
    let text = |name: &str| given.try_get_one::<String>(name).ok().flatten().cloned();
    let path = |name: &str| given.try_get_one::<PathBuf>(name).ok().flatten().cloned();
    let flag =
        |name: &str| given.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false);
    let data = path("data").or_else(data_folder).ok_or_else(|| {
        Failure::Call(Phrase::new(
            "cannot tell where your data belongs: expected --data DIR",
            "impossible de savoir où ranger vos données : attendu --data DOSSIER",
        ))
    })?;
    let mut config = Config::new(data);
    if let Some(addr) = text("addr") {
        config.addr = addr.parse().map_err(|_| {
            Failure::Call(Phrase::new(
                format!("cannot read the address \"{addr}\": expected IP:PORT, as 127.0.0.1:8080"),
                format!("adresse « {addr} » illisible : attendu IP:PORT, comme 127.0.0.1:8080"),
            ))
        })?;
    }
    config.database_url = text("database-url");
    let postgres =
        |url: &String| url.starts_with("postgres://") || url.starts_with("postgresql://");
    if config.database_url.as_ref().is_some_and(|url| !postgres(url)) {
        // It may hold a password, so it is not told.
        return Err(Failure::Call(Phrase::new(
            "cannot read the address of the database: expected postgres://user:password@host/name",
            "adresse de la base de données illisible : attendu postgres://nom:mot-de-passe@hôte/base",
        )));
    }
    config.web = path("web");
    config.lan = flag("lan");
    config.tls = path("tls-cert").zip(path("tls-key"));
    config.trust_proxy = flag("trust-proxy");
    config.log_json = flag("log-json");
    if let Ok(Some(times)) = given.try_get_one::<u32>("allowance") {
        config.address_allowance = *times;
    }
    Ok(config)
}

/// The gateways, if they are wanted: on this machine's own address, or on every interface where the server is too.
fn gateways(given: &ArgMatches, config: &Config) -> Option<gateways::Config> {
    if !given.get_flag("gateways") {
        return None;
    }
    let mut chosen = gateways::Config::default();
    if config.lan {
        chosen.ip = Ipv4Addr::UNSPECIFIED.into();
    }
    let port = |name: &str| given.get_one::<u16>(name).copied();
    if let Some(morpion) = &mut chosen.morpion {
        morpion.port = port("morpion-port").unwrap_or(morpion.port);
        if let Some(seconds) = given.get_one::<u64>("morpion-silence") {
            morpion.silence = Duration::from_secs(*seconds);
        }
    }
    if let Some(katarenga) = &mut chosen.katarenga {
        katarenga.port = port("katarenga-port").unwrap_or(katarenga.port);
        let hosts = given.get_many::<SocketAddr>("katarenga-host").unwrap_or_default();
        katarenga.hosts = hosts.copied().collect();
    }
    if let (Some(pawnhub), Some(port)) = (&mut chosen.pawnhub, port("pawnhub-port")) {
        pawnhub.port = port;
    }
    Some(chosen)
}

/// An original program that hosts: its address, and its port where it is not the usual one.
pub fn host_address(text: &str) -> Result<SocketAddr, String> {
    let port = gateways::Katarenga::default().port;
    let whole = text.parse().or_else(|_| text.parse().map(|ip: IpAddr| SocketAddr::new(ip, port)));
    whole.map_err(|_| "IP[:PORT]".into())
}

/// Where programs keep what a person would miss, by the first of these that is set.
pub fn data_folder() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .map(|folder| folder.join("damier"))
}

/// A store beside a running server. One that does not exist is a mistake here, not a new one.
async fn open(config: &Config) -> Result<Store, Failure> {
    let database = config.database();
    if config.database_url.is_none() && !Path::new(&database).exists() {
        return Err(Failure::Call(Phrase::new(
            format!("there is no database at {database}: expected the --data folder of the server"),
            format!(
                "pas de base de données dans {database} : attendu le dossier --data du serveur"
            ),
        )));
    }
    Store::open(&database).await.map_err(|error| failed(error.into()))
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

#[expect(clippy::needless_pass_by_value, reason = "map_err gives it away")]
fn failed(error: anyhow::Error) -> Failure {
    // The causes are the operating system's and the database's own words.
    Failure::Work(Phrase::new(format!("{error:#}"), format!("{error:#}")))
}

#[expect(clippy::needless_pass_by_value, reason = "map_err gives it away")]
fn refused(error: admin::AdminError) -> Failure {
    Failure::Work(Phrase::new(error.tell(English), error.tell(French)))
}
