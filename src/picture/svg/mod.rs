//! Scenes as SVG text: the boards, the pieces, the last turn, arrows for the best one, and below what
//! lies beside the boards.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | what stands where on the sheet |
//! | `board` | places, pieces and marks |
//! | `turns` | the last turn and the best one over the board |
//! | `pen` | elements and text |
//!
//! [`crate::picture::Scene`] says what there is to draw; this says what it looks like. No file is
//! written here.

mod board;
mod pen;
mod turns;

use pen::Pen;

use crate::picture::{Fact, Piece, Scene, Supply, Traced};
use crate::rules::Side;

/// What is drawn over the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The last turn.
    pub last: Option<Traced>,
    /// The turn that was played next.
    pub played: Option<Traced>,
    /// The best turn.
    pub best: Option<Traced>,
    /// A line of text above the board.
    pub caption: String,
}

/// Heights of a line of text and of a row of pieces below the board, in steps.
const LINE: f32 = 0.42;
const ROW: f32 = 0.7;
const TEXT: f32 = 0.28;
const INK: &str = "#3b3126";
/// Around the whole sheet.
const MARGIN: f32 = 0.25;
/// Sheets are at least so wide, so that the lines of text have room.
const NARROWEST: f32 = 7.5;

/// The drawing as the text of an SVG file.
#[must_use]
pub fn render(scene: &Scene, marks: &Marks) -> String {
    let (left, top, right, bottom) = extent(scene);
    let wider = ((NARROWEST - (right - left)) / 2.0).max(0.0);
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
        board::square(&mut pen, place);
    }
    for board in &scene.boards {
        board::lines(&mut pen, board);
    }
    for place in scene.places() {
        board::ground(&mut pen, place);
    }
    let shown = || marks.last.iter().chain(&marks.played);
    shown().for_each(|turn| turns::under(&mut pen, scene, turn));
    for mark in &scene.marks {
        board::mark(&mut pen, scene, mark);
    }
    for place in scene.places() {
        board::name(&mut pen, place);
    }
    for place in scene.places() {
        board::standing(&mut pen, scene, place);
    }
    shown().for_each(|turn| turns::over(&mut pen, scene, turn));
    marks
        .best
        .iter()
        .for_each(|best| turns::best(&mut pen, scene, best));
    let mut y = bottom + MARGIN;
    for supply in supplies {
        row(&mut pen, scene, (left + MARGIN, y + ROW / 2.0), supply);
        y += ROW;
    }
    y += MARGIN / 2.0;
    for fact in &scene.facts {
        pen.text(
            (left + MARGIN, y + LINE / 2.0),
            TEXT,
            "start",
            INK,
            &said(scene, fact),
        );
        y += LINE;
    }
    pen.finish()
}

/// The corners of all boards together.
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

/// The text above the board: the caption, the last turn, who is to move or how the game has ended.
fn head(scene: &Scene, marks: &Marks, width: f32) -> Vec<String> {
    let state = match (&scene.result, scene.to_act) {
        (Some(ending), _) => ending.text.text.clone(),
        (None, Some(side)) => format!("{} to move", scene.players.name(side)),
        (None, None) => String::new(),
    };
    let told = |what: &str, turn: &Option<Traced>| {
        let turn = turn.as_ref();
        turn.map_or_else(String::new, |turn| format!("{what}: {}", turn.text.text))
    };
    let lines = [
        marks.caption.clone(),
        told("Last turn", &marks.last),
        state,
        told("Played", &marks.played),
        told("Best", &marks.best),
    ];
    let lines = lines.iter().filter(|line| !line.is_empty());
    lines
        .flat_map(|line| pen::wrapped(line, width, TEXT))
        .collect()
}

/// Whether anything lies there; a supply that is used up is not drawn.
fn is_in_use(supply: &Supply) -> bool {
    supply.items.iter().any(|item| item.count > 0)
}

fn row(pen: &mut Pen, scene: &Scene, (x, y): (f32, f32), supply: &Supply) {
    let owner = supply.owner.map_or("", |side| scene.players.name(side));
    let label = format!("{owner} {}", supply.label.text);
    let label = label.trim();
    pen.text((x, y + 0.1), TEXT, "start", INK, label);
    let mut at = x + 0.6 + pen::width(label, TEXT);
    for item in supply.items.iter().filter(|item| item.count > 0) {
        board::piece(pen, scene, (at, y), 0.26, Piece::single(item.kind));
        let count = format!("\u{d7}{}", item.count);
        pen.text((at + 0.36, y + 0.1), TEXT, "start", INK, &count);
        at += 1.3;
    }
}

fn said(scene: &Scene, fact: &Fact) -> String {
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
    fn a_drawing_is_one_element_and_escapes_text() {
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
    fn what_the_last_move_removed_and_each_action_of_the_best_move_are_marked() {
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
