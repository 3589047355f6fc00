//! The folder of `--svg`: what is in it is replaced only by pictures of the same game. Their numbers count
//! games that were read, so that after a refused one they would be those of another game.

use std::fs;
use std::path::{Path, PathBuf};

use super::job::Finished;
use super::pictures::Pictures;

/// The folder, and which games are drawn.
pub struct Folder {
    path: PathBuf,
    pictures: Pictures,
    /// Whether it is ours: it was not there before.
    made: bool,
    /// Whether pictures in it may be replaced.
    replaces: bool,
    /// Games that were read, and how many of them have all games before them.
    read: usize,
    sure: usize,
    left_out: u64,
}

impl Folder {
    /// Makes the folder if it is not there.
    pub fn open(path: &Path, force: bool) -> anyhow::Result<Folder> {
        let made = fs::symlink_metadata(path).is_err();
        let pictures = Pictures::new(path, force)?;
        let is_empty = fs::read_dir(path).is_ok_and(|mut files| files.next().is_none());
        Ok(Folder {
            path: path.to_owned(),
            pictures,
            made,
            replaces: force && !is_empty,
            read: 0,
            sure: 0,
            left_out: 0,
        })
    }

    /// Another game was read; `all_before` says whether this is so for all before it.
    pub fn expect(&mut self, all_before: bool) {
        self.read += 1;
        if all_before {
            self.sure = self.read;
        }
    }

    /// Draws a game, unless pictures of another one may be in its place.
    pub fn draw(&mut self, finished: &Finished) -> anyhow::Result<()> {
        if self.replaces && finished.number > self.sure {
            self.left_out += 1;
            return Ok(());
        }
        self.pictures.draw(finished)
    }

    /// Takes a folder away in which nothing was put; gives what is to be told.
    pub fn end(self) -> Option<String> {
        if self.made {
            // One that is not empty stays.
            let _ = fs::remove_dir(&self.path);
        }
        (self.left_out > 0).then(|| {
            format!(
                "'{}' has no new pictures of the games after what was not read: {}",
                self.path.display(),
                self.left_out
            )
        })
    }
}
