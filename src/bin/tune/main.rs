//! Fits the weights of an evaluation to games of the engine with itself.
//!
//! ```text
//! cargo build --release --features tune --bin tune
//! tune play gipf-basic 4000 1500 1 > basic.games      # rule set, games, nodes a move, seed
//! tune fit gipf-basic=basic.games --from src/games/gipf/weights.bin --to new.bin
//! tune play diaballik 4000 1500 1 > usual.games
//! tune play diaballik-variant 4000 1500 2 > behind.games
//! tune fit diaballik=usual.games diaballik-variant=behind.games   # prints the table of `weights`
//! tune play dvonn 40000 200 1 --random-plies 60 > dvonn.games  # many placements by chance
//! tune fit dvonn=dvonn.games                          # prints the two lists of `eval`
//! ```
//! What is printed or written is only good if a match says so.

mod diaballik;
mod dvonn;
mod fit;
mod games;
mod gipf;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use ringstack::games as rules;

/// Fits the weights of an evaluation to games of the engine with itself.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Plays games and writes a line for each position to the standard output
    Play {
        /// The rule set
        game: String,
        /// How many games
        games: u64,
        /// Nodes for a move
        nodes: u64,
        /// What the random moves follow
        seed: u64,
        /// Games begin with two random plies and fewer than this number more
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
        random_plies: u16,
    },
    /// Fits the weights of a game to such lines
    Fit {
        /// Rule set and file with its games, as in gipf=gipf.games
        #[arg(required = true)]
        files: Vec<String>,
        /// GIPF: the file of weights of which one half is replaced
        #[arg(long)]
        from: Option<PathBuf>,
        /// GIPF: where the new file goes
        #[arg(long)]
        to: Option<PathBuf>,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Play {
            game,
            games,
            nodes,
            seed,
            random_plies,
        } => {
            let random_plies = usize::from(random_plies);
            let mut player = games::Player {
                games,
                nodes,
                seed,
                random_plies,
            };
            let played = rules::visit(&game, &mut player);
            played.with_context(|| format!("no rule set '{game}'"))?
        }
        Task::Fit { files, from, to } => {
            let mut texts = Vec::new();
            for file in &files {
                let (id, path) = file
                    .split_once('=')
                    .with_context(|| format!("'{file}': expected RULESET=FILE"))?;
                texts.push((id, std::fs::read_to_string(path).context(path.to_owned())?));
            }
            let ids = || texts.iter().map(|(id, _)| *id);
            if ids().all(|id| id.starts_with("diaballik")) {
                diaballik::fit(&texts)
            } else if ids().all(|id| id == "dvonn") {
                dvonn::fit(&texts)
            } else if ids().all(|id| id.starts_with("gipf")) {
                let from = from.context("--from is missing")?;
                gipf::fit(&texts, &from, &to.context("--to is missing")?)
            } else {
                bail!("expected files of one game out of DVONN, GIPF and Diaballik")
            }
        }
    }
}
