//! The file of games: each game of the record once, behind whatever is there already.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;

use ringstack::arena::record::gamefile::{self, GameText, Torn};
use ringstack::arena::record::{self, GameLine, Header};

use super::named::{named, with_remedy};
use super::output::{Kind, Output};
use crate::commands::numbers;

/// The file of games of a match.
pub struct Games {
    path: PathBuf,
    texts: Texts,
    output: Output,
    /// What tells the games that are there already.
    written: HashSet<u64>,
    /// New games that were there already.
    repeated: u64,
}

impl Games {
    /// Opens the file, writes the games that this record has and the file has not, and gives what is to
    /// be told: an interruption may have come between the two. Without a record everything is new.
    ///
    /// # Errors
    /// The file cannot be written, is no file of games, or ends with something that is neither a whole
    /// game nor the beginning of one that an interrupted match has left; nothing in it is changed then.
    pub fn open(
        path: &Path,
        header: &Header,
        record: Option<&Path>,
    ) -> anyhow::Result<(Games, Vec<String>)> {
        let texts = Texts::new(header);
        let mut games = Games {
            path: path.to_owned(),
            texts,
            output: Output::later(Kind::Games, path.to_owned()),
            written: HashSet::new(),
            repeated: 0,
        };
        let Some(record) = record else {
            games.output.begin(None)?;
            return Ok((games, Vec::new()));
        };
        let found = named(
            gamefile::find(path, &header.schedule),
            Kind::Games.name(),
            path,
        )?;
        if let Some(torn) = &found.torn {
            games.texts.check(torn, path, record)?;
        }
        games.output.begin(found.torn.map(|torn| torn.begin))?;
        games.written = found.games;
        let half = |line| {
            let path = path.display();
            format!(
                "games '{path}', line {line}: half a game of this match, which stays as something \
                 follows it: the whole game is written at the end"
            )
        };
        let mut complaints: Vec<String> = found.halves.into_iter().map(half).collect();
        each_game(record, &mut |line| {
            if games.is_new(&line) {
                complaints.extend(games.output.append(&games.texts.of(&line).to_string()));
            }
            ControlFlow::Continue(())
        })?;
        Ok((games, complaints))
    }

    /// Writes a new game if it is not there. Gives what is to be told.
    pub fn write(&mut self, line: &GameLine) -> Option<String> {
        if self.is_new(line) {
            return self.output.append(&self.texts.of(line).to_string());
        }
        self.repeated += 1;
        None
    }

    fn is_new(&mut self, line: &GameLine) -> bool {
        let key = self.texts.of(line).key();
        key.is_none_or(|key| self.written.insert(key))
    }

    /// A line about what is missing, or nothing.
    pub fn missing(&self) -> String {
        self.output.missing()
    }

    /// What is to be told of new games that were there already, as those of a match that was played
    /// before.
    pub fn repeated(&self) -> Option<String> {
        (self.repeated > 0).then(|| {
            format!(
                "games '{}': {} of this run left out: they are there already, with the same number, \
                 players, moves and result",
                self.path.display(),
                numbers::count(self.repeated, "game")
            )
        })
    }
}

/// What the games of a match have in common.
struct Texts {
    schedule: String,
    game: String,
    paces: Vec<String>,
}

impl Texts {
    fn new(header: &Header) -> Texts {
        let plan = &header.plan;
        let engines = plan.engines.iter();
        let paces = engines.map(|engine| engine.pace.unwrap_or(plan.pace).to_string());
        Texts {
            schedule: header.schedule.clone(),
            game: plan.game.clone(),
            paces: paces.collect(),
        }
    }

    fn of<'a>(&'a self, line: &'a GameLine) -> GameText<'a> {
        let pace = |number: usize| self.paces.get(number).map_or("", String::as_str);
        GameText {
            game: &self.game,
            schedule: &self.schedule,
            paces: line.players.map(pace),
            line,
        }
    }

    /// Refuses the end of a file that cannot be taken away, as it may be somebody's.
    fn check(&self, torn: &Torn, path: &Path, record: &Path) -> anyhow::Result<()> {
        let mut is_ours = torn.can_be_ours(&self.game);
        if !is_ours {
            each_game(record, &mut |line| {
                is_ours = torn.begins(&self.of(&line));
                match is_ours {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })?;
        }
        if !is_ours {
            bail!(
                "games '{}': line {}: '[Event \"{}\"]': a game begins here, and what follows is neither \
                 a whole one nor the beginning of one as a match leaves it when it is interrupted: \
                 expected a result (1-0, 0-1, 1/2-1/2 or *) at its end, or take the half game out",
                path.display(),
                torn.line,
                self.schedule
            );
        }
        Ok(())
    }
}

/// Hands the games of a record to `visit`.
fn each_game(
    record: &Path,
    visit: &mut dyn FnMut(GameLine) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let read = record::open(record).and_then(|file| record::each_game(file, visit));
    read.map_err(|error| with_remedy(error, record))
}
