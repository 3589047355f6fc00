//! Reads games from a file, walks through them and analyses each position.
//!
//! ```sh
//! cargo run --release --example analyse_record -- fixtures/records/zertz-2012.sgf 1000
//! ```
//!
//! The file may have any format that `ringstack convert` reads. The second argument is the number of
//! nodes to search for each position.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use ringstack_engine::play::record::{GameRecord, Reader};
use ringstack_engine::play::{self, RootMoves, SearchContext, Start};
use ringstack_engine::search::{Limits, SearchState, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: analyse_record FILE [NODES]")?;
    let nodes = args.next().map_or(Ok(1000), |word| word.parse())?;
    // One bad game does not stop the others: each item is a game or a refusal.
    for game in Reader::new(BufReader::new(File::open(&file)?), None) {
        match game {
            Ok(game) => analyse(&game, nodes)?,
            Err(refused) => eprintln!("{file}: {refused}"),
        }
    }
    Ok(())
}

fn analyse(game: &GameRecord, nodes: u64) -> Result<(), Box<dyn Error>> {
    let [p1, p2] = &game.players;
    println!("{}: {p1} - {p2}", game.game);
    let mut state = play::open(&game.game).ok_or("no such game")?;
    state.set(&Start::at(game.fen.clone()), &[])?;
    // The hash table and the move-ordering histories, shared by the searches of one game.
    let search_state = SearchState::new(16)?;
    let settings = Settings::from(Limits {
        nodes: Some(nodes),
        ..Limits::default()
    });
    for record in &game.moves {
        let context = SearchContext::quiet(&search_state);
        let report = state.search(&settings, &RootMoves::all(), context);
        let best = report.best().ok_or("the game is over")?;
        println!(
            "{:>3}. {:<14} best {best:<14} {} at depth {}",
            state.plies() + 1,
            record.token,
            report.score,
            report.depth,
        );
        state.play(std::slice::from_ref(&record.token))?;
    }
    match state.reason() {
        Some(reason) => println!("     {}", reason.clause()),
        None => println!("     not finished: {}", state.fen()),
    }
    Ok(())
}
