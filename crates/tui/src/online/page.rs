//! A page of lines: friends, the ranking, a player and their games.

use super::api::{GameLine, Player, RankLine};
use crate::texts;
use crossterm::event::{KeyCode, KeyEvent};
use damier_games::{
    GameKey,
    text::{Language, Phrase},
};

/// What choosing a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Watch or replay a match.
    Watch(String),
    /// Look at a player.
    Player(String),
    /// Agree to friendship.
    Befriend(String),
    /// End a friendship, or decline it.
    Unfriend(String),
    /// Ask a friend for a match.
    Challenge(String),
    /// Speak with a friend.
    Talk(String),
    /// Do not show what somebody says.
    Mute(String),
    /// Have nothing to do with somebody.
    Block(String),
    /// Take somebody off the list of `mutes` or `blocks`.
    Restore(&'static str, String),
    /// Ask somebody for friendship, by a name to be typed.
    AskFriend,
    /// Another game's ranking.
    Game(isize),
    /// Another speed's ranking.
    Speed(isize),
}

/// A line of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageLine {
    /// What stands on it.
    pub text: String,
    /// What choosing it does.
    pub act: Option<Act>,
    /// Whom it is about.
    pub who: Option<String>,
    /// Whether that is a friend.
    pub friend: bool,
}

impl PageLine {
    /// A line to be read.
    pub fn plain(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    /// A line to be chosen.
    pub fn act(text: String, act: Act) -> Self {
        Self { text, act: Some(act), ..Self::default() }
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// What stands above it.
    pub title: String,
    /// What stands on it.
    pub lines: Vec<PageLine>,
    /// Which line is pointed at.
    pub at: usize,
    /// Which ranking is shown: game and speed.
    pub ranking: Option<(usize, usize)>,
    /// Whether it is the page of friends.
    pub circle: bool,
    /// What was told last.
    pub message: Option<Phrase>,
    /// Who is to be blocked, if that is really meant.
    pub doubt: Option<String>,
}

/// What a key came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// Nothing.
    Going,
    /// That was chosen.
    Act(Act),
    /// Back.
    Left,
}

/// The speeds of the ranking.
pub const SPEEDS: [&str; 5] = ["bullet", "blitz", "rapid", "classical", "correspondence"];

impl Page {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Turned {
        self.message = None;
        let doubt = self.doubt.take();
        let last = self.lines.len().saturating_sub(1);
        let line = self.lines.get(self.at).cloned().unwrap_or_default();
        match key.code {
            KeyCode::Esc => return Turned::Left,
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Enter => return line.act.map_or(Turned::Going, Turned::Act),
            KeyCode::Left if self.ranking.is_some() => return Turned::Act(Act::Game(-1)),
            KeyCode::Right if self.ranking.is_some() => return Turned::Act(Act::Game(1)),
            KeyCode::Tab if self.ranking.is_some() => return Turned::Act(Act::Speed(1)),
            KeyCode::Char(letter) => return self.about(letter, line, doubt),
            KeyCode::Delete => return self.about('d', line, doubt),
            _ => {}
        }
        Turned::Going
    }

    /// A letter does something to whom the line is about.
    fn about(&mut self, letter: char, line: PageLine, doubt: Option<String>) -> Turned {
        let Some(name) = line.who else { return Turned::Going };
        Turned::Act(match letter {
            't' if line.friend => Act::Talk(name),
            'c' if line.friend => Act::Challenge(name),
            'd' if self.circle => Act::Unfriend(name),
            'p' => Act::Player(name),
            'm' => Act::Mute(name),
            'b' if doubt.as_ref() == Some(&name) => Act::Block(name),
            'b' => {
                self.message = Some(texts::really_block(&name));
                self.doubt = Some(name);
                return Turned::Going;
            }
            _ => return Turned::Going,
        })
    }

    /// The ranking of a game and a speed.
    pub fn ranking(lines: &[RankLine], (game, speed): (usize, usize), language: Language) -> Self {
        let key = GameKey::ALL[game % GameKey::ALL.len()];
        let title = format!(
            "{}{} {} / {}",
            texts::RANKING.tell(language),
            texts::colon(language),
            key.info().name.tell(language),
            SPEEDS[speed % SPEEDS.len()]
        );
        let line = |line: &RankLine| {
            let rank = line.rank.map_or_else(|| "?".to_owned(), |rank| rank.to_string());
            let name = super::tidy(&line.name);
            let text = format!(
                "{rank:>4}. {name:<24} {:>5.0}  {:>4} {}",
                line.rating,
                line.games,
                texts::GAMES.tell(language)
            );
            PageLine { text, act: Some(Act::Player(name.clone())), who: Some(name), friend: false }
        };
        let mut lines: Vec<_> = lines.iter().map(line).collect();
        if lines.is_empty() {
            lines.push(PageLine::plain(texts::NOBODY_YET.tell(language).into()));
        }
        Self { title, lines, ranking: Some((game, speed)), ..Self::default() }
    }

    /// A player.
    pub fn player(player: &Player, language: Language) -> Self {
        let tell = |text: damier_games::text::Text| text.tell(language);
        let total = &player.total;
        let mut lines = vec![
            PageLine::plain(format!(
                "{} {}   {} {}   {} {}   {} {}",
                total.games,
                tell(texts::GAMES),
                total.wins,
                tell(texts::WINS),
                total.draws,
                tell(texts::DRAWS),
                total.losses,
                tell(texts::LOSSES)
            )),
            PageLine::plain(format!(
                "{}{} {} ({} {})",
                tell(texts::STREAK),
                texts::colon(language),
                player.streaks.current,
                tell(texts::BEST),
                player.streaks.best
            )),
        ];
        if let Some(id) = &player.playing {
            lines.push(PageLine::act(tell(texts::PLAYS_NOW).to_owned(), Act::Watch(id.clone())));
        }
        for rating in &player.ratings {
            let name = rating.game.info().name.tell(language);
            let text = format!("{name:<24} {:<14} {:>5.0}", rating.speed, rating.rating);
            lines.push(PageLine::plain(text));
        }
        let here =
            if player.online { format!(" ({})", tell(texts::IS_ONLINE)) } else { String::new() };
        Self { title: format!("{}{here}", super::tidy(&player.name)), lines, ..Self::default() }
    }

    /// Adds what one can do about somebody else.
    pub fn add_person(&mut self, name: &str, language: Language) {
        let acts = [
            (texts::BEFRIEND, Act::Befriend(name.into())),
            (texts::MUTE, Act::Mute(name.into())),
            (texts::BLOCK, Act::Block(name.into())),
        ];
        self.lines.push(PageLine::default());
        for (text, act) in acts {
            self.lines.push(PageLine::act(text.tell(language).to_owned(), act));
        }
    }

    /// Adds somebody's games, each to be looked at again.
    pub fn add_games(&mut self, games: &[GameLine], language: Language) {
        if !games.is_empty() {
            self.lines.push(PageLine::default());
        }
        for game in games {
            let name = |name: &Option<String>| {
                name.as_deref()
                    .map_or_else(|| texts::COMPUTER.tell(language).to_owned(), super::tidy)
            };
            let text = format!(
                "{:<24} {} - {}   {}",
                game.game.info().name.tell(language),
                name(&game.one_name),
                name(&game.two_name),
                game.result.as_deref().unwrap_or("*")
            );
            self.lines.push(PageLine::act(text, Act::Watch(game.id.clone())));
        }
    }
}
