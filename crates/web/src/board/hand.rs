//! The hand: pointer, touch and keyboard on a board, all ending in clicks on cells.

use super::view::{Scenery, SurfaceRef, rect};
use crate::prefs::prefs;
use damier_games::board::CellId;
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

/// How far, in squares, a pressed pointer goes before it drags.
const SLACK: f32 = 0.25;

/// A press that is not over yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    cell: CellId,
    x: f32,
    y: f32,
    /// The cell was selected before: letting go on it gives the selection up.
    again: bool,
}

/// One board's input.
#[derive(Clone, Copy)]
pub struct Hand {
    /// The board.
    pub scenery: Scenery,
    /// Its element.
    pub surface: SurfaceRef,
    /// A move was pointed at.
    pub on_play: Option<Callback<String>>,
    /// No move goes along these cells.
    pub on_refuse: Option<Callback<Vec<CellId>>>,
    /// The press that is not over yet.
    pub pressed: RwSignal<Option<Press>>,
    /// Whether the board has the focus from a pointer, not from the keyboard.
    pub pointed: RwSignal<bool>,
}

impl Hand {
    fn point(self, event: &ev::PointerEvent) -> Option<(f32, f32)> {
        let rect = rect(self.surface)?;
        let [left, top, width, height] = self.scenery.layout.with_untracked(|layout| layout.view);
        let part = |at: i32, from: f64, size: f64| ((f64::from(at) - from) / size) as f32;
        let x = left + part(event.client_x(), rect.left(), rect.width()) * width;
        let y = top + part(event.client_y(), rect.top(), rect.height()) * height;
        Some((x, y))
    }

    fn cell(self, event: &ev::PointerEvent) -> Option<(CellId, f32, f32)> {
        let (x, y) = self.point(event)?;
        let cell = self.scenery.layout.with_untracked(|layout| layout.at(x, y))?;
        Some((cell, x, y))
    }

    fn click(self, cell: CellId) {
        self.scenery.click(cell, self.on_play, self.on_refuse);
    }

    /// The pointer goes down: selects, or makes the move at once.
    pub fn press(self, event: &ev::PointerEvent) {
        if event.button() != 0 || self.on_play.is_none() {
            return;
        }
        self.pointed.set(true);
        self.scenery.cursor.set(None);
        let Some((cell, x, y)) = self.cell(event) else {
            self.scenery.give_up();
            return;
        };
        if let Some(surface) = self.surface.get_untracked() {
            // Without it a drag that leaves the board would be lost; nothing else depends on it.
            let _ =
                surface.unchecked_ref::<web_sys::Element>().set_pointer_capture(event.pointer_id());
        }
        let Scenery { clicked, ahead, .. } = self.scenery;
        let alone =
            move |cells: RwSignal<Vec<CellId>>| cells.with_untracked(|cells| cells[..] == [cell]);
        let again = alone(clicked) || alone(ahead);
        if !again {
            self.click(cell);
        }
        let selected = alone(clicked) || alone(ahead);
        self.pressed.set(selected.then_some(Press { cell, x, y, again }));
    }

    /// The pointer moves: a selected piece follows it.
    pub fn drag(self, event: &ev::PointerEvent) {
        let Some(press) = self.pressed.get_untracked() else { return };
        let Some((x, y)) = self.point(event) else { return };
        let far = (x - press.x).abs().max((y - press.y).abs()) > SLACK;
        if far || self.scenery.drag.get_untracked().is_some() {
            self.scenery.drag.set(Some((press.cell, x, y)));
        }
    }

    /// The pointer goes up: on another cell that is a click there.
    pub fn release(self, event: &ev::PointerEvent) {
        let dragged = self.scenery.drag.get_untracked().is_some();
        let press = self.pressed.get_untracked();
        self.drop_it();
        let Some(press) = press else { return };
        match self.cell(event) {
            Some((cell, ..)) if cell != press.cell && dragged => self.click(cell),
            Some((cell, ..)) if cell == press.cell && press.again && !dragged => self.click(cell),
            _ => {}
        }
    }

    /// Lets go without meaning anything.
    pub fn drop_it(self) {
        self.pressed.set(None);
        self.scenery.drag.set(None);
    }

    /// The focus has gone elsewhere.
    pub fn leave(self) {
        self.pointed.set(false);
        self.scenery.cursor.set(None);
    }

    /// A click that no pointer made, as screen readers do.
    pub fn synthetic(self, event: &ev::MouseEvent) {
        if event.detail() != 0 {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let name = target.and_then(|element| element.get_attribute("data-cell"));
        let find = |name: String| self.scenery.board.with_untracked(|board| board.find(&name));
        if let Some(cell) = name.and_then(find) {
            self.click(cell);
        }
    }

    /// Arrows walk over the cells, Enter clicks, Escape gives up.
    pub fn key(self, event: &ev::KeyboardEvent) {
        let Scenery { cursor, layout, .. } = self.scenery;
        let walk = match event.key().as_str() {
            "ArrowLeft" => Some((-1.0, 0.0)),
            "ArrowRight" => Some((1.0, 0.0)),
            "ArrowUp" => Some((0.0, -1.0)),
            "ArrowDown" => Some((0.0, 1.0)),
            "Enter" | " " => {
                if let Some(cell) = cursor.get_untracked() {
                    event.prevent_default();
                    event.stop_propagation();
                    self.click(cell);
                    self.say(cell);
                }
                return;
            }
            _ => return,
        };
        let Some((dx, dy)) = walk.filter(|_| self.on_play.is_some() && !event.alt_key()) else {
            return;
        };
        // Whoever plays with a pointer goes through the moves with these two, as beside the board.
        if dx != 0.0 && self.pointed.get_untracked() && cursor.get_untracked().is_none() {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        let next = match cursor.get_untracked() {
            Some(cell) => {
                layout.with_untracked(|layout| layout.towards(cell, dx, dy)).unwrap_or(cell)
            }
            None => self.first(),
        };
        cursor.set(Some(next));
        self.say(next);
    }

    /// Where the keyboard begins: at a cell from which a move may start.
    fn first(self) -> CellId {
        let start = self.scenery.shown.with_untracked(|shown| {
            shown.gestures.first().and_then(|gesture| gesture.paths.first()?.first().copied())
        });
        start.unwrap_or(CellId(0))
    }

    fn say(self, cell: CellId) {
        let language = prefs().with_untracked(|prefs| prefs.language);
        self.scenery.said.set(self.scenery.tell_cell(cell, language));
    }
}
