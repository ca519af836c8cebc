//! The end of a game: who won and why, and what now.

use super::{dialog::Modal, icons::Icon};
use crate::{
    play::source::{AnySource, GameView},
    prefs::{language, t},
    texts,
};
use damier_games::{outcome::Score, rules::Side, text::Text};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

/// A dialog that opens when the game ends.
#[component]
pub fn ResultDialog(
    /// The game.
    source: AnySource,
    /// What is seen of it.
    view: Memo<GameView>,
    /// The names of the sides.
    sides: [Side; 2],
) -> impl IntoView {
    let language = language();
    let open = RwSignal::new(false);
    let result = Memo::new(move |_| view.with(|view| view.now.result));
    Effect::new(move |_| open.set(result.get().is_some()));
    let headline = move || -> Text {
        let Some(outcome) = result.get() else { return texts::GAME_OVER };
        view.with(|view| match outcome.score {
            Score::Draw => texts::DRAWN,
            Score::Win(winner) if !view.one_screen => {
                if view.seats[winner.index()].computer {
                    texts::YOU_LOSE
                } else {
                    texts::YOU_WIN
                }
            }
            Score::Win(_) | Score::Void => texts::GAME_OVER,
        })
    };
    let phrase = move || {
        let names = sides.map(|side| side.name);
        result.get().map(|outcome| outcome.phrase(names).tell(language.get()).to_owned())
    };
    let badge = move || {
        let winner = result.get().and_then(|outcome| outcome.winner());
        format!("badge large {}", winner.map_or("draw", |winner| sides[winner.index()].key))
    };
    let navigate = use_navigate();
    let again = {
        let navigate = navigate.clone();
        move |_| {
            if let Some(name) = source.rematch() {
                open.set(false);
                navigate(&format!("/game/{name}"), Default::default());
            }
        }
    };
    let leave = move |_| {
        open.set(false);
        navigate("/", Default::default());
    };
    let label = Signal::derive(move || headline().tell(language.get()).to_owned());
    let told = Signal::derive(move || result.get().map(|outcome| outcome.to_string()));
    view! {
        <Modal open label result=told>
            <div class="result">
                <button type="button" class="plain corner" aria-label=t(texts::CLOSE) on:click=move |_| open.set(false)>
                    <Icon name="close"/>
                </button>
                <span class=badge aria-hidden="true"><Icon name="crown"/></span>
                <h2>{move || headline().tell(language.get())}</h2>
                <p>{phrase}</p>
                <div class="row centre">
                    <button type="button" class="primary" data-action="rematch" on:click=again><Icon name="again"/>{t(texts::REMATCH)}</button>
                    <button type="button" data-action="leave" on:click=leave><Icon name="leave"/>{t(texts::LEAVE)}</button>
                </div>
            </div>
        </Modal>
    }
}
