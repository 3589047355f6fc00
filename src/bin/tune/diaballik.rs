//! Diaballik: the table of weights.

use ringstack::games::diaballik::{Position, features};
use ringstack::rules::{Judge, Rules};

use crate::fit::Recipe;
use crate::games::{self, Judged};

const RECIPE: Recipe = Recipe {
    scale: 125.0,
    result_share: 0.5,
    rate: 0.01,
};

/// Prints the weights in the order of the table, fourteen a line.
pub fn fit(texts: &[(&str, String)]) -> anyhow::Result<()> {
    let mut groups = Vec::new();
    for (id, text) in texts {
        let mut judged: Vec<Judged<Position>> = games::read(games::variant(id)?, text)?;
        judged.retain(|judged| !judged.position.forced());
        groups.push(
            judged
                .iter()
                .map(|judged| {
                    let counts = features(&judged.position);
                    RECIPE.sample(judged, counts.iter().map(|&count| count as f32).enumerate())
                })
                .collect(),
        );
    }
    let size = features(&Position::start(games::variant("diaballik")?)).len();
    for row in RECIPE.weights(size, groups)?.chunks(14) {
        let row: Vec<String> = row.iter().map(|weight| format!("{weight:.0},")).collect();
        println!("{}", row.join(" "));
    }
    Ok(())
}
