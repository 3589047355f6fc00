//! Checks options against the handshake. An engine may ignore an invalid option silently, so invalid values
//! are not sent.

use ringstack_engine::rules::quote;
use ringstack_engine::ugi::command::Command;
use ringstack_engine::ugi::reply::{OptionKind, OptionLine, Reply};

use super::error::EngineError;

/// The maximum number of options, far above that of any real engine.
pub const MAX_OPTIONS: usize = 1000;

/// The maximum size of all options together, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// The options of the handshake. Their number and size are limited.
#[derive(Debug, Default)]
pub struct EngineOptions {
    options: Vec<OptionLine>,
    bytes: usize,
}

impl EngineOptions {
    /// Adds an option.
    ///
    /// # Errors
    /// There are too many options.
    pub fn add(&mut self, option: OptionLine) -> Result<(), EngineError> {
        self.bytes += Reply::Option(option.clone()).to_string().len();
        self.options.push(option);
        if self.options.len() > MAX_OPTIONS || self.bytes > MAX_BYTES {
            return Err(EngineError::ManyOptions);
        }
        Ok(())
    }

    /// All options.
    #[must_use]
    pub fn all(&self) -> &[OptionLine] {
        &self.options
    }
}

/// The command that selects the game, if the engine has the option `Game`.
///
/// # Errors
/// The engine does not play the game.
pub fn choose_game(options: &[OptionLine], game: &str) -> Result<Option<Command>, EngineError> {
    let Some(option) = find(options, "Game") else {
        return Ok(None);
    };
    if let OptionKind::Combo { choices, .. } = &option.kind
        && !choices
            .iter()
            .any(|choice| choice.eq_ignore_ascii_case(game))
    {
        return Err(EngineError::NoGame {
            game: game.to_owned(),
        });
    }
    Ok(Some(Command::SetOption {
        name: option.name.clone(),
        value: Some(game.to_owned()),
    }))
}

/// The commands that set options to the `given` values.
///
/// # Errors
/// The first option that the engine does not have, or value that it does not accept.
pub fn set_options(
    options: &[OptionLine],
    given: &[(String, String)],
) -> Result<Vec<Command>, EngineError> {
    let set = |(name, value): &(String, String)| {
        let Some(option) = find(options, name) else {
            let known: Vec<String> = options.iter().map(|o| quote(&o.name)).collect();
            return Err(EngineError::NoOption {
                name: name.clone(),
                known: known.join(", "),
            });
        };
        if let Some(expected) = allowed_unless_valid(&option.kind, value) {
            return Err(EngineError::BadValue {
                name: option.name.clone(),
                value: value.clone(),
                expected,
            });
        }
        let value = (option.kind != OptionKind::Button).then(|| value.clone());
        let name = option.name.clone();
        Ok(Command::SetOption { name, value })
    };
    given.iter().map(set).collect()
}

/// Whether an `info string` line reports an error in any form.
#[must_use]
pub fn is_error(text: &str) -> bool {
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    first.trim_end_matches(':').eq_ignore_ascii_case("error")
}

fn find<'a>(options: &'a [OptionLine], name: &str) -> Option<&'a OptionLine> {
    options
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
}

/// The values that an option allows, for an error message; `None` if `value` is one of them.
fn allowed_unless_valid(kind: &OptionKind, value: &str) -> Option<String> {
    match kind {
        OptionKind::Spin { min, max, .. } => {
            let fits = value
                .parse()
                .is_ok_and(|number: i64| (*min..=*max).contains(&number));
            (!fits).then(|| format!("a whole number from {min} to {max}"))
        }
        OptionKind::Check { .. } => {
            let fits = ["true", "false"].contains(&value.to_ascii_lowercase().as_str());
            (!fits).then(|| "true or false".to_owned())
        }
        OptionKind::Combo { choices, .. } => {
            let fits = choices
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(value));
            let quoted: Vec<String> = choices.iter().map(|choice| quote(choice)).collect();
            (!fits).then(|| format!("one of {}", quoted.join(", ")))
        }
        OptionKind::Button => (!value.is_empty()).then(|| "no value for a button".to_owned()),
        OptionKind::Text { .. } => None,
        OptionKind::Unknown(text) => Some(format!(
            "an option of type spin, check, combo, button or string; its line says '{}'",
            quote(text)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<OptionLine> {
        let option = |name: &str, kind| OptionLine {
            name: name.to_owned(),
            kind,
        };
        let text = |text: &str| text.to_owned();
        let choices = ["dvonn", "zertz"].map(str::to_owned).to_vec();
        let default = text("dvonn");
        let (min, max) = (1, 64);
        vec![
            option("Game", OptionKind::Combo { default, choices }),
            option(
                "Hash",
                OptionKind::Spin {
                    default: 16,
                    min,
                    max,
                },
            ),
            option("Debug", OptionKind::Check { default: false }),
            option("Clear", OptionKind::Button),
            option("Style", OptionKind::Unknown(text("slider from 1 to 5"))),
            option(
                "LogFile",
                OptionKind::Text {
                    default: text("<empty>"),
                },
            ),
        ]
    }

    fn set(name: &str, value: &str) -> Result<Vec<String>, String> {
        let given = [(name.to_owned(), value.to_owned())];
        let set = set_options(&options(), &given);
        set.map(|commands| commands.iter().map(Command::to_string).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_checked_against_the_handshake() {
        let sets =
            |name, value, line: &str| assert_eq!(set(name, value), Ok(vec![line.to_owned()]));
        sets("hash", "64", "setoption name Hash value 64");
        sets("Debug", "True", "setoption name Debug value True");
        sets("game", "ZERTZ", "setoption name Game value ZERTZ");
        sets("Clear", "", "setoption name Clear");
        sets("logfile", "a b", "setoption name LogFile value a b");
        for (name, value, expected) in [
            ("Hash", "99999999", "a whole number from 1 to 64"),
            ("Hash", "abc", "a whole number from 1 to 64"),
            ("Hash", "-3", "a whole number from 1 to 64"),
            ("Hash", "", "a whole number from 1 to 64"),
            ("Debug", "1", "true or false"),
            ("Game", "chess", "one of dvonn, zertz"),
            ("Clear", "now", "no value"),
            ("Style", "3", "its line says 'slider from 1 to 5'"),
            (
                "Speed",
                "1",
                "one of Game, Hash, Debug, Clear, Style, LogFile",
            ),
        ] {
            let error = set(name, value).expect_err("a bad value");
            assert!(error.contains(expected), "{error}");
            assert!(error.contains(&format!("option '{name}'")), "{error}");
        }
    }

    #[test]
    fn names_and_choices_of_an_engine_are_reported_in_printable_characters() {
        let kind = OptionKind::Combo {
            default: String::new(),
            choices: vec!["\x1b[31mred".to_owned()],
        };
        let name = "St\x1byle".to_owned();
        let options = [OptionLine { name, kind }];
        for (name, shown) in [("Style", "St\\u{1b}yle"), ("St\x1byle", "\\u{1b}[31mred")] {
            let given = [(name.to_owned(), "wild".to_owned())];
            let error = set_options(&options, &given).expect_err("not a choice");
            let message = error.to_string();
            assert!(message.contains(shown), "{message}");
            assert!(!message.contains('\x1b'), "{message}");
        }
    }

    #[test]
    fn too_many_options_are_refused() {
        let option = |name: &str| OptionLine {
            name: name.to_owned(),
            kind: OptionKind::Button,
        };
        let mut many = EngineOptions::default();
        assert!((0..MAX_OPTIONS).all(|_| many.add(option("A")).is_ok()));
        assert_eq!(many.add(option("A")), Err(EngineError::ManyOptions));
        let mut long = EngineOptions::default();
        let name = "x".repeat(MAX_BYTES / 2);
        assert_eq!(long.add(option(&name)), Ok(()));
        assert_eq!(long.add(option(&name)), Err(EngineError::ManyOptions));
    }

    #[test]
    fn an_unknown_game_is_refused_if_the_engine_lists_its_games() {
        assert_eq!(choose_game(&[], "chess"), Ok(None));
        assert!(choose_game(&options(), "chess").is_err());
        assert!(choose_game(&options(), "Zertz").is_ok_and(|choice| choice.is_some()));
    }

    #[test]
    fn error_lines_are_recognised_in_any_form() {
        assert!(is_error("error bad-option: x") && is_error("Error: no such option"));
        assert!(!is_error("errors 0") && !is_error(""));
    }
}
