//! Messages to pages: the whole state first, then numbered patches with the changes.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::additions::Additions;
use super::answers::{Reply, ServerMessage, View};
use super::client::ClientId;
use super::clock::GameClock;
use super::engine_table::EngineEntry;
use super::explorer::OpenedFile;
use super::io::Output;
use super::proposals::Proposal;
use super::refusal::Refusal;
use super::sections::{GameSection, GameTitle, PlayerSection, Sections};
use super::study::{PositionAnalysis, ReviewProgress};
use super::tree::NodeId;
use super::{BoardSession, messages};
use crate::games;
use crate::play::{random_setup, state};
use crate::rules::Side;

/// The maximum number of notices stored until a page opens.
const MAX_MISSED: usize = 4;

/// The node that a page has just played, and its move as the page gave it.
pub(super) type OwnMove = (NodeId, String);

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
    /// The answer as a part of a message; `None` if the request has no id.
    fn reply(&self) -> Option<Reply> {
        Some(Reply {
            id: self.id?,
            answer: self.result.as_ref().ok().cloned(),
            error: self.result.as_ref().err().cloned(),
        })
    }
}

impl BoardSession {
    pub(super) fn welcome_client(&mut self, client: ClientId, version: u32) {
        if version != messages::VERSION {
            let version = messages::VERSION;
            self.send(client, &json!(ServerMessage::Outdated { version }));
            return;
        }
        self.publish(None);
        self.clients.insert(client);
        self.study.unwatched = None;
        let views: Vec<View> = self.view(self.game.live).into_iter().collect();
        let state = self.whole_state(&views, None);
        self.send(client, &state);
        for text in std::mem::take(&mut self.sync.missed) {
            self.notice(Some(client), "error", &text);
        }
    }

    fn whole_state(&self, views: &[View], reply: Option<&Reply>) -> Value {
        json!(ServerMessage::State {
            revision: self.sync.revision,
            now: self.now.as_millis() as u64,
            nodes: self.game.tree.iter().collect(),
            views,
            lines: self.study.analysis.as_ref().map(PositionAnalysis::lines),
            sections: &self.sync.sections,
            reply,
        })
    }

    /// The state in sections. A section is sent when it changes.
    fn sections(&self) -> Map<String, Value> {
        let [one, two] = &self.game.players;
        let player = |player, side| PlayerSection {
            player,
            name: self.player_name(side),
        };
        // The sides that can take back a move.
        let takeback = Side::ALL.into_iter().filter(|&side| {
            let target = self.game.take_back_target(Some(side));
            target.is_some()
        });
        let sections = json!(Sections {
            game: GameSection {
                id: self.game.id,
                about: self.game.about.as_ref(),
                fen: self.game.start.fen(),
                root: self.game.tree.root(),
                number: self.game.number,
                tags: &self.game.tags,
                swapped: self.game.swapped,
                record: self.game.record_end.is_some(),
            },
            live: self.game.live,
            ending: self.game.ending.as_ref(),
            paused: self.game.paused,
            series: &self.game.series,
            thinking: self.engines.thinking.map(|thinking| thinking.side),
            players: [player(one, Side::One), player(two, Side::Two)],
            devices: self.devices.section(),
            proposal: self.proposal.as_ref().map(Proposal::section),
            time: self.game.time,
            clock: self.game.clock.as_ref().map(GameClock::section),
            takeback: takeback.collect(),
            engines: self
                .engines
                .entries
                .iter()
                .map(EngineEntry::section)
                .collect(),
            games: &self.titles,
            analysis: self.study.analysis.as_ref().map(PositionAnalysis::section),
            review: self.study.review.as_ref().map(ReviewProgress::section),
            undoable: !self.game.edits.is_empty(),
            offer: self.saves.offer(),
            saves: self.saves.folder(),
            shared: self.link.is_some(),
            started: self.started,
            profile: self.profile.section(),
            file: self.study.explorer.file.as_ref().map(OpenedFile::section),
            adding: self.saves.additions.as_ref().map(Additions::section),
        });
        match sections {
            Value::Object(sections) => sections,
            _ => Map::new(),
        }
    }

    /// Sends the changes to all pages, and the answer to the requesting page.
    pub(super) fn publish(&mut self, reply: Option<RequestAnswer>) {
        let own = self.own_move.take();
        let Some(reply) = reply else {
            self.publish_changes(None);
            return;
        };
        let is_answered = reply.result.is_ok();
        let asked = is_answered.then(|| (reply.client, own, reply.reply()));
        if !self.publish_changes(asked) || !is_answered {
            self.answer(reply);
        }
    }

    /// Sends the answer to a request.
    pub(super) fn answer(&mut self, answer: RequestAnswer) {
        match (answer.reply(), &answer.result) {
            (Some(reply), _) => {
                let message = ServerMessage::Answer { reply: &reply };
                self.send(answer.client, &json!(message));
            }
            (None, Err(error)) => self.notice(Some(answer.client), "error", &error.to_string()),
            (None, Ok(_)) => {}
        }
    }

    /// Sends a patch or the whole state, if anything has changed. The requesting page also receives the
    /// view of the node it played, and the answer. Returns whether anything was sent.
    fn publish_changes(
        &mut self,
        asked: Option<(ClientId, Option<OwnMove>, Option<Reply>)>,
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
        let nothing = patch.is_empty() && changed.is_empty() && gone.is_empty();
        if nothing && !over && !matches!(asked, Some((_, Some(_), _))) {
            return false;
        }
        self.sync.sections = sections;
        self.sync.revision += 1;
        let mut views: Vec<View> = Vec::new();
        if over || patch.contains_key("live") {
            views.extend(self.view(self.game.live));
        }
        let message = |session: &BoardSession, views: &[View], reply: Option<&Reply>| {
            if over {
                return session.whole_state(views, reply);
            }
            json!(ServerMessage::Patch {
                revision: session.sync.revision,
                nodes: changed
                    .iter()
                    .filter_map(|&id| session.game.tree.get(id))
                    .collect(),
                gone: &gone,
                views,
                sections: &patch,
                reply,
            })
        };
        let asking = asked.as_ref().map(|(client, ..)| *client);
        let for_others = message(self, &views, None);
        self.send_to(&for_others, false, |client| Some(client) != asking);
        if let Some((client, own, reply)) = asked {
            if let Some((node, word)) = own {
                views.retain(|view| view.node != Some(node));
                views.extend(self.view_after(node, &word));
            }
            let for_asking = message(self, &views, reply.as_ref());
            self.send(client, &for_asking);
        }
        true
    }

    /// Shows a message to users, on one page or on all pages.
    pub(super) fn notice(&mut self, client: Option<ClientId>, level: &str, text: &str) {
        let message = json!(ServerMessage::Notice { level, text });
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
pub(super) fn titles() -> Vec<GameTitle> {
    let with_setups = random_setup::games();
    let games = games::ids().into_iter().filter_map(|id| {
        let state = state::open(id)?;
        Some(GameTitle {
            id,
            title: state.about().title,
            draws: state.has_draws(),
            random_setup: with_setups.contains(&id),
        })
    });
    games.collect()
}
