//! Draws whatever is on the screen.

use crate::{
    app::{App, Screen},
    frame, game, setup,
};
use ratatui::Frame;

/// Draws the program.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let (area, context) = (frame.area(), app.context());
    if area.width < frame::LEAST.0 || area.height < frame::LEAST.1 {
        frame::too_small(frame, context, area);
        return;
    }
    match &app.screen {
        Screen::Games(menu) => {
            setup::draw_games(
                frame,
                context,
                menu,
                area,
                crate::texts::ON_THIS_MACHINE.tell(app.language),
            );
        }
        Screen::Form(form) => setup::draw_form(frame, context, form, area),
        Screen::Play(play) => game::draw(frame, app, play, area),
    }
}
