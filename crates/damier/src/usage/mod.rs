//! The commands and their arguments, described in both languages.

mod server;
mod terminal;

use crate::failure::Failure;
use clap::{
    Arg, ArgAction, ArgMatches, Command,
    builder::PossibleValuesParser,
    error::{ContextKind, ContextValue, ErrorKind},
    value_parser,
};
use damier_games::{
    GameKey,
    text::{Language, Phrase, Text},
};
use std::ffi::OsString;

/// What was called, or `None` when help or the version was asked for and has been printed.
pub fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    language: Language,
) -> Result<Option<ArgMatches>, Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let called = arguments.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_owned();
    match command(language).try_get_matches_from(arguments) {
        Ok(matches) => Ok(Some(matches)),
        Err(error)
            if !error.use_stderr()
                || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =>
        {
            error.print()?;
            Ok(None)
        }
        Err(error) => Err(Failure::Call(explain(&error, &called, language))),
    }
}

/// What `bench` takes: its own names, and those of games.
fn benchmarks_and_games() -> Vec<&'static str> {
    let games = GameKey::ALL.iter().map(|game| game.info().key);
    damier_bench::NAMES.into_iter().chain(games).collect()
}

/// The command line in one language.
pub fn command(language: Language) -> Command {
    let tell = |text: Text| text.tell(language);
    let sub =
        |name: &'static str, about: Text| page(Command::new(name).about(tell(about)), language);
    let games = GameKey::names();
    let game = Arg::new("game").value_name(tell(Text::new("GAME", "JEU"))).required(true).help(
        match language {
            Language::English => format!("one of {games}"),
            Language::French => format!("un de {games}"),
        },
    );
    let position = Arg::new("position").long("position").value_name("P").help(tell(Text::new(
        "a position, as the rules page of the game writes it; else its start",
        "une position, notée comme sur la page de règles ; sinon le début",
    )));
    let option = Arg::new("option")
        .long("option")
        .value_name(tell(Text::new("KEY=VALUE", "CLÉ=VALEUR")))
        .action(ArgAction::Append)
        .help(tell(Text::new(
            "an option of the game, as often as needed",
            "une option du jeu, autant de fois que nécessaire",
        )));
    let depth = Arg::new("depth")
        .long("depth")
        .value_name("N")
        .required(true)
        .value_parser(value_parser!(u32).range(0..=100))
        .help(tell(Text::new(
            "how many plies deep, 0 to 100",
            "profondeur en demi-coups, de 0 à 100",
        )));
    let files = Arg::new("file")
        .value_name(tell(Text::new("FILE", "FICHIER")))
        .required(true)
        .num_args(1..)
        .value_parser(value_parser!(std::path::PathBuf))
        .help(tell(Text::new("GAME.jsonl, one vector a line", "JEU.jsonl, un vecteur par ligne")));
    let moves = sub(
        "moves",
        Text::new(
            "List the legal moves of a position, one a line, sorted",
            "Lister les coups permis d'une position, un par ligne, triés",
        ),
    );
    let perft = sub(
        "perft",
        Text::new(
            "Count the positions that many plies ahead",
            "Compter les suites de coups d'une longueur donnée",
        ),
    );
    let vectors = sub(
        "vectors",
        Text::new("Check files of test vectors", "Vérifier des fichiers de vecteurs de test"),
    );
    let bench = sub(
        "bench",
        Text::new(
            "Measure how fast Damier is on this machine",
            "Mesurer la vitesse de Damier sur cette machine",
        ),
    );
    let names = Arg::new("name")
        .value_name(tell(Text::new("NAME", "NOM")))
        .num_args(0..)
        .value_parser(PossibleValuesParser::new(benchmarks_and_games()))
        .help(tell(Text::new(
            "which benchmarks, all if none is named; then of which games",
            "quelles mesures, toutes par défaut ; puis de quels jeux",
        )));
    let engine = sub(
        "engine",
        Text::new(
            "Play on standard input and output for other programs",
            "Jouer par l'entrée et la sortie standard pour d'autres programmes",
        ),
    );
    let protocol = Arg::new("protocol")
        .value_name(tell(Text::new("PROTOCOL", "PROTOCOLE")))
        .required(true)
        .value_parser(["uci", "hub", "gomocup"])
        .help(tell(Text::new(
            "how to speak: uci for all games, hub for draughts, gomocup for Morpion",
            "quel langage : uci pour tous les jeux, hub pour les dames, gomocup pour le morpion",
        )));
    page(Command::new("damier"), language)
        .about(tell(Text::new(
            "Abstract board games in any browser and any terminal",
            "Jeux de plateau abstraits dans tout navigateur et tout terminal",
        )))
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help(tell(Text::new("print the version", "afficher la version"))),
        )
        .disable_help_subcommand(true)
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommand_help_heading(tell(Text::new("Commands", "Commandes")))
        .subcommands(terminal::commands(language, &option))
        .subcommands(server::commands(language))
        .subcommand(moves.args([game.clone(), position.clone(), option.clone()]))
        .subcommand(perft.args([game, depth, position, option.clone()]))
        .subcommand(vectors.arg(files))
        .subcommand(bench.args([names, option]))
        .subcommand(engine.arg(protocol))
}

/// Headings and the help flag in the right language.
fn page(command: Command, language: Language) -> Command {
    let (template, options, help) = match language {
        Language::English => {
            ("{about}\n\nUsage: {usage}\n\n{all-args}", "Options", "print this help")
        }
        Language::French => {
            ("{about}\n\nUtilisation : {usage}\n\n{all-args}", "Options", "afficher cette aide")
        }
    };
    command
        .help_template(template)
        .next_help_heading(options)
        .disable_help_flag(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help).help(help))
}

fn command_names() -> String {
    let command = command(Language::English);
    command.get_subcommands().map(Command::get_name).collect::<Vec<_>>().join(", ")
}

/// What would be right for an argument of the command that was `called`, as its help says it.
fn wanted(argument: &str, called: &str, language: Language) -> Option<String> {
    let mut command = command(language);
    // Only then do arguments have names to be told apart by.
    command.build();
    let arguments = command.find_subcommand(called)?.get_arguments();
    let help = arguments.into_iter().find(|known| known.to_string() == argument)?.get_help();
    Some(help?.to_string())
}

/// What clap found, in one line.
fn explain(error: &clap::Error, called: &str, language: Language) -> Phrase {
    // Its own page tells more than that of all commands.
    let called = if command(language).find_subcommand(called).is_some() { called } else { "" };
    let help = format!("damier {called} --help").replace("  ", " ");
    let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let found = context(ContextKind::InvalidSubcommand);
            let known = command_names();
            Phrase::new(
                format!("unknown command \"{found}\": expected one of {known}"),
                format!("commande « {found} » inconnue : attendu {known}"),
            )
        }
        ErrorKind::UnknownArgument => {
            let found = context(ContextKind::InvalidArg);
            Phrase::new(
                format!("unexpected argument \"{found}\": see {help}"),
                format!("argument « {found} » inattendu : voir {help}"),
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = context(ContextKind::InvalidArg);
            Phrase::new(
                format!("missing argument: expected {missing}"),
                format!("argument manquant : attendu {missing}"),
            )
        }
        ErrorKind::MissingSubcommand => {
            let known = command_names();
            Phrase::new(
                format!("missing command: expected one of {known}"),
                format!("commande manquante : attendu {known}"),
            )
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let (argument, value) =
                (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
            if value.is_empty() {
                return Phrase::new(
                    format!("missing value: expected {argument}"),
                    format!("valeur manquante : attendu {argument}"),
                );
            }
            let right = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(values)) if !values.is_empty() => values.join(", "),
                _ => wanted(&argument, called, language).unwrap_or(help),
            };
            Phrase::new(
                format!("\"{value}\" cannot be the value of {argument}: expected {right}"),
                format!("« {value} » ne convient pas pour {argument} : attendu {right}"),
            )
        }
        _ => {
            let line = error
                .to_string()
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("error: ")
                .to_owned();
            Phrase::new(line.clone(), line)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_finds_nothing_to_complain_about() {
        Language::ALL.into_iter().for_each(|language| command(language).debug_assert());
    }
}
