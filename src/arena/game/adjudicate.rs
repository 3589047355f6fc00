//! Games ended before their rules end them: too many plies, or both engines of one mind.

use serde::{Deserialize, Serialize};

use crate::rules::{Outcome, Side};
use crate::search::Value;

/// When a game is ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game of so many plies, opening included, is a draw.
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

/// So many plies in a row, some of each player, with scores beyond (for a win) or within (for a draw) a
/// limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// Plies in a row, of both engines together.
    pub plies: usize,
    /// Centipawns.
    pub score: i32,
}

/// A mate is beyond every limit in centipawns.
const MATE: i32 = 1_000_000;

/// A score as centipawns for player 1.
#[must_use]
pub fn for_player_one(mover: Side, scale: Value) -> i32 {
    let own = match scale {
        Value::Cp(centipawns) => centipawns.clamp(-MATE, MATE),
        Value::Mate(plies) if plies > 0 => MATE,
        Value::Mate(_) => -MATE,
    };
    match mover {
        Side::One => own,
        Side::Two => -own,
    }
}

impl Adjudication {
    /// The result that both engines agree on. `scores` are those of all plies so far for player 1, each
    /// with its player, and `None` where an engine gave none. Where a player moves several times running
    /// the last plies may all be his: nobody has agreed with him then.
    #[must_use]
    pub fn agreed(&self, scores: &[(Side, Option<i32>)]) -> Option<Outcome> {
        let all = |agreement: Agreement, holds: &dyn Fn(i32, i32) -> bool| {
            let first = scores.len().checked_sub(agreement.plies);
            let last = first.and_then(|first| scores.get(first..));
            last.is_some_and(|last| {
                let has = |side| last.iter().any(|&(mover, _)| mover == side);
                let fits = |score: &Option<i32>| score.is_some_and(|s| holds(s, agreement.score));
                has(Side::One) && has(Side::Two) && last.iter().all(|(_, score)| fits(score))
            })
        };
        if let Some(win) = self.win {
            if all(win, &|score, limit| score >= limit) {
                return Some(Outcome::Win(Side::One));
            }
            if all(win, &|score, limit| score <= -limit) {
                return Some(Outcome::Win(Side::Two));
            }
        }
        let draw = self.draw?;
        all(draw, &|score, limit| score.abs() <= limit).then_some(Outcome::Draw)
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

    /// Scores of players who move in turn.
    fn in_turn(scores: &[Option<i32>]) -> Vec<(Side, Option<i32>)> {
        let movers = Side::ALL.into_iter().cycle();
        movers.zip(scores.iter().copied()).collect()
    }

    #[test]
    fn a_win_needs_all_the_last_scores_on_one_side() {
        let agreed = |list: &[i32]| {
            let scores: Vec<_> = list.iter().map(|&score| Some(score)).collect();
            RULES.agreed(&in_turn(&scores))
        };
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
    fn a_missing_score_agrees_with_nothing() {
        let scores = in_turn(&[Some(600), Some(600), None, Some(600), Some(600)]);
        assert_eq!(RULES.agreed(&scores), None);
        let all = in_turn(&[Some(0); 500]);
        assert_eq!(Adjudication::default().agreed(&all), None);
    }

    #[test]
    fn nobody_agrees_with_himself() {
        let (plies, score) = (2, 500);
        let rules = Adjudication {
            win: Some(Agreement { plies, score }),
            draw: Some(Agreement { plies, score: 0 }),
            ..Adjudication::default()
        };
        let [one, two] = Side::ALL;
        for (score, outcome) in [(600, Outcome::Win(one)), (0, Outcome::Draw)] {
            let said = |movers: [Side; 3]| movers.map(|mover| (mover, Some(score)));
            assert_eq!(rules.agreed(&said([two, one, one])), None);
            assert_eq!(rules.agreed(&said([one, one, two])), Some(outcome));
        }
    }

    #[test]
    fn scores_are_turned_to_player_one() {
        assert_eq!(for_player_one(Side::One, Value::Cp(30)), 30);
        assert_eq!(for_player_one(Side::Two, Value::Cp(30)), -30);
        assert_eq!(for_player_one(Side::Two, Value::Mate(-3)), MATE);
        assert_eq!(for_player_one(Side::One, Value::Cp(i32::MIN)), -MATE);
    }
}
