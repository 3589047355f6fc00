//! The engine's side of the conversation as a state machine: inputs in, outputs out. It reads and writes
//! nothing and starts no thread; [`super::serve`] does that. Tests run a session without it.

mod help;
mod queries;
mod running;
#[cfg(test)]
mod tests;

use crate::clock::Instant;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::help::{extensions, help};
use self::queries::refuse_query;
use self::running::{Completion, HeldLine, HeldLines, Hold, Running, first_word};
use crate::play::state::{self, GameState, SetupError, Start};
use crate::rules::quote;
use crate::search::{SearchState, Settings, max_threads};
use crate::ugi::command::{Command, Go};
use crate::ugi::grammar::{self, CommandError};
use crate::ugi::options::{self, OptionValue, Options};
use crate::ugi::reply::{ErrorCode, Info, Reply};
use crate::ugi::task::{BackgroundTask, NO_MOVE, SearchArguments};

pub use self::queries::{MAX_LEGAL_TEXT, describe};

/// What happens to the session.
#[derive(Debug)]
pub enum Input<'a> {
    /// A line without its line feed, and when it was read. The time of a search counts from then.
    Line(&'a [u8], Instant),
    /// The beginning of a line that is too long to be kept.
    LongLine(&'a [u8]),
    /// The end of the input.
    End,
    /// A reply of the running task.
    Progress(Reply),
    /// The last replies of the running task, and when it ended.
    Done(Vec<Reply>, Instant),
}

/// What the session wants done.
#[derive(Debug)]
pub enum Output {
    /// Write a line.
    Reply(Reply),
    /// Run a task, and pass its replies and its end to the session.
    Run(BackgroundTask),
    /// Append every line from now on to this file; `None` ends that.
    Log(Option<String>),
    /// End the conversation.
    Exit,
}

/// A conversation.
#[derive(Debug)]
pub struct Session {
    state: Box<dyn GameState>,
    /// The default of the option `Game`.
    default_game: &'static str,
    /// The id that the option `Game` was set to.
    game_id: &'static str,
    /// Rule sets that options of their own chose, by the id that stands for them.
    rule_sets: HashMap<&'static str, &'static str>,
    options: Options,
    search_state: Option<Arc<SearchState>>,
    running: Option<Running>,
    held: HeldLines,
    /// Whether the last `position` was refused. The position before it then serves queries only.
    position_refused: bool,
    /// Whether a line was read. The first one may begin with a byte order mark.
    has_begun: bool,
}

impl Session {
    /// A conversation about the game of this id, at its start position; `None` for an unknown id.
    #[must_use]
    pub fn new(game: &str) -> Option<Session> {
        let state = state::open(game)?;
        Some(Session {
            default_game: state.id(),
            game_id: state.id(),
            state,
            options: Options::default(),
            rule_sets: HashMap::new(),
            search_state: None,
            running: None,
            held: HeldLines::default(),
            position_refused: false,
            has_begun: false,
        })
    }

    /// Whether a search or another task is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether no more lines should be read until the running task has ended: enough are held back.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.held.is_full()
    }

    /// Stops the running task when its output has no reader any more.
    pub fn abandon(&self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Handles an input. Returns the outputs in order.
    pub fn handle(&mut self, input: Input) -> Vec<Output> {
        match input {
            Input::Progress(reply) => vec![Output::Reply(reply)],
            Input::Done(replies, now) => self.done(replies, now),
            Input::Line(line, _) if self.holds_lines() => self.hold(line),
            Input::LongLine(beginning) if self.holds_lines() => {
                self.held.push(HeldLine::TooLong(beginning.to_vec()));
                Vec::new()
            }
            Input::End if self.holds_lines() => {
                self.held.push(HeldLine::End);
                Vec::new()
            }
            Input::Line(line, read) => self.line(line, read),
            Input::LongLine(beginning) => self.long_line(beginning),
            Input::End => self.exit(),
        }
    }

    fn holds_lines(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|running| running.hold != Hold::Nothing)
    }

    /// Holds a line back until the running task has ended. A `stop` acts at once, unless a line before it
    /// starts a task, to which it then belongs.
    fn hold(&mut self, line: &[u8]) -> Vec<Output> {
        let waits = self.running.as_ref().map(|running| running.hold) == Some(Hold::AllButStop);
        if waits && first_word(line) == b"stop" && !self.held.start_task() {
            return self.stop();
        }
        self.held.push(HeldLine::Text(line.to_vec()));
        Vec::new()
    }

    fn line(&mut self, line: &[u8], read: Instant) -> Vec<Output> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let line = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if is_first => rest,
            _ => line,
        };
        let parsed = match std::str::from_utf8(line) {
            Ok(text) if !text.contains('\0') => grammar::command(text),
            _ => {
                let found = quote(&String::from_utf8_lossy(line));
                let refusal = format!("line '{found}': not UTF-8 text without NUL");
                return self.refuse_line(line, ErrorCode::BadArgument, refusal);
            }
        };
        match parsed {
            Ok(None) => Vec::new(),
            Ok(Some(command)) => self.execute(command, read),
            Err(refusal) => {
                let code = match refusal {
                    CommandError::Unknown(_) => ErrorCode::UnknownCommand,
                    CommandError::Argument { .. } | CommandError::Missing { .. } => {
                        ErrorCode::BadArgument
                    }
                };
                self.refuse_line(line, code, refusal.to_string())
            }
        }
    }

    fn long_line(&mut self, beginning: &[u8]) -> Vec<Output> {
        let refusal = "a line has more than 1048576 bytes".to_owned();
        self.refuse_line(beginning, ErrorCode::LineTooLong, refusal)
    }

    /// Refuses a line that is no command. A client that waits for its answer gets one.
    fn refuse_line(&mut self, line: &[u8], code: ErrorCode, refusal: String) -> Vec<Output> {
        // A NUL may end a word.
        let text = String::from_utf8_lossy(line).replace('\0', " ");
        let mut words = text.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("query"), query) => refuse_query(query.unwrap_or_default(), code, refusal),
            (Some("go"), second) if second != Some("perft") => self.refuse_go(error(code, refusal)),
            (first, _) => {
                self.position_refused |= self.running.is_none() && first == Some("position");
                vec![error(code, refusal)]
            }
        }
    }

    /// Refuses a `go`. Each `go` has a `bestmove`, so that no client waits in vain; during a search, that is the
    /// one of this search.
    fn refuse_go(&self, refusal: Output) -> Vec<Output> {
        let mut outputs = vec![refusal];
        if self
            .running
            .as_ref()
            .is_none_or(|running| !running.is_search)
        {
            outputs.push(Output::Reply(Reply::BestMove(NO_MOVE.to_owned())));
        }
        outputs
    }

    fn execute(&mut self, command: Command, read: Instant) -> Vec<Output> {
        match command {
            // These change nothing: they are answered during a search too.
            Command::Ugi => self.handshake(),
            Command::IsReady => self.ready(),
            Command::Query(query) => self.answer(query),
            Command::Draw => self.draw(),
            Command::Eval => self.eval(),
            Command::Help => help().into_iter().map(text).collect(),
            Command::Stop => self.stop(),
            Command::Wait => self.wait(),
            Command::Quit => self.exit(),
            Command::Go(_) if self.is_running() => self.refuse_go(busy()),
            _ if self.is_running() => vec![busy()],
            Command::UgiNewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position { start, moves } => self.position(&start, &moves),
            Command::Bench(depth) => {
                let stop = Arc::default();
                let task = BackgroundTask::bench(depth, Arc::clone(&stop));
                self.run(task, Running::new(stop, Completion::Bounded, false))
            }
            Command::Moves(_) if self.position_refused => vec![refuse_without_position("moves")],
            Command::Undo(_) if self.position_refused => vec![refuse_without_position("undo")],
            Command::Perft(_) if self.position_refused => vec![refuse_without_position("go perft")],
            Command::Go(_) if self.position_refused => {
                self.refuse_go(refuse_without_position("go"))
            }
            Command::Moves(moves) => match self.state.play(&moves) {
                Ok(()) => self.debug_position(),
                Err(refusal) => vec![error(ErrorCode::IllegalMove, refusal.to_string())],
            },
            Command::Undo(plies) => self.undo(plies),
            Command::Go(go) => self.go(go, read),
            Command::Perft(depth) => {
                let stop = Arc::default();
                let task = BackgroundTask::perft(self.state.clone(), depth, Arc::clone(&stop));
                self.run(task, Running::new(stop, Completion::Bounded, false))
            }
        }
    }

    fn handshake(&self) -> Vec<Output> {
        let mut replies = vec![
            Reply::IdName(format!("ringstack {}", env!("CARGO_PKG_VERSION"))),
            Reply::IdAuthor("the ringstack authors".to_owned()),
        ];
        let options = options::list(self.default_game);
        replies.extend(options.into_iter().map(Reply::Option));
        // Clients show or ignore an `info string`, so engines without extensions need no other line.
        replies.push(Reply::Text(extensions()));
        replies.push(Reply::UgiOk);
        replies.into_iter().map(Output::Reply).collect()
    }

    fn ready(&mut self) -> Vec<Output> {
        let mut outputs = Vec::new();
        if !self.is_running() {
            (_, outputs) = self.search_state();
        }
        outputs.push(Output::Reply(Reply::ReadyOk));
        outputs
    }

    fn new_game(&mut self) -> Vec<Output> {
        self.clear_search_state();
        self.position(&Start::Startpos, &[])
    }

    fn clear_search_state(&self) {
        if let Some(search_state) = &self.search_state {
            search_state.clear();
        }
    }

    /// The search state, with a hash table of the size that was set. If there is not enough memory for it, the
    /// outputs say so, and the table before stays; without one, a smaller one is allocated if possible.
    fn search_state(&mut self) -> (Option<Arc<SearchState>>, Vec<Output>) {
        let mebibytes = self.options.hash;
        let old = self.search_state.take();
        let mut outputs = Vec::new();
        let search_state = match old {
            Some(old) if old.mebibytes() == mebibytes => Some(old),
            old => match SearchState::new(mebibytes) {
                Ok(new) => Some(Arc::new(new)),
                Err(refusal) => {
                    let smaller = || SearchState::smaller_than(mebibytes).ok().map(Arc::new);
                    let kept = old.or_else(smaller);
                    let text = match &kept {
                        Some(kept) => format!("{refusal}; it has {} MiB", kept.mebibytes()),
                        None => format!("{refusal} or less"),
                    };
                    outputs.push(error(ErrorCode::NoMemory, text));
                    kept
                }
            },
        };
        if let Some(search_state) = &search_state {
            // A size that was refused is not tried again.
            self.options.hash = search_state.mebibytes();
        }
        self.search_state.clone_from(&search_state);
        (search_state, outputs)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<Output> {
        let setting = match options::setting(name, value) {
            Ok(setting) => setting,
            Err(refusal) => return vec![error(ErrorCode::BadOption, refusal.to_string())],
        };
        match setting {
            OptionValue::Game(id) => {
                self.game_id = id;
                self.open(self.rule_sets.get(id).copied().unwrap_or(id));
            }
            OptionValue::RuleSet { general, chosen } => {
                self.rule_sets.insert(general, chosen);
                // A game that was chosen by a more specific id keeps its rule set.
                if self.game_id == general && self.state.id() != chosen {
                    self.open(chosen);
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
            OptionValue::ShowWdl(is_shown) => self.options.show_wdl = is_shown,
            OptionValue::ClearHash => self.clear_search_state(),
            OptionValue::LogFile(path) => return vec![Output::Log(path)],
            OptionValue::Debug(debug) => self.options.debug = debug,
            #[cfg(feature = "tune")]
            OptionValue::Param(name, value) => crate::search::params::set(name, value),
        }
        Vec::new()
    }

    /// Sets up the start position of another game.
    fn open(&mut self, id: &str) {
        if let Some(state) = state::open(id) {
            self.state = state;
            self.position_refused = false;
            self.clear_search_state();
        }
    }

    fn position(&mut self, start: &Start, moves: &[String]) -> Vec<Output> {
        let result = self.state.set(start, moves);
        self.position_refused = result.is_err();
        match result {
            Ok(()) => self.debug_position(),
            Err(refusal) => {
                let code = match refusal {
                    SetupError::Fen(_) => ErrorCode::BadFen,
                    SetupError::Move(_) => ErrorCode::IllegalMove,
                };
                vec![error(code, refusal.to_string())]
            }
        }
    }

    fn debug_position(&self) -> Vec<Output> {
        if !self.options.debug {
            return Vec::new();
        }
        let plies = match self.state.plies() {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        vec![text(format!(
            "position after {plies}: {}",
            self.state.fen()
        ))]
    }

    fn undo(&mut self, plies: u32) -> Vec<Output> {
        match self.state.undo(plies as usize) {
            Ok(()) => self.debug_position(),
            Err(played) => {
                let text = format!("undo '{plies}': more than the plies played ({played})");
                vec![error(ErrorCode::BadArgument, text)]
            }
        }
    }

    fn go(&mut self, go: Go, read: Instant) -> Vec<Output> {
        let root_moves = match self.state.root_moves(&go.search_moves) {
            Ok(moves) => moves,
            Err(refusal) => {
                let text = format!("searchmoves: {refusal}");
                return self.refuse_go(error(ErrorCode::IllegalMove, text));
            }
        };
        let overhead = Duration::from_millis(self.options.move_overhead);
        let limits = go.limits(self.state.turn(), overhead);
        let completion = match (limits.is_bounded(), limits.mate) {
            (true, _) => Completion::Bounded,
            (false, Some(_)) => Completion::UntilProof,
            (false, None) => Completion::UntilStopped,
        };
        let stop = Arc::default();
        if self.state.outcome().is_some() {
            return self
                .search_finished_game(stop, go.infinite && completion == Completion::UntilStopped);
        }
        let (search_state, mut outputs) = self.search_state();
        let Some(search_state) = search_state else {
            outputs.push(Output::Reply(Reply::BestMove(NO_MOVE.to_owned())));
            return outputs;
        };
        if self.options.debug {
            outputs.push(text(format!("search limits: {limits}")));
        }
        let settings = Settings {
            limits,
            requested_at: Some(read),
            ..self.options.search.clone()
        };
        let search = SearchArguments {
            state: self.state.clone(),
            settings,
            root_moves,
            show_wdl: self.options.show_wdl,
        };
        let task = BackgroundTask::search(search, search_state, Arc::clone(&stop));
        outputs.extend(self.run(task, Running::new(stop, completion, true)));
        outputs
    }

    /// Answers `go` in a finished game. Clients send `stop` after `go infinite`, and expect the move then.
    fn search_finished_game(&mut self, stop: Arc<AtomicBool>, is_infinite: bool) -> Vec<Output> {
        let mut outputs = vec![Output::Reply(Reply::Info(Info::nothing_to_search()))];
        let best = Reply::BestMove(NO_MOVE.to_owned());
        if is_infinite {
            let mut running = Running::new(stop, Completion::UntilStopped, true);
            running.deferred = Some(vec![best]);
            self.running = Some(running);
        } else {
            outputs.push(Output::Reply(best));
        }
        outputs
    }

    fn run(&mut self, task: BackgroundTask, running: Running) -> Vec<Output> {
        self.running = Some(running);
        vec![Output::Run(task)]
    }

    /// Ends the running task. Its last replies come before the next line is handled.
    fn stop(&mut self) -> Vec<Output> {
        let Some(running) = &mut self.running else {
            return Vec::new();
        };
        running.stop();
        running.hold = Hold::All;
        match running.deferred.take() {
            Some(replies) => self.finish(replies),
            None => Vec::new(),
        }
    }

    fn wait(&mut self) -> Vec<Output> {
        match &mut self.running {
            None => Vec::new(),
            Some(running) if running.completion == Completion::Bounded => {
                running.hold = Hold::AllButStop;
                Vec::new()
            }
            Some(_) => vec![error(
                ErrorCode::BadArgument,
                "wait: the search does not end by itself; send stop",
            )],
        }
    }

    fn exit(&mut self) -> Vec<Output> {
        match &mut self.running {
            None => vec![Output::Exit],
            Some(running) => {
                running.is_last = true;
                self.stop()
            }
        }
    }

    fn done(&mut self, replies: Vec<Reply>, now: Instant) -> Vec<Output> {
        let Some(running) = &mut self.running else {
            return Vec::new();
        };
        if running.completion == Completion::UntilStopped && !running.is_stopped() {
            running.deferred = Some(replies);
            return Vec::new();
        }
        let mut outputs = self.finish(replies);
        // The lines that waited were not readable before now.
        while !self.holds_lines() && !matches!(outputs.last(), Some(Output::Exit)) {
            outputs.extend(match self.held.pop() {
                None => break,
                Some(HeldLine::Text(line)) => self.line(&line, now),
                Some(HeldLine::TooLong(beginning)) => self.long_line(&beginning),
                Some(HeldLine::End) => self.exit(),
            });
        }
        outputs
    }

    /// Sends the last replies of the task that has ended.
    fn finish(&mut self, replies: Vec<Reply>) -> Vec<Output> {
        let running = self.running.take();
        let mut outputs: Vec<Output> = replies.into_iter().map(Output::Reply).collect();
        if running.is_some_and(|running| running.is_last) {
            outputs.push(Output::Exit);
        }
        outputs
    }
}

/// The answer to more threads than are of use.
fn too_many_threads(requested: usize) -> Vec<Output> {
    let max = max_threads();
    if requested <= max {
        return Vec::new();
    }
    vec![text(format!(
        "Threads {requested}: reduced to {max}, the maximum on this machine"
    ))]
}

/// The refusal of a command during a task.
fn busy() -> Output {
    error(ErrorCode::Busy, "a search is running; send stop first")
}

/// The refusal of a command that would act on the position before a refused one.
fn refuse_without_position(command: &str) -> Output {
    error(
        ErrorCode::BadArgument,
        format!("{command}: the last position was refused; send position or uginewgame first"),
    )
}

fn error(code: ErrorCode, text: impl Into<String>) -> Output {
    Output::Reply(Reply::Error(code, text.into()))
}

fn text(text: impl Into<String>) -> Output {
    Output::Reply(Reply::Text(text.into()))
}
