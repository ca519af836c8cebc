//! analysis.

use leptos::prelude::*;

/// The page.
#[component]
pub fn Analysis() -> impl IntoView {
    view! { <super::NeedsServer/> }
}
