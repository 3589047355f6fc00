//! Decides which moves are legal and whether a game is over: by our own rules, or in an unknown game by
//! the answers of both engines, which have to agree.

use ringstack_engine::play::record::Termination;
use ringstack_engine::play::state::{self, GameState, SetupError};
use ringstack_engine::rules::{Outcome, ParseValueError, Side, quote};
use ringstack_engine::ugi::command::{Command, Query, Start};

use crate::ending::GameFault;
use crate::engine::Engine;

/// The referee of one game.
#[derive(Debug)]
pub enum Referee {
    /// Our own rules.
    Rules(Box<dyn GameState>),
    /// The answers of both engines.
    Engines,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStatus {
    /// The player to move.
    pub turn: Side,
    /// The result; `None` while the game is in progress.
    pub outcome: Option<Outcome>,
}

impl Referee {
    /// The referee of the game with this id.
    #[must_use]
    pub fn of(game: &str) -> Referee {
        state::open(game).map_or(Referee::Engines, Referee::Rules)
    }

    /// Sets up the opening.
    ///
    /// # Errors
    /// The opening is invalid by our rules.
    pub fn set(&mut self, start: &Start, moves: &[String]) -> Result<(), SetupError> {
        match self {
            Referee::Rules(state) => state.set(start, moves),
            Referee::Engines => Ok(()),
        }
    }

    /// Plays a token of `mover`.
    ///
    /// # Errors
    /// The fault of `mover` if the token is not legal.
    pub fn play(&mut self, mover: Side, token: &str) -> Result<(), GameFault> {
        let Referee::Rules(state) = self else {
            return Ok(());
        };
        let played = state.play(&[token.to_owned()]);
        played.map_err(|error| GameFault::by(mover, Termination::Illegal, error.cause.to_string()))
    }

    /// The state of the game after these moves.
    ///
    /// # Errors
    /// An engine does not answer, or the engines disagree.
    pub fn status(
        &self,
        engines: &mut [&mut Engine; 2],
        start: &Start,
        moves: &[String],
    ) -> Result<GameStatus, GameFault> {
        if let Referee::Rules(state) = self {
            return Ok(GameStatus {
                turn: state.turn(),
                outcome: state.outcome(),
            });
        }
        let [one, two] = engines;
        let one = claim(one, Side::One, start, moves)?;
        let two = claim(two, Side::Two, start, moves)?;
        if one != two {
            let [one, two] = if one.outcome == two.outcome {
                [one, two].map(|claim| format!("it is {}'s turn", claim.turn))
            } else {
                [one, two].map(|claim| match claim.outcome {
                    Some(outcome) => format!("the game is {outcome}"),
                    None => "the game goes on".to_owned(),
                })
            };
            let detail = format!("after ply {}: p1 says {one}, p2 says {two}", moves.len());
            return Err(GameFault::without_culprit(
                Termination::Disagreement,
                detail,
            ));
        }
        Ok(one)
    }

    /// Asks the engines that are still running for the result of a finished game.
    ///
    /// # Errors
    /// An engine does not answer or reports another result.
    pub fn check_claims(
        &self,
        engines: &mut [&mut Engine; 2],
        start: &Start,
        moves: &[String],
        outcome: Outcome,
    ) -> Result<(), GameFault> {
        let Referee::Rules(_) = self else {
            return Ok(());
        };
        let mut wrong = Vec::new();
        for (engine, side) in engines.iter_mut().zip(Side::ALL) {
            let answer =
                set(engine, side, start, moves).and_then(|()| ask(engine, side, Query::Result));
            let answer = match answer {
                // An engine that exits after the last move makes no claim.
                Err(fault) if fault.termination == Termination::Crash => continue,
                answer => answer?,
            };
            if answer != outcome.to_string() {
                let detail = format!("says '{}', the game is {outcome}", quote(&answer));
                wrong.push(GameFault::by(side, Termination::WrongResult, detail));
            }
        }
        match (wrong.pop(), wrong.pop()) {
            (None, _) => Ok(()),
            (Some(fault), None) => Err(fault),
            (Some(fault), Some(_)) => Err(GameFault::without_culprit(
                Termination::WrongResult,
                fault.detail,
            )),
        }
    }
}

fn set(engine: &mut Engine, side: Side, start: &Start, moves: &[String]) -> Result<(), GameFault> {
    engine.send(&Command::Position {
        start: start.clone(),
        moves: moves.to_vec(),
    });
    engine.ready().map_err(|error| GameFault::of(side, &error))
}

fn ask(engine: &mut Engine, side: Side, query: Query) -> Result<String, GameFault> {
    engine
        .query(query)
        .map_err(|error| GameFault::of(side, &error))
}

/// The state of the game by the answers of one engine.
fn claim(
    engine: &mut Engine,
    side: Side,
    start: &Start,
    moves: &[String],
) -> Result<GameStatus, GameFault> {
    set(engine, side, start, moves)?;
    let turn = match ask(engine, side, Query::P1Turn)?.as_str() {
        "true" => Side::One,
        "false" => Side::Two,
        other => return Err(bad_answer(side, other, "true or false")),
    };
    let outcome = match ask(engine, side, Query::GameOver)?.as_str() {
        "false" => None,
        "true" => {
            let answer = ask(engine, side, Query::Result)?;
            let outcome = answer.parse();
            Some(
                outcome
                    .map_err(|error: ParseValueError| bad_answer(side, &answer, error.expected))?,
            )
        }
        other => return Err(bad_answer(side, other, "true or false")),
    };
    Ok(GameStatus { turn, outcome })
}

fn bad_answer(side: Side, found: &str, expected: &str) -> GameFault {
    let detail = format!("answer '{}': expected {expected}", quote(found));
    GameFault::by(side, Termination::Protocol, detail)
}
