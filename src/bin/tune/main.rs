//! Fits the weights and trains the networks of evaluations on games of the engine with itself.
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
//!
//! A network corrects the plain value, so it is trained anew when the weights change. Those in use
//! learned from rounds of games: the first by the engine without networks, the next ones by the
//! engine with those of the round before. A round need not be whole: some 500,000 lines will do.
//!
//! ```text
//! tune play zertz 40000 1000 102 --random-plies 8 > z1.games      # then 40000 1500 103
//! tune play zertz-48 8000 800 548 --random-plies 8 > z48.games    # blitz 577; 4000 of the others;
//! # then 6000 1000 648 and zertz-61 661, zertz-blitz 8000 1000 677
//! tune train zertz zertz=z1.games zertz=z2.games zertz-48=z48.games … --to src/games/zertz/net.bin
//! tune play gipf-basic 20000 1000 301 > b1.games                  # then seed 322
//! tune train gipf-basic gipf-basic=b1.games gipf-basic=b2.games --to src/games/gipf/basic.bin
//! tune play gipf 9000 1000 311 > g1.games  # gipf-tournament 312, gipf-zertz 313; then gipf 321, 331
//! tune train gipf gipf=g1.games gipf=g2.games gipf-tournament=t1.games … --to src/games/gipf/pieces.bin
//! tune play diaballik 15000 800 401 > d1.games                    # then 14000 1000 402, 16000 1200 403
//! tune train diaballik diaballik=d1.games diaballik=d2.games --to src/games/diaballik/net.bin
//! tune play dvonn 40000 600 204 --random-plies 30 > v1.games      # 40000 600 205, 40; 1200 203, 16
//! tune train dvonn-placing dvonn=v1.games dvonn=v2.games … --to src/games/dvonn/placing.bin
//! tune train dvonn-moving dvonn=v1.games dvonn=v2.games … --to src/games/dvonn/moving.bin
//! ```

mod adam;
mod diaballik;
mod dvonn;
mod fit;
mod games;
mod gipf;
mod net;
mod samples;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use ringstack::games as rules;

/// Fits the weights and trains the networks of evaluations on games of the engine with itself.
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
    /// Trains a network on such lines
    Train {
        /// The network: zertz, gipf-basic, gipf, diaballik, dvonn-placing or dvonn-moving
        network: String,
        /// Rule set and file with its games, as in zertz=zertz.games
        #[arg(required = true)]
        files: Vec<String>,
        /// Where the network goes
        #[arg(long)]
        to: PathBuf,
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
        Task::Train { network, files, to } => {
            std::fs::write(to, net::train(&network, &texts(&files)?)?)?;
            Ok(())
        }
        Task::Fit { files, from, to } => {
            let texts = texts(&files)?;
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

/// The texts of files with the rule sets before them.
fn texts(files: &[String]) -> anyhow::Result<Vec<(&str, String)>> {
    let mut texts = Vec::new();
    for file in files {
        let (id, path) = file
            .split_once('=')
            .with_context(|| format!("'{file}': expected RULESET=FILE"))?;
        texts.push((id, std::fs::read_to_string(path).context(path.to_owned())?));
    }
    Ok(texts)
}
