//! What one player of a game between two devices proposes to the other: another game, a move taken back, a draw,
//! or with clocks a pause and its end. One proposal is open at a time. The other player accepts or declines it,
//! its player may withdraw it, and it lapses when the game moves on or ends, or when the device of its player leaves.
//!
//! A request that becomes a proposal is answered with `{"proposed":true}`; the section `proposal` shows it, also
//! to pages that connect later. Other changes of the game that are no moves are refused.

use serde::Serialize;

use super::super::messages::answers::Proposed;
use super::super::messages::requests::ClientRequest;
use super::super::messages::{ClientId, NodeId};
use super::super::opening::{GameOrigin, PendingGame};
use super::super::refusal::Refusal;
use super::devices::Devices;
use super::permissions::Rights;
use ringstack_engine::rules::Side;

/// The proposed change.
#[derive(Debug)]
pub enum ProposedChange {
    /// Another game begins.
    Begin(Box<PendingGame>),
    /// The request is carried out.
    Request(Box<ClientRequest>),
}

/// An open proposal.
#[derive(Debug)]
struct Proposal {
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

/// What one player proposes to the other.
#[derive(Debug, Default)]
pub struct Proposals {
    open: Option<Proposal>,
    /// The number of proposals so far.
    count: u64,
}

/// The answer to a proposal.
#[derive(Debug)]
pub enum ProposalAnswer {
    Accepted(ProposedChange),
    /// It was declined, which these pages must be told, or withdrawn.
    Declined(Vec<ClientId>),
}

impl Proposals {
    /// The open proposal for pages.
    pub fn section(&self) -> Option<ProposalSection> {
        self.open.as_ref().map(|open| open.section.clone())
    }

    /// Proposes a request to the other player if it needs their consent. A game that would begin is proposed when it
    /// has been read: see [`Proposals::propose_game`].
    pub fn propose_request(
        &mut self,
        client: ClientId,
        request: &ClientRequest,
        rights: &Rights,
    ) -> Result<Option<Proposed>, Refusal> {
        if !rights.is_between_devices() {
            return Ok(None);
        }
        let kind = match request {
            ClientRequest::Takeback { .. } => ProposalKind::Takeback,
            ClientRequest::OfferDraw => ProposalKind::Draw,
            // A pause stops the clock of the player to move.
            ClientRequest::Pause { on } if rights.game.clock().is_some() => match on {
                true => ProposalKind::Pause,
                false => ProposalKind::Resume,
            },
            _ => return Ok(None),
        };
        let change = ProposedChange::Request(Box::new(request.clone()));
        self.propose(client, change, kind, None, rights).map(Some)
    }

    /// Proposes a game to the other player.
    pub fn propose_game(
        &mut self,
        client: ClientId,
        pending: PendingGame,
        rights: &Rights,
    ) -> Result<Proposed, Refusal> {
        let game = pending.opened.state.id();
        let kind = match is_rematch(&pending, rights) {
            true => ProposalKind::Rematch,
            false => ProposalKind::Game,
        };
        let change = ProposedChange::Begin(Box::new(pending));
        self.propose(client, change, kind, Some(game), rights)
    }

    /// Opens a proposal; it replaces an own one.
    fn propose(
        &mut self,
        client: ClientId,
        change: ProposedChange,
        kind: ProposalKind,
        game: Option<&'static str>,
        rights: &Rights,
    ) -> Result<Proposed, Refusal> {
        let from = rights.devices.side_of(client);
        if let Some(open) = &self.open
            && open.section.from != from
        {
            return Err(Refusal::AnswerFirst);
        }
        self.count += 1;
        let section = ProposalSection {
            number: self.count,
            from,
            kind,
            game,
        };
        self.open = Some(Proposal {
            live: rights.game.live(),
            client,
            change,
            section,
        });
        Ok(Proposed { proposed: true })
    }

    /// Drops a proposal whose game has moved on or ended, or whose device has left.
    pub fn drop_lapsed(&mut self, rights: &Rights) {
        let Rights { game, devices, .. } = rights;
        let live = rights.is_on_two_devices().then_some(game.live());
        self.open.take_if(|open| {
            let is_over =
                game.ending().is_some() && !matches!(open.section.kind, ProposalKind::Rematch);
            let is_here = match open.section.from {
                Some(side) => devices.is_connected(side),
                None => devices.is_page_connected(open.client),
            };
            Some(open.live) != live || !is_here || is_over
        });
    }

    /// Accepts or declines a proposal, or withdraws it.
    pub fn answer(
        &mut self,
        client: ClientId,
        number: u64,
        accept: bool,
        devices: &Devices,
    ) -> Result<ProposalAnswer, Refusal> {
        let side = devices.side_of(client);
        let is_it = |open: &mut Proposal| open.section.number == number;
        let open = self.open.take_if(is_it).ok_or(Refusal::ProposalGone)?;
        let from = open.section.from;
        let mut others = Side::ALL.into_iter().filter(|&other| Some(other) != from);
        let is_other = side.is_some_and(|side| Some(side) != from);
        // Nobody else can answer if the other player is not connected.
        let is_alone = !others.any(|other| devices.is_connected(other));
        if !(is_other || side == from && (is_alone || !accept)) {
            self.open = Some(open);
            return Err(Refusal::OthersProposal);
        }
        if accept {
            return Ok(ProposalAnswer::Accepted(open.change));
        }
        let proposer = from.filter(|_| side != from).into_iter();
        let pages = proposer.flat_map(|from| devices.pages_of(from));
        Ok(ProposalAnswer::Declined(pages.collect()))
    }
}

/// Whether the other player must agree to a game.
pub fn needs_consent(pending: &PendingGame, rights: &Rights) -> bool {
    rights.is_between_devices() || is_rematch(pending, rights)
}

/// Whether two devices play, and a game that has ended would begin again.
fn is_rematch(pending: &PendingGame, rights: &Rights) -> bool {
    let is_swapped = matches!(pending.origin, GameOrigin::New { swapped: true, .. });
    is_swapped && rights.is_on_two_devices() && rights.game.ending().is_some()
}
