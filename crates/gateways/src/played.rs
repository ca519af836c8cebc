//! A match that a peer plays, followed as every client of ours follows it.

use damier_client::{Applied, Followed};
use damier_games::Player;
use damier_protocol::{Action, FromClient, FromServer, Happening, Status};

/// A match and what is known of it.
pub struct Played {
    /// Its name.
    pub id: String,
    followed: Option<Followed>,
    attempts: u64,
}

/// What a message meant for the match.
#[derive(Debug, PartialEq)]
pub enum News {
    /// Nothing, or nothing new.
    Nothing,
    /// Something was missed, or somebody sat down: the match has to be watched anew.
    Again,
    /// Both sit, and this is the first that is known of it; or it is known anew after a gap.
    State,
    /// What has happened, in order; the match is up to date with it.
    Happened(Vec<Happening>),
}

impl Played {
    /// A match of which nothing is known yet.
    pub fn new(id: String) -> Self {
        Self { id, followed: None, attempts: 0 }
    }

    /// Takes a message of the server.
    pub fn take(&mut self, message: &FromServer) -> News {
        match message {
            FromServer::Match(state) if state.id == self.id => {
                if state.status == Status::Open {
                    return News::Nothing;
                }
                match Followed::new((**state).clone()) {
                    Ok(followed) => {
                        self.followed = Some(followed);
                        News::State
                    }
                    Err(error) => {
                        tracing::error!(%error, id = self.id, "a match cannot be followed");
                        News::Nothing
                    }
                }
            }
            FromServer::Event { id, seq, at, events, snapshot } if *id == self.id => {
                let Some(followed) = &mut self.followed else { return News::Again };
                match followed.apply(*seq, *at, events, snapshot.as_ref()) {
                    Applied::Done => News::Happened(events.clone()),
                    Applied::Old => News::Nothing,
                    Applied::Lost => News::Again,
                }
            }
            _ => News::Nothing,
        }
    }

    /// The match, once both sit.
    pub fn followed(&self) -> Option<&Followed> {
        self.followed.as_ref()
    }

    /// The peer's side.
    pub fn side(&self) -> Option<Player> {
        self.followed.as_ref()?.state.yours.first().copied()
    }

    /// Whether it is the peer's turn.
    pub fn my_turn(&self) -> bool {
        let turn = self.followed.as_ref().and_then(Followed::turn);
        turn.is_some() && turn == self.side()
    }

    /// Whether there is a result.
    pub fn is_over(&self) -> bool {
        self.followed.as_ref().is_some_and(|match_| match_.state.status == Status::Over)
    }

    /// What to ask for to be told of the match.
    pub fn watch(&self) -> FromClient {
        FromClient::Watch { id: self.id.clone(), since: None }
    }

    /// A move, and the name of the attempt.
    pub fn play(&mut self, text: String) -> (FromClient, u64) {
        self.attempts += 1;
        let ply = self.followed.as_ref().map_or(0, Followed::ply);
        let attempt = self.attempts;
        (FromClient::Play { id: self.id.clone(), ply, attempt, text }, attempt)
    }

    /// Anything else that a player does.
    pub fn act(&self, action: Action) -> FromClient {
        FromClient::Do { id: self.id.clone(), action, side: None }
    }

    /// What somebody does who goes for good. The originals count that as lost from the first moment on, so it has to be stored as
    /// lost even where our own rule would call the match off.
    pub fn forfeit(&self) -> FromClient {
        let early = self
            .followed
            .as_ref()
            .is_some_and(|match_| match_.state.chosen.is_none() && match_.ply() < 2);
        self.act(if early { Action::Resign } else { Action::Leave })
    }

    /// No to whatever the opponent asks that these protocols have no words for.
    pub fn decline(&self, happening: &Happening) -> Option<FromClient> {
        let (by, action) = match happening {
            Happening::DrawOffered { by } => (by, Action::DeclineDraw),
            Happening::TakebackAsked { by } => (by, Action::DeclineTakeback),
            Happening::RematchOffered { by } => (by, Action::DeclineRematch),
            _ => return None,
        };
        (self.side() != Some(*by)).then(|| self.act(action))
    }

    /// What the players of that side are called.
    pub fn name(&self, side: Player) -> String {
        let seats = self.followed.as_ref().map(|match_| &match_.state.seats[side.index()]);
        seats.and_then(|seat| seat.as_ref()).map(|seat| seat.name.clone()).unwrap_or_default()
    }
}
