//! The engines: available and running ones, their searches, options and failures.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::BoardSession;
use super::checks::checked_text;
use super::client::ClientId;
use super::engine_io::{EngineCommand, EngineEvent, EngineId, SearchLine, SearchTask};
use super::io::Output;
use super::player::PlayerConfig;
use super::tree::NodeId;
use crate::arena::engine::spec::EngineSpec;
use crate::rules::{Side, quote};
use crate::search::settings::FULL_SKILL;
use crate::ugi::command::{Go, GoKey};
use crate::ugi::options::EMPTY;
use crate::ugi::reply::{OptionKind, OptionLine};

/// The option that sets the strength of an engine.
pub(super) const LEVEL: &str = "Skill";
/// The time per move of an engine without a time control, in milliseconds.
const USUAL_MS: u64 = 1000;
/// The time that an engine may exceed its limit by before it counts as hanging.
pub(super) const GRACE: Duration = Duration::from_secs(10);

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
    level: Option<i64>,
    options: Vec<OptionLine>,
    state: &'static str,
    trouble: String,
    /// The option values set from the page.
    set: BTreeMap<String, String>,
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
    fn search_options(&self, level: Option<i64>) -> Vec<(String, String)> {
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
    fn is_managed(&self, option: &OptionLine) -> bool {
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

    pub(super) fn section(&self) -> Value {
        let options = self.options.iter();
        let options = options.filter(|o| is_settable(o) && !self.is_managed(o));
        json!({
            "name": self.name,
            "state": self.state,
            "trouble": self.trouble,
            "options": options.collect::<Vec<_>>(),
            "levels": self.levels().map(|(min, max)| [min, max]),
            "level": self.level,
            "set": self.set,
        })
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

impl BoardSession {
    pub(super) fn engine_entry(&self, engine: usize) -> Result<&EngineEntry, String> {
        let count = self.engines.len();
        self.engines.get(engine).ok_or_else(|| {
            format!("engine '{engine}': there are only {count} engines, numbered from 0")
        })
    }

    fn change_entry(&mut self, engine: usize) -> Result<&mut EngineEntry, String> {
        self.engine_entry(engine)?;
        self.engines
            .get_mut(engine)
            .ok_or_else(|| "no such engine".to_owned())
    }

    /// Assigns an engine to a role. Replaces another engine in that role; keeps the same one running.
    pub(super) fn assign_engine(&mut self, engine: usize, role: EngineRole) -> Result<(), String> {
        let set = self.engine_entry(engine)?.set.clone();
        let mut running = self.running.iter();
        if running.any(|known| known.role == role && known.engine == engine) {
            return Ok(());
        }
        if role != EngineRole::Probe {
            self.stop_engines(|known| known.role == role);
        }
        self.next_engine += 1;
        let id = self.next_engine;
        self.running.push(RunningEngine { id, role, engine });
        let game = self.game.to_owned();
        self.outputs.push(Output::StartEngine { id, engine, game });
        for (name, value) in set {
            let set = EngineCommand::Set(name, Some(value));
            self.outputs.push(Output::Engine(id, set));
        }
        Ok(())
    }

    fn stop_engines(&mut self, which: impl Fn(&RunningEngine) -> bool) {
        let stopped = self.running.extract_if(.., |known| which(known));
        let stopped = stopped.map(|known| Output::StopEngine(known.id));
        self.outputs.extend(stopped);
    }

    /// Starts an engine to read its options.
    pub(super) fn probe(&mut self, engine: usize) -> Result<(), String> {
        self.assign_engine(engine, EngineRole::Probe)?;
        self.command(EngineRole::Probe, EngineCommand::Start);
        Ok(())
    }

    /// Sends a command to the engine of a role; to the newest one if there are several.
    pub(super) fn command(&mut self, role: EngineRole, command: EngineCommand) {
        let mut running = self.running.iter().rev();
        if let Some(known) = running.find(|known| known.role == role) {
            self.outputs.push(Output::Engine(known.id, command));
        }
    }

    pub(super) fn engine_reports(&mut self, id: EngineId, event: EngineEvent) {
        let mut running = self.running.iter();
        let Some(&RunningEngine { role, engine, .. }) = running.find(|known| known.id == id) else {
            return;
        };
        match event {
            EngineEvent::Ready { options } => {
                if let Some(entry) = self.engines.get_mut(engine) {
                    entry.state = "ready";
                    entry.trouble.clear();
                    entry.options = options;
                }
                if role == EngineRole::Probe {
                    self.stop_engines(|known| known.id == id);
                }
            }
            EngineEvent::Traffic(text) => {
                let message = json!({"t": "traffic", "engine": engine, "text": text});
                for client in std::mem::take(&mut self.traffic_readers) {
                    self.send(client, &message);
                }
            }
            EngineEvent::Failed(generation, text) => self.engine_failed(id, generation, text),
            EngineEvent::Prepared(generation) => {
                if let Some(entry) = self.engines.get_mut(engine) {
                    entry.state = "ready";
                    entry.trouble.clear();
                }
                if let Some(thinking) = self.thinking_of(generation) {
                    self.start_search(thinking);
                }
            }
            EngineEvent::BestMove(generation, token) => match self.thinking_of(generation) {
                Some(thinking) => self.engine_replies(thinking, token),
                None => self.analysis_ended(generation),
            },
            EngineEvent::Lines(generation, lines) => match self.thinking_of(generation) {
                Some(thinking) => self.report_thinking(thinking, &lines),
                None => self.analysis_lines(generation, lines),
            },
        }
    }

    pub(super) fn thinking_of(&self, generation: u64) -> Option<MoveSearch> {
        self.thinking.filter(|t| t.generation == generation)
    }

    pub(super) fn begin_search(
        &mut self,
        side: Side,
        engine: usize,
        level: Option<i64>,
    ) -> Result<(), String> {
        self.assign_engine(engine, EngineRole::Side(side))?;
        let generation = self.next_generation();
        self.thinking = Some(MoveSearch {
            generation,
            side,
            node: self.live,
            level,
            requested: self.now,
            stop_requested: false,
        });
        let game = self.game.to_owned();
        let prepare = EngineCommand::Prepare(generation, game, self.game_number);
        self.command(EngineRole::Side(side), prepare);
        Ok(())
    }

    pub(super) fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// Starts the search and the clock of an engine that is ready to move.
    fn start_search(&mut self, thinking: MoveSearch) {
        let role = EngineRole::Side(thinking.side);
        self.run_clock(thinking.side);
        let (go, timeout) = self.go();
        let mut task = self.task(thinking.generation, thinking.node, go);
        let mut running = self.running.iter().filter(|known| known.role == role);
        let entry = running.next().and_then(|r| self.engines.get(r.engine));
        task.options = entry.map_or_else(Vec::new, |e| e.search_options(thinking.level));
        task.timeout = Some(timeout);
        self.command(role, EngineCommand::Search(Box::new(task)));
        if thinking.stop_requested {
            self.command(role, EngineCommand::Stop);
        }
    }

    /// A search task for a node, without options and timeout.
    pub(super) fn task(&self, generation: u64, node: NodeId, go: Go) -> SearchTask {
        SearchTask {
            generation,
            game: self.game.to_owned(),
            game_number: self.game_number,
            start: self.start.clone(),
            moves: self.tree.moves(node),
            go,
            options: Vec::new(),
            timeout: None,
        }
    }

    /// The limits of a search for a move, and the timeout.
    fn go(&self) -> (Go, Duration) {
        let mut go = Go::default();
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let longest = match &self.clock {
            Some(clock) => {
                let left = Side::ALL.map(|side| clock.left(side, self.now));
                let added = Side::ALL.map(|side| clock.increment(side));
                for (key, time) in [
                    (GoKey::P1Time, left[0]),
                    (GoKey::P2Time, left[1]),
                    (GoKey::P1Inc, added[0]),
                    (GoKey::P2Inc, added[1]),
                ] {
                    go.numbers.insert(key, millis(time));
                }
                left[0].max(left[1])
            }
            None => {
                let ms = self.time.movetime().unwrap_or(USUAL_MS);
                let time = Duration::from_millis(ms);
                go.numbers.insert(GoKey::MoveTime, millis(time));
                time
            }
        };
        (go, longest + GRACE)
    }

    fn report_thinking(&mut self, thinking: MoveSearch, lines: &[SearchLine]) {
        if let Some(line) = lines.first() {
            let side = thinking.side;
            self.send_all(
                &json!({"t": "thought", "side": side, "depth": line.depth, "nps": line.nps}),
                true,
            );
        }
    }

    fn engine_failed(&mut self, id: EngineId, generation: Option<u64>, text: String) {
        let mut running = self.running.iter();
        let Some(&RunningEngine { role, engine, .. }) = running.find(|known| known.id == id) else {
            return;
        };
        if let Some(entry) = self.engines.get_mut(engine) {
            entry.state = "failed";
            entry.trouble.clone_from(&text);
        }
        match role {
            EngineRole::Side(side) => {
                if generation.is_some() && generation == self.thinking.map(|t| t.generation) {
                    self.thinking = None;
                    self.pause_after_failure(side, text);
                }
            }
            EngineRole::Analyst => {
                self.analysis_failed(generation);
                self.notice(None, "error", &text);
            }
            EngineRole::Probe => {
                self.stop_engines(|known| known.id == id);
                self.notice(None, "error", &text);
            }
        }
    }

    /// Pauses the game because the engine of a side failed. The page shows the reason.
    pub(super) fn pause_after_failure(&mut self, side: Side, text: String) {
        if let PlayerConfig::Engine { engine, .. } = self.players[side.index()]
            && let Some(entry) = self.engines.get_mut(engine)
        {
            entry.state = "failed";
            entry.trouble = text;
        }
        self.stop_clock();
        self.paused = true;
    }

    /// The name of a side for messages.
    pub(super) fn display_name(&self, side: Side) -> String {
        let name = self.player_name(side);
        if name.is_empty() {
            side.colour().to_owned()
        } else {
            name
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.command(EngineRole::Side(thinking.side), EngineCommand::Stop);
        }
    }

    pub(super) fn move_now(&mut self) -> Result<(), String> {
        let thinking = self.thinking.as_mut().ok_or("no engine is thinking")?;
        thinking.stop_requested = true;
        let side = thinking.side;
        if let Some(delayed) = &mut self.delayed_move {
            delayed.due = self.now;
        }
        self.command(EngineRole::Side(side), EngineCommand::Stop);
        Ok(())
    }

    /// Sets an option in all processes of an engine.
    pub(super) fn set_option(
        &mut self,
        engine: usize,
        name: &str,
        value: Option<String>,
    ) -> Result<(), String> {
        let value = value.map(|value| checked_text("value", value, false));
        let value = value.transpose()?;
        let entry = self.change_entry(engine)?;
        let mut options = entry.options.iter();
        let option = options
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("option '{}': the engine does not have it", quote(name)))?;
        if !is_settable(option) {
            return Err(format!(
                "option '{}': cannot be set from the page",
                option.name
            ));
        }
        if entry.is_managed(option) {
            return Err(format!(
                "option '{}': the board sets it itself",
                option.name
            ));
        }
        let is_text = matches!(option.kind, OptionKind::Text { .. });
        let value = value.map(|value| match value.as_str() {
            "" if is_text => EMPTY.to_owned(),
            _ => value,
        });
        let name = option.name.clone();
        let mut running = self.running.iter();
        if value.is_none() && !running.any(|known| known.engine == engine) {
            return Err("this engine is not running".to_owned());
        }
        let entry = self.change_entry(engine)?;
        match &value {
            Some(value) => entry.set.insert(name.clone(), value.clone()),
            None => entry.set.remove(&name),
        };
        let running = self.running.iter().filter(|known| known.engine == engine);
        let set = EngineCommand::Set(name, value);
        let outputs = running.map(|known| Output::Engine(known.id, set.clone()));
        self.outputs.extend(outputs);
        self.restart_analysis(engine)
    }

    /// Ends all processes of an engine and reads its options again.
    pub(super) fn restart(&mut self, engine: usize) -> Result<(), String> {
        let entry = self.change_entry(engine)?;
        entry.state = "asked";
        entry.trouble.clear();
        let runs = |role| move |known: &RunningEngine| known.role == role && known.engine == engine;
        if let Some(thinking) = self.thinking
            && self
                .running
                .iter()
                .any(runs(EngineRole::Side(thinking.side)))
        {
            self.thinking = None;
            self.stop_clock();
            self.paused = true;
        }
        if self.running.iter().any(runs(EngineRole::Analyst)) {
            self.analysis = None;
            self.review = None;
        }
        self.stop_engines(|known| known.engine == engine);
        self.probe(engine)
    }

    /// Requests the last lines exchanged with an engine, preferably with a searching process.
    pub(super) fn traffic(&mut self, client: ClientId, engine: usize) -> Result<(), String> {
        let thinking = self.thinking.map(|t| EngineRole::Side(t.side));
        let studies = self.analysis.is_some() || self.review.is_some();
        let busy = |role| thinking == Some(role) || studies && role == EngineRole::Analyst;
        let mut running = self.running.iter().filter(|known| known.engine == engine);
        let found = running.clone().find(|known| busy(known.role));
        let known = found.or_else(|| running.next());
        let known = known.ok_or("this engine is not running")?;
        let traffic = Output::Engine(known.id, EngineCommand::Traffic);
        self.outputs.push(traffic);
        self.traffic_readers.push(client);
        Ok(())
    }
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
}
