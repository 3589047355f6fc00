//! Matches between UGI engines: child processes, games, schedules, statistics and records.
//!
//! Each module uses only modules above it in this table.
//!
//! | module | content |
//! |---|---|
//! | [`engine`] | one engine as a child process: its description, start, protocol and end |
//! | [`ending`] | how an engine can fail in a game |
//! | [`game`] | one game between two engines, with referee and adjudication |
//! | [`schedule`] | the games of a match and their openings |
//! | [`stats`] | counts, Elo, the sequential test and the table, as pure functions |
//! | [`fingerprint`] | short numbers that identify texts |
//! | [`pause`] | detects that the program was suspended |
//! | [`runner`] | plays a schedule with several games at a time |
//! | [`record`] | match records on disk, as JSON lines |

#[cfg(feature = "cli")]
pub mod ending;
pub mod engine;
#[cfg(feature = "cli")]
pub mod fingerprint;
#[cfg(feature = "cli")]
pub mod game;
#[cfg(feature = "cli")]
pub mod pause;
#[cfg(feature = "cli")]
pub mod record;
#[cfg(feature = "cli")]
pub mod runner;
#[cfg(feature = "cli")]
pub mod schedule;
#[cfg(feature = "cli")]
pub mod stats;
