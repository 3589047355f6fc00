//! What a person expects when turns are touched together, game by game.

use ringstack::picture::{Act, Role, Target, Touches, WrongTouch};
use ringstack::play::seat::{Seat, Start, open};

/// A game in progress at a FEN, or at its start.
fn game(id: &str, fen: &str) -> Box<dyn Seat> {
    let mut seat = open(id).expect("the game is known");
    if !fen.is_empty() {
        let start = Start::Fen(fen.to_owned());
        seat.set(&start, &[]).expect("a good FEN");
    }
    seat
}

fn words(row: &str) -> Vec<String> {
    row.split_whitespace().map(str::to_owned).collect()
}

fn ask(seat: &dyn Seat, row: &str) -> Touches {
    let answer = seat.touches(&words(row));
    answer.unwrap_or_else(|wrong| panic!("{row}: {wrong:?}"))
}

/// The touches that may come next.
fn next(seat: &dyn Seat, row: &str) -> Vec<String> {
    let next = ask(seat, row).next.into_iter();
    next.map(|offer| offer.touch).collect()
}

/// The places marked so.
fn marked(answer: &Touches, role: Role) -> Vec<&str> {
    let marks = answer.marks.iter().filter(|mark| mark.role == role);
    marks
        .flat_map(|mark| &mark.at)
        .map(String::as_str)
        .collect()
}

fn token(seat: &dyn Seat, row: &str) -> Option<String> {
    ask(seat, row).token
}

/// The token of a complete row.
fn made(seat: &dyn Seat, row: &str) -> String {
    token(seat, row).unwrap_or_else(|| panic!("{row} goes on with {:?}", next(seat, row)))
}

#[test]
fn dvonn_a_place_while_pieces_are_placed() {
    let seat = game("dvonn", "");
    let answer = ask(seat.as_ref(), "");
    assert_eq!(answer.next.len(), 49);
    assert!(answer.next.iter().all(|o| o.act == Act::Place && o.ends));
    assert_eq!(made(seat.as_ref(), "f3"), "f3");
}

#[test]
fn dvonn_a_stack_then_where_it_goes_with_what_falls_off() {
    let fen = "x9/x4,b,b,x4/x4,b,w,b,r,r,r,x/x4,b,b,x4/x9 b move";
    let seat = game("dvonn", fen);
    assert!(
        !next(seat.as_ref(), "").contains(&"f3".to_owned()),
        "White's"
    );
    let answer = ask(seat.as_ref(), "g3");
    assert_eq!(marked(&answer, Role::From), ["g3"]);
    assert_eq!(answer.token, None);
    let leaving = answer.next.iter().find(|offer| offer.touch == "h3");
    let leaving = leaving.expect("g3 reaches h3");
    assert_eq!(
        leaving.takes,
        ["e2", "f2", "e3", "f3", "f4", "g4"].map(str::to_owned)
    );
    assert!(leaving.ends);
    assert_eq!(made(seat.as_ref(), "g3 h3"), "g3h3");
    assert_eq!(ask(seat.as_ref(), "g3 h3").steps.len(), 2);
}

#[test]
fn dvonn_pass_is_a_button_where_it_is_the_only_move() {
    let fen = "x9/x4,b,b,x4/x4,b,w,b,r,r,r,x/x4,b,b,x4/x9 w move";
    let seat = game("dvonn", fen);
    let answer = ask(seat.as_ref(), "");
    let [pass] = answer.next.as_slice() else {
        panic!("{:?}", answer.next);
    };
    assert_eq!((pass.touch.as_str(), pass.kind), ("pass", Target::Button));
    assert!(pass.ends && pass.label.is_some());
    assert_eq!(made(seat.as_ref(), "pass"), "pass");
}

#[test]
fn zertz_colour_ring_and_ring_to_remove() {
    let seat = game("zertz-48", "");
    let answer = ask(seat.as_ref(), "");
    let supplies = answer
        .next
        .iter()
        .all(|o| o.kind == Target::Supply && o.act == Act::Place);
    assert!(supplies, "{:?}", answer.next);
    assert_eq!(
        next(seat.as_ref(), ""),
        ["reserve.w", "reserve.g", "reserve.b"]
    );
    assert_eq!(next(seat.as_ref(), "reserve.g").len(), 48);
    let answer = ask(seat.as_ref(), "reserve.g d4");
    assert!(answer.next.iter().all(|o| o.act == Act::Remove && o.ends));
    assert_eq!(made(seat.as_ref(), "reserve.g d4 a1"), "gd4,a1");
}

#[test]
fn zertz_no_ring_where_none_is_free() {
    // A rim of marbles around d4, and the ring g1 alone.
    let fen = "----/-----/--wg--/--b1g--/--bg--/-----/1--- 1,1,3 2,2,2 2,2,3 1";
    let seat = game("zertz", fen);
    let answer = ask(seat.as_ref(), "reserve.b g1");
    let touches: Vec<&str> = answer.next.iter().map(|o| o.touch.as_str()).collect();
    assert_eq!(
        touches,
        ["xg1", "done"],
        "nothing to remove, g1 may be claimed"
    );
    assert_eq!(made(seat.as_ref(), "reserve.b g1 done"), "bg1");
    assert_eq!(made(seat.as_ref(), "reserve.b g1 xg1"), "bg1,xg1");
    // g1 is the only ring that may go.
    let only = ask(seat.as_ref(), "reserve.b d4");
    assert_eq!(
        (only.auto, only.token),
        (words("g1"), Some("bd4,g1".to_owned()))
    );
    assert_eq!(made(seat.as_ref(), "reserve.b d4 g1"), "bd4,g1");
}

#[test]
fn zertz_own_marbles_when_the_reserve_is_empty() {
    let fen = "----/---wg/---w1-/---bgb-/---1--/--1b-/---- 0,0,0 3,3,2 1,3,5 2";
    let seat = game("zertz", fen);
    let colours = ["captured.p2.w", "captured.p2.g", "captured.p2.b"];
    assert_eq!(next(seat.as_ref(), ""), colours);
}

#[test]
fn zertz_the_only_colour_goes_without_saying() {
    let seat = game("zertz", "4/5/6/7/6/5/4 0,0,10 3,4,0 3,4,0 1");
    let first = ask(seat.as_ref(), "");
    assert!(first.auto.is_empty(), "the first touch is never added");
    let offered = next(seat.as_ref(), "");
    assert!(offered.contains(&"reserve.b".to_owned()) && offered.contains(&"d4".to_owned()));
    let answer = ask(seat.as_ref(), "d4");
    assert_eq!((answer.auto, answer.token), (words("reserve.b"), None));
    for row in [
        "d4 a1",
        "reserve.b d4 a1",
        "d4 reserve.b a1",
        "d4 a1 reserve.b",
    ] {
        assert_eq!(made(seat.as_ref(), row), "bd4,a1");
    }
}

#[test]
fn zertz_each_claim_is_a_touch_and_done_ends() {
    let fen = "w1--/-----/------/---2--/---1--/-1---/g--- 1,3,6 2,2,2 2,2,2 1";
    let seat = game("zertz", fen);
    let answer = ask(seat.as_ref(), "reserve.b a2 f2");
    let claims: Vec<&str> = answer.next.iter().map(|o| o.touch.as_str()).collect();
    assert_eq!(claims, ["xa1", "xg1", "done"]);
    assert_eq!(answer.next[0].at, words("a1 a2"), "any marble of the group");
    assert_eq!(answer.next[0].takes, words("a1 a2"));
    assert_eq!(made(seat.as_ref(), "reserve.b a2 f2 done"), "ba2,f2");
    let one = ask(seat.as_ref(), "reserve.b a2 f2 xg1");
    assert_eq!(
        (one.off.as_slice(), one.token),
        (words("xg1").as_slice(), None)
    );
    for row in ["xg1 xa1", "xa1 xg1"] {
        let row = format!("reserve.b a2 f2 {row}");
        assert_eq!(made(seat.as_ref(), &row), "ba2,f2,xa1g1");
    }
}

#[test]
fn zertz_a_forced_capture_is_a_marble_and_each_landing() {
    let fen = "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1";
    let seat = game("zertz", fen);
    let answer = ask(seat.as_ref(), "");
    assert!(answer.next.iter().all(|o| o.act == Act::Capture && !o.ends));
    assert_eq!(next(seat.as_ref(), ""), ["d4", "d5"]);
    let landings = ask(seat.as_ref(), "d4");
    let ends: Vec<(&str, bool)> = landings
        .next
        .iter()
        .map(|o| (o.touch.as_str(), o.ends))
        .collect();
    assert!(
        ends.contains(&("d6", false)) && ends.contains(&("b2", true)),
        "{ends:?}"
    );
    assert_eq!(landings.next.iter().map(|o| o.takes.len()).max(), Some(1));
    assert_eq!(made(seat.as_ref(), "d4 d6 b4"), "d4xd6xb4");
}

#[test]
fn gipf_nothing_is_asked_where_one_set_can_go() {
    let seat = game("gipf-basic", "1b2/5/6/wwww3/6/5/4 0 5 w");
    let answer = ask(seat.as_ref(), "");
    assert_eq!(marked(&answer, Role::Goes), ["e2", "e3", "e4", "e5"]);
    assert!(
        answer.next.iter().all(|o| o.act == Act::Place),
        "{:?}",
        answer.next
    );
    assert_eq!(made(seat.as_ref(), "a1"), "xe2e3e4e5,a1-b2");
}

#[test]
fn gipf_a_piece_of_one_row_chooses_it_and_one_of_both_is_no_choice() {
    let seat = game("gipf-basic", "w3/1w3/2w3/4www/3b2/5/4 8 8 w");
    let answer = ask(seat.as_ref(), "a1 b2");
    assert_eq!(marked(&answer, Role::Goes), ["e5"], "in both rows");
    let offered: Vec<&str> = answer.next.iter().map(|o| o.touch.as_str()).collect();
    assert!(
        !offered.contains(&"e5") && !offered.contains(&"done"),
        "{offered:?}"
    );
    assert!(
        offered.contains(&"b2") && offered.contains(&"e8"),
        "{offered:?}"
    );
    let row = answer
        .next
        .iter()
        .find(|o| o.touch == "c3")
        .expect("c3 is of one row");
    assert!(row.ends, "the other row is broken");
    assert_eq!(
        row.takes,
        words("b2 c3 d4 f5"),
        "with e5 that goes in any case"
    );
    assert_eq!(made(seat.as_ref(), "a1 c3"), "a1-b2,xb2c3d4e5f5");
    assert_eq!(made(seat.as_ref(), "a1 b2 e8"), "a1-b2,xe5e6e7e8");
}

#[test]
fn gipf_gipf_pieces_of_a_row_are_chosen_and_done_says_enough() {
    let fen = "W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w";
    let seat = game("gipf", fen);
    let answer = ask(seat.as_ref(), "");
    assert_eq!(marked(&answer, Role::Goes), ["c3", "d4", "f5"]);
    let offered = next(seat.as_ref(), "");
    for touch in ["b2", "e5", "g5", "h5", "done", "a4"] {
        assert!(offered.contains(&touch.to_owned()), "{touch}: {offered:?}");
    }
    let answer = ask(seat.as_ref(), "g5 h5");
    assert_eq!(answer.off, words("g5 h5"));
    assert_eq!(marked(&answer, Role::Chosen), ["g5", "h5"]);
    assert_eq!(made(seat.as_ref(), "g5 h5 a4 b5"), "xc3d4f5g5h5,a4-b5");
    assert_eq!(made(seat.as_ref(), "g5 h5 done a4 b5"), "xc3d4f5g5h5,a4-b5");
}

#[test]
fn gipf_a_standing_free_row_need_not_be_dismissed() {
    let seat = game("gipf-tournament", "W3/1W3/2W3/3W3/6/5/B3 10 14G w");
    let offered = next(seat.as_ref(), "");
    for touch in ["b2", "e5", "done", "a4", "i3"] {
        assert!(offered.contains(&touch.to_owned()), "{touch}: {offered:?}");
    }
    // It stands after the action, too, where the turn may end.
    assert!(next(seat.as_ref(), "a4 b5").contains(&"done".to_owned()));
    assert_eq!(made(seat.as_ref(), "a4 b5 done"), "a4-b5");
    assert_eq!(made(seat.as_ref(), "b2 a4 b5"), "xb2,a4-b5");
    assert_eq!(made(seat.as_ref(), "a4 b5 b2 done"), "a4-b5,xb2");
    // With an empty hand something has to be taken.
    let poor = game("gipf-tournament", "W3/1W3/2W3/3W3/6/5/B3 0 14G w");
    let offered = next(poor.as_ref(), "");
    assert_eq!(offered, ["b2", "c3", "d4", "e5"], "neither done nor a dot");
}

#[test]
fn gipf_the_kind_is_asked_where_there_is_a_choice() {
    let start = game("gipf-tournament", "");
    assert!(
        next(start.as_ref(), "").contains(&"a1".to_owned()),
        "GIPF pieces only"
    );
    assert_eq!(made(start.as_ref(), "a1"), "Ga1-b2");
    let seat = game("gipf-zertz", "W3/5/6/7/6/5/B3 16GZ3 16GZ3 w");
    assert_eq!(
        next(seat.as_ref(), ""),
        ["hand.p1.P", "hand.p1.G", "hand.p1.Z"]
    );
    assert_eq!(made(seat.as_ref(), "hand.p1.Z a4 b5"), "Za4-b5");
    assert_eq!(made(seat.as_ref(), "hand.p1.G a4 b5"), "Ga4-b5");
}

#[test]
fn gipf_the_line_is_asked_where_the_dot_serves_two() {
    let seat = game("gipf", "");
    assert_eq!(next(seat.as_ref(), "a2"), ["b2", "b3"]);
    assert_eq!(made(seat.as_ref(), "a2 b3"), "a2-b3");
    let corner = ask(seat.as_ref(), "a1");
    assert_eq!(
        (corner.auto, corner.token),
        (words("b2"), Some("a1-b2".to_owned()))
    );
    assert_eq!(made(seat.as_ref(), "a1 b2"), "a1-b2");
    // One of its two lines is full.
    let seat = game("gipf-basic", "bwbw/5/6/7/6/5/4 9 10 w");
    assert_eq!(made(seat.as_ref(), "b1"), "b1-c2");
}

#[test]
fn gipf_a_charged_piece_then_its_landing() {
    let seat = game("gipf-zertz", "W3/1w^3/2b3/3b3/3w~2/5/B3 10Z1 12 w");
    let first = ask(seat.as_ref(), "");
    let charged = first
        .next
        .iter()
        .find(|o| o.touch == "c3^")
        .expect("c3 can jump");
    assert_eq!(
        (charged.at.as_slice(), charged.act),
        (words("c3").as_slice(), Act::Move)
    );
    assert_eq!(next(seat.as_ref(), "c3^"), ["g5"]);
    assert_eq!(made(seat.as_ref(), "c3^ g5"), "c3^g5");
}

#[test]
fn gipf_one_place_can_mean_two_things() {
    let seat = game("gipf-zertz", "w^b2/1w^3/2W3/3W3/3W2/5/B3 10 12 w");
    let answer = ask(seat.as_ref(), "c3");
    let b2 = answer.next.iter().filter(|offer| offer.at == words("b2"));
    let b2: Vec<(&str, Act)> = b2.map(|offer| (offer.touch.as_str(), offer.act)).collect();
    assert_eq!(b2, [("b2", Act::Remove), ("b2^", Act::Move)]);
    assert!(
        answer
            .next
            .iter()
            .filter(|o| o.at == words("b2"))
            .all(|o| o.label.is_some())
    );
}

#[test]
fn gipf_a_removal_that_wins_ends_the_turn() {
    let seat = game("gipf", "w3/1w3/2w3/3w2W/3B2/5/4 5 5 w");
    let answer = ask(seat.as_ref(), "");
    let f5 = answer
        .next
        .iter()
        .find(|o| o.touch == "f5")
        .expect("f5 may go");
    assert!(f5.ends);
    assert_eq!(made(seat.as_ref(), "f5"), "xb2c3d4e5f5");
    // Where nothing else can be done, one touch says so.
    let only = game("gipf-zertz", "w~3/1w~3/2w~3/3W3/6/5/B3 0 5 w");
    assert_eq!(next(only.as_ref(), ""), ["done"]);
    assert_eq!(made(only.as_ref(), "done"), "xb2c3d4e5");
}

#[test]
fn gipf_millions_of_turns_are_touched_as_any_others() {
    let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w";
    let seat = game("gipf-tournament", fen);
    let offered = next(seat.as_ref(), "");
    assert_eq!(
        offered.len(),
        13,
        "each piece of the rows, nothing else: {offered:?}"
    );
    assert_eq!(
        made(seat.as_ref(), "e3 g5 b2 done hand.p1.G a5 done"),
        "xb2e3g5,Ga5-b5"
    );
}

#[test]
fn diaballik_actions_in_any_order_and_the_token_as_played() {
    let seat = game("diaballik", "");
    let answer = ask(seat.as_ref(), "b1 b2 a1 b1");
    assert_eq!(answer.token, None, "a third action may follow");
    let done = ask(seat.as_ref(), "b1 b2 a1 b1 done");
    assert_eq!(done.token.as_deref(), Some("b1b2,a1b1"));
    assert_eq!(done.canonical.as_deref(), Some("a1a2,a2b2"));
    let third = ask(seat.as_ref(), "d1 c1 b1 b2 a1 b1");
    assert_eq!(
        third.token.as_deref(),
        Some("d1c1,b1b2,a1b1"),
        "the third action ends the turn"
    );
    assert_eq!(third.canonical.as_deref(), Some("a1a2,a2b2,d1c1"));
    let first = next(seat.as_ref(), "");
    assert!(
        !first.contains(&"done".to_owned()),
        "no turn without an action"
    );
    assert_eq!(
        next(seat.as_ref(), "d1"),
        ["a1", "b1", "c1", "e1", "f1", "g1"]
    );
}

#[test]
fn diaballik_a_turn_that_changes_nothing_is_marked() {
    let seat = game("diaballik", "");
    let act = |row: &str| {
        let done = ask(seat.as_ref(), row).next.into_iter();
        done.filter(|offer| offer.touch == "done")
            .map(|offer| offer.act)
            .collect::<Vec<Act>>()
    };
    assert_eq!(act("a1 a2 a2 a1"), [Act::Null]);
    assert_eq!(act("a1 a2"), [Act::Finish]);
    assert_eq!(act("a1 a2 a2 a3"), [Act::Finish]);
}

#[test]
fn diaballik_a_ball_in_the_goal_ends_the_turn() {
    let seat = game("diaballik", "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 w");
    assert_eq!(made(seat.as_ref(), "g7 f7 d5 f7"), "g7f7,d5f7");
}

#[test]
fn diaballik_antijeu_is_a_button_also_after_the_third_action() {
    // Black's supports are a line, three of White's stand before it.
    let fen = "7/7/7/bbbBbbb/wwwW3/7/4www w";
    let seat = game("diaballik", fen);
    assert!(next(seat.as_ref(), "").contains(&"antijeu".to_owned()));
    assert_eq!(made(seat.as_ref(), "antijeu"), "antijeu");
    let third = ask(seat.as_ref(), "e1 e2 f1 f2 d3 e2");
    let touches: Vec<(&str, Act)> = third
        .next
        .iter()
        .map(|o| (o.touch.as_str(), o.act))
        .collect();
    assert_eq!(touches, [("antijeu", Act::Claim), ("done", Act::Finish)]);
    assert_eq!(
        made(seat.as_ref(), "e1 e2 f1 f2 antijeu"),
        "e1e2,f1f2,antijeu"
    );
}

#[test]
fn a_wrong_touch_is_named_with_what_was_expected() {
    let seat = game("gipf", "");
    let wrong = seat.touches(&words("a2 b4"));
    let expected = words("b2 b3");
    assert_eq!(wrong, Err(WrongTouch { index: 1, expected }));
}

#[test]
fn a_draw_by_repetition_is_over() {
    let mut seat = game("diaballik", "");
    let null = words("a1a2,a2a1 a7a6,a6a7");
    for _ in 0..2 {
        seat.play(&null).expect("legal turns");
    }
    let scene = seat.scene();
    let reason = scene.result.map(|ending| ending.reason);
    assert_eq!(
        (reason, scene.phase, scene.to_act),
        (Some("repetition"), "over", None)
    );
    assert!(ask(seat.as_ref(), "").next.is_empty());
    assert!(seat.trace(&words("a1a2")).is_err());
}
