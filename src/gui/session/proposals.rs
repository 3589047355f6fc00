//! What one player of a game between two devices proposes to the other: another game, a move taken back, a
//! draw, or any other change of the game that is not a move. It waits for the answer of the other player.
//!
//! A request that becomes a proposal is answered with `{"proposed":true}`. The section `proposal` shows the
//! open proposal, so that pages which connect later see it, too. It lapses when the game moves on or ends.

use serde::Serialize;

use super::answers::Proposed;
use super::devices::Devices;
use super::messages::ClientRequest;
use super::opening::{GameOrigin, PendingGame};
use super::tree::NodeId;
use crate::picture::Winner;
use crate::rules::Side;

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
    Pause,
    Resume,
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
                let game = pending.opened.state.id();
                match pending.origin {
                    GameOrigin::New { .. } => Subject::New { game },
                    GameOrigin::Record(_) | GameOrigin::Save(_) => Subject::Open {
                        game,
                        players: pending.opened.names.clone(),
                    },
                }
            }
            ProposedChange::Request(request) => match request.as_ref() {
                ClientRequest::Takeback { .. } => Subject::Takeback,
                ClientRequest::OfferDraw => Subject::Draw,
                ClientRequest::Pause { on: true } => Subject::Pause,
                ClientRequest::Pause { on: false } => Subject::Resume,
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
    pub(super) from: Option<Side>,
    /// The node of the game. The proposal lapses when the game is at another one.
    live: NodeId,
    pub(super) change: ProposedChange,
}

/// The open proposal, if there is one.
#[derive(Debug, Default)]
pub(super) struct Proposals {
    open: Option<Proposal>,
    /// The number of proposals so far.
    count: u64,
}

impl Proposals {
    pub(super) fn section(&self) -> Option<ProposalSection> {
        self.open.as_ref().map(|open| ProposalSection {
            number: open.number,
            from: open.from,
            subject: open.change.subject(),
        })
    }

    /// A player proposes a change of the game, which is at `live`. It replaces an own proposal.
    pub(super) fn propose(
        &mut self,
        from: Option<Side>,
        live: NodeId,
        change: ProposedChange,
    ) -> Result<Proposed, String> {
        if self.open.as_ref().is_some_and(|open| open.from != from) {
            return Err("answer the other player first".to_owned());
        }
        self.count += 1;
        self.open = Some(Proposal {
            number: self.count,
            from,
            live,
            change,
        });
        Ok(Proposed { proposed: true })
    }

    /// Drops a proposal whose game has moved on; `live` is `None` if the game has ended.
    pub(super) fn drop_lapsed(&mut self, live: Option<NodeId>) {
        self.open.take_if(|open| Some(open.live) != live);
    }

    /// Takes a proposal that the player `side` accepts or declines, or withdraws if it is their own.
    pub(super) fn take(
        &mut self,
        number: u64,
        side: Option<Side>,
        accept: bool,
        devices: &Devices,
    ) -> Result<Proposal, String> {
        let gone = "this proposal is no longer open";
        let open = self.open.as_ref().filter(|open| open.number == number);
        let from = open.ok_or(gone)?.from;
        let is_own = side == from;
        let mut others = Side::ALL.into_iter().filter(|&other| Some(other) != from);
        let is_other = side.is_some_and(|side| others.clone().any(|other| other == side));
        // Nobody else can answer if the other player is not connected.
        let is_alone = !others.any(|other| devices.is_connected(other));
        if !(is_other || is_own && (is_alone || !accept)) {
            return Err("only the other player can answer".to_owned());
        }
        self.open.take().ok_or_else(|| gone.to_owned())
    }
}

/// An open proposal.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ProposalSection {
    /// The number that its answer repeats.
    number: u64,
    /// The player who proposes it; `None` for a page that has taken no side.
    from: Option<Side>,
    #[serde(flatten)]
    subject: Subject,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_is_answered_by_the_other_player_while_the_game_is_where_it_was() {
        let [one, two] = Side::ALL.map(Some);
        let mut devices = Devices::default();
        devices.take(1, one);
        devices.take(2, two);
        let mut proposals = Proposals::default();
        let undo = || ProposedChange::Request(Box::new(ClientRequest::Undo));
        assert!(proposals.propose(one, 7, undo()).is_ok());
        assert!(proposals.propose(two, 7, undo()).is_err());
        proposals.drop_lapsed(Some(7));
        for side in [None, one] {
            assert!(proposals.take(1, side, true, &devices).is_err());
        }
        assert!(proposals.take(1, two, true, &devices).is_ok());
        assert!(proposals.take(1, two, true, &devices).is_err());
        assert!(proposals.propose(one, 7, undo()).is_ok());
        assert!(proposals.take(2, one, false, &devices).is_ok(), "withdrawn");
        for live in [Some(8), None] {
            assert!(proposals.propose(two, 7, undo()).is_ok());
            proposals.drop_lapsed(live);
            assert_eq!(proposals.section().map(|open| open.number), None);
        }
        // Without the other player the game must be able to go on.
        assert!(proposals.propose(one, 7, undo()).is_ok());
        devices.disconnect(2);
        assert!(proposals.take(5, one, true, &devices).is_ok());
    }
}
