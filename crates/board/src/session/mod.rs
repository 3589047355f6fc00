//! The board as a state machine without I/O. Events from pages, engines and the clock arrive as [`Input`];
//! [`BoardSession::handle`] returns the resulting [`Output`]. Only files are read and written at once, through
//! [`Files`].
//!
//! Each part is a type with private fields in a folder of its own. Its functions take what they need, know nothing of
//! the session, and return what is to be done. The session passes inputs to the parts and collects the outputs:
//!
//! | file | functions of the session |
//! |---|---|
//! | `requests` | the requests of pages |
//! | `play` | moves of users and engines, and what engines report |
//! | `begin` | how a game begins |
//!
//! A folder uses only those above it:
//!
//! | folder | contents |
//! |---|---|
//! | `messages` | the requests of pages, and the answers |
//! | `game` | the game on the board: moves, clock, end, edits; records as games |
//! | `engines` | the engines, their searches for moves, and their options |
//! | `study` | the analysis and the review; searches of positions apart from the game; the moves of other games |
//! | `library` | the saved games, and games that are being added |
//! | `opening` | games that are about to begin, also from files |
//! | `by_link` | games with a friend who gets each move as a link |
//! | `players` | the sides that devices have taken, what each page may do, and what one player proposes to the other |
//! | `pages` | the connected pages, what they have received, and the messages to them |
//!
//! | file | contents |
//! |---|---|
//! | `profile` | settings and progress, kept between runs |
//! | [`io`] | events for the session, and what it asks its host to do |
//! | [`files`] | the files as the host keeps them |
//! | `position` | positions that pages name by a game and a FEN |
//! | `refusal` | why a request was refused |
//! | `checks` | checks of texts from pages |

mod begin;
mod by_link;
mod checks;
mod engines;
pub mod files;
mod game;
pub mod io;
mod library;
pub(crate) mod messages;
mod opening;
pub(crate) mod pages;
mod play;
mod players;
mod position;
mod profile;
mod refusal;
mod requests;
mod study;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde_json::{Map, Value, json};

use engines::entry::EngineEntry;
use engines::table::EngineTable;
use game::clock::GameClock;
use game::current_game::CurrentGame;
use library::additions::Additions;
use library::saves::Saves;
use messages::RequestAnswer;
use messages::answers::View;
use messages::requests::{ClientRequest, VERSION};
use opening::import::FileReading;
use opening::set_up::SetUpSearch;
use pages::Pages;
use pages::sections::{GameSection, PlayerSection, Sections, TITLES};
use pages::server_messages::{Reply, ServerMessage};
use players::devices::Devices;
use players::permissions::Rights;
use players::proposals::Proposals;
use profile::ProfileState;
use refusal::Refusal;
use study::explorer::Explorer;
use study::{LineSearches, PositionAnalysis, ReviewProgress, Study};

pub use files::{Files, MemoryFiles};
pub use io::{Access, BoardSettings, Device, Input, InputTime, InvitationLinks, Output};
pub use messages::ClientId;
pub use messages::requests::MAX_MESSAGE;

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
    /// The searches of positions apart from the game.
    line_searches: LineSearches,
    explorer: Explorer,
    devices: Devices,
    proposals: Proposals,
    saves: Saves,
    set_up: SetUpSearch,
    /// The file that a page opens.
    opening: Option<FileReading>,
    profile: ProfileState,
    pages: Pages,
}

/// The rights of the pages now.
fn rights<'a>(game: &'a CurrentGame, devices: &'a Devices, profile: &ProfileState) -> Rights<'a> {
    Rights {
        game,
        devices,
        wants_assistance: profile.section().is_on("assistance"),
    }
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
            game: CurrentGame::new(opening::fresh(state, 1)),
            engines: EngineTable::new(settings.engines),
            study: Study::default(),
            line_searches: LineSearches::default(),
            explorer: Explorer::default(),
            devices: Devices::default(),
            proposals: Proposals::default(),
            saves: Saves::new(files.place(), settings.run),
            set_up: SetUpSearch::default(),
            opening: None,
            profile: ProfileState::new(files.as_ref()),
            pages: Pages::default(),
            files,
        };
        session.saves.offer_last_game(session.files.as_ref());
        for engine in 0..session.engines.entries().len() {
            let outputs = session.engines.probe(engine, session.game.id())?;
            session.outputs.extend(outputs);
        }
        session.begin_first_game(settings.fen)?;
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
                let (id, request) = messages::requests::read(&text);
                if request.as_ref().is_ok_and(ClientRequest::is_question) {
                    // Nothing has changed: the state need not be compared.
                    let answer = self.message(client, id, request);
                    self.outputs.extend(answer.as_ref().and_then(pages::answer));
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
                self.opening
                    .take_if(|reading| reading.requester().0 == client);
                if self.pages.is_empty() {
                    self.study.unwatched(self.now);
                }
            }
            Input::Engine(id, event) => reply = self.engine_reports(id, event),
            Input::Stored(stored) => self.saves.stored(stored),
            Input::Tick => {
                reply = self.saves.add_next_games(self.files.as_mut(), self.unix_ms);
                if let Some(opened) = self.read_opened_file()
                    && let Some(added) = reply.replace(opened)
                {
                    self.answer(&added);
                }
                let (files, on_board) = (self.files.as_ref(), self.saves.file());
                for answer in self.explorer.read_next(&mut self.game, on_board, files) {
                    self.outputs.extend(pages::answer(&answer));
                }
            }
            Input::Flush => {
                // The running clock has lost time since the last save.
                if self.game.flag().is_some() {
                    self.saves.mark_unsaved(self.now);
                }
                self.save_if_due();
                self.note_board();
                self.save_profile();
            }
        }
        self.check_time();
        let rights = rights(&self.game, &self.devices, &self.profile);
        self.proposals.drop_lapsed(&rights);
        self.publish(reply);
        self.wake_up();
        std::mem::take(&mut self.outputs)
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
        self.schedule_save();
        if is_due(self.saves.due()) {
            self.save_if_due();
        }
        self.note_board();
        if is_due(self.profile.due()) {
            self.save_profile();
        }
    }

    fn wake_up(&mut self) {
        self.schedule_save();
        // The next games are added or read after the inputs that are already waiting.
        let has_games =
            self.saves.adding().is_some() || self.opening.is_some() || self.explorer.is_reading();
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

    /// Schedules a save if the game has changed.
    fn schedule_save(&mut self) {
        if self.game.take_unsaved() {
            self.saves.mark_unsaved(self.now);
        }
    }

    fn save_if_due(&mut self) {
        self.schedule_save();
        if self.saves.take_due(self.now) {
            let game = &self.game;
            let has_content =
                !game.tree().is_blank() || game.link().is_some() || self.saves.is_written();
            let pgn = || game.pgn(self.player_names(), Some(self.now));
            let text = has_content.then(pgn);
            self.saves.save(text, self.files.as_mut(), self.now);
        }
    }

    fn save_profile(&mut self) {
        self.profile.save(self.files.as_mut(), self.now);
    }

    /// Notes in the profile which game is on the board.
    fn note_board(&mut self) {
        let board = self.saves.on_board().unwrap_or_default();
        self.profile.note_board(board, self.now);
    }

    /// The names of the players.
    fn player_names(&self) -> [String; 2] {
        let names = self.game.players().each_ref();
        names.map(|player| self.engines.player_name(player))
    }

    /// Sends a new page the whole state.
    fn greet(&mut self, client: ClientId, version: u32) {
        if version != VERSION {
            let version = VERSION;
            self.send(client, &json!(ServerMessage::Outdated { version }));
            return;
        }
        self.publish(None);
        self.pages.join(client);
        self.devices.welcome(client);
        self.tell_seat(client);
        self.study.watched();
        let views: Vec<View> = self.game.view(self.game.live(), None).into_iter().collect();
        let state = self.whole_state(&views, None);
        self.send(client, &state);
        self.outputs.extend(self.pages.take_undelivered(client));
    }

    /// Tells a page what it may do, if that has changed.
    fn tell_seat(&mut self, client: ClientId) {
        let seat = rights(&self.game, &self.devices, &self.profile).seat(client);
        if self.devices.tell(client, &seat) {
            self.send(client, &json!(ServerMessage::Seat(&seat)));
        }
    }

    fn whole_state(&self, views: &[View], reply: Option<&Reply>) -> Value {
        json!(ServerMessage::State {
            revision: self.pages.revision(),
            now: self.now.as_millis() as u64,
            nodes: self.game.tree().sections().collect(),
            views,
            lines: self.study.analysis().map(PositionAnalysis::lines),
            sections: self.pages.sections(),
            reply,
        })
    }

    /// The state in sections. A section is sent when it changes.
    fn sections(&self) -> Map<String, Value> {
        let game = &self.game;
        let [one, two] = game.players();
        let player = |player| PlayerSection {
            player,
            name: self.engines.player_name(player),
        };
        let engines = self.engines.entries().iter();
        let sections = json!(Sections {
            game: GameSection {
                id: game.id(),
                about: Some(game.about()),
                fen: game.start().fen(),
                root: game.tree().root(),
                number: game.number(),
                tags: game.tags(),
                swapped: game.is_swapped(),
                one_device: game.is_on_one_device(),
                record: game.is_record(),
                study: game.is_study(),
                link: by_link::section(game, self.player_names()),
            },
            live: game.live(),
            ending: game.ending(),
            paused: game.is_paused(),
            series: game.series(),
            thinking: self.engines.thinking().map(|thinking| thinking.side),
            players: [player(one), player(two)],
            devices: self.devices.section(),
            proposal: self.proposals.section(),
            time: game.time(),
            clock: game.clock().map(GameClock::section),
            engines: engines.map(EngineEntry::section).collect(),
            games: &TITLES,
            analysis: self.study.analysis().map(PositionAnalysis::section),
            accuracy: game.tree().accuracies(),
            review: self.study.review().map(ReviewProgress::section),
            offer: self.saves.offer(),
            saves: self.saves.folder(),
            unsaved: self.saves.failure().or(self.profile.failure()),
            shared: self.links.is_some(),
            started: self.started,
            profile: self.profile.section(),
            file: self.explorer.section(),
            exploring: self.explorer.progress(),
            opening: self.opening.as_ref().map(FileReading::progress),
            adding: self.saves.adding().map(Additions::section),
        });
        match sections {
            Value::Object(sections) => sections,
            _ => Map::new(),
        }
    }

    /// Sends the changes to all pages, if there are any. The requesting page also receives the answer, and the
    /// view of the node that it played.
    fn publish(&mut self, answer: Option<RequestAnswer>) {
        for client in self.devices.told() {
            self.tell_seat(client);
        }
        let own = self.pages.take_played();
        let (changed, gone) = self.game.take_changes();
        let (sections, resend_all) = self.pages.update(self.sections());
        let has_changed = !(sections.is_empty() && changed.is_empty() && gone.is_empty());
        if !has_changed && !resend_all && own.is_none() {
            self.outputs.extend(answer.as_ref().and_then(pages::answer));
            return;
        }
        let revision = self.pages.next_revision();
        let mut views: Vec<View> = Vec::new();
        if resend_all || sections.contains_key("live") {
            views.extend(self.game.view(self.game.live(), None));
        }
        let message = |session: &BoardSession, views: &[View], reply: Option<&Reply>| {
            if resend_all {
                return session.whole_state(views, reply);
            }
            let nodes = changed.iter();
            json!(ServerMessage::Patch {
                revision,
                nodes: nodes
                    .filter_map(|&id| session.game.tree().section(id))
                    .collect(),
                gone: &gone,
                views,
                sections: &sections,
                reply,
            })
        };
        let accepted = answer.as_ref().filter(|answer| answer.result.is_ok());
        let asking = accepted.map(|answer| answer.client);
        let for_others = message(self, &views, None);
        let to_others = self.pages.to_all(&for_others, false, asking);
        self.outputs.extend(to_others);
        let Some(accepted) = accepted else {
            self.outputs.extend(answer.as_ref().and_then(pages::answer));
            return;
        };
        if let Some((node, word)) = own {
            views.retain(|view| view.node != Some(node));
            views.extend(self.game.view(node, Some(&word)));
        }
        let for_asking = message(self, &views, pages::reply(accepted).as_ref());
        self.send(accepted.client, &for_asking);
    }

    /// Sends the answer to a request.
    fn answer(&mut self, answer: &RequestAnswer) {
        self.outputs.extend(pages::answer(answer));
    }

    /// Shows an error on all pages.
    fn notice(&mut self, refusal: Refusal) {
        self.outputs.extend(self.pages.notice(refusal));
    }

    fn send(&mut self, client: ClientId, message: &Value) {
        self.outputs.push(pages::to_page(client, message));
    }

    /// Sends to all pages. With `may_skip` a slow page may miss the message.
    fn send_all(&mut self, message: &Value, may_skip: bool) {
        let outputs = self.pages.to_all(message, may_skip, None);
        self.outputs.extend(outputs);
    }
}
