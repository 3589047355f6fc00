//! The game at the table, and what the typed commands do with it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use ringstack::play::Seat;
use ringstack::play::record::GameRecord;
use ringstack::rules::{Outcome, Side, quote};
use ringstack::search::settings;
use ringstack::search::{Limits, Settings};
use ringstack::ugi::session::MOST_LEGAL_TEXT;

use super::args::{Human, PlayArgs};
use super::columns::in_columns;
use super::command::{HELP, Typed};
use super::makers::Makers;
use super::saved::{self, load};
use super::thinking::{Thinker, value};
use crate::commands::analyze::title;
use crate::commands::numbers::count;

/// What a person is called in files.
const PERSON: &str = "a person";

/// So many legal moves are listed at once.
const LISTED: usize = 60;

/// Whether the person goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// There is a next command.
    Stay,
    /// The person has left.
    Leave,
}

/// A game and its players.
#[derive(Debug)]
pub struct Table {
    seat: Box<dyn Seat>,
    /// What the file says about the game that was loaded last, unless another one was begun.
    loaded: Option<GameRecord>,
    makers: Makers,
    thinker: Thinker,
    human: Human,
    settings: Settings,
}

impl Table {
    /// A table with this game on it, and this engine at it.
    pub fn new(seat: Box<dyn Seat>, args: &PlayArgs, thinker: Thinker) -> Table {
        let limits = Limits {
            movetime: Some(Duration::from_millis(args.movetime)),
            ..Limits::default()
        };
        Table {
            seat,
            loaded: None,
            makers: Makers::default(),
            thinker,
            human: args.side,
            settings: Settings {
                skill: args.level,
                ..Settings::from(limits)
            },
        }
    }

    /// The game.
    pub fn seat(&self) -> &dyn Seat {
        self.seat.as_ref()
    }

    /// What stands before a line that is typed.
    pub fn label(&self) -> String {
        match self.seat.outcome() {
            None => format!("{}> ", self.seat.turn()),
            Some(_) => "over> ".to_owned(),
        }
    }

    /// Whether the engine is to move.
    pub fn is_engines_turn(&self) -> bool {
        self.seat.outcome().is_none() && !self.is_person(self.seat.turn())
    }

    fn is_person(&self, side: Side) -> bool {
        match self.human {
            Human::P1 => side == Side::One,
            Human::P2 => side == Side::Two,
            Human::Both => true,
            Human::None => false,
        }
    }

    /// Draws the position, and says how the game ended if it has.
    pub fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}", self.seat.draw().trim_end())?;
        if let Some(outcome) = self.seat.outcome() {
            let why = self.seat.reason().map(|reason| reason.sentence);
            let why = why.map_or_else(String::new, |why| format!(": {why}"));
            writeln!(out, "{}{why}", ending(outcome))?;
            writeln!(out, "undo, turns, save, new, load or quit?")?;
        }
        Ok(())
    }

    /// Does what the person typed.
    pub fn obey(&mut self, typed: Typed, out: &mut impl Write) -> anyhow::Result<Next> {
        match typed {
            Typed::Blank => {}
            Typed::Quit => return Ok(Next::Leave),
            Typed::Help => writeln!(out, "{HELP}")?,
            Typed::Board => self.show(out)?,
            Typed::Fen => writeln!(out, "{}", self.seat.fen())?,
            Typed::Moves(begin) => self.list(&begin, out)?,
            Typed::Hint => self.hint(out)?,
            Typed::Undo(turns) => self.undo(turns, out)?,
            Typed::Turns => self.turns(out)?,
            Typed::Level(level) => self.settings.skill = level,
            Typed::Side(human) => self.human = human,
            Typed::New(game) => {
                let id = game.unwrap_or(self.seat.id());
                self.seat = crate::commands::open(id, None)?;
                self.loaded = None;
                self.makers = Makers::default();
                self.show(out)?;
            }
            Typed::Save(path) => match self.save(&path) {
                Ok(()) => writeln!(out, "saved in '{}'", path.display())?,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            Typed::Load(path) => match load(self.seat.id(), &path) {
                Ok((seat, record)) => self.take_up(seat, record, out)?,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            Typed::Move(token) => self.play(token, out)?,
        }
        Ok(Next::Stay)
    }

    /// Puts a loaded game on the table. One that has ended is not gone on with unasked.
    fn take_up(
        &mut self,
        seat: Box<dyn Seat>,
        record: GameRecord,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let plies = count(seat.plies() as u64, "ply");
        writeln!(out, "{}, {plies}", title(&record))?;
        let sides = sides(seat.as_ref())?;
        self.makers = Makers::of_loaded(&record, sides.into_iter());
        if let Some(result) = record.outcome.filter(|_| seat.outcome().is_none()) {
            self.human = Human::Both;
            writeln!(
                out,
                "the file says that {}, the board does not: you play both sides now",
                ending(result)
            )?;
        }
        self.seat = seat;
        self.loaded = Some(record);
        self.show(out)
    }

    fn play(&mut self, token: String, out: &mut impl Write) -> anyhow::Result<()> {
        let mover = self.seat.turn();
        match self.seat.play(std::slice::from_ref(&token)) {
            Ok(()) => {
                self.makers.add(mover, PERSON.to_owned());
                self.show(out)
            }
            Err(error) => {
                writeln!(out, "{}", error.cause)?;
                match self.seat.outcome() {
                    None => self.list(&token, out),
                    Some(_) => Ok(()),
                }
            }
        }
    }

    /// Lists the legal moves that begin with `begin`, or says how many there are.
    fn list(&self, begin: &str, out: &mut impl Write) -> anyhow::Result<()> {
        if begin.is_empty() && self.seat.legal_within(MOST_LEGAL_TEXT).is_none() {
            writeln!(out, "there are too many legal moves to list")?;
            return Ok(());
        }
        let (mut shown, mut count, mut all) = (Vec::new(), 0, 0);
        self.seat.each_legal(&mut |token| {
            all += 1;
            if token.starts_with(begin) {
                count += 1;
                if count <= LISTED {
                    shown.push(token);
                }
            }
            ControlFlow::Continue(())
        });
        let colon = if shown.is_empty() { "" } else { ":" };
        let begin = quote(begin);
        writeln!(
            out,
            "{count} of {all} legal moves begin with '{begin}'{colon}"
        )?;
        for row in in_columns(&shown) {
            writeln!(out, "{row}")?;
        }
        if shown.len() < count {
            writeln!(out, "  ... moves and more letters shows the rest")?;
        }
        Ok(())
    }

    fn hint(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let settings = Settings {
            skill: settings::FULL_SKILL,
            ..self.settings.clone()
        };
        let (thought, _) = self.thinker.think(self.seat(), &settings)?;
        let Some(best) = thought.best else {
            writeln!(out, "no hint: the game is over")?;
            return Ok(());
        };
        let (value, depth) = (value(thought.score, self.seat.turn()), thought.depth);
        writeln!(out, "hint: {best} ({value}, depth {depth})")?;
        let line = thought.pv.get(1..).unwrap_or_default();
        if !line.is_empty() {
            writeln!(out, "then: {}", line.join(" "))?;
        }
        Ok(())
    }

    /// Takes back so many turns of the person and what came after them.
    fn undo(&mut self, turns: usize, out: &mut impl Write) -> anyhow::Result<()> {
        let mut back = self.seat.clone();
        let mut found = 0;
        while found < turns && back.undo(1).is_ok() {
            let own = self.human == Human::None || self.is_person(back.turn());
            found += usize::from(own);
        }
        if found < turns {
            writeln!(
                out,
                "undo {turns}: expected at most {found}, your turns so far"
            )?;
            return Ok(());
        }
        self.seat = back;
        self.makers.keep(self.seat.plies());
        if self.human == Human::None {
            // Or the engine would play on at once.
            self.human = Human::Both;
        }
        self.show(out)
    }

    fn turns(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let turns = sides(self.seat())?.into_iter().zip(self.seat.history());
        let words: Vec<String> = (1..)
            .zip(turns)
            .map(|(ply, (side, token))| format!("{ply}. {side} {token}"))
            .collect();
        if words.is_empty() {
            writeln!(out, "no turns yet")?;
        }
        for row in in_columns(&words) {
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let engine = self.engine();
        let players = Side::ALL.map(|side| {
            let now = if self.is_person(side) {
                PERSON
            } else {
                &engine
            };
            self.makers.of(side, now)
        });
        let record = saved::record(self.seat(), players, self.loaded.as_ref());
        saved::save(&record, path)
    }

    /// The engine's name at its level.
    fn engine(&self) -> String {
        format!("ringstack level {}", self.settings.skill)
    }

    /// Lets the engine move.
    pub fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let settings = Settings {
            seed: self.seat.plies() as u64,
            ..self.settings.clone()
        };
        let (thought, interrupted) = self.thinker.think(self.seat(), &settings)?;
        let mover = self.seat.turn();
        let best = thought.best.context("the search gave no move")?;
        self.seat.play(std::slice::from_ref(&best))?;
        self.makers.add(mover, self.engine());
        let (value, depth) = (value(thought.score, mover), thought.depth);
        writeln!(
            out,
            "{mover} (engine) plays {best}  ({value}, depth {depth})"
        )?;
        if interrupted && self.human == Human::None {
            writeln!(out, "interrupted: you play both sides now")?;
            self.human = Human::Both;
        }
        self.show(out)
    }
}

/// Who made each turn of a game.
fn sides(seat: &dyn Seat) -> anyhow::Result<Vec<Side>> {
    let mut past = seat.copy();
    // A game of no plies has nothing to take back.
    let _ = past.undo(past.plies());
    let mut sides = Vec::new();
    for token in seat.history() {
        sides.push(past.turn());
        past.play(&[token])?;
    }
    Ok(sides)
}

fn ending(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::One) => "player 1 has won",
        Outcome::Win(Side::Two) => "player 2 has won",
        Outcome::Draw => "the game is a draw",
    }
}
