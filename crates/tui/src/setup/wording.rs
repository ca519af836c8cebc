//! What the lines of the form say.

use super::form::{Field, Form};
use crate::{game::SideWish, texts};
use damier_engine::Level;
use damier_games::{
    options::Kind,
    text::{Language, Text},
};
use damier_protocol::TimeControl;

impl Form {
    /// What stands on a line: its name and its value.
    pub fn line(&self, field: Field, language: Language) -> (String, String) {
        let tell = |text: Text| text.tell(language).to_owned();
        match field {
            Field::Opponent if self.friend.is_some() => {
                (tell(texts::OPPONENT), self.friend.clone().unwrap_or_default())
            }
            Field::Opponent => (tell(texts::OPPONENT), tell(self.opponents()[self.opponent])),
            Field::Level => {
                let level = Level::new(self.level).unwrap_or(Level::FULL);
                (tell(texts::LEVEL), format!("{} {}", level.number(), tell(level.name())))
            }
            Field::Side => {
                let side = match self.side {
                    SideWish::First => texts::SIDE_FIRST,
                    SideWish::Second => texts::SIDE_SECOND,
                    SideWish::Random => texts::SIDE_RANDOM,
                };
                (tell(texts::SIDE), tell(side))
            }
            Field::Time if self.field() == Field::Time && !self.digits.is_empty() => {
                (tell(texts::TIME), format!("{}_", self.digits))
            }
            Field::Time => (tell(texts::TIME), time_text(&self.time, language)),
            Field::Rated => (tell(texts::RATED), tell(yes_no(self.rated))),
            Field::Choosing => (tell(texts::EACH_CHOOSES), tell(yes_no(self.choosing))),
            Field::Preset => {
                let presets = self.game.info().presets;
                let name = self.preset.checked_sub(1).map_or(texts::USUAL, |n| presets[n].name);
                (tell(texts::PRESET), tell(name))
            }
            Field::Option(n) => {
                let field = &self.game.info().options[n];
                (tell(field.name), self.option_text(n, language))
            }
            Field::Play => (tell(texts::PLAY), String::new()),
        }
    }

    fn option_text(&self, option: usize, language: Language) -> String {
        let value = self.value(option);
        match self.game.info().options[option].kind {
            Kind::Choice(choices) => choices
                .iter()
                .find(|choice| choice.value == value)
                .map_or_else(|| value.to_owned(), |choice| choice.name.tell(language).to_owned()),
            Kind::Switch => yes_no(value == "yes").tell(language).to_owned(),
            Kind::Number { .. }
                if self.field() == Field::Option(option) && !self.digits.is_empty() =>
            {
                format!("{}_", self.digits)
            }
            Kind::Number { zero: true, .. } if value == "0" => texts::OFF.tell(language).to_owned(),
            Kind::Number { .. } => value.to_owned(),
            Kind::Mosaic => {
                let own = self.options.get(self.game.info().options[option].key);
                own.map_or_else(|| texts::USUAL.tell(language).to_owned(), Clone::clone)
            }
        }
    }

    /// What explains the line that is pointed at.
    pub fn help(&self, language: Language) -> String {
        match self.field() {
            Field::Option(n) => {
                let field = &self.game.info().options[n];
                let chosen = match field.kind {
                    Kind::Choice(choices) => {
                        choices.iter().find(|choice| choice.value == self.value(n))
                    }
                    _ => None,
                };
                let help = field.help.tell(language);
                match (chosen, field.kind) {
                    (Some(choice), _) => format!("{help} {}", choice.help.tell(language)),
                    (None, Kind::Mosaic) => {
                        format!("{help} {}", texts::ENTER_PICKS.tell(language))
                    }
                    _ => help.to_owned(),
                }
            }
            Field::Preset => {
                let presets = self.game.info().presets;
                let help =
                    self.preset.checked_sub(1).map_or(texts::USUAL_HELP, |n| presets[n].help);
                help.tell(language).to_owned()
            }
            Field::Time => texts::TIME_HELP.tell(language).to_owned(),
            Field::Level => texts::LEVEL_HELP.tell(language).to_owned(),
            Field::Choosing => texts::EACH_CHOOSES_HELP.tell(language).to_owned(),
            _ => self.game.info().tagline.tell(language).to_owned(),
        }
    }
}

const fn yes_no(value: bool) -> Text {
    if value { texts::YES } else { texts::NO }
}

/// A time control as people write it.
pub fn time_text(time: &TimeControl, language: Language) -> String {
    match time {
        TimeControl::None => Text::new("no clock", "sans pendule").tell(language).into(),
        TimeControl::Clock { base, increment } if base % 60 == 0 => {
            format!("{} + {increment}", base / 60)
        }
        TimeControl::Clock { base, increment } => format!("{base}s + {increment}"),
        TimeControl::PerTurn { seconds } => match language {
            Language::English => format!("{seconds} s a turn"),
            Language::French => format!("{seconds} s par tour"),
        },
        TimeControl::Days { days } => match language {
            Language::English if *days == 1 => "1 day a move".into(),
            Language::French if *days == 1 => "1 jour par coup".into(),
            Language::English => format!("{days} days a move"),
            Language::French => format!("{days} jours par coup"),
        },
    }
}
