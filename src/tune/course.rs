//! The course of a game that measures something: random plies first, then what the measurement chooses.

use crate::board::keys::SplitMix;
use crate::play::seat::Seat;
use crate::play::think::{Means, Thought};
use crate::search::{Memory, Settings};

use super::TuneError;

/// How a game begins and how long it may become.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// Random plies at the start.
    pub random_plies: usize,
    /// A longer game is left without a result: neither player knows how to end it.
    pub longest: usize,
}

impl Course {
    /// Plays a game in `seat` from its start to its end, or to its longest length. After the random plies `choose`
    /// says what is played, by the same source of chance.
    ///
    /// # Errors
    /// Those of `choose`, and when the seat refuses a move of its own, which would be a fault of the program.
    pub(super) fn play(
        self,
        seat: &mut dyn Seat,
        source: &mut SplitMix,
        mut choose: impl FnMut(&dyn Seat, &mut SplitMix) -> Result<Option<String>, TuneError>,
    ) -> Result<(), TuneError> {
        // Taking back what was played is always possible.
        let _ = seat.undo(seat.plies());
        while seat.outcome().is_none() && seat.plies() < self.longest {
            let token = if seat.plies() < self.random_plies {
                any_legal(seat, source)
            } else {
                choose(seat, source)?
            };
            let Some(token) = token else { break };
            seat.play(&[token])
                .map_err(|error| TuneError::Search(error.to_string()))?;
        }
        Ok(())
    }
}

/// Any legal move; none in a finished game.
pub(super) fn any_legal(seat: &dyn Seat, source: &mut SplitMix) -> Option<String> {
    let legal = seat.legal();
    legal.get(source.below(legal.len())).cloned()
}

/// What a search says of the position in `seat`.
///
/// # Errors
/// When it refuses a position of its own game, which would be a fault of the program.
pub(super) fn think(
    seat: &dyn Seat,
    settings: &Settings,
    memory: &Memory,
) -> Result<Thought, TuneError> {
    let thought = seat.think(settings, &[], Means::quiet(memory));
    thought.map_err(|error| TuneError::Search(error.to_string()))
}

/// A table of so many MiB.
///
/// # Errors
/// When there is no memory for it.
pub(super) fn memory(mebibytes: usize) -> Result<Memory, TuneError> {
    Memory::new(mebibytes).map_err(|error| TuneError::Search(error.to_string()))
}
