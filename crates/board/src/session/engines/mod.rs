//! The engines: available and running ones, their searches, options and failures.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

pub(super) mod entry;
pub(super) mod table;

use std::time::Duration;

use serde_json::json;

use super::BoardSession;
use super::checks::checked_text;
use super::pages::ClientId;
use super::pages::server_messages::ServerMessage;
use super::players::player::PlayerConfig;
use super::refusal::Refusal;
use crate::engine_driver::{EngineCommand, EngineEvent, EngineId, SearchLine};
use ringstack_engine::board::keys::mix;
use ringstack_engine::rules::Side;
use table::{EngineRole, MoveSearch, RunningEngine};

/// The time that an engine may exceed its limit by before it counts as hanging.
pub(super) const GRACE: Duration = Duration::from_secs(10);
/// The tag with the seed of a game.
const SEED: &str = "Seed";
/// The maximum of the option `Seed`.
const MAX_SEED: u64 = i32::MAX as u64;

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
        let Some(RunningEngine { role, engine, .. }) = self.engines.process(id) else {
            return;
        };
        match event {
            EngineEvent::Ready { options } => {
                self.engines.is_ready(engine, Some(options));
                if role == EngineRole::Probe {
                    self.stop_engines(|known| known.id == id);
                }
            }
            EngineEvent::Traffic(text) => {
                let text = &text;
                let message = json!(ServerMessage::Traffic { engine, text });
                for client in std::mem::take(&mut self.engines.traffic_readers) {
                    self.send(client, &message);
                }
            }
            EngineEvent::Failed(generation, failure) => {
                let trouble = Refusal::from(failure);
                self.engines.has_failed(engine, trouble.clone());
                match role {
                    EngineRole::Side(side) => {
                        let searches =
                            |thinking: &mut MoveSearch| generation == Some(thinking.generation);
                        if self.engines.thinking.take_if(searches).is_some() {
                            self.pause_after_failure(side, trouble);
                        }
                    }
                    EngineRole::Analyst => {
                        self.study.search_failed(generation);
                        self.notice(trouble);
                    }
                    EngineRole::Solver => {
                        self.answer_best_line(generation, &trouble);
                    }
                    EngineRole::Probe => {
                        self.stop_engines(|known| known.id == id);
                        self.notice(trouble);
                    }
                }
            }
            EngineEvent::Prepared(generation) => {
                self.engines.is_ready(engine, None);
                if let Some(thinking) = self.engines.thinking_of(generation) {
                    self.start_search(thinking);
                }
            }
            EngineEvent::BestMove(generation, token) => {
                match self.engines.thinking_of(generation) {
                    Some(thinking) => self.engine_replies(thinking, token),
                    None if self.answer_best_line(Some(generation), &Refusal::EngineNoLine) => {}
                    None => self.analysis_ended(generation),
                }
            }
            EngineEvent::Lines(generation, lines) => match self.engines.thinking_of(generation) {
                Some(thinking) => self.report_thinking(thinking, &lines),
                None if self.note_best_line(generation, &lines) => {}
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
        let (go, longest) = self.game.search_limits(self.now);
        let mut task = self
            .game
            .search_task(thinking.generation, thinking.node, go);
        let chance = (self.game_seed(), task.moves.len());
        let entry = self.engines.in_role(role);
        task.options = entry.map_or_else(Vec::new, |e| e.move_options(thinking.level, chance));
        task.timeout = Some(longest + GRACE);
        self.command(role, EngineCommand::Search(Box::new(task)));
        if thinking.stop_requested {
            self.command(role, EngineCommand::Stop);
        }
    }

    /// The seed of the game on the board, by which an engine repeats it. A game has one from the first move of an
    /// engine on.
    fn game_seed(&mut self) -> u64 {
        let known = self.game.tags.iter().find(|(name, _)| name == SEED);
        if let Some(seed) = known.and_then(|(_, value)| value.parse().ok()) {
            return seed;
        }
        let seed = 1 + mix(self.unix_ms ^ self.game.number) % MAX_SEED;
        self.game.tags.retain(|(name, _)| name != SEED);
        self.game.tags.push((SEED.to_owned(), seed.to_string()));
        seed
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

    /// Pauses the game because the engine of a side failed. The page shows the reason.
    pub(super) fn pause_after_failure(&mut self, side: Side, trouble: Refusal) {
        if let PlayerConfig::Engine { engine, .. } = self.game.players[side.index()] {
            self.engines.has_failed(engine, trouble);
        }
        self.game.stop_clock(self.now);
        self.game.paused = true;
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.engines.thinking.take() {
            self.command(EngineRole::Side(thinking.side), EngineCommand::Stop);
        }
    }

    pub(super) fn move_now(&mut self) -> Result<(), Refusal> {
        let side = self
            .engines
            .hurry(self.now)
            .ok_or(Refusal::EngineNotThinking)?;
        self.command(EngineRole::Side(side), EngineCommand::Stop);
        Ok(())
    }

    /// Sets an option in all processes of an engine.
    pub(super) fn set_option(
        &mut self,
        engine: usize,
        name: &str,
        value: Option<String>,
    ) -> Result<(), Refusal> {
        let value = value.map(|value| checked_text("value", value, false));
        let outputs = self.engines.set_option(engine, name, value.transpose()?)?;
        self.outputs.extend(outputs);
        self.restart_analysis(engine)
    }

    /// Ends all processes of an engine and reads its options again.
    pub(super) fn restart(&mut self, engine: usize) -> Result<(), String> {
        self.engines.will_restart(engine)?;
        if let Some(thinking) = self.engines.thinking
            && self.engines.runs(engine, EngineRole::Side(thinking.side))
        {
            self.engines.thinking = None;
            self.game.stop_clock(self.now);
            self.game.paused = true;
        }
        if self.engines.runs(engine, EngineRole::Analyst) {
            self.study.close();
        }
        if self.engines.runs(engine, EngineRole::Solver) {
            self.answer_best_line(None, &Refusal::EngineNoLine);
        }
        self.stop_engines(|known| known.engine == engine);
        self.probe(engine)
    }

    /// Requests the last lines exchanged with an engine, preferably with a searching process.
    pub(super) fn traffic(&mut self, client: ClientId, engine: usize) -> Result<(), Refusal> {
        let studies = self.study.analysis().is_some() || self.study.review().is_some();
        let request = self.engines.traffic(client, engine, studies)?;
        self.outputs.push(request);
        Ok(())
    }
}
