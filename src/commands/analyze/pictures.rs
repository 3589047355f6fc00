//! A picture of each position of an analyzed game, in a folder.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use ringstack::picture::svg::{Marks, render};
use ringstack::play::Seat;

use super::job::Finished;
use super::text::percent;
use crate::commands::numbers::count;
use crate::commands::output::Output;

/// The folder of the pictures.
pub struct Pictures {
    folder: PathBuf,
    /// Whether pictures that are there may go.
    force: bool,
}

impl Pictures {
    /// Makes the folder if it is not there. One with pictures is refused unless `force` is set.
    pub fn new(folder: &Path, force: bool) -> anyhow::Result<Pictures> {
        let name = folder.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot make '{name}'"))?;
        if let Some(picture) = first_picture(folder).filter(|_| !force) {
            bail!(
                "'{name}' has the picture '{picture}': expected another folder, or --force to overwrite \
                 its pictures"
            );
        }
        Ok(Pictures {
            folder: folder.to_owned(),
            force,
        })
    }

    /// Draws every position with the last turn and an arrow for the best one.
    pub fn draw(&self, finished: &Finished) -> anyhow::Result<()> {
        let mut seat = finished.seat()?;
        let mut last = None;
        for turn in &finished.review.turns {
            let better = turn.better.as_ref();
            let best = better.map_or(&turn.token, |better| &better.token);
            let marks = Marks {
                last,
                best: seat.traced(best),
                caption: caption(seat.as_ref(), Some(turn.win + turn.loss)),
                ..Marks::default()
            };
            self.write(seat.as_ref(), finished.number, &marks)?;
            last = seat.traced(&turn.token);
            seat.play(std::slice::from_ref(&turn.token))?;
        }
        let next = finished.review.next.as_ref();
        let marks = Marks {
            last,
            best: next.and_then(|next| seat.traced(&next.token)),
            caption: caption(seat.as_ref(), next.map(|next| next.win)),
            ..Marks::default()
        };
        self.write(seat.as_ref(), finished.number, &marks)
    }

    /// Writes a picture beside its place and brings it there: a full disk leaves no half one.
    fn write(&self, seat: &dyn Seat, game: usize, marks: &Marks) -> anyhow::Result<()> {
        let name = format!("{game:04}-{:03}.svg", seat.plies());
        let mut output = Output::open(Some(&self.folder.join(name)), self.force)?;
        output.write(render(&seat.scene(), marks))?;
        output.finish()
    }
}

/// The first by name of the pictures in a folder that may be ours.
fn first_picture(folder: &Path) -> Option<String> {
    let files = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    names.filter(|name| is_picture(name)).min()
}

/// Whether a file is called as our pictures are: the game and the ply, in digits.
fn is_picture(name: &str) -> bool {
    let is_number = |text: &str, least: usize| {
        text.len() >= least && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts = name.strip_suffix(".svg").and_then(|it| it.split_once('-'));
    parts.is_some_and(|(game, ply)| is_number(game, 4) && is_number(ply, 3))
}

/// The game, how far it is, and how often the player to move wins with the best turn.
fn caption(seat: &dyn Seat, win: Option<f64>) -> String {
    let turns = count(seat.plies() as u64, "turn");
    let mut caption = format!("{}, after {turns}", seat.about().title);
    if let Some(win) = win {
        let share = percent(win);
        let name = seat.scene().players.name(seat.turn()).to_owned();
        // Writing into a string cannot fail.
        let _ = write!(caption, ", {name} wins {share}");
    }
    caption
}
