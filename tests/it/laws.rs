//! Laws that hold in every game: seeded random games through the registry, each position examined.
//!
//! A failure names the variant and the FEN.

use std::collections::HashSet;

use ringstack::board::keys::{SplitMix, mix};
use ringstack::eval::explain;
use ringstack::games::{self, Game, Visitor};
use ringstack::play::line::Line;
use ringstack::rules::{Candidate, EVAL_LIMIT, Outcome, RuleSet, Scope};
use ringstack::search;

/// Games for each rule set.
const GAMES: u64 = 200;
const LONGEST: usize = 400;
/// In positions with more moves than this only some tokens are read back.
const READ_BACK: usize = 150;

/// A law: looks at a position of a random game.
trait Law {
    fn look<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix);
}

/// Plays random games of every variant and shows a law each position, the last ones too.
struct Games<L>(L);

impl<L: Law> Visitor for Games<L> {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for game in 0..GAMES {
            let mut source = SplitMix(mix(game + 1));
            let mut line = Line::new(P::start(variant));
            let mut moves = Vec::new();
            while line.plies() < LONGEST {
                moves.clear();
                line.now().legal_moves(&mut moves);
                assert_eq!(
                    line.now().outcome().is_none(),
                    !moves.is_empty(),
                    "{}: a game goes on exactly while there is a move",
                    place(line.now())
                );
                assert_eq!(
                    line.now().outcome().is_some(),
                    line.now().reason().is_some(),
                    "{}: whoever has ended says why",
                    place(line.now())
                );
                self.0.look(line.now(), &moves, &mut source);
                if line.outcome().is_some() {
                    break;
                }
                line.play(moves[source.below(moves.len())]);
            }
        }
    }
}

fn everywhere(law: impl Law) {
    games::visit_all(&mut Games(law));
}

/// Where something went wrong.
fn place<P: Game>(at: &P) -> String {
    format!("{} '{}'", at.variant().id(), at.fen())
}

fn set<T: std::hash::Hash + Eq>(items: impl IntoIterator<Item = T>) -> HashSet<T> {
    items.into_iter().collect()
}

struct Moves;

impl Law for Moves {
    fn look<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
        let place = place(at);
        assert_eq!(set(moves).len(), moves.len(), "{place}: a move twice");
        let some = moves.len() > READ_BACK;
        let mut tokens = HashSet::new();
        for &m in moves {
            if some && source.below(moves.len()) >= READ_BACK {
                continue;
            }
            let token = at.token(m);
            assert_eq!(at.parse_move(&token), Ok(m), "{place}: {token}");
            let plain = token.bytes().all(|b| b.is_ascii_graphic());
            assert!(plain && !token.is_empty(), "{place}: {token}");
            assert!(tokens.insert(token), "{place}: one token for two moves");
            assert!(at.slot(m) < P::SLOTS, "{place}: a slot out of range");
        }
    }
}

#[test]
fn moves_are_unique_and_their_tokens_read_back() {
    everywhere(Moves);
}

struct Fens;

impl Law for Fens {
    fn look<P: Game>(&mut self, at: &P, _: &[P::Move], _: &mut SplitMix) {
        let place = place(at);
        let read = P::from_fen(at.variant(), &at.fen()).unwrap_or_else(|e| panic!("{place}: {e}"));
        assert_eq!(read, *at, "{place}");
        assert_eq!(read.key(), at.key(), "{place}: the key is not kept up");
        assert_eq!(read.fen(), at.fen());
    }
}

#[test]
fn a_fen_gives_the_same_position_with_the_same_key() {
    everywhere(Fens);
}

struct Lists;

impl Lists {
    fn list<P: Game>(at: &P, scope: Scope) -> HashSet<P::Move> {
        let mut list: Vec<Candidate<P::Move>> = Vec::new();
        _ = at.candidates(scope, &mut list);
        let moves = set(list.iter().map(|c| c.m));
        assert_eq!(moves.len(), list.len(), "{}: a candidate twice", place(at));
        moves
    }
}

impl Law for Lists {
    fn look<P: Game>(&mut self, at: &P, moves: &[P::Move], _: &mut SplitMix) {
        let place = place(at);
        let legal = set(moves.iter().copied());
        assert_eq!(Self::list(at, Scope::Legal), legal, "{place}");
        for depth in [1, 2, 3, 5, 9, i32::MAX] {
            let main = Self::list(at, Scope::Main { depth });
            assert!(main.is_subset(&legal), "{place}: depth {depth}");
            assert_eq!(main.is_empty(), legal.is_empty(), "{place}: depth {depth}");
        }
        let frontier = Self::list(at, Scope::Frontier);
        let near = Self::list(at, Scope::Main { depth: 1 });
        assert!(frontier.is_subset(&near), "{place}: frontier");
        assert_eq!(frontier.is_empty(), legal.is_empty(), "{place}: frontier");
        assert!(Self::list(at, Scope::Loud).is_subset(&legal), "{place}");
    }
}

struct Orders;

impl Orders {
    /// Whether leaving out `m` loses nothing beside the `listed` moves.
    fn may_be_left_out<P: Game>(at: &P, m: P::Move, listed: &HashSet<u64>, wins: bool) -> bool {
        let mut child = at.clone();
        child.play(m);
        let other = child.turn() != at.turn();
        let lost = child
            .outcome()
            .is_some_and(|end| end != Outcome::Win(at.turn()));
        wins || listed.contains(&child.key()) || lost || other && child.winning_move().is_some()
    }
}

impl Law for Orders {
    fn look<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
        if moves.is_empty() {
            return;
        }
        let place = place(at);
        let depth = [1, 2, 3, 5, 9][source.below(5)];
        let (listed, added) = search::order_of_moves(at, depth);
        let all = set(listed.iter().chain(&added).copied());
        assert_eq!(all.len(), listed.len() + added.len(), "{place}: twice");
        assert!(all.is_subset(&set(moves.iter().copied())), "{place}");
        if all.len() == moves.len() {
            return;
        }
        // Only a list that calls itself complete may leave moves out, and only such ones.
        assert!(added.is_empty(), "{place}: widened, but not wholly");
        let after = |m: &P::Move| {
            let mut child = at.clone();
            child.play(*m);
            child
        };
        let keys = set(listed.iter().map(|m| after(m).key()));
        let won = Some(Outcome::Win(at.turn()));
        let wins = listed.iter().any(|m| after(m).outcome() == won);
        for &m in moves.iter().filter(|m| !all.contains(m)) {
            let may = Self::may_be_left_out(at, m, &keys, wins);
            assert!(may, "{place}: {} is left out", at.token(m));
        }
    }
}

#[test]
fn the_picker_and_its_widening_give_every_legal_move_once() {
    everywhere(Orders);
}

#[test]
fn candidates_are_the_legal_moves_or_some_of_them() {
    everywhere(Lists);
}

struct Opinions;

impl Law for Opinions {
    fn look<P: Game>(&mut self, at: &P, moves: &[P::Move], _: &mut SplitMix) {
        if at.outcome().is_some() {
            return;
        }
        let place = place(at);
        // The terms are not clamped, so they show what the evaluation would be without its limit.
        let sum: i32 = explain(at).iter().map(|(_, term)| term).sum();
        assert!(sum.abs() < EVAL_LIMIT, "{place}: {sum}");
        assert_eq!(sum, at.evaluate(), "{place}: the terms do not add up");
        if let Some(m) = at.winning_move() {
            assert!(moves.contains(&m), "{place}: an illegal winning move");
            let mut child = at.clone();
            child.play(m);
            let won = Some(Outcome::Win(at.turn()));
            assert_eq!(child.outcome(), won, "{place}: {}", at.token(m));
        }
        if let Some(null) = at.null() {
            assert_eq!(
                null.turn(),
                !at.turn(),
                "{place}: the turn is not given away"
            );
            let read = P::from_fen(at.variant(), &null.fen());
            assert_eq!(read.map(|p| p.key()), Ok(null.key()), "{place}");
        }
    }
}

#[test]
fn evaluations_add_up_and_winning_moves_win() {
    everywhere(Opinions);
}

struct Pictures;

impl Law for Pictures {
    fn look<P: Game>(&mut self, at: &P, _: &[P::Move], _: &mut SplitMix) {
        let place = place(at);
        let drawn = at.draw();
        assert!(drawn.is_ascii() && !drawn.contains('\t'), "{place}");
        assert!(drawn.lines().all(|line| !line.trim().is_empty()), "{place}");
    }
}

#[test]
fn pictures_are_plain() {
    everywhere(Pictures);
}

struct Rubbish;

impl Law for Rubbish {
    fn look<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
        let fen = spoil(&at.fen(), source);
        if let Ok(read) = P::from_fen(at.variant(), &fen) {
            assert_eq!(read.fen(), fen, "a FEN that is not canonical was accepted");
            let mut list = Vec::new();
            read.legal_moves(&mut list);
            assert_eq!(list.is_empty(), read.outcome().is_some(), "{fen}");
        }
        if moves.is_empty() {
            return;
        }
        let token = at.token(moves[source.below(moves.len())]);
        for text in [token.to_uppercase() + "!", spoil(&token, source)] {
            if let Ok(m) = at.parse_move(&text) {
                assert!(moves.contains(&m), "{}: {text} is no move", place(at));
            }
        }
    }
}

/// The text with one to three characters changed, doubled or dropped, not always ASCII.
fn spoil(text: &str, source: &mut SplitMix) -> String {
    const ODD: &[char] = &[
        'a', 'x', '1', '0', '9', '/', ' ', '*', '-', 'é', '\0', '.', ',', 'K',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=source.below(3) {
        let at = source.below(chars.len().max(1)).min(chars.len());
        match source.below(4) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 if at < chars.len() => chars.insert(at, chars[at]),
            2 if at < chars.len() => chars[at] = chars[source.below(chars.len())],
            _ => chars.insert(at, ODD[source.below(ODD.len())]),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn rubbish_is_refused_without_panic() {
    everywhere(Rubbish);
}

struct Ends;

impl Visitor for Ends {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for game in 0..GAMES {
            let mut source = SplitMix(mix(game + 100));
            let mut at = P::start(variant);
            let mut keys = HashSet::from([at.key()]);
            let mut gone: HashSet<u64> = HashSet::new();
            let mut moves = Vec::new();
            for _ in 0..LONGEST {
                moves.clear();
                at.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let m = moves[source.below(moves.len())];
                if at.resets(m) {
                    gone.extend(keys.drain());
                }
                at.play(m);
                keys.insert(at.key());
                let back = gone.contains(&at.key());
                assert!(!back, "{}: stood before a move that resets", place(&at));
            }
        }
    }
}

#[test]
fn nothing_from_before_a_reset_comes_again() {
    games::visit_all(&mut Ends);
}
