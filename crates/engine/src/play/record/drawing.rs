//! Arrows and circles drawn on a position, in the comment syntax of other programs:
//! `[%cal Ga1b2,Rc3c5]` and `[%csl Yd4]`, each word begins with the letter of its ink.
//!
//! The two places of an arrow are adjacent if both are letters and a number; other ids are separated by `>`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::picture::is_place_id;

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    /// Green, the default.
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl Ink {
    /// All inks with their letters.
    const ALL: [(Ink, char); 4] = [
        (Ink::Green, 'G'),
        (Ink::Red, 'R'),
        (Ink::Blue, 'B'),
        (Ink::Yellow, 'Y'),
    ];
}

/// An arrow, or a circle around a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The ink.
    pub ink: Ink,
    /// The id of the start of the arrow, or of the circled place.
    pub from: String,
    /// The id of the end of the arrow; `None` for a circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// The length of the prefix of letters and a number, or 0 without such a prefix.
fn name_length(text: &str) -> usize {
    let count = |text: &str, fits: fn(&u8) -> bool| text.bytes().take_while(fits).count();
    let letters = count(text, u8::is_ascii_lowercase);
    let digits = count(text.get(letters..).unwrap_or(""), u8::is_ascii_digit);
    if letters == 0 || digits == 0 {
        0
    } else {
        letters + digits
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && name_length(text) == text.len()
}

impl Drawing {
    /// Whether the ids are well-formed, and the ends of an arrow differ.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let ends = |to: &String| is_place_id(to) && *to != self.from;
        is_place_id(&self.from) && self.to.as_ref().is_none_or(ends)
    }

    fn read(word: &str, is_arrow: bool) -> Option<Drawing> {
        let letter = word.chars().next()?;
        let (ink, _) = Ink::ALL.into_iter().find(|&(_, of)| of == letter)?;
        let rest = word.get(1..)?;
        let (from, to) = match (is_arrow, rest.split_once('>')) {
            (false, _) => (rest, None),
            (true, Some((from, to))) => (from, Some(to)),
            (true, None) => {
                let (from, to) = rest.split_at_checked(name_length(rest))?;
                (from, Some(to).filter(|to| is_name(to)))
            }
        };
        let drawing = Drawing {
            ink,
            from: from.to_owned(),
            to: to.map(str::to_owned),
        };
        (drawing.is_sound() && drawing.to.is_some() == is_arrow).then_some(drawing)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = Ink::ALL.into_iter().find(|&(ink, _)| ink == self.ink);
        let letter = letter.map_or('G', |(_, letter)| letter);
        write!(f, "{letter}{}", self.from)?;
        match &self.to {
            None => Ok(()),
            Some(to) if is_name(&self.from) && is_name(to) => f.write_str(to),
            Some(to) => write!(f, ">{to}"),
        }
    }
}

/// The drawings of a command in a comment; `None` for another command or an invalid word.
pub(super) fn read(name: &str, value: &str) -> Option<Vec<Drawing>> {
    let is_arrow = match name {
        "cal" => true,
        "csl" => false,
        _ => return None,
    };
    // A line may break at a comma.
    value
        .split(',')
        .map(|word| Drawing::read(word.trim(), is_arrow))
        .collect()
}

/// The commands for drawings, circles first.
pub(super) fn write(drawn: &[Drawing]) -> Vec<String> {
    let command = |name: &str, is_arrow: bool| {
        let some = drawn.iter().filter(|one| one.to.is_some() == is_arrow);
        let words: Vec<String> = some.map(Drawing::to_string).collect();
        (!words.is_empty()).then(|| format!("[%{name} {}]", words.join(",")))
    };
    [command("csl", false), command("cal", true)]
        .into_iter()
        .flatten()
        .collect()
}

/// Adds drawings without duplicates, and sorts them in the order of files.
pub fn add(to: &mut Vec<Drawing>, more: Vec<Drawing>) {
    for drawing in more {
        if !to.contains(&drawing) {
            to.push(drawing);
        }
    }
    to.sort_by_key(|drawing| drawing.to.is_some());
}

/// Moves the drawings out of a text, and returns the rest of the text.
pub(super) fn take(text: &str, drawn: &mut Vec<Drawing>) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[%") {
        kept.push_str(before);
        rest = after;
        let command = after.split_once(']').and_then(|(command, after)| {
            let (name, value) = command.split_once(char::is_whitespace)?;
            Some((read(name, value.trim())?, after))
        });
        match command {
            Some((more, after)) => {
                add(drawn, more);
                rest = after;
            }
            None => kept.push_str("[%"),
        }
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_drawings_are_read_back() {
        for (name, value) in [
            ("cal", "Ga1b2"),
            ("cal", "Ga1b2,Rc3c5,Bd10e4,Yk3a3"),
            ("csl", "Gd4,Yzertz.b2"),
            ("cal", "Gzertz.b2>c3,Ra1>hand.p1.P"),
        ] {
            let drawn = read(name, value).expect(value);
            assert_eq!(write(&drawn), [format!("[%{name} {value}]")]);
            let json = serde_json::to_string(&drawn).expect("JSON");
            let again: Vec<Drawing> = serde_json::from_str(&json).expect("JSON");
            assert_eq!(again, drawn);
        }
    }

    #[test]
    fn text_that_is_not_a_drawing_stays() {
        for (name, value) in [
            ("cal", ""),
            ("cal", "Ga1"),
            ("cal", "Ga1a1"),
            ("cal", "Xa1b2"),
            ("cal", "Ga1b2,"),
            ("cal", "Ga1b2c3"),
            ("cal", "G\u{e9}1b2"),
            ("csl", ""),
            ("csl", "G"),
            ("csl", "Ga 1"),
            ("arrow", "Ga1b2"),
        ] {
            assert_eq!(read(name, value), None, "{name} {value}");
        }
        let mut drawn = Vec::new();
        let text = "one [%csl\nGa1] two [%cal Ga1] [%cal Ga1b2][%csl Ga1] [%eval 3] three [%";
        let kept = take(text, &mut drawn);
        assert_eq!(kept, "one  two [%cal Ga1]  [%eval 3] three [%");
        assert_eq!(write(&drawn), ["[%csl Ga1]", "[%cal Ga1b2]"]);
    }
}
