//! The session with scripted pages, engines and files, and a simulated clock.

mod engines;
mod explorer;
mod files;
mod late_files;
mod library;
mod playing;
mod positions;
mod profile;
mod studying;
mod two_devices;

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use super::engine_io::{EngineCommand, EngineEvent, EngineId, SearchTask};
use super::files::{FileChange, FileStamp};
use super::profile::StoredProfile;
use super::*;
use crate::arena::engine::spec::EngineSpec;
use crate::board::keys::mix;
use crate::contract;
use crate::ugi::reply::{OptionKind, OptionLine};

/// The page that sends the requests.
const PAGE: ClientId = 1;

/// A board with its simulated environment.
struct TestBoard {
    session: BoardSession,
    /// Milliseconds since the start.
    ms: u64,
    /// The state of the page: sections, and nodes by id.
    state: serde_json::Map<String, Value>,
    nodes: BTreeMap<u64, Value>,
    /// All messages to the page except patches without an answer, and messages to other pages.
    received: Vec<Value>,
    /// The number of messages to the page.
    sent: usize,
    /// The running engines with their index in the list.
    engines: BTreeMap<EngineId, usize>,
    commands: Vec<(EngineId, EngineCommand)>,
    files: BTreeMap<String, String>,
    profile: StoredProfile,
    /// The number of files read for lists.
    files_read: usize,
    /// Whether files can be written.
    disk_full: bool,
    wake: Option<Duration>,
    asked: u64,
    /// The answers that are held back; `None` if each is given at once.
    late: Option<Vec<Input>>,
}

fn settings(game: &str, engines: &[&str]) -> BoardSettings {
    let parse = |text: &&str| EngineSpec::parse(text).expect("a description");
    BoardSettings {
        game: game.to_owned(),
        fen: None,
        engines: engines.iter().map(parse).collect(),
        saves: Some("/saves".to_owned()),
        profile: StoredProfile::default(),
        resumes: false,
        link: None,
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
    vec![option("Skill", 20, 20), option("Hash", 16, 1000)]
}

impl TestBoard {
    /// A board without saves of earlier runs, with one page.
    fn new(game: &str, engines: &[&str]) -> TestBoard {
        TestBoard::with(settings(game, engines), BTreeMap::new())
    }

    fn with(settings: BoardSettings, files: BTreeMap<String, String>) -> TestBoard {
        let profile = settings.profile.clone();
        let (session, outputs) =
            BoardSession::new(settings, InputTime::default()).expect("a board");
        let mut board = TestBoard {
            session,
            ms: 0,
            state: serde_json::Map::new(),
            nodes: BTreeMap::new(),
            received: Vec::new(),
            sent: 0,
            engines: BTreeMap::new(),
            commands: Vec::new(),
            files,
            profile,
            files_read: 0,
            disk_full: false,
            wake: None,
            asked: 0,
            late: None,
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
        let outputs = self.handle(input);
        self.perform(outputs);
    }

    fn handle(&mut self, input: Input) -> Vec<Output> {
        let now = InputTime {
            since_start: Duration::from_millis(self.ms),
            unix_ms: 1_764_028_800_000 + self.ms,
        };
        self.session.handle(now, input)
    }

    fn perform(&mut self, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            let Some(input) = self.perform_one(output) else {
                continue;
            };
            match &mut self.late {
                Some(late) => late.push(input),
                None => outputs.extend(self.handle(input)),
            }
        }
    }

    fn perform_one(&mut self, output: Output) -> Option<Input> {
        match output {
            Output::Send { client, text, .. } => {
                let message = serde_json::from_str(&text).expect("JSON");
                contract::check_message(&message);
                if client == PAGE {
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
            Output::Engine(id, command) => self.commands.push((id, command)),
            Output::Save { number, file, text } => {
                let error = self.disk_full.then(|| "disk full".to_owned());
                if error.is_none() {
                    self.files.insert(file, text);
                }
                return Some(Input::Saved(number, error));
            }
            Output::ReadSaves { request, files } => {
                let read = |file: String| {
                    let text = self.files.get(&file).cloned();
                    (file, text.ok_or_else(|| "no such file".to_owned()))
                };
                let texts = files.into_iter().map(read).collect();
                return Some(Input::SavesRead(request, texts));
            }
            Output::ListSaves {
                request,
                most,
                known,
            } => {
                let is_save = |(name, _): &(&String, &String)| super::files::is_save(name);
                let newest = self.files.iter().rev().filter(is_save).take(most);
                let files = newest.map(|(name, text)| {
                    // The content instead of the time.
                    let stamp = FileStamp {
                        modified: text
                            .bytes()
                            .fold(0, |hash: u64, byte| mix(hash ^ u64::from(byte))),
                        length: text.len() as u64,
                    };
                    let is_known = known.get(name) == Some(&stamp);
                    self.files_read += usize::from(!is_known);
                    SavedFile {
                        name: name.clone(),
                        stamp,
                        text: (!is_known).then(|| Ok(text.clone())),
                    }
                });
                let files = files.collect();
                return Some(Input::SavesListed(request, files));
            }
            Output::ChangeSaves { request, changes } => {
                let change = |change| self.change_file(change).err();
                let errors = changes.into_iter().filter_map(change).collect();
                return Some(Input::SavesChanged(request, errors));
            }
            Output::SaveProfile(change) => {
                let error = self.disk_full.then(|| "disk full".to_owned());
                if error.is_none() {
                    self.profile.merge(&change);
                }
                return Some(Input::ProfileSaved(change, error));
            }
            Output::FindSetUp { game, set_up } => {
                let fen = set_up.fen(game).map_err(|error| error.to_string());
                return Some(Input::SetUpFound(fen));
            }
            Output::WakeAt(wake) => self.wake = wake,
        }
        None
    }

    fn change_file(&mut self, change: FileChange) -> Result<(), String> {
        let (file, text) = match change {
            _ if self.disk_full => return Err("disk full".to_owned()),
            FileChange::Write { file, text } => (file, Some(text)),
            FileChange::Copy { to, .. } | FileChange::Rename { to, .. }
                if self.files.contains_key(&to) =>
            {
                return Err("this file exists".to_owned());
            }
            FileChange::Copy { from, to } => (to, self.files.get(&from).cloned()),
            FileChange::Rename { from, to } => (to, self.files.remove(&from)),
        };
        let text = text.ok_or_else(|| "no such file".to_owned())?;
        self.files.insert(file, text);
        Ok(())
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

    /// Sends a request. Returns the message with the answer.
    fn answer(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = json!(self.asked);
        let tag = request["t"].as_str().expect("a tag").to_owned();
        self.say(request);
        let id = json!(self.asked);
        let mut answers = self
            .received
            .iter()
            .filter(|received| received.get("id") == Some(&id));
        let answer = answers.next().cloned().expect("an answer");
        assert!(answers.next().is_none(), "one answer");
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

    /// Sends a request that must fail. Returns the error.
    fn refused(&mut self, request: Value) -> String {
        let answer = self.answer(request);
        text_of(&answer["error"]).to_owned()
    }

    fn live(&self) -> u64 {
        self.state["live"].as_u64().expect("a node")
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
        self.session.game.tree.moves(self.live()).join(" ")
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

    fn notices(&self) -> Vec<&str> {
        let notices = self
            .received
            .iter()
            .filter(|received| received["t"] == "notice");
        notices
            .filter_map(|notice| notice["text"].as_str())
            .collect()
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

/// The English text of a refusal.
fn text_of(refusal: &Value) -> &str {
    let text = refusal.as_str().or(refusal["text"].as_str());
    text.expect("a refusal")
}

/// The fields of a game of a user, who moves first, against an engine.
fn against(engine: usize, level: Option<i64>) -> Value {
    let engine = json!({"kind": "engine", "engine": engine, "level": level});
    json!({"players": [{"kind": "human"}, engine]})
}
