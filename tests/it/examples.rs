//! Runs the programs of `examples/`. Without python3, the Python programs are skipped with a message.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{BINARY, Outcomes, text};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs Python in the folder of the examples, if there is Python.
fn python(arguments: &[&str]) -> Option<Outcomes> {
    let mut command = Command::new("python3");
    let command = command
        .current_dir(root().join("examples"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .args(arguments);
    match command.output() {
        Ok(output) => Some(output.into()),
        Err(error) => {
            eprintln!("skipped: python3 does not start: {error}");
            None
        }
    }
}

#[test]
fn the_client_plays_analyses_and_raises_exceptions() {
    let program = r#"
import sys
from ugi import Engine, EngineDied, EngineError, EngineTimeout

def raises(error, action):
    try:
        action()
    except error:
        return
    raise AssertionError(f"no {error.__name__}")

with Engine([sys.argv[1]], {"Game": "zertz", "MultiPV": 2}) as engine:
    assert engine.name.startswith("ringstack ")
    engine.position(moves=["wd4,a1"])
    infos = list(engine.analyse(nodes=500))
    assert infos[-1]["score"][0] == "cp" and infos[-1]["pv"]
    assert engine.query(f"islegal {engine.best_move}") == "true"
    for info in engine.analyse(infinite=True):
        break
    assert engine.best_move in engine.legal_moves()
    assert engine.go(movetime=20).info["multipv"] == 1
    raises(EngineError, lambda: engine.play("wd4,b1"))
    raises(EngineError, lambda: engine.set_option("Hash", "much"))
    raises(EngineError, lambda: engine.go(depth="three"))
    raises(EngineError, lambda: engine.query("weather"))
    raises(EngineError, lambda: engine.query_json("touches z9"))
    raises(EngineTimeout, lambda: engine.go(infinite=True, timeout=0.1))
    assert engine.query("history") == "1 wd4,a1"
    engine.kill()
    raises(EngineDied, lambda: engine.query("fen"))
raises(EngineDied, lambda: Engine([sys.executable, "-c", ""]))
raises(EngineTimeout, lambda: Engine([sys.executable, "-c", "input(); input()"], timeout=0.2))
"#;
    if let Some(output) = python(&["-c", program, BINARY]) {
        text(&output);
    }
}

#[test]
fn the_referee_writes_a_game_that_we_read() {
    let arguments = ["--movetime", "20", "--max-plies", "12", "--judge", BINARY];
    let Some(output) = python(&[&["referee.py"], &arguments[..], &[BINARY, BINARY]].concat())
    else {
        return;
    };
    let text = text(&output);
    let games: Vec<_> =
        ringstack_engine::play::record::Reader::new(text.as_bytes(), None).collect();
    let [Ok(game)] = &games[..] else {
        panic!("{text}: {games:?}");
    };
    assert_eq!(game.moves.len(), 12);
}

#[test]
fn the_front_end_draws_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let arguments = ["front_end.py", "--plies", "25", "--engine", BINARY];
    let Some(output) = python(&[&arguments[..], &["--out", out]].concat()) else {
        return;
    };
    text(&output);
    for id in ringstack_engine::games::ids() {
        let file = folder.path().join(format!("{id}.svg"));
        let picture = std::fs::read_to_string(&file).expect("a picture");
        assert!(picture.starts_with("<svg ") && picture.contains("<circle "));
    }
}

/// `cargo test` builds the example beside the tests; with `--test it` alone it may be missing.
fn built_example() -> Option<PathBuf> {
    let test = std::env::current_exe().expect("a path");
    let profile = test.parent()?.parent()?;
    let name = format!("analyse_record{}", std::env::consts::EXE_SUFFIX);
    Some(profile.join("examples").join(name)).filter(|path| path.exists())
}

#[test]
fn the_library_example_analyses_a_record() {
    let Some(example) = built_example() else {
        eprintln!("skipped: the example is not built");
        return;
    };
    let output = Command::new(example)
        .current_dir(root())
        .args(["fixtures/records/cutegames.pgn", "200"])
        .output()
        .expect("the example starts");
    let text = text(&output.into());
    assert!(text.starts_with("dvonn: one - two"), "{text}");
    assert!(text.contains("  4. c3"), "{text}");
}
