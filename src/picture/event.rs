//! What happens on the boards: events that lead from one scene to the next.

use serde::Serialize;

use super::scene::{Ground, Id, Piece, Scene};

/// Events that happen together.
pub type Step = Vec<Event>;

/// Something that happens to one piece or one place.
///
/// Of the events of a step those with a `from` (other than `to`) first take away what is there: the
/// piece of a place, or one of the number in a supply. Then each puts down what it has at `to`: on a
/// place as `kind` and `height` say, or else as it was taken; in a supply as one more. Without `from`
/// it appears, without `to` it leaves the game. Where `from` is `to` the place stays and changes its
/// look: its piece by `kind` and `height`, itself by `ground`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Where it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Id>,
    /// Where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Id>,
    /// What it is then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// How high it is then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// What the place looks like then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
}

impl Event {
    /// A piece goes from one place or supply to another.
    #[must_use]
    pub fn moves(from: impl Into<Id>, to: impl Into<Id>) -> Event {
        Event {
            from: Some(from.into()),
            to: Some(to.into()),
            ..Event::default()
        }
    }

    /// A piece comes into the game.
    #[must_use]
    pub fn appears(to: impl Into<Id>) -> Event {
        Event {
            to: Some(to.into()),
            ..Event::default()
        }
    }

    /// A piece leaves the game.
    #[must_use]
    pub fn leaves(from: impl Into<Id>) -> Event {
        Event {
            from: Some(from.into()),
            ..Event::default()
        }
    }

    /// A place or its piece changes its look.
    #[must_use]
    pub fn changes(at: impl Into<Id>) -> Event {
        let at = at.into();
        Event::moves(at.clone(), at)
    }

    /// The same event with what the piece is then.
    #[must_use]
    pub fn becoming(self, piece: Piece) -> Event {
        Event {
            kind: Some(piece.kind),
            height: piece.height,
            ..self
        }
    }

    /// The same event with what the place looks like then.
    #[must_use]
    pub fn on(self, ground: Ground) -> Event {
        Event {
            ground: Some(ground),
            ..self
        }
    }

    /// Whether only the look of something changes.
    fn stays(&self) -> bool {
        self.from == self.to
    }

    fn piece(&self, taken: Option<Piece>) -> Option<Piece> {
        let kind = self.kind.or(taken.map(|piece| piece.kind))?;
        let height = self.height.or(taken.and_then(|piece| piece.height));
        Some(Piece { kind, height })
    }
}

impl Scene {
    /// Lets a step happen. Ids that the scene does not have are passed over.
    pub fn apply(&mut self, step: &[Event]) {
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

    fn take(&mut self, from: &str) -> Option<Piece> {
        if let Some(place) = self.place_mut(from) {
            return place.piece.take();
        }
        let item = self.item_mut(from)?;
        item.count = item.count.saturating_sub(1);
        Some(Piece::single(item.kind))
    }
}
