//! Facts about the board and the moves that fixtures cannot express.

use super::board::{BOARD, LINES, REACHES, groups, is_loose};
use super::moves::{Move, Path};
use super::position::Position;
use super::symmetry::symmetries_of;
use super::variant::Variant;
use crate::board::Layout;
use crate::board::hex::{DIRECTIONS, Direction};
use crate::board::keys::{SplitMix, mix};
use crate::board::{Bits, Cell};
use crate::rules::{Fen, RuleSet, Rules, SearchSupport};

#[test]
fn each_board_has_the_rings_of_its_name() {
    let sizes = [37, 40, 43, 44, 48, 61, 37];
    for (&variant, size) in Variant::ALL.iter().zip(sizes) {
        let shape = variant.shape();
        let lengths: u32 = shape.0.lengths.iter().map(|&n| u32::from(n)).sum();
        assert_eq!(lengths, size);
        assert_eq!(Position::start(variant).rings(), shape.cells());
        assert_eq!(shape.cells().count(), size);
        for cell in shape.cells() {
            assert_eq!(shape.cell_of(shape.name_of(cell)), Some(cell));
        }
    }
}

#[test]
fn lines_and_loose_rings_agree_with_the_slow_definitions() {
    let all = BOARD.cells;
    for cell in all {
        for (axis, &line) in LINES[cell.index()].iter().enumerate() {
            let near = BOARD.line(cell, axis) & BOARD.neighbours(cell);
            assert_eq!(line & all, near);
        }
        for (&reach, direction) in REACHES[cell.index()].iter().zip(Direction::ALL) {
            let next = BOARD.step(cell, direction);
            let beyond = next.and_then(|next| BOARD.step(next, direction));
            let slow = next.zip(beyond).map(|(next, to)| next.bit() | to.bit());
            assert_eq!(Some(reach).filter(|reach| reach.within(all)), slow);
        }
    }
    let mut source = SplitMix(5);
    for _ in 0..500 {
        let rings = Bits(source.next() | source.next()) & all;
        for cell in all {
            let gone = |direction| {
                BOARD
                    .step(cell, direction)
                    .is_none_or(|next| !rings.has(next))
            };
            let slow = (0..DIRECTIONS)
                .any(|i| gone(Direction::from_index(i)) && gone(Direction::from_index(i + 1)));
            assert_eq!(is_loose(cell, rings), slow, "{cell:?} {rings:?}");
        }
    }
}

#[test]
fn claims_are_the_groups_that_lose_their_last_vacant_ring() {
    let full_groups = |rings: Bits, occupied: Bits| -> Bits {
        let full = groups(rings).filter(|group| group.within(occupied));
        full.fold(Bits::EMPTY, |all, group| all | group)
    };
    let mut claimable = 0;
    for game in 0..80 {
        let variant = Variant::ALL[game as usize % Variant::ALL.len()];
        let mut source = SplitMix(mix(game + 1));
        let mut position = Position::start(variant);
        let mut moves = Vec::new();
        loop {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let (rings, occupied) = (position.rings(), position.occupied());
            let loose = position.vacant().into_iter();
            let loose: Bits = loose.filter(|&cell| is_loose(cell, rings)).collect();
            assert_eq!(position.loose(), loose, "{}", position.fen());
            let before = full_groups(rings, occupied);
            let isolations = position.isolations();
            for cell in position.vacant() {
                for ring in position.removable_after(cell) {
                    let rings = rings.minus(ring.map_or(Bits::EMPTY, Cell::bit));
                    let occupied = occupied.with(cell);
                    let slow = match rings.within(occupied) {
                        true => Bits::EMPTY,
                        false => full_groups(rings, occupied).minus(before),
                    };
                    let claims = isolations.claims(cell, ring);
                    assert_eq!(claims, slow, "{} {cell:?} {ring:?}", position.fen());
                    claimable += usize::from(claims.any());
                }
            }
            position.play(moves[source.below(moves.len())]);
        }
    }
    assert!(claimable > 100, "{claimable}");
}

#[test]
fn after_each_reply_to_an_answered_sacrifice_there_is_a_capture_or_claim() {
    let legal_moves = |position: &Position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves
    };
    let may_take = |position: &Position| {
        let takes = |m: &Move| match m {
            Move::Place { claims, .. } => claims.any(),
            Move::Jump { .. } => true,
            Move::Pass => false,
        };
        legal_moves(position).iter().any(takes)
    };
    let (mut answered, mut unanswered) = (0, 0);
    for game in 0..80 {
        let variant = Variant::ALL[game as usize % Variant::ALL.len()];
        let mut source = SplitMix(mix(game + 77));
        let mut position = Position::start(variant);
        loop {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let closed = position.closed();
            for _ in 0..20 {
                let m = moves[source.below(moves.len())];
                let Move::Place {
                    cell, ring, claims, ..
                } = m
                else {
                    break;
                };
                let after = position.after(m);
                // The game may end with the last rings; then nothing is claimed.
                if claims.any() || !after.can_jump() || after.vacant().count() <= 3 {
                    continue;
                }
                let nexts: Vec<Position> = legal_moves(&after)
                    .into_iter()
                    .map(|reply| {
                        let mut next = after;
                        next.play(reply);
                        next
                    })
                    .collect();
                if nexts.iter().any(|next| next.outcome().is_some()) {
                    continue;
                }
                let slow = nexts.iter().all(may_take);
                let quick = position.is_sound_sacrifice(cell, ring, closed);
                assert_eq!(quick, slow, "{} {m:?}", position.fen());
                answered += usize::from(slow);
                unanswered += usize::from(!slow);
            }
            position.play(moves[source.below(moves.len())]);
        }
    }
    assert!(
        answered > 100 && unanswered > 100,
        "{answered}, {unanswered}"
    );
}

#[test]
fn a_path_can_hold_the_longest_chain() {
    let mut source = SplitMix(9);
    let directions: Vec<Direction> = (0..23)
        .map(|_| Direction::from_index(source.below(DIRECTIONS)))
        .collect();
    let path = directions
        .iter()
        .fold(Path::default(), |path, &direction| path.then(direction));
    assert_eq!(path.directions().collect::<Vec<_>>(), directions);
    assert_eq!(path.len(), 23);
    let shorter = directions[..22]
        .iter()
        .fold(Path::default(), |path, &direction| path.then(direction));
    assert_ne!(shorter.then(Direction::Up), shorter, "digit 0 counts too");
}

#[test]
fn each_board_has_the_symmetries_of_its_shape() {
    let count = |&variant: &Variant| symmetries_of(variant).len();
    let counts: Vec<usize> = Variant::ALL.iter().map(count).collect();
    assert_eq!(counts, [12, 2, 2, 4, 6, 12, 12]);
}

#[test]
fn fewer_moves_are_left_towards_the_end() {
    let left = |fen| Some(Position::from_fen(Variant::ALL[0], fen).ok()?.moves_left());
    let counts = [
        "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1",
        "----/--1b-/--2--/2b3b/--1w-w/-2--/-1g- 1,3,2 0,2,3 3,2,2 1",
    ];
    assert_eq!(counts.map(left), [Some(13), Some(0)]);
}
