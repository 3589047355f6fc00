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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The steps that turn one scene of a game into another. `moved` are the pieces that go from one place or item to
/// another; every other piece goes between the board and a supply of its kind, or enters or leaves the game.
///
/// What leaves the board because a piece has landed, and rings that disappear, follow in a second step.
pub(super) fn difference(before: &Scene, after: &Scene, mut moved: SceneStep) -> Vec<SceneStep> {
    let targets: Vec<Option<Id>> = moved.iter().map(|event| event.to.clone()).collect();
    let piece_at = |scene: &Scene, id: &Option<Id>| scene.place(id.as_deref()?)?.piece;
    moved.retain(|event| targets.contains(&event.from) || piece_at(after, &event.from).is_none());
    for event in &mut moved {
        let piece = piece_at(after, &event.to);
        if event.kind.is_none() && piece != piece_at(before, &event.from) {
            event.kind = piece.map(|piece| piece.kind);
            event.height = piece.and_then(|piece| piece.height);
        }
    }
    let mut step = moved;
    let mut scene = before.clone();
    let has_landed = step.iter().any(|event| {
        event
            .to
            .as_ref()
            .is_some_and(|to| before.place(to).is_some())
    });
    scene.apply(&step);
    // Pieces that left a place or an item, with their kinds.
    let mut gone: Vec<(Id, &str)> = Vec::new();
    let mut changed: SceneStep = Vec::new();
    let mut grounds: SceneStep = Vec::new();
    for (old, new) in scene.places().zip(after.places()) {
        match (old.piece, new.piece) {
            (Some(old), None) => gone.push((new.id.clone(), old.kind)),
            (Some(old), Some(piece)) if old != piece => {
                changed.push(SceneEvent::changes(new.id.clone()).becoming(piece));
            }
            _ => {}
        }
        if old.ground != new.ground {
            grounds.push(SceneEvent::changes(new.id.clone()).on(new.ground));
        }
    }
    for (old, new) in scene.items().zip(after.items()) {
        gone.extend((new.count..old.count).map(|_| (new.id.clone(), new.kind)));
    }
    let mut take = |kind: &str, from_place: bool| {
        let found = |(id, of): &(Id, &str)| *of == kind && after.place(id).is_some() == from_place;
        let index = gone.iter().position(found)?;
        Some(gone.remove(index).0)
    };
    for (old, new) in scene.places().zip(after.places()) {
        if let (None, Some(piece)) = (old.piece, new.piece) {
            let event = match take(piece.kind, false) {
                Some(from) => SceneEvent::moves(from, new.id.clone()),
                None => SceneEvent::appears(new.id.clone()),
            };
            step.push(event.becoming(piece));
        }
    }
    for (old, new) in scene.items().zip(after.items()) {
        step.extend((old.count..new.count).map(|_| match take(new.kind, true) {
            Some(from) => SceneEvent::moves(from, new.id.clone()),
            None => SceneEvent::appears(new.id.clone()),
        }));
    }
    step.append(&mut changed);
    let mut later: SceneStep = Vec::new();
    for (id, _) in gone {
        let follows = has_landed && before.place(&id).is_some();
        let lost = if follows { &mut later } else { &mut step };
        lost.push(SceneEvent::leaves(id));
    }
    later.append(&mut grounds);
    let mut steps = vec![step, later];
    steps.retain(|step| !step.is_empty());
    steps
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
