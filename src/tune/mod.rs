//! Learning from games of the engine with itself: the weights and networks of every model of every
//! game, which are named by the games alone; how far such games are from perfect play; and how strong the
//! levels of play are.
//!
//! | file | what it holds |
//! |---|---|
//! | [`games`] | plays games; judges positions; their lines of text |
//! | [`follow`] | judges the positions of games that others played |
//! | `samples` | positions as the learning sees them |
//! | [`fit`] | fits weights |
//! | [`train`] | trains networks |
//! | [`scale`] | measures how often scores win |
//! | [`proof`] | how long before the end results are proven |
//! | [`duel`] | games between two players in the process |
//! | `course` | a game that measures something: random plies, then what is chosen |
//! | [`levels`] | how strong the levels of play are |
//! | `adam` | steps of gradient descent |
//! | `error` | what can be wrong with the games |

mod adam;
pub mod duel;
mod error;
pub mod fit;
pub mod follow;
mod game_limits;
pub mod games;
pub mod levels;
pub mod proof;
mod samples;
pub mod scale;
pub mod train;

pub use error::TuneError;

use crate::eval::{Inputs, Visitor};
use crate::games::visit_models;

/// Lines of games of one rule set.
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// The id of the rule set.
    pub id: &'a str,
    /// What messages call their file.
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

/// Something that is learned for a model.
trait Task {
    /// What is learned.
    type Output;

    fn learn<M: Inputs>(&mut self) -> Result<Self::Output, TuneError>;
}

/// Does a task for the model of this name.
fn learn<T: Task>(name: &str, task: T) -> Result<T::Output, TuneError> {
    struct Named<'a, T> {
        name: &'a str,
        task: T,
    }

    impl<T: Task> Visitor for Named<'_, T> {
        type Output = Option<Result<T::Output, TuneError>>;

        fn visit<M: Inputs>(&mut self) -> Self::Output {
            (M::NAME == self.name).then(|| self.task.learn::<M>())
        }
    }

    let found = visit_models(&mut Named { name, task });
    let missing = || Err(TuneError::Model(name.to_owned()));
    found.into_iter().flatten().next().unwrap_or_else(missing)
}
