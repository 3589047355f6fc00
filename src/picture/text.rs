//! Translatable texts for users.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

/// An English text with the key and the arguments that a translation needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Text {
    /// Identifies the message in a rule set. Texts with the same key have the same argument names.
    pub key: Cow<'static, str>,
    /// The arguments, by name: places, numbers and words of the protocol, which no language changes.
    pub args: BTreeMap<&'static str, String>,
    /// The English text.
    pub text: String,
}

impl Text {
    /// A text with each `{}` replaced by the next argument.
    #[must_use]
    pub fn with(
        key: impl Into<Cow<'static, str>>,
        text: &str,
        args: &[(&'static str, String)],
    ) -> Text {
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

    /// The description of a pass.
    #[must_use]
    pub fn pass() -> Text {
        Text::new("turn.pass", "pass")
    }

    /// A text without arguments.
    #[must_use]
    pub fn new(key: impl Into<Cow<'static, str>>, text: &str) -> Text {
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
    fn arguments_replace_the_placeholders_in_order() {
        let args = [("from", "a1".to_owned()), ("to", "{}".to_owned())];
        let text = Text::with("move", "{} goes to {}.", &args);
        assert_eq!(text.text, "a1 goes to {}.");
        assert_eq!(text.args["to"], "{}");
        assert_eq!(Text::new("done", "done").text, "done");
    }
}
