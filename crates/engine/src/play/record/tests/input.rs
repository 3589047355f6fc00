//! Text as other systems, mails and web pages leave it, and text that is no game.

use super::*;

fn notes_of(text: &[u8]) -> Vec<Note> {
    let mut reader = Reader::new(text, None);
    let games: Result<Vec<_>, _> = reader.by_ref().collect();
    games.expect("good games");
    reader.take_notes()
}

#[test]
fn every_line_end_is_the_same() {
    for text in [
        "[Game \"dvonn\"]\n[FEN \"x9/x10/x11/x10/x9 w place\"]\n\n1. c3 d3 ; two\n2. e3 *\n",
        "GWi3-h3 GKb6-c6\nWa5-b5\n\nGWi3-h3 GKb6-c6\n",
        "# Player 1: ann\nG2 C1\nF5 D1\n# Player 1: bob\nG2 C1\n",
        "1. Ge1-e2 Gi3-h3 ; a comment\n2. e9-e8\n",
        "dvonn startpos moves c3\n\n# more\nzertz startpos\n",
    ] {
        let moves = |text: &str| {
            let games = read(text)
                .into_iter()
                .map(|game| game.expect("a good game"));
            games
                .map(|game| (game.tokens().collect::<Vec<_>>().join(" "), game.comment))
                .collect::<Vec<_>>()
        };
        let expected = moves(text);
        assert!(!expected.is_empty());
        assert_eq!(moves(&text.replace('\n', "\r")), expected, "{text}");
        assert_eq!(moves(&text.replace('\n', "\r\n")), expected, "{text}");
        assert_eq!(moves(&text.replacen('\n', "\r", 1)), expected, "{text}");
    }
}

#[test]
fn utf_16_is_read_in_both_orders() {
    let text = "\u{feff}[Game \"dvonn\"]\r\n[P1 \"É\"]\r\n\r\n1. c3 d3 *\r\n";
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let file: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
        let mut games = Reader::new(&file[..], None);
        let game = games.next().expect("a game").expect("a good game");
        assert_eq!((game.players[0].as_str(), game.moves.len()), ("É", 2));
        assert!(games.next().is_none());
    }
}

#[test]
fn marks_of_mails_and_web_pages_are_removed_with_a_note() {
    for text in [
        "> [Game \"dvonn\"]\n>\n> 1. c3 d3\n> 2. e3 *\n",
        "[Game &quot;dvonn&quot;]<br>\n<br>\n1. c3&nbsp;d3<br>2. e3 *<br>\n",
        "&gt; [Game \"dvonn\"]<br>&gt; <br>&gt; 1. c3 d3 2. e3 *",
    ] {
        assert!(game(text).tokens().eq(["c3", "d3", "e3"]), "{text}");
        let notes = notes_of(text.as_bytes());
        assert!(
            matches!(notes[..], [Note::Cleaned { line: 1, .. }]),
            "{notes:?}"
        );
    }
    let quoting = "[Game \"dvonn\"] [P1 \"a&quot;b\"]\n\n1. c3 d3 *\n";
    assert_eq!(game(quoting).players[0], "a&quot;b");
    assert_eq!(notes_of(b"[Game \"dvonn\"]\n\n1. c3 {a > b} d3 *\n"), []);
}

#[test]
fn a_text_without_games_is_an_error_unless_it_is_empty() {
    for text in ["", "\n \n"] {
        assert!(read(text).is_empty(), "{text:?}");
    }
    for text in ["# a comment\n", "# Player 1: ann\n\n% b"] {
        let games = read(text);
        assert!(
            matches!(
                games[..],
                [Err(ReadError::NoGames(_) | ReadError::Refused(_))]
            ),
            "{games:?}"
        );
    }
}

#[test]
fn text_of_no_game_is_called_so() {
    for text in [
        "hello world",
        "MIT License\n\nCopyright (c) 2026",
        "GWi3–h3 GKb6–c6",
        "# dvonn\nhello world",
    ] {
        let message = refused(text);
        assert!(message.contains("no known format"), "{message}");
    }
    // The first moves show the game.
    assert!(!refused("c3 d3 zz").contains("no known format"));
}

#[test]
fn a_bad_fen_is_reported_at_its_line() {
    let text = "[Game \"dvonn\"]\n[FEN \"x9 w place\"]\n[P1 \"a\"]\n\n1. c3 *\n";
    assert!(refused(text).contains("line 2: "), "{}", refused(text));
}

#[test]
fn a_header_without_moves_has_a_note() {
    let header = "Event [a] Site [www.littlegolem.net] White [a] Black [b]\n";
    let text = format!("{header}1. g2 c1\n\n{header}");
    assert_eq!(
        notes_of(text.as_bytes()),
        [Note::NoMoves { number: 2, line: 4 }]
    );
}

#[test]
fn a_refusal_names_its_word_once() {
    let message = refused("[Game \"zertz\"]\n\n1. Gg3-f4 *\n");
    assert!(message.contains("'Gg3-f4': expected"), "{message}");
}
