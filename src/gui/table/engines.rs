//! Engines at the table: which there are, who of them thinks, their options and their failures.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::arena::engine::spec::EngineSpec;
use crate::rules::Side;
use crate::ugi::command::{Go, GoKey};
use crate::ugi::reply::{OptionKind, OptionLine};

use super::super::house::games;
use super::super::players::{Line, PATIENCE, Player, Task, Voice, Wish, settable};
use super::super::tree::NodeId;
use super::super::wire::Seat;
use super::{Event, LEVEL, Table, Who};

/// The time of an engine for a turn where no time control says anything, in milliseconds.
const USUAL: u64 = 1000;

/// An engine that can be chosen.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) spec: EngineSpec,
    pub(super) name: String,
    pub(super) options: Vec<OptionLine>,
    pub(super) state: &'static str,
    pub(super) trouble: String,
    /// Values set from the page.
    pub(super) set: BTreeMap<String, String>,
}

impl Choice {
    pub(super) fn levels(&self) -> Option<(i64, i64)> {
        levels(&self.options)
    }

    /// Whether the board sets this option by itself.
    fn is_managed(&self, option: &OptionLine) -> bool {
        let own = ["Game", "MultiPV", LEVEL];
        let own = own
            .iter()
            .any(|name| option.name.eq_ignore_ascii_case(name));
        own || is_about_games(option, games(&self.options))
    }

    pub(super) fn picture(&self) -> Value {
        json!({
            "name": self.name,
            "state": self.state,
            "trouble": self.trouble,
            "options": self.options.iter().filter(|o| !self.is_managed(o)).filter_map(settable).collect::<Vec<_>>(),
            "levels": self.levels().map(|(min, max)| [min, max]),
            "set": self.set,
        })
    }
}

/// Whether an option chooses among games: the board asks for each of them by its full name, and leaves
/// such an option nothing to say.
fn is_about_games(option: &OptionLine, games: &[String]) -> bool {
    match &option.kind {
        OptionKind::Combo { choices, .. } => {
            !choices.is_empty() && choices.iter().all(|choice| games.contains(choice))
        }
        _ => false,
    }
}

/// The least and the greatest level, where the strength of an engine can be set.
pub(super) fn levels(options: &[OptionLine]) -> Option<(i64, i64)> {
    options.iter().find_map(|option| match option.kind {
        OptionKind::Spin { min, max, .. } if option.name.eq_ignore_ascii_case(LEVEL) => {
            Some((min, max))
        }
        _ => None,
    })
}

/// An engine at work on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thinking {
    pub(super) generation: u64,
    pub(super) side: Side,
    pub(super) node: NodeId,
    level: Option<i64>,
    /// Whether somebody wants its turn now.
    hurry: bool,
}

impl Table {
    /// An engine for a purpose; the one at work when it is the right one.
    pub(super) fn engine(&self, engine: usize, who: Who) -> Result<Player, String> {
        let choice = self.engines.get(engine).ok_or_else(|| {
            let count = self.engines.len();
            format!("engine '{engine}': expected a number below {count}")
        })?;
        let events = self.events.clone();
        let player = Player::new(choice.spec.clone(), &self.game, move |voice| {
            // The table outlives its engines.
            let _ = events.send(Event::Engine(who, voice));
        });
        for (name, value) in &choice.set {
            player.wish(Wish::Set(name.clone(), Some(value.clone())));
        }
        Ok(player)
    }

    pub(super) fn engine_says(&mut self, who: Who, voice: Voice) {
        let index = match who {
            Who::Candidate(index) => Some(index),
            Who::Side(side) => self.players[side.index()].as_ref().map(|(index, _)| *index),
            Who::Analyst => self.analyst.as_ref().map(|(index, _)| *index),
        };
        match (who, voice) {
            (_, Voice::Ready { name, options }) => {
                if let Some(choice) = index.and_then(|index| self.engines.get_mut(index)) {
                    choice.state = "ready";
                    choice.trouble.clear();
                    choice.options = options;
                    // A name on the command line is the one people gave it.
                    if choice.name.is_empty() {
                        choice.name = name.unwrap_or_default();
                    }
                }
            }
            (_, Voice::Traffic(text)) => {
                let message = json!({"t": "traffic", "engine": index, "text": text});
                self.tell_all(&message);
            }
            (who, Voice::Failed(generation, text)) => {
                if let Some(choice) = index.and_then(|index| self.engines.get_mut(index)) {
                    choice.state = "failed";
                    choice.trouble = text.clone();
                }
                self.engine_failed(who, generation, &text);
            }
            (Who::Side(side), Voice::Prepared(generation)) => self.set_off(side, generation),
            (Who::Side(side), Voice::Best(generation, token, at)) => {
                self.engine_plays(side, generation, token, at);
            }
            (Who::Side(side), Voice::Lines(generation, lines)) => {
                self.player_thinks(side, generation, &lines);
            }
            (Who::Analyst, Voice::Lines(generation, lines)) => self.lines(generation, lines),
            (Who::Analyst, Voice::Best(generation, ..)) => self.analysis_ended(generation),
            (Who::Candidate(_), _) | (Who::Analyst, Voice::Prepared(_)) => {}
        }
    }

    pub(super) fn think(
        &mut self,
        side: Side,
        engine: usize,
        level: Option<i64>,
    ) -> Result<(), String> {
        if self.players[side.index()]
            .as_ref()
            .is_none_or(|(index, _)| *index != engine)
        {
            let player = self.engine(engine, Who::Side(side))?;
            self.players[side.index()] = Some((engine, player));
        }
        self.generation += 1;
        self.thinking = Some(Thinking {
            generation: self.generation,
            side,
            node: self.live,
            level,
            hurry: false,
        });
        let prepare = Wish::Prepare(self.generation, self.game.clone(), self.match_number);
        self.wish(side, prepare);
        Ok(())
    }

    fn wish(&self, side: Side, wish: Wish) {
        if let Some((_, player)) = &self.players[side.index()] {
            player.wish(wish);
        }
    }

    /// A player's engine is ready to think: its time runs from now on.
    fn set_off(&mut self, side: Side, generation: u64) {
        let Some(thinking) = self.thinking.filter(|t| t.generation == generation) else {
            return;
        };
        let now = Instant::now();
        self.run_clock(side, now);
        let (go, patience) = self.go(now);
        let task = Task {
            generation,
            game: self.game.clone(),
            match_number: self.match_number,
            start: self.start.clone(),
            moves: self.tree.moves(thinking.node),
            go,
            options: thinking
                .level
                .map(|level| (LEVEL.to_owned(), level.to_string()))
                .into_iter()
                .collect(),
            patience: Some(patience),
        };
        self.wish(side, Wish::Think(Box::new(task)));
        if thinking.hurry {
            self.wish(side, Wish::Stop);
        }
    }

    /// What an engine is told about its time, and how long it is waited for.
    fn go(&self, now: Instant) -> (Go, Duration) {
        let mut go = Go::default();
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let longest = match (&self.clock, self.time) {
            (Some(clock), _) => {
                let left = |side| clock.left(side, now);
                go.numbers.insert(GoKey::P1Time, millis(left(Side::One)));
                go.numbers.insert(GoKey::P2Time, millis(left(Side::Two)));
                go.numbers
                    .insert(GoKey::P1Inc, millis(clock.increment(Side::One)));
                go.numbers
                    .insert(GoKey::P2Inc, millis(clock.increment(Side::Two)));
                left(Side::One).max(left(Side::Two))
            }
            (None, time) => {
                let ms = time.movetime().unwrap_or(USUAL);
                go.numbers
                    .insert(GoKey::MoveTime, i64::try_from(ms).unwrap_or(i64::MAX));
                Duration::from_millis(ms)
            }
        };
        (go, longest + PATIENCE)
    }

    /// A player's engine thinks aloud.
    pub(super) fn player_thinks(&mut self, side: Side, generation: u64, lines: &[Line]) {
        if self.thinking.is_some_and(|t| t.generation == generation)
            && let Some(line) = lines.first()
        {
            let message = json!({
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
                self.study_failed(generation);
                self.notice(None, "error", text);
            }
            Who::Side(_) => {}
            Who::Candidate(_) => self.notice(None, "error", text),
        }
    }

    /// An engine is in trouble: the game stands until somebody goes on with it.
    pub(super) fn trouble(&mut self, text: &str) {
        self.stands();
        self.notice(None, "error", text);
    }

    /// The game stands, and nobody's time runs.
    fn stands(&mut self) {
        self.stop_clock(Instant::now());
        self.paused = true;
    }

    pub(super) fn name_of(&self, side: Side) -> String {
        match self.seats[side.index()] {
            Seat::Engine { engine, .. } => self
                .engines
                .get(engine)
                .map_or_else(|| "the engine".to_owned(), |choice| choice.name.clone()),
            Seat::Person => "you".to_owned(),
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.wish(thinking.side, Wish::Stop);
        }
    }

    pub(super) fn move_now(&mut self) -> Result<(), String> {
        let thinking = self.thinking.as_mut().ok_or("no engine is thinking")?;
        thinking.hurry = true;
        let side = thinking.side;
        self.wish(side, Wish::Stop);
        Ok(())
    }

    /// Sets an option of an engine wherever it is at work. Text options may name files: not from here.
    pub(super) fn set_option(
        &mut self,
        engine: usize,
        name: &str,
        value: Option<String>,
    ) -> Result<(), String> {
        let choice = self.engines.get_mut(engine).ok_or("no such engine")?;
        let option = choice
            .options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("no option is called '{}'", crate::rules::quote(name)))?;
        if settable(option).is_none() {
            return Err(format!("{}: cannot be set from the page", option.name));
        }
        if choice.is_managed(option) {
            return Err(format!("{}: the board sets it by itself", option.name));
        }
        let name = option.name.clone();
        match &value {
            Some(value) => {
                choice.set.insert(name.clone(), value.clone());
            }
            None => {
                choice.set.remove(&name);
            }
        }
        let at_work = self.players.iter().chain([&self.analyst]).flatten();
        for (index, player) in at_work {
            if *index == engine {
                player.wish(Wish::Set(name.clone(), value.clone()));
            }
        }
        self.analyse_anew(engine)
    }

    /// Starts an engine anew wherever it is at work.
    pub(super) fn restart(&mut self, engine: usize) -> Result<(), String> {
        let choice = self.engines.get_mut(engine).ok_or("no such engine")?;
        choice.state = "asked";
        choice.trouble.clear();
        let thinking = self.thinking;
        for side in Side::ALL {
            let index = side.index();
            if self.players[index]
                .as_ref()
                .is_some_and(|(e, _)| *e == engine)
            {
                self.players[index] = None;
                if thinking.is_some_and(|t| t.side == side) {
                    self.thinking = None;
                    self.stands();
                }
            }
        }
        if self.analyst.as_ref().is_some_and(|(e, _)| *e == engine) {
            self.analyst = None;
            self.analysis = None;
            self.review = None;
        }
        let player = self.engine(engine, Who::Candidate(engine))?;
        player.wish(Wish::Restart);
        Ok(())
    }

    /// Shows what was said with an engine at work.
    pub(super) fn traffic(&mut self, engine: usize) -> Result<(), String> {
        // Of the processes of an engine the one that thinks is meant.
        let plays = self.thinking.map(|t| &self.players[t.side.index()]);
        let studies = self.analysis.is_some() || self.review.is_some();
        let at_work = plays.into_iter().chain(studies.then_some(&self.analyst));
        let idle = self.players.iter().chain([&self.analyst]);
        match at_work
            .chain(idle)
            .flatten()
            .find(|(index, _)| *index == engine)
        {
            Some((_, player)) => player.wish(Wish::Traffic),
            None => return Err("this engine is not at work".to_owned()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_choose_among_games_are_not_for_the_page() {
        let option = |name: &str, words: &[&str]| OptionLine {
            name: name.to_owned(),
            kind: OptionKind::Combo {
                default: words[0].to_owned(),
                choices: words.iter().map(|&word| word.to_owned()).collect(),
            },
        };
        let options = vec![
            option("game", &["go", "go-9", "chess"]),
            option("Board", &["go", "go-9"]),
            option("Style", &["go", "wild"]),
        ];
        let choice = Choice {
            spec: EngineSpec::parse("x").expect("a description"),
            name: String::new(),
            options: options.clone(),
            state: "ready",
            trouble: String::new(),
            set: BTreeMap::new(),
        };
        let managed = options.iter().map(|option| choice.is_managed(option));
        assert_eq!(managed.collect::<Vec<_>>(), [true, true, false]);
    }
}
