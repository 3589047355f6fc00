//! Files of games as a whole: what is written is read again, and what is bad is named.

use crate::search::Value;
use std::time::Duration;

use super::*;
use crate::rules::{Outcome, Side};

fn read(text: &str) -> Vec<Result<GameRecord, ReadError>> {
    Reader::new(text.as_bytes(), None).collect()
}

/// The only game of a text.
fn game(text: &str) -> GameRecord {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// Why the only game of a text was refused.
fn refused(text: &str) -> String {
    let games = read(text);
    match &games[..] {
        [Err(error)] => error.to_string(),
        other => panic!("{other:?}"),
    }
}

fn text(record: &GameRecord, format: Written) -> String {
    let mut out = String::new();
    assert!(write(record, format, &mut out), "{record:?}");
    out
}

/// A game with everything that can be noted.
fn rich() -> GameRecord {
    let turn = |token: &str| Turn::new(token);
    let inner = Turn {
        variations: vec![vec![turn("a2"), turn("a3")]],
        ..turn("a1")
    };
    GameRecord {
        game: "dvonn".to_owned(),
        fen: None,
        players: ["a \"b\\".to_owned(), "É".to_owned()],
        result: Some(Outcome::Win(Side::Two)),
        ending: Some(Termination::Resignation),
        tags: [("Event", "x"), ("Round", "7"), ("OpeningPlies", "1")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        comment: "a game".to_owned(),
        turns: vec![
            turn("c3"),
            Turn {
                mark: Some(Mark::Dubious),
                glyphs: vec![14],
                score: Some(Value::Cp(-35)),
                depth: Some(8),
                nodes: Some(100_000),
                spent: Some(Duration::from_millis(1250)),
                clock: Some(Duration::from_secs(3599)),
                comment: "rather [%foo 1] d4 (better) { or so".to_owned(),
                variations: vec![vec![turn("d4"), inner], vec![turn("e4")]],
                ..turn("d3")
            },
            Turn {
                score: Some(Value::Mate(-4)),
                ..turn("e3")
            },
        ],
    }
}

#[test]
fn everything_that_is_noted_survives() {
    let record = rich();
    for format in [Written::Pgn, Written::JsonLines] {
        let written = text(&record, format);
        assert_eq!(game(&written), record, "{written}");
        assert_eq!(text(&game(&written), format), written);
        assert!(
            format == Written::JsonLines || written.lines().all(|line| line.len() <= 80),
            "{written}"
        );
    }
}

#[test]
fn the_common_form_looks_like_this() {
    let expected = "[Event \"x\"]\n[Round \"7\"]\n[Game \"dvonn\"]\n[P1 \"a \\\"b\\\\\"]\n[P2 \"É\"]\n\
        [Result \"0-1\"]\n[Termination \"resignation\"]\n[OpeningPlies \"1\"]\n[PlyCount \"3\"]\n\n\
        {a game} 1. c3 d3?! $14 {[%eval -35] [%depth 8] [%nodes 100000]\n\
        [%emt 0:00:01.25] [%clk 0:59:59] rather [%foo 1] d4 (better) { or so} (1... d4\n\
        2. a1 (2. a2 a3)) (1... e4) 2. e3 {[%mate -4]} 0-1\n\n";
    assert_eq!(text(&rich(), Written::Pgn), expected);
}

#[test]
fn lists_keep_position_and_tokens() {
    let line =
        "zertz ----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1 moves bg1,g2\n";
    let record = game(line);
    assert_eq!(record.game, "zertz");
    assert_eq!(record.result, Some(Outcome::Win(Side::One)));
    assert_eq!(record.ending, Some(Termination::Rules));
    assert_eq!(text(&record, Written::List), line);
    let spellings = "# comment\n\nstartpos moves c3\nmoves c3\nDVONN startpos\nx9/x10/x11/x10/x9 w place moves a1\n";
    let games = read(spellings);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| {
        game.as_ref()
            .is_ok_and(|game| game.game == "dvonn" && game.result.is_none())
    }));
}

#[test]
fn what_cutegames_writes_is_read_as_it_is() {
    let text = "[Event \"dvonn\"]\n[Site \"CuteGames\"]\n[Date \"??\"]\n[Round \"1\"]\n[Weiss \"one\"]\n\
        [Schwarz \"two\"]\n[Result \"0-1\"]\n[FEN \"x9/x10/x11/x10/x9 w place\"]\n\
        [Adjudicated \"Out of time\"]\n[Winner \"two\"]\n[Loser \"one\"]\n[PlyCount \"4\"]\n\n\
        1. b1 d2 2. c1 c3 0-1\n\n\n";
    let twice = text.repeat(2);
    let games: Vec<GameRecord> = read(&twice).into_iter().flatten().collect();
    assert_eq!(games.len(), 2);
    let game = &games[1];
    assert_eq!(game.players, ["one", "two"]);
    assert_eq!(game.ending, Some(Termination::Time));
    assert_eq!(game.tokens().collect::<Vec<_>>(), ["b1", "d2", "c1", "c3"]);
    let black =
        "[Event \"gipf\"]\n[FEN \"B2W/5/6/W5B/6/5/B2W 12 12 b\"]\n\n1... a1-b2 2. a1-b2 *\n";
    assert_eq!(self::game(black).turns.len(), 2);
}

#[test]
fn a_game_without_a_name_is_the_first_in_which_its_turns_are_legal() {
    for (text, id) in [
        ("1. c3 d3 *", "dvonn"),
        ("1. wd4,a1 *", "zertz"),
        ("1. we9,a1 *", "zertz-61"),
        ("1. a1-b2 *", "gipf-basic"),
        ("1. Ga1-b2 *", "gipf-tournament"),
        ("1. a1a2,b1b2 *", "diaballik"),
    ] {
        assert_eq!(game(text).game, id, "{text}");
    }
}

#[test]
fn one_bad_game_does_not_stop_the_rest() {
    let text = "[Game \"dvonn\"]\n\n1. c3 zz *\n\n[Game \"chess\"]\n\n1. e4 *\n\n[Game \"dvonn\"]\n\n1. c3 {cut off\n\n\
        [Game \"dvonn\"]\n\n1. c3 d3 *\n";
    let games = read(text);
    let said: Vec<String> = games
        .iter()
        .map(|game| match game {
            Ok(game) => game.turns.len().to_string(),
            Err(error) => error.to_string(),
        })
        .collect();
    let expected = [
        "game 1, line 3: 'zz': expected ",
        "game 2, line 5: 'chess': expected the id of a game",
        "game 3, line 11: '{cut off': expected a closing }",
        "2",
    ];
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn bad_games_are_named_with_line_word_and_reason() {
    for (text, expected) in [
        (
            "dvonn startpos moves c3 c3\n",
            "line 1: 'c3': expected an empty cell at ply 2",
        ),
        ("dvonn x9 w place\n", "line 1: board 'x9'"),
        (
            "[Game \"dvonn\"]\n[Result \"2-0\"]\n\n*\n",
            "line 2: '2-0': expected 1-0",
        ),
        (
            "[Result \"1-0\"]\n\n1. c3 0-1\n",
            "line 3: '0-1': expected 1-0 as in the tag",
        ),
        ("1. c3 ) *\n", "line 1: ')': expected an open variation"),
        ("1. ( c3 ) *\n", "line 1: '(': expected a turn before"),
        ("1. c3 ( d3 *\n", "line 1: '*': expected ) first"),
        ("1. c3 ( 1. d3\n", "line 1: '(': expected a closing )"),
        ("1. c3?!? *\n", "line 1: 'c3?!?': mark '?!?'"),
        ("$1 c3 *\n", "line 1: '$1': expected a turn"),
        (
            "{\"game\":\"dvonn\"}\n",
            "line 1: no game in JSON: missing field",
        ),
        (
            "{\"moves\":[{\"token\":\"c3\"}]}\n",
            "line 1: expected the id of a game in the field game",
        ),
        (
            "{\"game\":\"dvonn\",\"result\":\"won\",\"moves\":[]}\n",
            "line 1: 'won': expected p1win",
        ),
        (
            "{\"game\":\"dvonn\",\"moves\":[{\"token\":\"c3\",\"score\":\"x\"}]}\n",
            "line 1: value 'x': expected 'cp N'",
        ),
        (
            "{\"game\":\"dvonn\",\"tags\":[[\"P1\",\"x\"]],\"moves\":[]}\n",
            "line 1: 'P1': expected the name of a tag",
        ),
        (
            "[Game \"zertz\"]\n[Result \"0-1\"]\n[FEN \"----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1\"]\n\n1. bg1,g2 0-1\n",
            "line 5: '0-1': expected 1-0, which the board shows",
        ),
        ("PK\u{3}\u{4}", "a zip archive; expected its content"),
    ] {
        let said = refused(text);
        assert!(said.contains(expected), "{said}\nfor {text}");
    }
}

/// What JSON can say and a game file cannot is brought into the form of game files as it is read.
#[test]
fn what_json_says_can_be_written_as_a_game_file() {
    let text = "{\"game\":\"dvonn\",\"comment\":\"a } b\",\"moves\":[{\"token\":\"c3\",\"glyphs\":[4,14],\
        \"comment\":\"[%eval 7] }\\n[%eval 9]\"},{\"token\":\"d3\",\"ms\":5,\
        \"variations\":[[{\"token\":\"e3\",\"comment\":\"x\"}],[]]}]}\n";
    let record = game(text);
    assert_eq!(record.comment, "a ) b");
    assert_eq!(record.turns[0].mark, Some(Mark::Blunder));
    assert_eq!(record.turns[0].score, Some(Value::Cp(7)));
    assert_eq!(record.turns[0].comment, ") [%eval 9]");
    assert_eq!(record.turns[1].variations.len(), 1);
    assert_eq!(game(&self::text(&record, Written::Pgn)), record);
    let late = "{\"game\":\"dvonn\",\"moves\":[{\"token\":\"c3\",\"ms\":9999999999999}]}\n";
    assert!(refused(late).contains("'9999999999999': expected at most"));
}

#[test]
fn the_record_of_a_match_is_read() {
    let text = "{\"schedule\":\"00ff\",\"shard\":{\"index\":1,\"count\":1},\"plan\":{\"game\":\"dvonn\",\"rounds\":3}}\n\
        {\"id\":5,\"players\":[1,0],\"names\":[\"b\",\"a\"],\"opening\":\"startpos moves c3 d3\",\"result\":\"p2win\",\
        \"reason\":\"crash\",\"culprit\":\"p1\",\"detail\":\"gone\",\
        \"moves\":[{\"token\":\"e3\",\"score\":\"cp -7\",\"depth\":4,\"nodes\":9,\"ms\":12}]}\n\
        {\"id\":6,\"players\":[0,1],\"names\":[\"a\",\"b\"],\"opening\":\"startpos\",\"result\":\"void\",\
        \"reason\":\"start\",\"moves\":[]}\n";
    let games: Vec<GameRecord> = read(text).into_iter().flatten().collect();
    assert_eq!(games.len(), 2);
    assert_eq!(
        games[0].ending,
        Some(Termination::Other("crash".to_owned()))
    );
    assert_eq!(games[0].tag("Event"), Some("00ff"));
    assert_eq!(games[0].tag("OpeningPlies"), Some("2"));
    assert_eq!(games[0].turns[2].score, Some(Value::Cp(-7)));
    assert_eq!(games[1].result, None);
    for game in &games {
        for format in [Written::Pgn, Written::JsonLines] {
            assert_eq!(&self::game(&self::text(game, format)), game);
        }
    }
}

/// The form of a record of 2012: written by hand after real ones.
const ZERTZ: &str = " (;\r\nGM[22]VV[2]\r\nSU[Zertz]\r\nDT[Fri Jun 22 15:15:33 CEST 2012]\r\nGN[]\r\n\
    P0[id \"an [odd\\] name\"]\r\nP0[ranking 1276]\r\nP1[id \"b\"]\r\n; P0[0 Start P0]\r\n";

#[test]
fn actions_of_zertz_become_turns() {
    let text = ZERTZ.to_owned()
        + "; P0[1 R- A 1]\n; P0[2 RtoB 2 0 D 4]TM[1000]\n; P0[3 Done ]TM[2500]\n\
           ; P1[4 RtoR 2 1 2]\n; P1[5 RtoB 2 1 G 1]\n; P1[6 BtoR G 1 2]\n; P1[7 rtob 2 2 g 4]AN[hello \\] you]\n\
           ; P1[8 BtoB G 4 D 5]\n; P1[9 R- A 2]\n; P1[10 R+ A 2]\n; P1[11 R- A 4]\n; P1[12 OfferDraw]\n; P1[13 Done]\n\
           ; P0[14 BtoB D 5 D 3]\n; P0[15 BtoB D 3 D 5]\n; P0[16 BtoB D 4 D 6]\n; P0[17 done]\n\
           ; P1[18 RtoB 2 0 D 1]\n; P1[19 Resign]\n; P1[20 Done]\n;\nP0[time 0:01:02 ]\nP1[time 0:01:02 ]\n)\n";
    let record = game(&text);
    let tokens: Vec<&str> = record.tokens().collect();
    assert_eq!(tokens, ["wd4,a1", "bd5,a4", "d4xd6"]);
    assert_eq!(record.players, ["an [odd\\] name", "b"]);
    assert_eq!(record.result, Some(Outcome::Win(Side::One)));
    assert_eq!(record.ending, Some(Termination::Resignation));
    assert_eq!(record.tag("Date"), Some("2012.06.22"));
    assert_eq!(record.turns[0].spent, Some(Duration::from_millis(2500)));
    assert_eq!(record.turns[1].comment, "hello ] you");
}

/// A cell as boardspace.net writes it.
fn cell(name: &str) -> String {
    format!("{} {}", name[..1].to_uppercase(), &name[1..2])
}

fn cells(names: &str) -> Vec<String> {
    let starts = (0..names.len()).step_by(2);
    starts.map(|at| cell(&names[at..at + 2])).collect()
}

/// The actions of a turn of DVONN.
fn dvonn_actions(token: &str, placing: bool) -> Vec<String> {
    if token == "pass" {
        vec!["Pass".to_owned()]
    } else if placing {
        vec!["Pick w 1".to_owned(), format!("Dropb {}", cell(token))]
    } else if token.starts_with('e') {
        vec![format!("Move {}", cells(token).join(" "))]
    } else {
        let (from, to) = (cell(&token[..2]), cell(&token[2..]));
        vec![format!("Pickb {from}"), format!("Dropb {to}")]
    }
}

/// The points with GIPF pieces, as boardspace.net writes them.
fn gipf_pieces(fen: &str) -> Vec<String> {
    let board = fen.split(' ').next().unwrap_or_default();
    let mut points = Vec::new();
    for (column, pieces) in ('B'..='H').zip(board.split('/')) {
        let mut row = 2;
        for piece in pieces.chars() {
            if matches!(piece, 'W' | 'B') {
                points.push(format!("{column} {row}"));
            }
            row += piece.to_digit(10).unwrap_or(1);
        }
    }
    points
}

/// The actions of a turn of GIPF: what goes is removed, GIPF pieces that stay are preserved.
fn gipf_actions(game: &str, token: &str, before: &str, after: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut entered = false;
    for part in token.split(',') {
        if let Some(points) = part.strip_prefix('x') {
            let gone = cells(points);
            lines.extend(gone.iter().map(|point| format!("Remove {point}")));
            let kept = gipf_pieces(if entered { after } else { before });
            let kept = kept.iter().filter(|point| !gone.contains(point));
            lines.extend(kept.map(|point| format!("Preserve {point}")));
        } else {
            let entry = part.trim_start_matches('G');
            if game == "gipf-tournament" && entry == part {
                lines.push("Standard".to_owned());
            }
            let (dot, first) = entry.split_once('-').expect("an entry");
            lines.push(format!("SlideFrom {} {}", cell(dot), cell(first)));
            entered = true;
        }
    }
    lines
}

/// Random games of DVONN and GIPF, written as boardspace.net writes them, come back as they were.
#[test]
fn records_of_dvonn_and_gipf_become_the_games_that_were_played() {
    for (game, header) in [
        ("dvonn", "GM[Dvonn]VV[1]\nSU[dvonn 49]"),
        ("gipf-basic", "GM[gipf]VV[1]\nSU[gipf 0 102]"),
        ("gipf", "GM[gipf]VV[1]\nSU[gipf-standard 0 102]"),
        (
            "gipf-tournament",
            "GM[gipf]VV[1]\nSU[gipf-tournament 0 102]",
        ),
    ] {
        let mut choice = 7_usize;
        for _ in 0..4 {
            let mut seat = crate::play::open(game).expect("the game exists");
            let mut text = format!("(;\n{header}\nP0[id \"a\"]\nP1[id \"b\"]\n; P0[0 Start P0]\n");
            let mut tokens = Vec::new();
            while seat.outcome().is_none() && tokens.len() < 120 {
                choice = choice
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let legal = seat.legal();
                let token = legal[(choice >> 33) % legal.len()].clone();
                let (player, before) = (seat.turn().index(), seat.fen());
                seat.play(std::slice::from_ref(&token)).expect("legal");
                let actions = if game == "dvonn" {
                    dvonn_actions(&token, tokens.len() < 49)
                } else {
                    gipf_actions(game, &token, &before, &seat.fen())
                };
                for action in actions {
                    text.push_str(&format!("; P{player}[1 {action}]\n"));
                }
                text.push_str(&format!("; P{player}[2 Done]\n"));
                tokens.push(token);
            }
            text.push_str(")\n");
            let record = self::game(&text);
            assert_eq!(record.game, game);
            assert_eq!(record.tokens().collect::<Vec<_>>(), tokens);
            assert_eq!(record.result, seat.outcome());
        }
    }
}

const GIPF: &str = "(;\nGM[gipf]VV[1]\nSU[gipf-standard 0 102]\nDT[Wed Oct 23 11:26:02 CDT 2024]\n\
    P0[id \"a\"]\nP1[id \"b\"]\n";

/// The tokens of a record, or why it was refused.
fn tokens(text: &str) -> Result<String, String> {
    match read(text).pop() {
        Some(Ok(game)) => Ok(game.tokens().collect::<Vec<_>>().join(" ")),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("nothing".to_owned()),
    }
}

#[test]
fn pieces_of_gipf_are_put_down_picked_up_and_slid() {
    let text = GIPF.to_owned()
        + "; P0[0 Start P0]\n; P0[1 Pick W]\n; P0[2 Dropb A 2]\n; P0[3 Pickb A 2]\n; P0[4 Dropb A 3]\n; P0[5 Dropb B 4]\n\
           ; P0[6 Pickb B 4]\n; P0[7 Dropb B 3]\n; P0[8 Done]\n; P1[9 Slide I 2 H 3]\n; P1[10 Done]\n; P0[11 SlideFrom A 1 B 2]\n; P0[12 Done]\n)\n";
    assert_eq!(tokens(&text), Ok("a3-b3 i2-h3 a1-b2".to_owned()));
    // The player with the first colour sits on the other side.
    let turned = text
        .replace("VV[1]", "VV[1]CM[1,0]")
        .replace("Start P0", "Start P1")
        .replace("P0[", "PX[")
        .replace("P1[", "P0[")
        .replace("PX[", "P1[");
    assert_eq!(tokens(&turned), Ok("i3-h4 a4-b4 i5-h5".to_owned()));
    // In the tournament game it makes no difference where he sits, and GIPF pieces come first.
    let tournament = turned.replace("gipf-standard", "gipf-tournament");
    assert_eq!(tokens(&tournament), Ok("Ga3-b3 Gi2-h3 Ga1-b2".to_owned()));
    let basic = tournament.replace("[11 ", "[11 Standard]\n; P1[11 ");
    assert_eq!(tokens(&basic), Ok("Ga3-b3 Gi2-h3 a1-b2".to_owned()));
}

#[test]
fn records_that_are_not_read_say_why() {
    let start = "; P0[0 Start P0]\n";
    for (text, expected) in [
        (
            GIPF.replace("gipf-standard", "gipf-matrx") + ")",
            "line 3: 'gipf-matrx 0 102': expected 22",
        ),
        (
            GIPF.replace("2024", "2008") + ")",
            "GIPF had other numbers of pieces before 2009-05-04",
        ),
        (
            ZERTZ.replace("Zertz]", "Zertz+H]") + ")",
            "line 3: 'Zertz+H': expected 22",
        ),
        (ZERTZ.replace("Zertz]", "Zertz+xx]") + ")", "'Zertz+xx'"),
        (
            ZERTZ.replace("GM[22]", "GM[1]") + ")",
            "line 2: '1': expected 22",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 Edit]\n)",
            "line 10: '1 Edit': records in which",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 Hop A 1]\n)",
            "line 10: '1 Hop A 1': expected an action",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 RtoB 2 0 D 4]\n; P0[2 Done]\n)",
            "line 10: '1 RtoB 2 0 D 4': ply 1",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 RtoB 1 0 D 4]\n)",
            "expected rack 2",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 RtoB 2 7 D 4]\n)",
            "expected colour 0, 1 or 2",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 R- D]\n)",
            "expected a column and a row",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 RtoB 2 0 D 4]\n; P0[2 R- A 1]\n; P0[3 Done]\n",
            "the record is cut off: expected )",
        ),
        (
            ZERTZ.to_owned() + "; P0[1 RtoB 2 0 D 4]\n; P0[2 R- A",
            "the record is cut off",
        ),
        (
            GIPF.to_owned() + start + "; P0[1 Dropb B 3]\n; P0[2 Done]\n)",
            "expected a piece on a dot",
        ),
        (
            GIPF.to_owned() + start + ")",
            "there is no turn in the record",
        ),
    ] {
        let said = tokens(&text).expect_err(&text);
        assert!(said.contains(expected), "{said}\nfor {text}");
    }
}

#[test]
fn a_record_that_is_cut_off_does_not_take_the_next_one_with_it() {
    let good = ZERTZ.to_owned() + "; P0[1 RtoB 2 0 D 4]\n; P0[2 R- A 1]\n; P0[3 Done]\n)\n";
    let text = format!("{}{good}\nrubbish\n{good}", good.trim_end_matches(")\n"));
    let games = read(&text);
    let read: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(read, [false, true, false, true], "{games:?}");
}

#[test]
fn time_and_agreement_end_games() {
    let turn = "; P0[1 RtoB 2 0 D 4]\n; P0[2 R- A 1]\n; P0[3 Done]\n; P1[4 RtoB 2 0 A 2]\n";
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
        let record = game(&format!("{ZERTZ}{turn}{end}\n)\n"));
        assert_eq!((record.result, record.ending), (result, ending), "{end}");
        assert_eq!(record.turns.len(), 1, "half a turn is left out");
    }
    // What the server says about the winner stands where the board says nothing.
    let named = ZERTZ.replace("GN[]", "GN[]RE[De partij is gewonnen door b]");
    let record = game(&format!("{named}{turn})\n"));
    assert_eq!(record.result, Some(Outcome::Win(Side::Two)));
}

/// Before 2008 the end of a turn is not written, nor are numbers.
#[test]
fn turns_of_old_records_end_with_the_player() {
    let text = "(;\nGM[22] VV[1]\nDT[Thu Apr 01 21:16:40 PST 2004]\nSU[Zertz]\nP0[id \"a\"]\nP1[id \"b\"]\n\
        ; P0[Start P1]\n; P0[RtoB 2 0 D 4]\n; P0[R- A 1]\n; P1[RtoB 2 2 D 5]\n; P1[R- A 4]\n\
        ; P0[BtoB D 5 D 5]\n; P0[BtoB D 5 D 3]\n; P1[RtoB 2 1 G 1]\n;\nP0[time 0:14:06 ]\n)\n";
    assert_eq!(tokens(text), Ok("wd4,a1 bd5,a4 d5xd3".to_owned()));
}

#[test]
fn the_notation_of_the_publisher_goes_both_ways() {
    let text = "[Game \"zertz\"]\n\n1. Wd4,a1 Bd5,a4 2. x d4Bd6 Gd5,b5\n3. x d6Gd4 *\n";
    let record = game(text);
    let ours = "wd4,a1 bd5,a4 d4xd6 gd5,b5 d6xd4";
    assert_eq!(record.tokens().collect::<Vec<_>>().join(" "), ours);
    let written = self::text(&record, Written::Official);
    assert!(
        written.contains("1. Wd4,a1 Bd5,a4 2. x d4Bd6 Gd5,b5 3. x d6Gd4 *"),
        "{written}"
    );
    assert_eq!(game(&written), record);
    assert_eq!(game("Wd4,a1 / Bd5,a4 / x d4Bd6").game, "zertz");
    let gipf = game("[Game \"gipf\"]\n\na3-b3 / e1-e3 ; a comment\n");
    assert_eq!(gipf.tokens().collect::<Vec<_>>(), ["a3-b3", "e1-e2"]);
    assert!(!write(&gipf, Written::Official, &mut String::new()));
}
