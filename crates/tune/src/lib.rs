//! Training from self-play games: fits the weights and networks of the models that the games name.
//! Also measures how early results are proven and how strong the skill levels are.
//!
//! | file | content |
//! |---|---|
//! | [`games`] | plays games and evaluates positions; the format of their lines |
//! | [`follow`] | evaluates the positions of other games |
//! | `samples` | training samples |
//! | [`fit`] | fits weights |
//! | [`train`] | trains networks |
//! | [`scale`] | measures how often scores win |
//! | [`proof`] | how long before the end results are proven |
//! | [`puzzles`] | finds puzzles in games |
//! | [`duel`] | games between two players in the process |
//! | `game_limits` | a game of an experiment: random plies, then chosen moves; searches |
//! | [`levels`] | the strength of the skill levels |
//! | `adam` | steps of gradient descent |
//! | `error` | errors in the games |

#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, clippy::unreachable))]
#![allow(
    clippy::indexing_slicing,
    reason = "rows and columns come from the sizes of the model"
)]

mod adam;
pub mod duel;
mod error;
pub mod fit;
pub mod follow;
mod game_limits;
pub mod games;
pub mod levels;
pub mod proof;
pub mod puzzles;
mod samples;
pub mod scale;
pub mod train;

pub use error::TuneError;

use ringstack_engine::eval::{Inputs, Visitor};
use ringstack_engine::games::visit_models;

/// Lines of games of one rule set.
#[derive(Clone, Copy, Debug)]
pub struct GameLines<'a> {
    /// The id of the rule set.
    pub id: &'a str,
    /// The name of their file in messages.
    pub file: &'a str,
    /// The lines, see [`games`].
    pub text: &'a str,
}

/// The names of all models.
#[must_use]
pub fn names() -> Vec<&'static str> {
    struct Names;

    impl Visitor for Names {
        type Output = &'static str;

        fn visit<M: Inputs>(&mut self) -> &'static str {
            M::NAME
        }
    }

    visit_models(&mut Names)
}

/// A task for one model.
trait ModelTask {
    /// The result of the task.
    type Output;

    fn learn<M: Inputs>(&mut self) -> Result<Self::Output, TuneError>;
}

/// Runs a task for the model of this name.
fn learn<T: ModelTask>(name: &str, task: T) -> Result<T::Output, TuneError> {
    struct Named<'a, T> {
        name: &'a str,
        task: T,
    }

    impl<T: ModelTask> Visitor for Named<'_, T> {
        type Output = Option<Result<T::Output, TuneError>>;

        fn visit<M: Inputs>(&mut self) -> Self::Output {
            (M::NAME == self.name).then(|| self.task.learn::<M>())
        }
    }

    let found = visit_models(&mut Named { name, task });
    let missing = || Err(TuneError::Model(name.to_owned()));
    found.into_iter().flatten().next().unwrap_or_else(missing)
}
