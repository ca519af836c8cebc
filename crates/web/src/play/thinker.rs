//! The computer player, from the page's side: a Web Worker that is started when it is first needed.

use damier_thinker::{Answer, Question};
use std::{cell::RefCell, collections::VecDeque, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// One worker. Dropping it ends it, whatever it is thinking about.
pub struct Thinker {
    worker: Worker,
    waiting: Rc<RefCell<Waiting>>,
    // Kept alive as long as the worker may call them.
    _listen: Closure<dyn FnMut(MessageEvent)>,
    _fail: Closure<dyn FnMut(ErrorEvent)>,
}

/// Questions asked before the worker could listen.
#[derive(Default)]
struct Waiting {
    ready: bool,
    questions: VecDeque<String>,
}

impl Thinker {
    /// Starts a worker that tells `hear` what it finds; `None` as its answer means that it cannot be started.
    pub fn start(mut hear: impl FnMut(Option<Answer>) + Clone + 'static) -> Option<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/thinker.js", &options).ok()?;
        let waiting = Rc::new(RefCell::new(Waiting::default()));
        let mut failed = hear.clone();
        let listen = {
            let (worker, waiting) = (worker.clone(), Rc::clone(&waiting));
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let text = event.data().as_string().unwrap_or_default();
                match serde_json::from_str::<Answer>(&text) {
                    Ok(Answer::Ready) => {
                        let mut waiting = waiting.borrow_mut();
                        waiting.ready = true;
                        for question in waiting.questions.drain(..) {
                            post(&worker, &question);
                        }
                    }
                    Ok(answer) => hear(Some(answer)),
                    Err(_) => hear(None),
                }
            })
        };
        let fail = Closure::<dyn FnMut(ErrorEvent)>::new(move |_| failed(None));
        worker.set_onmessage(Some(listen.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        Some(Self { worker, waiting, _listen: listen, _fail: fail })
    }

    /// Asks; answers come to what was given at the start.
    pub fn ask(&self, question: &Question) {
        let text = serde_json::to_string(question).expect("questions are plain data");
        let mut waiting = self.waiting.borrow_mut();
        if waiting.ready {
            post(&self.worker, &text);
        } else {
            waiting.questions.push_back(text);
        }
    }
}

fn post(worker: &Worker, text: &str) {
    // Posting a string to a living worker cannot fail.
    let _ = worker.post_message(&JsValue::from_str(text));
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
