//! The engine of a compliance check: it is started when a step needs it.

use std::time::Duration;

use crate::engine::error::shown;
use crate::engine::settings::is_error;
use crate::engine::spec::EngineSpec;
use crate::engine::{Engine, EngineError, Timeouts, Wait};
use crate::suite::engine::has_extensions;
use ringstack_engine::clock;
use ringstack_engine::rules::quote;
use ringstack_engine::ugi::reply::Reply;

use super::script::ScriptRun;
use super::{ComplianceStep, StepResult};

/// How long an engine must be silent before `ugi`.
const SILENCE: Duration = Duration::from_millis(200);

/// The time from `quit` or the end of the input to the end of the process.
const EXIT: Duration = Duration::from_secs(2);

/// The first words of an `info string` line that announces extensions.
const ANNOUNCEMENTS: [&str; 2] = ["capabilities", "extensions"];

/// The maximum number of exchanged lines that are reported; they are the last ones.
const SHOWN_LINES: usize = 50;

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
    /// The id of the game.
    pub(super) game: String,
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
        let checked = ScriptRun::new(self).and_then(|mut run| run.all(step.script));
        match checked.and_then(|()| self.check_unreadable()) {
            Ok(()) => StepResult::Passed,
            Err(StepFailure(problem)) => self.failed(problem),
        }
    }

    fn failed(&mut self, problem: String) -> StepResult {
        let traffic = self.engine.take().map(|engine| engine.traffic());
        let exchange = last_lines(&traffic.unwrap_or_default(), &self.heading);
        StepResult::Failed { problem, exchange }
    }

    fn check_unreadable(&mut self) -> Result<(), StepFailure> {
        match self.engine.as_mut().and_then(Engine::take_unreadable) {
            Some(lines) => fail(format!("unreadable line '{}'", quote(&lines.first))),
            None => Ok(()),
        }
    }

    /// Starts a new process. It must write nothing before `ugi`, and then a name, readable options and `ugiok`.
    pub(super) fn start(&mut self) -> Result<(), StepFailure> {
        self.engine = None;
        let mut engine = Engine::spawn(&self.spec, Timeouts::default())?;
        engine.remark(&self.heading);
        let engine = self.engine.insert(engine);
        if let Some((_, reply)) = engine.receive_until("ugi", clock::now() + SILENCE)? {
            let line = reply.to_string();
            return fail(format!("'{}' is written before ugi", quote(&line)));
        }
        let texts = engine.handshake()?;
        if engine.id_name().is_none() {
            return fail("no 'id name' before ugiok");
        }
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
        if self.engine.as_ref().is_none_or(Engine::is_broken) {
            self.start()?;
            self.configure()?;
        }
        self.running()
    }

    /// The process after its handshake. Its options may not be set yet.
    pub(super) fn running(&mut self) -> Result<&mut Engine, StepFailure> {
        let engine = self.engine.as_mut();
        engine.ok_or_else(|| StepFailure("the engine is not running".to_owned()))
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

    /// Sends a line, unless it is `isready`, and then `isready`. Returns the replies before `readyok`.
    pub(super) fn replies(&mut self, line: &str) -> Result<Vec<Reply>, StepFailure> {
        let engine = self.engine()?;
        if line != "isready" {
            engine.send_line(line);
        }
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
            Some(Reply::Text(text)) if !is_error(text) => Ok(()),
            Some(reply) => fail(format!(
                "'{}' is answered with '{}', but must not be answered",
                quote(line),
                shown(&reply.to_string())
            )),
            None => Ok(()),
        }
    }

    /// Waits for the end of the process with status 0, and for `bestmove` before it if a search was running.
    pub(super) fn expect_exit(&mut self, is_searching: bool) -> Result<(), StepFailure> {
        let engine = self.running()?;
        let deadline = clock::now() + EXIT;
        let mut has_best_move = false;
        loop {
            match engine.receive_until("the end of the process", deadline) {
                Ok(Some((_, Reply::BestMove(_)))) => has_best_move = true,
                Ok(Some(_)) => {}
                Ok(None) => {
                    let millis = EXIT.as_millis();
                    return fail(format!("the process still runs after {millis} ms"));
                }
                Err(EngineError::Gone {
                    status: Some(status),
                    ..
                }) if status == SUCCESS => break,
                Err(error) => return Err(error.into()),
            }
        }
        if is_searching && !has_best_move {
            return fail("the process ends without bestmove");
        }
        self.engine = None;
        Ok(())
    }
}

/// How the system describes the end of a process without an error.
#[cfg(not(windows))]
const SUCCESS: &str = "exit status: 0";
#[cfg(windows)]
const SUCCESS: &str = "exit code: 0";

/// The last lines of the step with this heading.
fn last_lines(traffic: &str, heading: &str) -> String {
    let lines: Vec<&str> = traffic.lines().collect();
    let before = lines.iter().rposition(|line| line.ends_with(heading));
    let begin = before.map_or(0, |before| before + 1);
    let begin = begin.max(lines.len().saturating_sub(SHOWN_LINES));
    lines.get(begin..).unwrap_or_default().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_of_a_step_are_shown() {
        assert_eq!(last_lines("a\n! step 1\nb\n", "step 1"), "b");
        let traffic = format!("! step 2\nfirst\n{}", "other\n".repeat(SHOWN_LINES));
        let text = last_lines(&traffic, "step 2");
        assert_eq!(text.lines().count(), SHOWN_LINES);
        assert!(!text.contains("first"), "{text}");
    }
}
