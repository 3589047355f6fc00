//! The plan of a match. It decides whether two records belong to the same schedule.

use std::ffi::OsStr;
use std::fmt::Display;
use std::iter;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::adjudicate::{Adjudication, Agreement};
use crate::engine::Timeouts;
use crate::engine::spec::EngineSpec;
use crate::fingerprint::fingerprint;
use crate::schedule::TournamentFormat;
use crate::schedule::openings::{Openings, RandomOpenings};
use crate::stats::sprt::Sprt;
use ringstack_engine::time_control::TimeControl;

/// The plan of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineSpec>,
    /// The pairings.
    pub format: TournamentFormat,
    /// The number of rounds.
    pub rounds: usize,
    /// The time control of engines without their own.
    #[serde(rename = "pace")]
    pub time_control: TimeControl,
    /// The time limits of answers.
    pub times: Times,
    /// The conditions for adjudication.
    pub adjudication: Adjudication,
    /// Whether to ask the engines for the result at the end.
    pub check_result: bool,
    /// The parameters of random openings; `None` for openings from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_openings: Option<RandomOpenings>,
    /// The test that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// The time limits of answers. They are part of the plan because a late answer loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// The tolerance for late moves, in milliseconds.
    pub margin: u64,
    /// The limit of a move without a clock or a time per move, in seconds.
    #[serde(rename = "longest_think")]
    pub search_limit: u64,
    /// The limit of any other answer, in seconds.
    #[serde(rename = "patience")]
    pub answer_limit: u64,
}

impl Times {
    /// The limits of everything except searches.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        let limit = Duration::from_secs(self.answer_limit);
        Timeouts {
            start: limit,
            answer: limit,
            ..Timeouts::default()
        }
    }
}

impl Times {
    /// The tolerance for late moves, in milliseconds. With a time per move, nobody saves time, so a delay of the machine
    /// gives nobody an advantage.
    #[must_use]
    pub fn default_margin(mut controls: impl Iterator<Item = TimeControl> + Clone) -> u64 {
        let has_clock = controls.clone().any(|control| control.clock.is_some());
        if !has_clock && controls.any(|control| control.movetime.is_some()) {
            250
        } else {
            50
        }
    }
}

/// The number of openings that identify an endless list.
const SAMPLE: usize = 32;

impl Plan {
    /// Identifies the match. Two matches have the same fingerprint if their games can be counted
    /// together: the same engines (name, options, time control, file name and arguments of the program),
    /// openings, time limits and adjudication. Folders of programs and the number of rounds may differ.
    #[must_use]
    pub fn fingerprint(&self, openings: &mut Openings) -> String {
        let openings: Vec<String> = openings
            .sample(SAMPLE)
            .iter()
            .map(ToString::to_string)
            .collect();
        let settings: Vec<String> = self
            .shared_settings()
            .into_iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let parts = settings.iter().chain(&openings).map(String::as_str);
        format!("{:016x}", fingerprint(parts))
    }

    /// The settings that must be equal for games to be counted together, except the openings, by their
    /// names on the command line.
    fn shared_settings(&self) -> Vec<(String, String)> {
        let Plan {
            game,
            engines,
            format,
            time_control,
            times,
            adjudication:
                Adjudication {
                    max_plies,
                    win,
                    draw,
                    draw_after,
                    resign,
                },
            check_result,
            random_openings,
            sprt,
            rounds: _,
        } = self;
        let mut settings = vec![("--game".to_owned(), game.clone())];
        for (number, engine) in (1..).zip(engines) {
            settings.push((
                format!("--engine {number}"),
                described(engine, *time_control),
            ));
        }
        let gauntlet = *format == TournamentFormat::Gauntlet;
        let agreement = |agreement: &Option<Agreement>| {
            or_dash(agreement.map(|Agreement { plies, score }| format!("{plies} {score}")))
        };
        let random = random_openings.as_ref();
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        add("--gauntlet", yes_no(gauntlet));
        add("--margin", times.margin.to_string());
        add("--search-timeout", times.search_limit.to_string());
        add("--timeout", times.answer_limit.to_string());
        add("--max-plies", max_plies.to_string());
        add("--win-agreement", agreement(win));
        add("--draw-agreement", agreement(draw));
        add("--no-result-check", yes_no(!check_result));
        let plies = random.filter(|random| !random.setup);
        add("--random-plies", or_dash(plies.map(|random| random.plies)));
        add("--seed", or_dash(plies.map(|random| random.seed)));
        add(
            "--balance",
            or_dash(random.and_then(|random| random.balance)),
        );
        add("--sprt", or_dash(*sprt));
        // Without these, matches keep the fingerprint that earlier versions recorded.
        if let Some(random) = random.filter(|random| random.setup) {
            add("--random-setup", random.seed.to_string());
        }
        if *draw_after > 0 {
            add("--draw-after", draw_after.to_string());
        }
        if resign.is_some() {
            add("--resign", agreement(resign));
        }
        settings
    }

    /// The differences to the plan of a record, one line each: the name on the command line, the recorded
    /// value and the value here. Empty if at most the openings differ.
    #[must_use]
    pub fn differences(&self, recorded: &Plan) -> Vec<String> {
        let (here, recorded) = (self.shared_settings(), recorded.shared_settings());
        let find = |list: &[(String, String)], name: &str| {
            let found = list.iter().find(|(other, _)| other == name);
            or_dash(found.map(|(_, value)| value))
        };
        let only_recorded = recorded
            .iter()
            .filter(|(name, _)| !here.iter().any(|(other, _)| other == name));
        here.iter()
            .chain(only_recorded)
            .map(|(name, _)| (name, find(&recorded, name), find(&here, name)))
            .filter(|(_, recorded, here)| recorded != here)
            .map(|(name, recorded, here)| format!("{name}: {recorded} in the record, {here} now"))
            .collect()
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        let pairs = self.format.pairings(self.engines.len()).len();
        // A record may state any number of rounds.
        self.rounds.saturating_mul(pairs).saturating_mul(2)
    }

    /// The time control of the engine with this number.
    #[must_use]
    pub fn time_control(&self, engine: usize) -> TimeControl {
        let own = self.engines.get(engine).and_then(|spec| spec.time_control);
        own.unwrap_or(self.time_control)
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

/// The relevant settings of an engine as text; `common` is its time control if it has none of its own.
fn described(engine: &EngineSpec, common: TimeControl) -> String {
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
    let time_control = engine.time_control.unwrap_or(common);
    let command = iter::once(file_name(program)).chain(arguments.iter().map(String::as_str));
    let command: Vec<String> = command.map(word).collect();
    format!(
        "name={name} {}{time_control} {}",
        options.concat(),
        command.join(" ")
    )
}

/// The file name of a program without its folder.
fn file_name(program: &str) -> &str {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.unwrap_or(program)
}

/// A word of a command, in quotes if it is empty or has blanks.
fn word(text: &str) -> String {
    if text.is_empty() || text.contains(char::is_whitespace) {
        format!("'{text}'")
    } else {
        text.to_owned()
    }
}

/// The value as text, or a dash.
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
            time_control: TimeControl::parse("nodes=100").expect("a time control"),
            times: Times {
                margin: 50,
                search_limit: 300,
                answer_limit: 20,
            },
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
    fn a_fingerprint_depends_only_on_what_changes_the_games() {
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
    fn differences_between_plans_are_named() {
        let base = plan();
        let mut others = vec![base.clone(); 14];
        others[0].engines[1].name = "c".to_owned();
        others[1].time_control = TimeControl::parse("nodes=101").expect("a time control");
        others[2].engines[1].options = vec![("Hash".to_owned(), "1".to_owned())];
        others[3].adjudication.max_plies = 10;
        others[4].engines.pop();
        others[5].sprt = Sprt::new([0.0, 5.0, 0.05, 0.05], Default::default()).ok();
        others[6].random_openings = Some(RandomOpenings {
            plies: 4,
            setup: false,
            seed: 7,
            balance: None,
        });
        others[7].engines[1].program = "/there/z".to_owned();
        others[8].engines[1].arguments = ["--level", "a b"].map(str::to_owned).to_vec();
        others[9].times.margin = 5000;
        others[10].times.search_limit = 1;
        others[11].times.answer_limit = 2;
        others[12].adjudication.draw_after = 40;
        others[13].adjudication.resign = Some(Agreement {
            plies: 3,
            score: 600,
        });
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
            "--search-timeout: 1 in the record, 300 now",
            "--timeout: 2 in the record, 20 now",
            "--draw-after: 40 in the record, - now",
            "--resign: 3 600 in the record, - now",
        ];
        for (other, expected) in others.iter().zip(expected) {
            assert_ne!(of(other), of(&base), "{expected}");
            assert_eq!(base.differences(other)[0], expected);
        }
    }
}
