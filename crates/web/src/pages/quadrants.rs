//! The quadrant editor.

use crate::{
    board::view::{BoardView, Shown, tint_class},
    browser,
    components::{icons::Icon, picker::QuadrantPicture},
    prefs::{language, t},
    quadrants::{self, assemble, free_name},
    texts,
};
use damier_games::{
    GameKey,
    mosaic::{Colour, NamedQuadrant, Quadrant, QuadrantSet, Rotation},
    open,
    options::{Kind, Options},
    text::{Phrase, Tell},
};
use leptos::{html, prelude::*};
use std::sync::Arc;

/// The page's state.
#[derive(Clone, Copy)]
struct Easel {
    /// Those painted on this device.
    mine: RwSignal<QuadrantSet>,
    /// What is being painted.
    quadrant: RwSignal<Quadrant>,
    /// Under which name.
    name: RwSignal<String>,
    /// The name under which it was opened, if it was.
    opened: RwSignal<Option<String>>,
    /// The colour on the brush.
    brush: RwSignal<Colour>,
    /// What was done or refused.
    told: RwSignal<Option<Phrase>>,
}

impl Easel {
    fn keep(self, all: Vec<NamedQuadrant>) -> bool {
        match QuadrantSet::new(all) {
            Ok(set) => {
                quadrants::keep(&set);
                self.mine.set(set);
                true
            }
            Err(error) => {
                self.told.set(Some(crate::play::local::phrase(&error)));
                false
            }
        }
    }

    fn all(self) -> Vec<NamedQuadrant> {
        self.mine.with_untracked(|mine| mine.all().to_vec())
    }

    fn open(self, named: &NamedQuadrant, own: bool) {
        self.quadrant.set(named.quadrant);
        self.name.set(if own { named.id.clone() } else { free_name(&named.id, &quadrants::all()) });
        self.opened.set(own.then(|| named.id.clone()));
        self.told.set(None);
    }

    fn save(self) {
        let name = self.name.get_untracked().trim().to_owned();
        let mut all = self.all();
        let opened = self.opened.get_untracked();
        let taken =
            quadrants::all().iter().any(|named| named.id == name) && opened.as_ref() != Some(&name);
        if name.is_empty() || taken {
            self.told.set(Some(if taken { texts::NAME_TAKEN } else { texts::NAME_EMPTY }.into()));
            return;
        }
        let new = NamedQuadrant {
            id: name.clone(),
            image_path: None,
            quadrant: self.quadrant.get_untracked(),
        };
        match all.iter_mut().find(|named| Some(&named.id) == opened.as_ref()) {
            Some(old) => *old = new,
            None => all.push(new),
        }
        if self.keep(all) {
            self.opened.set(Some(name));
            self.told.set(Some(texts::SAVED.into()));
        }
    }

    fn duplicate(self) {
        let name = free_name(self.name.get_untracked().trim(), &quadrants::all());
        self.opened.set(None);
        self.name.set(name);
        self.save();
    }

    fn delete(self) {
        let mut all = self.all();
        all.retain(|named| Some(&named.id) != self.opened.get_untracked().as_ref());
        if self.keep(all) {
            self.opened.set(None);
            self.told.set(None);
        }
    }

    /// Adds what a file holds; what has the name of one that is here replaces it.
    fn import(self, text: &str) {
        match QuadrantSet::read(text) {
            Ok(set) => {
                let mut all = self.all();
                all.retain(|named| set.get(&named.id).is_err());
                all.extend(set.all().iter().cloned());
                if self.keep(all) {
                    self.told.set(Some(texts::SAVED.into()));
                }
            }
            Err(error) => {
                let tell = |language| error.tell(language);
                use damier_games::text::Language::{English, French};
                self.told.set(Some(Phrase::new(tell(English), tell(French))));
            }
        }
    }
}

/// The page.
#[component]
pub fn Quadrants() -> impl IntoView {
    let language = language();
    let first = Quadrant::stock(1).expect("the stock set has ten");
    let easel = Easel {
        mine: RwSignal::new(quadrants::mine()),
        quadrant: RwSignal::new(first),
        name: RwSignal::new(String::new()),
        opened: RwSignal::new(None),
        brush: RwSignal::new(Colour::Red),
        told: RwSignal::new(None),
    };
    let saved = move || easel.told.with(|told| *told == Some(texts::SAVED.into()));
    view! {
        <section class="easel">
            <div class="lead"><h1>{t(texts::QUADRANTS)}</h1><p>{t(texts::QUADRANTS_LEAD)}</p></div>
            <div class="easel-parts">
                <div class="card stack">
                    <Brushes easel/>
                    <Canvas easel/>
                    <label class="stack"><strong>{t(texts::NAME)}</strong>
                        <input type="text" name="name" maxlength="40" autocomplete="off" prop:value=easel.name on:input=move |event| easel.name.set(event_target_value(&event))/></label>
                    <div class="message" class:done=saved role="status">{move || easel.told.get().map(|told| told.tell(language.get()).to_owned())}</div>
                    <Buttons easel/>
                </div>
                <div class="card stack"><h2>{t(texts::PREVIEW)}</h2><Preview easel/></div>
                <div class="card stack"><Gallery easel/></div>
            </div>
        </section>
    }
}

#[component]
fn Brushes(easel: Easel) -> impl IntoView {
    let language = language();
    let entries = Colour::ALL.map(|colour| {
        let words = move || format!("{} · {}", colour.name().tell(language.get()), colour.mover().tell(language.get()));
        view! {
            <button type="button" class="brush" data-colour=colour.letter().to_string() aria-pressed=move || (easel.brush.get() == colour).to_string() on:click=move |_| easel.brush.set(colour)>
                <svg viewBox="0 0 1 1" aria-hidden="true"><rect class=format!("tile {}", tint_class(colour.tint())) width="1" height="1" rx=".2"/></svg>
                <small>{words}</small>
            </button>
        }
    });
    view! { <div class="brushes" role="group" aria-label=t(texts::COLOUR)>{entries.into_iter().collect_view()}</div> }
}

#[component]
fn Canvas(easel: Easel) -> impl IntoView {
    let language = language();
    let squares = (0..16).map(|n| {
        let (row, column) = (n / 4, n % 4);
        let colour = move || easel.quadrant.with(|quadrant| quadrant.0[row][column]);
        let paint = move |_| easel.quadrant.update(|quadrant| quadrant.0[row][column] = easel.brush.get_untracked());
        view! {
            <button type="button" class=move || format!("square {}", tint_class(colour().tint())) data-square=n
                aria-label=move || format!("{}, {} : {}", row + 1, column + 1, colour().name().tell(language.get())) on:click=paint></button>
        }
    });
    view! { <div class="canvas">{squares.collect_view()}</div> }
}

#[component]
fn Buttons(easel: Easel) -> impl IntoView {
    let file = NodeRef::<html::Input>::new();
    let quarter = Rotation::ALL[1];
    let import = move |_| {
        if let Some(input) = file.get_untracked() {
            browser::read_file(&input, move |text| easel.import(&text));
        }
    };
    let export = move |_| {
        // A browser that cannot save files loses nothing: they stay on the device.
        let _ = browser::download("quadrants.json", &easel.mine.with_untracked(QuadrantSet::write));
    };
    let none = move || easel.opened.with(Option::is_none);
    view! {
        <div class="row">
            <button type="button" class="primary" data-action="save" on:click=move |_| easel.save()><Icon name="save"/>{t(texts::SAVE)}</button>
            <button type="button" data-action="rotate" on:click=move |_| easel.quadrant.update(|quadrant| *quadrant = quadrant.turned(quarter))><Icon name="rotate"/>{t(texts::ROTATE)}</button>
            <button type="button" data-action="duplicate" on:click=move |_| easel.duplicate() disabled=none><Icon name="copy"/>{t(texts::DUPLICATE)}</button>
            <button type="button" data-action="delete" on:click=move |_| easel.delete() disabled=none><Icon name="trash"/>{t(texts::DELETE)}</button>
        </div>
        <div class="row">
            <label class="button" data-action="import"><Icon name="import"/>{t(texts::IMPORT)}
                <input node_ref=file class="unseen" type="file" name="file" accept=".json,application/json" on:change=import/></label>
            <button type="button" data-action="export" on:click=export><Icon name="export"/>{t(texts::EXPORT)}</button>
        </div>
    }
}

/// The quadrant on a whole board, in all four turns, as the first game with such a board shows it.
#[component]
fn Preview(easel: Easel) -> impl IntoView {
    let has_board = |game: &&GameKey| {
        game.info().options.iter().any(|field| matches!(field.kind, Kind::Mosaic))
    };
    let game = GameKey::ALL.iter().find(has_board).copied();
    let drawn = move || {
        let game = game?;
        let field = game.info().options.iter().find(|field| matches!(field.kind, Kind::Mosaic))?;
        let [a, b, c, d] = Rotation::ALL.map(|rotation| (easel.quadrant.get(), rotation));
        let options = Options::from([(field.key.to_owned(), assemble([a, b, d, c]).to_string())]);
        let board = Arc::new(open(game, &options, None).ok()?.board());
        Some(
            view! { <BoardView board=Signal::stored(board) shown=Signal::stored(Shown::default()) sides=game.info().sides small=true/> },
        )
    };
    view! { {drawn} }
}

#[component]
fn Gallery(easel: Easel) -> impl IntoView {
    let entry = move |named: NamedQuadrant, own: bool| {
        let picture = Signal::stored(named.quadrant);
        let id = named.id.clone();
        let open = move || own && easel.opened.with(|opened| opened.as_ref() == Some(&id));
        view! {
            <button type="button" class="stock" data-quadrant=named.id.clone() aria-pressed=move || open().to_string() on:click={ let named = named.clone(); move |_| easel.open(&named, own) }>
                <QuadrantPicture quadrant=picture/><small>{named.id.clone()}</small>
            </button>
        }
    };
    let mine = move || {
        easel
            .mine
            .with(|mine| mine.all().iter().cloned().map(|named| entry(named, true)).collect_view())
    };
    let stock =
        QuadrantSet::stock().all().iter().cloned().map(|named| entry(named, false)).collect_view();
    view! {
        <h2>{t(texts::MY_QUADRANTS)}</h2>
        <Show when=move || easel.mine.with(|mine| mine.all().is_empty())><p class="quiet">{t(texts::NONE_YET)}</p></Show>
        <div class="stocks wide">{mine}</div>
        <h2>{t(texts::STOCK_QUADRANTS)}</h2>
        <div class="stocks wide">{stock}</div>
    }
}
