//! An analyzed game as a game file: values at the turns, marks, better lines as variations.

use ringstack::play::record::{GameRecord, Mark, MoveRecord, OutputFormat, write};

use super::workers::Finished;

/// The text of the game.
pub fn text(finished: &Finished) -> String {
    let mut text = String::new();
    // The common form is known to every game.
    let _ = write(&annotated(finished), OutputFormat::Pgn, &mut text);
    text
}

/// The tag that says who has annotated a game.
const ANNOTATOR: &str = "Annotator";

/// What our own annotations are signed with.
const US: &str = concat!("ringstack ", env!("CARGO_PKG_VERSION"));

/// The game with what was found. Notes that were there already stay, but for those of other searches.
fn annotated(finished: &Finished) -> GameRecord {
    let mut record = finished.record.clone();
    begin_anew(&mut record);
    for (turn, judged) in record.moves.iter_mut().zip(&finished.review.turns) {
        turn.score = Some(judged.value.into());
        turn.depth = Some(judged.depth);
        // The number of another search, whose value and depth are no longer there.
        turn.nodes = None;
        let Some(mark) = judged.mark() else {
            continue;
        };
        // A mark that is there is somebody's; ours is told beside the better line.
        let told = turn.mark.map(|_| verdict(turn, mark));
        turn.mark = turn.mark.or(Some(mark));
        let Some(better) = &judged.better else {
            continue;
        };
        let mut line: Vec<MoveRecord> = better.line.iter().map(MoveRecord::new).collect();
        if let Some(first) = line.first_mut() {
            first.score = Some(better.value.into());
            first.comment = told.unwrap_or_default();
        }
        let begins_so = |other: &Vec<MoveRecord>| {
            let token = |turns: &[MoveRecord]| turns.first().map(|turn| turn.token.clone());
            token(other) == token(&line)
        };
        if !line.is_empty() && !turn.variations.iter().any(begins_so) {
            turn.variations.push(line);
        }
    }
    record
}

/// Our mark of a turn that has somebody's, as it is told about the line that is better.
fn verdict(turn: &MoveRecord, mark: Mark) -> String {
    format!("instead of {}{mark}", turn.token)
}

/// Signs a game, and takes away the marks and lines of an earlier analysis where it was signed. One that
/// somebody else has annotated, or in which ours could not be told from his, stays as it is.
fn begin_anew(record: &mut GameRecord) {
    let mut tags = record.tags.iter_mut();
    match tags.find(|(name, _)| name == ANNOTATOR) {
        Some((_, by)) if by.starts_with("ringstack ") => {
            *by = US.to_owned();
            record.moves.iter_mut().for_each(drop_ours);
        }
        Some(_) => {}
        None if record.moves.iter().any(|turn| ours(turn).is_some()) => {}
        None => record.tags.push((ANNOTATOR.to_owned(), US.to_owned())),
    }
}

/// The marks that we give.
const MARKS: [Mark; 3] = [Mark::Dubious, Mark::Mistake, Mark::Blunder];

/// Takes back a line of ours, and the mark that it proves unless that is somebody's.
fn drop_ours(turn: &mut MoveRecord) {
    if let Some(place) = ours(turn) {
        let line = turn.variations.remove(place);
        if line.first().is_some_and(|first| first.comment.is_empty()) {
            turn.mark = None;
        }
    }
}

/// Which variation of a turn is a better line as we write it: beside a mark that we give, or with our
/// verdict beside somebody's mark.
fn ours(turn: &MoveRecord) -> Option<usize> {
    let is_ours = |line: &Vec<MoveRecord>| {
        let comment = line.first().map(|first| first.comment.as_str());
        let fits = match comment.unwrap_or_default() {
            "" => turn.mark.is_some_and(|mark| MARKS.contains(&mark)),
            told => turn.mark.is_some() && MARKS.iter().any(|&mark| told == verdict(turn, mark)),
        };
        let mut scores = line.iter().map(|turn| turn.score.is_some());
        // Only its first turn has a value and our words, and nothing else is noted.
        fits && scores.next() == Some(true)
            && line.iter().enumerate().all(|(index, turn)| {
                let mut plain = MoveRecord::new(&turn.token);
                if index == 0 {
                    plain.score = turn.score;
                    plain.comment.clone_from(&turn.comment);
                }
                *turn == plain
            })
    };
    let place = turn.variations.iter().position(is_ours);
    place.filter(|_| turn.score.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack::play::review::{Best, Judged, Review};
    use ringstack::search::{Score, Value};

    fn turn(mark: Option<Mark>, lines: &[MoveRecord]) -> MoveRecord {
        MoveRecord {
            mark,
            score: Some(Value::from(Score(9)).into()),
            variations: lines.iter().map(|turn| vec![turn.clone()]).collect(),
            ..MoveRecord::new("a1")
        }
    }

    #[test]
    fn only_signed_marks_and_lines_are_taken_back() {
        let ours = MoveRecord {
            score: Some(Value::from(Score(30)).into()),
            ..MoveRecord::new("b1")
        };
        let his = MoveRecord::new("c1");
        let noted = MoveRecord {
            comment: "better".to_owned(),
            ..ours.clone()
        };
        let turns = vec![
            turn(Some(Mark::Blunder), &[his.clone(), ours.clone()]),
            turn(Some(Mark::Mistake), &[his.clone(), noted]),
            turn(Some(Mark::Good), std::slice::from_ref(&ours)),
        ];
        let signed = |by: &str| GameRecord {
            tags: vec![(ANNOTATOR.to_owned(), by.to_owned())],
            moves: turns.clone(),
            ..GameRecord::default()
        };
        let mut record = signed("ringstack 0.0.1");
        begin_anew(&mut record);
        assert_eq!(record.tag(ANNOTATOR), Some(US));
        assert_eq!(record.moves[0], turn(None, &[his]));
        assert_eq!(record.moves[1..], turns[1..]);
        for by in ["Anna", "ringstackers"] {
            let mut record = signed(by);
            begin_anew(&mut record);
            assert_eq!(record, signed(by));
        }
        // What looks like ours and is not signed may be somebody's.
        let mut record = GameRecord {
            tags: Vec::new(),
            ..signed("")
        };
        begin_anew(&mut record);
        assert_eq!((record.tag(ANNOTATOR), &record.moves), (None, &turns));
    }

    /// This game of one turn, which is a blunder.
    fn blunder(record: GameRecord) -> Finished {
        let better = Best {
            token: "b1".to_owned(),
            value: Value::Cp(30),
            win: 0.6,
            line: ["b1", "c1"].map(str::to_owned).to_vec(),
        };
        let judged = Judged {
            ply: 1,
            first: true,
            token: "a1".to_owned(),
            value: Value::Cp(-90),
            win: 0.3,
            loss: 0.3,
            depth: 5,
            better: Some(better),
        };
        Finished {
            file: String::new(),
            in_file: 1,
            record,
            review: Review {
                turns: vec![judged],
                end: 0.3,
                next: None,
            },
        }
    }

    #[test]
    fn a_mark_of_somebody_stays_however_often_his_game_is_analyzed() {
        for his in Mark::ALL {
            let record = GameRecord {
                moves: vec![MoveRecord {
                    mark: Some(his),
                    ..MoveRecord::new("a1")
                }],
                ..GameRecord::default()
            };
            let once = annotated(&blunder(record));
            assert_eq!(once.moves[0].mark, Some(his));
            let line = &once.moves[0].variations[0];
            assert_eq!(line[0].comment, "instead of a1??", "our verdict");
            let mut again = blunder(once.clone());
            assert_eq!(annotated(&again), once);
            // Our verdict changes; his does not.
            (again.review.turns[0].loss, again.review.turns[0].better) = (0.0, None);
            let turn = &annotated(&again).moves[0];
            assert_eq!((turn.mark, turn.variations.len()), (Some(his), 0));
        }
    }
}
