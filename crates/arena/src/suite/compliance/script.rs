//! Runs the script of a step. Each line is checked against a game of our library, which follows the script.
//!
//! | line | meaning |
//! |---|---|
//! | `start`, `options` | the handshake; every option accepts its values, and the game can be chosen |
//! | `> LINE` | sent with `isready`; it must not be answered before `readyok` |
//! | `send LINE` | sent alone |
//! | `survive LINE` | sent with `isready`, answered in any way; then `position` |
//! | `refuse CODE LINE` | refused with this error code; with `=> ANSWER`, this is the only answer |
//! | `position`, `compare` | sets up the position of the library and compares it; only compares it |
//! | `? QUERY = ANSWER` | a query has this answer |
//! | `go LIMITS`, with a limit in ms after a bar | sets up the position; the search finds a legal move |
//! | `play` | plays this move in the library |
//! | `watch MS` | an endless search does not end by itself |
//! | `bestmove` | the search that was stopped ends with a legal move |
//! | `random`, `game` | a random game; a game of the engine against itself |
//! | `perft 1` | counts the legal moves |
//! | `close`, `exit`, `exit with bestmove` | ends the input; the process ends |
//!
//! `{fen}`, `{legal}` and `{first}` stand for the FEN, the sorted list of legal moves with their number, and the
//! first of them, `{found}` for the last move found, and `{long}` for a word of 100,000 letters.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::engine::Wait;
use crate::engine::error::shown;
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::clock::{self, Instant};
use ringstack_engine::play::{self, GameState};
use ringstack_engine::rules::{Side, quote, result_word};
use ringstack_engine::ugi::reply::{OptionKind, OptionLine, Reply};

use super::probe::{Probe, StepFailure, fail};

/// The time for a search without a clock.
const SEARCH: Duration = Duration::from_secs(30);

/// The time from `stop` to `bestmove`.
const STOP: Duration = Duration::from_secs(1);

/// A search that is late this many times in a row fails; on a busy machine, one may be late.
const ATTEMPTS: usize = 3;

/// Plies of the random game that are compared one by one.
const COMPARED_PLIES: usize = 12;

/// The longest random game, in plies; then only the positions so far are compared.
const MAX_PLIES: usize = 300;

/// Plies of a game of the engine against itself.
const GAME_PLIES: usize = 4;

/// Positions with more legal moves are not listed.
const MAX_LISTED: u64 = 10_000;

/// A script that runs.
#[derive(Debug)]
pub(super) struct ScriptRun<'a> {
    probe: &'a mut Probe,
    state: Box<dyn GameState>,
    found: String,
}

impl ScriptRun<'_> {
    /// A script at the start position.
    pub fn new(probe: &mut Probe) -> Result<ScriptRun<'_>, StepFailure> {
        Ok(ScriptRun {
            state: opened(&probe.game)?,
            probe,
            found: String::new(),
        })
    }

    /// Runs all lines.
    pub fn all(&mut self, script: &str) -> Result<(), StepFailure> {
        script
            .split('\n')
            .try_for_each(|line| self.line(&self.filled(line.trim_start_matches(' '))))
    }

    /// The line with the values of its placeholders.
    fn filled(&self, line: &str) -> String {
        if !line.contains('{') {
            return line.to_owned();
        }
        let mut tokens = self.state.legal();
        tokens.sort_unstable();
        line.replace("{fen}", &self.state.fen())
            .replace("{legal}", &format!("{} {}", tokens.len(), tokens.join(" ")))
            .replace("{first}", tokens.first().map_or("", String::as_str))
            .replace("{found}", &self.found)
            .replace("{long}", &"x".repeat(100_000))
    }

    fn line(&mut self, line: &str) -> Result<(), StepFailure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "start" => self.probe.start(),
            "options" => self.check_options(),
            ">" => self.probe.send_silent(rest),
            "send" => {
                self.probe.engine()?.send_line(rest);
                Ok(())
            }
            "survive" => {
                self.probe.replies(rest)?;
                self.position()
            }
            "refuse" => self.refuse(rest),
            "position" => self.position(),
            "compare" => self.compare(),
            "?" => {
                let (query, expected) = rest.split_once(" = ").unwrap_or((rest, ""));
                self.expect(query, expected)
            }
            "go" => self.go(line),
            "play" => self.play(&self.found.clone()),
            "watch" => self.watch(Duration::from_millis(rest.parse().unwrap_or_default())),
            "bestmove" => self.best_move("stop", Wait::of(STOP)).map(drop),
            "random" => self.random_game(),
            "game" => self.own_game(),
            "perft" => self.perft(),
            "close" => {
                self.probe.engine()?.close_input();
                Ok(())
            }
            "exit" => self.probe.expect_exit(!rest.is_empty()),
            _ => fail(format!("the script has the line '{line}'")),
        }
    }

    /// Every option has a default that it accepts, and the game can be chosen.
    fn check_options(&mut self) -> Result<(), StepFailure> {
        let options = self.probe.running()?.options().to_vec();
        let mut names = BTreeSet::new();
        for option in &options {
            if !names.insert(option.name.to_ascii_lowercase()) {
                return fail(format!("option '{}' is listed twice", quote(&option.name)));
            }
            for value in values(option)? {
                let engine = self.probe.running()?;
                engine.send_line(&format!("setoption name {} value {value}", option.name));
                engine.accept_settings()?;
            }
        }
        self.probe.configure()
    }

    /// Sets up the position by its moves from the start.
    fn set(&mut self) -> Result<(), StepFailure> {
        let moves = self.state.history();
        match moves.is_empty() {
            true => self.probe.send_silent("position startpos"),
            false => {
                let line = format!("position startpos moves {}", moves.join(" "));
                self.probe.send_silent(&line)
            }
        }
    }

    fn position(&mut self) -> Result<(), StepFailure> {
        self.set()?;
        self.compare()
    }

    /// Compares the answers to the three queries of UGI.
    fn compare(&mut self) -> Result<(), StepFailure> {
        let outcome = self.state.outcome();
        self.expect("gameover", &outcome.is_some().to_string())?;
        self.expect("result", &result_word(outcome))?;
        if outcome.is_none() {
            let is_first = self.state.turn() == Side::One;
            self.expect("p1turn", &is_first.to_string())?;
        }
        Ok(())
    }

    /// A query has exactly one `response` line, with this answer.
    fn expect(&mut self, query: &str, expected: &str) -> Result<(), StepFailure> {
        let line = format!("query {query}");
        let mut answers = Vec::new();
        for reply in self.probe.replies(&line)? {
            match reply {
                Reply::Response(answer) => answers.push(answer),
                Reply::Error(_, text) => {
                    return fail(format!("'{}' is refused: {}", quote(&line), shown(&text)));
                }
                _ => {}
            }
        }
        match &answers[..] {
            [answer] if answer == expected => Ok(()),
            [answer] => fail(format!(
                "{line} answers '{}', expected '{expected}'",
                shown(answer)
            )),
            _ => fail(format!(
                "'{}' has {} response lines before readyok, but must have exactly one",
                quote(&line),
                answers.len()
            )),
        }
    }

    /// A refused line is answered like an accepted one, after its error line: no client waits for ever.
    fn refuse(&mut self, rest: &str) -> Result<(), StepFailure> {
        let (code, line) = rest.split_once(' ').unwrap_or((rest, ""));
        let (line, expected) = match line.split_once(" => ") {
            Some((line, answer)) => (line, Some(answer)),
            None => (line, None),
        };
        let mut is_refused = false;
        let mut answers = Vec::new();
        for reply in self.probe.replies(line)? {
            match &reply {
                Reply::Error(found, _) => is_refused |= found.to_string() == code,
                Reply::Response(_) | Reply::BestMove(_) => answers.push(reply.to_string()),
                _ => {}
            }
        }
        let line = quote(line);
        match expected {
            _ if !is_refused => fail(format!("'{line}' is not refused with '{code}'")),
            Some(expected) if answers != [expected] => {
                fail(format!("'{line}' is not answered with one '{expected}'"))
            }
            _ => Ok(()),
        }
    }

    /// Searches the position; with a limit, until the answer comes within it.
    fn go(&mut self, line: &str) -> Result<(), StepFailure> {
        let (go, limit) = match line.split_once(" | ") {
            Some((go, millis)) => (go, millis.parse().ok().map(Duration::from_millis)),
            None => (line, None),
        };
        let mut late = Duration::ZERO;
        for _ in 0..ATTEMPTS {
            self.set()?;
            let begun = clock::now();
            self.probe.engine()?.send_line(go);
            let (at, token) = self.best_move(go, Wait::of(SEARCH))?;
            if let Some((_, among)) = go.split_once(" searchmoves ")
                && !among.split(' ').any(|one| one == token)
            {
                return fail(format!("{go}: bestmove '{}'", quote(&token)));
            }
            self.found = token;
            late = at.saturating_duration_since(begun);
            if limit.is_none_or(|limit| late <= limit) {
                return Ok(());
            }
        }
        let (late, limit) = (late.as_millis(), limit.unwrap_or_default().as_millis());
        fail(format!(
            "{go}: bestmove after {late} ms in {ATTEMPTS} attempts (at most {limit} ms)"
        ))
    }

    fn play(&mut self, token: &str) -> Result<(), StepFailure> {
        let played = self.state.play(&[token.to_owned()]);
        played.map_err(|error| StepFailure(error.to_string()))
    }

    /// Waits for `bestmove` with a legal move.
    fn best_move(&mut self, cause: &str, wait: Wait) -> Result<(Instant, String), StepFailure> {
        let engine = self.probe.running()?;
        loop {
            match engine.receive("bestmove", wait)? {
                (at, Reply::BestMove(token)) if self.state.is_legal(&token) => {
                    return Ok((at, token));
                }
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
    fn watch(&mut self, for_at_least: Duration) -> Result<(), StepFailure> {
        let engine = self.probe.engine()?;
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

    /// Compares the positions of a random game with the library.
    fn random_game(&mut self) -> Result<(), StepFailure> {
        let mut random = SplitMix(1);
        for ply in 0..MAX_PLIES {
            if ply < COMPARED_PLIES {
                self.position()?;
            }
            if self.state.count_legal_within(MAX_LISTED).is_none() {
                break;
            }
            let tokens = self.state.legal();
            let Some(token) = tokens.get(random.below(tokens.len().max(1))) else {
                break;
            };
            self.play(token)?;
        }
        self.position()
    }

    /// A game does not influence the next one.
    fn own_game(&mut self) -> Result<(), StepFailure> {
        self.state = opened(&self.probe.game)?;
        self.probe.engine()?.new_game()?;
        for _ in 0..GAME_PLIES {
            self.go("go nodes 50")?;
            self.play(&self.found.clone())?;
        }
        self.position()
    }

    fn perft(&mut self) -> Result<(), StepFailure> {
        let expected = self.state.legal().len() as u64;
        let engine = self.probe.engine()?;
        engine.send_line("go perft 1");
        let wait = Wait::of(SEARCH);
        loop {
            match engine.receive("Nodes searched", wait)?.1 {
                Reply::NodesSearched(count) if count == expected => return Ok(()),
                Reply::NodesSearched(count) => {
                    return fail(format!("go perft 1 counts {count}, expected {expected}"));
                }
                Reply::Error(_, text) => return fail(format!("go perft 1 is refused: {text}")),
                _ => {}
            }
        }
    }
}

/// The game in our library, at its start position.
fn opened(game: &str) -> Result<Box<dyn GameState>, StepFailure> {
    play::open(game).ok_or_else(|| StepFailure(format!("no game is called '{game}'")))
}

/// The tested values of an option: the smallest, which costs least, then the default.
fn values(option: &OptionLine) -> Result<Vec<String>, StepFailure> {
    let wrong = |default: &str| {
        let name = quote(&option.name);
        fail(format!(
            "option '{name}': the default '{default}' is not a value"
        ))
    };
    Ok(match &option.kind {
        OptionKind::Spin { default, min, max } if !(min..=max).contains(&default) => {
            return wrong(&default.to_string());
        }
        OptionKind::Spin { default, min, .. } => vec![min.to_string(), default.to_string()],
        OptionKind::Check { default } => vec![(!default).to_string(), default.to_string()],
        OptionKind::Combo { default, choices } if !choices.contains(default) => {
            return wrong(&quote(default));
        }
        OptionKind::Combo { default, .. } => vec![default.clone()],
        OptionKind::Text { default } => vec![default.clone()],
        OptionKind::Button | OptionKind::Unknown(_) => Vec::new(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::engine::spec::EngineSpec;

    /// Checks a small engine that answers `quit` with this shell command.
    fn check_at_quit(answer: &str) -> Result<(), StepFailure> {
        let loop_body = format!(
            "case $word in \
             ugi) echo id name small; echo option name Game type combo default dvonn var dvonn; echo ugiok;; \
             isready) echo readyok;; \
             quit) {answer}; exit 0;; \
             esac"
        );
        let engine = format!("sh -c 'while read -r word rest; do {loop_body}; done'");
        let spec = EngineSpec::parse(&engine).expect("an engine");
        let mut probe = Probe::new(spec, "dvonn");
        ScriptRun::new(&mut probe)?.all("watch 0\nsend quit\nexit with bestmove")
    }

    #[test]
    fn a_search_that_quit_ends_needs_its_bestmove() {
        assert_eq!(check_at_quit("echo bestmove f3"), Ok(()));
        let StepFailure(problem) = check_at_quit(":").expect_err("it fails");
        assert!(problem.contains("bestmove"), "{problem}");
    }
}
