//! The saves that outlive the program: each game has a file, written after each turn.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::rules::Side;

use super::super::clock::TimeControls;
use super::super::tree::{NodeId, Tree};
use super::super::wire::Seat;
use super::{Ending, Table};

/// Between two saves.
const REST: Duration = Duration::from_millis(500);
/// Until one that failed is tried again.
const AGAIN: Duration = Duration::from_secs(5);
/// Games of earlier runs that are kept.
const KEPT: usize = 500;

/// A game as it is kept in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    version: u32,
    pub(super) game: String,
    pub(super) fen: Option<String>,
    pub(super) seats: [Seat; 2],
    pub(super) time: TimeControls,
    pub(super) left: Option<[u64; 2]>,
    pub(super) live: NodeId,
    pub(super) ending: Option<Ending>,
    #[serde(default)]
    pub(super) head: Head,
    pub(super) tree: Tree,
}

/// What a record says about the whole game: the board keeps it and writes it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The names of the players, player 1 first; empty where nobody has said them.
    pub(super) players: [String; 2],
    /// Further tags, in the order of the file.
    pub(super) tags: Vec<(String, String)>,
}

/// The save of this program, and that of an earlier one.
#[derive(Debug)]
pub(super) struct Saving {
    folder: Option<PathBuf>,
    /// That of the game at the table.
    file: Option<PathBuf>,
    /// Games of this run.
    games: u32,
    due: Option<Instant>,
    /// When it was saved last.
    saved: Option<Instant>,
    earlier: Option<Box<Saved>>,
    failed: bool,
}

impl Saving {
    pub(super) fn new(folder: Option<PathBuf>) -> Saving {
        let earlier = folder.as_deref().and_then(newest);
        Saving {
            file: folder.as_ref().map(|folder| folder.join(file_name(0))),
            folder,
            games: 0,
            due: None,
            saved: None,
            earlier,
            failed: false,
        }
    }

    /// There is something to be saved.
    pub(super) fn wanted(&mut self) {
        if self.file.is_some() && self.due.is_none() {
            let now = Instant::now();
            self.due = Some(self.saved.map_or(now, |saved| now.max(saved + REST)));
        }
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// The game of an earlier run, for the page.
    pub(super) fn offer(&self) -> Value {
        self.earlier.as_ref().map_or(Value::Null, |saved| {
            let turns = saved.tree.moves(saved.live).len();
            json!({"game": saved.game, "turns": turns})
        })
    }
}

/// A name no other run has, and no other game of this run, that sorts by time.
fn file_name(game: u32) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let millis = now.map_or(0, |since| since.as_millis());
    format!("board-{millis:015}-{}-{game}.json", std::process::id())
}

/// The folder of saves: the place for the state of programs.
#[must_use]
pub fn saves() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = var("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| var("HOME").map(|home| Path::new(&home).join(".local/state")))
        .or_else(|| var("LOCALAPPDATA").map(PathBuf::from))?;
    Some(state.join("ringstack"))
}

/// The newest save that can be read and holds a turn; those that are too old go.
fn newest(folder: &Path) -> Option<Box<Saved>> {
    let entries = fs::read_dir(folder).ok()?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("board-") && name.ends_with(".json"))
        })
        .collect();
    files.sort();
    for old in files.iter().rev().skip(KEPT) {
        if let Err(error) = fs::remove_file(old) {
            log::warn!("{}: {error}", old.display());
        }
    }
    files.into_iter().rev().take(KEPT).find_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        match serde_json::from_str::<Saved>(&text) {
            Ok(saved) if saved.is_sound() => saved.has_turns().then(|| Box::new(saved)),
            Ok(_) => {
                log::warn!("{}: a save with wrong links", path.display());
                None
            }
            Err(error) => {
                log::warn!("{}: no save of ours: {error}", path.display());
                None
            }
        }
    })
}

impl Saved {
    /// A game between people that stands at `live`, without clocks.
    pub(super) fn new(game: String, fen: Option<String>, live: NodeId, tree: Tree) -> Saved {
        Saved {
            version: 1,
            game,
            fen,
            seats: [Seat::Person, Seat::Person],
            time: TimeControls::default(),
            left: None,
            live,
            ending: None,
            head: Head::default(),
            tree,
        }
    }

    fn is_sound(&self) -> bool {
        let words = self
            .tree
            .iter()
            .all(|node| node.parent.is_none() || super::super::wire::is_token(&node.token));
        let fen = self.fen.as_deref().unwrap_or_default();
        self.version == 1
            && words
            && !fen.contains(char::is_control)
            && self.tree.is_sound()
            && self.tree.get(self.live).is_some()
            && self.time.check().is_ok()
    }

    fn has_turns(&self) -> bool {
        self.tree.iter().count() > 1
    }
}

impl Table {
    /// Writes the save: all of it, or nothing.
    pub(super) fn save(&mut self) {
        self.saving.due = None;
        self.saving.saved = Some(Instant::now());
        let Some(file) = self.saving.file.clone() else {
            return;
        };
        // A table nobody has played at is not worth a file.
        if self.tree.iter().count() < 2 {
            return;
        }
        let now = Instant::now();
        let left = self
            .clock
            .as_ref()
            .map(|clock| Side::ALL.map(|side| clock.left(side, now).as_millis() as u64));
        let saved = Saved {
            version: 1,
            game: self.game.clone(),
            fen: self.start.fen().map(str::to_owned),
            seats: self.seats.clone(),
            time: self.time,
            left,
            live: self.live,
            ending: self.ending.clone(),
            head: self.head.clone(),
            tree: self.tree.clone(),
        };
        let written = serde_json::to_string(&saved)
            .map_err(io::Error::from)
            .and_then(|text| write(&file, &text));
        let told = std::mem::replace(&mut self.saving.failed, written.is_err());
        if let Err(error) = written {
            self.saving.due = Some(now + AGAIN);
            log::error!("{}: {error}", file.display());
            if !told {
                self.notice(None, "error", &format!("the game cannot be saved: {error}"));
            }
        }
    }

    /// Goes on with the game of an earlier run, or leaves it.
    pub(super) fn take_up(&mut self, yes: bool) -> Result<(), String> {
        let none = "there is no game of an earlier run";
        if yes {
            let saved = self.saving.earlier.clone().ok_or(none)?;
            self.open_saved(None, *saved, true)
        } else {
            self.saving
                .earlier
                .take()
                .map(|_| ())
                .ok_or(none.to_owned())
        }
    }

    /// The next game gets a file of its own, the one at the table keeps its.
    pub(super) fn save_of_its_own(&mut self, offered: bool) {
        self.save_now();
        let saving = &mut self.saving;
        if offered {
            saving.earlier = None;
        }
        saving.games += 1;
        saving.file = saving
            .folder
            .as_ref()
            .map(|folder| folder.join(file_name(saving.games)));
    }

    /// Writes what is not saved yet.
    pub(super) fn save_now(&mut self) {
        if self.saving.due.is_some() {
            self.save();
        }
    }

    /// Puts a save on the table.
    pub(super) fn restore(&mut self, saved: Saved) {
        let first = self.tree.next();
        self.live = saved.tree.new_name(saved.live, first);
        self.tree = saved.tree.renamed(first);
        self.ending = saved.ending;
        self.head = saved.head;
        if let (Some(clock), Some(left)) = (&mut self.clock, saved.left) {
            clock.set(left);
        }
        self.paused = self.clock.is_some();
    }
}

/// Writes a file by way of another, so that an old one is there until the new one is, whatever fails in
/// between.
fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension("part");
    let written = File::create(&beside)
        .and_then(|mut part| {
            part.write_all(text.as_bytes())?;
            // A power failure may leave a new name and lose what is behind it.
            part.sync_all()
        })
        .and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        // Half a save is of no use, and its room is needed.
        let _ = fs::remove_file(&beside);
    }
    written
}
