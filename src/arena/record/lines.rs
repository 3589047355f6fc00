//! The lines of a record: the plan of the match first, then who plays and what was played.

use serde::{Deserialize, Serialize};

use crate::arena::ending::{GameEnd, Reason};
use crate::arena::game::{Played, Ply};
use crate::arena::runner::Finished;
use crate::arena::schedule::{Fixture, Pair, Shard};
use crate::arena::stats::standings::GameResult;
use crate::rules::{Side, WordError, quote};
use crate::search::Value;

use super::plan::Plan;

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What [`Plan::fingerprint`] gives.
    pub schedule: String,
    /// The part of the schedule that is played.
    pub shard: Shard,
    /// The plan.
    pub plan: Plan,
}

/// A line that every run begins with: who writes from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunnerLine {
    pub(super) runner: Runner,
}

/// How every [`RunnerLine`] begins.
pub(super) const RUNNER: &str = "{\"runner\":";

/// How every [`GameLine`] begins.
pub(super) const GAME: &str = "{\"id\":";

/// Who plays the games of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runner {
    /// The name of the machine.
    pub host: String,
    /// The id of the process.
    pub process: u32,
    /// The rounds it wants to be played: a match can be made longer.
    pub rounds: usize,
}

impl Runner {
    /// This process, which wants so many rounds to be played.
    #[must_use]
    pub fn here(rounds: usize) -> Runner {
        Runner {
            host: host(),
            process: std::process::id(),
            rounds,
        }
    }
}

#[cfg(unix)]
fn host() -> String {
    let uname = rustix::system::uname();
    uname.nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the game in the schedule, from 1.
    pub id: usize,
    /// The numbers of the engines that are player 1 and player 2.
    pub players: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// As after the word `position`.
    pub opening: String,
    /// `p1win`, `p2win`, `draw` or `void`.
    pub result: String,
    /// How it ended.
    pub reason: Reason,
    /// `p1` or `p2`, if one of them failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<String>,
    /// What happened, if more than the reason says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The moves after the opening.
    pub moves: Vec<MoveLine>,
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLine {
    /// The token.
    pub token: String,
    /// `cp N` or `mate N`, for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// In plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: u64,
}

/// The result of a void game.
const VOID: &str = "void";

impl GameLine {
    /// What is kept of a game.
    #[must_use]
    pub fn of(game: &Finished, names: &[String]) -> GameLine {
        let players = game.fixture.players();
        let Played { plies, ending } = &game.played;
        GameLine {
            id: game.fixture.id(),
            players,
            names: players.map(|number| names.get(number).cloned().unwrap_or_default()),
            opening: game.opening.to_string(),
            result: ending
                .outcome
                .map_or_else(|| VOID.to_owned(), |outcome| outcome.to_string()),
            reason: ending.reason,
            culprit: ending.culprit.map(|side| side.to_string()),
            detail: ending.detail.clone(),
            moves: plies.iter().map(MoveLine::of).collect(),
        }
    }

    /// The name of the engine that failed.
    #[must_use]
    pub fn who_failed(&self) -> &str {
        let [one, two] = &self.names;
        match self.culprit.as_deref() {
            None => "nobody",
            Some(word) if word == Side::One.word() => one,
            Some(_) => two,
        }
    }

    /// What is counted of the game in a match of this plan and so many rounds.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn result(&self, header: &Header, rounds: usize) -> Result<GameResult, String> {
        let fixture = self.fixture(header, rounds)?;
        let outcome = match self.result.as_str() {
            VOID => None,
            word => Some(word.parse().map_err(|error: WordError| {
                let word = quote(word);
                format!("result '{word}': expected {} or void", error.expected)
            })?),
        };
        let culprit = match self.culprit.as_deref() {
            None => None,
            Some(word) => Some(
                word.parse()
                    .map_err(|error: WordError| format!("culprit {error}"))?,
            ),
        };
        let ending = GameEnd {
            outcome,
            reason: self.reason,
            culprit,
            detail: String::new(),
        };
        let tokens = self.moves.iter().map(|m| m.token.as_str());
        Ok(GameResult::new(fixture, &ending, &self.opening, tokens))
    }

    fn fixture(&self, header: &Header, rounds: usize) -> Result<Fixture, String> {
        let Header { shard, plan, .. } = header;
        let pairings = plan.format.pairings(plan.engines.len());
        let count = pairings.len();
        let last = rounds.saturating_mul(count).saturating_mul(2);
        if self.id == 0 || self.id > last {
            return Err(format!(
                "game {}: expected a number from 1 to {last}",
                self.id
            ));
        }
        let (number, reversed) = ((self.id - 1) / 2, self.id.is_multiple_of(2));
        let &(first, second) = pairings.get(number % count).ok_or("no pairings")?;
        let pair = Pair {
            number,
            first,
            second,
            opening: number / count,
        };
        if !shard.holds(&pair) {
            return Err(format!("game {}: not of part {shard}", self.id));
        }
        let fixture = Fixture { pair, reversed };
        if fixture.players() != self.players {
            return Err(format!(
                "game {}: players {:?} are not those of the schedule",
                self.id, self.players
            ));
        }
        Ok(fixture)
    }
}

impl MoveLine {
    fn of(ply: &Ply) -> MoveLine {
        MoveLine {
            token: ply.token.clone(),
            score: ply.score.as_ref().map(Value::to_string),
            depth: ply.depth,
            nodes: ply.nodes,
            ms: u64::try_from(ply.elapsed.as_millis()).unwrap_or(u64::MAX),
        }
    }
}
