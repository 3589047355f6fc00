//! The engine's side of the conversation as a state machine: events in, acts out. It does no input
//! or output and starts no thread; [`super::serve`] does both for it, a test does neither.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::games;
use crate::play::state::{self, GameState, SetupError, Start};
use crate::rules::{EVAL_LIMIT, Outcome, Side, quote, result_word};
use crate::search::{Bound, Score, SearchState, Settings, most_threads};
use crate::ugi::command::{Command, Go, Query};
use crate::ugi::grammar::{self, CommandError};
use crate::ugi::options::{self, OptionValue, Options};
use crate::ugi::questions;
use crate::ugi::reply::{BoundedValue, ErrorCode, Info, Reply};
use crate::ugi::task::{BackgroundTask, NO_MOVE};

/// Something that happens to the engine.
#[derive(Debug)]
pub enum Input<'a> {
    /// A line came in, without its line feed, and was read at that moment: the time of a search
    /// counts from there. Not to be sent while the session is [blocked](Session::blocked).
    Line(&'a [u8], Instant),
    /// A line came in that is longer than the reader keeps.
    LongLine,
    /// No more lines will come in.
    End,
    /// The running job says something.
    Said(Reply),
    /// The running job has ended with these replies.
    Done(Vec<Reply>),
}

/// Something the engine wants done.
#[derive(Debug)]
pub enum Output {
    /// A line goes out.
    Say(Reply),
    /// A job is to be run, its sayings and its end to be reported.
    Run(BackgroundTask),
    /// Every line from now on goes into this file too, or into none.
    Log(Option<String>),
    /// The conversation is over.
    Leave,
}

/// The most text with which legal moves are listed, in bytes.
pub const MAX_LEGAL_TEXT: usize = 1 << 20;

/// So many legal moves are counted at most, in less than a second: there are positions with more.
const MAX_COUNTED: u64 = 1 << 24;

/// A conversation.
#[derive(Debug)]
pub struct Session {
    state: Box<dyn GameState>,
    /// The game the handshake names as the default.
    first_game: &'static str,
    options: Options,
    /// The id by which the game was chosen.
    named: &'static str,
    /// The rule sets that are meant by the ids of others, because an option said so.
    meant: HashMap<&'static str, &'static str>,
    memory: Option<Arc<SearchState>>,
    running: Option<Running>,
    /// Whether the last `position` was refused. The old position then serves questions only.
    is_outdated: bool,
}

/// The job that is running.
#[derive(Debug)]
struct Running {
    stop: Arc<AtomicBool>,
    end: End,
    /// Its answer, while it is held back.
    held: Option<Vec<Reply>>,
    /// Whether the next line has to wait for its end.
    blocking: bool,
    /// Whether the conversation ends with it.
    leaving: bool,
}

/// How a job comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By itself.
    ByItself,
    /// By itself if it finds what it looks for, otherwise when somebody stops it.
    WithLuck,
    /// When somebody stops it: until then its answer is held back.
    WhenStopped,
}

impl Session {
    /// A conversation about the game of this id, at its start position; `None` for an unknown id.
    #[must_use]
    pub fn new(game: &str) -> Option<Session> {
        let state = state::open(game)?;
        Some(Session {
            first_game: state.id(),
            named: state.id(),
            state,
            options: Options::default(),
            meant: HashMap::new(),
            memory: None,
            running: None,
            is_outdated: false,
        })
    }

    /// Whether the next line has to wait until the running job has ended.
    #[must_use]
    pub fn blocked(&self) -> bool {
        self.running.as_ref().is_some_and(|job| job.blocking)
    }

    /// Ends the running job soon, when nobody listens any more.
    pub fn abandon(&self) {
        if let Some(running) = &self.running {
            running.raise();
        }
    }

    /// Takes an event and says what is to be done about it, in order.
    pub fn step(&mut self, event: Input) -> Vec<Output> {
        match event {
            Input::Line(line, read) => self.line(line, read),
            Input::LongLine => vec![error(
                ErrorCode::LineTooLong,
                "a line must not be longer than 1048576 bytes",
            )],
            Input::End => self.leave(),
            Input::Said(reply) => vec![Output::Say(reply)],
            Input::Done(replies) => self.done(replies),
        }
    }

    fn line(&mut self, line: &[u8], read: Instant) -> Vec<Output> {
        let text = match std::str::from_utf8(line) {
            Ok(text) if !text.contains('\0') => text,
            _ => {
                let found = quote(&String::from_utf8_lossy(line));
                let text = format!("line '{found}': expected UTF-8 without NUL");
                return vec![error(ErrorCode::BadArgument, text)];
            }
        };
        match grammar::command(text) {
            Ok(None) => Vec::new(),
            Ok(Some(command)) => self.obey(command, read),
            Err(refusal) => {
                self.is_outdated |= self.running.is_none() && refusal.is_position();
                let word = match refusal {
                    CommandError::Unknown(_) => ErrorCode::UnknownCommand,
                    CommandError::Argument { .. } => ErrorCode::BadArgument,
                };
                vec![error(word, refusal.to_string())]
            }
        }
    }

    fn obey(&mut self, command: Command, read: Instant) -> Vec<Output> {
        if let Some(running) = &mut self.running {
            return match command {
                Command::IsReady => vec![Output::Say(Reply::ReadyOk)],
                Command::Stop => self.stop(),
                Command::Quit => self.leave(),
                Command::Wait => running.wait(),
                // The search has a copy of the position, so questions do not disturb it.
                Command::Query(query) => self.answer(query),
                _ => vec![error(
                    ErrorCode::Busy,
                    "a search is running; send stop first",
                )],
            };
        }
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.ready(),
            Command::UgiNewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position { start, moves } => self.position(&start, &moves),
            Command::Moves(_) if self.is_outdated => vec![outdated("moves")],
            Command::Undo(_) if self.is_outdated => vec![outdated("undo")],
            Command::Go(_) if self.is_outdated => vec![
                outdated("go"),
                Output::Say(Reply::BestMove(NO_MOVE.to_owned())),
            ],
            Command::Perft(_) if self.is_outdated => vec![outdated("go perft")],
            Command::Moves(moves) => match self.state.play(&moves) {
                Ok(()) => self.debug_position(),
                Err(refusal) => vec![error(ErrorCode::IllegalMove, refusal.to_string())],
            },
            Command::Undo(plies) => self.undo(plies),
            Command::Go(go) => self.go(go, read),
            Command::Perft(depth) => {
                let stop = Arc::default();
                let job = BackgroundTask::perft(self.state.clone(), depth, Arc::clone(&stop));
                self.run(job, stop, End::ByItself)
            }
            Command::Query(query) => self.answer(query),
            Command::Stop | Command::Wait => Vec::new(),
            Command::Draw => self.draw(),
            Command::Eval => self.eval(),
            Command::Bench(depth) => {
                let stop = Arc::default();
                let job = BackgroundTask::bench(depth, Arc::clone(&stop));
                self.run(job, stop, End::ByItself)
            }
            Command::Help => HELP.iter().map(|line| text(*line)).collect(),
            Command::Quit => vec![Output::Leave],
        }
    }

    fn introduce(&self) -> Vec<Output> {
        let mut replies = vec![
            Reply::IdName(format!("ringstack {}", env!("CARGO_PKG_VERSION"))),
            Reply::IdAuthor("the ringstack authors".to_owned()),
        ];
        let options = options::list(&games::ids(), self.first_game);
        replies.extend(options.into_iter().map(Reply::Option));
        replies.push(Reply::UgiOk);
        replies.into_iter().map(Output::Say).collect()
    }

    fn ready(&mut self) -> Vec<Output> {
        let (_, mut acts) = self.memory();
        acts.push(Output::Say(Reply::ReadyOk));
        acts
    }

    fn new_game(&mut self) -> Vec<Output> {
        self.forget();
        self.position(&Start::Startpos, &[])
    }

    fn forget(&self) {
        if let Some(memory) = &self.memory {
            memory.clear();
        }
    }

    /// The memory with a hash table of the size that was asked for. If it cannot be had, an error line says
    /// so, and the table before stays.
    fn memory(&mut self) -> (Arc<SearchState>, Vec<Output>) {
        let size = self.options.hash;
        if let Some(memory) = &self.memory
            && memory.mebibytes() == size
        {
            return (Arc::clone(memory), Vec::new());
        }
        let mut acts = Vec::new();
        let memory = match SearchState::new(size) {
            Ok(memory) => Arc::new(memory),
            Err(refusal) => {
                acts.push(error(ErrorCode::NoMemory, refusal.to_string()));
                self.memory.take().unwrap_or_default()
            }
        };
        // Asked for once, refused once.
        self.options.hash = memory.mebibytes();
        self.memory = Some(Arc::clone(&memory));
        (memory, acts)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<Output> {
        let setting = match options::setting(&games::ids(), name, value) {
            Ok(setting) => setting,
            Err(refusal) => return vec![error(ErrorCode::BadOption, refusal.to_string())],
        };
        match setting {
            OptionValue::Game(id) => {
                self.named = id;
                self.open(self.meant.get(id).copied().unwrap_or(id));
            }
            OptionValue::RuleSet { usual, meant } => {
                self.meant.insert(usual, meant);
                // Other ids of the game mean themselves.
                if self.named == usual && self.state.id() != meant {
                    self.open(meant);
                }
            }
            OptionValue::Hash(mebibytes) => self.options.hash = mebibytes,
            OptionValue::Threads(threads) => {
                self.options.search.threads = threads;
                return too_many_threads(threads);
            }
            OptionValue::MultiPv(lines) => self.options.search.multi_pv = lines,
            OptionValue::MoveOverhead(millis) => self.options.move_overhead = millis,
            OptionValue::Skill(skill) => self.options.search.skill = skill,
            OptionValue::Seed(seed) => self.options.search.seed = seed,
            OptionValue::ClearHash => self.forget(),
            OptionValue::LogFile(path) => return vec![Output::Log(path)],
            OptionValue::Debug(debug) => self.options.debug = debug,
            #[cfg(feature = "tune")]
            OptionValue::Param(name, value) => crate::search::params::set(name, value),
        }
        Vec::new()
    }

    /// Goes to the start position of another game.
    fn open(&mut self, id: &str) {
        if let Some(state) = state::open(id) {
            self.state = state;
            self.is_outdated = false;
            self.forget();
        }
    }

    fn position(&mut self, start: &Start, moves: &[String]) -> Vec<Output> {
        let result = self.state.set(start, moves);
        self.is_outdated = result.is_err();
        match result {
            Ok(()) => self.debug_position(),
            Err(refusal) => {
                let word = match refusal {
                    SetupError::Fen(_) => ErrorCode::BadFen,
                    SetupError::Move(_) => ErrorCode::IllegalMove,
                };
                vec![error(word, refusal.to_string())]
            }
        }
    }

    fn debug_position(&self) -> Vec<Output> {
        if !self.options.debug {
            return Vec::new();
        }
        vec![text(format!(
            "position after {} plies: {}",
            self.state.plies(),
            self.state.fen()
        ))]
    }

    fn undo(&mut self, plies: u32) -> Vec<Output> {
        match self.state.undo(plies as usize) {
            Ok(()) => self.debug_position(),
            Err(there_are) => vec![error(
                ErrorCode::BadArgument,
                format!("undo '{plies}': expected at most {there_are}, the plies played"),
            )],
        }
    }

    fn go(&mut self, go: Go, read: Instant) -> Vec<Output> {
        let illegal = go
            .search_moves
            .iter()
            .find_map(|token| self.state.canonical(token).err());
        if let Some(refusal) = illegal {
            return vec![error(
                ErrorCode::IllegalMove,
                format!("searchmoves: {refusal}"),
            )];
        }
        if self.state.outcome().is_some() {
            return vec![
                Output::Say(Reply::Info(Info::nothing_to_search())),
                Output::Say(Reply::BestMove(NO_MOVE.to_owned())),
            ];
        }
        let (memory, mut acts) = self.memory();
        let overhead = Duration::from_millis(self.options.move_overhead);
        let limits = go.limits(self.state.turn(), overhead);
        let end = match (limits.is_bounded(), limits.mate) {
            (true, _) => End::ByItself,
            (false, Some(_)) => End::WithLuck,
            (false, None) => End::WhenStopped,
        };
        if self.options.debug {
            acts.push(text(format!("search with {limits:?}")));
        }
        let stop = Arc::default();
        let settings = Settings {
            limits,
            asked: Some(read),
            ..self.options.search.clone()
        };
        let state = self.state.clone();
        let job =
            BackgroundTask::search(state, settings, go.search_moves, memory, Arc::clone(&stop));
        acts.extend(self.run(job, stop, end));
        acts
    }

    fn run(&mut self, job: BackgroundTask, stop: Arc<AtomicBool>, end: End) -> Vec<Output> {
        self.running = Some(Running {
            stop,
            end,
            held: None,
            blocking: false,
            leaving: false,
        });
        vec![Output::Run(job)]
    }

    /// Ends the running job; its answer comes before the next line is read.
    fn stop(&mut self) -> Vec<Output> {
        let Some(running) = &mut self.running else {
            return Vec::new();
        };
        running.raise();
        running.blocking = true;
        match running.held.take() {
            Some(replies) => self.done(replies),
            None => Vec::new(),
        }
    }

    fn leave(&mut self) -> Vec<Output> {
        match &mut self.running {
            None => vec![Output::Leave],
            Some(running) => {
                running.leaving = true;
                self.stop()
            }
        }
    }

    fn done(&mut self, replies: Vec<Reply>) -> Vec<Output> {
        let Some(mut running) = self.running.take() else {
            return Vec::new();
        };
        if running.end == End::WhenStopped && !running.is_raised() {
            running.held = Some(replies);
            self.running = Some(running);
            return Vec::new();
        }
        let mut acts: Vec<Output> = replies.into_iter().map(Output::Say).collect();
        if running.leaving {
            acts.push(Output::Leave);
        }
        acts
    }

    fn answer(&self, query: Query) -> Vec<Output> {
        let answer = match query {
            Query::P1Turn => (self.state.turn() == Side::One).to_string(),
            Query::GameOver => self.state.outcome().is_some().to_string(),
            Query::Result => result_word(self.state.outcome()),
            Query::Fen => self.state.fen(),
            Query::LegalMoves => match self.state.legal_within(MAX_LEGAL_TEXT) {
                Some(tokens) => counted(&tokens),
                None => match self.state.count_legal_within(MAX_COUNTED) {
                    Some(count) => count.to_string(),
                    None => {
                        let text = format!("legalmoves: more than {MAX_COUNTED} tokens");
                        return unanswered(ErrorCode::LineTooLong, text);
                    }
                },
            },
            Query::IsLegal(token) => self.state.is_legal(&token).to_string(),
            Query::Game => self.state.id().to_owned(),
            Query::Reason => match self.state.reason() {
                Some(reason) => reason.to_string(),
                None => result_word(None),
            },
            Query::History => counted(&self.state.history()),
            Query::Plies => self.state.plies().to_string(),
            Query::Repetitions => self.state.repetitions().to_string(),
            Query::Front(question) => questions::answer(self.state.as_ref(), &question),
            Query::Unknown(question) => {
                let text = format!("query '{}': expected {QUERIES}", quote(&question));
                return unanswered(ErrorCode::BadArgument, text);
            }
        };
        vec![Output::Say(Reply::Response(answer))]
    }

    fn draw(&self) -> Vec<Output> {
        describe(self.state.as_ref())
            .into_iter()
            .map(|line| Output::Say(Reply::Plain(line)))
            .collect()
    }

    fn eval(&self) -> Vec<Output> {
        let mut acts = Vec::new();
        let score = match (self.state.outcome(), self.state.explain()) {
            (None, Some((terms, sum))) => {
                acts.extend(
                    terms
                        .iter()
                        .map(|(term, value)| text(format!("{term} {value}"))),
                );
                sum
            }
            (outcome, _) => {
                acts.push(text(format!("the game is over: {}", result_word(outcome))));
                match outcome {
                    Some(Outcome::Win(side)) if side == self.state.turn() => EVAL_LIMIT,
                    Some(Outcome::Win(_)) => -EVAL_LIMIT,
                    _ => 0,
                }
            }
        };
        acts.push(Output::Say(Reply::Info(Info {
            score: Some(BoundedValue::new(Score(score), Bound::Exact)),
            ..Info::default()
        })));
        acts
    }
}

impl Running {
    fn raise(&self) {
        // Relaxed: the flag carries no other data, and the job looks at it often.
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_raised(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn wait(&mut self) -> Vec<Output> {
        if self.end != End::ByItself {
            let text = "wait: expected a search that ends by itself";
            return vec![error(ErrorCode::BadArgument, text)];
        }
        self.blocking = true;
        Vec::new()
    }
}

/// The position for a person, line by line.
#[must_use]
pub fn describe(state: &dyn GameState) -> Vec<String> {
    let mut lines: Vec<String> = state.draw().lines().map(str::to_owned).collect();
    lines.push(format!("Fen: {}", state.fen()));
    lines.push(format!("Side: {}", state.turn()));
    lines.push(format!("Result: {}", result_word(state.outcome())));
    let count = state.count_legal_within(MAX_COUNTED);
    let count = count.map_or(format!("more than {MAX_COUNTED}"), |n| n.to_string());
    lines.push(format!("Legal moves: {count}"));
    lines
}

/// What is said when more threads are asked for than are of use.
fn too_many_threads(asked: usize) -> Vec<Output> {
    let most = most_threads();
    if asked <= most {
        return Vec::new();
    }
    vec![text(format!(
        "Threads {asked}: {most} of them search, more are of no use on this machine"
    ))]
}

/// The number of tokens, and the tokens.
fn counted(tokens: &[String]) -> String {
    let mut answer = tokens.len().to_string();
    for token in tokens {
        answer.push(' ');
        answer.push_str(token);
    }
    answer
}

/// What is said to a question that has no answer.
fn unanswered(word: ErrorCode, text: String) -> Vec<Output> {
    let unknown = Reply::Response("unknown".to_owned());
    vec![error(word, text), Output::Say(unknown)]
}

/// The refusal of a command that would act on the position before a refused one.
fn outdated(command: &str) -> Output {
    error(
        ErrorCode::BadArgument,
        format!("{command}: the last position was refused; send position or uginewgame first"),
    )
}

fn error(word: ErrorCode, text: impl Into<String>) -> Output {
    Output::Say(Reply::Error(word, text.into()))
}

fn text(text: impl Into<String>) -> Output {
    Output::Say(Reply::Text(text.into()))
}

const QUERIES: &str = "p1turn, gameover, result, reason, fen, legalmoves, islegal T, game, history, \
                       plies, repetitions, scene, touches, trace T, edit, about or scale";

const HELP: [&str; 17] = [
    "ugi: name, author and options",
    "isready: answers readyok, also during a search",
    "setoption name N [value V]: sets an option",
    "uginewgame: forgets the last game",
    "position startpos|fen FEN [moves T...]: sets up a position",
    "moves T...: plays on from the current position",
    "undo [N]: takes back N plies",
    "go [p1time|p2time|p1inc|p2inc|movestogo|movetime|depth|nodes|mate N]... [infinite] [searchmoves T...]: searches",
    "go perft N: counts move sequences",
    "stop: ends the search; wait: waits for its end",
    "query p1turn|gameover|result|reason|fen|legalmoves|islegal T|game|history|plies|repetitions: answers response ...",
    "query scene|touches [TOUCH...]|trace T...|edit [ITEM...]|about|scale: answers response with JSON, for front ends that know no game",
    "d: shows the position",
    "eval: shows the terms of the evaluation",
    "bench [depth]: runs the benchmark",
    "help: shows this",
    "quit: ends the engine",
];
