//! The whole of the program as state: what happened comes in, what is to be done comes out, and drawing only reads.

mod here;

use crate::{
    frame::Context,
    game::{Local, PlayScreen, Setup},
    look::Look,
    online::{Door, NetEvent, Online, Page, Request, Talk, lobby_row_at, page_line_at},
    setup::{Chosen, Form, Formed, GamesMenu, Place, field_at, game_at},
    thinking::{Answer, Question},
};
use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use damier_games::{mosaic::QuadrantSet, rules::TextError, text::Language};
use ratatui::layout::Rect;
use std::{sync::Arc, time::Duration};

/// How often something turns, and how often a clock that is nearly over is looked at.
const WHEEL: Duration = Duration::from_millis(120);
const TENTH: Duration = Duration::from_millis(100);

/// Something happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// At the terminal.
    Input(Input),
    /// The computer has found its move.
    Answer(Answer),
    /// Something happened on the line to the server.
    Net(NetEvent),
    /// How others come to the match that waits.
    Invitation(Vec<String>),
    /// Time passed, while something moves on the screen.
    Tick,
    /// The program is told to end.
    Stop,
}

/// Something is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the computer.
    Think(Question),
    /// Something for the line to the server.
    Net(Request),
    /// A match of ours waits for somebody: tell others, if that is wanted.
    Waits {
        /// The match.
        id: String,
        /// Its code.
        code: String,
    },
    /// Do not think any more.
    StopThinking,
    /// Draw everything anew.
    Redraw,
    /// The end.
    Quit,
}

/// What is on the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    /// The list of games.
    Games(GamesMenu),
    /// What is agreed before a game.
    Form(Box<Form>),
    /// A game.
    Play(Box<PlayScreen>),
    /// The door of a server.
    Door(Box<Door>),
    /// Its lobby.
    Lobby,
    /// A page of it.
    Page(Box<Page>),
    /// A conversation with a friend.
    Talk(Box<Talk>),
}

/// What a game is chosen for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be played on this machine.
    Here,
    /// To find an opponent on the server.
    Quick,
    /// To begin a match on the server, maybe with this friend.
    New(Option<String>),
}

/// The program.
pub struct App {
    /// How the terminal is drawn on.
    pub look: Look,
    /// What the person reads.
    pub language: Language,
    /// Columns and rows.
    pub size: (u16, u16),
    /// What is on the screen.
    pub screen: Screen,
    /// Counts the turns of whatever turns.
    pub turns: usize,
    /// The time, in milliseconds since 1970.
    pub now: i64,
    /// The server, if one plays on one.
    pub online: Option<Online>,
    /// What a game is being chosen for.
    pub purpose: Purpose,
    /// The match that the screen shows.
    pub shown: String,
    /// The game on this machine.
    local: Option<Local>,
    /// Whether leaving a game leads to the menu; else it ends the program.
    menu: bool,
    /// What chance is drawn from.
    pub seed: u64,
    /// The quadrants of this person's own.
    pub own: Arc<QuadrantSet>,
}

impl App {
    /// Begins with the list of games.
    pub fn menu(look: Look, language: Language, size: (u16, u16), seed: u64) -> Self {
        let screen = Screen::Games(GamesMenu::default());
        Self {
            look,
            language,
            size,
            screen,
            turns: 0,
            now: 0,
            online: None,
            purpose: Purpose::Here,
            shown: String::new(),
            local: None,
            menu: true,
            seed,
            own: Arc::default(),
        }
    }

    /// Begins with a game.
    pub fn play(
        look: Look,
        language: Language,
        size: (u16, u16),
        setup: Setup,
    ) -> Result<(Self, Vec<Effect>), TextError> {
        let mut app = Self::menu(look, language, size, setup.seed);
        app.menu = false;
        let effects = app.begin(setup)?;
        Ok((app, effects))
    }

    /// Begins at the door of a server; whoever has told a name goes straight in.
    pub fn join(
        look: Look,
        language: Language,
        size: (u16, u16),
        online: Online,
        name: Option<String>,
    ) -> (Self, Vec<Effect>) {
        let mut app = Self::menu(look, language, size, crate::runtime::chance());
        let known = name.is_some();
        app.online = Some(online);
        app.screen = Screen::Door(Box::new(Door::new(name)));
        let effects = if known { app.enter() } else { Vec::new() };
        (app, effects)
    }

    /// How and in which language things are drawn.
    pub const fn context(&self) -> Context {
        Context { look: self.look, language: self.language }
    }

    /// The whole screen.
    pub const fn area(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.size.0, height: self.size.1 }
    }

    /// Who one is on which server.
    pub fn online_status(&self) -> String {
        match &self.online {
            Some(online) if !online.link.connected => {
                format!("{} ...", online.name())
            }
            Some(online) => online.name().to_owned(),
            None => String::new(),
        }
    }

    /// How long until something on the screen moves by itself.
    pub fn ticks(&self) -> Option<Duration> {
        let Screen::Play(play) = &self.screen else { return None };
        if play.view.is_over() || play.view.curtain {
            return None;
        }
        let runs = play.view.clocks.and_then(|clocks| Some((clocks, clocks.running?)));
        let clock = runs.map(|(clocks, side)| match clocks.left(side, self.now) {
            0..10_000 => TENTH,
            // At the next whole second.
            left => Duration::from_millis((left % 1000 + 1).unsigned_abs()),
        });
        let wheel = (play.view.thinking && !play.view.online).then_some(WHEEL);
        clock.into_iter().chain(wheel).min()
    }

    /// What to do about what happened at the time `now`.
    pub fn update(&mut self, event: Event, now: i64) -> Vec<Effect> {
        self.now = now;
        let mut done = self.look_at_clock();
        done.extend(self.happen(event));
        done
    }

    fn happen(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Input(Input::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Input(Input::Mouse(mouse)) => self.mouse(mouse),
            Event::Input(Input::Resize(width, height)) => {
                self.size = (width, height);
                Vec::new()
            }
            Event::Input(Input::Paste(text)) => self.paste(&text),
            Event::Input(_) => Vec::new(),
            Event::Answer(answer) => self.answer(&answer),
            Event::Net(event) => self.net(event),
            Event::Invitation(lines) => {
                if let Some(online) = &mut self.online {
                    online.invitation = lines;
                }
                self.refresh();
                Vec::new()
            }
            Event::Tick => {
                self.turns += 1;
                Vec::new()
            }
            Event::Stop => vec![Effect::Quit],
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if matches!(self.screen, Screen::Play(_)) {
            return self.point(|screen, places| screen.mouse(mouse, places));
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => self.key(KeyCode::Up.into()),
            MouseEventKind::ScrollDown => self.key(KeyCode::Down.into()),
            MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
            _ => Vec::new(),
        }
    }

    /// A click on a line points at it; on the line that is pointed at it is the key that chooses.
    fn click(&mut self, column: u16, row: u16) -> Vec<Effect> {
        let area = self.area();
        let found = match &self.screen {
            Screen::Games(_) => game_at(area, column, row),
            Screen::Form(form) if form.picker.is_none() => field_at(form, area, column, row),
            Screen::Lobby => lobby_row_at(self, area, column, row),
            Screen::Page(page) => page_line_at(page, area, column, row),
            _ => None,
        };
        let at = match &mut self.screen {
            Screen::Games(menu) => Some(&mut menu.at),
            Screen::Form(form) => Some(&mut form.at),
            Screen::Page(page) => Some(&mut page.at),
            Screen::Lobby => self.online.as_mut().map(|online| &mut online.lobby.at),
            _ => None,
        };
        match (found, at) {
            (Some(found), Some(at)) if *at != found => *at = found,
            (Some(_), Some(_)) => {
                let space = matches!(self.screen, Screen::Form(_));
                return self.key(if space { KeyCode::Char(' ') } else { KeyCode::Enter }.into());
            }
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return vec![Effect::Quit],
            KeyCode::Char('l') if control => return vec![Effect::Redraw],
            _ => {}
        }
        let language = self.language;
        match &mut self.screen {
            Screen::Games(menu) => match menu.key(key, |game| game.info().name.tell(language)) {
                Chosen::Going => Vec::new(),
                Chosen::Left if self.online.is_some() => {
                    self.screen = Screen::Lobby;
                    Vec::new()
                }
                Chosen::Left => vec![Effect::Quit],
                Chosen::Game(game) if self.online.is_some() => self.chosen_online(game),
                Chosen::Game(game) => {
                    let own = Arc::clone(&self.own);
                    let form = Form::new(game, Place::Here).with(own);
                    self.screen = Screen::Form(Box::new(form));
                    Vec::new()
                }
            },
            Screen::Form(form) => match form.key(key) {
                Formed::Going => Vec::new(),
                Formed::Left => self.back_to_menu(),
                Formed::Done if self.online.is_some() => self.create_match(),
                Formed::Done => self.start_form(),
            },
            Screen::Play(_) => self.point(|screen, places| screen.key(key, places)),
            Screen::Door(_) => self.door_key(key),
            Screen::Lobby => self.lobby_key(key),
            Screen::Page(_) => self.page_key(key),
            Screen::Talk(_) => self.talk_key(key),
        }
    }
}
