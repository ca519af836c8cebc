use super::{belief::Belief, notes::Observer};
use damier_games::{Game, Player, Rules, dark::Dark};

#[test]
fn diagnose() {
    let game = Dark::default();
    let mut pos = game.start();
    let sans = "b4 h6 Nf3 f6 e3 g5 c3 h5 Na3 Nc6 Bd3 d5 O-O e5 Qb3 Be6 Nb5 Nge7 Qa4 Nf5 Nxe5 fxe5 Nxc7 Qxc7 b5 Qa5 Qb3 Nd8 Bxf5 Bxf5 Qxd5 Nc6 Qxc6";
    let mut observer = Observer::new(game.clone(), Player::One);
    let mut belief = None;
    for (ply, san) in sans.split(' ').enumerate() {
        let mv = game.read_move(&pos, san).expect("legal");
        if ply >= 6 && ply % 2 == 0 {
            observer.see(game.observe(&pos, Player::One));
            let belief = belief.get_or_insert_with(|| Belief::new(&observer, 1));
            belief.catch_up(&observer, 1000, &mut || false);
            let n = belief.guesses().len();
            let total: u64 = belief.guesses().iter().map(|g| g.weight).sum();
            let truth = belief.guesses().iter().any(|g| g.pos.pieces() == pos.pieces());
            // how many true enemies are where they are thought, and exchange at the move
            let enemy = pos.pieces().black();
            let mut right = 0u64;
            let mut gain = 0i64;
            for g in belief.guesses() {
                let same: u32 = enemy
                    .into_iter()
                    .filter(|&s| g.pos.pieces().piece_at(s) == pos.pieces().piece_at(s))
                    .count() as u32;
                right += u64::from(same) * g.weight / 1024;
                gain += super::exchange::exchange(g.pos.pieces(), g.pos.side(), mv) as i64
                    * (g.weight / 1024) as i64;
            }
            println!(
                "{} {san}: guesses {n} truth {truth} right {}/{} exchange {} (true {})",
                ply / 2 + 1,
                right as f64 * 1024.0 / total as f64,
                enemy.count(),
                gain * 1024 / total as i64,
                super::exchange::exchange(pos.pieces(), pos.side(), mv)
            );
            observer.play(mv);
        }
        game.play(&mut pos, mv);
    }
}
