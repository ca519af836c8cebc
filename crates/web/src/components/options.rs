//! A form for a game's options, drawn from what the game tells of them.

use super::picker::MosaicPicker;
use crate::{
    prefs::{language, t},
    texts,
};
use damier_games::{
    GameKey,
    options::{Field, Kind, Options, all_options},
    with_game,
};
use leptos::prelude::*;

/// What every option of a game is unless it is chosen otherwise.
pub fn defaults(game: GameKey) -> Options {
    let all = with_game!(game, |G| all_options(&G::default()));
    all.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The presets and the fields of a game.
#[component]
pub fn OptionsForm(
    /// The game.
    game: GameKey,
    /// What is chosen so far.
    chosen: RwSignal<Options>,
) -> impl IntoView {
    let info = game.info();
    let usual = StoredValue::new(defaults(game));
    let boards = info.options.iter().any(|field| matches!(field.kind, Kind::Mosaic));
    let fields = info.options.iter().filter(|field| !matches!(field.kind, Kind::Mosaic));
    let fields = fields.map(|field| view! { <FieldInput field chosen usual/> }).collect_view();
    let presets = (!info.presets.is_empty()).then(|| view! { <Presets game chosen/> });
    view! {
        {boards.then(|| view! { <MosaicPicker chosen/> })}
        {presets}
        <details class="options">
            <summary>{t(texts::OPTIONS)}</summary>
            <div class="fields">{fields}</div>
        </details>
    }
}

#[component]
fn Presets(game: GameKey, chosen: RwSignal<Options>) -> impl IntoView {
    let language = language();
    let entry = move |options: Options,
                      key: &'static str,
                      name: damier_games::text::Text,
                      help: damier_games::text::Text| {
        let same = options.clone();
        view! {
            <button type="button" class="preset" data-preset=key aria-pressed=move || chosen.with(|chosen| *chosen == same).to_string()
                on:click=move |_| chosen.set(options.clone())>
                <strong>{move || name.tell(language.get())}</strong><small>{move || help.tell(language.get())}</small>
            </button>
        }
    };
    let pairs = |pairs: &[(&str, &str)]| {
        pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect::<Options>()
    };
    let more = game
        .info()
        .presets
        .iter()
        .map(|preset| entry(pairs(preset.options), preset.key, preset.name, preset.help));
    view! {
        <fieldset class="presets">
            <legend>{t(texts::PRESETS)}</legend>
            {entry(Options::new(), "usual", texts::USUAL, texts::USUAL_HELP)}
            {more.collect_view()}
        </fieldset>
    }
}

#[component]
fn FieldInput(
    field: &'static Field,
    chosen: RwSignal<Options>,
    usual: StoredValue<Options>,
) -> impl IntoView {
    let language = language();
    let value = Memo::new(move |_| {
        let default =
            || usual.with_value(|usual| usual.get(field.key).cloned().unwrap_or_default());
        chosen.with(|chosen| chosen.get(field.key).cloned()).unwrap_or_else(default)
    });
    let choose = move |text: String| {
        let default = usual.with_value(|usual| usual.get(field.key) == Some(&text));
        chosen.update(|chosen| {
            if default {
                chosen.remove(field.key);
            } else {
                chosen.insert(field.key.into(), text);
            }
        });
    };
    let name = format!("option-{}", field.key);
    let input = match field.kind {
        Kind::Choice(choices) => {
            let entries = choices.iter().map(|choice| view! {
                <option value=choice.value selected=move || value.get() == choice.value>{move || choice.name.tell(language.get())}</option>
            });
            view! { <select name=name on:change=move |event| choose(event_target_value(&event))>{entries.collect_view()}</select> }.into_any()
        }
        Kind::Switch => view! {
            <input type="checkbox" role="switch" name=name prop:checked=move || value.get() == "yes"
                on:change=move |event| choose(if event_target_checked(&event) { "yes" } else { "no" }.into())/>
        }.into_any(),
        Kind::Number { min, max, zero } => {
            let least = if zero { 0 } else { min };
            view! {
                <input type="number" name=name min=least max=max prop:value=value on:change=move |event| choose(event_target_value(&event))/>
            }.into_any()
        }
        Kind::Mosaic => ().into_any(),
    };
    let help = move || match field.kind {
        Kind::Choice(choices) => {
            let choice = choices.iter().find(|choice| value.with(|value| choice.value == value));
            choice.map_or(field.help, |choice| choice.help).tell(language.get())
        }
        _ => field.help.tell(language.get()),
    };
    view! {
        <label class="field">
            <span><strong>{move || field.name.tell(language.get())}</strong><small>{help}</small></span>
            {input}
        </label>
    }
}
