//! The actions of a record, and what is the same in all games: whose turn it is, when a turn ends,
//! how a game ends.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::games::Game;
use crate::play::history::GameHistory;
use crate::rules::{MoveError, Outcome, PASS, Side};

use super::super::game::{GameRecord, MoveRecord, comment_text, score_word, settle};
use super::super::pgn::notes;
use super::super::refused::Fault;
use super::super::termination::Termination;
use super::super::tolerant;
use super::header::SgfHeader;
use super::sgf::SgfNode;

/// Something a player did.
#[derive(Debug)]
pub(super) struct Action<'a> {
    pub line: usize,
    /// The number of the player in the record.
    pub player: usize,
    /// In lower case.
    pub verb: String,
    /// What stands behind the verb.
    pub arguments: Vec<&'a str>,
    /// As it is written, for messages.
    pub text: &'a str,
    /// The time the player has used so far.
    clock: Option<Duration>,
    comment: String,
}

impl Action<'_> {
    pub fn fault(&self, reason: impl Into<String>) -> Fault {
        Fault::new(self.line, self.text.trim(), reason)
    }

    /// The cell that is written as two words, as ours: `D 3` is `d3`.
    pub fn cell(&self, at: usize) -> Result<String, Fault> {
        let words = self.arguments.get(at..at + 2).unwrap_or_default();
        match words {
            [column, row] if column.len() == 1 && row.bytes().all(|b| b.is_ascii_digit()) => {
                Ok(format!("{}{row}", column.to_ascii_lowercase()))
            }
            _ => Err(self.fault("expected a column and a row")),
        }
    }

    /// A whole number among the arguments.
    pub fn number(&self, at: usize) -> Result<usize, Fault> {
        let number = self.arguments.get(at).and_then(|word| word.parse().ok());
        number.ok_or_else(|| self.fault("expected a number"))
    }
}

/// All actions of a game; the root has none.
pub(super) fn list<'a>(nodes: &[SgfNode<'a>]) -> Result<Vec<Action<'a>>, Fault> {
    let mut actions: Vec<Action> = Vec::new();
    for node in nodes.iter().skip(1) {
        let first = actions.len();
        for property in &node.properties {
            let player = match property.name {
                // The start has no player of its own in some years.
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
                return Err(Fault::new(
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

/// Builds a turn from the actions of one player since their last turn.
pub(super) trait TurnBuilder<P: Game>: Default {
    /// Takes an action of the game; `Ok(false)` if the verb is none of the game's.
    fn take(&mut self, action: &Action, position: &P) -> Result<bool, Fault>;

    /// Whether nothing has been done.
    fn is_empty(&self) -> bool;

    /// Whether the action belongs to the player's next turn although the end of this one is not
    /// written.
    fn ends_before(&self, _action: &Action, _position: &P) -> bool {
        false
    }

    /// Whether the turn goes on although the player has confirmed something.
    fn goes_on(&self, _position: &P) -> bool {
        false
    }

    /// The turn.
    fn finish(&self, position: &P) -> Result<P::Move, MoveError>;

    /// The token as far as it is known from its beginning.
    fn begun(&self) -> String;
}

/// Plays the actions of a game and gives its record.
pub(super) fn play<P: Game, D: TurnBuilder<P>>(
    header: &SgfHeader,
    actions: &[Action],
    start: P,
) -> Result<GameRecord, Fault> {
    // Who begins has the first colour and is our player 1. `Start` says so as well, but not always
    // truly: in 2004 it is followed by actions of the other player.
    let is_ours = |action: &&Action| action.verb != "start";
    let first = actions
        .iter()
        .find(is_ours)
        .map_or(0, |action| action.player);
    let mut game = Replay::<P, D> {
        line: GameHistory::new(start),
        record: header.record(first),
        winner: header.winner(),
        first,
        draft: D::default(),
        last: None,
        comment: String::new(),
        used: [Duration::ZERO; 2],
        resigned: false,
        ended: None,
    };
    for (number, action) in actions.iter().enumerate() {
        if let Err(fault) = game.action(action) {
            let rest = actions.get(number..).unwrap_or_default();
            let rest: Vec<&str> = rest.iter().map(|action| action.text.trim()).collect();
            return Err(fault.keeping(game.kept(&rest.join("; "))));
        }
    }
    let says_done = actions.iter().any(|action| action.verb == "done");
    game.finish(says_done)
}

struct Replay<'a, P: Game, D> {
    line: GameHistory<P>,
    record: GameRecord,
    /// The number of the player whom the words about the result name.
    winner: Option<usize>,
    /// The number of the player who is our player 1.
    first: usize,
    draft: D,
    /// The last action of the turn in the making.
    last: Option<&'a Action<'a>>,
    /// What was said during the turn.
    comment: String,
    /// The time that each player had used at the end of their last turn.
    used: [Duration; 2],
    /// Whether the player has given up in the turn in the making.
    resigned: bool,
    /// The result, if something other than the board decided.
    ended: Option<(Outcome, Termination)>,
}

impl<'a, P: Game, D: TurnBuilder<P>> Replay<'a, P, D> {
    fn side(&self, player: usize) -> Side {
        if player == self.first {
            Side::One
        } else {
            Side::Two
        }
    }

    fn action(&mut self, action: &'a Action<'a>) -> Result<(), Fault> {
        if !action.comment.is_empty() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(&action.comment);
        }
        match action.verb.as_str() {
            "start" | "offerdraw" | "declinedraw" => return Ok(()),
            "edit" | "reset" | "undo" | "swap" | "setboard" => {
                return Err(action.fault("records in which the game was changed are not read"));
            }
            "done" => return self.done(action),
            _ if self.ended.is_some() => {
                return Err(action.fault("expected nothing after the end of the game"));
            }
            "winontime" | "gameoverontime" => {
                let winner = self.winner.unwrap_or(action.player);
                return self.end(Outcome::Win(self.side(winner)), Termination::Time);
            }
            "acceptdraw" => return self.end(Outcome::Draw, Termination::DrawAgreed),
            _ => {}
        }
        let changed = self.last.is_some_and(|last| last.player != action.player);
        if changed || self.draft.ends_before(action, self.line.now()) {
            self.end_turn(None)?;
        }
        self.last = Some(action);
        if action.verb == "resign" {
            // A second one takes the first back.
            self.resigned = !self.resigned;
        } else if !self.draft.take(action, self.line.now())? {
            return Err(action.fault("expected an action that is known"));
        }
        Ok(())
    }

    /// The game with the turns that have been played; `rest` becomes a comment.
    fn kept(mut self, rest: &str) -> Option<GameRecord> {
        if self.ended.is_none() && self.line.outcome().is_none() {
            let winner = self.winner.map(|winner| self.side(winner));
            self.record.outcome = winner.map(Outcome::Win);
        }
        if let Some((outcome, ending)) = self.ended {
            (self.record.outcome, self.record.termination) = (Some(outcome), Some(ending));
        }
        tolerant::keep_moves(self.record, self.line.outcome(), rest)
    }

    /// Something ends the game between or within turns; half a turn is not played then.
    fn end(&mut self, outcome: Outcome, ending: Termination) -> Result<(), Fault> {
        self.end_of_actions(false)?;
        self.ended = Some((outcome, ending));
        Ok(())
    }

    fn done(&mut self, action: &'a Action<'a>) -> Result<(), Fault> {
        let waiting = self.draft.is_empty() && !self.resigned && self.ended.is_none();
        if waiting && self.side(action.player) == self.line.now().turn() {
            self.pass();
        }
        if !self.resigned && self.draft.goes_on(self.line.now()) {
            return Ok(());
        }
        self.end_turn(action.clock)
    }

    /// Passes if that is the only thing to do: records do not always say so.
    fn pass(&mut self) -> bool {
        let Ok(m) = self.line.parse_move(PASS) else {
            return false;
        };
        self.record.moves.push(MoveRecord::new(PASS));
        self.line.play(m);
        true
    }

    /// Ends the turn in the making; `clock` is the time its player had used then.
    fn end_turn(&mut self, clock: Option<Duration>) -> Result<(), Fault> {
        let Some(last) = self.last.take() else {
            return Ok(());
        };
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
        if let Some(outcome) = self.line.outcome() {
            return Err(last.fault(format!("expected no action, the game is over ({outcome})")));
        }
        if self.line.now().turn() != side && !self.pass() {
            return Err(last.fault("expected an action of the other player"));
        }
        let now = self.line.now();
        let m = draft
            .finish(now)
            .map_err(|error| last.fault(format!("ply {}: {error}", self.line.plies() + 1)))?;
        let token = now.token(m);
        self.line.play(m);
        let clock = clock.or(last.clock);
        let used = self.used.get_mut(side.index());
        let time = used.zip(clock).map(|(used, clock)| {
            let time = clock.saturating_sub(*used);
            *used = clock;
            time
        });
        let mut turn = MoveRecord {
            time,
            ..MoveRecord::new(token)
        };
        notes::read(&std::mem::take(&mut self.comment), &mut turn);
        self.record.moves.push(turn);
        Ok(())
    }

    /// Deals with a turn whose end is not written: where that is the custom of the record it is
    /// played, otherwise only if the game is over by it. Half a turn is left out.
    fn end_of_actions(&mut self, says_done: bool) -> Result<(), Fault> {
        if self.resigned || self.draft.is_empty() {
            return self.end_turn(None);
        }
        let now = self.line.now();
        let ends = |m| now.after(m).outcome().is_some();
        let over = self.draft.finish(now).is_ok_and(ends);
        if over || !says_done && !self.is_half() {
            return self.end_turn(None);
        }
        (self.draft, self.last) = (D::default(), None);
        Ok(())
    }

    /// Whether the turn in the making has begun like a legal one and is none yet.
    fn is_half(&self) -> bool {
        let now = self.line.now();
        let begun = self.draft.begun();
        if self.draft.finish(now).is_ok() {
            return false;
        }
        // There are positions with millions of moves.
        let mut found = false;
        let _ = now.each_legal_move(|m| {
            found = now.token(m).starts_with(&begun);
            if found {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found
    }

    fn finish(mut self, says_done: bool) -> Result<GameRecord, Fault> {
        if self.ended.is_none() {
            self.end_of_actions(says_done)?;
        }
        let board = self.line.outcome();
        let named = self.winner.map(|winner| Outcome::Win(self.side(winner)));
        let mut record = self.record;
        match (self.ended, board) {
            (Some((outcome, ending)), _) => {
                (record.outcome, record.termination) = (Some(outcome), Some(ending));
            }
            (None, None) => record.outcome = named,
            (None, Some(_)) => {}
        }
        if record.moves.is_empty() && record.outcome.is_none() {
            return Err(Fault::new(1, "", "there is no turn in the record"));
        }
        settle(&mut record, board).map_err(|expected| Fault::new(1, "", expected))?;
        if let Some(named) = named.filter(|&named| Some(named) != record.outcome) {
            let said = record.tag("ResultText").unwrap_or_default().to_owned();
            let reason = format!(
                "that is {}, but the game ends {}",
                score_word(Some(named)),
                score_word(record.outcome)
            );
            return Err(Fault::new(1, &said, reason));
        }
        Ok(record)
    }
}
