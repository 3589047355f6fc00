//! What windows are told: a snapshot at first, then numbered patches with what has changed.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value, json};
use tokio::sync::mpsc::error::TrySendError;

use crate::rules::Side;

use super::super::wire;
use super::{Table, WindowId};

/// Places that have to be free in the queue of a window for what it can do without.
const ROOM: usize = 64;

/// Notices that are kept for a window that opens later.
const MOST_MISSED: usize = 4;

/// What windows know.
#[derive(Debug, Default)]
pub(super) struct News {
    revision: u64,
    sections: Map<String, Value>,
    anew: bool,
    /// Notices that came while no window was open; the next one gets them.
    missed: Vec<String>,
}

impl News {
    /// A patch will not do: every window gets a snapshot.
    pub(super) fn anew(&mut self) {
        self.anew = true;
    }
}

impl Table {
    pub(super) fn greet(&mut self, window: WindowId, version: u32) {
        if version != wire::VERSION {
            let message = json!({"t": "outdated", "version": wire::VERSION});
            self.tell(window, &message);
            return;
        }
        self.publish();
        let snapshot = self.snapshot();
        self.tell(window, &snapshot);
        for text in std::mem::take(&mut self.news.missed) {
            self.notice(Some(window), "error", &text);
        }
    }

    fn snapshot(&self) -> Value {
        let mut snapshot = self.news.sections.clone();
        snapshot.insert("t".to_owned(), json!("state"));
        snapshot.insert("revision".to_owned(), json!(self.news.revision));
        snapshot.insert("elapsed".to_owned(), json!(self.elapsed()));
        let nodes: Vec<_> = self.tree.iter().collect();
        snapshot.insert("nodes".to_owned(), json!(nodes));
        if let Some(analysis) = &self.analysis {
            snapshot.insert("lines".to_owned(), analysis.message());
        }
        Value::Object(snapshot)
    }

    fn elapsed(&self) -> u64 {
        let now = Instant::now();
        self.clock.as_ref().map_or(0, |clock| clock.elapsed(now))
    }

    /// The state in sections that are sent when they differ from what was sent last.
    fn sections(&self) -> Map<String, Value> {
        let side = |side: Side| json!(side);
        let sections = json!({
            "game": {
                "id": self.game,
                "about": self.titles.get(&self.game),
                "fen": self.start.fen(),
                "root": self.tree.root(),
                "number": self.match_number,
            },
            "live": self.live,
            "ending": self.ending,
            "paused": self.paused,
            "series": self.series,
            "thinking": self.thinking.map(|thinking| side(thinking.side)),
            "players": self.seats,
            "time": self.time,
            "clock": self.clock.as_ref().map(|clock| clock.picture()),
            "engines": self.engines.iter().map(super::Choice::picture).collect::<Vec<_>>(),
            "games": self.facts.games,
            "analysis": self.analysis.as_ref().map(super::study::Analysis::picture),
            "review": self.review.as_ref().map(super::study::Review::picture),
            "undoable": !self.edits.is_empty(),
            "offer": self.saving.offer(),
        });
        match sections {
            Value::Object(sections) => sections,
            _ => Map::new(),
        }
    }

    /// Tells the windows what has changed, if anything has.
    pub(super) fn publish(&mut self) {
        self.ask_the_unasked();
        let sections = self.sections();
        let mut patch = Map::new();
        for (name, value) in &sections {
            if self.news.sections.get(name) != Some(value) {
                patch.insert(name.clone(), value.clone());
            }
        }
        let (changed, gone) = self.tree.news();
        if patch.is_empty() && changed.is_empty() && gone.is_empty() && !self.news.anew {
            return;
        }
        patch.insert("nodes".to_owned(), json!(changed));
        patch.insert("gone".to_owned(), json!(gone));
        self.news.sections = sections;
        self.news.revision += 1;
        let message = if std::mem::take(&mut self.news.anew) {
            self.snapshot()
        } else {
            patch.insert("t".to_owned(), json!("patch"));
            patch.insert("revision".to_owned(), json!(self.news.revision));
            patch.insert("elapsed".to_owned(), json!(self.elapsed()));
            Value::Object(patch)
        };
        self.tell_all(&message);
    }

    /// A line for people, to one window or to all.
    pub(super) fn notice(&mut self, window: Option<WindowId>, level: &str, text: &str) {
        let message = json!({"t": "notice", "level": level, "text": text});
        match window {
            Some(window) => self.tell(window, &message),
            None if self.windows.is_empty() && level == "error" => {
                log::warn!("{text}");
                if self.news.missed.len() < MOST_MISSED {
                    self.news.missed.push(text.to_owned());
                }
            }
            None => self.tell_all(&message),
        }
    }

    pub(super) fn tell(&mut self, window: WindowId, message: &Value) {
        let text: Arc<str> = message.to_string().into();
        self.send(window, text);
    }

    pub(super) fn tell_all(&mut self, message: &Value) {
        let text: Arc<str> = message.to_string().into();
        let windows: Vec<WindowId> = self.windows.keys().copied().collect();
        for window in windows {
            self.send(window, Arc::clone(&text));
        }
    }

    /// Tells the windows that keep up; the others get a newer one later.
    pub(super) fn tell_most(&mut self, message: &Value) {
        let text: Arc<str> = message.to_string().into();
        for way in self.windows.values() {
            if way.capacity() > ROOM {
                // The window may just have closed.
                let _ = way.try_send(Arc::clone(&text));
            }
        }
    }

    /// A window that does not keep up is let go: it comes back and gets a snapshot.
    fn send(&mut self, window: WindowId, text: Arc<str>) {
        let Some(way) = self.windows.get(&window) else {
            return;
        };
        match way.try_send(text) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Closed(_)) => self.window_closed(window),
        }
    }
}
