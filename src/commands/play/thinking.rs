//! The engine's move, with a sign on the terminal that it thinks.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::ProgressBar;

use ringstack::play::{Means, Seat, Thought};
use ringstack::rules::Side;
use ringstack::search::{Memory, Score, Settings};

/// The hash table, in MiB.
const HASH: usize = 64;

/// The engine at the table.
#[derive(Debug)]
pub struct Thinker {
    memory: Memory,
    /// Raised by Ctrl-C: the engine moves at once.
    interrupted: Arc<AtomicBool>,
    /// Whether Ctrl-C ends the program now.
    ends: Arc<AtomicBool>,
    ends_at_prompt: bool,
}

impl Thinker {
    /// An engine. Where the prompt does not read Ctrl-C itself, it ends the program at the prompt.
    pub fn new(prompt_reads_ctrl_c: bool) -> anyhow::Result<Thinker> {
        let interrupted = Arc::default();
        let ends = Arc::new(AtomicBool::new(!prompt_reads_ctrl_c));
        // Elsewhere Ctrl-C ends the program, as usual.
        #[cfg(unix)]
        if std::io::stdin().is_terminal() {
            use signal_hook::{consts::SIGINT, flag};
            flag::register_conditional_default(SIGINT, Arc::clone(&ends))?;
            flag::register(SIGINT, Arc::clone(&interrupted))?;
        }
        Ok(Thinker {
            memory: Memory::new(HASH)?,
            interrupted,
            ends,
            ends_at_prompt: !prompt_reads_ctrl_c,
        })
    }

    /// Searches the position. The second value says whether the person has interrupted it.
    pub fn think(&self, seat: &dyn Seat, settings: &Settings) -> anyhow::Result<(Thought, bool)> {
        self.interrupted.store(false, Relaxed);
        self.ends.store(false, Relaxed);
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
        self.ends.store(self.ends_at_prompt, Relaxed);
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
