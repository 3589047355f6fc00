//! The board as a state machine without input and output: pages, engines, files and the time come in as
//! [`Input`], and [`BoardSession::handle`] returns what is to be done about it.
//!
//! | file | what it holds |
//! |---|---|
//! | [`messages`] | what pages send |
//! | `sync` | what pages are sent: the state and patches of it |
//! | `queries` | answers about positions |
//! | `opening` | how a game begins |
//! | `moves` | moves of users and engines |
//! | `game` | the game as a whole: its end, going back, pauses, players |
//! | `series` | games of two engines that follow each other |
//! | `edits` | edits of the game tree, which can be undone |
//! | `engines` | the engines: choice, thinking, options, failures |
//! | [`engine_io`] | what engines are asked and what they report |
//! | `analysis` | analysis and review |
//! | `record` | the game as a record |
//! | `saves` | the saved games |
//! | [`tree`] | the moves with their variations |
//! | [`clock`] | the clocks of the players |

mod analysis;
pub mod clock;
mod edits;
pub mod engine_io;
mod engines;
mod game;
pub mod messages;
mod moves;
mod opening;
mod queries;
mod record;
mod saves;
mod series;
mod sync;
#[cfg(test)]
mod tests;
pub mod tree;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::arena::engine::spec::EngineSpec;
use crate::play::{GameState, Start};

use clock::{GameClock, TimeControls};
use engine_io::{EngineCommand, EngineEvent, EngineId};
use game::GameEnd;
use messages::{ClientRequest, PlayerConfig};
use sync::{RequestAnswer, Sync};
use tree::{GameTree, NodeId};

pub use saves::FileRequest;

/// A page that is connected; ids are never used twice.
pub type ClientId = u64;

/// The longest name of a player, in characters.
const MAX_NAME: usize = 100;
/// How long an analysis goes on when no page is open.
const UNWATCHED: Duration = Duration::from_secs(10);

/// The time of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputTime {
    /// Since the program started.
    pub since_start: Duration,
    /// The wall clock: milliseconds since 1970.
    pub unix_ms: u64,
}

/// What happens.
#[derive(Debug)]
pub enum Input {
    /// A page sends a message; the first one is `hello`.
    Message(ClientId, String),
    /// A page is gone.
    Left(ClientId),
    /// An engine reports something.
    Engine(EngineId, EngineEvent),
    /// A save was written, or why not.
    Saved(Option<String>),
    /// A saved game, or why it cannot be read.
    SavedGame(FileRequest, String, Result<String, String>),
    /// The newest saved games, with their texts.
    SavedGames(FileRequest, Vec<(String, String)>),
    /// The time asked for by [`Output::WakeAt`] has come.
    Tick,
    /// The program ends: what is not saved is to be saved.
    End,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send a text to a page.
    Send {
        /// The page.
        client: ClientId,
        /// The text.
        text: Arc<str>,
        /// Whether it may be left out if the page is slow; a page that misses another text has to be
        /// disconnected.
        may_skip: bool,
    },
    /// Run an engine.
    StartEngine {
        /// Its id from now on.
        id: EngineId,
        /// Its place in the list of engines.
        engine: usize,
        /// The id of its first game.
        game: String,
    },
    /// Give a command to an engine.
    Engine(EngineId, EngineCommand),
    /// End an engine.
    StopEngine(EngineId),
    /// Write a save; answered by [`Input::Saved`].
    Save {
        /// The name of the file.
        file: String,
        /// Its text.
        text: String,
    },
    /// Read a save; answered by [`Input::SavedGame`].
    ReadSave {
        /// Comes back with the text.
        request: FileRequest,
        /// The name of the file.
        file: String,
    },
    /// Read the newest saves; answered by [`Input::SavedGames`].
    ListSaves {
        /// Comes back with the texts.
        request: FileRequest,
        /// How many.
        most: usize,
    },
    /// Give a [`Input::Tick`] at this time since the start; replaces an earlier one.
    WakeAt(Option<Duration>),
}

/// How a board begins.
#[derive(Clone, Debug)]
pub struct BoardSettings {
    /// The id of the first game.
    pub game: String,
    /// The FEN of its first position.
    pub fen: Option<String>,
    /// The engines that can be chosen.
    pub engines: Vec<EngineSpec>,
    /// The folder of saves, for users; `None` if games are not saved.
    pub saves: Option<String>,
    /// A word that names this run in the files of its saves: ASCII letters and digits.
    pub run: String,
}

/// The board: everything that the pages share.
#[derive(Debug)]
pub struct BoardSession {
    now: Duration,
    unix_ms: u64,
    outputs: Vec<Output>,
    wake: Option<Duration>,
    clients: BTreeSet<ClientId>,
    sync: Sync,
    /// The node that the page that asks has just played.
    own_view: Option<NodeId>,
    titles: Value,

    game: &'static str,
    about: Value,
    start: Start,
    /// The game at some node, see `queries`.
    state: Box<dyn GameState>,
    tree: GameTree,
    live: NodeId,
    /// Where a record ends that was opened; later moves can be taken back.
    record_end: Option<NodeId>,
    players: [PlayerConfig; 2],
    tags: Vec<(String, String)>,
    time: TimeControls,
    clock: Option<GameClock>,
    series: series::Series,
    paused: bool,
    one_step: bool,
    ending: Option<GameEnd>,
    /// When the next game of a series begins.
    next_game: Option<Duration>,
    game_number: u64,
    edits: Vec<edits::TreeEdit>,
    saves: saves::Saves,

    engines: Vec<engines::EngineEntry>,
    running: Vec<engines::RunningEngine>,
    next_engine: EngineId,
    generation: u64,
    thinking: Option<engines::MoveSearch>,
    traffic_readers: Vec<ClientId>,
    analysis: Option<analysis::PositionAnalysis>,
    review: Option<analysis::ReviewProgress>,
    /// When the analysis ends because no page is open.
    unwatched: Option<Duration>,
}

impl BoardSession {
    /// A board with a first game: a user against the first engine. Returns also what is to be done.
    pub fn new(
        settings: BoardSettings,
        now: InputTime,
    ) -> Result<(BoardSession, Vec<Output>), String> {
        let state = opening::position(&settings.game, settings.fen.as_deref())?;
        let opened = opening::fresh(state.as_ref(), 1);
        let mut session = BoardSession {
            now: now.since_start,
            unix_ms: now.unix_ms,
            outputs: Vec::new(),
            wake: None,
            clients: BTreeSet::new(),
            sync: Sync::default(),
            own_view: None,
            titles: sync::titles(),
            game: opened.game,
            about: Value::Null,
            start: opened.start,
            state,
            live: opened.live,
            tree: opened.tree,
            record_end: None,
            players: [PlayerConfig::human(), PlayerConfig::human()],
            tags: Vec::new(),
            time: TimeControls::default(),
            clock: None,
            series: series::Series::default(),
            paused: false,
            one_step: false,
            ending: None,
            next_game: None,
            game_number: 0,
            edits: Vec::new(),
            saves: saves::Saves::new(settings.saves, settings.run),
            engines: settings
                .engines
                .iter()
                .map(engines::EngineEntry::new)
                .collect(),
            running: Vec::new(),
            next_engine: 0,
            generation: 0,
            thinking: None,
            traffic_readers: Vec::new(),
            analysis: None,
            review: None,
            unwatched: None,
        };
        session.list_saves(FileRequest::Last);
        for engine in 0..session.engines.len() {
            session.probe(engine)?;
        }
        session.welcome(settings.fen)?;
        session.publish(None);
        session.wake_up();
        let outputs = std::mem::take(&mut session.outputs);
        Ok((session, outputs))
    }

    /// Takes an input. Returns what is to be done, in this order.
    pub fn handle(&mut self, now: InputTime, input: Input) -> Vec<Output> {
        self.now = now.since_start;
        self.unix_ms = now.unix_ms;
        let mut reply = None;
        match input {
            Input::Message(client, text) => reply = self.message(client, &text),
            Input::Left(client) => {
                self.clients.remove(&client);
                if self.clients.is_empty() && self.analysis.is_some() {
                    self.unwatched = Some(self.now + UNWATCHED);
                }
            }
            Input::Engine(id, event) => self.engine_reports(id, event),
            Input::Saved(error) => self.save_ended(error),
            Input::SavedGame(request, file, text) => {
                let result = self.file_read(request, file, text);
                reply = answer(request, result);
            }
            Input::SavedGames(request, files) => {
                let games = self.files_listed(request, files);
                reply = answer(request, Ok(games));
            }
            Input::Tick => {}
            Input::End => self.save_if_due(),
        }
        self.check_time();
        self.publish(reply);
        self.wake_up();
        std::mem::take(&mut self.outputs)
    }

    fn check_time(&mut self) {
        let now = self.now;
        let is_due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        if let Some((side, at)) = self.clock.as_ref().and_then(GameClock::flag)
            && at <= now
        {
            self.flag_falls(side);
        }
        if is_due(self.unwatched) {
            self.stop_analysis();
        }
        if is_due(self.next_game) {
            self.next_game = None;
            self.begin_next_of_series();
        }
        if is_due(self.saves.due()) {
            self.save_if_due();
        }
    }

    fn wake_up(&mut self) {
        let flag = self
            .clock
            .as_ref()
            .and_then(GameClock::flag)
            .map(|(_, at)| at);
        let times = [flag, self.unwatched, self.next_game, self.saves.due()];
        let wake = times.into_iter().flatten().min();
        if wake != self.wake {
            self.wake = wake;
            self.outputs.push(Output::WakeAt(wake));
        }
    }

    fn message(&mut self, client: ClientId, text: &str) -> Option<RequestAnswer> {
        let (id, result) = match messages::read(text) {
            Ok((id, request)) => (id, self.request(client, id, request).transpose()?),
            Err((id, error)) => (id, Err(error)),
        };
        Some(RequestAnswer { client, id, result })
    }

    /// Does what a page asks for; `None` if the answer comes later.
    fn request(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: ClientRequest,
    ) -> Result<Option<Value>, String> {
        match request {
            ClientRequest::Hello { version } => {
                self.welcome_client(client, version);
                return Ok(None);
            }
            ClientRequest::View { node } => return self.view(node).map(Some),
            ClientRequest::Touches { node, touches } => {
                return self.touches(node, &touches).map(Some);
            }
            ClientRequest::Peek { node, tokens } => return self.peek(node, &tokens).map(Some),
            ClientRequest::Edit(edit) => return self.edit(&edit).map(Some),
            ClientRequest::About { game } => return self.about(game).map(Some),
            ClientRequest::Export { node } => return self.export(node).map(Some),
            ClientRequest::Play { node, token, game } => {
                return self.play(node, &token, game).map(Some);
            }
            ClientRequest::New(new) => {
                let series = series::Series::of(new.series);
                return self.new_game(new, series).map(Some);
            }
            ClientRequest::Import { text, number } => return self.import(&text, number).map(Some),
            ClientRequest::Saves => {
                self.list_saves(FileRequest::List(client, id));
                return Ok(None);
            }
            ClientRequest::OpenSaved { file } => {
                self.request_file(FileRequest::Open(client, id), &file)?;
                return Ok(None);
            }
            ClientRequest::ReadSaved { file } => {
                self.request_file(FileRequest::Read(client, id), &file)?;
                return Ok(None);
            }
            ClientRequest::Continue { yes } => {
                let file = self.last_game()?;
                if yes {
                    self.request_file(FileRequest::Open(client, id), &file)?;
                    return Ok(None);
                }
            }
            ClientRequest::Player { side, player } => self.change_player(side, player)?,
            ClientRequest::Live { node } => self.go_live(node)?,
            ClientRequest::Takeback => self.take_back()?,
            ClientRequest::Result { winner } => self.set_result(winner.map(Into::into))?,
            ClientRequest::Resign { side } => self.resign(side)?,
            ClientRequest::Pause { on } => self.pause(on),
            ClientRequest::Step => self.step()?,
            ClientRequest::MoveNow => self.move_now()?,
            ClientRequest::Remove { node } => self.remove(node)?,
            ClientRequest::Promote { node } => self.promote(node)?,
            ClientRequest::Comment { node, text } => self.comment(node, text)?,
            ClientRequest::Draw { node, drawn } => self.draw(node, drawn)?,
            ClientRequest::Mark { node, mark } => self.mark(node, &mark)?,
            ClientRequest::Undo => self.undo()?,
            ClientRequest::Analyse(request) => self.analyse(request)?,
            ClientRequest::Review { on, engine, ms } => self.review(on, engine, ms)?,
            ClientRequest::Option {
                engine,
                name,
                value,
            } => self.set_option(engine, &name, value)?,
            ClientRequest::Restart { engine } => self.restart(engine)?,
            ClientRequest::Traffic { engine } => self.traffic(client, engine)?,
        }
        Ok(Some(Value::Null))
    }

    /// Today as PGN writes it.
    fn date(&self) -> String {
        // Days since 0000-03-01, in the calendar that begins its years in March.
        let days = self.unix_ms / 86_400_000 + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, next_year) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        let year = era * 400 + year_of_era + next_year;
        format!("{year:04}.{month:02}.{day:02}")
    }
}

fn answer(request: FileRequest, result: Result<Value, String>) -> Option<RequestAnswer> {
    match request {
        FileRequest::Last => None,
        FileRequest::Open(client, id)
        | FileRequest::Read(client, id)
        | FileRequest::List(client, id) => Some(RequestAnswer { client, id, result }),
    }
}

/// Checks a text of a page: without control characters, except line breaks and tabs where it may have
/// several lines.
fn checked_text(name: &str, text: String, lines: bool) -> Result<String, String> {
    let is_bad = |c: char| c.is_control() && !(lines && matches!(c, '\n' | '\r' | '\t'));
    match text.chars().find(|&c| is_bad(c)) {
        None => Ok(text),
        Some(c) => {
            let code = u32::from(c);
            Err(format!(
                "{name}: expected text without control characters, found U+{code:04X}"
            ))
        }
    }
}
