//! quadrants.

use leptos::prelude::*;

/// The page.
#[component]
pub fn Quadrants() -> impl IntoView {
    view! { <super::NeedsServer/> }
}
