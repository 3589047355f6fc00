//! Draws a scene as SVG: boards and pieces, the last move, arrows for the best move, and the supplies
//! below the boards.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | the layout of the sheet |
//! | `board` | places, pieces and marks |
//! | `moves` | the last move and the best move over the board |
//! | `pen` | SVG elements and text |
//!
//! [`crate::picture::Scene`] holds what to draw; this module decides how it looks. It writes no files.

mod board;
mod moves;
mod pen;

use pen::Pen;

use crate::picture::{MoveTrace, Scene, ScenePiece, ScoreLine, Supply};
use crate::rules::Side;

/// Moves and text to draw with a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The last move.
    pub last: Option<MoveTrace>,
    /// The move that was played next.
    pub played: Option<MoveTrace>,
    /// The best move.
    pub best: Option<MoveTrace>,
    /// A line of text above the board.
    pub caption: String,
}

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

/// Draws a scene; returns the content of an SVG file.
#[must_use]
pub fn render(scene: &Scene, marks: &Marks) -> String {
    let (left, top, right, bottom) = extent(scene);
    let wider = ((MIN_WIDTH - (right - left)) / 2.0).max(0.0);
    let (left, right) = (left - wider - MARGIN, right + wider + MARGIN);
    let lines = head(scene, marks, right - left);
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
    let shown = || marks.last.iter().chain(&marks.played);
    shown().for_each(|played| moves::draw_below(&mut pen, scene, played));
    for mark in &scene.marks {
        board::draw_mark(&mut pen, scene, mark);
    }
    for place in scene.places() {
        board::draw_name(&mut pen, place);
    }
    for place in scene.places() {
        board::draw_piece_of(&mut pen, scene, place);
    }
    shown().for_each(|played| moves::draw_above(&mut pen, scene, played));
    marks
        .best
        .iter()
        .for_each(|best| moves::draw_best(&mut pen, scene, best));
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

/// The text above the board: the caption, the last move, and the side to move or the result.
fn head(scene: &Scene, marks: &Marks, width: f32) -> Vec<String> {
    let state = match (&scene.result, scene.to_act) {
        (Some(ending), _) => ending.text.text.clone(),
        (None, Some(side)) => format!("{} to move", scene.players.name(side)),
        (None, None) => String::new(),
    };
    let describe = |label: &str, played: &Option<MoveTrace>| {
        let played = played.as_ref();
        played.map_or_else(String::new, |played| {
            format!("{label}: {}", played.text.text)
        })
    };
    let lines = [
        marks.caption.clone(),
        describe("Last move", &marks.last),
        state,
        describe("Played", &marks.played),
        describe("Best", &marks.best),
    ];
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
    use crate::games::{diaballik, dvonn, zertz};
    use crate::picture::{Picture, trace};
    use crate::rules::{Notation, RuleSet, Rules};

    #[test]
    fn a_drawing_is_one_svg_element_with_escaped_text() {
        let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
        let at = dvonn::Position::from_fen(dvonn::Variant::Standard, fen).expect("a FEN");
        let marks = Marks {
            best: trace(&at, "a3k3").ok(),
            caption: "a < b & c".to_owned(),
            ..Marks::default()
        };
        let svg = render(&at.scene(), &marks);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b &amp; c"), "{svg}");
        assert!(svg.contains(">10</text>"), "the height of a stack: {svg}");
    }

    #[test]
    fn removals_of_the_last_move_and_actions_of_the_best_move_are_drawn() {
        let count = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}\"")).count();
        let mut at = zertz::Position::start(zertz::Variant::ALL[0]);
        let last = trace(&at, "wd4,a1").ok();
        at.play(at.parse_move("wd4,a1").expect("a legal token"));
        let marks = Marks {
            last,
            ..Marks::default()
        };
        assert_eq!(count(&render(&at.scene(), &marks), "gone"), 1);

        let start = diaballik::Position::start(diaballik::Variant::ALL[0]);
        let marks = Marks {
            best: trace(&start, "a1a2,g1g2").ok(),
            ..Marks::default()
        };
        assert_eq!(count(&render(&start.scene(), &marks), "best"), 2);
    }

    #[test]
    fn an_empty_scene_is_still_a_drawing() {
        let mut scene = dvonn::Position::start(dvonn::Variant::Standard).scene();
        scene.boards.clear();
        assert!(render(&scene, &Marks::default()).contains("viewBox"));
    }
}
