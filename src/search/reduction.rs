//! Late-move reductions: how much less deep the later moves of a node are searched.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, history indexes and list positions are in range by construction"
)]

use crate::rules::Tuning;

const DEPTHS: usize = 64;
const NUMBERS: usize = 128;

/// The table of one game: by depth and by the number of the move.
#[derive(Debug)]
pub struct Reductions(Box<[[u8; NUMBERS]; DEPTHS]>);

impl Reductions {
    /// Reductions as [`Tuning::lmr_divisor`] says.
    #[must_use]
    pub fn new(tuning: Tuning) -> Reductions {
        let divisor = tuning.lmr_divisor;
        let base = f64::from(tuning.lmr_base) / 100.0;
        let mut table = Box::new([[0; NUMBERS]; DEPTHS]);
        if divisor > 0 {
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, entry) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (number as f64).ln();
                    *entry = (product * 100.0 / f64::from(divisor) + base) as u8;
                }
            }
        }
        Reductions(table)
    }

    /// The reduction in plies for the move of this number (from 1) at this depth.
    #[inline]
    #[must_use]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[(depth.max(0) as usize).min(DEPTHS - 1)][number.min(NUMBERS - 1)])
    }
}
