//! The sides that devices have taken, if two players use two devices.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::collections::BTreeMap;

use super::super::pages::ClientId;
use ringstack_engine::rules::Side;

/// The devices of the players.
#[derive(Debug, Default)]
pub struct Devices {
    /// The sides of the connected pages.
    sides: BTreeMap<ClientId, Side>,
    /// The sides that a page has taken. The side of a page that disconnects stays taken: it may return.
    taken: [bool; 2],
}

impl Devices {
    /// The side that a page has taken.
    pub fn side_of(&self, client: ClientId) -> Option<Side> {
        self.sides.get(&client).copied()
    }

    /// The connected pages of a side.
    pub fn pages_of(&self, side: Side) -> impl Iterator<Item = ClientId> {
        let mut pages = self.sides.iter().filter(move |&(_, &held)| held == side);
        std::iter::from_fn(move || pages.next().map(|(&client, _)| client))
    }

    pub fn is_connected(&self, side: Side) -> bool {
        self.pages_of(side).next().is_some()
    }

    /// Whether devices have taken both sides.
    pub fn are_two(&self) -> bool {
        self.taken == [true, true]
    }

    /// A page takes a side, or none.
    pub fn take(&mut self, client: ClientId, side: Option<Side>) {
        let before = match side {
            Some(side) => self.sides.insert(client, side),
            None => self.sides.remove(&client),
        };
        if let Some(before) = before {
            self.taken[before.index()] = self.is_connected(before);
        }
        if let Some(side) = side {
            self.taken[side.index()] = true;
        }
    }

    pub fn disconnect(&mut self, client: ClientId) {
        self.sides.remove(&client);
    }

    /// Another game begins. Only connected devices keep their sides; with `swap`, they exchange them.
    pub fn begin_game(&mut self, swap: bool) {
        if swap {
            for side in self.sides.values_mut() {
                *side = !*side;
            }
        }
        self.taken = Side::ALL.map(|side| self.is_connected(side));
    }

    /// For each side whether its device is connected; `null` if no device has taken it.
    pub fn section(&self) -> [Option<bool>; 2] {
        Side::ALL.map(|side| self.taken[side.index()].then(|| self.is_connected(side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_stays_taken_until_it_is_given_back_or_another_game_begins() {
        let mut devices = Devices::default();
        devices.take(1, Some(Side::One));
        devices.take(2, Some(Side::Two));
        assert_eq!(devices.section(), [Some(true); 2]);
        devices.disconnect(2);
        assert_eq!(devices.section(), [Some(true), Some(false)]);
        assert!(devices.are_two());
        devices.take(3, Some(Side::Two));
        devices.take(3, None);
        assert_eq!(devices.section(), [Some(true), None]);
        devices.take(3, Some(Side::Two));
        devices.disconnect(3);
        devices.begin_game(true);
        assert_eq!(devices.side_of(1), Some(Side::Two));
        assert_eq!(devices.section(), [None, Some(true)]);
    }
}
