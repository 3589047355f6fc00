//! Sets up a position entry by entry. Only the FEN parser decides whether a form is a valid position.
//! An invalid form still gets a scene, so that the user sees what they have set.

use serde::Serialize;

use super::form::EditForm;
use super::scene::{Scene, VERSION};
use super::translation::COMMON_TEXTS;
use super::{Id, Picture};
use crate::rules::{FenError, Notation, Text};

/// A game whose positions can be edited.
pub trait Edit: Picture + Notation {
    /// Everything that can be set, with its current value.
    fn form(&self) -> EditForm;

    /// The FEN of a form. The parser may reject it.
    fn fen_of(variant: Self::Variant, form: &EditForm) -> String;

    /// Marks the entries that have an effect in the current state of the form.
    fn activate(_form: &mut EditForm) {}

    /// How many pieces of each supply are elsewhere: on the board, or captured. A supply that no item sets
    /// follows them, so that a piece put on the board leaves its supply.
    fn outside(_variant: Self::Variant, _form: &EditForm) -> Vec<(Id, usize)> {
        Vec::new()
    }
}

/// The result of edits to a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditResult {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The FEN; `None` if the form is not a valid position.
    pub fen: Option<String>,
    /// Why the form is not a valid position.
    pub problem: Option<Text>,
    /// The scene, also of an invalid position.
    pub scene: Scene,
    /// Everything that can be set, with its current value.
    #[serde(flatten)]
    pub form: EditForm,
}

/// An item that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongItem {
    /// The index of the item, from 0.
    pub index: usize,
    /// The allowed values.
    pub expected: Vec<Id>,
}

/// Sets items one after another, starting from the position `at`. Supplies that no item sets follow the pieces.
///
/// # Errors
/// The first item that cannot be set.
pub fn edit<P: Edit, T: AsRef<str>>(at: &P, items: &[T]) -> Result<EditResult, WrongItem> {
    let variant = at.variant();
    let mut form = at.form();
    let before = P::outside(variant, &form);
    for (index, item) in items.iter().enumerate() {
        form.set(item.as_ref())
            .map_err(|expected| WrongItem { index, expected })?;
    }
    let after = P::outside(variant, &form);
    let ids = items
        .iter()
        .filter_map(|item| item.as_ref().split_once('='));
    let set: Vec<&str> = ids.map(|(id, _)| id).collect();
    for ((supply, was), (_, is)) in before.into_iter().zip(after) {
        if !set.contains(&supply.as_str()) {
            form.transfer(&supply, was, is);
        }
    }
    P::activate(&mut form);
    let v = VERSION;
    Ok(match P::from_fen(variant, &P::fen_of(variant, &form)) {
        Ok(position) => EditResult {
            v,
            fen: Some(position.fen()),
            problem: None,
            scene: position.scene(),
            form,
        },
        Err(error) => EditResult {
            v,
            fen: None,
            problem: Some(problem(&error)),
            scene: scene_of(at, &form),
            form,
        },
    })
}

fn problem(error: &FenError) -> Text {
    match error {
        FenError::Syntax { .. } => COMMON_TEXTS.text("problem.form"),
        FenError::Illegal { problem, .. } => (**problem).clone(),
    }
}

/// The scene of a form that is not a valid position.
fn scene_of<P: Edit>(at: &P, form: &EditForm) -> Scene {
    let mut scene = at.scene();
    form.draw_on(&mut scene);
    scene.to_act = Some(form.turn());
    scene.phase = "edit";
    // Only a valid position has these.
    scene.result = None;
    scene.marks.clear();
    scene.facts.clear();
    scene
}
