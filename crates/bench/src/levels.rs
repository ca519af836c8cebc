//! The levels: each against the one below it, from random openings with both colours. Openings that decide the game are passed over:
//! in Alquerque most moves lose a man at once, and then either level wins with the better side. A pair's games are played on all processors
//! at once, and a line is printed for each pair as soon as it is done.

use damier_engine::{
    Level,
    mind::{Mind, Thinking, Thought, mind},
    random::Random,
    search::Limits,
};
use damier_games::{GameKey, Player, Table, open, options::Options};
use std::{
    io::{self, Write},
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Instant,
};

const GAMES: usize = 40;
const GOAL: usize = 65;
const OPENING_PLIES: usize = 2;
/// How uneven an opening may look, in hundredths of a man, to a search of so many positions.
const EVEN: i32 = 100;
const JUDGE_NODES: u64 = 20_000;
/// After so many openings that are not even the first of them is played: then the start decides, not the opening.
const OPENINGS: usize = 24;
const LONGEST: usize = 300;
const MEGABYTES: usize = 8;
/// What full strength may think, so that the figures do not depend on the machine: three to fifteen times as much as the level
/// below it.
const FULL_NODES: u64 = 200_000;

/// What a match came to, for the stronger level.
#[derive(Clone, Copy, Default)]
struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
    /// Games that the player who begins has won: where that is nearly all or none of them, the start decides and not the level.
    first: usize,
}

impl Tally {
    const fn percent(self) -> usize {
        100 * (2 * self.wins + self.draws) / (2 * GAMES)
    }
}

/// A game with its options chosen.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    game: GameKey,
    options: &'a Options,
}

/// Plays all pairs of these games and tells at the end which are closer than they should be. The options fit every one of them.
pub fn run(games: &[GameKey], options: &Options, out: &mut impl Write) -> io::Result<()> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    writeln!(
        out,
        "levels, each against the one below it: {GAMES} games, points in percent, goal {GOAL}; full strength thinks {FULL_NODES} nodes; {threads} threads"
    )?;
    let pairs: Vec<[Level; 2]> = Level::ALL.windows(2).map(|pair| [pair[1], pair[0]]).collect();
    let (all, mut done, started) = (games.len() * pairs.len(), 0, Instant::now());
    let mut close = Vec::new();
    for &game in games {
        for &[strong, weak] in &pairs {
            let tally = contest(Chosen { game, options }, strong, weak, threads);
            done += 1;
            let Tally { wins, draws, losses, first } = tally;
            let (percent, minutes) = (tally.percent(), started.elapsed().as_secs_f64() / 60.0);
            let line = format!(
                "{:<10} {}-{} {percent:>4} %  +{wins} ={draws} -{losses}, {first} won by who began",
                game.to_string(),
                strong.number(),
                weak.number()
            );
            writeln!(out, "{line:<56} {done:>3}/{all} {minutes:>6.1} min")?;
            out.flush()?;
            if percent < GOAL {
                close.push(line);
            }
        }
    }
    writeln!(out, "below the goal: {} of {all}", close.len())?;
    close.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// All games of a pair.
fn contest(chosen: Chosen<'_>, strong: Level, weak: Level, threads: usize) -> Tally {
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= GAMES {
                        break;
                    }
                    let strong_is = Player::BOTH[number % 2];
                    let winner = winner(chosen, strong, weak, number);
                    let mut tally = tally.lock().expect("no game breaks down");
                    match winner {
                        None => tally.draws += 1,
                        Some(winner) if winner == strong_is => tally.wins += 1,
                        Some(_) => tally.losses += 1,
                    }
                    tally.first += usize::from(winner == Some(Player::One));
                }
            });
        }
    });
    tally.into_inner().expect("no game breaks down")
}

/// Who wins the game of that number; the stronger one begins the even ones, and two in a row have the same opening.
fn winner(chosen: Chosen<'_>, strong: Level, weak: Level, number: usize) -> Option<Player> {
    let strong_is = Player::BOTH[number % 2];
    let mut players = [chosen.mind(), chosen.mind()];
    let mut table = chosen.table();
    let mut moves = opening(chosen, number as u64 / 2);
    for text in &moves {
        table.play(table.turn(), text).expect("openings are legal");
    }
    while table.result().is_none() && table.ply() < LONGEST {
        let turn = table.turn();
        let level = if turn == strong_is { strong } else { weak };
        let player = players[turn.index()].as_mut();
        let thoughts = chosen.think(player, &moves, level, FULL_NODES, number);
        let text = thoughts[0].line[0].clone();
        table.play(turn, &text).expect("our players play legal moves");
        moves.push(text);
    }
    table.result().and_then(|outcome| outcome.winner())
}

/// Random plies after which neither side has won much. Where two are seldom enough for that, four may be.
fn opening(chosen: Chosen<'_>, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut judge = chosen.mind();
    judge.reveal(true);
    let mut first = None;
    for attempt in 0..OPENINGS {
        let mut table = chosen.table();
        let mut moves = Vec::new();
        while table.ply() < OPENING_PLIES + attempt % 2 * 2 && table.result().is_none() {
            let mut legal = table.legal_moves();
            let text = legal.swap_remove(random.below(legal.len()));
            table.play(table.turn(), &text).expect("a listed move can be played");
            moves.push(text);
        }
        let best = chosen.think(judge.as_mut(), &moves, Level::FULL, JUDGE_NODES, 0);
        if best.first().is_some_and(|best| best.value.abs() <= EVEN) {
            return moves;
        }
        first.get_or_insert(moves);
    }
    first.expect("one opening at least was tried")
}

impl Chosen<'_> {
    fn mind(self) -> Box<dyn Mind> {
        mind(self.game, MEGABYTES)
    }

    fn table(self) -> Box<dyn Table> {
        open(self.game, self.options, None).expect("the options were tried before")
    }

    fn think(
        self,
        player: &mut dyn Mind,
        moves: &[String],
        level: Level,
        nodes: u64,
        seed: usize,
    ) -> Vec<Thought> {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        player.look(self.options, None, &words).expect("the moves were played");
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let thinking = Thinking { limits, level, lines: 1, threads: 1, seed: seed as u64 };
        player.think(&thinking, &AtomicBool::new(false), &mut |_| ())
    }
}
