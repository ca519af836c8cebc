//! What the Web Worker runs: reads questions as JSON, posts answers as JSON.

use damier_thinker::{Answer, Question, Thinker};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let mut thinker = Thinker::default();
    let listening = scope.clone();
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        // Only our own page asks; what it cannot have asked is not answered.
        if let Ok(question) = serde_json::from_str::<Question>(&text) {
            let answer = thinker.answer(&question, &mut |found| post(&listening, &found));
            post(&listening, &answer);
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    listen.forget();
    post(&scope, &Answer::Ready);
}

fn post(scope: &DedicatedWorkerGlobalScope, answer: &Answer) {
    let text = serde_json::to_string(answer).expect("answers are plain data");
    // Posting a string fails only when the worker is being ended, and then nobody listens.
    let _ = scope.post_message(&JsValue::from_str(&text));
}
