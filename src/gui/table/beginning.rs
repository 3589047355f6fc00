//! How a game begins: a new one, a record that is opened, a save that is taken up.

use crate::ugi::command::Start;

use super::super::clock::{Clock, TimeControls};
use super::super::house::{Answers, Rank};
use super::super::players::Wish;
use super::super::tree::{Status, Tree};
use super::super::wire::{NewGame, Seat, is_token};
use super::engines::levels;
use super::save::{Head, Saved};
use super::series::Series;
use super::{Position, Purpose, Table, Who, WindowId, house_error};

/// A game that begins when the house knows the position it begins or goes on with.
#[derive(Debug)]
pub(super) struct Beginning {
    window: Option<WindowId>,
    game: String,
    start: Start,
    seats: [Seat; 2],
    time: TimeControls,
    series: Series,
    /// A record that is opened: its turns.
    line: Vec<String>,
    /// A save or another record with all that it holds.
    saved: Option<Box<Saved>>,
    /// Whether it is the game of an earlier run, which is offered no more once it is here.
    offered: bool,
}

impl Table {
    /// The first game of a program: a person against the first engine, at a low level.
    pub(super) fn welcome(&mut self, start: Start) {
        for engine in 0..self.engines.len() {
            let who = Who::Candidate(engine);
            if let Ok(player) = self.engine(engine, who) {
                player.wish(Wish::Restart);
            }
        }
        let level = levels(&self.facts.options).map(|(min, max)| min + (max - min) / 4);
        let opponent = Seat::Engine { engine: 0, level };
        let beginning = Beginning {
            window: None,
            game: self.game.clone(),
            start,
            seats: [Seat::Person, opponent],
            time: TimeControls::default(),
            series: Series::default(),
            line: Vec::new(),
            saved: None,
            offered: false,
        };
        self.ask_for(beginning);
    }

    /// A window wants a new game.
    pub(super) fn new_game(
        &mut self,
        window: Option<WindowId>,
        new: NewGame,
        series: Series,
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
            series,
            line: Vec::new(),
            saved: None,
            offered: false,
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
            time: TimeControls::default(),
            series: Series::default(),
            line,
            saved: None,
            offered: false,
        });
        Ok(())
    }

    /// A save is taken up, or a record with all that it holds.
    pub(super) fn open_saved(
        &mut self,
        window: Option<WindowId>,
        saved: Saved,
        offered: bool,
    ) -> Result<(), String> {
        let game = self.known_game(Some(saved.game.clone()))?;
        self.ask_for(Beginning {
            window,
            game,
            start: start(saved.fen.clone())?,
            seats: saved.seats.clone(),
            time: saved.time,
            series: Series::default(),
            line: Vec::new(),
            saved: Some(Box::new(saved)),
            offered,
        });
        Ok(())
    }

    pub(super) fn known_game(&self, game: Option<String>) -> Result<String, String> {
        let game = game.unwrap_or_else(|| self.game.clone());
        if game == self.game || self.facts.games.contains(&game) {
            return Ok(game);
        }
        let known = self.facts.games.join(", ");
        let game = crate::rules::quote(&game);
        Err(format!("game '{game}': expected one of {known}"))
    }

    pub(super) fn check(&self, seat: &Seat) -> Result<(), String> {
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
            moves: match &beginning.saved {
                Some(saved) => saved.tree.moves(saved.live),
                None => beginning.line.clone(),
            },
            node: None,
        };
        let questions = vec!["scene".to_owned()];
        let purpose = Purpose::Begin(Box::new(beginning));
        self.ask(Rank::Touch, at, questions, purpose);
    }

    /// The house knows the position at which a game goes on, or says why there is none.
    pub(super) fn begun(&mut self, beginning: Beginning, answers: Answers) {
        let answers = match answers {
            Ok(answers) => answers,
            Err(refusal) => {
                self.notice(beginning.window, "error", refusal.text());
                return;
            }
        };
        let Some(scene) = answers.first() else { return };
        if let Some(error) = house_error(scene) {
            self.notice(beginning.window, "error", &error);
            return;
        }
        let status = Status::of_scene(scene);
        self.save_of_its_own(beginning.offered);
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
        for token in &beginning.line {
            if let Some(node) = self.tree.play(self.live, token) {
                self.live = node;
            }
        }
        self.keep_status(self.live, scene);
        self.unasked = true;
        self.saving.wanted();
        let _ = self.about(None, self.game.clone());
        if self.ending.is_none() {
            self.turn_begins(&status);
        }
    }

    fn clear_table(&mut self) {
        self.stop_thinking();
        self.stop_analysis();
        self.stop_review();
        self.edits.clear();
        // What was asked about the game before is of no use any more, but a window that waits gets its answer.
        self.purposes.retain(|_, purpose| {
            matches!(
                purpose,
                Purpose::Begin(_)
                    | Purpose::About(..)
                    | Purpose::Answer(..)
                    | Purpose::Peek(..)
                    | Purpose::Edit(..)
            )
        });
        self.ending = None;
        self.head = Head::default();
        self.next_game = None;
        self.taken_back = None;
        self.paused = false;
        self.one_step = false;
        self.match_number += 1;
    }
}

/// The first position of a game; a FEN must not go on with turns.
pub(super) fn start(fen: Option<String>) -> Result<Start, String> {
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
