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

#[test]
#[ignore]
fn duel() {
    use super::belief::Guess;
    use super::choice::{Budget, Chooser};
    use crate::{
        random::Random,
        search::{Limits, Memory, Request, search},
    };
    use std::sync::atomic::AtomicBool;
    let var = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
    };
    let (games, nodes, depth, truth) =
        (var("GAMES", 20), var("NODES", 60000), var("DEPTH", 1) as u32, var("TRUTH", 0) == 1);
    let game = Dark::default();
    let stop = AtomicBool::new(false);
    let (memory, other) = (Memory::new(16), Memory::new(16));
    let mut score = [0; 3];
    for number in 0..games {
        let mut random = Random::new(number / 2 + 77);
        let me = if number % 2 == 0 { Player::One } else { Player::Two };
        let mut pos = game.start();
        let mut observer = Observer::new(game.clone(), me);
        let mut belief = None;
        let mut sans = String::new();
        let mut ply = 0;
        let (mut hit, mut total, mut size) = (0, 0, 0);
        while game.outcome(&pos).is_none() && ply < 300 {
            let mut moves = Vec::new();
            game.legal_moves(&pos, &mut moves);
            let mine = game.turn(&pos) == me;
            let history = var("HISTORY", 0) == 1;
            let mv = if ply < 6 {
                if history {
                    observer.see(game.observe(&pos, me));
                }
                let mv = *super::belief::likely(&pos, &moves, &mut random).expect("some");
                if history && mine {
                    observer.play(mv);
                }
                mv
            } else if mine {
                observer.see(game.observe(&pos, me));
                let belief = belief.get_or_insert_with(|| Belief::new(&observer, number));
                belief.catch_up(&observer, var("GUESSES", 1000) as usize, &mut || false);
                let exact = [Guess { pos: pos.clone(), weight: 1 << 40 }];
                let guesses = if truth { &exact[..] } else { belief.guesses() };
                total += 1;
                size += belief.guesses().len();
                hit += i32::from(belief.guesses().iter().any(|g| g.pos.pieces() == pos.pieces()));
                let view = game.observe(&pos, me);
                let budget = Budget {
                    started: web_time::Instant::now(),
                    end: None,
                    nodes: Some(nodes),
                    depth: None,
                    samples: var("SAMPLES", 256) as usize,
                };
                let found = Chooser::new(&game, &view, guesses, &memory, &stop, budget)
                    .choose(&mut random, &mut |_| ());
                observer.play(found.moves[0].0);
                if var("REGRET", 0) == 1 {
                    let value = |pos: &damier_games::dark::Position, depth| {
                        let request = Request {
                            brain: &game,
                            pos,
                            history: &[],
                            limits: Limits { depth: Some(depth), ..Limits::default() },
                            lines: 1,
                            threads: 1,
                            memory: &other,
                            stop: &stop,
                        };
                        search(&request, &mut |_| ()).first().map_or((30000, "-".to_owned()), |i| {
                            (i.value, game.notation(pos, i.line[0]))
                        })
                    };
                    let best = value(&pos, 5);
                    let mut after = pos.clone();
                    let mv = found.moves[0].0;
                    game.play(&mut after, mv);
                    let got = value(&after, 4);
                    let regret = best.0 + got.0;
                    if regret > var("OVER", 150) as i32 {
                        let truth: u64 = guesses
                            .iter()
                            .filter(|g| g.pos.pieces() == pos.pieces())
                            .map(|g| g.weight)
                            .sum();
                        print!(
                            "   [truth {}]",
                            truth * 1000 / guesses.iter().map(|g| g.weight).sum::<u64>()
                        );
                        let total: u64 = guesses.iter().map(|g| g.weight).sum::<u64>() / 1000;
                        let mut bad = 0;
                        let mut reply_possible = 0;
                        for g in guesses {
                            let mut a = g.pos.clone();
                            game.play(&mut a, mv);
                            let v = value(&a, 2);
                            if v.1 == got.1 {
                                reply_possible += g.weight;
                            }
                            if v.0 + found.moves[0].1 > 150 {
                                bad += g.weight;
                            }
                        }
                        println!(
                            "   {} {} regret {regret} (best {} {}, got {} by {}); est {} of {} moves; bad in {}, that reply best in {} permille of {} guesses; est of best {:?}",
                            game.position_text(&pos),
                            game.notation(&pos, mv),
                            best.1,
                            best.0,
                            -got.0,
                            got.1,
                            found.moves[0].1,
                            found.moves.len(),
                            bad / total.max(1),
                            reply_possible / total.max(1),
                            guesses.len(),
                            found
                                .moves
                                .iter()
                                .find(|(m, _)| game.notation(&pos, *m) == best.1)
                                .map(|m| m.1)
                        );
                    }
                }
                found.moves[0].0
            } else if random.below(100) < var("BLUNDER", 0) as usize {
                moves[random.below(moves.len())]
            } else {
                let request = Request {
                    brain: &game,
                    pos: &pos,
                    history: &[],
                    limits: Limits { depth: Some(depth), ..Limits::default() },
                    lines: 1,
                    threads: 1,
                    memory: &other,
                    stop: &stop,
                };
                search(&request, &mut |_| ())[0].line[0]
            };
            sans.push_str(&game.notation(&pos, mv));
            sans.push(' ');
            game.play(&mut pos, mv);
            if history && mine && ply > 5 {
                observer.see(game.observe(&pos, me));
            }
            ply += 1;
        }
        let result = game.outcome(&pos).and_then(|o| o.winner());
        score[match result {
            Some(w) if w == me => 0,
            None => 1,
            _ => 2,
        }] += 1;
        if var("QUIET", 0) == 0 || number + 1 == games {
            println!(
                "{number} me {me:?} {result:?} plies {ply} truth {hit}/{total} mean {} score {score:?}\n  {sans}",
                size / total.max(1) as usize
            );
        }
    }
}
