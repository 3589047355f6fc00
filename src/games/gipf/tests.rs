//! Facts of the board and the turn that fixtures cannot say.

use std::sync::atomic::AtomicBool;

use super::board::{ENTRIES, LINES, POINTS, RAYS, climbs, coords, shifted};
use super::features::Model;
use super::names::{name, name_at};
use super::position::Position;
use super::variant::Variant;
use crate::board::hex::{Direction, HexMap, Region};
use crate::board::keys::SplitMix;
use crate::board::{Bits, Cell};
use crate::eval::{Features as _, linear};
use crate::perft::perft;
use crate::rules::{Notation, Outcome, RuleSet, Rules, Side};

static DISC: HexMap<37> = HexMap::new(Region::disc(3));

/// The position of a FEN that is known to be good.
fn at(variant: Variant, fen: &str) -> Position {
    Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_frame_agrees_with_the_shared_geometry() {
    assert_eq!(POINTS.count(), 37);
    let bits: Vec<Cell> = POINTS.into_iter().collect();
    for cell in HexMap::<37>::ALL {
        let point = bits[cell.index()];
        assert_eq!(coords(point), DISC.coords[cell.index()]);
        for (direction, &ray) in Direction::ALL.into_iter().zip(&RAYS[point.index()]) {
            let expected: Bits = DISC.rays[cell.index()][direction.index()]
                .into_iter()
                .map(|c| bits[c.index()])
                .collect();
            assert_eq!(ray, expected);
            let step = shifted(point.bit(), direction) & POINTS;
            assert_eq!(
                step.lowest(),
                DISC.step(cell, direction).map(|c| bits[c.index()])
            );
        }
    }
}

#[test]
fn there_are_42_entries_to_21_lines_in_the_order_of_their_names() {
    let names: Vec<_> = ENTRIES
        .iter()
        .map(|e| (name_at(e.dot), name(e.first)))
        .collect();
    assert!(names.is_sorted());
    assert_eq!(names[0], (*b"a1", *b"b2"));
    assert_eq!(names[41], (*b"i5", *b"h5"));
    let mut lines: Vec<Bits> = ENTRIES.iter().map(|e| e.line).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 21);
    assert!(
        ENTRIES
            .iter()
            .all(|e| e.line == LINES[e.first.index()][e.direction.axis()])
    );
}

#[test]
fn perft_is_as_counted() {
    use Variant::{Basic, Standard, Tournament, Zertz};
    for (variant, fen, counts) in [
        (
            Basic,
            "b2w/5/6/w5b/6/5/b2w 12 12 w",
            &[42_u64, 1764, 73800, 3_066_768][..],
        ),
        (
            Standard,
            "B2W/5/6/W5B/6/5/B2W 12 12 w",
            &[42, 1764, 73800, 3_066_768],
        ),
        (
            Tournament,
            "4/5/6/7/6/5/4 18G 18G w",
            &[42, 1764, 148_176, 12_446_784],
        ),
        (
            Zertz,
            "4/5/6/7/6/5/4 18GZ3 18GZ3 w",
            &[42, 1764, 222_264, 28_005_264],
        ),
        (
            Basic,
            "1w2/2w2/3w2/4w2/wwwwbb/4b/4 5 5 w",
            &[84, 3528, 148_176],
        ),
        (
            Basic,
            "w3/1w3/2w3/4www/2w3/1w3/w3 6 3 w",
            &[48, 2016, 98658],
        ),
        (Basic, "b3/w1b2/w2b2/w3b2/6/5/4 5 5 w", &[40, 1604, 64328]),
        (
            Standard,
            "W3/1w3/2w3/3Wwww/6/5/W2B 5 5 w",
            &[295, 12390, 521_984],
        ),
        (
            Tournament,
            "W3/1W3/2W3/3W3/6/5/B3 10 14G w",
            &[1287, 104_160],
        ),
        (
            Zertz,
            "4/1w^3/2b3/1ww1ww1/6/5/W1B1 5 5 w",
            &[43, 1806, 77792],
        ),
        (Zertz, "w^3/1W3/2W3/3w^3/3w2/5/W2B 5 5 w", &[690, 28980]),
    ] {
        let root = at(variant, fen);
        assert_eq!(root.fen(), fen);
        for (depth, &count) in (1..).zip(counts) {
            let found = perft(&root, depth, &AtomicBool::new(false));
            assert_eq!(found, Some(count), "{} {fen} {depth}", variant.id());
        }
    }
}

#[test]
fn random_games_keep_the_laws() {
    for &variant in Variant::ALL {
        for seed in 0..30 {
            let mut source = SplitMix(seed);
            let mut position = Position::start(variant);
            for _ in 0..150 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                assert_eq!(moves.is_empty(), position.outcome().is_some());
                assert_eq!(at(variant, &position.fen()), position);
                for &m in moves.iter().take(100) {
                    let token = position.token(m);
                    assert_eq!(
                        position.parse_move(&token),
                        Ok(m),
                        "{} {token}",
                        position.fen()
                    );
                }
                if moves.is_empty() {
                    break;
                }
                position.play(moves[source.below(moves.len())]);
            }
        }
    }
}

#[test]
fn whoever_loses_the_last_gipf_piece_loses() {
    let position = at(Variant::Standard, "w3/1w3/2w3/3W3/3B2/5/4 5 5 w");
    for (token, winner) in [
        ("xb2c3d4f5", "p1win"),
        ("xb2c3d4e5", "p2win"),
        ("xb2c3d4e5f5", "p1win"),
    ] {
        let after = position.after(position.parse_move(token).expect("a legal move"));
        assert_eq!(
            after.outcome().as_ref().map(Outcome::to_string).as_deref(),
            Some(winner)
        );
    }
}

/// The image of a position under a map of the points.
fn image(position: &Position, map: &[Cell; 37]) -> Position {
    let points: Vec<Cell> = POINTS.into_iter().collect();
    let sides = Side::ALL;
    let reserves = sides.map(|side| position.reserve(side));
    let mut image = Position::bare(position.variant(), reserves, position.turn());
    for (cell, &point) in points.iter().enumerate() {
        if let Some((side, standing)) = position.standing(point) {
            image.put(points[map[cell].index()], side, standing);
        }
    }
    image
}

#[test]
fn a_turned_or_mirrored_position_has_as_many_turns_and_the_same_value() {
    for &variant in Variant::ALL {
        let mut source = SplitMix(5);
        let mut position = Position::start(variant);
        for ply in 0..60 {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            if ply % 4 == 0 {
                let never = AtomicBool::new(false);
                let count = perft(&position, 2, &never);
                for map in DISC.symmetries() {
                    let image = image(&position, &map);
                    assert_eq!(perft(&image, 2, &never), count, "{}", position.fen());
                    // A network knows the symmetries only from its training.
                    let values = if variant == Variant::Basic {
                        [&image, &position].map(linear::sum::<Model<false>>)
                    } else {
                        [&image, &position].map(linear::sum::<Model<true>>)
                    };
                    assert_eq!(values[0], values[1], "{}", position.fen());
                }
            }
            position.play(moves[source.below(moves.len())]);
        }
    }
}

#[test]
fn lines_are_read_point_by_point() {
    let position = at(
        Variant::Basic,
        "b1bb/wwb2/1ww2w/b2wb1w/wb2b1/w1w1w/bw1b 3 3 w",
    );
    let mut expected: Vec<usize> = Vec::new();
    for entry in ENTRIES.iter().filter(|entry| climbs(entry.direction)) {
        let first = [0, 81, 324, 1053][entry.line.count() as usize - 4];
        let mut feature = 0;
        let mut value = 1;
        for point in entry.line {
            feature += value
                * match position.standing(point) {
                    None => 0,
                    Some((Side::One, _)) => 1,
                    Some((Side::Two, _)) => 2,
                };
            value *= 3;
        }
        expected.push(first + feature);
    }
    let mut found = Vec::new();
    Model::<false>::each_feature(&position, |feature, _| found.push(feature));
    found.retain(|&feature| feature < 3240);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn errors_suggest_only_what_the_rule_set_has() {
    let start = Position::start(Variant::Basic);
    for token in ["Ga4-b5", "Za4-b5", "c3^e5", "nonsense", "a4-b9"] {
        let error = start.parse_move(token).expect_err("it is refused");
        let foreign = ["Ga4", "Za4", "GIPF", "potential", "jump", "c3^e5"];
        let named = foreign.iter().any(|word| error.expected.contains(word));
        assert!(!named, "{token}: {error}");
    }
    for hand in ["12X", "x"] {
        let fen = format!("4/5/6/7/6/5/4 {hand} 12 w");
        let error = Position::from_fen(Variant::Basic, &fen).expect_err("it is refused");
        assert!(!error.expected.contains(['G', 'Z']), "{error}");
    }
}
