//! Draws a scene as SVG: boards and pieces, and the supplies below the boards.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | the layout of the sheet |
//! | `board` | places, pieces and marks |
//! | `pen` | SVG elements and text |
//!
//! [`crate::picture::Scene`] holds what to draw; this module decides how it looks. It writes no files.

mod board;
mod pen;

use pen::Pen;

use crate::picture::{Scene, ScenePiece, ScoreLine, Supply};
use crate::rules::Side;

/// The height of a line of text, in steps.
const LINE: f32 = 0.42;
/// The height of a row of pieces below the board, in steps.
const ROW: f32 = 0.7;
/// The font size of text, in steps.
const TEXT: f32 = 0.28;
const INK: &str = "#3b3126";
/// The margin of the sheet.
const MARGIN: f32 = 0.25;
/// The minimum width of a sheet, so that lines of text fit.
const MIN_WIDTH: f32 = 7.5;

/// Draws a scene with a caption; returns the content of an SVG file.
#[must_use]
pub fn render(scene: &Scene, caption: &str) -> String {
    let (left, top, right, bottom) = extent(scene);
    let wider = ((MIN_WIDTH - (right - left)) / 2.0).max(0.0);
    let (left, right) = (left - wider - MARGIN, right + wider + MARGIN);
    let lines = head(scene, caption, right - left);
    let head = lines.len() as f32 * LINE + MARGIN;
    let supplies = scene.supplies.iter().filter(|supply| is_in_use(supply));
    let foot =
        supplies.clone().count() as f32 * ROW + scene.facts.len() as f32 * LINE + 1.5 * MARGIN;
    let mut pen = Pen::new((left, top - head, right - left, bottom - top + head + foot));
    for (n, line) in lines.iter().enumerate() {
        let y = top - head + (n as f32 + 0.9) * LINE;
        pen.text((left + MARGIN, y), TEXT, "start", INK, line);
    }
    for place in scene.places() {
        board::draw_square(&mut pen, place);
    }
    for board in &scene.boards {
        board::draw_lines(&mut pen, board);
    }
    for place in scene.places() {
        board::draw_ground(&mut pen, place);
    }
    for mark in &scene.marks {
        board::draw_mark(&mut pen, scene, mark);
    }
    for place in scene.places() {
        board::draw_name(&mut pen, place);
    }
    for place in scene.places() {
        board::draw_piece_of(&mut pen, scene, place);
    }
    let mut y = bottom + MARGIN;
    for supply in supplies {
        draw_supply(&mut pen, scene, (left + MARGIN, y + ROW / 2.0), supply);
        y += ROW;
    }
    y += MARGIN / 2.0;
    for fact in &scene.facts {
        pen.text(
            (left + MARGIN, y + LINE / 2.0),
            TEXT,
            "start",
            INK,
            &fact_line(scene, fact),
        );
        y += LINE;
    }
    pen.finish()
}

/// The bounding box of all boards: left, top, right, bottom.
fn extent(scene: &Scene) -> (f32, f32, f32, f32) {
    let boxes = scene.boards.iter().map(|board| board.bounds);
    let all = boxes.reduce(|a, b| {
        [
            a[0].min(b[0]),
            a[1].min(b[1]),
            a[2].max(b[2]),
            a[3].max(b[3]),
        ]
    });
    let [left, top, right, bottom] = all.unwrap_or_default();
    (left, top, right, bottom)
}

/// The text above the board: the caption, and the side to move or the result.
fn head(scene: &Scene, caption: &str, width: f32) -> Vec<String> {
    let state = match (&scene.result, scene.to_act) {
        (Some(ending), _) => ending.text.text.clone(),
        (None, Some(side)) => format!("{} to move", scene.players.name(side)),
        (None, None) => String::new(),
    };
    let lines = [caption, &state];
    let lines = lines.iter().filter(|line| !line.is_empty());
    lines
        .flat_map(|line| pen::wrapped(line, width, TEXT))
        .collect()
}

/// Whether the supply has pieces; an empty supply is not drawn.
fn is_in_use(supply: &Supply) -> bool {
    supply.items.iter().any(|item| item.count > 0)
}

fn draw_supply(pen: &mut Pen, scene: &Scene, (x, y): (f32, f32), supply: &Supply) {
    let owner = supply.owner.map_or("", |side| scene.players.name(side));
    let label = format!("{owner} {}", supply.label.text);
    let label = label.trim();
    pen.text((x, y + 0.1), TEXT, "start", INK, label);
    let mut at = x + 0.6 + pen::width(label, TEXT);
    for item in supply.items.iter().filter(|item| item.count > 0) {
        board::draw_piece(pen, scene, (at, y), 0.26, ScenePiece::single(item.kind));
        let count = format!("\u{d7}{}", item.count);
        pen.text((at + 0.36, y + 0.1), TEXT, "start", INK, &count);
        at += 1.3;
    }
}

fn fact_line(scene: &Scene, fact: &ScoreLine) -> String {
    let [one, two] = Side::ALL.map(|side| scene.players.name(side));
    format!("{}: {one} {}, {two} {}", fact.label.text, fact.p1, fact.p2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dvonn;
    use crate::picture::Picture;
    use crate::rules::{Fen, Rules};

    #[test]
    fn a_drawing_is_one_svg_element_with_escaped_text() {
        let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
        let at = dvonn::Position::from_fen(dvonn::Variant::Standard, fen).expect("a FEN");
        let svg = render(&at.scene(), "a < b & c");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b &amp; c"), "{svg}");
        assert!(svg.contains(">10</text>"), "the height of a stack: {svg}");
    }

    #[test]
    fn an_empty_scene_is_still_a_drawing() {
        let mut scene = dvonn::Position::start(dvonn::Variant::Standard).scene();
        scene.boards.clear();
        assert!(render(&scene, "").contains("viewBox"));
    }
}
