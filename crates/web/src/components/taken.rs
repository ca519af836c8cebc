//! What a player has taken, small beside the name: for games that count nothing beside their board themselves.

use crate::{
    board::view::parts,
    play::source::{AnySource, GameView},
    prefs::{language, prefs},
    texts,
};
use damier_games::{
    Player,
    rules::Side,
    scene::{Piece, PieceKind, Scene},
    text::Language,
};
use leptos::prelude::*;

/// The pieces that one player has taken.
#[component]
pub fn Taken(
    /// The game.
    source: AnySource,
    /// What is seen of it.
    view: Memo<GameView>,
    /// Whose prey it is.
    player: Signal<Player>,
    /// The names of the sides.
    sides: [Side; 2],
) -> impl IntoView {
    let (prefs, language) = (prefs(), language());
    // The start does not change any more once it is known.
    let start = Memo::new(move |known: Option<&Option<Scene>>| {
        let known = known.cloned().flatten();
        known.or_else(|| source.at(0).map(|moment| moment.scene))
    });
    let prey = Memo::new(move |_| {
        let by = player.get();
        start
            .with(|start| {
                let start = start.as_ref()?;
                Some(view.with(|view| taken(start, &view.now.scene, by)))
            })
            .unwrap_or_default()
    });
    let label = move || prey.with(|prey| told(prey, language.get()));
    let entries = move || {
        let key = sides[(!player.get()).index()].key;
        let entry = |(kind, number): (PieceKind, usize)| {
            view! {
                <span class="prey">
                    <svg viewBox="0 0 1 1"><g class=format!("piece {key}")>{move || parts(kind, key, prefs.with(|prefs| prefs.pieces))}</g></svg>
                    {(number > 1).then_some(number)}
                </span>
            }
        };
        prey.get().into_iter().map(entry).collect_view()
    };
    view! {
        <Show when=move || prey.with(|prey| !prey.is_empty())>
            <span class="taken" role="img" aria-label=label>{entries}</span>
        </Show>
    }
}

/// What is gone of the other side since the start, the strongest first. Nothing where the game counts itself, or hides something.
fn taken(start: &Scene, now: &Scene, by: Player) -> Vec<(PieceKind, usize)> {
    if !now.counters.is_empty() || !start.fog.is_empty() || !now.fog.is_empty() {
        return Vec::new();
    }
    let count = |scene: &Scene, kind| {
        let piece = Piece { owner: !by, kind };
        scene.pieces.iter().filter(|standing| standing.piece == piece).count()
    };
    let kinds = PieceKind::ALL.map(|kind| (kind, count(start, kind), count(now, kind)));
    // A pawn that was promoted is not lost: it stands there as what it has become.
    let promoted: usize = kinds.iter().map(|(_, before, now)| now.saturating_sub(*before)).sum();
    let lost = kinds.into_iter().rev().map(|(kind, before, now)| {
        let become_more = if kind == PieceKind::Pawn { promoted } else { 0 };
        (kind, before.saturating_sub(now + become_more))
    });
    lost.filter(|(_, number)| *number > 0).collect()
}

/// The same in words.
fn told(prey: &[(PieceKind, usize)], language: Language) -> String {
    let each = prey.iter().map(|(kind, number)| match (kind.name().tell(language), number) {
        (name, 1) => name.to_owned(),
        (name, _) => format!("{number} × {name}"),
    });
    let colon = if language == Language::French { " :" } else { ":" };
    format!("{}{colon} {}", texts::TAKEN.tell(language), each.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{GameKey, Viewer, open, options::Options};

    /// What One and Two have taken after these moves.
    fn after(game: GameKey, viewer: Viewer, moves: &[&str]) -> [Vec<(PieceKind, usize)>; 2] {
        let mut table = open(game, &Options::new(), None).unwrap();
        let start = table.snapshot(viewer).scene;
        moves.iter().for_each(|text| table.play(table.turn(), text).unwrap());
        let now = table.snapshot(viewer).scene;
        [Player::One, Player::Two].map(|by| taken(&start, &now, by))
    }

    #[test]
    fn what_was_taken_is_counted_and_what_was_promoted_is_not_lost() {
        let moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d2", "c1d2"];
        let pawns = |number| (PieceKind::Pawn, number);
        let found = after(GameKey::Chess, Viewer::Referee, &moves);
        assert_eq!(found, [vec![(PieceKind::Queen, 1), pawns(1)], vec![pawns(2)]]);
        let moves =
            ["h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7", "a6a5", "h7g8q", "a5a4"];
        let found = after(GameKey::Chess, Viewer::Referee, &moves);
        assert_eq!(found, [vec![(PieceKind::Knight, 1), pawns(2)], vec![]]);
        assert_eq!(told(&found[0], Language::French), "pris : cavalier, 2 × pion");
    }

    #[test]
    fn nothing_is_told_of_what_is_hidden_or_counted_by_the_game() {
        let moves = ["e2e4", "d7d5", "e4d5"];
        let found = after(GameKey::Dark, Viewer::Seat(Player::Two), &moves);
        assert_eq!(found, [vec![], vec![]]);
        let found = after(GameKey::Draughts, Viewer::Referee, &["32-28", "19-23", "28x19"]);
        assert_eq!(found, [vec![], vec![]]);
    }
}
