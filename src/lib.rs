//! ringstack: a UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
//!
//! # Map
//! Each layer uses only those above it.
//!
//! | place | what it holds |
//! |---|---|
//! | [`board`] | cells, sets of cells, hexagonal and square geometry, hash keys; knows no game |
//! | [`rules`] | the traits: rules, text, opinion |
//! | [`eval`] | values of positions: features, weights, networks, and how they are learned |
//! | [`picture`] | positions as pictures and as SVG text |
//! | [`games`] | the four games, one folder each, and the one list of them |
//! | [`perft`] | counts of move sequences |
//! | [`search`] | the generic search |
//! | [`play`] | a game in progress |
//! | [`ugi`] | the protocol: commands, replies, the session and its connection with the outside |
//! | [`tune`] | learning of weights and networks from games |
//! | [`suite`] | facts about games in files, and their check |
//! | [`arena`] | engines as processes and matches between them |
//! | `gui` | the board in the browser, a feature that is on by default; knows engines alone, no game |
//!
//! Beside the library: `src/main.rs` and `src/cli.rs` are the binary and its command line,
//! `src/commands/` has one file for each subcommand; `src/bin/tune/` is the command line of [`tune`].
//! `tests/it/` is the integration test, which reads its facts from `fixtures/`; `tests/soak/` plays games
//! by the thousand, `fuzz/` has the fuzz targets. `README.md` is for users, `protocol.md` for those who
//! connect to the engine.

pub mod arena;
pub mod board;
pub mod eval;
pub mod games;
#[cfg(feature = "gui")]
pub mod gui;
pub mod perft;
pub mod picture;
pub mod play;
pub mod rules;
pub mod search;
pub mod suite;
pub mod tune;
pub mod ugi;
