//! What a person likes, all on one page.

use super::account::AccountSettings;
use crate::{
    board::{pieces::PieceSet, view::parts},
    prefs::{Mode, THEMES, language, prefs, t},
    sound::{self, Sound},
    texts,
};
use damier_games::{
    scene::PieceKind,
    text::{Language, Text},
};
use leptos::prelude::*;

/// The page.
#[component]
pub fn Settings() -> impl IntoView {
    let prefs = prefs();
    let switch = move |name: &'static str,
                       text: Text,
                       get: fn(&crate::prefs::Prefs) -> bool,
                       set: fn(&mut crate::prefs::Prefs, bool)| {
        view! {
            <label class="field"><span><strong>{t(text)}</strong></span>
                <input type="checkbox" role="switch" name=name prop:checked=move || prefs.with(get)
                    on:change=move |event| prefs.update(|prefs| set(prefs, event_target_checked(&event)))/>
            </label>
        }
    };
    view! {
        <section class="settings">
            <h1>{t(texts::SETTINGS)}</h1>
            <div class="card"><Languages/><Modes/></div>
            <div class="card"><Themes/><Sets/></div>
            <div class="card">
                {switch("coordinates", texts::COORDINATES, |prefs| prefs.coordinates, |prefs, on| prefs.coordinates = on)}
                {switch("confirm", texts::CONFIRM_MOVES, |prefs| prefs.confirm, |prefs, on| prefs.confirm = on)}
                {switch("turning", texts::TURNING, |prefs| prefs.turning, |prefs, on| prefs.turning = on)}
                <label class="field"><span><strong>{t(texts::ANIMATION)}</strong><small>{move || prefs.with(|prefs| prefs.glide_ms)}" ms"</small></span>
                    <input type="range" name="animation" min="0" max="1000" step="50" prop:value=move || prefs.with(|prefs| prefs.glide_ms)
                        on:input=move |event| if let Ok(ms) = event_target_value(&event).parse() { prefs.update(|prefs| prefs.glide_ms = ms) }/>
                </label>
            </div>
            <div class="card">
                {switch("sound", texts::SOUND, |prefs| prefs.sound, |prefs, on| prefs.sound = on)}
                <label class="field"><span><strong>{t(texts::VOLUME)}</strong><small>{move || prefs.with(|prefs| prefs.volume)}" %"</small></span>
                    <input type="range" name="volume" min="0" max="100" step="5" prop:value=move || prefs.with(|prefs| prefs.volume)
                        on:input=move |event| if let Ok(volume) = event_target_value(&event).parse() { prefs.update(|prefs| prefs.volume = volume) }
                        on:change=move |_| prefs.with_untracked(|prefs| sound::play(Sound::Move, prefs))/>
                </label>
            </div>
            <AccountSettings/>
        </section>
    }
}

#[component]
fn Languages() -> impl IntoView {
    let prefs = prefs();
    let entry = move |language: Language, key: &'static str, name: &'static str| {
        view! {
            <label class="radio compact"><input type="radio" name="language" value=key prop:checked=move || prefs.with(|prefs| prefs.language == language)
                on:change=move |_| prefs.update(|prefs| prefs.language = language)/><span><strong lang=key>{name}</strong></span></label>
        }
    };
    view! {
        <fieldset class="segments"><legend>{t(texts::LANGUAGE)}</legend>
            {entry(Language::French, "fr", "Français")}{entry(Language::English, "en", "English")}
        </fieldset>
    }
}

#[component]
fn Modes() -> impl IntoView {
    let prefs = prefs();
    let entries = Mode::ALL.map(|(mode, key, name)| view! {
        <label class="radio compact"><input type="radio" name="mode" value=key prop:checked=move || prefs.with(|prefs| prefs.mode == mode)
            on:change=move |_| prefs.update(|prefs| prefs.mode = mode)/><span><strong>{t(name)}</strong></span></label>
    });
    view! { <fieldset class="segments"><legend>{t(texts::MODE)}</legend>{entries.into_iter().collect_view()}</fieldset> }
}

#[component]
fn Themes() -> impl IntoView {
    let prefs = prefs();
    let language = language();
    let entries = THEMES.map(|(key, name)| view! {
        <label class="swatch" title=move || name.tell(language.get())>
            <input type="radio" name="theme" value=key prop:checked=move || prefs.with(|prefs| prefs.theme == key)
                on:change=move |_| prefs.update(|prefs| prefs.theme = key.into())/>
            <span data-board=key>
                <svg viewBox="0 0 4 2" aria-hidden="true">
                    <path class="tile light" d="M0 0h4v2h-4z"/><path class="tile dark" d="M1 0h1v1h-1zM3 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1z"/>
                </svg>
                <small>{move || name.tell(language.get())}</small>
            </span>
        </label>
    });
    view! { <fieldset class="swatches"><legend>{t(texts::THEME)}</legend>{entries.into_iter().collect_view()}</fieldset> }
}

#[component]
fn Sets() -> impl IntoView {
    let prefs = prefs();
    let entries = PieceSet::ALL.map(|set| {
        let shown = [(PieceKind::King, "white"), (PieceKind::Knight, "black"), (PieceKind::Pawn, "white")];
        let drawn = (0..).zip(shown).map(|(n, (kind, side))| view! {
            <g class=format!("piece {side}") transform=format!("translate({n} 0)")>{parts(kind, side, set)}</g>
        });
        view! {
            <label class="swatch"><input type="radio" name="pieces" value=set.key() prop:checked=move || prefs.with(|prefs| prefs.pieces == set)
                on:change=move |_| prefs.update(|prefs| prefs.pieces = set)/>
                <span data-pieces=set.key()><svg class="surface" viewBox="0 0 3 1" aria-hidden="true">
                    <path class="tile dark" d="M0 0h3v1h-3z"/>{drawn.collect_view()}</svg><small>{t(set.name())}</small></span></label>
        }
    });
    view! { <fieldset class="swatches"><legend>{t(texts::PIECES)}</legend>{entries.into_iter().collect_view()}</fieldset> }
}
