//! What is asked of the server is answered before the next line is heard: a script that is written down beforehand is heard as one that
//! waits, and the end of the input takes nothing back.

use super::Session;
use crate::{
    app::{Effect, Screen},
    error::TuiError,
    online::{NetEvent, Request, Tag},
    texts,
};
use std::{
    io::Write,
    time::{Duration, Instant},
};

/// A little longer than the line itself waits for an answer.
const PATIENCE: Duration = Duration::from_secs(12);

/// What the line before is waiting for, and what is said when it has come.
pub(super) struct Awaited {
    what: What,
    ok: Option<String>,
    until: Instant,
}

enum What {
    /// An answer to a request.
    Answer(Tag),
    /// A match, once it is shown.
    Match,
    /// So many lists of matches.
    Lists(usize),
    /// Whatever the server says next about what was sent.
    Message,
}

impl Awaited {
    fn new(what: What, ok: Option<String>) -> Self {
        Self { what, ok, until: Instant::now() + PATIENCE }
    }

    /// How long to go on waiting.
    pub(super) fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

/// What kind of answer an event is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    Done,
    Refused,
}

impl<W: Write> Session<W> {
    /// Waits for the answer to these, or for nothing if they ask for none.
    pub(super) fn wait_for(&mut self, effects: &[Effect], ok: Option<String>) {
        let what = effects.iter().find_map(|effect| match effect {
            Effect::Net(Request::Http { tag, .. }) => Some(What::Answer(tag.clone())),
            Effect::Net(Request::Send(_)) => Some(What::Message),
            _ => None,
        });
        self.awaited = what.map(|what| Awaited::new(what, ok));
    }

    /// Waits until a match is shown.
    pub(super) fn wait_for_match(&mut self, ok: Option<String>) {
        self.awaited = Some(Awaited::new(What::Match, ok));
    }

    /// Waits until so many lists have come, which are told then.
    pub(super) fn wait_for_lists(&mut self, count: usize) {
        self.awaited = Some(Awaited::new(What::Lists(count), None));
    }

    /// Says that what was waited for has come, unless it was refused, which is told by itself.
    pub(super) fn came(&mut self, event: &NetEvent) -> Result<(), TuiError> {
        if let Some(Awaited { what: What::Lists(left), .. }) = &mut self.awaited
            && matches!(event, NetEvent::Answer { tag: Tag::List(_), .. })
        {
            *left = left.saturating_sub(1);
        }
        let Some(awaited) = &self.awaited else { return Ok(()) };
        let came = match (&awaited.what, event) {
            (_, NetEvent::Closed(_)) => Some(Came::Refused),
            (_, NetEvent::Received(text)) if text.starts_with(r#"{"t":"refused""#) => {
                Some(Came::Refused)
            }
            (What::Answer(tag), NetEvent::Answer { tag: other, result }) if tag == other => {
                Some(if result.is_ok() { Came::Done } else { Came::Refused })
            }
            (What::Message, NetEvent::Received(text)) => {
                let answers = ["event", "done", "match", "said"];
                let answered = |kind| text.starts_with(&format!("{{\"t\":\"{kind}\""));
                answers.into_iter().any(answered).then_some(Came::Done)
            }
            (What::Lists(0), _) => Some(Came::Done),
            (What::Match, _) => self.shows_its_match().then_some(Came::Done),
            _ => None,
        };
        let Some(came) = came else { return Ok(()) };
        let Some(awaited) = self.awaited.take() else { return Ok(()) };
        if came == Came::Refused {
            self.asked_friends = false;
            if matches!(awaited.what, What::Match) {
                self.go_back();
            }
            return Ok(());
        }
        if matches!(awaited.what, What::Lists(_)) {
            return self.tell_games();
        }
        if let Some(ok) = awaited.ok {
            self.out.tell(&ok)?;
        }
        // A match that was begun, or the one after this one, is not here yet.
        let follows = matches!(self.app.screen, Screen::Play(_)) && !self.shows_its_match();
        if follows || matches!(awaited.what, What::Answer(Tag::Begun)) {
            self.wait_for_match(None);
        }
        Ok(())
    }

    /// Whether the match that is followed is there, and not still the one before it.
    fn shows_its_match(&self) -> bool {
        let Some(online) = &self.app.online else { return false };
        let shown = online.current.as_ref().filter(|current| **current == self.app.shown);
        let followed = shown.and_then(|id| online.link.followed(id));
        matches!(self.app.screen, Screen::Play(_)) && followed.is_some()
    }

    /// Follows the match before again: there was none to be followed in its place.
    fn go_back(&mut self) {
        if matches!(self.app.screen, Screen::Play(_)) && !self.shows_its_match() {
            let before = self.app.shown.clone();
            let effects = self.app.open_match(&before);
            self.perform(effects);
            self.wait_for_match(None);
        }
    }

    /// Nothing has come for too long.
    pub(super) fn give_up(&mut self) -> Result<(), TuiError> {
        (self.awaited, self.asked_friends) = (None, false);
        self.out.refuse(texts::NO_ANSWER.tell(self.language))
    }
}
