//! ringstack: a UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
//!
//! # Examples
//! A game is read from a file (here a text), replayed move by move, and its last position searched:
//!
//! ```
//! use ringstack_engine::play::record::Reader;
//! use ringstack_engine::play::{self, RootMoves, SearchContext};
//! use ringstack_engine::search::{Limits, SearchState, Settings};
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
//!     let context = SearchContext::quiet(&search_state);
//!     let report = state.search(&settings, &RootMoves::all(), context);
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
//! use ringstack_engine::games::dvonn::{Position, Variant};
//! use ringstack_engine::picture::Touch;
//! use ringstack_engine::play::record::{GameRecord, MoveRecord, OutputFormat, write};
//! use ringstack_engine::rules::{Notation, Rules};
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
//! # Ok::<(), ringstack_engine::rules::MoveError>(())
//! ```
//!
//! # Map
//! Each layer uses only those above it. The first two packages are behind this one, so that the games are compiled
//! once: `ringstack-games` is generic over the traits of a game, and `ringstack-play` compiles it for every game.
//!
//! | package | place | what it holds |
//! |---|---|---|
//! | `games` | [`board`] | cells, sets of cells, hexagonal and square boards with named cells, hash keys; knows no game |
//! | | [`clock`] | the present time, from the system or from a host |
//! | | [`rules`] | the traits of a game: rules, text, symmetries, evaluation, search support, proofs |
//! | | [`eval`] | values of positions: features, weights, networks, and how they are learned |
//! | | [`picture`] | positions as scenes and SVG, moves as touches, setting up positions, lessons, translations |
//! | | [`games`] | the four games and one made of two of them, one folder each, and the one list of them |
//! | | [`perft`] | counts of move sequences |
//! | | [`search`] | the generic search |
//! | `play` | [`play`] | a game in progress |
//! | `engine` | [`play`] | game records in files, their index and review |
//! | | [`ugi`] | the protocol: commands, replies, the session, and its input and output |
//! | | [`time_control`] | time controls of matches and of the board |
//!
//! The other packages use this one: `ringstack-arena` (engines as processes, matches, suites),
//! `ringstack-board` (the board in the browser), `ringstack-tune` (training), and the program.
//!
//! With the feature `tune`, search parameters are options of the protocol. On `wasm32-unknown-unknown` the host
//! provides the [`clock`].

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable
    )
)]

pub mod play;
pub mod time_control;
pub mod ugi;

pub use ringstack_games::{board, clock, eval, games, perft, picture, rules, search};
