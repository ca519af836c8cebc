//! Friends, statistics and the ranking, as a client of Pawn Hub asks for them.

use super::{
    codec::{MODES, Mode, Request},
    friends::{Bonds, bonds, notices},
    session::Session,
};
use damier_server::{ApiError, store::friends::Bond};

/// The speed of the original's games, whose ratings are shown.
const SPEED: &str = "classical";
/// The rows of a ranking.
const ROWS: usize = 10;

impl Session {
    /// Everything that is about people.
    pub(super) async fn socialise(&mut self, request: Request) {
        match request {
            Request::Statistics => self.statistics().await,
            Request::Ranking(number) => self.ranking(number).await,
            Request::Friends => self.list(Bond::Friends, 9).await,
            Request::RequestsReceived => self.list(Bond::Asking, 10).await,
            Request::RequestsSent => self.list(Bond::Asked, 14).await,
            Request::Answer { name, accept } => self.answer(&name, accept).await,
            Request::AskFriend(name) => {
                let result = self.befriend(&name).await;
                self.say(format!("12~{result}"));
            }
            Request::RemoveFriend(name) => {
                let done = self.part(&name, Bond::Friends).await;
                self.say(format!("13~{}", u8::from(done)));
            }
            Request::WithdrawRequest(name) => {
                let done = self.part(&name, Bond::Asked).await;
                self.say(format!("15~{}", u8::from(done)));
            }
            _ => {}
        }
    }

    /// How this client stands with others now.
    pub(super) async fn read_bonds(&self) -> Bonds {
        let Some(client) = &self.client else { return Bonds::new() };
        match self.app.store.friends(&client.person().id, self.app.now()).await {
            Ok(list) => bonds(list),
            Err(error) => {
                tracing::warn!(%error, "friends could not be read");
                self.bonds.clone()
            }
        }
    }

    /// Tells what has changed by somebody else's doing; what this client did it knows already.
    pub(super) async fn tell_friends(&mut self) {
        let after = self.read_bonds().await;
        let changed = notices(&self.bonds, &after);
        self.out.extend(changed);
        self.bonds = after;
    }

    async fn list(&mut self, bond: Bond, number: u8) {
        let bonds = self.read_bonds().await;
        let names = bonds.iter().filter(|(_, found)| **found == bond);
        self.out.extend(names.map(|(name, _)| format!("{number}~{name}")));
    }

    /// How this client stands with somebody of that name, however it is written.
    async fn bond(&self, name: &str) -> Option<Bond> {
        let bonds = self.read_bonds().await;
        let mut same =
            bonds.iter().filter(|(known, _)| known.to_lowercase() == name.to_lowercase());
        same.next().map(|(_, bond)| *bond)
    }

    async fn answer(&mut self, name: &str, accept: bool) {
        let done = match (&self.client, accept) {
            (Some(client), true) => client.accept_friend(name).await.is_ok(),
            (_, true) => false,
            (_, false) => self.part(name, Bond::Asking).await,
        };
        self.bonds = self.read_bonds().await;
        self.say(format!("11~{}~{}", if accept { 1 } else { 2 }, u8::from(done)));
    }

    async fn befriend(&mut self, name: &str) -> u8 {
        let before = self.bond(name).await;
        let Some(client) = &self.client else { return 0 };
        let result = match before {
            Some(Bond::Friends) => 1,
            Some(Bond::Asked) => 2,
            Some(Bond::Asking) | None => match client.befriend(name).await {
                Ok(Bond::Friends) => 3,
                Ok(Bond::Asked | Bond::Asking) => 4,
                Err(_) => 0,
            },
        };
        self.bonds = self.read_bonds().await;
        result
    }

    /// Ends what there is, if it is that.
    async fn part(&mut self, name: &str, what: Bond) -> bool {
        if self.bond(name).await != Some(what) {
            return false;
        }
        let Some(client) = &self.client else { return false };
        let done = client.unfriend(name).await.unwrap_or(false);
        self.bonds = self.read_bonds().await;
        done
    }

    async fn statistics(&mut self) {
        let Some(client) = &self.client else { return };
        let person = client.person().id.clone();
        let ratings = self.app.store.rating_lines(&person).await.unwrap_or_default();
        for (number, name) in MODES.iter().enumerate() {
            let game = Mode::of_number(number).map(|mode| mode.game().to_string());
            let line = ratings
                .iter()
                .find(|line| Some(&line.game) == game.as_ref() && line.speed == SPEED);
            let counts = match &game {
                Some(game) => self.counts(&person, game).await.unwrap_or_default(),
                None => [0; 3],
            };
            let rating = line.map_or(0.0, |line| line.rating);
            let [wins, losses, draws] = counts;
            self.say(format!("7~{number}~{name}~{wins} {losses} {draws}~{rating:.2}"));
        }
    }

    /// Wins, losses and draws against people.
    async fn counts(&self, person: &str, game: &str) -> Result<[i64; 3], ApiError> {
        let tallies = self.app.store.tallies(person).await?;
        let own = tallies.iter().filter(|tally| tally.game == game && tally.computer == 0);
        Ok(own.fold([0; 3], |[wins, losses, draws], tally| {
            [wins + tally.wins, losses + tally.losses, draws + tally.draws]
        }))
    }

    async fn ranking(&mut self, number: usize) {
        if number >= MODES.len() {
            return;
        }
        let mut rows = Vec::new();
        if let Some(mode) = Mode::of_number(number) {
            let game = mode.game().to_string();
            let best = self.app.store.ranking(&game, SPEED, 0).await.unwrap_or_default();
            for line in best.into_iter().take(ROWS) {
                let Ok(person) = self.app.store.find(&line.name).await else { continue };
                let [wins, losses, draws] =
                    self.counts(&person.id, &game).await.unwrap_or_default();
                let (name, rating) = (line.name, line.rating);
                rows.push(format!("{name}~{wins} {losses} {draws}~{rating:.2}"));
            }
        }
        rows.resize(ROWS, "---~- - -~-".to_owned());
        self.out.extend(rows.iter().enumerate().map(|(n, row)| format!("8~{n}~{row}")));
    }
}
