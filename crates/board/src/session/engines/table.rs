//! The engines: the available ones with their options, the running ones with their roles, and the search for
//! a move.

use std::time::Duration;

use super::super::game::tree::NodeId;
use super::super::io::Output;
use super::super::pages::ClientId;
use super::super::refusal::Refusal;
use super::entry::EngineEntry;
use crate::engine_driver::{EngineCommand, EngineId, OfferedEngine};
use ringstack_engine::rules::Side;
use ringstack_engine::ugi::options::EMPTY;
use ringstack_engine::ugi::reply::{OptionKind, OptionLine};

/// The purpose of a running engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineRole {
    /// Plays a side.
    Side(Side),
    /// Analyses positions.
    Analyst,
    /// Finds the best lines of positions apart from the game.
    Solver,
    /// Reports its options and ends.
    Probe,
}

/// A running engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningEngine {
    pub id: EngineId,
    pub role: EngineRole,
    /// The index in the list of engines.
    pub engine: usize,
}

/// The search of an engine for its move in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSearch {
    pub generation: u64,
    pub side: Side,
    pub node: NodeId,
    pub level: Option<i64>,
    /// When the move was requested.
    pub requested: Duration,
    /// Whether the user requested an immediate move.
    pub stop_requested: bool,
}

/// A move that an engine has found and that is played a moment later.
#[derive(Debug)]
pub struct DelayedMove {
    pub generation: u64,
    pub token: String,
    pub due: Duration,
}

/// The engines of the board.
#[derive(Debug, Default)]
pub struct EngineTable {
    entries: Vec<EngineEntry>,
    running: Vec<RunningEngine>,
    next_id: EngineId,
    generation: u64,
    /// The search for the next move of the game.
    pub(super) thinking: Option<MoveSearch>,
    delayed_move: Option<DelayedMove>,
    /// The pages that wait for the last lines exchanged with an engine.
    pub(super) traffic_readers: Vec<ClientId>,
}

impl EngineTable {
    pub fn new(engines: Vec<OfferedEngine>) -> EngineTable {
        EngineTable {
            entries: engines.into_iter().map(EngineEntry::new).collect(),
            ..EngineTable::default()
        }
    }

    pub fn entries(&self) -> &[EngineEntry] {
        &self.entries
    }

    /// The search for the next move of the game.
    pub fn thinking(&self) -> Option<MoveSearch> {
        self.thinking
    }

    /// Forgets the search for the next move: its move has been played or refused.
    pub fn forget_search(&mut self) {
        self.thinking = None;
    }

    pub fn entry(&self, engine: usize) -> Result<&EngineEntry, String> {
        let count = self.entries.len();
        self.entries.get(engine).ok_or_else(|| {
            format!("engine '{engine}': there are only {count} engines, numbered from 0")
        })
    }

    /// An engine works; it has these options if they are given.
    pub fn is_ready(&mut self, engine: usize, options: Option<Vec<OptionLine>>) {
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "ready";
            entry.trouble = None;
            entry.options = options.unwrap_or_else(|| std::mem::take(&mut entry.options));
        }
    }

    /// An engine does not work.
    pub fn has_failed(&mut self, engine: usize, trouble: Refusal) {
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "failed";
            entry.trouble = Some(trouble);
        }
    }

    /// An engine starts again.
    pub fn will_restart(&mut self, engine: usize) -> Result<(), String> {
        self.entry(engine)?;
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "asked";
            entry.trouble = None;
        }
        Ok(())
    }

    /// The running engine with this id.
    pub fn process(&self, id: EngineId) -> Option<RunningEngine> {
        self.running.iter().find(|known| known.id == id).copied()
    }

    /// The processes of an engine.
    fn processes(&self, engine: usize) -> impl Iterator<Item = &RunningEngine> {
        self.running
            .iter()
            .filter(move |known| known.engine == engine)
    }

    /// Whether an engine runs in this role.
    pub fn runs(&self, engine: usize, role: EngineRole) -> bool {
        self.processes(engine).any(|known| known.role == role)
    }

    /// The engine in this role.
    pub fn in_role(&self, role: EngineRole) -> Option<&EngineEntry> {
        let known = self.running.iter().find(|known| known.role == role)?;
        self.entries.get(known.engine)
    }

    /// Makes the engine that is thinking move at once. Returns its side.
    pub fn hurry(&mut self, now: Duration) -> Option<Side> {
        let thinking = self.thinking.as_mut()?;
        thinking.stop_requested = true;
        if let Some(delayed) = &mut self.delayed_move {
            delayed.due = now;
        }
        Some(thinking.side)
    }

    /// Sets an option in all processes of an engine.
    pub fn set_option(
        &mut self,
        engine: usize,
        name: &str,
        value: Option<String>,
    ) -> Result<Vec<Output>, Refusal> {
        let option = self.entry(engine)?.settable_option(name)?;
        let name = option.name.clone();
        let is_text = matches!(option.kind, OptionKind::Text { .. });
        let value = value.map(|value| match value.as_str() {
            "" if is_text => EMPTY.to_owned(),
            _ => value,
        });
        if value.is_none() && self.processes(engine).next().is_none() {
            return Err(Refusal::EngineNotRunning);
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
    pub fn traffic(
        &mut self,
        client: ClientId,
        engine: usize,
        studies: bool,
    ) -> Result<Output, Refusal> {
        let thinking = self
            .thinking
            .map(|thinking| EngineRole::Side(thinking.side));
        let is_busy = |role| thinking == Some(role) || studies && role == EngineRole::Analyst;
        let busy = self.processes(engine).find(|known| is_busy(known.role));
        let known = busy.or_else(|| self.processes(engine).next());
        let id = known.ok_or(Refusal::EngineNotRunning)?.id;
        self.traffic_readers.push(client);
        Ok(Output::Engine(id, EngineCommand::Traffic))
    }

    pub fn thinking_of(&self, generation: u64) -> Option<MoveSearch> {
        self.thinking.filter(|t| t.generation == generation)
    }

    /// Delays a move.
    pub fn delay(&mut self, delayed: DelayedMove) {
        self.delayed_move = Some(delayed);
    }

    /// Takes the delayed move with its search; `None` if the search was stopped in the meantime.
    pub fn take_delayed(&mut self) -> Option<(MoveSearch, String)> {
        let delayed = self.delayed_move.take()?;
        Some((self.thinking_of(delayed.generation)?, delayed.token))
    }

    /// When to play a delayed move.
    pub fn reply_due(&self) -> Option<Duration> {
        self.delayed_move.as_ref().map(|delayed| delayed.due)
    }

    pub fn next_generation(&mut self) -> u64 {
        self.generation += 1;
        self.generation
    }

    /// Assigns an engine to a role. Replaces another engine in that role; keeps the same one running.
    pub fn assign(
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
    pub fn stop(&mut self, which: impl Fn(&RunningEngine) -> bool) -> Vec<Output> {
        let stopped = self.running.extract_if(.., |known| which(known));
        stopped.map(|known| Output::StopEngine(known.id)).collect()
    }

    /// A command to the engine of a role; to the newest one if there are several.
    pub fn command(&self, role: EngineRole, command: EngineCommand) -> Option<Output> {
        let mut running = self.running.iter().rev();
        let known = running.find(|known| known.role == role)?;
        Some(Output::Engine(known.id, command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_runs_on_in_its_role_until_another_one_replaces_it() {
        let engine = |name: &str| OfferedEngine {
            name: name.to_owned(),
            options: Vec::new(),
        };
        let mut table = EngineTable::new(vec![engine("a"), engine("b")]);
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
