//! GIPF: one half of the file of weights, for the games without or with GIPF pieces.

use std::path::Path;

use ringstack::games::gipf::Position;
use ringstack::games::gipf::features::{FEATURES, reversed};

use crate::fit::Recipe;
use crate::games::{self, Judged};

const RECIPE: Recipe = Recipe {
    scale: 100.0,
    result_share: 0.75,
    rate: 0.02,
};

/// Writes the file `from` to `to` with the half replaced that belongs to the rule sets.
pub fn fit(texts: &[(&str, String)], from: &Path, to: &Path) -> anyhow::Result<()> {
    let with_gipf_pieces = texts.iter().filter(|(id, _)| *id != "gipf-basic").count();
    anyhow::ensure!(
        with_gipf_pieces == 0 || with_gipf_pieces == texts.len(),
        "gipf-basic has weights of its own: fit it alone"
    );
    let mut groups = Vec::new();
    for (id, text) in texts {
        let mut judged: Vec<Judged<Position>> = games::read(games::variant(id)?, text)?;
        judged.retain(|judged| judged.position.is_settled());
        groups.push(
            judged
                .iter()
                .map(|judged| {
                    let mut features = Vec::new();
                    judged.position.each_feature(|feature, count| {
                        features.push((feature.min(reversed(feature)), count as f32));
                    });
                    RECIPE.sample(judged, features)
                })
                .collect(),
        );
    }
    let weights = RECIPE.weights(FEATURES, groups)?;
    let mut bytes = std::fs::read(from)?;
    let half = if with_gipf_pieces > 0 { FEATURES } else { 0 };
    for (feature, place) in bytes.chunks_mut(2).skip(half).take(FEATURES).enumerate() {
        let weight = weights[feature.min(reversed(feature))].round() as i16;
        place.copy_from_slice(&weight.to_le_bytes());
    }
    std::fs::write(to, bytes)?;
    Ok(())
}
