//! One module for each page.

pub mod account;
pub mod analysis;
mod analysis_parts;
pub mod friends;
pub mod game;
mod game_invite;
mod game_offers;
pub mod game_online;
mod game_parts;
mod game_quadrants;
pub mod lobby;
pub mod lobby_live;
pub mod lobby_mine;
pub mod player;
mod player_parts;
pub mod quadrants;
pub mod ranking;
pub mod rules;
pub mod settings;
pub mod setup;
mod setup_online;
pub mod sign_in;

use crate::{prefs::t, texts};
use damier_games::GameKey;
use leptos::prelude::*;
use leptos_router::{components::A, hooks::use_params_map};

/// The game that the address names.
fn game_of_path() -> Memo<Option<GameKey>> {
    let params = use_params_map();
    Memo::new(move |_| params.with(|params| params.get("game")?.parse().ok()))
}

/// An address that leads nowhere.
#[component]
pub fn Nothing() -> impl IntoView {
    view! {
        <section class="notice"><h1>{t(texts::NOT_FOUND)}</h1><A href="/" attr:class="button primary">{t(texts::TO_LOBBY)}</A></section>
    }
}

/// A page that only a server can fill.
#[component]
pub fn NeedsServer() -> impl IntoView {
    view! {
        <section class="notice">
            <h1>{t(texts::NEEDS_SERVER)}</h1>
            <p class="quiet">{t(texts::OFFLINE_NOTE)}</p>
            <A href="/" attr:class="button primary">{t(texts::TO_LOBBY)}</A>
        </section>
    }
}
