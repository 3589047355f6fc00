//! The game on the board.
//!
//! | file | contents |
//! |---|---|
//! | `current_game` | the state of the game |
//! | [`tree`], [`clock`], `ending`, `series` | the moves with their variations; the clocks; the end of a game; consecutive games of two engines |
//! | `turns` | moves, turns, pauses, the end |
//! | `edits`, `undo` | edits of the tree, and how they are undone |
//! | `record`, `game_record`, `entry` | a record as a game; the game as a record; a game in a list |
//! | `queries` | descriptions of positions |

pub mod clock;
pub mod current_game;
mod edits;
pub mod ending;
pub mod entry;
mod game_record;
pub mod queries;
pub mod record;
pub mod series;
pub mod tree;
pub mod turns;
mod undo;

pub use edits::Removal;
