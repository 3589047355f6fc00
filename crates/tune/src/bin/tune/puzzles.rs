//! `tune puzzles`: finds puzzles in games of files or of the engine against itself.

use std::collections::HashSet;
use std::fs::{File, read_to_string};
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::Context;
use ringstack_engine::play::record::Reader;
use ringstack_engine::play::state::{GameState, Start};
use ringstack_engine::search::SearchState;
use ringstack_tune::puzzles::{PuzzleFinder, PuzzleGames, PuzzleYield};

use super::{note, open_game, print};

/// The arguments of `tune puzzles`.
#[derive(Debug, clap::Args)]
pub(crate) struct PuzzlesArgs {
    /// The rule set
    game: String,
    /// Files of games, as `ringstack convert` reads them; games of other rule sets are skipped. Without
    /// files, the engine plays itself
    files: Vec<PathBuf>,
    /// Checks the positions of this file instead: the first field of each line is a FEN
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    check: Option<PathBuf>,
    /// The number of games that the engine plays
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The nodes per move of these games. Weak play makes more mistakes, which puzzles punish
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of random plies at the start of these games
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// The nodes per proof; all other moves of a position get four times as many together
    #[arg(long, default_value_t = 150_000, value_parser = clap::value_parser!(u64).range(1..))]
    proof_nodes: u64,
    /// The minimum number of wrong moves that look good at first sight
    #[arg(long, default_value_t = 1)]
    min_wrong: u32,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ends after this number of puzzles
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// The size of the hash table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
}

/// Finds puzzles and writes their lines to standard output.
pub(crate) fn puzzles(task: &PuzzlesArgs) -> anyhow::Result<()> {
    let mut state = open_game(&task.game)?;
    let search_state = SearchState::new(task.hash.into())?;
    let finder = PuzzleFinder {
        nodes: task.proof_nodes,
        min_wrong: task.min_wrong,
        search_state: &search_state,
    };
    let mut known = HashSet::new();
    let mut counts = PuzzleYield::default();
    if let Some(file) = &task.check {
        let text = read_to_string(file).with_context(|| file.display().to_string())?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fen = line.split('\t').next().unwrap_or(line);
            let puzzle = finder.check(state.as_mut(), fen, &mut counts)?;
            if let Some(puzzle) = puzzle.filter(|puzzle| known.insert(puzzle.fen.clone())) {
                print(&puzzle)?;
            }
            note(format_args!("{counts}"));
        }
        return Ok(());
    }
    let mut games = 0;
    let mut visit = |game: &dyn GameState| -> anyhow::Result<bool> {
        for puzzle in finder.find(game, &mut counts)? {
            if known.len() < task.count && known.insert(puzzle.fen.clone()) {
                print(&puzzle)?;
            }
        }
        games += 1;
        note(format_args!("{games} games: {counts}"));
        Ok(known.len() < task.count)
    };
    if task.files.is_empty() {
        let games = PuzzleGames {
            games: task.games,
            nodes: task.nodes,
            random_plies: task.random_plies,
            seed: task.seed,
        };
        return games.play(state.as_mut(), &search_state, visit);
    }
    for file in &task.files {
        let named = || file.display().to_string();
        let input = BufReader::new(File::open(file).with_context(named)?);
        for record in Reader::new(input, Some(state.id())) {
            // One game that cannot be read says nothing about the others.
            let Ok(record) = record.inspect_err(|error| note(format_args!("{}: {error}", named())))
            else {
                continue;
            };
            let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
            let is_set =
                record.game == state.id() && state.set(&Start::at(record.fen), &tokens).is_ok();
            if is_set && !visit(state.as_ref())? {
                return Ok(());
            }
        }
    }
    Ok(())
}
