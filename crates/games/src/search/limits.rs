//! The limits of a search.

use std::fmt;
use std::time::Duration;

use super::score::MAX_PLY;

/// The maximum iteration depth in plies: half of [`MAX_PLY`], because extensions lengthen lines.
pub const MAX_DEPTH: i32 = MAX_PLY / 2;

/// The limits of one search. The first limit reached ends it. A search without limits ends only by its stop
/// flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum iteration depth in plies, up to [`MAX_DEPTH`].
    pub depth: Option<i32>,
    /// A proven win within this number of plies ends the search.
    pub mate: Option<i32>,
    /// The maximum number of nodes of all threads.
    pub nodes: Option<u64>,
    /// The exact time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<Clock>,
    /// The time reserved for communication delays.
    pub overhead: Duration,
}

impl Limits {
    /// Whether the search ends by itself, whatever the result. A mate limit alone does not guarantee it.
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
    /// The remaining time.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves to the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}
