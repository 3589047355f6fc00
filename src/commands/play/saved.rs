//! Games in files, in the formats that the other commands read and write.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use ringstack::play::record::{GameRecord, MoveRecord, OutputFormat, Reader, Termination, write};
use ringstack::play::{Seat, Start, open};

/// The game at the table as a record, with these players. What else is said about the `loaded` one stays
/// as long as the game begins with it, and how it ended as long as nothing was played since.
pub fn record(seat: &dyn Seat, players: [String; 2], loaded: Option<&GameRecord>) -> GameRecord {
    let history = seat.history();
    let fresh = GameRecord {
        game: seat.id().to_owned(),
        fen: seat.start().fen().map(str::to_owned),
        players: players.clone(),
        outcome: seat.outcome(),
        termination: seat.outcome().map(|_| Termination::Rules),
        ..GameRecord::default()
    };
    let begun = loaded.filter(|loaded| {
        let tokens: Vec<&str> = loaded.tokens().collect();
        let first = history.iter().map(String::as_str).take(tokens.len());
        first.eq(tokens)
    });
    let mut record = match begun {
        None => fresh,
        Some(loaded) if loaded.moves.len() == history.len() => loaded.clone(),
        Some(loaded) => GameRecord {
            outcome: fresh.outcome,
            termination: fresh.termination,
            ..loaded.clone()
        },
    };
    record.players = players;
    let played = record.moves.len();
    let more = history.into_iter().skip(played).map(MoveRecord::new);
    record.moves.extend(more);
    record
}

/// Writes a game into a new file. A file that exists is never touched.
pub fn save(record: &GameRecord, path: &Path) -> anyhow::Result<()> {
    let mut text = String::new();
    ensure!(
        write(record, OutputFormat::Pgn, &mut text),
        "the game cannot be written"
    );
    let name = path.display();
    ensure!(
        fs::symlink_metadata(path).is_err(),
        "'{name}' exists: expected another name"
    );
    let cannot = || format!("cannot write '{name}'");
    let mut file = File::create_new(path).with_context(cannot)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a game is of no use; the file is ours.
        let _ = fs::remove_file(path);
    }
    written.with_context(cannot)
}

/// The first game of a file, to go on with, and its record; `game` is its id where the file names none.
pub fn load(game: &str, path: &Path) -> anyhow::Result<(Box<dyn Seat>, GameRecord)> {
    let name = path.display();
    let cannot = || format!("cannot read '{name}'");
    let kind = path.metadata().with_context(cannot)?.file_type();
    ensure!(kind.is_file(), "'{name}' is no regular file");
    let input = BufReader::new(File::open(path).with_context(cannot)?);
    let Some(first) = Reader::new(input, Some(game)).next() else {
        bail!("'{name}': expected a game");
    };
    let record = first.with_context(|| format!("'{name}'"))?;
    let mut seat = open(&record.game).with_context(|| format!("no game '{}'", record.game))?;
    let start = Start::at(record.fen.clone());
    let moves: Vec<String> = record.tokens().map(str::to_owned).collect();
    seat.set(&start, &moves)
        .with_context(|| format!("'{name}'"))?;
    Ok((seat, record))
}
