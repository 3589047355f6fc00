//! A series of games between two engines: how many follow by themselves, and what they have come to.
//! The sides change each time; whose wins are whose goes with the seats.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::super::clock::TimeControls;
use super::super::wire::{NewGame, Seat};
use super::{Ending, Table};

/// Between two games.
const BREAK: Duration = Duration::from_secs(3);

/// The games before the one that is played, and those that follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Series {
    /// How many follow.
    left: u32,
    /// Games won by whoever sits at the sides now, player 1 first.
    wins: [u32; 2],
    /// Games that nobody won.
    draws: u32,
}

impl Series {
    /// A series whose first game is followed by so many.
    pub(super) fn of(left: u32) -> Series {
        Series {
            left: left.min(1000),
            ..Series::default()
        }
    }

    /// The series as it is at the game after one that ended so.
    fn after(self, ending: &Ending) -> Series {
        let [mut first, mut second] = self.wins;
        let mut draws = self.draws;
        match ending.winner.as_str() {
            "p1" => first += 1,
            "p2" => second += 1,
            _ => draws += 1,
        }
        Series {
            left: self.left.saturating_sub(1),
            wins: [second, first],
            draws,
        }
    }
}

impl Table {
    /// A game has ended: the next one follows after a while, where there is one.
    pub(super) fn go_on_with_series(&mut self) {
        let engines = self
            .seats
            .iter()
            .all(|seat| matches!(seat, Seat::Engine { .. }));
        if engines && self.series.left > 0 && !self.paused {
            self.next_game = Some(Instant::now() + BREAK);
        }
    }

    /// Begins the next game with the sides changed; each engine keeps its time.
    pub(super) fn begin_next_of_series(&mut self) {
        let Some(ending) = &self.ending else { return };
        let series = self.series.after(ending);
        let [first, second] = self.seats.clone();
        let TimeControls([one, two]) = self.time;
        let time = TimeControls([two, one]);
        let next = NewGame {
            game: Some(self.game.clone()),
            fen: self.start.fen().map(str::to_owned),
            players: [second, first],
            time,
            series: 0,
        };
        if let Err(text) = self.new_game(None, next, series) {
            self.notice(None, "error", &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_go_with_the_seats() {
        let end = |winner: &str| Ending {
            winner: winner.to_owned(),
            reason: String::new(),
            text: String::new(),
        };
        // The engine that began the first game wins both, then a draw.
        let second = Series::of(3).after(&end("p1"));
        assert_eq!((second.left, second.wins), (2, [0, 1]));
        let third = second.after(&end("p2"));
        assert_eq!((third.left, third.wins, third.draws), (1, [2, 0], 0));
        let fourth = third.after(&end("draw"));
        assert_eq!((fourth.left, fourth.wins, fourth.draws), (0, [0, 2], 1));
    }
}
