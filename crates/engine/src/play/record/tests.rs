//! Tests of complete game files: written games are read back, and bad games are reported.

mod input;

use std::time::Duration;

use super::*;
use crate::rules::{Outcome, Side};
use crate::search::{Bound, BoundedValue, Value};

pub(super) fn read(text: &str) -> Vec<Result<GameRecord, ReadError>> {
    Reader::new(text.as_bytes(), None).collect()
}

/// The only game of a text.
pub(super) fn game(text: &str) -> GameRecord {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The error of the only game of a text.
pub(super) fn refused(text: &str) -> String {
    let games = read(text);
    match &games[..] {
        [Err(error)] => error.to_string(),
        other => panic!("{other:?}"),
    }
}

pub(super) fn text(record: &GameRecord, format: OutputFormat) -> String {
    let mut out = String::new();
    assert!(write(record, format, &mut out), "{record:?}");
    out
}

fn drawing(ink: Ink, from: &str, to: Option<&str>) -> Drawing {
    Drawing {
        ink,
        from: from.to_owned(),
        to: to.map(str::to_owned),
    }
}

/// A game with every kind of annotation.
fn rich() -> GameRecord {
    let played = |token: &str| MoveRecord::new(token);
    let inner = MoveRecord {
        variations: vec![vec![played("a2"), played("a3")]],
        ..played("a1")
    };
    GameRecord {
        game: "dvonn".to_owned(),
        fen: None,
        players: ["a \"b\\".to_owned(), "É".to_owned()],
        outcome: Some(Outcome::Win(Side::Two)),
        termination: Some(Termination::Resignation),
        tags: [("Event", "x"), ("Round", "7")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        detail: String::new(),
        opening_plies: 1,
        comment: "a game".to_owned(),
        drawn: vec![drawing(Ink::Green, "a1", Some("b2"))],
        moves: vec![
            played("c3"),
            MoveRecord {
                mark: Some(MoveMark::Dubious),
                glyphs: vec![14],
                score: Some(BoundedValue {
                    value: Value::Cp(-35),
                    bound: Bound::Upper,
                }),
                depth: Some(8),
                seldepth: Some(13),
                nodes: Some(100_000),
                nps: Some(80_000),
                time: Some(Duration::from_millis(1250)),
                clock: Some(Duration::from_secs(3599)),
                comment: "rather [%foo 1] d4 (better) { or so".to_owned(),
                variations: vec![vec![played("d4"), inner], vec![played("e4")]],
                ..played("d3")
            },
            MoveRecord {
                score: Some(Value::Mate(-4).into()),
                drawn: vec![drawing(Ink::Red, "c3", None)],
                ..played("e3")
            },
        ],
    }
}

#[test]
fn all_annotations_are_read_back() {
    let record = rich();
    for format in [OutputFormat::Pgn, OutputFormat::JsonLines] {
        let written = text(&record, format);
        assert_eq!(game(&written), record, "{written}");
        assert_eq!(text(&game(&written), format), written);
        assert!(
            format == OutputFormat::JsonLines || written.lines().all(|line| line.len() <= 80),
            "{written}"
        );
    }
}

#[test]
fn the_default_format_is_pgn_style() {
    let expected = "[Event \"x\"]\n[Round \"7\"]\n[Game \"dvonn\"]\n[P1 \"a \\\"b\\\\\"]\n[P2 \"É\"]\n\
        [White \"a \\\"b\\\\\"]\n[Black \"É\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n[OpeningPlies \"1\"]\n[PlyCount \"3\"]\n\n\
        {[%cal Ga1b2] a game} 1. c3 d3?! $14 {[%eval -35] [%bound upper] [%depth 8]\n\
        [%seldepth 13] [%nodes 100000] [%nps 80000] [%emt 0:00:01.25] [%clk 0:59:59]\n\
        rather [%foo 1] d4 (better) { or so} (1... d4 2. a1 (2. a2 a3)) (1... e4) 2. e3\n\
        {[%mate -4] [%csl Rc3]} 0-1\n\n";
    assert_eq!(text(&rich(), OutputFormat::Pgn), expected);
}

#[test]
fn both_names_of_a_player_may_be_there() {
    for (tags, players) in [
        (
            "[P1 \"Ann\"]\n[P2 \"Bob\"]\n[White \"Eve\"]",
            ["Ann", "Bob"],
        ),
        (
            "[White \"Eve\"]\n[Black \"Kim\"]\n[P1 \"Ann\"]",
            ["Ann", "Kim"],
        ),
        ("[P1 \"\"]\n[White \"Eve\"]", ["Eve", ""]),
        ("[White \"?\"]\n[Black \"Kim\"]", ["", "Kim"]),
    ] {
        let game = game(&format!("[Game \"dvonn\"]\n{tags}\n\n1. c3 *\n"));
        assert_eq!(game.players, players, "{tags}");
    }
}

#[test]
fn lists_preserve_position_and_tokens() {
    let line =
        "zertz ----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1 moves bg1,g2\n";
    let record = game(line);
    assert_eq!(record.game, "zertz");
    assert_eq!(record.outcome, Some(Outcome::Win(Side::One)));
    assert_eq!(record.termination, Some(Termination::Rules));
    assert_eq!(text(&record, OutputFormat::List), line);
    let spellings = "# comment\n\nstartpos moves c3\nmoves c3\nDVONN startpos\nx9/x10/x11/x10/x9 w place moves a1\n";
    let games = read(spellings);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| {
        game.as_ref()
            .is_ok_and(|game| game.game == "dvonn" && game.outcome.is_none())
    }));
}

#[test]
fn files_of_cutegames_are_read() {
    let text = "[Event \"dvonn\"]\n[Site \"CuteGames\"]\n[Date \"??\"]\n[Round \"1\"]\n[Weiss \"one\"]\n\
        [Schwarz \"two\"]\n[Result \"0-1\"]\n[FEN \"x9/x10/x11/x10/x9 w place\"]\n\
        [Adjudicated \"Out of time\"]\n[Winner \"two\"]\n[Loser \"one\"]\n[PlyCount \"4\"]\n\n\
        1. b1 d2 2. c1 c3 0-1\n\n\n";
    let twice = text.repeat(2);
    let games: Vec<GameRecord> = read(&twice).into_iter().flatten().collect();
    assert_eq!(games.len(), 2);
    let game = &games[1];
    assert_eq!(game.players, ["one", "two"]);
    assert_eq!(game.termination, Some(Termination::Time));
    assert_eq!(game.tokens().collect::<Vec<_>>(), ["b1", "d2", "c1", "c3"]);
    let black =
        "[Event \"gipf\"]\n[FEN \"B2W/5/6/W5B/6/5/B2W 12 12 b\"]\n\n1... a1-b2 2. a1-b2 *\n";
    assert_eq!(self::game(black).moves.len(), 2);
}

#[test]
fn an_unnamed_game_is_the_first_one_in_which_its_moves_are_legal() {
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
            Ok(game) => game.moves.len().to_string(),
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
fn bad_games_are_reported_with_line_word_and_reason() {
    for (text, expected) in [
        ("dvonn startpos moves c3 c3\n", "line 1: 'c3': "),
        ("dvonn x9 w place\n", "line 1: board 'x9'"),
        (
            "[Game \"dvonn\"]\n[Result \"2-0\"]\n\n*\n",
            "line 2: '2-0': expected 1-0",
        ),
        ("1. c3 ) *\n", "line 1: ')': no variation is open"),
        (
            "1. ( c3 ) *\n",
            "line 1: '(': a variation must follow a move",
        ),
        (
            "1. c3 ( d3 *\n",
            "line 1: '*': the result is inside a variation",
        ),
        ("1. c3 ( 1. d3\n", "line 1: '(': expected a closing )"),
        ("1. c3?!? *\n", "line 1: 'c3?!?': mark '?!?'"),
        ("$1 c3 *\n", "line 1: '$1': a glyph must follow a move"),
        (
            "{\"game\":\"dvonn\"}\n",
            "line 1: not a game in JSON: missing field",
        ),
        (
            "{\"moves\":[{\"token\":\"c3\"}]}\n",
            "line 1: expected the id of a game in the field game",
        ),
        (
            "{\"game\":\"dvonn\",\"result\":\"won\",\"moves\":[]}\n",
            "line 1: result 'won': expected none, p1win",
        ),
        (
            "{\"game\":\"dvonn\",\"moves\":[{\"token\":\"c3\",\"score\":\"x\"}]}\n",
            "line 1: not a game in JSON: value 'x': expected 'cp N'",
        ),
        (
            "{\"game\":\"dvonn\",\"tags\":[[\"P1\",\"x\"]],\"moves\":[]}\n",
            "line 1: 'P1': expected the name of a tag",
        ),
        (
            "[Game \"zertz\"]\n[Result \"0-1\"]\n[FEN \"----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1\"]\n\n1. bg1,g2 0-1\n",
            "line 5: '0-1': the board shows 1-0",
        ),
        ("PK\u{3}\u{4}", "a zip archive; expected its content"),
    ] {
        let said = refused(text);
        assert!(said.contains(expected), "{said}\nfor {text}");
    }
}

/// An empty variation is removed, but its comment is kept.
#[test]
fn the_comment_of_an_empty_variation_belongs_to_the_move() {
    let record = game("[Game \"dvonn\"]\n\n1. c3 {a} ({b} {[%eval 7]}) () (1. d3) d4 *\n");
    let first = &record.moves[0];
    assert_eq!(
        (first.comment.as_str(), first.score),
        ("a b", Some(Value::Cp(7).into()))
    );
    assert_eq!(first.variations.len(), 1);
    assert_eq!(game(&text(&record, OutputFormat::Pgn)), record);
}

/// JSON allows texts that game files do not; the reader normalises them.
#[test]
fn a_game_in_json_can_be_written_as_a_game_file() {
    let text = "{\"game\":\"dvonn\",\"comment\":\"a } b\",\"moves\":[{\"token\":\"c3\",\"glyphs\":[4,14],\
        \"comment\":\"[%eval 7] }\\n[%eval 9]\"},{\"token\":\"d3\",\"ms\":5,\
        \"variations\":[[{\"token\":\"e3\",\"comment\":\"x\"}],[]]}]}\n";
    let record = game(text);
    assert_eq!(record.comment, "a ) b");
    assert_eq!(record.moves[0].mark, Some(MoveMark::Blunder));
    assert_eq!(record.moves[0].score, Some(Value::Cp(7).into()));
    assert_eq!(record.moves[0].comment, ") [%eval 9]");
    assert_eq!(record.moves[1].variations.len(), 1);
    assert_eq!(game(&self::text(&record, OutputFormat::Pgn)), record);
    let late = "{\"game\":\"dvonn\",\"moves\":[{\"token\":\"c3\",\"ms\":9999999999999}]}\n";
    assert!(refused(late).contains("'9999999999999'"));
}

/// As in the protocol, and not in the hundredths of the program.
#[test]
fn the_scale_is_in_centipawns() {
    let record = game("[Game \"dvonn\"]\n\n1. c3 {[%scale 520]} d3 {[%scale 153.25]} *\n");
    let line = text(&record, OutputFormat::JsonLines);
    for part in ["\"scale\":520.0", "\"scale\":153.25"] {
        assert!(line.contains(part), "{line}");
    }
    assert_eq!(game(&line), record);
    assert!(refused(&line.replace("520.0", "0")).contains("0.01"));
}

#[test]
fn the_format_does_not_depend_on_how_a_file_arrives() {
    let line = text(&rich(), OutputFormat::JsonLines);
    let remarks = format!("# exported\n\n{}", "# by us\n".repeat(3));
    for begin in ["", "\n", remarks.as_str()] {
        let text = format!("{begin}{line}");
        let in_bits = std::io::BufReader::with_capacity(3, text.as_bytes());
        let mut games = Reader::new(in_bits, None);
        assert_eq!(games.next().and_then(Result::ok), Some(rich()), "{begin:?}");
        assert!(games.next().is_none());
        assert_eq!(games.format(), Some(Format::JsonLines));
    }
}

#[test]
fn tags_with_the_same_name_are_all_kept() {
    let mut record = rich();
    for (name, value) in [("Round", "8"), ("Detail", "one"), ("Detail", "two")] {
        record.add_tag(name, value);
    }
    record.order_tags();
    assert_eq!(record.detail, "one");
    for format in [OutputFormat::JsonLines, OutputFormat::Pgn] {
        let text = text(&record, format);
        assert_eq!(game(&text).all_tags(), record.all_tags(), "{text}");
    }
}

#[test]
fn an_empty_reason_is_no_termination() {
    let line = r#"{"game":"dvonn","result":"p1win","reason":"","moves":[{"token":"c3"}]}"#;
    assert_eq!(game(line).termination, None);
}

#[test]
fn a_capture_is_not_read_as_a_comment() {
    let head =
        "[Game \"gipf-basic\"]\n[FEN \"4/5/6/www4/6/5/4 10 10 w\"]\n\n1. e1-e2 ;xe2,e3,e4,e5";
    for rest in [
        " {a remark\n[%eval 5] that goes on} a2-b2 *\n\n",
        " e9-e8 *\n\n",
        " e9-e8 * ; done\n\n",
    ] {
        let games = read(&format!("{head}{rest}{head}{rest}"));
        let games_of_two = games.iter().flatten().filter(|game| game.moves.len() == 2);
        assert_eq!(games_of_two.count(), 2, "{rest}: {games:?}");
        assert_eq!(games.len(), 2, "{rest}: {games:?}");
    }
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
    assert_eq!(games[0].termination, Some(Termination::Crash));
    assert_eq!(games[0].tag("Event"), Some("00ff"));
    assert_eq!(games[0].opening_plies, 2);
    assert_eq!(games[0].moves[2].score, Some(Value::Cp(-7).into()));
    assert_eq!(games[1].outcome, None);
    for game in &games {
        for format in [OutputFormat::Pgn, OutputFormat::JsonLines] {
            assert_eq!(&self::game(&self::text(game, format)), game);
        }
    }
}

#[test]
fn the_notation_of_the_publisher_is_written_and_read() {
    let text = "[Game \"zertz\"]\n\n1. Wd4,a1 Bd5,a4 2. x d4Bd6 Gd5,b5\n3. x d6Gd4 *\n";
    let record = game(text);
    let ours = "wd4,a1 bd5,a4 d4xd6 gd5,b5 d6xd4";
    assert_eq!(record.tokens().collect::<Vec<_>>().join(" "), ours);
    let written = self::text(&record, OutputFormat::Official);
    assert!(
        written.contains("1. Wd4,a1 Bd5,a4 2. x d4Bd6 Gd5,b5 3. x d6Gd4 *"),
        "{written}"
    );
    assert_eq!(game(&written), record);
    assert_eq!(game("Wd4,a1 / Bd5,a4 / x d4Bd6").game, "zertz");
    let gipf = game("[Game \"gipf\"]\n\na3-b3 / e1-e3 ; a comment\n");
    assert_eq!(gipf.tokens().collect::<Vec<_>>(), ["a3-b3", "e1-e2"]);
    assert!(!write(&gipf, OutputFormat::Official, &mut String::new()));
}

#[test]
fn zero_bytes_are_not_written() {
    let mut record = rich();
    record.players[0] = "a\0b".to_owned();
    record
        .tags
        .push(("Note".to_owned(), "says \x1b[2J\n\"x\"".to_owned()));
    let read = game(&text(&record, OutputFormat::Pgn));
    assert_eq!(read.players[0], "a b");
    assert_eq!(read.tag("Note"), Some("says [2J \"x\""));
    assert_eq!(read.moves, record.moves);
}

#[test]
fn a_record_that_fits_another_game_is_found() {
    for (text, id, others) in [
        ("1. c3 d3", "dvonn", false),
        ("startpos moves wd4,a1", "zertz", true),
        ("1. a1a2,b1b2", "diaballik", false),
    ] {
        let mut reader = Reader::new(text.as_bytes(), Some("gipf"));
        match reader.next() {
            Some(Ok(record)) => assert_eq!(record.game, id, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
        assert_eq!(!reader.take_notes().is_empty(), others, "{text}");
    }
    // A preferred game that fits is not questioned.
    let mut reader = Reader::new("1. wd4,a1".as_bytes(), Some("zertz-blitz"));
    assert!(
        reader
            .next()
            .is_some_and(|read| read.is_ok_and(|record| record.game == "zertz-blitz"))
    );
    assert!(reader.take_notes().is_empty());
}

#[test]
fn remarks_after_the_moves_are_not_moves() {
    for (text, comment) in [
        ("1. c3 d3\n# score: 0 - 0.\n", "score: 0 - 0."),
        ("c3 d3 *\n# score: 0 - 0.\n\n# end\n", ""),
        ("G2 C1\n# score: 0 - 0.\n", ""),
    ] {
        let record = game(text);
        assert_eq!(record.moves.len(), 2, "{text}");
        assert_eq!(record.moves[1].comment, comment, "{text}");
    }
}

#[test]
fn a_result_may_be_spelled_in_many_ways() {
    for (tag, last, outcome) in [
        ("½-½", "1/2", Some(Outcome::Draw)),
        ("1–0", "1 - 0", Some(Outcome::Win(Side::One))),
        ("0:1", "0-1", Some(Outcome::Win(Side::Two))),
        ("?", "0-0", None),
    ] {
        let text = format!("[Game \"dvonn\"]\n[Result \"{tag}\"]\n\n1. c3 d3 {last}\n");
        let games = read(&text.repeat(2));
        assert_eq!(games.len(), 2, "{games:?}");
        for game in games {
            assert_eq!(game.expect(&text).outcome, outcome, "{text}");
        }
    }
    let said = refused("1. c3 ½–1\n");
    assert!(said.contains("'½–1'"), "{said}");
}

#[test]
fn two_results_are_a_warning() {
    let over = "[Game \"zertz\"]\n[FEN \"----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1\"]\n";
    for (text, outcome) in [
        (
            "[Game \"dvonn\"]\n[Result \"0-1\"]\n\n1. c3 1-0\n".to_owned(),
            Outcome::Win(Side::Two),
        ),
        // The board decides.
        (
            format!("{over}[Result \"0-1\"]\n\n1. bg1,g2 1-0\n"),
            Outcome::Win(Side::One),
        ),
    ] {
        let mut reader = Reader::new(text.as_bytes(), None);
        let record = reader.next().expect("a game").expect(&text);
        assert_eq!(record.outcome, Some(outcome), "{text}");
        assert!(
            matches!(reader.take_notes()[..], [Note::TwoResults { .. }]),
            "{text}"
        );
    }
}

#[test]
fn games_that_are_put_together_are_told_apart() {
    let tags = "[Event \"a\"]\n[Game \"dvonn\"]\n\n";
    for first in [
        "1. c3 *",
        "1. c3 * ",
        "1. c3 *\n\u{feff}",
        "1. c3 1-0 {a}\u{feff}",
        "1. c3 {cut off\n",
        "1. c3 (1. d3 {cut off\n",
        "1. c3 (1. d3 *",
        "{cut off\n",
    ] {
        let games = read(&format!("{tags}{first}{tags}1. c3\u{a0}d3\u{200b} *\n"));
        let [_, Ok(last)] = &games[..] else {
            panic!("{first}: {games:?}");
        };
        assert_eq!(last.moves.len(), 2, "{first}");
    }
    // A comment of our own may quote tags.
    let mut record = rich();
    record.moves[0].comment = "as in [Event \"x\"] ".repeat(20).trim().to_owned();
    let written = text(&record, OutputFormat::Pgn);
    assert_eq!(game(&written), record, "{written}");
}

#[test]
fn the_legal_moves_of_every_format_are_kept() {
    for (text, tokens, comment) in [
        ("1. c3 d3 {cut off", "c3 d3", "cut off"),
        ("1. c3 d3 $999 e3", "c3 d3", "$999 e3"),
        ("dvonn startpos moves c3 d3 zz e3", "c3 d3", "zz e3"),
        (
            "1. c3 (1. d3 zz {so} (e3) f3) (1. e3) d3 2. zz 0-1",
            "c3 d3",
            "zz",
        ),
        (
            "{\"game\":\"dvonn\",\"moves\":[{\"token\":\"c3\"},{\"token\":\"zz\"}]}",
            "c3",
            "zz",
        ),
        ("Event [a]\n1. c3 d3\n2. zz e3", "c3 d3", "zz e3"),
        ("C3 D3\nE3 E3 F3", "c3 d3 e3", "E3 F3"),
        (
            "Wi3-h3 Kb6-c6\nKb6-c6 Wi3-h3",
            "i3-h3 b6-c6",
            "Kb6-c6 Wi3-h3",
        ),
        (
            "(;\nGM[Dvonn]SU[dvonn]\n; P0[Dropb C 3]\n; P0[Done]\n; P1[Hop]\n)",
            "c3",
            "Hop",
        ),
        (
            "(;\nGM[Dvonn]SU[dvonn]\n; P0[Dropb C 3]\n; P0[Done]\n; P1[Dro",
            "c3",
            "",
        ),
        (
            "[Game \"zertz\"]\n[FEN \"----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1\"]\n\n1. bg1,g2 good game *",
            "bg1,g2",
            "good game",
        ),
    ] {
        assert!(matches!(read(text)[..], [Err(_)]), "{text}");
        let mut reader = Reader::new(text.as_bytes(), None).partial_games(true);
        let record = reader.next().expect("a game").expect(text);
        assert_eq!(
            record.tokens().collect::<Vec<_>>().join(" "),
            tokens,
            "{text}"
        );
        let last = record.moves.last().expect("a move");
        assert_eq!(last.comment, comment, "{text}");
        assert!(
            matches!(reader.take_notes()[..], [.., Note::Shortened { .. }]),
            "{text}"
        );
        if let [variation, other] = &record.moves[0].variations[..] {
            assert_eq!((variation.len(), other.len()), (1, 1));
            assert_eq!(variation[0].comment, "zz so ( e3 ) f3");
        }
    }
}

#[test]
fn the_moves_before_an_open_variation_are_kept() {
    for (text, comment, outcome) in [
        ("1. c3 d3 (1... e3 2. f3", "", None),
        (
            "1. c3 d3 (1... e3 2. f3 1-0",
            "",
            Some(Outcome::Win(Side::One)),
        ),
        ("1. c3 d3 (1... e3 2. f3 {cut off", "cut off", None),
    ] {
        let mut reader = Reader::new(text.as_bytes(), None).partial_games(true);
        let record = reader.next().expect("a game").expect(text);
        assert_eq!((record.moves.len(), record.outcome), (2, outcome), "{text}");
        let variation = &record.moves[1].variations[0];
        assert_eq!(
            (variation.len(), variation[1].comment.as_str()),
            (2, comment),
            "{text}"
        );
    }
}

/// The notes of a text, after all its games.
#[test]
fn signs_of_annotators_are_glyphs() {
    let game = game("[Game \"dvonn\"]\n\n1. c3 ± d3± 2. e3 +- N f3 +/= □ *\n");
    let glyphs: Vec<Vec<u8>> = game.moves.iter().map(|m| m.glyphs.clone()).collect();
    assert_eq!(glyphs, [vec![16], vec![16], vec![18, 146], vec![14, 7]]);
    let written = text(&game, OutputFormat::Pgn);
    assert!(
        written.contains("1. c3 $16 d3 $16 2. e3 $18 $146 f3 $14 $7 *"),
        "{written}"
    );
}

#[test]
fn blank_and_comment_lines_before_a_game_are_not_kept() {
    for before in ["\n", "# a comment\n", "  \r\n", "% a comment\n"] {
        let lines = 100_000;
        let text = before.repeat(lines) + "[Game \"dvonn\"]\n\n1. c3 z9 *\n";
        let mut reader = Reader::new(text.as_bytes(), None);
        let refused = reader.next().expect("a game").expect_err("an illegal move");
        assert!(refused.to_string().contains("z9"), "{refused}");
        let ReadError::Refused(refused) = refused else {
            panic!("{before:?}");
        };
        assert_eq!(refused.line, lines + 3, "lines are counted");
    }
    // A text without games may begin with more of them than a game may be long.
    let mut reader = Reader::new(std::io::BufReader::new(Blanks(20 << 20)), None);
    assert!(reader.next().is_none());
}

/// So many line feeds.
struct Blanks(usize);

impl std::io::Read for Blanks {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.0);
        buffer[..length].fill(b'\n');
        self.0 -= length;
        Ok(length)
    }
}
