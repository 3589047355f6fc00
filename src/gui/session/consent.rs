//! Which requests of a player become proposals to the other player, and what becomes of them.

use serde_json::{Value, json};

use super::BoardSession;
use super::answers::{BeginAnswer, Proposed};
use super::messages::ClientRequest;
use super::opening::PendingGame;
use super::pages::ClientId;
use super::player::PlayerConfig;
use super::proposals::{Proposal, ProposedChange};
use super::refusal::Refusal;

impl BoardSession {
    /// Whether a game between two devices is running.
    pub(super) fn is_between_devices(&self) -> bool {
        let for_two = self.game.players.iter().all(PlayerConfig::is_human);
        for_two && self.devices.are_two() && self.game.ending.is_none()
    }

    /// Whether a request changes the game in a way that the other player must accept. A game that would
    /// begin is proposed later, when it has been read (see [`BoardSession::begin_or_propose`]).
    fn needs_consent(&self, client: ClientId, request: &ClientRequest) -> bool {
        let changes_game = match request {
            ClientRequest::Takeback { .. }
            | ClientRequest::OfferDraw
            | ClientRequest::Live { .. }
            | ClientRequest::Result { .. } => true,
            // A pause stops the clock of the player to move.
            ClientRequest::Pause { .. } => self.game.clock.is_some(),
            ClientRequest::Remove { node } => self.game.tree.contains(*node, self.game.live),
            ClientRequest::Undo => self.game.undo_moves_game(),
            ClientRequest::Player { side, player } => {
                !player.is_human() || self.devices.side_of(client) != Some(*side)
            }
            _ => false,
        };
        changes_game && self.is_between_devices()
    }

    /// Proposes a request to the other player if it needs their consent. Returns the answer then.
    pub(super) fn propose_request(
        &mut self,
        client: ClientId,
        request: &ClientRequest,
    ) -> Result<Option<Value>, String> {
        if !self.needs_consent(client, request) {
            return Ok(None);
        }
        match request {
            ClientRequest::Takeback { side } => self.game.check_take_back(*side).map(|_| ())?,
            ClientRequest::OfferDraw => self.game.check_draw()?,
            _ => {}
        }
        let change = ProposedChange::Request(Box::new(request.clone()));
        Ok(Some(json!(self.propose(client, change)?)))
    }

    fn propose(&mut self, client: ClientId, change: ProposedChange) -> Result<Proposed, String> {
        let from = self.devices.side_of(client);
        self.proposals.propose(from, self.game.live, change)
    }

    /// Begins a game that a page has requested, or proposes it to the other player.
    pub(super) fn begin_or_propose(
        &mut self,
        client: Option<ClientId>,
        pending: PendingGame,
    ) -> Result<BeginAnswer, String> {
        if client.is_some() {
            self.drop_wanted_game();
        }
        match client {
            Some(client) if self.is_between_devices() => {
                // The ids of the game on the board stay different from those of the proposed one.
                self.game.tree.skip_ids(pending.opened.tree.next());
                let change = ProposedChange::Begin(Box::new(pending));
                self.propose(client, change).map(BeginAnswer::Proposed)
            }
            _ => Ok(BeginAnswer::Begun(Box::new(self.begin(pending)))),
        }
    }

    /// Drops a proposal whose game has moved on or ended.
    pub(super) fn drop_lapsed_proposal(&mut self) {
        let live = self.is_between_devices().then_some(self.game.live);
        self.proposals.drop_lapsed(live);
    }

    /// Accepts or declines a proposal, or withdraws it.
    pub(super) fn answer_proposal(
        &mut self,
        client: ClientId,
        number: u64,
        accept: bool,
    ) -> Result<(), Refusal> {
        let side = self.devices.side_of(client);
        let taken = self.proposals.take(number, side, accept, &self.devices);
        let Proposal { from, change, .. } = taken?;
        match change {
            _ if !accept => {
                let proposer = from.filter(|_| side != from).into_iter();
                let pages = proposer.flat_map(|from| self.devices.pages_of(from));
                for page in pages.collect::<Vec<ClientId>>() {
                    self.notice(Some(page), "info", "Your proposal was declined.");
                }
            }
            ProposedChange::Begin(pending) => {
                self.begin(*pending);
            }
            ProposedChange::Request(request) => {
                self.request(client, None, *request)?;
            }
        }
        Ok(())
    }
}
