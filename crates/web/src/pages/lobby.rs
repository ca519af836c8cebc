//! The first page: ten games to choose from, and those in play.

use crate::{
    components::{icons::Icon, miniature::Miniature},
    play::{local::LocalGame, shelf},
    prefs::{language, t},
    texts,
};
use damier_games::GameKey;
use leptos::prelude::*;
use leptos_router::components::A;

/// How many kept games the page shows.
const SHOWN: usize = 4;

/// The first page.
#[component]
pub fn Lobby() -> impl IntoView {
    let tiles = GameKey::ALL.iter().map(|game| view! { <Tile game=*game/> }).collect_view();
    view! {
        <section class="lobby">
            <div class="lead"><h1>{t(texts::LOBBY_TITLE)}</h1><p>{t(texts::LOBBY_LEAD)}</p></div>
            <KeptGames/>
            <div class="tiles">{tiles}</div>
        </section>
    }
}

#[component]
fn Tile(game: GameKey) -> impl IntoView {
    let (info, language) = (game.info(), language());
    view! {
        <a class="tile-link" href=format!("/play/{}", info.key) data-game=info.key>
            <Miniature game/>
            <span class="words">
                <strong>{move || info.name.tell(language.get())}</strong>
                <small>{move || info.tagline.tell(language.get())}</small>
            </span>
        </a>
    }
}

/// Games on this device that wait to be gone on with.
#[component]
fn KeptGames() -> impl IntoView {
    let names = RwSignal::new(shelf::names());
    let rows = move || {
        let open = names.get().into_iter().filter_map(|name| {
            let game = LocalGame::of(shelf::load(&name)?, 0.0)?;
            (!game.is_over()).then_some((name, game))
        });
        open.take(SHOWN).map(|(name, game)| view! { <KeptGame name game names/> }).collect_view()
    };
    let any = Memo::new(move |_| names.with(|names| !names.is_empty()));
    view! { <Show when=move || any.get()><ul class="kept" aria-label=t(texts::CONTINUE)>{rows}</ul></Show> }
}

#[component]
fn KeptGame(name: String, game: LocalGame, names: RwSignal<Vec<String>>) -> impl IntoView {
    let (info, language) = (game.table.info(), language());
    let ply = game.table.ply();
    let computer = game.computer().is_some();
    let against =
        move || if computer { texts::COMPUTER } else { texts::SAME_SCREEN }.tell(language.get());
    let href = format!("/game/{name}");
    let remove = move |_| {
        shelf::remove(&name);
        names.set(shelf::names());
    };
    view! {
        <li>
            <A href=href><Icon name="autoplay"/><span><strong>{move || info.name.tell(language.get())}</strong>
                <small>{against}" · "{ply}" "{t(texts::MOVES_PLAYED)}</small></span></A>
            <button type="button" class="plain" aria-label=t(texts::REMOVE) title=t(texts::REMOVE) on:click=remove><Icon name="close"/></button>
        </li>
    }
}
