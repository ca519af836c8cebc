//! What a server on the local network tells whoever started it, and the announcement to all others.

use crate::{failure::Failure, language};
use damier_games::text::{Tell, Text};
use damier_lan::Announcement;
use std::{
    io::{self, IsTerminal, Write},
    net::SocketAddr,
};

const OTHERS: Text =
    Text::new("Others on this network open:", "Les autres, sur ce réseau, ouvrent :");
const NO_NETWORK: Text = Text::new(
    "This machine is on no network: others cannot reach it yet.",
    "Cette machine n'est sur aucun réseau : les autres ne peuvent pas encore l'atteindre.",
);

/// Prints where others find the server, with a code for their phones where somebody looks, and announces it until the result is dropped.
pub fn open_house(scheme: &str, listens: SocketAddr) -> Result<Option<Announcement>, Failure> {
    let language = language::of_environment();
    let urls: Vec<_> = damier_lan::reachable(listens)
        .into_iter()
        .map(|address| format!("{scheme}://{address}"))
        .collect();
    let mut out = io::stdout().lock();
    let Some(first) = urls.first() else {
        writeln!(out, "{}", NO_NETWORK.tell(language))?;
        return Ok(None);
    };
    writeln!(out, "{}", OTHERS.tell(language))?;
    for url in &urls {
        writeln!(out, "  {url}")?;
    }
    if let Some(code) = damier_lan::qr(first).filter(|_| out.is_terminal()) {
        writeln!(out, "{code}")?;
    }
    out.flush()?;
    // Where the network carries no announcements, addresses and codes still work.
    let announced = Announcement::start(&damier_lan::machine_name(), listens.port(), None);
    announced.map(Some).or_else(|error| {
        writeln!(io::stderr(), "damier: {}", error.tell(language))?;
        Ok(None)
    })
}
