//! `ringstack play`: a game between a person and the engine in the terminal.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use anyhow::Context;

use ringstack::play::{Means, Seat, Thought};
use ringstack::rules::{Outcome, Side, quote};
use ringstack::search::skill;
use ringstack::search::{Limits, Memory, Settings};

/// How to play.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The position; the start position when left out.
    #[arg(long)]
    pub fen: Option<String>,

    /// The side you play; the engine plays the others.
    #[arg(long, value_enum, default_value_t = Human::P1)]
    pub side: Human,

    /// The strength of the engine, 0 to 20.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub level: u8,

    /// The time of the engine for a move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    pub movetime: u64,
}

/// Who of the players is a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Human {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// Both players.
    Both,
    /// Nobody: the engine plays itself.
    None,
}

const HASH: usize = 64;
/// So many legal moves are listed at once.
const LISTED: usize = 60;
/// The most text of legal moves that is gone through, in bytes.
const LISTABLE: usize = 1 << 20;

const HELP: &str = "\
type a move, or one of:
  moves [TEXT]      legal moves that begin with TEXT
  hint              what the engine would play
  undo              takes back your last move and the answer to it
  level N           strength of the engine, 0 to 20
  side p1|p2|both|none  who you play; the engine plays the others
  board             draws the position again
  fen               the position as text
  quit              ends the game";

/// Plays until the game is over or the person leaves.
pub fn run(game: &str, args: &PlayArgs) -> anyhow::Result<()> {
    let mut table = Table {
        seat: super::open(game, args.fen.clone())?,
        memory: Memory::new(HASH)?,
        human: args.side,
        settings: Settings {
            skill: args.level,
            ..Settings::from(Limits {
                movetime: Some(Duration::from_millis(args.movetime)),
                ..Limits::default()
            })
        },
    };
    let mut out = stdout().lock();
    writeln!(out, "{HELP}")?;
    table.show(&mut out)?;
    let mut lines = stdin().lock().lines();
    loop {
        if let Some(outcome) = table.seat.outcome() {
            writeln!(out, "{}", ending(outcome))?;
            return Ok(());
        }
        if !table.is_persons_turn() {
            table.answer(&mut out)?;
            continue;
        }
        write!(out, "{}> ", table.seat.turn())?;
        out.flush()?;
        let Some(line) = lines.next() else {
            return Ok(());
        };
        if table.obey(line?.trim(), &mut out)? == Next::Leave {
            return Ok(());
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

struct Table {
    seat: Box<dyn Seat>,
    memory: Memory,
    human: Human,
    settings: Settings,
}

impl Table {
    fn is_persons_turn(&self) -> bool {
        match self.human {
            Human::P1 => self.seat.turn() == Side::One,
            Human::P2 => self.seat.turn() == Side::Two,
            Human::Both => true,
            Human::None => false,
        }
    }

    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}", self.seat.draw().trim_end())?;
        Ok(())
    }

    /// Does what the person typed.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "fen" => writeln!(out, "{}", self.seat.fen())?,
            "moves" => self.list(rest, out)?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "level" => match rest.parse() {
                Ok(level @ 0..=20) => self.settings.skill = level,
                _ => writeln!(
                    out,
                    "level '{}': expected a number from 0 to 20",
                    quote(rest)
                )?,
            },
            "side" => match <Human as clap::ValueEnum>::from_str(rest, true) {
                Ok(human) => self.human = human,
                Err(_) => writeln!(out, "side '{}': expected p1, p2, both or none", quote(rest))?,
            },
            token => self.play(token, out)?,
        }
        Ok(Next::Stay)
    }

    fn play(&mut self, token: &str, out: &mut impl Write) -> anyhow::Result<()> {
        match self.seat.play(&[token.to_owned()]) {
            Ok(()) => self.show(out),
            Err(error) => {
                writeln!(out, "{error}")?;
                self.list(token, out)
            }
        }
    }

    /// Lists the legal moves that begin with `start`, or says how many there are.
    fn list(&self, start: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let legal = match self.seat.legal_within(LISTABLE) {
            Ok(legal) => legal,
            Err(count) => {
                writeln!(out, "{count} legal moves are too many to be listed")?;
                return Ok(());
            }
        };
        let fitting: Vec<&str> = legal
            .iter()
            .map(String::as_str)
            .filter(|token| token.starts_with(start))
            .collect();
        let shown = fitting.len().min(LISTED);
        writeln!(
            out,
            "{} of {} legal moves begin with '{}'{}",
            fitting.len(),
            legal.len(),
            quote(start),
            if fitting.is_empty() { "" } else { ":" }
        )?;
        for row in fitting[..shown].chunks(10) {
            writeln!(out, "  {}", row.join(" "))?;
        }
        if shown < fitting.len() {
            writeln!(out, "  ... type more letters to see the rest")?;
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let thought = self.think(skill::FULL)?;
        if let Some(best) = thought.best {
            writeln!(out, "hint: {best} ({})", thought.score)?;
        }
        Ok(())
    }

    /// Takes back plies until the person is to move again.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.seat.undo(1).is_err() {
            writeln!(out, "there is no move to take back")?;
            return Ok(());
        }
        while !self.is_persons_turn() && self.seat.undo(1).is_ok() {}
        self.show(out)
    }

    /// Lets the engine move.
    fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let thought = self.think(self.settings.skill)?;
        let mover = self.seat.turn();
        let best = thought.best.context("the search gave no move")?;
        self.seat.play(std::slice::from_ref(&best))?;
        writeln!(out, "{mover} (engine) plays {best}")?;
        self.show(out)
    }

    /// Searches the position with this strength.
    fn think(&self, skill: u8) -> anyhow::Result<Thought> {
        let settings = Settings {
            skill,
            seed: self.seat.plies() as u64,
            ..self.settings.clone()
        };
        Ok(self
            .seat
            .think(&settings, &[], Means::quiet(&self.memory))?)
    }
}

fn ending(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::One) => "player 1 has won",
        Outcome::Win(Side::Two) => "player 2 has won",
        Outcome::Draw => "the game is a draw",
    }
}
