//! The table: everything that the windows share, in the hands of one thread.
//!
//! Windows, the house and the engines send it events; it changes its state and tells the windows what
//! is new. Nothing here waits for anybody.
//!
//! | file | what it holds |
//! |---|---|
//! | `beginning` | how a game begins |
//! | `edits` | changes of the record by people |
//! | `engines` | the engines: choice, thinking, options, failures |
//! | `exchange` | records and positions in and out |
//! | `game` | the game as a whole: its end, going back, pauses, seats |
//! | `look` | what windows ask about positions |
//! | `news` | snapshots and patches for the windows |
//! | `save` | the save that outlives the program |
//! | `series` | games of two engines that follow each other |
//! | `study` | analysis and review |
//! | `turns` | turns of people and engines |

mod beginning;
mod edits;
mod engines;
mod exchange;
mod game;
mod look;
mod news;
mod save;
mod series;
mod study;
mod turns;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::mpsc as queue;

use crate::arena::engine::spec::EngineSpec;
use crate::rules::Side;
use crate::ugi::command::Start;

use super::clock::{Clock, TimeControls};
use super::house::{Answers, House, HouseFacts, Job, Rank, house_error};
use super::players::{Player, Voice};
use super::tree::{NodeId, Tree};
use super::wire::{self, Intent, Seat};

use engines::Choice;
pub use save::saves;

/// A window.
pub type WindowId = u64;

/// How long the end of the program waits for the last save.
const SAVING: Duration = Duration::from_secs(3);

/// The option that sets the strength of an engine.
const LEVEL: &str = "Skill";

/// What happens at the table.
#[derive(Debug)]
pub enum Event {
    /// A window has opened; this is the way to it.
    Open(WindowId, queue::Sender<Arc<str>>),
    /// A window has closed.
    Close(WindowId),
    /// A window says something.
    Said(WindowId, String, Instant),
    /// The house has done a job.
    House(u64, Answers),
    /// An engine says something.
    Engine(Who, Voice),
    /// The program ends: what is not saved yet is to be saved, and that told.
    End(Sender<()>),
}

/// What an engine is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// It plays a side.
    Side(Side),
    /// It analyses.
    Analyst,
    /// It is only asked for its options.
    Candidate(usize),
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Ending {
    /// `p1`, `p2` or `draw`.
    winner: String,
    /// A word: that of the house, or `resigned`, `time`.
    reason: String,
    /// For people; empty where the page has a text for the reason.
    text: String,
}

/// Why the house was asked.
#[derive(Debug)]
enum Purpose {
    Begin(Box<beginning::Beginning>),
    Status(NodeId),
    View(WindowId, NodeId),
    Trace(NodeId, Option<WindowId>),
    Answer(WindowId, u64),
    Peek(WindowId, u64),
    Edit(WindowId, u64),
    Play(turns::Turn),
    About(Option<WindowId>, String),
    Export(WindowId),
}

/// How a table is set.
#[derive(Debug)]
pub struct Settings {
    /// The engine that answers questions.
    pub house: EngineSpec,
    /// How long it may take for an answer.
    pub patience: Duration,
    /// The id of the first game; empty for the only one of the house.
    pub game: String,
    /// The FEN of the position the first game begins with.
    pub fen: Option<String>,
    /// The engines that can be chosen, the house's program first.
    pub engines: Vec<EngineSpec>,
    /// The folder of saves, if there is one.
    pub saves: Option<PathBuf>,
}

/// Everything that the windows share.
#[derive(Debug)]
struct Table {
    events: Sender<Event>,
    house: House,
    facts: HouseFacts,
    engines: Vec<Choice>,
    windows: HashMap<WindowId, queue::Sender<Arc<str>>>,
    purposes: HashMap<u64, Purpose>,
    tickets: u64,

    game: String,
    titles: BTreeMap<String, Value>,
    start: Start,
    tree: Tree,
    live: NodeId,
    /// The position to which turns were just taken back: what is played there now is the game.
    taken_back: Option<NodeId>,
    seats: [Seat; 2],
    time: TimeControls,
    clock: Option<Clock>,
    series: series::Series,
    paused: bool,
    one_step: bool,
    ending: Option<Ending>,
    head: save::Head,
    /// When the next game of a series begins.
    next_game: Option<Instant>,
    match_number: u64,
    generation: u64,
    thinking: Option<engines::Thinking>,
    players: [Option<(usize, Player)>; 2],

    analyst: Option<(usize, Player)>,
    analysis: Option<study::Analysis>,
    review: Option<study::Review>,
    /// When the analysis ends because nobody looks.
    unwatched: Option<Instant>,
    /// Nodes the house has not been asked about.
    unasked: bool,

    edits: Vec<edits::Edit>,
    saving: save::Saving,
    news: news::News,
}

/// Sets the table in a thread of its own; the way to it.
///
/// # Errors
/// The house does not get ready, or has no such position.
pub fn open(settings: Settings) -> Result<Sender<Event>, String> {
    let (events, happening) = channel();
    let tell = events.clone();
    let start = beginning::start(settings.fen)?;
    let (house, facts) = House::start(
        settings.house,
        &settings.game,
        &start,
        settings.patience,
        move |ticket, answers| {
            // The table outlives its house.
            let _ = tell.send(Event::House(ticket, answers));
        },
    )?;
    let candidates = settings.engines.into_iter().map(|spec| Choice {
        name: spec.name.clone(),
        spec,
        options: Vec::new(),
        state: "asked",
        trouble: String::new(),
        set: BTreeMap::new(),
    });
    let game = match settings.game.as_str() {
        "" => facts.game.clone(),
        game => game.to_owned(),
    };
    let tree = Tree::new(1);
    let mut table = Table {
        events: events.clone(),
        house,
        engines: candidates.collect(),
        windows: HashMap::new(),
        purposes: HashMap::new(),
        tickets: 0,
        game,
        titles: BTreeMap::new(),
        start: Start::Startpos,
        live: tree.root(),
        taken_back: None,
        tree,
        seats: [Seat::Person, Seat::Person],
        time: TimeControls::default(),
        clock: None,
        series: series::Series::default(),
        paused: false,
        one_step: false,
        ending: None,
        head: save::Head::default(),
        next_game: None,
        match_number: 0,
        generation: 0,
        thinking: None,
        players: [None, None],
        analyst: None,
        analysis: None,
        review: None,
        unwatched: None,
        unasked: false,
        edits: Vec::new(),
        saving: save::Saving::new(settings.saves),
        news: news::News::default(),
        facts,
    };
    table.welcome(start);
    thread::spawn(move || table.run(&happening));
    Ok(events)
}

/// Has the table save what is not saved yet, and waits for it, though not for ever.
pub fn save(table: &Sender<Event>) {
    let (saved, done) = channel();
    if table.send(Event::End(saved)).is_ok() {
        // The program ends in any case.
        let _ = done.recv_timeout(SAVING);
    }
}

impl Table {
    fn run(mut self, happening: &Receiver<Event>) {
        loop {
            let now = Instant::now();
            let wait = self
                .alarm()
                .map(|at| at.saturating_duration_since(now))
                .unwrap_or(Duration::from_secs(3600));
            match happening.recv_timeout(wait) {
                Ok(event) => self.happens(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while let Ok(event) = happening.try_recv() {
                self.happens(event);
            }
            self.look_at_the_time(Instant::now());
            self.publish();
        }
    }

    /// When something is to be done although nothing happens.
    fn alarm(&self) -> Option<Instant> {
        let flag = self.clock.as_ref().and_then(Clock::flag).map(|(_, at)| at);
        [flag, self.unwatched, self.next_game, self.saving.due()]
            .into_iter()
            .flatten()
            .min()
    }

    fn look_at_the_time(&mut self, now: Instant) {
        if let Some((side, at)) = self.clock.as_ref().and_then(Clock::flag)
            && at <= now
        {
            self.flag_falls(side, now);
        }
        if self.unwatched.is_some_and(|at| at <= now) {
            self.unwatched = None;
            self.stop_analysis();
        }
        if self.next_game.is_some_and(|at| at <= now) {
            self.next_game = None;
            self.begin_next_of_series();
        }
        if self.saving.due().is_some_and(|at| at <= now) {
            self.save();
        }
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Open(window, way) => {
                self.windows.insert(window, way);
                self.unwatched = None;
            }
            Event::Close(window) => self.window_closed(window),
            Event::Said(window, text, at) => match wire::read(&text) {
                Ok(intent) => self.intends(window, intent, at),
                Err(error) => self.notice(Some(window), "error", &error),
            },
            Event::House(ticket, answers) => {
                if let Some(purpose) = self.purposes.remove(&ticket) {
                    self.answered(purpose, answers);
                }
            }
            Event::Engine(who, voice) => self.engine_says(who, voice),
            Event::End(saved) => {
                self.save_now();
                // Nobody may wait for it any more.
                let _ = saved.send(());
            }
        }
    }

    fn window_closed(&mut self, window: WindowId) {
        self.windows.remove(&window);
        if self.windows.is_empty() && self.analysis.is_some() {
            self.unwatched = Some(Instant::now() + Duration::from_secs(10));
        }
    }

    fn intends(&mut self, window: WindowId, intent: Intent, at: Instant) {
        let done = match intent {
            Intent::Hello { version } => {
                self.greet(window, version);
                Ok(())
            }
            Intent::View { node } => self.view(window, node),
            Intent::Touch { id, node, touches } => {
                self.row(window, id, "touches", node, &touches);
                Ok(())
            }
            Intent::Trace { id, node, tokens } => {
                self.row(window, id, "trace", node, &tokens);
                Ok(())
            }
            Intent::Peek { id, node, tokens } => self.peek(window, id, node, &tokens),
            Intent::Edit {
                id,
                game,
                fen,
                node,
                items,
            } => {
                self.edit(window, id, (game, fen, node), &items);
                Ok(())
            }
            Intent::Play { node, token, game } => {
                if let Err(text) = self.person_plays(window, node, token, game, at) {
                    self.refuse(window, &text);
                }
                Ok(())
            }
            Intent::New(new) => {
                let series = series::Series::of(new.series);
                self.new_game(Some(window), new, series)
            }
            Intent::Seat { side, seat } => self.change_seat(side, seat),
            Intent::Live { node } => self.go_on_from(node),
            Intent::Takeback => self.take_back(),
            Intent::Resign { side } => self.resign(side),
            Intent::Pause { on } => self.pause(on),
            Intent::Step => self.step(),
            Intent::MoveNow => self.move_now(),
            Intent::Remove { node } => self.remove(node),
            Intent::Promote { node } => self.promote(node),
            Intent::Comment { node, text } => self.comment(node, text),
            Intent::Draw { node, drawn } => self.draw(node, drawn),
            Intent::Mark { node, mark } => self.mark(node, mark),
            Intent::Undo => self.undo(),
            Intent::Analyse {
                on,
                node,
                engine,
                lines,
                ms,
                only,
            } => self.analyse(on, node, engine, lines, ms, only),
            Intent::Review { on, engine, ms } => self.review(on, engine, ms),
            Intent::Option {
                engine,
                name,
                value,
            } => self.set_option(engine, &name, value),
            Intent::Restart { engine } => self.restart(engine),
            Intent::Traffic { engine } => self.traffic(engine),
            Intent::Import { text } => self.import(window, &text),
            Intent::Export { node } => self.export(window, node),
            Intent::About { game } => self.about(Some(window), game),
            Intent::Continue { yes } => self.take_up(yes),
        };
        if let Err(text) = done {
            self.notice(Some(window), "error", &text);
        }
    }

    /// Asks the house about a position; what for comes back with the answers.
    fn ask(&mut self, rank: Rank, at: Position, questions: Vec<String>, purpose: Purpose) {
        self.tickets += 1;
        let ticket = self.tickets;
        self.purposes.insert(ticket, purpose);
        self.house.ask(Job {
            rank,
            ticket,
            game: if self.facts.games.is_empty() {
                String::new()
            } else {
                at.game
            },
            start: at.start,
            moves: at.moves,
            node: at.node.map(|node| (self.match_number, node)),
            questions,
        });
    }

    /// A node of the record as a position.
    fn position(&self, node: NodeId) -> Position {
        Position {
            game: self.game.clone(),
            start: self.start.clone(),
            moves: self.tree.moves(node),
            node: Some(node),
        }
    }

    fn answered(&mut self, purpose: Purpose, answers: Answers) {
        match purpose {
            Purpose::Begin(beginning) => self.begun(*beginning, answers),
            Purpose::Status(node) => self.status_known(node, answers),
            Purpose::View(window, node) => self.viewed(window, node, answers),
            Purpose::Trace(node, window) => self.traced(node, window, answers),
            Purpose::Answer(window, id) => self.answer_known(window, id, &answers),
            Purpose::Peek(window, id) => self.peeked(window, id, answers),
            Purpose::Edit(window, id) => self.edited(window, id, &answers),
            Purpose::Play(turn) => self.turn_judged(turn, answers),
            Purpose::About(window, game) => self.about_known(window, game, answers),
            Purpose::Export(window) => self.exported(window, answers),
        }
    }
}

/// A position for the house.
#[derive(Clone, Debug)]
struct Position {
    game: String,
    start: Start,
    moves: Vec<String>,
    node: Option<NodeId>,
}
