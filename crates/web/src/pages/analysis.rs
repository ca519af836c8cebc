//! The analysis board: both sides, variations, and the computer's opinion.

use crate::{
    board::view::{BoardView, Shown},
    browser,
    components::{icons::Icon, moves::Steps},
    pages::analysis_parts::{EngineLines, EvalBar, OpenText, Tree},
    play::{study::Study, thinker::Thinker},
    prefs::{language, prefs, t},
    sound::{self, Sound},
    storage, texts,
};
use damier_games::{GameKey, Viewer};
use damier_thinker::{Answer, Line, Question};
use leptos::{ev, prelude::*};
use leptos_router::hooks::use_navigate;
use std::sync::Arc;

/// A game that another page wants to see analysed.
const HANDED_OVER: &str = "analysis";
/// How long the computer looks at one position.
const THINKS_MS: u32 = 60_000;
/// How many lines it shows.
const LINES: usize = 3;

/// The page; without a game in its address, it begins with the first of the list.
#[component]
pub fn Analysis() -> impl IntoView {
    let game = super::game_of_path();
    move || {
        let game = game.get().unwrap_or(GameKey::ALL[0]);
        view! { <Board game/> }
    }
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
pub struct Bench {
    /// The tree.
    pub study: RwSignal<Study>,
    /// Whether the computer thinks along.
    pub engine: RwSignal<bool>,
    /// What it has found, the best first.
    pub lines: RwSignal<Vec<Line>>,
    /// Whether it cannot be had.
    pub stuck: RwSignal<bool>,
    worker: StoredValue<Option<Thinker>, LocalStorage>,
    asked: StoredValue<u32>,
}

impl Bench {
    /// Lets the computer look at the present position, and at nothing else.
    fn consult(self) {
        self.worker.set_value(None);
        self.lines.set(Vec::new());
        self.stuck.set(false);
        if !self.engine.get() {
            self.study.track();
            return;
        }
        let id = self.asked.get_value() + 1;
        self.asked.set_value(id);
        let question = self.study.with(|study| Question {
            id,
            game: study.game(),
            options: study.options(),
            position: study.start().map(str::to_owned),
            moves: study.moves(),
            level: 8,
            time_ms: THINKS_MS,
            lines: LINES,
            tell: true,
            seed: 1,
        });
        let hear = move |answer: Option<Answer>| match answer {
            Some(Answer::Found { id: of, line }) if self.asked.try_get_value() == Some(of) => {
                self.lines.update(|lines| {
                    let rank = line.rank;
                    lines.retain(|other| other.rank != rank);
                    lines.push(line);
                    lines.sort_by_key(|line| line.rank);
                });
            }
            Some(Answer::Refused { .. }) | None => {
                let _ = self.stuck.try_set(true);
            }
            Some(_) => {}
        };
        self.worker.set_value(Thinker::start(hear));
        self.worker.with_value(|worker| match worker {
            Some(worker) => worker.ask(&question),
            None => self.stuck.set(true),
        });
    }

    /// Plays a move where one looks.
    pub fn play(self, text: &str) {
        let mut played = false;
        self.study.update(|study| played = study.play(text).is_ok());
        let sound = if played { Sound::Move } else { Sound::Refused };
        prefs().with_untracked(|prefs| sound::play(sound, prefs));
    }

    /// Looks at the moment after so many moves of the line.
    fn go(self, ply: usize) {
        self.study.update(|study| {
            let node = ply.checked_sub(1).and_then(|n| study.line().get(n).map(|entry| entry.0));
            study.go(node);
        });
    }
}

#[component]
fn Board(game: GameKey) -> impl IntoView {
    let handed: Option<String> = storage::load(HANDED_OVER);
    storage::forget(HANDED_OVER);
    let study =
        handed.and_then(|text| Study::read(game, &text).ok()).unwrap_or_else(|| Study::new(game));
    let bench = Bench {
        study: RwSignal::new(study),
        engine: RwSignal::new(false),
        lines: RwSignal::new(Vec::new()),
        stuck: RwSignal::new(false),
        worker: StoredValue::new_local(None),
        asked: StoredValue::new(0),
    };
    Effect::new(move |_| bench.consult());
    keys(bench);
    let flipped = RwSignal::new(false);
    let sides = Memo::new(move |_| bench.study.with(|study| study.game()));
    let ply = Signal::derive(move || bench.study.with(Study::ply));
    let last = Signal::derive(move || bench.study.with(|study| study.line().len()));
    view! {
        <section class="match analysis">
            <div class="table">
                <div class="stage with-bar">
                    <EvalBar bench flipped=flipped.into()/>
                    {move || { sides.track(); view! { <StudyBoard bench flipped/> } }}
                </div>
            </div>
            <aside class="side card">
                <header class="row"><h1>{t(texts::ANALYSIS)}</h1><GameChoice bench/></header>
                <EngineLines bench/>
                <Tree bench/>
                <Steps ply last on_go=Callback::new(move |ply| bench.go(ply))/>
                <div class="row">
                    <button type="button" data-action="flip" on:click=move |_| flipped.update(|flipped| *flipped = !*flipped)>
                        <Icon name="flip"/>{t(texts::FLIP)}
                    </button>
                    <button type="button" data-action="restart" on:click=move |_| bench.study.update(|study| *study = Study::new(study.game()))>
                        <Icon name="again"/>{t(texts::START_OVER)}
                    </button>
                </div>
                <OpenText bench/>
            </aside>
        </section>
    }
}

#[component]
fn GameChoice(bench: Bench) -> impl IntoView {
    let (language, navigate) = (language(), use_navigate());
    let now = Memo::new(move |_| bench.study.with(Study::game));
    let entries = GameKey::ALL.iter().map(|key| {
        let info = key.info();
        view! { <option value=info.key selected=move || now.get() == *key>{move || info.name.tell(language.get())}</option> }
    });
    view! {
        <select name="game" aria-label=t(texts::GAMES) on:change=move |event| navigate(&format!("/analysis/{}", event_target_value(&event)), Default::default())>
            {entries.collect_view()}
        </select>
    }
}

#[component]
fn StudyBoard(bench: Bench, flipped: RwSignal<bool>) -> impl IntoView {
    let study = bench.study;
    let sides = study.with_untracked(|study| study.game().info().sides);
    let board = Memo::new(move |_| study.with(|study| Arc::new(study.table().board())));
    let shown = Memo::new(move |_| {
        let now = study.with(|study| study.table().snapshot(Viewer::Referee));
        Shown {
            ply: now.ply,
            steps: now.last.map(|report| report.steps).unwrap_or_default(),
            scene: now.scene,
            gestures: now.gestures,
            turn: now.turn.map(|turn| sides[turn.index()].key),
            ahead: None,
        }
    });
    view! { <BoardView board shown sides flipped on_play=Callback::new(move |text: String| bench.play(&text))/> }
}

fn keys(bench: Bench) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if browser::writing(&event) || event.default_prevented() {
            return;
        }
        match event.key().as_str() {
            "ArrowLeft" => bench.study.update(Study::back),
            "ArrowRight" => bench.study.update(Study::on),
            "Home" => bench.study.update(|study| study.go(None)),
            "End" => bench.study.update(Study::end),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
}
