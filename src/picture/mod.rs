//! Positions as pictures, and turns as what a person points at.
//!
//! | file | what it holds |
//! |---|---|
//! | `scene` | boards, places, pieces and supplies of a position |
//! | `event` | what happens on them |
//! | `about` | the rules in a few sentences |
//! | `text` | texts that can be translated |
//! | `touch` | a turn put together touch by touch |
//! | `from_to` | touches of moves from one place to another |
//! | `frame` | boards with labels for the layouts of `board` |
//! | `form` | all that can be set of a position |
//! | `edit` | positions that are set up |
//! | `compose` | two games side by side |
//! | [`svg`] | a scene with its last and best turn as SVG text |

mod about;
mod compose;
mod edit;
mod event;
mod form;
pub mod frame;
mod from_to;
mod scene;
pub mod svg;
mod text;
mod touch;

pub use about::About;
pub use compose::{IdMapping, MappedMoveBuilder};
pub use edit::{Edit, Edited, WrongItem, edit};
pub use event::{Event, Step};
pub use form::{
    Alternative, EMPTY, EditCell, EditChoice, EditCounter, EditForm, GONE, NO, PieceOption,
    PieceOptions, TURN, YES,
};
pub use from_to::{FromTo, FromToBuilder};
pub use scene::{
    Board, Colour, Fact, Ground, Id, Item, Kind, Label, Look, Mark, Piece, Place, Player, Players,
    Role, Scene, SceneResult, Shape, Supply, VERSION, rounded,
};
pub use text::Text;
pub use touch::{
    Act, DONE, MoveBuilder, Target, Touch, TouchOption, Touches, Trace, Traced, WrongTouch,
    touches, trace,
};

use crate::rules::{Ending, Rules};

/// A game that can be shown.
pub trait Picture: Rules + Ending {
    /// The position as it is to be seen. A draw by repetition is the caller's to watch.
    fn scene(&self) -> Scene;

    /// A short account of a rule set.
    fn about(variant: Self::Variant) -> About;
}
