//! What one player of a game between two devices proposes to the other: another game, a move taken back, a
//! draw, or any other change of the game that is not a move. It waits for the answer of the other player.
//!
//! A request that becomes a proposal is answered with `{"proposed":true}`. The section `proposal` shows the
//! open proposal, so that pages which connect later see it, too. It lapses when the game moves on or ends.

use serde::Serialize;
use serde_json::{Value, json};

use super::BoardSession;
use super::answers::{BeginAnswer, Proposed};
use super::client::ClientId;
use super::messages::ClientRequest;
use super::opening::PendingGame;
use super::player::PlayerConfig;
use super::sections::ProposalSection;
use super::tree::NodeId;
use crate::picture::Winner;
use crate::play::record::Termination;
use crate::rules::{Outcome, Side};

/// The proposed change.
#[derive(Debug)]
pub(super) enum ProposedChange {
    /// Another game begins.
    Begin(Box<PendingGame>),
    /// The request is carried out.
    Request(Box<ClientRequest>),
}

/// The description of a proposal for pages.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Subject {
    /// A new game.
    New {
        game: &'static str,
    },
    /// A record or a saved game.
    Open {
        game: &'static str,
        players: [String; 2],
    },
    Takeback,
    Draw,
    /// Another result.
    Result {
        winner: Option<Winner>,
    },
    /// Another change, such as an undo.
    Change,
}

impl ProposedChange {
    fn subject(&self) -> Subject {
        match self {
            ProposedChange::Begin(pending) => {
                let opened = &pending.opened;
                let game = opened.game;
                if pending.is_new {
                    return Subject::New { game };
                }
                let players = [0, 1].map(|n| opened.names.get(n).cloned().unwrap_or_default());
                Subject::Open { game, players }
            }
            ProposedChange::Request(request) => match request.as_ref() {
                ClientRequest::Takeback { .. } => Subject::Takeback,
                ClientRequest::OfferDraw => Subject::Draw,
                ClientRequest::Result { winner } => Subject::Result { winner: *winner },
                _ => Subject::Change,
            },
        }
    }
}

/// A change of the game that waits for the consent of the other player.
#[derive(Debug)]
pub(super) struct Proposal {
    number: u64,
    /// The player who proposes it; `None` for a page that has taken no side.
    from: Option<Side>,
    /// The node of the game. The proposal lapses when the game is at another one.
    live: NodeId,
    change: ProposedChange,
}

impl Proposal {
    pub(super) fn section(&self) -> ProposalSection {
        ProposalSection {
            number: self.number,
            from: self.from,
            subject: self.change.subject(),
        }
    }
}

impl BoardSession {
    /// Whether a game between two devices is running.
    fn is_between_devices(&self) -> bool {
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

    fn propose(&mut self, client: ClientId, change: ProposedChange) -> Result<Proposed, String> {
        let from = self.devices.side_of(client);
        if self.proposal.as_ref().is_some_and(|p| p.from != from) {
            return Err("answer the other player first".to_owned());
        }
        self.proposals += 1;
        self.proposal = Some(Proposal {
            number: self.proposals,
            from,
            live: self.game.live,
            change,
        });
        Ok(Proposed { proposed: true })
    }

    /// Drops a proposal whose game has moved on or ended.
    pub(super) fn drop_lapsed_proposal(&mut self) {
        let is_open = self.is_between_devices();
        let live = self.game.live;
        self.proposal.take_if(|p| !is_open || p.live != live);
    }

    /// Accepts or declines a proposal, or withdraws it.
    pub(super) fn answer_proposal(
        &mut self,
        client: ClientId,
        number: u64,
        accept: bool,
    ) -> Result<Value, String> {
        let side = self.devices.side_of(client);
        let open = self.proposal.as_ref().filter(|p| p.number == number);
        let from = open.ok_or("this proposal is no longer open")?.from;
        let is_own = side == from;
        let mut others = Side::ALL.into_iter().filter(|&other| Some(other) != from);
        let is_other = side.is_some_and(|side| others.clone().any(|other| other == side));
        // Nobody else can answer if the other player is not connected.
        let is_alone = !others.any(|other| self.devices.is_connected(other));
        if !(is_other || is_own && (is_alone || !accept)) {
            return Err("only the other player can answer".to_owned());
        }
        let Some(Proposal { change, .. }) = self.proposal.take() else {
            return Ok(Value::Null);
        };
        if !accept {
            if let Some(from) = from.filter(|_| !is_own) {
                let pages: Vec<ClientId> = self.devices.pages_of(from).collect();
                for page in pages {
                    self.notice(Some(page), "info", "Your proposal was declined.");
                }
            }
            return Ok(Value::Null);
        }
        match change {
            ProposedChange::Begin(pending) => {
                self.begin(*pending);
            }
            ProposedChange::Request(request) => {
                self.request(client, None, *request)?;
            }
        }
        Ok(Value::Null)
    }

    /// Ends the game with a draw on which both players agree.
    pub(super) fn agree_draw(&mut self) -> Result<(), String> {
        self.game.check_draw()?;
        self.end_by(Outcome::Draw, Termination::DrawAgreed);
        Ok(())
    }
}
