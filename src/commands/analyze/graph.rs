//! The score graph of a game as SVG: the win probability of player 1 after each move.

use std::fmt::Write;

use ringstack::play::review::GameReview;

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 50.0;
const BOTTOM: f64 = 26.0;
const TOP: f64 = 12.0;

/// The graph; empty if there are no moves.
pub fn svg(review: &GameReview) -> String {
    if review.moves.is_empty() {
        return String::new();
    }
    let mut values = vec![review.moves.first().map_or(0.5, |turn| turn.first_before())];
    let after = |turn: &ringstack::play::review::MoveReview| {
        if turn.first { turn.win } else { 1.0 - turn.win }
    };
    values.extend(review.moves.iter().map(after));
    if let Some(last) = values.last_mut() {
        *last = review.end;
    }
    let steps = (values.len() - 1).max(1) as f64;
    let x = |at: usize| LEFT + (WIDTH - LEFT - 12.0) * at as f64 / steps;
    let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value);
    let points: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(at, &value)| format!("{:.1},{:.1}", x(at), y(value)))
        .collect();
    let points = points.join(" ");
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write!(
        out,
        r##"<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Win probability of player 1 after each move">"##
    );
    for share in [0.0, 0.5, 1.0] {
        let height = y(share);
        let _ = write!(
            out,
            r##"<line x1="{LEFT}" y1="{height}" x2="{}" y2="{height}" stroke="#999" stroke-width="{}"/><text x="{}" y="{:.1}" text-anchor="end" font-size="13">{:.0} %</text>"##,
            WIDTH - 12.0,
            if share == 0.5 { 1.5 } else { 0.5 },
            LEFT - 6.0,
            height + 4.0,
            100.0 * share,
        );
    }
    let floor = y(0.0);
    let _ = write!(
        out,
        r##"<polygon points="{:.1},{floor} {points} {:.1},{floor}" fill="#d8cfbf"/><polyline points="{points}" fill="none" stroke="#4a3f30" stroke-width="2"/>"##,
        x(0),
        x(values.len() - 1),
    );
    for turn in &review.moves {
        let (at, value) = (turn.ply, values.get(turn.ply).copied().unwrap_or(0.5));
        let Some(mark) = turn.mark() else {
            continue;
        };
        // Marks of the first player stand above the line, those of the second below.
        let (height, shift) = (y(value), if turn.first { -9.0 } else { 19.0 });
        let text = (height + shift).clamp(TOP + 4.0, HEIGHT - BOTTOM - 3.0);
        let _ = write!(
            out,
            r##"<circle cx="{:.1}" cy="{height:.1}" r="4" fill="#b3261e"><title>{at}. {}{mark}</title></circle><text x="{:.1}" y="{text:.1}" text-anchor="middle" font-size="14" font-weight="bold" fill="#8c1d18">{mark}</text>"##,
            x(at),
            turn.token,
            x(at),
        );
    }
    let every = (review.moves.len() / 10).max(1);
    for at in (0..values.len()).step_by(every) {
        let _ = write!(
            out,
            r##"<text x="{:.1}" y="{}" text-anchor="middle" font-size="13">{at}</text>"##,
            x(at),
            HEIGHT - 8.0,
        );
    }
    out.push_str("</svg>");
    out
}
