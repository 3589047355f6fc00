//! Drawings of positions as SVG text: the board, the pieces, the last move, an arrow for the best one.
//!
//! [`crate::picture::Scene`] says what there is to draw; this file says what it looks like. No file is
//! written here.

use std::fmt::Write;

use crate::picture::{Colour, Ground, Kind, Look, Piece, Place, Scene, Supply};

/// What is drawn over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The spots of the last move, in order.
    pub last: Vec<String>,
    /// The spots of the best move, in order.
    pub best: Vec<String>,
    /// A line of text above the board.
    pub caption: String,
}

/// Pixels between two neighbouring spots.
const STEP: f32 = 56.0;
/// The radius of a piece, in steps.
const PIECE: f32 = 0.38;
const MARGIN: f32 = 0.9;
/// Heights of the caption and of a row of supplies, in steps.
const CAPTION: f32 = 0.6;
const SUPPLY_ROW: f32 = 0.8;

/// The drawing as the text of an SVG file.
#[must_use]
pub fn render(scene: &Scene, marks: &Marks) -> String {
    let (left, top, right, bottom) = extent(scene);
    let supplies = scene.supplies.len() as f32 * SUPPLY_ROW;
    let view = (
        left - MARGIN,
        top - MARGIN - CAPTION,
        right - left + 2.0 * MARGIN,
        bottom - top + 2.0 * MARGIN + CAPTION + supplies,
    );
    let mut out = String::new();
    header(&mut out, view);
    if !marks.caption.is_empty() {
        let (x, y) = (left - MARGIN * 0.6, top - MARGIN);
        text(&mut out, x, y, 0.3, "start", "#3b3126", &marks.caption);
    }
    for &[x1, y1, x2, y2] in scene.boards.iter().flat_map(|board| &board.lines) {
        element(
            &mut out,
            format_args!(
                r##"<line x1="{x1:.3}" y1="{y1:.3}" x2="{x2:.3}" y2="{y2:.3}" stroke="#8d7a5f" stroke-width="0.03"/>"##
            ),
        );
    }
    for place in scene.places() {
        ground(&mut out, place);
    }
    for name in &marks.last {
        if let Some(place) = scene.place(name) {
            let (x, y) = (place.x, place.y);
            element(
                &mut out,
                format_args!(
                    r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.47" fill="#f2c230" fill-opacity="0.55"/>"##
                ),
            );
        }
    }
    for place in scene.places() {
        if let Some(drawn) = place.piece {
            piece(&mut out, scene, (place.x, place.y), PIECE, drawn);
        }
    }
    arrow(&mut out, scene, &marks.best);
    for (row, supply) in scene.supplies.iter().enumerate() {
        let y = bottom + MARGIN + (row as f32 + 0.3) * SUPPLY_ROW;
        supplies_row(&mut out, scene, (left - MARGIN * 0.6, y), supply);
    }
    out.push_str("</svg>\n");
    out
}

fn extent(scene: &Scene) -> (f32, f32, f32, f32) {
    let infinite = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    let grown = scene.places().fold(infinite, |(l, t, r, b), place| {
        (
            l.min(place.x),
            t.min(place.y),
            r.max(place.x),
            b.max(place.y),
        )
    });
    if scene.places().next().is_none() {
        (0.0, 0.0, 0.0, 0.0)
    } else {
        grown
    }
}

/// Appends a line. Writing into a string cannot fail.
fn element(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{line}");
}

fn header(out: &mut String, (x, y, width, height): (f32, f32, f32, f32)) {
    let (w, h) = (width * STEP, height * STEP);
    element(
        out,
        format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0}" height="{h:.0}" viewBox="{x:.3} {y:.3} {width:.3} {height:.3}" font-family="DejaVu Sans, Verdana, sans-serif">"#
        ),
    );
    out.push_str("<defs>\n");
    for (id, light, dark) in [
        ("white", "#ffffff", "#d9d2c3"),
        ("grey", "#b9bec4", "#7d848c"),
        ("black", "#5a5a5e", "#17171a"),
        ("red", "#f2705f", "#b3201b"),
    ] {
        element(
            out,
            format_args!(
                r#"<radialGradient id="{id}" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/></radialGradient>"#
            ),
        );
    }
    out.push_str(concat!(
        r##"<marker id="head" viewBox="0 0 4 4" refX="2.6" refY="2" markerWidth="3" markerHeight="3" orient="auto"><path d="M0 0 L4 2 L0 4 z" fill="#1f7a4d"/></marker>"##,
        "\n</defs>\n"
    ));
    element(
        out,
        format_args!(
            r##"<rect x="{x:.3}" y="{y:.3}" width="{width:.3}" height="{height:.3}" fill="#f3ead9"/>"##
        ),
    );
}

fn ground(out: &mut String, place: &Place) {
    let Place { x, y, .. } = *place;
    let label = |out: &mut String, y: f32| text(out, x, y, 0.15, "middle", "#8a7b66", &place.name);
    match place.ground {
        Ground::Dark | Ground::Light => {
            let dark = place.ground == Ground::Dark;
            let fill = if dark { "#c9a877" } else { "#e6d0a9" };
            let (left, top) = (x - 0.5, y - 0.5);
            element(
                out,
                format_args!(
                    r##"<rect x="{left:.3}" y="{top:.3}" width="1" height="1" fill="{fill}" stroke="#a98a5c" stroke-width="0.02"/>"##
                ),
            );
            text(
                out,
                left + 0.07,
                top + 0.17,
                0.14,
                "start",
                "#7a6542",
                &place.name,
            );
        }
        Ground::Field => {
            disc(out, x, y, 0.42, "#e3d4b8", "#a98a5c");
            label(out, y + 0.05);
        }
        Ground::Ring => {
            element(
                out,
                format_args!(
                    r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.37" fill="#f3ead9" stroke="#3d3a38" stroke-width="0.2"/>"##
                ),
            );
            label(out, y + 0.05);
        }
        Ground::Gone => {}
        Ground::Crossing => {
            disc(out, x, y, 0.05, "#8d7a5f", "none");
            text(
                out,
                x + 0.08,
                y + 0.24,
                0.14,
                "start",
                "#a3947c",
                &place.name,
            );
        }
        Ground::Dot => {
            disc(out, x, y, 0.11, "#3d3a38", "none");
            label(out, y + 0.34);
        }
    }
}

fn disc(out: &mut String, x: f32, y: f32, r: f32, fill: &str, stroke: &str) {
    element(
        out,
        format_args!(
            r#"<circle cx="{x:.3}" cy="{y:.3}" r="{r:.3}" fill="{fill}" stroke="{stroke}" stroke-width="0.03"/>"#
        ),
    );
}

fn piece(out: &mut String, scene: &Scene, (x, y): (f32, f32), r: f32, drawn: Piece) {
    let Some(Kind { colour, mark, .. }) = scene.kinds.get(drawn.kind) else {
        return;
    };
    let (fill, ink) = match colour {
        Colour::White => ("url(#white)", "#222222"),
        Colour::Grey => ("url(#grey)", "#111111"),
        Colour::Black => ("url(#black)", "#ffffff"),
        Colour::Red => ("url(#red)", "#ffffff"),
    };
    disc(out, x, y, r, fill, "#2a2622");
    match mark {
        Look::Plain => {}
        // A rim of the colour of what lies inside.
        Look::Core => {
            element(
                out,
                format_args!(
                    r##"<circle cx="{x:.3}" cy="{y:.3}" r="{:.3}" fill="none" stroke="#c62d25" stroke-width="{:.3}"/>"##,
                    r * 0.82,
                    r * 0.2
                ),
            );
        }
        Look::Double => disc(out, x - r * 0.08, y - r * 0.12, r * 0.66, fill, ink),
        Look::Charged => disc(out, x, y, r * 0.45, "#2f6fb0", ink),
        Look::Used => disc(out, x, y, r * 0.5, "none", "#2f6fb0"),
        Look::Ball => disc(out, x, y, r * 0.55, "#e08a1e", ink),
    }
    if let Some(height) = drawn.height.filter(|&height| height > 1) {
        let height = height.to_string();
        text(out, x, y + r * 0.35, r, "middle", ink, &height);
    }
}

/// The best move: an arrow through its spots, or a ring around a single one.
fn arrow(out: &mut String, scene: &Scene, names: &[String]) {
    let places = names.iter().filter_map(|name| scene.place(name));
    let places: Vec<&Place> = places.collect();
    if let [only] = places.as_slice() {
        let (x, y) = (only.x, only.y);
        element(
            out,
            format_args!(
                r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.46" fill="none" stroke="#1f7a4d" stroke-width="0.07" stroke-dasharray="0.2 0.1"/>"##
            ),
        );
    } else if let Some((first, rest)) = places.split_first() {
        let mut path = format!("M{:.3} {:.3}", first.x, first.y);
        for place in rest {
            let _ = write!(path, " L{:.3} {:.3}", place.x, place.y);
        }
        element(
            out,
            format_args!(
                r##"<path d="{path}" fill="none" stroke="#1f7a4d" stroke-opacity="0.85" stroke-width="0.1" stroke-linejoin="round" marker-end="url(#head)"/>"##
            ),
        );
    }
}

fn supplies_row(out: &mut String, scene: &Scene, (x, y): (f32, f32), supply: &Supply) {
    let owner = supply.owner.map_or("", |side| scene.players.name(side));
    let label = format!("{owner} {}", supply.label.text);
    text(out, x, y + 0.1, 0.25, "start", "#3b3126", label.trim());
    let mut at = x + 2.9;
    for item in &supply.items {
        piece(out, scene, (at, y), 0.26, Piece::single(item.kind));
        let count = format!("\u{d7}{}", item.count);
        text(out, at + 0.36, y + 0.1, 0.26, "start", "#3b3126", &count);
        at += 1.25;
    }
}

fn text(out: &mut String, x: f32, y: f32, size: f32, anchor: &str, fill: &str, content: &str) {
    let content = escape(content);
    // Renderers draw letters of less than one unit badly, so text has a hundredfold scale of its own.
    let size = size * 100.0;
    element(
        out,
        format_args!(
            r#"<text transform="translate({x:.3} {y:.3}) scale(0.01)" font-size="{size:.0}" text-anchor="{anchor}" fill="{fill}">{content}</text>"#
        ),
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dvonn;
    use crate::picture::Picture;
    use crate::rules::{Notation, Rules};

    #[test]
    fn a_drawing_shows_pieces_marks_and_supplies_and_escapes_text() {
        let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
        let at = dvonn::Position::from_fen(dvonn::Variant::Standard, fen).expect("a FEN");
        let marks = Marks {
            last: vec!["k3".to_owned()],
            best: vec!["a3".to_owned(), "k3".to_owned(), "nowhere".to_owned()],
            caption: "a < b & c".to_owned(),
        };
        let svg = render(&at.scene(), &marks);
        for part in [">10</text>", "White hand", "a &lt; b &amp; c", "L9.500"] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn an_empty_scene_is_still_a_drawing() {
        let mut scene = dvonn::Position::start(dvonn::Variant::Standard).scene();
        scene.boards.clear();
        assert!(render(&scene, &Marks::default()).contains("viewBox"));
    }
}
