//! Evaluation: the value of a position, with numbers learned from games.
//!
//! A game has one or more models, each for a part of its positions. A model is a type that implements
//! two traits: [`Features`] for a weighted sum, [`Inputs`] for a network that corrects the sum. The numbers of
//! both are in files beside the sources of the game, named after the model: `NAME.weights` is text,
//! `NAME.net` is binary. `tune` writes them.
//!
//! | file | what it holds |
//! |---|---|
//! | [`features`] | the trait of linear evaluations: groups of features with names |
//! | [`linear`] | tables of weights; the weighted sum |
//! | [`net`] | the trait of networks, and the networks |
//! | [`training_config`] | constants for learning |
//! | [`models`] | all models of a game together: the value of a position and its terms |

#![allow(
    clippy::indexing_slicing,
    reason = "the lengths are compared when a table is read"
)]

pub mod features;
pub mod linear;
pub mod models;
pub mod net;
pub mod training_config;

pub use features::{Features, Group};
pub use linear::Weights;
pub use models::{Evaluated, Models, Visitor, explain, scale};
pub use net::{Inputs, Net};
pub use training_config::TrainingConfig;
