//! Positions as the training of a network sees them.

use anyhow::ensure;
use ringstack::eval::net::Sight;
use ringstack::rules::{EVAL_LIMIT, Judge as _};

use crate::fit::logistic;
use crate::games::Judged;

/// What the value of a position should come to.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// How much of it is the result of the game; the rest is the score of the search.
    pub result_share: f32,
    /// Centipawns of one unit of the logistic function.
    pub scale: f32,
}

/// Positions, one after the other. All values are in units of the logistic function.
#[derive(Default)]
pub struct Samples {
    inputs: Vec<u16>,
    ends: Vec<usize>,
    facts: Vec<Facts>,
}

/// What is known of a position beside its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The output row.
    pub output: usize,
    /// The value without the network.
    pub plain: f32,
    /// The share of wins that the value should foretell.
    pub aim: f32,
}

impl Samples {
    /// Adds the positions that the network is asked about.
    pub fn add<S: Sight>(&mut self, judged: &[Judged<S::Position>], aim: Aim) {
        let limit = EVAL_LIMIT as f32;
        let share = aim.result_share;
        for judged in judged {
            let position = &judged.position;
            if !S::covers(position) || position.proven().is_some() {
                continue;
            }
            S::each_input(position, |input| self.inputs.push(input as u16));
            self.ends.push(self.inputs.len());
            let score = logistic(judged.score.clamp(-limit, limit) / aim.scale);
            self.facts.push(Facts {
                output: S::output(position),
                plain: S::plain(position) as f32 / aim.scale,
                aim: share * judged.result + (1.0 - share) * score,
            });
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The inputs that hold in a position.
    pub fn inputs(&self, index: usize) -> impl Iterator<Item = usize> {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inputs = &self.inputs[begin..self.ends[index]];
        inputs.iter().map(|&input| usize::from(input))
    }

    /// What else is known of it.
    pub fn facts(&self, index: usize) -> Facts {
        self.facts[index]
    }
}

/// The numbers of the samples to learn from, and of those held back to tell how well it goes: the
/// last twelfth of each group, where `ends` are the ends of the groups.
///
/// # Errors
/// There are too few samples.
pub fn parted(ends: &[usize]) -> anyhow::Result<(Vec<usize>, Vec<usize>)> {
    let (mut taught, mut held_back) = (Vec::new(), Vec::new());
    let mut begin = 0;
    for &end in ends {
        // Positions of a game stand together, so the part held back is of other games.
        let middle = end - (end - begin) / 12;
        taught.extend(begin..middle);
        held_back.extend(middle..end);
        begin = end;
    }
    ensure!(
        !held_back.is_empty(),
        "too few positions: some hundred thousand are wanted"
    );
    Ok((taught, held_back))
}
