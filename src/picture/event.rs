//! Events on the boards that lead from one scene to the next.

use serde::Serialize;

use super::scene::{Ground, Id, Scene, ScenePiece};

/// Events that happen at the same time.
pub type SceneStep = Vec<SceneEvent>;

/// A change of one piece or one place.
///
/// A step is applied in two passes. First, each event whose `from` differs from `to` takes the piece
/// from its place, or one piece from its supply. Then each event puts its piece down at `to`: on a
/// place with the given `kind` and `height` (by default those of the piece taken), in a supply as one
/// more. Without `from` the piece enters the game; without `to` it leaves the game. If `from` equals
/// `to`, nothing moves: `kind` and `height` change the piece, `ground` changes the place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SceneEvent {
    /// The place or supply item the piece comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Id>,
    /// The place or supply item the piece goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Id>,
    /// The kind of the piece afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The height of the stack afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// The look of the place afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
}

impl SceneEvent {
    /// A piece moves from one place or supply to another.
    #[must_use]
    pub fn moves(from: impl Into<Id>, to: impl Into<Id>) -> SceneEvent {
        SceneEvent {
            from: Some(from.into()),
            to: Some(to.into()),
            ..SceneEvent::default()
        }
    }

    /// A piece enters the game.
    #[must_use]
    pub fn appears(to: impl Into<Id>) -> SceneEvent {
        SceneEvent {
            to: Some(to.into()),
            ..SceneEvent::default()
        }
    }

    /// A piece leaves the game.
    #[must_use]
    pub fn leaves(from: impl Into<Id>) -> SceneEvent {
        SceneEvent {
            from: Some(from.into()),
            ..SceneEvent::default()
        }
    }

    /// A place or its piece changes its look.
    #[must_use]
    pub fn changes(at: impl Into<Id>) -> SceneEvent {
        let at = at.into();
        SceneEvent::moves(at.clone(), at)
    }

    /// The same event; the piece becomes `piece`.
    #[must_use]
    pub fn becoming(self, piece: ScenePiece) -> SceneEvent {
        SceneEvent {
            kind: Some(piece.kind),
            height: piece.height,
            ..self
        }
    }

    /// The same event; the place becomes `ground`.
    #[must_use]
    pub fn on(self, ground: Ground) -> SceneEvent {
        SceneEvent {
            ground: Some(ground),
            ..self
        }
    }

    /// Whether nothing moves and only a look changes.
    fn stays(&self) -> bool {
        self.from == self.to
    }

    fn piece(&self, taken: Option<ScenePiece>) -> Option<ScenePiece> {
        let kind = self.kind.or(taken.map(|piece| piece.kind))?;
        let height = self.height.or(taken.and_then(|piece| piece.height));
        Some(ScenePiece { kind, height })
    }
}

impl Scene {
    /// Applies a step. Ids that are not in the scene are ignored.
    pub fn apply(&mut self, step: &[SceneEvent]) {
        let mut taken = Vec::with_capacity(step.len());
        for event in step {
            let from = event.from.as_ref().filter(|_| !event.stays());
            taken.push(from.and_then(|from| self.take(from)));
        }
        for (event, taken) in step.iter().zip(taken) {
            let Some(to) = &event.to else { continue };
            if let Some(place) = self.place_mut(to) {
                let before = if event.stays() { place.piece } else { taken };
                place.piece = event.piece(before);
                place.ground = event.ground.unwrap_or(place.ground);
            } else if let Some(item) = self.item_mut(to) {
                item.count += 1;
            }
        }
    }

    fn take(&mut self, from: &str) -> Option<ScenePiece> {
        if let Some(place) = self.place_mut(from) {
            return place.piece.take();
        }
        let item = self.item_mut(from)?;
        item.count = item.count.saturating_sub(1);
        Some(ScenePiece::single(item.kind))
    }
}
