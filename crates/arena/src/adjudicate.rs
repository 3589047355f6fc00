//! Adjudication: ends a game that is too long, whose result both engines agree on, or in which an engine
//! sees itself lost.

use serde::{Deserialize, Serialize};

use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::{Bound, BoundedValue, Value};

/// The conditions under which a game is adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game that reaches this many plies, opening included, is a draw.
    pub max_plies: usize,
    /// The agreement that ends a game as won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<Agreement>,
    /// The agreement that ends a game as drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Agreement>,
    /// A game of fewer plies, opening included, is not ended as drawn by agreement.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub draw_after: usize,
    /// When an engine resigns: the number of its own plies, and how far it is behind in each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Agreement>,
}

fn is_zero(plies: &usize) -> bool {
    *plies == 0
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            max_plies: 400,
            win: None,
            draw: None,
            draw_after: 0,
            resign: None,
        }
    }
}

/// Consecutive plies whose scores are all beyond (win, resignation) or within (draw) a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// The number of consecutive plies: of both engines together, or of the engine that resigns.
    pub plies: usize,
    /// The limit in centipawns.
    pub score: i32,
}

/// The value of a mate score in centipawns, beyond every limit.
const MATE: i32 = 1_000_000;

/// The score in centipawns from player 1's view.
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
    /// The result that both engines agree on. `scores` has an entry for each ply so far: the side that
    /// moved, and its score if it reported one. `plies` is the length of the game, opening included. A
    /// side that moves several times in a row may have made all of the last plies; there is no agreement
    /// without plies of both sides.
    ///
    /// A lower bound can claim a win and an upper bound a loss; only an exact score claims a draw.
    #[must_use]
    pub fn agreed(&self, scores: &[(Side, Option<BoundedValue>)], plies: usize) -> Option<Outcome> {
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
        let draw = self.draw.filter(|_| plies >= self.draw_after)?;
        let claims = |score: i32, bound, limit| bound == Bound::Exact && score.abs() <= limit;
        all(draw, &claims).then_some(Outcome::Draw)
    }

    /// The side of the last ply, if its own scores say that it is lost. `scores` is as for
    /// [`Adjudication::agreed`]. A lower bound does not claim a loss.
    #[must_use]
    pub fn resigned(&self, scores: &[(Side, Option<BoundedValue>)]) -> Option<Side> {
        let Agreement { plies, score } = self.resign?;
        let &(side, _) = scores.last()?;
        let is_lost = |own: Option<BoundedValue>| {
            let own = own.map(|own| for_player_one(Side::One, own));
            own.is_some_and(|(own, bound)| bound != Bound::Lower && own <= -score)
        };
        let own = scores.iter().rev().filter(|(mover, _)| *mover == side);
        let lost = own.take(plies).take_while(|(_, own)| is_lost(*own)).count();
        (lost == plies).then_some(side)
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
        draw_after: 0,
        resign: None,
    };

    /// The agreed result of exact scores from player 1's view; the sides alternate.
    fn agreed(scores: &[Option<i32>]) -> Option<Outcome> {
        bounded(scores, Bound::Exact)
    }

    /// The agreed result of scores with this bound from player 1's view.
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
        RULES.agreed(&scores, scores.len())
    }

    #[test]
    fn a_win_needs_all_of_the_last_scores_on_one_side() {
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
    fn a_missing_score_prevents_an_agreement() {
        assert_eq!(
            agreed(&[Some(600), Some(600), None, Some(600), Some(600)]),
            None
        );
        let exact = (Side::One, Some(Value::Cp(0).into()));
        assert_eq!(Adjudication::default().agreed(&[exact; 500], 500), None);
    }

    #[test]
    fn one_side_alone_makes_no_agreement() {
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
            assert_eq!(rules.agreed(&[two, one, one].map(of), 3), None);
            assert_eq!(rules.agreed(&[one, one, two].map(of), 3), Some(outcome));
        }
    }

    #[test]
    fn a_draw_needs_the_minimum_length_and_a_win_does_not() {
        let rules = Adjudication {
            draw_after: 20,
            ..RULES
        };
        let scores = |own: i32| {
            let of = |side| match side {
                Side::One => (side, Some(Value::Cp(own).into())),
                Side::Two => (side, Some(Value::Cp(-own).into())),
            };
            Side::ALL.map(of).repeat(3)
        };
        assert_eq!(rules.agreed(&scores(0), 19), None);
        assert_eq!(rules.agreed(&scores(0), 20), Some(Outcome::Draw));
        let won = Some(Outcome::Win(Side::One));
        assert_eq!(rules.agreed(&scores(600), 6), won);
    }

    #[test]
    fn an_engine_resigns_by_its_own_scores_alone() {
        let [one, two] = Side::ALL;
        let (plies, score) = (2, 500);
        let rules = Adjudication {
            resign: Some(Agreement { plies, score }),
            ..Adjudication::default()
        };
        let resigned = |scores: &[(Side, i32)]| {
            let scores: Vec<_> = scores
                .iter()
                .map(|&(side, own)| (side, Some(Value::Cp(own).into())))
                .collect();
            rules.resigned(&scores)
        };
        // The opponent need not agree.
        assert_eq!(resigned(&[(two, -500), (one, 0), (two, -501)]), Some(two));
        assert_eq!(resigned(&[(two, -499), (one, 0), (two, -501)]), None);
        assert_eq!(resigned(&[(two, -600), (two, 0), (two, -600)]), None);
        // Only the side that has just moved resigns, and a winner does not.
        assert_eq!(resigned(&[(two, -600), (two, -600), (one, 600)]), None);
        assert_eq!(resigned(&[(two, 600), (two, 600)]), None);
        assert_eq!(resigned(&[(two, -600)]), None);
        let bounded = |bound| {
            let value = Value::Cp(-600);
            let score = Some(BoundedValue { value, bound });
            rules.resigned(&[(one, score), (one, score)])
        };
        assert_eq!(bounded(Bound::Lower), None);
        assert_eq!(bounded(Bound::Upper), Some(one));
        let unknown = [(one, None), (one, Some(Value::Mate(-3).into()))];
        assert_eq!(rules.resigned(&unknown), None);
    }

    #[test]
    fn scores_are_converted_to_the_view_of_player_one() {
        let converted = |side, value: Value| for_player_one(side, value.into()).0;
        assert_eq!(converted(Side::One, Value::Cp(30)), 30);
        assert_eq!(converted(Side::Two, Value::Cp(30)), -30);
        assert_eq!(converted(Side::Two, Value::Mate(-3)), MATE);
        assert_eq!(converted(Side::One, Value::Cp(i32::MIN)), -MATE);
    }
}
