//! An analyzed game as a game file: values at the turns, marks, better lines as variations.

use ringstack::play::record::{GameRecord, Turn, Written, write};

use super::job::Finished;

/// The text of the game.
pub fn text(finished: &Finished) -> String {
    let mut text = String::new();
    // The common form is known to every game.
    let _ = write(&annotated(finished), Written::Pgn, &mut text);
    text
}

/// The game with what was found. Notes that were there already stay, but for those of other searches.
fn annotated(finished: &Finished) -> GameRecord {
    let mut record = finished.record.clone();
    for (turn, judged) in record.turns.iter_mut().zip(&finished.review.turns) {
        turn.score = Some(judged.value);
        turn.depth = Some(judged.depth);
        // The number of another search, whose value and depth are no longer there.
        turn.nodes = None;
        let Some(mark) = judged.mark() else {
            continue;
        };
        turn.mark = Some(mark);
        let Some(better) = &judged.better else {
            continue;
        };
        let mut line: Vec<Turn> = better.line.iter().map(Turn::new).collect();
        if let Some(first) = line.first_mut() {
            first.score = Some(better.value);
        }
        let begins_so = |other: &Vec<Turn>| {
            let token = |turns: &[Turn]| turns.first().map(|turn| turn.token.clone());
            token(other) == token(&line)
        };
        if !line.is_empty() && !turn.variations.iter().any(begins_so) {
            turn.variations.push(line);
        }
    }
    record
}
