//! The engine's side of the conversation as a state machine: events in, acts out. It does no input
//! or output and starts no thread; [`super::serve`] does both for it, a test does neither.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::games;
use crate::play::seat::{self, Seat, SetupError, Start};
use crate::rules::{EVAL_LIMIT, Outcome, Side, quote, result_word};
use crate::search::{Bound, Memory, Score, Settings, most_threads};
use crate::ugi::command::{Command, Go, Query};
use crate::ugi::grammar::{self, CommandError};
use crate::ugi::job::{Job, NO_MOVE};
use crate::ugi::options::{self, OptionValue, Options};
use crate::ugi::questions;
use crate::ugi::reply::{BoundedValue, ErrorWord, Info, Reply};

/// Something that happens to the engine.
#[derive(Debug)]
pub enum Event<'a> {
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
pub enum Act {
    /// A line goes out.
    Say(Reply),
    /// A job is to be run, its sayings and its end to be reported.
    Run(Job),
    /// Every line from now on goes into this file too, or into none.
    Log(Option<String>),
    /// The conversation is over.
    Leave,
}

/// The most text with which legal moves are listed, in bytes.
pub const MOST_LEGAL_TEXT: usize = 1 << 20;

/// So many legal moves are counted at most, in less than a second: there are positions with more.
const MOST_COUNTED: u64 = 1 << 24;

/// A conversation.
#[derive(Debug)]
pub struct Session {
    seat: Box<dyn Seat>,
    /// The game the handshake names as the default.
    first_game: &'static str,
    options: Options,
    /// The id by which the game was chosen.
    named: &'static str,
    /// The rule sets that are meant by the ids of others, because an option said so.
    meant: HashMap<&'static str, &'static str>,
    memory: Option<Arc<Memory>>,
    running: Option<Running>,
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
        let seat = seat::open(game)?;
        Some(Session {
            first_game: seat.id(),
            named: seat.id(),
            seat,
            options: Options::default(),
            meant: HashMap::new(),
            memory: None,
            running: None,
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
    pub fn step(&mut self, event: Event) -> Vec<Act> {
        match event {
            Event::Line(line, read) => self.line(line, read),
            Event::LongLine => vec![error(
                ErrorWord::LineTooLong,
                "a line must not be longer than 1048576 bytes",
            )],
            Event::End => self.leave(),
            Event::Said(reply) => vec![Act::Say(reply)],
            Event::Done(replies) => self.done(replies),
        }
    }

    fn line(&mut self, line: &[u8], read: Instant) -> Vec<Act> {
        let text = match std::str::from_utf8(line) {
            Ok(text) if !text.contains('\0') => text,
            _ => {
                let found = quote(&String::from_utf8_lossy(line));
                let text = format!("line '{found}': expected UTF-8 without NUL");
                return vec![error(ErrorWord::BadArgument, text)];
            }
        };
        match grammar::command(text) {
            Ok(None) => Vec::new(),
            Ok(Some(command)) => self.obey(command, read),
            Err(refusal) => {
                let word = match refusal {
                    CommandError::Unknown(_) => ErrorWord::UnknownCommand,
                    CommandError::Argument { .. } => ErrorWord::BadArgument,
                };
                vec![error(word, refusal.to_string())]
            }
        }
    }

    fn obey(&mut self, command: Command, read: Instant) -> Vec<Act> {
        if let Some(running) = &mut self.running {
            return match command {
                Command::IsReady => vec![Act::Say(Reply::ReadyOk)],
                Command::Stop => self.stop(),
                Command::Quit => self.leave(),
                Command::Wait => running.wait(),
                Command::Query(Query::Front(_)) => {
                    vec![Act::Say(Reply::Response(questions::busy()))]
                }
                _ => vec![error(
                    ErrorWord::Busy,
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
            Command::Moves(moves) => match self.seat.play(&moves) {
                Ok(()) => self.debug_position(),
                Err(refusal) => vec![error(ErrorWord::IllegalMove, refusal.to_string())],
            },
            Command::Undo(plies) => self.undo(plies),
            Command::Go(go) => self.go(go, read),
            Command::Perft(depth) => {
                let stop = Arc::default();
                let job = Job::perft(self.seat.clone(), depth, Arc::clone(&stop));
                self.run(job, stop, End::ByItself)
            }
            Command::Query(query) => self.answer(query),
            Command::Stop | Command::Wait => Vec::new(),
            Command::Draw => self.draw(),
            Command::Eval => self.eval(),
            Command::Bench(depth) => {
                let stop = Arc::default();
                let job = Job::bench(depth, Arc::clone(&stop));
                self.run(job, stop, End::ByItself)
            }
            Command::Help => HELP.iter().map(|line| text(*line)).collect(),
            Command::Quit => vec![Act::Leave],
        }
    }

    fn introduce(&self) -> Vec<Act> {
        let mut replies = vec![
            Reply::IdName(format!("ringstack {}", env!("CARGO_PKG_VERSION"))),
            Reply::IdAuthor("the ringstack authors".to_owned()),
        ];
        let options = options::list(&games::ids(), self.first_game);
        replies.extend(options.into_iter().map(Reply::Option));
        replies.push(Reply::UgiOk);
        replies.into_iter().map(Act::Say).collect()
    }

    fn ready(&mut self) -> Vec<Act> {
        let (_, mut acts) = self.memory();
        acts.push(Act::Say(Reply::ReadyOk));
        acts
    }

    fn new_game(&mut self) -> Vec<Act> {
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
    fn memory(&mut self) -> (Arc<Memory>, Vec<Act>) {
        let size = self.options.hash;
        if let Some(memory) = &self.memory
            && memory.mebibytes() == size
        {
            return (Arc::clone(memory), Vec::new());
        }
        let mut acts = Vec::new();
        let memory = match Memory::new(size) {
            Ok(memory) => Arc::new(memory),
            Err(refusal) => {
                acts.push(error(ErrorWord::NoMemory, refusal.to_string()));
                self.memory.take().unwrap_or_default()
            }
        };
        // Asked for once, refused once.
        self.options.hash = memory.mebibytes();
        self.memory = Some(Arc::clone(&memory));
        (memory, acts)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<Act> {
        let setting = match options::setting(&games::ids(), name, value) {
            Ok(setting) => setting,
            Err(refusal) => return vec![error(ErrorWord::BadOption, refusal.to_string())],
        };
        match setting {
            OptionValue::Game(id) => {
                self.named = id;
                self.open(self.meant.get(id).copied().unwrap_or(id));
            }
            OptionValue::RuleSet { usual, meant } => {
                self.meant.insert(usual, meant);
                // Other ids of the game mean themselves.
                if self.named == usual && self.seat.id() != meant {
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
            OptionValue::LogFile(path) => return vec![Act::Log(path)],
            OptionValue::Debug(debug) => self.options.debug = debug,
            #[cfg(feature = "tune")]
            OptionValue::Param(name, value) => crate::search::params::set(name, value),
        }
        Vec::new()
    }

    /// Goes to the start position of another game.
    fn open(&mut self, id: &str) {
        if let Some(seat) = seat::open(id) {
            self.seat = seat;
            self.forget();
        }
    }

    fn position(&mut self, start: &Start, moves: &[String]) -> Vec<Act> {
        match self.seat.set(start, moves) {
            Ok(()) => self.debug_position(),
            Err(refusal) => {
                let word = match refusal {
                    SetupError::Fen(_) => ErrorWord::BadFen,
                    SetupError::Move(_) => ErrorWord::IllegalMove,
                };
                vec![error(word, refusal.to_string())]
            }
        }
    }

    fn debug_position(&self) -> Vec<Act> {
        if !self.options.debug {
            return Vec::new();
        }
        vec![text(format!(
            "position after {} plies: {}",
            self.seat.plies(),
            self.seat.fen()
        ))]
    }

    fn undo(&mut self, plies: u32) -> Vec<Act> {
        match self.seat.undo(plies as usize) {
            Ok(()) => self.debug_position(),
            Err(there_are) => vec![error(
                ErrorWord::BadArgument,
                format!("undo '{plies}': expected at most {there_are}, the plies played"),
            )],
        }
    }

    fn go(&mut self, go: Go, read: Instant) -> Vec<Act> {
        let illegal = go
            .search_moves
            .iter()
            .find_map(|token| self.seat.canonical(token).err());
        if let Some(refusal) = illegal {
            return vec![error(
                ErrorWord::IllegalMove,
                format!("searchmoves: {refusal}"),
            )];
        }
        if self.seat.outcome().is_some() {
            return vec![
                Act::Say(Reply::Info(Info::nothing_to_search())),
                Act::Say(Reply::BestMove(NO_MOVE.to_owned())),
            ];
        }
        let (memory, mut acts) = self.memory();
        let overhead = Duration::from_millis(self.options.move_overhead);
        let limits = go.limits(self.seat.turn(), overhead);
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
        let seat = self.seat.clone();
        let job = Job::search(seat, settings, go.search_moves, memory, Arc::clone(&stop));
        acts.extend(self.run(job, stop, end));
        acts
    }

    fn run(&mut self, job: Job, stop: Arc<AtomicBool>, end: End) -> Vec<Act> {
        self.running = Some(Running {
            stop,
            end,
            held: None,
            blocking: false,
            leaving: false,
        });
        vec![Act::Run(job)]
    }

    /// Ends the running job; its answer comes before the next line is read.
    fn stop(&mut self) -> Vec<Act> {
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

    fn leave(&mut self) -> Vec<Act> {
        match &mut self.running {
            None => vec![Act::Leave],
            Some(running) => {
                running.leaving = true;
                self.stop()
            }
        }
    }

    fn done(&mut self, replies: Vec<Reply>) -> Vec<Act> {
        let Some(mut running) = self.running.take() else {
            return Vec::new();
        };
        if running.end == End::WhenStopped && !running.is_raised() {
            running.held = Some(replies);
            self.running = Some(running);
            return Vec::new();
        }
        let mut acts: Vec<Act> = replies.into_iter().map(Act::Say).collect();
        if running.leaving {
            acts.push(Act::Leave);
        }
        acts
    }

    fn answer(&self, query: Query) -> Vec<Act> {
        let answer = match query {
            Query::P1Turn => (self.seat.turn() == Side::One).to_string(),
            Query::GameOver => self.seat.outcome().is_some().to_string(),
            Query::Result => result_word(self.seat.outcome()),
            Query::Fen => self.seat.fen(),
            Query::LegalMoves => match self.seat.legal_within(MOST_LEGAL_TEXT) {
                Some(tokens) => counted(&tokens),
                None => match self.seat.count_legal_within(MOST_COUNTED) {
                    Some(count) => count.to_string(),
                    None => {
                        let text = format!("legalmoves: more than {MOST_COUNTED} tokens");
                        return unanswered(ErrorWord::LineTooLong, text);
                    }
                },
            },
            Query::IsLegal(token) => self.seat.is_legal(&token).to_string(),
            Query::Game => self.seat.id().to_owned(),
            Query::Reason => match self.seat.reason() {
                Some(reason) => reason.to_string(),
                None => result_word(None),
            },
            Query::History => counted(&self.seat.history()),
            Query::Plies => self.seat.plies().to_string(),
            Query::Repetitions => self.seat.repetitions().to_string(),
            Query::Front(question) => questions::answer(self.seat.as_ref(), &question),
            Query::Unknown(question) => {
                let text = format!("query '{}': expected {QUERIES}", quote(&question));
                return unanswered(ErrorWord::BadArgument, text);
            }
        };
        vec![Act::Say(Reply::Response(answer))]
    }

    fn draw(&self) -> Vec<Act> {
        describe(self.seat.as_ref())
            .into_iter()
            .map(|line| Act::Say(Reply::Plain(line)))
            .collect()
    }

    fn eval(&self) -> Vec<Act> {
        let mut acts = Vec::new();
        let score = match (self.seat.outcome(), self.seat.explain()) {
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
                    Some(Outcome::Win(side)) if side == self.seat.turn() => EVAL_LIMIT,
                    Some(Outcome::Win(_)) => -EVAL_LIMIT,
                    _ => 0,
                }
            }
        };
        acts.push(Act::Say(Reply::Info(Info {
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

    fn wait(&mut self) -> Vec<Act> {
        if self.end != End::ByItself {
            let text = "wait: expected a search that ends by itself";
            return vec![error(ErrorWord::BadArgument, text)];
        }
        self.blocking = true;
        Vec::new()
    }
}

/// The position for a person, line by line.
#[must_use]
pub fn describe(seat: &dyn Seat) -> Vec<String> {
    let mut lines: Vec<String> = seat.draw().lines().map(str::to_owned).collect();
    lines.push(format!("Fen: {}", seat.fen()));
    lines.push(format!("Side: {}", seat.turn()));
    lines.push(format!("Result: {}", result_word(seat.outcome())));
    let count = seat.count_legal_within(MOST_COUNTED);
    let count = count.map_or(format!("more than {MOST_COUNTED}"), |n| n.to_string());
    lines.push(format!("Legal moves: {count}"));
    lines
}

/// What is said when more threads are asked for than are of use.
fn too_many_threads(asked: usize) -> Vec<Act> {
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
fn unanswered(word: ErrorWord, text: String) -> Vec<Act> {
    let unknown = Reply::Response("unknown".to_owned());
    vec![error(word, text), Act::Say(unknown)]
}

fn error(word: ErrorWord, text: impl Into<String>) -> Act {
    Act::Say(Reply::Error(word, text.into()))
}

fn text(text: impl Into<String>) -> Act {
    Act::Say(Reply::Text(text.into()))
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
