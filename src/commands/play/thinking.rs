//! The engine's move, with a sign on the terminal that it thinks.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::ProgressBar;

use ringstack::play::{Means, Seat, Thought};
use ringstack::rules::Side;
use ringstack::search::{Memory, Score, Settings};

/// The engine at the table.
#[derive(Debug)]
pub struct Thinker {
    memory: Memory,
    /// Raised by Ctrl-C: the engine moves at once.
    interrupted: Arc<AtomicBool>,
}

impl Thinker {
    /// An engine with a hash table of that many MiB.
    pub fn new(hash: usize) -> anyhow::Result<Thinker> {
        let interrupted = Arc::default();
        // Elsewhere Ctrl-C ends the program, as usual; on a terminal the prompt reads it.
        #[cfg(unix)]
        if std::io::stdin().is_terminal() {
            let flag = Arc::clone(&interrupted);
            signal_hook::flag::register(signal_hook::consts::SIGINT, flag)?;
        }
        Ok(Thinker {
            memory: Memory::new(hash)?,
            interrupted,
        })
    }

    /// Searches the position. The second value says whether the person has interrupted it.
    pub fn think(&self, seat: &dyn Seat, settings: &Settings) -> anyhow::Result<(Thought, bool)> {
        self.interrupted.store(false, Relaxed);
        let sign = sign(format!("{} thinks", seat.turn()));
        let turn = seat.turn();
        let watch = |thought: &Thought| {
            let best = thought.best.as_deref().unwrap_or_default();
            let value = value(thought.score, turn);
            let depth = thought.depth;
            sign.set_message(format!("{turn} thinks: depth {depth}, {best}, {value}"));
        };
        let means = Means {
            memory: &self.memory,
            stop: &self.interrupted,
            watch: &watch,
        };
        let thought = seat.think(settings, &[], means);
        sign.finish_and_clear();
        Ok((thought?, self.interrupted.load(Relaxed)))
    }
}

/// A sign that moves; nothing where stderr is no terminal.
fn sign(message: String) -> ProgressBar {
    let sign = ProgressBar::new_spinner().with_message(message);
    sign.enable_steady_tick(Duration::from_millis(100));
    sign
}

/// A score of the player to move, for people.
pub fn value(score: Score, turn: Side) -> String {
    match score.mate() {
        Some(plies) if plies > 0 => format!("{turn} wins within {plies} plies"),
        Some(plies) => format!("{} wins within {} plies", !turn, -plies),
        None => format!("{:+.2} for {turn}", f64::from(score.0) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_as_people_say_them() {
        assert_eq!(value(Score(-57), Side::One), "-0.57 for p1");
        assert_eq!(value(Score::win_in(3), Side::Two), "p2 wins within 3 plies");
        assert_eq!(
            value(Score::loss_in(4), Side::Two),
            "p1 wins within 4 plies"
        );
    }
}
