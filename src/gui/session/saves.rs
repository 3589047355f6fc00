//! Saved games. Each game has a file that is written shortly after each change, so that no game is lost.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::clock::TimeControls;
use super::messages::PlayerConfig;
use super::opening::PendingGame;
use super::record::{self, GameEntry, SavedBoard};
use super::series::Series;
use super::{BoardSession, Output};
use crate::play::record::{Drawing, GameRecord, MoveRecord, Reader, Termination};
use crate::rules::{Outcome, Side, quote};
use crate::search::Value as Score;

/// The minimum interval between two saves.
const REST: Duration = Duration::from_millis(500);
/// The delay before a failed save is retried.
const RETRY: Duration = Duration::from_secs(5);
/// The maximum number of games in the list of saved games.
const MAX_LISTED: usize = 200;
/// The maximum number of saves searched for a game to continue.
const MAX_OFFERED: usize = 5;

/// The purpose of a request for files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRequest {
    /// A page opens the game.
    Open(super::ClientId, Option<u64>),
    /// A page reads the text.
    Read(super::ClientId, Option<u64>),
    /// A page lists the games.
    List(super::ClientId, Option<u64>),
    /// The board looks for the last game of an earlier run.
    Last,
}

/// The save of the game on the board, and the save offered from an earlier run.
#[derive(Debug, Default)]
pub(super) struct Saves {
    /// The folder, to show to users; `None` if games are not saved.
    folder: Option<String>,
    /// A word that is unique to this run.
    run: String,
    /// The file of the game on the board.
    file: String,
    /// Whether this file exists.
    written: bool,
    games: u32,
    due: Option<Duration>,
    /// The time of the last save.
    saved: Option<Duration>,
    /// The last game of an earlier run.
    last: Option<GameEntry>,
    failed: bool,
}

impl Saves {
    pub(super) fn new(folder: Option<String>, run: String) -> Saves {
        Saves {
            folder,
            run,
            ..Saves::default()
        }
    }

    pub(super) fn due(&self) -> Option<Duration> {
        self.due
    }

    pub(super) fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }

    pub(super) fn offer(&self) -> Option<&GameEntry> {
        self.last.as_ref()
    }
}

impl BoardSession {
    /// Schedules a save.
    pub(super) fn mark_unsaved(&mut self) {
        let saves = &mut self.saves;
        if saves.folder.is_some() && saves.due.is_none() {
            let next = saves.saved.map_or(self.now, |saved| saved + REST);
            saves.due = Some(next.max(self.now));
        }
    }

    pub(super) fn save_if_due(&mut self) {
        if self.saves.due.take().is_none() {
            return;
        }
        self.saves.saved = Some(self.now);
        if self.tree.is_blank() && !self.saves.written {
            return;
        }
        self.saves.written = true;
        let file = self.saves.file.clone();
        let text = self.pgn(true);
        self.outputs.push(Output::Save { file, text });
    }

    pub(super) fn save_ended(&mut self, error: Option<String>) {
        let failed_before = std::mem::replace(&mut self.saves.failed, error.is_some());
        if let Some(error) = error {
            self.saves.due = Some(self.now + RETRY);
            if !failed_before {
                self.notice(None, "error", &format!("the game cannot be saved: {error}"));
            }
        }
    }

    /// Sets the file of the next game: a new one, or that of the continued save.
    pub(super) fn begin_file(&mut self, file: Option<String>) {
        let (millis, saves) = (self.unix_ms, &mut self.saves);
        saves.games += 1;
        saves.written = file.is_some();
        saves.last.take_if(|last| last.file == file);
        let (run, games) = (&saves.run, saves.games);
        saves.file = file.unwrap_or_else(|| format!("board-{millis:015}-{run}-{games}.pgn"));
    }

    /// The game on the board as an entry of the list of saved games, if it is saved.
    pub(super) fn entry(&self) -> Option<GameEntry> {
        if self.tree.is_blank() || !self.saves.written {
            return None;
        }
        Some(GameEntry {
            file: Some(self.saves.file.clone()),
            ..GameEntry::new(Ok(&self.record()))
        })
    }

    /// Requests a file from the server; the answer follows later.
    pub(super) fn request_file(&mut self, request: FileRequest, file: &str) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        if !file.chars().all(plain) || !file.starts_with("board-") {
            let file = quote(file);
            return Err(format!("file '{file}': not the name of a saved game"));
        }
        if file == self.saves.file && matches!(request, FileRequest::Open(..)) {
            return Err("this game is already on the board".to_owned());
        }
        self.save_if_due();
        let file = file.to_owned();
        self.outputs.push(Output::ReadSave { request, file });
        Ok(())
    }

    pub(super) fn list_saves(&mut self, request: FileRequest) {
        self.save_if_due();
        let most = match request {
            FileRequest::Last => MAX_OFFERED,
            _ => MAX_LISTED,
        };
        self.outputs.push(Output::ListSaves { request, most });
    }

    /// Handles the text of a requested file.
    pub(super) fn file_read(
        &mut self,
        request: FileRequest,
        file: String,
        text: Result<String, String>,
    ) -> Result<Value, String> {
        let text = text.map_err(|error| format!("{file}: {error}"))?;
        if let FileRequest::Read(..) = request {
            return Ok(json!({"pgn": text}));
        }
        let record = read_save(&text).map_err(|error| format!("{file}: {error}"))?;
        let opened = record::open(&record, self.tree.next())?;
        // A game of an older version gets a new file in the current format.
        let file = file.ends_with(".pgn").then_some(file);
        Ok(self.begin(PendingGame {
            opened,
            series: Series::default(),
            is_save: true,
            file,
        }))
    }

    /// Handles the list of saves, newest first. Returns it for the page.
    pub(super) fn files_listed(
        &mut self,
        request: FileRequest,
        files: Vec<(String, String)>,
    ) -> Value {
        let entries = files.into_iter().map(|(file, text)| GameEntry {
            file: Some(file),
            ..GameEntry::new(read_save(&text).as_ref().map_err(Clone::clone))
        });
        let entries: Vec<GameEntry> = entries.collect();
        if request == FileRequest::Last {
            let has_moves = |e: &&GameEntry| e.summary.as_ref().is_some_and(|s| s.plies > 0);
            self.saves.last = entries.iter().find(has_moves).cloned();
        }
        json!({"folder": self.saves.folder, "games": entries})
    }

    /// Takes the offered game of an earlier run. Returns its file.
    pub(super) fn last_game(&mut self) -> Result<String, String> {
        let last = self.saves.last.take();
        let file = last.and_then(|last| last.file);
        file.ok_or_else(|| "no game of an earlier run is offered".to_owned())
    }
}

fn read_save(text: &str) -> Result<GameRecord, String> {
    if text.starts_with('{') {
        let old: OldSave = serde_json::from_str(text).map_err(|error| error.to_string())?;
        return Ok(old.record());
    }
    match Reader::new(text.as_bytes(), None).next() {
        Some(game) => game.map_err(|error| error.to_string()),
        None => Err("it contains no game".to_owned()),
    }
}

/// A save of the first version: the tree as JSON, with values for player 1.
#[derive(Deserialize)]
struct OldSave {
    game: String,
    fen: Option<String>,
    seats: [PlayerConfig; 2],
    time: TimeControls,
    left: Option<[u64; 2]>,
    live: u64,
    /// `winner`, `reason`
    ending: Option<BTreeMap<String, String>>,
    #[serde(default)]
    head: OldTags,
    tree: OldTree,
}

#[derive(Default, Deserialize)]
struct OldTags {
    players: [String; 2],
    tags: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct OldTree {
    nodes: BTreeMap<u64, OldNode>,
    root: u64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OldNode {
    token: String,
    children: Vec<u64>,
    status: Option<OldStatus>,
    comment: String,
    drawn: Vec<Drawing>,
    mark: String,
    opinion: Option<OldEval>,
    clock: Option<u64>,
}

#[derive(Deserialize)]
struct OldStatus {
    to_act: Option<String>,
}

#[derive(Deserialize)]
struct OldEval {
    cp: Option<i32>,
    mate: Option<i32>,
    depth: i32,
}

impl OldTree {
    /// The moves after the node `from`, which `path` leads to. If the game is at this node or later, stores
    /// the moves to `at`, its node, in `found`. Ids increase along a line, so every line ends.
    fn line(
        &self,
        from: u64,
        at: u64,
        path: &[String],
        found: &mut Vec<String>,
    ) -> Vec<MoveRecord> {
        if from == at {
            *found = path.to_vec();
        }
        let Some(node) = self.nodes.get(&from) else {
            return Vec::new();
        };
        let after = node.children.iter().filter(|&&child| child > from);
        let mut lines = after.filter_map(|&child| {
            let first = self.nodes.get(&child)?.record(node);
            let path = [path, std::slice::from_ref(&first.token)].concat();
            let rest = self.line(child, at, &path, found);
            Some([vec![first], rest].concat())
        });
        let mut main = lines.next().unwrap_or_default();
        let others = lines.collect();
        if let Some(first) = main.first_mut() {
            first.variations = others;
        }
        main
    }
}

impl OldNode {
    fn record(&self, before: &OldNode) -> MoveRecord {
        // Values in a record are for the player who moved.
        let sign = match before.status.as_ref().and_then(|s| s.to_act.as_deref()) {
            Some("p1") => Some(1),
            Some("p2") => Some(-1),
            _ => None,
        };
        let eval = self.opinion.as_ref().zip(sign);
        let score = eval.and_then(|(eval, sign)| match (eval.mate, eval.cp) {
            (Some(plies), _) => Some(Score::Mate(plies.saturating_mul(sign)).into()),
            (None, cp) => cp.map(|cp| Score::Cp(cp.saturating_mul(sign)).into()),
        });
        MoveRecord {
            score,
            depth: eval.map(|(eval, _)| eval.depth),
            mark: self.mark.parse().ok(),
            clock: self.clock.map(Duration::from_millis),
            comment: record::escaped(&self.comment),
            drawn: self.drawn.clone(),
            ..MoveRecord::new(self.token.clone())
        }
    }
}

impl OldSave {
    fn record(self) -> GameRecord {
        let mut at = Vec::new();
        let moves = self.tree.line(self.tree.root, self.live, &[], &mut at);
        let board = SavedBoard {
            players: self.seats,
            time: self.time,
            left: self.left,
            at: Some(at),
        };
        let mut tags = self.head.tags;
        tags.extend(record::board_tag(&board));
        let root = self.tree.nodes.get(&self.tree.root);
        let ending = self.ending.unwrap_or_default();
        let winner = ending.get("winner").map(|word| word.parse::<Side>());
        let reason = ending.get("reason").map(String::as_str);
        GameRecord {
            game: self.game,
            fen: self.fen,
            players: self.head.players,
            comment: root.map_or_else(String::new, |root| record::escaped(&root.comment)),
            drawn: root.map_or_else(Vec::new, |root| root.drawn.clone()),
            tags,
            moves,
            outcome: winner.map(|side| side.map_or(Outcome::Draw, Outcome::Win)),
            termination: reason
                .filter(|word| !word.is_empty())
                .map(|word| match word {
                    "resigned" => Termination::Resignation,
                    word => Termination::from(word),
                }),
            ..GameRecord::default()
        }
    }
}
