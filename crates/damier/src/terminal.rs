//! The commands of whoever plays in a terminal.

use crate::failure::Failure;
use clap::ArgMatches;
use damier_contest::TimeControl;
use damier_engine::Level;
use damier_games::{
    mosaic::QuadrantSet,
    options::parse_pairs,
    text::{Language, Phrase, Tell, Text},
};
use damier_tui::{Manner, Opponent, Setup, SideWish, TuiError, Visitor};
use std::{
    io::{self, Write},
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

/// Plays on this machine.
pub fn play(given: &ArgMatches, language: Language) -> Result<(), Failure> {
    let manner = manner(given, language)?;
    let setup = setup(given)?;
    if given.get_flag("plain") {
        damier_tui::play_plainly(setup, manner).map_err(failed)
    } else {
        damier_tui::play(setup, manner).map_err(failed)
    }
}

/// How to show things, and the quadrants that this person has painted.
fn manner(given: &ArgMatches, language: Language) -> Result<Manner, Failure> {
    let quadrants = match given.get_one::<PathBuf>("quadrants") {
        Some(file) => read_quadrants(file)?,
        None => {
            let usual = crate::server::data_folder().map(|folder| folder.join("quadrants.json"));
            match usual.filter(|file| file.exists()) {
                Some(file) => read_quadrants(&file)?,
                None => QuadrantSet::default(),
            }
        }
    };
    Ok(Manner { ascii: given.get_flag("ascii"), language, quadrants })
}

fn read_quadrants(file: &Path) -> Result<QuadrantSet, Failure> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::Call(Phrase::new(
            format!("cannot read {shown}: {error}"),
            format!("{shown} illisible : {error}"),
        ))
    })?;
    QuadrantSet::read(&text).map_err(|error| {
        Failure::Call(Phrase::new(
            format!("{shown}: {}", error.tell(Language::English)),
            format!("{shown} : {}", error.tell(Language::French)),
        ))
    })
}

/// How long to listen for hosts.
const LISTENS: Duration = Duration::from_millis(1500);

/// Plays on a server: at an address, by a code, or with whoever is heard on the network.
pub fn join(given: &ArgMatches, language: Language) -> Result<(), Failure> {
    let manner = manner(given, language)?;
    let visitor = Visitor {
        name: given.get_one::<String>("name").cloned(),
        account: given.get_flag("sign-in"),
        password: std::env::var("DAMIER_PASSWORD").ok().filter(|word| !word.is_empty()),
    };
    let plain = given.get_flag("plain");
    let target = match given.get_one::<String>("target") {
        Some(code) if damier_tui::is_code(code) => of_code(code),
        Some(text) => text.clone(),
        None => match heard(plain, language)? {
            Some(target) => target,
            None => return Ok(()),
        },
    };
    if plain {
        damier_tui::join_plainly(Some(&target), visitor, manner).map_err(failed)
    } else {
        damier_tui::join(Some(&target), visitor, manner).map_err(failed)
    }
}

/// The host on the network that has a match of this code; else the server on this machine.
fn of_code(code: &str) -> String {
    // A network without announcements is one without hosts.
    let hosts = damier_lan::hosts(LISTENS).unwrap_or_default();
    let found = hosts.iter().find(|host| {
        host.waiting.as_ref().is_some_and(|(waiting, _)| waiting.eq_ignore_ascii_case(code))
    });
    match found.and_then(|host| host.addresses.first()) {
        Some(address) => format!("http://{address}/{code}"),
        None => code.to_owned(),
    }
}

/// Lets the person choose among the hosts that are heard; without a screen they are listed.
fn heard(plain: bool, language: Language) -> Result<Option<String>, Failure> {
    let hosts = damier_lan::hosts(LISTENS).map_err(|error| Failure::Work(both(&error)))?;
    let told = |host: &damier_lan::Host| {
        let address = host.addresses.first()?;
        let (path, waits) = match &host.waiting {
            Some((code, game)) => (format!("/{code}"), format!("  {game}  {code}")),
            None => Default::default(),
        };
        Some((format!("{}  {address}{waits}", host.name), format!("http://{address}{path}")))
    };
    let found: Vec<(String, String)> = hosts.iter().filter_map(told).collect();
    if found.is_empty() {
        return Err(Failure::Call(Phrase::new(
            "no host is heard on this network: expected damier join ADDRESS",
            "aucun hôte ne se fait entendre sur ce réseau : attendu damier join ADRESSE",
        )));
    }
    let lines: Vec<String> = found.iter().map(|(line, _)| line.clone()).collect();
    if plain {
        for line in lines {
            writeln!(io::stdout(), "host {line}")?;
        }
        return Ok(None);
    }
    let title = Text::new("Hosts on this network:", "Hôtes sur ce réseau :").tell(language);
    let chosen = damier_tui::choose(title, &lines).map_err(failed)?;
    Ok(chosen.map(|n| found[n].1.clone()))
}

/// Serves one match on the network and plays it here.
pub fn host(given: &ArgMatches, language: Language) -> Result<(), Failure> {
    let manner = manner(given, language)?;
    let Some(setup) = setup(given)? else { unreachable!("clap asks for the game") };
    damier_games::open(setup.game, &setup.options, None)?;
    let name = given.get_one::<String>("name").cloned().unwrap_or_else(|| {
        let user = std::env::var("USER").ok().filter(|name| !name.is_empty() && name != "root");
        user.unwrap_or_else(|| Text::new("Host", "Hote").tell(language).to_owned())
    });
    damier_tui::check_host().map_err(failed)?;
    let (runtime, server) = crate::server::start_for_host(given)?;
    let listens = server.addr();
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, listens.port()));
    let game = setup.game.info().key;
    // Kept as long as the match waits or is played.
    let announced = std::cell::RefCell::new(None);
    let invite = move |id: &str, code: &str| {
        let machine = damier_lan::machine_name();
        // Where the network carries no announcements, addresses and codes still work; a host that only this machine reaches has none.
        if !listens.ip().is_loopback() {
            let waits = Some((code, game));
            let started = damier_lan::Announcement::start(&machine, listens.port(), waits);
            announced.replace(started.ok());
        }
        invitation(listens, id, code, language)
    };
    let played = damier_tui::host(here, name, &setup, invite, manner).map_err(failed);
    crate::server::stop(&runtime, server)?;
    played
}

/// What the host tells others: where, by which code, and the same for their cameras.
fn invitation(listens: SocketAddr, id: &str, code: &str, language: Language) -> Vec<String> {
    let addresses = damier_lan::reachable(listens);
    let mut lines = vec![String::new()];
    let others = Text::new("Others on this network open", "Les autres, sur ce réseau, ouvrent");
    let type_in = Text::new("or type, in a terminal", "ou tapent, dans un terminal");
    lines.push(others.tell(language).to_owned());
    lines.extend(addresses.iter().take(3).map(|address| format!("  http://{address}/game/{id}")));
    lines.push(format!("{}  damier join {code}", type_in.tell(language)));
    let link = addresses.first().map(|address| format!("http://{address}/game/{id}"));
    if let Some(picture) = link.and_then(|link| damier_lan::qr(&link)) {
        lines.extend(picture.lines().map(ToOwned::to_owned));
    }
    lines
}

/// What was agreed on the command line; nothing if no game is named.
fn setup(given: &ArgMatches) -> Result<Option<Setup>, Failure> {
    let text = |name: &str| given.get_one::<String>(name).map(String::as_str);
    let pairs = given.get_many::<String>("option").into_iter().flatten();
    let options = parse_pairs(pairs.map(String::as_str))?;
    // A host has no such choice.
    let vs = given.try_get_one::<String>("vs").ok().flatten();
    let opponent = match vs.map_or("2", String::as_str) {
        "human" => Opponent::Human,
        level => Opponent::Computer(level.parse::<Level>().map_err(|error| {
            Failure::Call(Phrase::new(
                format!("{}, or human", error.tell(Language::English)),
                format!("{}, ou human", error.tell(Language::French)),
            ))
        })?),
    };
    let side = match text("side") {
        Some("second") => SideWish::Second,
        Some("random") => SideWish::Random,
        _ => SideWish::First,
    };
    let time = match text("time").unwrap_or("-").parse::<TimeControl>() {
        Ok(TimeControl::Days { .. }) => {
            return Err(Failure::Call(Phrase::new(
                "nobody sits before a terminal for days: expected a time such as 5+3, 30/turn or -",
                "on ne reste pas des jours devant un terminal : attendu une cadence comme 5+3, 30/turn ou -",
            )));
        }
        Ok(time) => time,
        Err(error) => return Err(Failure::Call(both(&error))),
    };
    let Some(game) = text("game") else { return Ok(None) };
    let (game, seed) = (game.parse()?, damier_tui::chance());
    Ok(Some(Setup { game, options, opponent, side, time, seed }))
}

fn failed(error: TuiError) -> Failure {
    match error {
        TuiError::Terminal(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            Failure::Output(error)
        }
        error => {
            let phrase = both(&error);
            if error.is_call() { Failure::Call(phrase) } else { Failure::Work(phrase) }
        }
    }
}

/// What can be told, in both languages.
fn both(error: &impl Tell) -> Phrase {
    Phrase::new(error.tell(Language::English), error.tell(Language::French))
}
