//! One game between two engines, from the opening to its end, whatever the end is.

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::rules::{Outcome, Side};
use crate::ugi::command::{Command, Start};
use crate::ugi::reply::{Info, Reply, Scale};

use super::adjudicate::{Adjudication, for_player_one};
use super::engine::{Engine, EngineError};
use super::pace::Pace;
use super::referee::Referee;

/// How a game ended, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// By its rules.
    Rules,
    /// As a draw by the greatest number of plies.
    MaxPlies,
    /// By agreement of the scores.
    Agreement,
    /// By an illegal move.
    Illegal,
    /// Because an engine ended or closed its output.
    Crash,
    /// Because an engine did not answer at all.
    Stall,
    /// Because an answer came too late.
    Time,
    /// Because of a line that breaks the protocol.
    Protocol,
    /// Because an engine could not be started.
    Start,
    /// Because an engine has a wrong idea of the result.
    WrongResult,
    /// Because the engines do not agree on a game whose rules we do not know.
    Disagreement,
}

impl Word {
    /// Whether an engine failed.
    #[must_use]
    pub fn is_failure(self) -> bool {
        !matches!(self, Word::Rules | Word::MaxPlies | Word::Agreement)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Word::Rules => "rules",
            Word::MaxPlies => "max-plies",
            Word::Agreement => "agreement",
            Word::Illegal => "illegal",
            Word::Crash => "crash",
            Word::Stall => "stall",
            Word::Time => "time",
            Word::Protocol => "protocol",
            Word::Start => "start",
            Word::WrongResult => "wrong-result",
            Word::Disagreement => "disagreement",
        })
    }
}

/// What ended a game against its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Who loses by it; `None` when that cannot be said and the game is void.
    pub side: Option<Side>,
    /// What it is called.
    pub word: Word,
    /// What happened.
    pub detail: String,
}

impl Fault {
    /// A fault of `side`.
    #[must_use]
    pub fn by(side: Side, word: Word, detail: String) -> Fault {
        let side = Some(side);
        Fault { side, word, detail }
    }

    /// A fault for which no side is to blame.
    #[must_use]
    pub fn nobodys(word: Word, detail: String) -> Fault {
        let side = None;
        Fault { side, word, detail }
    }

    /// What the engine of `side` did instead of answering.
    #[must_use]
    pub fn of(side: Side, error: &EngineError) -> Fault {
        let word = match error {
            EngineError::Gone { .. } => Word::Crash,
            EngineError::Silent { .. } => Word::Stall,
            EngineError::LongLine { .. } | EngineError::BadLine(_) => Word::Protocol,
            EngineError::Start { .. }
            | EngineError::NoOption { .. }
            | EngineError::NoGame { .. } => Word::Start,
        };
        Fault::by(side, word, error.to_string())
    }
}

/// What a game is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The id of the game.
    pub game: String,
    /// Time an answer may be late.
    pub margin: Duration,
    /// How long an engine may think that neither clock nor time for a move limits.
    pub longest_think: Duration,
    /// When the game is ended from outside.
    pub adjudication: Adjudication,
    /// Whether the engines are asked for the result at the end.
    pub check_result: bool,
}

/// A move and what its engine said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The token.
    pub token: String,
    /// The player.
    pub mover: Side,
    /// The value for the player.
    pub score: Option<Scale>,
    /// The last iteration in plies.
    pub depth: Option<i32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The time until the answer came.
    pub elapsed: Duration,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The moves after the opening.
    pub plies: Vec<Ply>,
    /// The result; `None` for a void game.
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub word: Word,
    /// Who failed.
    pub culprit: Option<Side>,
    /// What happened, if more than the word says.
    pub detail: String,
}

impl Played {
    /// A game that a fault ended after these moves.
    #[must_use]
    pub fn faulty(plies: Vec<Ply>, fault: Fault) -> Played {
        Played {
            plies,
            outcome: fault.side.map(|side| Outcome::Win(!side)),
            word: fault.word,
            culprit: fault.side,
            detail: fault.detail,
        }
    }
}

/// Plays a game from the opening; `engines` and `paces` are those of player 1 and player 2.
pub fn play(
    rules: &Rules,
    engines: [&mut Engine; 2],
    paces: [Pace; 2],
    start: &Start,
    opening: &[String],
) -> Played {
    let mut game = Game {
        rules,
        engines,
        paces,
        left: paces.map(|pace| pace.clock.map(|clock| Duration::from_millis(clock.base))),
        referee: Referee::of(&rules.game),
        start,
        moves: opening.to_vec(),
        plies: Vec::new(),
        scores: Vec::new(),
    };
    let ended = game.run();
    let plies = game.plies;
    match ended {
        Ok((outcome, word)) => Played {
            plies,
            outcome: Some(outcome),
            word,
            culprit: None,
            detail: String::new(),
        },
        Err(fault) => Played::faulty(plies, fault),
    }
}

struct Game<'a> {
    rules: &'a Rules,
    engines: [&'a mut Engine; 2],
    paces: [Pace; 2],
    left: [Option<Duration>; 2],
    referee: Referee,
    start: &'a Start,
    moves: Vec<String>,
    plies: Vec<Ply>,
    scores: Vec<Option<i32>>,
}

impl Game<'_> {
    fn run(&mut self) -> Result<(Outcome, Word), Fault> {
        let set = self.referee.set(self.start, &self.moves);
        set.map_err(|error| Fault::nobodys(Word::Start, format!("the opening: {error}")))?;
        for (engine, side) in self.engines.iter_mut().zip([Side::One, Side::Two]) {
            engine.new_game().map_err(|error| Fault::of(side, &error))?;
        }
        loop {
            let standing = self
                .referee
                .standing(&mut self.engines, self.start, &self.moves)?;
            if let Some(outcome) = standing.outcome {
                if self.rules.check_result {
                    let (engines, start) = (&mut self.engines, self.start);
                    self.referee
                        .check_claims(engines, start, &self.moves, outcome)?;
                }
                return Ok((outcome, Word::Rules));
            }
            if self.moves.len() >= self.rules.adjudication.max_plies {
                return Ok((Outcome::Draw, Word::MaxPlies));
            }
            if let Some(outcome) = self.rules.adjudication.agreed(&self.scores) {
                return Ok((outcome, Word::Agreement));
            }
            let ply = self.ply(standing.turn)?;
            self.referee.play(ply.mover, &ply.token)?;
            let score = ply.score.map(|score| for_player_one(ply.mover, score));
            self.scores.push(score);
            self.moves.push(ply.token.clone());
            self.plies.push(ply);
        }
    }

    /// Lets `mover` think and takes the time off his clock.
    fn ply(&mut self, mover: Side) -> Result<Ply, Fault> {
        let [pace_one, pace_two] = self.paces;
        let increments = [pace_one, pace_two].map(|pace| pace.clock.map_or(0, |c| c.increment));
        let [engine_one, engine_two] = &mut self.engines;
        let [left_one, left_two] = &mut self.left;
        let both = [*left_one, *left_two];
        let (engine, pace, left, increment) = match mover {
            Side::One => (engine_one, pace_one, left_one, increments.first()),
            Side::Two => (engine_two, pace_two, left_two, increments.last()),
        };
        let fault = |error: &EngineError| Fault::of(mover, error);
        engine.send(&Command::Position {
            start: self.start.clone(),
            moves: self.moves.clone(),
        });
        engine.ready().map_err(|error| fault(&error))?;
        let begun = Instant::now();
        engine.send(&Command::Go(pace.go(mover, both, increments)));
        let allowed = pace.allowed(*left);
        let thought = think(engine, begun, allowed, self.rules).map_err(|error| fault(&error))?;
        if let Some(limit) = thought.late {
            let (limit, took) = (limit.as_millis(), thought.elapsed.as_millis());
            let detail = format!("{took} ms of {limit} ms");
            return Err(Fault::by(mover, Word::Time, detail));
        }
        if let Some(left) = left {
            let increment = Duration::from_millis(increment.copied().unwrap_or_default());
            *left = left.saturating_sub(thought.elapsed) + increment;
        }
        Ok(Ply {
            token: thought.token,
            mover,
            score: thought.info.score.map(|value| value.scale),
            depth: thought.info.depth,
            nodes: thought.info.nodes,
            elapsed: thought.elapsed,
        })
    }
}

/// An answer to `go`.
struct Thought {
    token: String,
    info: Info,
    elapsed: Duration,
    /// The time allowed, when the answer came after it.
    late: Option<Duration>,
}

/// How long a late engine may take to obey `stop` before it counts as stalled.
const GRACE: Duration = Duration::from_secs(2);

fn think(
    engine: &mut Engine,
    begun: Instant,
    allowed: Option<Duration>,
    rules: &Rules,
) -> Result<Thought, EngineError> {
    let mut info = Info::default();
    let limit = allowed.map_or(rules.longest_think, |time| time + rules.margin);
    let mut deadline = begun + limit;
    let mut stopped = false;
    loop {
        let Some((at, reply)) = engine.listen("bestmove", deadline)? else {
            if stopped {
                return Err(engine.silent("bestmove", begun.elapsed()));
            }
            // An engine that is merely late can go on with the next game.
            engine.send(&Command::Stop);
            stopped = true;
            deadline = Instant::now() + GRACE;
            continue;
        };
        match reply {
            Reply::Info(news) if news.multi_pv.unwrap_or(1) == 1 => merge(&mut info, &news),
            Reply::BestMove(token) => {
                let elapsed = at.saturating_duration_since(begun);
                let late = (elapsed > limit).then_some(allowed.unwrap_or(limit));
                return Ok(Thought {
                    token,
                    info,
                    elapsed,
                    late,
                });
            }
            _ => {}
        }
    }
}

/// Keeps what is newer; a line without a score does not take the score away.
fn merge(info: &mut Info, news: &Info) {
    info.score = news.score.or(info.score);
    info.depth = news.depth.or(info.depth);
    info.nodes = news.nodes.or(info.nodes);
}
