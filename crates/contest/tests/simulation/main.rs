//! Thousands of matches of all games with random options, delays, duplicates, disconnections and a server that was down. Seeded:
//! a failure names the seed that tells it again.
#![allow(clippy::unwrap_used, reason = "all of this is a test")]

mod dice;

use damier_contest::{
    Command, Event, Match, Millis, Opposition, Phase, Refusal, Stamped, Terms, TimeControl, decide,
};
use damier_games::{GameKey, Player};
use dice::Dice;

const START: Millis = Millis(1_700_000_000_000);
const MATCHES: u64 = 4000;

#[test]
fn whatever_happens_the_log_tells_the_match() {
    let mut endings = std::collections::BTreeMap::new();
    for seed in 0..MATCHES {
        let result = std::panic::catch_unwind(|| simulate(seed));
        let ending = result.unwrap_or_else(|_| panic!("the match of seed {seed} failed"));
        *endings.entry(ending).or_insert(0) += 1;
    }
    // A simulation in which hardly anything happens would prove nothing.
    for reason in ["resignation", "timeout", "forfeit", "agreement", "aborted"] {
        assert!(endings.get(reason).is_some_and(|&n| n > 20), "{reason} is rare: {endings:?}");
    }
    assert!(endings.len() > 12, "few games came to their own end: {endings:?}");
}

fn simulate(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let terms = some_terms(&mut dice, GameKey::ALL[seed as usize % GameKey::ALL.len()]);
    let mut run = Run {
        state: Match::new(terms.clone(), START).unwrap(),
        follower: Match::new(terms, START).unwrap(),
        log: Vec::new(),
        now: START,
        attempts: Vec::new(),
        // Replaying everything after each step takes the square of the length.
        careful: seed.is_multiple_of(50),
        calm: dice.one_in(3),
    };
    let steps = dice.below(if run.calm { 300 } else { 120 });
    for _ in 0..steps {
        run.pass_time(&mut dice);
        let command = run.some_command(&mut dice);
        run.try_it(command);
    }
    run.finish();
    for _ in 0..dice.below(6) {
        let command = run.some_command(&mut dice);
        run.try_it(command);
    }
    run.compare_all();
    run.state.result().unwrap().reason.key.into()
}

fn some_terms(dice: &mut Dice, game: GameKey) -> Terms {
    let time = match dice.below(8) {
        0 => TimeControl::None,
        1 => TimeControl::Days { days: 1 + dice.below(14) as u32 },
        2 | 3 => TimeControl::PerTurn { seconds: 3 + dice.below(60) as u32 },
        _ => TimeControl::Clock {
            base: 1 + 10 * dice.below(60) as u32,
            increment: dice.below(6) as u32,
        },
    };
    let opposition = match dice.below(8) {
        0 => Opposition::OneScreen,
        1 => Opposition::Computer { side: dice.player(), level: 1 + dice.below(8) as u8 },
        _ => Opposition::People,
    };
    let plain = Terms {
        game,
        options: Default::default(),
        position: None,
        time,
        rated: opposition == Opposition::People && dice.one_in(2),
        opposition,
        choosing: false,
    };
    let choosing = Terms { choosing: true, ..plain.clone() };
    if choosing.check().is_ok() && dice.one_in(2) {
        return choosing;
    }
    let chosen = Terms { options: dice.options(game), ..plain.clone() };
    if chosen.check().is_ok() { chosen } else { plain }
}

/// A match under way, and a second one that knows only its log.
struct Run {
    state: Match,
    follower: Match,
    log: Vec<Stamped>,
    now: Millis,
    attempts: Vec<Command>,
    careful: bool,
    /// Hardly anything but moves, so that games come to their own end.
    calm: bool,
}

impl Run {
    fn pass_time(&mut self, dice: &mut Dice) {
        let span = match dice.below(60) {
            0..20 if self.calm => 0,
            0 => dice.below(100_000),
            1..4 => dice.below(20_000),
            4..20 => dice.below(3000),
            _ => dice.below(300),
        };
        self.now = self.now + Millis(span as i64);
        // Mostly the server looks when something is due, sometimes others are faster.
        if self.state.due().is_some_and(|due| due <= self.now) && !dice.one_in(4) {
            self.try_it(Command::Tick);
        }
    }

    fn some_command(&mut self, dice: &mut Dice) -> Command {
        let by = dice.player();
        if self.state.phase() == Phase::Choosing && dice.one_in(2) {
            let count = [2, 4, 3][dice.below(5).saturating_sub(2)];
            return Command::Choose { by, quadrants: dice.quadrants(count) };
        }
        let wish = if self.calm && !dice.one_in(30) { 150 } else { dice.below(150) };
        match wish {
            0 => Command::Resign { by },
            1..3 => Command::OfferDraw { by },
            3..5 => Command::DeclineDraw { by },
            5..9 => Command::ClaimDraw { by },
            9..13 => Command::Takeback { by },
            13..15 => Command::DeclineTakeback { by },
            15..17 => Command::Abort { by },
            17 => Command::Leave { by },
            18..21 => Command::Rematch { by, next: format!("m{}", dice.below(1000)) },
            21..23 => Command::DeclineRematch { by },
            23..26 => Command::Lost { by },
            26..36 => Command::Back { by },
            36..40 => Command::Tick,
            40..42 => Command::GiveBack { from: self.now - Millis(dice.below(60_000) as i64) },
            42..50 if !self.attempts.is_empty() => dice.pick(&self.attempts).clone(),
            50..55 => self.some_move(dice, by, "z99"),
            _ => {
                let moves = self.state.table().legal_moves();
                let by = if dice.one_in(10) { by } else { self.state.table().turn() };
                let text = if moves.is_empty() { "" } else { dice.pick(&moves).as_str() };
                self.some_move(dice, by, text)
            }
        }
    }

    fn some_move(&mut self, dice: &mut Dice, by: Player, text: &str) -> Command {
        let ply = self.state.table().ply();
        let ply = if dice.one_in(20) { dice.below(ply + 3) } else { ply };
        let lag = Millis(if dice.one_in(50) { i64::MAX } else { dice.below(2000) as i64 });
        let id = self.attempts.len() as u64;
        let command = Command::Play { by, ply, id, text: text.into(), lag };
        self.attempts.push(command.clone());
        command
    }

    fn try_it(&mut self, command: Command) {
        let is_tick = command == Command::Tick;
        let repeated = match &command {
            Command::Play { id, .. } => (*id as usize) + 1 < self.attempts.len(),
            _ => false,
        };
        match decide(&self.state, command, self.now) {
            Err(refusal) => {
                assert!(!is_tick || refusal == Refusal::NothingDue, "{refusal}");
            }
            Ok(events) => {
                assert!(!events.is_empty());
                let again = events.iter().any(|event| {
                    matches!(event, Event::Played { id, .. }
                    if self.log.iter().flat_map(|entry| &entry.events).any(
                        |old| matches!(old, Event::Played { id: known, .. } if known == id)))
                });
                assert!(!repeated || !again, "a repeat was played again");
                self.happen(events);
            }
        }
        if is_tick {
            assert!(self.state.due().is_none_or(|due| due > self.now), "due in the past");
        }
    }

    fn happen(&mut self, events: Vec<Event>) {
        let before = self.state.clock_at(self.now);
        let was_over = self.state.phase() == Phase::Over;
        for event in &events {
            let of_after = matches!(
                event,
                Event::RematchOffered { .. }
                    | Event::RematchDeclined { .. }
                    | Event::RematchAgreed { .. }
            );
            assert_eq!(was_over, of_after, "{event:?}");
            self.state.apply(event, self.now);
        }
        self.check_clocks(before, &events);
        let stamped = Stamped { at: self.now, events };
        let written = serde_json::to_string(&stamped).unwrap();
        let read: Stamped = serde_json::from_str(&written).unwrap();
        for event in &read.events {
            self.follower.apply(event, read.at);
        }
        self.log.push(read);
        if self.careful {
            self.compare_all();
        }
        assert_eq!(self.summary(&self.follower), self.summary(&self.state));
    }

    /// Clocks never go below zero, and grow only by what there is a reason for.
    fn check_clocks(&self, before: Option<[Millis; 2]>, events: &[Event]) {
        let after = self.state.clock_at(self.now);
        let Some((before, after)) = before.zip(after) else {
            assert_eq!(before, after);
            return;
        };
        let time = self.state.terms().time;
        for player in Player::BOTH {
            let gained = after[player.index()] - before[player.index()];
            let given = events.iter().map(|event| match (event, time) {
                (Event::GivenBack { span }, _) => *span,
                (Event::Played { by, credit, .. }, TimeControl::Clock { increment, .. })
                    if *by == player =>
                {
                    *credit + Millis::seconds(increment)
                }
                (
                    Event::Played { .. } | Event::TakenBack { .. },
                    TimeControl::PerTurn { .. } | TimeControl::Days { .. },
                ) => time.initial().unwrap() - before[player.index()],
                _ => Millis::ZERO,
            });
            let given = given.fold(Millis::ZERO, |all, one| all + one);
            assert!(after[player.index()] >= Millis::ZERO);
            assert!(gained <= given, "{player:?} gained {gained:?} by {events:?}");
        }
    }

    /// What both must agree on, quickly.
    fn summary(&self, state: &Match) -> impl PartialEq + std::fmt::Debug + use<> {
        let absent = Player::BOTH.map(|player| (state.absent(player), state.chosen(player)));
        let offers = (state.draw_offer(), state.takeback_asked(), state.rematch_offer());
        let clock = (state.clock_at(self.now), state.running(), state.due(), state.lag_report());
        let table = (state.table().ply(), state.turn(), state.table().result(), state.result());
        (absent, offers, clock, table, state.next_match().map(String::from))
    }

    /// The whole log from the start gives the same match, to the last field.
    fn compare_all(&self) {
        let again = Match::replay(self.state.terms().clone(), START, self.log.clone()).unwrap();
        assert_eq!(format!("{again:?}"), format!("{:?}", self.state));
    }

    /// Lets it come to its end by itself, if it can.
    fn finish(&mut self) {
        if let Some(due) = self.state.due() {
            self.now = self.now.max(due);
            self.try_it(Command::Tick);
        }
        if self.state.phase() != Phase::Over {
            self.try_it(Command::Resign { by: Player::One });
        }
        let ends = self.log.iter().flat_map(|entry| &entry.events);
        assert_eq!(ends.filter(|event| matches!(event, Event::Ended { .. })).count(), 1);
    }
}
