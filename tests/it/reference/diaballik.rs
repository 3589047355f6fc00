//! A reference implementation of Diaballik that tries every series of actions on a board of characters.

use std::collections::BTreeMap;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games::diaballik::{Position, Variant};
use ringstack_engine::picture::Touch;
use ringstack_engine::rules::{Fen, Notation, Rules};

/// Ranks 1 to 7 (index 0 to 6), files a to g; `.` is an empty square.
type Board = [[char; 7]; 7];
type Square = (usize, usize);

/// The outcome of a series of actions: the board, whether antijeu was claimed, and the game result.
type Result = (Board, bool, &'static str);

#[derive(Clone)]
struct Game {
    board: Board,
    white: bool,
}

impl Game {
    fn read(fen: &str) -> Game {
        let mut board = [['.'; 7]; 7];
        let (rows, side) = fen.split_once(' ').expect("two fields");
        for (row, rank) in rows.split('/').zip((0..7).rev()) {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(n) => file += n as usize,
                    None => {
                        board[rank][file] = c;
                        file += 1;
                    }
                }
            }
        }
        let white = side == "w";
        Game { board, white }
    }

    fn at(&self, (file, rank): Square) -> char {
        self.board[rank][file]
    }

    fn mine(&self, square: Square) -> bool {
        let c = self.at(square);
        c != '.' && c.eq_ignore_ascii_case(&'w') == self.white
    }

    fn theirs(&self, square: Square) -> bool {
        self.at(square) != '.' && !self.mine(square)
    }

    fn scored(&self) -> bool {
        let (ball, rank) = if self.white { ('W', 6) } else { ('B', 0) };
        self.board[rank].contains(&ball)
    }

    /// The other side has one support in each file, neighbours at most one rank apart, and three
    /// of the mover's supports share a side with one of them.
    fn may_claim(&self) -> bool {
        let mut line = Vec::new();
        for file in 0..7 {
            let ranks: Vec<usize> = (0..7).filter(|&r| self.theirs((file, r))).collect();
            if ranks.len() != 1 {
                return false;
            }
            line.push(ranks[0]);
        }
        let touching = squares().filter(|&s| self.mine(s) && beside(s).any(|t| self.theirs(t)));
        line.windows(2).all(|w| w[0].abs_diff(w[1]) <= 1) && touching.count() >= 3
    }

    fn fen(&self, claimed: bool) -> String {
        let mut rows = Vec::new();
        for rank in (0..7).rev() {
            let row: String = self.board[rank].iter().collect();
            let mut text = row;
            for n in (1..=7).rev() {
                text = text.replace(&".".repeat(n), &n.to_string());
            }
            rows.push(text);
        }
        let side = if self.white { "b" } else { "w" };
        let claim = if claimed { " antijeu" } else { "" };
        format!("{} {side}{claim}", rows.join("/"))
    }

    /// The board after a step or a pass of the ball, if the rules allow it after this number of steps and
    /// passes.
    fn act(&self, from: Square, to: Square, steps: usize, passes: usize) -> Option<(Game, bool)> {
        if !self.mine(from) || from == to {
            return None;
        }
        let mut next = self.clone();
        let piece = self.at(from);
        if piece.is_ascii_uppercase() {
            if passes == 1 || !self.mine(to) || !self.free_line(from, to) {
                return None;
            }
            next.board[from.1][from.0] = piece.to_ascii_lowercase();
            next.board[to.1][to.0] = piece;
            return Some((next, true));
        }
        if steps == 2 || self.at(to) != '.' || !beside(from).any(|s| s == to) {
            return None;
        }
        next.board[from.1][from.0] = '.';
        next.board[to.1][to.0] = piece;
        Some((next, false))
    }

    /// Same file, rank or diagonal, without opposing supports in between.
    fn free_line(&self, from: Square, to: Square) -> bool {
        let (df, dr) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
        if df != 0 && dr != 0 && df.abs() != dr.abs() {
            return false;
        }
        let length = df.abs().max(dr.abs());
        (1..length).all(|i| {
            let file = from.0 as i32 + i * df.signum();
            let rank = from.1 as i32 + i * dr.signum();
            !self.theirs((file as usize, rank as usize))
        })
    }

    /// Every legal series of actions as a token, with its outcome.
    fn series(&self) -> Vec<(String, Result)> {
        let mut all = Vec::new();
        let mut token = Vec::new();
        self.extend(&mut token, 0, 0, &mut all);
        if all.is_empty() {
            all.push(("pass".to_owned(), (self.board, false, "none")));
        }
        all
    }

    fn extend(
        &self,
        token: &mut Vec<String>,
        steps: usize,
        passes: usize,
        all: &mut Vec<(String, Result)>,
    ) {
        let win = if self.white { "p1win" } else { "p2win" };
        let scored = self.scored();
        if !token.is_empty() {
            let result = if scored { win } else { "none" };
            all.push((token.join(","), (self.board, false, result)));
        }
        if scored {
            return;
        }
        if self.may_claim() {
            token.push("antijeu".to_owned());
            all.push((token.join(","), (self.board, true, win)));
            token.pop();
        }
        for from in squares().filter(|&s| self.mine(s)) {
            for to in squares() {
                if let Some((next, passed)) = self.act(from, to, steps, passes) {
                    token.push(format!("{}{}", name(from), name(to)));
                    let passed = usize::from(passed);
                    next.extend(token, steps + 1 - passed, passes + passed, all);
                    token.pop();
                }
            }
        }
    }

    /// The FEN after a move with this outcome.
    fn fen_after(&self, &(board, claimed, _): &Result) -> String {
        let white = self.white;
        Game { board, white }.fen(claimed)
    }

    /// The canonical token of every distinct result.
    fn moves(&self) -> BTreeMap<Result, String> {
        let mut best: BTreeMap<Result, String> = BTreeMap::new();
        for (token, result) in self.series() {
            let entry = best.entry(result).or_insert_with(|| token.clone());
            if (token.len(), &token) < (entry.len(), entry) {
                *entry = token;
            }
        }
        best
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..7).flat_map(|file| (0..7).map(move |rank| (file, rank)))
}

fn beside((file, rank): Square) -> impl Iterator<Item = Square> {
    squares().filter(move |&(f, r)| f.abs_diff(file) + r.abs_diff(rank) == 1)
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Compares the two generators on one position: tokens, FENs after them and results.
fn compare(fen: &str) -> Position {
    let position = Position::from_fen(Variant::Standard, fen).expect("a legal FEN");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut fast: Vec<(String, String, String)> = moves
        .iter()
        .map(|&m| {
            let mut after = position;
            after.play(m);
            let result = after.outcome().map_or("none".to_owned(), |o| o.to_string());
            (position.token(m), after.fen(), result)
        })
        .collect();
    fast.sort();
    let game = Game::read(fen);
    let slow = game.moves().into_iter();
    let mut slow: Vec<(String, String, String)> = slow
        .map(|(result, token)| (token, game.fen_after(&result), result.2.to_owned()))
        .collect();
    slow.sort();
    assert_eq!(fast, slow, "{fen}");
    position
}

/// A board with random supports on few squares, so that blocks, lines and contacts are frequent.
fn odd_fen(source: &mut SplitMix) -> String {
    loop {
        let mut game = Game {
            board: [['.'; 7]; 7],
            white: source.below(2) == 0,
        };
        let line = source.below(2) == 0;
        let mut rank = source.below(7);
        let mut black = Vec::new();
        for file in 0..7 {
            if line {
                black.push((file, rank));
                rank = (rank + source.below(3)).clamp(1, 7) - 1;
            }
        }
        let room = 3 + source.below(5);
        let mut free: Vec<Square> = squares()
            .filter(|s| !black.contains(s) && (s.0 < room || line))
            .collect();
        if line {
            // The other side stays near the line.
            free.retain(|&(f, r)| r.abs_diff(black[f].1) <= 2);
        }
        let draw = |free: &mut Vec<Square>, source: &mut SplitMix| {
            let index = source.below(free.len());
            free.swap_remove(index)
        };
        if free.len() + black.len() < 14 {
            continue;
        }
        while black.len() < 7 {
            black.push(draw(&mut free, source));
        }
        let white: Vec<Square> = (0..7).map(|_| draw(&mut free, source)).collect();
        for (men, piece) in [(&white, 'w'), (&black, 'b')] {
            for &(file, rank) in men {
                game.board[rank][file] = piece;
            }
            let (file, rank) = men[source.below(7)];
            game.board[rank][file] = piece.to_ascii_uppercase();
        }
        // `fen` writes the other side as the side to move.
        let fen = game.fen(false);
        game.white = !game.white;
        let mut last = game.clone();
        last.white = !last.white;
        if !game.scored() && !last.scored() {
            return fen;
        }
    }
}

#[test]
fn moves_of_random_games_agree_with_the_reference() {
    for seed in 0..4 {
        let variant = [Variant::Standard, Variant::Behind][seed % 2];
        let mut source = SplitMix(seed as u64);
        let mut position = Position::start(variant);
        for _ in 0..25 {
            if position.outcome().is_some() {
                break;
            }
            compare(&position.fen());
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            position.play(moves[source.below(moves.len())]);
        }
    }
}

#[test]
fn moves_on_unusual_boards_agree_with_the_reference() {
    let mut source = SplitMix(7);
    let mut claims = 0;
    for _ in 0..100 {
        let position = compare(&odd_fen(&mut source));
        let null_claim = position.parse_move("antijeu");
        claims += usize::from(null_claim.is_ok());
    }
    assert!(claims > 1, "boards with a claim: {claims}");
}

#[test]
fn every_legal_series_is_parsed_as_the_move_with_its_outcome() {
    let mut source = SplitMix(11);
    for _ in 0..25 {
        let fen = odd_fen(&mut source);
        let position = Position::from_fen(Variant::Standard, &fen).expect("a legal FEN");
        let game = Game::read(&fen);
        for (token, result) in game.series() {
            let turn = position.parse_move(&token);
            let turn = turn.unwrap_or_else(|error| panic!("{fen} {token}: {error}"));
            let mut next = position;
            next.play(turn);
            assert_eq!(next.fen(), game.fen_after(&result), "{fen} {token}");
        }
    }
}

#[test]
fn wrong_series_are_refused() {
    let mut source = SplitMix(13);
    for _ in 0..30 {
        let fen = odd_fen(&mut source);
        let position = Position::from_fen(Variant::Standard, &fen).expect("a legal FEN");
        let legal: Vec<String> = Game::read(&fen).series().into_iter().map(|s| s.0).collect();
        for token in legal.iter().step_by(1 + legal.len() / 50) {
            let square = name((source.below(7), source.below(7)));
            let other = name((source.below(7), source.below(7)));
            let altered = match source.below(3) {
                0 => format!("{token},{square}{other}"),
                1 => format!("{square}{other},{token}"),
                _ => token.replacen(&token[..2], &square, 1),
            };
            let accepted = position.parse_move(&altered).is_ok();
            assert_eq!(accepted, legal.contains(&altered), "{fen} {altered}");
        }
    }
}
