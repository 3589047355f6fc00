//! Draws places, pieces and coordinates.

use super::pen::{PAPER, Pen};
use crate::picture::{
    Colour, Ground, Highlight, Look, PieceKind, Role, Scene, SceneBoard, ScenePiece, ScenePlace,
};

/// The radius of a piece, in steps.
const PIECE: f32 = 0.38;
/// The font size of the name of a place.
const NAME: f32 = 0.17;
const LINE: &str = "#8d7a5f";
const FAINT: &str = "#8a7b66";

/// Draws a square, before everything else.
pub(super) fn draw_square(pen: &mut Pen, place: &ScenePlace) {
    let fill = match place.ground {
        Ground::Dark => "#c9a877",
        Ground::Light => "#e6d0a9",
        _ => return,
    };
    let (left, top) = (place.x - 0.5, place.y - 0.5);
    pen.element(format_args!(
        r##"<rect x="{left:.3}" y="{top:.3}" width="1" height="1" fill="{fill}" stroke="#a98a5c" stroke-width="0.02"/>"##
    ));
}

/// Draws the lines of a board and the coordinates at its edge.
pub(super) fn draw_lines(pen: &mut Pen, board: &SceneBoard) {
    for [x1, y1, x2, y2] in &board.lines {
        pen.element(format_args!(
            r##"<line x1="{x1:.3}" y1="{y1:.3}" x2="{x2:.3}" y2="{y2:.3}" stroke="{LINE}" stroke-width="0.03"/>"##
        ));
    }
    for label in &board.labels {
        let at = (label.x, label.y + 0.08);
        pen.text(at, 0.24, "middle", FAINT, &label.text);
    }
    if !board.title.is_empty() {
        let [left, top, ..] = board.bounds;
        pen.text((left, top), 0.28, "start", FAINT, board.title);
    }
}

/// Draws a place without its piece.
pub(super) fn draw_ground(pen: &mut Pen, place: &ScenePlace) {
    let at = (place.x, place.y);
    let (x, y) = at;
    match place.ground {
        // Drawn before the lines.
        Ground::Dark | Ground::Light => {}
        Ground::Field => pen.disc(at, 0.42, "#e3d4b8", "#a98a5c"),
        Ground::Ring => pen.element(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.37" fill="{PAPER}" stroke="#3d3a38" stroke-width="0.2"/>"##
        )),
        Ground::Gone => pen.element(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.37" fill="none" stroke="#cfc2a9" stroke-width="0.02" stroke-dasharray="0.05 0.07"/>"##
        )),
        Ground::Crossing => pen.disc(at, 0.05, LINE, "none"),
        Ground::Dot => pen.disc(at, 0.11, "#3d3a38", "none"),
    }
}

/// Draws a ring around each marked place; a dashed ring where a piece will be removed.
pub(super) fn draw_mark(pen: &mut Pen, scene: &Scene, mark: &Highlight) {
    let look = match mark.role {
        Role::Goes => {
            r##"class="goes" fill="none" stroke="#b53327" stroke-width="0.07" stroke-dasharray="0.12 0.08""##
        }
        _ => {
            r##"class="mark" fill="#2c7fb8" fill-opacity="0.25" stroke="#2c7fb8" stroke-width="0.08""##
        }
    };
    for ScenePlace { x, y, .. } in mark.at.iter().filter_map(|id| scene.place(id)) {
        pen.element(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.45" {look}/>"##
        ));
    }
}

/// Draws the name of an empty place, or in the corner of a square.
pub(super) fn draw_name(pen: &mut Pen, place: &ScenePlace) {
    let ScenePlace { x, y, .. } = *place;
    match place.ground {
        Ground::Dark | Ground::Light => {
            let corner = (x - 0.46, y - 0.32);
            pen.text(corner, NAME, "start", "#6b5735", &place.name);
        }
        _ if place.piece.is_some() => {}
        // The labels at the edge of the board name the dots.
        Ground::Dot => {}
        Ground::Field | Ground::Ring | Ground::Gone => {
            pen.text((x, y + 0.05), NAME, "middle", FAINT, &place.name);
        }
        Ground::Crossing => pen.text_on_paper((x + 0.23, y + 0.06), NAME, FAINT, &place.name),
    }
}

/// Draws the piece on a place, with the name of the place at its foot.
pub(super) fn draw_piece_of(pen: &mut Pen, scene: &Scene, place: &ScenePlace) {
    let Some(drawn) = place.piece else { return };
    let at = (place.x, place.y);
    draw_piece(pen, scene, at, PIECE, drawn);
    if !matches!(place.ground, Ground::Dark | Ground::Light) {
        let ink = ink(scene, drawn);
        pen.text((at.0, at.1 + 0.33), 0.15, "middle", ink, &place.name);
    }
}

fn ink(scene: &Scene, drawn: ScenePiece) -> &'static str {
    match scene.kinds.get(drawn.kind).map(|kind| kind.colour) {
        Some(Colour::Black | Colour::Red) => "#ffffff",
        _ => "#222222",
    }
}

/// Draws a piece or a stack; nothing if the scene does not list its kind.
pub(super) fn draw_piece(pen: &mut Pen, scene: &Scene, at: (f32, f32), r: f32, drawn: ScenePiece) {
    let Some(PieceKind { colour, mark, .. }) = scene.kinds.get(drawn.kind) else {
        return;
    };
    let ink = ink(scene, drawn);
    let fill = match colour {
        Colour::White => "url(#white)",
        Colour::Grey => "url(#grey)",
        Colour::Black => "url(#black)",
        Colour::Red => "url(#red)",
    };
    let (x, y) = at;
    pen.disc(at, r, fill, "#2a2622");
    match mark {
        Look::Plain => {}
        // A rim in the colour of the piece inside.
        Look::Core => pen.element(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="{:.3}" fill="none" stroke="#c62d25" stroke-width="{:.3}"/>"##,
            r * 0.88,
            r * 0.14
        )),
        Look::Double => pen.disc((x - r * 0.05, y - r * 0.22), r * 0.64, fill, ink),
        Look::Charged => pen.disc((x, y - r * 0.1), r * 0.45, "#2f6fb0", ink),
        // Light enough to be visible on black.
        Look::Used => pen.element(format_args!(
            r##"<circle cx="{x:.3}" cy="{:.3}" r="{:.3}" fill="none" stroke="#4f94d8" stroke-width="0.07"/>"##,
            y - r * 0.1,
            r * 0.5
        )),
        Look::Ball => pen.disc(at, r * 0.55, "#e08a1e", ink),
    }
    if let Some(height) = drawn.height.filter(|&height| height > 1) {
        let height = height.to_string();
        pen.text((x, y + r * 0.22), r * 0.95, "middle", ink, &height);
    }
}
