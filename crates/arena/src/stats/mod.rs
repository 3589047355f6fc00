//! What games say about strength: counts and Elo ([`tally`]), the sequential test ([`sprt`]), everything
//! that is counted in a match ([`standings`]), and how it is shown ([`mod@table`]). Pure functions.

pub mod sprt;
pub mod standings;
pub mod table;
pub mod tally;
