//! The source of games on this device: a local game, the computer that plays in it, and the shelf on which it is kept.

use super::{
    local::{Ending, LocalGame, Opponent, Setup, phrase},
    shelf,
    source::{Ask, GameView, Seat, Shown, Source},
    thinker::Thinker,
};
use crate::texts;
use damier_client::{GameShown, input::why};
use damier_engine::Level;
use damier_games::{
    Player,
    board::{Board, CellId},
    table::Snapshot,
    text::Phrase,
};
use damier_thinker::{Answer, Question};
use leptos::prelude::*;
use std::{sync::Arc, time::Duration};

/// How long the computer may think at full strength, and how long it pretends to at least.
const THINKS_MS: u32 = 1800;
const SEEMS_MS: f64 = 550.0;

/// A handle on a game on this device.
#[derive(Clone)]
pub struct Device {
    name: String,
    board: Arc<Board>,
    game: RwSignal<LocalGame>,
    worker: StoredValue<Option<Thinker>, LocalStorage>,
    /// The question that the computer is thinking about, and since when.
    asked: RwSignal<Option<(u32, f64)>>,
    /// Whether there was nobody to ask.
    stuck: RwSignal<bool>,
}

fn now() -> f64 {
    js_sys::Date::now()
}

impl Device {
    /// Sets a new game up and returns its name.
    pub fn create(setup: Setup) -> Result<String, damier_games::rules::TextError> {
        let name = shelf::fresh();
        shelf::save(&name, &LocalGame::new(setup)?.kept(now()));
        Ok(name)
    }

    /// The kept game of that name, ready to be played on.
    pub fn open(name: &str) -> Option<Self> {
        let game = LocalGame::of(shelf::load(name)?, now())?;
        let device = Self {
            name: name.into(),
            board: Arc::new(game.table.board()),
            game: RwSignal::new(game),
            worker: StoredValue::new_local(None),
            asked: RwSignal::new(None),
            stuck: RwSignal::new(false),
        };
        device.watch_clock();
        device.call_computer();
        Some(device)
    }

    fn change(&self, change: impl FnOnce(&mut LocalGame)) {
        self.game.update(change);
        self.game.with_untracked(|game| shelf::save(&self.name, &game.kept(now())));
        self.call_computer();
    }

    /// Lets the computer think if it is to move, and stop if it is not any more.
    fn call_computer(&self) {
        let question = self.game.with_untracked(|game| {
            let (_, level) = game.computer().filter(|_| game.awaits_computer())?;
            Some(Question {
                id: game.table.ply() as u32,
                game: game.setup.game,
                options: game.setup.options.clone(),
                position: game.setup.position.clone(),
                moves: game.moves(),
                level,
                time_ms: THINKS_MS,
                lines: 1,
                tell: false,
                seed: now() as u64,
            })
        });
        let Some(question) = question else {
            if self.asked.get_untracked().is_some() {
                self.worker.set_value(None);
                self.asked.set(None);
            }
            return;
        };
        let thinking = self.asked.get_untracked();
        if thinking.is_some_and(|(id, _)| id == question.id) {
            return;
        }
        if thinking.is_some() {
            self.worker.set_value(None);
        }
        self.asked.set(Some((question.id, now())));
        self.stuck.set(false);
        if self.worker.with_value(Option::is_none) {
            let device = self.clone();
            self.worker.set_value(Thinker::start(move |answer| device.hear(answer)));
        }
        self.worker.with_value(|worker| match worker {
            Some(worker) => worker.ask(&question),
            None => self.stuck.set(true),
        });
    }

    /// The computer has found its move: it is played at a human pace.
    fn hear(&self, answer: Option<Answer>) {
        let (id, lines) = match answer {
            Some(Answer::Done { id, lines }) => (id, lines),
            Some(Answer::Ready | Answer::Found { .. }) => return,
            Some(Answer::Refused { .. }) | None => {
                let _ = self.stuck.try_set(true);
                return;
            }
        };
        let Some((asked, since)) = self.asked.try_get_untracked().flatten() else { return };
        let Some(line) = lines.into_iter().next().filter(|_| asked == id) else { return };
        let wait = (SEEMS_MS + js_sys::Math::random() * 300.0 - (now() - since)).max(0.0);
        let device = self.clone();
        set_timeout(
            move || {
                let still = device
                    .asked
                    .try_get_untracked()
                    .flatten()
                    .is_some_and(|(asked, _)| asked == id);
                if let (true, Some(text)) = (still, line.moves.first()) {
                    device.asked.set(None);
                    device.change(|game| {
                        game.judgement = line.value;
                        // It was found among the legal moves of this very position.
                        let _ = game.play(text, now());
                    });
                }
            },
            Duration::from_millis(wait as u64),
        );
    }

    fn watch_clock(&self) {
        let device = self.clone();
        let look = move || {
            let fallen = device.game.try_with_untracked(|game| game.clock.fallen(now())).flatten();
            if let Some(player) = fallen {
                device.change(|game| game.end(Ending::Flag(player), now()));
            }
        };
        if let Ok(handle) = set_interval_with_handle(look, Duration::from_millis(100)) {
            on_cleanup(move || handle.clear());
        }
    }

    fn seats(game: &LocalGame) -> [Seat; 2] {
        let sides = game.table.info().sides;
        Player::BOTH.map(|player| {
            let side = sides[player.index()].name;
            match game.computer() {
                Some((computer, level)) if computer == player => {
                    let level = Level::new(level).unwrap_or(Level::FULL).name();
                    let name = Phrase::new(
                        format!("{} · {}", texts::COMPUTER.en, level.en),
                        format!("{} · {}", texts::COMPUTER.fr, level.fr),
                    );
                    Seat { name, computer: true, rating: None, account: None }
                }
                Some(_) => {
                    Seat { name: texts::YOU.into(), computer: false, rating: None, account: None }
                }
                None => Seat { name: side.into(), computer: false, rating: None, account: None },
            }
        })
    }
}

impl Source for Device {
    fn view(&self) -> GameView {
        let thinking = self.asked.get().is_some();
        self.game.with(|game| {
            let viewer = game.viewer();
            let one_screen = game.setup.opponent == Opponent::SameScreen;
            let now = game.table.snapshot(viewer);
            let turn = game.table.turn();
            let bottom = match game.computer() {
                Some((side, _)) => !side,
                None => {
                    game.facing.filter(|_| game.table.info().hidden).unwrap_or(self.board.bottom)
                }
            };
            GameView {
                claimable: !now.claims.is_empty(),
                shown: GameShown {
                    game: game.setup.game,
                    board: Arc::clone(&self.board),
                    mine: !game.is_over() && !game.awaits_computer() && now.turn == Some(turn),
                    moves: game.table.reports(viewer),
                    now,
                    bottom,
                    thinking,
                    curtain: one_screen && game.facing.is_none() && !game.is_over(),
                },
                options: game.setup.options.clone(),
                time: game.setup.pace.control(),
                seats: Self::seats(game),
                takeback: game.table.ply() > 0,
                stuck: self.stuck.get(),
                one_screen,
                me: game.computer().map(|(side, _)| !side),
                contact: None,
            }
        })
    }

    fn at(&self, ply: usize) -> Option<Snapshot> {
        self.game.with_untracked(|game| game.table.snapshot_at(ply, game.viewer()))
    }

    fn clocks(&self) -> Option<[Shown; 2]> {
        self.game.with(|game| {
            let shown = |player| Shown {
                left_ms: game.clock.left_ms(player, now()),
                running: game.clock.running() == Some(player),
            };
            game.clock.counts().then(|| Player::BOTH.map(shown))
        })
    }

    fn ask(&self, ask: Ask) -> Result<(), Phrase> {
        let person = self.game.with_untracked(|game| match game.computer() {
            Some((side, _)) => !side,
            None => game.table.turn(),
        });
        match ask {
            Ask::Play(text) => {
                if self.game.with_untracked(LocalGame::awaits_computer) {
                    return Err(texts::NOT_YOUR_TURN.into());
                }
                let mut played = Ok(());
                self.change(|game| played = game.play(&text, now()));
                return played.map_err(|error| phrase(&error));
            }
            Ask::Resign => self.change(|game| game.end(Ending::Resigned(person), now())),
            Ask::OfferDraw => {
                let agreed = self
                    .game
                    .with_untracked(|game| game.computer().is_none() || game.computer_takes_draw());
                if !agreed {
                    return Err(texts::DRAW_DECLINED.into());
                }
                self.change(|game| game.end(Ending::Agreed, now()));
            }
            Ask::ClaimDraw => self.change(|game| game.end(Ending::Claimed, now())),
            Ask::Takeback => self.change(|game| {
                game.take_back(now());
            }),
            Ask::Lift => self.change(|game| game.facing = Some(game.table.turn())),
            // Nobody asks for these on one's own device.
            Ask::DeclineDraw
            | Ask::DeclineTakeback
            | Ask::Abort
            | Ask::Leave
            | Ask::Rematch
            | Ask::DeclineRematch => {}
        }
        Ok(())
    }

    fn why(&self, cells: &[CellId]) -> Option<Phrase> {
        self.game.with_untracked(|game| why(&*game.table, game.viewer(), cells))
    }

    fn record(&self) -> String {
        self.game.with_untracked(|game| {
            let seats = Self::seats(game);
            let headers: Vec<(String, String)> = [("White", &seats[0]), ("Black", &seats[1])]
                .iter()
                .map(|(tag, seat)| ((*tag).to_owned(), seat.name.en.clone()))
                .collect();
            game.table.record(&headers, game.viewer())
        })
    }

    fn rematch(&self) -> Option<String> {
        let mut setup = self.game.with_untracked(|game| game.setup.clone());
        if let Opponent::Computer { side, .. } = &mut setup.opponent {
            *side = !*side;
        }
        Self::create(setup).ok()
    }
}
