//! What one player of a game between two devices proposes to the other: another game, a move taken back, a draw,
//! or with clocks a pause and its end. One proposal is open at a time. The other player accepts or declines it,
//! its player may withdraw it, and it lapses when the game moves on or ends, or when the device of its player leaves.
//!
//! A request that becomes a proposal is answered with `{"proposed":true}`; the section `proposal` shows it, also
//! to pages that connect later. Other changes of the game that are no moves are refused.

use serde::Serialize;
use serde_json::{Value, json};

use super::super::BoardSession;
use super::super::game::opening::{GameOrigin, PendingGame};
use super::super::game::tree::NodeId;
use super::super::pages::ClientId;
use super::super::pages::answers::{BeginAnswer, Proposed};
use super::super::pages::messages::ClientRequest;
use super::super::pages::server_messages::ServerMessage;
use super::super::refusal::Refusal;
use ringstack_engine::rules::Side;

/// The proposed change.
#[derive(Debug)]
enum ProposedChange {
    /// Another game begins.
    Begin(Box<PendingGame>),
    /// The request is carried out.
    Request(Box<ClientRequest>),
}

/// An open proposal.
#[derive(Debug)]
pub struct Proposal {
    /// The node of the game; the proposal lapses when the game is at another one.
    live: NodeId,
    /// The page that proposes it.
    client: ClientId,
    change: ProposedChange,
    section: ProposalSection,
}

/// The description of a proposal for pages.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProposalSection {
    /// The number that its answer repeats.
    number: u64,
    /// The player who proposes it; `None` for the owner of a board on which two guests play.
    from: Option<Side>,
    kind: ProposalKind,
    /// The other game, if it is one.
    game: Option<&'static str>,
}

/// What is proposed.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum ProposalKind {
    /// A new game, or one from a record or a save.
    Game,
    /// The same game again, with the sides swapped.
    Rematch,
    Takeback,
    Draw,
    Pause,
    Resume,
}

impl Proposal {
    /// The description for pages.
    pub fn section(&self) -> ProposalSection {
        self.section.clone()
    }
}

impl BoardSession {
    /// Proposes a request to the other player if it needs their consent. Returns the answer then. A game that would
    /// begin is proposed when it has been read: see [`BoardSession::begin_or_propose`].
    pub(in super::super) fn propose_request(
        &mut self,
        client: ClientId,
        request: &ClientRequest,
    ) -> Result<Option<Value>, Refusal> {
        if !self.is_between_devices() {
            return Ok(None);
        }
        let kind = match request {
            ClientRequest::Takeback { .. } => ProposalKind::Takeback,
            ClientRequest::OfferDraw => ProposalKind::Draw,
            // A pause stops the clock of the player to move.
            ClientRequest::Pause { on } if self.game.clock.is_some() => match on {
                true => ProposalKind::Pause,
                false => ProposalKind::Resume,
            },
            _ => return Ok(None),
        };
        let change = ProposedChange::Request(Box::new(request.clone()));
        let proposed = self.propose(client, change, kind, None)?;
        Ok(Some(json!(proposed)))
    }

    /// Opens a proposal; it replaces an own one.
    fn propose(
        &mut self,
        client: ClientId,
        change: ProposedChange,
        kind: ProposalKind,
        game: Option<&'static str>,
    ) -> Result<Proposed, Refusal> {
        let from = self.devices.side_of(client);
        if let Some(open) = &self.proposal
            && open.section.from != from
        {
            return Err(Refusal::AnswerFirst);
        }
        self.proposals += 1;
        let section = ProposalSection {
            number: self.proposals,
            from,
            kind,
            game,
        };
        self.proposal = Some(Proposal {
            live: self.game.live,
            client,
            change,
            section,
        });
        Ok(Proposed { proposed: true })
    }

    /// Begins a game that a page has requested, or proposes it to the other player.
    pub(in super::super) fn begin_or_propose(
        &mut self,
        client: Option<ClientId>,
        pending: PendingGame,
    ) -> Result<BeginAnswer, Refusal> {
        if client.is_some() {
            self.drop_wanted_game();
        }
        match client {
            Some(client) if self.is_between_devices() || self.is_rematch(&pending) => {
                // The ids of the game on the board stay different from those of the proposed one.
                self.game.tree.skip_ids(pending.opened.tree.next());
                let game = pending.opened.state.id();
                let kind = match self.is_rematch(&pending) {
                    true => ProposalKind::Rematch,
                    false => ProposalKind::Game,
                };
                let change = ProposedChange::Begin(Box::new(pending));
                let proposed = self.propose(client, change, kind, Some(game));
                proposed.map(BeginAnswer::Proposed)
            }
            _ => Ok(BeginAnswer::Begun(Box::new(self.begin(pending)))),
        }
    }

    /// Whether two devices play, and a game that has ended would begin again.
    fn is_rematch(&self, pending: &PendingGame) -> bool {
        let is_swapped = matches!(pending.origin, GameOrigin::New { swapped: true, .. });
        is_swapped && self.has_seats() && self.devices.are_two() && self.game.ending.is_some()
    }

    /// Drops a proposal whose game has moved on or ended, or whose device has left.
    pub(in super::super) fn drop_lapsed_proposal(&mut self) {
        let live = (self.has_seats() && self.devices.are_two()).then_some(self.game.live);
        let has_ended = self.game.ending.is_some();
        let devices = &self.devices;
        self.proposal.take_if(|open| {
            let is_over = has_ended && !matches!(open.section.kind, ProposalKind::Rematch);
            let is_here = match open.section.from {
                Some(side) => devices.is_connected(side),
                None => devices.is_page_connected(open.client),
            };
            Some(open.live) != live || !is_here || is_over
        });
    }

    /// Accepts or declines a proposal, or withdraws it.
    pub(in super::super) fn answer_proposal(
        &mut self,
        client: ClientId,
        number: u64,
        accept: bool,
    ) -> Result<(), Refusal> {
        let side = self.devices.side_of(client);
        let open = self.proposal.as_ref();
        let Some(open) = open.filter(|open| open.section.number == number) else {
            return Err(Refusal::ProposalGone);
        };
        let from = open.section.from;
        let mut others = Side::ALL.into_iter().filter(|&other| Some(other) != from);
        let is_other = side.is_some_and(|side| Some(side) != from);
        // Nobody else can answer if the other player is not connected.
        let is_alone = !others.any(|other| self.devices.is_connected(other));
        if !(is_other || side == from && (is_alone || !accept)) {
            return Err(Refusal::OthersProposal);
        }
        match self.proposal.take().map(|open| open.change) {
            _ if !accept => {
                let proposer = from.filter(|_| side != from).into_iter();
                let pages = proposer.flat_map(|from| self.devices.pages_of(from));
                for page in pages.collect::<Vec<ClientId>>() {
                    self.send(page, &json!(ServerMessage::Declined));
                }
            }
            Some(ProposedChange::Begin(pending)) => {
                self.begin(*pending);
            }
            Some(ProposedChange::Request(request)) => {
                self.request(client, None, *request)?;
            }
            None => {}
        }
        Ok(())
    }
}
