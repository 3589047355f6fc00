//! Late-move reductions: how much less deep the later moves of a node are searched.

const DEPTHS: usize = 64;
const NUMBERS: usize = 128;

/// The table of one game: by depth and by the number of the move.
#[derive(Debug)]
pub struct Reductions(Box<[[u8; NUMBERS]; DEPTHS]>);

impl Reductions {
    /// Reductions of `ln(depth) * ln(number) / (divisor / 100)` plies; none for a divisor of 0.
    #[must_use]
    pub fn new(divisor: i32) -> Reductions {
        let mut table = Box::new([[0; NUMBERS]; DEPTHS]);
        if divisor > 0 {
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, entry) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (number as f64).ln();
                    *entry = (product * 100.0 / f64::from(divisor) + 0.3) as u8;
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
