//! Laws of a single position, for any game. The tests of `laws.rs` and the fuzz target `play` share them.
//!
//! A function panics if a law is broken; the message has the rule set and the FEN.

use std::collections::HashSet;
use std::hash::Hash;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::eval::explain;
use ringstack_engine::games::Game;
use ringstack_engine::rules::{Candidate, EVAL_LIMIT, Outcome, RuleSet, Scope};

/// In positions with more moves only a sample of the tokens is read back.
const MAX_READ_BACK: usize = 150;

/// The rule set and FEN for failure messages.
pub fn place<P: Game>(at: &P) -> String {
    format!("{} '{}'", at.variant().id(), at.fen())
}

pub fn set<T: Hash + Eq>(items: impl IntoIterator<Item = T>) -> HashSet<T> {
    items.into_iter().collect()
}

/// Checks all laws of a position with these legal moves; `source` chooses samples.
pub fn check<P: Game>(at: &P, moves: &[P::Move], source: &mut SplitMix) {
    let place = place(at);
    let is_over = at.outcome().is_some();
    assert_eq!(is_over, moves.is_empty(), "{place}: over without a move");
    assert_eq!(
        is_over,
        at.reason().is_some(),
        "{place}: over without a reason"
    );
    check_moves(at, moves, source, &place);
    check_fen(at, &place);
    check_candidates(at, moves, &place);
    if !is_over {
        check_evaluation(at, moves, &place);
    }
    let drawn = at.draw();
    assert!(drawn.is_ascii() && !drawn.contains('\t'), "{place}");
    assert!(drawn.lines().all(|line| !line.trim().is_empty()), "{place}");
    check_altered_text(at, moves, source, &place);
}

/// Moves are unique, and their tokens are parsed as the same moves.
fn check_moves<P: Game>(at: &P, moves: &[P::Move], source: &mut SplitMix, place: &str) {
    assert_eq!(set(moves).len(), moves.len(), "{place}: a move twice");
    let mut tokens = HashSet::new();
    for &m in moves {
        if moves.len() > MAX_READ_BACK && source.below(moves.len()) >= MAX_READ_BACK {
            continue;
        }
        let token = at.token(m);
        assert_eq!(at.parse_move(&token), Ok(m), "{place}: {token}");
        let plain = token.bytes().all(|b| b.is_ascii_graphic());
        assert!(plain && !token.is_empty(), "{place}: {token}");
        assert!(tokens.insert(token), "{place}: one token for two moves");
        assert!(
            at.history_index(m) < P::HISTORY_SIZE,
            "{place}: a history index out of range"
        );
    }
}

/// The FEN is parsed as the same position with the same key.
fn check_fen<P: Game>(at: &P, place: &str) {
    let read = P::from_fen(at.variant(), &at.fen()).unwrap_or_else(|e| panic!("{place}: {e}"));
    assert_eq!(read, *at, "{place}");
    assert_eq!(
        read.key(),
        at.key(),
        "{place}: the incremental key is wrong"
    );
    assert_eq!(read.fen(), at.fen());
}

fn candidates<P: Game>(at: &P, scope: Scope, place: &str) -> HashSet<P::Move> {
    let mut list: Vec<Candidate<P::Move>> = Vec::new();
    _ = at.candidates(scope, &mut list);
    let moves = set(list.iter().map(|c| c.m));
    assert_eq!(moves.len(), list.len(), "{place}: a candidate twice");
    moves
}

/// Candidates are a subset of the legal moves, and not empty unless there are none.
fn check_candidates<P: Game>(at: &P, moves: &[P::Move], place: &str) {
    let legal = set(moves.iter().copied());
    assert_eq!(candidates(at, Scope::Legal, place), legal, "{place}");
    for depth in [1, 2, 3, 5, 9, i32::MAX] {
        let main = candidates(at, Scope::Main { depth }, place);
        assert!(main.is_subset(&legal), "{place}: depth {depth}");
        assert_eq!(main.is_empty(), legal.is_empty(), "{place}: depth {depth}");
    }
    let frontier = candidates(at, Scope::Frontier, place);
    let near = candidates(at, Scope::Main { depth: 1 }, place);
    assert!(frontier.is_subset(&near), "{place}: frontier");
    assert_eq!(frontier.is_empty(), legal.is_empty(), "{place}: frontier");
    let noisy = candidates(at, Scope::Noisy, place);
    assert!(noisy.is_subset(&legal), "{place}: noisy");
}

/// The evaluation terms add up, a winning move wins, and a null move passes the turn.
fn check_evaluation<P: Game>(at: &P, moves: &[P::Move], place: &str) {
    // The terms are not clamped, so their sum is the evaluation before clamping.
    let sum: i32 = explain(at).iter().map(|(_, term)| term).sum();
    assert!(sum.abs() < EVAL_LIMIT, "{place}: {sum}");
    assert_eq!(sum, at.evaluate(), "{place}: the terms do not add up");
    if let Some(m) = at.winning_move() {
        assert!(moves.contains(&m), "{place}: an illegal winning move");
        let won = Some(Outcome::Win(at.turn()));
        assert_eq!(at.after(m).outcome(), won, "{place}: {}", at.token(m));
    }
    if let Some(null) = at.null() {
        assert_eq!(null.turn(), !at.turn(), "{place}: null move");
        let read = P::from_fen(at.variant(), &null.fen());
        assert_eq!(read.map(|p| p.key()), Ok(null.key()), "{place}");
    }
}

/// An altered FEN or token is refused, or is canonical and legal.
fn check_altered_text<P: Game>(at: &P, moves: &[P::Move], source: &mut SplitMix, place: &str) {
    let fen = altered(&at.fen(), source);
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
    for text in [token.to_uppercase() + "!", altered(&token, source)] {
        if let Ok(m) = at.parse_move(&text) {
            assert!(moves.contains(&m), "{place}: {text} is not a legal move");
        }
    }
}

/// The text with one to three characters changed, doubled or removed; new characters may be non-ASCII.
pub fn altered(text: &str, source: &mut SplitMix) -> String {
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
