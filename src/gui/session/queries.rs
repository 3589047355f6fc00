//! Requests for information about positions. They change nothing on the board.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::BoardSession;
use super::answers::{Explored, Exported, Invitation, TextTable, TouchAnswer, View};
use super::client::Requester;
use super::files::{FileRequest, SavedFile};
use super::io::Output;
use super::messages::{EditRequest, ExploredGames, PositionRequest};
use super::position::position;
use super::refusal::Refusal;
use super::sync::RequestAnswer;
use super::tree::NodeId;
use crate::games;
use crate::picture::{About, EditResult, Lessons, MoveTrace, Scene};
use crate::play::history::IllegalMove;
use crate::play::puzzle::Puzzles;
use crate::play::{GameState, state};
use crate::rules::{Side, quote};

/// The maximum number of touches, moves or items in one request.
const MAX_WORDS: usize = 1000;
/// The start of the keys of titles.
const TITLE: &str = "title.";
/// The maximum number of alternatives listed in an error.
const MAX_EXPECTED: usize = 8;

impl BoardSession {
    /// The scene of a node, its first touches, and the move that led to it.
    pub(super) fn view(&mut self, node: NodeId) -> Result<View, String> {
        let token = self.game.node(node)?.token.clone();
        self.view_after(node, &token)
    }

    /// The same, with the parts of the move in the order that `word` gives.
    pub(super) fn view_after(&mut self, node: NodeId, word: &str) -> Result<View, String> {
        let found = self.game.node(node)?;
        let (parent, token) = (found.parent, found.token.clone());
        let trace = match parent {
            Some(parent) => {
                let state = self.game.state(parent)?;
                state.traced(word).or_else(|| state.traced(&token))
            }
            None => None,
        };
        view_of(self.game.state(node)?, Some(node), trace)
    }

    /// The answer to touches after the moves of a request.
    pub(super) fn position_touches(
        &self,
        request: &PositionRequest,
        touches: &[String],
    ) -> Result<TouchAnswer, Refusal> {
        let mut state = self.begin_position(request)?;
        let played = |error: IllegalMove| error.to_string();
        state.play(&request.moves).map_err(played)?;
        Ok(touches_of(state.as_ref(), touches)?)
    }

    /// The first position of a request.
    fn begin_position(&self, request: &PositionRequest) -> Result<Box<dyn GameState>, Refusal> {
        check_count(&request.moves)?;
        let game = self.game.known_game(&Some(request.game.clone()))?;
        position(game, request.fen.as_deref())
    }

    /// The position after the moves of a request.
    pub(super) fn position(&self, request: &PositionRequest) -> Result<View, Refusal> {
        let mut state = self.begin_position(request)?;
        let played = |error: IllegalMove| error.to_string();
        let (last, before) = match request.moves.split_last() {
            Some((last, before)) => (Some(last), before),
            None => (None, Default::default()),
        };
        state.play(before).map_err(played)?;
        let trace = last.and_then(|token| state.traced(token));
        state
            .play(last.map_or(&[], std::slice::from_ref))
            .map_err(played)?;
        Ok(view_of(state.as_ref(), None, trace)?)
    }

    pub(super) fn peek(&mut self, node: NodeId, tokens: &[String]) -> Result<Scene, String> {
        check_count(tokens)?;
        let mut state = self.game.state(node)?.copy();
        state.play(tokens).map_err(|error| error.to_string())?;
        Ok(state.scene())
    }

    pub(super) fn edit(&mut self, request: &EditRequest) -> Result<EditResult, Refusal> {
        check_count(&request.items)?;
        let state = match request.node {
            Some(node) => self.game.state(node)?.copy(),
            None => position(self.game.known_game(&request.game)?, request.fen.as_deref())?,
        };
        let answer = state.edit(&request.items);
        answer.map_err(|wrong| {
            let word = request.items.get(wrong.index).map_or("", String::as_str);
            let expected = listed(&wrong.expected);
            format!("item '{}': expected {expected}", quote(word)).into()
        })
    }

    pub(super) fn about(&self, game: String) -> Result<About, String> {
        let game = self.game.known_game(&Some(game))?;
        let state = state::open(game).ok_or_else(|| "no such game".to_owned())?;
        Ok(state.about())
    }

    pub(super) fn lessons(&self, game: String) -> Result<Lessons, String> {
        let game = self.game.known_game(&Some(game))?;
        let state = state::open(game).ok_or_else(|| "no such game".to_owned())?;
        Ok(state.lessons())
    }

    pub(super) fn puzzles(&self, game: String) -> Result<Puzzles, String> {
        let game = self.game.known_game(&Some(game))?;
        let state = state::open(game).ok_or_else(|| "no such game".to_owned())?;
        Ok(state.puzzles())
    }

    /// The link for another device that takes `side`.
    pub(super) fn invite(&self, side: Option<Side>) -> Result<Invitation, String> {
        let link = self.link.as_ref();
        let link = link.ok_or("only this computer can connect; start with --listen")?;
        let fragment = side.map_or("board".to_owned(), |side| format!("side={}", side.word()));
        let address = format!("{link}#{fragment}");
        Ok(Invitation { address })
    }

    pub(super) fn texts(&self, game: Option<String>, language: &str) -> Result<TextTable, String> {
        let texts = |game| {
            let texts = state::open(game).and_then(|state| state.texts(language));
            texts.ok_or_else(|| format!("no texts in '{}'", quote(language)))
        };
        if game.is_some() {
            let texts = texts(self.game.known_game(&game)?)?.texts;
            return Ok(TextTable { texts });
        }
        let mut titles = BTreeMap::new();
        for game in games::ids() {
            let all = texts(game)?.texts.into_iter();
            titles.extend(all.filter(|(key, _)| key.starts_with(TITLE)));
        }
        Ok(TextTable { texts: titles })
    }

    /// The game and the position of a node as text.
    pub(super) fn export(&mut self, node: NodeId) -> Result<Exported, String> {
        let fen = self.game.state(node)?.fen();
        let root = self.game.tree.root();
        let start = self.game.start.fen().unwrap_or("startpos");
        let mut list = format!("{} {start}", self.game.id);
        let line = self.game.tree.main_line(root);
        if !line.is_empty() {
            list.push_str(" moves");
        }
        for node in line.iter().filter_map(|&id| self.game.tree.get(id)) {
            list.push(' ');
            list.push_str(&node.token);
        }
        let pgn = self.pgn();
        Ok(Exported { fen, list, pgn })
    }

    /// Lists the moves played at a node. The answer may follow later.
    pub(super) fn explore(
        &mut self,
        requester: Requester,
        node: NodeId,
        games: ExploredGames,
    ) -> Result<Option<Value>, String> {
        self.game.node(node)?;
        match games {
            ExploredGames::Saves => {
                self.request_files(Output::ListSaves {
                    request: FileRequest::Explore(requester, node),
                    most: usize::MAX,
                    known: self.study.explorer.known(),
                });
                Ok(None)
            }
            ExploredGames::File if self.study.explorer.file.is_none() => {
                Err("no file with several games is open".to_owned())
            }
            ExploredGames::File => self.explored_or_waiting(requester, node, games),
        }
    }

    /// Handles the list of saves for a request.
    pub(super) fn explore_saves(
        &mut self,
        requester: Requester,
        node: NodeId,
        files: Vec<SavedFile>,
    ) -> Result<Option<Value>, String> {
        self.study.explorer.update(files);
        self.explored_or_waiting(requester, node, ExploredGames::Saves)
    }

    /// The answer to a request, or `None` if games must be read first.
    fn explored_or_waiting(
        &mut self,
        requester: Requester,
        node: NodeId,
        games: ExploredGames,
    ) -> Result<Option<Value>, String> {
        match self.study.explorer.waits(requester, node, games) {
            true => Ok(None),
            false => Ok(Some(json!(self.explored(node, games)?))),
        }
    }

    /// Reads the next games for the requests that wait, and answers those that need no more.
    pub(super) fn read_explored_games(&mut self) {
        for ((client, id), node, games) in self.study.explorer.read_next() {
            let result = self.explored(node, games);
            let result = result.map(|answer| json!(answer)).map_err(Refusal::from);
            self.answer(RequestAnswer { client, id, result });
        }
    }

    fn explored(&mut self, node: NodeId, games: ExploredGames) -> Result<Explored, String> {
        let state = self.game.state(node)?;
        let on_board = &self.saves.file;
        Ok(self.study.explorer.explored(state, games, on_board))
    }
}

/// The scene of a position, its first touches, its node if it has one, and the move that led to it.
fn view_of(
    state: &dyn GameState,
    node: Option<NodeId>,
    trace: Option<MoveTrace>,
) -> Result<View, String> {
    let touches = state.touches(&[]).map_err(|_| "no touches".to_owned())?;
    Ok(View {
        node,
        touches,
        trace,
    })
}

/// The answer to a sequence of touches; if one is not allowed, the reason.
pub(super) fn touches_of(state: &dyn GameState, touches: &[String]) -> Result<TouchAnswer, String> {
    check_count(touches)?;
    Ok(match state.touches(touches) {
        Ok(answer) => TouchAnswer::Allowed(Box::new(answer)),
        Err(wrong) => TouchAnswer::Refused {
            reason: wrong.reason,
        },
    })
}

fn check_count(words: &[String]) -> Result<(), String> {
    match words.len() {
        ..=MAX_WORDS => Ok(()),
        count => Err(format!("too many words: {count} (at most {MAX_WORDS})")),
    }
}

fn listed(words: &[String]) -> String {
    match words {
        [] => "no more".to_owned(),
        words if words.len() <= MAX_EXPECTED => words.join(", "),
        words => format!(
            "{}, ...",
            words.get(..MAX_EXPECTED).unwrap_or_default().join(", ")
        ),
    }
}
