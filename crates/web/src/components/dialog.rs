//! A modal dialog by the browser's own element: it keeps the focus inside and closes on Escape.

use leptos::{html, prelude::*};

/// A dialog that is open as long as `open` says so.
#[component]
pub fn Modal(
    /// Whether it is open.
    open: RwSignal<bool>,
    /// What it is called.
    #[prop(into)]
    label: Signal<String>,
    /// For `data-result`, where it tells one.
    #[prop(into, optional)]
    result: Signal<Option<String>>,
    /// What is inside.
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let wanted = open.get();
        if let Some(dialog) = dialog.get() {
            if wanted && !dialog.open() {
                if dialog.is_connected() {
                    // Fails only for a dialog that has left the page.
                    let _ = dialog.show_modal();
                } else {
                    // A part of the page that has just come is shown with the next frame.
                    request_animation_frame(move || {
                        if open.try_get_untracked() == Some(true) && !dialog.open() {
                            let _ = dialog.show_modal();
                        }
                    });
                }
            } else if !wanted && dialog.open() {
                dialog.close();
            }
        }
    });
    view! {
        <dialog node_ref=dialog class="modal" aria-label=label data-result=result on:close=move |_| open.set(false)>
            {children()}
        </dialog>
    }
}
