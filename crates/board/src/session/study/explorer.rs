//! The opening explorer: which moves were played in a position, in the saved games or in the games of an
//! opened file. Games are read once, a few at a time; a saved game is read again when its file changes.
//!
//! The answer to `explore` is `{"games":12,"moves":[{"token":"c3","results":[4,3,1,0]}]}`: the number of
//! games with the same rules, and the moves, the most frequent first, each with the wins of player 1, the
//! wins of player 2, draws, and games without a result. The index of a library counts like an opened file.
//! Symmetric positions count together. The game on the board does not count among the saved games, because it
//! would only repeat what its moves show.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use serde::Serialize;

use super::super::files::{FileStamp, Files, newest};
use super::super::game::current_game::CurrentGame;
use super::super::game::record::read_save;
use super::super::messages::answers::{Explored, ExploredMove};
use super::super::messages::requests::ExploredGames;
use super::super::messages::{NodeId, ProgressSection, RequestAnswer, Requester};
use super::super::refusal::Refusal;
use ringstack_engine::play::GameState;
use ringstack_engine::play::index::{DEFAULT_PLIES, Index, IndexError, KeyedGame, next_moves};
use ringstack_engine::play::record::Reader;
use ringstack_engine::play::record::summary::summary;

/// The number of games that are read before other requests are handled: about 15 ms.
const BATCH: usize = 50;

/// The number of games in a file of which only the first moves are kept, as in an index.
const MANY: usize = 20_000;

/// The games that the explorer knows.
#[derive(Debug, Default)]
pub struct Explorer {
    /// The saved games by file; `None` if a file cannot be read.
    saves: BTreeMap<String, (FileStamp, Option<KeyedGame>)>,
    /// The saves that have not been read yet.
    unread: Vec<(String, FileStamp)>,
    /// The file with several games from which the game on the board was opened.
    file: Option<OpenedFile>,
    /// The opened index of a library. It stays when another game begins, and counts instead of the file.
    index: Option<Index<Cursor<Vec<u8>>>>,
    /// The requests that wait for games.
    waiting: Vec<(Requester, NodeId, ExploredGames)>,
    /// The number of saves that had to be read for them.
    to_read: usize,
}

/// The moves of a saved game. The board writes tokens, which need not be read tolerantly.
fn keyed(text: &str) -> Option<KeyedGame> {
    if let Ok(found) = summary(text)
        && let tokens = found.tokens.iter().map(String::as_str)
        && let Some((game, true)) = KeyedGame::new(&found.record, tokens, usize::MAX)
    {
        return Some(game);
    }
    let record = read_save(text).ok()?;
    Some(KeyedGame::new(&record, record.tokens(), usize::MAX)?.0)
}

/// A file with several games.
#[derive(Debug)]
pub struct OpenedFile {
    /// The number of games in the file.
    count: usize,
    /// The games that have been read.
    games: Vec<KeyedGame>,
    /// Reads the others.
    rest: Option<Reader<Cursor<Arc<[u8]>>>>,
}

impl OpenedFile {
    /// A file whose games are read when they are explored. `game` is the game of records that do not name one.
    pub fn new(text: Arc<[u8]>, game: &str, count: usize) -> OpenedFile {
        OpenedFile {
            count,
            games: Vec::new(),
            rest: Some(Reader::new(Cursor::new(text), Some(game))),
        }
    }

    /// The section of the state.
    fn section(&self) -> FileSection {
        FileSection { games: self.count }
    }

    fn read_batch(&mut self) {
        let Some(reader) = &mut self.rest else { return };
        let plies = match self.count > MANY {
            true => DEFAULT_PLIES,
            false => usize::MAX,
        };
        let batch = reader.by_ref().take(BATCH);
        let mut count = 0;
        self.games.extend(batch.filter_map(|game| {
            count += 1;
            let record = game.ok()?;
            Some(KeyedGame::new(&record, record.tokens(), plies)?.0)
        }));
        if count < BATCH {
            self.rest = None;
        }
    }
}

impl Explorer {
    /// Opens the index of a library. Returns the number of its games.
    pub fn open_index(&mut self, bytes: Vec<u8>) -> Result<usize, IndexError> {
        self.index = Some(Index::new(Cursor::new(bytes))?);
        Ok(self.indexed(None))
    }

    /// The number of games in the index, of one rule set or of all.
    fn indexed(&self, id: Option<&str>) -> usize {
        let games = self.index.iter().flat_map(|index| &index.header().games);
        let ours = games.filter(|game| id.is_none_or(|id| game.id == id));
        let count: u64 = ours.map(|game| game.games).sum();
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// The section of the state for the index or the opened file.
    pub fn section(&self) -> Option<FileSection> {
        match self.index {
            Some(_) => Some(FileSection {
                games: self.indexed(None),
            }),
            None => self.file.as_ref().map(OpenedFile::section),
        }
    }

    /// Another game is on the board, from this file.
    pub fn explore(&mut self, file: Option<OpenedFile>) {
        self.file = file;
    }

    /// How many of the games that a request waits for have been read.
    pub fn progress(&self) -> Option<ProgressSection> {
        let &(_, _, games) = self.waiting.first()?;
        let (done, total) = match (games, &self.file) {
            (ExploredGames::File, Some(file)) => (file.games.len(), file.count),
            _ => (
                self.to_read - self.unread.len().min(self.to_read),
                self.to_read,
            ),
        };
        Some(ProgressSection { done, total })
    }

    /// Whether there are games to read for a request.
    pub fn is_reading(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn has_unread(&self, games: ExploredGames) -> bool {
        match games {
            ExploredGames::Saves => !self.unread.is_empty(),
            ExploredGames::File if self.index.is_some() => false,
            ExploredGames::File => self.file.as_ref().is_some_and(|file| file.rest.is_some()),
        }
    }

    /// Lists the moves played at a node; `None` if games must be read first, and the answer follows later. `on_board`
    /// is the file of the game on the board.
    pub fn ask(
        &mut self,
        requester: Requester,
        node: NodeId,
        games: ExploredGames,
        game: &mut CurrentGame,
        on_board: &str,
        files: &dyn Files,
    ) -> Result<Option<Explored>, Refusal> {
        game.node(node)?;
        match games {
            ExploredGames::Saves => self.update(newest(files)),
            ExploredGames::File if self.index.is_none() && self.file.is_none() => {
                return Err("no file with several games is open".into());
            }
            ExploredGames::File => {}
        }
        if self.has_unread(games) {
            self.waiting.push((requester, node, games));
            self.to_read = self.to_read.max(self.unread.len());
            return Ok(None);
        }
        self.answer(node, games, game, on_board).map(Some)
    }

    /// Reads the next games for the requests that wait. Returns the answers to those that need no more.
    pub fn read_next(
        &mut self,
        game: &mut CurrentGame,
        on_board: &str,
        files: &dyn Files,
    ) -> Vec<RequestAnswer> {
        let Some(&(_, _, games)) = self.waiting.first() else {
            return Vec::new();
        };
        self.read_batch(games, files);
        let (waiting, ready): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|&(_, _, games)| self.has_unread(games));
        self.waiting = waiting;
        if self.waiting.is_empty() {
            self.to_read = 0;
        }
        let mut answers = Vec::new();
        for (requester, node, games) in ready {
            let answer = self.answer(node, games, game, on_board);
            answers.push(RequestAnswer::new(requester, answer));
        }
        answers
    }

    fn answer(
        &mut self,
        node: NodeId,
        games: ExploredGames,
        game: &mut CurrentGame,
        on_board: &str,
    ) -> Result<Explored, Refusal> {
        let children = game.node(node)?.children.iter();
        let tokens = children.filter_map(|&child| Some(game.tree().get(child)?.token.clone()));
        let follow: Vec<String> = tokens.collect();
        let state = game.state(node)?;
        let found = self.explored(state, &follow, games, on_board);
        found.map_err(|error| error.to_string().into())
    }

    /// Takes in the list of saves.
    fn update(&mut self, files: impl Iterator<Item = (String, FileStamp)>) {
        let mut before = std::mem::take(&mut self.saves);
        self.unread.clear();
        for (name, stamp) in files {
            match before.remove(&name) {
                Some(known) if known.0 == stamp => drop(self.saves.insert(name, known)),
                _ => self.unread.push((name, stamp)),
            }
        }
    }

    fn read_batch(&mut self, games: ExploredGames, files: &dyn Files) {
        if games == ExploredGames::File {
            if let Some(file) = &mut self.file {
                file.read_batch();
            }
            return;
        }
        let rest = self.unread.len().saturating_sub(BATCH);
        for (name, stamp) in self.unread.drain(rest..) {
            let text = files.read(&name).ok().flatten();
            let game = text.and_then(|text| keyed(&text));
            self.saves.insert(name, (stamp, game));
        }
    }

    /// The moves played in a position, in the games that have been read. `on_board` is the file of the game
    /// on the board, and `follow` are the moves that follow in it: of several moves that lead to symmetric
    /// positions, these are named.
    fn explored(
        &mut self,
        state: &dyn GameState,
        follow: &[String],
        source: ExploredGames,
        on_board: &str,
    ) -> Result<Explored, IndexError> {
        let indexed = self.indexed(Some(state.id()));
        let found = match &mut self.index {
            Some(index) if source == ExploredGames::File => Some(index.moves(state)?),
            _ => None,
        };
        let games: Vec<&KeyedGame> = match source {
            ExploredGames::File if found.is_some() => Vec::new(),
            ExploredGames::Saves => {
                let others = self.saves.iter().filter(|(name, _)| *name != on_board);
                others.filter_map(|(_, (_, game))| game.as_ref()).collect()
            }
            ExploredGames::File => {
                let file = self.file.as_ref();
                file.map_or_else(Vec::new, |file| file.games.iter().collect())
            }
        };
        let follow = follow.iter().filter_map(|token| {
            let mut board = state.boxed_clone();
            board.play(std::slice::from_ref(token)).ok()?;
            Some((board.symmetry_key(), token))
        });
        let follow: Vec<(u64, &String)> = follow.collect();
        let from_games = || next_moves(games.iter().copied(), state);
        let count = match &found {
            Some(_) => indexed,
            None => games.iter().filter(|it| it.game == state.id()).count(),
        };
        let moves = found.unwrap_or_else(from_games);
        let moves = moves.into_iter().map(|next| {
            let ours = follow.iter().find(|(key, _)| *key == next.after);
            ExploredMove {
                token: ours.map_or(next.token, |(_, token)| (*token).clone()),
                results: next.results.counts(),
            }
        });
        Ok(Explored {
            games: count,
            moves: moves.collect(),
        })
    }
}

/// A file with several games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FileSection {
    /// The number of games.
    games: usize,
}
