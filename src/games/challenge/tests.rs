//! How the two games are joined, where fixtures cannot say it.

use std::sync::atomic::AtomicBool;

use super::position::Position;
use super::turn::Move;
use super::variant::Variant;
use crate::games::zertz;
use crate::rules::{Judge, Notation, RuleSet, Rules};
use crate::search::{self, Limits, Memory, Request, Settings};

fn position(fen: &str) -> Position {
    Position::from_fen(Variant::ALL[0], fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

const ANSWER: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 ?c3^f5";

#[test]
fn the_inner_game_can_be_played_on_any_board() {
    for &board in zertz::Variant::ALL {
        let variant = Variant { board };
        let mut position = Position::from_fen(variant, ANSWER).expect("a good FEN");
        position.play(Move::Challenge);
        let fen = position.fen();
        assert!(fen.ends_with(&zertz::Position::start(board).fen()), "{fen}");
        assert_eq!(Position::from_fen(variant, &fen), Ok(position));
        // A FEN does not name its board: one of another size is refused, as are other marbles.
        for &other in zertz::Variant::ALL {
            let fits = Position::from_fen(Variant { board: other }, &fen).is_ok();
            assert_eq!(fits, other == board, "{} {}", other.id(), board.id());
        }
    }
}

/// A game of ZÈRTZ that is nearly won is worth nearly as much as its end, on either side.
#[test]
fn the_inner_game_is_valued_by_what_it_decides() {
    let won = position("W3/1w3/2b3/3b3/3w~2/5/B3 10 12 b 1,0 -");
    let lost = position("W3/1w3/2b3/3b3/6/5/B3 10 12 w 1,0 -");
    let (won, lost) = (-won.evaluate(), lost.evaluate());
    let (low, high) = (won.min(lost), won.max(lost));
    let value = |captured: &str, side: &str| {
        let marbles = "4/5/6/7/6/5/4 2,5,5";
        let fen = format!("W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5 {marbles} {captured} {side}");
        let position = position(&fen);
        let sign = if side == "1" { 1 } else { -1 };
        sign * position.evaluate()
    };
    for side in ["1", "2"] {
        let ahead = value("3,2,3 1,1,2", side);
        let level = value("2,2,2 2,1,3", side);
        let behind = value("1,1,2 3,2,3", side);
        let sorted = if won >= lost {
            [behind, level, ahead]
        } else {
            [ahead, level, behind]
        };
        assert!(sorted.is_sorted(), "{sorted:?} between {low} and {high}");
        // What the challenges left are worth comes on top.
        let slack = 40;
        assert!(low - slack <= sorted[0] && sorted[2] <= high + slack);
        assert!(ahead != behind, "{sorted:?}");
    }
}

fn best_line(fen: &str, depth: i32) -> Vec<Move> {
    let root = position(fen);
    let memory = Memory::new(1).expect("a small table");
    let request = Request {
        root,
        earlier: Vec::new(),
        settings: Settings {
            limits: Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            ..Settings::default()
        },
        search_moves: vec![Move::Challenge],
    };
    let stop = AtomicBool::new(false);
    search::run(&request, &memory, &stop, &|_| {}).report.pv
}

#[test]
fn a_search_of_gipf_spends_nothing_on_the_game_of_zertz() {
    assert_eq!(best_line(ANSWER, 6), [Move::Challenge]);
}

#[test]
fn a_winning_turn_that_can_be_challenged_is_no_winning_move() {
    let wins = |challenges: &str| {
        let fen = format!("4/1w^3/2b3/1ww1wwB/6/5/W3 0 0 w {challenges} -");
        position(&fen).winning_move().is_some()
    };
    assert!(wins("1,0"));
    assert!(!wins("1,1"));
}
