//! The board as a state machine without I/O. Events from pages, engines and the clock arrive as [`Input`];
//! [`BoardSession::handle`] returns the resulting [`Output`]. Only files are read and written at once, through
//! [`Files`].
//!
//! The session owns the parts and connects them. A part has its own state, knows nothing of the session, and
//! returns what it wants done.
//!
//! | part | contents |
//! |---|---|
//! | `current_game` | the game on the board; `game_record` writes it as a record, `queries` describes its positions, `undo` undoes its edits |
//! | [`tree`], [`clock`], `series` | the moves with their variations; the clocks; consecutive games of two engines |
//! | `engines::table`, `engines::entry` | the engines and the search for a move; an available engine with its options |
//! | `study` with `explorer` | the analysis and the review; the moves played in other games |
//! | `devices`, `proposals` | the sides that devices have taken; what one player proposes to the other |
//! | `library` with `saves`, `additions` | the files of the games; games that are being added |
//! | `set_up` | the search for a random set-up |
//! | `profile` | settings and progress, kept between runs |
//! | `pages` | the connected pages, and what they have received |
//!
//! | session | contents |
//! |---|---|
//! | `requests` | carries out the requests of pages |
//! | `sync` | messages to pages: the state and patches to it |
//! | `opening`, `import` | beginning a game; opening records and positions |
//! | `moves`, `game`, `edits` | moves of users and engines; the end of the game, take-backs, pauses, players; edits of the tree |
//! | `fair_play` | no help in games between people |
//! | `by_link` | games with a friend who gets each move as a link |
//! | `engines` | searches and options of engines |
//! | `study::analysis`, `study::best_line`, `study::explore_requests` | analysis and review; searches of positions apart from the game; the moves of other games |
//! | `library` | when to save; the folder of saves: list, open, rename, duplicate, delete, export, add |
//!
//! | shared type | contents |
//! |---|---|
//! | [`io`] | events for the session, and what it asks its host to do |
//! | `messages`, `answers` | the requests of pages and the answers |
//! | `server_messages`, `sections` | the messages to pages; the parts of the state |
//! | [`engine_io`] | commands to engines and their reports |
//! | [`files`], `library::entry` | the files as the host keeps them; games in lists |
//! | `player`, `ending` | the player of a side; the end of a game, and its place in the tree |
//! | `position`, `record` | positions that pages name by a game and a FEN; a record as a game |
//! | `refusal` | why a request was refused |
//! | `checks` | checks of texts from pages |

mod answers;
mod by_link;
mod checks;
pub mod clock;
mod current_game;
mod devices;
mod edits;
mod ending;
pub mod engine_io;
mod engines;
mod fair_play;
pub mod files;
mod game;
mod game_record;
mod import;
pub mod io;
mod library;
pub(crate) mod messages;
mod moves;
mod opening;
mod pages;
mod player;
mod position;
mod profile;
mod proposals;
mod queries;
mod record;
mod refusal;
mod requests;
mod sections;
mod series;
pub(crate) mod server_messages;
mod set_up;
mod study;
mod sync;
#[cfg(test)]
mod tests;
pub mod tree;
mod undo;

use std::time::Duration;

use crate::play::record::date;

use current_game::CurrentGame;
use devices::Devices;
use engines::table::EngineTable;
use library::saves::Saves;
use messages::ClientRequest;
use pages::Pages;
use profile::ProfileState;
use proposals::Proposal;
use set_up::SetUpSearch;
use study::Study;

pub use files::{Files, MemoryFiles};
pub use io::{BoardSettings, Input, InputTime, Output};
pub use messages::MAX_MESSAGE;
pub use pages::ClientId;

/// How long an analysis continues when no page is open.
const UNWATCHED: Duration = Duration::from_secs(10);

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
    /// The link for other devices.
    link: Option<String>,

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
            link: settings.link,
            game: CurrentGame::new(opening::fresh(state, 1)),
            engines: EngineTable::new(&settings.engines),
            study: Study::default(),
            devices: Devices::default(),
            proposal: None,
            proposals: 0,
            saves: Saves::new(files.place(), settings.run),
            set_up: SetUpSearch::default(),
            profile: ProfileState::new(files.as_ref()),
            pages: Pages::default(),
            files,
        };
        session.offer_last_game();
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
                    self.outputs
                        .extend(answer.and_then(|answer| answer.output()));
                    return std::mem::take(&mut self.outputs);
                }
                reply = self.message(client, id, request);
            }
            Input::Left(client) => {
                self.pages.leave(client);
                self.devices.disconnect(client);
                if self.pages.is_empty() && self.study.analysis.is_some() {
                    self.study.unwatched = Some(self.now + UNWATCHED);
                }
            }
            Input::Engine(id, event) => self.engine_reports(id, event),
            Input::Stored(stored) => self.saves.unstored = stored.err(),
            Input::SetUpFound(fen) => reply = self.set_up_found(fen),
            Input::Tick => {
                reply = self.add_next_games();
                self.read_explored_games();
            }
            Input::End => {
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
        // The next games are added or read after the inputs that are already waiting.
        let has_games = self.saves.additions.is_some() || self.study.explorer.is_reading();
        let times = [
            self.game.flag().map(|(_, at)| at),
            self.engines.reply_due(),
            self.study.unwatched,
            self.game.next_game,
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

    /// The current date in the format of PGN.
    fn date(&self) -> String {
        date::date(self.unix_ms)
    }
}
