//! A series of games between two engines: the number of games left and the score so far. The engines
//! swap sides after each game; the score counts wins by engine.

use serde::Serialize;

use super::entry::GameEntry;
use ringstack_engine::rules::Outcome;

/// The maximum number of games that follow.
const MAX_GAMES: u32 = 1000;

/// The finished and the remaining games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Series {
    /// The number of games that follow.
    pub left: u32,
    /// The wins of the engines, ordered by the sides they currently play, player 1 first.
    wins: [u32; 2],
    draws: u32,
    /// The finished games, each as an entry of the list of saved games.
    games: Vec<GameEntry>,
}

impl Series {
    /// A series in which `left` games follow the first one.
    pub fn of(left: u32) -> Series {
        Series {
            left: left.min(MAX_GAMES),
            ..Series::default()
        }
    }

    /// The number of the current game, from 1; `None` if it is the only one.
    pub fn number(&self) -> Option<u32> {
        let [one, two] = self.wins;
        let number = one + two + self.draws + 1;
        (number > 1 || self.left > 0).then_some(number)
    }

    /// The series after a game with this outcome.
    pub fn after(mut self, outcome: Outcome, game: Option<GameEntry>) -> Series {
        match outcome {
            Outcome::Win(side) => {
                if let Some(wins) = self.wins.get_mut(side.index()) {
                    *wins += 1;
                }
            }
            Outcome::Draw => self.draws += 1,
        }
        self.wins.reverse();
        self.left = self.left.saturating_sub(1);
        self.games.extend(game);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::rules::Side;

    #[test]
    fn wins_are_counted_by_engine() {
        let win = Outcome::Win;
        // The engine that moves first in the first game wins twice; then there is a draw.
        let second = Series::of(3).after(win(Side::One), None);
        assert_eq!((second.left, second.wins), (2, [0, 1]));
        let third = second.after(win(Side::Two), None);
        assert_eq!((third.left, third.wins, third.draws), (1, [2, 0], 0));
        let fourth = third.after(Outcome::Draw, None);
        assert_eq!((fourth.left, fourth.wins, fourth.draws), (0, [0, 2], 1));
    }
}
