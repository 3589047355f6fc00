//! The counts of a move in a position, as stored in an index.

use std::io::{self, Read, Write};

use crate::rules::{Outcome, Side};

/// The number of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ResultCounts {
    /// Games that player 1 won.
    pub p1_wins: u32,
    /// Games that player 2 won.
    pub p2_wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games without a result.
    pub open: u32,
}

impl ResultCounts {
    /// Counts a game.
    pub fn add(&mut self, outcome: Option<Outcome>) {
        let count = match outcome {
            Some(Outcome::Win(Side::One)) => &mut self.p1_wins,
            Some(Outcome::Win(Side::Two)) => &mut self.p2_wins,
            Some(Outcome::Draw) => &mut self.draws,
            None => &mut self.open,
        };
        *count = count.saturating_add(1);
    }

    /// Adds other counts.
    pub fn join(&mut self, other: ResultCounts) {
        self.p1_wins = self.p1_wins.saturating_add(other.p1_wins);
        self.p2_wins = self.p2_wins.saturating_add(other.p2_wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.open = self.open.saturating_add(other.open);
    }

    /// The counts in the order of the fields.
    #[must_use]
    pub fn counts(&self) -> [u32; 4] {
        [self.p1_wins, self.p2_wins, self.draws, self.open]
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.counts().into_iter().map(u64::from).sum()
    }

    /// The share of points that player 1 took in the games with a result, 0 to 1; `None` without any.
    #[must_use]
    pub fn p1_share(&self) -> Option<f64> {
        let [wins, losses, draws] = [self.p1_wins, self.p2_wins, self.draws].map(f64::from);
        let decided = wins + losses + draws;
        (decided > 0.0).then(|| (wins + draws / 2.0) / decided)
    }
}

/// The games in which a move was played in a position. The order is that of the entries in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// The symmetry key of the position.
    pub key: u64,
    /// The symmetry key of the position after the move.
    pub after: u64,
    /// The number of the move in the header.
    pub token: u32,
    pub results: ResultCounts,
}

impl Entry {
    /// The number of bytes in a file.
    pub const SIZE: u64 = 36;

    /// The keys of the positions before and after the move.
    pub fn keys(&self) -> (u64, u64) {
        (self.key, self.after)
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.key.to_le_bytes())?;
        to.write_all(&self.after.to_le_bytes())?;
        to.write_all(&self.token.to_le_bytes())?;
        let mut counts = self.results.counts().into_iter();
        counts.try_for_each(|number| to.write_all(&number.to_le_bytes()))
    }

    pub fn read(from: &mut impl Read) -> io::Result<Entry> {
        let mut key = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes)?;
            io::Result::Ok(u64::from_le_bytes(bytes))
        };
        let (key, after) = (key()?, key()?);
        let mut number = || {
            let mut bytes = [0; 4];
            from.read_exact(&mut bytes)?;
            io::Result::Ok(u32::from_le_bytes(bytes))
        };
        Ok(Entry {
            key,
            after,
            token: number()?,
            results: ResultCounts {
                p1_wins: number()?,
                p2_wins: number()?,
                draws: number()?,
                open: number()?,
            },
        })
    }
}
