//! The board as a state machine without I/O. Events from pages, engines, files and the clock arrive as
//! [`Input`]; [`BoardSession::handle`] returns the resulting [`Output`].
//!
//! Its parts have their own state and know nothing of each other. They return what they want done; the
//! session passes it on.
//!
//! | part | contents |
//! |---|---|
//! | `current_game` | the game on the board; `game_record` writes it as a record, `undo` undoes its edits |
//! | `engine_table` | the available and the running engines, and the search for a move |
//! | `study`, `explorer` | the analysis and the review; the moves played in other games |
//! | [`profile`] | settings and progress, kept between runs |
//! | `devices` | the sides that devices have taken |
//! | `file_queue` | the order of requests for files |
//! | `series` | consecutive games of two engines |
//! | [`tree`], [`clock`] | the moves with their variations; the clocks of the players |
//!
//! | session | contents |
//! |---|---|
//! | `sync` | messages to pages: the state and patches to it |
//! | `sections` | the parts of the state |
//! | `answers` | the answers to requests, and other messages |
//! | `queries` | requests that change nothing on the board |
//! | `opening` | beginning a game |
//! | `set_up` | the search for a random set-up |
//! | `import` | opening records and positions |
//! | `moves` | moves of users and engines |
//! | `game` | the end of the game, taking moves back, pauses, players |
//! | `edits` | edits of the game tree |
//! | `proposals` | what one player proposes to the other on another device |
//! | `engines` | searches, options and failures of engines |
//! | `analysis` | analysis and review |
//! | `saves` | the save of the game on the board, and opening saves |
//! | `library` | the folder of saves: list, rename, duplicate, delete, export |
//! | `additions` | adding the games of a record to the saved games |
//!
//! | shared type | contents |
//! |---|---|
//! | [`io`] | events for the session, and what it asks its host to do |
//! | [`client`], `messages` | pages and their requests |
//! | [`engine_io`] | commands to engines and their reports |
//! | [`files`], `entry` | requests for the files of saved games; games in lists |
//! | `player`, `ending` | the player of a side; the end of a game, and its place in the tree |
//! | `position`, `record` | positions that pages name by a game and a FEN; a record as a game |
//! | `refusal` | why a request was refused |
//! | `checks` | checks of texts from pages |

mod additions;
mod analysis;
pub(crate) mod answers;
mod checks;
pub mod client;
pub mod clock;
mod current_game;
mod devices;
mod edits;
mod ending;
pub mod engine_io;
mod engine_table;
mod engines;
mod entry;
mod explorer;
mod file_queue;
pub mod files;
mod game;
mod game_record;
mod import;
pub mod io;
mod library;
pub(crate) mod messages;
mod moves;
mod opening;
mod player;
mod position;
pub mod profile;
mod proposals;
mod queries;
mod record;
mod refusal;
mod saves;
mod sections;
mod series;
mod set_up;
mod study;
mod sync;
#[cfg(test)]
mod tests;
pub mod tree;
mod undo;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use crate::play::record::date;

use clock::GameClock;
use current_game::CurrentGame;
use engine_table::EngineTable;
use files::FileRequest;
use messages::ClientRequest;
use profile::ProfileState;
use refusal::Refusal;
use study::Study;
use sync::{RequestAnswer, Sync};

pub use client::ClientId;
pub use files::SavedFile;
pub use io::{BoardSettings, Input, InputTime, Output};
pub use messages::MAX_MESSAGE;

/// How long an analysis continues when no page is open.
const UNWATCHED: Duration = Duration::from_secs(10);

/// The state of the board, shared by all pages.
#[derive(Debug)]
pub struct BoardSession {
    now: Duration,
    unix_ms: u64,
    outputs: Vec<Output>,
    wake: Option<Duration>,
    clients: BTreeSet<ClientId>,
    sync: Sync,
    /// The node that the requesting page has just played, and its move as the page gave it.
    own_move: Option<sync::OwnMove>,
    titles: Vec<sections::GameTitle>,
    /// When the program started, in milliseconds since 1970.
    started: u64,
    /// The link for other devices.
    link: Option<String>,

    game: CurrentGame,
    engines: EngineTable,
    study: Study,
    devices: devices::Devices,
    proposal: Option<proposals::Proposal>,
    /// The number of proposals so far.
    proposals: u64,
    saves: saves::Saves,
    set_up: set_up::SetUpSearch,
    profile: ProfileState,
}

impl BoardSession {
    /// Creates a board with a first game: a user against the first engine. Also returns the first outputs.
    pub fn new(
        settings: BoardSettings,
        now: InputTime,
    ) -> Result<(BoardSession, Vec<Output>), String> {
        let state = position::position(&settings.game, settings.fen.as_deref())?;
        let opened = opening::fresh(state.as_ref(), 1);
        let mut session = BoardSession {
            now: now.since_start,
            unix_ms: now.unix_ms,
            outputs: Vec::new(),
            wake: None,
            clients: BTreeSet::new(),
            sync: Sync::default(),
            own_move: None,
            titles: sync::titles(),
            started: now.unix_ms,
            link: settings.link,
            game: CurrentGame::new(state, opened),
            engines: EngineTable::new(&settings.engines),
            study: Study::default(),
            devices: devices::Devices::default(),
            proposal: None,
            proposals: 0,
            saves: saves::Saves::new(settings.saves, settings.run),
            set_up: set_up::SetUpSearch::default(),
            profile: ProfileState::new(settings.profile),
        };
        session.list_saves(FileRequest::Last);
        for engine in 0..session.engines.entries.len() {
            session.probe(engine)?;
        }
        session.welcome(settings.fen)?;
        if settings.resumes {
            session.resume();
        }
        session.publish(None);
        session.wake_up();
        let outputs = std::mem::take(&mut session.outputs);
        Ok((session, outputs))
    }

    /// Handles an input. Returns the outputs in the order in which they must be performed.
    pub fn handle(&mut self, now: InputTime, input: Input) -> Vec<Output> {
        self.now = now.since_start;
        self.unix_ms = now.unix_ms;
        let mut reply = None;
        match input {
            Input::Message(client, text) => {
                let (id, request) = messages::read(&text);
                if request.as_ref().is_ok_and(ClientRequest::is_question) {
                    // Nothing has changed: the state need not be compared.
                    let answer = self.message(client, id, request);
                    answer.into_iter().for_each(|answer| self.answer(answer));
                    return std::mem::take(&mut self.outputs);
                }
                let request = request.map(|request| self.saves.queue.admit(client, id, request));
                if let Some(request) = request.transpose() {
                    reply = self.message(client, id, request);
                }
            }
            Input::Left(client) => {
                self.clients.remove(&client);
                self.devices.disconnect(client);
                if self.clients.is_empty() && self.study.analysis.is_some() {
                    self.study.unwatched = Some(self.now + UNWATCHED);
                }
            }
            Input::Engine(id, event) => self.engine_reports(id, event),
            Input::Saved(number, error) => self.save_ended(number, error),
            Input::SavesRead(request, texts) => {
                self.saves.queue.answered();
                let result = self.files_read(&request, texts);
                reply = answer(&request, result);
            }
            Input::SavesListed(request, files) => {
                self.saves.queue.answered();
                let result = match request {
                    FileRequest::Explore(requester, node) => {
                        self.explore_saves(requester, node, files)
                    }
                    FileRequest::Add(_) => {
                        self.files_listed(&request, files);
                        self.find_repeated_games();
                        Ok(None)
                    }
                    _ => Ok(Some(json!(self.files_listed(&request, files)))),
                };
                reply = answer(&request, result);
            }
            Input::SavesChanged(request, errors) => {
                self.saves.queue.answered();
                let result = self.files_changed(&request, errors);
                reply = answer(&request, result);
            }
            Input::ProfileSaved(change, error) => {
                if let Some(text) = self.profile.saved(change, error, self.now) {
                    self.notice(None, "error", &text);
                }
            }
            Input::SetUpFound(fen) => reply = self.set_up_found(fen),
            Input::Tick => {
                self.add_next_games();
                self.read_explored_games();
            }
            Input::End => {
                // The running clock has lost time since the last save.
                if self.game.clock.as_ref().and_then(GameClock::flag).is_some() {
                    self.mark_unsaved();
                }
                self.save_if_due();
                self.note_board();
                self.profile.stop_waiting();
                self.save_profile();
            }
        }
        self.settle(reply);
        while let Some((client, id, request)) = self.saves.queue.next() {
            let reply = self.message(client, id, Ok(request));
            self.settle(reply);
        }
        self.wake_up();
        std::mem::take(&mut self.outputs)
    }

    /// Carries out what follows from an input, and sends the changes with the answer.
    fn settle(&mut self, reply: Option<RequestAnswer>) {
        self.check_time();
        self.drop_lapsed_proposal();
        self.publish(reply);
    }

    /// Notes in the profile which game is on the board.
    fn note_board(&mut self) {
        let board = match self.saves.written {
            true => self.saves.file.as_str(),
            false => "",
        };
        self.profile.note_board(board, self.now);
    }

    fn save_profile(&mut self) {
        let change = self.profile.take_unsaved();
        self.outputs.extend(change.map(Output::SaveProfile));
    }

    fn check_time(&mut self) {
        let now = self.now;
        let is_due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        if let Some((side, at)) = self.game.clock.as_ref().and_then(GameClock::flag)
            && at <= now
        {
            self.flag_falls(side);
        }
        if is_due(
            self.engines
                .delayed_move
                .as_ref()
                .map(|delayed| delayed.due),
        ) {
            self.play_delayed_move();
        }
        if is_due(self.study.unwatched) {
            self.stop_analysis();
        }
        if is_due(self.game.next_game) {
            self.game.next_game = None;
            self.begin_next_of_series();
        }
        if is_due(self.saves.due()) {
            self.save_if_due();
        }
        self.note_board();
        if is_due(self.profile.due()) {
            self.save_profile();
        }
    }

    fn wake_up(&mut self) {
        let flag = self
            .game
            .clock
            .as_ref()
            .and_then(GameClock::flag)
            .map(|(_, at)| at);
        // The next games are added or read after the inputs that are already waiting.
        let additions = self.saves.additions.as_ref();
        let has_games = additions.is_some_and(additions::Additions::is_ready)
            || self.study.explorer.is_reading();
        let next_games = has_games.then_some(self.now);
        let times = [
            flag,
            self.engines
                .delayed_move
                .as_ref()
                .map(|delayed| delayed.due),
            self.study.unwatched,
            self.game.next_game,
            self.saves.due(),
            self.profile.due(),
            next_games,
        ];
        let wake = times.into_iter().flatten().min();
        if wake != self.wake {
            self.wake = wake;
            self.outputs.push(Output::WakeAt(wake));
        }
    }

    fn message(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: Result<ClientRequest, String>,
    ) -> Option<RequestAnswer> {
        let result = match request {
            Ok(request) => match self.propose_request(client, &request) {
                Ok(None) => self.request(client, id, request).transpose()?,
                Ok(Some(answer)) => Ok(answer),
                Err(error) => Err(error.into()),
            },
            Err(error) => Err(error.into()),
        };
        Some(RequestAnswer { client, id, result })
    }

    /// Handles a request. Returns the answer, or `None` if it follows later.
    fn request(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: ClientRequest,
    ) -> Result<Option<Value>, Refusal> {
        match request {
            ClientRequest::Hello { version } => {
                self.welcome_client(client, version);
                return Ok(None);
            }
            ClientRequest::View { node } => return Ok(Some(json!(self.view(node)?))),
            ClientRequest::Touches {
                node,
                touches,
                play,
            } => return Ok(Some(json!(self.touch(node, &touches, play)?))),
            ClientRequest::Peek { node, tokens } => {
                return Ok(Some(json!(self.peek(node, &tokens)?)));
            }
            ClientRequest::Edit(edit) => return Ok(Some(json!(self.edit(&edit)?))),
            ClientRequest::Position(position) => {
                return Ok(Some(json!(self.position(&position)?)));
            }
            ClientRequest::PositionTouches { position, touches } => {
                return Ok(Some(json!(self.position_touches(&position, &touches)?)));
            }
            ClientRequest::About { game } => return Ok(Some(json!(self.about(game)?))),
            ClientRequest::Invite { side } => return Ok(Some(json!(self.invite(side)?))),
            ClientRequest::Lessons { game } => return Ok(Some(json!(self.lessons(game)?))),
            ClientRequest::Puzzles { game } => return Ok(Some(json!(self.puzzles(game)?))),
            ClientRequest::Texts { game, language } => {
                return Ok(Some(json!(self.texts(game, &language)?)));
            }
            ClientRequest::Export { node } => return Ok(Some(json!(self.export(node)?))),
            ClientRequest::Play { node, token, game } => {
                return Ok(Some(json!(self.play(node, &token, game)?)));
            }
            ClientRequest::New(new) => return self.request_game((client, id), new),
            ClientRequest::Import(import) => return Ok(Some(json!(self.import(client, &import)?))),
            ClientRequest::Saves => {
                self.list_saves(FileRequest::List((client, id)));
                return Ok(None);
            }
            ClientRequest::OpenSaved { file } => {
                self.read_files(FileRequest::Open((client, id)), vec![file])?;
                return Ok(None);
            }
            ClientRequest::ExportSaved { files } => {
                self.read_files(FileRequest::Export((client, id)), files)?;
                return Ok(None);
            }
            ClientRequest::SceneSaved { file } => {
                self.read_files(FileRequest::Scene((client, id)), vec![file])?;
                return Ok(None);
            }
            ClientRequest::RenameSaved { file, names } => {
                return self.rename_saved((client, id), file, names);
            }
            ClientRequest::DuplicateSaved { files } => {
                self.duplicate_saved((client, id), files)?;
                return Ok(None);
            }
            ClientRequest::DeleteSaved { files } => {
                self.delete_saved((client, id), files)?;
                return Ok(None);
            }
            ClientRequest::RestoreSaved { files } => {
                self.restore_saved((client, id), files)?;
                return Ok(None);
            }
            ClientRequest::Explore { node, games } => {
                return Ok(self.explore((client, id), node, games)?);
            }
            ClientRequest::Decode { bytes } => return Ok(Some(json!(import::decode(&bytes)?))),
            ClientRequest::AddGames { text } => {
                self.add_games((client, id), text)?;
                return Ok(None);
            }
            ClientRequest::Continue { yes } => {
                let file = self.last_game()?;
                if yes {
                    self.read_files(FileRequest::Open((client, id)), vec![file])?;
                    return Ok(None);
                }
            }
            ClientRequest::Profile(change) => self.profile.change(change, self.now)?,
            ClientRequest::Side { side } => self.devices.take(client, side),
            ClientRequest::AnswerProposal { number, accept } => {
                return Ok(Some(self.answer_proposal(client, number, accept)?));
            }
            ClientRequest::Player { side, player } => self.change_player(side, player)?,
            ClientRequest::Live { node } => self.go_live(node)?,
            ClientRequest::Takeback { side } => self.take_back(side)?,
            ClientRequest::OfferDraw => self.agree_draw()?,
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

    /// The current date in the format of PGN.
    fn date(&self) -> String {
        date::date(self.unix_ms)
    }
}

/// The answer to a request for files, unless it follows later.
fn answer(
    request: &FileRequest,
    result: Result<Option<Value>, impl Into<Refusal>>,
) -> Option<RequestAnswer> {
    let (client, id) = request.requester()?;
    let result = result.map_err(Into::into).transpose()?;
    Some(RequestAnswer { client, id, result })
}
