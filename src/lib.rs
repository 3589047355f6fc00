//! ringstack: a UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
//!
//! # Examples
//! A game is read from a file (here a text), replayed move by move, and its last position searched:
//!
//! ```
//! use ringstack::play::record::Reader;
//! use ringstack::play::{self, SearchContext};
//! use ringstack::search::{Limits, SearchState, Settings};
//!
//! let file = "[Game \"zertz\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n\n1. wd4,a1 bd5,a4 2. d4xd6 *\n";
//! for game in Reader::new(file.as_bytes(), None) {
//!     let game = game?;
//!     let mut state = play::open(&game.game).ok_or("no such game")?;
//!     for token in game.tokens() {
//!         println!("{} plays {token} in {}", state.turn(), state.fen());
//!         state.play(&[token.to_owned()])?;
//!     }
//!     assert_eq!(state.plies(), 3);
//!
//!     let search_state = SearchState::new(1)?;
//!     let settings = Settings::from(Limits {
//!         depth: Some(2),
//!         ..Limits::default()
//!     });
//!     let report = state.search(&settings, &[], SearchContext::quiet(&search_state))?;
//!     let best = report.best().ok_or("the game is over")?;
//!     println!("best is {best}, {}", report.score);
//!     assert!(state.is_legal(best));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program for one game uses the types of that game, and can write the game record:
//!
//! ```
//! use ringstack::games::dvonn::{Position, Variant};
//! use ringstack::play::record::{GameRecord, MoveRecord, OutputFormat, write};
//! use ringstack::rules::{Notation, Rules};
//!
//! let mut position = Position::start(Variant::Standard);
//! let mut record = GameRecord {
//!     game: "dvonn".to_owned(),
//!     ..GameRecord::default()
//! };
//! for token in ["c3", "d4", "e1"] {
//!     let m = position.parse_move(token)?;
//!     record.moves.push(MoveRecord::new(position.token(m)));
//!     position.play(m);
//! }
//! let mut legal = Vec::new();
//! position.legal_moves(&mut legal);
//! assert_eq!(legal.len(), 46);
//!
//! let mut text = String::new();
//! assert!(write(&record, OutputFormat::Pgn, &mut text));
//! assert!(text.ends_with("1. c3 d4 2. e1 *\n\n"));
//! # Ok::<(), ringstack::rules::MoveError>(())
//! ```
//!
//! # Map
//! Each layer uses only those above it.
//!
//! | place | what it holds |
//! |---|---|
//! | [`board`] | cells, sets of cells, hexagonal and square boards with named cells, hash keys; knows no game |
//! | [`clock`] | the present time, from the system or from a host |
//! | [`columns`] | text in the columns of a terminal |
//! | [`rules`] | the traits of a game: rules, text, symmetries, evaluation, search support, proofs |
//! | [`eval`] | values of positions: features, weights, networks, and how they are learned |
//! | [`picture`] | positions as scenes and SVG, moves as touches, setting up positions, lessons, translations |
//! | [`games`] | the four games and one made of two of them, one folder each, and the one list of them |
//! | [`perft`] | counts of move sequences |
//! | [`search`] | the generic search |
//! | [`play`] | a game in progress |
//! | [`ugi`] | the protocol: commands, replies, the session, and its input and output |
//! | [`time_control`] | time controls of matches and of the board |
//! | `tune` | training of weights and networks from games, with the feature `tune` |
//! | [`suite`] | facts about games in files and their check, and the compliance check of engines |
//! | [`arena`] | engines as processes and matches between them |
//! | [`gui`] | the board in the browser: its logic and the conversations with engines, both without input and output; the server that drives them, and the page |
//!
//! # Features
//! | feature | adds |
//! |---|---|
//! | `cli` (default) | the program: the command line, engines as processes, matches, the files of an index |
//! | `gui` (default) | the server of the board |
//! | `tune` | training, and search parameters as options |
//!
//! Without them remain rules, search, pictures, records, the protocol and the logic of the board, also for
//! `wasm32-unknown-unknown`, where the host provides the [`clock`].
//!
//! Beside the library: `src/main.rs` and `src/cli.rs` are the binary and its command line,
//! `src/commands/` has one file for each subcommand; `src/bin/tune/` is the command line of `tune`.
//! `tests/it/` is the integration test, which reads its facts from `fixtures/`; `tests/browser/` uses the
//! board in a real browser, `tests/page/` tests the modules of the page there; `fuzz/` has properties
//! for fuzzing and `tests/it/corpora.rs` replays their inputs; `web/` is the engine for web pages. `README.md` links
//! the documents: `protocol.md`, the pages of `docs/` and `CONTRIBUTING.md`; `examples/` has programs
//! that use the protocol and the library.

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable
    )
)]

pub mod arena;
pub mod board;
pub mod clock;
pub mod columns;
#[cfg(test)]
mod contract;
pub mod eval;
pub mod games;
pub mod gui;
pub mod perft;
pub mod picture;
pub mod play;
pub mod rules;
pub mod search;
pub mod suite;
pub mod time_control;
#[cfg(feature = "tune")]
pub mod tune;
pub mod ugi;
