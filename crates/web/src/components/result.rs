//! The end of a game: who won and why, and what now.

use super::{analyse::AnalyseButton, dialog::Modal, icons::Icon};
use crate::{
    play::source::{AnySource, Ask, GameView},
    prefs::{language, t},
    texts::{self, matches},
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
    /// Whether it is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let language = language();
    let result = Memo::new(move |_| view.with(|view| view.now.result));
    // A match that was over before it was looked at is there to be gone through.
    let replay = view.with_untracked(|view| view.contact.is_some() && view.now.result.is_some());
    Effect::new(move |_| open.set(result.get().is_some() && !replay));
    let headline = move || -> Text {
        let Some(outcome) = result.get() else { return texts::GAME_OVER };
        view.with(|view| match outcome.score {
            Score::Draw => texts::DRAWN,
            Score::Win(winner) if view.me == Some(winner) => texts::YOU_WIN,
            Score::Win(_) if view.me.is_some() => texts::YOU_LOSE,
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
    let (navigate, studied) = (use_navigate(), StoredValue::new(source.clone()));
    let again = Callback::new({
        let (navigate, source) = (navigate.clone(), source.clone());
        move |()| match source.rematch() {
            Some(name) => {
                open.set(false);
                navigate(&format!("/game/{name}"), Default::default());
            }
            // What is refused is told beside the board.
            None => drop(source.ask(Ask::Rematch)),
        }
    });
    let asked = move || {
        view.with(|view| {
            let rematch = view.contact.as_ref().and_then(|contact| contact.rematch);
            rematch.filter(|_| view.me.is_some()).map(|by| Some(by) == view.me)
        })
    };
    let may_ask = move || {
        view.with(|view| match &view.contact {
            Some(contact) => view.me.is_some() && contact.next.is_none(),
            None => true,
        }) && asked() != Some(true)
    };
    let again_text =
        move || if asked() == Some(false) { matches::ACCEPT_REMATCH } else { texts::REMATCH };
    let refuse = Callback::new(move |()| drop(source.ask(Ask::DeclineRematch)));
    let leave = Callback::new(move |()| {
        open.set(false);
        navigate("/", Default::default());
    });
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
                {move || view.with(GameView::called_off).map(|why| view! { <p class="quiet">{t(why)}</p> })}
                <Ratings view/>
                <Show when=move || asked().is_some()>
                    <p class="quiet" role="status">{move || if asked() == Some(true) { matches::REMATCH_ASKED } else { matches::WANTS_REMATCH_TOO }.tell(language.get())}</p>
                </Show>
                <Show when=move || open.get()>
                    <div class="row centre">
                        <Show when=may_ask>
                            <button type="button" class="primary" data-action="rematch" on:click=move |_| again.run(())><Icon name="again"/>{move || again_text().tell(language.get())}</button>
                        </Show>
                        <Show when=move || asked() == Some(false)>
                            <button type="button" data-action="decline-rematch" on:click=move |_| refuse.run(())>{t(matches::DECLINE)}</button>
                        </Show>
                        <AnalyseButton source=studied.get_value() view/>
                        <button type="button" data-action="leave" on:click=move |_| leave.run(())><Icon name="leave"/>{t(texts::LEAVE)}</button>
                    </div>
                </Show>
            </div>
        </Modal>
    }
}

/// What a rated match did to the ratings.
#[component]
fn Ratings(view: Memo<GameView>) -> impl IntoView {
    let language = language();
    move || {
        view.with(|view| {
            let ratings = view.contact.as_ref()?.ratings?;
            let row = |n: usize| {
                let [before, after] = ratings[n];
                let name = view.seats[n].name.tell(language.get()).to_owned();
                view! { <li><bdi>{name}</bdi>" "<b>{after}</b>" "<small class:gain={after >= before}>{format!("{:+}", after - before)}</small></li> }
            };
            Some(view! { <ul class="ratings">{[0, 1].map(row)}</ul> })
        })
    }
}
