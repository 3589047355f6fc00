//! Conditions on games, written as `KEY=VALUE`, such as `player=Ann` or `plies=20..60`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::games;
use crate::rules::{Outcome, Side, excerpt};

use super::game::GameRecord;
use super::score::score_named;

/// A condition on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The name of this player, or of either player.
    Player(Option<Side>, NameFilter),
    /// The result; `None` stands for a game without a result.
    Result(Option<Outcome>),
    /// The id of the game and its rule set.
    Game(&'static str),
    /// The date lies in this range. A game without a date does not match.
    Date(RangeInclusive<Date>),
    /// The number of moves lies in this range.
    Plies(RangeInclusive<usize>),
}

/// A condition on a name. Case does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameFilter {
    /// The text in lower case.
    text: String,
    /// Whether the text is the whole name instead of a part of it.
    is_whole: bool,
}

/// A day as year, month and day.
pub type Date = (u16, u8, u8);

/// The syntax of a wrong filter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{}': expected {allowed}", excerpt(.text))]
pub struct FilterError {
    text: String,
    allowed: String,
}

impl Filter {
    /// Whether a game meets the condition.
    #[must_use]
    pub fn matches(&self, record: &GameRecord) -> bool {
        match self {
            Filter::Player(side, name) => {
                let players = Side::ALL.into_iter().zip(&record.players);
                let mut asked = players.filter(|(of, _)| side.is_none_or(|side| side == *of));
                asked.any(|(_, player)| name.matches(player))
            }
            Filter::Result(outcome) => record.outcome == *outcome,
            Filter::Game(id) => record.game.eq_ignore_ascii_case(id),
            Filter::Date(range) => {
                let days = dates(record).find_map(days);
                days.is_some_and(|days| range.contains(days.start()) && range.contains(days.end()))
            }
            Filter::Plies(range) => range.contains(&record.moves.len()),
        }
    }

    /// Whether the game does not meet the condition because its date cannot be read.
    #[must_use]
    pub fn cannot_read(&self, record: &GameRecord) -> bool {
        let is_known = |date: &str| date.starts_with(char::is_alphanumeric);
        matches!(self, Filter::Date(_))
            && dates(record).any(is_known)
            && dates(record).find_map(days).is_none()
    }
}

impl NameFilter {
    fn matches(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        match self.is_whole {
            true => name == self.text,
            false => name.contains(&self.text),
        }
    }
}

const KEYS: &str = "player=NAME, p1=NAME, p2=NAME, result=RESULT, game=ID, date=FROM..TO or \
                    plies=FROM..TO";

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Filter, FilterError> {
        let error = |text: &str, allowed: &str| FilterError {
            text: text.to_owned(),
            allowed: allowed.to_owned(),
        };
        let (key, value) = text.split_once('=').ok_or_else(|| error(text, KEYS))?;
        let value = value.trim();
        let name = || {
            let whole = value.strip_prefix('=');
            match whole.unwrap_or(value).trim() {
                "" => Err(error(value, "a name, or a part of it")),
                name => Ok(NameFilter {
                    text: name.to_lowercase(),
                    is_whole: whole.is_some(),
                }),
            }
        };
        match key.trim() {
            "player" => Ok(Filter::Player(None, name()?)),
            "p1" => Ok(Filter::Player(Some(Side::One), name()?)),
            "p2" => Ok(Filter::Player(Some(Side::Two), name()?)),
            "result" => score_named(value)
                .map(Filter::Result)
                .map_err(|allowed| error(value, allowed)),
            "game" => games::find_id(value)
                .map(Filter::Game)
                .ok_or_else(|| error(value, &format!("one of {}", games::ids().join(", ")))),
            "date" => range(value, days, (0, 1, 1)..=(u16::MAX, 12, 31))
                .map(Filter::Date)
                .ok_or_else(|| {
                    error(
                        value,
                        "YYYY, YYYY-MM or YYYY-MM-DD, or a range of them such as 2019-01..2020",
                    )
                }),
            "plies" => range(value, number, 0..=usize::MAX)
                .map(Filter::Plies)
                .ok_or_else(|| error(value, "a number or a range such as 20..60, 20.. or ..60")),
            _ => Err(error(key, KEYS)),
        }
    }
}

/// Reads `VALUE`, `FROM..TO`, `FROM..` or `..TO`. A value covers a range of its own; `all` is the widest.
fn range<T: Copy + PartialOrd>(
    text: &str,
    value: impl Fn(&str) -> Option<RangeInclusive<T>>,
    all: RangeInclusive<T>,
) -> Option<RangeInclusive<T>> {
    let Some((from, to)) = text.split_once("..") else {
        return value(text);
    };
    let end = |text: &str| match text {
        "" => Some(all.clone()),
        text => value(text),
    };
    let range = *end(from)?.start()..=*end(to)?.end();
    (text != ".." && !range.is_empty()).then_some(range)
}

/// The dates of a game, the best first.
fn dates(record: &GameRecord) -> impl Iterator<Item = &str> {
    let tags = ["Date", "UTCDate"].into_iter();
    tags.filter_map(|name| record.tag(name)).map(str::trim)
}

fn number(text: &str) -> Option<RangeInclusive<usize>> {
    let number = text.parse().ok()?;
    Some(number..=number)
}

/// The days of a date. `2019`, `2019.??.??` and `2019-00-00` are all days of a year; hyphens, dots and
/// slashes separate the fields. `20190305` and `5.3.2019` are dates, too, and a time may follow a date.
fn days(text: &str) -> Option<RangeInclusive<Date>> {
    let is_time = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let text = match text.split_once(['T', ' ']) {
        Some((day, time)) if is_time(time.trim_start()) => day,
        _ => text,
    };
    let compact = (text.get(..4), text.get(4..6), text.get(6..8));
    let fields: Vec<&str> = match compact {
        (Some(year), Some(month), Some(day)) if text.len() == 8 && text.parse::<u32>().is_ok() => {
            vec![year, month, day]
        }
        _ => text.split(['-', '.', '/']).collect(),
    };
    let is_day_first = text.contains('.') && matches!(fields[..], [day, _, _] if day.len() < 3);
    let mut fields: Box<dyn Iterator<Item = &str>> = match is_day_first {
        true => Box::new(fields.into_iter().rev()),
        false => Box::new(fields.into_iter()),
    };
    let year = fields.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut field = |max: u8| {
        let Some(text) = fields.next() else {
            return Some(1..=max);
        };
        match text.parse::<u8>() {
            Ok(0) => Some(1..=max),
            Ok(number) => (number <= max).then_some(number..=number),
            Err(_) => {
                (!text.is_empty() && text.bytes().all(|byte| byte == b'?')).then_some(1..=max)
            }
        }
    };
    let (month, day) = (field(12)?, field(31)?);
    let is_complete = fields.next().is_none();
    is_complete.then_some((year, *month.start(), *day.start())..=(year, *month.end(), *day.end()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::record::MoveRecord;

    fn record() -> GameRecord {
        GameRecord {
            game: "zertz".to_owned(),
            players: ["Ann Émile".to_owned(), "Bob".to_owned()],
            outcome: Some(Outcome::Draw),
            tags: vec![("Date".to_owned(), "2019.05.17".to_owned())],
            moves: vec![MoveRecord::new("wd4,a1"); 20],
            ..GameRecord::default()
        }
    }

    fn matches(filter: &str, record: &GameRecord) -> bool {
        let parsed: Filter = filter.parse().expect(filter);
        parsed.matches(record)
    }

    #[test]
    fn each_field_is_compared() {
        for (filter, expected) in [
            ("player=bob", true),
            ("player=éMILE", true),
            ("player==ann", false),
            ("player==ann émile", true),
            ("p1=bob", false),
            ("p2=BO", true),
            ("result=1/2-1/2", true),
            ("result=*", false),
            ("game=ZERTZ", true),
            ("game=zertz-48", false),
            ("plies=20", true),
            ("plies=20..60", true),
            ("plies=..19", false),
            ("plies=21..", false),
        ] {
            assert_eq!(matches(filter, &record()), expected, "{filter}");
        }
    }

    #[test]
    fn a_date_lies_within_the_range_for_certain() {
        let on = |date: &str| GameRecord {
            tags: vec![("Date".to_owned(), date.to_owned())],
            ..record()
        };
        for (filter, date, expected) in [
            ("date=2019", "2019.05.17", true),
            ("date=2019-05", "2019.05.17", true),
            ("date=2019-05-18", "2019.05.17", false),
            ("date=2019-06..2020", "2019.05.17", false),
            ("date=2018..2019-05", "2019-05-17", true),
            ("date=..2019-05-16", "2019.05.17", false),
            ("date=2019-05-17..", "2019/05/17", true),
            ("date=2019-01..2020", "2019.??.??", true),
            ("date=2019-05", "2019.??.??", false),
            ("date=2019", "????.??.??", false),
            ("date=2019-03-05", "2019-03-05T18:30:00Z", true),
            ("date=2019-03-05", "2019-03-05 18:30", true),
            ("date=2019-03-05", "20190305", true),
            ("date=2019-03-05", "5.3.2019", true),
            ("date=5.3.2019..20190306", "06.03.2019", true),
            ("date=2019-05", "5.3.2019", false),
            ("date=2019-03", "??.03.2019", true),
            ("date=2019", "5/3/2019", false),
        ] {
            assert_eq!(matches(filter, &on(date)), expected, "{filter} {date}");
        }
        assert!(!matches("date=1900..", &GameRecord::default()));
        let mut record = on("????.??.??");
        record.add_tag("UTCDate", "2019.05.17");
        assert!(matches("date=2019", &record));
    }

    #[test]
    fn unreadable_dates_are_told_apart_from_unknown_ones() {
        let filter: Filter = "date=2019".parse().expect("a filter");
        for (date, expected) in [
            ("17 May 2019", true),
            ("5/3/2019", true),
            ("2018.05.17", false),
            ("????.??.??", false),
            ("", false),
        ] {
            let record = GameRecord {
                tags: vec![("Date".to_owned(), date.to_owned())],
                ..record()
            };
            assert_eq!(filter.cannot_read(&record), expected, "{date}");
        }
        let other: Filter = "plies=1".parse().expect("a filter");
        assert!(!other.cannot_read(&record()));
    }

    #[test]
    fn wrong_filters_are_refused() {
        for filter in [
            "bob",
            "name=bob",
            "player=",
            "player==",
            "result=win",
            "game=chess",
            "plies=x",
            "plies=..",
            "plies=9..3",
            "plies=-1",
            "date=19",
            "date=2019-13",
            "date=2019-1-1-1",
            "date=2020..2019",
            "date=today",
            "date=2019-",
        ] {
            let error = filter.parse::<Filter>().expect_err(filter);
            assert!(error.to_string().contains("': expected "), "{error}");
        }
    }
}
