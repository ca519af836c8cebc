//! What a page asks the server for: nothing yet, the answer, or what to show instead.

use crate::{
    components::form::Refusal,
    online::api::{Answer, ApiError},
    prefs::{language, t},
    texts::{self, people},
};
use leptos::prelude::*;
use std::{future::Future, time::Duration};
use wasm_bindgen_futures::spawn_local;

/// How often a page that is looked at asks again where nothing tells it to.
pub const AGAIN: Duration = Duration::from_secs(15);

/// An answer that comes and is asked for again.
pub struct Loaded<T: 'static> {
    /// The last answer. While the next one is awaited the old one stays.
    pub answer: RwSignal<Option<Answer<T>>>,
    again: RwSignal<u32>,
}

impl<T> Clone for Loaded<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Loaded<T> {}

impl<T: Clone + PartialEq + Send + Sync> Loaded<T> {
    /// Asks at once, and again whenever what `ask` reads has changed.
    pub fn new<F: Future<Output = Answer<T>> + 'static>(
        ask: impl Fn() -> Option<F> + 'static,
    ) -> Self {
        let loaded = Self { answer: RwSignal::new(None), again: RwSignal::new(0) };
        let asked = StoredValue::new(0_u32);
        Effect::new(move |_| {
            loaded.again.track();
            let Some(asking) = ask() else { return };
            asked.update_value(|asked| *asked += 1);
            let number = asked.get_value();
            spawn_local(async move {
                let answer = asking.await;
                // Answers to older questions come too late, and a page that was left is gone.
                if asked.try_get_value() != Some(number) {
                    return;
                }
                // A list that is shown stays when the server does not answer for a moment.
                let keep = answer == Err(ApiError::Offline)
                    && loaded.answer.with_untracked(|old| matches!(old, Some(Ok(_))));
                if !keep && loaded.answer.with_untracked(|old| old.as_ref() != Some(&answer)) {
                    loaded.answer.set(Some(answer));
                }
            });
        });
        loaded
    }

    /// Asks again.
    pub fn again(self) {
        // The page may have been left in the meantime.
        self.again.try_update(|again| *again = again.wrapping_add(1));
    }

    /// Asks again every now and then, as long as the page is looked at.
    pub fn often(self) -> Self {
        let ask = move || {
            if !document().hidden() {
                self.again();
            }
        };
        if let Ok(handle) = set_interval_with_handle(ask, AGAIN) {
            on_cleanup(move || handle.clear());
        }
        self
    }

    /// The answer, if it is a good one.
    pub fn good(self) -> Option<T> {
        self.answer.with(|answer| answer.as_ref()?.as_ref().ok().cloned())
    }

    /// Shows the answer, or that it is on its way, or why there is none.
    pub fn show(
        self,
        show: impl Fn(T) -> AnyView + Send + Sync + 'static,
    ) -> impl Fn() -> AnyView + Send + Sync {
        let language = language();
        move || match self.answer.get() {
            None => view! { <p class="quiet pending">{texts::LOADING.tell(language.get())}</p> }
                .into_any(),
            Some(Ok(answer)) => show(answer),
            Some(Err(error)) => {
                let text = Signal::derive(move || Some(error.tell(language.get())));
                view! {
                    <div class="stack">
                        <Refusal text/>
                        <button type="button" data-action="retry" on:click=move |_| self.again()>{t(people::TRY_AGAIN)}</button>
                    </div>
                }
                .into_any()
            }
        }
    }
}
