//! Draws the boards of all games into one SVG on standard output, from nothing but what the games tell of themselves:
//! `cargo run --package damier-games --example pictures > docs/pictures/games.svg`.

use damier_games::{
    GameKey, Player, Viewer,
    board::{Board, Cell, Shape, Tint},
    open,
    options::Options,
    scene::{MarkKind, PieceKind, Scene},
};
use std::fmt::Write;

/// Pixels of a game's picture.
const SIZE: i32 = 220;
const COLUMNS: usize = 5;

#[expect(clippy::print_stdout, reason = "the picture goes to standard output")]
fn main() {
    let rows = GameKey::ALL.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as i32 * (SIZE + 20) + 20, rows as i32 * (SIZE + 50) + 20);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"#f4efe6\"/>\n"
    );
    for (n, &key) in GameKey::ALL.iter().enumerate() {
        let (left, top) =
            ((n % COLUMNS) as i32 * (SIZE + 20) + 20, (n / COLUMNS) as i32 * (SIZE + 50) + 20);
        let _ = write!(svg, "<g transform=\"translate({left} {top})\">{}", picture(key));
        let name = key.info().name.en;
        let (x, y) = (SIZE / 2, SIZE + 24);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"17\" fill=\"#3b3226\">{name}</text></g>"
        );
    }
    println!("{svg}</svg>");
}

/// A game a few moves after its start.
fn picture(key: GameKey) -> String {
    let mut table = open(key, &Options::new(), None).expect("every game has a start");
    let mut state: u32 = 5;
    for _ in 0..12 {
        let moves = table.legal_moves();
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if let Some(text) = moves.get((state >> 16) as usize % moves.len().max(1)) {
            table.play(table.turn(), text).expect("a listed move can be played");
        }
    }
    let viewer = if key.info().hidden { Viewer::Seat(Player::One) } else { Viewer::Referee };
    draw(&table.board(), &table.snapshot(viewer).scene, key.info().sides.map(|side| side.key))
}

fn draw(board: &Board, scene: &Scene, sides: [&str; 2]) -> String {
    let places = || {
        board
            .cells
            .iter()
            .map(|cell| (cell.x, cell.y))
            .chain(board.tiles.iter().map(|tile| (tile.x, tile.y)))
    };
    let (left, right) =
        (places().map(|p| p.0).min().unwrap_or(0), places().map(|p| p.0).max().unwrap_or(0) + 1);
    let (top, bottom) =
        (places().map(|p| p.1).min().unwrap_or(0), places().map(|p| p.1).max().unwrap_or(0) + 1);
    let (width, height) = (right - left, bottom - top);
    let mut svg = format!(
        "<svg width=\"{SIZE}\" height=\"{SIZE}\" viewBox=\"{left} {top} {width} {height}\">"
    );
    for tile in &board.tiles {
        square(&mut svg, tile.x, tile.y, tile.tint);
    }
    for cell in board.cells.iter().filter(|cell| cell.shape == Shape::Square) {
        square(&mut svg, cell.x, cell.y, cell.tint);
    }
    for [a, b] in &board.lines {
        let ((ax, ay), (bx, by)) = (centre(board.cell(*a)), centre(board.cell(*b)));
        let _ = write!(
            svg,
            "<line x1=\"{ax}\" y1=\"{ay}\" x2=\"{bx}\" y2=\"{by}\" stroke=\"#7a6a52\" stroke-width=\"0.05\"/>"
        );
    }
    for mark in scene.marks.iter().filter(|mark| mark.kind == MarkKind::Last) {
        let (x, y) = centre(board.cell(mark.at));
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"0.47\" fill=\"none\" stroke=\"#e8b04a\" stroke-width=\"0.07\"/>"
        );
    }
    for mark in scene.marks.iter().filter(|mark| mark.kind == MarkKind::Forbidden) {
        let (x, y) = centre(board.cell(mark.at));
        let (x1, x2, y1, y2) = (x - 0.2, x + 0.2, y - 0.2, y + 0.2);
        let _ = write!(
            svg,
            "<path d=\"M{x1} {y1}L{x2} {y2}M{x1} {y2}L{x2} {y1}\" stroke=\"#00000055\" stroke-width=\"0.07\"/>"
        );
    }
    for standing in &scene.pieces {
        let side = sides[standing.piece.owner.index()];
        piece(&mut svg, centre(board.cell(standing.at)), standing.piece.kind, side);
    }
    for cell in &scene.fog {
        let Cell { x, y, .. } = board.cell(*cell);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"#33363d\" fill-opacity=\"0.82\"/>"
        );
    }
    svg + "</svg>"
}

fn centre(cell: &Cell) -> (f32, f32) {
    (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

fn square(svg: &mut String, x: i16, y: i16, tint: Tint) {
    let colour = match tint {
        Tint::Plain => "#efe2c6",
        Tint::Light => "#f0e0c0",
        Tint::Dark => "#b58a5e",
        Tint::Red => "#d9695f",
        Tint::Green => "#7fae6d",
        Tint::Blue => "#6f9fc9",
        Tint::Yellow => "#e6c65c",
        Tint::Camp => "#d8cdb8",
    };
    let _ = write!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{colour}\" stroke=\"#00000022\" stroke-width=\"0.03\"/>"
    );
}

fn piece(svg: &mut String, (x, y): (f32, f32), kind: PieceKind, side: &str) {
    let (fill, edge) = match side {
        "white" => ("#fbf7ee", "#4a4036"),
        "black" => ("#3a3632", "#f0e6d2"),
        "red" => ("#a32a22", "#fff3e6"),
        "blue" => ("#1f4f8f", "#eef4ff"),
        _ => ("#efe2c6", "#3a3632"),
    };
    if kind == PieceKind::Mark {
        let shape = if side == "x" {
            let (left, right, top, bottom) = (x - 0.3, x + 0.3, y - 0.3, y + 0.3);
            format!(
                "<path d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"#a32a22\""
            )
        } else {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"0.3\" fill=\"none\" stroke=\"#1f4f8f\"")
        };
        let _ = write!(svg, "{shape} stroke-width=\"0.14\" stroke-linecap=\"round\"/>");
        return;
    }
    let letter = match kind {
        PieceKind::Man | PieceKind::Pawn | PieceKind::Mark => "",
        PieceKind::CrownedMan | PieceKind::King => "K",
        PieceKind::Queen => "Q",
        PieceKind::Rook => "R",
        PieceKind::Bishop => "B",
        PieceKind::Knight => "N",
    };
    let radius = if kind == PieceKind::Pawn { 0.28 } else { 0.38 };
    let _ = write!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.06\"/>"
    );
    if !letter.is_empty() {
        let y = y + 0.17;
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"0.5\" font-weight=\"bold\" fill=\"{edge}\">{letter}</text>"
        );
    }
}
