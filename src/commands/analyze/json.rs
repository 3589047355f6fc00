//! Writes analysed games as JSON, one per line, for other programs.

use serde::Serialize;

use ringstack_engine::play::record::{OutputFormat, write};
use ringstack_engine::play::review::{GameReview, LossSummary};
use ringstack_engine::rules::{Side, result_word};

use super::workers::AnalyzedGame;

/// The version of the lines.
const VERSION: u32 = 2;

#[derive(Serialize)]
struct JsonLine<'a> {
    /// The version; the field also identifies this format.
    analysis: u32,
    file: &'a str,
    number: usize,
    /// The version of the program, on which the search depends.
    program: &'a str,
    /// The limits of each search.
    effort: &'a str,
    /// As a line of a list.
    game: &'a str,
    players: &'a [String; 2],
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    review: &'a GameReview,
    p1: LossSummary,
    p2: LossSummary,
}

/// The line of a game, with a line feed.
pub fn line(finished: &AnalyzedGame, effort: &str) -> anyhow::Result<String> {
    let AnalyzedGame { record, review, .. } = finished;
    let mut game = String::new();
    // Every game can be written as a list.
    let _ = write(record, OutputFormat::List, &mut game);
    let line = JsonLine {
        analysis: VERSION,
        file: &finished.file,
        number: finished.in_file,
        program: env!("CARGO_PKG_VERSION"),
        effort,
        game: game.trim_end(),
        players: &record.players,
        result: result_word(record.outcome),
        reason: record.termination.as_ref().map(ToString::to_string),
        review,
        p1: review.losses(Side::One, None),
        p2: review.losses(Side::Two, None),
    };
    Ok(serde_json::to_string(&line)? + "\n")
}
