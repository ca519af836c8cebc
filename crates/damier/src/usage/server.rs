//! The commands of whoever runs a server, and their arguments.

use super::page;
use clap::{Arg, ArgAction, Command, value_parser};
use damier_games::text::{Language, Text};
use std::path::PathBuf;

/// `serve`, `backup`, `admin`.
pub fn commands(language: Language) -> [Command; 3] {
    let sub = |name: &'static str, about: Text| {
        page(Command::new(name).about(about.tell(language)), language)
    };
    let serve = sub(
        "serve",
        Text::new(
            "Serve games to browsers and terminals",
            "Servir les parties aux navigateurs et aux terminaux",
        ),
    );
    let backup = sub(
        "backup",
        Text::new(
            "Copy the database of a running server into a new file",
            "Copier la base d'un serveur en marche dans un nouveau fichier",
        ),
    );
    let admin = sub(
        "admin",
        Text::new(
            "Administrators, one-time links for forgotten passwords, reports, silence",
            "Administrateurs, liens pour mots de passe oubliés, signalements, silence",
        ),
    );
    let [data, database] = storage(language);
    let file = Arg::new("file")
        .value_name(Text::new("FILE", "FICHIER").tell(language))
        .required(true)
        .value_parser(value_parser!(PathBuf))
        .help(
            Text::new("a file that does not exist yet", "un fichier qui n'existe pas encore")
                .tell(language),
        );
    [
        serve
            .args(network(language))
            .args(gateways(language))
            .args([data.clone(), database.clone()]),
        backup.args([file, data.clone(), database.clone()]),
        admin.args(administration(language)).args([data, database]),
    ]
}

/// What an administrator does, and to whom.
fn administration(language: Language) -> [Arg; 4] {
    let tell = |text: Text| text.tell(language);
    let about = ["grant", "revoke", "reset-password", "resolve", "silence"];
    let task = Arg::new("task")
        .value_name(tell(Text::new("TASK", "TÂCHE")))
        .required(true)
        .value_parser(["grant", "revoke", "reset-password", "reports", "resolve", "silence"])
        .hide_possible_values(true)
        .help(tell(Text::new(
            "grant, revoke or reset-password NAME; reports [--all]; resolve ID; silence NAME MINUTES",
            "grant, revoke ou reset-password NOM ; reports [--all] ; resolve ID ; silence NOM MINUTES",
        )));
    let name = Arg::new("name")
        .value_name(tell(Text::new("NAME", "NOM")))
        .required_if_eq_any(about.map(|task| ("task", task)))
        .help(tell(Text::new("the account, or the report", "le compte, ou le signalement")));
    let minutes = Arg::new("minutes")
        .value_name("MINUTES")
        .required_if_eq("task", "silence")
        .value_parser(value_parser!(u32))
        .help(tell(Text::new(
            "how long somebody says nothing; 0 ends it",
            "combien de temps quelqu'un se tait ; 0 y met fin",
        )));
    let all = Arg::new("all")
        .long("all")
        .action(ArgAction::SetTrue)
        .help(tell(Text::new("resolved reports, too", "aussi les signalements traités")));
    [task, name, minutes, all]
}

/// Where things are stored.
fn storage(language: Language) -> [Arg; 2] {
    let data = Arg::new("data")
        .long("data")
        .env("DAMIER_DATA")
        .hide_env_values(true)
        .value_name(Text::new("DIR", "DOSSIER").tell(language))
        .value_parser(value_parser!(PathBuf))
        .help(
            Text::new(
                "the folder of the embedded database; else your data folder",
                "le dossier de la base intégrée ; sinon votre dossier de données",
            )
            .tell(language),
        );
    let database = Arg::new("database-url")
        .long("database-url")
        .env("DATABASE_URL")
        // It may hold a password.
        .hide_env_values(true)
        .value_name("URL")
        .help(
            Text::new(
                "PostgreSQL instead: postgres://user:password@host/name",
                "PostgreSQL à la place : postgres://utilisateur:motdepasse@hôte/nom",
            )
            .tell(language),
        );
    [data, database]
}

/// How the server is reached.
fn network(language: Language) -> [Arg; 8] {
    let tell = |text: Text| text.tell(language);
    let flag = |name: &'static str, env: &'static str, help: Text| {
        Arg::new(name).long(name).env(env).action(ArgAction::SetTrue).help(tell(help))
    };
    let pem = |name: &'static str, env: &'static str, other: &'static str, help: Text| {
        Arg::new(name)
            .long(name)
            .env(env)
            .requires(other)
            .value_name("PEM")
            .value_parser(value_parser!(PathBuf))
            .help(tell(help))
    };
    [
        Arg::new("addr")
            .long("addr")
            .env("DAMIER_ADDR")
            .value_name("IP:PORT")
            .default_value("127.0.0.1:8080")
            .help(tell(Text::new("where to listen", "où écouter"))),
        flag(
            "lan",
            "DAMIER_LAN",
            Text::new(
                "listen on every network interface",
                "écouter sur toutes les interfaces du réseau",
            ),
        ),
        pem(
            "tls-cert",
            "DAMIER_TLS_CERT",
            "tls-key",
            Text::new("serve HTTPS with this certificate", "servir en HTTPS avec ce certificat"),
        ),
        pem("tls-key", "DAMIER_TLS_KEY", "tls-cert", Text::new("and this key", "et cette clé")),
        flag(
            "trust-proxy",
            "DAMIER_TRUST_PROXY",
            Text::new(
                "believe the X-Forwarded headers of the proxy in front",
                "croire les en-têtes X-Forwarded du proxy placé devant",
            ),
        ),
        flag(
            "log-json",
            "DAMIER_LOG_JSON",
            Text::new("write logs as JSON", "écrire le journal en JSON"),
        ),
        Arg::new("web")
            .long("web")
            .env("DAMIER_WEB")
            .value_name(Text::new("DIR", "DOSSIER").tell(language))
            .value_parser(value_parser!(PathBuf))
            .help(tell(Text::new(
                "serve the browser client from this folder, not the one inside",
                "servir le client du navigateur depuis ce dossier, pas celui d'ici",
            ))),
        Arg::new("allowance")
            .long("allowance")
            .env("DAMIER_ALLOWANCE")
            .value_name("N")
            .default_value("1")
            .value_parser(value_parser!(u32).range(1..=100_000))
            .help(tell(Text::new(
                "how many times the usual limits one address has",
                "combien de fois les limites habituelles une adresse peut atteindre",
            ))),
    ]
}

/// The protocols of the original programs.
fn gateways(language: Language) -> Vec<Arg> {
    let port = |name: &'static str, env: &'static str, value: &'static str, help: Text| {
        Arg::new(name)
            .long(name)
            .env(env)
            .requires("gateways")
            .value_name(Text::new("PORT", "PORT").tell(language))
            .value_parser(value_parser!(u16))
            .help(format!("{} ({value})", help.tell(language)))
    };
    vec![
        Arg::new("gateways")
            .long("gateways")
            .env("DAMIER_GATEWAYS")
            .action(ArgAction::SetTrue)
            .help(
                Text::new(
                    "let the original programs play here, each by its own protocol",
                    "laisser jouer ici les programmes d'origine, chacun avec son protocole",
                )
                .tell(language),
            ),
        port(
            "morpion-port",
            "DAMIER_MORPION_PORT",
            "5005",
            Text::new(
                "the UDP port of Morpion; 0 for any",
                "le port UDP du Morpion ; 0 : n'importe lequel",
            ),
        ),
        Arg::new("morpion-silence")
            .long("morpion-silence")
            .env("DAMIER_MORPION_SILENCE")
            .requires("gateways")
            .value_name("S")
            .value_parser(value_parser!(u64).range(5..=86_400))
            .help(
                Text::new(
                    "after how many seconds a silent Morpion player has left (600)",
                    "après combien de secondes un joueur de Morpion muet est parti (600)",
                )
                .tell(language),
            ),
        port(
            "katarenga-port",
            "DAMIER_KATARENGA_PORT",
            "12345",
            Text::new(
                "the TCP port of Katarenga; 0 for any",
                "le port TCP de Katarenga ; 0 : n'importe lequel",
            ),
        ),
        port(
            "pawnhub-port",
            "DAMIER_PAWNHUB_PORT",
            "9797",
            Text::new(
                "the TCP port of Pawn Hub; 0 for any",
                "le port TCP de Pawn Hub ; 0 : n'importe lequel",
            ),
        ),
        Arg::new("katarenga-host")
            .long("katarenga-host")
            .env("DAMIER_KATARENGA_HOST")
            .requires("gateways")
            .value_name("IP[:PORT]")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(crate::server::host_address)
            .help(
                Text::new(
                    "an original Katarenga that hosts: join it, and open its game in the lobby",
                    "un Katarenga d'origine qui héberge : le rejoindre, et ouvrir sa partie dans le salon",
                )
                .tell(language),
            ),
    ]
}
