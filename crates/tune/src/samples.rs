//! Training samples.

use super::games::{EvaluatedPosition, read};
use super::{GameLines, TuneError};
use ringstack_engine::eval::{Evaluated, Features, Inputs, TrainingConfig, linear};
use ringstack_engine::rules::{EVAL_LIMIT, RuleSet, Rules};

/// The positions of each text that a search evaluates statically: the player has a free choice, no
/// forced move is pending, and the result is open.
///
/// # Errors
/// A rule set of another game, or a line that is wrong.
pub fn positions<M: Features>(
    games: &[GameLines],
) -> Result<Vec<Vec<EvaluatedPosition<M::Position>>>, TuneError> {
    let read_one = |games: &GameLines| {
        let mut all = <M::Position as Rules>::Variant::ALL.iter().copied();
        let variant = all.find(|variant| variant.id() == games.id);
        let variant = variant.ok_or_else(|| TuneError::RuleSet {
            model: M::NAME,
            id: games.id.to_owned(),
        })?;
        let evaluated = read(variant, games.text).map_err(|error| TuneError::File {
            file: games.file.to_owned(),
            error: Box::new(error),
        });
        let mut evaluated: Vec<EvaluatedPosition<M::Position>> = evaluated?;
        evaluated.retain(|evaluated| is_quiet(&evaluated.position));
        Ok(evaluated)
    };
    games.iter().map(read_one).collect()
}

fn is_quiet<P: Evaluated>(position: &P) -> bool {
    !position.forced() && position.static_proof().is_none() && position.resolved().is_none()
}

/// Positions with their inputs, one after the other. All values are in units of the logistic
/// function.
#[derive(Default)]
pub struct Samples {
    inputs: Vec<u16>,
    ends: Vec<usize>,
    facts: Vec<Facts>,
}

/// A position without its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The output row.
    pub output: usize,
    /// The value without the network.
    pub plain: f32,
    /// The share of wins that the value should predict.
    pub aim: f32,
}

impl Samples {
    /// Adds the positions that the model values.
    pub fn add<M: Inputs>(&mut self, evaluated: &[EvaluatedPosition<M::Position>]) {
        for evaluated in evaluated
            .iter()
            .filter(|evaluated| M::covers(&evaluated.position))
        {
            let position = &evaluated.position;
            M::each_input(position, |input| self.inputs.push(input as u16));
            self.ends.push(self.inputs.len());
            self.facts.push(Facts {
                output: M::output(position),
                plain: linear::sum::<M>(position) as f32 / M::TRAINING.scale,
                aim: aim(M::TRAINING, evaluated),
            });
        }
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The active inputs of a position.
    pub fn inputs(&self, index: usize) -> impl Iterator<Item = usize> {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inputs = &self.inputs[begin..self.ends[index]];
        inputs.iter().map(|&input| usize::from(input))
    }

    /// Its other data.
    pub fn facts(&self, index: usize) -> Facts {
        self.facts[index]
    }
}

/// The share of wins that the value of a position should predict.
pub fn aim<P>(recipe: TrainingConfig, evaluated: &EvaluatedPosition<P>) -> f32 {
    let limit = EVAL_LIMIT as f32;
    let score = recipe.share_of_wins(evaluated.score.clamp(-limit, limit));
    let result = evaluated.result.unwrap_or(score);
    recipe.result_share * result + (1.0 - recipe.result_share) * score
}

/// The loss of the prediction `guess` for the target `aim`, both shares of wins.
pub fn cross_entropy(aim: f32, guess: f32) -> f32 {
    let guess = guess.clamp(1e-6, 1.0 - 1e-6);
    -(aim * guess.ln() + (1.0 - aim) * (1.0 - guess).ln())
}

/// The indices of the training samples and of the validation samples. The last twelfth of each group
/// is for validation; `ends` are the ends of the groups.
///
/// # Errors
/// There are too few samples.
pub fn parted(ends: &[usize]) -> Result<(Vec<usize>, Vec<usize>), TuneError> {
    let (mut taught, mut held_back) = (Vec::new(), Vec::new());
    let mut begin = 0;
    for &end in ends {
        // Positions of a game are adjacent, so the validation samples come from other games.
        let middle = end - (end - begin) / 12;
        taught.extend(begin..middle);
        held_back.extend(middle..end);
        begin = end;
    }
    if held_back.is_empty() {
        return Err(TuneError::TooFew);
    }
    Ok((taught, held_back))
}
