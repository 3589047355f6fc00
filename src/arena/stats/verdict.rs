//! The test of a match while games come in: the first ratio beyond a bound decides, and what comes
//! after it, as from games that were under way, changes nothing.

use std::fmt;

use super::sprt::{Decision, Model, Sprt};
use super::tally::Tally;

/// A test and what it has decided.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    sprt: Sprt,
    /// What it has decided, and after how many games.
    verdict: Option<(Decision, u64)>,
}

impl Test {
    /// A test that has seen nothing yet.
    #[must_use]
    pub fn new(sprt: Sprt) -> Test {
        Test {
            sprt,
            verdict: None,
        }
    }

    /// Looks at the tally after so many games, unless the test is decided.
    pub fn look(&mut self, tally: &Tally, games: u64) {
        if self.verdict.is_none() {
            let decision = self.sprt.decision(self.sprt.llr(&tally.pairs));
            self.verdict = decision.map(|decision| (decision, games));
        }
    }

    /// Whether it is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    /// The ratio of the tally, and the bounds.
    pub(super) fn ratio(&self, tally: &Tally) -> String {
        let (lower, upper) = self.sprt.bounds();
        let ratio = self.sprt.llr(&tally.pairs);
        format!("LLR {ratio:.2} ({lower:.2}, {upper:.2})")
    }

    /// The hypotheses, as they stand in the table, and their unit where it is not the usual one.
    pub(super) fn hypotheses(&self) -> String {
        let Sprt {
            elo0, elo1, model, ..
        } = self.sprt;
        match model {
            Model::Logistic => format!("[{elo0}, {elo1}]"),
            Model::Normalised => format!("[{elo0}, {elo1}] normalised"),
        }
    }
}

impl fmt::Display for Test {
    /// The verdict.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict {
            None => f.write_str("undecided"),
            Some((decision, games)) => write!(f, "{decision} after {games} games"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::{Fixture, Format, Shard, fixtures};
    use crate::arena::stats::standings::{GameResult, Standings};
    use crate::play::record::Termination;
    use crate::rules::Outcome;

    #[test]
    fn a_decided_test_stays_decided() {
        let games: Vec<Fixture> = fixtures(Format::RoundRobin, 2, 9, Shard::WHOLE).collect();
        let sprt = Sprt::new([0.0, 100.0, 0.3, 0.3], Default::default()).expect("a test");
        let counted = |won: usize| {
            let mut standings = Standings::new(vec!["a".to_owned(), "b".to_owned()]);
            standings.test(sprt);
            // The first engine wins so many games, then loses all that were under way.
            for (number, &game) in games.iter().enumerate() {
                let first = game.side_of_first();
                let winner = if number < won { first } else { !first };
                standings.add(&GameResult {
                    fixture: game,
                    outcome: Some(Outcome::Win(winner)),
                    termination: Termination::Rules,
                    culprit: None,
                    opening: 0,
                    game: game.id() as u64,
                });
            }
            standings
        };
        let mut decided = counted(10);
        let table = decided.table();
        assert!(decided.is_decided());
        assert!(table.contains(", H1 accepted after 8 games\n"), "{table}");
        // Where the order of the games is not known, all of them are one look.
        decided.test(sprt);
        assert!(!decided.is_decided());
        assert!(decided.table().contains(", undecided\n"));
        assert!(counted(0).table().contains(", H0 accepted after "));
    }
}
