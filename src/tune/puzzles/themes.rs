//! What happens in the solution of a puzzle.

use crate::play::puzzle::Theme;
use crate::play::state::GameState;
use crate::rules::{PASS, Side};

use super::super::TuneError;

/// The ids of the rule sets of Diaballik begin like this.
const DIABALLIK: &str = "diaballik";
/// The keys of the texts of jumps in ZÈRTZ begin like this.
const JUMP: &str = "turn.capture";

/// The themes of a solution that begins in `state`.
pub(super) fn themes(state: &dyn GameState, moves: &[String]) -> Result<Vec<Theme>, TuneError> {
    let player = state.turn();
    let mut state = state.copy();
    let mut found = Vec::new();
    let mut first = None;
    for (ply, token) in moves.iter().enumerate() {
        let (turn, pieces) = (state.turn(), pieces(state.as_ref(), player));
        let key = state.traced(token).map(|traced| traced.text.key);
        let key = key.as_deref().unwrap_or_default();
        let played = state.play(std::slice::from_ref(token));
        played.map_err(|error| TuneError::Search(error.to_string()))?;
        if turn == player {
            found.extend(theme_of(key, token));
        } else if token == PASS {
            found.push(Theme::Blockade);
        }
        match ply {
            0 => {
                first = Some(key.starts_with(JUMP));
                let is_quiet = state.id().starts_with(DIABALLIK) && !key.contains(".ball");
                found.extend(is_quiet.then_some(Theme::Quiet));
            }
            1 if first == Some(false) && turn != player => {
                let jumps = key.starts_with(JUMP);
                let fewer = self::pieces(state.as_ref(), player) < pieces;
                found.extend((jumps || fewer).then_some(Theme::Sacrifice));
            }
            _ => {}
        }
    }
    found.extend(match state.reason().map(|reason| reason.word) {
        Some("antijeu") => Some(Theme::Antijeu),
        Some("no-turn") => Some(Theme::Exhaustion),
        _ => None,
    });
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The theme of a move of the player, with the key of its text.
fn theme_of(key: &str, token: &str) -> Option<Theme> {
    let rows = || token.matches('x').count();
    match key {
        // One marble has a text of its own.
        JUMP => Some(Theme::Chain),
        _ if key.starts_with(JUMP) => None,
        _ if key.contains(".claim") => Some(Theme::Isolation),
        _ if key.starts_with("turn.move.lost") => Some(Theme::CutOff),
        _ => (rows() > 1).then_some(Theme::DoubleRow),
    }
}

/// The pieces or points of a player, if the game counts them.
fn pieces(state: &dyn GameState, player: Side) -> i32 {
    let scene = state.scene();
    let count = scene.facts.first();
    count.map_or(0, |count| match player {
        Side::One => count.p1,
        Side::Two => count.p2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::state::open_at;

    const CASES: [(&str, &str, &str, &[Theme]); 6] = [
        (
            "diaballik",
            "3b3/3b3/2Wwb2/1b3w1/B2bw1w/1w5/w1b4 w",
            "a1a2",
            &[Theme::Quiet],
        ),
        (
            "dvonn",
            "x2,w4,x2,w6,r,w2,w2/x2,b,b7,b6*,x,w4,x3/x2,b2,x3,b2,w3,x3/x2,r,x7/x9 b move",
            "d4e5 k5i5 e5j5 pass g3i5",
            &[Theme::Blockade],
        ),
        (
            "dvonn",
            "x2,w,x,w2*,x4/x2,w3,x7/x2,b2,b,x,b5*,x5/x2,w4,x,w4,x5/w,w,w5*,x6 w move",
            "g5e5 d3d4 a1b1 c3c1 e5e2",
            &[Theme::Sacrifice, Theme::CutOff],
        ),
        (
            "zertz",
            "----/-----/------/----w2/1-3-/1w2b/--2 0,3,0 2,3,5 2,2,4 2",
            "gd6,f1 d5xd7 ge1,d6,xd7e1",
            &[Theme::Sacrifice, Theme::Isolation],
        ),
        (
            "gipf",
            "b1w1/wb1bb/w1wW2/3ww1b/2Bb2/3b1/4 4 6 w",
            "a3-b4 c7-c6 a3-b4 e9-e8,xc6d6e6f5 xb4c4d4e4,a4-b5,xb5c5d5e5f4",
            &[Theme::DoubleRow],
        ),
        (
            "gipf",
            "1bww/1w1w1/1b1WB1/wwbb1bb/wbWW2/bbb2/w1w1 1 2 b",
            "h1-h2 a1-b2 f1-f2,xb5c5d5e5f4g3h2",
            &[Theme::Exhaustion],
        ),
    ];

    fn themes_of(id: &str, fen: &str, moves: &str) -> Vec<Theme> {
        let state = open_at(id, Some(fen)).expect("a game");
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        themes(state.expect("a position").as_ref(), &moves).expect("legal moves")
    }

    #[test]
    fn themes_are_found_in_the_texts_of_moves() {
        for (id, fen, moves, expected) in CASES {
            assert_eq!(themes_of(id, fen, moves), expected, "{id} {moves}");
        }
    }
}
