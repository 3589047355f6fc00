//! Positions that are set up entry by entry. Whether a form is a position the reader of FENs says, and
//! nobody else; the scene of one that is none is drawn all the same.

use serde::Serialize;

use super::form::EditForm;
use super::scene::{Scene, VERSION};
use super::text::Text;
use super::{Id, Picture};
use crate::rules::{FenError, Notation, quote};

/// A game whose positions can be set up.
pub trait Edit: Picture + Notation {
    /// All that can be set of the position, with what is set now.
    fn form(&self) -> EditForm;

    /// The FEN of a form, which may be one that is refused.
    fn fen_of(variant: Self::Variant, form: &EditForm) -> String;

    /// Says which entries are of use as things are.
    fn activate(_form: &mut EditForm) {}
}

/// What comes of changes to a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edited {
    /// [`VERSION`].
    pub v: u32,
    /// The FEN; `None` where it is no position of the game.
    pub fen: Option<String>,
    /// Why it is none.
    pub problem: Option<Text>,
    /// What is to be seen, whether it is a position or not.
    pub scene: Scene,
    /// What can be set, with what is set now.
    #[serde(flatten)]
    pub form: EditForm,
}

/// An item that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongItem {
    /// Its place among the items, from 0.
    pub index: usize,
    /// What could have stood there.
    pub expected: Vec<Id>,
}

/// What comes of a position when these items are set, one after another.
///
/// # Errors
/// The first item that cannot be set.
pub fn edit<P: Edit, T: AsRef<str>>(at: &P, items: &[T]) -> Result<Edited, WrongItem> {
    let variant = at.variant();
    let mut form = at.form();
    for (index, item) in items.iter().enumerate() {
        form.set(item.as_ref())
            .map_err(|expected| WrongItem { index, expected })?;
    }
    P::activate(&mut form);
    let v = VERSION;
    Ok(match P::from_fen(variant, &P::fen_of(variant, &form)) {
        Ok(position) => Edited {
            v,
            fen: Some(position.fen()),
            problem: None,
            scene: position.scene(),
            form,
        },
        Err(error) => Edited {
            v,
            fen: None,
            problem: Some(problem(&error)),
            scene: drawn(at, &form),
            form,
        },
    })
}

fn problem(error: &FenError) -> Text {
    let args = [
        ("problem", sentence(&error.problem())),
        ("field", error.field().to_owned()),
        ("found", quote(error.found())),
    ];
    Text::with("edit.problem", "{}.", &args)
}

/// A clause as a sentence without its full stop. A cell name at the start stays as it is.
fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_alphabetic() => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => clause.to_owned(),
    }
}

/// The scene of a form that is no position.
fn drawn<P: Edit>(at: &P, form: &EditForm) -> Scene {
    let mut scene = at.scene();
    form.draw_on(&mut scene);
    scene.to_act = Some(form.turn());
    scene.phase = "edit";
    // What follows from a position cannot be told of what is none.
    scene.result = None;
    scene.marks.clear();
    scene.facts.clear();
    scene
}
