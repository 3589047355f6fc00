//! Messages to pages: the whole state first, then numbered patches with the changes.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::client::ClientId;
use super::clock::GameClock;
use super::io::Output;
use super::json::set;
use super::refusal::Refusal;
use super::tree::NodeId;
use super::{BoardSession, messages};
use crate::games;
use crate::play::{random_setup, state};
use crate::rules::Side;

/// The maximum number of notices stored until a page opens.
const MAX_MISSED: usize = 4;

/// The state that pages have received.
#[derive(Debug, Default)]
pub(super) struct Sync {
    revision: u64,
    sections: Map<String, Value>,
    /// Whether the next message must contain the whole state.
    over: bool,
    /// Errors that occurred while no page was open.
    missed: Vec<String>,
}

impl Sync {
    /// Makes the next message contain the whole state.
    pub(super) fn start_over(&mut self) {
        self.over = true;
    }
}

/// The answer to a request.
#[derive(Debug)]
pub(super) struct RequestAnswer {
    pub(super) client: ClientId,
    pub(super) id: Option<u64>,
    pub(super) result: Result<Value, Refusal>,
}

impl RequestAnswer {
    /// The answer as fields of a message; none if the request has no id.
    fn fields(&self) -> Map<String, Value> {
        let Some(id) = self.id else {
            return Map::new();
        };
        let (name, value) = match &self.result {
            Ok(answer) => ("answer", answer.clone()),
            Err(error) => ("error", json!(error)),
        };
        Map::from_iter([("id".to_owned(), json!(id)), (name.to_owned(), value)])
    }
}

impl BoardSession {
    pub(super) fn welcome_client(&mut self, client: ClientId, version: u32) {
        if version != messages::VERSION {
            let version = messages::VERSION;
            self.send(client, &json!({"t": "outdated", "version": version}));
            return;
        }
        self.publish(None);
        self.clients.insert(client);
        self.study.unwatched = None;
        let state = self.whole_state();
        self.send(client, &state);
        for text in std::mem::take(&mut self.sync.missed) {
            self.notice(Some(client), "error", &text);
        }
    }

    fn whole_state(&mut self) -> Value {
        let views: Vec<Value> = self.view(self.game.live).into_iter().collect();
        let mut state = self.sync.sections.clone();
        let nodes: Vec<_> = self.game.tree.iter().collect();
        for (name, value) in [
            ("t", json!("state")),
            ("revision", json!(self.sync.revision)),
            ("now", json!(self.now.as_millis() as u64)),
            ("nodes", json!(nodes)),
            ("views", json!(views)),
        ] {
            state.insert(name.to_owned(), value);
        }
        if let Some(analysis) = &self.study.analysis {
            state.insert("lines".to_owned(), analysis.message());
        }
        Value::Object(state)
    }

    /// The state in sections. A section is sent when it changes.
    fn sections(&self) -> Map<String, Value> {
        let players = self
            .game
            .players
            .iter()
            .zip(Side::ALL)
            .map(|(player, side)| {
                let mut player = json!(player);
                set(&mut player, "name", json!(self.player_name(side)));
                player
            });
        let engines = self.engines.entries.iter().map(|entry| entry.section());
        // The sides that can take back a move.
        let takeback = Side::ALL.into_iter().filter(|&side| {
            let target = self.game.take_back_target(Some(side));
            target.is_some()
        });
        let sections = json!({
            "game": {
                "id": self.game.id,
                "about": self.game.about,
                "fen": self.game.start.fen(),
                "root": self.game.tree.root(),
                "number": self.game.number,
                "tags": self.game.tags,
                "swapped": self.game.swapped,
                "record": self.game.record_end.is_some(),
            },
            "live": self.game.live,
            "ending": self.game.ending,
            "paused": self.game.paused,
            "series": self.game.series,
            "thinking": self.engines.thinking.map(|thinking| thinking.side),
            "players": players.collect::<Vec<_>>(),
            "devices": self.devices.section(),
            "proposal": self.proposal.as_ref().map(super::proposals::Proposal::section),
            "time": self.game.time,
            "clock": self.game.clock.as_ref().map(GameClock::section),
            "takeback": takeback.collect::<Vec<_>>(),
            "engines": engines.collect::<Vec<_>>(),
            "games": self.titles,
            "analysis": self.study.analysis.as_ref().map(super::study::PositionAnalysis::section),
            "review": self.study.review.as_ref().map(super::study::ReviewProgress::section),
            "undoable": !self.game.edits.is_empty(),
            "offer": self.saves.offer(),
            "saves": self.saves.folder(),
            "shared": self.link.is_some(),
            "started": self.started,
            "profile": self.profile.section(),
            "file": self.study.explorer.file.as_ref().map(super::explorer::OpenedFile::section),
            "adding": self.saves.additions.as_ref().map(super::additions::Additions::section),
        });
        match sections {
            Value::Object(sections) => sections,
            _ => Map::new(),
        }
    }

    /// Sends the changes to all pages, and the answer to the requesting page.
    pub(super) fn publish(&mut self, reply: Option<RequestAnswer>) {
        let own_view = self.own_view.take();
        let Some(reply) = reply else {
            self.publish_changes(None);
            return;
        };
        let asked = reply
            .result
            .is_ok()
            .then(|| (reply.client, own_view, reply.fields()));
        let is_answered = asked.is_some();
        if !self.publish_changes(asked) || !is_answered {
            self.answer(reply);
        }
    }

    /// Sends the answer to a request.
    pub(super) fn answer(&mut self, reply: RequestAnswer) {
        match (reply.id, &reply.result) {
            (Some(_), _) => {
                let mut message = reply.fields();
                message.insert("t".to_owned(), json!("answer"));
                self.send(reply.client, &Value::Object(message));
            }
            (None, Err(error)) => self.notice(Some(reply.client), "error", &error.to_string()),
            (None, Ok(_)) => {}
        }
    }

    /// Sends a patch or the whole state, if anything has changed. The requesting page also receives the
    /// view of the node it played, and the answer. Returns whether anything was sent.
    fn publish_changes(
        &mut self,
        asked: Option<(ClientId, Option<NodeId>, Map<String, Value>)>,
    ) -> bool {
        let sections = self.sections();
        let mut patch = Map::new();
        for (name, value) in &sections {
            if self.sync.sections.get(name) != Some(value) {
                patch.insert(name.clone(), value.clone());
            }
        }
        let (changed, gone) = self.game.tree.take_changes();
        let over = std::mem::take(&mut self.sync.over);
        let own = asked.as_ref().and_then(|(_, node, _)| *node);
        let own = own.filter(|&node| node != self.game.live);
        let nothing = patch.is_empty() && changed.is_empty() && gone.is_empty();
        if nothing && !over && own.is_none() {
            return false;
        }
        patch.insert("nodes".to_owned(), json!(changed));
        patch.insert("gone".to_owned(), json!(gone));
        self.sync.sections = sections;
        self.sync.revision += 1;
        let mut views = Vec::new();
        let mut message = if over {
            self.whole_state()
        } else {
            if patch.contains_key("live") {
                views.extend(self.view(self.game.live));
            }
            patch.insert("t".to_owned(), json!("patch"));
            patch.insert("revision".to_owned(), json!(self.sync.revision));
            patch.insert("views".to_owned(), json!(views));
            Value::Object(patch)
        };
        let asking = asked.as_ref().map(|(client, ..)| *client);
        self.send_to(&message, false, |client| Some(client) != asking);
        if let Some((client, _, answer)) = asked {
            if let Some(node) = own {
                views.extend(self.view(node));
                set(&mut message, "views", json!(views));
            }
            for (name, value) in answer {
                set(&mut message, &name, value);
            }
            self.send(client, &message);
        }
        true
    }

    /// Shows a message to users, on one page or on all pages.
    pub(super) fn notice(&mut self, client: Option<ClientId>, level: &str, text: &str) {
        let message = json!({"t": "notice", "level": level, "text": text});
        match client {
            Some(client) => self.send(client, &message),
            None if self.clients.is_empty() && level == "error" => {
                log::warn!("{text}");
                if self.sync.missed.len() < MAX_MISSED {
                    self.sync.missed.push(text.to_owned());
                }
            }
            None => self.send_all(&message, false),
        }
    }

    pub(super) fn send(&mut self, client: ClientId, message: &Value) {
        self.outputs.push(Output::Send {
            client,
            text: message.to_string().into(),
            may_skip: false,
        });
    }

    /// Sends to all pages. With `may_skip` a slow page may miss the message.
    pub(super) fn send_all(&mut self, message: &Value, may_skip: bool) {
        self.send_to(message, may_skip, |_| true);
    }

    fn send_to(&mut self, message: &Value, may_skip: bool, to: impl Fn(ClientId) -> bool) {
        let text: Arc<str> = message.to_string().into();
        let clients = self.clients.iter().filter(|&&client| to(client));
        self.outputs.extend(clients.map(|&client| Output::Send {
            client,
            text: Arc::clone(&text),
            may_skip,
        }));
    }
}

/// The ids and names of all games, and whether each has draws and random set-ups.
pub(super) fn titles() -> Value {
    let with_setups = random_setup::games();
    let games = games::ids().into_iter().filter_map(|id| {
        let state = state::open(id)?;
        let (title, draws) = (state.about().title, state.has_draws());
        let random_setup = with_setups.contains(&id);
        Some(json!({"id": id, "title": title, "draws": draws, "random_setup": random_setup}))
    });
    games.collect()
}
