//! A game in progress behind a trait that speaks text and plain numbers, so that whoever holds it
//! need not know the game. It is where games and search meet.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::games::{self, Game, Visitor};
use crate::perft;
use crate::picture::Scene;
use crate::play::line::{IllegalMove, Line};
use crate::rules::{FenError, MoveError, Outcome, RuleSet, Side};
use crate::search::{self, Limits, Memory, Report, Request, Score, Settings};
use crate::ugi::command::Start;
use crate::ugi::job::{Job, Say};
use crate::ugi::reply::{ErrorWord, Info, Reply, Value};

/// A game in progress.
pub trait Seat: fmt::Debug + Send {
    /// The id of the game and its rule set.
    fn id(&self) -> &'static str;

    /// Sets up a position and plays tokens from it.
    ///
    /// # Errors
    /// A FEN or a token that is refused; nothing changes then.
    fn set(&mut self, start: &Start, moves: &[String]) -> Result<(), SetupError>;

    /// Plays all tokens or none.
    ///
    /// # Errors
    /// The first token that is not legal; nothing changes then.
    fn play(&mut self, moves: &[String]) -> Result<(), IllegalMove>;

    /// Takes back that many plies.
    ///
    /// # Errors
    /// The number of plies there are, when it is smaller; nothing changes then.
    fn undo(&mut self, plies: usize) -> Result<(), usize>;

    /// The number of plies played since the position was set up.
    fn plies(&self) -> usize;

    /// The player to move.
    fn turn(&self) -> Side;

    /// The result, also by repetition, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The canonical FEN.
    fn fen(&self) -> String;

    /// The legal tokens, sorted bytewise; none in a finished game.
    fn legal(&self) -> Vec<String>;

    /// Whether the token is legal.
    fn is_legal(&self, token: &str) -> bool;

    /// A picture of the position for a person.
    fn draw(&self) -> String;

    /// The position as a drawing.
    fn scene(&self) -> Scene;

    /// The names of the spots that a legal token goes through, in order; empty for any other text.
    fn trace(&self, token: &str) -> Vec<String>;

    /// The terms of the evaluation for the player to move, in centipawns, and their sum; `None` in a
    /// finished game.
    fn explain(&self) -> Option<(Vec<(&'static str, i32)>, i32)>;

    /// The share of games that a side wins from this position when the search gives it this score,
    /// 0 to 1, where draws count half: the one scale for scores of all games and phases.
    fn win_probability(&self, score: Score) -> f64;

    /// A search of the position.
    ///
    /// # Errors
    /// The first of the search moves that is not legal.
    fn search(&self, order: Order) -> Result<Job, MoveError>;

    /// A count of the move sequences of `depth` plies.
    fn perft(&self, depth: u32, stop: Arc<AtomicBool>) -> Job;

    /// An answer where no search is to be had.
    fn any_move(&self) -> Vec<Reply>;
}

/// What a search is given beside the position.
#[derive(Clone, Debug)]
pub struct Order {
    /// When to stop.
    pub limits: Limits,
    /// If not empty, only these tokens are searched at the root.
    pub search_moves: Vec<String>,
    /// How many root moves to report, 1 or more.
    pub multi_pv: usize,
    /// The number of search threads, 1 or more.
    pub threads: usize,
    /// Playing strength, 0 to 20.
    pub skill: u8,
    /// What the choices of a weakened engine follow.
    pub seed: u64,
    /// What earlier searches have left.
    pub memory: Arc<Memory>,
    /// Raised to end the search.
    pub stop: Arc<AtomicBool>,
}

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The FEN is wrong.
    Fen(FenError),
    /// A token is not legal.
    Move(IllegalMove),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Fen(error) => error.fmt(f),
            SetupError::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}

/// A seat at the game of this id (matched without case), at its start position.
#[must_use]
pub fn open(id: &str) -> Option<Box<dyn Seat>> {
    games::visit(id, &mut Opener)
}

struct Opener;

impl Visitor for Opener {
    type Output = Box<dyn Seat>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Box<dyn Seat> {
        Box::new(At {
            variant,
            line: Line::new(P::start(variant)),
        })
    }
}

/// The seat at the game `P`.
#[derive(Debug)]
struct At<P: Game> {
    variant: P::Variant,
    line: Line<P>,
}

impl<P: Game> Seat for At<P> {
    fn id(&self) -> &'static str {
        self.variant.id()
    }

    fn set(&mut self, start: &Start, moves: &[String]) -> Result<(), SetupError> {
        let start = match start {
            Start::Startpos => P::start(self.variant),
            Start::Fen(fen) => P::from_fen(self.variant, fen).map_err(SetupError::Fen)?,
        };
        let mut line = Line::new(start);
        line.extend(moves).map_err(SetupError::Move)?;
        self.line = line;
        Ok(())
    }

    fn play(&mut self, moves: &[String]) -> Result<(), IllegalMove> {
        self.line.extend(moves)
    }

    fn undo(&mut self, plies: usize) -> Result<(), usize> {
        self.line.undo(plies)
    }

    fn plies(&self) -> usize {
        self.line.plies()
    }

    fn turn(&self) -> Side {
        self.line.now().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn fen(&self) -> String {
        self.line.now().fen()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.line.outcome().is_none() {
            self.line.now().legal_moves(&mut moves);
        }
        let mut tokens: Vec<String> = moves.iter().map(|&m| self.line.now().token(m)).collect();
        tokens.sort_unstable();
        tokens
    }

    fn is_legal(&self, token: &str) -> bool {
        self.line.parse_move(token).is_ok()
    }

    fn draw(&self) -> String {
        self.line.now().draw()
    }

    fn scene(&self) -> Scene {
        self.line.now().scene()
    }

    fn trace(&self, token: &str) -> Vec<String> {
        let m = self.line.parse_move(token);
        m.map_or_else(|_| Vec::new(), |m| self.line.now().trace(m))
    }

    fn explain(&self) -> Option<(Vec<(&'static str, i32)>, i32)> {
        let now = self.line.now();
        let live = self.line.outcome().is_none();
        live.then(|| (now.explain(), now.evaluate()))
    }

    fn win_probability(&self, score: Score) -> f64 {
        score.win_probability(self.line.now().scale())
    }

    fn search(&self, order: Order) -> Result<Job, MoveError> {
        let mut search_moves = Vec::new();
        for token in &order.search_moves {
            let m = self.line.parse_move(token)?;
            if !search_moves.contains(&m) {
                search_moves.push(m);
            }
        }
        let request = Request {
            root: self.line.now().clone(),
            earlier: self.line.earlier(),
            search_moves,
            settings: Settings {
                limits: order.limits,
                multi_pv: order.multi_pv,
                threads: order.threads,
                skill: order.skill,
                seed: order.seed,
                ..Settings::default()
            },
        };
        let line = self.line.clone();
        let (memory, stop) = (order.memory, order.stop);
        Ok(Job::new(self.any_move(), move |say| {
            search(&line, &request, &memory, &stop, say)
        }))
    }

    fn perft(&self, depth: u32, stop: Arc<AtomicBool>) -> Job {
        let root = self.line.now().clone();
        let fallback = vec![Reply::Text("the count failed".to_owned())];
        Job::new(fallback, move |_| count(&root, depth, &stop))
    }

    fn any_move(&self) -> Vec<Reply> {
        let token = self.legal().into_iter().next();
        vec![
            Reply::Text("the search failed, this is just a legal move".to_owned()),
            Reply::Info(Info::nothing_to_search()),
            Reply::BestMove(token.unwrap_or_else(|| NO_MOVE.to_owned())),
        ]
    }
}

/// The token of `bestmove` where there is no move.
pub const NO_MOVE: &str = "0000";

/// Searches and tells: a line for each report, and at the end the last state and the move.
fn search<P: Game>(
    line: &Line<P>,
    request: &Request<P>,
    memory: &Memory,
    stop: &AtomicBool,
    say: Say,
) -> Vec<Reply> {
    let told = Mutex::new(Told::default());
    let verdict = search::run(request, memory, stop, &|report| {
        say(Reply::Info(describe(line, report)));
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.nodes = report.nodes;
        if report.multi_pv == 1 {
            told.best = Some(report.clone());
        }
    });
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut closing = Vec::new();
    if verdict.missing_threads > 0 {
        let (missing, all) = (verdict.missing_threads, request.settings.threads);
        let text = format!("{missing} of {all} search threads could not be started");
        closing.push(Reply::Error(ErrorWord::NoMemory, text));
    }
    if !told.covers(&verdict.report) {
        closing.push(Reply::Info(describe(line, &verdict.report)));
    }
    let best = verdict.best.map(|m| line.now().token(m));
    closing.push(Reply::BestMove(best.unwrap_or_else(|| NO_MOVE.to_owned())));
    closing
}

/// What has been told of a search so far.
struct Told<M> {
    nodes: u64,
    best: Option<Report<M>>,
}

impl<M> Default for Told<M> {
    fn default() -> Told<M> {
        let (nodes, best) = (0, None);
        Told { nodes, best }
    }
}

impl<M: PartialEq> Told<M> {
    /// Whether the final report has nothing new in it.
    fn covers(&self, last: &Report<M>) -> bool {
        self.nodes == last.nodes
            && self.best.as_ref().is_some_and(|best| {
                best.depth == last.depth && best.score == last.score && best.pv == last.pv
            })
    }
}

fn describe<P: Game>(line: &Line<P>, report: &Report<P::Move>) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.seldepth),
        multi_pv: Some(report.multi_pv),
        score: Some(Value::new(report.score, report.bound)),
        hashfull: Some(report.hashfull),
        pv: line.tokens(&report.pv),
        ..Info::effort(report.nodes, report.elapsed)
    }
}

/// Counts and tells: a line for each first token, the effort, and the sum.
fn count<P: Game>(root: &P, depth: u32, stop: &AtomicBool) -> Vec<Reply> {
    let begun = Instant::now();
    let counts = match depth {
        0 => Some((Vec::new(), 1)),
        _ => perft::divide(root, depth, stop).map(|counts| {
            let total = counts.iter().map(|(_, count)| count).sum();
            (counts, total)
        }),
    };
    let Some((counts, total)) = counts else {
        return vec![Reply::Text("the count was stopped".to_owned())];
    };
    let mut lines: Vec<(String, u64)> = counts
        .into_iter()
        .map(|(m, count)| (root.token(m), count))
        .collect();
    lines.sort_unstable();
    let mut replies: Vec<Reply> = lines
        .into_iter()
        .map(|(token, count)| Reply::Divided(token, count))
        .collect();
    replies.push(Reply::Info(Info::effort(total, begun.elapsed())));
    replies.push(Reply::NodesSearched(total));
    replies
}
