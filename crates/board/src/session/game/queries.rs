//! Requests for information about positions. They change nothing on the board.

use std::collections::BTreeMap;

use super::super::checks::check_count;
use super::super::messages::NodeId;
use super::super::messages::answers::{Exported, TextTable, TouchAnswer, View, view_of};
use super::super::messages::requests::{EditRequest, LineRequest, PositionRequest};
use super::super::position::position;
use super::super::refusal::Refusal;
use super::current_game::CurrentGame;
use ringstack_engine::games;
use ringstack_engine::picture::{EditResult, Scene};
use ringstack_engine::play::consequence::Consequences;
use ringstack_engine::play::history::IllegalMove;
use ringstack_engine::play::{GameState, ProvenLine};
use ringstack_engine::rules::quote;

/// The start of the keys of titles.
const TITLE: &str = "title.";
/// The start of the keys of the names of sides.
const SIDE: &str = "player.p";
/// The maximum number of alternatives listed in an error.
const MAX_EXPECTED: usize = 8;

impl CurrentGame {
    pub fn peek(&mut self, node: NodeId, tokens: &[String]) -> Result<Scene, Refusal> {
        check_count(tokens)?;
        let mut state = self.state(node)?.boxed_clone();
        state.play(tokens).map_err(|error| error.to_string())?;
        Ok(state.scene())
    }

    pub fn edit(&mut self, request: &EditRequest) -> Result<EditResult, Refusal> {
        check_count(&request.items)?;
        let state = match request.node {
            Some(node) => self.state(node)?.boxed_clone(),
            None => position(self.known_game(&request.game)?, request.fen.as_deref())?,
        };
        let answer = state.edit(&request.items);
        answer.map_err(|wrong| {
            let word = request.items.get(wrong.index).map_or("", String::as_str);
            let expected = listed(&wrong.expected);
            format!("item '{}': expected {expected}", quote(word)).into()
        })
    }

    /// The game and the position of a node as text, with the names of the players.
    pub fn export(&mut self, node: NodeId, players: [String; 2]) -> Result<Exported, Refusal> {
        let fen = self.state(node)?.fen();
        let start = self.start.fen().unwrap_or("startpos");
        let line = self.tree.main_line(self.tree.root());
        let moves = line.last().map(|&last| self.tree.moves(last));
        let moves = moves.map(|moves| format!(" moves {}", moves.join(" ")));
        let list = format!("{} {start}{}", self.id, moves.unwrap_or_default());
        let pgn = self.pgn(players, None);
        Ok(Exported { fen, list, pgn })
    }
}

/// The first position of a request.
fn begin_position(request: &PositionRequest) -> Result<Box<dyn GameState>, Refusal> {
    check_count(&request.moves)?;
    position(&request.game, request.fen.as_deref())
}

/// The position after the moves of a request.
pub fn view_position(request: &PositionRequest) -> Result<View, Refusal> {
    let mut state = begin_position(request)?;
    let played = |error: IllegalMove| error.to_string();
    let (last, before) = match request.moves.split_last() {
        Some((last, before)) => (Some(last), before),
        None => (None, Default::default()),
    };
    state.play(before).map_err(played)?;
    let trace = last.and_then(|token| state.trace_move(token));
    state
        .play(last.map_or(&[], std::slice::from_ref))
        .map_err(played)?;
    view_of(state.as_ref(), None, trace)
}

/// The game after the moves of a request.
pub fn play_position(request: &PositionRequest) -> Result<Box<dyn GameState>, Refusal> {
    let mut state = begin_position(request)?;
    let played = state.play(&request.moves);
    played.map_err(|error| error.to_string())?;
    Ok(state)
}

/// The answer to touches after the moves of a request.
pub fn touch_position(
    request: &PositionRequest,
    touches: &[String],
) -> Result<TouchAnswer, Refusal> {
    let state = play_position(request)?;
    TouchAnswer::of(state.as_ref(), touches)
}

/// What a line does after the moves of a request, or in what it differs from a better one.
pub fn consequences(
    request: &PositionRequest,
    line: LineRequest,
    better: Option<LineRequest>,
) -> Result<Consequences, Refusal> {
    let state = play_position(request)?;
    check_count(&line.moves)?;
    let of = |LineRequest { moves, mate }| ProvenLine { moves, mate };
    let found = state.consequences(&of(line), better.map(of).as_ref());
    Ok(found.map_err(|error| error.to_string())?)
}

/// The texts of a game in another language; without a game, the titles and sides of all games.
pub fn texts(game: Option<String>, language: &str) -> Result<TextTable, Refusal> {
    let texts = |game: &str| {
        let texts = position(game, None)?.texts(language);
        let missing = || Refusal::from(format!("no texts in '{}'", quote(language)));
        Ok::<_, Refusal>(texts.ok_or_else(missing)?.texts)
    };
    if let Some(game) = game {
        return Ok(TextTable {
            texts: texts(&game)?,
        });
    }
    let mut titles = BTreeMap::new();
    for game in games::ids() {
        for (key, text) in texts(game)? {
            if key.starts_with(TITLE) {
                titles.insert(key, text);
            } else if key.starts_with(SIDE) {
                titles.insert(format!("{key}.{game}"), text);
            }
        }
    }
    Ok(TextTable { texts: titles })
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
