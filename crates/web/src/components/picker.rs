//! The quadrant picker: four places on a board, a quadrant and a turn for each.

use super::icons::Icon;
use crate::{
    board::view::tint_class,
    prefs::t,
    quadrants::{self, Slot, all, assemble, quarter_more, take_apart},
    texts,
};
use damier_games::{
    mosaic::{Mosaic, Quadrant, Rotation},
    options::Options,
};
use leptos::prelude::*;

/// The option that holds a board.
const BOARD: &str = "board";

/// A picture of a quadrant.
#[component]
pub fn QuadrantPicture(
    /// The colours.
    #[prop(into)]
    quadrant: Signal<Quadrant>,
) -> impl IntoView {
    let squares = move || {
        let Quadrant(rows) = quadrant.get();
        let places = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
        places.map(|(row, column)| view! {
            <rect class=format!("tile {}", tint_class(rows[row][column].tint())) x=column y=row width="1" height="1"/>
        }).collect_view()
    };
    view! { <svg class="quadrant" viewBox="-0.05 -0.05 4.1 4.1" aria-hidden="true">{squares}</svg> }
}

/// Chooses the board of coloured squares among the options.
#[component]
pub fn MosaicPicker(
    /// What is chosen so far.
    chosen: RwSignal<Options>,
) -> impl IntoView {
    let start = chosen
        .with_untracked(|chosen| chosen.get(BOARD).and_then(|text| text.parse::<Mosaic>().ok()));
    let slots = RwSignal::new(take_apart(&start.unwrap_or_default()));
    let change = move |()| {
        let board = assemble(slots.get_untracked());
        chosen.update(|chosen| {
            if board == Mosaic::default() {
                chosen.remove(BOARD);
            } else {
                chosen.insert(BOARD.into(), board.to_string());
            }
        });
    };
    view! {
        <fieldset class="picker">
            <legend>{t(texts::BOARD_OF)}</legend>
            <SlotPicker slots places=vec![0, 1, 2, 3] on_change=Callback::new(change)/>
        </fieldset>
    }
}

/// Some places of a board, and the quadrants that may lie there.
#[component]
pub fn SlotPicker(
    /// All four places.
    slots: RwSignal<[Slot; 4]>,
    /// Those that may be changed.
    places: Vec<usize>,
    /// One was changed.
    #[prop(optional, into)]
    on_change: Option<Callback<()>>,
) -> impl IntoView {
    let place = RwSignal::new(places[0]);
    let change = move |change: &dyn Fn(&mut [Slot; 4])| {
        slots.update(|slots| change(slots));
        if let Some(on_change) = on_change {
            on_change.run(());
        }
    };
    let rotate = move |_| {
        change(&|slots| {
            slots[place.get_untracked()].1 = quarter_more(slots[place.get_untracked()].1)
        })
    };
    let own = StoredValue::new(places.clone());
    let shuffle = move |_| change(&|slots| own.with_value(|own| shuffle(slots, own)));
    let places = places.into_iter().map(|n| {
        let quadrant = Signal::derive(move || slots.with(|slots| slots[n].0.turned(slots[n].1)));
        view! {
            <button type="button" class="place" data-place=n aria-pressed=move || (place.get() == n).to_string()
                aria-label=move || format!("{} {}", t(texts::PLACE)(), n + 1) on:click=move |_| place.set(n)>
                <QuadrantPicture quadrant/>
            </button>
        }
    }).collect_view();
    let stock = quadrants::all().into_iter().map(|named| {
        let quadrant = named.quadrant;
        let put = move |_| change(&|slots| slots[place.get_untracked()] = (quadrant, Rotation::default()));
        view! {
            <button type="button" class="stock" data-quadrant=named.id.clone() title=named.id.clone() aria-label=named.id on:click=put>
                <QuadrantPicture quadrant=Signal::stored(quadrant)/>
            </button>
        }
    }).collect_view();
    view! {
        <p class="quiet">{t(texts::CHOOSE_QUADRANT)}</p>
        <div class="picker-parts">
            <div class="places">{places}</div>
            <div class="stocks">{stock}</div>
        </div>
        <div class="row">
            <button type="button" data-action="rotate" on:click=rotate><Icon name="rotate"/>{t(texts::ROTATE)}</button>
            <button type="button" data-action="random" on:click=shuffle><Icon name="dice"/>{t(texts::RANDOM_BOARD)}</button>
        </div>
    }
}

/// Lays any quadrants on those places.
fn shuffle(slots: &mut [Slot; 4], places: &[usize]) {
    let random = |below: usize| (js_sys::Math::random() * below as f64) as usize;
    // The two plain quadrants at the end of the box make a dull board; chance leaves them out.
    let lively: Vec<Quadrant> = all()
        .iter()
        .map(|named| named.quadrant)
        .filter(|quadrant| {
            quadrant.0.iter().flatten().any(|colour| *colour != quadrant.0[1][0])
                && quadrant.0[1] != quadrant.0[2]
        })
        .collect();
    for place in places {
        slots[*place] = (lively[random(lively.len())], Rotation::ALL[random(4)]);
    }
}
