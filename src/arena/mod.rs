//! Matches between UGI engines: child processes, games, schedules, statistics and records.
//!
//! Each place uses only those above it.
//!
//! | place | what it holds |
//! |---|---|
//! | [`engine`] | one engine as a child process: how it is described, started, spoken with and ended |
//! | [`ending`] | how games end, and what an engine can do wrong |
//! | [`game`] | one game between two engines, its referee, its end from outside |
//! | [`schedule`] | which games a match consists of, and their openings |
//! | [`stats`] | counts, Elo, the sequential test, the table: pure functions |
//! | [`fingerprint`] | short numbers that tell texts apart |
//! | [`pause`] | notices that the program stood still |
//! | [`runner`] | plays a schedule, several games at a time |
//! | [`record`] | games on disk: lines of JSON, and the manner of PGN |

pub mod ending;
pub mod engine;
pub mod fingerprint;
pub mod game;
pub mod pause;
pub mod record;
pub mod runner;
pub mod schedule;
pub mod stats;
