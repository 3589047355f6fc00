//! The board as a state machine without I/O. Events from pages, engines and the clock arrive as [`Input`];
//! [`BoardSession::handle`] returns the resulting [`Output`]. Only files are read and written at once, through
//! [`Files`].
//!
//! The session owns the parts and connects them. A part has its own state, knows nothing of the session, and
//! returns what it wants done. Each part has a folder, with the functions of the session that use it. Only these
//! change the fields of the part; others read the game on the board, or call methods.
//!
//! | folder | contents |
//! |---|---|
//! | `game` | the game on the board: moves, clock, end, edits; how a game begins, also from a record |
//! | `by_link` | games with a friend who gets each move as a link |
//! | `players` | the players, the sides that devices have taken, and what one player proposes to the other |
//! | `engines` | the engines, their searches for moves, and their options |
//! | `study` | the analysis and the review; searches of positions apart from the game; the moves of other games |
//! | `library` | the files of the games: when to save, the list of saves, games that are being added |
//! | `pages` | the connected pages, what they have received, and all messages in both directions |
//!
//! | file | contents |
//! |---|---|
//! | `requests` | carries out the requests of pages |
//! | `profile` | settings and progress, kept between runs |
//! | [`io`] | events for the session, and what it asks its host to do |
//! | [`files`] | the files as the host keeps them |
//! | `position` | positions that pages name by a game and a FEN |
//! | `refusal` | why a request was refused |
//! | `checks` | checks of texts from pages |

mod by_link;
mod checks;
mod engines;
pub mod files;
mod game;
pub mod io;
mod library;
pub(crate) mod pages;
mod players;
mod position;
mod profile;
mod refusal;
mod requests;
mod study;
#[cfg(test)]
mod tests;

use std::time::Duration;

use ringstack_engine::play::record::date;

use engines::table::EngineTable;
use game::current_game::CurrentGame;
use game::import::FileReading;
use game::set_up::SetUpSearch;
use library::saves::Saves;
use pages::Pages;
use pages::answers::ProfileFile;
use pages::messages::ClientRequest;
use players::devices::Devices;
pub use players::devices::{Access, Device};
use players::proposals::Proposal;
use profile::ProfileState;
use refusal::Refusal;
use study::Study;

pub use files::{Files, MemoryFiles};
pub use io::{BoardSettings, Input, InputTime, InvitationLinks, Output};
pub use pages::ClientId;
pub use pages::messages::MAX_MESSAGE;

/// The minutes of a day; no clock is further from UTC.
const DAY: i32 = 1440;

/// The state of the board, shared by all pages.
#[derive(Debug)]
pub struct BoardSession {
    now: Duration,
    unix_ms: u64,
    outputs: Vec<Output>,
    files: Box<dyn Files>,
    wake: Option<Duration>,
    /// When the program started, in milliseconds since 1970.
    started: u64,
    /// How many minutes the clock of the user is ahead of UTC.
    zone: i64,
    /// The links for other devices.
    links: Option<InvitationLinks>,

    game: CurrentGame,
    engines: EngineTable,
    study: Study,
    devices: Devices,
    /// What one player of a game between two devices proposes to the other.
    proposal: Option<Proposal>,
    /// The number of proposals so far.
    proposals: u64,
    saves: Saves,
    set_up: SetUpSearch,
    /// The file that a page opens.
    opening: Option<FileReading>,
    profile: ProfileState,
    pages: Pages,
}

impl BoardSession {
    /// Creates a board with a first game: a user against the first engine. Also returns the first outputs.
    pub fn new(
        settings: BoardSettings,
        files: Box<dyn Files>,
        now: InputTime,
    ) -> Result<(BoardSession, Vec<Output>), String> {
        let state = position::position(&settings.game, settings.fen.as_deref())?;
        let mut session = BoardSession {
            now: now.since_start,
            unix_ms: now.unix_ms,
            outputs: Vec::new(),
            wake: None,
            started: now.unix_ms,
            zone: 0,
            links: settings.links,
            game: CurrentGame::new(game::opening::fresh(state, 1)),
            engines: EngineTable::new(settings.engines),
            study: Study::default(),
            devices: Devices::default(),
            proposal: None,
            proposals: 0,
            saves: Saves::new(files.place(), settings.run),
            set_up: SetUpSearch::default(),
            opening: None,
            profile: ProfileState::new(files.as_ref()),
            pages: Pages::default(),
            files,
        };
        session.offer_last_game();
        for engine in 0..session.engines.entries().len() {
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
                let (id, request) = pages::messages::read(&text);
                if request.as_ref().is_ok_and(ClientRequest::is_question) {
                    // Nothing has changed: the state need not be compared.
                    let answer = self.message(client, id, request);
                    self.outputs
                        .extend(answer.and_then(|answer| answer.output()));
                    return std::mem::take(&mut self.outputs);
                }
                reply = self.message(client, id, request);
            }
            Input::Joined(client, device) => {
                self.devices.join(client, device);
                self.end_help();
            }
            Input::Left(client) => {
                self.pages.leave(client);
                self.devices.disconnect(client);
                self.forget_opening(client);
                if self.pages.is_empty() {
                    self.study.unwatched(self.now);
                }
            }
            Input::Engine(id, event) => self.engine_reports(id, event),
            Input::Stored(stored) => self.saves.stored(stored),
            Input::SetUpFound(fen) => reply = self.set_up_found(fen),
            Input::Tick => {
                reply = self.add_next_games();
                if let Some(opened) = self.read_opened_file()
                    && let Some(added) = reply.replace(opened)
                {
                    self.answer(added);
                }
                self.read_explored_games();
            }
            Input::Flush => {
                // The running clock has lost time since the last save.
                if self.game.flag().is_some() {
                    self.mark_unsaved();
                }
                self.save_if_due();
                self.note_board();
                self.save_profile();
            }
        }
        self.check_time();
        self.drop_lapsed_proposal();
        self.publish(reply);
        self.wake_up();
        std::mem::take(&mut self.outputs)
    }

    /// Begins a new profile in place of a file that cannot be read. Returns the text of the file.
    fn begin_profile_anew(&mut self) -> Result<ProfileFile, Refusal> {
        let files = self.files.as_mut();
        let text = self.profile.begin_anew(files, self.unix_ms, self.now)?;
        Ok(ProfileFile { text })
    }

    fn save_profile(&mut self) {
        self.profile.save(self.files.as_mut(), self.now);
    }

    /// Does what is due now.
    fn check_time(&mut self) {
        let now = self.now;
        let is_due = |at: Option<Duration>| at.is_some_and(|at| at <= now);
        if let Some((side, at)) = self.game.flag()
            && at <= now
        {
            self.flag_falls(side);
        }
        if is_due(self.engines.reply_due()) {
            self.play_delayed_move();
        }
        if is_due(self.study.due()) {
            self.stop_analysis();
        }
        if is_due(self.game.next_game()) {
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
        // The next games are added or read after the inputs that are already waiting.
        let has_games = self.saves.adding().is_some()
            || self.opening.is_some()
            || self.study.explorer.is_reading();
        let times = [
            self.game.flag().map(|(_, at)| at),
            self.engines.reply_due(),
            self.study.due(),
            self.game.next_game(),
            self.saves.due(),
            self.profile.due(),
            has_games.then_some(self.now),
        ];
        let wake = times.into_iter().flatten().min();
        if wake != self.wake {
            self.wake = wake;
            self.outputs.push(Output::WakeAt(wake));
        }
    }

    /// When a game begins, as tags of PGN: the day of the user, and the time in UTC.
    fn date_tags(&self) -> Vec<(String, String)> {
        let local = self.unix_ms.saturating_add_signed(self.zone * 60_000);
        let tags = [
            ("Date", date::date(local)),
            ("UTCDate", date::date(self.unix_ms)),
            ("UTCTime", date::time(self.unix_ms)),
        ];
        tags.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }

    /// A page says how many minutes the clock of the user is ahead of UTC. The first game begins before that.
    fn set_zone(&mut self, minutes: i32) {
        let zone = i64::from(minutes.clamp(-DAY, DAY));
        if zone == self.zone {
            return;
        }
        self.zone = zone;
        if self.game.tree.is_blank() && self.game.tags.iter().any(|(name, _)| name == "UTCDate") {
            let tags = self.date_tags();
            let names: Vec<&String> = tags.iter().map(|(name, _)| name).collect();
            self.game.tags.retain(|(name, _)| !names.contains(&name));
            self.game.tags.splice(0..0, tags);
        }
    }
}
