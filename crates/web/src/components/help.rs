//! The keys, all of them.

use super::dialog::Modal;
use crate::{
    prefs::{language, t},
    texts,
};
use leptos::prelude::*;

/// A dialog that lists the keys.
#[component]
pub fn Help(
    /// Whether it is open.
    open: RwSignal<bool>,
) -> impl IntoView {
    let language = language();
    let keys = [
        ("← → ↑ ↓", texts::KEY_ARROWS),
        ("↵", texts::KEY_ENTER),
        ("Esc", texts::KEY_ESCAPE),
        ("X", texts::KEY_FLIP),
        ("T", texts::KEY_THEME),
        ("F", texts::KEY_FULLSCREEN),
        ("M", texts::KEY_MUTE),
        ("?", texts::KEY_HELP),
    ];
    let rows = keys.map(|(key, text)| view! { <dt><kbd>{key}</kbd></dt><dd>{t(text)}</dd> });
    view! {
        <Modal open label=Signal::derive(move || texts::KEYS.tell(language.get()).to_owned())>
            <h2>{t(texts::KEYS)}</h2>
            <dl class="keys">{rows.into_iter().collect_view()}</dl>
            <div class="row end">
                <button type="button" class="primary" on:click=move |_| open.set(false)>{t(texts::CLOSE)}</button>
            </div>
        </Modal>
    }
}
