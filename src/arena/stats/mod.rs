//! What games speak for: counts and Elo ([`tally`]), the sequential test ([`sprt`]), and the table
//! of a match ([`standings`]). Pure functions.

pub mod sprt;
pub mod standings;
pub mod tally;
