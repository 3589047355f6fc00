//! What each device may do now, and why not. The owner's pages may do everything that no other player must agree to; a
//! guest with a seat may do what its player may; everyone else watches. A game between two devices or by link is fair:
//! nobody gets the help of an engine or of other games before it ends.

use serde::Serialize;

use super::super::game::current_game::CurrentGame;
use super::super::game::record::LinkedGame;
use super::super::messages::requests::{AnalysisRequest, ClientRequest as Request};
use super::super::messages::{ClientId, PlayerConfig};
use super::super::refusal::Refusal;
use super::devices::{Devices, Seat};
use ringstack_engine::rules::Side;

/// What a page may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SeatSection {
    #[serde(flatten)]
    seat: Seat,
    can: Permissions,
}

/// What a page may do now: `None`, or why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Permissions {
    /// The side for which the page can resign.
    resign: Option<Side>,
    takeback: Option<Refusal>,
    draw: Option<Refusal>,
    pause: Option<Refusal>,
    undo: Option<Refusal>,
    /// To continue the game at another position.
    live: Option<Refusal>,
    /// To set the result.
    result: Option<Refusal>,
    /// Help in the game.
    hint: Option<Refusal>,
    /// Analysis and explorer.
    analyse: Option<Refusal>,
    review: Option<Refusal>,
}

/// The rights of the pages, as the game and the devices give them.
#[derive(Clone, Copy, Debug)]
pub struct Rights<'a> {
    pub game: &'a CurrentGame,
    pub devices: &'a Devices,
    /// Whether two people on one device both want the help of an engine.
    pub wants_assistance: bool,
}

impl Rights<'_> {
    /// What a page may do.
    pub fn seat(&self, client: ClientId) -> SeatSection {
        let why = |request: Request| self.check(client, &request).err();
        let (engine, ms, node) = (0, 0, self.game.live());
        let analyse = why(Request::Analyse(AnalysisRequest {
            on: true,
            node,
            engine,
            lines: 1,
            ms,
            only: Vec::new(),
        }));
        let is_helped = !self.is_between_people() || self.wants_assistance;
        let own = self.own_side(client);
        SeatSection {
            seat: self.devices.seat(client),
            can: Permissions {
                resign: self.resigning_side(client),
                takeback: why(Request::Takeback { side: own }),
                draw: why(Request::OfferDraw),
                pause: why(Request::Pause { on: true }),
                undo: why(Request::Undo),
                live: why(Request::Live { node }),
                result: why(Request::Result { winner: None }),
                hint: analyse
                    .clone()
                    .or_else(|| (!is_helped).then_some(Refusal::NoHelp)),
                review: why(Request::Review {
                    on: true,
                    engine,
                    ms,
                }),
                analyse,
            },
        }
    }

    /// Refuses a request that the page may not make now.
    pub fn check(&self, client: ClientId, request: &Request) -> Result<(), Refusal> {
        self.check_seat(client, request)?;
        self.check_help(request)?;
        self.check_link(request)?;
        self.check_game(client, request)
    }

    /// Whether two people play on this board, and the seats of their devices count.
    fn has_seats(&self) -> bool {
        self.game.is_for_two() && self.game.link().is_none() && !self.game.is_on_one_device()
    }

    /// Whether a game on two devices is on the board.
    pub fn is_on_two_devices(&self) -> bool {
        self.has_seats() && self.devices.are_two()
    }

    /// Whether a game between two devices is running.
    pub fn is_between_devices(&self) -> bool {
        self.is_on_two_devices() && self.game.ending().is_none()
    }

    /// Whether people play each other, and the game goes on.
    fn is_between_people(&self) -> bool {
        self.game.is_for_two() && self.game.ending().is_none() && !self.game.is_record()
    }

    /// Whether a page moves for a side.
    fn holds(&self, client: ClientId, side: Side) -> bool {
        match self.has_seats() {
            true => self.devices.holds(client, side),
            false => self.devices.is_owner(client),
        }
    }

    /// The side that a page plays; `None` for both, or none.
    fn own_side(&self, client: ClientId) -> Option<Side> {
        match self.game.link() {
            Some(link) => Some(link.own),
            None => self.devices.side_of(client).filter(|_| self.has_seats()),
        }
    }

    /// The side for which a page can resign: its own, the only human, or the human to move.
    fn resigning_side(&self, client: ClientId) -> Option<Side> {
        let is_human = |side: Side| {
            let player = self.game.players().get(side.index());
            player.is_some_and(PlayerConfig::is_human)
        };
        let mut humans = Side::ALL.into_iter().filter(|&side| is_human(side));
        let side = self
            .own_side(client)
            .or(match (humans.next(), humans.next()) {
                (only, None) => only,
                _ => self.game.tree().to_act(self.game.live()),
            })?;
        (self.game.ending().is_none() && self.holds(client, side)).then_some(side)
    }

    /// Refuses what the seat of a page does not allow.
    fn check_seat(&self, client: ClientId, request: &Request) -> Result<(), Refusal> {
        if request.is_question() {
            return Ok(());
        }
        let is_owner = self.devices.is_owner(client);
        let is_player = self.has_seats() && self.devices.side_of(client).is_some();
        let holds = |side| self.holds(client, side);
        let to_act = self.game.tree().to_act(self.game.live());
        let is_allowed = match request {
            Request::Hello { .. } | Request::BestLine(_) => true,
            // In a study a variation continues the game, too.
            Request::Play { node, game, .. }
            | Request::Touches {
                node,
                play: Some(game),
                ..
            } => {
                let is_free = self.game.ending().is_some() && !game;
                let is_aside = !game && (is_free || !self.is_between_devices());
                let in_game = *game || *node == self.game.live();
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
                is_owner || is_player && !self.game.tree().contains(*node, self.game.live())
            }
            Request::Undo => is_owner || is_player && !self.game.undo_moves_game(),
            Request::Rematch
            | Request::AnswerProposal { .. }
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

    /// Refuses help during a game between two devices or by link, and on one device without the consent of both.
    fn check_help(&self, request: &Request) -> Result<(), Refusal> {
        let is_help = matches!(
            request,
            Request::Analyse(AnalysisRequest { on: true, .. })
                | Request::Review { on: true, .. }
                | Request::Explore { .. }
        );
        // A game by link may take weeks, and must not stop the puzzles.
        let is_elsewhere = matches!(request, Request::BestLine(_));
        let is_shared = self.is_between_devices();
        let is_by_link = self.game.link().is_some() && self.game.ending().is_none();
        // Two people without clocks may study together.
        let is_alone = !self.is_between_people() || self.game.is_study();
        let is_free = !is_shared && !is_by_link && (is_alone || self.wants_assistance);
        match is_help && !is_free || is_elsewhere && is_shared {
            true => Err(Refusal::NoHelp),
            false => Ok(()),
        }
    }

    /// Refuses what would change the game by link on the board in another way than by the user's own moves.
    fn check_link(&self, request: &Request) -> Result<(), Refusal> {
        let Some(LinkedGame { own, .. }) = self.game.link() else {
            return Ok(());
        };
        match request {
            Request::Play { game: true, .. }
            | Request::Touches {
                play: Some(true), ..
            } if self.game.tree().to_act(self.game.live()) == Some(!*own) => {
                Err(Refusal::FriendToMove)
            }
            Request::Resign { side } if side != own => Err(Refusal::OtherSide),
            Request::Player { player, .. } if !player.is_human() => Err(Refusal::LinkPeople),
            Request::Live { .. } | Request::Result { .. } | Request::OfferDraw => {
                Err(Refusal::LinkKeeps)
            }
            Request::Undo if self.game.undo_moves_game() => Err(Refusal::LinkKeeps),
            _ => Ok(()),
        }
    }

    /// Refuses what the state of the game does not allow, and what changes the game between two devices without the
    /// other player's consent.
    fn check_game(&self, client: ClientId, request: &Request) -> Result<(), Refusal> {
        let game = &self.game;
        let is_possible = match request {
            Request::Takeback { side } => game.check_take_back(*side).map(drop),
            Request::OfferDraw => game.check_draw(),
            Request::Pause { on: true } if !game.can_pause() => Err(Refusal::NoPause),
            Request::Undo if !game.has_edits() => Err(Refusal::NoEdit),
            Request::Review { on: true, .. }
                if game.tree().main_line(game.tree().root()).is_empty() =>
            {
                Err(Refusal::NoMoves)
            }
            _ => Ok(()),
        };
        is_possible?;
        match self.is_between_devices() && self.changes_shared_game(client, request) {
            true => Err(Refusal::TwoDevices),
            false => Ok(()),
        }
    }

    /// Whether a request changes the game itself, and not only what its own player may change, or begins another
    /// game that cannot wait for consent.
    fn changes_shared_game(&self, client: ClientId, request: &Request) -> bool {
        match request {
            Request::Live { .. } | Request::Result { .. } | Request::OpenLink { .. } => true,
            Request::Remove { node } => self.game.tree().contains(*node, self.game.live()),
            Request::Undo => self.game.undo_moves_game(),
            Request::Player { side, player } => {
                !player.is_human() || self.devices.side_of(client) != Some(*side)
            }
            _ => false,
        }
    }
}
