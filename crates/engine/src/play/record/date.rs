//! The date of a new record.

use crate::clock;

/// The date of a time in milliseconds since 1970, in the format of PGN and in UTC.
#[must_use]
pub fn date(unix_ms: u64) -> String {
    // Days since 0000-03-01, with years that begin in March.
    let days = unix_ms / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era * 400 + year_of_era + next_year;
    format!("{year:04}.{month:02}.{day:02}")
}

/// The time of day in UTC of a time in milliseconds since 1970, in the format of PGN.
#[must_use]
pub fn time(unix_ms: u64) -> String {
    let seconds = unix_ms / 1000 % 86_400;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{hour:02}:{minute:02}:{second:02}")
}

/// The date of today.
#[must_use]
pub fn today() -> String {
    date(clock::unix_time().as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (4_107_542_399, "2100.02.28"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(seconds * 1000), expected);
        }
    }
}
