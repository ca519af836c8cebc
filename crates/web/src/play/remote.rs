//! The source of matches on a server: what the line follows, with the own move shown at once and the clocks counted on.

use super::{
    local::phrase,
    source::{Ask, Contact, GameView, Seat, Shown, Source},
};
use crate::{
    online::{Online, api},
    texts::{self, matches},
};
use damier_client::{Followed, GameShown, input::why};
use damier_engine::Level;
use damier_games::{
    Player, Table, Viewer,
    board::{Board, CellId},
    scene::Report,
    table::Snapshot,
    text::Phrase,
};
use damier_protocol::{Action, FromClient, FromServer, PersonKind, Seat as Sitting};
use leptos::prelude::*;
use std::{collections::BTreeMap, sync::Arc};

/// A handle on a match on the server.
#[derive(Clone)]
pub struct Remote {
    id: String,
    online: Online,
    board: Arc<Board>,
    /// Past moments of a game with secrets, as they were seen or fetched.
    moments: RwSignal<BTreeMap<usize, Snapshot>>,
    /// What was shown last, for the moment in which the line begins anew.
    last: StoredValue<Option<GameView>>,
}

impl Remote {
    /// The match of that name, once the line follows it.
    pub fn open(online: Online, id: &str) -> Option<Self> {
        let board = untrack(|| online.with_match(id, |followed, _| followed.table().board()))?;
        Some(Self {
            id: id.into(),
            online,
            board: Arc::new(board),
            moments: RwSignal::new(BTreeMap::new()),
            last: StoredValue::new(None),
        })
    }

    fn read(&self, followed: &Followed, sent: Option<&str>) -> GameView {
        let state = &followed.state;
        let viewer = followed.viewer();
        let table = shown_at_once(followed, sent);
        let veiled = state.moves.is_none();
        let now = match &table {
            Some(table) => table.snapshot(viewer),
            None => followed.snapshot(),
        };
        let moves = match &table {
            _ if veiled => self.seen(&now),
            Some(table) => table.reports(viewer),
            None => followed.table().reports(viewer),
        };
        let me = match state.yours.as_slice() {
            [side] => Some(*side),
            _ => None,
        };
        let one_screen = state.yours.len() == 2;
        let waiting = sent.is_some();
        let mine = now.turn.is_some_and(|turn| state.yours.contains(&turn)) && !waiting;
        let computer = state.seats.iter().flatten().any(|seat| seat.kind == PersonKind::Computer);
        let away = Player::BOTH.map(|player| {
            state.away.iter().find(|(side, _)| *side == player).map(|(_, until)| *until)
        });
        GameView {
            claimable: !now.claims.is_empty(),
            takeback: now.ply > 0 && !state.rated && state.takeback.is_none() && !waiting,
            stuck: false,
            options: state.options.clone(),
            time: state.time,
            seats: [0, 1].map(|n| seat(state.seats[n].as_ref())),
            one_screen,
            me,
            contact: Some(Contact {
                waiting,
                draw_offer: state.draw_offer,
                takeback: state.takeback,
                away,
                rematch: state.rematch,
                next: state.next.clone(),
                ratings: followed.ratings,
                rated: state.rated,
                first_move: followed.first_move().filter(|_| now.result.is_none() && !waiting),
                late: followed.late,
                abortable: now.result.is_none() && !followed.both_moved(),
                veiled,
            }),
            shown: GameShown {
                game: state.game,
                board: Arc::clone(&self.board),
                mine,
                moves,
                bottom: me.unwrap_or(self.board.bottom),
                thinking: computer && !mine && now.turn.is_some() && !waiting,
                curtain: false,
                now,
            },
        }
    }

    /// The moves of a game with secrets as far as they were seen.
    fn seen(&self, now: &Snapshot) -> Vec<Option<Report>> {
        let known = self.moments.with(|moments| moments.get(&now.ply) == Some(now));
        if !known {
            // What was taken back is not part of the game any more.
            let now = now.clone();
            self.moments.update_untracked(|moments| {
                moments.split_off(&now.ply);
                moments.insert(now.ply, now);
            });
        }
        self.moments.with_untracked(|moments| {
            let last = |ply| moments.get(&ply).and_then(|moment: &Snapshot| moment.last.clone());
            (1..=now.ply).map(last).collect()
        })
    }

    /// Asks the server for a past moment of a game with secrets.
    fn fetch(&self, ply: usize) {
        let (id, moments) = (self.id.clone(), self.moments);
        wasm_bindgen_futures::spawn_local(async move {
            let Ok(value) = api::moment(&id, ply).await else { return };
            if let Ok(moment) = serde_json::from_value::<Snapshot>(value) {
                moments.try_update(|moments| moments.entry(ply).or_insert(moment).ply);
            }
        });
    }

    fn play(&self, text: &str) -> Result<(), Phrase> {
        let checked: Option<Result<String, Phrase>> = untrack(|| {
            self.online.with_match(&self.id, |followed, sent| {
                let mine = followed.turn().is_some_and(|turn| followed.state.yours.contains(&turn));
                if sent.is_some() || !mine {
                    return Err(texts::NOT_YOUR_TURN.into());
                }
                if followed.state.moves.is_none() {
                    return Ok(text.to_owned());
                }
                let table = followed.table();
                let ahead = table.after(table.turn(), text).map_err(|error| phrase(&error))?;
                Ok(ahead.text)
            })
        });
        let text = checked.unwrap_or_else(|| Err(matches::NO_LINE.into()))?;
        self.online.play(&self.id, &text);
        Ok(())
    }

    fn act(&self, action: Action) -> Result<(), Phrase> {
        let message = FromClient::Do { id: self.id.clone(), action, side: None };
        if self.online.send_in_doubt(message) { Ok(()) } else { Err(matches::NO_LINE.into()) }
    }
}

/// The game with the move in it that the server has not answered yet, where nothing is hidden.
fn shown_at_once(followed: &Followed, sent: Option<&str>) -> Option<Box<dyn Table>> {
    let text = sent.filter(|_| followed.state.moves.is_some())?;
    let mut table = followed.table().fork();
    let turn = table.turn();
    table.play(turn, text).ok()?;
    Some(table)
}

fn seat(sitting: Option<&Sitting>) -> Seat {
    let Some(sitting) = sitting else {
        return Seat { name: matches::NOBODY.into(), computer: false, rating: None, account: None };
    };
    let computer = sitting.kind == PersonKind::Computer;
    let name = match sitting.kind {
        PersonKind::Computer => {
            let level = sitting.name.parse().unwrap_or(Level::FULL).name();
            Phrase::new(
                format!("{} · {}", texts::COMPUTER.en, level.en),
                format!("{} · {}", texts::COMPUTER.fr, level.fr),
            )
        }
        PersonKind::Gone => matches::GONE.into(),
        PersonKind::Guest | PersonKind::Account => {
            Phrase::new(sitting.name.clone(), sitting.name.clone())
        }
    };
    let account = (sitting.kind == PersonKind::Account).then(|| sitting.name.clone());
    Seat { name, computer, rating: sitting.rating, account }
}

impl Source for Remote {
    fn view(&self) -> GameView {
        match self.online.with_match(&self.id, |followed, sent| self.read(followed, sent)) {
            Some(view) => {
                self.last.set_value(Some(view.clone()));
                view
            }
            None => self.last.get_value().expect("a source is opened for a match that is followed"),
        }
    }

    fn at(&self, ply: usize) -> Option<Snapshot> {
        let read = |followed: &Followed, sent: Option<&str>| {
            let veiled = followed.state.moves.is_none();
            let table = shown_at_once(followed, sent);
            let viewer = followed.viewer();
            let open = match &table {
                Some(table) => table.snapshot_at(ply, viewer),
                None => followed.table().snapshot_at(ply, viewer),
            };
            (veiled, open)
        };
        let (veiled, open) = untrack(|| self.online.with_match(&self.id, read))?;
        if !veiled {
            return open;
        }
        let moment = self.moments.with(|moments| moments.get(&ply).cloned());
        if moment.is_none() {
            self.fetch(ply);
        }
        moment
    }

    fn clocks(&self) -> Option<[Shown; 2]> {
        let now = self.online.now();
        let read = |followed: &Followed, _: Option<&str>| {
            let left = followed.clock(now)?;
            Some(Player::BOTH.map(|player| Shown {
                left_ms: left[player.index()] as f64,
                running: followed.state.running == Some(player),
            }))
        };
        self.online.with_match(&self.id, read)?
    }

    fn ask(&self, ask: Ask) -> Result<(), Phrase> {
        self.act(match ask {
            Ask::Play(text) => return self.play(&text),
            Ask::Lift => return Ok(()),
            Ask::Resign => Action::Resign,
            Ask::OfferDraw => Action::OfferDraw,
            Ask::ClaimDraw => Action::ClaimDraw,
            Ask::Takeback => Action::Takeback,
            Ask::DeclineDraw => Action::DeclineDraw,
            Ask::DeclineTakeback => Action::DeclineTakeback,
            Ask::Abort => Action::Abort,
            Ask::Leave => Action::Leave,
            Ask::Rematch => Action::Rematch,
            Ask::DeclineRematch => Action::DeclineRematch,
        })
    }

    fn why(&self, cells: &[CellId]) -> Option<Phrase> {
        let read =
            |followed: &Followed, _: Option<&str>| why(followed.table(), followed.viewer(), cells);
        untrack(|| self.online.with_match(&self.id, read))?
    }

    fn record(&self) -> String {
        let read = |followed: &Followed, _: Option<&str>| {
            let event = if followed.state.rated { "Rated match" } else { "Casual match" };
            let mut headers = vec![("Event", event), ("Site", "Damier")];
            for (tag, seat) in ["White", "Black"].into_iter().zip(&followed.state.seats) {
                headers.extend(seat.as_ref().map(|seat| (tag, seat.name.as_str())));
            }
            let headers: Vec<(String, String)> =
                headers.into_iter().map(|(tag, value)| (tag.into(), value.into())).collect();
            followed.table().record(&headers, Viewer::Spectator)
        };
        untrack(|| self.online.with_match(&self.id, read)).unwrap_or_default()
    }

    fn rematch(&self) -> Option<String> {
        None
    }

    fn on_refusal(&self, tell: Callback<Phrase>) {
        let own = self.id.clone();
        self.online.on_told(move |message| {
            if let FromServer::Refused { id: Some(id), message, .. } = message
                && *id == own
            {
                let told = api::sentence(message);
                tell.run(Phrase::new(told.clone(), told));
            }
        });
    }

    fn time(&self) -> i64 {
        self.online.now()
    }
}
