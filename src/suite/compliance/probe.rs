//! The engine of a compliance check: it is started when a step needs it, and its answers are compared
//! with our library.

use crate::clock::{self, Instant};
use std::time::Duration;

use crate::arena::engine::error::shown;
use crate::arena::engine::spec::EngineSpec;
use crate::arena::engine::{Engine, EngineError, Timeouts, Wait};
use crate::play::{self, GameState};
use crate::rules::{Side, quote, result_word};
use crate::suite::engine::has_extensions;
use crate::ugi::command::Query;
use crate::ugi::reply::{ErrorCode, Reply};

use super::{ComplianceStep, StepResult};

/// The time for a search without a clock.
const SEARCH: Duration = Duration::from_secs(30);

/// The time from `quit` or the end of the input to the end of the process.
const EXIT: Duration = Duration::from_secs(2);

/// The first words of an `info string` line that announces extensions.
const ANNOUNCEMENTS: [&str; 2] = ["capabilities", "extensions"];

/// Exchanged lines that are reported from the beginning and from the end of a step.
const SHOWN_LINES: (usize, usize) = (10, 40);

/// How an engine breaks the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFailure(pub String);

impl From<EngineError> for StepFailure {
    fn from(error: EngineError) -> StepFailure {
        StepFailure(error.to_string())
    }
}

/// Fails with this problem.
pub(super) fn fail<T>(problem: impl Into<String>) -> Result<T, StepFailure> {
    Err(StepFailure(problem.into()))
}

/// The engine that is checked, and the game.
#[derive(Debug)]
pub struct Probe {
    spec: EngineSpec,
    game: String,
    engine: Option<Engine>,
    has_extensions: Option<bool>,
    /// Whether the engine does not play the game; the remaining steps are skipped.
    lacks_game: bool,
    heading: String,
}

impl Probe {
    /// A probe that has not started the engine yet.
    #[must_use]
    pub fn new(spec: EngineSpec, game: &str) -> Probe {
        Probe {
            spec,
            game: game.to_owned(),
            engine: None,
            has_extensions: None,
            lacks_game: false,
            heading: String::new(),
        }
    }

    /// Checks one step.
    pub(super) fn check(&mut self, number: usize, step: &ComplianceStep) -> StepResult {
        if self.lacks_game {
            return StepResult::Skipped("the engine does not play the game");
        }
        self.heading = format!("step {number}: {}", step.name);
        if let Some(engine) = &mut self.engine {
            engine.remark(&self.heading);
        }
        if step.is_extension {
            match self.announces_extensions() {
                Ok(true) => {}
                Ok(false) => return StepResult::Skipped("not announced"),
                Err(StepFailure(problem)) => return self.failed(problem),
            }
        }
        let checked = (step.check)(self).and_then(|()| self.check_unreadable());
        match checked {
            Ok(()) => StepResult::Passed,
            Err(StepFailure(problem)) => self.failed(problem),
        }
    }

    fn failed(&mut self, problem: String) -> StepResult {
        let traffic = self.engine.take().map(|engine| engine.traffic());
        let exchange = shorten(&traffic.unwrap_or_default(), &self.heading);
        StepResult::Failed { problem, exchange }
    }

    fn check_unreadable(&mut self) -> Result<(), StepFailure> {
        match self.engine.as_mut().and_then(Engine::take_unreadable) {
            Some(lines) => fail(format!("unreadable line '{}'", quote(&lines.first))),
            None => Ok(()),
        }
    }

    /// The game in our library, at its start position.
    pub(super) fn library(&self) -> Result<Box<dyn GameState>, StepFailure> {
        let state = play::open(&self.game);
        state.ok_or_else(|| StepFailure(format!("no game is called '{}'", self.game)))
    }

    /// Starts a new process that has not received a line.
    pub(super) fn spawn(&mut self) -> Result<&mut Engine, StepFailure> {
        self.engine = None;
        let mut engine = Engine::spawn(&self.spec, Timeouts::default())?;
        engine.remark(&self.heading);
        Ok(self.engine.insert(engine))
    }

    /// Performs the handshake and stores whether the engine announces extensions.
    pub(super) fn handshake(&mut self) -> Result<(), StepFailure> {
        let texts = self.running()?.handshake()?;
        let is_announcement = |text: &String| {
            let word = text.split_ascii_whitespace().next().unwrap_or_default();
            ANNOUNCEMENTS.contains(&word.trim_end_matches(':'))
        };
        if texts.iter().any(is_announcement) {
            self.has_extensions = Some(true);
        }
        Ok(())
    }

    /// Sets the options of the description and chooses the game.
    pub(super) fn configure(&mut self) -> Result<(), StepFailure> {
        let (spec, game) = (self.spec.clone(), self.game.clone());
        let configured = self.running()?.configure(&spec, &game);
        self.lacks_game = matches!(configured, Err(EngineError::NoGame { .. }));
        Ok(configured?)
    }

    /// The running process; a new one after a failure.
    pub(super) fn engine(&mut self) -> Result<&mut Engine, StepFailure> {
        let is_usable = self.engine.as_ref().is_some_and(|it| !it.is_broken());
        if !is_usable {
            self.spawn()?;
            self.handshake()?;
            self.configure()?;
        }
        self.running()
    }

    /// The process after its handshake; a new one after a failure. Its options may not be set yet.
    pub(super) fn started(&mut self) -> Result<&mut Engine, StepFailure> {
        if self.engine.as_ref().is_none_or(Engine::is_broken) {
            self.spawn()?;
            self.handshake()?;
        }
        self.running()
    }

    fn running(&mut self) -> Result<&mut Engine, StepFailure> {
        let engine = self.engine.as_mut();
        engine.ok_or_else(|| StepFailure("the engine is not running".to_owned()))
    }

    /// Ends the use of this process.
    pub(super) fn forget(&mut self) {
        self.engine = None;
    }

    /// An engine announces extensions by a line of the handshake, or by knowing `query game`.
    fn announces_extensions(&mut self) -> Result<bool, StepFailure> {
        let game = self.game.clone();
        self.engine()?;
        if let Some(known) = self.has_extensions {
            return Ok(known);
        }
        let known = has_extensions(self.running()?, &game)?;
        self.has_extensions = Some(known);
        Ok(known)
    }

    /// Sends a line and `isready`; the replies before `readyok`.
    pub(super) fn replies(&mut self, line: &str) -> Result<Vec<Reply>, StepFailure> {
        self.engine()?.send_line(line);
        self.until_ready()
    }

    /// Sends `isready`; the replies before `readyok`.
    pub(super) fn until_ready(&mut self) -> Result<Vec<Reply>, StepFailure> {
        let engine = self.running()?;
        engine.send_line("isready");
        let wait = Wait::of(Timeouts::default().answer);
        let mut replies = Vec::new();
        loop {
            match engine.receive("readyok", wait)?.1 {
                Reply::ReadyOk => return Ok(replies),
                reply => replies.push(reply),
            }
        }
    }

    /// Sends a line that must not be answered.
    pub(super) fn send_silent(&mut self, line: &str) -> Result<(), StepFailure> {
        let replies = self.replies(line)?;
        match replies
            .iter()
            .find(|reply| !matches!(reply, Reply::Info(_)))
        {
            Some(Reply::Text(text)) if !is_error_text(text) => Ok(()),
            Some(reply) => fail(format!(
                "'{}' is answered with '{}', but must not be answered",
                quote(line),
                shown(&reply.to_string())
            )),
            None => Ok(()),
        }
    }

    /// Asks a question, whose answer is exactly one `response` line.
    fn ask(&mut self, query: &Query) -> Result<String, StepFailure> {
        let line = format!("query {query}");
        let mut answers = Vec::new();
        for reply in self.replies(&line)? {
            match reply {
                Reply::Response(answer) => answers.push(answer),
                Reply::Error(_, text) => {
                    return fail(format!("'{}' is refused: {}", quote(&line), shown(&text)));
                }
                _ => {}
            }
        }
        match <[String; 1]>::try_from(answers) {
            Ok([answer]) => Ok(answer),
            Err(answers) => fail(format!(
                "'{}' has {} response lines before readyok, but must have exactly one",
                quote(&line),
                answers.len()
            )),
        }
    }

    /// Asks a question and compares the answer.
    pub(super) fn expect(&mut self, query: &Query, expected: &str) -> Result<(), StepFailure> {
        let answer = self.ask(query)?;
        if answer == expected {
            return Ok(());
        }
        let answer = shown(&answer);
        fail(format!(
            "query {query} answers '{answer}', expected '{expected}'"
        ))
    }

    /// Compares the answers to the three queries of UGI with a position of the library.
    pub(super) fn expect_state(&mut self, state: &dyn GameState) -> Result<(), StepFailure> {
        let outcome = state.outcome();
        self.expect(&Query::GameOver, &outcome.is_some().to_string())?;
        self.expect(&Query::Result, &result_word(outcome))?;
        if outcome.is_none() {
            self.expect(&Query::P1Turn, &(state.turn() == Side::One).to_string())?;
        }
        Ok(())
    }

    /// Sets up a position by its moves from the start.
    pub(super) fn set(&mut self, state: &dyn GameState) -> Result<(), StepFailure> {
        let moves = state.history();
        if moves.is_empty() {
            return self.send_silent("position startpos");
        }
        self.send_silent(&format!("position startpos moves {}", moves.join(" ")))
    }

    /// Sends `go` and waits for a legal move. Returns the time that the answer took.
    pub(super) fn search(
        &mut self,
        state: &dyn GameState,
        go: &str,
    ) -> Result<(String, Duration), StepFailure> {
        let engine = self.engine()?;
        let begun = clock::now();
        engine.send_line(go);
        self.best_move(state, go, Wait::of(SEARCH))
            .map(|(at, token)| (token, at.saturating_duration_since(begun)))
    }

    /// Waits for `bestmove` with a legal move.
    pub(super) fn best_move(
        &mut self,
        state: &dyn GameState,
        cause: &str,
        wait: Wait,
    ) -> Result<(Instant, String), StepFailure> {
        let engine = self.running()?;
        loop {
            match engine.receive("bestmove", wait)? {
                (at, Reply::BestMove(token)) if state.is_legal(&token) => return Ok((at, token)),
                (_, Reply::BestMove(token)) => {
                    return fail(format!(
                        "{cause}: bestmove '{}' is not a legal move",
                        quote(&token)
                    ));
                }
                (_, Reply::Error(_, text)) => {
                    return fail(format!("{cause} is refused: {}", shown(&text)));
                }
                _ => {}
            }
        }
    }

    /// Starts an endless search; it must not end by itself.
    pub(super) fn search_endlessly(&mut self, for_at_least: Duration) -> Result<(), StepFailure> {
        let engine = self.engine()?;
        engine.send_line("go infinite");
        let deadline = clock::now() + for_at_least;
        while let Some((_, reply)) = engine.receive_until("bestmove", deadline)? {
            match reply {
                Reply::BestMove(_) => return fail("go infinite: bestmove comes before stop"),
                Reply::Error(_, text) => {
                    return fail(format!("go infinite is refused: {}", shown(&text)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Waits for the end of the process with status 0. Returns whether there was a `bestmove` before.
    pub(super) fn expect_exit(&mut self, cause: &str) -> Result<bool, StepFailure> {
        let engine = self.running()?;
        let deadline = clock::now() + EXIT;
        let mut has_best_move = false;
        loop {
            match engine.receive_until("the end of the process", deadline) {
                Ok(Some((_, Reply::BestMove(_)))) => has_best_move = true,
                Ok(Some(_)) => {}
                Ok(None) => {
                    let millis = EXIT.as_millis();
                    return fail(format!("{cause}: the process still runs after {millis} ms"));
                }
                Err(EngineError::Gone {
                    status: Some(status),
                    ..
                }) if status == SUCCESS => return Ok(has_best_move),
                Err(error) => return fail(format!("{cause}: {error}")),
            }
        }
    }
}

/// How the system describes the end of a process without an error.
#[cfg(not(windows))]
const SUCCESS: &str = "exit status: 0";
#[cfg(windows)]
const SUCCESS: &str = "exit code: 0";

/// Whether an `info string` text reports an error.
fn is_error_text(text: &str) -> bool {
    crate::arena::engine::settings::is_error(text)
}

/// Whether a reply refuses with this error code.
pub(super) fn is_refused(replies: &[Reply], code: ErrorCode) -> bool {
    let is_refusal = |reply: &Reply| matches!(reply, Reply::Error(found, _) if *found == code);
    replies.iter().any(is_refusal)
}

/// The lines of a step. If there are many, the middle is omitted.
fn shorten(traffic: &str, heading: &str) -> String {
    let begin = traffic.rfind(heading).map_or(0, |at| {
        traffic
            .get(at..)
            .and_then(|rest| rest.find('\n'))
            .map_or(at, |end| at + end + 1)
    });
    let lines: Vec<&str> = traffic.get(begin..).unwrap_or_default().lines().collect();
    let (first, last) = SHOWN_LINES;
    if lines.len() <= first + last {
        return lines.join("\n");
    }
    let omitted = lines.len() - first - last;
    let head = lines.iter().take(first).copied();
    let note = format!("... {omitted} lines omitted ...");
    let tail = lines.iter().skip(first + omitted).copied();
    let shortened: Vec<&str> = head.chain([note.as_str()]).chain(tail).collect();
    shortened.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_exchange_is_shown_without_its_middle() {
        let lines: Vec<String> = (0..100).map(|number| format!("line {number}")).collect();
        let traffic = format!("before\n! step 2\n{}\n", lines.join("\n"));
        let text = shorten(&traffic, "step 2");
        assert!(
            text.starts_with("line 0\n") && text.ends_with("line 99"),
            "{text}"
        );
        assert!(
            text.contains("line 9\n... 50 lines omitted ...\nline 60\n"),
            "{text}"
        );
        assert_eq!(shorten("a\n! step 1\nb\n", "step 1"), "b");
    }
}
