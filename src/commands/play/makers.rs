//! Who has made the turns of the game at the table, and so what its players are called in a file.

use ringstack::play::record::GameRecord;
use ringstack::rules::Side;

/// The player of each turn and his name, empty where a file does not tell it.
#[derive(Debug, Default)]
pub struct Makers {
    turns: Vec<(Side, String)>,
    /// The names that the loaded game tells, even of who has made no turn.
    loaded: [String; 2],
}

impl Makers {
    /// Those of a loaded game, whose turns were made by these sides.
    pub fn of_loaded(record: &GameRecord, sides: impl Iterator<Item = Side>) -> Makers {
        let loaded = record.players.clone();
        let name = |side: Side| loaded.get(side.index()).cloned().unwrap_or_default();
        Makers {
            turns: sides.map(|side| (side, name(side))).collect(),
            loaded,
        }
    }

    /// Somebody has made a turn.
    pub fn add(&mut self, side: Side, name: String) {
        self.turns.push((side, name));
    }

    /// Only so many turns are left.
    pub fn keep(&mut self, turns: usize) {
        self.turns.truncate(turns);
    }

    /// All who have made turns of a side, in order; who has the side `now` where there were none.
    pub fn of(&self, side: Side, now: &str) -> String {
        let own = self.turns.iter().filter(|(other, _)| *other == side);
        let mut names: Vec<&str> = Vec::new();
        for (_, name) in own.clone() {
            if !name.is_empty() && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        if own.count() > 0 {
            return names.join(", ");
        }
        let loaded = self.loaded.get(side.index()).map_or("", String::as_str);
        if loaded.is_empty() { now } else { loaded }.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_who_have_made_turns_are_named_in_order() {
        let record = GameRecord {
            players: ["Anna".to_owned(), String::new()],
            ..GameRecord::default()
        };
        let mut makers = Makers::of_loaded(&record, Side::ALL.into_iter());
        let names = |makers: &Makers| Side::ALL.map(|side| makers.of(side, "now"));
        assert_eq!(names(&makers), ["Anna", ""]);
        makers.add(Side::One, "a person".to_owned());
        makers.add(Side::Two, "engine".to_owned());
        makers.add(Side::One, "a person".to_owned());
        assert_eq!(names(&makers), ["Anna, a person", "engine"]);
        makers.keep(0);
        assert_eq!(names(&makers), ["Anna", "now"]);
        assert_eq!(names(&Makers::default()), ["now", "now"]);
    }
}
