//! What the benchmarks measure: how long it takes to draw a whole screen.

use crate::{
    app::App,
    game::{Opponent, Setup},
    look::{Depth, Look},
    view,
};
use damier_games::{GameKey, options::Options, rules::TextError, text::Language};
use ratatui::{
    Terminal, TerminalOptions, Viewport, backend::CrosstermBackend, layout::Rect,
    widgets::Paragraph,
};
use std::io::{self, Sink};

/// A screen of 200 by 60 that is drawn from nothing each time, escape sequences and all, to nowhere.
pub struct Redraw {
    app: App,
    text: String,
}

const SIZE: (u16, u16) = (200, 60);

/// A terminal on which nothing stands yet, so that every cell is written.
fn blank() -> Terminal<CrosstermBackend<Sink>> {
    let viewport = Viewport::Fixed(Rect::new(0, 0, SIZE.0, SIZE.1));
    let backend = CrosstermBackend::new(io::sink());
    Terminal::with_options(backend, TerminalOptions { viewport }).expect("a sink takes everything")
}

impl Redraw {
    /// A game at its start on that screen.
    pub fn new(game: GameKey, options: Options) -> Result<Self, TextError> {
        let look = Look { depth: Depth::True, ascii: false };
        let setup = Setup { options, ..Setup::new(game, Opponent::Human) };
        let (app, _) = App::play(look, Language::English, SIZE, setup)?;
        let text = "the quick brown fox jumps over the lazy dog ".repeat(300);
        Ok(Self { app, text })
    }

    /// Draws the game.
    pub fn game(&self) {
        blank().draw(|frame| view::draw(frame, &self.app)).expect("a sink takes everything");
    }

    /// Draws plain text over the whole screen: what ratatui itself costs.
    pub fn plain(&self) {
        let draw = |frame: &mut ratatui::Frame<'_>| {
            let paragraph =
                Paragraph::new(self.text.as_str()).wrap(ratatui::widgets::Wrap { trim: false });
            frame.render_widget(paragraph, frame.area());
        };
        blank().draw(draw).expect("a sink takes everything");
    }
}
