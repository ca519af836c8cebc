//! Small services of the browser, each of which may be refused.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlDialogElement;

/// Copies a text and tells whether that worked. On a plain-HTTP page there is no clipboard.
pub fn copy(text: String, done: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        let navigator = window().navigator();
        // On an insecure page the property is missing although its type says otherwise.
        let there = js_sys::Reflect::get(&navigator, &"clipboard".into())
            .is_ok_and(|value| !value.is_undefined());
        let copied = there && JsFuture::from(navigator.clipboard().write_text(&text)).await.is_ok();
        done(copied);
    });
}

/// Offers a text as a file.
pub fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&text.into());
    let blob = web_sys::Blob::new_with_str_sequence(&parts)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&url)
}

/// The text of the file that an input holds.
pub fn read_file(input: &web_sys::HtmlInputElement, done: impl FnOnce(String) + 'static) {
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    if let Some(file) = file {
        spawn_local(async move {
            if let Ok(text) = JsFuture::from(file.text()).await {
                done(text.as_string().unwrap_or_default());
            }
        });
    }
}

/// The text at a path of this server.
pub async fn fetch_text(path: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(path)).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// Full screen and back.
pub fn toggle_fullscreen() {
    let document = document();
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(root) = document.document_element() {
        // Phones may refuse; then the page stays as it is.
        let _ = root.request_fullscreen();
    }
}

/// Keeps the client on the device where the browser allows it: on secure pages only.
pub fn keep_offline() {
    let navigator = window().navigator();
    let there = js_sys::Reflect::get(&navigator, &"serviceWorker".into())
        .is_ok_and(|value| !value.is_undefined());
    if there {
        let registering = navigator.service_worker().register("/sw.js");
        spawn_local(async move {
            // Refused on a page that is not secure: the client works all the same, only not without its server.
            let _ = JsFuture::from(registering).await;
        });
    }
}

/// When the program breaks, the console gets the reason and the page says so plainly, instead of lying there dead.
pub fn tell_panics() {
    std::panic::set_hook(Box::new(|broken| {
        web_sys::console::error_1(&broken.to_string().into());
        // What stands in the page already, in both languages: nothing of the program is needed to show it.
        let there = web_sys::window().and_then(|window| window.document());
        let notice = there.and_then(|document| document.get_element_by_id("broken"));
        if let Some(notice) = notice.and_then(|it| it.dyn_into::<HtmlDialogElement>().ok()) {
            // Fails only where it is shown already.
            let _ = notice.show_modal();
        }
    }));
}

/// Calls `change` whenever a media query's answer changes, and once at the start.
pub fn watch_media(query: &str, change: impl Fn(bool) + 'static) {
    let Ok(Some(list)) = window().match_media(query) else { return };
    change(list.matches());
    let watched = list.clone();
    let listen = Closure::<dyn Fn()>::new(move || change(watched.matches()));
    // The page watches as long as it lives.
    let _ = list.add_event_listener_with_callback("change", listen.as_ref().unchecked_ref());
    listen.forget();
}

/// Whether a key was meant for a field in which one writes.
pub fn writing(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
    }) || event.ctrl_key()
        || event.meta_key()
        || event.alt_key()
}
