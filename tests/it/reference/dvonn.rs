//! A reference implementation of DVONN from its rules: from a FEN to all tokens with the FENs after them.
//!
//! Cells are pairs of column and row, the board is a map, contact is found cell by cell. It shares only the
//! rules document with the engine.

use std::collections::{BTreeMap, BTreeSet};

use ringstack_engine::board::keys::{SplitMix, mix};
use ringstack_engine::games::dvonn::{Position, Variant};
use ringstack_engine::rules::{Fen, Notation, Rules};

type Cell = (i32, i32);

const STEPS: [Cell; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

#[derive(Clone, Copy, PartialEq, Eq)]
struct Stack {
    top: char,
    height: i32,
    dvonn: bool,
}

#[derive(Clone)]
struct Game {
    board: BTreeMap<Cell, Stack>,
    side: char,
    placing: bool,
}

fn exists((column, row): Cell) -> bool {
    (1..=5).contains(&row) && (1..=11).contains(&column) && (-2..=8).contains(&(column - row))
}

fn row_cells(row: i32) -> Vec<Cell> {
    let columns = (1..=11).map(|column| (column, row));
    columns.filter(|&cell| exists(cell)).collect()
}

fn all_cells() -> Vec<Cell> {
    (1..=5).flat_map(row_cells).collect()
}

fn name((column, row): Cell) -> String {
    let letter = "abcdefghijk".chars().nth(column as usize - 1);
    format!("{}{row}", letter.expect("a column of the board"))
}

fn shifted((column, row): Cell, (dc, dr): Cell, times: i32) -> Cell {
    (column + dc * times, row + dr * times)
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

impl Game {
    fn read(fen: &str) -> Game {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = BTreeMap::new();
        for (line, row) in fields[0].split('/').zip([5, 4, 3, 2, 1]) {
            let mut cells = row_cells(row).into_iter();
            for item in line.split(',') {
                let digits: String = item.chars().filter(char::is_ascii_digit).collect();
                let number: i32 = digits.parse().unwrap_or(1);
                let top = item.chars().next().expect("an item");
                if top == 'x' {
                    cells.nth(number as usize - 1);
                    continue;
                }
                let stack = Stack {
                    top,
                    height: number,
                    dvonn: top == 'r' || item.ends_with('*'),
                };
                board.insert(cells.next().expect("a cell"), stack);
            }
        }
        Game {
            board,
            side: fields[1].chars().next().expect("a side"),
            placing: fields[2] == "place",
        }
    }

    fn write(&self) -> String {
        let item = |stack: &Stack| {
            let height = match stack.height {
                1 => String::new(),
                n => n.to_string(),
            };
            let star = if stack.dvonn && stack.top != 'r' {
                "*"
            } else {
                ""
            };
            format!("{}{height}{star}", stack.top)
        };
        let line = |row| {
            let items: Vec<String> = row_cells(row)
                .iter()
                .map(|cell| self.board.get(cell).map_or("x".to_owned(), item))
                .collect();
            let mut text = items.join(",");
            // Runs of empty cells, the longest first.
            for run in (2..=11).rev() {
                let long = vec!["x"; run].join(",");
                text = text.replace(&long, &format!("x{run}"));
            }
            text
        };
        let lines: Vec<String> = [5, 4, 3, 2, 1].into_iter().map(line).collect();
        let phase = if self.placing { "place" } else { "move" };
        format!("{} {} {phase}", lines.join("/"), self.side)
    }

    fn moves_of(&self, side: char) -> Vec<(Cell, Cell)> {
        let mut moves = Vec::new();
        for (&from, stack) in self.board.iter().filter(|(_, stack)| stack.top == side) {
            let next = STEPS.map(|step| shifted(from, step, 1));
            if next.iter().all(|cell| self.board.contains_key(cell)) {
                continue;
            }
            for step in STEPS {
                let to = shifted(from, step, stack.height);
                if self.board.contains_key(&to) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn place(&self, cell: Cell) -> Game {
        let mut next = self.clone();
        let dvonn = self.board.len() < 3;
        let stack = Stack {
            top: if dvonn { 'r' } else { self.side },
            height: 1,
            dvonn,
        };
        next.board.insert(cell, stack);
        next.placing = next.board.len() < 49;
        next.side = if next.placing { other(self.side) } else { 'w' };
        next
    }

    fn stack(&self, from: Cell, to: Cell) -> Game {
        let mut next = self.clone();
        let upper = next.board.remove(&from).expect("a stack");
        let lower = next.board.remove(&to).expect("a stack");
        let joined = Stack {
            top: self.side,
            height: upper.height + lower.height,
            dvonn: upper.dvonn || lower.dvonn,
        };
        next.board.insert(to, joined);
        let mut contact: BTreeSet<Cell> = BTreeSet::new();
        loop {
            let before = contact.len();
            for (&cell, stack) in &next.board {
                let near = STEPS.map(|step| shifted(cell, step, 1));
                if stack.dvonn || near.iter().any(|cell| contact.contains(cell)) {
                    contact.insert(cell);
                }
            }
            if contact.len() == before {
                break;
            }
        }
        next.board.retain(|cell, _| contact.contains(cell));
        next.side = other(self.side);
        next
    }

    /// Every token with the game after it.
    fn moves(&self) -> BTreeMap<String, Game> {
        if self.placing {
            let empty = all_cells().into_iter();
            let empty = empty.filter(|cell| !self.board.contains_key(cell));
            return empty.map(|cell| (name(cell), self.place(cell))).collect();
        }
        let moves = self.moves_of(self.side).into_iter();
        let turns: BTreeMap<String, Game> = moves
            .map(|(from, to)| (name(from) + &name(to), self.stack(from, to)))
            .collect();
        if turns.is_empty() && !self.moves_of(other(self.side)).is_empty() {
            let mut next = self.clone();
            next.side = other(self.side);
            return BTreeMap::from([("pass".to_owned(), next)]);
        }
        turns
    }

    fn result(&self) -> &'static str {
        if !self.moves().is_empty() {
            return "none";
        }
        let count = |side| -> i32 {
            let own = self.board.values().filter(|stack| stack.top == side);
            own.map(|stack| stack.height).sum()
        };
        match count('w') - count('b') {
            0 => "draw",
            1.. => "p1win",
            _ => "p2win",
        }
    }
}

fn read(fen: &str) -> Position {
    Position::from_fen(Variant::Standard, fen).unwrap_or_else(|e| panic!("'{fen}': {e}"))
}

/// Compares tokens, the positions after them and the result; returns a random next position.
fn compare(position: &Position, source: &mut SplitMix) -> Option<Position> {
    let fen = position.fen();
    let slow = Game::read(&fen);
    assert_eq!(slow.write(), fen);
    let outcome = position.outcome();
    let shown = outcome.map_or("none".to_owned(), |o| o.to_string());
    assert_eq!(shown, slow.result(), "{fen}");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let fast: BTreeMap<String, String> = moves
        .iter()
        .map(|&m| {
            let mut next = *position;
            next.play(m);
            assert_eq!(read(&next.fen()).key(), next.key(), "{fen}");
            (position.token(m), next.fen())
        })
        .collect();
    let turns = slow.moves().into_iter();
    let expected: BTreeMap<String, String> = turns.map(|(t, next)| (t, next.write())).collect();
    assert_eq!(fast, expected, "{fen}");
    if moves.is_empty() {
        return None;
    }
    let mut next = *position;
    next.play(moves[source.below(moves.len())]);
    Some(next)
}

#[test]
fn random_games_agree_with_the_reference() {
    for game in 0..15 {
        let mut source = SplitMix(mix(game));
        let mut position = Position::start(Variant::Standard);
        while let Some(next) = compare(&position, &mut source) {
            position = next;
        }
    }
}

/// A board of the second phase that may be unreachable: high stacks, much or little contact.
fn odd_fen(source: &mut SplitMix) -> String {
    let density = 1 + source.below(9);
    let tallest = 1 + source.below(12);
    let mut board = BTreeMap::new();
    let mut left = 49 - 3;
    for cell in all_cells() {
        let height = 1 + (source.below(tallest) * source.below(10) / 9) as i32;
        if source.below(10) >= density || height > left {
            continue;
        }
        left -= height;
        let top = if source.below(2) == 0 { 'w' } else { 'b' };
        let dvonn = false;
        board.insert(cell, Stack { top, height, dvonn });
    }
    let cells = all_cells();
    for _ in 0..3 {
        let cell = cells[source.below(cells.len())];
        match board.get_mut(&cell) {
            Some(stack) if stack.top == 'r' => {}
            Some(stack) => {
                stack.height += 1;
                stack.dvonn = true;
            }
            None => {
                let (top, height, dvonn) = ('r', 1, true);
                board.insert(cell, Stack { top, height, dvonn });
            }
        }
    }
    let side = if source.below(2) == 0 { 'w' } else { 'b' };
    let placing = false;
    let game = Game {
        board,
        side,
        placing,
    };
    game.write()
}

#[test]
fn unusual_boards_agree_with_the_reference() {
    let mut source = SplitMix(7);
    let mut seen = 0;
    for _ in 0..1000 {
        // Boards with stacks out of contact or with too many pieces are not valid positions.
        if let Ok(position) = Position::from_fen(Variant::Standard, &odd_fen(&mut source)) {
            seen += 1;
            let mut next = Some(position);
            for _ in 0..3 {
                next = next.and_then(|position| compare(&position, &mut source));
            }
        }
    }
    assert!(seen > 80, "only {seen} boards were valid");
}
