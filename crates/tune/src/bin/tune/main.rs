//! Fits the weights and trains the networks of evaluations on self-play games, and measures how early
//! results are proven.
//!
//! ```text
//! cargo build --release -p ringstack-tune
//! tune play RULESET GAMES NODES SEED > FILE       # lines of games: a FEN, result and score each
//! tune follow RULESET GAMES-FILE NODES SEED > FILE  # the same for other games
//! tune fit MODEL RULESET=FILE... --to MODEL.weights
//! tune train MODEL RULESET=FILE... --to MODEL.net [--start OTHER.net]
//! tune scale MODEL RULESET=FILE...                # how often scores win
//! tune proof RULESET                              # how many plies before the end results are proven
//! tune levels RULESET                             # the strength of the skill levels
//! ```
//! The games define the models and their training: `FIT`, `TRAINING` and `SCALE` in `features.rs` and
//! `inputs.rs` of their folders. The trained files belong there too. The head of `features.rs` and
//! `docs/contributors/training.md` say from which games their numbers come. Test a new file in a match before
//! you use it.
//!
//! A network corrects the weighted sum, so train it again when the weights change. Networks are trained
//! in rounds: the first on games of the engine without networks, each later one on games with the
//! networks of the round before. About 500,000 lines are enough for a round.

use std::fmt;
use std::fs;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::{Parser, Subcommand};
use ringstack_engine::games::{ids, visit};
use ringstack_engine::play::state::{GameState, open};
use ringstack_engine::search::SearchState;
use ringstack_engine::search::params;
use ringstack_engine::search::settings::FULL_SKILL;
use ringstack_tune::duel::Rounds;
use ringstack_tune::levels::{self, Strength};
use ringstack_tune::proof::{self, ProofExperiment, ProofRate};
use ringstack_tune::{
    GameLines, fit::fit, follow::Follower, games::SampleWriter, games::SelfPlay, scale::scale,
    train::train,
};

mod puzzles;

use puzzles::{PuzzlesArgs, puzzles};

/// Fits weights and trains networks on self-play games.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: TuneCommand,
}

#[derive(Debug, Subcommand)]
enum TuneCommand {
    /// Plays games and writes a line for each position to standard output
    Play(SelfPlayArgs),
    /// Evaluates the positions of other games and writes such lines
    Follow(FollowArgs),
    /// Fits the weights of a model to such lines
    Fit(LearningArgs),
    /// Trains the network of a model on such lines
    Train {
        #[command(flatten)]
        learning: LearningArgs,
        /// The network to start from instead of random numbers; it may have fewer inputs or hidden units than
        /// the model
        #[arg(long)]
        start: Option<PathBuf>,
    },
    /// Measures on such lines how often scores win
    Scale {
        #[command(flatten)]
        from: ModelArgs,
    },
    /// Measures how many plies before the end of its games the engine proves their results
    Proof(ProofArgs),
    /// Measures the strength of the skill levels: each plays a random player and the level before it on
    /// the list
    Levels(LevelsArgs),
    /// Finds puzzles: positions in which exactly one move wins, or in ZÈRTZ one placement. Writes a line for each to standard output
    ///
    /// The win is proven, and a deeper search gives every other move at most even chances.
    /// `sort -u` removes duplicates, and `sort -s -t TAB -k 3n -k 4n` puts easy ones first.
    Puzzles(PuzzlesArgs),
}

#[derive(Debug, clap::Args)]
struct SelfPlayArgs {
    /// The rule set
    game: String,
    /// The number of games
    games: u64,
    /// The nodes per move
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random moves
    seed: u64,
    /// A game begins with two random plies and up to this number minus one more
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..))]
    random_plies: u16,
    /// The number of side positions per position of a game; their lines have no result
    #[arg(long, alias = "aside", default_value_t = 0)]
    side_positions: usize,
}

#[derive(Debug, clap::Args)]
struct FollowArgs {
    /// The rule set
    game: String,
    /// The games, one per line: the result (p1win, p2win, draw, none) and the moves from the start
    file: PathBuf,
    /// The nodes per position
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the side positions
    seed: u64,
    /// The number of side positions per position of a game
    #[arg(long, alias = "aside", default_value_t = 0)]
    side_positions: usize,
}

#[derive(Debug, clap::Args)]
struct ProofArgs {
    /// The rule set
    game: String,
    /// The number of games
    #[arg(long, default_value_t = 12)]
    games: u64,
    /// The nodes per move of the games
    #[arg(long, default_value_t = 15_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of random plies at the start of each game
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// The nodes per proof
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    proof_nodes: u64,
    /// The distances from the end, in plies
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "6,8,10,12,14,16,18,20,24",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    distances: Vec<u16>,
    /// The seed of the random plies
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The size of the hash table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
}

#[derive(Debug, clap::Args)]
struct LevelsArgs {
    /// The rule set
    game: String,
    /// The number of games per pairing; an odd number is rounded up
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// The number of random plies at the start of each game
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// The seed of random plies, random players and levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The levels, in any order
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "0,1,2,3,4,5,6,7,8,9,10",
        value_parser = clap::value_parser!(u8).range(..i64::from(FULL_SKILL))
    )]
    levels: Vec<u8>,
    /// The moves considered at level 0, in hundredths, instead of the game's value
    #[arg(long, alias = "glance", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    skill_moves: Option<i32>,
    /// The growth of the considered moves per level, in percent, instead of the game's value
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..=400))]
    growth: Option<i32>,
}

#[derive(Debug, clap::Args)]
struct ModelArgs {
    /// The model; a wrong name lists them all
    model: String,
    /// A rule set of its game and a file with lines of it
    #[arg(required = true, value_name = "RULESET=FILE")]
    files: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct LearningArgs {
    #[command(flatten)]
    from: ModelArgs,
    /// The file to write
    #[arg(long)]
    to: PathBuf,
    /// Overwrites an existing file
    #[arg(long)]
    force: bool,
}

impl LearningArgs {
    /// Trains and writes the result of `learn`. Problems with the file are reported before the training.
    fn write(
        &self,
        start: Option<&Path>,
        learn: impl FnOnce(&ModelArgs) -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<()> {
        let mut inputs: Vec<PathBuf> = start.map(Path::to_owned).into_iter().collect();
        for file in &self.from.files {
            inputs.push(PathBuf::from(named(file)?.1));
        }
        let to = self.to.display();
        ensure!(
            self.force || !self.to.exists(),
            "'{to}' exists: choose another name, or overwrite it with --force"
        );
        if let Ok(place) = fs::canonicalize(&self.to) {
            let is_read = |input: &PathBuf| fs::canonicalize(input).is_ok_and(|it| it == place);
            ensure!(
                !inputs.iter().any(is_read),
                "'{to}': a file which is read; choose another file"
            );
        }
        let folder = self.to.parent().unwrap_or(Path::new(""));
        ensure!(
            folder == Path::new("") || folder.is_dir(),
            "cannot write '{to}': there is no such folder"
        );
        fs::write(&self.to, learn(&self.from)?).with_context(|| format!("cannot write '{to}'"))
    }
}

/// The size of the hash table for games and evaluations, in MiB.
const GAMES_HASH: usize = 8;

/// A writer of samples to standard output.
fn sample_writer(
    nodes: u64,
    side_positions: usize,
    search_state: &SearchState,
) -> SampleWriter<'_, impl Write> {
    SampleWriter {
        nodes,
        side_positions,
        search_state,
        out: BufWriter::new(stdout().lock()),
    }
}

fn main() -> ExitCode {
    let Err(error) = run(Arguments::parse().task) else {
        return ExitCode::SUCCESS;
    };
    // Standard error may be closed.
    let _ = writeln!(stderr(), "tune: {error:#}");
    ExitCode::FAILURE
}

fn run(command: TuneCommand) -> anyhow::Result<()> {
    match command {
        TuneCommand::Play(task) => play(task),
        TuneCommand::Follow(task) => follow(task),
        TuneCommand::Fit(learning) => learning.write(None, |from| {
            let weights = from.learn(|model, games| fit(model, games, report_epoch))?;
            Ok(weights.into_bytes())
        }),
        TuneCommand::Train { learning, start } => {
            let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
            let net = start.as_deref().map(read).transpose()?;
            learning.write(start.as_deref(), |from| {
                from.learn(|model, games| train(model, games, net.as_deref(), report_epoch))
            })
        }
        TuneCommand::Scale { from } => {
            let found = from.learn(scale)?;
            print(format_args!(
                "scale {:.0}, loss {:.4}, positions {}",
                found.scale, found.loss, found.positions
            ))
        }
        TuneCommand::Proof(task) => proof(task),
        TuneCommand::Levels(task) => levels(task),
        TuneCommand::Puzzles(task) => puzzles(&task),
    }
}

fn play(task: SelfPlayArgs) -> anyhow::Result<()> {
    let search_state = SearchState::new(GAMES_HASH)?;
    let mut player = SelfPlay {
        games: task.games,
        seed: task.seed,
        random_plies: usize::from(task.random_plies),
        writer: sample_writer(task.nodes, task.side_positions, &search_state),
    };
    let played = visit(&task.game, &mut player);
    played.with_context(|| unknown(&task.game))??;
    Ok(())
}

fn follow(task: FollowArgs) -> anyhow::Result<()> {
    let named = || task.file.display().to_string();
    let text = fs::read_to_string(&task.file);
    let search_state = SearchState::new(GAMES_HASH)?;
    let mut follower = Follower {
        text: &text.with_context(named)?,
        seed: task.seed,
        writer: sample_writer(task.nodes, task.side_positions, &search_state),
    };
    let followed = visit(&task.game, &mut follower).with_context(|| unknown(&task.game))?;
    followed.with_context(named)??;
    Ok(())
}

fn proof(task: ProofArgs) -> anyhow::Result<()> {
    let games = task.games;
    let trial = ProofExperiment {
        games,
        nodes: task.nodes,
        random_plies: task.random_plies,
        proof_nodes: task.proof_nodes,
        distances: task.distances.into_iter().map(usize::from).collect(),
        seed: task.seed,
    };
    let mut state = open_game(&task.game)?;
    let search_state = SearchState::new(task.hash.into())?;
    let report = |played, _: &[ProofRate]| note(format_args!("{played} of {games} games"));
    let rows = proof::measure(state.as_mut(), &search_state, &trial, report)?;
    print(proof::HEAD)?;
    rows.iter().try_for_each(print)
}

fn levels(task: LevelsArgs) -> anyhow::Result<()> {
    for (name, value) in [
        ("GAME_SKILL_MOVES", task.skill_moves),
        ("GAME_SKILL_MOVES_GROWTH", task.growth),
    ] {
        if let Some(value) = value {
            params::set(name, value);
        }
    }
    let mut state = open_game(&task.game)?;
    let report = |row: &Strength| note(format_args!("{row}"));
    let rounds = Rounds {
        games: task.games,
        random_plies: task.random_plies,
        seed: task.seed,
    };
    let rows = levels::measure(state.as_mut(), &task.levels, rounds, report)?;
    print(levels::HEAD)?;
    rows.iter().try_for_each(print)
}

/// A game of the rule set at its start position.
fn open_game(game: &str) -> anyhow::Result<Box<dyn GameState>> {
    open(game).with_context(|| unknown(game))
}

/// Writes a line of the result.
fn print(found: impl fmt::Display) -> anyhow::Result<()> {
    writeln!(stdout(), "{found}")?;
    Ok(())
}

fn unknown(game: &str) -> String {
    format!("rule set '{game}': expected {}", ids().join(", "))
}

/// Reports progress on standard error.
fn note(words: fmt::Arguments) {
    let _ = writeln!(stderr(), "{words}");
}

/// Reports the validation loss after an epoch.
fn report_epoch(epoch: usize, loss: f32) {
    note(format_args!("epoch {epoch}: held back {loss:.5}"));
}

/// The rule set and the file of games that an argument names.
fn named(file: &str) -> anyhow::Result<(&str, &str)> {
    let parts = file.split_once('=');
    parts.with_context(|| format!("'{file}': expected RULESET=FILE"))
}

impl ModelArgs {
    /// Reads the files and runs a task on them.
    fn learn<T, E: std::error::Error + Send + Sync + 'static>(
        &self,
        learn: impl FnOnce(&str, &[GameLines]) -> Result<T, E>,
    ) -> anyhow::Result<T> {
        let mut texts = Vec::new();
        for file in &self.files {
            let (id, path) = named(file)?;
            let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
            texts.push((id, path, text));
        }
        let games = texts.iter();
        let games: Vec<GameLines> = games
            .map(|(id, file, text)| GameLines { id, file, text })
            .collect();
        Ok(learn(&self.model, &games)?)
    }
}
