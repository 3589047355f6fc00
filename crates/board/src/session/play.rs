//! The game goes on: moves of users and engines, decisions of the players, and what engines report.

use serde_json::json;

use super::BoardSession;
use super::engines::table::{EngineRole, MoveSearch, RunningEngine};
use super::game::Removal;
use super::game::ending::GameEnd;
use super::messages::answers::{MoveAnswer, TouchAnswer};
use super::messages::{NodeId, PlayerConfig, RequestAnswer};
use super::pages::server_messages::ServerMessage;
use super::refusal::Refusal;
use super::rights;
use super::study::{PositionAnalysis, StudyNews};
use crate::engine_driver::{EngineEvent, EngineId};
use ringstack_engine::play::record::Termination;
use ringstack_engine::rules::{Outcome, Side, quote};

impl BoardSession {
    /// The answer to a sequence of touches. With `play`, a move that they complete is played at once.
    pub(super) fn touch(
        &mut self,
        node: NodeId,
        touches: &[String],
        play: Option<bool>,
    ) -> Result<TouchAnswer, Refusal> {
        let answer = TouchAnswer::of(self.game.state(node)?, touches)?;
        match (play, answer.complete_move()) {
            (Some(game), Some(token)) => Ok(TouchAnswer::Played(self.play(node, token, game)?)),
            _ => Ok(answer),
        }
    }

    /// Plays a move of a user. The asking page also receives the view of the new node.
    pub(super) fn play(
        &mut self,
        node: NodeId,
        word: &str,
        game: bool,
    ) -> Result<MoveAnswer, Refusal> {
        self.game.node(node)?;
        if game {
            self.game.check_move(node)?;
            if self.engines.thinking().is_some() {
                return Err(Refusal::EngineToMove);
            }
        }
        let new = self.add_move(node, word, game)?;
        self.pages.has_played(new, word);
        Ok(MoveAnswer { node: new })
    }

    /// Adds a move; with `game` or in a study, the game goes on with it.
    fn add_move(&mut self, node: NodeId, word: &str, game: bool) -> Result<NodeId, Refusal> {
        let new = self.game.add_move(node, word)?;
        if self.game.follow(node, new, game, self.now) {
            self.engines.forget_search();
            self.next_turn();
        }
        Ok(new)
    }

    /// Plays the delayed move of an engine, unless its search was stopped in the meantime.
    pub(super) fn play_delayed_move(&mut self) {
        if let Some((thinking, token)) = self.engines.take_delayed() {
            self.engine_plays(thinking, &token);
        }
    }

    /// Plays the move of an engine.
    fn engine_plays(&mut self, thinking: MoveSearch, token: &str) {
        self.game.stop_clock(self.now);
        if self.add_move(thinking.node, token, true).is_err() {
            self.engines.forget_search();
            let engine = self.engines.role_name(EngineRole::Side(thinking.side));
            let token = quote(token);
            self.pause_after_failure(thinking.side, Refusal::EngineMove { engine, token });
        }
    }

    /// Starts the turn of the side to move, or ends the game by the rules.
    pub(super) fn next_turn(&mut self) {
        let Some(turn) = self.game.begin_turn(self.now) else {
            return;
        };
        match self.engines.begin_search(turn, &self.game, self.now) {
            Ok(outputs) => self.outputs.extend(outputs),
            Err(text) => self.pause_after_failure(turn.side, text.into()),
        }
    }

    /// Pauses the game because the engine of a side failed. The page shows the reason.
    fn pause_after_failure(&mut self, side: Side, trouble: Refusal) {
        if let Some(&PlayerConfig::Engine { engine, .. }) = self.game.players().get(side.index()) {
            self.engines.has_failed(engine, trouble);
        }
        self.game.stop_clock(self.now);
        self.game.pause(true, self.now);
    }

    pub(super) fn stop_thinking(&mut self) {
        self.outputs.extend(self.engines.stop_thinking());
    }

    /// The game has moved to another position, or has ended.
    pub(super) fn game_moved(&mut self) {
        self.stop_thinking();
        if self.game.ending().is_none() {
            self.next_turn();
        }
    }

    /// A line was removed.
    pub(super) fn line_removed(&mut self, removal: Removal) {
        if removal.moves_game {
            self.game_moved();
        }
        let (game, engines) = (&mut self.game, &mut self.engines);
        let outputs = self.study.leave_removed(removal.left, game, engines);
        self.outputs.extend(outputs);
    }

    /// Ends the game because a player ran out of time.
    pub(super) fn flag_falls(&mut self, side: Side) {
        self.end_game(GameEnd::by(Outcome::Win(!side), Termination::Time));
    }

    pub(super) fn end_game(&mut self, ending: GameEnd) {
        self.game.end(ending, self.now);
        self.stop_thinking();
    }

    pub(super) fn pause(&mut self, on: bool) {
        if !self.game.pause(on, self.now) {
            return;
        }
        if on {
            self.stop_thinking();
        } else if self.game.ending().is_none() {
            self.next_turn();
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        let is_thinking = self.engines.thinking().is_some();
        self.game.step(is_thinking)?;
        if !is_thinking {
            self.next_turn();
        }
        Ok(())
    }

    pub(super) fn change_player(
        &mut self,
        side: Side,
        player: PlayerConfig,
    ) -> Result<(), Refusal> {
        let player = self.engines.checked_player(player)?;
        let is_human = player.is_human();
        let old = self.game.set_player(side, player);
        if old.is_human() && is_human {
            return Ok(());
        }
        let thinking = self.engines.thinking();
        if thinking.is_some_and(|thinking| thinking.side == side) {
            self.stop_thinking();
        }
        if self.game.ending().is_none() && self.engines.thinking().is_none() {
            self.next_turn();
        }
        Ok(())
    }

    /// Handles a report of an engine. Returns the answer to the request for which it has found a set-up.
    pub(super) fn engine_reports(
        &mut self,
        id: EngineId,
        event: EngineEvent,
    ) -> Option<RequestAnswer> {
        let RunningEngine { role, engine, .. } = self.engines.process(id)?;
        match event {
            EngineEvent::Ready { options } => {
                self.engines.is_ready(engine, Some(options));
                if role == EngineRole::Probe {
                    self.stop_engine(id);
                }
            }
            EngineEvent::Traffic(text) => {
                let text = &text;
                let message = json!(ServerMessage::Traffic { engine, text });
                for client in self.engines.take_traffic_readers() {
                    self.send(client, &message);
                }
            }
            EngineEvent::Failed(generation, failure) => {
                let trouble = Refusal::from(failure);
                self.engines.has_failed(engine, trouble.clone());
                match role {
                    EngineRole::Side(side) => {
                        if self.engines.has_failed_to_move(generation) {
                            self.pause_after_failure(side, trouble);
                        }
                    }
                    EngineRole::Analyst => {
                        self.study.search_failed(generation);
                        self.notice(trouble);
                    }
                    EngineRole::Solver if self.best_line_ended(generation, &trouble) => {}
                    EngineRole::Solver => return self.set_up_found(generation, Err(trouble)),
                    EngineRole::Probe => {
                        self.stop_engine(id);
                        self.notice(trouble);
                    }
                }
            }
            EngineEvent::Prepared(generation) => {
                self.engines.is_ready(engine, None);
                if let Some(thinking) = self.engines.thinking_of(generation) {
                    let (game, now) = (&mut self.game, self.now);
                    let outputs = self.engines.start_search(thinking, game, now, self.unix_ms);
                    self.outputs.extend(outputs);
                }
            }
            EngineEvent::BestMove(generation, token) => {
                if let Some(thinking) = self.engines.thinking_of(generation) {
                    let (game, now) = (&self.game, self.now);
                    if let Some(token) = self.engines.take_move(thinking, token, game, now) {
                        self.engine_plays(thinking, &token);
                    }
                } else if !self.best_line_ended(Some(generation), &Refusal::EngineNoLine) {
                    self.study_search_ended(generation);
                }
            }
            EngineEvent::SetUp(number, fen) => {
                return self.set_up_found(Some(number), fen.ok_or(Refusal::EngineNoSetUp));
            }
            EngineEvent::Lines(generation, lines) => {
                if let Some(thinking) = self.engines.thinking_of(generation) {
                    if let Some(line) = lines.first() {
                        let (side, depth, nps) = (thinking.side, line.depth, line.nps);
                        self.send_all(&json!(ServerMessage::Thought { side, depth, nps }), true);
                    }
                } else if !self.line_searches.take_lines(generation, &lines) {
                    let (game, engines) = (&mut self.game, &self.engines);
                    if self.study.take_lines(generation, lines, game, engines) {
                        self.send_lines(true);
                    }
                }
            }
        }
        None
    }

    fn stop_engine(&mut self, id: EngineId) {
        self.outputs
            .extend(self.engines.stop(|known| known.id == id));
    }

    /// Answers the search for a page of this generation, or all with `None`, after its end or a failure. Returns
    /// whether there was one.
    fn best_line_ended(&mut self, generation: Option<u64>, failure: &Refusal) -> bool {
        let answers = self.line_searches.end(generation, failure);
        answers.iter().for_each(|answer| self.answer(answer));
        !answers.is_empty()
    }

    fn study_search_ended(&mut self, generation: u64) {
        let (game, engines) = (&mut self.game, &mut self.engines);
        let (news, outputs) = self.study.search_ended(generation, game, engines);
        self.outputs.extend(outputs);
        match news {
            Some(StudyNews::Analysed) => self.send_lines(false),
            Some(StudyNews::Reviewed) => {
                self.send_all(&json!(ServerMessage::Reviewed), false);
            }
            None => {}
        }
    }

    /// Sends the lines of the analysis. With `may_skip` a slow page may miss them.
    fn send_lines(&mut self, may_skip: bool) {
        if let Some(lines) = self.study.analysis().map(PositionAnalysis::lines) {
            self.send_all(&json!(ServerMessage::Lines(lines)), may_skip);
        }
    }

    pub(super) fn stop_analysis(&mut self) {
        self.outputs.extend(self.study.stop_analysis(&self.engines));
    }

    pub(super) fn stop_review(&mut self) {
        self.outputs.extend(self.study.stop_review(&self.engines));
    }

    /// Ends the help that is running when a second device joins.
    pub(super) fn end_help(&mut self) {
        if rights(&self.game, &self.devices, &self.profile).is_between_devices() {
            self.stop_analysis();
            self.stop_review();
        }
    }

    /// Ends all processes of an engine and reads its options again.
    pub(super) fn restart(&mut self, engine: usize) -> Result<(), Refusal> {
        self.engines.entry(engine)?;
        let runs = |role| self.engines.runs(engine, role);
        let (analyses, solves) = (runs(EngineRole::Analyst), runs(EngineRole::Solver));
        let thinking = self.engines.thinking();
        if thinking.is_some_and(|thinking| runs(EngineRole::Side(thinking.side))) {
            self.engines.forget_search();
            self.game.stop_clock(self.now);
            self.game.pause(true, self.now);
        }
        if analyses {
            self.study.close();
        }
        if solves {
            self.best_line_ended(None, &Refusal::EngineNoLine);
            if let Some(answer) = self.set_up_found(None, Err(Refusal::EngineNoSetUp)) {
                self.answer(&answer);
            }
        }
        let outputs = self.engines.restart(engine, self.game.id())?;
        self.outputs.extend(outputs);
        Ok(())
    }
}
