//! Numbers, times and choices of the form: changed by the arrows, or typed.

use super::{Field, Form, Place, phrase};
use damier_games::options::Kind;
use damier_protocol::TimeControl;

impl Form {
    pub(super) fn change_option(&mut self, option: usize, by: isize) {
        let field = &self.game.info().options[option];
        let value = self.value(option).to_owned();
        let next = match field.kind {
            Kind::Choice(choices) => {
                let at = choices.iter().position(|choice| choice.value == value).unwrap_or(0);
                let at = (at.cast_signed() + by).rem_euclid(choices.len().cast_signed());
                choices[at.cast_unsigned()].value.to_owned()
            }
            Kind::Switch => if value == "yes" { "no" } else { "yes" }.to_owned(),
            Kind::Number { min, max, zero } => {
                let number: u32 = value.parse().unwrap_or(min);
                let next = match (by > 0, number) {
                    (true, 0) if zero && min > 0 => min,
                    (false, n) if n == min && zero && min > 0 => 0,
                    (true, n) => (n + 1).min(max),
                    (false, n) => n.saturating_sub(1).max(if zero { 0 } else { min }),
                };
                next.to_string()
            }
            Kind::Mosaic => return,
        };
        self.set(option, next);
    }

    fn set(&mut self, option: usize, value: String) {
        let (key, default) = &self.defaults[option];
        if value == *default {
            self.options.remove(*key);
        } else {
            self.options.insert((*key).into(), value);
        }
        self.preset = 0;
    }

    pub(super) fn digit(&mut self, sign: char) {
        let number = |n: usize| matches!(self.game.info().options[n].kind, Kind::Number { .. });
        let (digit, short) = (sign.to_digit(10), self.digits.len() < 9);
        match self.field() {
            Field::Option(n) if number(n) && short && digit.is_some() => self.digits.push(sign),
            Field::Time if short && (sign.is_ascii_alphanumeric() || "+-/".contains(sign)) => {
                self.digits.push(sign);
            }
            Field::Level => {
                if let Some(level @ 1..=8) = digit {
                    self.level = u8::try_from(level).unwrap_or(self.level);
                }
            }
            _ => {}
        }
    }

    /// The digits become the value, as near as the bounds allow.
    pub(super) fn settle_digits(&mut self) {
        let digits = std::mem::take(&mut self.digits);
        if self.field() == Field::Time && !digits.is_empty() {
            match digits.parse::<TimeControl>() {
                Ok(TimeControl::Days { .. }) if self.place == Place::Here => {}
                Ok(time) => (self.time, self.refusal) = (time, None),
                Err(error) => self.refusal = Some(phrase(&error)),
            }
            return;
        }
        if let (Field::Option(n), Ok(number)) = (self.field(), digits.parse::<u32>())
            && let Kind::Number { min, max, zero } = self.game.info().options[n].kind
        {
            let number = if number == 0 && zero { 0 } else { number.clamp(min, max) };
            self.set(n, number.to_string());
            self.check();
        }
    }
}
