//! Games between two people by link, with any messenger and no server: after each move the player sends a link with
//! the whole game, and opening it puts the move on the saved game of the other player. Both saves have the id of the
//! game.
//!
//! A link never changes one's own moves, so a link that is opened twice, late, or by its sender does no harm.

mod sent_game;

use serde::{Deserialize, Serialize};

use super::BoardSession;
use super::checks::checked_name;
use super::game::clock::TimeControls;
use super::game::current_game::CurrentGame;
use super::game::ending::GameEnd;
use super::game::opening::{GameOrigin, PendingGame};
use super::game::record::{self, SavedBoard};
use super::game::series::Series;
use super::pages::ClientId;
use super::pages::answers::{BeginAnswer, LinkAnswer, LinkNews};
use super::pages::messages::NewGame;
use super::pages::sections::LinkSection;
use super::players::player::PlayerConfig;
use super::refusal::Refusal;
use ringstack_engine::play::record::{GameRecord, MoveRecord, Termination};
use ringstack_engine::rules::{Outcome, Side};
use sent_game::SentGame;

/// A game by link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkedGame {
    /// The same for both players.
    pub id: String,
    /// The side of the user.
    pub own: Side,
}

/// What a link adds to a game.
#[derive(Debug, Default, PartialEq)]
struct Added {
    moves: Vec<String>,
    /// Whether the other player has resigned.
    resigns: bool,
}

impl CurrentGame {
    /// The game by link for pages.
    pub(super) fn link_section(&self, players: [String; 2]) -> Option<LinkSection> {
        let LinkedGame { id, own } = self.link.as_ref()?;
        let to = !*own;
        let must_send = match &self.ending {
            None => self.tree.to_act(self.live) == Some(to),
            Some(end) if end.rules.is_none() => end.outcome == Outcome::Win(to),
            Some(_) => self.tree.mover(self.live) == Some(*own),
        };
        let moves = self.tree.moves(self.live).into_iter();
        let record = || GameRecord {
            moves: moves.map(MoveRecord::new).collect(),
            ..self.facts(players)
        };
        Some(LinkSection {
            own: *own,
            send: must_send.then(|| sent_game::write(id, to, record())),
        })
    }

    /// What a link adds to this game for the player of the side `own`.
    fn added_by(&self, own: Side, sent: &SentGame) -> Result<Added, Refusal> {
        let (played, moves) = (self.tree.moves(self.live), sent.moves());
        let is_same = self.id == sent.game.state.id() && self.start == sent.game.start;
        if !is_same || played.iter().zip(&moves).any(|(a, b)| a != b) {
            return Err(Refusal::LinkMoves);
        }
        if self.ending.is_some() {
            return Ok(Added::default());
        }
        let tree = &sent.game.tree;
        let line = tree.main_line(tree.root()).into_iter();
        if line
            .skip(played.len())
            .any(|node| tree.mover(node) == Some(own))
        {
            return Err(Refusal::LinkOwnMoves);
        }
        let decided = sent.game.ending.as_ref().filter(|end| end.rules.is_none());
        let resigns = decided.is_some_and(|end| end.outcome == Outcome::Win(own));
        if decided.is_some() && !resigns {
            return Err(Refusal::LinkResult);
        }
        Ok(Added {
            moves: moves.into_iter().skip(played.len()).collect(),
            resigns,
        })
    }
}

impl BoardSession {
    /// The link data of a new game that the user plays by link.
    pub(super) fn new_link(&self, new: &NewGame) -> Result<Option<LinkedGame>, Refusal> {
        let Some(own) = new.by_link else {
            return Ok(None);
        };
        let is_plain =
            new.time == TimeControls::None && new.players.iter().all(PlayerConfig::is_human);
        if !is_plain {
            return Err(Refusal::LinkPeople);
        }
        let id = format!("{:x}-{}", self.unix_ms, self.saves.run());
        Ok(Some(LinkedGame { id, own }))
    }

    /// Opens a link: puts its moves on the saved game, or begins the game that it holds. `name` is the name of the
    /// user.
    pub(super) fn open_link(
        &mut self,
        client: ClientId,
        link: &str,
        name: String,
    ) -> Result<LinkAnswer, Refusal> {
        let sent = SentGame::read(link, self.game.tree.next())?;
        let on_board = self.game.link.clone().filter(|link| link.id == sent.id);
        let (own, file, added) = match on_board {
            Some(LinkedGame { own, .. }) => (own, None, self.game.added_by(own, &sent)?),
            None => {
                let Some(file) = self.file_of_link(&sent.id) else {
                    return self.begin_sent(client, sent, name);
                };
                let record = self.read_saved(&file)?;
                let saved = CurrentGame::new(record::open(&record, 1)?);
                let own = saved.link.as_ref().map_or(sent.to, |link| link.own);
                (own, Some(file), saved.added_by(own, &sent)?)
            }
        };
        let begun = file.map(|file| self.open_saved(Some(client), file));
        let saved = begun.transpose()?.and_then(BeginAnswer::saved);
        let news = match (&added.moves[..], added.resigns) {
            ([], false) if sent.to != own => LinkNews::Own,
            ([], false) => LinkNews::None,
            _ => LinkNews::Added,
        };
        if news == LinkNews::Added {
            self.name_friend(!own, &sent);
        }
        for token in added.moves {
            self.play(self.game.live, &token, true)?;
        }
        if added.resigns && self.game.ending.is_none() {
            let outcome = Outcome::Win(own);
            self.end_game(GameEnd::by(outcome, Termination::Resignation));
        }
        Ok(LinkAnswer { saved, news })
    }

    /// Begins the game of a link that is not known here.
    fn begin_sent(
        &mut self,
        client: ClientId,
        sent: SentGame,
        name: String,
    ) -> Result<LinkAnswer, Refusal> {
        let SentGame { id, to, game } = sent;
        let mut opened = game;
        let name = checked_name(name)?;
        if let Some(own) = opened
            .names
            .get_mut(to.index())
            .filter(|_| !name.is_empty())
        {
            *own = name;
        }
        let players = opened
            .names
            .clone()
            .map(|name| PlayerConfig::Human { name });
        opened.tags = self.date_tags();
        opened.board = Some(SavedBoard {
            link: Some(LinkedGame { id, own: to }),
            ..SavedBoard::new(players, TimeControls::None)
        });
        let origin = GameOrigin::New {
            series: Series::default(),
            swapped: false,
        };
        let begun = self.begin_or_propose(Some(client), PendingGame { opened, origin })?;
        Ok(LinkAnswer {
            saved: begun.saved(),
            news: LinkNews::New,
        })
    }

    /// Takes over the name that the other player has given.
    fn name_friend(&mut self, side: Side, sent: &SentGame) {
        let name = sent
            .game
            .names
            .get(side.index())
            .filter(|name| !name.is_empty());
        if let (Some(name), Some(friend)) = (name, self.game.players.get_mut(side.index())) {
            *friend = PlayerConfig::Human { name: name.clone() };
        }
    }

    /// The saved game with this id that has the most moves: it may have been copied.
    fn file_of_link(&mut self, id: &str) -> Option<String> {
        self.save_if_due();
        let games = self.saves.list(self.files.as_ref(), usize::MAX);
        let linked = games
            .into_iter()
            .filter(|game| game.link_id.as_deref() == Some(id));
        linked.max_by_key(|game| game.summary.plies)?.file
    }
}
