//! rules.

use leptos::prelude::*;

/// The page.
#[component]
pub fn Rules() -> impl IntoView {
    view! { <super::NeedsServer/> }
}
/// The page.
#[component]
pub fn RulesOf() -> impl IntoView {
    view! { <super::NeedsServer/> }
}
