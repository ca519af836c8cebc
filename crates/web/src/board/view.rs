//! The component that draws any board, and turns pointing into moves. It knows cells, not rules.

use super::{
    ahead::{Ahead, AheadMarks},
    input::{self, Click},
    layout::{Arrangement, Layout},
    picture::{Picture, picture},
    pieces::{PieceSet, drawing, round},
    stage::Stage,
};
use crate::{
    board::layers::{Chain, Ground, Marks},
    prefs::{Prefs, language, prefs},
    texts,
};
use damier_games::{
    board::{Board, CellId, Tint},
    rules::Side,
    scene::{PieceKind, Scene, Step},
    table::Gesture,
    text::Language,
};
use leptos::{ev, html, prelude::*, svg};
use std::{sync::Arc, time::Duration};
use wasm_bindgen::JsCast;

/// What a board shows at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Which moment: a higher one follows by `steps`.
    pub ply: usize,
    /// What stands there.
    pub scene: Scene,
    /// What the last move did.
    pub steps: Vec<Step>,
    /// The moves that may be pointed at.
    pub gestures: Vec<Gesture>,
    /// Whose turn it is, as `data-turn` says it.
    pub turn: Option<&'static str>,
    /// Who may point at a move before its turn.
    pub ahead: Option<Ahead>,
}

/// What the parts of a board share. Everything in it is a handle.
#[derive(Clone, Copy)]
pub struct Scenery {
    /// The geometry.
    pub board: Signal<Arc<Board>>,
    /// Where it lies.
    pub layout: Memo<Layout>,
    /// What it shows.
    pub shown: Signal<Shown>,
    /// How it looks.
    pub picture: Memo<Picture>,
    /// The names of the sides.
    pub sides: [Side; 2],
    /// The clicks so far.
    pub clicked: RwSignal<Vec<CellId>>,
    /// The move pointed out before its turn.
    pub ahead: RwSignal<Vec<CellId>>,
    /// What to choose at the end of a move.
    pub choices: RwSignal<Vec<(PieceKind, String)>>,
    /// Where the keyboard is.
    pub cursor: RwSignal<Option<CellId>>,
    /// The pieces.
    pub stage: RwSignal<Stage>,
    /// A piece that follows the pointer: whose cell, and where it is.
    pub drag: RwSignal<Option<(CellId, f32, f32)>>,
    /// What a screen reader is told.
    pub said: RwSignal<String>,
}

/// Any board. Small boards that only show something leave the callbacks out.
#[component]
pub fn BoardView(
    /// The geometry.
    #[prop(into)]
    board: Signal<Arc<Board>>,
    /// What it shows.
    #[prop(into)]
    shown: Signal<Shown>,
    /// The sides, for names and colours.
    sides: [Side; 2],
    /// Turned around.
    #[prop(into, optional)]
    flipped: Signal<bool>,
    /// Without coordinates and without input, as on a tile.
    #[prop(optional)]
    small: bool,
    /// A move was pointed at.
    #[prop(optional, into)]
    on_play: Option<Callback<String>>,
    /// No move goes along these cells.
    #[prop(optional, into)]
    on_refuse: Option<Callback<Vec<CellId>>>,
) -> impl IntoView {
    let prefs = prefs();
    let narrow = expect_context::<crate::app::Narrow>().0;
    let layout = Memo::new(move |_| {
        let coordinates = !small && prefs.with(|prefs| prefs.coordinates);
        let stacked = narrow.get() && !small;
        board.with(|board| {
            Layout::new(board, Arrangement { flipped: flipped.get(), stacked, coordinates })
        })
    });
    let clicked = RwSignal::new(Vec::new());
    let picture = Memo::new(move |_| {
        board.with(|board| {
            shown.with(|shown| {
                clicked.with(|clicked| picture(board, &shown.scene, &shown.gestures, clicked))
            })
        })
    });
    let scenery = Scenery {
        board,
        layout,
        shown,
        picture,
        sides,
        clicked,
        ahead: RwSignal::new(Vec::new()),
        choices: RwSignal::new(Vec::new()),
        cursor: RwSignal::new(None),
        stage: RwSignal::new(Stage::default()),
        drag: RwSignal::new(None),
        said: RwSignal::new(String::new()),
    };
    scenery.perform(prefs, on_play);
    if on_play.is_some() {
        let handle = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" {
                scenery.give_up();
            }
        });
        on_cleanup(move || handle.remove());
    }
    let turn = move || shown.with(|shown| shown.turn);
    let ratio = move || layout.with(|layout| format!("{}", layout.view[2] / layout.view[3]));
    let side_of = move || format!("{}", layout.with(|layout| layout.view[2].max(layout.view[3])));
    view! {
        <div class="board" class:small=small data-turn=turn style:--ratio=ratio style:--units=side_of>
            <Surface scenery small on_play on_refuse/>
            {(!small).then(|| view! { <Chooser scenery on_play/> })}
            {(!small).then(|| view! { <div class="unseen" aria-live="polite">{move || scenery.said.get()}</div> })}
        </div>
    }
}

/// The drawing itself.
#[component]
fn Surface(
    scenery: Scenery,
    small: bool,
    on_play: Option<Callback<String>>,
    on_refuse: Option<Callback<Vec<CellId>>>,
) -> impl IntoView {
    let surface = NodeRef::<svg::Svg>::new();
    let Scenery { layout, .. } = scenery;
    let view = move || layout.with(|layout| layout.view.map(|n| n.to_string()).join(" "));
    let (pressed, pointed) = (RwSignal::new(None), RwSignal::new(false));
    let hand = super::hand::Hand { scenery, surface, on_play, on_refuse, pressed, pointed };
    let (role, tab) = if small { ("img", "-1") } else { ("application", "0") };
    let label = move || texts::BOARD.tell(language().get());
    view! {
        <svg node_ref=surface viewBox=view class="surface" role=role tabindex=tab aria-label=label
            on:pointerdown=move |event| hand.press(&event)
            on:pointermove=move |event| hand.drag(&event)
            on:pointerup=move |event| hand.release(&event)
            on:pointercancel=move |_| hand.drop_it()
            // A finger's click comes after its move: it would hit whatever has come to lie under the finger since.
            on:touchend=move |event| if !small { event.prevent_default() }
            on:click=move |event: ev::MouseEvent| hand.synthetic(&event)
            on:keydown=move |event| hand.key(&event)
            on:contextmenu=move |event| if scenery.give_up() { event.prevent_default() }
            on:blur=move |_| hand.leave()
        >
            <Ground scenery small/>
            <Marks scenery/>
            <AheadMarks scenery/>
            <Chain scenery/>
            <Pieces scenery/>
            <crate::board::layers::Fog scenery/>
        </svg>
    }
}

/// The pieces, each by its identity so that it glides.
#[component]
fn Pieces(scenery: Scenery) -> impl IntoView {
    let Scenery { stage, sides, layout, board, drag, .. } = scenery;
    let prefs = prefs();
    // Of this board, so that what reads it goes with it.
    let set = Memo::new(move |_| prefs.with(|prefs| prefs.pieces));
    let each = move || {
        stage.with(|stage| {
            stage.actors().iter().map(|actor| (actor.id, actor.piece)).collect::<Vec<_>>()
        })
    };
    view! {
        <g class="pieces">
            <For each=each key=|(id, piece)| (*id, *piece) let:item>
                {
                    let (id, piece) = item;
                    let side = sides[piece.owner.index()].key;
                    let actor = Memo::new(move |_| stage.with(|stage| stage.actors().iter().find(|actor| actor.id == id).copied()));
                    let place = move || {
                        let Some(actor) = actor.get() else { return String::new() };
                        let (x, y) = match drag.get() {
                            Some((at, x, y)) if at == actor.at && !actor.leaving => (x, y),
                            _ => layout.with(|layout| layout.middle(actor.at)),
                        };
                        format!("translate({}px, {}px)", x - 0.5, y - 0.5)
                    };
                    let held = move || actor.get().is_some_and(|actor| drag.get().is_some_and(|drag| drag.0 == actor.at));
                    let at = move || actor.get().map(|actor| board.with(|board| board.cell(actor.at).name.clone()));
                    let leaving = move || actor.get().is_none_or(|actor| actor.leaving);
                    view! {
                        <g class=format!("piece {side}") class:leaving=leaving class:held=held style:transform=place
                            data-piece=format!("{side}-{}", piece.kind.key()) data-at=at>
                            {move || parts(piece.kind, side, set.get())}
                        </g>
                    }
                }
            </For>
        </g>
    }
}

/// The outlines of one piece in a box of one square.
pub fn parts(kind: PieceKind, side: &'static str, set: PieceSet) -> impl IntoView {
    let token = set == PieceSet::Tokens && !round(kind, side);
    let scale =
        if token { "translate(.21 .19) scale(.0058)" } else { "translate(.04 .03) scale(.0092)" };
    view! {
        {token.then(|| view! { <circle class="token" cx=".5" cy=".5" r=".42"/> })}
        <g transform=scale class="drawing">
            {drawing(kind, side).iter().map(|part| view! { <path class=part.class d=part.d/> }).collect_view()}
        </g>
    }
}

/// What to choose at the end of a move.
#[component]
fn Chooser(scenery: Scenery, on_play: Option<Callback<String>>) -> impl IntoView {
    let Scenery { choices, sides, shown, .. } = scenery;
    let set = prefs();
    let side = move || shown.with(|shown| shown.turn).unwrap_or(sides[0].key);
    let entries = move || {
        choices.get().into_iter().map(|(kind, text)| {
            let name = move || kind.name().tell(language().get());
            let choose = move |_| {
                choices.set(Vec::new());
                if let Some(on_play) = on_play {
                    on_play.run(text.clone());
                }
            };
            view! {
                <button type="button" class="choice" data-choice=kind.key() aria-label=name on:click=choose>
                    <svg viewBox="0 0 1 1"><g class=move || format!("piece {}", side())>{move || parts(kind, side(), set.with(|prefs| prefs.pieces))}</g></svg>
                </button>
            }
        }).collect_view()
    };
    view! {
        <Show when=move || choices.with(|choices| !choices.is_empty())>
            <div class="chooser" role="dialog" aria-label=move || texts::CHOOSE.tell(language().get())>{entries}</div>
        </Show>
    }
}

impl Scenery {
    /// Lets the stage follow what is shown: a move after another step by step, anything else at once.
    fn perform(self, prefs: RwSignal<Prefs>, on_play: Option<Callback<String>>) {
        let waiting = StoredValue::new(Vec::<TimeoutHandle>::new());
        let stop =
            move || waiting.update_value(|all| all.drain(..).for_each(|handle| handle.clear()));
        on_cleanup(stop);
        Effect::new(move |before: Option<(usize, Arc<Board>)>| {
            let (shown, board) = (self.shown.get(), self.board.get());
            stop();
            let layout = self.layout.get_untracked();
            let (same, next) = match &before {
                Some((ply, old)) => (*old == board, *old == board && ply + 1 == shown.ply),
                None => (false, false),
            };
            self.clicked.set(Vec::new());
            self.choices.set(Vec::new());
            self.settle_ahead(on_play);
            let mut stage = if same { self.stage.get_untracked() } else { Stage::default() };
            stage.clear();
            let glide = if same { prefs.with_untracked(Prefs::glide) } else { 0 };
            let steps: &[Step] = if next { &shown.steps } else { &[] };
            let mut frames = stage.frames(steps, &shown.scene, &layout);
            let mut last = frames.pop().unwrap_or_default();
            if glide == 0 {
                last.clear();
                self.stage.set(last);
            } else {
                frames.push(last.clone());
                last.clear();
                frames.push(last);
                for (n, frame) in (0u32..).zip(frames) {
                    if n == 0 {
                        self.stage.set(frame);
                        continue;
                    }
                    let later = Duration::from_millis((n * glide).into());
                    if let Ok(handle) =
                        set_timeout_with_handle(move || self.stage.set(frame.clone()), later)
                    {
                        waiting.update_value(|all| all.push(handle));
                    }
                }
            }
            (shown.ply, board)
        });
    }

    /// A cell in words: its name, what stands there, what may be done.
    pub fn tell_cell(self, id: CellId, language: Language) -> String {
        let name = self.board.with_untracked(|board| board.cell(id).name.clone());
        self.shown.with_untracked(|shown| {
            let standing = shown.scene.pieces.iter().find(|standing| standing.at == id);
            let mut words = vec![name];
            if let Some(standing) = standing {
                let side = self.sides[standing.piece.owner.index()].name.tell(language);
                let (side, kind) = (side.to_lowercase(), standing.piece.kind.name().tell(language));
                words.push(match language {
                    Language::English => format!("{side} {kind}"),
                    Language::French => format!("{kind} {side}"),
                });
            }
            let look = self
                .picture
                .with_untracked(|picture| picture.looks.get(usize::from(id.0)).copied());
            let look = look.unwrap_or_default();
            let also = [
                (look.fog, texts::IN_FOG),
                (look.check, texts::IN_CHECK),
                (look.forbidden, texts::IS_FORBIDDEN),
                (look.clicked, texts::IS_SELECTED),
                (
                    matches!(look.can, Some(super::picture::Can::Go | super::picture::Can::Take)),
                    texts::CAN_GO,
                ),
            ];
            words.extend(
                also.iter().filter(|also| also.0).map(|also| also.1.tell(language).to_owned()),
            );
            words.join(", ")
        })
    }

    /// What a click on a cell does.
    pub fn click(
        self,
        cell: CellId,
        on_play: Option<Callback<String>>,
        on_refuse: Option<Callback<Vec<CellId>>>,
    ) {
        let gestures = self.shown.with_untracked(|shown| shown.gestures.clone());
        if gestures.is_empty() {
            return self.click_ahead(cell);
        }
        let mut clicked = self.clicked.get_untracked();
        self.choices.set(Vec::new());
        let click = input::click(&gestures, &mut clicked, cell);
        self.clicked.set(clicked);
        match click {
            Click::Play(text) => {
                if let Some(on_play) = on_play {
                    on_play.run(text);
                }
            }
            Click::Choose(choices) => self.choices.set(choices),
            Click::Refused(cells) => {
                if let Some(on_refuse) = on_refuse {
                    on_refuse.run(cells);
                }
            }
            Click::Selected | Click::Cleared => {}
        }
    }
}

/// The class of a square's colour.
pub const fn tint_class(tint: Tint) -> &'static str {
    match tint {
        Tint::Plain => "plain",
        Tint::Light => "light",
        Tint::Dark => "dark",
        Tint::Red => "red",
        Tint::Green => "green",
        Tint::Blue => "blue",
        Tint::Yellow => "yellow",
        Tint::Camp => "camp",
    }
}

/// Kept here so that the element type is named once.
pub type SurfaceRef = NodeRef<svg::Svg>;
/// The page's own dialogs use this.
pub type DialogRef = NodeRef<html::Dialog>;

/// The box of an element on the screen.
pub fn rect(surface: SurfaceRef) -> Option<web_sys::DomRect> {
    let element = surface.get_untracked()?;
    Some(element.unchecked_ref::<web_sys::Element>().get_bounding_client_rect())
}
