//! ringstack: a UGI engine for DVONN, ZÈRTZ, GIPF and Diaballik.
//!
//! # Map
//! Each layer uses only those above it.
//!
//! | place | what it holds |
//! |---|---|
//! | [`board`] | cells, sets of cells, hexagonal and square geometry, hash keys; knows no game |
//! | [`position`] | the traits: rules, text, opinion |
//! | [`picture`] | a board as a drawing |
//! | [`svg`] | a drawing as SVG text |
//! | [`games`] | the four games, one folder each, and the one list of them |
//! | [`perft`] | counts of move sequences |
//! | [`search`] | the generic search |
//! | [`ugi`] | the protocol: commands, replies, the session and its connection with the outside |
//! | [`arena`] | matches between engines |
//! | [`suite`] | facts about games in files, and their check |

pub mod arena;
pub mod board;
pub mod games;
pub mod perft;
pub mod picture;
pub mod position;
pub mod search;
pub mod suite;
pub mod svg;
pub mod ugi;
