//! Games ended before their rules end them: too many plies, or both engines of one mind.

use serde::{Deserialize, Serialize};

use crate::rules::{Outcome, Side};
use crate::search::{Bound, BoundedValue, Value};

/// When a game is ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game that reaches this many plies, opening included, is a draw.
    pub max_plies: usize,
    /// A win both engines see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<Agreement>,
    /// A draw both engines see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Agreement>,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            max_plies: 400,
            win: None,
            draw: None,
        }
    }
}

/// Consecutive plies, some by each player, with scores beyond (win) or within (draw) a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// Plies in a row, of both engines together.
    pub plies: usize,
    /// Centipawns.
    pub score: i32,
}

/// A mate score exceeds every limit in centipawns.
const MATE: i32 = 1_000_000;

/// A score in centipawns for player 1.
fn for_player_one(mover: Side, score: BoundedValue) -> (i32, Bound) {
    let own = match score.value {
        Value::Cp(centipawns) => centipawns.clamp(-MATE, MATE),
        Value::Mate(plies) if plies > 0 => MATE,
        Value::Mate(_) => -MATE,
    };
    match mover {
        Side::One => (own, score.bound),
        Side::Two => (-own, score.bound.flipped()),
    }
}

impl Adjudication {
    /// The result that both engines agree on. `scores` are those of all plies so far, each for the side
    /// that moved, `None` without a score. If a side moves several times in a row, the last plies
    /// may all be its own: then nobody has agreed with it.
    ///
    /// A lower bound can claim a win and an upper bound a loss; only an exact score claims a draw.
    #[must_use]
    pub fn agreed(&self, scores: &[(Side, Option<BoundedValue>)]) -> Option<Outcome> {
        let all = |agreement: Agreement, claims: &dyn Fn(i32, Bound, i32) -> bool| {
            let first = scores.len().checked_sub(agreement.plies);
            let last = first.and_then(|first| scores.get(first..));
            last.is_some_and(|last| {
                let has = |side| last.iter().any(|&(mover, _)| mover == side);
                let claims = |&(mover, score): &(Side, Option<BoundedValue>)| {
                    let score = score.map(|score| for_player_one(mover, score));
                    score.is_some_and(|(score, bound)| claims(score, bound, agreement.score))
                };
                has(Side::One) && has(Side::Two) && last.iter().all(claims)
            })
        };
        if let Some(win) = self.win {
            if all(win, &|score, bound, limit| {
                bound != Bound::Upper && score >= limit
            }) {
                return Some(Outcome::Win(Side::One));
            }
            if all(win, &|score, bound, limit| {
                bound != Bound::Lower && score <= -limit
            }) {
                return Some(Outcome::Win(Side::Two));
            }
        }
        let draw = self.draw?;
        let claims = |score: i32, bound, limit| bound == Bound::Exact && score.abs() <= limit;
        all(draw, &claims).then_some(Outcome::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        max_plies: 400,
        win: Some(Agreement {
            plies: 4,
            score: 500,
        }),
        draw: Some(Agreement { plies: 6, score: 5 }),
    };

    /// What is agreed if these are the scores for player 1 of sides that take turns.
    fn agreed(scores: &[Option<i32>]) -> Option<Outcome> {
        bounded(scores, Bound::Exact)
    }

    /// As `agreed`, with this bound for player 1.
    fn bounded(scores: &[Option<i32>], bound: Bound) -> Option<Outcome> {
        let score = |side: Side, score: i32| match side {
            Side::One => BoundedValue {
                value: Value::Cp(score),
                bound,
            },
            Side::Two => BoundedValue {
                value: Value::Cp(-score),
                bound: bound.flipped(),
            },
        };
        let sides = Side::ALL.into_iter().cycle().zip(scores);
        let scores: Vec<_> = sides
            .map(|(side, own)| (side, own.map(|own| score(side, own))))
            .collect();
        RULES.agreed(&scores)
    }

    #[test]
    fn a_win_needs_all_the_last_scores_on_one_side() {
        let agreed = |list: &[i32]| agreed(&list.iter().map(|&own| Some(own)).collect::<Vec<_>>());
        assert_eq!(
            agreed(&[0, 510, 600, 500, 700]),
            Some(Outcome::Win(Side::One))
        );
        assert_eq!(
            agreed(&[-500, -501, -800, -900]),
            Some(Outcome::Win(Side::Two))
        );
        assert_eq!(agreed(&[510, 600, 499, 700]), None);
        assert_eq!(agreed(&[510, 600, 700]), None);
        assert_eq!(agreed(&[3, -5, 0, 0, 5, 1]), Some(Outcome::Draw));
        assert_eq!(agreed(&[3, -6, 0, 0, 5, 1]), None);
    }

    #[test]
    fn a_bound_claims_only_what_it_implies() {
        let (won, lost, level) = ([Some(3000); 4], [Some(-3000); 4], [Some(0); 6]);
        assert_eq!(bounded(&won, Bound::Upper), None);
        assert_eq!(bounded(&won, Bound::Lower), Some(Outcome::Win(Side::One)));
        assert_eq!(bounded(&lost, Bound::Lower), None);
        assert_eq!(bounded(&lost, Bound::Upper), Some(Outcome::Win(Side::Two)));
        assert_eq!(bounded(&level, Bound::Lower), None);
        assert_eq!(bounded(&level, Bound::Upper), None);
        assert_eq!(agreed(&level), Some(Outcome::Draw));
    }

    #[test]
    fn a_missing_score_agrees_with_nothing() {
        assert_eq!(
            agreed(&[Some(600), Some(600), None, Some(600), Some(600)]),
            None
        );
        let exact = (Side::One, Some(Value::Cp(0).into()));
        assert_eq!(Adjudication::default().agreed(&[exact; 500]), None);
    }

    #[test]
    fn no_side_agrees_with_itself() {
        let (plies, score) = (2, 500);
        let rules = Adjudication {
            win: Some(Agreement { plies, score }),
            draw: Some(Agreement { plies, score: 0 }),
            ..Adjudication::default()
        };
        let [one, two] = Side::ALL;
        for (score, outcome) in [(600, Outcome::Win(one)), (0, Outcome::Draw)] {
            let of = |mover| match mover {
                Side::One => (mover, Some(Value::Cp(score).into())),
                Side::Two => (mover, Some(Value::Cp(-score).into())),
            };
            assert_eq!(rules.agreed(&[two, one, one].map(of)), None);
            assert_eq!(rules.agreed(&[one, one, two].map(of)), Some(outcome));
        }
    }

    #[test]
    fn scores_are_turned_to_player_one() {
        let turned = |side, value: Value| for_player_one(side, value.into()).0;
        assert_eq!(turned(Side::One, Value::Cp(30)), 30);
        assert_eq!(turned(Side::Two, Value::Cp(30)), -30);
        assert_eq!(turned(Side::Two, Value::Mate(-3)), MATE);
        assert_eq!(turned(Side::One, Value::Cp(i32::MIN)), -MATE);
    }
}
