//! DVONN: the lists of weights of both phases.

use ringstack::games::dvonn::Position;
use ringstack::games::dvonn::features::{MOVING, PLACING};
use ringstack::rules::EVAL_LIMIT;

use crate::fit::Recipe;
use crate::games::{self, Judged};

const RECIPE: Recipe = Recipe {
    scale: 500.0,
    result_share: 1.0,
    rate: 0.01,
};

/// Prints the weights of the second phase, on a full and on an empty board, and of the first.
pub fn fit(texts: &[(&str, String)]) -> anyhow::Result<()> {
    let (mut moving, mut placing) = (Vec::new(), Vec::new());
    for (id, text) in texts {
        let mut judged: Vec<Judged<Position>> = games::read(games::variant(id)?, text)?;
        // Where a result is proven nothing is left to be judged.
        judged.retain(|judged| {
            !judged.position.is_placing() && judged.score.abs() < EVAL_LIMIT as f32
        });
        let full_boards = judged
            .iter()
            .filter(|judged| judged.position.fullness() >= 1.0);
        placing.push(
            full_boards
                .map(|judged| {
                    // White moves first: that is worth something, but no placement changes it.
                    let counts = judged.position.placing_features();
                    RECIPE.sample(
                        judged,
                        counts
                            .into_iter()
                            .chain([1])
                            .map(|count| count as f32)
                            .enumerate(),
                    )
                })
                .collect(),
        );
        moving.push(
            judged
                .iter()
                .map(|judged| {
                    // Each term twice, by the shares of the two weights in the evaluation.
                    let full = judged.position.fullness() as f32;
                    let counts = judged.position.moving_features().map(|count| count as f32);
                    let terms = counts
                        .into_iter()
                        .flat_map(|count| [count * full, count * (1.0 - full)]);
                    RECIPE.sample(judged, terms.enumerate())
                })
                .collect(),
        );
    }
    let weights = RECIPE.weights(2 * MOVING.len(), moving)?;
    for (pair, name) in weights.chunks(2).zip(MOVING) {
        println!("({:.0}, {:.0}), // {name}", pair[0], pair[1]);
    }
    let weights = RECIPE.weights(PLACING.len() + 1, placing)?;
    for (weight, name) in weights.iter().zip(PLACING) {
        println!("{weight:.0}, // {name}");
    }
    Ok(())
}
