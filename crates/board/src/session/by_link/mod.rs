//! Games between two people by link, with any messenger and no server: after each move the player sends a link with
//! the whole game, and opening it puts the move on the saved game of the other player. Both saves have the id of the
//! game.
//!
//! A link never changes one's own moves, so a link that is opened twice, late, or by its sender does no harm.

pub mod sent_game;

use serde::Serialize;

use super::checks::checked_name;
use super::game::current_game::CurrentGame;
use super::game::entry::GameEntry;
use super::game::record::{LinkedGame, SavedBoard};
use super::game::series::Series;
use super::messages::requests::NewGame;
use super::messages::{PlayerConfig, TimeControls};
use super::opening::{GameOrigin, PendingGame};
use super::refusal::Refusal;
use ringstack_engine::play::record::{GameRecord, MoveRecord};
use ringstack_engine::rules::{Outcome, Side};
use sent_game::SentGame;

/// A game by link.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LinkSection {
    /// The side of the user.
    pub own: Side,
    /// The text after `#link/` if the other player must get it.
    pub send: Option<String>,
}

/// The answer to the link of a game by link; the game is on the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LinkAnswer {
    /// The game that was on the board before, if it was another one and was saved.
    pub saved: Option<GameEntry>,
    pub news: LinkNews,
}

/// What a link brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LinkNews {
    /// A game that was not known here.
    New,
    /// Moves of the other player, or their resignation.
    Added,
    /// Nothing: the game here is as far, or further.
    None,
    /// Nothing: the link is for the other player.
    Own,
}

/// What a link adds to a game.
#[derive(Debug, Default, PartialEq)]
pub struct Added {
    pub moves: Vec<String>,
    /// Whether the other player has resigned.
    pub resigns: bool,
}

/// The game by link for pages.
pub fn section(game: &CurrentGame, players: [String; 2]) -> Option<LinkSection> {
    let LinkedGame { id, own } = game.link()?;
    let (tree, live, to) = (game.tree(), game.live(), !*own);
    let must_send = match game.ending() {
        None => tree.to_act(live) == Some(to),
        Some(end) if end.rules.is_none() => end.outcome == Outcome::Win(to),
        Some(_) => tree.mover(live) == Some(*own),
    };
    let record = || GameRecord {
        moves: tree.moves(live).into_iter().map(MoveRecord::new).collect(),
        ..game.facts(players)
    };
    Some(LinkSection {
        own: *own,
        send: must_send.then(|| sent_game::write(id, to, record())),
    })
}

/// The link data of a new game if the user plays it by link; `id` is for a new one.
pub fn new_link(new: &NewGame, id: String) -> Result<Option<LinkedGame>, Refusal> {
    let Some(own) = new.by_link else {
        return Ok(None);
    };
    let is_plain = new.time == TimeControls::None && new.players.iter().all(PlayerConfig::is_human);
    match is_plain {
        true => Ok(Some(LinkedGame { id, own })),
        false => Err(Refusal::LinkPeople),
    }
}

impl SentGame {
    /// What the link adds to a game for the player of the side `own`.
    pub fn added_to(&self, game: &CurrentGame, own: Side) -> Result<Added, Refusal> {
        let (played, moves) = (game.tree().moves(game.live()), self.moves());
        let sent = &self.game;
        let is_same = game.id() == sent.state.id() && game.start() == &sent.start;
        if !is_same || played.iter().zip(&moves).any(|(a, b)| a != b) {
            return Err(Refusal::LinkMoves);
        }
        if game.ending().is_some() {
            return Ok(Added::default());
        }
        let tree = &sent.tree;
        let line = tree.main_line(tree.root()).into_iter();
        if line
            .skip(played.len())
            .any(|node| tree.mover(node) == Some(own))
        {
            return Err(Refusal::LinkOwnMoves);
        }
        let decided = sent.ending.as_ref().filter(|end| end.rules.is_none());
        let resigns = decided.is_some_and(|end| end.outcome == Outcome::Win(own));
        if decided.is_some() && !resigns {
            return Err(Refusal::LinkResult);
        }
        Ok(Added {
            moves: moves.into_iter().skip(played.len()).collect(),
            resigns,
        })
    }

    /// What the link brings to the player of the side `own`.
    pub fn news(&self, added: &Added, own: Side) -> LinkNews {
        match (&added.moves[..], added.resigns) {
            ([], false) if self.to != own => LinkNews::Own,
            ([], false) => LinkNews::None,
            _ => LinkNews::Added,
        }
    }

    /// The game as a new one. `name` is the name of the user.
    pub fn begin(self, name: String, date: Vec<(String, String)>) -> Result<PendingGame, Refusal> {
        let SentGame {
            id,
            to: own,
            game: mut opened,
        } = self;
        let name = checked_name(name)?;
        let names = opened.names.iter_mut().zip(Side::ALL);
        for (known, _) in names.filter(|&(_, side)| side == own && !name.is_empty()) {
            known.clone_from(&name);
        }
        let players = opened.names.clone();
        let players = players.map(|name| PlayerConfig::Human { name });
        opened.tags = date;
        opened.board = Some(SavedBoard {
            link: Some(LinkedGame { id, own }),
            ..SavedBoard::new(players, TimeControls::None)
        });
        let origin = GameOrigin::New {
            series: Series::default(),
            swapped: false,
        };
        Ok(PendingGame { opened, origin })
    }

    /// The player of a side, if the link has a name.
    pub fn player(&self, side: Side) -> Option<PlayerConfig> {
        let name = self.game.names.get(side.index())?.clone();
        (!name.is_empty()).then_some(PlayerConfig::Human { name })
    }
}
