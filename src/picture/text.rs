//! A text for people that can be translated.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

/// An English text and what a translation of it goes by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Text {
    /// What is said, as a word; the same key always has the same arguments.
    pub key: Cow<'static, str>,
    /// The parts that differ, by name.
    pub args: BTreeMap<&'static str, String>,
    /// The English text.
    pub text: String,
}

impl Text {
    /// A text whose `{}` are replaced by the arguments in order.
    #[must_use]
    pub fn with(key: &'static str, text: &str, args: &[(&'static str, String)]) -> Text {
        let mut filled = String::new();
        let mut values = args.iter().map(|(_, value)| value.as_str());
        for (n, part) in text.split("{}").enumerate() {
            if n > 0 {
                filled.push_str(values.next().unwrap_or(""));
            }
            filled.push_str(part);
        }
        Text {
            key: key.into(),
            args: args.iter().cloned().collect(),
            text: filled,
        }
    }

    /// What is said of a turn that passes.
    #[must_use]
    pub fn pass() -> Text {
        Text::new("turn.pass", "pass")
    }

    /// A text without arguments.
    #[must_use]
    pub fn new(key: &'static str, text: &str) -> Text {
        Text {
            key: key.into(),
            args: BTreeMap::new(),
            text: text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_where_the_text_has_gaps() {
        let args = [("from", "a1".to_owned()), ("to", "{}".to_owned())];
        let text = Text::with("move", "{} goes to {}.", &args);
        assert_eq!(text.text, "a1 goes to {}.");
        assert_eq!(text.args["to"], "{}");
        assert_eq!(Text::new("done", "done").text, "done");
    }
}
