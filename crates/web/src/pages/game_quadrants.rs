//! The board of a match, chosen by both: each lays two quadrants that the other one sees only when both have chosen.

use crate::{
    components::{
        icons::Icon,
        picker::{QuadrantPicture, SlotPicker},
    },
    online::{Online, api},
    prefs::{language, t},
    quadrants::{take_apart, written},
    texts::matches,
};
use damier_games::{Player, mosaic::Mosaic};
use damier_protocol::{Action, FromClient, FromServer};
use leptos::prelude::*;

/// The places that a side lays: the first one the top, the other one the bottom.
pub const fn half(side: Player) -> [usize; 2] {
    match side {
        Player::One => [0, 1],
        Player::Two => [2, 3],
    }
}

/// What is known of the choice so far.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    /// The sides of this person.
    yours: Vec<Player>,
    /// Who has chosen.
    chosen: [bool; 2],
    names: [String; 2],
}

/// The page between sitting down and the first move.
#[component]
pub fn ChooseHalf(
    /// The match.
    id: String,
) -> impl IntoView {
    let online = Online::of_page();
    let watched = id.clone();
    let choice = Memo::new(move |_| {
        online.with_match(&watched, |followed, _| Choice {
            yours: followed.state.yours.clone(),
            chosen: followed.state.chosen.unwrap_or_default(),
            names: followed
                .state
                .seats
                .clone()
                .map(|seat| seat.map(|seat| seat.name).unwrap_or_default()),
        })
    });
    let yours = choice.get_untracked().map(|choice| choice.yours).unwrap_or_default();
    let others = move || {
        choice.with(|choice| {
            choice.as_ref().is_some_and(|choice| {
                Player::BOTH
                    .iter()
                    .any(|side| !choice.yours.contains(side) && choice.chosen[side.index()])
            })
        })
    };
    let names =
        move || choice.with(|choice| choice.as_ref().map(|choice| choice.names.join(" – ")));
    let part = match yours.as_slice() {
        [] => view! { <p class="waiting"><span class="pulse" aria-hidden="true"></span>{t(matches::CHOOSING)}</p> }.into_any(),
        [side] => view! { <Half id places=half(*side).to_vec() choice/> }.into_any(),
        _ => view! { <Half id places=vec![0, 1, 2, 3] choice/> }.into_any(),
    };
    view! {
        <section class="choose card">
            <p class="quiet"><bdi>{names}</bdi></p>
            {part}
            <Show when=others><p role="status" class="quiet">{t(matches::OTHER_DONE)}</p></Show>
        </section>
    }
}

#[component]
fn Half(id: String, places: Vec<usize>, choice: Memo<Option<Choice>>) -> impl IntoView {
    let (online, language) = (Online::of_page(), language());
    let slots = RwSignal::new(take_apart(&Mosaic::default()));
    let refusal = RwSignal::new(None::<String>);
    let own = StoredValue::new((id, places.clone()));
    online.on_told(move |message| {
        if let FromServer::Refused { id: Some(id), message, .. } = message
            && own.with_value(|own| own.0 == *id)
        {
            refusal.set(Some(api::sentence(message)));
        }
    });
    let laid = move || {
        choice.with(|choice| {
            choice
                .as_ref()
                .is_some_and(|choice| choice.yours.iter().any(|side| choice.chosen[side.index()]))
        })
    };
    let send = move |message: FromClient| {
        refusal.set(None);
        if !online.send_in_doubt(message) {
            refusal.set(Some(matches::NO_LINE.tell(language.get_untracked()).into()));
        }
    };
    let lay = move |_| {
        let (id, places) = own.get_value();
        let quadrants =
            slots.with_untracked(|slots| places.iter().map(|n| written(slots[*n])).collect());
        send(FromClient::Choose { id, quadrants });
    };
    let abort = move |_| {
        send(FromClient::Do { id: own.get_value().0, action: Action::Abort, side: None });
    };
    let help = if places.contains(&0) { matches::HALF_TOP } else { matches::HALF_BOTTOM };
    let pictures = {
        let places = places.clone();
        move || {
            places
                .iter()
                .map(|n| {
                    let n = *n;
                    let quadrant =
                        Signal::derive(move || slots.with(|slots| slots[n].0.turned(slots[n].1)));
                    view! { <QuadrantPicture quadrant/> }
                })
                .collect_view()
        }
    };
    let places = StoredValue::new(places);
    view! {
        <h1>{t(matches::YOUR_HALF)}</h1>
        <p>{t(help)}" "{t(matches::HALVES_TIME)}</p>
        <Show when=laid fallback=move || view! {
            <div class="picker"><SlotPicker slots places=places.get_value()/></div>
            <button type="button" class="primary big" data-action="ready" on:click=lay><Icon name="check"/>{t(matches::LAY)}</button>
        }>
            <div class="laid places">{pictures.clone()}</div>
            <p class="waiting" role="status"><span class="pulse" aria-hidden="true"></span>{t(matches::HALF_DONE)}</p>
        </Show>
        {move || refusal.get().map(|refusal| view! { <p class="refusal" role="alert">{refusal}</p> })}
        <button type="button" data-action="abort" on:click=abort>{t(matches::ABORT)}</button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_contest::CHOOSING;

    #[test]
    fn the_time_to_choose_is_what_is_told() {
        let minutes = format!("{} minutes", CHOOSING.0 / 60_000);
        for text in [matches::HALVES_TIME.en, matches::HALVES_TIME.fr] {
            assert!(text.contains(&minutes), "{text}");
        }
    }

    #[test]
    fn two_halves_make_a_board() {
        let mut all = [half(Player::One), half(Player::Two)].concat();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3]);
    }
}
