//! Draws whatever is on the screen.

use crate::{
    app::{App, Screen},
    frame, game, online, setup,
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
            let right = match app.online {
                Some(_) => crate::texts::ON_THE_SERVER,
                None => crate::texts::ON_THIS_MACHINE,
            };
            setup::draw_games(frame, context, menu, area, right.tell(app.language));
        }
        Screen::Door(door) => online::draw_door(frame, app, door, area),
        Screen::Lobby => online::draw_lobby(frame, app, area),
        Screen::Page(page) => online::draw_page(frame, app, page, area),
        Screen::Talk(talk) => online::draw_talk_page(frame, app, talk, area),
        Screen::Form(form) => setup::draw_form(frame, context, form, area),
        Screen::Play(play) => game::draw(frame, app, play, area),
    }
}
