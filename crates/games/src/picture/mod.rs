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
//! | `frame` | scene boards with labels for the layouts of `crate::board` |
//! | `setup` | what a position consists of, stated once per game |
//! | `setup_form` | what can be set in the positions of a rule set, and how pictures show it |
//! | `setup_fen` | FENs of set-ups |
//! | `setup_edit` | edit forms of set-ups |
//! | `form` | edit forms: everything that can be set in a position, with its value |
//! | `edit` | setting up positions with such a form |
//! | `compose` | two games side by side |
//! | [`svg`] | a scene as SVG |

mod about;
mod compose;
mod edit;
mod event;
mod form;
pub mod frame;
mod lesson;
mod partial_move;
mod scene;
mod setup;
mod setup_edit;
mod setup_fen;
mod setup_form;
pub mod svg;
mod touch;
mod translation;

pub use crate::rules::Text;
pub use about::{About, Rule, RulePicture, RuleSource};
pub use edit::{Edit, EditResult, WrongItem, edit};
pub use event::{SceneEvent, SceneStep};
pub use form::{
    Alternative, EMPTY, EditCell, EditChoice, EditCounter, EditForm, GONE, NO, PieceOption,
    PieceOptions, TURN, YES,
};
pub use lesson::{Lesson, LessonMistake, LessonStep, LessonTask, Lessons, lessons};
pub use partial_move::{MovePath, Offer, PartialMove, TokenForm};
pub use scene::{
    Colour, Ground, Highlight, Id, Item, Label, Look, PieceKind, Players, Role, Scene, SceneBoard,
    ScenePiece, ScenePlace, ScenePlayer, SceneResult, ScoreLine, Shape, Supply, VERSION, Winner,
    is_place_id, rounded,
};
pub use setup::{Content, SetUp, Setup, SetupProblem};
pub use setup_fen::{FenField, read_part};
pub use setup_form::{ChoiceForm, ContentForm, CounterForm, NO_OR_YES, SetupForm, TextKey, places};
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
