//! Messages to pages: the whole state first, then numbered patches with the changes.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::super::BoardSession;
use super::super::engines::entry::EngineEntry;
use super::super::game::clock::GameClock;
use super::super::game::import::FileReading;
use super::super::library::additions::Additions;
use super::super::players::proposals::Proposal;
use super::super::refusal::Refusal;
use super::super::study::{PositionAnalysis, ReviewProgress};
use super::answers::View;
use super::messages;
use super::sections::{GameTitle, PlayerSection, Sections};
use super::server_messages::{Reply, ServerMessage};
use super::{ClientId, RequestAnswer, to_page};
use ringstack_engine::games;
use ringstack_engine::play::{random_setup, state};
use ringstack_engine::rules::Side;

impl BoardSession {
    pub(in super::super) fn welcome_client(&mut self, client: ClientId, version: u32) {
        if version != messages::VERSION {
            let version = messages::VERSION;
            self.send(client, &json!(ServerMessage::Outdated { version }));
            return;
        }
        self.publish(None);
        self.pages.join(client);
        self.devices.welcome(client);
        self.tell_seat(client);
        self.study.watched();
        let views: Vec<View> = self.game.view(self.game.live, None).into_iter().collect();
        let state = self.whole_state(&views, None);
        self.send(client, &state);
        self.outputs.extend(self.pages.take_missed(client));
    }

    /// Tells a page what it may do, if that has changed.
    fn tell_seat(&mut self, client: ClientId) {
        let seat = self.seat(client);
        if self.devices.tell(client, &seat) {
            self.send(client, &json!(ServerMessage::Seat(&seat)));
        }
    }

    fn whole_state(&self, views: &[View], reply: Option<&Reply>) -> Value {
        json!(ServerMessage::State {
            revision: self.pages.revision,
            now: self.now.as_millis() as u64,
            nodes: self.game.tree.sections().collect(),
            views,
            lines: self.study.analysis().map(PositionAnalysis::lines),
            sections: &self.pages.sections,
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
        let engines = self.engines.entries().iter();
        let sections = json!(Sections {
            game: self.game.section(self.player_names()),
            live: self.game.live,
            ending: self.game.ending.as_ref(),
            paused: self.game.paused,
            series: &self.game.series,
            thinking: self.engines.thinking().map(|thinking| thinking.side),
            players: [player(one, Side::One), player(two, Side::Two)],
            devices: self.devices.section(),
            proposal: self.proposal.as_ref().map(Proposal::section),
            time: self.game.time,
            clock: self.game.clock.as_ref().map(GameClock::section),
            engines: engines.map(EngineEntry::section).collect(),
            games: &TITLES,
            analysis: self.study.analysis().map(PositionAnalysis::section),
            accuracy: self.game.tree.accuracies(),
            review: self.study.review().map(ReviewProgress::section),
            offer: self.saves.offer(),
            saves: self.saves.folder(),
            unsaved: self.saves.failure().or(self.profile.failure()),
            shared: self.links.is_some(),
            started: self.started,
            profile: self.profile.section(),
            file: self.study.explorer.section(),
            exploring: self.study.explorer.progress(),
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
    pub(in super::super) fn publish(&mut self, answer: Option<RequestAnswer>) {
        for client in self.devices.told() {
            self.tell_seat(client);
        }
        let own = self.pages.own_move.take();
        let (changed, gone) = self.game.tree.take_changes();
        let (sections, over) = self.pages.update(self.sections());
        let has_changed = !(sections.is_empty() && changed.is_empty() && gone.is_empty());
        if !has_changed && !over && own.is_none() {
            self.outputs
                .extend(answer.and_then(|answer| answer.output()));
            return;
        }
        self.pages.revision += 1;
        let mut views: Vec<View> = Vec::new();
        if over || sections.contains_key("live") {
            views.extend(self.game.view(self.game.live, None));
        }
        let message = |session: &BoardSession, views: &[View], reply: Option<&Reply>| {
            if over {
                return session.whole_state(views, reply);
            }
            let nodes = changed.iter();
            json!(ServerMessage::Patch {
                revision: session.pages.revision,
                nodes: nodes
                    .filter_map(|&id| session.game.tree.section(id))
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
            self.outputs
                .extend(answer.and_then(|answer| answer.output()));
            return;
        };
        if let Some((node, word)) = own {
            views.retain(|view| view.node != Some(node));
            views.extend(self.game.view(node, Some(&word)));
        }
        let for_asking = message(self, &views, accepted.reply().as_ref());
        self.send(accepted.client, &for_asking);
    }

    /// Sends the answer to a request.
    pub(in super::super) fn answer(&mut self, answer: RequestAnswer) {
        self.outputs.extend(answer.output());
    }

    /// Shows an error on all pages.
    pub(in super::super) fn notice(&mut self, refusal: Refusal) {
        self.outputs.extend(self.pages.notice(refusal));
    }

    pub(in super::super) fn send(&mut self, client: ClientId, message: &Value) {
        self.outputs.push(to_page(client, message));
    }

    /// Sends to all pages. With `may_skip` a slow page may miss the message.
    pub(in super::super) fn send_all(&mut self, message: &Value, may_skip: bool) {
        let outputs = self.pages.to_all(message, may_skip, None);
        self.outputs.extend(outputs);
    }
}

/// The ids and names of all games, those of their sides, and whether each has draws, passes and random set-ups.
static TITLES: LazyLock<Vec<GameTitle>> = LazyLock::new(|| {
    let with_setups = random_setup::games();
    let games = games::ids().into_iter().filter_map(|id| {
        let state = state::open(id)?;
        let about = state.about();
        Some(GameTitle {
            id,
            title: about.title,
            sides: [about.players.p1.name, about.players.p2.name],
            draws: state.has_draws(),
            passes: state.has_pass(),
            random_setup: with_setups.contains(&id),
        })
    });
    games.collect()
});
