//! What games speak for: counts and Elo ([`tally`]), the sequential test ([`sprt`]) and its verdict
//! ([`verdict`]), everything that is counted in a match ([`standings`]), and how it is shown
//! ([`mod@table`]). Pure functions.

pub mod sprt;
pub mod standings;
pub mod table;
pub mod tally;
pub mod verdict;
