//! A GIPF board as a drawing: 21 lines with a dot at each end, pieces, reserves.

use super::board::{ENTRY, POINTS, climbs, coords, name, name_at};
use super::position::{Position, Standing};
use super::turn::{Action, Kind, Move};
use crate::board::Bits;
use crate::picture::{Colour, Ground, Mark, Picture, Piece, Scene, Spot, Supply};
use crate::rules::Side;

/// The place of axial coordinates, with columns upright.
fn place((q, r): (i8, i8)) -> (f32, f32) {
    let half_width = 3_f32.sqrt() / 2.0;
    (f32::from(q) * half_width, f32::from(r) + f32::from(q) / 2.0)
}

fn spelled(name: [u8; 2]) -> String {
    name.into_iter().map(char::from).collect()
}

fn piece(side: Side, standing: Standing) -> Piece {
    let mark = match standing {
        Standing::Piece(Kind::Basic) => Mark::Plain,
        Standing::Piece(Kind::Gipf) => Mark::Double,
        Standing::Piece(Kind::Charged) => Mark::Charged,
        Standing::Used => Mark::Used,
    };
    Piece {
        colour: match side {
            Side::One => Colour::White,
            Side::Two => Colour::Black,
        },
        height: 1,
        mark,
    }
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        let spot = |at: (i8, i8), ground, piece| {
            let (x, y) = place(at);
            Spot {
                name: spelled(name_at(at)),
                x,
                y,
                ground,
                piece,
            }
        };
        let mut scene = Scene {
            lines: Vec::new(),
            spots: Vec::new(),
            supplies: Vec::new(),
        };
        for entry in &ENTRY {
            if scene
                .spots
                .last()
                .is_none_or(|s| s.name != spelled(name_at(entry.dot)))
            {
                scene.spots.push(spot(entry.dot, Ground::Dot, None));
            }
            // Each line is entered from both ends and drawn from one.
            if climbs(entry.direction) {
                let end = ENTRY
                    .iter()
                    .find(|other| other.line == entry.line && !climbs(other.direction));
                if let Some(end) = end {
                    scene.lines.push((place(entry.dot), place(end.dot)));
                }
            }
        }
        for point in POINTS {
            let standing = self.standing(point).map(|(side, what)| piece(side, what));
            scene
                .spots
                .push(spot(coords(point), Ground::Crossing, standing));
        }
        for side in [Side::One, Side::Two] {
            let reserve = self.reserve(side);
            let mut pieces = vec![(
                piece(side, Standing::Piece(Kind::Basic)),
                u32::from(reserve.hand),
            )];
            if reserve.potentials > 0 {
                let potential = piece(side, Standing::Used);
                pieces.push((potential, u32::from(reserve.potentials)));
            }
            scene.supplies.push(Supply {
                label: "reserve".to_owned(),
                owner: Some(side),
                pieces,
            });
        }
        scene
    }

    fn trace(&self, m: Move) -> Vec<String> {
        match m.action() {
            None => Vec::new(),
            Some(Action::Enter(_, number)) => {
                let entry = &ENTRY[usize::from(number)];
                vec![spelled(name_at(entry.dot)), spelled(name(entry.first))]
            }
            Some(Action::Jump(from, direction)) => {
                let mut cleared = *self;
                cleared.remove(m.before(), self.turn());
                let landing = cleared.landing(from, direction);
                [Some(from), landing.and_then(Bits::lowest)]
                    .into_iter()
                    .flatten()
                    .map(|point| spelled(name(point)))
                    .collect()
            }
        }
    }
}
