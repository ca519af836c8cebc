//! Setting a game up: the computer is chosen already, so that one press begins.

use crate::{
    board::view::{BoardView, Shown},
    components::{challenge::has_board, icons::Icon, options::OptionsForm},
    online::Online,
    pages::setup_online::{HalvesChoice, JoinByCode, RatedChoice, WaitingHere, begin_online},
    play::{
        clock::Pace,
        device::Device,
        local::{LEVEL_KEPT, Opponent, Setup, kept_level, phrase},
    },
    prefs::{language, t},
    storage,
    texts::{self, matches as words},
};
use damier_engine::Level;
use damier_games::{
    GameKey, Player, Viewer, open,
    options::Options,
    text::{Phrase, Text},
};
use leptos::prelude::*;
use leptos_router::{components::A, hooks::use_navigate};
use std::sync::Arc;

/// What the form holds.
#[derive(Clone, Copy)]
pub struct Form {
    /// The game.
    pub game: GameKey,
    /// `computer`, `same-screen`, `friend` or `anyone`.
    pub opponent: RwSignal<&'static str>,
    level: RwSignal<u8>,
    /// `first`, `second` or `random`.
    pub side: RwSignal<&'static str>,
    /// `none`, `clock`, `per-turn` or `days`.
    pub time: RwSignal<&'static str>,
    /// Minutes at the start.
    pub base: RwSignal<u32>,
    /// Seconds for each move.
    pub increment: RwSignal<u32>,
    /// Seconds for a turn.
    pub turn: RwSignal<u32>,
    /// Days for a turn.
    pub days: RwSignal<u32>,
    /// Whether it counts.
    pub rated: RwSignal<bool>,
    /// Whether each of two players chooses half of the board.
    pub halves: RwSignal<bool>,
    /// The game's options.
    pub options: RwSignal<Options>,
}

impl Form {
    fn new(game: GameKey) -> Self {
        Self {
            game,
            opponent: RwSignal::new("computer"),
            level: RwSignal::new(kept_level()),
            side: RwSignal::new("first"),
            time: RwSignal::new("none"),
            base: RwSignal::new(10),
            increment: RwSignal::new(5),
            turn: RwSignal::new(30),
            days: RwSignal::new(2),
            rated: RwSignal::new(false),
            halves: RwSignal::new(true),
            options: RwSignal::new(Options::new()),
        }
    }

    /// Whether the opponent is somebody else's device away.
    pub fn is_online(self) -> bool {
        matches!(self.opponent.get(), "friend" | "anyone")
    }

    /// Whether the board is chosen by both players once they sit.
    pub fn chooses_halves(self) -> bool {
        has_board(self.game) && self.is_online() && self.halves.get()
    }

    fn setup(self) -> Setup {
        let first = open(self.game, &self.options.get_untracked(), None)
            .map_or(Player::One, |table| table.turn());
        let mine = match self.side.get_untracked() {
            "second" => !first,
            "random" if js_sys::Math::random() < 0.5 => !first,
            _ => first,
        };
        let opponent = match self.opponent.get_untracked() {
            "same-screen" => Opponent::SameScreen,
            _ => Opponent::Computer { level: self.level.get_untracked(), side: !mine },
        };
        let pace = match self.time.get_untracked() {
            "clock" => Pace::Clock {
                base_ms: self.base.get_untracked() * 60_000,
                increment_ms: self.increment.get_untracked() * 1000,
            },
            "per-turn" => Pace::PerTurn { turn_ms: self.turn.get_untracked() * 1000 },
            _ => Pace::None,
        };
        Setup {
            game: self.game,
            options: self.options.get_untracked(),
            position: None,
            opponent,
            pace,
        }
    }
}

/// The page.
#[component]
pub fn SetUp() -> impl IntoView {
    let game = super::game_of_path();
    move || match game.get() {
        Some(game) => view! { <SetUpGame game/> }.into_any(),
        None => view! { <super::Nothing/> }.into_any(),
    }
}

#[component]
fn SetUpGame(game: GameKey) -> impl IntoView {
    let (form, info, language) = (Form::new(game), game.info(), language());
    let refusal = RwSignal::new(None::<Phrase>);
    let (navigate, online) = (use_navigate(), Online::of_page());
    let begin = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        storage::save(LEVEL_KEPT, &form.level.get_untracked());
        refusal.set(None);
        if untrack(|| form.is_online()) {
            return begin_online(online, form, refusal);
        }
        match Device::create(form.setup()) {
            Ok(name) => navigate(&format!("/game/{name}"), Default::default()),
            Err(error) => refusal.set(Some(phrase(&error))),
        }
    };
    // Whoever looks for anyone is found sooner on the usual board.
    Effect::new(move |_| form.halves.set(form.opponent.get() == "friend"));
    let press = move || match form.opponent.get() {
        "friend" => words::INVITE,
        "anyone" if form.chooses_halves() => words::OPEN,
        "anyone" => words::FIND,
        _ => texts::START,
    };
    view! {
        <section class="setup">
            <Preview form/>
            <form class="card" on:submit=begin>
                <div class="title">
                    <h1>{move || info.name.tell(language.get())}</h1>
                    <p>{move || info.tagline.tell(language.get())}</p>
                    <A href=format!("/rules/{}", info.key)><Icon name="book"/>{t(texts::READ_RULES)}</A>
                </div>
                <OpponentChoice form/>
                <Show when=move || form.opponent.get() == "computer"><LevelChoice form/></Show>
                <Show when=move || matches!(form.opponent.get(), "computer" | "friend") || form.chooses_halves()><SideChoice form/></Show>
                <TimeChoice form/>
                <Show when=move || form.is_online()><RatedChoice form/></Show>
                <HalvesChoice form/>
                <OptionsForm game chosen=form.options boardless=Signal::derive(move || form.chooses_halves())/>
                {move || refusal.get().map(|refusal| view! { <p class="refusal" role="alert">{refusal.tell(language.get()).to_owned()}</p> })}
                <div class="row begin">
                    <button type="submit" class="primary big" data-action="create-game"><Icon name="autoplay"/>{move || press().tell(language.get())}</button>
                </div>
                <Show when=move || form.opponent.get() == "friend"><JoinByCode/></Show>
                <Show when=move || form.opponent.get() == "anyone"><WaitingHere game/></Show>
            </form>
        </section>
    }
}

/// The board as it will be at the start.
#[component]
fn Preview(form: Form) -> impl IntoView {
    let sides = form.game.info().sides;
    let table = Memo::new(move |_| {
        let table = form.options.with(|options| open(form.game, options, None).ok())?;
        let viewer = if table.info().hidden { Viewer::Seat(Player::One) } else { Viewer::Referee };
        let shown = Shown { scene: table.snapshot(viewer).scene, ..Shown::default() };
        Some((Arc::new(table.board()), shown, table.turn()))
    });
    // Where the board itself is chosen, it lies here as the picker shows it.
    let picked = has_board(form.game);
    let flipped = Signal::derive(move || {
        let Some((board, _, first)) = table.get() else { return false };
        let mine = if form.side.get() == "second" { !first } else { first };
        !picked && form.opponent.get() == "computer" && mine != board.bottom
    });
    let drawn = move || {
        table.get().map(|(board, shown, _)| view! {
        <BoardView board=Signal::stored(board) shown=Signal::stored(shown) sides flipped small=true/>
    })
    };
    view! { <div class="preview">{drawn}</div> }
}

/// One of several, drawn as a card.
fn radio(
    name: &'static str,
    value: &'static str,
    chosen: RwSignal<&'static str>,
    icon: &'static str,
    title: Text,
    help: Option<Text>,
    off: Signal<bool>,
) -> impl IntoView {
    view! {
        <label class="radio" class:off=off>
            <input type="radio" name=name value=value disabled=off prop:checked=move || chosen.get() == value on:change=move |_| chosen.set(value)/>
            {(!icon.is_empty()).then(|| view! { <Icon name=icon/> })}
            <span><strong>{t(title)}</strong>{help.map(|help| view! { <small>{t(help)}</small> })}</span>
        </label>
    }
}

#[component]
fn OpponentChoice(form: Form) -> impl IntoView {
    let alone = Signal::derive({
        let online = Online::of_page();
        move || online.server.get() != Some(true)
    });
    let here = Signal::stored(false);
    let entry = move |value, icon, title, help, off| {
        radio("opponent", value, form.opponent, icon, title, Some(help), off)
    };
    view! {
        <fieldset class="opponents">
            <legend>{t(texts::OPPONENT)}</legend>
            {entry("computer", "computer", texts::COMPUTER, texts::COMPUTER_HELP, here)}
            {entry("same-screen", "people", texts::SAME_SCREEN, texts::SAME_SCREEN_HELP, here)}
            {entry("friend", "link", texts::FRIEND, texts::FRIEND_HELP, alone)}
            {entry("anyone", "globe", texts::ANYONE, texts::ANYONE_HELP, alone)}
        </fieldset>
    }
}

#[component]
fn LevelChoice(form: Form) -> impl IntoView {
    let language = language();
    let entries = Level::ALL.map(|level| {
        let number = level.number();
        view! {
            <label class="level">
                <input type="radio" name="level" value=number prop:checked=move || form.level.get() == number on:change=move |_| form.level.set(number)/>
                <span><b>{number}</b><small>{move || level.name().tell(language.get())}</small></span>
            </label>
        }
    });
    view! { <fieldset class="levels"><legend>{t(texts::LEVEL)}</legend>{entries.into_iter().collect_view()}</fieldset> }
}

#[component]
fn SideChoice(form: Form) -> impl IntoView {
    let sides = form.game.info().sides;
    let first = Memo::new(move |_| {
        form.options.with(|options| {
            open(form.game, options, None).map_or(Player::One, |table| table.turn())
        })
    });
    let language = language();
    let entry = move |value: &'static str, title: Signal<&'static str>| {
        view! {
            <label class="radio compact">
                <input type="radio" name="side" value=value prop:checked=move || form.side.get() == value on:change=move |_| form.side.set(value)/>
                <span><strong>{title}</strong></span>
            </label>
        }
    };
    let name = move |second: bool| {
        Signal::derive(move || {
            let player = if second { !first.get() } else { first.get() };
            sides[player.index()].name.tell(language.get())
        })
    };
    view! {
        <fieldset class="segments">
            <legend>{t(texts::SIDE)}</legend>
            {entry("first", name(false))}
            {entry("second", name(true))}
            {entry("random", Signal::derive(move || texts::SIDE_RANDOM.tell(language.get())))}
        </fieldset>
    }
}

#[component]
fn TimeChoice(form: Form) -> impl IntoView {
    let number = move |name: &'static str, title: Text, value: RwSignal<u32>, most: u32| {
        view! {
            <label class="number"><span>{t(title)}</span>
                <input type="number" name=name min=if name == "increment" { 0 } else { 1 } max=most prop:value=value
                    on:input=move |event| if let Ok(number) = event_target_value(&event).parse() { value.set(u32::min(number, most)) }/>
            </label>
        }
    };
    let here = Signal::stored(false);
    // Days are for matches by letter; nobody plays the computer so.
    Effect::new(move |_| {
        if form.opponent.get() != "friend" && form.time.get_untracked() == "days" {
            form.time.set("none");
        }
    });
    view! {
        <fieldset class="segments">
            <legend>{t(texts::TIME)}</legend>
            {radio("time", "none", form.time, "", texts::TIME_NONE, None, here)}
            {radio("time", "clock", form.time, "", texts::TIME_CLOCK, None, here)}
            {radio("time", "per-turn", form.time, "", texts::TIME_TURN, None, here)}
            <Show when=move || form.opponent.get() == "friend">{radio("time", "days", form.time, "", words::TIME_DAYS, None, here)}</Show>
            <Show when=move || form.time.get() == "clock">
                <div class="numbers">
                    {number("base", texts::MINUTES, form.base, 180)}
                    {number("increment", texts::INCREMENT, form.increment, 180)}
                </div>
            </Show>
            <Show when=move || form.time.get() == "per-turn">
                <div class="numbers">{number("per-turn", texts::TURN_SECONDS, form.turn, 3600)}</div>
            </Show>
            <Show when=move || form.time.get() == "days">
                <div class="numbers">{number("days", words::DAYS, form.days, 14)}</div>
            </Show>
        </fieldset>
    }
}
