//! Tests with handwritten records of boardspace.net. `fixtures/records` has complete games.

use std::time::Duration;

use crate::play::record::Termination;
use crate::play::record::tests::{game as game_of, read};
use crate::rules::{Outcome, Side};

/// A record in the format of 2012, modelled on real ones.
const ZERTZ: &str = " (;\r\nGM[22]VV[2]\r\nSU[Zertz]\r\nDT[Fri Jun 22 15:15:33 CEST 2012]\r\nGN[]\r\n\
    P0[id \"an [odd\\] name\"]\r\nP0[ranking 1276]\r\nP1[id \"b\"]\r\n; P0[0 Start P0]\r\n";

#[test]
fn actions_of_zertz_become_moves() {
    let text = ZERTZ.to_owned()
        + "; P0[1 R- A 1]\n; P0[2 RtoB 2 0 D 4]TM[1000]\n; P0[3 Done ]TM[2500]\n\
           ; P1[4 RtoR 2 1 2]\n; P1[5 RtoB 2 1 G 1]\n; P1[6 BtoR G 1 2]\n; P1[7 rtob 2 2 g 4]AN[hello \\] you]\n\
           ; P1[8 BtoB G 4 D 5]\n; P1[9 R- A 2]\n; P1[10 R+ A 2]\n; P1[11 R- A 4]\n; P1[12 OfferDraw]\n; P1[13 Done]\n\
           ; P0[14 BtoB D 5 D 3]\n; P0[15 BtoB D 3 D 5]\n; P0[16 BtoB D 4 D 6]\n; P0[17 done]\n\
           ; P1[18 RtoB 2 0 D 1]\n; P1[19 Resign]\n; P1[20 Done]\n;\nP0[time 0:01:02 ]\nP1[time 0:01:02 ]\n)\n";
    let record = game_of(&text);
    let tokens: Vec<&str> = record.tokens().collect();
    assert_eq!(tokens, ["wd4,a1", "bd5,a4", "d4xd6"]);
    assert_eq!(record.players, ["an [odd\\] name", "b"]);
    assert_eq!(record.outcome, Some(Outcome::Win(Side::One)));
    assert_eq!(record.termination, Some(Termination::Resignation));
    assert_eq!(record.tag("Date"), Some("2012.06.22"));
    assert_eq!(record.moves[0].time, Some(Duration::from_millis(2500)));
    assert_eq!(record.moves[1].comment, "hello ] you");
}

/// The first move of a game.
const MOVE: &str = "; P0[1 RtoB 2 0 D 4]\n; P0[2 R- A 1]\n; P0[3 Done]";

/// A complete record: a header and further nodes.
fn record(header: &str, nodes: &str) -> String {
    format!("{header}{nodes}\n)\n")
}

const GIPF: &str = "(;\nGM[gipf]VV[1]\nSU[gipf-standard 0 102]\nDT[Wed Oct 23 11:26:02 CDT 2024]\n\
    P0[id \"a\"]\nP1[id \"b\"]\n";

/// The tokens of a record, or the error.
fn tokens(text: &str) -> Result<String, String> {
    match read(text).pop() {
        Some(Ok(game)) => Ok(game.tokens().collect::<Vec<_>>().join(" ")),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("nothing".to_owned()),
    }
}

#[test]
fn pieces_of_gipf_are_placed_picked_up_and_moved() {
    let text = GIPF.to_owned()
        + "; P0[0 Start P0]\n; P0[1 Pick W]\n; P0[2 Dropb A 2]\n; P0[3 Pickb A 2]\n; P0[4 Dropb A 3]\n; P0[5 Dropb B 4]\n\
           ; P0[6 Pickb B 4]\n; P0[7 Dropb B 3]\n; P0[8 Done]\n; P1[9 Slide I 2 H 3]\n; P1[10 Done]\n; P0[11 SlideFrom A 1 B 2]\n; P0[12 Done]\n)\n";
    assert_eq!(tokens(&text), Ok("a3-b3 i2-h3 a1-b2".to_owned()));
    // The player with the first colour starts on the other side.
    let mirrored = text
        .replace("VV[1]", "VV[1]CM[1,0]")
        .replace("Start P0", "Start P1")
        .replace("P0[", "PX[")
        .replace("P1[", "P0[")
        .replace("PX[", "P1[");
    assert_eq!(tokens(&mirrored), Ok("i3-h4 a4-b4 i5-h5".to_owned()));
    // In the tournament game the side makes no difference, and GIPF pieces come first.
    let tournament = mirrored.replace("gipf-standard", "gipf-tournament");
    assert_eq!(tokens(&tournament), Ok("Ga3-b3 Gi2-h3 Ga1-b2".to_owned()));
    let basic = tournament.replace("[11 ", "[11 Standard]\n; P1[11 ");
    assert_eq!(tokens(&basic), Ok("Ga3-b3 Gi2-h3 a1-b2".to_owned()));
}

#[test]
fn refused_records_are_reported_with_the_reason() {
    let start = "; P0[0 Start P0]\n";
    for (text, expected) in [
        (
            record(&GIPF.replace("gipf-standard", "gipf-matrx"), ""),
            "line 3: 'gipf-matrx 0 102': expected 22",
        ),
        (
            record(&GIPF.replace("2024", "2008"), ""),
            "GIPF had other numbers of pieces before 2009-05-04",
        ),
        (
            record(&ZERTZ.replace("Zertz]", "Zertz+H]"), ""),
            "line 3: 'Zertz+H': expected 22",
        ),
        (
            record(&ZERTZ.replace("Zertz]", "Zertz+xx]"), ""),
            "'Zertz+xx'",
        ),
        (
            record(&ZERTZ.replace("GM[22]", "GM[1]"), ""),
            "line 2: '1': expected 22",
        ),
        (
            record(
                ZERTZ,
                "; P0[1 Edit]\n; P0[2 RtoB 2 0 D 4]\n; P0[3 Start P0]",
            ),
            "line 10: '1 Edit': records of edited games",
        ),
        (
            record(ZERTZ, "; P0[1 Pop]"),
            "line 10: '1 Pop': expected an action of this move",
        ),
        (
            record(ZERTZ, "; P0[1 Hop A 1]"),
            "line 10: '1 Hop A 1': unknown action",
        ),
        (
            record(ZERTZ, "; P0[1 RtoB 2 0 D 4]\n; P0[2 Done]"),
            "line 10: '1 RtoB 2 0 D 4': 'wd4': ",
        ),
        (record(ZERTZ, "; P0[1 RtoB 1 0 D 4]"), "expected rack 2"),
        (
            record(ZERTZ, "; P0[1 RtoB 2 7 D 4]"),
            "expected colour 0, 1 or 2",
        ),
        (record(ZERTZ, "; P0[1 R- D]"), "expected a column and a row"),
        (
            format!("{ZERTZ}{MOVE}\n"),
            "the record is truncated: expected )",
        ),
        (
            format!("{ZERTZ}; P0[1 RtoB 2 0 D 4]\n; P0[2 R- A"),
            "the record is truncated",
        ),
        (
            record(GIPF, &format!("{start}; P0[1 Dropb B 3]\n; P0[2 Done]")),
            "expected a piece on a dot",
        ),
        (record(GIPF, start), "the record has no moves"),
    ] {
        let said = tokens(&text).expect_err(&text);
        assert!(said.contains(expected), "{said}\nfor {text}");
    }
}

const DVONN: &str =
    "(;\nGM[Dvonn]VV[1]\nSU[dvonn 49]\nP0[id \"a\"]\nP1[id \"b\"]\n; P0[0 Start P0]\n";

/// A node for each action of a player.
fn nodes(player: usize, actions: &str) -> String {
    let nodes = actions.split("; ");
    nodes.map(|a| format!("; P{player}[{a}]\n")).collect()
}

#[test]
fn the_last_drop_of_a_move_counts() {
    for (header, actions, expected) in [
        (
            DVONN,
            "1 pick wr 0; 2 dropb B 3; 3 pick wr 0; 4 drop wr 0; 5 pick wr 0; 6 dropb C 4; 7 done",
            "c4",
        ),
        (DVONN, "1 dropb B 3; 2 pickb B 3; 3 dropb C 4; 4 done", "c4"),
        (
            ZERTZ,
            "1 RtoB 2 0 D 4; 2 RtoB 2 1 D 5; 3 R- A 1; 4 Done",
            "gd5,a1",
        ),
        (
            GIPF,
            "1 Pick W; 2 Dropb A 2; 3 Pick W; 4 Dropb A 3; 5 Dropb B 4; 6 Done",
            "a3-b4",
        ),
    ] {
        let text = record(header, &nodes(0, actions));
        assert_eq!(tokens(&text), Ok(expected.to_owned()), "{actions}");
    }
}

#[test]
fn actions_can_be_taken_back() {
    for (actions, expected) in [
        ("1 dropb B 3; 2 reset; 3 dropb C 4; 4 done", "c4"),
        ("1 dropb B 3; 2 Pop; 3 dropb C 4; 4 done", "c4"),
        ("1 dropb B 3; 2 Resign; 3 Pop; 4 done", "b3"),
        ("1 Resign; 2 reset; 3 dropb B 3; 4 done", "b3"),
        ("1 pick wr 0; 2 dropb B 3; 3 pickb B 3; 4 Pop; 5 done", "b3"),
    ] {
        let text = record(DVONN, &nodes(0, actions));
        assert_eq!(tokens(&text), Ok(expected.to_owned()), "{actions}");
        assert_eq!(game_of(&text).outcome, None, "{actions}");
    }
}

#[test]
fn edits_that_change_nothing_and_edits_after_the_game_are_left_out() {
    let placed = nodes(0, "1 dropb B 3; 2 done");
    for (more, expected) in [
        (
            nodes(
                1,
                "3 Edit; 4 pick wr 0; 5 drop wr 0; 6 Start P1; 7 dropb C 3; 8 done",
            ),
            "b3 c3",
        ),
        (nodes(1, "3 Edit; 4 pickb B 3; 5 dropb C 4; 6 done"), "b3"),
        (
            nodes(
                1,
                "3 Resign; 4 done; 5 Edit; 6 pickb B 3; 7 dropb C 4; 8 Start P0",
            ),
            "b3",
        ),
    ] {
        let text = record(DVONN, &format!("{placed}{more}"));
        assert_eq!(tokens(&text), Ok(expected.to_owned()), "{more}");
    }
    // The first edit does not decide who begins.
    let text = record(DVONN, &(nodes(1, "0 Edit; 0 Start P0; 0 reset") + &placed));
    assert_eq!(game_of(&text).players, ["a", "b"]);
}

#[test]
fn a_quoted_name_may_look_like_the_end_of_a_game() {
    let named = ZERTZ.replace("P1[id \"b\"]", "P1[id \"x])\"]");
    assert_ne!(named, ZERTZ);
    let games = read(&(record(&named, MOVE) + &record(ZERTZ, MOVE)));
    assert!(games.iter().all(Result::is_ok), "{games:?}");
    assert_eq!(games.len(), 2);
}

#[test]
fn a_truncated_record_does_not_include_the_next_one() {
    let good = record(ZERTZ, MOVE);
    let text = format!("{}{good}\nrubbish\n{good}", good.trim_end_matches(")\n"));
    let games = read(&text);
    let read: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [false, true, false, true], "{games:?}");
}

#[test]
fn time_and_agreement_end_games() {
    let moves = format!("{MOVE}\n; P1[4 RtoB 2 0 A 2]\n");
    for (end, result, ending) in [
        (
            "; P0[5 WinOnTime]",
            Some(Outcome::Win(Side::One)),
            Some(Termination::Time),
        ),
        (
            "; P1[5 GameOverOnTime]\n; P1[6 Done]",
            Some(Outcome::Win(Side::Two)),
            Some(Termination::Time),
        ),
        (
            "; P1[5 AcceptDraw]\n; P1[6 Done]",
            Some(Outcome::Draw),
            Some(Termination::DrawAgreed),
        ),
        ("; P1[5 Resign]\n; P1[6 Resign]", None, None),
        ("", None, None),
    ] {
        let record = game_of(&record(ZERTZ, &format!("{moves}{end}")));
        assert_eq!(
            (record.outcome, record.termination),
            (result, ending),
            "{end}"
        );
        assert_eq!(record.moves.len(), 1, "the incomplete move is dropped");
    }
    // The server's result counts if the board does not show one.
    let named = ZERTZ.replace("GN[]", "GN[]RE[De partij is gewonnen door b]");
    let record = game_of(&record(&named, &moves));
    assert_eq!(record.outcome, Some(Outcome::Win(Side::Two)));
}

/// Before 2008 records have neither the end of a move nor numbers.
#[test]
fn moves_of_old_records_end_with_the_player() {
    let text = "(;\nGM[22] VV[1]\nDT[Thu Apr 01 21:16:40 PST 2004]\nSU[Zertz]\nP0[id \"a\"]\nP1[id \"b\"]\n\
        ; P0[Start P1]\n; P0[RtoB 2 0 D 4]\n; P0[R- A 1]\n; P1[RtoB 2 2 D 5]\n; P1[R- A 4]\n\
        ; P0[BtoB D 5 D 5]\n; P0[BtoB D 5 D 3]\n; P1[RtoB 2 1 G 1]\n;\nP0[time 0:14:06 ]\n)\n";
    assert_eq!(tokens(text), Ok("wd4,a1 bd5,a4 d5xd3".to_owned()));
}
