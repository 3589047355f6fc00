//! What is agreed before a match: enough to tell whether two records belong to one schedule.

use std::ffi::OsStr;
use std::fmt::Display;
use std::iter;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::arena::engine::spec::EngineSpec;
use crate::arena::fingerprint::fingerprint;
use crate::arena::game::adjudicate::{Adjudication, Agreement};
use crate::arena::schedule::TournamentFormat;
use crate::arena::schedule::openings::{Openings, RandomOpenings};
use crate::arena::stats::sprt::Sprt;
use crate::time_control::TimeControl;

/// The plan of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// The number of rounds.
    pub rounds: usize,
    /// The pace of engines without their own.
    pub pace: TimeControl,
    /// How late answers may be; `None` in records of old programs, which do not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
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

/// From when on an answer is too late: what loses a game in one match must not be forgiven in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Milliseconds a move may be late.
    pub margin: u64,
    /// Seconds for a move that neither clock nor time for a move limits.
    pub longest_think: u64,
    /// Seconds for any other answer.
    pub patience: u64,
}

/// So many openings of an endless list tell it apart from others.
const SAMPLE: usize = 32;

impl Plan {
    /// A number that two matches share exactly when their games can be counted together: the same
    /// engines by name, options, pace, the name of the program and its arguments, the same openings,
    /// times and ends of games. Programs may lie in different folders, and a match may be made longer.
    #[must_use]
    pub fn fingerprint(&self, openings: &mut Openings) -> String {
        let openings: Vec<String> = openings
            .sample(SAMPLE)
            .iter()
            .map(ToString::to_string)
            .collect();
        let agreed: Vec<String> = self
            .agreed()
            .into_iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let parts = agreed.iter().chain(&openings).map(String::as_str);
        format!("{:016x}", fingerprint(parts))
    }

    /// Everything but the openings that games to be counted together have in common, by its name on
    /// the command line.
    fn agreed(&self) -> Vec<(String, String)> {
        let Plan {
            game,
            engines,
            format,
            pace,
            times,
            adjudication:
                Adjudication {
                    max_plies,
                    win,
                    draw,
                },
            check_result,
            random_openings,
            sprt,
            rounds: _,
        } = self;
        let mut agreed = vec![("--game".to_owned(), game.clone())];
        for (number, engine) in (1..).zip(engines) {
            agreed.push((format!("--engine {number}"), described(engine, *pace)));
        }
        let gauntlet = *format == TournamentFormat::Gauntlet;
        let agreement = |agreement: &Option<Agreement>| {
            or_dash(agreement.map(|Agreement { plies, score }| format!("{plies} {score}")))
        };
        let random = random_openings.as_ref();
        let time = |of: fn(&Times) -> u64| or_dash(times.as_ref().map(of));
        let mut say = |name: &str, value: String| agreed.push((name.to_owned(), value));
        say("--gauntlet", yes_no(gauntlet));
        say("--margin", time(|times| times.margin));
        say("--longest-think", time(|times| times.longest_think));
        say("--patience", time(|times| times.patience));
        say("--max-plies", max_plies.to_string());
        say("--win-agreement", agreement(win));
        say("--draw-agreement", agreement(draw));
        say("--no-result-check", yes_no(!check_result));
        say("--random-plies", or_dash(random.map(|random| random.plies)));
        say("--seed", or_dash(random.map(|random| random.seed)));
        say(
            "--balance",
            or_dash(random.and_then(|random| random.balance)),
        );
        say("--sprt", or_dash(*sprt));
        agreed
    }

    /// What is agreed otherwise in another plan, a line each: the name on the command line, the value
    /// there and the value here. Empty if only the openings can differ.
    #[must_use]
    pub fn differences(&self, there: &Plan) -> Vec<String> {
        let (here, there) = (self.agreed(), there.agreed());
        let find = |list: &[(String, String)], name: &str| {
            let found = list.iter().find(|(other, _)| other == name);
            or_dash(found.map(|(_, value)| value))
        };
        let only_there = there
            .iter()
            .filter(|(name, _)| !here.iter().any(|(other, _)| other == name));
        here.iter()
            .chain(only_there)
            .map(|(name, _)| (name, find(&there, name), find(&here, name)))
            .filter(|(_, there, here)| there != here)
            .map(|(name, there, here)| format!("{name}: {there} in the record, {here} now"))
            .collect()
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

/// An engine as far as it matters, at its own pace or else this one.
fn described(engine: &EngineSpec, pace: TimeControl) -> String {
    let EngineSpec {
        name,
        program,
        arguments,
        options,
        ..
    } = engine;
    let options: Vec<String> = options
        .iter()
        .map(|(name, value)| format!("option.{name}={value} "))
        .collect();
    let pace = engine.pace.unwrap_or(pace);
    let command = iter::once(file_name(program)).chain(arguments.iter().map(String::as_str));
    let command: Vec<String> = command.map(word).collect();
    format!(
        "name={name} {}{pace} {}",
        options.concat(),
        command.join(" ")
    )
}

/// The name of a program, whatever folder it lies in.
fn file_name(program: &str) -> &str {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.unwrap_or(program)
}

/// A word of a command, in quotes where its ends would not be seen.
fn word(text: &str) -> String {
    if text.is_empty() || text.contains(char::is_whitespace) {
        format!("'{text}'")
    } else {
        text.to_owned()
    }
}

/// A value as it is written, a dash for none.
fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn yes_no(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
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
            format: TournamentFormat::RoundRobin,
            rounds: 10,
            pace: TimeControl::parse("nodes=100").expect("a pace"),
            times: Some(Times {
                margin: 50,
                longest_think: 300,
                patience: 20,
            }),
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
        assert_eq!(base.differences(&longer), Vec::<String>::new());
        let opening = "startpos moves a1".parse().expect("an opening");
        assert_ne!(
            of(&base),
            base.fingerprint(&mut Openings::listed(vec![opening]))
        );
    }

    #[test]
    fn the_difference_of_two_plans_is_named() {
        let base = plan();
        let mut others = vec![base.clone(); 13];
        others[0].engines[1].name = "c".to_owned();
        others[1].pace = TimeControl::parse("nodes=101").expect("a pace");
        others[2].engines[1].options = vec![("Hash".to_owned(), "1".to_owned())];
        others[3].adjudication.max_plies = 10;
        others[4].engines.pop();
        others[5].sprt = Sprt::new([0.0, 5.0, 0.05, 0.05], Default::default()).ok();
        others[6].random_openings = Some(RandomOpenings {
            plies: 4,
            seed: 7,
            balance: None,
        });
        others[7].engines[1].program = "/there/z".to_owned();
        others[8].engines[1].arguments = ["--level", "a b"].map(str::to_owned).to_vec();
        let times = base.times.expect("there");
        others[9].times = Some(Times {
            margin: 5000,
            ..times
        });
        others[10].times = Some(Times {
            longest_think: 1,
            ..times
        });
        others[11].times = Some(Times {
            patience: 2,
            ..times
        });
        others[12].times = None;
        let expected = [
            "--engine 2: name=c nodes=100 y in the record, name=b nodes=100 y now",
            "--engine 1: name=a nodes=101 x in the record, name=a nodes=100 x now",
            "--engine 2: name=b option.Hash=1 nodes=100 y in the record, name=b nodes=100 y now",
            "--max-plies: 10 in the record, 400 now",
            "--engine 2: - in the record, name=b nodes=100 y now",
            "--sprt: 0 5 0.05 0.05 in the record, - now",
            "--random-plies: 4 in the record, - now",
            "--engine 2: name=b nodes=100 z in the record, name=b nodes=100 y now",
            "--engine 2: name=b nodes=100 y --level 'a b' in the record, name=b nodes=100 y now",
            "--margin: 5000 in the record, 50 now",
            "--longest-think: 1 in the record, 300 now",
            "--patience: 2 in the record, 20 now",
            "--margin: - in the record, 50 now",
        ];
        for (other, expected) in others.iter().zip(expected) {
            assert_ne!(of(other), of(&base), "{expected}");
            assert_eq!(base.differences(other)[0], expected);
        }
    }
}
