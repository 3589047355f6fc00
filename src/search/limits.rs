//! When a search has to stop.

use std::fmt;
use std::time::Duration;

use super::score::MAX_PLY;

/// The deepest iteration, in plies: half of the longest line, as extensions make lines longer.
pub const MAX_DEPTH: i32 = MAX_PLY / 2;

/// Limits of one search; whichever is reached first ends it. Without any limit a search ends only
/// by its stop flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations to this many plies, [`MAX_DEPTH`] at most.
    pub depth: Option<i32>,
    /// A proven win within so many plies ends the search.
    pub mate: Option<i32>,
    /// Positions visited by all threads.
    pub nodes: Option<u64>,
    /// Exactly this time for the move.
    pub movetime: Option<Duration>,
    /// A clock for the rest of the game.
    pub clock: Option<Clock>,
    /// Time kept back for the way of the answer to the other side of the pipe.
    pub overhead: Duration,
}

impl Limits {
    /// Whether the search ends by itself, whatever it finds.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.clock.is_some()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| format!("{} ms", time.as_millis());
        let mut parts = Vec::new();
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.mate.map(|plies| format!("mate in {plies} plies")));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(
            self.movetime
                .map(|time| format!("{} for the move", millis(time))),
        );
        if let Some(clock) = &self.clock {
            parts.push(format!("{} on the clock", millis(clock.remaining)));
            parts.push(format!("increment {}", millis(clock.increment)));
            parts.extend(
                clock
                    .moves_to_go
                    .map(|moves| format!("{moves} moves to go")),
            );
        }
        if parts.is_empty() {
            return f.write_str("none");
        }
        write!(
            f,
            "{}, overhead {}",
            parts.join(", "),
            millis(self.overhead)
        )
    }
}

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is given; `None` for the whole game.
    pub moves_to_go: Option<u32>,
}
