//! A reference implementation of GIPF from its rules: from a FEN to all moves with the FENs after them.
//!
//! Points are their names, lines are written out, and removals are found by trying every sequence of rows
//! and choices. It shares only the rules document with the engine.

use std::collections::{BTreeMap, BTreeSet};

/// The lines, each from a dot to a dot.
const LINES: [&str; 21] = [
    "b1 b2 b3 b4 b5 b6",
    "c1 c2 c3 c4 c5 c6 c7",
    "d1 d2 d3 d4 d5 d6 d7 d8",
    "e1 e2 e3 e4 e5 e6 e7 e8 e9",
    "f1 f2 f3 f4 f5 f6 f7 f8",
    "g1 g2 g3 g4 g5 g6 g7",
    "h1 h2 h3 h4 h5 h6",
    "a4 b5 c6 d7 e8 f8",
    "a3 b4 c5 d6 e7 f7 g7",
    "a2 b3 c4 d5 e6 f6 g6 h6",
    "a1 b2 c3 d4 e5 f5 g5 h5 i5",
    "b1 c2 d3 e4 f4 g4 h4 i4",
    "c1 d2 e3 f3 g3 h3 i3",
    "d1 e2 f2 g2 h2 i2",
    "a2 b2 c2 d2 e2 f1",
    "a3 b3 c3 d3 e3 f2 g1",
    "a4 b4 c4 d4 e4 f3 g2 h1",
    "a5 b5 c5 d5 e5 f4 g3 h2 i1",
    "b6 c6 d6 e6 f5 g4 h3 i2",
    "c7 d7 e7 f6 g5 h4 i3",
    "d8 e8 f7 g6 h5 i4",
];

type Point = &'static str;

/// A piece as it is written: `w`, `B`, `w^`, `b~`.
type Piece = String;

/// A complete move: its token and the FEN after it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    pub token: String,
    pub fen: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Hand {
    pieces: usize,
    gipf_right: bool,
    potentials: usize,
}

#[derive(Clone, Debug)]
struct Game {
    with_gipf: bool,
    board: BTreeMap<Point, Piece>,
    hands: BTreeMap<char, Hand>,
    side: char,
}

fn points_of(line: &'static str) -> Vec<Point> {
    let all: Vec<Point> = line.split(' ').collect();
    all[1..all.len() - 1].to_vec()
}

fn colour(piece: &str) -> char {
    if piece.to_lowercase().starts_with('w') {
        'w'
    } else {
        'b'
    }
}

fn is_gipf(piece: &str) -> bool {
    piece == "W" || piece == "B"
}

fn is_charged(piece: &str) -> bool {
    piece.ends_with('^')
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

impl Game {
    fn read(variant: &str, fen: &str) -> Game {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = BTreeMap::new();
        for (line, column) in LINES.iter().zip(fields[0].split('/')) {
            let mut points = points_of(line).into_iter();
            let mut letters = column.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(gap) = letter.to_digit(10) {
                    points.nth(gap as usize - 1);
                } else {
                    let mut piece = letter.to_string();
                    piece.extend(letters.next_if(|&mark| mark == '^' || mark == '~'));
                    board.insert(points.next().expect("a point for each piece"), piece);
                }
            }
        }
        let hand = |text: &str| {
            let (rest, potentials) = text.split_once('Z').unwrap_or((text, "0"));
            Hand {
                pieces: rest.trim_end_matches('G').parse().expect("a number"),
                gipf_right: rest.ends_with('G'),
                potentials: potentials.parse().expect("a number"),
            }
        };
        Game {
            with_gipf: variant != "gipf-basic",
            board,
            hands: BTreeMap::from([('w', hand(fields[1])), ('b', hand(fields[2]))]),
            side: fields[3].chars().next().expect("a side"),
        }
    }

    fn write(&self) -> String {
        let mut columns = Vec::new();
        for line in &LINES[..7] {
            let mut text = String::new();
            for point in points_of(line) {
                text.push_str(self.board.get(point).map_or("1", String::as_str));
            }
            for length in (2..=7).rev() {
                text = text.replace(&"1".repeat(length), &length.to_string());
            }
            columns.push(text);
        }
        let hand = |side| {
            let hand = &self.hands[&side];
            let mut text = hand.pieces.to_string();
            if hand.gipf_right {
                text.push('G');
            }
            if hand.potentials > 0 {
                text.push_str(&format!("Z{}", hand.potentials));
            }
            text
        };
        format!(
            "{} {} {} {}",
            columns.join("/"),
            hand('w'),
            hand('b'),
            self.side
        )
    }

    /// The rows of the player to move: all points of each, and whether it is forced.
    fn rows(&self) -> Vec<(Vec<Point>, bool)> {
        let mut rows = Vec::new();
        for line in LINES {
            let points = points_of(line);
            // Stretches without a gap.
            for row in points.split(|point| !self.board.contains_key(point)) {
                let runs: Vec<&[Point]> = row
                    .split(|point| colour(&self.board[point]) != self.side)
                    .filter(|run| run.len() >= 4)
                    .collect();
                let Some(run) = runs.first() else {
                    continue;
                };
                let basic = |point: &Point| {
                    let piece = &self.board[point];
                    !is_gipf(piece) && !is_charged(piece)
                };
                let charged = |point: &Point| is_charged(&self.board[point]);
                let forced = row.iter().any(basic) || run.iter().any(charged);
                rows.push((row.to_vec(), forced));
            }
        }
        rows
    }

    /// The game after removing these points, all taken by the player to move.
    fn without(&self, removed: &BTreeSet<Point>) -> Game {
        let mut game = self.clone();
        for point in removed {
            let piece = game.board.remove(point).expect("a piece to remove");
            if colour(&piece) == self.side {
                let hand = game.hands.get_mut(&self.side).expect("a hand");
                hand.pieces += match piece.as_str() {
                    "W" | "B" => 2,
                    "w~" | "b~" => 0,
                    _ => 1,
                };
            }
            if is_gipf(&piece) && !game.board.values().any(|p| *p == piece) {
                let hand = game.hands.get_mut(&colour(&piece)).expect("a hand");
                hand.gipf_right = false;
            }
        }
        game
    }

    /// Every set of points that the player to move may clear.
    fn removals(&self) -> BTreeSet<BTreeSet<Point>> {
        let mut complete = BTreeSet::new();
        let mut seen = BTreeSet::new();
        self.remove_on(&BTreeSet::new(), &mut seen, &mut complete);
        complete
    }

    fn remove_on(
        &self,
        gone: &BTreeSet<Point>,
        seen: &mut BTreeSet<BTreeSet<Point>>,
        complete: &mut BTreeSet<BTreeSet<Point>>,
    ) {
        if !seen.insert(gone.clone()) {
            return;
        }
        let now = self.without(gone);
        let rows = now.rows();
        if rows.iter().all(|(_, forced)| !forced) {
            complete.insert(gone.clone());
        }
        for (row, _) in rows {
            let mut choices = vec![BTreeSet::new()];
            for point in row {
                let piece = &self.board[point];
                let mut with = choices.clone();
                with.iter_mut().for_each(|set| _ = set.insert(point));
                if is_gipf(piece) || is_charged(piece) {
                    choices.extend(with);
                } else {
                    choices = with;
                }
            }
            for choice in choices.into_iter().filter(|choice| !choice.is_empty()) {
                let next = gone.union(&choice).copied().collect();
                self.remove_on(&next, seen, complete);
            }
        }
    }

    fn has_gipf(&self, side: char) -> bool {
        let gipf = side.to_ascii_uppercase().to_string();
        self.board.values().any(|piece| *piece == gipf)
    }

    /// The winner by GIPF pieces when `remover` has just removed.
    fn winner_by_gipf(&self, remover: char) -> Option<char> {
        let without =
            |side| self.with_gipf && !self.has_gipf(side) && !self.hands[&side].gipf_right;
        if without(other(remover)) {
            Some(remover)
        } else if without(remover) {
            Some(other(remover))
        } else {
            None
        }
    }

    /// All actions with their text and the game after them.
    fn actions(&self) -> Vec<(String, Game)> {
        let mut actions = Vec::new();
        let hand = &self.hands[&self.side];
        let first_turn = hand.gipf_right && !self.has_gipf(self.side);
        for line in LINES {
            let forth: Vec<Point> = line.split(' ').collect();
            let back: Vec<Point> = forth.iter().rev().copied().collect();
            for way in [forth, back] {
                let points = &way[1..way.len() - 1];
                let Some(gap) = points.iter().position(|p| !self.board.contains_key(p)) else {
                    continue;
                };
                let mut kinds = Vec::new();
                if hand.pieces >= 1 && !first_turn {
                    kinds.push("");
                }
                if hand.pieces >= 2 && hand.gipf_right {
                    kinds.push("G");
                }
                if hand.pieces >= 1 && hand.potentials >= 1 && !first_turn {
                    kinds.push("Z");
                }
                for kind in kinds {
                    let mut game = self.clone();
                    for i in (0..gap).rev() {
                        let piece = game.board.remove(points[i]).expect("a piece to push");
                        game.board.insert(points[i + 1], piece);
                    }
                    let hand = game.hands.get_mut(&self.side).expect("a hand");
                    let letter = self.side.to_string();
                    let piece = match kind {
                        "G" => {
                            hand.pieces -= 2;
                            letter.to_uppercase()
                        }
                        "Z" => {
                            hand.pieces -= 1;
                            hand.potentials -= 1;
                            hand.gipf_right = false;
                            letter + "^"
                        }
                        _ => {
                            hand.pieces -= 1;
                            hand.potentials = 0;
                            hand.gipf_right = false;
                            letter
                        }
                    };
                    game.board.insert(points[0], piece);
                    actions.push((format!("{kind}{}-{}", way[0], points[0]), game));
                }
                self.jumps_along(points, &mut actions);
            }
        }
        actions
    }

    /// Jumps of the mover's charged pieces towards the end of `points`.
    fn jumps_along(&self, points: &[Point], actions: &mut Vec<(String, Game)>) {
        for (i, from) in points.iter().enumerate() {
            if self.board.get(from) != Some(&format!("{}^", self.side)) {
                continue;
            }
            let Some(to) = (i + 1..points.len()).find(|&j| !self.board.contains_key(points[j]))
            else {
                continue;
            };
            if to > i + 1 {
                let mut game = self.clone();
                game.board.insert(from, self.side.to_string());
                game.board.insert(points[to], format!("{}~", self.side));
                actions.push((format!("{from}^{}", points[to]), game));
            }
        }
    }

    fn moves(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        if self.winner_by_gipf(other(self.side)).is_some() {
            return turns;
        }
        let end = |mut game: Game, token: String| {
            game.side = other(game.side);
            Turn {
                token,
                fen: game.write(),
            }
        };
        for before in self.removals() {
            let cleared = self.without(&before);
            let mut prefix = spelled(&before);
            if !before.is_empty() && cleared.winner_by_gipf(self.side).is_some() {
                turns.push(end(cleared, prefix));
                continue;
            }
            if !before.is_empty() {
                prefix.push(',');
            }
            for (action, acted) in cleared.actions() {
                for after in acted.removals() {
                    let mut token = format!("{prefix}{action}");
                    if !after.is_empty() {
                        token.push(',');
                        token.push_str(&spelled(&after));
                    }
                    turns.push(end(acted.without(&after), token));
                }
            }
        }
        turns
    }
}

fn spelled(points: &BTreeSet<Point>) -> String {
    if points.is_empty() {
        return String::new();
    }
    let names: Vec<Point> = points.iter().copied().collect();
    format!("x{}", names.concat())
}

/// All moves of a position, sorted by token.
pub fn moves(variant: &str, fen: &str) -> Vec<Turn> {
    let mut turns = Game::read(variant, fen).moves();
    turns.sort();
    turns
}

/// The FEN after the first removal of a move with a jump, if the jumping piece has lost its potential. The
/// same player continues.
pub fn without_the_jump(variant: &str, fen: &str, token: &str) -> String {
    let mut game = Game::read(variant, fen);
    let parts: Vec<&str> = token.split(',').collect();
    let mut from = "";
    for (index, part) in parts.into_iter().enumerate() {
        if let Some((start, _)) = part.split_once('^') {
            from = start;
            break;
        }
        assert_eq!(index, 0, "only one removal before the jump: {token}");
        let names = part.trim_start_matches('x');
        let removed = (0..names.len() / 2).map(|i| {
            let name = &names[2 * i..2 * i + 2];
            let points = LINES[..7].iter().flat_map(|line| points_of(line));
            points.into_iter().find(|&p| p == name).expect("a point")
        });
        game = game.without(&removed.collect());
    }
    for (point, piece) in &mut game.board {
        if *point == from {
            assert!(is_charged(piece), "{fen} {token}");
            *piece = piece.trim_end_matches('^').to_owned();
        }
    }
    game.write()
}

/// The result of a position in protocol words.
pub fn result(variant: &str, fen: &str) -> &'static str {
    let game = Game::read(variant, fen);
    let winner = game
        .winner_by_gipf(other(game.side))
        .or_else(|| game.moves().is_empty().then_some(other(game.side)));
    match winner {
        None => "none",
        Some('w') => "p1win",
        Some(_) => "p2win",
    }
}

mod tests {
    use std::collections::BTreeMap;

    use ringstack_engine::board::keys::SplitMix;
    use ringstack_engine::games::gipf::{Position, Variant};
    use ringstack_engine::picture::Touch;
    use ringstack_engine::rules::{Fen, Notation, RuleSet, Rules};

    use super::{Game, Hand, LINES, moves, points_of, result};

    /// Compares the moves, the positions after them and the result with the reference.
    fn compare(position: &Position, context: &str) {
        let (variant, fen) = (position.variant(), position.fen());
        let expected = moves(variant.id(), &fen);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut found: Vec<_> = moves
            .into_iter()
            .map(|m| {
                let mut after = *position;
                after.play(m);
                let token = position.token(m);
                super::Turn {
                    token,
                    fen: after.fen(),
                }
            })
            .collect();
        found.sort();
        if found != expected {
            let missing = expected.iter().find(|turn| !found.contains(turn));
            let wrong = found.iter().find(|turn| !expected.contains(turn));
            panic!(
                "{} '{fen}' ({context}): {} moves, expected {}; missing {missing:?}, wrong {wrong:?}",
                variant.id(),
                found.len(),
                expected.len(),
            );
        }
        let outcome = position
            .outcome()
            .map_or("none".to_owned(), |o| o.to_string());
        assert_eq!(
            outcome,
            result(variant.id(), &fen),
            "{} '{fen}'",
            variant.id()
        );
        // The engine must parse the reference's tokens without a list of moves.
        for turn in expected.iter().take(200) {
            let m = position.parse_move(&turn.token);
            let m = m.unwrap_or_else(|error| panic!("'{fen}' {}: {error}", turn.token));
            assert_eq!(position.token(m), turn.token);
        }
    }

    /// A FEN with scattered pieces and up to three runs of one colour over them, so that rows, extensions and
    /// crossings are frequent.
    fn dense(variant: Variant, source: &mut SplitMix) -> String {
        let kinds: &[&str] = match variant {
            Variant::Basic => &["w"],
            Variant::Standard => &["w", "w", "w", "w", "W"],
            Variant::Tournament => &["w", "w", "w", "W"],
            Variant::Zertz => &["w", "w", "w", "W", "w^", "w~"],
        };
        let piece = |white: bool, source: &mut SplitMix| {
            let piece = kinds[source.below(kinds.len())];
            if white {
                piece.to_owned()
            } else {
                piece.replace('w', "b").replace('W', "B")
            }
        };
        let mut board = BTreeMap::new();
        let fill = source.below(18);
        for line in &LINES[..7] {
            for point in points_of(line) {
                if source.below(37) < fill {
                    board.insert(point, piece(source.below(2) == 0, source));
                }
            }
        }
        let white_moves = source.below(2) == 0;
        for _ in 0..source.below(4) {
            let points = points_of(LINES[source.below(21)]);
            let white = white_moves == (source.below(5) > 0);
            let same = source.below(4) == 0 && variant != Variant::Basic;
            let sample = piece(white, source);
            let length = 4 + source.below(points.len() - 3);
            for &point in &points[source.below(points.len() - length + 1)..][..length] {
                let piece = if same {
                    sample.clone()
                } else {
                    piece(white, source)
                };
                board.insert(point, piece);
            }
        }
        for gipf in ["W", "B"] {
            // Without GIPF pieces most games would be over.
            if variant != Variant::Basic && source.below(4) > 0 {
                let points = points_of(LINES[source.below(21)]);
                board.insert(points[source.below(points.len())], gipf.to_owned());
            }
        }
        let tournament = matches!(variant, Variant::Tournament | Variant::Zertz);
        let mut hand = || Hand {
            pieces: source.below(4),
            gipf_right: tournament && source.below(4) == 0,
            potentials: usize::from(variant == Variant::Zertz && source.below(2) == 0),
        };
        let game = Game {
            with_gipf: variant != Variant::Basic,
            board,
            hands: BTreeMap::from([('w', hand()), ('b', hand())]),
            side: if white_moves { 'w' } else { 'b' },
        };
        game.write()
    }

    #[test]
    fn dense_positions_agree_with_the_reference() {
        for &variant in Variant::ALL {
            let mut source = SplitMix(variant as u64);
            let mut compared = 0;
            let mut with_rows = 0;
            while compared < 150 {
                let fen = dense(variant, &mut source);
                let Ok(position) = Position::from_fen(variant, &fen) else {
                    continue;
                };
                // Skip positions with millions of moves; those with thousands are as good a test.
                let optional = fen.bytes().filter(|b| b"WB^".contains(b)).count();
                if optional > 7 {
                    continue;
                }
                compare(&position, "dense");
                compared += 1;
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                with_rows += usize::from(moves.iter().any(|m| m.before().any()));
            }
            assert!(with_rows > compared / 4, "{}: {with_rows}", variant.id());
        }
    }

    #[test]
    fn random_games_agree_with_the_reference() {
        for &variant in Variant::ALL {
            for seed in 0..3 {
                let mut source = SplitMix(seed);
                let mut position = Position::start(variant);
                for ply in 0..80 {
                    if ply % 3 == 0 {
                        compare(&position, "game");
                    }
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position.play(moves[source.below(moves.len())]);
                }
                compare(&position, "end of game");
            }
        }
    }
}
