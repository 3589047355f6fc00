//! Matches between UGI engines: child processes, games, schedules, statistics and records.
//!
//! Each module uses only modules above it in this table.
//!
//! | module | content |
//! |---|---|
//! | [`columns`] | text in the columns of a terminal |
//! | [`fingerprint`] | short numbers that identify texts |
//! | [`engine`] | one engine as a child process: its description, start, protocol and end |
//! | [`ending`] | how an engine can fail in a game |
//! | [`adjudicate`] | ends games by agreement, resignation or length |
//! | [`schedule`] | the games of a match and their openings |
//! | [`stats`] | counts, Elo, the sequential test and the table, as pure functions |
//! | [`plan`] | the plan of a match |
//! | [`game`] | one game between two engines, with a referee |
//! | [`record`] | match records on disk, as JSON lines |
//! | [`pause`] | detects that the program was suspended |
//! | [`runner`] | plays a schedule with several games at a time |
//! | [`numbers`] | numbers with nouns |
//! | [`remarks`] | remarks on a match besides its results |
//! | [`suite`] | facts about games in files and their check, and the compliance check of engines |

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable
    )
)]

pub mod adjudicate;
pub mod columns;
pub mod ending;
pub mod engine;
pub mod fingerprint;
pub mod game;
pub mod numbers;
pub mod pause;
pub mod plan;
pub mod record;
pub mod remarks;
pub mod runner;
pub mod schedule;
pub mod stats;
pub mod suite;
