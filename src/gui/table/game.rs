//! The game that is played: how it begins, who plays a turn, when it ends.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::ugi::command::{Go, GoKey, Start};

use super::super::clock::{Clock, TimeControl};
use super::super::house::{Answers, Rank};
use super::super::players::{Line, Task, Wish};
use super::super::tree::{NodeId, Side, Status, Tree};
use super::super::wire::{NewGame, Seat, is_token};
use super::record::Saved;
use super::{Ending, LEVEL, Position, Purpose, Table, Who, WindowId, house_error};

/// The time of an engine for a turn where no time control says anything, in milliseconds.
const USUAL: u64 = 1000;
/// What an engine may take beyond its time before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(10);
/// Between two games of a series.
const BREAK: Duration = Duration::from_secs(3);

/// A game that begins when the house knows its first position.
#[derive(Debug)]
pub(super) struct Beginning {
    window: Option<WindowId>,
    game: String,
    start: Start,
    seats: [Seat; 2],
    time: TimeControl,
    series: u32,
    /// A record that is opened: its turns.
    line: Vec<String>,
    /// A save that is taken up.
    saved: Option<Box<Saved>>,
}

/// An engine at work on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thinking {
    pub(super) generation: u64,
    pub(super) side: Side,
    pub(super) node: NodeId,
}

/// A turn the house has to judge.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    window: Option<WindowId>,
    node: NodeId,
    token: String,
    /// Whether it is a turn of the game, and not a variation.
    game: bool,
    /// The side whose engine plays it.
    engine: Option<Side>,
    at: Instant,
}

impl Table {
    /// The first game of a program: a person against the first engine, at a low level.
    pub(super) fn welcome(&mut self, fen: Option<String>) {
        for engine in 0..self.engines.len() {
            let who = Who::Candidate(engine);
            if let Ok(player) = self.engine(engine, who) {
                player.wish(Wish::Restart);
            }
        }
        let start = fen.map_or(Start::Startpos, Start::Fen);
        let level = self
            .facts
            .options
            .iter()
            .find_map(|option| match option.kind {
                crate::ugi::reply::OptionKind::Spin { min, max, .. }
                    if option.name.eq_ignore_ascii_case(LEVEL) =>
                {
                    Some(min + (max - min) / 4)
                }
                _ => None,
            });
        let opponent = Seat::Engine { engine: 0, level };
        let beginning = Beginning {
            window: None,
            game: self.game.clone(),
            start,
            seats: [Seat::Person, opponent],
            time: TimeControl::None,
            series: 0,
            line: Vec::new(),
            saved: None,
        };
        self.ask_for(beginning);
    }

    /// A window wants a new game.
    pub(super) fn new_game(
        &mut self,
        window: Option<WindowId>,
        new: NewGame,
    ) -> Result<(), String> {
        new.time.check()?;
        let game = self.known_game(new.game)?;
        new.players.iter().try_for_each(|seat| self.check(seat))?;
        self.ask_for(Beginning {
            window,
            game,
            start: start(new.fen)?,
            seats: new.players,
            time: new.time,
            series: new.series.min(1000),
            line: Vec::new(),
            saved: None,
        });
        Ok(())
    }

    /// A record is opened: people on both sides.
    pub(super) fn open_line(
        &mut self,
        window: WindowId,
        game: Option<String>,
        fen: Option<String>,
        line: Vec<String>,
    ) -> Result<(), String> {
        let game = self.known_game(game)?;
        if let Some(bad) = line.iter().find(|token| !is_token(token)) {
            return Err(format!(
                "turn '{}': expected a word of printable ASCII",
                crate::rules::quote(bad)
            ));
        }
        self.ask_for(Beginning {
            window: Some(window),
            game,
            start: start(fen)?,
            seats: [Seat::Person, Seat::Person],
            time: TimeControl::None,
            series: 0,
            line,
            saved: None,
        });
        Ok(())
    }

    /// A save is taken up.
    pub(super) fn open_saved(
        &mut self,
        window: Option<WindowId>,
        saved: Saved,
    ) -> Result<(), String> {
        let game = self.known_game(Some(saved.game.clone()))?;
        self.ask_for(Beginning {
            window,
            game,
            start: start(saved.fen.clone())?,
            seats: saved.seats.clone(),
            time: saved.time,
            series: 0,
            line: Vec::new(),
            saved: Some(Box::new(saved)),
        });
        Ok(())
    }

    fn known_game(&self, game: Option<String>) -> Result<String, String> {
        let game = game.unwrap_or_else(|| self.game.clone());
        if game == self.game || self.facts.games.contains(&game) {
            return Ok(game);
        }
        let known = self.facts.games.join(", ");
        let game = crate::rules::quote(&game);
        Err(format!("game '{game}': expected one of {known}"))
    }

    fn check(&self, seat: &Seat) -> Result<(), String> {
        let Seat::Engine { engine, level } = seat else {
            return Ok(());
        };
        let choice = self.engines.get(*engine).ok_or_else(|| {
            format!(
                "engine '{engine}': expected a number below {}",
                self.engines.len()
            )
        })?;
        match (level, choice.levels()) {
            (Some(level), Some((min, max))) if !(min..=max).contains(level) => Err(format!(
                "level '{level}' of {}: expected {min} to {max}",
                choice.name
            )),
            _ => Ok(()),
        }
    }

    fn ask_for(&mut self, beginning: Beginning) {
        let at = Position {
            game: beginning.game.clone(),
            start: beginning.start.clone(),
            moves: Vec::new(),
            node: None,
        };
        let mut questions = vec!["scene".to_owned()];
        if !beginning.line.is_empty() {
            questions.push(format!("trace {}", beginning.line.join(" ")));
        }
        let purpose = Purpose::Begin(Box::new(beginning));
        self.ask(Rank::Touch, at, questions, purpose);
    }

    /// The house knows the first position of a game, or says why there is none.
    pub(super) fn begun(&mut self, beginning: Beginning, answers: Answers) {
        let answers = match answers {
            Ok(answers) => answers,
            Err(refusal) => {
                self.notice(beginning.window, "error", refusal.text());
                return;
            }
        };
        let mut answers = answers.iter();
        let Some(scene) = answers.next() else { return };
        if let Some(error) = house_error(scene) {
            self.notice(beginning.window, "error", &error);
            return;
        }
        let trace = answers.next();
        if let Some(error) = trace.and_then(|trace| house_error(trace)) {
            self.notice(beginning.window, "error", &error);
            return;
        }
        let elements = trace
            .and_then(|trace| trace.get("line"))
            .and_then(Value::as_array);
        let status = Status::of_scene(scene);
        self.clear_table();
        self.game = beginning.game;
        self.start = beginning.start;
        self.seats = beginning.seats;
        self.time = beginning.time;
        self.clock = Clock::new(self.time);
        self.series = beginning.series;
        match beginning.saved {
            Some(saved) => self.restore(*saved),
            None => {
                self.tree = Tree::new(self.tree.next());
                self.live = self.tree.root();
            }
        }
        self.news.anew();
        let root = self.tree.root();
        self.keep_status(root, scene);
        for (token, element) in beginning.line.iter().zip(elements.into_iter().flatten()) {
            if let Some(node) = self.tree.play(self.live, token) {
                if let Some(found) = self.tree.change(node) {
                    found.trace = Some(element.clone());
                }
                self.live = node;
            }
        }
        self.unasked = true;
        self.saving.wanted();
        let _ = self.about(None, self.game.clone());
        if self.live == root {
            self.turn_begins(&status);
        } else {
            let at = self.position(self.live);
            let questions = vec!["scene".to_owned()];
            self.ask(Rank::Touch, at, questions, Purpose::Status(self.live));
        }
    }

    fn clear_table(&mut self) {
        self.stop_thinking();
        self.stop_analysis();
        self.stop_review();
        self.earlier.clear();
        // What was asked about the game before is of no use any more.
        self.purposes
            .retain(|_, purpose| matches!(purpose, Purpose::Begin(_) | Purpose::About(..)));
        self.ending = None;
        self.next_game = None;
        self.paused = false;
        self.one_step = false;
        self.match_number += 1;
    }

    /// The house has said what a position is like.
    pub(super) fn status_known(&mut self, node: NodeId, answers: Answers) {
        match answers.as_deref() {
            Ok([scene]) => {
                self.keep_status(node, scene);
                if node == self.live && self.thinking.is_none() && self.ending.is_none() {
                    let status = Status::of_scene(scene);
                    self.turn_begins(&status);
                }
            }
            Ok(_) => {}
            Err(refusal) => {
                self.unasked = false;
                self.notice(None, "error", refusal.text());
            }
        }
    }

    /// Somebody has the turn at the live node, or the game is over.
    fn turn_begins(&mut self, status: &Status) {
        let now = Instant::now();
        let Some(side) = status.to_act else {
            if let Some(clock) = &mut self.clock {
                clock.stop(now);
            }
            let word = |name: &str| status.result.get(name).and_then(Value::as_str);
            let text = status.result.get("text").and_then(|text| text.get("text"));
            self.game_ends(Ending {
                winner: word("winner").unwrap_or("draw").to_owned(),
                reason: word("reason").unwrap_or_default().to_owned(),
                text: text.and_then(Value::as_str).unwrap_or_default().to_owned(),
            });
            return;
        };
        if self.paused && !self.one_step {
            return;
        }
        let Seat::Engine { engine, level } = self.seats[side.index()] else {
            self.run_clock(side, now);
            return;
        };
        self.one_step = false;
        if let Err(text) = self.think(side, engine, level, now) {
            self.trouble(&text);
        }
    }

    /// Clocks run from the first turn on, and only in a game that is played.
    fn run_clock(&mut self, side: Side, now: Instant) {
        if let Some(clock) = &mut self.clock
            && self.live != self.tree.root()
        {
            clock.start(side, now);
        }
    }

    fn think(
        &mut self,
        side: Side,
        engine: usize,
        level: Option<i64>,
        now: Instant,
    ) -> Result<(), String> {
        if self.players[side.index()]
            .as_ref()
            .is_none_or(|(index, _)| *index != engine)
        {
            let player = self.engine(engine, Who::Side(side))?;
            self.players[side.index()] = Some((engine, player));
        }
        self.run_clock(side, now);
        let (go, patience) = self.go(now);
        self.generation += 1;
        let node = self.live;
        self.thinking = Some(Thinking {
            generation: self.generation,
            side,
            node,
        });
        let task = Task {
            generation: self.generation,
            game: self.game.clone(),
            match_number: self.match_number,
            start: self.start.clone(),
            moves: self.tree.moves(node),
            go,
            options: level
                .map(|level| (LEVEL.to_owned(), level.to_string()))
                .into_iter()
                .collect(),
            patience: Some(patience),
        };
        if let Some((_, player)) = &self.players[side.index()] {
            player.wish(Wish::Think(Box::new(task)));
        }
        Ok(())
    }

    /// What an engine is told about its time, and how long it is waited for.
    fn go(&self, now: Instant) -> (Go, Duration) {
        let mut go = Go::default();
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let longest = match (&self.clock, self.time) {
            (Some(clock), _) => {
                let left = |side| clock.left(side, now);
                go.numbers.insert(GoKey::P1Time, millis(left(Side::P1)));
                go.numbers.insert(GoKey::P2Time, millis(left(Side::P2)));
                go.numbers
                    .insert(GoKey::P1Inc, millis(clock.increment(Side::P1)));
                go.numbers
                    .insert(GoKey::P2Inc, millis(clock.increment(Side::P2)));
                left(Side::P1).max(left(Side::P2))
            }
            (None, time) => {
                let ms = match time {
                    TimeControl::Move { ms } => ms,
                    _ => USUAL,
                };
                go.numbers
                    .insert(GoKey::MoveTime, i64::try_from(ms).unwrap_or(i64::MAX));
                Duration::from_millis(ms)
            }
        };
        (go, longest + PATIENCE)
    }

    /// A person plays a turn.
    pub(super) fn person_plays(
        &mut self,
        window: WindowId,
        node: NodeId,
        token: String,
        game: bool,
        at: Instant,
    ) -> Result<(), String> {
        self.node(node)?;
        if !is_token(&token) {
            return Err(format!(
                "turn '{}': expected a word without blanks",
                crate::rules::quote(&token)
            ));
        }
        if game {
            self.may_play(node)?;
        }
        self.judge(Turn {
            window: Some(window),
            node,
            token,
            game,
            engine: None,
            at,
        });
        Ok(())
    }

    fn may_play(&self, node: NodeId) -> Result<(), String> {
        if node != self.live {
            return Err("the game has gone on in the meantime".to_owned());
        }
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        if self.thinking.is_some() {
            return Err("it is the engine's turn".to_owned());
        }
        Ok(())
    }

    fn judge(&mut self, turn: Turn) {
        let at = self.position(turn.node);
        let questions = vec![format!("trace {}", turn.token)];
        self.ask(Rank::Touch, at, questions, Purpose::Play(turn));
    }

    /// The house has judged a turn.
    pub(super) fn turn_judged(&mut self, turn: Turn, answers: Answers) {
        let element = match answers.as_deref() {
            Ok([answer]) => match (house_error(answer), answer.get("line")) {
                (Some(error), _) => Err(error),
                (None, Some(line)) => line
                    .get(0)
                    .cloned()
                    .ok_or_else(|| "the house says nothing about the turn".to_owned()),
                (None, None) => Err("the house says nothing about the turn".to_owned()),
            },
            Ok(_) => Err("the house says nothing about the turn".to_owned()),
            Err(refusal) => Err(refusal.text().to_owned()),
        };
        match (element, turn.engine) {
            (Ok(element), _) => self.turn_is_legal(turn, element),
            (Err(error), Some(side)) => {
                self.thinking = None;
                let name = self.name_of(side);
                self.trouble(&format!("{name} wants to play an illegal turn: {error}"));
            }
            (Err(error), None) => self.notice(turn.window, "error", &error),
        }
    }

    fn turn_is_legal(&mut self, turn: Turn, element: Value) {
        if turn.game {
            let allowed = match turn.engine {
                None => self.may_play(turn.node),
                Some(_) if turn.node == self.live && self.ending.is_none() => Ok(()),
                Some(_) => return,
            };
            if let Err(text) = allowed {
                self.notice(turn.window, "error", &text);
                return;
            }
        }
        let mover = self
            .tree
            .get(turn.node)
            .and_then(|node| node.status.as_ref())
            .and_then(|status| status.to_act);
        let Some(node) = self.tree.play(turn.node, &turn.token) else {
            return;
        };
        if let Some(found) = self.tree.change(node) {
            found.trace = Some(element);
        }
        self.saving.wanted();
        // Without engines and clocks nothing tells a game from a study: it is where one plays.
        let study = self.seats == [Seat::Person, Seat::Person] && self.clock.is_none();
        if turn.game || (study && self.ending.is_none()) {
            self.thinking = None;
            if let (Some(clock), Some(mover)) = (&mut self.clock, mover) {
                clock.turn_over(mover, turn.at);
                let left = clock.left(mover, turn.at).as_millis() as u64;
                if let Some(found) = self.tree.change(node) {
                    found.clock = Some(left);
                }
            }
            // The game is the main line, also where it was taken back before; a study has no game.
            if !study {
                self.tree.promote(node);
            }
            self.live = node;
        }
        if let Some(window) = turn.window {
            self.tell(window, &serde_json::json!({"t": "played", "node": node}));
        }
        let at = self.position(node);
        let questions = vec!["scene".to_owned()];
        self.ask(Rank::Touch, at, questions, Purpose::Status(node));
    }

    /// An engine has found its turn.
    pub(super) fn engine_plays(&mut self, side: Side, generation: u64, token: String, at: Instant) {
        let Some(thinking) = self.thinking.filter(|t| t.generation == generation) else {
            return;
        };
        if !is_token(&token) {
            self.thinking = None;
            let name = self.name_of(side);
            let token = crate::rules::quote(&token);
            self.trouble(&format!("{name} wants to play '{token}', which is no turn"));
            return;
        }
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        self.judge(Turn {
            window: None,
            node: thinking.node,
            token,
            game: true,
            engine: Some(side),
            at,
        });
    }

    /// A player's engine thinks aloud.
    pub(super) fn player_thinks(&mut self, side: Side, generation: u64, lines: &[Line]) {
        if self.thinking.is_some_and(|t| t.generation == generation)
            && let Some(line) = lines.first()
        {
            let message = serde_json::json!({
                "t": "thought", "side": side, "depth": line.depth, "nps": line.nps,
            });
            self.tell_most(&message);
        }
    }

    pub(super) fn engine_failed(&mut self, who: Who, generation: Option<u64>, text: &str) {
        match who {
            Who::Side(_) if generation == self.thinking.map(|t| t.generation) => {
                self.thinking = None;
                self.trouble(text);
            }
            Who::Analyst => {
                self.analysis = None;
                self.review = None;
                self.notice(None, "error", text);
            }
            Who::Side(_) => {}
            Who::Candidate(_) => self.notice(None, "error", text),
        }
    }

    /// An engine is in trouble: the game stands until somebody goes on with it.
    fn trouble(&mut self, text: &str) {
        if let Some(clock) = &mut self.clock {
            clock.stop(Instant::now());
        }
        self.paused = true;
        self.notice(None, "error", text);
    }

    fn name_of(&self, side: Side) -> String {
        match self.seats[side.index()] {
            Seat::Engine { engine, .. } => self
                .engines
                .get(engine)
                .map_or_else(|| "the engine".to_owned(), |choice| choice.name.clone()),
            Seat::Person => "you".to_owned(),
        }
    }

    fn game_ends(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.thinking = None;
        self.saving.wanted();
        let engines = self
            .seats
            .iter()
            .all(|seat| matches!(seat, Seat::Engine { .. }));
        if engines && self.series > 0 {
            self.next_game = Some(Instant::now() + BREAK);
        }
    }

    pub(super) fn begin_next_of_series(&mut self) {
        let [first, second] = self.seats.clone();
        let fen = match &self.start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.clone()),
        };
        let next = NewGame {
            game: Some(self.game.clone()),
            fen,
            players: [second, first],
            time: self.time,
            series: self.series.saturating_sub(1),
        };
        if let Err(text) = self.new_game(None, next) {
            self.notice(None, "error", &text);
        }
    }

    /// A player's time is over.
    pub(super) fn flag_falls(&mut self, side: Side, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.stop_thinking();
        self.game_ends(Ending {
            winner: word(side.other()),
            reason: "time".to_owned(),
            text: String::new(),
        });
    }

    pub(super) fn resign(&mut self, side: Side) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        if let Some(clock) = &mut self.clock {
            clock.stop(Instant::now());
        }
        self.stop_thinking();
        self.game_ends(Ending {
            winner: word(side.other()),
            reason: "resigned".to_owned(),
            text: String::new(),
        });
        Ok(())
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take()
            && let Some((_, player)) = &self.players[thinking.side.index()]
        {
            player.wish(Wish::Stop);
        }
    }

    /// Goes on with the game from another node.
    pub(super) fn go_on_from(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        self.stop_thinking();
        if let Some(clock) = &mut self.clock {
            clock.stop(Instant::now());
        }
        self.ending = None;
        self.next_game = None;
        self.live = node;
        self.tree.promote(node);
        self.saving.wanted();
        self.resume();
        Ok(())
    }

    /// Looks again who has the turn.
    fn resume(&mut self) {
        let at = self.position(self.live);
        let questions = vec!["scene".to_owned()];
        self.ask(Rank::Touch, at, questions, Purpose::Status(self.live));
    }

    /// Takes back to the last turn of a person, or one turn where both are people.
    pub(super) fn take_back(&mut self) -> Result<(), String> {
        let mut at = self.live;
        loop {
            let Some(parent) = self.tree.get(at).and_then(|node| node.parent) else {
                return Err("there is no turn to take back".to_owned());
            };
            at = parent;
            let mover = self
                .tree
                .get(at)
                .and_then(|node| node.status.as_ref())
                .and_then(|status| status.to_act);
            let person = |side: Side| self.seats[side.index()] == Seat::Person;
            if mover.is_some_and(person) {
                break;
            }
        }
        self.go_on_from(at)
    }

    pub(super) fn pause(&mut self, on: bool) -> Result<(), String> {
        if self.paused == on {
            return Ok(());
        }
        self.paused = on;
        if on {
            self.stop_thinking();
            if let Some(clock) = &mut self.clock {
                clock.stop(Instant::now());
            }
        } else if self.ending.is_none() {
            self.resume();
        }
        Ok(())
    }

    pub(super) fn step(&mut self) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        self.paused = true;
        if self.thinking.is_none() {
            self.one_step = true;
            self.resume();
        }
        Ok(())
    }

    pub(super) fn move_now(&mut self) -> Result<(), String> {
        let thinking = self.thinking.ok_or("no engine is thinking")?;
        if let Some((_, player)) = &self.players[thinking.side.index()] {
            player.wish(Wish::Stop);
        }
        Ok(())
    }

    pub(super) fn change_seat(&mut self, side: Side, seat: Seat) -> Result<(), String> {
        self.check(&seat)?;
        if self.thinking.is_some_and(|thinking| thinking.side == side) {
            self.stop_thinking();
        }
        self.seats[side.index()] = seat;
        self.saving.wanted();
        if self.ending.is_none() && self.thinking.is_none() {
            self.resume();
        }
        Ok(())
    }
}

fn word(side: Side) -> String {
    match side {
        Side::P1 => "p1".to_owned(),
        Side::P2 => "p2".to_owned(),
    }
}

/// The first position of a game; a FEN must not go on with turns.
fn start(fen: Option<String>) -> Result<Start, String> {
    let Some(fen) = fen else {
        return Ok(Start::Startpos);
    };
    let words: Vec<&str> = fen.split_whitespace().collect();
    match words.as_slice() {
        [] | ["startpos"] => Ok(Start::Startpos),
        words if words.contains(&"moves") => {
            Err("FEN: expected a position without 'moves'; open it as a record".to_owned())
        }
        words if fen.len() > 4000 || !fen.is_ascii() => Err(format!(
            "FEN '{}': expected at most 4000 characters of ASCII",
            crate::rules::quote(&words.join(" "))
        )),
        words => Ok(Start::Fen(words.join(" "))),
    }
}
