//! One game between two engines, from the opening to its end.

pub mod referee;

use ringstack_engine::clock::{self, Instant};
use std::time::Duration;

use ringstack_engine::play::record::{GameRecord, MoveRecord, Termination};
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::BoundedValue;
use ringstack_engine::time_control::TimeControl;
use ringstack_engine::ugi::command::{Command, Go, Start};
use ringstack_engine::ugi::reply::{Info, Reply};

use crate::ending::GameFault;
use crate::engine::processor_waits::WaitSnapshot;
use crate::engine::{Engine, EngineError};
use crate::game::referee::Referee;
use crate::plan::{Plan, Times};

/// Plays a game from the opening. The returned record lacks only the players' names. `engines` and
/// `controls` belong to player 1 and player 2. The engines must have received `uginewgame`.
pub fn play(
    plan: &Plan,
    engines: [&mut Engine; 2],
    controls: [TimeControl; 2],
    start: &Start,
    opening: &[String],
) -> GameRecord {
    let mut game = GameRun {
        plan,
        engines,
        controls,
        made: [0; 2],
        left: controls.map(|control| control.clock.map(|clock| Duration::from_millis(clock.base))),
        referee: Referee::of(&plan.game),
        start,
        moves: opening.to_vec(),
        record: GameRecord {
            game: plan.game.clone(),
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
    plan: &'a Plan,
    engines: [&'a mut Engine; 2],
    controls: [TimeControl; 2],
    /// The number of moves of each player since the opening.
    made: [u32; 2],
    /// The remaining time of each player with a clock.
    left: [Option<Duration>; 2],
    referee: Referee,
    start: &'a Start,
    moves: Vec<String>,
    record: GameRecord,
    /// The scores since the opening, each for the side that moved.
    scores: Vec<(Side, Option<BoundedValue>)>,
}

impl GameRun<'_> {
    fn run(&mut self) -> Result<(Outcome, Termination), GameFault> {
        let set = self.referee.set(self.start, &self.moves);
        set.map_err(|error| {
            GameFault::without_culprit(Termination::Start, format!("the opening: {error}"))
        })?;
        loop {
            let status = self
                .referee
                .status(&mut self.engines, self.start, &self.moves)?;
            if let Some(outcome) = status.outcome {
                if self.plan.check_result {
                    let (engines, start) = (&mut self.engines, self.start);
                    self.referee
                        .check_claims(engines, start, &self.moves, outcome)?;
                }
                return Ok((outcome, Termination::Rules));
            }
            if self.moves.len() >= self.plan.adjudication.max_plies {
                return Ok((Outcome::Draw, Termination::MaxPlies));
            }
            let adjudication = &self.plan.adjudication;
            if let Some(outcome) = adjudication.agreed(&self.scores, self.moves.len()) {
                return Ok((outcome, Termination::Agreement));
            }
            if let Some(loser) = adjudication.resigned(&self.scores) {
                return Ok((Outcome::Win(!loser), Termination::Resignation));
            }
            let mover = status.turn;
            let played = self.ply(mover)?;
            self.referee.play(mover, &played.token)?;
            self.scores.push((mover, played.score));
            self.moves.push(played.token.clone());
            self.record.moves.push(played);
        }
    }

    /// Lets `mover` search and deducts the time from their clock. The clock starts at `go`, as in other runners:
    /// `position` and `isready` have their own time limit.
    fn ply(&mut self, mover: Side) -> Result<MoveRecord, GameFault> {
        let [control_one, control_two] = self.controls;
        let increments = self
            .controls
            .map(|control| control.clock.map_or(0, |c| c.increment));
        let [engine_one, engine_two] = &mut self.engines;
        let [left_one, left_two] = &mut self.left;
        let both = [*left_one, *left_two];
        let [made_one, made_two] = &mut self.made;
        let (engine, control, left, made) = match mover {
            Side::One => (engine_one, control_one, left_one, made_one),
            Side::Two => (engine_two, control_two, left_two, made_two),
        };
        let fault = |error: &EngineError| GameFault::of(mover, error);
        engine.send(&Command::Position {
            start: self.start.clone(),
            moves: self.moves.clone(),
        });
        engine.ready().map_err(|error| fault(&error))?;
        let allowed = control.allowed(*left);
        let waits = allowed.map(|_| WaitSnapshot::of(engine.pid()));
        let begun = clock::now();
        engine.send(&Command::Go(Go::under(
            &control, mover, *made, both, increments,
        )));
        let times = &self.plan.times;
        let answer = search(engine, begun, allowed, waits.as_ref(), times);
        let answer = answer.map_err(|error| fault(&error))?;
        if let Some(limit) = answer.late {
            let (limit, took) = (limit.as_millis(), answer.elapsed.as_millis());
            let mut detail = format!("{took} ms of {limit} ms");
            if let Some(waits) = engine.late_move {
                let (engine, runner) = (waits.engine.as_millis(), waits.runner.as_millis());
                detail.push_str(&format!(
                    "; waited for a processor: the engine {engine} ms, ringstack {runner} ms"
                ));
            }
            return Err(GameFault::by(mover, Termination::Time, detail));
        }
        *made += 1;
        if let (Some(left), Some(clock)) = (left.as_mut(), control.clock) {
            let given = Duration::from_millis(clock.after_move(*made));
            *left = left.saturating_sub(answer.elapsed) + given;
        }
        Ok(MoveRecord {
            score: answer.info.score,
            depth: answer.info.depth,
            seldepth: answer.info.seldepth,
            nodes: answer.info.nodes,
            nps: answer.info.nps,
            time: Some(answer.elapsed),
            clock: *left,
            ..MoveRecord::new(answer.token)
        })
    }
}

/// An answer to `go`.
struct GoAnswer {
    token: String,
    info: Info,
    elapsed: Duration,
    /// The time limit, if the answer came later.
    late: Option<Duration>,
}

/// How long a late engine may take to obey `stop` before it counts as stalled.
const GRACE: Duration = Duration::from_secs(2);

fn search(
    engine: &mut Engine,
    begun: Instant,
    allowed: Option<Duration>,
    waits: Option<&WaitSnapshot>,
    times: &Times,
) -> Result<GoAnswer, EngineError> {
    let mut info = Info::default();
    let limit = match allowed {
        Some(time) => time + Duration::from_millis(times.margin),
        None => Duration::from_secs(times.search_limit),
    };
    let mut deadline = begun + limit;
    let mut stopped = false;
    loop {
        let Some((at, reply)) = engine.receive_until("bestmove", deadline)? else {
            if stopped {
                return Err(engine.silent("bestmove", begun.elapsed()));
            }
            engine.late_move = waits.and_then(WaitSnapshot::until_now);
            // An engine that is late but obeys `stop` can play the next game.
            engine.send(&Command::Stop);
            stopped = true;
            deadline = clock::now() + GRACE;
            continue;
        };
        match reply {
            Reply::Info(newer) if newer.multi_pv.unwrap_or(1) == 1 => merge(&mut info, &newer),
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

/// Overwrites the fields that the newer line has; the others stay.
fn merge(info: &mut Info, newer: &Info) {
    info.score = newer.score.or(info.score);
    info.depth = newer.depth.or(info.depth);
    info.seldepth = newer.seldepth.or(info.seldepth);
    info.nodes = newer.nodes.or(info.nodes);
    info.nps = newer.nps.or(info.nps);
}
