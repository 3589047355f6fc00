//! The actions of a record, and how they make moves in all games: whose turn it is, when a move ends and how a game
//! ends.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::play::state::GameState;
use crate::rules::{MoveError, Notation, Outcome, PASS, Rules, Side};

use super::super::game::{GameRecord, comment_text, score_word};
use super::super::pgn::notes;
use super::super::refused::RecordFault;
use super::super::replay::{self, Replay};
use super::super::termination::Termination;
use super::header::SgfHeader;
use super::sgf::SgfNode;

/// An action of a player.
#[derive(Debug)]
pub(super) struct Action<'a> {
    pub line: usize,
    /// The number of the player in the record.
    pub player: usize,
    /// The verb, in lower case.
    pub verb: String,
    /// The words after the verb.
    pub arguments: Vec<&'a str>,
    /// The original text, for messages.
    pub text: &'a str,
    /// The time that the player has used so far.
    clock: Option<Duration>,
    comment: String,
}

impl Action<'_> {
    pub fn fault(&self, reason: impl Into<String>) -> RecordFault {
        RecordFault::new(self.line, self.text.trim(), reason)
    }

    /// Converts a cell of two words to our notation: `D 3` becomes `d3`.
    pub fn cell(&self, at: usize) -> Result<String, RecordFault> {
        let words = self.arguments.get(at..at + 2).unwrap_or_default();
        match words {
            [column, row] if column.len() == 1 && row.bytes().all(|b| b.is_ascii_digit()) => {
                Ok(format!("{}{row}", column.to_ascii_lowercase()))
            }
            _ => Err(self.fault("expected a column and a row")),
        }
    }

    /// The argument at this index as a whole number.
    pub fn number(&self, at: usize) -> Result<usize, RecordFault> {
        let number = self.arguments.get(at).and_then(|word| word.parse().ok());
        number.ok_or_else(|| self.fault("expected a number"))
    }
}

/// All actions of a game. The root node has none.
pub(super) fn list<'a>(nodes: &[SgfNode<'a>]) -> Result<Vec<Action<'a>>, RecordFault> {
    let mut actions: Vec<Action> = Vec::new();
    for node in nodes.iter().skip(1) {
        let first = actions.len();
        for property in &node.properties {
            let player = match property.name {
                // In some years the start has no player.
                "P0" | "P-1" => 0,
                "P1" => 1,
                "TM" => {
                    if let Some(action) = actions.get_mut(first..).and_then(<[_]>::last_mut) {
                        let millis = property.value.trim().parse().ok();
                        action.clock = millis.map(Duration::from_millis);
                    }
                    continue;
                }
                "AN" => {
                    if let Some(action) = actions.get_mut(first..).and_then(<[_]>::last_mut) {
                        action.comment = comment_text(&property.value.replace('\\', ""));
                    }
                    continue;
                }
                _ => continue,
            };
            let mut words = property.value.split_whitespace().peekable();
            words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let Some(verb) = words.next().map(str::to_lowercase) else {
                return Err(RecordFault::new(
                    property.line,
                    property.value,
                    "expected an action",
                ));
            };
            if matches!(verb.as_str(), "id" | "ranking" | "time") {
                continue;
            }
            actions.push(Action {
                line: property.line,
                player,
                verb,
                arguments: words.collect(),
                text: property.value,
                clock: None,
                comment: String::new(),
            });
        }
    }
    Ok(actions)
}

/// Builds a move from the actions of one player since their last move.
pub(super) trait MoveBuilder: Default {
    /// A position of the game.
    type Position: Notation + 'static;

    /// Adds an action; `Ok(false)` if the game does not have the verb.
    fn take(&mut self, action: &Action) -> Result<bool, RecordFault>;

    /// Whether the move has no effect so far.
    fn is_empty(&self) -> bool;

    /// Whether the action belongs to the player's next move although the end of this move is not recorded.
    fn ends_before(&self, _action: &Action) -> bool {
        false
    }

    /// Whether the move continues after the player has confirmed a part of it.
    fn continues(&self, _board: &dyn GameState) -> bool {
        false
    }

    /// The complete move.
    fn finish(&self, position: &Self::Position) -> Result<MoveOf<Self>, MoveError>;

    /// The complete move on a board of the game.
    fn finish_on(&self, board: &dyn GameState) -> Result<MoveOf<Self>, MoveError> {
        let position = replay::position(board);
        let position = position.ok_or_else(|| {
            MoveError::syntax(&self.token_prefix(), "a move of the game of the record")
        });
        self.finish(position?)
    }

    /// The beginning of the token, as far as it is known.
    fn token_prefix(&self) -> String;
}

/// The type of moves that a builder makes.
type MoveOf<D> = <<D as MoveBuilder>::Position as Rules>::Move;

/// Plays the actions of a game and returns its record.
pub(super) fn play<D: MoveBuilder>(
    header: &SgfHeader,
    actions: &[Action],
) -> Result<GameRecord, RecordFault> {
    // The player of the first action has the first colour and is our player 1. `Start` is not reliable: in
    // records of 2004 actions of the other player follow it.
    let is_play = |action: &&Action| !matches!(action.verb.as_str(), "start" | "reset");
    let first = actions
        .iter()
        .find(is_play)
        .map_or(0, |action| action.player);
    let mut moves = Moves::<D> {
        game: Replay::new(header.record(first), 1)?,
        winner: header.winner(),
        first,
        draft: D::default(),
        actions: Vec::new(),
        comment: String::new(),
        used: [Duration::ZERO; 2],
        resigned: false,
        ended: None,
    };
    for (number, action) in actions.iter().enumerate() {
        if action.verb == "edit" && moves.is_over() {
            // The players try other moves after the game.
            break;
        }
        if let Err(fault) = moves.action(action) {
            let rest = actions.get(number..).unwrap_or_default();
            let rest: Vec<&str> = rest.iter().map(|action| action.text.trim()).collect();
            return Err(moves.into_fault(fault, &rest.join("; ")));
        }
    }
    let says_done = actions.iter().any(|action| action.verb == "done");
    moves.finish(says_done)
}

/// Turns the actions of a game into moves.
struct Moves<'a, D> {
    game: Replay,
    /// The number of the winner according to the text of the result.
    winner: Option<usize>,
    /// The number of the player who is our player 1.
    first: usize,
    draft: D,
    /// The actions of the current move.
    actions: Vec<&'a Action<'a>>,
    /// The comments during the move.
    comment: String,
    /// The time that each player had used at the end of their last move.
    used: [Duration; 2],
    /// Whether the player has resigned in the current move.
    resigned: bool,
    /// The result, if something other than the board decided.
    ended: Option<(Outcome, Termination)>,
}

impl<'a, D: MoveBuilder> Moves<'a, D> {
    fn side(&self, player: usize) -> Side {
        if player == self.first {
            Side::One
        } else {
            Side::Two
        }
    }

    fn is_over(&self) -> bool {
        self.ended.is_some() || self.game.is_over()
    }

    /// Whether the current move is made by this player.
    fn is_move_of(&self, player: usize) -> bool {
        self.actions
            .last()
            .is_some_and(|last| last.player == player)
    }

    fn action(&mut self, action: &'a Action<'a>) -> Result<(), RecordFault> {
        if !action.comment.is_empty() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(&action.comment);
        }
        match action.verb.as_str() {
            "start" | "offerdraw" | "declinedraw" => return Ok(()),
            "reset" => {
                if self.is_move_of(action.player) {
                    self.clear_move();
                }
                return Ok(());
            }
            "pop" => return self.take_back(action),
            "edit" | "undo" | "swap" | "setboard" => {
                return Err(action.fault("records of edited games are not supported"));
            }
            "done" => return self.done(action),
            _ if self.ended.is_some() => {
                return Err(action.fault("no action is allowed after the end of the game"));
            }
            "winontime" | "gameoverontime" => {
                let winner = self.winner.unwrap_or(action.player);
                return self.end(Outcome::Win(self.side(winner)), Termination::Time);
            }
            "acceptdraw" => return self.end(Outcome::Draw, Termination::DrawAgreed),
            _ => {}
        }
        let changed = !self.actions.is_empty() && !self.is_move_of(action.player);
        if changed || self.draft.ends_before(action) {
            self.end_move(None)?;
        }
        self.act(action)
    }

    /// Adds an action to the current move.
    fn act(&mut self, action: &'a Action<'a>) -> Result<(), RecordFault> {
        self.actions.push(action);
        if action.verb == "resign" {
            // A second `resign` cancels the first.
            self.resigned = !self.resigned;
        } else if !self.draft.take(action)? {
            return Err(action.fault("unknown action"));
        }
        Ok(())
    }

    /// Takes the actions of the current move back.
    fn clear_move(&mut self) {
        self.draft = D::default();
        self.actions.clear();
        self.resigned = false;
    }

    /// Takes the last action of the player's move back.
    fn take_back(&mut self, action: &Action) -> Result<(), RecordFault> {
        if !self.is_move_of(action.player) {
            return Err(action.fault("expected an action of this move to take back"));
        }
        let mut actions = std::mem::take(&mut self.actions);
        actions.pop();
        self.clear_move();
        actions.into_iter().try_for_each(|action| self.act(action))
    }

    /// The fault with the moves played so far; `rest` becomes a comment.
    fn into_fault(mut self, fault: RecordFault, rest: &str) -> RecordFault {
        if !self.is_over() {
            let winner = self.winner.map(|winner| self.side(winner));
            self.game.record.outcome = winner.map(Outcome::Win);
        }
        self.note_end();
        self.game.into_fault(fault, [rest].into_iter())
    }

    /// Puts the end of the game into the record, if something other than the board decided.
    fn note_end(&mut self) {
        if let Some((outcome, ending)) = self.ended.clone() {
            let record = &mut self.game.record;
            (record.outcome, record.termination) = (Some(outcome), Some(ending));
        }
    }

    /// Ends the game between or within moves. An incomplete move is not played.
    fn end(&mut self, outcome: Outcome, ending: Termination) -> Result<(), RecordFault> {
        self.end_of_actions(false)?;
        self.ended = Some((outcome, ending));
        Ok(())
    }

    fn done(&mut self, action: &'a Action<'a>) -> Result<(), RecordFault> {
        let has_no_move = self.draft.is_empty() && !self.resigned && self.ended.is_none();
        if has_no_move && self.side(action.player) == self.game.board().turn() {
            self.pass(action.line);
        }
        if !self.resigned && self.draft.continues(self.game.board()) {
            return Ok(());
        }
        self.end_move(action.clock)
    }

    /// Passes if that is the only legal move; records do not always contain the pass.
    fn pass(&mut self, line: usize) -> bool {
        self.game.play(line, PASS, PASS).is_ok()
    }

    /// Ends the current move; `clock` is the time that its player has used.
    fn end_move(&mut self, clock: Option<Duration>) -> Result<(), RecordFault> {
        let Some(&last) = self.actions.last() else {
            return Ok(());
        };
        self.actions.clear();
        let side = self.side(last.player);
        let draft = std::mem::take(&mut self.draft);
        if self.resigned {
            self.resigned = false;
            self.ended = Some((Outcome::Win(!side), Termination::Resignation));
            return Ok(());
        }
        if draft.is_empty() {
            return Ok(());
        }
        if let Some(outcome) = self.game.board().outcome() {
            return Err(last.fault(format!(
                "the game is over ({outcome}): no action is allowed"
            )));
        }
        if self.game.board().turn() != side && !self.pass(last.line) {
            return Err(last.fault("it is the turn of the other player"));
        }
        let m = draft.finish_on(self.game.board());
        self.game.play_move(last.line, last.text.trim(), m)?;
        let clock = clock.or(last.clock);
        let used = self.used.get_mut(side.index());
        let time = used.zip(clock).map(|(used, clock)| {
            let time = clock.saturating_sub(*used);
            *used = clock;
            time
        });
        let comment = std::mem::take(&mut self.comment);
        if let Some(played) = self.game.record.moves.last_mut() {
            played.time = time;
            notes::read(&comment, played);
        }
        Ok(())
    }

    /// Handles a last move whose end is not recorded. It is played if the record never marks the end of a move
    /// or if it ends the game. An incomplete move is dropped.
    fn end_of_actions(&mut self, says_done: bool) -> Result<(), RecordFault> {
        if self.resigned || self.draft.is_empty() {
            return self.end_move(None);
        }
        let board = self.game.board();
        let over = self.draft.finish_on(board).is_ok_and(|m| {
            let mut after = board.boxed_clone();
            after.play_move(&m).is_ok() && after.outcome().is_some()
        });
        if over || !says_done && !self.is_incomplete() {
            return self.end_move(None);
        }
        self.clear_move();
        Ok(())
    }

    /// Whether the current move is the beginning of a legal move but not a complete one.
    fn is_incomplete(&self) -> bool {
        let board = self.game.board();
        let prefix = self.draft.token_prefix();
        if self.draft.finish_on(board).is_ok() {
            return false;
        }
        // Stops at the first match: some positions have millions of moves.
        let mut found = false;
        board.each_legal(&mut |token| {
            found = token.starts_with(&prefix);
            if found {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found
    }

    fn finish(mut self, says_done: bool) -> Result<GameRecord, RecordFault> {
        if self.ended.is_none() {
            self.end_of_actions(says_done)?;
        }
        self.note_end();
        let named = self.winner.map(|winner| Outcome::Win(self.side(winner)));
        if !self.is_over() {
            self.game.record.outcome = named;
        }
        let record = &self.game.record;
        if record.moves.is_empty() && record.outcome.is_none() {
            return Err(RecordFault::new(1, "", "the record has no moves"));
        }
        let record = self.game.finish(1)?;
        if let Some(named) = named.filter(|&named| Some(named) != record.outcome) {
            let text = record.tag("ResultText").unwrap_or_default().to_owned();
            let reason = format!(
                "this means {}, but the game ends {}",
                score_word(Some(named)),
                score_word(record.outcome)
            );
            return Err(RecordFault::new(1, &text, reason));
        }
        Ok(record)
    }
}
