//! The first page: ten games to choose from, those in play, and whoever is there.

use super::lobby_mine::MyMatches;
use crate::{
    components::{icons::Icon, miniature::Miniature},
    later::{Together, open_together},
    online::Online,
    play::{local::LocalGame, shelf},
    prefs::{language, t},
    texts::{self, people},
};
use damier_games::GameKey;
use leptos::prelude::*;
use leptos_router::components::A;

/// How many kept games the page shows.
const SHOWN: usize = 4;

/// The first page.
#[component]
pub fn Lobby() -> impl IntoView {
    let online = Online::of_page();
    online.listen_to_lobby();
    let tiles = GameKey::ALL.iter().map(|game| view! { <Tile game=*game/> }).collect_view();
    // Until it is known whether there is a server the page keeps the place, so that nothing moves when the answer comes.
    let alone = Memo::new(move |_| online.server.get() == Some(false));
    view! {
        <section class="lobby" class:alone=alone>
            <div class="lead"><h1>{t(texts::LOBBY_TITLE)}</h1><p>{t(texts::LOBBY_LEAD)}</p><Status online/></div>
            <MyMatches/>
            <KeptGames/>
            <div class="lobby-parts">
                <div class="tiles">{tiles}</div>
                <Show when=move || !alone.get()>{open_together(Together::Live)}</Show>
            </div>
        </section>
    }
}

/// One quiet line: how many are there, or that nobody can be.
#[component]
fn Status(online: Online) -> impl IntoView {
    let language = language();
    let counted = move || {
        online.counts.get().map(|counts| {
            let part = |number: usize, text: damier_games::text::Text| {
                format!("{number} {}", text.tell(language.get()))
            };
            [
                part(counts.online, people::ARE_HERE),
                part(counts.playing, people::ARE_PLAYED),
                part(counts.open, people::ARE_OPEN),
            ]
            .join(" · ")
        })
    };
    let line = move || {
        match online.server.get() {
        Some(false) => view! { <span>{t(people::NO_SERVER)}</span> }.into_any(),
        _ => view! { <a href="#live"><span class="lamp" class:on=move || online.counts.with(Option::is_some)></span>{move || counted().unwrap_or_else(|| people::PLAY_ONLINE.tell(language.get()).into())}</a> }.into_any(),
    }
    };
    view! { <p class="quiet status" role="status">{line}</p> }
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
