//! Steps of gradient descent by the Adam rule (Kingma and Ba 2015), with the weight decay of AdamW (Loshchilov
//! and Hutter 2019).

/// Running means of the slopes and of their squares.
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    step: i32,
}

impl Adam {
    /// The initial state for a number of parameters.
    pub fn new(size: usize) -> Adam {
        Adam {
            means: vec![0.0; size],
            squares: vec![0.0; size],
            step: 0,
        }
    }

    /// Moves each number against its slope, about `rate` far, and by the share `rate * decay` towards zero.
    pub fn step(&mut self, numbers: &mut [f32], slopes: &[f32], rate: f32, decay: f32) {
        self.step += 1;
        let fade_means = 1.0 - 0.9_f32.powi(self.step);
        let fade_squares = 1.0 - 0.999_f32.powi(self.step);
        let past = self.means.iter_mut().zip(&mut self.squares);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(past) {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let step = (*mean / fade_means) / ((*square / fade_squares).sqrt() + 1e-8);
            *number -= rate * (step + decay * *number);
        }
    }
}
