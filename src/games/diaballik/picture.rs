//! The board as a drawing.

use super::board::Board;
use super::notation::name;
use super::position::Position;
use super::spelling::spell;
use super::turn::Turn;
use crate::picture::{Colour, Ground, Mark, Picture, Piece, Scene, Spot};
use crate::rules::Side;

impl Picture for Position {
    fn scene(&self) -> Scene {
        let piece = |cell| {
            let owner = [Side::One, Side::Two]
                .into_iter()
                .find(|&side| self.supports(side).has(cell))?;
            Some(Piece {
                colour: [Colour::White, Colour::Black][owner.index()],
                height: 1,
                mark: if self.ball(owner) == cell {
                    Mark::Ball
                } else {
                    Mark::Plain
                },
            })
        };
        let spots = Board::ALL.into_iter().map(|cell| {
            let (file, rank) = Board::coords(cell);
            Spot {
                name: name(cell),
                x: file as f32,
                y: 6.0 - rank as f32,
                ground: Ground::Square {
                    dark: (file + rank) % 2 == 0,
                },
                piece: piece(cell),
            }
        });
        Scene {
            lines: Vec::new(),
            spots: spots.collect(),
            supplies: Vec::new(),
        }
    }

    fn trace(&self, m: Turn) -> Vec<String> {
        let actions = spell(self, m);
        let ends = actions.iter().flat_map(|action| [action.from, action.to]);
        ends.map(name).collect()
    }
}
