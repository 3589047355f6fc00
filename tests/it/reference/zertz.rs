//! A reference implementation of ZÈRTZ from its rules: from a FEN to all moves with the FENs after them.
//!
//! Cells are points of the plane by the formula of the rules document, boards are maps, groups are found by
//! flood fill. It shares only the rules document with the engine.

use std::collections::{BTreeMap, BTreeSet};

/// Column from 0 and height above the foot of the lowest column.
type Cell = (i32, i32);

/// The six directions around a cell, in order.
const AROUND: [(i32, i32); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// `None` is a vacant ring; a cell without a ring is not in the map.
type Board = BTreeMap<Cell, Option<char>>;

type Counts = BTreeMap<char, u32>;

#[derive(Clone, Debug)]
struct Game {
    columns: Vec<i32>,
    lowest: i32,
    blitz: bool,
    board: Board,
    reserve: Counts,
    captured: [Counts; 2],
    side: usize,
}

fn add(cell: Cell, step: (i32, i32)) -> Cell {
    (cell.0 + step.0, cell.1 + step.1)
}

fn counts(text: &str) -> Counts {
    let numbers = text.split(',').map(|n| n.parse().expect("a count"));
    "wgb".chars().zip(numbers).collect()
}

impl Game {
    fn read(variant: &str, fen: &str) -> Game {
        let columns: &[i32] = match variant {
            "zertz" | "zertz-blitz" => &[4, 5, 6, 7, 6, 5, 4],
            "zertz-40" => &[4, 5, 6, 7, 6, 5, 4, 3],
            "zertz-43" => &[5, 6, 7, 7, 6, 5, 4, 3],
            "zertz-44" => &[4, 5, 6, 7, 7, 6, 5, 4],
            "zertz-48" => &[5, 6, 7, 8, 7, 6, 5, 4],
            _ => &[5, 6, 7, 8, 9, 8, 7, 6, 5],
        };
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut game = Game {
            columns: columns.to_vec(),
            lowest: if columns.len() == 9 { 4 } else { 3 },
            blitz: variant == "zertz-blitz",
            board: Board::new(),
            reserve: counts(fields[1]),
            captured: [counts(fields[2]), counts(fields[3])],
            side: fields[4].parse::<usize>().expect("a side") - 1,
        };
        for (column, text) in fields[0].split('/').enumerate() {
            let mut number = 1;
            for symbol in text.chars() {
                let run = symbol.to_digit(10).unwrap_or(1) as i32;
                for _ in 0..run {
                    let cell = game.cell(column as i32, number);
                    if symbol.is_ascii_digit() {
                        game.board.insert(cell, None);
                    } else if symbol != '-' {
                        game.board.insert(cell, Some(symbol));
                    }
                    number += 1;
                }
            }
        }
        game
    }

    fn cell(&self, column: i32, number: i32) -> Cell {
        (column, 2 * number + (column - self.lowest).abs())
    }

    fn name(&self, cell: Cell) -> String {
        let number = (cell.1 - (cell.0 - self.lowest).abs()) / 2;
        format!("{}{number}", char::from(b'a' + cell.0 as u8))
    }

    fn write(&self) -> String {
        let mut columns = Vec::new();
        for (column, &length) in self.columns.iter().enumerate() {
            let mut text = String::new();
            let mut run = 0;
            for number in 1..=length {
                let content = self.board.get(&self.cell(column as i32, number));
                if content == Some(&None) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(content.copied().flatten().unwrap_or('-'));
            }
            if run > 0 {
                text += &run.to_string();
            }
            columns.push(text);
        }
        let list = |c: &Counts| format!("{},{},{}", c[&'w'], c[&'g'], c[&'b']);
        format!(
            "{} {} {} {} {}",
            columns.join("/"),
            list(&self.reserve),
            list(&self.captured[0]),
            list(&self.captured[1]),
            self.side + 1
        )
    }

    fn vacant(&self) -> Vec<Cell> {
        let rings = self.board.iter();
        rings
            .filter(|(_, c)| c.is_none())
            .map(|(&cell, _)| cell)
            .collect()
    }

    fn has_set(&self, player: usize) -> bool {
        let held = |colour| self.captured[player][&colour];
        let (w, g, b) = (held('w'), held('g'), held('b'));
        let less = u32::from(self.blitz);
        w.min(g).min(b) >= 3 - less || w >= 4 - less || g >= 5 - less || b >= 6 - less
    }

    fn is_empty(counts: &Counts) -> bool {
        counts.values().all(|&n| n == 0)
    }

    fn result(&self) -> &'static str {
        let last = 1 - self.side;
        if self.has_set(last) || self.vacant().is_empty() {
            return ["p1win", "p2win"][last];
        }
        let nothing = Self::is_empty(&self.reserve) && self.captured.iter().all(Self::is_empty);
        if nothing && self.chains().is_empty() {
            return "draw";
        }
        "none"
    }

    /// All complete capture chains with the games after them, before the side changes.
    fn chains(&self) -> Vec<(String, Game)> {
        let mut found = Vec::new();
        for (&cell, content) in &self.board {
            if content.is_some() {
                self.jump_on(cell, self.name(cell), &mut found);
            }
        }
        found
    }

    /// Lets the marble on `at` jump until it cannot; adds nothing if it cannot jump.
    fn jump_on(&self, at: Cell, token: String, found: &mut Vec<(String, Game)>) {
        for step in AROUND {
            let (over, to) = (add(at, step), add(add(at, step), step));
            let Some(Some(taken)) = self.board.get(&over).copied() else {
                continue;
            };
            if self.board.get(&to) != Some(&None) {
                continue;
            }
            let mut next = self.clone();
            let marble = next.board.insert(at, None).flatten();
            next.board.insert(over, None);
            next.board.insert(to, marble);
            *next.captured[self.side].get_mut(&taken).expect("a colour") += 1;
            let longer = format!("{token}x{}", self.name(to));
            let before = found.len();
            next.jump_on(to, longer.clone(), found);
            if found.len() == before {
                found.push((longer, next));
            }
        }
    }

    fn is_free(&self, cell: Cell) -> bool {
        let gone = |i: usize| !self.board.contains_key(&add(cell, AROUND[i % 6]));
        self.board.get(&cell) == Some(&None) && (0..6).any(|i| gone(i) && gone(i + 1))
    }

    fn group(&self, start: Cell) -> BTreeSet<Cell> {
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for next in AROUND.map(|step| add(cell, step)) {
                if self.board.contains_key(&next) && group.insert(next) {
                    open.push(next);
                }
            }
        }
        group
    }

    fn is_full(&self, group: &BTreeSet<Cell>) -> bool {
        group.iter().all(|cell| self.board[cell].is_some())
    }

    fn placements(&self) -> Vec<(String, Game)> {
        let own = Self::is_empty(&self.reserve);
        let mut found = Vec::new();
        for colour in "wgb".chars() {
            let stock = if own {
                &self.captured[self.side]
            } else {
                &self.reserve
            };
            if stock[&colour] == 0 {
                continue;
            }
            for cell in self.vacant() {
                let mut placed = self.clone();
                let stock = if own {
                    &mut placed.captured[self.side]
                } else {
                    &mut placed.reserve
                };
                *stock.get_mut(&colour).expect("a colour") -= 1;
                placed.board.insert(cell, Some(colour));
                let token = format!("{colour}{}", self.name(cell));
                let free: Vec<Cell> = placed
                    .vacant()
                    .into_iter()
                    .filter(|&ring| placed.is_free(ring))
                    .collect();
                if free.is_empty() {
                    placed.claims(&[cell], &token, &mut found);
                }
                for ring in free {
                    let mut removed = placed.clone();
                    removed.board.remove(&ring);
                    let token = format!("{token},{}", self.name(ring));
                    let mut seeds = vec![cell];
                    seeds.extend(AROUND.map(|step| add(ring, step)));
                    removed.claims(&seeds, &token, &mut found);
                }
            }
        }
        found
    }

    /// The move with every choice of claims among the groups of `seeds`.
    fn claims(&self, seeds: &[Cell], token: &str, found: &mut Vec<(String, Game)>) {
        let mut groups = BTreeSet::new();
        if !self.vacant().is_empty() {
            for seed in seeds.iter().filter(|seed| self.board.contains_key(seed)) {
                let group = self.group(*seed);
                if self.is_full(&group) {
                    groups.insert(group);
                }
            }
        }
        let groups: Vec<_> = groups.into_iter().collect();
        for choice in 0..1 << groups.len() {
            let mut game = self.clone();
            let mut names = Vec::new();
            for (_, group) in groups
                .iter()
                .enumerate()
                .filter(|(i, _)| choice >> i & 1 != 0)
            {
                names.extend(group.iter().map(|&cell| self.name(cell)).min());
                for cell in group {
                    let marble = game.board.remove(cell).flatten().expect("a full group");
                    *game.captured[self.side].get_mut(&marble).expect("a colour") += 1;
                }
            }
            names.sort();
            let claim = if names.is_empty() { "" } else { ",x" };
            found.push((format!("{token}{claim}{}", names.concat()), game));
        }
    }

    fn moves(&self) -> Vec<(String, Game)> {
        if self.result() != "none" {
            return Vec::new();
        }
        let mut turns = self.chains();
        if turns.is_empty() {
            turns = self.placements();
        }
        if turns.is_empty() {
            turns.push(("pass".to_owned(), self.clone()));
        }
        for (_, game) in &mut turns {
            game.side = 1 - game.side;
        }
        turns
    }
}

/// All moves of a position: token and the FEN after it.
pub fn moves(variant: &str, fen: &str) -> Vec<(String, String)> {
    let turns = Game::read(variant, fen).moves();
    let written = turns
        .into_iter()
        .map(|(token, after)| (token, after.write()));
    written.collect()
}

/// The result of a position in protocol words, without repetition.
pub fn result(variant: &str, fen: &str) -> &'static str {
    Game::read(variant, fen).result()
}

mod tests {
    use std::collections::BTreeSet;

    use ringstack_engine::board::keys::SplitMix;
    use ringstack_engine::games::zertz::{Position, Variant};
    use ringstack_engine::rules::{Fen, Notation, Outcome, RuleSet, Rules};

    use super::Game;

    fn result(outcome: Option<Outcome>) -> String {
        outcome.map_or("none".to_owned(), |outcome| outcome.to_string())
    }

    /// Compares tokens, FENs after them and results with the reference.
    fn compare(position: &Position) {
        let fen = position.fen();
        let game = Game::read(position.variant().id(), &fen);
        assert_eq!(game.write(), fen);
        assert_eq!(result(position.outcome()), game.result(), "{fen}");
        let slow: BTreeSet<(String, String)> = game
            .moves()
            .into_iter()
            .map(|(token, after)| (token, after.write()))
            .collect();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let fast: BTreeSet<(String, String)> = moves
            .iter()
            .map(|&m| {
                let mut after = *position;
                after.play(m);
                (position.token(m), after.fen())
            })
            .collect();
        assert_eq!(moves.len(), fast.len(), "{fen}: a token twice");
        assert!(
            fast == slow,
            "{fen}: {:?}",
            fast.symmetric_difference(&slow).next()
        );
    }

    #[test]
    fn random_games_on_every_board_agree_with_the_reference() {
        for &variant in Variant::ALL {
            for seed in 0..2 {
                let mut source = SplitMix(seed * 31 + variant as u64);
                let mut position = Position::start(variant);
                for ply in 0..90 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    if ply % 5 == seed as usize % 5 || moves.len() < 300 {
                        compare(&position);
                    }
                    if moves.is_empty() {
                        break;
                    }
                    position.play(moves[source.below(moves.len())]);
                }
            }
        }
    }

    /// Boards that are rare in play: few rings in any pattern, many marbles.
    #[test]
    fn unusual_boards_agree_with_the_reference() {
        let mut compared = 0;
        for seed in 0..1000u64 {
            let mut source = SplitMix(seed);
            let variant = Variant::ALL[source.below(7)];
            if let Ok(position) = Position::from_fen(variant, &odd_fen(variant, &mut source)) {
                compare(&position);
                compared += 1;
            }
        }
        assert!(compared > 400, "only {compared} boards were valid");
    }

    fn odd_fen(variant: Variant, source: &mut SplitMix) -> String {
        let start = Position::start(variant).fen();
        let mut left = if variant == Variant::Blitz {
            [5, 7, 9]
        } else {
            [6, 8, 10]
        };
        let density = source.below(4);
        let gone = 2 + source.below(4);
        let mut columns = Vec::new();
        for digit in start.split(' ').next().expect("a board").split('/') {
            let (mut text, mut run) = (String::new(), 0);
            for _ in 0..digit.parse::<usize>().expect("a whole column") {
                let colour = source.below(3);
                let symbol = match source.below(8) {
                    n if n < gone => '-',
                    n if n < gone + density && left[colour] > 0 => {
                        left[colour] -= 1;
                        ['w', 'g', 'b'][colour]
                    }
                    _ => {
                        run += 1;
                        continue;
                    }
                };
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(symbol);
            }
            if run > 0 {
                text += &run.to_string();
            }
            columns.push(text);
        }
        let mut shares = [[0; 3]; 3];
        // The reserve is often empty, and sometimes one player has no marbles either.
        let first = source.below(3);
        for colour in 0..3 {
            for _ in 0..left[colour] {
                shares[first + source.below(3 - first)][colour] += 1;
            }
        }
        let [reserve, one, two] = shares.map(|[w, g, b]| format!("{w},{g},{b}"));
        format!(
            "{} {reserve} {one} {two} {}",
            columns.join("/"),
            1 + source.below(2)
        )
    }
}
