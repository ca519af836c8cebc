//! The part of the program's update that is about a game: on this machine by itself, elsewhere by asking.

use super::{App, Effect, Screen};
use crate::{
    game::{Ask, Local, Places, PlayScreen, Setup, Source, Tone, Wish},
    online::Remote,
    setup::GamesMenu,
    thinking::Answer,
};
use crossterm::event::KeyCode;
use damier_games::{
    mosaic::{NamedQuadrant, QuadrantSet},
    rules::TextError,
    text::Phrase,
};
use std::sync::Arc;

impl App {
    /// Starts a game on this machine.
    pub(super) fn begin(&mut self, setup: Setup) -> Result<Vec<Effect>, TextError> {
        let mut local = Local::new(setup, self.language)?;
        self.screen = Screen::Play(Box::new(PlayScreen::new(local.view())));
        let question = local.question(self.now);
        self.local = Some(local);
        Ok(question.map(Effect::Think).into_iter().collect())
    }

    /// Somebody's time may be over.
    pub(super) fn look_at_clock(&mut self) -> Vec<Effect> {
        let now = self.now;
        if !self.local.as_mut().is_some_and(|local| local.tick(now)) {
            return Vec::new();
        }
        self.refresh();
        vec![Effect::StopThinking]
    }

    fn chance(&mut self) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.seed >> 11
    }

    pub(super) fn start_form(&mut self) -> Vec<Effect> {
        let seed = self.chance();
        let Screen::Form(form) = &self.screen else { return Vec::new() };
        let setup = form.setup(seed);
        // The form has checked it; should that ever fail, it stays where it is.
        self.begin(setup).unwrap_or_default()
    }

    pub(super) fn back_to_menu(&mut self) -> Vec<Effect> {
        let game = match &self.screen {
            Screen::Form(form) => form.game,
            Screen::Play(play) => play.view.game,
            Screen::Games(menu) => menu.game(),
            Screen::Door(_) | Screen::Lobby | Screen::Page(_) | Screen::Talk(_) => {
                damier_games::GameKey::ALL[0]
            }
        };
        let at = damier_games::GameKey::ALL.iter().position(|key| *key == game).unwrap_or(0);
        self.local = None;
        self.screen = Screen::Games(GamesMenu { at });
        vec![Effect::StopThinking]
    }

    /// Quadrants of this person's own, before those that are known already.
    pub fn add_quadrants(&mut self, more: impl Iterator<Item = NamedQuadrant>) {
        let mut all: Vec<NamedQuadrant> = more.collect();
        all.extend(self.own.all().iter().cloned());
        let mut seen = std::collections::HashSet::new();
        all.retain(|named| seen.insert(named.id.clone()));
        if let Ok(all) = QuadrantSet::new(all) {
            self.own = Arc::new(all);
        }
    }

    pub(super) fn paste(&mut self, text: &str) -> Vec<Effect> {
        // Only where something is written: elsewhere letters are orders.
        let writes = match &self.screen {
            Screen::Play(play) => play.overlay.is_none() && !play.view.curtain,
            Screen::Door(_) | Screen::Talk(_) => true,
            Screen::Lobby => self.lobby().is_some_and(|(_, lobby)| lobby.prompt.is_some()),
            Screen::Games(_) | Screen::Form(_) | Screen::Page(_) => false,
        };
        let plain = text.chars().filter(|sign| writes && !sign.is_control()).take(500);
        plain.flat_map(|sign| self.key(KeyCode::Char(sign).into())).collect()
    }

    /// Lets the game's screen handle something, and does what it wishes.
    pub(super) fn point(
        &mut self,
        handle: impl FnOnce(&mut PlayScreen, &Places) -> Vec<Wish>,
    ) -> Vec<Effect> {
        let (area, context) = (self.area(), self.context());
        let Screen::Play(play) = &mut self.screen else { return Vec::new() };
        let places = Places::new(play, area, context);
        let wishes = handle(play, &places);
        wishes.into_iter().flat_map(|wish| self.grant(wish)).collect()
    }

    fn grant(&mut self, wish: Wish) -> Vec<Effect> {
        match wish {
            Wish::Quit => vec![Effect::Quit],
            Wish::Leave => self.leave(),
            Wish::Look(ply) if self.online.is_some() => self.look_online(ply),
            Wish::Look(ply) => {
                let past = ply.and_then(|ply| self.local.as_ref()?.at(ply));
                if let Screen::Play(play) = &mut self.screen {
                    play.past = past;
                    play.clicked.clear();
                }
                Vec::new()
            }
            Wish::Why(cells) => {
                let why = match self.remote() {
                    Some(remote) => remote.why(&cells),
                    None => self.local.as_ref().and_then(|local| local.why(&cells)),
                };
                if let Screen::Play(play) = &mut self.screen {
                    play.explain(&cells, why);
                }
                Vec::new()
            }
            Wish::Ask(ask) if self.online.is_some() => self.ask_online(&ask),
            Wish::Ask(Ask::Again) => self.again(),
            Wish::Ask(ask) => self.ask(&ask),
        }
    }

    fn ask(&mut self, ask: &Ask) -> Vec<Effect> {
        let Some(local) = &mut self.local else { return Vec::new() };
        match local.ask(ask, self.now) {
            Ok(()) => {
                let mut effects = Vec::new();
                if matches!(ask, Ask::Takeback | Ask::Resign | Ask::Draw | Ask::Claim) {
                    effects.push(Effect::StopThinking);
                }
                effects.extend(local.question(self.now).map(Effect::Think));
                self.refresh();
                effects
            }
            Err(phrase) => {
                self.say(phrase);
                Vec::new()
            }
        }
    }

    fn say(&mut self, phrase: Phrase) {
        if let Screen::Play(play) = &mut self.screen {
            play.clicked.clear();
            play.say(phrase, Tone::Alarm);
        }
    }

    /// The match on the server that is shown.
    fn remote(&self) -> Option<Remote<'_>> {
        let online = self.online.as_ref()?;
        let followed = online.link.followed(online.current.as_ref()?)?;
        Some(Remote { online, followed, now: self.now, language: self.language })
    }

    /// Brings the game's screen up to date.
    pub fn refresh(&mut self) {
        if let Some(view) = self.remote().map(|remote| remote.view()) {
            let shown = self.online.as_ref().and_then(|online| online.current.as_ref());
            if let Screen::Play(play) = &mut self.screen
                && shown == Some(&self.shown)
            {
                play.refresh(view);
            }
            return;
        }
        if let (Screen::Play(play), Some(local)) = (&mut self.screen, &self.local) {
            play.refresh(local.view());
        }
    }

    fn again(&mut self) -> Vec<Effect> {
        let Some(local) = &self.local else { return Vec::new() };
        if local.table().result().is_none() && local.table().ply() > 0 {
            self.say(crate::texts::NOT_OVER_YET.into());
            return Vec::new();
        }
        let setup = local.again();
        let mut effects = vec![Effect::StopThinking];
        effects.extend(self.begin(setup).unwrap_or_default());
        effects
    }

    fn leave(&mut self) -> Vec<Effect> {
        if self.online.is_some() {
            return self.leave_match();
        }
        if self.menu { self.back_to_menu() } else { vec![Effect::Quit] }
    }

    pub(super) fn answer(&mut self, answer: &Answer) -> Vec<Effect> {
        let Some(local) = &mut self.local else { return Vec::new() };
        if !local.answer(answer.id, &answer.text, answer.value, self.now) {
            return Vec::new();
        }
        // In some games a side moves twice.
        let more = local.question(self.now).map(Effect::Think);
        self.refresh();
        more.into_iter().collect()
    }
}
