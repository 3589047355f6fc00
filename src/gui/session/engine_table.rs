//! The engines: the available ones with their options, the running ones with their roles, and the search for
//! a move.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::client::ClientId;
use super::engine_io::{EngineCommand, EngineId};
use super::io::Output;
use super::tree::NodeId;
use crate::arena::engine::spec::EngineSpec;
use crate::rules::{Side, quote};
use crate::search::settings::FULL_SKILL;
use crate::ugi::options::EMPTY;
use crate::ugi::reply::{OptionKind, OptionLine};

/// The option that sets the strength of an engine.
pub(super) const LEVEL: &str = "Skill";

/// The purpose of a running engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineRole {
    /// Plays a side.
    Side(Side),
    /// Analyses positions.
    Analyst,
    /// Reports its options and ends.
    Probe,
}

/// A running engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunningEngine {
    pub(super) id: EngineId,
    pub(super) role: EngineRole,
    /// The index in the list of engines.
    pub(super) engine: usize,
}

/// An available engine.
#[derive(Debug)]
pub(super) struct EngineEntry {
    pub(super) name: String,
    /// The level set on the command line.
    pub(super) level: Option<i64>,
    pub(super) options: Vec<OptionLine>,
    pub(super) state: &'static str,
    pub(super) trouble: String,
    /// The option values set from the page.
    pub(super) set: BTreeMap<String, String>,
}

impl EngineEntry {
    pub(super) fn new(spec: &EngineSpec) -> EngineEntry {
        let mut options = spec.options.iter();
        let level = options.find(|(name, _)| name.eq_ignore_ascii_case(LEVEL));
        EngineEntry {
            name: spec.name.clone(),
            level: level.and_then(|(_, value)| value.parse().ok()),
            options: Vec::new(),
            state: "asked",
            trouble: String::new(),
            set: BTreeMap::new(),
        }
    }

    fn level_option(&self) -> Option<(i64, i64, i64)> {
        let mut options = self.options.iter();
        options.find_map(|option| match option.kind {
            OptionKind::Spin { default, min, max } if option.name.eq_ignore_ascii_case(LEVEL) => {
                Some((default, min, max))
            }
            _ => None,
        })
    }

    /// The minimum and maximum level, if the strength can be set.
    pub(super) fn levels(&self) -> Option<(i64, i64)> {
        self.level_option().map(|(_, min, max)| (min, max))
    }

    /// The level for the first game: low, unless the command line sets one.
    pub(super) fn welcome_level(&self) -> Option<i64> {
        let low = i64::from(FULL_SKILL) / 4;
        self.level.is_none().then_some(low)
    }

    /// The level of a search; by default that of the command line.
    fn search_level(&self, level: Option<i64>) -> Option<i64> {
        let usual = || self.level_option().map(|(default, ..)| default);
        level.or(self.level).or_else(usual)
    }

    /// The options for a search at this level.
    pub(super) fn search_options(&self, level: Option<i64>) -> Vec<(String, String)> {
        let level = self.search_level(level);
        let option = level.map(|level| (LEVEL.to_owned(), level.to_string()));
        option.into_iter().collect()
    }

    /// Whether the engine plays below its full strength at this level.
    pub(super) fn is_weakened(&self, level: Option<i64>) -> bool {
        let level = self.search_level(level);
        self.levels().is_some_and(|(_, max)| level < Some(max))
    }

    /// Whether the board controls this option itself.
    pub(super) fn is_managed(&self, option: &OptionLine) -> bool {
        let own = ["Game", "MultiPV", LEVEL];
        let own = own
            .iter()
            .any(|name| option.name.eq_ignore_ascii_case(name));
        own || chooses_game(option, self.games())
    }

    /// The games that the engine lists in its option `Game`.
    fn games(&self) -> &[String] {
        let mut options = self.options.iter();
        let game = options.find(|option| option.name.eq_ignore_ascii_case("Game"));
        match game.map(|option| &option.kind) {
            Some(OptionKind::Combo { choices, .. }) => choices,
            _ => &[],
        }
    }

    pub(super) fn section(&self) -> EngineSection<'_> {
        let options = self.options.iter();
        let options = options.filter(|o| is_settable(o) && !self.is_managed(o));
        EngineSection {
            name: &self.name,
            state: self.state,
            trouble: &self.trouble,
            options: options.collect(),
            levels: self.levels().map(|(min, max)| [min, max]),
            level: self.level,
            set: &self.set,
        }
    }
}

/// Whether an option selects among games. The board selects a game by its full id instead.
fn chooses_game(option: &OptionLine, games: &[String]) -> bool {
    match &option.kind {
        OptionKind::Combo { choices, .. } => {
            !choices.is_empty() && choices.iter().all(|choice| games.contains(choice))
        }
        _ => false,
    }
}

/// Whether a page may set the option. A log file is excluded: any device with the link could overwrite a file
/// of this computer.
fn is_settable(option: &OptionLine) -> bool {
    let name = option.name.to_ascii_lowercase();
    match option.kind {
        OptionKind::Text { .. } => !(name.contains("log") && name.contains("file")),
        OptionKind::Unknown(_) => false,
        _ => true,
    }
}

/// The search of an engine for its move in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSearch {
    pub(super) generation: u64,
    pub(super) side: Side,
    pub(super) node: NodeId,
    pub(super) level: Option<i64>,
    /// When the move was requested.
    pub(super) requested: Duration,
    /// Whether the user requested an immediate move.
    pub(super) stop_requested: bool,
}

/// A move that an engine has found and that is played a moment later.
#[derive(Debug)]
pub(super) struct DelayedMove {
    pub(super) generation: u64,
    pub(super) token: String,
    pub(super) due: Duration,
}

/// The engines of the board.
#[derive(Debug, Default)]
pub(super) struct EngineTable {
    pub(super) entries: Vec<EngineEntry>,
    pub(super) running: Vec<RunningEngine>,
    next_id: EngineId,
    generation: u64,
    /// The search for the next move of the game.
    pub(super) thinking: Option<MoveSearch>,
    pub(super) delayed_move: Option<DelayedMove>,
    /// The pages that wait for the last lines exchanged with an engine.
    pub(super) traffic_readers: Vec<ClientId>,
}

impl EngineTable {
    pub(super) fn new(specs: &[EngineSpec]) -> EngineTable {
        EngineTable {
            entries: specs.iter().map(EngineEntry::new).collect(),
            ..EngineTable::default()
        }
    }

    pub(super) fn entry(&self, engine: usize) -> Result<&EngineEntry, String> {
        let count = self.entries.len();
        self.entries.get(engine).ok_or_else(|| {
            format!("engine '{engine}': there are only {count} engines, numbered from 0")
        })
    }

    /// An engine works; it has these options if they are given.
    pub(super) fn is_ready(&mut self, engine: usize, options: Option<Vec<OptionLine>>) {
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "ready";
            entry.trouble.clear();
            entry.options = options.unwrap_or_else(|| std::mem::take(&mut entry.options));
        }
    }

    /// An engine does not work.
    pub(super) fn has_failed(&mut self, engine: usize, trouble: String) {
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "failed";
            entry.trouble = trouble;
        }
    }

    /// An engine starts again.
    pub(super) fn will_restart(&mut self, engine: usize) -> Result<(), String> {
        self.entry(engine)?;
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "asked";
            entry.trouble.clear();
        }
        Ok(())
    }

    /// The running engine with this id.
    pub(super) fn process(&self, id: EngineId) -> Option<RunningEngine> {
        self.running.iter().find(|known| known.id == id).copied()
    }

    /// The processes of an engine.
    fn processes(&self, engine: usize) -> impl Iterator<Item = &RunningEngine> {
        self.running
            .iter()
            .filter(move |known| known.engine == engine)
    }

    /// Whether an engine runs in this role.
    pub(super) fn runs(&self, engine: usize, role: EngineRole) -> bool {
        self.processes(engine).any(|known| known.role == role)
    }

    /// The options for a search of the engine in this role, at this level.
    pub(super) fn search_options(
        &self,
        role: EngineRole,
        level: Option<i64>,
    ) -> Vec<(String, String)> {
        let known = self.running.iter().find(|known| known.role == role);
        let entry = known.and_then(|known| self.entries.get(known.engine));
        entry.map_or_else(Vec::new, |entry| entry.search_options(level))
    }

    /// Makes the engine that is thinking move at once. Returns its side.
    pub(super) fn hurry(&mut self, now: Duration) -> Option<Side> {
        let thinking = self.thinking.as_mut()?;
        thinking.stop_requested = true;
        if let Some(delayed) = &mut self.delayed_move {
            delayed.due = now;
        }
        Some(thinking.side)
    }

    /// Sets an option in all processes of an engine.
    pub(super) fn set_option(
        &mut self,
        engine: usize,
        name: &str,
        value: Option<String>,
    ) -> Result<Vec<Output>, String> {
        let entry = self.entry(engine)?;
        let mut options = entry.options.iter();
        let option = options
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("option '{}': the engine does not have it", quote(name)))?;
        let name = option.name.clone();
        if !is_settable(option) {
            return Err(format!("option '{name}': cannot be set from the page"));
        }
        if entry.is_managed(option) {
            return Err(format!("option '{name}': the board sets it itself"));
        }
        let is_text = matches!(option.kind, OptionKind::Text { .. });
        let value = value.map(|value| match value.as_str() {
            "" if is_text => EMPTY.to_owned(),
            _ => value,
        });
        if value.is_none() && self.processes(engine).next().is_none() {
            return Err("this engine is not running".to_owned());
        }
        let set = EngineCommand::Set(name.clone(), value.clone());
        let outputs = self
            .processes(engine)
            .map(|known| Output::Engine(known.id, set.clone()));
        let outputs = outputs.collect();
        if let Some(entry) = self.entries.get_mut(engine) {
            match value {
                Some(value) => entry.set.insert(name, value),
                None => entry.set.remove(&name),
            };
        }
        Ok(outputs)
    }

    /// Requests the last lines exchanged with an engine for a page, preferably with a searching process;
    /// `studies`: whether the engine of the analysis is searching.
    pub(super) fn traffic(
        &mut self,
        client: ClientId,
        engine: usize,
        studies: bool,
    ) -> Result<Output, String> {
        let thinking = self
            .thinking
            .map(|thinking| EngineRole::Side(thinking.side));
        let is_busy = |role| thinking == Some(role) || studies && role == EngineRole::Analyst;
        let busy = self.processes(engine).find(|known| is_busy(known.role));
        let known = busy.or_else(|| self.processes(engine).next());
        let id = known.ok_or("this engine is not running")?.id;
        self.traffic_readers.push(client);
        Ok(Output::Engine(id, EngineCommand::Traffic))
    }

    pub(super) fn thinking_of(&self, generation: u64) -> Option<MoveSearch> {
        self.thinking.filter(|t| t.generation == generation)
    }

    /// When to play a delayed move.
    pub(super) fn reply_due(&self) -> Option<Duration> {
        self.delayed_move.as_ref().map(|delayed| delayed.due)
    }

    pub(super) fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// Assigns an engine to a role. Replaces another engine in that role; keeps the same one running.
    pub(super) fn assign(
        &mut self,
        engine: usize,
        role: EngineRole,
        game: &str,
    ) -> Result<Vec<Output>, String> {
        let set = self.entry(engine)?.set.clone();
        if self.runs(engine, role) {
            return Ok(Vec::new());
        }
        let mut outputs = match role {
            EngineRole::Probe => Vec::new(),
            role => self.stop(|known| known.role == role),
        };
        self.next_id += 1;
        let id = self.next_id;
        self.running.push(RunningEngine { id, role, engine });
        let game = game.to_owned();
        outputs.push(Output::StartEngine { id, engine, game });
        outputs.extend(set.into_iter().map(|(name, value)| {
            let set = EngineCommand::Set(name, Some(value));
            Output::Engine(id, set)
        }));
        Ok(outputs)
    }

    /// Ends running engines.
    pub(super) fn stop(&mut self, which: impl Fn(&RunningEngine) -> bool) -> Vec<Output> {
        let stopped = self.running.extract_if(.., |known| which(known));
        stopped.map(|known| Output::StopEngine(known.id)).collect()
    }

    /// A command to the engine of a role; to the newest one if there are several.
    pub(super) fn command(&self, role: EngineRole, command: EngineCommand) -> Option<Output> {
        let mut running = self.running.iter().rev();
        let known = running.find(|known| known.role == role)?;
        Some(Output::Engine(known.id, command))
    }
}

/// An engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct EngineSection<'a> {
    /// The name.
    name: &'a str,
    /// What the engine does.
    state: &'static str,
    /// Why it does not work; empty if it does.
    trouble: &'a str,
    /// The options that a user may set.
    options: Vec<&'a OptionLine>,
    /// The minimum and maximum level, if the strength can be set.
    levels: Option<[i64; 2]>,
    /// The level of the command line.
    level: Option<i64>,
    /// The option values that users have set.
    set: &'a BTreeMap<String, String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_select_a_game_are_hidden_from_the_page() {
        let option = |name: &str, words: &[&str]| OptionLine {
            name: name.to_owned(),
            kind: OptionKind::Combo {
                default: words[0].to_owned(),
                choices: words.iter().map(|&word| word.to_owned()).collect(),
            },
        };
        let mut entry = EngineEntry::new(&EngineSpec::parse("x").expect("a description"));
        entry.options = vec![
            option("game", &["go", "go-9", "chess"]),
            option("Board", &["go", "go-9"]),
            option("Style", &["go", "wild"]),
        ];
        let managed = entry.options.iter().map(|option| entry.is_managed(option));
        assert_eq!(managed.collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn an_engine_runs_on_in_its_role_until_another_one_replaces_it() {
        let spec = |text| EngineSpec::parse(text).expect("a description");
        let mut table = EngineTable::new(&[spec("a"), spec("b")]);
        let start = |id, engine| Output::StartEngine {
            id,
            engine,
            game: "dvonn".to_owned(),
        };
        let role = EngineRole::Analyst;
        let mut assign = |engine| table.assign(engine, role, "dvonn");
        assert_eq!(assign(0), Ok(vec![start(1, 0)]));
        assert_eq!(assign(0), Ok(Vec::new()));
        assert_eq!(assign(1), Ok(vec![Output::StopEngine(1), start(2, 1)]));
        assert!(assign(2).is_err());
        let stop = table.command(role, EngineCommand::Stop);
        assert_eq!(stop, Some(Output::Engine(2, EngineCommand::Stop)));
        assert_eq!(table.command(EngineRole::Probe, EngineCommand::Start), None);
    }
}
