//! One game between two engines, from the opening to its end, whatever the end is.

pub mod adjudicate;
pub mod referee;

use std::time::{Duration, Instant};

use crate::play::record::{GameRecord, MoveRecord, Termination};
use crate::rules::{Outcome, Side};
use crate::search::BoundedValue;
use crate::time_control::TimeControl;
use crate::ugi::command::{Command, Start};
use crate::ugi::reply::{Info, Reply};

use crate::arena::ending::GameFault;
use crate::arena::engine::{Engine, EngineError};
use crate::arena::game::adjudicate::Adjudication;
use crate::arena::game::referee::Referee;

/// What a game is played by.
#[derive(Clone, Debug)]
pub struct MatchRules {
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

/// Plays a game from the opening. The record lacks only the players' names; `engines` and `paces` are
/// those of player 1 and player 2. The engines know already that another game begins.
pub fn play(
    terms: &MatchRules,
    engines: [&mut Engine; 2],
    paces: [TimeControl; 2],
    start: &Start,
    opening: &[String],
) -> GameRecord {
    let mut game = GameRun {
        terms,
        engines,
        paces,
        made: [0; 2],
        left: paces.map(|pace| pace.clock.map(|clock| Duration::from_millis(clock.base))),
        referee: Referee::of(&terms.game),
        start,
        moves: opening.to_vec(),
        record: GameRecord {
            game: terms.game.clone(),
            fen: start.fen().map(str::to_owned),
            opening_plies: opening.len(),
            moves: opening.iter().map(MoveRecord::new).collect(),
            ..GameRecord::default()
        },
        scores: Vec::new(),
    };
    let (outcome, termination, detail) = match game.run() {
        Ok((outcome, termination)) => (Some(outcome), termination, String::new()),
        // The side at fault loses; without one the game is void.
        Err(fault) => {
            let outcome = fault.side.map(|side| Outcome::Win(!side));
            (outcome, fault.termination, fault.detail)
        }
    };
    GameRecord {
        outcome,
        termination: Some(termination),
        detail,
        ..game.record
    }
}

struct GameRun<'a> {
    terms: &'a MatchRules,
    engines: [&'a mut Engine; 2],
    paces: [TimeControl; 2],
    /// Moves each player has made since the opening.
    made: [u32; 2],
    left: [Option<Duration>; 2],
    referee: Referee,
    start: &'a Start,
    moves: Vec<String>,
    record: GameRecord,
    /// The scores after the opening, each for the side that moved.
    scores: Vec<(Side, Option<BoundedValue>)>,
}

impl GameRun<'_> {
    fn run(&mut self) -> Result<(Outcome, Termination), GameFault> {
        let set = self.referee.set(self.start, &self.moves);
        set.map_err(|error| {
            GameFault::without_culprit(Termination::Start, format!("the opening: {error}"))
        })?;
        loop {
            let standing = self
                .referee
                .standing(&mut self.engines, self.start, &self.moves)?;
            if let Some(outcome) = standing.outcome {
                if self.terms.check_result {
                    let (engines, start) = (&mut self.engines, self.start);
                    self.referee
                        .check_claims(engines, start, &self.moves, outcome)?;
                }
                return Ok((outcome, Termination::Rules));
            }
            if self.moves.len() >= self.terms.adjudication.max_plies {
                return Ok((Outcome::Draw, Termination::MaxPlies));
            }
            if let Some(outcome) = self.terms.adjudication.agreed(&self.scores) {
                return Ok((outcome, Termination::Agreement));
            }
            let mover = standing.turn;
            let played = self.ply(mover)?;
            self.referee.play(mover, &played.token)?;
            self.scores.push((mover, played.score));
            self.moves.push(played.token.clone());
            self.record.moves.push(played);
        }
    }

    /// Lets `mover` think and takes the time off their clock. It runs from the `isready`, so that an
    /// engine cannot think before its `readyok` for free.
    fn ply(&mut self, mover: Side) -> Result<MoveRecord, GameFault> {
        let [pace_one, pace_two] = self.paces;
        let increments = [pace_one, pace_two].map(|pace| pace.clock.map_or(0, |c| c.increment));
        let [engine_one, engine_two] = &mut self.engines;
        let [left_one, left_two] = &mut self.left;
        let both = [*left_one, *left_two];
        let begun = Instant::now();
        let [made_one, made_two] = &mut self.made;
        let (engine, pace, left, made) = match mover {
            Side::One => (engine_one, pace_one, left_one, made_one),
            Side::Two => (engine_two, pace_two, left_two, made_two),
        };
        let fault = |error: &EngineError| GameFault::of(mover, error);
        engine.send(&Command::Position {
            start: self.start.clone(),
            moves: self.moves.clone(),
        });
        engine.ready().map_err(|error| fault(&error))?;
        let prepared = begun.elapsed();
        let [one, two] = both;
        let both = match mover {
            Side::One => [one.map(|left| left.saturating_sub(prepared)), two],
            Side::Two => [one, two.map(|left| left.saturating_sub(prepared))],
        };
        engine.send(&Command::Go(pace.go(mover, *made, both, increments)));
        let allowed = pace.allowed(*left);
        let answer = search(engine, begun, allowed, self.terms).map_err(|error| fault(&error))?;
        if let Some(limit) = answer.late {
            let (limit, took) = (limit.as_millis(), answer.elapsed.as_millis());
            let detail = format!("{took} ms of {limit} ms");
            return Err(GameFault::by(mover, Termination::Time, detail));
        }
        *made += 1;
        if let (Some(left), Some(clock)) = (left, pace.clock) {
            let given = Duration::from_millis(clock.after_move(*made));
            *left = left.saturating_sub(answer.elapsed) + given;
        }
        Ok(MoveRecord {
            score: answer.info.score,
            depth: answer.info.depth,
            nodes: answer.info.nodes,
            time: Some(answer.elapsed),
            ..MoveRecord::new(answer.token)
        })
    }
}

/// An answer to `go`.
struct GoAnswer {
    token: String,
    info: Info,
    elapsed: Duration,
    /// The time allowed, when the answer came after it.
    late: Option<Duration>,
}

/// How long a late engine may take to obey `stop` before it counts as stalled.
const GRACE: Duration = Duration::from_secs(2);

fn search(
    engine: &mut Engine,
    begun: Instant,
    allowed: Option<Duration>,
    terms: &MatchRules,
) -> Result<GoAnswer, EngineError> {
    let mut info = Info::default();
    let limit = allowed.map_or(terms.longest_think, |time| time + terms.margin);
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
                return Ok(GoAnswer {
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
