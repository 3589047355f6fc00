//! The composition of the two games, as far as fixtures cannot express it.

use std::sync::atomic::AtomicBool;

use super::moves::Move;
use super::position::Position;
use super::variant::Variant;
use crate::eval::Evaluated as _;
use crate::games::zertz;
use crate::picture::Touch;
use crate::picture::{Picture, Role, Scene, ScenePiece};
use crate::rules::{Fen, RuleSet, Rules, SearchSupport};
use crate::search::{self, Limits, Request, SearchState, Settings};

fn position(fen: &str) -> Position {
    Position::from_fen(Variant::ALL[0], fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

const ANSWER: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 ?c3^f5";

#[test]
fn the_inner_game_can_be_played_on_any_board() {
    for &board in zertz::Variant::ALL {
        let variant = Variant { board };
        let mut position = Position::from_fen(variant, ANSWER).expect("a valid FEN");
        position.play(Move::Challenge);
        let fen = position.fen();
        assert!(fen.ends_with(&zertz::Position::start(board).fen()), "{fen}");
        assert_eq!(Position::from_fen(variant, &fen), Ok(position));
        // A FEN does not name its board, so a board of another size, or with other marbles, is refused.
        for &other in zertz::Variant::ALL {
            let fits = Position::from_fen(Variant { board: other }, &fen).is_ok();
            assert_eq!(fits, other == board, "{} {}", other.id(), board.id());
        }
    }
}

/// A nearly won game of ZÈRTZ is worth nearly as much as a won one, for either side.
#[test]
fn the_value_of_the_inner_game_lies_between_its_stakes() {
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
        assert!(low <= sorted[0] && sorted[2] <= high);
        assert!(ahead != behind, "{sorted:?}");
    }
}

fn best_line_of(root: Position, depth: i32, search_moves: Vec<Move>) -> Vec<Move> {
    let search_state = SearchState::new(1).expect("a small table");
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
        search_moves,
    };
    let stop = AtomicBool::new(false);
    search::run(&request, &search_state, &stop, &|_| {}).pv
}

#[test]
fn a_search_of_gipf_does_not_search_the_game_of_zertz() {
    let line = best_line_of(position(ANSWER), 6, vec![Move::Challenge]);
    assert_eq!(line, [Move::Challenge]);
}

#[test]
fn a_win_that_can_be_challenged_is_not_a_winning_move() {
    let wins = |challenges: &str| {
        let fen = format!("4/1w^3/2b3/1ww1wwB/6/5/W3 0 0 w {challenges} -");
        position(&fen).winning_move().is_some()
    };
    assert!(wins("1,0"));
    assert!(!wins("1,1"));
}

/// The marks stay until the move is carried out or its potential is lost.
#[test]
fn the_scene_marks_the_removals_of_an_announced_move() {
    let fen = "w2W/1w3/2w3/3w3/6/w^b3/B3 0 8 w 0,1 ?xb2c3d4e5,g2^g4";
    let mut at = position(fen);
    let marks = |at: &Position, role: Role| {
        let scene = at.scene();
        let marks = scene.marks.into_iter().filter(|mark| mark.role == role);
        let mut ids: Vec<String> = marks.flat_map(|mark| mark.at).collect();
        ids.sort();
        ids
    };
    assert_eq!(marks(&at, Role::Chosen), ["g2", "g4"]);
    assert_eq!(marks(&at, Role::Goes), ["b2", "c3", "d4", "e5"]);
    at.play(Move::Challenge);
    assert_eq!(marks(&at, Role::Goes), ["b2", "c3", "d4", "e5"]);
    let mut over = position(fen);
    over.play(Move::Accept);
    assert!(over.scene().marks.is_empty());
}

/// Compares the colours and shapes of marbles, the supplies and the marks of the scene.
#[test]
fn the_inner_board_looks_like_a_board_of_zertz() {
    let inner = "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1";
    let alone = zertz::Position::from_fen(zertz::Variant::Rings37, inner).expect("a valid FEN");
    let alone = alone.scene();
    for (fen, [one, two]) in [
        ("W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5", ["p1", "p2"]),
        // The jumper is player 1 of the inner game.
        ("B3/1b^3/2w3/3w3/6/5/W3 12 10 b 0,1 !c3^f5", ["p2", "p1"]),
    ] {
        let scene = position(&format!("{fen} {inner}")).scene();
        for place in alone.places() {
            let here = scene.place(&format!("zertz.{}", place.id));
            let here = here.expect("every ring has its place");
            let look = |scene: &Scene, piece: Option<ScenePiece>| {
                piece.map(|piece| {
                    scene
                        .kinds
                        .get(piece.kind)
                        .expect("the kind is listed")
                        .clone()
                })
            };
            assert_eq!(
                look(&scene, here.piece),
                look(&alone, place.piece),
                "{}",
                place.id
            );
        }
        let count = |scene: &Scene, id: &str| {
            let mut items = scene.items();
            let item = items.find(|item| item.id == id);
            item.expect("a supply").count
        };
        for colour in ["w", "g", "b"] {
            for (own, here) in [("p1", one), ("p2", two)] {
                assert_eq!(
                    count(&scene, &format!("zertz.captured.{here}.{colour}")),
                    count(&alone, &format!("captured.{own}.{colour}"))
                );
            }
        }
        // The announced jump is marked on the other board.
        let marks: Vec<&str> = scene
            .marks
            .iter()
            .flat_map(|m| &m.at)
            .map(String::as_str)
            .collect();
        assert_eq!(marks, ["c3", "f5"]);
    }
}

/// A jump that gains nothing wastes a move, so its player prefers to lose the inner game.
#[test]
fn a_jumper_who_prefers_to_lose_the_inner_game_loses_it() {
    let outer = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5";
    let wins = "w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1";
    let here = position(&format!("{outer} {wins}"));
    let worth = |fen: &str| position(fen).evaluate();
    let carried_out = -worth("W3/1w3/2b3/3b3/3w~2/5/B3 10 12 b 1,0 -");
    let lost = worth("W3/1w3/2b3/3b3/6/5/B3 10 12 w 1,0 -");
    assert!(
        carried_out < lost,
        "a jump for nothing: {carried_out}, {lost}"
    );
    let best = best_line_of(here, 4, Vec::new());
    assert_ne!(
        best[0],
        position(&format!("{outer} {wins}"))
            .parse_move("bc3,b2,xa1")
            .expect("legal")
    );
}

/// A challenge cannot be worse than a lost game.
#[test]
fn a_winning_jump_is_challenged_and_a_useless_one_is_not() {
    let answer = |fen: &str| best_line_of(position(fen), 6, Vec::new())[0];
    let wins = "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 0,1 ?c3^e5,xe3e4e5e6e7e8";
    assert_eq!(answer(wins), Move::Challenge);
    assert_eq!(answer(ANSWER), Move::Accept);
}
