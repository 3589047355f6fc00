//! `ringstack explore`: shows the moves played in a position, from an index of games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use ringstack_engine::play::index::{Index, IndexedGame, ResultCounts};

use super::output::standard_output;
use super::results::{heading, row};
use super::{UsageError, input};
use ringstack_arena::numbers::count as counted;

/// What to look up.
#[derive(Debug, clap::Args)]
pub struct ExploreArgs {
    /// The index that `ringstack convert --to index` wrote.
    pub index: PathBuf,

    /// `startpos` or a FEN, and `moves TOKEN...`, as one argument or several [default: startpos].
    // A FEN may begin with a hyphen.
    #[arg(allow_hyphen_values = true)]
    pub position: Option<String>,

    /// The other words of the position, if they are separate arguments.
    #[arg(value_name = "WORD", requires = "position")]
    pub words: Vec<String>,
}

/// Prints the moves played in the position, the most frequent first.
pub fn run(game: Option<&str>, args: &ExploreArgs) -> anyhow::Result<()> {
    let name = input::name(&args.index);
    let mut index = Index::open(&args.index).with_context(|| name.clone())?;
    let header = index.header();
    let most = header.games.iter().max_by_key(|game| game.games);
    let game = match (game, most) {
        (Some(game), _) => game.to_owned(),
        (None, Some(most)) => most.id.clone(),
        (None, None) => anyhow::bail!("{name}: no games"),
    };
    let arguments = args.position.iter().chain(&args.words);
    let mut words = arguments.flat_map(|argument| argument.split_whitespace());
    let start: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let fen = match start[..] {
        [] | ["startpos"] => None,
        _ => Some(start.join(" ")),
    };
    let mut state = super::open(&game, fen.as_deref())?;
    let tokens: Vec<String> = words.map(str::to_owned).collect();
    let played = state.play(&tokens);
    played.map_err(|error| UsageError(error.to_string()))?;

    let contents: Vec<String> = header.games.iter().map(games_of).collect();
    let contents = format!(
        "{name}: {}; up to {}",
        contents.join(", "),
        counted(header.plies as u64, "ply")
    );
    let moves = index.moves(state.as_ref()).with_context(|| name)?;
    let mut out = standard_output();
    writeln!(out, "{contents}")?;
    if moves.is_empty() {
        writeln!(out, "no indexed game of '{game}' continues from here")?;
        return Ok(());
    }
    let mut all = ResultCounts::default();
    moves.iter().for_each(|next| all.join(next.results));
    write!(out, "\n{}{}", heading(&game), row(&all, "all moves"))?;
    for next in moves {
        write!(out, "{}", row(&next.results, &next.token))?;
    }
    Ok(())
}

/// The number of games of a rule set, in words.
fn games_of(game: &IndexedGame) -> String {
    let IndexedGame { id, games, .. } = game;
    format!("{} of {id}", counted(*games, "game"))
}
