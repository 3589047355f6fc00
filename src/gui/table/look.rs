//! What windows ask about positions: the house answers, nothing changes.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::house::{Answers, Rank, Refusal};
use super::super::tree::{NodeId, Status};
use super::super::wire::is_token;
use super::beginning::start;
use super::{Position, Purpose, Table, WindowId, house_error};

/// Touches of a turn, and turns of a line, that a window may ask about at once.
const LONGEST_ROW: usize = 400;

impl Table {
    /// A window wants to see a node.
    pub(super) fn view(&mut self, window: WindowId, node: NodeId) -> Result<(), String> {
        let found = self.node(node)?;
        match (found.parent, &found.trace) {
            (Some(_), None) => self.ask_trace(node, Some(window)),
            _ => self.ask_view(window, node),
        }
        Ok(())
    }

    pub(super) fn node(&self, node: NodeId) -> Result<&super::super::tree::Node, String> {
        self.tree
            .get(node)
            .ok_or_else(|| "this place in the record is gone".to_owned())
    }

    fn ask_view(&mut self, window: WindowId, node: NodeId) {
        // It may have been removed since; answers about it would be those about another position.
        if self.tree.get(node).is_none() {
            return;
        }
        let questions = vec!["scene".to_owned(), "touches".to_owned()];
        let at = self.position(node);
        self.ask(Rank::Touch, at, questions, Purpose::View(window, node));
    }

    fn ask_trace(&mut self, node: NodeId, window: Option<WindowId>) {
        let Some(found) = self.tree.get(node) else {
            return;
        };
        let Some(parent) = found.parent else { return };
        let questions = vec![format!("trace {}", found.token)];
        let at = self.position(parent);
        let rank = match window {
            Some(_) => Rank::Touch,
            None => Rank::Background,
        };
        self.ask(rank, at, questions, Purpose::Trace(node, window));
    }

    pub(super) fn traced(&mut self, node: NodeId, window: Option<WindowId>, answers: Answers) {
        if let Ok([answer]) = answers.as_deref()
            && let Some(element) = answer.get("line").and_then(|line| line.get(0))
            && let Some(found) = self.tree.change(node)
        {
            found.trace = Some(element.clone());
        }
        // Without a trace there is still a position to be seen.
        if let Some(window) = window {
            self.ask_view(window, node);
        }
    }

    pub(super) fn viewed(&mut self, window: WindowId, node: NodeId, answers: Answers) {
        match answers.as_deref() {
            Ok([scene, touches]) => {
                self.keep_status(node, scene);
                let trace = self.tree.get(node).and_then(|found| found.trace.clone());
                let message = json!({
                    "t": "view",
                    "node": node,
                    "scene": **scene,
                    "touches": **touches,
                    "trace": trace,
                });
                self.tell(window, &message);
            }
            Ok(_) => {}
            Err(refusal) => {
                let message = json!({"t": "view", "node": node, "error": refusal.text()});
                self.tell(window, &message);
            }
        }
    }

    /// Remembers whose turn it is, and whether the game is over.
    pub(super) fn keep_status(&mut self, node: NodeId, scene: &Value) {
        let status = Status::of_scene(scene);
        if let Some(mover) = status.to_act
            && self.tree.believe(node, mover)
        {
            // A save knows no values of unknown players.
            self.saving.wanted();
        }
        if self
            .tree
            .get(node)
            .is_some_and(|n| n.status.as_ref() != Some(&status))
            && let Some(found) = self.tree.change(node)
        {
            found.status = Some(status);
        }
    }

    /// A window asks about a row of touches or turns; it always gets its answer.
    pub(super) fn row(
        &mut self,
        window: WindowId,
        id: u64,
        question: &str,
        node: NodeId,
        row: &[String],
    ) {
        if let Err(text) = self.node(node).map(|_| ()).and_then(|()| words(row)) {
            let refused = Err(Refusal::Position(text));
            self.answer_known(window, id, &refused);
            return;
        }
        let question = format!("{question} {}", row.join(" "));
        let questions = vec![question.trim_end().to_owned()];
        let at = self.position(node);
        self.ask(Rank::Touch, at, questions, Purpose::Answer(window, id));
    }

    pub(super) fn answer_known(&mut self, window: WindowId, id: u64, answers: &Answers) {
        let (answer, error) = one(answers);
        let message = json!({"t": "answer", "id": id, "answer": answer.as_deref(), "error": error});
        self.tell(window, &message);
    }

    /// A window wants to see the position at the end of a line.
    pub(super) fn peek(
        &mut self,
        window: WindowId,
        id: u64,
        node: NodeId,
        tokens: &[String],
    ) -> Result<(), String> {
        self.node(node)?;
        words(tokens)?;
        let at = self.position(node);
        let after = Position {
            moves: at.moves.iter().chain(tokens).cloned().collect(),
            node: None,
            ..at
        };
        let scene = vec!["scene".to_owned()];
        self.ask(Rank::Hover, after, scene, Purpose::Peek(window, id));
        Ok(())
    }

    pub(super) fn peeked(&mut self, window: WindowId, id: u64, answers: Answers) {
        let (answer, error) = one(&answers);
        let message = json!({"t": "peek", "id": id, "scene": answer.as_deref(), "error": error});
        self.tell(window, &message);
    }

    /// A window sets a position up: that of a node, or that of a FEN in a game. It always gets its
    /// answer.
    pub(super) fn edit(
        &mut self,
        window: WindowId,
        id: u64,
        from: (Option<String>, Option<String>, Option<NodeId>),
        items: &[String],
    ) {
        let at = words(items).and_then(|()| self.editable(from));
        match at {
            Ok(at) => {
                let question = format!("edit {}", items.join(" "));
                let questions = vec![question.trim_end().to_owned()];
                self.ask(Rank::Touch, at, questions, Purpose::Edit(window, id));
            }
            Err(text) => self.edited(window, id, &Err(Refusal::Position(text))),
        }
    }

    fn editable(
        &self,
        (game, fen, node): (Option<String>, Option<String>, Option<NodeId>),
    ) -> Result<Position, String> {
        if let Some(node) = node {
            self.node(node)?;
            return Ok(Position {
                node: None,
                ..self.position(node)
            });
        }
        Ok(Position {
            game: self.known_game(game)?,
            start: start(fen)?,
            moves: Vec::new(),
            node: None,
        })
    }

    pub(super) fn edited(&mut self, window: WindowId, id: u64, answers: &Answers) {
        let (mut answer, mut error) = (None, None);
        match answers.as_deref() {
            Ok([found]) => match found.get("error") {
                // Nothing is played here, so it is told as the house tells it.
                Some(wrong) => {
                    let text = wrong.get("text").and_then(Value::as_str);
                    error = text.map(str::to_owned).or_else(|| house_error(found));
                }
                None => answer = Some(Arc::clone(found)),
            },
            _ => (answer, error) = one(answers),
        }
        let message = json!({"t": "answer", "id": id, "answer": answer.as_deref(), "error": error});
        self.tell(window, &message);
    }

    /// A window wants to read the rules of a game; without one, only its title is wanted.
    pub(super) fn about(&mut self, window: Option<WindowId>, game: String) -> Result<(), String> {
        let game = self.known_game(Some(game))?;
        if let Some(about) = self.titles.get(&game) {
            let message = json!({"t": "about", "game": game, "answer": about});
            if let Some(window) = window {
                self.tell(window, &message);
            }
            return Ok(());
        }
        let at = Position {
            game: game.clone(),
            start: crate::ugi::command::Start::Startpos,
            moves: Vec::new(),
            node: None,
        };
        let questions = vec!["about".to_owned()];
        self.ask(Rank::Hover, at, questions, Purpose::About(window, game));
        Ok(())
    }

    pub(super) fn about_known(&mut self, window: Option<WindowId>, game: String, answers: Answers) {
        let (answer, error) = one(&answers);
        if let Some(window) = window {
            let message =
                json!({"t": "about", "game": game, "answer": answer.as_deref(), "error": error});
            self.tell(window, &message);
        }
        if let Some(answer) = answer {
            self.titles.insert(game, (*answer).clone());
        }
    }

    /// Asks in the background about nodes nobody has looked at, some at a time.
    pub(super) fn ask_the_unasked(&mut self) {
        const AT_ONCE: usize = 16;
        let busy = |purpose: &Purpose| matches!(purpose, Purpose::Status(_));
        if !self.unasked || self.purposes.values().any(busy) {
            return;
        }
        let nodes: Vec<NodeId> = self
            .tree
            .iter()
            .filter(|node| node.status.is_none())
            .map(|node| node.id)
            .take(AT_ONCE)
            .collect();
        self.unasked = !nodes.is_empty();
        for node in nodes {
            let at = self.position(node);
            let questions = vec!["scene".to_owned()];
            self.ask(Rank::Background, at, questions, Purpose::Status(node));
        }
    }
}

/// Checks the words of a row of touches or turns.
pub(super) fn words(words: &[String]) -> Result<(), String> {
    if words.len() > LONGEST_ROW {
        return Err(format!(
            "{} words: expected at most {LONGEST_ROW}",
            words.len()
        ));
    }
    match words.iter().find(|word| !is_token(word)) {
        Some(word) => Err(format!(
            "'{}': expected a word without blanks",
            crate::rules::quote(word)
        )),
        None => Ok(()),
    }
}

/// The only answer, or what is wrong with it.
fn one(answers: &Answers) -> (Option<Arc<Value>>, Option<String>) {
    match answers.as_deref() {
        Ok([answer]) => match house_error(answer) {
            Some(error) => (None, Some(error)),
            None => (Some(Arc::clone(answer)), None),
        },
        Ok(_) => (None, Some("the house gave no answer".to_owned())),
        Err(refusal) => (None, Some(refusal.text().to_owned())),
    }
}
