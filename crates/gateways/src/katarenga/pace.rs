//! When a message may be sent. The original takes every segment for one object, throws away what comes while it waits for
//! something else, and loses its own move to one that comes too early: all that helps is to wait. Sections 1, 3 and 5.

use super::codec::Message;
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// How long to wait for what.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// Between two messages.
    pub gap: Duration,
    /// After our confirmation of the mode, before our quarters.
    pub config: Duration,
    /// After both quarters are through, before the start.
    pub start: Duration,
    /// After the start was confirmed, before the first move.
    pub first_move: Duration,
    /// After the start, before the first move, if it is never confirmed.
    pub unconfirmed: Duration,
    /// After a move of either, before a move of ours: the original shows one at a time.
    pub animation: Duration,
    /// How long an announced victory may stand without our own rules' agreement.
    pub claim: Duration,
    /// After the announcement of a victory, before the end of the connection.
    pub linger: Duration,
}

impl Waits {
    /// What the original needs.
    pub const ORIGINAL: Self = Self {
        gap: Duration::from_millis(150),
        config: Duration::from_millis(500),
        start: Duration::from_millis(1000),
        first_move: Duration::from_millis(500),
        unconfirmed: Duration::from_millis(5500),
        animation: Duration::from_millis(1200),
        claim: Duration::from_millis(2000),
        linger: Duration::from_millis(3000),
    };
}

/// What a message has to wait for besides the gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Nothing.
    Anything,
    /// The mode was agreed.
    Agreed,
    /// Both quarters are through.
    Configs,
    /// The game has begun, and no move is being shown.
    Begun,
    /// No move of the peer is being shown.
    Shown,
}

/// What is to be sent, in order, and what happened when.
#[derive(Debug)]
pub struct Pace {
    waits: Waits,
    begun: Instant,
    queue: VecDeque<(Message, After)>,
    sent: Option<Instant>,
    own_move: Option<Instant>,
    peer_move: Option<Instant>,
    agreed: Option<Instant>,
    own_config: Option<Instant>,
    peer_config: Option<Instant>,
    start: Option<Instant>,
    confirmed: Option<Instant>,
}

impl Pace {
    /// Nothing yet.
    pub fn new(waits: Waits) -> Self {
        Self {
            waits,
            begun: Instant::now(),
            queue: VecDeque::new(),
            sent: None,
            own_move: None,
            peer_move: None,
            agreed: None,
            own_config: None,
            peer_config: None,
            start: None,
            confirmed: None,
        }
    }

    /// Sends that in its time.
    pub fn push(&mut self, message: Message, after: After) {
        self.queue.push_back((message, after));
    }

    /// Forgets what has not been sent.
    pub fn clear(&mut self) {
        self.queue.clear();
    }

    /// Whether everything was sent.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The peer said something.
    pub fn heard(&mut self, message: &Message, now: Instant) {
        match message {
            Message::GameModeConfirm(_) => self.agreed = self.agreed.or(Some(now)),
            Message::QuadrantConfig { .. } => self.peer_config = self.peer_config.or(Some(now)),
            Message::GameStartConfirm => self.confirmed = self.confirmed.or(Some(now)),
            Message::Move { .. } | Message::Placement { .. } => self.peer_move = Some(now),
            _ => {}
        }
    }

    /// When the next message may go; `None` if there is none, or if it waits for the peer.
    pub fn due(&self) -> Option<Instant> {
        let (_, after) = self.queue.front()?;
        let add = |at: Option<Instant>, wait: Duration| at.map(|at| at + wait);
        let waits = &self.waits;
        let moved = [add(self.own_move, waits.animation), add(self.peer_move, waits.animation)];
        let moved = moved.into_iter().flatten().max();
        let gate = match after {
            After::Anything => None,
            After::Agreed => Some(add(self.agreed, waits.config)?),
            After::Configs => {
                let both = self.own_config?.max(self.peer_config?);
                Some(both + waits.start)
            }
            After::Begun => {
                let confirmed = add(self.confirmed, waits.first_move);
                let begun = confirmed.into_iter().chain(add(self.start, waits.unconfirmed)).min();
                Some(begun?).max(moved)
            }
            After::Shown => moved,
        };
        let gap = add(self.sent, waits.gap);
        // A moment that has passed already, where nothing holds it back.
        Some(gate.max(gap).unwrap_or(self.begun))
    }

    /// The next message, if it may go now. It counts as sent.
    pub fn pop(&mut self, now: Instant) -> Option<Message> {
        if self.due()? > now {
            return None;
        }
        let (message, _) = self.queue.pop_front()?;
        self.sent = Some(now);
        match message {
            Message::Move { .. } => self.own_move = Some(now),
            Message::QuadrantConfig { .. } => self.own_config = Some(now),
            Message::GameStart => self.start = Some(now),
            Message::GameModeConfirm(_) => self.agreed = Some(now),
            // Who joins has begun by agreeing.
            Message::GameStartConfirm => {
                (self.start, self.confirmed) = (Some(now), Some(now));
            }
            _ => {}
        }
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::codec::*, *};

    const MOVE: Message = Message::Move { from: Place(1, 1), to: Place(2, 1), player: 1 };

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_host_keeps_to_the_waits_of_the_fact_sheet() {
        let start = Instant::now();
        let mut pace = Pace::new(Waits::ORIGINAL);
        pace.push(Message::GameMode(Mode::Congress), After::Anything);
        let half = [[[1; 4]; 4]; 2];
        pace.push(Message::QuadrantConfig { host: true, half }, After::Agreed);
        pace.push(Message::GameStart, After::Configs);
        pace.push(MOVE, After::Begun);
        let later = start + ms(10);
        assert!(pace.pop(later).is_some());
        assert_eq!(pace.due(), None, "the quarters wait for the confirmation");
        pace.heard(&Message::GameModeConfirm(Mode::Congress), later + ms(9000));
        assert_eq!(pace.due(), Some(later + ms(9500)));
        assert!(pace.pop(later + ms(9500)).is_some());
        assert_eq!(pace.due(), None, "the start waits for the other quarters");
        pace.heard(&Message::QuadrantConfig { host: false, half }, later + ms(20_000));
        assert_eq!(pace.due(), Some(later + ms(21_000)));
        assert_eq!(pace.pop(later + ms(21_000)), Some(Message::GameStart));
        assert_eq!(pace.due(), Some(later + ms(26_500)), "without a confirmation");
        pace.heard(&Message::GameStartConfirm, later + ms(21_100));
        assert_eq!(pace.due(), Some(later + ms(21_600)));
    }

    #[test]
    fn a_move_waits_until_the_one_before_was_shown() {
        let start = Instant::now();
        let mut pace = Pace::new(Waits::ORIGINAL);
        pace.push(Message::GameStartConfirm, After::Anything);
        assert!(pace.pop(start + ms(1)).is_some());
        let placement = Message::Placement { position: Place(2, 1), player: 1 };
        pace.heard(&MOVE, start + ms(5000));
        pace.push(MOVE, After::Begun);
        pace.push(placement, After::Anything);
        pace.push(MOVE, After::Begun);
        assert_eq!(pace.pop(start + ms(6100)), None);
        assert!(pace.pop(start + ms(6200)).is_some());
        assert_eq!(pace.due(), Some(start + ms(6350)), "the hand-over comes soon after");
        assert!(pace.pop(start + ms(6350)).is_some());
        assert_eq!(pace.due(), Some(start + ms(7400)));
    }
}
