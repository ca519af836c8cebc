//! A form for a game's options, drawn from what the game tells of them.

use super::picker::MosaicPicker;
use crate::{
    prefs::{language, t},
    texts,
};
use damier_games::{
    GameKey,
    options::{Field, Kind, Options, Preset, all_options},
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
    /// The board is chosen elsewhere.
    #[prop(optional, into)]
    boardless: Signal<bool>,
) -> impl IntoView {
    let info = game.info();
    let usual = StoredValue::new(defaults(game));
    let boards = info.options.iter().any(|field| matches!(field.kind, Kind::Mosaic));
    let fields = info.options.iter().filter(|field| !matches!(field.kind, Kind::Mosaic));
    let fields = fields.map(|field| view! { <FieldInput field chosen usual/> }).collect_view();
    let presets = (!info.presets.is_empty()).then(|| view! { <Presets game chosen/> });
    view! {
        <Show when=move || boards && !boardless.get()><MosaicPicker chosen/></Show>
        {presets}
        <details class="options">
            <summary>{t(texts::OPTIONS)}</summary>
            <div class="fields">{fields}</div>
        </details>
    }
}

#[component]
fn Presets(game: GameKey, chosen: RwSignal<Options>) -> impl IntoView {
    let info = game.info();
    let usual = Preset { key: "usual", name: texts::USUAL, help: texts::USUAL_HELP, options: &[] };
    let all = std::iter::once(usual).chain(info.presets.iter().copied());
    let entries = all.map(|preset| view! { <PresetButton game preset chosen/> }).collect_view();
    view! { <fieldset class="presets"><legend>{t(texts::PRESETS)}</legend>{entries}</fieldset> }
}

/// One well-known choice. A board of coloured squares is chosen apart and stays.
#[component]
fn PresetButton(game: GameKey, preset: Preset, chosen: RwSignal<Options>) -> impl IntoView {
    let language = language();
    let is_board = move |key: &str| {
        let field = game.info().options.iter().find(|field| field.key == key);
        field.is_some_and(|field| matches!(field.kind, Kind::Mosaic))
    };
    let pairs =
        move || preset.options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let pressed = move || {
        let others = |chosen: &Options| -> Options {
            chosen.clone().into_iter().filter(|(key, _)| !is_board(key)).collect()
        };
        chosen.with(others) == pairs().collect::<Options>()
    };
    let choose = move |_| {
        chosen.update(|chosen| {
            chosen.retain(|key, _| is_board(key));
            chosen.extend(pairs());
        });
    };
    view! {
        <button type="button" class="preset" data-preset=preset.key aria-pressed=move || pressed().to_string() on:click=choose>
            <strong>{move || preset.name.tell(language.get())}</strong>
            <small>{move || preset.help.tell(language.get())}</small>
        </button>
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
