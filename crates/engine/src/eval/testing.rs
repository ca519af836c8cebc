//! What the tests of evaluations share.

use crate::{
    brain::Brain,
    search::{Insight, Limits, Memory, Request, search},
};
use std::sync::atomic::AtomicBool;

/// What is found about a position of the text within so many nodes: the move, its value, and the plies to a forced win.
pub fn best<B: Brain>(game: &B, text: &str, nodes: u64) -> (String, i32, Option<i32>) {
    let (game, pos) = game.read(text).expect("a position");
    let insight = insight(&game, &pos, nodes);
    (game.move_text(&pos, insight.line[0]), insight.value, insight.win_in())
}

/// What is found about a position.
pub fn insight<B: Brain>(game: &B, pos: &B::Position, nodes: u64) -> Insight<B::Move> {
    let request = Request {
        brain: game,
        pos,
        history: &[],
        constants: B::CONSTANTS,
        lore: None,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        lines: 1,
        threads: 1,
        memory: &Memory::new(4),
        stop: &AtomicBool::new(false),
    };
    search(&request, &mut |_| ()).into_iter().next().expect("a move")
}

/// Plays random games and looks at every position: the quick list of forcing moves must be legal ones, exchanges must not panic.
pub fn wander<B: Brain>(game: &B, games: u64, look: impl Fn(&B::Position, &[B::Move])) {
    let mut random = crate::random::Random::new(5);
    for _ in 0..games {
        let mut pos = game.start();
        for _ in 0..160 {
            let mut moves = Vec::new();
            game.legal_moves(&pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mut quick = Vec::new();
            game.forcing(&pos, &game.remember(&pos), &mut quick);
            assert!(quick.iter().all(|mv| moves.contains(mv)), "{}", game.position_text(&pos));
            look(&pos, &moves);
            game.play(&mut pos, moves[random.below(moves.len())]);
        }
    }
}
