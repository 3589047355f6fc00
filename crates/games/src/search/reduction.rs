//! Late-move reductions: the reduced depth of the later moves of a node.

use crate::rules::Tuning;

const DEPTHS: usize = 64;
const MOVE_NUMBERS: usize = 128;

/// The reductions of one game by depth and move number.
#[derive(Debug)]
pub struct Reductions(Box<[[u8; MOVE_NUMBERS]; DEPTHS]>);

impl Reductions {
    /// Computes the reductions from [`Tuning::lmr_divisor`] and [`Tuning::lmr_base`].
    #[must_use]
    pub fn new(tuning: Tuning) -> Reductions {
        let divisor = tuning.lmr_divisor;
        let base = f64::from(tuning.lmr_base) / 100.0;
        let mut table = Box::new([[0; MOVE_NUMBERS]; DEPTHS]);
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

    /// The reduction in plies at this depth for the move with this number, counted from 1.
    #[inline]
    #[must_use]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[(depth.max(0) as usize).min(DEPTHS - 1)][number.min(MOVE_NUMBERS - 1)])
    }
}
