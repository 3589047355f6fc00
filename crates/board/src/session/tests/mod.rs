//! The session with scripted pages, engines and files, and a simulated clock.

mod by_link;
mod engines;
mod explorer;
mod files;
mod library;
mod playing;
mod positions;
mod profile;
mod saving;
mod studying;
mod two_devices;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use serde_json::{Value, json};

use super::files::FileStamp;
use super::messages::requests as messages;
use super::*;
use crate::contract;
use crate::engine_driver::{
    EngineCommand, EngineEvent, EngineFailure, EngineFault, EngineId, SearchTask,
};
use crate::host::Host;
use ringstack_arena::engine::spec::EngineSpec;
use ringstack_engine::rules::Side;
use ringstack_engine::ugi::reply::{OptionKind, OptionLine};

/// The page that sends the requests.
const PAGE: ClientId = 1;

/// Files in memory.
#[derive(Debug)]
struct TestFiles {
    files: MemoryFiles,
    disk: Arc<Disk>,
}

#[derive(Debug, Default)]
struct Disk {
    /// Whether nothing can be written.
    is_full: AtomicBool,
    /// The number of saved games that were read.
    reads: AtomicUsize,
}

impl TestFiles {
    fn writable(&mut self) -> Result<&mut MemoryFiles, String> {
        match self.disk.is_full.load(Relaxed) {
            true => Err("disk full".to_owned()),
            false => Ok(&mut self.files),
        }
    }
}

impl Files for TestFiles {
    fn place(&self) -> Option<String> {
        Some("/saves".to_owned())
    }

    fn names(&self) -> Vec<String> {
        self.files.names()
    }

    fn stamp(&self, file: &str) -> Option<FileStamp> {
        self.files.stamp(file)
    }

    fn read(&self, file: &str) -> Result<Option<String>, String> {
        if file.starts_with("board-") {
            self.disk.reads.fetch_add(1, Relaxed);
        }
        self.files.read(file)
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.writable()?.write(file, text)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), String> {
        self.writable()?.rename(from, to)
    }
}

/// A board with its simulated environment.
struct TestBoard {
    session: BoardSession,
    /// Milliseconds since the start.
    ms: u64,
    /// The state of the page: sections, and nodes by id.
    state: serde_json::Map<String, Value>,
    nodes: BTreeMap<u64, Value>,
    /// What the page may do.
    seat: Value,
    /// All messages to the page except patches without an answer, and messages to other pages.
    received: Vec<Value>,
    /// The number of messages to the page.
    sent: usize,
    /// The running engines with their index in the list.
    engines: BTreeMap<EngineId, usize>,
    commands: Vec<(EngineId, EngineCommand)>,
    disk: Arc<Disk>,
    wake: Option<Duration>,
    asked: u64,
    /// The set-ups that are found later; `None` if each is found at once.
    late_set_ups: Option<Vec<Input>>,
}

fn settings(game: &str, engines: &[&str]) -> BoardSettings {
    let offer = |text: &&str| (&EngineSpec::parse(text).expect("a description")).into();
    BoardSettings {
        game: game.to_owned(),
        fen: None,
        engines: engines.iter().map(offer).collect(),
        resumes: false,
        links: None,
        run: "1".to_owned(),
    }
}

/// The options of ringstack's engine that the board uses.
fn options() -> Vec<OptionLine> {
    let option = |name: &str, default, max| OptionLine {
        name: name.to_owned(),
        kind: OptionKind::Spin {
            default,
            min: 0,
            max,
        },
    };
    let seed = option("Seed", 0, 2_147_483_647);
    vec![option("Skill", 20, 20), option("Hash", 16, 1000), seed]
}

impl Host for TestBoard {
    type Inputs = Option<Input>;

    fn session(&mut self) -> &mut BoardSession {
        &mut self.session
    }

    fn now(&self) -> InputTime {
        InputTime {
            since_start: Duration::from_millis(self.ms),
            unix_ms: 1_764_028_800_000 + self.ms,
        }
    }

    fn perform_one(&mut self, output: Output) -> Option<Input> {
        match output {
            Output::Send { client, text, .. } => {
                let message = serde_json::from_str(&text).expect("JSON");
                contract::check_message(&message);
                if client == PAGE && message["t"] == "seat" {
                    self.seat = message;
                } else if client == PAGE {
                    self.sent += 1;
                    self.receive(message);
                } else {
                    self.received
                        .push(json!({"to": client, "message": message}));
                }
            }
            Output::StartEngine { id, engine, .. } => {
                self.engines.insert(id, engine);
            }
            Output::StopEngine(id) => {
                self.engines.remove(&id);
            }
            Output::Engine(id, EngineCommand::SetUp(number, game, set_up)) => {
                let fen = set_up.fen(&game).ok();
                let found = Input::Engine(id, EngineEvent::SetUp(number, fen));
                match &mut self.late_set_ups {
                    Some(late) => late.push(found),
                    None => return Some(found),
                }
            }
            Output::Engine(id, command) => self.commands.push((id, command)),
            Output::WakeAt(wake) => self.wake = wake,
        }
        None
    }
}

impl TestBoard {
    /// A board without saves of earlier runs, with one page.
    fn new(game: &str, engines: &[&str]) -> TestBoard {
        TestBoard::with(settings(game, engines), BTreeMap::new())
    }

    fn with(settings: BoardSettings, texts: BTreeMap<String, String>) -> TestBoard {
        let disk = Arc::<Disk>::default();
        let files = Box::new(TestFiles {
            files: MemoryFiles::new(texts),
            disk: Arc::clone(&disk),
        });
        let (session, outputs) =
            BoardSession::new(settings, files, InputTime::default()).expect("a board");
        let mut board = TestBoard {
            session,
            ms: 0,
            state: serde_json::Map::new(),
            nodes: BTreeMap::new(),
            seat: Value::Null,
            received: Vec::new(),
            sent: 0,
            engines: BTreeMap::new(),
            commands: Vec::new(),
            disk,
            wake: None,
            asked: 0,
            late_set_ups: None,
        };
        board.perform(outputs);
        for id in board.engines.keys().copied().collect::<Vec<_>>() {
            board.report(id, EngineEvent::Ready { options: options() });
        }
        board.join(PAGE);
        board
    }

    /// A game of two users without a clock.
    fn study(game: &str) -> TestBoard {
        let mut board = TestBoard::new(game, &["name=Alpha x"]);
        board.new_game(json!({}));
        board
    }

    /// Starts a game between users, with additional fields.
    fn new_game(&mut self, fields: Value) -> Value {
        let human = json!({"kind": "human"});
        let mut new = json!({"t": "new", "players": [human, human], "time": {"kind": "none"}});
        for (name, value) in fields.as_object().into_iter().flatten() {
            new[name] = value.clone();
        }
        self.ask(new)
    }

    fn input(&mut self, input: Input) {
        self.handle_input(self.now(), input);
    }

    /// All files by name.
    fn all_files(&self) -> BTreeMap<String, String> {
        let files = &self.session.files;
        let read = |file: String| Some((file.clone(), files.read(&file).ok()??));
        files.names().into_iter().filter_map(read).collect()
    }

    /// The files of games by name.
    fn games(&self) -> BTreeMap<String, String> {
        let mut files = self.all_files();
        files.retain(|name, _| name.ends_with(".pgn"));
        files
    }

    /// Changes a file like another program.
    fn write(&mut self, file: &str, text: &str) {
        self.session.files.write(file, text).expect("a file");
    }

    fn set_full(&self, is_full: bool) {
        self.disk.is_full.store(is_full, Relaxed);
    }

    /// The number of saved games that were read since the last call.
    fn reads(&self) -> usize {
        self.disk.reads.swap(0, Relaxed)
    }

    fn receive(&mut self, message: Value) {
        let kind = message["t"].as_str().unwrap_or_default();
        if !matches!(kind, "state" | "patch") {
            self.received.push(message);
            return;
        }
        let revision =
            |state: &serde_json::Map<String, Value>| state.get("revision").and_then(Value::as_u64);
        let fields = message.as_object().expect("an object");
        if kind == "state" {
            self.nodes.clear();
        } else {
            let next = revision(&self.state).map(|last| last + 1);
            assert_eq!(revision(fields), next, "no patch is missing");
        }
        for id in message["gone"].as_array().into_iter().flatten() {
            self.nodes.remove(&id.as_u64().expect("an id"));
        }
        for node in message["nodes"].as_array().into_iter().flatten() {
            let id = node["id"].as_u64().expect("an id");
            self.nodes.insert(id, node.clone());
        }
        self.state.extend(fields.clone());
        if message.get("id").is_some() {
            self.received.push(message);
        }
    }

    /// Connects a page.
    fn join(&mut self, client: ClientId) {
        let hello = json!({"t": "hello", "version": messages::VERSION});
        self.input(Input::Message(client, hello.to_string()));
    }

    fn say(&mut self, message: Value) {
        self.input(Input::Message(PAGE, message.to_string()));
    }

    /// Sends a request. Returns its id.
    fn begin(&mut self, mut request: Value) -> u64 {
        self.asked += 1;
        request["id"] = json!(self.asked);
        self.say(request);
        self.asked
    }

    /// The answers to a request: each message that repeats its id.
    fn answers(&self, id: u64) -> Vec<&Value> {
        let received = self.received.iter();
        received.filter(|message| message["id"] == id).collect()
    }

    /// Sends a request. Returns the message with the answer.
    fn answer(&mut self, request: Value) -> Value {
        let tag = request["t"].as_str().expect("a tag").to_owned();
        let id = self.begin(request);
        if self.answers(id).is_empty() {
            // It follows after games were read or added.
            self.wait(0);
        }
        let answers = self.answers(id);
        assert_eq!(answers.len(), 1, "{tag}: {answers:?}");
        let answer = answers[0].clone();
        if answer.get("error").is_none() {
            contract::check_answer(&tag, &answer["answer"]);
        }
        answer
    }

    /// Sends a request that must succeed. Returns the answer.
    fn ask(&mut self, request: Value) -> Value {
        let answer = self.answer(request);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["answer"].clone()
    }

    /// Sends a request that must fail. Returns the refusal as JSON.
    fn refused(&mut self, request: Value) -> String {
        let answer = self.answer(request);
        refusal(&answer["error"])
    }

    fn live(&self) -> u64 {
        self.state["live"].as_u64().expect("a node")
    }

    /// The key of the reason why the page may not do something, which it was told and is refused alike; empty if it may.
    fn why_not(&mut self, what: &str) -> String {
        let told = self.seat["can"][what]["key"].as_str();
        let told = told.unwrap_or_default().to_owned();
        let tag = if what == "draw" { "offer_draw" } else { what };
        let refused = self.answer(json!({"t": tag}));
        assert_eq!(refused["error"]["key"].as_str().unwrap_or_default(), told);
        told
    }

    /// Plays moves of users at the live node.
    fn play(&mut self, moves: &str) {
        for token in moves.split_whitespace() {
            let node = self.live();
            self.ask(json!({"t": "play", "node": node, "token": token, "game": true}));
        }
    }

    /// The moves up to the live node.
    fn moves(&self) -> String {
        self.session.game.tree().moves(self.live()).join(" ")
    }

    fn wait(&mut self, ms: u64) {
        let end = self.ms + ms;
        let mut ticks = 0;
        while let Some(wake) = self.wake.map(|wake| wake.as_millis() as u64)
            && wake <= end
        {
            self.ms = self.ms.max(wake);
            self.input(Input::Tick);
            ticks += 1;
            assert!(ticks < 10_000, "the board is woken for nothing");
        }
        self.ms = end;
    }

    fn report(&mut self, id: EngineId, event: EngineEvent) {
        self.input(Input::Engine(id, event));
    }

    /// Removes and returns the commands to engines so far.
    fn commands(&mut self) -> Vec<EngineCommand> {
        let commands = std::mem::take(&mut self.commands);
        commands.into_iter().map(|(_, command)| command).collect()
    }

    /// Reports that the engine to move is ready. Returns its search.
    fn prepare(&mut self) -> (EngineId, SearchTask) {
        let prepare = self.commands.drain(..).rev().find_map(|(id, c)| match c {
            EngineCommand::Prepare(generation, ..) => Some((id, generation)),
            _ => None,
        });
        let (id, generation) = prepare.expect("an engine is prepared");
        self.report(id, EngineEvent::Prepared(generation));
        (id, self.search())
    }

    /// The newest search of any engine.
    fn search(&mut self) -> SearchTask {
        let mut commands = self.commands().into_iter().rev();
        let task = commands.find_map(|command| match command {
            EngineCommand::Search(task) => Some(*task),
            _ => None,
        });
        task.expect("a search")
    }

    /// Plays a move of the engine to move.
    fn engine_plays(&mut self, token: &str) {
        let (id, task) = self.prepare();
        self.report(id, EngineEvent::BestMove(task.generation, token.to_owned()));
    }

    /// The messages with this tag.
    fn tagged(&self, tag: &str) -> Vec<&Value> {
        let received = self.received.iter();
        received.filter(|received| received["t"] == tag).collect()
    }

    fn pgn(&mut self) -> String {
        let node = self.live();
        let export = self.ask(json!({"t": "export", "node": node}));
        export["pgn"].as_str().expect("a text").to_owned()
    }

    fn import(&mut self, text: &str) -> Value {
        self.ask(json!({"t": "import", "text": text}))
    }
}

/// The JSON of a refusal.
fn refusal(refusal: &Value) -> String {
    assert!(refusal["key"].is_string(), "{refusal}");
    refusal.to_string()
}

/// The fields of a game of a user, who moves first, against an engine.
fn against(engine: usize, level: Option<i64>) -> Value {
    let engine = json!({"kind": "engine", "engine": engine, "level": level});
    json!({"players": [{"kind": "human"}, engine]})
}
