//! What each device may do. The owner's pages may do everything that no other player must agree to; a guest with a
//! seat may do what its player may; everyone else watches.

use super::super::BoardSession;
use super::super::pages::ClientId;
use super::super::pages::messages::ClientRequest;
use super::super::refusal::Refusal;
use super::player::PlayerConfig;
use ringstack_engine::rules::Side;

impl BoardSession {
    /// Whether two people play on this board, and the seats of their devices count.
    pub(super) fn has_seats(&self) -> bool {
        let for_two = self.game.players.iter().all(PlayerConfig::is_human);
        for_two && self.game.link.is_none() && !self.game.one_device
    }

    /// Whether a page moves for a side.
    fn holds(&self, client: ClientId, side: Side) -> bool {
        match self.has_seats() {
            true => self.devices.holds(client, side),
            false => self.devices.is_owner(client),
        }
    }

    /// Refuses what the seat of a page does not allow.
    pub(in super::super) fn check_seat(
        &self,
        client: ClientId,
        request: &ClientRequest,
    ) -> Result<(), Refusal> {
        use ClientRequest as Request;
        if request.is_question() {
            return Ok(());
        }
        let is_owner = self.devices.is_owner(client);
        let is_player = self.has_seats() && self.devices.side_of(client).is_some();
        let holds = |side| self.holds(client, side);
        let to_act = self.game.tree.to_act(self.game.live);
        let is_allowed = match request {
            Request::Hello { .. } | Request::BestLine(_) => true,
            // In a study a variation continues the game, too.
            Request::Play { node, game, .. }
            | Request::Touches {
                node,
                play: Some(game),
                ..
            } => {
                let is_free = self.game.ending.is_some() && !game;
                let is_aside = !game && (is_free || !self.is_between_devices());
                let in_game = *game || *node == self.game.live;
                is_aside && (is_owner || is_free && is_player)
                    || in_game && to_act.map_or(is_owner || is_player, holds)
            }
            Request::Resign { side } | Request::Takeback { side: Some(side) } => holds(*side),
            Request::Player { side, player } => is_owner || holds(*side) && player.is_human(),
            Request::Takeback { side: None } => Side::ALL.into_iter().all(holds),
            Request::OfferDraw => Side::ALL.into_iter().any(holds),
            Request::New(new) => {
                let is_plain = new.players.iter().all(PlayerConfig::is_human)
                    && new.by_link.is_none()
                    && !new.one_device;
                is_owner || is_player && is_plain
            }
            Request::Remove { node } => {
                is_owner || is_player && !self.game.tree.contains(*node, self.game.live)
            }
            Request::Undo => is_owner || is_player && !self.game.undo_moves_game(),
            Request::AnswerProposal { .. }
            | Request::Pause { .. }
            | Request::Import(_)
            | Request::StopOpening
            | Request::Analyse(_)
            | Request::Review { .. }
            | Request::Explore { .. }
            | Request::Promote { .. }
            | Request::Comment { .. }
            | Request::Draw { .. }
            | Request::Mark { .. } => is_owner || is_player,
            _ => is_owner,
        };
        match is_allowed {
            true => Ok(()),
            false if is_owner || is_player => Err(Refusal::OtherSide),
            false => Err(Refusal::NoSeat),
        }
    }
}
