//! The engines: the available ones with their options, the running ones with their roles, and the search for
//! a move.

use std::time::Duration;

use super::super::checks::checked_name;
use super::super::game::current_game::CurrentGame;
use super::super::game::turns::EngineTurn;
use super::super::io::Output;
use super::super::messages::{ClientId, NodeId, PlayerConfig, TimeControls};
use super::super::refusal::Refusal;
use super::entry::EngineEntry;
use crate::engine_driver::{EngineCommand, EngineId, OfferedEngine};
use ringstack_engine::rules::Side;
use ringstack_engine::ugi::options::EMPTY;
use ringstack_engine::ugi::reply::{OptionKind, OptionLine};

/// The time that an engine may exceed its limit by before it counts as hanging.
pub const GRACE: Duration = Duration::from_secs(10);

/// The engine that answers questions apart from the game: the first one, which is that of the program.
pub const FIRST: usize = 0;

/// The minimum time that a user waits for the reply of an engine, and of a weakened one: an instant reply to each
/// move is discouraging.
const MIN_REPLY: Duration = Duration::from_millis(400);
const MIN_WEAK_REPLY: Duration = Duration::from_millis(600);
/// With less time on its clock an engine does not wait.
const LOW_CLOCK: Duration = Duration::from_secs(5);

/// The purpose of a running engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineRole {
    /// Plays a side.
    Side(Side),
    /// Analyses positions.
    Analyst,
    /// Finds the best lines of positions apart from the game, and random set-ups.
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
struct DelayedMove {
    generation: u64,
    token: String,
    due: Duration,
}

/// The engines of the board.
#[derive(Debug, Default)]
pub struct EngineTable {
    entries: Vec<EngineEntry>,
    running: Vec<RunningEngine>,
    next_id: EngineId,
    generation: u64,
    /// The search for the next move of the game.
    thinking: Option<MoveSearch>,
    delayed_move: Option<DelayedMove>,
    /// The pages that wait for the last lines exchanged with an engine.
    traffic_readers: Vec<ClientId>,
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

    /// The name of a player; empty if unknown.
    pub fn player_name(&self, player: &PlayerConfig) -> String {
        match player {
            PlayerConfig::Human { name } => name.clone(),
            PlayerConfig::Engine { engine, .. } => {
                let entry = self.entries.get(*engine);
                entry.map_or_else(String::new, |entry| entry.name.clone())
            }
        }
    }

    /// Checks the number and level of an engine, or the name of a user.
    pub fn checked_player(&self, player: PlayerConfig) -> Result<PlayerConfig, Refusal> {
        match player {
            PlayerConfig::Human { name } => {
                let name = checked_name(name)?;
                Ok(PlayerConfig::Human { name })
            }
            PlayerConfig::Engine { engine, level } => {
                let entry = self.entry(engine)?;
                if let (Some(level), Some((min, max))) = (level, entry.levels())
                    && !(min..=max).contains(&level)
                {
                    let name = &entry.name;
                    return Err(
                        format!("level '{level}' of {name}: allowed are {min} to {max}").into(),
                    );
                }
                Ok(PlayerConfig::Engine { engine, level })
            }
        }
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

    /// Ends all processes of an engine and reads its options again.
    pub fn restart(&mut self, engine: usize, game: &str) -> Result<Vec<Output>, String> {
        self.entry(engine)?;
        if let Some(entry) = self.entries.get_mut(engine) {
            entry.state = "asked";
            entry.trouble = None;
        }
        let mut outputs = self.stop(|known| known.engine == engine);
        outputs.extend(self.probe(engine, game)?);
        Ok(outputs)
    }

    /// Starts an engine to read its options.
    pub fn probe(&mut self, engine: usize, game: &str) -> Result<Vec<Output>, String> {
        let mut outputs = self.assign(engine, EngineRole::Probe, game)?;
        outputs.extend(self.command(EngineRole::Probe, EngineCommand::Start));
        Ok(outputs)
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

    /// Makes the engine that is thinking move at once.
    pub fn move_now(&mut self, now: Duration) -> Result<Option<Output>, Refusal> {
        let thinking = self.thinking.as_mut().ok_or(Refusal::EngineNotThinking)?;
        thinking.stop_requested = true;
        let side = thinking.side;
        if let Some(delayed) = &mut self.delayed_move {
            delayed.due = now;
        }
        Ok(self.command(EngineRole::Side(side), EngineCommand::Stop))
    }

    /// Stops the search for a move.
    pub fn stop_thinking(&mut self) -> Option<Output> {
        let thinking = self.thinking.take()?;
        self.command(EngineRole::Side(thinking.side), EngineCommand::Stop)
    }

    /// Gets an engine ready that is to move in the game.
    pub fn begin_search(
        &mut self,
        turn: EngineTurn,
        game: &CurrentGame,
        now: Duration,
    ) -> Result<Vec<Output>, String> {
        let EngineTurn {
            side,
            engine,
            level,
        } = turn;
        let role = EngineRole::Side(side);
        let mut outputs = self.assign(engine, role, game.id())?;
        let generation = self.next_generation();
        self.thinking = Some(MoveSearch {
            generation,
            side,
            node: game.live(),
            level,
            requested: now,
            stop_requested: false,
        });
        let prepare = EngineCommand::Prepare(generation, game.id().to_owned(), game.number());
        outputs.extend(self.command(role, prepare));
        Ok(outputs)
    }

    /// Starts the search and the clock of an engine that is ready to move.
    pub fn start_search(
        &self,
        thinking: MoveSearch,
        game: &mut CurrentGame,
        now: Duration,
        unix_ms: u64,
    ) -> Vec<Output> {
        let role = EngineRole::Side(thinking.side);
        game.run_clock(thinking.side, now);
        let (go, longest) = game.search_limits(now);
        let mut task = game.search_task(thinking.generation, thinking.node, go);
        let chance = (game.seed(unix_ms), task.moves.len());
        let entry = self.in_role(role);
        task.options = entry.map_or_else(Vec::new, |e| e.move_options(thinking.level, chance));
        task.timeout = Some(longest + GRACE);
        let search = self.command(role, EngineCommand::Search(Box::new(task)));
        let stop = thinking.stop_requested;
        let stop = stop.then(|| self.command(role, EngineCommand::Stop));
        search.into_iter().chain(stop.flatten()).collect()
    }

    /// Whether the search for a move that failed is that of this generation. It has ended then.
    pub fn has_failed_to_move(&mut self, generation: Option<u64>) -> bool {
        let is_it = |thinking: &mut MoveSearch| generation == Some(thinking.generation);
        self.thinking.take_if(is_it).is_some()
    }

    /// Takes the move that an engine has found, if it is to be played now; otherwise it is played a moment later.
    pub fn take_move(
        &mut self,
        thinking: MoveSearch,
        token: String,
        game: &CurrentGame,
        now: Duration,
    ) -> Option<String> {
        let due = thinking.requested + self.reply_time(thinking, game, now);
        if due <= now {
            return Some(token);
        }
        self.delayed_move = Some(DelayedMove {
            generation: thinking.generation,
            token,
            due,
        });
        None
    }

    /// How long an engine takes for its move at least. Those who watch two engines see each move as long as they
    /// have chosen.
    fn reply_time(&self, thinking: MoveSearch, game: &CurrentGame, now: Duration) -> Duration {
        let clock = game.clock();
        let is_low = clock.is_some_and(|clock| clock.left(thinking.side, now) < LOW_CLOCK);
        if is_low || thinking.stop_requested {
            return Duration::ZERO;
        }
        if game.is_watched() {
            return match game.time() {
                TimeControls::Move { ms } => Duration::from_millis(ms),
                _ => Duration::ZERO,
            };
        }
        let entry = self.in_role(EngineRole::Side(thinking.side));
        match entry.is_some_and(|entry| entry.is_weakened(thinking.level)) {
            true => MIN_WEAK_REPLY,
            false => MIN_REPLY,
        }
    }

    /// The name of the engine in a role; empty if there is none.
    pub fn role_name(&self, role: EngineRole) -> String {
        self.in_role(role)
            .map_or_else(String::new, |entry| entry.name.clone())
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

    /// The pages that wait for the last lines exchanged with an engine.
    pub fn take_traffic_readers(&mut self) -> Vec<ClientId> {
        std::mem::take(&mut self.traffic_readers)
    }

    pub fn thinking_of(&self, generation: u64) -> Option<MoveSearch> {
        self.thinking.filter(|t| t.generation == generation)
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
