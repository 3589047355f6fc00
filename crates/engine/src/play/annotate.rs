//! Adds a review to a game: evaluations and marks of the moves, better lines as variations.

use crate::play::consequence::Consequence;
use crate::play::record::{GameRecord, MoveMark, MoveRecord};
use crate::play::review::{GameReview, MoveReview};

/// The tag with the annotator of a game.
const ANNOTATOR: &str = "Annotator";

/// The annotator name of this program.
const OWN_NAME: &str = concat!("ringstack ", env!("CARGO_PKG_VERSION"));

/// The annotated game. Existing annotations are kept, except those of earlier searches. If `explains`, comments in the
/// better lines say in what they differ from the moves of the game.
#[must_use]
pub fn annotated(record: &GameRecord, review: &GameReview, explains: bool) -> GameRecord {
    let mut record = record.clone();
    sign(&mut record);
    for (turn, judged) in record.moves.iter_mut().zip(&review.moves) {
        turn.score = Some(judged.value.into());
        turn.depth = Some(judged.depth);
        turn.seldepth = Some(judged.seldepth);
        // The effort of an earlier search, whose evaluation and depth are replaced.
        (turn.nodes, turn.nps) = (None, None);
        let Some(mark) = judged.mark() else {
            continue;
        };
        // An existing mark is the author's; ours goes into the better line.
        let verdict = turn.mark.map(|_| verdict(turn, mark));
        let explanation = explains.then(|| explanation(judged)).flatten();
        let comment: Vec<String> = verdict.into_iter().chain(explanation).collect();
        turn.mark = turn.mark.or(Some(mark));
        let Some(better) = &judged.better else {
            continue;
        };
        let mut line: Vec<MoveRecord> = better.line.iter().map(MoveRecord::new).collect();
        if let Some(first) = line.first_mut() {
            first.score = Some(better.value.into());
            first.comment = comment.join("; ");
        }
        let begins_like_it = |other: &Vec<MoveRecord>| {
            let token = |turns: &[MoveRecord]| turns.first().map(|turn| turn.token.clone());
            token(other) == token(&line)
        };
        if !line.is_empty() && !turn.variations.iter().any(begins_like_it) {
            turn.variations.push(line);
        }
    }
    record
}

/// The comment in a better line with our mark, if the move already has another mark.
fn verdict(turn: &MoveRecord, mark: MoveMark) -> String {
    format!("{INSTEAD}{}{mark}", turn.token)
}

const INSTEAD: &str = "instead of ";

/// What a move allows and what the better move does.
fn explanation(judged: &MoveReview) -> Option<String> {
    let (found, better) = (judged.consequences.as_ref()?, judged.better.as_ref()?);
    let lines = [(&judged.token, &found.line), (&better.token, &found.better)];
    let sentences = lines.into_iter().flat_map(|(token, line)| {
        let said = move |sentence: &Consequence| format!("{token}: {}", sentence.text.text);
        line.iter().map(said)
    });
    let text = sentences.collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Signs a game, and removes the marks and lines of an earlier analysis if it was signed. A game with
/// another annotator stays unchanged, as our annotations could not be distinguished from theirs.
fn sign(record: &mut GameRecord) {
    let mut tags = record.tags.iter_mut();
    match tags.find(|(name, _)| name == ANNOTATOR) {
        Some((_, by)) if by.starts_with("ringstack ") => {
            *by = OWN_NAME.to_owned();
            record.moves.iter_mut().for_each(drop_ours);
        }
        Some(_) => {}
        None if record.moves.iter().any(|turn| ours(turn).is_some()) => {}
        None => record
            .tags
            .push((ANNOTATOR.to_owned(), OWN_NAME.to_owned())),
    }
}

/// The marks that an analysis gives.
const MARKS: [MoveMark; 3] = [MoveMark::Dubious, MoveMark::Mistake, MoveMark::Blunder];

/// Removes one of our lines, and our mark next to it. The author's marks stay.
fn drop_ours(turn: &mut MoveRecord) {
    if let Some(place) = ours(turn) {
        let line = turn.variations.remove(place);
        if line
            .first()
            .is_some_and(|first| !first.comment.starts_with(INSTEAD))
        {
            turn.mark = None;
        }
    }
}

/// Which variation of a move is one of our better lines: next to one of our marks, without a comment or with our
/// explanation, or with our mark in a comment next to another mark.
fn ours(turn: &MoveRecord) -> Option<usize> {
    let is_ours = |line: &Vec<MoveRecord>| {
        let comment = line.first().map(|first| first.comment.as_str());
        let fits = match comment.unwrap_or_default() {
            comment if comment.starts_with(INSTEAD) => {
                let names = |mark: &MoveMark| {
                    let rest = comment.strip_prefix(&verdict(turn, *mark));
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("; "))
                };
                turn.mark.is_some() && MARKS.iter().any(names)
            }
            comment => {
                let first = line.first().map(|first| &first.token);
                let mut tokens = [Some(&turn.token), first].into_iter().flatten();
                let explains = tokens.any(|token| comment.starts_with(&format!("{token}: ")));
                let is_plain = comment.is_empty() || explains;
                is_plain && turn.mark.is_some_and(|mark| MARKS.contains(&mark))
            }
        };
        let mut scores = line.iter().map(|turn| turn.score.is_some());
        // Only its first move has an evaluation and our comment, and nothing else.
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
    use crate::play::consequence::Consequences;
    use crate::play::review::BestMove;
    use crate::rules::{Side, Text};
    use crate::search::{Score, Value};

    fn turn(mark: Option<MoveMark>, lines: &[MoveRecord]) -> MoveRecord {
        MoveRecord {
            mark,
            score: Some(Value::from(Score(9)).into()),
            variations: lines.iter().map(|turn| vec![turn.clone()]).collect(),
            ..MoveRecord::new("a1")
        }
    }

    #[test]
    fn only_signed_marks_and_lines_are_removed() {
        let ours = MoveRecord {
            score: Some(Value::from(Score(30)).into()),
            ..MoveRecord::new("b1")
        };
        let theirs = MoveRecord::new("c1");
        let commented = MoveRecord {
            comment: "better".to_owned(),
            ..ours.clone()
        };
        let turns = vec![
            turn(Some(MoveMark::Blunder), &[theirs.clone(), ours.clone()]),
            turn(Some(MoveMark::Mistake), &[theirs.clone(), commented]),
            turn(Some(MoveMark::Good), std::slice::from_ref(&ours)),
        ];
        let signed = |by: &str| GameRecord {
            tags: vec![(ANNOTATOR.to_owned(), by.to_owned())],
            moves: turns.clone(),
            ..GameRecord::default()
        };
        let mut record = signed("ringstack 0.0.1");
        sign(&mut record);
        assert_eq!(record.tag(ANNOTATOR), Some(OWN_NAME));
        assert_eq!(record.moves[0], turn(None, &[theirs]));
        assert_eq!(record.moves[1..], turns[1..]);
        for by in ["Anna", "ringstackers"] {
            let mut record = signed(by);
            sign(&mut record);
            assert_eq!(record, signed(by));
        }
        // Without our signature a line may be the author's.
        let mut record = GameRecord {
            tags: Vec::new(),
            ..signed("")
        };
        sign(&mut record);
        assert_eq!((record.tag(ANNOTATOR), &record.moves), (None, &turns));
    }

    /// The review of a game of one move, a blunder.
    fn blunder() -> GameReview {
        let better = BestMove {
            token: "b1".to_owned(),
            value: Value::Cp(30),
            win: 0.6,
            line: ["b1", "c1"].map(str::to_owned).to_vec(),
        };
        let judged = MoveReview {
            ply: 1,
            first: true,
            token: "a1".to_owned(),
            value: Value::Cp(-90),
            win: 0.3,
            loss: 0.3,
            depth: 5,
            seldepth: 9,
            better: Some(better),
            consequences: Some(Consequences {
                line: vec![Consequence {
                    text: Text::untranslated("Black takes 5 pieces."),
                    side: Side::Two,
                    helps: Side::Two,
                    at: Vec::new(),
                    plies: 2,
                }],
                better: Vec::new(),
            }),
        };
        GameReview {
            moves: vec![judged],
            end: 0.3,
            next: None,
        }
    }

    #[test]
    fn a_mark_of_the_author_stays_after_repeated_analyses() {
        for mark in MoveMark::ALL {
            let record = GameRecord {
                moves: vec![MoveRecord {
                    mark: Some(mark),
                    ..MoveRecord::new("a1")
                }],
                ..GameRecord::default()
            };
            let once = annotated(&record, &blunder(), false);
            assert_eq!(once.moves[0].mark, Some(mark));
            let line = &once.moves[0].variations[0];
            assert_eq!(line[0].comment, "instead of a1??", "our verdict");
            let mut again = blunder();
            assert_eq!(annotated(&once, &again, false), once);
            // Our mark changes; the author's does not.
            (again.moves[0].loss, again.moves[0].better) = (0.0, None);
            let turn = &annotated(&once, &again, false).moves[0];
            assert_eq!((turn.mark, turn.variations.len()), (Some(mark), 0));
        }
    }

    #[test]
    fn explanations_are_replaced_by_the_next_analysis() {
        for mark in [None, Some(MoveMark::Good)] {
            let record = GameRecord {
                moves: vec![MoveRecord {
                    mark,
                    ..MoveRecord::new("a1")
                }],
                ..GameRecord::default()
            };
            let once = annotated(&record, &blunder(), true);
            let comment = &once.moves[0].variations[0][0].comment;
            assert!(comment.ends_with("a1: Black takes 5 pieces."), "{comment}");
            assert_eq!(annotated(&once, &blunder(), true), once);
            let plain = annotated(&record, &blunder(), false);
            assert_eq!(annotated(&once, &blunder(), false), plain);
        }
    }
}
