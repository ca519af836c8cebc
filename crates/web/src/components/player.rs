//! A player beside the board: name, whose turn, what is counted, the clock.

use super::{icons::Icon, taken::Taken};
use crate::{
    play::{
        clock,
        source::{AnySource, GameView, Seat},
    },
    prefs::{language, prefs, t},
    sound::{self, Sound},
    texts::{self, matches},
    words,
};
use damier_games::{Player, rules::Side, text::Language};
use damier_protocol::TimeControl;
use leptos::prelude::*;
use leptos_router::components::A;
use std::time::Duration;

/// When a clock begins to warn.
const LOW_MS: f64 = 10_000.0;

/// One player.
#[component]
pub fn PlayerBar(
    /// The game.
    source: AnySource,
    /// What is seen of it.
    view: Memo<GameView>,
    /// Which side.
    #[prop(into)]
    player: Signal<Player>,
    /// The names of the sides.
    sides: [Side; 2],
) -> impl IntoView {
    let language = language();
    let side = move || sides[player.get().index()];
    let seat = move || view.with(|view| view.seats[player.get().index()].clone());
    let name = move || seat().name.tell(language.get()).to_owned();
    let turn = move || view.with(|view| view.now.turn == Some(player.get()));
    let below = move || {
        let language = language.get();
        // On one screen the side is the name.
        let side = side().name.tell(language);
        let mut words = if name() == side { Vec::new() } else { vec![side.to_owned()] };
        view.with(|view| {
            let mine =
                view.now.scene.counters.iter().filter(|counter| counter.owner == player.get());
            words.extend(mine.map(|counter| {
                let name = counter.kind.name().tell(language);
                match language {
                    Language::English => format!("{name}: {}", counter.value),
                    Language::French => format!("{name} : {}", counter.value),
                }
            }));
        });
        words.join(" · ")
    };
    let titled = move || {
        let Seat { rating, account, .. } = seat();
        let rating = rating.map(|rating| view! { <span class="rating">{rating}</span> });
        let name = match account {
            Some(account) => {
                view! { <A href=format!("/player/{account}")><bdi>{name}</bdi></A> }.into_any()
            }
            None => view! { <bdi>{name}</bdi> }.into_any(),
        };
        view! { {name}" "{rating} }
    };
    view! {
        <div class="player" class:active=turn>
            <span class=move || format!("badge {}", side().key) aria-hidden="true">
                {move || seat().computer.then(|| view! { <Icon name="computer"/> })}
            </span>
            <span class="who"><strong>{titled}</strong><small>{below}<FirstMove source=source.clone() view player/><Taken source=source.clone() view player sides/></small></span>
            <Absence source=source.clone() view player/>
            <Show when=move || turn() && view.with(|view| view.thinking)>
                <Show when=move || view.with(|view| view.stuck) fallback=|| view! { <span class="thinking">{t(texts::THINKING)}</span> }>
                    <span class="stuck" role="alert">{t(texts::NO_THINKER)}</span>
                </Show>
            </Show>
            <ClockFace source player sides/>
        </div>
    }
}

/// How long the seat of somebody who is away is still kept.
#[component]
fn Absence(source: AnySource, view: Memo<GameView>, player: Signal<Player>) -> impl IntoView {
    let away = Memo::new(move |_| {
        view.with(|view| {
            view.contact.as_ref().and_then(|contact| contact.away[player.get().index()])
        })
    });
    let beat = every_second(Signal::derive(move || away.get().is_some()));
    let told = move || {
        beat.track();
        let left = away.get().filter(|until| *until > 0).map(|until| until - source.time());
        left.map(|left| format!(" · {}", clock::told_seconds(left as f64)))
    };
    view! {
        <Show when=move || away.get().is_some()>
            <span class="away" data-away="" role="status">{t(matches::AWAY)}{told.clone()}</span>
        </Show>
    }
}

/// How soon the first move must be made, before the match is called off. Where days are given the clock says enough.
#[component]
fn FirstMove(source: AnySource, view: Memo<GameView>, player: Signal<Player>) -> impl IntoView {
    let language = language();
    let first = Memo::new(move |_| {
        view.with(|view| {
            let contact = view.contact.as_ref().filter(|_| view.now.turn == Some(player.get()))?;
            contact.first_move.filter(|_| !matches!(view.time, TimeControl::Days { .. }))
        })
    });
    let beat = every_second(Signal::derive(move || first.get().is_some()));
    let told = move || {
        beat.track();
        let first = first.get()?;
        let left = first.until.map_or(first.limit, |until| until - source.time());
        let left = words::short_span(left.clamp(0, first.limit));
        Some(format!("{} {left}", matches::FIRST_MOVE_WITHIN.tell(language.get())))
    };
    view! {
        <Show when=move || first.get().is_some()><span class="first-move">{told.clone()}</span></Show>
    }
}

/// Changes every second as long as it is `on`.
fn every_second(on: Signal<bool>) -> RwSignal<u32> {
    let beat = RwSignal::new(0_u32);
    Effect::new(move |_| {
        let tick = move || beat.update(|beat| *beat = beat.wrapping_add(1));
        if on.get()
            && let Ok(handle) = set_interval_with_handle(tick, Duration::from_secs(1))
        {
            on_cleanup(move || handle.clear());
        }
    });
    beat
}

/// A clock, if there is one.
#[component]
fn ClockFace(source: AnySource, player: Signal<Player>, sides: [Side; 2]) -> impl IntoView {
    let (prefs, language) = (prefs(), language());
    let beat = RwSignal::new(0_u32);
    let tick = move || beat.update(|beat| *beat = beat.wrapping_add(1));
    if untrack(|| source.clocks()).is_some()
        && let Ok(handle) = set_interval_with_handle(tick, Duration::from_millis(100))
    {
        on_cleanup(move || handle.clear());
    }
    let shown = Memo::new(move |_| {
        beat.track();
        source.clocks().map(|clocks| clocks[player.get().index()])
    });
    let low = Memo::new(move |_| {
        shown
            .get()
            .is_some_and(|shown| shown.running && shown.left_ms < LOW_MS && shown.left_ms > 0.0)
    });
    Effect::new(move |before: Option<bool>| {
        if low.get() && before == Some(false) {
            prefs.with_untracked(|prefs| sound::play(Sound::LowTime, prefs));
        }
        low.get()
    });
    let running = move || shown.get().is_some_and(|shown| shown.running);
    let told = move || shown.get().map(|shown| clock::told(shown.left_ms, language.get()));
    view! {
        <Show when=move || shown.with(Option::is_some)>
            <span class="clock" class:running=running class:low=low role="timer"
                data-clock=move || sides[player.get().index()].key>{told}</span>
        </Show>
    }
}
