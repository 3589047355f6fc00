//! The steps of the compliance check. UGI comes first, our extensions follow, and the steps that end
//! the process are last.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::arena::engine::Wait;
use crate::board::keys::SplitMix;
use crate::clock;
use crate::play::GameState;
use crate::rules::quote;
use crate::ugi::command::Query;
use crate::ugi::reply::{ErrorCode, OptionKind, OptionLine, Reply};

use super::ComplianceStep;
use super::probe::{Probe, StepFailure, fail, is_refused};

/// How long an engine must be silent before `ugi`, and how long an endless search is observed.
const WATCH: Duration = Duration::from_millis(200);

/// The time from `stop` to `bestmove`.
const STOP: Duration = Duration::from_secs(1);

/// The remaining time of the short clocks, in milliseconds.
const CLOCK: u64 = 100;

/// A search that is late this many times in a row fails.
const ATTEMPTS: usize = 3;

/// The delay of the pipes and of a busy machine, which is not charged to the clock.
const TOLERANCE: Duration = Duration::from_millis(100);

/// The delay of a bounded search beyond its `movetime`.
const MARGIN: Duration = Duration::from_secs(1);

/// Plies of the random game that are compared one by one.
const COMPARED_PLIES: usize = 12;

/// The longest random game, in plies; then only the positions so far are compared.
const MAX_PLIES: usize = 300;

/// Games and plies of each that one process plays.
const GAMES: (usize, usize) = (3, 4);

/// Positions with more legal moves are not listed.
const MAX_LISTED: u64 = 10_000;

/// All steps in their order.
pub const STEPS: [ComplianceStep; 13] = [
    step("handshake", check_handshake),
    step("options", check_options),
    step("isready and uginewgame", check_ready),
    step("go with depth, nodes and movetime", check_limits),
    step("go with clocks of 100 ms", check_clocks),
    step("position and queries", check_queries),
    step("go infinite and stop", check_infinite),
    step("isready during a search", check_ready_in_search),
    step("many games in one process", check_games),
    step("illegal input", check_illegal_input),
    ComplianceStep {
        name: "extensions",
        is_extension: true,
        check: check_extensions,
    },
    step("quit", check_quit),
    step("end of input", check_end_of_input),
];

const fn step(
    name: &'static str,
    check: fn(&mut Probe) -> Result<(), StepFailure>,
) -> ComplianceStep {
    ComplianceStep {
        name,
        is_extension: false,
        check,
    }
}

/// The engine must write nothing before `ugi`, and then a name, readable options and `ugiok`.
fn check_handshake(probe: &mut Probe) -> Result<(), StepFailure> {
    let deadline = clock::now() + WATCH;
    if let Some((_, reply)) = probe.spawn()?.receive_until("ugi", deadline)? {
        let line = reply.to_string();
        return fail(format!("'{}' is written before ugi", quote(&line)));
    }
    probe.handshake()?;
    if probe.engine()?.id_name().is_none() {
        return fail("no 'id name' before ugiok");
    }
    Ok(())
}

/// Every option has a default that it accepts, and the game can be chosen.
fn check_options(probe: &mut Probe) -> Result<(), StepFailure> {
    let options = probe.started()?.options().to_vec();
    let mut names = BTreeSet::new();
    for option in &options {
        if !names.insert(option.name.to_ascii_lowercase()) {
            return fail(format!("option '{}' is listed twice", quote(&option.name)));
        }
        for value in values(option)? {
            let line = format!("setoption name {} value {value}", option.name);
            probe.started()?.send_line(&line);
            probe.started()?.accept_settings()?;
        }
    }
    probe.configure()
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

fn check_ready(probe: &mut Probe) -> Result<(), StepFailure> {
    for _ in 0..3 {
        probe.engine()?.ready()?;
    }
    probe.send_silent("position startpos")
}

/// Searches of the start position that end by themselves.
fn check_limits(probe: &mut Probe) -> Result<(), StepFailure> {
    let state = probe.library()?;
    for go in ["go depth 1", "go depth 2", "go nodes 1", "go nodes 200"] {
        probe.set(state.as_ref())?;
        probe.search(state.as_ref(), go)?;
    }
    for millis in [1, 100] {
        let go = format!("go movetime {millis}");
        let limit = Duration::from_millis(millis) + MARGIN;
        search_in_time(probe, state.as_ref(), &go, limit)?;
    }
    Ok(())
}

/// Both players on short clocks, with and without an increment.
fn check_clocks(probe: &mut Probe) -> Result<(), StepFailure> {
    let mut state = probe.library()?;
    for increment in [0, 10] {
        let go = format!("go p1time {CLOCK} p2time {CLOCK} p1inc {increment} p2inc {increment}");
        let limit = Duration::from_millis(CLOCK) + TOLERANCE;
        let token = search_in_time(probe, state.as_ref(), &go, limit)?;
        play(state.as_mut(), &token)?;
    }
    Ok(())
}

/// Searches until the answer comes within `limit`. On a busy machine, one answer may be late.
fn search_in_time(
    probe: &mut Probe,
    state: &dyn GameState,
    go: &str,
    limit: Duration,
) -> Result<String, StepFailure> {
    let mut late = Duration::ZERO;
    for _ in 0..ATTEMPTS {
        probe.set(state)?;
        let (token, elapsed) = probe.search(state, go)?;
        if elapsed <= limit {
            return Ok(token);
        }
        late = elapsed;
    }
    let (late, limit) = (late.as_millis(), limit.as_millis());
    fail(format!(
        "{go}: bestmove after {late} ms in {ATTEMPTS} attempts (at most {limit} ms)"
    ))
}

/// Compares the positions of a random game with the library.
fn check_queries(probe: &mut Probe) -> Result<(), StepFailure> {
    let mut state = probe.library()?;
    let mut random = SplitMix(1);
    for ply in 0..MAX_PLIES {
        if ply < COMPARED_PLIES {
            probe.set(state.as_ref())?;
            probe.expect_state(state.as_ref())?;
        }
        let Some(token) = random_move(state.as_ref(), &mut random) else {
            break;
        };
        play(state.as_mut(), &token)?;
    }
    probe.set(state.as_ref())?;
    probe.expect_state(state.as_ref())?;
    probe.send_silent("position startpos")
}

/// A legal move of a position with few legal moves.
fn random_move(state: &dyn GameState, random: &mut SplitMix) -> Option<String> {
    state.count_legal_within(MAX_LISTED)?;
    let tokens = state.legal();
    tokens.get(random.below(tokens.len().max(1))).cloned()
}

fn play(state: &mut dyn GameState, token: &str) -> Result<(), StepFailure> {
    let played = state.play(&[token.to_owned()]);
    played.map_err(|error| StepFailure(error.to_string()))
}

/// An endless search ends with `stop`, before the next line is handled.
fn check_infinite(probe: &mut Probe) -> Result<(), StepFailure> {
    let mut state = probe.library()?;
    probe.set(state.as_ref())?;
    probe.send_silent("stop")?;
    probe.search_endlessly(WATCH)?;
    probe.engine()?.send_line("stop");
    let (_, token) = probe.best_move(state.as_ref(), "stop", Wait::of(STOP))?;
    probe.send_silent("stop")?;
    probe.search_endlessly(Duration::ZERO)?;
    probe.engine()?.send_line("stop");
    probe
        .engine()?
        .send_line(&format!("position startpos moves {token}"));
    probe.best_move(state.as_ref(), "stop", Wait::of(STOP))?;
    play(state.as_mut(), &token)?;
    probe.expect_state(state.as_ref())
}

/// `readyok` comes immediately and the search continues.
fn check_ready_in_search(probe: &mut Probe) -> Result<(), StepFailure> {
    let state = probe.library()?;
    probe.set(state.as_ref())?;
    probe.search_endlessly(Duration::ZERO)?;
    let replies = probe.until_ready()?;
    if replies
        .iter()
        .any(|reply| matches!(reply, Reply::BestMove(_)))
    {
        return fail("isready ends the search");
    }
    probe.engine()?.send_line("stop");
    probe.best_move(state.as_ref(), "stop", Wait::of(STOP))?;
    Ok(())
}

/// A game does not influence the next one.
fn check_games(probe: &mut Probe) -> Result<(), StepFailure> {
    let (games, plies) = GAMES;
    for _ in 0..games {
        probe.engine()?.new_game()?;
        let mut state = probe.library()?;
        for _ in 0..plies {
            probe.set(state.as_ref())?;
            let (token, _) = probe.search(state.as_ref(), "go nodes 50")?;
            play(state.as_mut(), &token)?;
        }
        probe.set(state.as_ref())?;
        probe.expect_state(state.as_ref())?;
    }
    Ok(())
}

/// The engine survives invalid input and answers the next valid line.
fn check_illegal_input(probe: &mut Probe) -> Result<(), StepFailure> {
    let state = probe.library()?;
    let long = format!("position startpos moves {}", "x".repeat(100_000));
    for line in [
        "",
        "   ",
        "nonsense",
        "\u{1b}[2J\u{fffd}\0",
        "setoption name NoSuchOption value 1",
        "setoption",
        "position",
        "position fen nonsense",
        "position startpos moves nonsense",
        "stop stop",
        &long,
    ] {
        probe.replies(line)?;
        probe.set(state.as_ref())?;
        probe.expect_state(state.as_ref())?;
    }
    probe.search(state.as_ref(), "go nodes 50")?;
    Ok(())
}

/// Our extensions: FENs, lists of moves, single moves, counts, limits and error words.
fn check_extensions(probe: &mut Probe) -> Result<(), StepFailure> {
    let mut state = probe.library()?;
    probe.set(state.as_ref())?;
    probe.expect(&Query::Fen, &state.fen())?;
    let mut tokens = state.legal();
    tokens.sort_unstable();
    let list = format!("{} {}", tokens.len(), tokens.join(" "));
    probe.expect(&Query::LegalMoves, &list)?;
    probe.expect(&Query::IsLegal("nonsense".to_owned()), "false")?;
    let Some(token) = tokens.first() else {
        return fail("the start position has no legal move");
    };
    probe.expect(&Query::IsLegal(token.clone()), "true")?;
    for go in [
        "go mate 1 depth 2".to_owned(),
        "go wtime 100 btime 100 winc 0 binc 0 movestogo 5".to_owned(),
        "go nodes 50 infinite".to_owned(),
    ] {
        probe.search(state.as_ref(), &go)?;
    }
    let go = format!("go nodes 50 searchmoves {token}");
    let (found, _) = probe.search(state.as_ref(), &go)?;
    if found != *token {
        return fail(format!("{go}: bestmove '{}'", quote(&found)));
    }
    check_perft(probe, tokens.len() as u64)?;
    probe.send_silent(&format!("moves {token}"))?;
    play(state.as_mut(), token)?;
    probe.expect(&Query::Fen, &state.fen())?;
    probe.expect(&Query::History, &format!("1 {token}"))?;
    probe.send_silent(&format!("position fen {}", state.fen()))?;
    probe.expect(&Query::Fen, &state.fen())?;
    probe.set(state.as_ref())?;
    probe.send_silent("undo")?;
    probe.expect(&Query::Plies, "0")?;
    for (line, code) in [
        ("nonsense", ErrorCode::UnknownCommand),
        ("undo x", ErrorCode::BadArgument),
        ("position fen nonsense", ErrorCode::BadFen),
        ("position startpos moves nonsense", ErrorCode::IllegalMove),
        ("setoption name NoSuchOption value 1", ErrorCode::BadOption),
    ] {
        if !is_refused(&probe.replies(line)?, code) {
            return fail(format!("'{line}' is not refused with '{code}'"));
        }
    }
    probe.send_silent("position startpos")?;
    check_refused_answers(probe)
}

/// A refused line is answered like an accepted one, after its error line: no client waits for ever.
fn check_refused_answers(probe: &mut Probe) -> Result<(), StepFailure> {
    for (line, code, expected) in [
        ("query nonsense", ErrorCode::BadArgument, "response unknown"),
        ("query fen\0", ErrorCode::BadArgument, "response unknown"),
        ("go nonsense", ErrorCode::BadArgument, "bestmove 0000"),
        (
            "go nodes 50 searchmoves nonsense",
            ErrorCode::IllegalMove,
            "bestmove 0000",
        ),
    ] {
        let replies = probe.replies(line)?;
        let is_answer = |reply: &&Reply| matches!(reply, Reply::Response(_) | Reply::BestMove(_));
        let answers: Vec<String> = replies
            .iter()
            .filter(is_answer)
            .map(Reply::to_string)
            .collect();
        if !is_refused(&replies, code) || answers != [expected] {
            let line = quote(line);
            return fail(format!(
                "'{line}' is not refused with '{code}' and one '{expected}'"
            ));
        }
    }
    Ok(())
}

fn check_perft(probe: &mut Probe, expected: u64) -> Result<(), StepFailure> {
    let engine = probe.engine()?;
    engine.send_line("go perft 1");
    let wait = Wait::of(Duration::from_secs(10));
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

/// `quit` ends an idle engine and one that searches.
fn check_quit(probe: &mut Probe) -> Result<(), StepFailure> {
    probe.engine()?.send_line("quit");
    probe.expect_exit("quit")?;
    probe.forget();
    probe.set(probe.library()?.as_ref())?;
    probe.search_endlessly(Duration::ZERO)?;
    probe.engine()?.send_line("quit");
    expect_move_and_exit(probe, "quit during a search")
}

/// The end of the input ends an idle engine and one that searches.
fn check_end_of_input(probe: &mut Probe) -> Result<(), StepFailure> {
    probe.engine()?.close_input();
    probe.expect_exit("end of input")?;
    probe.forget();
    probe.set(probe.library()?.as_ref())?;
    probe.search_endlessly(Duration::ZERO)?;
    probe.engine()?.close_input();
    expect_move_and_exit(probe, "end of input during a search")
}

/// A search that the end of the process interrupts still has its `bestmove`.
fn expect_move_and_exit(probe: &mut Probe, cause: &str) -> Result<(), StepFailure> {
    let has_best_move = probe.expect_exit(cause)?;
    probe.forget();
    match has_best_move {
        true => Ok(()),
        false => fail(format!("{cause}: the process ends without bestmove")),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::arena::engine::spec::EngineSpec;

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
        check_quit(&mut Probe::new(spec, "dvonn"))
    }

    #[test]
    fn a_search_that_quit_ends_needs_its_bestmove() {
        assert_eq!(check_at_quit("echo bestmove f3"), Ok(()));
        let StepFailure(problem) = check_at_quit(":").expect_err("it fails");
        assert!(problem.contains("bestmove"), "{problem}");
    }
}
