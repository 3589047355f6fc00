//! Who may do what on the board: its owner, and the guests who hold the key of a seat or that of the watchers.
//!
//! A guest with the key of a seat plays its side, on one device at a time. The owner's pages play a side that they
//! have taken, or else what guests leave. Everyone else watches.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::io::{Access, Device};
use super::super::messages::ClientId;
use super::super::refusal::Refusal;
use super::permissions::SeatSection;
use ringstack_engine::rules::Side;

/// A connected page.
#[derive(Debug, Default)]
struct Page {
    device: Device,
    /// The side that it has taken.
    side: Option<Side>,
    /// What it was told about its seat; `None` before it was welcomed.
    told: Option<SeatSection>,
}

/// What a page may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Owner,
    Player,
    Watcher,
}

/// The seat of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Seat {
    pub role: Role,
    /// The side of the page in games between people; `None` for an owner who plays what nobody has taken.
    pub side: Option<Side>,
}

/// The devices of the players.
#[derive(Debug, Default)]
pub struct Devices {
    pages: BTreeMap<ClientId, Page>,
    /// The devices that have taken the sides. The side of a page that disconnects stays taken: it may return.
    holders: [Option<Device>; 2],
    /// Whether rematches have turned the seats.
    turned: bool,
    /// Whether the host says who connects. Then a page that is not known has left and may do nothing.
    has_keys: bool,
}

impl Devices {
    /// A page connects. With the key of a free seat it takes the side of that seat.
    pub fn join(&mut self, client: ClientId, device: Device) {
        let page = Page {
            device,
            ..Page::default()
        };
        self.pages.insert(client, page);
        self.has_keys = true;
        self.seat_guests();
    }

    pub fn disconnect(&mut self, client: ClientId) {
        self.pages.remove(&client);
    }

    pub fn is_owner(&self, client: ClientId) -> bool {
        let page = self.pages.get(&client);
        page.map_or(!self.has_keys, |page| page.device.access == Access::Owner)
    }

    /// The side that a page plays in a game between people.
    pub fn side_of(&self, client: ClientId) -> Option<Side> {
        let rest = self.rest().filter(|_| self.is_owner(client));
        self.pages.get(&client).and_then(|page| page.side).or(rest)
    }

    /// The side that one guest leaves to the owner.
    fn rest(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| {
            let other = self.holders[(!side).index()].as_ref();
            let is_guest = other.is_some_and(|device| device.access != Access::Owner);
            self.holders[side.index()].is_none() && is_guest
        })
    }

    /// Whether a page moves for a side in a game between people.
    pub fn holds(&self, client: ClientId, side: Side) -> bool {
        match self.side_of(client) {
            Some(own) => own == side,
            None => self.is_owner(client) && self.holders[side.index()].is_none(),
        }
    }

    /// The connected pages of a side.
    pub fn pages_of(&self, side: Side) -> impl Iterator<Item = ClientId> {
        let clients = self.pages.keys().copied();
        clients.filter(move |&client| self.side_of(client) == Some(side))
    }

    pub fn is_connected(&self, side: Side) -> bool {
        self.pages_of(side).next().is_some()
    }

    pub fn is_page_connected(&self, client: ClientId) -> bool {
        self.pages.contains_key(&client)
    }

    /// Whether the two sides have different devices.
    pub fn are_two(&self) -> bool {
        self.holders.iter().all(Option::is_some) || self.rest().is_some()
    }

    /// The seat that has a side now.
    pub fn seat_of(&self, side: Side) -> Side {
        if self.turned { !side } else { side }
    }

    /// A page takes a side, or none.
    pub fn take(&mut self, client: ClientId, side: Option<Side>) -> Result<(), Refusal> {
        let page = self.pages.entry(client).or_default();
        let device = page.device.clone();
        let before = page.side;
        if let Some(side) = side {
            if self.is_held_by_other(side, &device) {
                return Err(Refusal::SideTaken);
            }
            self.holders[side.index()] = Some(device);
        }
        if let Some(page) = self.pages.get_mut(&client) {
            page.side = side;
        }
        if let Some(before) = before
            && !self.is_taken(before)
        {
            self.holders[before.index()] = None;
        }
        self.seat_guests();
        Ok(())
    }

    /// Whether a connected page has taken a side.
    fn is_taken(&self, side: Side) -> bool {
        self.pages.values().any(|page| page.side == Some(side))
    }

    /// Whether another device plays a side. One that has left gives way.
    fn is_held_by_other(&self, side: Side, device: &Device) -> bool {
        let holder = self.holders[side.index()].as_ref();
        holder.is_some_and(|holder| holder != device) && self.is_taken(side)
    }

    /// Gives guests the free sides of their seats.
    fn seat_guests(&mut self) {
        let waiting = self.pages.iter().filter_map(|(&client, page)| {
            let Access::Seat(seat) = page.device.access else {
                return None;
            };
            // The seat of a side and the side of a seat turn alike.
            page.side.is_none().then(|| (client, self.seat_of(seat)))
        });
        for (client, side) in waiting.collect::<Vec<_>>() {
            let Some(page) = self.pages.get(&client) else {
                continue;
            };
            let device = page.device.clone();
            if self.is_held_by_other(side, &device) {
                continue;
            }
            self.holders[side.index()] = Some(device);
            if let Some(page) = self.pages.get_mut(&client) {
                page.side = Some(side);
            }
        }
    }

    /// Another game begins. Only connected devices keep their sides; with `swap`, they exchange them. A program that
    /// starts again knows from the game that goes on whether rematches have `turned` the seats. Returns whether they have.
    pub fn begin_game(&mut self, swap: bool, turned: Option<bool>) -> bool {
        self.turned = turned.unwrap_or(self.turned);
        if swap {
            self.turned = !self.turned;
            self.holders.reverse();
            for side in self
                .pages
                .values_mut()
                .filter_map(|page| page.side.as_mut())
            {
                *side = !*side;
            }
        }
        for side in Side::ALL {
            if !self.is_taken(side) {
                self.holders[side.index()] = None;
            }
        }
        self.seat_guests();
        self.turned
    }

    /// For each side whether its device is connected; `None` if no device has taken it.
    pub fn section(&self) -> [Option<bool>; 2] {
        Side::ALL.map(|side| {
            let has_device = self.holders[side.index()].is_some() || self.rest() == Some(side);
            has_device.then(|| self.is_connected(side))
        })
    }

    /// The seat of a page.
    pub fn seat(&self, client: ClientId) -> Seat {
        let side = self.side_of(client);
        let role = match side {
            _ if self.is_owner(client) => Role::Owner,
            Some(_) => Role::Player,
            None => Role::Watcher,
        };
        Seat { role, side }
    }

    /// A page receives the whole state.
    pub fn welcome(&mut self, client: ClientId) {
        if !self.has_keys {
            self.pages.entry(client).or_default();
        }
    }

    /// The pages that were told about their seats.
    pub fn told(&self) -> Vec<ClientId> {
        let told = self.pages.iter().filter(|(_, page)| page.told.is_some());
        told.map(|(&client, _)| client).collect()
    }

    /// Notes what a page is told about its seat. Returns whether it is new.
    pub fn tell(&mut self, client: ClientId, seat: &SeatSection) -> bool {
        let page = self.pages.get_mut(&client);
        page.is_some_and(|page| page.told.replace(seat.clone()).as_ref() != Some(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{One, Two};

    fn guest(seat: Side, id: &str) -> Device {
        Device {
            access: Access::Seat(seat),
            id: id.to_owned(),
        }
    }

    #[test]
    fn a_side_stays_taken_until_it_is_given_back_or_another_game_begins() {
        let mut devices = Devices::default();
        devices.take(1, Some(One)).expect("free");
        devices.take(2, Some(Two)).expect("free");
        assert_eq!(devices.section(), [Some(true); 2]);
        devices.disconnect(2);
        assert_eq!(devices.section(), [Some(true), Some(false)]);
        assert!(devices.are_two());
        devices.take(3, Some(Two)).expect("the same owner");
        devices.take(3, None).expect("given back");
        assert_eq!(devices.section(), [Some(true), None]);
        devices.take(3, Some(Two)).expect("free");
        devices.disconnect(3);
        devices.begin_game(true, None);
        assert_eq!(devices.side_of(1), Some(Two));
        assert_eq!(devices.section(), [None, Some(true)]);
    }

    #[test]
    fn a_seat_has_one_device_at_a_time_and_everyone_else_watches() {
        let mut devices = Devices::default();
        devices.welcome(1);
        assert!(devices.holds(1, One) && devices.holds(1, Two));
        devices.join(2, guest(Two, "a"));
        // The owner plays what the guest leaves.
        assert!(devices.holds(1, One) && !devices.holds(1, Two));
        assert_eq!(devices.section(), [Some(true); 2]);
        devices.join(3, guest(Two, "b"));
        devices.join(
            4,
            Device {
                access: Access::Watcher,
                id: "c".to_owned(),
            },
        );
        for watcher in [3, 4] {
            assert_eq!(
                devices.seat(watcher),
                Seat {
                    role: Role::Watcher,
                    side: None
                }
            );
        }
        // Another page of the same browser has the same seat, and with both seats taken the owner watches.
        devices.join(5, guest(Two, "a"));
        devices.join(6, guest(One, "d"));
        assert_eq!(
            [devices.side_of(5), devices.side_of(6)],
            [Some(Two), Some(One)]
        );
        assert!(!devices.holds(1, One) && !devices.holds(1, Two));
        assert_eq!(devices.take(1, Some(One)), Err(Refusal::SideTaken));
        // A device that has left gives way to another one with the same key.
        devices.disconnect(2);
        devices.disconnect(5);
        devices.join(7, guest(Two, "b"));
        assert_eq!(devices.side_of(7), Some(Two));
        // A rematch turns the seats, also for those who come later.
        devices.begin_game(true, None);
        assert_eq!(
            [devices.side_of(7), devices.side_of(6)],
            [Some(One), Some(Two)]
        );
        devices.disconnect(7);
        devices.join(8, guest(Two, "b"));
        assert_eq!(devices.side_of(8), Some(One));
        // What a page sent before it left counts for nothing.
        devices.disconnect(8);
        assert_eq!(devices.seat(8).role, Role::Watcher);
        assert!(!devices.is_owner(8) && !devices.holds(8, One));
    }
}
