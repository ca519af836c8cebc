//! The commands of whoever plays in a terminal, and their arguments.

use super::page;
use clap::{Arg, ArgAction, Command, value_parser};
use damier_games::{
    GameKey,
    text::{Language, Text},
};
use std::path::PathBuf;

/// `play`, `host` and `join`.
pub fn commands(language: Language, option: &Arg) -> [Command; 3] {
    let tell = |text: Text| text.tell(language);
    let games = GameKey::names();
    let game = Arg::new("game").value_name(tell(Text::new("GAME", "JEU"))).help(match language {
        Language::English => format!("one of {games}; else a menu"),
        Language::French => format!("un de {games} ; sinon un menu"),
    });
    let play = page(Command::new("play"), language).about(tell(Text::new(
        "Play in this terminal: against the computer, or two on one screen",
        "Jouer dans ce terminal : contre l'ordinateur, ou à deux sur un écran",
    )));
    let vs = Arg::new("vs")
        .long("vs")
        .value_name(tell(Text::new("LEVEL|human", "NIVEAU|human")))
        .default_value("2")
        .help(tell(Text::new(
            "a level from 1 to 8 or its name, or human",
            "un niveau de 1 à 8 ou son nom, ou human",
        )));
    let side = Arg::new("side")
        .long("side")
        .value_name("first|second|random")
        .default_value("first")
        .value_parser(["first", "second", "random"])
        .help(tell(Text::new(
            "which side to play against the computer",
            "quel camp jouer contre l'ordinateur",
        )));
    let time = Arg::new("time")
        .long("time")
        .value_name(tell(Text::new("TIME", "CADENCE")))
        .allow_hyphen_values(true)
        .help(tell(Text::new(
            "5+3 (minutes + seconds a move), 90s+1, 30/turn; else no clock",
            "5+3 (minutes + secondes par coup), 90s+1, 30/turn ; sinon sans pendule",
        )));
    let join = page(Command::new("join"), language).about(tell(Text::new(
        "Play on a Damier server in this terminal",
        "Jouer sur un serveur Damier dans ce terminal",
    )));
    let target = Arg::new("target")
        .value_name(tell(Text::new("ADDRESS|CODE", "ADRESSE|CODE")))
        .help(tell(Text::new(
            "HOST:PORT, a link or a code; else whoever is heard on the network",
            "HÔTE:PORT, un lien ou un code ; sinon qui se fait entendre sur le réseau",
        )));
    let name = Arg::new("name")
        .long("name")
        .value_name("PSEUDO")
        .help(tell(Text::new("enter as a guest of that name", "entrer en invité sous ce nom")));
    let host = page(Command::new("host"), language).about(tell(Text::new(
        "Play in this terminal with somebody on the same network",
        "Jouer dans ce terminal avec quelqu'un du même réseau",
    )));
    let hosted = game.clone().required(true).help(match language {
        Language::English => format!("one of {games}"),
        Language::French => format!("un de {games}"),
    });
    let [_, ascii] = manner(language);
    let addr = Arg::new("addr")
        .long("addr")
        .value_name("IP:PORT")
        .default_value("0.0.0.0:8080")
        .help(tell(Text::new("where to listen", "où écouter")));
    let quadrants = Arg::new("quadrants")
        .long("quadrants")
        .value_name(tell(Text::new("FILE", "FICHIER")))
        .value_parser(value_parser!(PathBuf))
        .help(tell(Text::new(
            "your own quadrants; else quadrants.json of your data folder",
            "vos quadrants ; sinon quadrants.json de votre dossier de données",
        )));
    let account = Arg::new("sign-in").long("sign-in").action(ArgAction::SetTrue).help(tell(
        Text::new("enter with the account of that name", "entrer avec le compte de ce nom"),
    ));
    [
        play.args([game, vs, option.clone(), side.clone(), time.clone(), quadrants.clone()])
            .args(manner(language)),
        host.args([
            hosted,
            name.clone(),
            option.clone(),
            side,
            time,
            addr,
            quadrants.clone(),
            ascii,
        ]),
        join.args([target, name, account, quadrants]).args(manner(language)),
    ]
}

/// How things are shown.
fn manner(language: Language) -> [Arg; 2] {
    let flag = |name: &'static str, help: Text| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help.tell(language))
    };
    [
        flag(
            "plain",
            Text::new(
                "line by line, for pipes, scripts and screen readers",
                "ligne par ligne, pour les tubes, les scripts et les lecteurs d'écran",
            ),
        ),
        flag("ascii", Text::new("draw with ASCII only", "dessiner en ASCII seulement")),
    ]
}
