//! The engines: available and running ones, their searches, options and failures.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use serde_json::json;

use super::BoardSession;
use super::answers::ServerMessage;
use super::checks::checked_text;
use super::client::ClientId;
use super::engine_io::{EngineCommand, EngineEvent, EngineId, SearchLine, SearchTask};
use super::engine_table::{EngineRole, MoveSearch, RunningEngine, is_settable};
use super::io::Output;
use super::player::PlayerConfig;
use super::tree::NodeId;
use crate::rules::{Side, quote};
use crate::ugi::command::{Go, GoKey};
use crate::ugi::options::EMPTY;
use crate::ugi::reply::OptionKind;

/// The time per move of an engine without a time control, in milliseconds.
const USUAL_MS: u64 = 1000;
/// The time that an engine may exceed its limit by before it counts as hanging.
pub(super) const GRACE: Duration = Duration::from_secs(10);

impl BoardSession {
    /// Assigns an engine to a role in the game on the board.
    pub(super) fn assign_engine(&mut self, engine: usize, role: EngineRole) -> Result<(), String> {
        let outputs = self.engines.assign(engine, role, self.game.id)?;
        self.outputs.extend(outputs);
        Ok(())
    }

    fn stop_engines(&mut self, which: impl Fn(&RunningEngine) -> bool) {
        let outputs = self.engines.stop(which);
        self.outputs.extend(outputs);
    }

    /// Sends a command to the engine of a role.
    pub(super) fn command(&mut self, role: EngineRole, command: EngineCommand) {
        let output = self.engines.command(role, command);
        self.outputs.extend(output);
    }

    /// Starts an engine to read its options.
    pub(super) fn probe(&mut self, engine: usize) -> Result<(), String> {
        self.assign_engine(engine, EngineRole::Probe)?;
        self.command(EngineRole::Probe, EngineCommand::Start);
        Ok(())
    }

    pub(super) fn engine_reports(&mut self, id: EngineId, event: EngineEvent) {
        let mut running = self.engines.running.iter();
        let Some(&RunningEngine { role, engine, .. }) = running.find(|known| known.id == id) else {
            return;
        };
        match event {
            EngineEvent::Ready { options } => {
                if let Some(entry) = self.engines.entries.get_mut(engine) {
                    entry.state = "ready";
                    entry.trouble.clear();
                    entry.options = options;
                }
                if role == EngineRole::Probe {
                    self.stop_engines(|known| known.id == id);
                }
            }
            EngineEvent::Traffic(text) => {
                let message = json!(ServerMessage::Traffic {
                    engine,
                    text: &text,
                });
                for client in std::mem::take(&mut self.engines.traffic_readers) {
                    self.send(client, &message);
                }
            }
            EngineEvent::Failed(generation, text) => self.engine_failed(id, generation, text),
            EngineEvent::Prepared(generation) => {
                if let Some(entry) = self.engines.entries.get_mut(engine) {
                    entry.state = "ready";
                    entry.trouble.clear();
                }
                if let Some(thinking) = self.engines.thinking_of(generation) {
                    self.start_search(thinking);
                }
            }
            EngineEvent::BestMove(generation, token) => {
                match self.engines.thinking_of(generation) {
                    Some(thinking) => self.engine_replies(thinking, token),
                    None => self.analysis_ended(generation),
                }
            }
            EngineEvent::Lines(generation, lines) => match self.engines.thinking_of(generation) {
                Some(thinking) => self.report_thinking(thinking, &lines),
                None => self.analysis_lines(generation, lines),
            },
        }
    }

    pub(super) fn begin_search(
        &mut self,
        side: Side,
        engine: usize,
        level: Option<i64>,
    ) -> Result<(), String> {
        self.assign_engine(engine, EngineRole::Side(side))?;
        let generation = self.engines.next_generation();
        self.engines.thinking = Some(MoveSearch {
            generation,
            side,
            node: self.game.live,
            level,
            requested: self.now,
            stop_requested: false,
        });
        let game = self.game.id.to_owned();
        let prepare = EngineCommand::Prepare(generation, game, self.game.number);
        self.command(EngineRole::Side(side), prepare);
        Ok(())
    }

    /// Starts the search and the clock of an engine that is ready to move.
    fn start_search(&mut self, thinking: MoveSearch) {
        let role = EngineRole::Side(thinking.side);
        self.game.run_clock(thinking.side, self.now);
        let (go, timeout) = self.go();
        let mut task = self.task(thinking.generation, thinking.node, go);
        let mut running = self
            .engines
            .running
            .iter()
            .filter(|known| known.role == role);
        let entry = running
            .next()
            .and_then(|r| self.engines.entries.get(r.engine));
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
            game: self.game.id.to_owned(),
            game_number: self.game.number,
            start: self.game.start.clone(),
            moves: self.game.tree.moves(node),
            go,
            options: Vec::new(),
            timeout: None,
        }
    }

    /// The limits of a search for a move, and the timeout.
    fn go(&self) -> (Go, Duration) {
        let mut go = Go::default();
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let longest = match &self.game.clock {
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
                let ms = self.game.time.movetime().unwrap_or(USUAL_MS);
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
                &json!(ServerMessage::Thought {
                    side,
                    depth: line.depth,
                    nps: line.nps,
                }),
                true,
            );
        }
    }

    fn engine_failed(&mut self, id: EngineId, generation: Option<u64>, text: String) {
        let mut running = self.engines.running.iter();
        let Some(&RunningEngine { role, engine, .. }) = running.find(|known| known.id == id) else {
            return;
        };
        if let Some(entry) = self.engines.entries.get_mut(engine) {
            entry.state = "failed";
            entry.trouble.clone_from(&text);
        }
        match role {
            EngineRole::Side(side) => {
                if generation.is_some() && generation == self.engines.thinking.map(|t| t.generation)
                {
                    self.engines.thinking = None;
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
        if let PlayerConfig::Engine { engine, .. } = self.game.players[side.index()]
            && let Some(entry) = self.engines.entries.get_mut(engine)
        {
            entry.state = "failed";
            entry.trouble = text;
        }
        self.game.stop_clock(self.now);
        self.game.paused = true;
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
        if let Some(thinking) = self.engines.thinking.take() {
            self.command(EngineRole::Side(thinking.side), EngineCommand::Stop);
        }
    }

    pub(super) fn move_now(&mut self) -> Result<(), String> {
        let thinking = self
            .engines
            .thinking
            .as_mut()
            .ok_or("no engine is thinking")?;
        thinking.stop_requested = true;
        let side = thinking.side;
        if let Some(delayed) = &mut self.engines.delayed_move {
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
        let entry = self.engines.change_entry(engine)?;
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
        let mut running = self.engines.running.iter();
        if value.is_none() && !running.any(|known| known.engine == engine) {
            return Err("this engine is not running".to_owned());
        }
        let entry = self.engines.change_entry(engine)?;
        match &value {
            Some(value) => entry.set.insert(name.clone(), value.clone()),
            None => entry.set.remove(&name),
        };
        let running = self
            .engines
            .running
            .iter()
            .filter(|known| known.engine == engine);
        let set = EngineCommand::Set(name, value);
        let outputs = running.map(|known| Output::Engine(known.id, set.clone()));
        self.outputs.extend(outputs);
        self.restart_analysis(engine)
    }

    /// Ends all processes of an engine and reads its options again.
    pub(super) fn restart(&mut self, engine: usize) -> Result<(), String> {
        let entry = self.engines.change_entry(engine)?;
        entry.state = "asked";
        entry.trouble.clear();
        let runs = |role| move |known: &RunningEngine| known.role == role && known.engine == engine;
        if let Some(thinking) = self.engines.thinking
            && self
                .engines
                .running
                .iter()
                .any(runs(EngineRole::Side(thinking.side)))
        {
            self.engines.thinking = None;
            self.game.stop_clock(self.now);
            self.game.paused = true;
        }
        if self.engines.running.iter().any(runs(EngineRole::Analyst)) {
            self.study.analysis = None;
            self.study.review = None;
        }
        self.stop_engines(|known| known.engine == engine);
        self.probe(engine)
    }

    /// Requests the last lines exchanged with an engine, preferably with a searching process.
    pub(super) fn traffic(&mut self, client: ClientId, engine: usize) -> Result<(), String> {
        let thinking = self.engines.thinking.map(|t| EngineRole::Side(t.side));
        let studies = self.study.analysis.is_some() || self.study.review.is_some();
        let busy = |role| thinking == Some(role) || studies && role == EngineRole::Analyst;
        let mut running = self
            .engines
            .running
            .iter()
            .filter(|known| known.engine == engine);
        let found = running.clone().find(|known| busy(known.role));
        let known = found.or_else(|| running.next());
        let known = known.ok_or("this engine is not running")?;
        let traffic = Output::Engine(known.id, EngineCommand::Traffic);
        self.outputs.push(traffic);
        self.engines.traffic_readers.push(client);
        Ok(())
    }
}
