//! The way from a game to its analysis.

use super::icons::Icon;
use crate::{
    play::source::{AnySource, GameView},
    prefs::t,
    storage, texts,
};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

/// Takes the game as it stands to the page of analysis.
#[component]
pub fn AnalyseButton(
    /// The game.
    source: AnySource,
    /// What is seen of it.
    view: Memo<GameView>,
) -> impl IntoView {
    let navigate = use_navigate();
    let analyse = move |_| {
        storage::save("analysis", &source.record());
        let game = view.with_untracked(|view| view.game);
        navigate(&format!("/analysis/{game}"), Default::default());
    };
    view! {
        <button type="button" data-action="analyse" on:click=analyse><Icon name="chart"/><span>{t(texts::ANALYSE)}</span></button>
    }
}
