//! Texts for users in all languages.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An English text with the key and the arguments that a translation needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Text {
    /// Identifies the message in a rule set. Texts with the same key have the same argument names.
    pub key: Cow<'static, str>,
    /// The arguments, by name: places, numbers and words of the protocol, which no language changes.
    pub args: BTreeMap<Cow<'static, str>, String>,
    /// The English text.
    pub text: String,
}

impl Text {
    /// A text that no catalog has; it has no translation.
    #[must_use]
    pub fn untranslated(text: impl Into<String>) -> Text {
        Text {
            key: "".into(),
            args: BTreeMap::new(),
            text: text.into(),
        }
    }
}

/// The texts of a game, or those that all games share: templates by key in each language, as in a file
/// `texts.json`. A template has its arguments in braces, for example `{from}`; the argument `p1` or `p2` shows
/// the name of the player. `{lost:stack|stacks}` is the first word if the argument is 1, otherwise the second.
pub struct Catalog {
    source: &'static str,
    templates: OnceLock<BTreeMap<String, Template>>,
}

/// A template in each language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    en: String,
    fr: String,
}

impl Catalog {
    /// The texts of a file, which is read with the first text. Without a readable file, texts show their
    /// keys; tests read every file.
    #[must_use]
    pub const fn new(source: &'static str) -> Catalog {
        let templates = OnceLock::new();
        Catalog { source, templates }
    }

    fn templates(&self) -> &BTreeMap<String, Template> {
        self.templates.get_or_init(|| {
            serde_json::from_str(self.source).unwrap_or_else(|problem| {
                log::error!("the texts cannot be read: {problem}");
                BTreeMap::new()
            })
        })
    }

    /// The English template of a key, or the key if there is none.
    #[must_use]
    pub fn english<'a>(&'a self, key: &'a str) -> &'a str {
        self.templates()
            .get(key)
            .map_or(key, |template| &template.en)
    }

    /// All keys with their French templates.
    pub fn french(&self) -> impl Iterator<Item = (&String, &String)> {
        self.templates()
            .iter()
            .map(|(key, template)| (key, &template.fr))
    }

    /// A text without arguments.
    #[must_use]
    pub fn text(&self, key: impl Into<Cow<'static, str>>) -> Text {
        self.with(key, [])
    }

    /// A text with arguments.
    #[must_use]
    pub fn with(
        &self,
        key: impl Into<Cow<'static, str>>,
        args: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Text {
        let mut by_name = BTreeMap::new();
        by_name.extend(args.into_iter().map(|(name, value)| (name.into(), value)));
        self.filled(key, by_name)
    }

    /// The text of a variant of an enum. Its key is `prefix` and the name of the variant, as serde writes
    /// it; its arguments are the fields of the variant.
    #[must_use]
    pub fn of_variant(&self, prefix: &str, variant: &impl Serialize) -> Text {
        self.of_value(prefix, serde_json::to_value(variant).unwrap_or_default())
    }

    fn of_value(&self, prefix: &str, variant: Value) -> Text {
        let (name, fields) = match variant {
            Value::String(name) => (name, Value::Null),
            Value::Object(object) => object.into_iter().next().unwrap_or_default(),
            _ => Default::default(),
        };
        let fields = fields.as_object().into_iter().flatten();
        let args = fields.map(|(name, value)| {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            (Cow::from(name.clone()), value)
        });
        self.filled(format!("{prefix}.{name}"), args.collect())
    }

    /// A text with the arguments of another one.
    #[must_use]
    pub fn filled(
        &self,
        key: impl Into<Cow<'static, str>>,
        args: BTreeMap<Cow<'static, str>, String>,
    ) -> Text {
        Catalog::filled_from(&[self], key, args)
    }

    /// A text of the last catalog that has the key, with the names of players from the last that has them.
    #[must_use]
    pub fn filled_from(
        catalogs: &[&Catalog],
        key: impl Into<Cow<'static, str>>,
        args: BTreeMap<Cow<'static, str>, String>,
    ) -> Text {
        let key = key.into();
        let find = |key: &str| {
            let mut catalogs = catalogs.iter().rev();
            catalogs.find_map(|catalog| Some(catalog.templates().get(key)?.en.as_str()))
        };
        let mut text = String::new();
        let mut rest = find(&key).unwrap_or(&key);
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            text.push_str(before);
            let (name, words) = name.split_once(':').unwrap_or((name, ""));
            let value = args.get(name).map_or(name, String::as_str);
            text.push_str(match words.split_once('|') {
                Some((one, _)) if value == "1" => one,
                Some((_, several)) => several,
                None if matches!(value, "p1" | "p2") => {
                    find(&format!("player.{value}")).unwrap_or(value)
                }
                None => value,
            });
            rest = after;
        }
        text.push_str(rest);
        Text { key, args, text }
    }
}

/// Gives the variants of enums of a game their texts; see [`Catalog::of_variant`].
macro_rules! impl_text_from {
    ($texts:path, $($reason:ty => $prefix:literal),*) => {$(
        impl From<$reason> for crate::rules::Text {
            fn from(reason: $reason) -> crate::rules::Text {
                $texts.of_variant($prefix, &reason)
            }
        }
    )*};
}
pub(crate) use impl_text_from;

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"{
        "done": { "en": "done", "fr": "fait" },
        "turn.move": { "en": "{from} goes to {to}.", "fr": "{from} va en {to}." },
        "player.p2": { "en": "Black", "fr": "Noir" },
        "lost": {
            "en": "{side} loses {lost} {lost:stack|stacks}.",
            "fr": "{side} perd {lost} {lost:pile|piles}."
        },
        "reason.too-high": { "en": "{height} is too high.", "fr": "{height}, c'est trop." }
    }"#;

    #[test]
    fn arguments_replace_their_names() {
        let texts = Catalog::new(SOURCE);
        let args = [("to", "{}".to_owned()), ("from", "{to}".to_owned())];
        let text = texts.with("turn.move", args);
        assert_eq!(text.text, "{to} goes to {}.");
        assert_eq!(text.args["to"], "{}");
        assert_eq!(texts.text("done").text, "done");
        assert_eq!(texts.text("missing").text, "missing");
    }

    #[test]
    fn numbers_choose_words_and_sides_show_their_names() {
        let texts = Catalog::new(SOURCE);
        let lost = |lost: &str| {
            let args = [("side", "p2".to_owned()), ("lost", lost.to_owned())];
            texts.with("lost", args).text
        };
        assert_eq!(lost("1"), "Black loses 1 stack.");
        assert_eq!(lost("2"), "Black loses 2 stacks.");
    }

    #[test]
    fn a_variant_names_its_text() {
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        enum Reason {
            Done,
            TooHigh { height: u8 },
        }
        let texts = Catalog::new(SOURCE);
        let text = texts.of_variant("reason", &Reason::TooHigh { height: 7 });
        let args = [("height", "7".to_owned())];
        assert_eq!(text, texts.with("reason.too-high", args));
        assert_eq!(text.text, "7 is too high.");
        assert_eq!(texts.of_variant("reason", &Reason::Done).key, "reason.done");
    }
}
