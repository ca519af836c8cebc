//! Position texts of all games: what is accepted can be written, read again and played on.
#![no_main]

use damier_fuzz::game_and_text;
use damier_games::{Game, Viewer, with_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((key, text)) = game_and_text(data) {
        with_game!(key, |G| look::<G>(text));
    }
});

fn look<G: Game>(text: &str) {
    let Ok((game, pos)) = G::default().read(text) else { return };
    let written = game.position_text(&pos);
    let (again, same) = game.read(&written).expect("what is written can be read");
    assert_eq!((&same, again.key(&same)), (&pos, game.key(&pos)));
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    assert_eq!(moves.is_empty(), game.outcome(&pos).is_some());
    let _ = game.scene(&pos, Viewer::Referee);
    for mv in moves.into_iter().take(8) {
        let name = game.move_text(&pos, mv);
        assert_eq!(game.read_move(&pos, &name).ok(), Some(mv));
        let mut next = pos.clone();
        game.play(&mut next, mv);
        game.read(&game.position_text(&next)).expect("what play leads to can be read");
    }
}
