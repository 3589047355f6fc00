//! Evaluation: what a position is worth, as numbers learned from games.
//!
//! A game has one or more models, each for a part of its positions. A model is a type that implements
//! two traits: [`Features`] says what is counted and weighed, [`Inputs`] what the network that corrects
//! the sum is told. The numbers of both lie beside the sources of the game, in files called after the
//! model: `NAME.weights` is text, `NAME.net` is binary. `tune` writes them.
//!
//! | file | what it holds |
//! |---|---|
//! | [`features`] | the trait of what is counted: groups of features with names |
//! | [`linear`] | tables of weights; the weighted sum |
//! | [`net`] | the trait of inputs, and the networks |
//! | [`training_config`] | how numbers are learned |
//! | [`models`] | all models of a game together: the value of a position and its terms |

pub mod features;
pub mod linear;
pub mod models;
pub mod net;
pub mod training_config;

pub use features::{Features, Group};
pub use linear::Weights;
pub use models::{Evaluated, Models, Visitor, evaluate, explain, scale};
pub use net::{Inputs, Net};
pub use training_config::TrainingConfig;
