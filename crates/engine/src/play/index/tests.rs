//! Builds small indexes in memory and asks them.

use std::io::Cursor;

use super::entry::Entry;
use super::*;
use crate::play::open;
use crate::play::record::Reader;
use crate::play::state::open_at;

/// Games of which the first two reach the same position by different orders of moves.
const GAMES: &str = "[Game \"dvonn\"]\n[Result \"1-0\"]\n\n1. c3 d3 2. e3 f3 1-0\n\n\
    [Game \"dvonn\"]\n[Result \"0-1\"]\n\n1. e3 d3 2. c3 g3 0-1\n\n\
    [Game \"dvonn\"]\n\n1. c3 d3 *\n\n\
    [Game \"zertz\"]\n[Result \"1/2-1/2\"]\n\n1. wd4,a1 1/2-1/2\n";

/// The size of an entry.
const SIZE: usize = Entry::SIZE as usize;

/// Games of which each is the image of the first one by another symmetry of the board, and one that reaches the
/// same position by another order of moves.
const IMAGES: &str = "[Game \"dvonn\"]\n[Result \"1-0\"]\n\n1. d4 c3 2. e2 1-0\n\n\
    [Game \"dvonn\"]\n[Result \"1-0\"]\n\n1. i4 i3 2. f2 1-0\n\n\
    [Game \"dvonn\"]\n[Result \"0-1\"]\n\n1. h2 i3 2. g4 0-1\n\n\
    [Game \"dvonn\"]\n\n1. c2 c3 2. f4 *\n\n\
    [Game \"dvonn\"]\n\n1. i3 i4 2. f2 *\n";

fn index(text: &str, plies: usize) -> Vec<u8> {
    let mut builder = IndexBuilder::new(plies);
    for game in Reader::new(text.as_bytes(), None) {
        assert!(builder.add(&game.expect("a game")).expect("an entry"));
    }
    let mut bytes = Vec::new();
    builder.finish(&mut bytes).expect("an index");
    bytes
}

/// The moves in a position of DVONN: token, wins, losses, draws, games without a result.
fn moves(bytes: &[u8], played: &[&str]) -> Vec<(String, [u32; 4])> {
    let mut index = Index::new(Cursor::new(bytes)).expect("an index");
    let mut board = open("dvonn").expect("a game");
    let played: Vec<String> = played.iter().map(|&token| token.to_owned()).collect();
    board.play(&played).expect("legal moves");
    let moves = index.moves(board.as_ref()).expect("an answer");
    moves
        .into_iter()
        .map(|found| (found.token, found.results.counts()))
        .collect()
}

#[test]
fn an_index_counts_the_moves_of_a_position() {
    let bytes = index(GAMES, 30);
    let named = |token: &str, counts| (token.to_owned(), counts);
    assert_eq!(
        moves(&bytes, &[]),
        [named("c3", [1, 0, 0, 1]), named("e3", [0, 1, 0, 0])]
    );
    // Both orders of moves lead here.
    let both = [named("f3", [1, 0, 0, 0]), named("g3", [0, 1, 0, 0])];
    assert_eq!(moves(&bytes, &["c3", "d3", "e3"]), both);
    assert_eq!(moves(&bytes, &["e3", "d3", "c3"]), both);
    assert_eq!(moves(&bytes, &["a1"]), []);
    // The number of plies is limited.
    assert_eq!(moves(&index(GAMES, 3), &["c3", "d3", "e3"]), []);
}

#[test]
fn symmetric_games_count_together_and_the_move_fits_the_board() {
    let bytes = index(IMAGES, 30);
    let one = |token: &str, counts| vec![(token.to_owned(), counts)];
    for (first, second, third) in [
        ("d4", "c3", "e2"),
        ("i4", "i3", "f2"),
        ("h2", "i3", "g4"),
        ("c2", "c3", "f4"),
    ] {
        assert_eq!(moves(&bytes, &[first]), one(second, [2, 1, 0, 1]));
        assert_eq!(moves(&bytes, &[first, second]), one(third, [2, 1, 0, 2]));
        assert_eq!(moves(&bytes, &[second, first]), one(third, [2, 1, 0, 2]));
    }
    let first: Vec<[u32; 4]> = moves(&bytes, &[])
        .into_iter()
        .map(|found| found.1)
        .collect();
    assert_eq!(first, [[2, 1, 0, 1], [0, 0, 0, 1]]);
}

#[test]
fn moves_with_the_same_result_are_one_move() {
    // Two entries lead to the same empty point.
    let bytes = index(
        "gipf-basic startpos moves a2-b3\ngipf-basic startpos moves a3-b3\n",
        30,
    );
    let mut found = Index::new(Cursor::new(bytes)).expect("an index");
    let board = open("gipf-basic").expect("a game");
    let moves = found.moves(board.as_ref()).expect("an answer");
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].results.games(), 2);
}

#[test]
fn a_game_that_repeats_a_position_counts_once() {
    let there_and_back = "a1a2 a7a6 a2a1 a6a7 ";
    // In the second visit, the move is another one.
    let game = format!("diaballik startpos moves {there_and_back}b1b2");
    let bytes = index(&game, 30);
    let mut found = Index::new(Cursor::new(bytes)).expect("an index");
    let board = open("diaballik").expect("a game");
    let moves = found.moves(board.as_ref()).expect("an answer");
    assert_eq!(moves.len(), 1);
    assert_eq!((&*moves[0].token, moves[0].results.games()), ("a1a2", 1));
}

#[test]
fn games_in_memory_give_the_same_answers() {
    let shuffled = format!(
        "diaballik startpos moves {}",
        "a1a2 a7a6 a2a1 a6a7 ".repeat(2)
    );
    for (text, id, played) in [
        (GAMES, "dvonn", ""),
        (GAMES, "dvonn", "c3 d3 e3"),
        (GAMES, "dvonn", "e3 d3 c3"),
        (GAMES, "dvonn", "a1"),
        (GAMES, "zertz", ""),
        (IMAGES, "dvonn", ""),
        (IMAGES, "dvonn", "i3 i4"),
        (&shuffled, "diaballik", "a1a2 a7a6"),
    ] {
        let mut board = open(id).expect("a game");
        let tokens: Vec<String> = played.split_whitespace().map(str::to_owned).collect();
        board.play(&tokens).expect("legal moves");
        let games = Reader::new(text.as_bytes(), None).filter_map(|game| {
            let record = game.ok()?;
            Some(KeyedGame::new(&record, record.tokens(), 30)?.0)
        });
        let games: Vec<KeyedGame> = games.collect();
        let mut index = Index::new(Cursor::new(index(text, 30))).expect("an index");
        let moves = index.moves(board.as_ref()).expect("an answer");
        assert_eq!(next_moves(&games, board.as_ref()), moves, "{id} {played}");
    }
}

#[test]
fn a_game_from_a_fen_is_found() {
    let fen = "x9/x10/x11/x10/x8,r b place";
    let bytes = index(&format!("dvonn {fen} moves c3"), 30);
    let mut found = Index::new(Cursor::new(bytes)).expect("an index");
    let board = open_at("dvonn", Some(fen)).expect("a game").expect("a FEN");
    assert_eq!(found.moves(board.as_ref()).expect("an answer").len(), 1);
}

#[test]
fn unusable_files_are_refused() {
    let good = index(GAMES, 30);
    let refused = |bytes: &[u8]| Index::new(Cursor::new(bytes)).expect_err("no index");
    assert!(matches!(refused(b""), IndexError::NotAnIndex));
    assert!(matches!(refused(GAMES.as_bytes()), IndexError::NotAnIndex));
    assert!(matches!(
        refused(b"ringstack index 1\n{}\n"),
        IndexError::Version
    ));
    for length in [
        FORMAT.len(),
        FORMAT.len() + 9,
        good.len() - SIZE,
        good.len() - 1,
    ] {
        assert!(
            matches!(refused(&good[..length]), IndexError::Damaged),
            "{length}"
        );
    }
    // The last digit of a key differs in another version.
    let mut header = good.clone();
    let end = header.windows(3).position(|part| part == b"},{");
    let digit = end.expect("two games") - 1;
    header[digit] = if header[digit] == b'1' { b'2' } else { b'1' };
    assert!(matches!(refused(&header), IndexError::Version));
    // Numbers of moves that do not exist.
    let mut entries = good.clone();
    let end = good.len() - 8;
    for entry in entries[end - 9 * SIZE..end].chunks_exact_mut(SIZE) {
        entry[16..20].fill(0xff);
    }
    let mut damaged = Index::new(Cursor::new(entries)).expect("a complete file");
    let board = open("dvonn").expect("a game");
    let answer = damaged.moves(board.as_ref());
    assert!(matches!(answer, Err(IndexError::Damaged)));
}
