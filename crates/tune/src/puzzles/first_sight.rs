//! What a position looks like at first sight, before any reply is considered.

use ringstack_engine::play::state::GameState;
use ringstack_engine::rules::Outcome;
use ringstack_engine::search::Score;

use super::super::TuneError;

/// A wrong move is plausible if its win probability at first sight is at least this.
const PLAUSIBLE_WIN: f64 = 0.5;
/// It is plausible, too, if that is at most this much below the win probability of the solution.
const PLAUSIBLE_LOSS: f64 = 0.2;
/// The maximum number of plausible mistakes that are counted.
const MAX_WRONG: u32 = 9;

/// The number of plausible moves among `others`, up to [`MAX_WRONG`]; `best` is the solution.
pub(super) fn plausible_mistakes(
    state: &dyn GameState,
    others: &[String],
    best: &str,
) -> Result<u32, TuneError> {
    let min = PLAUSIBLE_WIN.min(first_sight(state, best)? - PLAUSIBLE_LOSS);
    let mut count = 0;
    for token in others {
        if first_sight(state, token)? >= min {
            count += 1;
        }
        if count == MAX_WRONG {
            break;
        }
    }
    Ok(count)
}

/// The win probability after a move, by the evaluation alone, which sees no reply.
fn first_sight(state: &dyn GameState, token: &str) -> Result<f64, TuneError> {
    let player = state.turn();
    let mut after = state.boxed_clone();
    let played = after.play(&[token.to_owned()]);
    played.map_err(|error| TuneError::Search(error.to_string()))?;
    Ok(match (after.outcome(), after.explain()) {
        (Some(Outcome::Win(winner)), _) => f64::from(u8::from(winner == player)),
        (Some(Outcome::Draw), _) | (None, None) => 0.5,
        (None, Some((_, value))) => {
            let own = if after.turn() == player {
                value
            } else {
                -value
            };
            after.win_probability(Score(own))
        }
    })
}
