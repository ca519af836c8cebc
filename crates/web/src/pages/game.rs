//! A game: the board, the players, the moves, and all that one can do.

use crate::{
    board::{
        ahead::Ahead,
        view::{BoardView, Shown},
    },
    browser,
    components::{
        icons::Icon,
        moves::{MoveList, Steps},
        player::PlayerBar,
        result::ResultDialog,
    },
    later::{Together, open_together},
    online::api::sentence,
    pages::{
        game_offers::Offers,
        game_parts::{Actions, Confirm, Curtain, TypedMove},
    },
    play::{
        device::Device,
        shelf,
        source::{AnySource, Ask, GameView},
    },
    prefs::{Prefs, language, prefs, t},
    sound::{self, Sound},
    texts::{self, matches},
    words,
};
use damier_games::{
    GameKey, Player, Viewer,
    board::CellId,
    open,
    options::Options,
    outcome::Score,
    rules::Side,
    scene::{MarkKind, Step},
    text::{Phrase, Text},
};
use leptos::{ev, prelude::*};
use leptos_router::{components::A, hooks::use_params_map};
use std::{sync::Arc, time::Duration};

/// The page: finds the game that the address names.
#[component]
pub fn Game() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.with(|params| params.get("id").unwrap_or_default()));
    move || {
        let id = id.get();
        if !id.starts_with(shelf::LOCAL) {
            return open_together(Together::Match(id));
        }
        match Device::open(&id) {
            Some(device) => view! { <Match source=Arc::new(device) as AnySource/> }.into_any(),
            None => view! { <Gone why=texts::GAME_GONE/> }.into_any(),
        }
    }
}

/// A game that is not there.
#[component]
pub fn Gone(
    /// What to say.
    why: Text,
) -> impl IntoView {
    view! {
        <section class="notice"><h1>{t(why)}</h1><A href="/" attr:class="button primary">{t(texts::TO_LOBBY)}</A></section>
    }
}

/// What the parts of the page share.
#[derive(Clone)]
pub struct Desk {
    /// The game.
    pub source: AnySource,
    /// What is seen of it.
    pub view: Memo<GameView>,
    /// The moment that is looked at, if not the present.
    pub past: RwSignal<Option<usize>>,
    /// Turned by hand.
    pub turned: RwSignal<bool>,
    /// A message that goes away by itself.
    pub message: RwSignal<Option<Phrase>>,
    /// What waits to be confirmed.
    pub pending: RwSignal<Option<Ask>>,
    /// Whether the result lies over the page, with its own ways on.
    pub result: RwSignal<bool>,
}

impl Desk {
    fn new(source: AnySource) -> Self {
        let seen = source.clone();
        let view = Memo::new(move |_| seen.view());
        Self {
            source,
            view,
            past: RwSignal::new(None),
            turned: RwSignal::new(false),
            message: RwSignal::new(None),
            pending: RwSignal::new(None),
            result: RwSignal::new(false),
        }
    }

    /// Asks the game and tells what it refuses; what was refused before is history once something goes.
    pub fn ask(&self, ask: Ask) {
        self.past.set(None);
        match self.source.ask(ask) {
            Ok(()) => self.message.set(None),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Asks the game, or first the person who wants to be asked.
    pub fn ask_with_care(&self, ask: Ask, prefs: RwSignal<Prefs>) {
        if prefs.with_untracked(|prefs| prefs.confirm) {
            self.pending.set(Some(ask));
        } else {
            self.ask(ask);
        }
    }

    /// Says something for a while.
    pub fn refuse(&self, phrase: Phrase) {
        let message = self.message;
        message.set(Some(phrase.clone()));
        let still = move || {
            if message.try_with_untracked(|now| now.as_ref() == Some(&phrase)) == Some(true) {
                message.set(None);
            }
        };
        set_timeout(still, Duration::from_secs(5));
    }

    /// Looks at another moment; the last one is the present.
    pub fn go(&self, ply: usize) {
        let last = self.view.with_untracked(|view| view.moves.len());
        self.past.set((ply < last).then_some(ply));
    }

    /// The moment that is looked at.
    pub fn ply(&self) -> Signal<usize> {
        let (past, view) = (self.past, self.view);
        Signal::derive(move || past.get().unwrap_or_else(|| view.with(|view| view.moves.len())))
    }
}

/// The game itself, wherever it is played.
#[component]
pub fn Match(
    /// The game.
    source: AnySource,
    /// What stands below the rest, such as a conversation.
    #[prop(optional)]
    below: Option<ViewFn>,
) -> impl IntoView {
    let desk = Desk::new(source.clone());
    let refusals = desk.clone();
    source.on_refusal(Callback::new(move |refusal| refusals.refuse(refusal)));
    let Desk { view, past, message, .. } = desk.clone();
    let (prefs, language) = (prefs(), language());
    let sides = view.with_untracked(|view| view.game.info().sides);
    let bottom = Memo::new(move |_| {
        let turning = prefs.with(|prefs| prefs.turning);
        view.with(|view| match view.now.turn {
            Some(turn) if turning && view.one_screen => turn,
            _ => view.bottom,
        })
    });
    hear(view, prefs);
    name_tab(view);
    keys(&desk);
    let near = Signal::derive(move || if desk.turned.get() { !bottom.get() } else { bottom.get() });
    let far = Signal::derive(move || !near.get());
    let last = Signal::derive(move || view.with(|view| view.moves.len()));
    let moves = Signal::derive(move || view.with(|view| view.moves.clone()));
    let go = {
        let desk = desk.clone();
        Callback::new(move |ply| desk.go(ply))
    };
    let spoken = move || {
        view.with(|view| {
            view.moves.last().cloned().flatten().map(|report| {
                let mover = sides[usize::from(view.now.turn == Some(Player::One))]
                    .name
                    .tell(language.get());
                format!("{mover} : {}", report.notation)
            })
        })
    };
    let typed = StoredValue::new(desk.clone());
    view! {
        <section class="match">
            <div class="table">
                <PlayerBar source=source.clone() view player=far sides/>
                <div class="stage">
                    <MatchBoard desk=desk.clone() sides near/>
                    <Curtain desk=desk.clone() sides/>
                </div>
                <PlayerBar source=source.clone() view player=near sides/>
            </div>
            <aside class="side card">
                <header class="row"><h1>{move || view.with(|view| view.game.info().name.tell(language.get()))}</h1><State view sides/></header>
                <Agreed view/>
                <div class="message" role="status">{move || message.get().map(|message| message.tell(language.get()).to_owned())}</div>
                <Offers desk=desk.clone()/>
                <Confirm desk=desk.clone()/>
                <MoveList moves ply=desk.ply() on_go=go/>
                <Steps ply=desk.ply() last on_go=go/>
                <Show when=move || view.with(GameView::plays)><TypedMove desk=typed.get_value()/></Show>
                <Actions desk=desk.clone()/>
                <Show when=move || past.get().is_some()>
                    <button type="button" class="present" on:click=move |_| past.set(None)><Icon name="last"/>{t(texts::LAST)}</button>
                </Show>
                {below.map(|below| below.run())}
            </aside>
            <div class="unseen" aria-live="polite">{spoken}</div>
            <ResultDialog source view sides open=desk.result/>
        </section>
    }
}

/// Whose turn it is, or how it ended, in words.
#[component]
fn State(view: Memo<GameView>, sides: [Side; 2]) -> impl IntoView {
    let language = language();
    let told = move || {
        let language = language.get();
        view.with(|view| match (view.now.result, view.now.turn) {
            (Some(outcome), _) => {
                outcome.phrase(sides.map(|side| side.name)).tell(language).to_owned()
            }
            (None, Some(_)) if view.mine && !view.one_screen => {
                texts::YOUR_TURN.tell(language).to_owned()
            }
            (None, Some(_)) if view.contact.as_ref().is_some_and(|contact| contact.waiting) => {
                matches::SENDING.tell(language).to_owned()
            }
            (None, Some(turn)) => format!(
                "{} {}",
                sides[turn.index()].name.tell(language),
                texts::TO_MOVE.tell(language)
            ),
            (None, None) => String::new(),
        })
    };
    view! { <span class="state">{told}</span> }
}

/// What was agreed before the game, in a line; and why nothing came of it.
#[component]
fn Agreed(view: Memo<GameView>) -> impl IntoView {
    let language = language();
    let told = Memo::new(move |_| {
        view.with(|view| {
            let rated = view.contact.as_ref().map(|contact| contact.rated);
            let parts = words::agreed(view.game, &view.options, view.time, rated, language.get());
            sentence(&parts.join(" · "))
        })
    });
    view! {
        <Show when=move || !told.with(String::is_empty)><p class="agreed quiet">{told}</p></Show>
        {move || view.with(GameView::called_off).map(|why| view! { <p>{t(why)}</p> })}
    }
}

#[component]
fn MatchBoard(desk: Desk, sides: [Side; 2], near: Signal<Player>) -> impl IntoView {
    let (view, past, prefs) = (desk.view, desk.past, prefs());
    let board = Memo::new(move |_| view.with(|view| Arc::clone(&view.board)));
    let source = desk.source.clone();
    let placing = view.with_untracked(|view| is_placing(view.game));
    let shown = Memo::new(move |_| {
        let moment = past.get().and_then(|ply| source.at(ply));
        view.with(|view| {
            let now = moment.as_ref().unwrap_or(&view.now);
            let live = moment.is_none() && view.mine;
            Shown {
                ply: now.ply,
                scene: now.scene.clone(),
                steps: now.last.as_ref().map(|report| report.steps.clone()).unwrap_or_default(),
                gestures: if live { now.gestures.clone() } else { Vec::new() },
                turn: now.turn.map(|turn| sides[turn.index()].key),
                ahead: view
                    .me
                    .filter(|me| moment.is_none() && now.turn == Some(!*me))
                    .map(|owner| Ahead { owner, placing }),
            }
        })
    });
    let flipped = Signal::derive(move || board.with(|board| board.bottom) != near.get());
    let play = {
        let desk = desk.clone();
        move |text: String| desk.ask_with_care(Ask::Play(text), prefs)
    };
    let refuse = move |cells: Vec<CellId>| {
        let why = desk.source.why(&cells);
        // A click beside everything, without a piece in hand, needs no comment.
        if let Some(why) = why.or_else(|| (cells.len() > 1).then(|| texts::REFUSED.into())) {
            prefs.with_untracked(|prefs| sound::play(Sound::Refused, prefs));
            desk.refuse(why);
        }
    };
    view! { <BoardView board shown sides flipped on_play=Callback::new(play) on_refuse=Callback::new(refuse)/> }
}

/// Whether moves are single cells, as a first move shows.
fn is_placing(game: GameKey) -> bool {
    let start = open(game, &Options::new(), None).map(|table| table.snapshot(Viewer::Referee));
    start.is_ok_and(|start| {
        start.gestures.iter().all(|gesture| gesture.paths.iter().all(|path| path.len() == 1))
    })
}

/// Lets moves and ends be heard.
fn hear(view: Memo<GameView>, prefs: RwSignal<Prefs>) {
    let known = view.with_untracked(|view| (view.moves.len(), view.now.result.is_some()));
    Effect::new(move |before: Option<(usize, bool)>| {
        let (plies, over) = before.unwrap_or(known);
        view.with(|view| {
            let marked = |kind| view.now.scene.marks.iter().any(|mark| mark.kind == kind);
            let took = |steps: &[Step]| steps.iter().any(|step| matches!(step, Step::Take(_)));
            let sound = match (view.now.result, view.now.last.as_ref()) {
                (Some(outcome), _) if !over => Some(match outcome.score {
                    Score::Win(winner) if view.me == Some(!winner) => Sound::Lose,
                    Score::Win(_) => Sound::Win,
                    Score::Draw | Score::Void => Sound::Draw,
                }),
                _ if view.moves.len() <= plies => None,
                _ if marked(MarkKind::Check) => Some(Sound::Check),
                (_, Some(report)) if took(&report.steps) => Some(Sound::Capture),
                _ => Some(Sound::Move),
            };
            if let Some(sound) = sound {
                prefs.with_untracked(|prefs| sound::play(sound, prefs));
            }
            (view.moves.len(), view.now.result.is_some())
        })
    });
}

/// The tab tells whose turn it is to somebody who looks at another one.
fn name_tab(view: Memo<GameView>) {
    let language = language();
    Effect::new(move |_| {
        let language = language.get();
        let title = view.with(|view| {
            let game = view.game.info().name.tell(language);
            let turn = view.mine && !view.one_screen && view.now.result.is_none();
            let call = if turn { texts::YOUR_TURN.tell(language) } else { "" };
            let parts = [call, game, "Damier"].into_iter().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(" · ")
        });
        document().set_title(&title);
    });
}

fn keys(desk: &Desk) {
    let desk = desk.clone();
    let handle = window_event_listener(ev::keydown, move |event| {
        if browser::writing(&event) || event.default_prevented() {
            return;
        }
        let (ply, last) =
            (desk.ply().get_untracked(), desk.view.with_untracked(|view| view.moves.len()));
        match event.key().as_str() {
            "ArrowLeft" => desk.go(ply.saturating_sub(1)),
            "ArrowRight" => desk.go((ply + 1).min(last)),
            "Home" => desk.go(0),
            "End" => desk.go(last),
            "x" | "X" => desk.turned.update(|turned| *turned = !*turned),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
}
