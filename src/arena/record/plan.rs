//! What is agreed before a match: enough to tell whether two records belong to one schedule.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::arena::engine::pace::Pace;
use crate::arena::engine::spec::EngineSpec;
use crate::arena::game::adjudicate::Adjudication;
use crate::arena::schedule::Format;
use crate::arena::schedule::openings::{Openings, RandomOpenings};
use crate::arena::stats::sprt::Sprt;

/// The plan of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// The number of rounds.
    pub rounds: usize,
    /// The pace of engines without their own.
    pub pace: Pace,
    /// When games are ended from outside.
    pub adjudication: Adjudication,
    /// Whether the engines are asked for the result at the end.
    pub check_result: bool,
    /// How random openings are made; `None` for openings from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_openings: Option<RandomOpenings>,
    /// The test that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// So many openings of an endless list tell it apart from others.
const SAMPLE: usize = 32;

impl Plan {
    /// A number that two matches share exactly when their games can be counted together: the same
    /// engines by name, options and pace, the same openings and ends of games. Programs may lie in
    /// different places, and a match may be made longer.
    #[must_use]
    pub fn fingerprint(&self, openings: &mut Openings) -> String {
        let mut text = String::new();
        let Plan {
            game,
            engines,
            format,
            pace,
            adjudication,
            check_result,
            random_openings,
            sprt,
            rounds: _,
        } = self;
        for engine in engines {
            let pace = engine.pace.unwrap_or(*pace);
            let _ = writeln!(text, "{:?} {:?} {pace}", engine.name, engine.options);
        }
        let _ = writeln!(text, "{game} {format:?} {adjudication:?} {check_result}");
        let _ = writeln!(text, "{random_openings:?} {sprt:?}");
        for opening in openings.sample(SAMPLE) {
            let _ = writeln!(text, "{opening}");
        }
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        let pairs = self.format.pairings(self.engines.len()).len();
        // A record may tell of any number of rounds.
        self.rounds.saturating_mul(pairs).saturating_mul(2)
    }

    /// The names of the engines.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.engines
            .iter()
            .map(|engine| engine.name.clone())
            .collect()
    }
}

/// The 64-bit hash of Fowler, Noll and Vo: the same on every machine and in every version.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn plan() -> Plan {
        Plan {
            game: "dvonn".to_owned(),
            engines: ["name=a x", "name=b y"]
                .map(|spec| EngineSpec::parse(spec).expect("a good description"))
                .to_vec(),
            format: Format::RoundRobin,
            rounds: 10,
            pace: Pace::parse("nodes=100").expect("a pace"),
            adjudication: Adjudication::default(),
            check_result: true,
            random_openings: None,
            sprt: None,
        }
    }

    fn of(plan: &Plan) -> String {
        plan.fingerprint(&mut Openings::listed(Vec::new()))
    }

    #[test]
    fn a_plan_is_told_by_what_changes_its_games() {
        let base = plan();
        let mut longer = base.clone();
        longer.rounds = 20;
        longer.engines[0].program = "/elsewhere/x".to_owned();
        assert_eq!(of(&base), of(&longer));
        let mut others = vec![base.clone(); 4];
        others[0].engines[1].name = "c".to_owned();
        others[1].pace = Pace::parse("nodes=101").expect("a pace");
        others[2].engines[1].options = vec![("Hash".to_owned(), "1".to_owned())];
        others[3].adjudication.max_plies = 10;
        assert!(others.iter().all(|other| of(other) != of(&base)));
        let opening = "startpos moves a1".parse().expect("an opening");
        assert_ne!(
            of(&base),
            base.fingerprint(&mut Openings::listed(vec![opening]))
        );
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
