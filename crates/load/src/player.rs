//! A player: follows the script, move by move, over an own socket.

use crate::{people::Pair, script::Script, socket::Socket};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};
use tokio::time::{Instant, sleep_until};

/// What all players write down.
#[derive(Default)]
pub struct Tally {
    /// Moves seen by whoever made them, which is each move once.
    pub moves: Cell<u64>,
    /// Games that ended and were followed by another.
    pub games: Cell<u64>,
    /// From sending a move to seeing it, for the mover and the opponent, in microseconds; while `timing`.
    pub delays: [RefCell<Vec<u32>>; 2],
    /// Whether delays are written down.
    pub timing: Cell<bool>,
}

/// What the two players of a match share.
pub struct Board {
    script: Script,
    sent: Cell<Instant>,
    /// When the next move is due, and how long after it the one after that; at once if there is none.
    pace: Option<(Cell<Instant>, Duration)>,
    tally: Rc<Tally>,
}

impl Board {
    /// For players without pause, or for one move each `pace`, the first at `first`.
    pub fn new(script: Script, pace: Option<(Instant, Duration)>, tally: Rc<Tally>) -> Rc<Self> {
        let pace = pace.map(|(first, pace)| (Cell::new(first), pace));
        Rc::new(Self { script, sent: Cell::new(Instant::now()), pace, tally })
    }
}

/// One of the two players of a match.
pub struct Player {
    socket: Socket,
    id: String,
    side: usize,
    ply: usize,
    board: Rc<Board>,
}

/// What a player needs of a message.
#[derive(Deserialize)]
struct Heard<'a> {
    t: &'a str,
    #[serde(default, borrow)]
    events: Vec<Happening<'a>>,
    #[serde(default, borrow)]
    yours: Vec<&'a str>,
    #[serde(default, borrow)]
    moves: Vec<&'a str>,
    #[serde(default, borrow)]
    message: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Happening<'a> {
    e: &'a str,
    #[serde(default)]
    next: Option<&'a str>,
}

impl Player {
    /// Sits down and sees the board.
    pub async fn sit(address: &str, pair: &Pair, side: usize, board: Rc<Board>) -> Result<Self> {
        let socket = Socket::open(address, "/ws", &pair.cookies[side]).await?;
        let mut player = Self { socket, id: pair.id.clone(), side, ply: 0, board };
        player.watch().await?;
        Ok(player)
    }

    /// Plays game after game, until dropped.
    pub async fn play(mut self) -> Result<()> {
        loop {
            self.game().await?;
            self.rematch().await?;
        }
    }

    /// One game.
    async fn game(&mut self) -> Result<()> {
        let length = self.board.script.len();
        while self.ply < length {
            if self.ply % 2 == self.side {
                self.make_move().await?;
            }
            self.see_move().await?;
        }
        Ok(())
    }

    async fn make_move(&mut self) -> Result<()> {
        if let Some((due, pace)) = &self.board.pace {
            // Pings are answered in time all the same: they come less often than moves.
            sleep_until(due.get()).await;
            due.set(due.get() + *pace);
        }
        let (id, ply) = (&self.id, self.ply);
        let text = &self.board.script[ply];
        let play =
            format!(r#"{{"t":"play","match":"{id}","ply":{ply},"id":{ply},"move":"{text}"}}"#);
        self.board.sent.set(Instant::now());
        self.socket.send(play).await
    }

    /// Waits for the next move, whoever's it is.
    async fn see_move(&mut self) -> Result<()> {
        let before = self.ply;
        while self.ply == before {
            let text = self.socket.next().await?;
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            self.ply += heard.events.iter().filter(|event| event.e == "played").count();
            if heard.t == "refused" {
                bail!("refused: {:?}", heard.message);
            }
        }
        let mine = before % 2 == self.side;
        let tally = &self.board.tally;
        if mine {
            tally.moves.set(tally.moves.get() + 1);
        }
        if tally.timing.get() {
            let delay = self.board.sent.get().elapsed().as_micros();
            let delay = u32::try_from(delay).unwrap_or(u32::MAX);
            tally.delays[usize::from(!mine)].borrow_mut().push(delay);
        }
        Ok(())
    }

    /// Another game with sides exchanged.
    async fn rematch(&mut self) -> Result<()> {
        let id = &self.id;
        self.socket.send(format!(r#"{{"t":"do","match":"{id}","action":"rematch"}}"#)).await?;
        let next = loop {
            let text = self.socket.next().await?;
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            if let Some(next) = heard.events.iter().find_map(|event| event.next) {
                break next.to_owned();
            }
        };
        let old = std::mem::replace(&mut self.id, next);
        self.socket.send(format!(r#"{{"t":"unwatch","match":"{old}"}}"#)).await?;
        self.watch().await?;
        if self.side == 0 {
            let games = &self.board.tally.games;
            games.set(games.get() + 1);
        }
        Ok(())
    }

    /// Sees the board and which side is the own.
    async fn watch(&mut self) -> Result<()> {
        let id = &self.id;
        self.socket.send(format!(r#"{{"t":"watch","match":"{id}"}}"#)).await?;
        loop {
            let text = self.socket.next().await?;
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            match heard.t {
                "match" => {
                    let side = heard.yours.first().context("the match is somebody else's")?;
                    self.side = usize::from(*side == "two");
                    // The opponent may have seen it earlier and moved.
                    self.ply = heard.moves.len();
                    return Ok(());
                }
                "refused" => bail!("refused: {:?}", heard.message),
                _ => {}
            }
        }
    }
}
