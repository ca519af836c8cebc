//! Commands become events, or are refused.

use crate::{Command, Event, Match, Millis, Opposition, Phase, Refusal};
use damier_games::{
    Outcome, Player, Viewer,
    mosaic::{Mosaic, Quadrant},
    outcome::reason::{ABORTED, AGREEMENT, RESIGNATION},
    table::PlayError,
};

type Decision = Result<Vec<Event>, Refusal>;

/// What a command brings about at the time `now`, which is taken as no earlier than the last change. Changes nothing by itself.
///
/// Whatever was due before the command came has happened before it: then that is the answer, and the command comes to nothing.
pub fn decide(state: &Match, command: Command, now: Millis) -> Decision {
    let now = now.max(state.last_change);
    match command {
        Command::Play { by, id, .. } if state.played.contains(&(by, id)) => Err(Refusal::Done),
        Command::Rematch { by, next } => rematch(state, by, next),
        Command::DeclineRematch { by } => decline_rematch(state, by),
        Command::GiveBack { from } => give_back(state, from, now),
        Command::Tick => state.overdue(now).map(ended).ok_or(Refusal::NothingDue),
        _ if state.phase == Phase::Over => Err(Refusal::Over),
        command => match state.overdue(now) {
            Some(outcome) => Ok(ended(outcome)),
            None => decide_in_time(state, command, now),
        },
    }
}

fn decide_in_time(state: &Match, command: Command, now: Millis) -> Decision {
    match command {
        Command::Choose { by, quadrants } => choose(state, by, quadrants),
        Command::Abort { .. } if state.both_moved() => Err(Refusal::TooLate),
        Command::Abort { .. } => Ok(ended(Outcome::void(ABORTED))),
        Command::Leave { by } => Ok(ended(state.end_by_leaving(by))),
        Command::Lost { by } => lost(state, by, now),
        Command::Back { by } if state.absent(by).is_some() => Ok(vec![Event::Back { by }]),
        Command::Back { .. } => Err(Refusal::NothingDue),
        _ if state.phase == Phase::Choosing => Err(Refusal::NotBegun),
        Command::Play { by, ply, id, text, lag } => {
            if ply != state.table.ply() || state.undone.contains(&(by, id)) {
                return Err(Refusal::Stale);
            }
            let mut events = play(state, (by, id), &text, lag, now)?;
            // Whoever moves is there, by whatever way the move came.
            if state.absent(by).is_some() {
                events.insert(0, Event::Back { by });
            }
            Ok(events)
        }
        Command::Resign { by } => Ok(ended(Outcome::win(!by, RESIGNATION))),
        Command::OfferDraw { by } => offer_draw(state, by),
        Command::DeclineDraw { by } => {
            state.draw.map(|_| vec![Event::DrawDeclined { by }]).ok_or(Refusal::NoOffer)
        }
        Command::ClaimDraw { .. } => {
            let claims = state.table.claims(Viewer::Referee);
            let reason = claims.first().ok_or(PlayError::NoClaim)?;
            Ok(ended(Outcome::draw(*reason)))
        }
        Command::Takeback { by } => takeback(state, by, now),
        Command::DeclineTakeback { by } => {
            state.takeback.map(|_| vec![Event::TakebackDeclined { by }]).ok_or(Refusal::NoOffer)
        }
        Command::Rematch { .. }
        | Command::DeclineRematch { .. }
        | Command::Tick
        | Command::GiveBack { .. } => Err(Refusal::NothingDue),
    }
}

fn ended(outcome: Outcome) -> Vec<Event> {
    vec![Event::Ended { result: outcome.to_string() }]
}

fn play(state: &Match, (by, id): (Player, u64), text: &str, lag: Millis, now: Millis) -> Decision {
    let ahead = state.table.after(by, text)?;
    let seat = &state.seats[by.index()];
    let spent = state.spent(now);
    let allowed = seat.quota.credit(lag, spent);
    if let Some((limit, due)) = state.turn_limit()
        && spent - allowed > limit
    {
        return Ok(ended(state.end_by(due)));
    }
    let mut clock = state.clock;
    let mut credit = Millis::ZERO;
    if let Some(clock) = clock.as_mut().filter(|_| seat.moved) {
        let left = &mut clock[by.index()];
        *left = state.terms.time.after_move(*left - (spent - allowed));
        credit = allowed;
    }
    let mut events = vec![Event::Played { by, text: ahead.text, id, clock, credit }];
    events.extend(ahead.result.into_iter().flat_map(ended));
    Ok(events)
}

fn choose(state: &Match, by: Player, quadrants: Vec<String>) -> Decision {
    if state.phase != Phase::Choosing || state.chosen(by) {
        return Err(Refusal::NotChoosing);
    }
    let expected = if state.terms.opposition == Opposition::People { 2 } else { 4 };
    if quadrants.len() != expected {
        return Err(Refusal::Quadrants { expected });
    }
    for text in &quadrants {
        let quadrant: Quadrant = text.parse()?;
        if state.terms.rated && !quadrant.is_stock() {
            return Err(Refusal::OwnQuadrant);
        }
    }
    let other = state.seats[(!by).index()].chosen.as_deref();
    let board = match (by, other) {
        _ if expected == 4 => Some(assemble(&quadrants, &[])?),
        (Player::One, Some(other)) => Some(assemble(&quadrants, other)?),
        (Player::Two, Some(other)) => Some(assemble(other, &quadrants)?),
        (_, None) => None,
    };
    let mut events = vec![Event::Chosen { by, quadrants }];
    if let Some(board) = board {
        let board = board.to_string();
        let options = state.options_with(&board).ok_or(Refusal::NotChoosing)?;
        let result = state.terms.open(&options)?.result();
        events.push(Event::Begun { board });
        events.extend(result.into_iter().flat_map(ended));
    }
    Ok(events)
}

/// The board of the quadrants at the top and those at the bottom.
fn assemble(top: &[String], bottom: &[String]) -> Result<Mosaic, Refusal> {
    let all = top.iter().chain(bottom).map(|text| text.parse());
    let all: Vec<Quadrant> = all.collect::<Result<_, _>>()?;
    let all = all.try_into().map_err(|_| Refusal::Quadrants { expected: top.len() })?;
    Ok(Mosaic::assemble(all))
}

fn offer_draw(state: &Match, by: Player) -> Decision {
    if state.terms.opposition == Opposition::OneScreen || state.draw == Some(!by) {
        Ok(ended(Outcome::draw(AGREEMENT)))
    } else if state.draw.is_some() || state.seats[by.index()].offered_draw {
        Err(Refusal::Offered)
    } else {
        Ok(vec![Event::DrawOffered { by }])
    }
}

fn takeback(state: &Match, by: Player, now: Millis) -> Decision {
    if state.terms.rated {
        return Err(Refusal::Rated);
    }
    match state.terms.opposition {
        // Whoever holds the screen is both players, and means the last move.
        Opposition::OneScreen if state.played.is_empty() => Err(Refusal::NoTakeback),
        Opposition::OneScreen => Ok(taken_back(state, 1, now)),
        Opposition::Computer { side, .. } if side == by => Err(Refusal::NoTakeback),
        Opposition::Computer { .. } => Ok(taken_back(state, plies_back(state, by)?, now)),
        Opposition::People if state.table.info().hidden => Err(Refusal::Seen),
        Opposition::People if state.takeback == Some(!by) => {
            Ok(taken_back(state, plies_back(state, !by)?, now))
        }
        Opposition::People => {
            plies_back(state, by)?;
            if state.seats[by.index()].asked_takeback {
                return Err(Refusal::Offered);
            }
            Ok(vec![Event::TakebackAsked { by }])
        }
    }
}

/// How many moves back a player is to move again.
fn plies_back(state: &Match, player: Player) -> Result<usize, Refusal> {
    let after = state.played.iter().rev().position(|(by, _)| *by == player);
    after.map(|after| after + 1).ok_or(Refusal::NoTakeback)
}

fn taken_back(state: &Match, plies: usize, now: Millis) -> Vec<Event> {
    let mover = state.played[state.played.len() - plies].0;
    let mut clock = state.clock_at(now);
    // Where each turn has its own time, whoever waits has all of it.
    if let (Some(clock), Some(left)) = (&mut clock, state.terms.time.per_turn()) {
        clock[(!mover).index()] = left;
    }
    vec![Event::TakenBack { plies, clock }]
}

fn rematch(state: &Match, by: Player, next: String) -> Decision {
    if state.phase != Phase::Over {
        return Err(Refusal::NotOver);
    }
    if state.next.is_some() {
        return Err(Refusal::Done);
    }
    match &state.rematch {
        _ if state.terms.opposition != Opposition::People => {
            Ok(vec![Event::RematchAgreed { next }])
        }
        Some((other, next)) if *other == !by => {
            Ok(vec![Event::RematchAgreed { next: next.clone() }])
        }
        _ if state.seats[by.index()].offered_rematch => Err(Refusal::Offered),
        _ => Ok(vec![Event::RematchOffered { by, next }]),
    }
}

fn decline_rematch(state: &Match, by: Player) -> Decision {
    if state.phase != Phase::Over {
        return Err(Refusal::NotOver);
    }
    state.rematch.as_ref().map(|_| vec![Event::RematchDeclined { by }]).ok_or(Refusal::NoOffer)
}

fn lost(state: &Match, by: Player, now: Millis) -> Decision {
    if state.terms.computer() == Some(by) || state.absent(by).is_some() {
        return Err(Refusal::NothingDue);
    }
    // Only somebody who waits needs an end to it.
    let waited_for = state.terms.opposition == Opposition::People;
    let until = state.speed().seat_kept().filter(|_| waited_for).map(|span| now + span);
    Ok(vec![Event::Lost { by, until }])
}

fn give_back(state: &Match, from: Millis, now: Millis) -> Decision {
    let span = now - from.max(state.last_change);
    if state.due().is_none() || span <= Millis::ZERO {
        return Err(Refusal::NothingDue);
    }
    Ok(vec![Event::GivenBack { span }])
}
