//! A picture of each position of an analyzed game, in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use ringstack::picture::svg::{Marks, render};
use ringstack::play::Seat;

use super::job::Finished;

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
        let title = seat.about().title;
        let mut last = None;
        for turn in &finished.review.turns {
            let (best, value) = match &turn.better {
                Some(better) => (&better.token, better.value),
                None => (&turn.token, turn.value),
            };
            let marks = Marks {
                last,
                best: seat.traced(best),
                caption: format!("{title}, ply {}, {value}", seat.plies()),
            };
            self.write(seat.as_ref(), finished.number, &marks)?;
            last = seat.traced(&turn.token);
            seat.play(std::slice::from_ref(&turn.token))?;
        }
        let mut caption = format!("{title}, ply {}", seat.plies());
        let best = finished.review.next.as_ref().and_then(|next| {
            caption.push_str(&format!(", {}", next.value));
            seat.traced(&next.token)
        });
        let marks = Marks {
            last,
            best,
            caption,
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
