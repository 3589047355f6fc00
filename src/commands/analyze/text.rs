//! Writes an analysed game as text for a terminal.

use std::fmt::Write;

use ringstack_arena::columns;
use ringstack_engine::play::consequence::Consequence;
use ringstack_engine::play::record::GameRecord;
use ringstack_engine::play::review::{BestMove, LossSummary, MoveReview};
use ringstack_engine::rules::{Side, printable, result_word};

use super::workers::AnalyzedGame;

/// The longest line, in columns.
const WIDTH: usize = 79;

/// Appends a game.
pub fn write(finished: &AnalyzedGame, out: &mut String) {
    let AnalyzedGame { record, review, .. } = finished;
    line(out, &title(record));
    line(
        out,
        &format!("game {} of {}", finished.in_file, finished.file),
    );
    let tokens = review.moves.iter().map(|turn| turn.token.len());
    let width = tokens.max().unwrap_or(0).clamp(5, 24);
    for turn in &review.moves {
        line(out, &turn_line(turn, width));
        let found = turn.consequences.as_ref();
        sentences(out, found.map_or(&[], |found| &found.line));
        if let Some(better) = turn.better.as_ref().filter(|_| turn.loss > 0.0) {
            line(out, &format!("{:9}better {}", "", best(better)));
            sentences(out, found.map_or(&[], |found| &found.better));
        }
    }
    if let Some(next) = &review.next {
        line(out, &format!("{:9}best {}", "", best(next)));
    }
    if !review.moves.is_empty() {
        out.push_str(&summary(finished));
    }
    // Writing into a string cannot fail.
    let _ = writeln!(out, "result {}\n", result_word(record.outcome));
}

/// Appends sentences, each on its lines.
fn sentences(out: &mut String, found: &[Consequence]) {
    for sentence in found {
        let words = sentence.text.text.split(' ');
        for part in columns::fill(words, WIDTH - 16).lines() {
            line(out, &format!("{:16}{part}", ""));
        }
    }
}

/// The heading: game, players and result.
fn title(record: &GameRecord) -> String {
    let [one, two] = Side::ALL.map(|side| name(record, side));
    let ending = record.termination.as_ref();
    let ending = ending.map_or_else(String::new, |ending| format!(" ({ending})"));
    let result = result_word(record.outcome);
    format!("{}, {one} - {two}, {result}{ending}", record.game)
}

/// The name of a player, or of the side without one.
pub fn name(record: &GameRecord, side: Side) -> String {
    let name = record.players.get(side.index()).map_or("", String::as_str);
    if name.is_empty() {
        side.to_string()
    } else {
        printable(name)
    }
}

fn turn_line(turn: &MoveReview, width: usize) -> String {
    let mark = turn.mark().map(|mark| mark.to_string()).unwrap_or_default();
    let (ply, side, token) = (turn.ply, turn.side(), &turn.token);
    let value = turn.value.to_string();
    let win = percent(turn.win);
    let mut text = format!("{ply:>4} {side} {token:width$} {mark:2} {value:>9} {win:>7}");
    if turn.loss > 0.0 {
        text.push_str(&format!("  loses {}", percent(turn.loss)));
    }
    text
}

fn best(best: &BestMove) -> String {
    let BestMove {
        token,
        value,
        win,
        line,
    } = best;
    let win = percent(*win);
    format!("{token}  {value} {win}  line {}", line.join(" "))
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Appends a line, cut to the width of a terminal.
fn line(out: &mut String, text: &str) {
    if columns::width(text) > WIDTH {
        out.push_str(columns::beginning(text, WIDTH - 3));
        out.push_str("...");
    } else {
        out.push_str(text.trim_end());
    }
    out.push('\n');
}

/// The losses of each side.
fn summary(finished: &AnalyzedGame) -> String {
    let mut text = format!("{:24} moves  average loss   ?!    ?   ??\n", "");
    for side in Side::ALL {
        let LossSummary {
            moves,
            dubious,
            mistakes,
            blunders,
            ..
        } = finished.review.losses(side, None);
        let average = finished.review.losses(side, None).average();
        let average = average.map_or_else(|| "-".to_owned(), percent);
        let mut who = side.to_string();
        let name = name(&finished.record, side);
        if name != who {
            who = format!("{who} {name}");
        }
        let who = columns::pad(&who, 24);
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "{who} {moves:5} {average:>13} {dubious:4} {mistakes:4} {blunders:4}"
        );
    }
    text
}
