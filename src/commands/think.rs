//! A search for a command: the move, its value and its line.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;

use ringstack::play::seat::{Order, Seat};
use ringstack::search::{Limits, Memory};
use ringstack::ugi::reply::{Info, Reply};

/// The engine of a command.
#[derive(Debug)]
pub struct Thinker {
    memory: Arc<Memory>,
    /// Playing strength, 0 to 20.
    pub level: u8,
}

/// What a search says.
#[derive(Debug)]
pub struct Thought {
    /// The token of the best move.
    pub best: String,
    /// The last report: value, depth, line.
    pub info: Info,
}

impl Thinker {
    /// An engine of full strength with a hash table of that many MiB.
    pub fn new(hash: usize) -> anyhow::Result<Thinker> {
        Ok(Thinker {
            memory: Arc::new(Memory::new(hash)?),
            level: 20,
        })
    }

    /// Searches a live position; `only` restricts the moves unless it is empty.
    pub fn think(
        &self,
        seat: &dyn Seat,
        limits: Limits,
        only: &[String],
    ) -> anyhow::Result<Thought> {
        let order = Order {
            limits,
            search_moves: only.to_vec(),
            multi_pv: 1,
            threads: 1,
            skill: self.level,
            seed: seat.plies() as u64,
            memory: Arc::clone(&self.memory),
            stop: Arc::new(AtomicBool::new(false)),
        };
        let last = std::sync::Mutex::new(None);
        let closing = seat.search(order)?.run(&|reply| {
            if let (Reply::Info(info), Ok(mut last)) = (reply, last.lock()) {
                *last = Some(info);
            }
        });
        let mut info = last.into_inner().ok().flatten();
        let mut best = None;
        for reply in closing {
            match reply {
                Reply::Info(said) => info = Some(said),
                Reply::BestMove(token) => best = Some(token),
                _ => {}
            }
        }
        Ok(Thought {
            best: best.context("the search gave no move")?,
            info: info.context("the search said nothing")?,
        })
    }
}
