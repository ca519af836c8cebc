//! Asking a friend for a match: the game, the time, the side.

use super::{
    dialog::Modal,
    form::{Refusal, Sending},
    icons::Icon,
};
use crate::{
    online::{api, records::NewMatch},
    prefs::{language, t},
    storage,
    texts::{self, matches, people},
    words,
};
use damier_games::{GameKey, options::Kind, text::Text};
use leptos::{ev::SubmitEvent, prelude::*};
use leptos_router::hooks::use_navigate;

/// The times that are offered, as `TimeControl` reads them.
pub const TIMES: [&str; 9] = ["3+2", "5+3", "10+0", "10+5", "15+10", "30/turn", "1d", "3d", "-"];
/// Under what the last choice is kept.
const KEPT: &str = "challenge";

/// Where it is kept whom one asked: a match that waits does not say it.
const ASKED: &str = "asked";
/// More open challenges nobody waits for.
const MOST_ASKED: usize = 16;

/// Keeps whom this match waits for.
fn keep_asked(id: &str, name: &str) {
    let mut asked: Vec<(String, String)> = storage::load(ASKED).unwrap_or_default();
    asked.push((id.into(), name.into()));
    asked.drain(..asked.len().saturating_sub(MOST_ASKED));
    storage::save(ASKED, &asked);
}

/// Whom this match waits for, if one asked somebody by name.
pub fn asked(id: &str) -> Option<String> {
    let asked: Vec<(String, String)> = storage::load(ASKED)?;
    asked.into_iter().find(|(of, _)| of == id).map(|(_, name)| name)
}

/// What was asked is taken back.
pub fn forget_asked(id: &str) {
    let mut asked: Vec<(String, String)> = storage::load(ASKED).unwrap_or_default();
    asked.retain(|(of, _)| of != id);
    storage::save(ASKED, &asked);
}

/// A choice from a list, as a field of a form.
pub fn select(
    name: &'static str,
    label: Text,
    chosen: RwSignal<String>,
    entries: impl Fn() -> Vec<(String, String)> + Send + Sync + 'static,
) -> impl IntoView {
    let entries = move || {
        let chosen = chosen.get_untracked();
        let entry = |(value, shown): (String, String)| {
            let selected = value == chosen;
            view! { <option value=value selected=selected>{shown}</option> }
        };
        entries().into_iter().map(entry).collect_view()
    };
    // What chooses besides the person shows, too.
    let field = NodeRef::<leptos::html::Select>::new();
    Effect::new(move |_| {
        let chosen = chosen.get();
        if let Some(field) = field.get() {
            field.set_value(&chosen);
        }
    });
    view! {
        <label class="pick"><span>{t(label)}</span>
            <select name=name node_ref=field on:change=move |event| chosen.set(event_target_value(&event))>{entries}</select>
        </label>
    }
}

/// The games as entries of a list.
pub fn games() -> impl Fn() -> Vec<(String, String)> + Send + Sync + 'static {
    let language = language();
    move || {
        let entry = |game: &GameKey| {
            (game.info().key.to_owned(), game.info().name.tell(language.get()).to_owned())
        };
        GameKey::ALL.iter().map(entry).collect()
    }
}

/// The times as entries of a list.
pub fn times() -> impl Fn() -> Vec<(String, String)> + Send + Sync + 'static {
    let language = language();
    move || {
        let told = |text: &str| {
            text.parse().map_or_else(|_| text.to_owned(), |time| words::time(&time, language.get()))
        };
        TIMES.iter().map(|text| ((*text).to_owned(), told(text))).collect()
    }
}

/// Whether the board of a game is laid from quadrants, so that both players can choose it.
pub fn has_board(game: GameKey) -> bool {
    game.info().options.iter().any(|field| matches!(field.kind, Kind::Mosaic))
}

/// A dialog that asks the friend whom `to` names; open as long as it names one.
#[component]
pub fn ChallengeDialog(
    /// Whom to ask.
    to: RwSignal<Option<String>>,
) -> impl IntoView {
    let (language, sending, open) = (language(), Sending::default(), RwSignal::new(false));
    let kept = storage::load::<(String, String)>(KEPT)
        .filter(|(game, time)| game.parse::<GameKey>().is_ok() && TIMES.contains(&time.as_str()));
    let (game, time) =
        kept.unwrap_or_else(|| (GameKey::ALL[0].info().key.to_owned(), TIMES[1].to_owned()));
    let (game, time, rated) = (RwSignal::new(game), RwSignal::new(time), RwSignal::new(false));
    let side = RwSignal::new("random".to_owned());
    let halves = RwSignal::new(true);
    let boards = Memo::new(move |_| game.get().parse::<GameKey>().is_ok_and(has_board));
    Effect::new(move |_| open.set(to.with(Option::is_some)));
    Effect::new(move |_| {
        if !open.get() && to.with_untracked(Option::is_some) {
            to.set(None);
        }
    });
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let (Ok(key), Ok(clock)) =
            (game.get_untracked().parse::<GameKey>(), time.get_untracked().parse())
        else {
            return;
        };
        storage::save(KEPT, &(game.get_untracked(), time.get_untracked()));
        let mut new = NewMatch::usual(key, "friend");
        new.to = to.get_untracked();
        new.time = clock;
        new.rated = rated.get_untracked();
        new.choosing = boards.get_untracked() && halves.get_untracked();
        new.side = match side.get_untracked().as_str() {
            "first" => "first",
            "second" => "second",
            _ => "random",
        };
        let navigate = navigate.clone();
        let asked = new.to.clone();
        sending.send(async move { api::create(&new).await }, move |begun| {
            if let Some(name) = &asked {
                keep_asked(&begun.id, name);
            }
            to.set(None);
            navigate(&format!("/game/{}", begun.id), Default::default());
        });
    };
    let sides = move || {
        let entry =
            |value: &str, text: Text| (value.to_owned(), text.tell(language.get()).to_owned());
        vec![
            entry("random", texts::SIDE_RANDOM),
            entry("first", people::BEGINS),
            entry("second", people::FOLLOWS),
        ]
    };
    let label = Signal::derive(move || people::CHALLENGE.tell(language.get()).to_owned());
    view! {
        <Modal open label>
            <form class="stack" on:submit=submit>
                <h2>{t(people::CHALLENGE)}" "<bdi>{move || to.get()}</bdi></h2>
                {select("game", people::GAME, game, games())}
                {select("time", texts::TIME, time, times())}
                {select("side", texts::SIDE, side, sides)}
                <Show when=move || boards.get()>
                    <label class="field"><span><strong>{t(matches::HALVES)}</strong><small>{t(matches::HALVES_HELP)}</small></span>
                        <input type="checkbox" role="switch" name="choosing" prop:checked=halves on:change=move |event| halves.set(event_target_checked(&event))/></label>
                </Show>
                <label class="field"><span><strong>{t(people::RATED)}</strong><small>{t(people::RATED_HELP)}</small></span>
                    <input type="checkbox" role="switch" name="rated" prop:checked=rated on:change=move |event| rated.set(event_target_checked(&event))/></label>
                <Refusal text=sending.besides(&[])/>
                <div class="row end">
                    <button type="button" on:click=move |_| open.set(false)>{t(texts::CANCEL)}</button>
                    <button type="submit" class="primary" data-action="create-game" disabled=sending.busy><Icon name="send"/>{t(people::SEND_CHALLENGE)}</button>
                </div>
            </form>
        </Modal>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_contest::TimeControl;

    #[test]
    fn every_time_that_is_offered_can_be_played() {
        for text in TIMES {
            assert!(text.parse::<TimeControl>().is_ok(), "{text}");
        }
    }
}
