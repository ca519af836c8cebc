//! Fields of a form with what is wrong beside them, and how a form is sent.

use super::icons::Icon;
use crate::{
    online::api::{Answer, ApiError},
    prefs::{language, t},
    texts::people as texts,
};
use damier_games::text::Text;
use leptos::prelude::*;
use std::future::Future;
use wasm_bindgen_futures::spawn_local;

/// A form on its way to the server and back.
#[derive(Clone, Copy)]
pub struct Sending {
    /// Whether an answer is awaited.
    pub busy: RwSignal<bool>,
    /// What the last answer refused.
    pub error: RwSignal<Option<ApiError>>,
}

impl Default for Sending {
    fn default() -> Self {
        Self { busy: RwSignal::new(false), error: RwSignal::new(None) }
    }
}

impl Sending {
    /// Sends, unless an answer is still awaited, and goes on with what came back.
    pub fn send<T: 'static>(
        self,
        asking: impl Future<Output = Answer<T>> + 'static,
        done: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        spawn_local(async move {
            let answer = asking.await;
            // Whoever left the page in the meantime has disposed of these.
            self.busy.try_set(false);
            match answer {
                Ok(answer) => done(answer),
                Err(error) => drop(self.error.try_set(Some(error))),
            }
        });
    }

    /// What is wrong with the field that these codes are about.
    pub fn about(self, codes: &'static [&'static str]) -> Signal<Option<String>> {
        let language = language();
        Signal::derive(move || {
            let error = self.error.get()?;
            codes.contains(&error.code()).then(|| error.tell(language.get()))
        })
    }

    /// What is wrong with none of the fields.
    pub fn besides(self, codes: &'static [&'static str]) -> Signal<Option<String>> {
        let language = language();
        Signal::derive(move || {
            let error = self.error.get()?;
            (!codes.contains(&error.code())).then(|| error.tell(language.get()))
        })
    }
}

/// The codes that are about a name.
pub const NAME: &[&str] = &["name-taken", "name-form", "name-reserved"];
/// The codes that are about a new password.
pub const PASSWORD: &[&str] = &["password-form"];
/// Both.
pub const NAME_AND_PASSWORD: &[&str] =
    &["name-taken", "name-form", "name-reserved", "password-form"];

/// A refusal, announced.
#[component]
pub fn Refusal(
    /// What to say, if anything.
    #[prop(into)]
    text: Signal<Option<String>>,
) -> impl IntoView {
    move || text.get().map(|text| view! { <p class="refusal" role="alert">{text}</p> })
}

/// A field for a line of text, or for a secret that can be shown.
#[component]
pub fn Entry(
    /// The field's name.
    name: &'static str,
    /// What it is called.
    label: Text,
    /// What it holds.
    value: RwSignal<String>,
    /// What is wrong with it.
    #[prop(optional, into)]
    wrong: Signal<Option<String>>,
    /// What the browser may fill in.
    #[prop(default = "off")]
    complete: &'static str,
    /// A hint below it.
    #[prop(optional, into)]
    help: Option<Text>,
    /// Whether it is hidden until asked for.
    #[prop(optional)]
    secret: bool,
) -> impl IntoView {
    let shown = RwSignal::new(!secret);
    let id = format!("field-{name}");
    let note = format!("note-{name}");
    let kind = move || if shown.get() { "text" } else { "password" };
    let below = move || match (wrong.get(), help) {
        (Some(wrong), _) => {
            Some(view! { <small class="wrong" role="alert">{wrong}</small> }.into_any())
        }
        (None, Some(help)) => Some(view! { <small>{t(help)}</small> }.into_any()),
        (None, None) => None,
    };
    let eye = secret.then(|| view! {
        <button type="button" class="plain" data-action="show-password" aria-pressed=move || shown.get().to_string()
            aria-label=t(texts::SHOW_PASSWORD) title=t(texts::SHOW_PASSWORD) on:click=move |_| shown.update(|shown| *shown = !*shown)>
            {move || view! { <Icon name=if shown.get() { "eye-off" } else { "eye" }/> }}
        </button>
    });
    view! {
        <div class="entry">
            <label for=id.clone()>{t(label)}</label>
            <div class="entry-line">
                <input id=id name=name type=kind autocomplete=complete autocapitalize="none" spellcheck="false" maxlength="200" required
                    aria-invalid=move || wrong.with(Option::is_some).to_string() aria-describedby=note.clone()
                    prop:value=value on:input=move |event| value.set(event_target_value(&event))/>
                {eye}
            </div>
            <div class="entry-note" id=note>{below}</div>
        </div>
    }
}
