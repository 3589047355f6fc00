//! Beginning a game: a new one, an opened record, or a continued save.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use serde_json::{Value, json};

use super::super::BoardSession;
use super::super::pages::answers::{BeginAnswer, Begun};
use super::super::pages::messages::NewGame;
use super::super::pages::{ClientId, RequestAnswer, Requester};
use super::super::players::player::PlayerConfig;
use super::super::position::position;
use super::super::refusal::Refusal;
use super::super::study::explorer::OpenedFile;
use super::clock::TimeControls;
use super::current_game::CurrentGame;
use super::record::{OpenedGame, SavedBoard};
use super::series::Series;
use super::set_up::WantedGame;
use super::tree::{GameTree, Status};
use ringstack_engine::play::{GameState, Start};
use ringstack_engine::rules::Side;

/// A game that is about to begin.
#[derive(Debug)]
pub struct PendingGame {
    pub opened: OpenedGame,
    pub origin: GameOrigin,
}

/// Where a game comes from.
#[derive(Debug)]
pub enum GameOrigin {
    /// A new game.
    New {
        series: Series,
        /// Whether the players of the game on the board swap sides.
        swapped: bool,
    },
    /// An opened record, and the file that contains it if there are several games in it.
    Record(Option<Box<OpenedFile>>),
    /// A save that is continued, by its file.
    Save(String),
}

/// A game without moves.
pub fn fresh(state: Box<dyn GameState>, first: u64) -> OpenedGame {
    let start = match state.start() {
        Start::Startpos => Start::Startpos,
        Start::Fen(_) => Start::Fen(state.fen()),
    };
    let tree = GameTree::new(first, Status::of(state.as_ref()));
    OpenedGame {
        state,
        start,
        live: tree.root(),
        tree,
        ending: None,
        names: Default::default(),
        tags: Vec::new(),
        board: None,
    }
}

impl BoardSession {
    /// Starts the first game: a user against the first engine, at a low level unless the command line sets
    /// one.
    pub(in super::super) fn welcome(&mut self, fen: Option<String>) -> Result<(), String> {
        let second = match self.engines.entries().first() {
            Some(entry) => PlayerConfig::Engine {
                engine: 0,
                level: entry.welcome_level(),
            },
            None => PlayerConfig::human(),
        };
        let new = NewGame {
            game: None,
            fen,
            random: None,
            players: [PlayerConfig::human(), second],
            time: TimeControls::None,
            series: 0,
            swapped: false,
            one_device: false,
            by_link: None,
        };
        self.new_game(None, new, Series::default())?;
        Ok(())
    }

    /// Starts the game that a page requests. The answer follows later if a set-up must be found first.
    pub(in super::super) fn request_game(
        &mut self,
        requester: Requester,
        mut new: NewGame,
    ) -> Result<Option<Value>, Refusal> {
        let Some(set_up) = new.random.take() else {
            let series = Series::of(new.series);
            let begun = self.new_game(Some(requester.0), new, series)?;
            return Ok(Some(json!(begun)));
        };
        if new.fen.is_some() {
            return Err("random: not allowed together with a FEN".into());
        }
        let game = self.game.known_game(&new.game)?;
        // Another game may be on the board when the set-up is found.
        new.game = Some(game.to_owned());
        self.drop_wanted_game();
        let search = self.set_up.begin(WantedGame {
            requester,
            new,
            game,
            set_up,
        });
        self.outputs.extend(search);
        Ok(None)
    }

    /// Drops the game that waits for a set-up, because a page has requested another one.
    pub(in super::super) fn drop_wanted_game(&mut self) {
        if let Some((client, id)) = self.set_up.drop_wanted() {
            let result = Err(Refusal::OtherGameRequested);
            self.answer(RequestAnswer { client, id, result });
        }
    }

    /// Begins the game for which a set-up was found. Returns the answer.
    pub(in super::super) fn set_up_found(
        &mut self,
        fen: Result<String, String>,
    ) -> Option<RequestAnswer> {
        let Some(WantedGame { requester, new, .. }) = self.set_up.found() else {
            self.outputs.extend(self.set_up.search());
            return None;
        };
        let (client, id) = requester;
        let result = fen.map_err(Refusal::from).and_then(|fen| {
            let series = Series::of(new.series);
            let fen = Some(fen);
            let begun = self.new_game(Some(client), NewGame { fen, ..new }, series)?;
            Ok(json!(begun))
        });
        Some(RequestAnswer { client, id, result })
    }

    /// Starts a new game, or proposes it to the other player. The answer has the entry of the previous game
    /// if it was saved. `client` is the page that requests the game.
    pub(in super::super) fn new_game(
        &mut self,
        client: Option<ClientId>,
        new: NewGame,
        series: Series,
    ) -> Result<BeginAnswer, Refusal> {
        new.time.check()?;
        let link = self.new_link(&new)?;
        let game = new.game.as_deref().unwrap_or(self.game.id);
        let state = position(game, new.fen.as_deref())?;
        let [one, two] = new.players;
        let players = [self.checked_player(one)?, self.checked_player(two)?];
        let mut opened = fresh(state, self.game.tree.next());
        opened.tags = self.date_tags();
        let round = series.number().map(|n| ("Round".to_owned(), n.to_string()));
        opened.tags.extend(round);
        opened.board = Some(SavedBoard {
            link,
            one_device: new.one_device,
            ..SavedBoard::new(players, new.time)
        });
        let swapped = new.swapped;
        let origin = GameOrigin::New { series, swapped };
        self.begin_or_propose(client, PendingGame { opened, origin })
    }

    /// Puts a game on the board and saves the previous one first. Returns its entry if it was saved.
    pub(in super::super) fn begin(&mut self, pending: PendingGame) -> Begun {
        self.save_if_due();
        let saved = self.entry();
        self.stop_thinking();
        self.stop_analysis();
        self.stop_review();
        let PendingGame { opened, origin } = pending;
        let names = opened.names.clone();
        let number = self.game.number + 1;
        self.game = CurrentGame {
            number,
            ..CurrentGame::new(opened)
        };
        self.study.explorer.explore(None);
        let mut save = None;
        // A game by link is kept before its first move, too: the other player may make it.
        let is_unsaved = matches!(origin, GameOrigin::Record(_)) || self.game.link.is_some();
        match origin {
            GameOrigin::New { series, swapped } => {
                self.game.series = series;
                self.game.swapped = swapped;
            }
            GameOrigin::Record(file) => self.study.explorer.explore(file.map(|file| *file)),
            GameOrigin::Save(file) => {
                save = Some(file);
                self.game.paused = self.game.clock.is_some();
                // The list of engines may have changed since.
                for (side, name) in Side::ALL.into_iter().zip(names) {
                    if self.player_name(side) != name {
                        self.game.players[side.index()] = PlayerConfig::Human { name };
                    }
                }
            }
        }
        // A program that starts again knows the seats from the game that goes on.
        if self.pages.is_empty() {
            self.devices.turned = self.game.turned;
        }
        self.devices.begin_game(self.game.swapped);
        self.game.turned = self.devices.turned;
        self.saves.begin_file(save, self.unix_ms);
        self.pages.start_over();
        if self.game.ending.is_none() {
            self.next_turn();
        }
        if is_unsaved {
            self.mark_unsaved();
        }
        Begun { saved }
    }
}
