//! The last move and the best move over a board.
//!
//! The board shows the position after the last move. Its route is shaded, and crosses mark the places
//! of the pieces it removed.

use std::fmt::Write;

use super::pen::{BEST, LAST, Pen};
use crate::picture::{Ground, MoveTrace, Scene, ScenePlace};

/// Draws below the pieces: shades the places of the last move.
pub(super) fn draw_below(pen: &mut Pen, scene: &Scene, last: &MoveTrace) {
    for place in last.path.iter().filter_map(|id| scene.place(id)) {
        let ScenePlace { x, y, .. } = place;
        // The name of a dot stands close to it.
        let r = if place.ground == Ground::Dot {
            0.22
        } else {
            0.48
        };
        pen.element(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="{r}" fill="#f2c230" fill-opacity="0.6"/>"##
        ));
    }
}

/// Draws above the pieces: the route of the last move, and crosses where it removed something.
pub(super) fn draw_above(pen: &mut Pen, scene: &Scene, last: &MoveTrace) {
    for route in &last.arrows {
        draw_arrow(pen, scene, route, "last", LAST, 0.05);
    }
    let events = last.steps.iter().flatten();
    let ids = events.filter_map(|event| {
        let from = event.from.as_ref()?;
        let to_place = event
            .to
            .as_ref()
            .is_some_and(|to| scene.place(to).is_some());
        let gone = !to_place || event.ground == Some(Ground::Gone);
        gone.then_some(from)
    });
    let mut ids: Vec<&String> = ids.collect();
    ids.dedup();
    for (n, id) in ids.iter().enumerate() {
        let Some(ScenePlace { x, y, .. }) = scene.place(id) else {
            continue;
        };
        // One cross is enough where both piece and ring were removed.
        if ids.iter().take(n).any(|other| other == id) {
            continue;
        }
        let (l, t, r, b) = (x - 0.2, y - 0.2, x + 0.2, y + 0.2);
        pen.element(format_args!(
            r##"<path class="gone" d="M{l:.3} {t:.3} L{r:.3} {b:.3} M{l:.3} {b:.3} L{r:.3} {t:.3}" fill="none" stroke="#c62d25" stroke-width="0.07" stroke-linecap="round"/>"##
        ));
    }
}

/// Draws the best move, an arrow for each action.
pub(super) fn draw_best(pen: &mut Pen, scene: &Scene, best: &MoveTrace) {
    for route in &best.arrows {
        draw_arrow(pen, scene, route, "best", BEST, 0.09);
    }
}

/// Draws an arrow through several places, or a ring around a single place.
fn draw_arrow(
    pen: &mut Pen,
    scene: &Scene,
    route: &[String],
    class: &str,
    colour: &str,
    width: f32,
) {
    let places = route.iter().filter_map(|id| scene.place(id));
    let places: Vec<&ScenePlace> = places.collect();
    if let [ScenePlace { x, y, .. }] = places.as_slice() {
        pen.element(format_args!(
            r#"<circle class="{class}" cx="{x:.3}" cy="{y:.3}" r="0.46" fill="none" stroke="{colour}" stroke-width="{width}" stroke-dasharray="0.2 0.1"/>"#
        ));
    } else if let Some((first, rest)) = places.split_first() {
        let mut path = format!("M{:.3} {:.3}", first.x, first.y);
        for place in rest {
            // Writing into a string cannot fail.
            let _ = write!(path, " L{:.3} {:.3}", place.x, place.y);
        }
        pen.element(format_args!(
            r#"<path class="{class}" d="{path}" fill="none" stroke="{colour}" stroke-opacity="0.85" stroke-width="{width}" stroke-linejoin="round" marker-end="url(#{class})"/>"#
        ));
    }
}
