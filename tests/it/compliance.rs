//! `ringstack compliance`: our engine passes every step, and scripted engines fail at the right one.

use std::thread;

use ringstack_arena::engine::spec::EngineSpec;
use ringstack_arena::suite::compliance::{self, STEPS, StepResult};
use ringstack_engine::games::ids;

use crate::arena::mock_of;
use crate::program::{run, text};

/// The results of all steps in DVONN.
fn check(engine: &str) -> Vec<StepResult> {
    let spec = EngineSpec::parse(engine).expect("an engine");
    let mut results = Vec::new();
    let report = |_, _: &_, result: &StepResult| {
        results.push(result.clone());
        Ok::<(), ()>(())
    };
    compliance::run(&spec, "dvonn", report).expect("the report does not fail");
    results
}

/// The name of the first step that fails, its problem and the exchanged lines.
fn first_failure(engine: &str) -> (&'static str, String, String) {
    let results = check(engine);
    let failure = STEPS
        .iter()
        .zip(results)
        .find_map(|(step, result)| match result {
            StepResult::Failed { problem, exchange } => Some((step.name, problem, exchange)),
            _ => None,
        });
    failure.expect("a step fails")
}

#[test]
fn our_engine_passes_in_every_game() {
    let passes = |game: &str| {
        let text = text(&run(&["compliance", "self", "--game", game], ""));
        assert_eq!(
            text.matches(" pass ").count(),
            STEPS.len(),
            "{game}: {text}"
        );
    };
    // The check mostly waits.
    for games in ids().chunks(4) {
        thread::scope(|scope| {
            for game in games {
                scope.spawn(|| passes(game));
            }
        });
    }
}

#[test]
fn control_characters_of_an_engine_do_not_reach_the_terminal() {
    let engine = "sh -c \"printf '\\033[2Jhello\\n'\"";
    let output = run(&["compliance", engine], "");
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.out.contains("[2Jhello"), "{output:?}");
    assert!(!output.out.contains('\u{1b}'), "{output:?}");
}

#[test]
fn a_broken_engine_fails_at_the_right_step() {
    let search = "go with depth, nodes and movetime";
    let failures = [
        ("grim", 0, "handshake", "while ugiok was expected"),
        ("sloppy", 9, "handshake", "unreadable line"),
        ("unfit", 9, "options", "does not play 'dvonn'"),
        ("wilful", 9, "options", "refuses its options"),
        ("illegal", 0, search, "'nonsense'"),
        ("none", 0, search, "'0000'"),
        ("crash", 0, search, "exit status: 3"),
        ("babble", 0, search, "bestmove"),
        ("brief", 9, "position and queries", "exit status: 0"),
    ];
    // The check mostly waits.
    thread::scope(|scope| {
        for (failure, at, step, problem) in failures {
            scope.spawn(move || {
                let found = first_failure(&mock_of(failure, at, "none", "f3 c2"));
                assert_eq!(found.0, step, "{failure}: {found:?}");
                assert!(found.1.contains(problem), "{failure}: {found:?}");
            });
        }
    });
}

#[test]
fn a_failed_step_prints_its_exchange_and_sets_the_exit_status() {
    let output = run(&["compliance", &mock_of("illegal", 0, "none", "f3 c2")], "");
    assert_eq!(output.code, Some(1), "{output:?}");
    let text = &output.out;
    assert!(text.contains(" 1 pass  handshake\n"), "{text}");
    assert!(
        text.contains(" 4 FAIL  go with depth, nodes and movetime: "),
        "{text}"
    );
    assert!(text.contains("> go depth 1\n"), "{text}");
    assert!(text.contains("< bestmove nonsense\n"), "{text}");
}
