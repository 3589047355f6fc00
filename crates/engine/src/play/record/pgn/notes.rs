//! The content of comments: `[%eval 120]`, `[%mate 5]`, `[%bound lower]`, `[%depth 8]`, `[%seldepth 14]`,
//! `[%nodes 5000]`, `[%nps 900000]`, `[%scale 153.25]`, `[%pv c3 d4]`, `[%emt 0:00:01.5]`,
//! `[%clk 0:04:33]`, drawings (`[%cal Ga1b2]`, `[%csl Ga1]`), and text.

use std::fmt::Write;
use std::time::Duration;

use super::super::drawing;
use super::super::game::{GameRecord, MAX_SECONDS, MoveRecord, comment_text};
use crate::search::{Bound, BoundedValue, Value};

/// Adds the content of a comment to a move. Unknown commands and commands with invalid values stay in the
/// text.
pub fn read(comment: &str, played: &mut MoveRecord) {
    let mut comment = comment_text(comment);
    // What is around a command may form another one.
    while let Some(rest) = take_commands(&comment, played) {
        comment = comment_text(&rest);
    }
    add(&mut played.comment, &comment);
}

/// Adds the commands in a comment to a move. Returns the rest of the comment; `None` if there were no commands.
fn take_commands(comment: &str, played: &mut MoveRecord) -> Option<String> {
    let mut text = String::new();
    let mut rest = comment;
    let mut is_found = false;
    while let Some((before, after)) = rest.split_once("[%") {
        text.push_str(before);
        rest = after;
        match after.split_once(']') {
            Some((command, after)) if note(command, played) => {
                rest = after;
                is_found = true;
            }
            _ => text.push_str("[%"),
        }
    }
    text.push_str(rest);
    is_found.then_some(text)
}

/// Whether a comment has text besides commands.
pub fn has_text(comment: &str) -> bool {
    let mut noted = MoveRecord::default();
    read(comment, &mut noted);
    !noted.comment.is_empty()
}

/// Adds words to a comment.
pub(in super::super) fn add(comment: &mut String, text: &str) {
    let text = comment_text(text);
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// Adds words to a comment. Commands in them stay text: they belong to another move. Nor do they complete a
/// command that the comment begins.
pub(in super::super) fn add_text(comment: &mut String, text: &str) {
    let open = comment.split_off(comment.rfind(']').map_or(0, |at| at + 1));
    comment.push_str(&open.replace("[%", "[ %"));
    add(comment, &text.replace("[%", "[ %"));
}

/// Reads `NAME VALUE`. Returns `false` for an unknown command, an invalid value or a repetition.
fn note(command: &str, played: &mut MoveRecord) -> bool {
    fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
        let fits = place.is_none() && value.is_some();
        if fits {
            *place = value;
        }
        fits
    }
    fn exact(unit: fn(i32) -> Value) -> impl Fn(i32) -> BoundedValue {
        move |number| unit(number).into()
    }
    if played.pv.is_empty()
        && let Some(line) = command.strip_prefix("pv ")
    {
        played.pv = line.split_whitespace().map(str::to_owned).collect();
        return !played.pv.is_empty();
    }
    let Some((name, value)) = command.trim().split_once(char::is_whitespace) else {
        return false;
    };
    let value = value.trim();
    match name {
        "eval" => set(&mut played.score, value.parse().ok().map(exact(Value::Cp))),
        "mate" => set(
            &mut played.score,
            value.parse().ok().map(exact(Value::Mate)),
        ),
        "bound" => match (&mut played.score, value) {
            (Some(score), "lower") if score.bound == Bound::Exact => {
                score.bound = Bound::Lower;
                true
            }
            (Some(score), "upper") if score.bound == Bound::Exact => {
                score.bound = Bound::Upper;
                true
            }
            _ => false,
        },
        "depth" => set(&mut played.depth, value.parse().ok()),
        "seldepth" => set(&mut played.seldepth, value.parse().ok()),
        "nodes" => set(&mut played.nodes, value.parse().ok()),
        "nps" => set(&mut played.nps, value.parse().ok()),
        "scale" => set(&mut played.scale, hundredths(value)),
        "emt" => set(&mut played.time, time(value)),
        "clk" => set(&mut played.clock, time(value)),
        _ => match drawing::read(name, value) {
            Some(drawn) => {
                drawing::add(&mut played.drawn, drawn);
                true
            }
            None => false,
        },
    }
}

/// Reads a number above 0 with up to two decimals, in hundredths.
fn hundredths(text: &str) -> Option<u32> {
    to_hundredths(text.parse().ok()?)
}

/// A number above 0 in hundredths.
pub(crate) fn to_hundredths(number: f64) -> Option<u32> {
    let hundredths = (number * 100.0).round();
    (1.0..=f64::from(u32::MAX))
        .contains(&hundredths)
        .then_some(hundredths as u32)
}

/// Reads `H:MM:SS`, `M:SS` or seconds, with up to three decimals.
fn time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0_u64;
    let parts: Vec<&str> = whole.split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    for part in parts {
        let digits = (1..=10).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        let part: u64 = part.parse().ok().filter(|_| digits)?;
        seconds = seconds.checked_mul(60)?.checked_add(part)?;
    }
    let digits = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let millis: u64 = format!("{fraction:0<3}").parse().ok().filter(|_| digits)?;
    let fits = seconds <= MAX_SECONDS;
    fits.then(|| Duration::from_secs(seconds) + Duration::from_millis(millis))
}

fn write_time(time: Duration, out: &mut String) {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    // Writing into a string cannot fail.
    let _ = write!(out, "{hours}:{minutes:02}:{:02}", seconds % 60);
    let millis = time.subsec_millis();
    if millis > 0 {
        let digits = format!(".{millis:03}");
        out.push_str(digits.trim_end_matches('0'));
    }
}

/// The comment before the first move, without braces; may be empty.
pub(super) fn first(record: &GameRecord) -> String {
    let mut words = drawing::write(&record.drawn);
    words.extend(Some(record.comment.clone()).filter(|text| !text.is_empty()));
    words.join(" ")
}

/// The comment of a move, without braces; may be empty.
pub fn write(played: &MoveRecord) -> String {
    let mut words: Vec<String> = Vec::new();
    if let Some(BoundedValue { value, bound }) = played.score {
        words.push(match value {
            Value::Cp(centipawns) => format!("[%eval {centipawns}]"),
            Value::Mate(plies) => format!("[%mate {plies}]"),
        });
        match bound {
            Bound::Exact => {}
            Bound::Lower => words.push("[%bound lower]".to_owned()),
            Bound::Upper => words.push("[%bound upper]".to_owned()),
        }
    }
    words.extend(played.depth.map(|depth| format!("[%depth {depth}]")));
    words.extend(played.seldepth.map(|depth| format!("[%seldepth {depth}]")));
    words.extend(played.nodes.map(|nodes| format!("[%nodes {nodes}]")));
    words.extend(played.nps.map(|nps| format!("[%nps {nps}]")));
    let scale = played.scale.map(|scale| f64::from(scale) / 100.0);
    words.extend(scale.map(|scale| format!("[%scale {scale}]")));
    if !played.pv.is_empty() {
        words.push(format!("[%pv {}]", played.pv.join(" ")));
    }
    for (name, time) in [("emt", played.time), ("clk", played.clock)] {
        if let Some(time) = time {
            let mut word = format!("[%{name} ");
            write_time(time, &mut word);
            word.push(']');
            words.push(word);
        }
    }
    words.extend(drawing::write(&played.drawn));
    if !played.comment.is_empty() {
        words.push(played.comment.clone());
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_text_are_distinguished() {
        let mut played = MoveRecord::new("c3");
        let comment = "[%eval  -7] [%depth 4] [%scale 153.25] [%pv d4 e1]\n a [%eval 9]  [%foo] b [%emt 0:00:00.012][%clk 1:02:03] [%cal Ga1b2,\nRc3d4] [%csl\nYa1]";
        read(comment, &mut played);
        assert_eq!(played.score, Some(Value::Cp(-7).into()));
        assert_eq!(played.depth, Some(4));
        assert_eq!((played.scale, played.pv.len()), (Some(15_325), 2));
        assert_eq!(played.time, Some(Duration::from_millis(12)));
        assert_eq!(played.clock, Some(Duration::from_secs(3723)));
        assert_eq!(played.comment, "a [%eval 9] [%foo] b");
        assert_eq!(played.drawn.len(), 3);
        let written = write(&played);
        let mut again = MoveRecord::new("c3");
        read(&written, &mut again);
        assert_eq!(again, played, "{written}");
    }

    #[test]
    fn added_text_forms_no_command() {
        let mut played = MoveRecord::new("c3");
        played.comment = "[%foo] [%pv a".to_owned();
        add_text(&mut played.comment, "b] [%eval 5]");
        let comment = std::mem::take(&mut played.comment);
        read(&comment, &mut played);
        assert_eq!((&played.pv[..], played.score), (&[][..], None));
        assert_eq!(played.comment, "[%foo] [ %pv a b] [ %eval 5]");
    }

    #[test]
    fn times_are_exact_to_the_millisecond() {
        for (text, millis) in [
            ("0:00:00", 0),
            ("0:00:00.5", 500),
            ("12:34:56.789", 45_296_789),
        ] {
            let read = time(text).expect("a time");
            assert_eq!(read, Duration::from_millis(millis));
            let mut written = String::new();
            write_time(read, &mut written);
            assert_eq!(written, text);
        }
        assert_eq!(time("90.5"), Some(Duration::from_millis(90_500)));
        for bad in ["", "1:", "a", "1.2345", "1:2:3:4", "-1", "99999999999"] {
            assert_eq!(time(bad), None, "{bad}");
        }
    }
}
