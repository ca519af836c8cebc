//! A match on a server, as a game's screen sees it.

use super::Online;
use crate::{
    board::taken,
    game::{ChatLine, Clocks, GameView, SeatView, Source},
    texts,
};
use damier_client::{Followed, GameShown, input::why};
use damier_games::{
    Player, Viewer,
    board::CellId,
    table::Snapshot,
    text::{Language, Phrase},
};
use damier_protocol::{PersonKind, Status};
use std::sync::Arc;

/// A match that is followed.
pub struct Remote<'a> {
    /// The server.
    pub online: &'a Online,
    /// The match.
    pub followed: &'a Followed,
    /// Our time, in milliseconds since 1970.
    pub now: i64,
    /// For names.
    pub language: Language,
}

impl Remote<'_> {
    fn seats(&self) -> [SeatView; 2] {
        let state = &self.followed.state;
        let table = self.followed.table();
        let shown = !table.info().hidden || state.status == Status::Over;
        let viewer = self.followed.viewer();
        let start = table.snapshot_at(0, viewer).filter(|_| shown);
        let taken =
            start.map(|start| taken(&start.scene, &table.reports(viewer))).unwrap_or_default();
        Player::BOTH.map(|side| {
            let (name, note) = match &state.seats[side.index()] {
                None => ("?".to_owned(), String::new()),
                Some(seat) if seat.kind == PersonKind::Computer => {
                    let level: Option<damier_engine::Level> = seat.name.parse().ok();
                    let note = level.map(|level| level.name().tell(self.language).to_owned());
                    (texts::COMPUTER.tell(self.language).to_owned(), note.unwrap_or_default())
                }
                Some(seat) => {
                    let rating = seat.rating.map(|rating| rating.to_string());
                    (super::tidy(&seat.name), rating.unwrap_or_default())
                }
            };
            let away = state.away.iter().any(|(who, _)| *who == side);
            SeatView { name, note, away, taken: taken[side.index()].clone() }
        })
    }

    fn notices(&self) -> Vec<Phrase> {
        let (state, online) = (&self.followed.state, self.online);
        let other = |side: Player| !state.yours.contains(&side);
        let mut notices = Vec::new();
        if !online.link.connected {
            notices.push(texts::RECONNECTING.into());
        }
        if state.status == Status::Open {
            notices.push(match &online.code {
                Some(code) if !online.invitation.is_empty() => texts::waiting_invited(code),
                Some(code) => texts::waiting_code(code, &online.address.host),
                None => texts::WAITING.into(),
            });
        }
        if state.status == Status::Over {
            return notices;
        }
        if state.draw_offer.is_some_and(other) && !state.yours.is_empty() {
            notices.push(texts::DRAW_OFFERED.into());
        } else if state.draw_offer.is_some() {
            notices.push(texts::DRAW_WAITS.into());
        }
        if state.takeback.is_some_and(other) && !state.yours.is_empty() {
            notices.push(texts::TAKEBACK_ASKED.into());
        } else if state.takeback.is_some() {
            notices.push(texts::TAKEBACK_WAITS.into());
        }
        if state.chosen.is_some() && state.status == Status::Playing {
            notices.push(texts::BOARD_IS_CHOSEN.into());
        }
        if state.away.iter().any(|(side, _)| other(*side)) && state.status == Status::Playing {
            notices.push(texts::OPPONENT_AWAY.into());
        }
        notices
    }

    /// How many quadrants this person has to choose now.
    fn choosing(&self) -> Option<usize> {
        let state = &self.followed.state;
        let chosen = state.chosen.filter(|_| state.status == Status::Playing)?;
        let missing = state.yours.iter().any(|side| !chosen[side.index()]);
        let alone = state.yours.len() == 2
            || state.seats.iter().flatten().any(|seat| seat.kind == PersonKind::Computer);
        missing.then_some(if alone { 4 } else { 2 })
    }
}

impl Source for Remote<'_> {
    fn view(&self) -> GameView {
        let (state, table) = (&self.followed.state, self.followed.table());
        let viewer = self.followed.viewer();
        let mut now = self.followed.snapshot();
        let playing = state.status == Status::Playing && state.chosen.is_none();
        let waits = self.online.link.waits(&state.id);
        let mine = playing
            && now.turn.is_some_and(|turn| state.yours.contains(&turn))
            && now.result.is_none();
        if !playing {
            now.gestures.clear();
        }
        // The rematch and the like are told after the end.
        let mut notices = self.notices();
        if state.rematch.is_some_and(|side| !state.yours.contains(&side)) {
            notices.push(texts::REMATCH_ASKED.into());
        }
        let board = Arc::new(table.board());
        let time = self.now + self.online.ahead;
        let clocks = self.followed.clock(time).map(|left| Clocks {
            left,
            running: state.running,
            at: self.now,
        });
        let seen = state.snapshot.is_none() || state.moves.is_some();
        let moves = if seen {
            table.reports(viewer)
        } else {
            // Of a game with secrets only the last move is told on the way.
            let mut moves = vec![None; now.ply];
            if let Some(last) = moves.last_mut() {
                *last = now.last.clone();
            }
            moves
        };
        let bottom = match state.yours.as_slice() {
            [side] => *side,
            _ => board.bottom,
        };
        GameView {
            seats: self.seats(),
            shown: GameShown {
                game: state.game,
                board,
                moves,
                bottom,
                mine: mine && !waits,
                thinking: waits
                    || (playing && now.result.is_none() && !mine && !state.yours.is_empty()),
                curtain: false,
                now,
            },
            yours: state.yours.clone(),
            clocks,
            notices,
            online: true,
            chat: self.chat(),
            invitation: if state.status == Status::Open {
                self.online.invitation.clone()
            } else {
                Vec::new()
            },
            choosing: self.choosing(),
        }
    }

    fn at(&self, ply: usize) -> Option<Snapshot> {
        self.followed.at(ply)
    }

    fn why(&self, cells: &[CellId]) -> Option<Phrase> {
        let table = self.followed.table();
        let viewer = self.followed.viewer();
        if viewer == Viewer::Spectator {
            return None;
        }
        why(table, viewer, cells)
    }
}

impl Remote<'_> {
    fn chat(&self) -> Vec<ChatLine> {
        let room = format!("match:{}", self.followed.state.id);
        self.online.chat.get(&room).cloned().unwrap_or_default()
    }
}
