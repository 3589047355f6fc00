//! The header of a record: the game, the players and the date.

use crate::games::{gipf, zertz};
use crate::rules::RuleSet;

use super::super::game::{GameRecord, one_line};
use super::super::refused::RecordFault;
use super::sgf::SgfNode;

/// The content of the root node of a record.
#[derive(Debug)]
pub(super) struct SgfHeader {
    pub game: RecordedGame,
    /// The names by the number of the player in the record.
    pub names: [String; 2],
    pub rankings: [String; 2],
    /// Whether player 1 has the first colour (`CM[1,0]`).
    pub colours_swapped: bool,
    /// The text of the result, in the language of the client.
    pub outcome: Option<String>,
    pub tags: Vec<(String, String)>,
}

/// The game of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordedGame {
    Dvonn,
    Gipf(gipf::Variant),
    Zertz(zertz::Variant),
}

impl RecordedGame {
    fn id(self) -> &'static str {
        match self {
            RecordedGame::Dvonn => "dvonn",
            RecordedGame::Gipf(variant) => variant.id(),
            RecordedGame::Zertz(variant) => variant.id(),
        }
    }
}

/// Before this day (year, month, day) GIPF was played with other numbers of pieces.
const GIPF_SINCE: [u16; 3] = [2009, 5, 4];

/// Reads the root node, which is the first one.
pub(super) fn read(nodes: &[SgfNode]) -> Result<SgfHeader, RecordFault> {
    let root = nodes
        .first()
        .ok_or_else(|| RecordFault::new(1, "(", "expected a game: (;"))?;
    let get = |name: &str| root.properties.iter().find(|p| p.name == name);
    let text = |name: &str| get(name).map(|p| one_line(p.value)).unwrap_or_default();
    let line = root.properties.first().map_or(1, |p| p.line);
    let game = get("GM").ok_or_else(|| RecordFault::new(line, "", "expected the game: GM[...]"))?;
    let setup =
        get("SU").ok_or_else(|| RecordFault::new(line, "", "expected the set-up: SU[...]"))?;
    let recorded = recorded_game(game.value.trim(), setup.value.trim()).ok_or_else(|| {
        let known =
            "22 (ZERTZ with 37, 48 or 61 rings), Dvonn or gipf (basic, standard, tournament)";
        let (line, word) = match game.value.trim().to_lowercase().as_str() {
            "22" | "zertz" | "dvonn" | "gipf" => (setup.line, setup.value),
            _ => (game.line, game.value),
        };
        RecordFault::new(line, word.trim(), format!("expected {known}"))
    })?;
    let date = Date::read(&text("DT"));
    if let (RecordedGame::Gipf(_), Some(date)) = (recorded, &date)
        && date.day < GIPF_SINCE
    {
        let reason = "GIPF had other numbers of pieces before 2009-05-04";
        let line = get("DT").map_or(line, |p| p.line);
        return Err(RecordFault::new(line, &text("DT"), reason));
    }
    let mut tags = vec![("Site".to_owned(), "boardspace.net".to_owned())];
    let mut add = |name: &str, value: String| {
        if !value.is_empty() {
            tags.push((name.to_owned(), value));
        }
    };
    add("Event", text("GN"));
    if let Some(date) = date {
        let [year, month, day] = date.day;
        add("Date", format!("{year}.{month:02}.{day:02}"));
        add("Time", date.time);
    }
    add("TimeControl", text("TC"));
    let of_player = |number: usize, word: &str| {
        let name = ["P0", "P1"].get(number).copied().unwrap_or_default();
        let mut values = root.properties.iter().filter(|p| p.name == name);
        let value = values.find_map(|p| p.value.trim().strip_prefix(word));
        one_line(value.unwrap_or_default())
    };
    let name = |number| {
        let quoted = of_player(number, "id ");
        quoted.trim_matches('"').trim().to_owned()
    };
    Ok(SgfHeader {
        game: recorded,
        names: [name(0), name(1)],
        rankings: [0, 1].map(|number| of_player(number, "ranking ")),
        colours_swapped: text("CM").replace(' ', "") == "1,0",
        outcome: get("RE").map(|p| one_line(p.value)),
        tags,
    })
}

fn recorded_game(game: &str, setup: &str) -> Option<RecordedGame> {
    let word = setup.split_whitespace().next()?.to_lowercase();
    Some(match game.to_lowercase().as_str() {
        "22" | "zertz" => RecordedGame::Zertz(match word.as_str() {
            "zertz" => zertz::Variant::Rings37,
            "zertz+11" => zertz::Variant::Rings48,
            "zertz+24" => zertz::Variant::Rings61,
            _ => return None,
        }),
        "dvonn" if word == "dvonn" => RecordedGame::Dvonn,
        "gipf" => RecordedGame::Gipf(match word.as_str() {
            "gipf" => gipf::Variant::Basic,
            "gipf-standard" => gipf::Variant::Standard,
            "gipf-tournament" => gipf::Variant::Tournament,
            _ => return None,
        }),
        _ => return None,
    })
}

impl SgfHeader {
    /// A record without moves, in which the player with this number is our player 1.
    pub fn record(&self, first: usize) -> GameRecord {
        let of = |values: &[String; 2], number: usize| {
            values.get(number % 2).cloned().unwrap_or_default()
        };
        let mut tags = self.tags.clone();
        for (tag, number) in [("P1Ranking", first), ("P2Ranking", first + 1)] {
            let ranking = of(&self.rankings, number);
            if !ranking.is_empty() {
                tags.push((tag.to_owned(), ranking));
            }
        }
        if let Some(outcome) = &self.outcome {
            tags.push(("ResultText".to_owned(), outcome.clone()));
        }
        let mut record = GameRecord {
            game: self.game.id().to_owned(),
            players: [of(&self.names, first), of(&self.names, first + 1)],
            tags,
            ..GameRecord::default()
        };
        record.order_tags();
        record
    }

    /// The number of the winner: the player whose name is in the text of the result, if it is only one.
    pub fn winner(&self) -> Option<usize> {
        let words = self.outcome.as_deref()?;
        let [zero, one] = self.names.each_ref().map(|name| has_word(words, name));
        match (zero, one) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        }
    }
}

/// Whether a text contains a name as a complete word.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).and_then(|front| front.chars().next_back());
            let after = text
                .get(at + name.len()..)
                .and_then(|rest| rest.chars().next());
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
}

/// The start of a game.
#[derive(Debug, PartialEq, Eq)]
struct Date {
    /// Year, month, day.
    day: [u16; 3],
    /// The time as recorded, with the time zone.
    time: String,
}

impl Date {
    /// Reads `Wed Oct 23 11:26:02 CDT 2024`.
    fn read(text: &str) -> Option<Date> {
        const MONTHS: [&str; 12] = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ];
        let words: Vec<&str> = text.split_whitespace().collect();
        let [_, month, day, time, zone @ .., year] = &words[..] else {
            return None;
        };
        let month = (1..).zip(MONTHS).find(|(_, name)| name == month)?.0;
        let day = [year.parse().ok()?, month, day.parse().ok()?];
        let time = [&[*time], zone].concat().join(" ");
        Some(Date { day, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read() {
        let date = Date::read("Wed Mar 06 23:43:00 GMT+02:00 2024").expect("a date");
        assert_eq!(date.day, [2024, 3, 6]);
        assert_eq!(date.time, "23:43:00 GMT+02:00");
        assert_eq!(Date::read("yesterday"), None);
    }

    #[test]
    fn only_complete_words_match_names() {
        assert!(has_word("Game won by bob.", "bob"));
        assert!(!has_word("Game won by bobby", "bob"));
        assert!(!has_word("Game won", ""));
    }
}
