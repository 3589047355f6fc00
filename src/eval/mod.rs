//! Evaluation: how a position is given a value.
//!
//! | file | what it holds |
//! |---|---|
//! | [`net`] | small networks that correct a sum |

pub mod net;
