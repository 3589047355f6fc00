//! The game, and the typed commands.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use indicatif::ProgressBar;

use ringstack_arena::columns::fill;
use ringstack_engine::games;
use ringstack_engine::play::consequence::Consequence;
use ringstack_engine::play::record::{
    GameRecord, MoveRecord, OutputFormat, Termination, play_tolerantly, write,
};
use ringstack_engine::play::{GameState, ProvenLine, RootMoves, SearchContext, SearchReport};
use ringstack_engine::rules::{Outcome, Side, quote};
use ringstack_engine::search::settings::FULL_SKILL;
use ringstack_engine::search::{SearchState, Settings};

use super::{HELP, Human};
use crate::commands::output::{Completeness, OutputFile};

/// The hash table, in MiB.
const HASH: usize = 64;

/// The width of a line, in columns.
const WIDTH: usize = 79;

/// The maximum number of moves in a list.
const MAX_LISTED: usize = 60;

/// Positions whose legal moves take more bytes get no list.
const MAX_MOVES_TEXT: usize = 1 << 20;

/// A game between the user and the engine.
#[derive(Debug)]
pub struct TerminalGame {
    state: Box<dyn GameState>,
    human: Human,
    /// The names of all players of each side, for saved games.
    players: [String; 2],
    search_state: SearchState,
    settings: Settings,
    /// Set when the user leaves; ends a search.
    left: Arc<AtomicBool>,
}

impl TerminalGame {
    /// A game at this position, with an engine of these settings.
    pub fn new(
        state: Box<dyn GameState>,
        human: Human,
        settings: Settings,
        left: Arc<AtomicBool>,
    ) -> anyhow::Result<TerminalGame> {
        let mut game = TerminalGame {
            state,
            human,
            players: Default::default(),
            search_state: SearchState::new(HASH)?,
            settings,
            left,
        };
        game.name_players();
        Ok(game)
    }

    /// The text before the cursor.
    pub fn prompt(&self) -> String {
        let side = self.state.turn();
        match self.state.outcome() {
            None => format!("{} ({side})> ", self.color(side)),
            Some(_) => "game over> ".to_owned(),
        }
    }

    /// Whether the user leaves.
    pub fn left(&self) -> bool {
        self.left.load(Relaxed)
    }

    /// Whether the engine is to move.
    pub fn is_engines_turn(&self) -> bool {
        self.state.outcome().is_none() && !self.is_human(self.state.turn())
    }

    fn is_human(&self, side: Side) -> bool {
        match self.human {
            Human::P1 => side == Side::One,
            Human::P2 => side == Side::Two,
            Human::Both => true,
            Human::None => false,
        }
    }

    /// The game's name of a player.
    fn color(&self, side: Side) -> String {
        self.state.scene().players.name(side).to_owned()
    }

    /// Names the players of a new game; later adds players who take over a side.
    fn name_players(&mut self) {
        let engine = format!("ringstack level {}", self.settings.skill);
        for side in Side::ALL {
            let now = match self.is_human(side) {
                true => "player",
                false => &engine,
            };
            let Some(name) = self.players.get_mut(side.index()) else {
                continue;
            };
            if self.state.plies() == 0 {
                *name = now.to_owned();
            } else if !name.ends_with(now) {
                *name = format!("{name}, {now}");
            }
        }
    }

    /// Draws the position and the result, if the game is over.
    pub fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}\n", self.state.draw().trim_end())?;
        let ending = match self.state.outcome() {
            None => return Ok(()),
            Some(Outcome::Draw) => "The game is a draw".to_owned(),
            Some(Outcome::Win(side)) => format!("{} wins", self.color(side)),
        };
        let reason = self.state.reason();
        let reason = reason.map_or_else(String::new, |reason| format!(": {}", reason.clause()));
        writeln!(out, "{ending}{reason}. Type new, undo, save FILE or quit.")?;
        Ok(())
    }

    /// Executes a typed line. The inner error is a problem with the line.
    pub fn run(
        &mut self,
        word: &str,
        rest: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<Result<(), String>> {
        let refuse = |expected: &str| {
            let (word, rest) = (quote(word), quote(rest));
            Ok(Err(format!("{word} '{rest}': expected {expected}")))
        };
        match word {
            "" => {}
            "moves" => self.list(rest, out)?,
            "level" => match rest.parse() {
                Ok(level @ 0..=FULL_SKILL) => {
                    self.settings.skill = level;
                    self.name_players();
                }
                _ => return refuse("a number from 0 to 20"),
            },
            "side" => match Human::from_str(rest, true) {
                Ok(human) => {
                    self.human = human;
                    self.name_players();
                }
                Err(_) => return refuse("p1, p2, both or none"),
            },
            "new" => {
                let id = match rest {
                    "" => Some(self.state.id()),
                    id => games::find_id(id),
                };
                let Some(id) = id else {
                    return refuse(&format!("one of {}", games::ids().join(" ")));
                };
                self.state = crate::commands::open(id, None)?;
                self.name_players();
                self.show(out)?;
            }
            "save" if rest.is_empty() => return refuse("the name of a file"),
            "save" => match self.save(Path::new(rest)) {
                Ok(()) => writeln!(out, "saved to '{rest}'")?,
                Err(error) => return Ok(Err(format!("{error:#}"))),
            },
            _ if !rest.is_empty() => {
                return Ok(Err(format!(
                    "{} '{}': no argument is allowed",
                    quote(word),
                    quote(rest)
                )));
            }
            "hint" => self.hint(out)?,
            "why" => return self.why(out),
            "undo" => return self.undo(out),
            "board" => self.show(out)?,
            "fen" => writeln!(out, "{}", self.state.fen())?,
            "help" | "?" => writeln!(out, "{HELP}")?,
            token => match play_tolerantly(self.state.as_mut(), token) {
                Ok(_) => self.show(out)?,
                Err(error) => {
                    writeln!(out, "{error}")?;
                    self.list(token, out)?;
                }
            },
        }
        Ok(Ok(()))
    }

    /// Lists the legal moves that begin with `typed`, or with its longest prefix that has a move.
    fn list(&self, typed: &str, out: &mut impl Write) -> anyhow::Result<()> {
        if self.state.outcome().is_some() {
            return Ok(());
        }
        let Some(mut moves) = self.state.legal_within(MAX_MOVES_TEXT) else {
            writeln!(out, "there are too many legal moves to list")?;
            return Ok(());
        };
        let mut begin = typed;
        while !moves.iter().any(|token| token.starts_with(begin)) {
            let last = begin.char_indices().next_back();
            begin = last.and_then(|(at, _)| begin.get(..at)).unwrap_or_default();
        }
        moves.retain(|token| token.starts_with(begin));
        let which = match begin {
            "" => String::new(),
            begin => format!(" that begin with '{begin}'"),
        };
        writeln!(out, "legal moves{which}: {}", moves.len())?;
        let shown = moves.iter().take(MAX_LISTED).map(String::as_str);
        writeln!(out, "{}", fill(shown, WIDTH))?;
        if moves.len() > MAX_LISTED {
            writeln!(
                out,
                "... and more: moves TEXT lists the moves that begin with TEXT"
            )?;
        }
        Ok(())
    }

    fn search(&self, state: &dyn GameState, settings: &Settings) -> SearchReport {
        let color = self.color(state.turn());
        // The progress is hidden unless stderr is a terminal.
        let spinner = ProgressBar::new_spinner().with_message(format!("{color} thinks"));
        spinner.enable_steady_tick(Duration::from_millis(100));
        let context = SearchContext {
            search_state: &self.search_state,
            stop: &self.left,
            watch: &|_| {},
        };
        let report = state.search(settings, &RootMoves::all(), context);
        spinner.finish_and_clear();
        report
    }

    fn hint(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let report = self.search(self.state.as_ref(), &self.full_skill());
        match report.best() {
            Some(best) => writeln!(out, "hint: {best}  ({})", self.value(&report))?,
            None => writeln!(out, "no hint: the game is over")?,
        }
        Ok(())
    }

    fn full_skill(&self) -> Settings {
        Settings {
            skill: FULL_SKILL,
            ..self.settings.clone()
        }
    }

    /// Says what the user's last move allows, and what a better one does.
    fn why(&self, out: &mut impl Write) -> anyhow::Result<Result<(), String>> {
        let Some(before) = self.before_own_move() else {
            return Ok(Err("why: you have not made a move yet".to_owned()));
        };
        let token = self.state.history().swap_remove(before.plies());
        let best = self.search(before.as_ref(), &self.full_skill());
        let better = ProvenLine {
            moves: best.pv.clone(),
            mate: best.score.mate(),
        };
        let Some(best_token) = best.best().filter(|best| **best != token) else {
            writeln!(out, "{token} is the best move that the engine finds")?;
            let found = before.consequences(&better, None)?;
            return Ok(Ok(say(&token, &found.line, out)?));
        };
        let mut after = before.clone();
        after.play(std::slice::from_ref(&token))?;
        let mut played = ProvenLine {
            moves: vec![token.clone()],
            mate: None,
        };
        if after.outcome().is_none() {
            let reply = self.search(after.as_ref(), &self.full_skill());
            played.moves.extend(reply.pv);
            let is_alternating = after.turn() != before.turn();
            let score = if is_alternating {
                -reply.score
            } else {
                reply.score
            };
            played.mate = score.one_ply_earlier().mate();
        }
        let found = before.consequences(&played, Some(&better))?;
        writeln!(out, "better: {best_token}")?;
        if found.line.is_empty() && found.better.is_empty() {
            writeln!(out, "nothing on the board tells the two moves apart soon")?;
        }
        say(&token, &found.line, out)?;
        Ok(Ok(say(best_token, &found.better, out)?))
    }

    /// The game before the user's last move.
    fn before_own_move(&self) -> Option<Box<dyn GameState>> {
        let mut back = self.state.clone();
        while back.undo(1).is_ok() {
            if self.human == Human::None || self.is_human(back.turn()) {
                return Some(back);
            }
        }
        None
    }

    /// Makes the engine's move, unless the user leaves before.
    pub fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let settings = Settings {
            seed: self.state.plies() as u64,
            ..self.settings.clone()
        };
        let report = self.search(self.state.as_ref(), &settings);
        if self.left() {
            return Ok(());
        }
        let best = report.best().cloned().context("the search found no move")?;
        let color = self.color(self.state.turn());
        writeln!(out, "{color} plays {best}  ({})\n", self.value(&report))?;
        self.state.play(&[best])?;
        self.show(out)
    }

    /// The value of a search, in words.
    fn value(&self, report: &SearchReport) -> String {
        let turn = self.state.turn();
        let wins = |side, plies| format!("{} wins within {plies} plies", self.color(side));
        match report.score.mate() {
            Some(plies) if plies > 0 => wins(turn, plies),
            Some(plies) => wins(!turn, -plies),
            None => {
                let pawns = f64::from(report.score.0) / 100.0;
                format!("{pawns:+.2} for {}", self.color(turn))
            }
        }
    }

    /// Undoes the moves from the user's last one on.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<Result<(), String>> {
        let Some(back) = self.before_own_move() else {
            return Ok(Err("undo: you have not made a move yet".to_owned()));
        };
        if self.human == Human::None {
            // Otherwise the engine would move at once.
            self.human = Human::Both;
        }
        self.state = back;
        self.name_players();
        Ok(Ok(self.show(out)?))
    }

    /// Writes the game to a new file.
    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let outcome = self.state.outcome();
        let record = GameRecord {
            game: self.state.id().to_owned(),
            fen: self.state.start().fen().map(str::to_owned),
            players: self.players.clone(),
            outcome,
            termination: outcome.map(|_| Termination::Rules),
            moves: self.state.history().iter().map(MoveRecord::new).collect(),
            ..GameRecord::default()
        };
        let mut text = String::new();
        let is_written = write(&record, OutputFormat::Pgn, &mut text);
        ensure!(is_written, "the game cannot be written");
        let mut output = OutputFile::open(Some(path), false)?;
        output.write(text)?;
        output.finish(Completeness::All).map(drop)
    }
}

/// Writes what a move does.
fn say(token: &str, found: &[Consequence], out: &mut impl Write) -> anyhow::Result<()> {
    for sentence in found {
        let text = format!("{token}: {}", sentence.text.text);
        writeln!(out, "{}", fill(text.split(' '), WIDTH))?;
    }
    Ok(())
}
