//! The layers of a board: the ground, the marks on it, the chain of a move being made, the fog.

use super::{
    picture::{Can, Look},
    view::{Scenery, tint_class},
};
use crate::prefs::{language, prefs};
use damier_games::board::{CellId, Shape, Tint};
use leptos::prelude::*;

/// Squares, points, lines and coordinates. Drawn again only when the board is turned or changed.
#[component]
pub fn Ground(
    /// The board.
    scenery: Scenery,
    /// Without names in the cells.
    small: bool,
) -> impl IntoView {
    let Scenery { board, layout, .. } = scenery;
    let frames = move || {
        layout.with(|layout| {
            layout.frames.iter().map(|[x, y, w, h]| view! {
                <rect class="frame" x=x - 0.06 y=y - 0.06 width=w + 0.12 height=h + 0.12 rx="0.1"/>
            }).collect_view()
        })
    };
    let tiles = move || {
        layout.with(|layout| {
            layout.tiles.iter().map(|(x, y, tint)| view! {
                <rect class=format!("tile {}", tint_class(*tint)) x=*x y=*y width="1" height="1"/>
            }).collect_view()
        })
    };
    let lines = move || {
        layout.with(|layout| {
            layout
                .lines
                .iter()
                .map(|[ax, ay, bx, by]| view! { <line class="line" x1=*ax y1=*ay x2=*bx y2=*by/> })
                .collect_view()
        })
    };
    let labels = move || {
        layout.with(|layout| {
            layout
                .labels
                .iter()
                .map(|label| {
                    view! {
                        <text class="label" x=label.x y=label.y>{label.text.clone()}</text>
                    }
                })
                .collect_view()
        })
    };
    let zones = move || {
        layout.with(|layout| {
            layout
                .zones
                .iter()
                .map(|(name, x, y)| {
                    view! {
                        <text class="zone" x=*x y=*y>{name.tell(language().get())}</text>
                    }
                })
                .collect_view()
        })
    };
    // Where nothing beside the board names the cells, their own names stand in them.
    let named = move || {
        let wanted = !small && prefs().with(|prefs| prefs.coordinates);
        board.with(|board| wanted && board.labels.is_empty())
    };
    let cells = move || {
        let board = board.get();
        let named = named();
        (0..board.cells.len())
            .map(CellId::at)
            .map(|id| view! { <Cell scenery id named/> })
            .collect_view()
    };
    view! { <g class="ground">{frames}{tiles}{lines}{cells}{labels}{zones}</g> }
}

/// One cell: what is pointed at.
#[component]
fn Cell(scenery: Scenery, id: CellId, named: bool) -> impl IntoView {
    let Scenery { board, layout, picture, cursor, shown, .. } = scenery;
    let (name, shape, tint) = board.with_untracked(|board| {
        let cell = board.cell(id);
        (cell.name.clone(), cell.shape, cell.tint)
    });
    let place = move || layout.with(|layout| layout.cells[usize::from(id.0)]);
    let look = Memo::new(move |_| {
        picture.with(|picture| picture.looks.get(usize::from(id.0)).copied().unwrap_or_default())
    });
    let label = move || {
        shown.track();
        scenery.tell_cell(id, language().get())
    };
    let class = match shape {
        Shape::Square => format!("cell {}", tint_class(tint)),
        Shape::Point => "cell point".into(),
    };
    let point = (shape == Shape::Point).then(|| {
        view! {
            <circle class="knot" cx=move || place().0 + 0.5 cy=move || place().1 + 0.5 r="0.09"/>
        }
    });
    let number = (named && shape == Shape::Square).then(|| view! {
        <text class="number" x=move || place().0 + 0.05 y=move || place().1 + 0.19>{name.clone()}</text>
    });
    let emblem = emblem(tint).map(|d| view! {
        <path class="emblem" d=d transform=move || { let (x, y) = place(); format!("translate({x} {y})") }/>
    });
    view! {
        <rect class=class class:start=move || look.get().can == Some(Can::Start) class:cursor=move || cursor.get() == Some(id)
            x=move || place().0 y=move || place().1 width="1" height="1" role="button"
            data-cell=name.clone() data-can=move || look.get().can.map(Can::key) aria-label=label/>
        {emblem}{point}{number}
    }
}

/// A small sign in the corner of a coloured square, so that colours are told apart without seeing them as colours.
const fn emblem(tint: Tint) -> Option<&'static str> {
    match tint {
        Tint::Red => Some("M.1 .09h.14v.14h-.14z"),
        Tint::Yellow => Some("M.17 .07l.1 .1l-.1 .1l-.1-.1z"),
        Tint::Green => Some("M.08 .25l.09-.16l.09 .16z"),
        Tint::Blue => Some("M.17 .085a.08 .08 0 1 1-.01 0z"),
        Tint::Plain | Tint::Light | Tint::Dark | Tint::Camp => None,
    }
}

/// What stands out: the last move, check, crosses, the winners, dots and rings.
#[component]
pub fn Marks(
    /// The board.
    scenery: Scenery,
) -> impl IntoView {
    let Scenery { board, layout, picture, cursor, .. } = scenery;
    let marks = move || {
        let board = board.get();
        layout.with(|layout| {
            picture.with(|picture| {
                let all = board.cells.iter().zip(&layout.cells).zip(&picture.looks);
                all.map(|((cell, &(x, y)), look)| {
                    marks_of(cell.name.clone(), cell.shape, x, y, look)
                })
                .collect_view()
            })
        })
    };
    let cursor = move || {
        cursor.get().map(|id| {
        let (x, y) = layout.with(|layout| layout.cells[usize::from(id.0)]);
        view! { <rect class="cursor-box" x=x + 0.04 y=y + 0.04 width="0.92" height="0.92" rx="0.08"/> }
    })
    };
    view! { <g class="marks">{marks}{cursor}</g> }
}

fn marks_of(name: String, shape: Shape, x: f32, y: f32, look: &Look) -> impl IntoView + use<> {
    let (cx, cy) = (x + 0.5, y + 0.5);
    let field = move |kind: &'static str, name: String| {
        match shape {
        Shape::Square => view! { <rect class=format!("mark {kind}") x=x y=y width="1" height="1" data-mark=kind data-at=name/> }.into_any(),
        Shape::Point => view! { <circle class=format!("mark {kind}") cx=cx cy=cy r="0.46" data-mark=kind data-at=name/> }.into_any(),
    }
    };
    let last = look.last.then(|| field("last", name.clone()));
    let check = look.check.then(|| field("check", name.clone()));
    let win = look.win.then(|| field("win", name.clone()));
    let selected =
        look.clicked.then(|| view! { <rect class="selected" x=x y=y width="1" height="1"/> });
    let forbidden = look.forbidden.then(|| {
        view! {
            <path class="mark forbidden" data-mark="forbidden" data-at=name.clone()
                d=format!("M{} {}l.36 .36m0 -.36l-.36 .36", x + 0.32, y + 0.32)/>
        }
    });
    let hint = match look.can {
        Some(Can::Go) => Some(view! { <circle class="dot" cx=cx cy=cy r="0.15"/> }.into_any()),
        Some(Can::Take) => Some(view! { <circle class="ring" cx=cx cy=cy r="0.43"/> }.into_any()),
        Some(Can::Start) | None => None,
    };
    view! { {last}{check}{win}{selected}{forbidden}{hint} }
}

/// The way of a move being made, jump by jump.
#[component]
pub fn Chain(
    /// The board.
    scenery: Scenery,
) -> impl IntoView {
    let Scenery { layout, picture, .. } = scenery;
    let points = move || {
        layout.with(|layout| {
            picture.with(|picture| {
                let point = |id: &CellId| {
                    let (x, y) = layout.middle(*id);
                    format!("{x},{y}")
                };
                picture.chain.iter().map(point).collect::<Vec<_>>().join(" ")
            })
        })
    };
    view! {
        <Show when=move || { picture.with(|picture| picture.chain.len() > 1) }>
            <polyline class="chain" points=points/>
        </Show>
    }
}

/// What a viewer cannot see lies under fog.
#[component]
pub fn Fog(
    /// The board.
    scenery: Scenery,
) -> impl IntoView {
    let Scenery { layout, picture, .. } = scenery;
    let fog = move || {
        layout.with(|layout| picture.with(|picture| {
            let hidden = picture.looks.iter().zip(&layout.cells).filter(|(look, _)| look.fog);
            hidden.map(|(_, &(x, y))| view! { <rect class="fog" x=x y=y width="1.01" height="1.01"/> }).collect_view()
        }))
    };
    view! { <g class="fogs">{fog}</g> }
}
