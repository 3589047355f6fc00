//! Positions as pictures, and moves as sequences of touches.
//!
//! | file | contents |
//! |---|---|
//! | `scene` | the boards, places, pieces and supplies of a position |
//! | `event` | the changes from one scene to the next |
//! | `about` | the rules of a game in a few sentences |
//! | `lesson` | lessons: positions with texts and tasks |
//! | `translation` | the texts of a rule set in a language other than English |
//! | `texts.json` | the texts that all games share |
//! | `touch` | moves built touch by touch |
//! | `partial_move` | moves as paths of choices |
//! | `setup` | what a position consists of, stated once per game; FENs of set-ups |
//! | `frame` | scenes of set-ups: boards with labels for the layouts of `crate::board` |
//! | `edit` | changing set-ups; everything that can be set in a position, with its value |
//! | `compose` | two games side by side |
//! | [`svg`] | a scene as SVG |

mod about;
mod compose;
mod edit;
mod event;
pub mod frame;
mod lesson;
mod partial_move;
mod scene;
mod setup;
pub mod svg;
mod touch;
mod translation;

pub use crate::rules::Text;
pub use about::{About, Rule, RulePicture, RuleSource};
pub use edit::{
    Alternative, EMPTY, Edit, EditCell, EditChoice, EditCounter, EditForm, EditResult, NO, NO_CELL,
    PieceOption, PieceOptions, TURN, WrongItem, YES, edit,
};
pub use event::{SceneEvent, SceneStep};
pub use frame::places;
pub use lesson::{Lesson, LessonMistake, LessonStep, LessonTask, Lessons, lessons};
pub use partial_move::{MovePath, Offer, PartialMove, TokenForm};
pub use scene::{
    Colour, Ground, Highlight, Id, Item, Label, Look, PieceKind, Players, Role, Scene, SceneBoard,
    ScenePiece, ScenePlace, ScenePlayer, SceneResult, ScoreLine, Shape, Supply, VERSION, Winner,
    is_place_id, rounded,
};
pub use setup::{
    CellState, ChoiceRow, CounterRow, FenField, HasSetup, NO_OR_YES, PieceRow, Setup, SetupProblem,
    SetupTable, TextKey, read_part,
};
pub use touch::{
    DONE, MoveTrace, Touch, TouchEffect, TouchOption, TouchTarget, Touches, Trace, WrongTouch,
    touches, trace,
};
pub use translation::{COMMON_TEXTS, LANGUAGES, Texts};

use crate::rules::Rules;

/// A game that can be drawn.
pub trait Picture: Rules {
    /// The scene of the position. The caller watches for draws by repetition.
    fn scene(&self) -> Scene;

    /// A short description of a rule set.
    fn about(variant: Self::Variant) -> About;
}
