//! A picture of each position of an analyzed game, in a folder.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use ringstack::picture::svg::{Marks, render};
use ringstack::play::Seat;

use super::job::Finished;
use super::text::percent;

/// The folder of the pictures.
pub struct Pictures {
    folder: PathBuf,
    /// Whether pictures that are there may go.
    force: bool,
}

impl Pictures {
    /// Makes the folder if it is not there.
    pub fn new(folder: &Path, force: bool) -> anyhow::Result<Pictures> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make '{}'", folder.display()))?;
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

    fn write(&self, seat: &dyn Seat, game: usize, marks: &Marks) -> anyhow::Result<()> {
        let file = self
            .folder
            .join(format!("{game:04}-{:03}.svg", seat.plies()));
        let name = file.display();
        ensure!(
            self.force || !file.exists(),
            "'{name}' exists: expected another folder, or --force to overwrite its pictures"
        );
        fs::write(&file, render(&seat.scene(), marks))
            .with_context(|| format!("cannot write '{name}'"))
    }
}

/// The game, how far it is, and how often the player to move wins with the best turn.
fn caption(seat: &dyn Seat, win: Option<f64>) -> String {
    let turns = match seat.plies() {
        1 => "1 turn".to_owned(),
        plies => format!("{plies} turns"),
    };
    let mut caption = format!("{}, after {turns}", seat.about().title);
    if let Some(win) = win {
        let share = percent(win);
        let name = seat.scene().players.name(seat.turn()).to_owned();
        // Writing into a string cannot fail.
        let _ = write!(caption, ", {name} wins {share}");
    }
    caption
}
