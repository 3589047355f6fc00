//! The description of an engine on the command line: settings, then the command with its arguments.
//!
//! An example is `name=new option.Hash=64 nodes=5000 ./ringstack --game dvonn`. Words may be quoted as in a
//! shell. The command `self` is this program. The command may also be a setting, as in fastchess and
//! cutechess-cli: `name=new cmd=./ringstack args='--game dvonn' dir=/engines`.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf, absolute};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use ringstack_engine::rules::{ParseValueError, quote};
use ringstack_engine::time_control::TimeControl;

/// The settings of an engine.
const KEYS: [&str; 10] = [
    "name=",
    "option.NAME=",
    "tc=",
    "movetime=",
    "nodes=",
    "depth=",
    "cmd=",
    "args=",
    "dir=",
    "proto=ugi",
];

/// The maximum length of a name, in characters.
const MAX_NAME: usize = 100;

/// The description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The name in tables and records.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The working directory, if it is not that of this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// The names and values of options to set.
    pub options: Vec<(String, String)>,
    /// The time control, if it has its own.
    #[serde(rename = "pace")]
    pub time_control: Option<TimeControl>,
}

/// Settings for several engines. What an engine sets itself counts first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonSettings {
    options: Vec<(String, String)>,
    time_control: Option<TimeControl>,
}

impl CommonSettings {
    /// Reads settings like those of an engine, without a name and a command.
    ///
    /// # Errors
    /// The first problem.
    pub fn parse(text: &str) -> Result<CommonSettings, SpecError> {
        let (settings, mut words) = Settings::split_off(text)?;
        let own = [
            ("name", settings.name),
            ("cmd", settings.cmd),
            ("args", settings.args),
            ("dir", settings.dir),
        ];
        let mut own = own
            .into_iter()
            .filter_map(|(key, value)| Some(format!("{key}={}", value?)));
        if let Some(word) = own.next().or_else(|| words.next()) {
            return Err(SpecError::NotCommon(word));
        }
        let time_control = settings.time_control;
        Ok(CommonSettings {
            options: settings.options,
            time_control: time_control.map_err(SpecError::CommonTimeControl)?,
        })
    }

    /// Gives an engine the settings that it lacks.
    pub fn complete(&self, spec: &mut EngineSpec) {
        let lacks = |(name, _): &&(String, String)| spec.option(name).is_none();
        let mut options: Vec<_> = self.options.iter().filter(lacks).cloned().collect();
        options.append(&mut spec.options);
        spec.options = options;
        spec.time_control = spec.time_control.or(self.time_control);
    }
}

/// The settings before the command.
struct Settings {
    name: Option<String>,
    cmd: Option<String>,
    args: Option<String>,
    dir: Option<String>,
    options: Vec<(String, String)>,
    /// The time control, or its first error.
    time_control: Result<Option<TimeControl>, ParseValueError>,
}

impl Settings {
    /// Takes the settings from the beginning of a text, and returns them with the words behind them.
    fn split_off(text: &str) -> Result<(Settings, impl Iterator<Item = String>), SpecError> {
        let mut words = split(text)?.into_iter().peekable();
        let (mut name, mut options) = (None, Vec::new());
        let (mut cmd, mut args, mut dir) = (None, None, None);
        let (mut time_control, mut fault) = (TimeControl::default(), None);
        let mut seen = BTreeSet::new();
        while let Some((key, value)) = words.peek().and_then(|word| as_setting(word)) {
            if !seen.insert(key.to_ascii_lowercase()) {
                return Err(SpecError::Twice(key.to_owned()));
            }
            match key {
                "name" => name = Some(value.to_owned()),
                "cmd" => cmd = Some(value.to_owned()),
                "args" => args = Some(value.to_owned()),
                "dir" => dir = Some(value.to_owned()),
                "proto" if value == "ugi" => (),
                "proto" => return Err(SpecError::Protocol(value.to_owned())),
                "tc" | "movetime" | "nodes" | "depth" => {
                    if let Err(error) = time_control.set(key, value) {
                        // The message shows the whole setting, not only its value.
                        let found = format!("{key}={value}");
                        fault.get_or_insert(ParseValueError { found, ..error });
                    }
                }
                _ => match key.strip_prefix("option.") {
                    Some(option) => options.push((option.to_owned(), value.to_owned())),
                    None => return Err(SpecError::NoSetting(format!("{key}={value}"))),
                },
            }
            words.next();
        }
        let time_control = match fault {
            Some(error) => Err(error),
            None => Ok(time_control.is_limited().then_some(time_control)),
        };
        let settings = Settings {
            name,
            cmd,
            args,
            dir,
            options,
            time_control,
        };
        Ok((settings, words))
    }
}

/// Why the description of an engine is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// A quote is not closed.
    #[error("engine '{}': expected a closing quote", quote(.0))]
    OpenQuote(String),
    /// There is no command.
    #[error("engine '{}': expected a command", quote(.0))]
    NoCommand(String),
    /// A command is given both as a setting and after the settings.
    #[error("engine '{}': the command is already given by cmd=; its arguments belong to args=", quote(.0))]
    TwoCommands(String),
    /// `args=` is given with a command that follows the settings.
    #[error("engine setting 'args={}': needs cmd=; the arguments of a command follow it", quote(.0))]
    ArgumentsOnly(String),
    /// The engine speaks another protocol.
    #[error("engine setting 'proto={}': only ugi is supported", quote(.0))]
    Protocol(String),
    /// A word before the command looks like a setting but is unknown.
    #[error("engine setting '{}': unknown; expected {} before the command", quote(.0), KEYS.join(", "))]
    NoSetting(String),
    /// A setting is given twice.
    #[error("engine setting '{}': given more than once", quote(.0))]
    Twice(String),
    /// A name is empty, too long or not printable.
    #[error("engine name '{}': expected 1 to {MAX_NAME} printable characters", quote(.0))]
    Name(String),
    /// A time control is invalid.
    #[error("engine '{}': {error}", quote(.name))]
    TimeControl {
        /// The name of the engine.
        name: String,
        /// The setting and the allowed values.
        error: ParseValueError,
    },
    /// A word among settings for several engines is not such a setting.
    #[error("'{}': expected option.NAME=, tc=, movetime=, nodes=, depth= or proto=ugi", quote(.0))]
    NotCommon(String),
    /// A time control for several engines is invalid.
    #[error(transparent)]
    CommonTimeControl(ParseValueError),
}

impl EngineSpec {
    /// Reads a description.
    ///
    /// # Errors
    /// The first problem of the description.
    pub fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        let (settings, mut words) = Settings::split_off(text)?;
        let next = words.next();
        let (program, arguments) = match (settings.cmd, next, settings.args) {
            (Some(_), Some(word), _) => return Err(SpecError::TwoCommands(word)),
            (Some(program), None, args) => (program, split(&args.unwrap_or_default())?),
            (None, Some(_), Some(args)) => return Err(SpecError::ArgumentsOnly(args)),
            (None, Some(program), None) => (program, words.collect()),
            (None, None, _) => return Err(SpecError::NoCommand(text.to_owned())),
        };
        if program.is_empty() {
            return Err(SpecError::NoCommand(text.to_owned()));
        }
        let name = settings.name.unwrap_or_else(|| base_name(&program));
        if !(1..=MAX_NAME).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(SpecError::Name(name));
        }
        // The message contains the name, which may come after the time control.
        let with_name = |error| SpecError::TimeControl {
            name: name.clone(),
            error,
        };
        let time_control = settings.time_control.map_err(with_name)?;
        Ok(EngineSpec {
            name,
            program,
            arguments,
            dir: settings
                .dir
                .filter(|dir| !dir.is_empty())
                .map(PathBuf::from),
            options: settings.options,
            time_control,
        })
    }

    /// The value that an option gets, whatever the case of its name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        let found = options.find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The path of the program. With `dir`, a relative path starts there; a name without a file of this
    /// name is searched in the `PATH`.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        if self.program == "self" {
            return this_program();
        }
        let program = PathBuf::from(&self.program);
        // Absolute, because some systems start the search for the program after the change of directory.
        let inside = self.dir.as_deref().map(Path::new).map(absolute);
        match inside {
            Some(Ok(dir)) if dir.join(&program).exists() => dir.join(&program),
            _ => program,
        }
    }
}

/// This program, even if its file has been replaced or deleted since the start, for example by a build.
fn this_program() -> PathBuf {
    let path = env::current_exe().unwrap_or_else(|_| PathBuf::from("ringstack"));
    // The original path is preferred because tools like `top` show it.
    let running = PathBuf::from("/proc/self/exe");
    if cfg!(target_os = "linux") && !path.exists() && running.exists() {
        return running;
    }
    path
}

/// The parts of `key=value`, unless the word is a path.
fn as_setting(word: &str) -> Option<(&str, &str)> {
    let (key, value) = word.split_once('=')?;
    let is_path = key.contains(['/', '\\']) || key.starts_with('.');
    (!is_path).then_some((key, value))
}

fn base_name(program: &str) -> String {
    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
    if file == "self" { "ringstack" } else { file }.to_owned()
}

/// Splits a text into words; words in quotes may contain blanks.
fn split(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open = None;
    for c in text.chars() {
        match (open, c) {
            (Some(quote), c) if c == quote => open = None,
            (None, '\'' | '"') => {
                open = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_ascii_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if open.is_some() {
        return Err(SpecError::OpenQuote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_before_the_command() {
        let text = "name='my engine' option.Hash=64 nodes=500 ./dir/engine --level 3 'a b' x=y";
        let spec = EngineSpec::parse(text).expect("a good description");
        assert_eq!(spec.name, "my engine");
        assert_eq!(spec.program, "./dir/engine");
        assert_eq!(spec.arguments, ["--level", "3", "a b", "x=y"]);
        assert_eq!(spec.options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!(
            spec.time_control,
            Some(TimeControl::parse("nodes=500").expect("a time control"))
        );
    }

    #[test]
    fn the_command_may_be_a_setting() {
        let parse = |text| EngineSpec::parse(text).expect("a good description");
        assert_eq!(
            parse("cmd=./x proto=ugi args='--level 3 \"a b\"' name=new nodes=5"),
            parse("name=new nodes=5 ./x --level 3 'a b'")
        );
    }

    #[test]
    fn a_program_is_searched_in_its_working_directory_first() {
        let root = env!("CARGO_MANIFEST_DIR");
        let path = |program: &str| {
            let spec = EngineSpec::parse(&format!("dir='{root}' cmd={program}"));
            spec.expect("a good description").path()
        };
        assert_eq!(path("src/lib.rs"), Path::new(root).join("src/lib.rs"));
        assert_eq!(path("sh"), Path::new("sh"));
    }

    #[test]
    fn common_settings_complete_those_of_an_engine() {
        let common = CommonSettings::parse("option.Hash=64 tc=10+0.1 option.Threads=2");
        let common = common.expect("settings");
        let with = |text| {
            let mut spec = EngineSpec::parse(text).expect("a good description");
            common.complete(&mut spec);
            spec
        };
        let explicit = |text| EngineSpec::parse(text).expect("a good description");
        assert_eq!(
            with("name=a x"),
            explicit("name=a option.Hash=64 option.Threads=2 tc=10+0.1 x")
        );
        // A time control of its own replaces the common one.
        assert_eq!(
            with("name=a option.hash=1 nodes=5 x"),
            explicit("name=a option.Threads=2 option.hash=1 nodes=5 x")
        );
        assert_eq!(
            CommonSettings::parse("proto=ugi nodes=5"),
            CommonSettings::parse("nodes=5")
        );
        for text in ["self", "name=a", "nodes=5 x y", "cmd=x", "dir=/"] {
            let found = CommonSettings::parse(text);
            assert!(matches!(found, Err(SpecError::NotCommon(_))), "{text}");
        }
        for text in ["tc=x", "foo=3", "nodes=3 nodes=4", "'x"] {
            assert!(CommonSettings::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_engine_without_a_name_is_called_like_its_program() {
        for (text, name) in [
            ("/usr/bin/engine", "engine"),
            (r"'C:\My engines\engine.exe' --level 3", "engine.exe"),
            ("self", "ringstack"),
        ] {
            let spec = EngineSpec::parse(text).expect("a command");
            assert_eq!((spec.name.as_str(), spec.time_control), (name, None));
        }
    }

    #[test]
    fn bad_descriptions_are_refused() {
        assert!(matches!(
            EngineSpec::parse("name=x"),
            Err(SpecError::NoCommand(_))
        ));
        assert!(matches!(
            EngineSpec::parse(" "),
            Err(SpecError::NoCommand(_))
        ));
        assert!(matches!(
            EngineSpec::parse("'x y"),
            Err(SpecError::OpenQuote(_))
        ));
        for text in ["foo=3", "Name=x self", "options.Hash=3 self", "=3 self"] {
            let setting = text.split(' ').next().expect("a word").to_owned();
            let expected = Err(SpecError::NoSetting(setting));
            assert_eq!(EngineSpec::parse(text), expected);
        }
        for text in [
            "cmd=./x ./x",
            "cmd=",
            "args=3 ./x",
            "args=3",
            "dir=/ name=x",
        ] {
            assert!(EngineSpec::parse(text).is_err(), "{text}");
        }
        let other = EngineSpec::parse("proto=uci cmd=./x");
        assert_eq!(other, Err(SpecError::Protocol("uci".to_owned())));
        for text in ["nodes=3 nodes=4 x", "option.Hash=1 option.hash=2 x"] {
            assert!(matches!(EngineSpec::parse(text), Err(SpecError::Twice(_))));
        }
        for text in ["name= x", "name='a\nb' x"] {
            assert!(matches!(EngineSpec::parse(text), Err(SpecError::Name(_))));
        }
        let path = EngineSpec::parse("./dir/a=b c=d").expect("a command");
        assert_eq!(path.program, "./dir/a=b");
        let weak = EngineSpec::parse("movetime=x name=weak y");
        assert!(matches!(weak, Err(SpecError::TimeControl { name, .. }) if name == "weak"));
    }
}
