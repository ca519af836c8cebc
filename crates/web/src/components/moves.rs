//! The list of moves and the way through it.

use super::icons::Icon;
use crate::{
    prefs::{language, t},
    texts,
};
use damier_games::{scene::Report, text::Text};
use leptos::{html, prelude::*};
use std::time::Duration;

/// The moves, two a line, each to be clicked.
#[component]
pub fn MoveList(
    /// The moves.
    #[prop(into)]
    moves: Signal<Vec<Option<Report>>>,
    /// Which moment is shown.
    #[prop(into)]
    ply: Signal<usize>,
    /// Somebody wants to see another.
    #[prop(into)]
    on_go: Callback<usize>,
) -> impl IntoView {
    let language = language();
    let list = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        ply.track();
        moves.with(Vec::len);
        // After the list has been drawn.
        request_animation_frame(move || keep_in_sight(list));
    });
    let rows = move || {
        let hidden = texts::HIDDEN_MOVE.tell(language.get());
        let told = |report: &Option<Report>| {
            report.as_ref().map_or_else(|| hidden.to_owned(), |report| report.notation.clone())
        };
        let texts: Vec<String> = moves.with(|moves| moves.iter().map(told).collect());
        let row = |(n, pair): (usize, &[String])| {
            let cells = (n * 2 + 1..).zip(pair).map(|(number, text)| view! {
                <button type="button" data-move=number aria-current=move || (ply.get() == number).then_some("step")
                    on:click=move |_| on_go.run(number)>{text.clone()}</button>
            });
            view! { <li><span class="number">{n + 1}</span>{cells.collect_view()}</li> }
        };
        texts.chunks(2).enumerate().map(row).collect_view()
    };
    view! {
        <div class="moves">
            <Show when=move || moves.with(Vec::is_empty)><p class="quiet">{t(texts::NO_MOVES)}</p></Show>
            <ol node_ref=list aria-label=t(texts::MOVES)>{rows}</ol>
        </div>
    }
}

/// Scrolls the list, never the page.
fn keep_in_sight(list: NodeRef<html::Ol>) {
    let Some(list) = list.try_get_untracked().flatten() else { return };
    let Ok(Some(current)) = list.query_selector("[aria-current]") else { return };
    let (frame, line) = (list.get_bounding_client_rect(), current.get_bounding_client_rect());
    if line.top() < frame.top() || line.bottom() > frame.bottom() {
        list.set_scroll_top(list.scroll_top() + (line.top() - frame.top()) as i32 - 40);
    }
}

/// First, previous, play, next, last.
#[component]
pub fn Steps(
    /// Which moment is shown.
    #[prop(into)]
    ply: Signal<usize>,
    /// How many there are.
    #[prop(into)]
    last: Signal<usize>,
    /// Somebody wants to see another.
    #[prop(into)]
    on_go: Callback<usize>,
) -> impl IntoView {
    let playing = RwSignal::new(false);
    let beat = move || {
        if playing.try_get_untracked() == Some(true) {
            let next = ply.get_untracked() + 1;
            if next <= last.get_untracked() { on_go.run(next) } else { playing.set(false) }
        }
    };
    if let Ok(handle) = set_interval_with_handle(beat, Duration::from_millis(1100)) {
        on_cleanup(move || handle.clear());
    }
    let button = move |name: &'static str, text: Text, to: Signal<usize>, off: Signal<bool>| {
        let go = move |_| {
            playing.set(false);
            on_go.run(to.get_untracked());
        };
        view! {
            <button type="button" class="plain" data-action=name aria-label=t(text) title=t(text) disabled=off on:click=go>
                <Icon name/>
            </button>
        }
    };
    let back = Signal::derive(move || ply.get() == 0);
    let ahead = Signal::derive(move || ply.get() >= last.get());
    let toggle = move |_| {
        let start = !playing.get_untracked();
        if start && ply.get_untracked() >= last.get_untracked() {
            on_go.run(0);
        }
        playing.set(start);
    };
    view! {
        <div class="steps" role="group" aria-label=t(texts::MOVES)>
            {button("first", texts::FIRST, Signal::derive(|| 0), back)}
            {button("previous", texts::PREVIOUS, Signal::derive(move || ply.get().saturating_sub(1)), back)}
            <button type="button" class="plain" data-action="autoplay" aria-label=t(texts::AUTOPLAY) title=t(texts::AUTOPLAY)
                aria-pressed=move || playing.get().to_string() disabled=move || last.get() == 0 on:click=toggle>
                {move || view! { <Icon name=if playing.get() { "pause" } else { "autoplay" }/> }}
            </button>
            {button("next", texts::NEXT, Signal::derive(move || (ply.get() + 1).min(last.get())), ahead)}
            {button("last", texts::LAST, last, ahead)}
        </div>
    }
}
