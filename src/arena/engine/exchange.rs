//! The handshake in its parts, and single lines. A match only calls [`Engine::start`]; a compliance
//! check calls these functions one by one.

use std::time::Duration;

use crate::ugi::command::Command;
use crate::ugi::reply::Reply;

use super::spec::EngineSpec;
use super::traffic::LogSource;
use super::{Engine, EngineError, Wait, settings};

impl Engine {
    /// Sends `ugi` and reads the answer up to `ugiok`. Returns the texts of its `info string` lines.
    ///
    /// # Errors
    /// The answer does not come, or has too many options.
    pub fn handshake(&mut self) -> Result<Vec<String>, EngineError> {
        let mut texts = Vec::new();
        self.send(&Command::Ugi);
        let wait = Wait::of(self.timeouts.start);
        loop {
            match self.hear("ugiok", wait)?.1 {
                Reply::UgiOk => return Ok(texts),
                Reply::Option(option) => {
                    let taken = self.options.take(option);
                    taken.map_err(|error| self.broken_by(error))?;
                }
                Reply::IdName(name) => self.id_name = Some(name),
                Reply::Text(text) => texts.push(text),
                _ => {}
            }
        }
    }

    /// Chooses the game and sets the options of the description.
    ///
    /// # Errors
    /// The engine lacks the game, an option or its value, or refuses it.
    pub fn configure(&mut self, spec: &EngineSpec, game: &str) -> Result<(), EngineError> {
        if let Some(choice) = settings::choose_game(self.options.all(), game)? {
            self.send(&choice);
        }
        for setting in settings::set_options(self.options.all(), &spec.options)? {
            self.send(&setting);
        }
        self.accept_settings()
    }

    /// Waits until the engine is ready after options were set.
    ///
    /// # Errors
    /// It refuses one of them or does not get ready.
    pub fn accept_settings(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        let wait = Wait::of(self.timeouts.start);
        loop {
            match self.hear("readyok", wait)?.1 {
                Reply::ReadyOk => return Ok(()),
                // A refused option would be missing in every game.
                Reply::Error(_, text) => return Err(EngineError::Refused { text }),
                Reply::Text(text) if settings::is_error(&text) => {
                    return Err(EngineError::Refused { text });
                }
                _ => {}
            }
        }
    }

    /// Sends a line as it is, also one that is no command.
    pub fn send_line(&mut self, line: &str) {
        self.process.send(line.to_owned());
    }

    /// Closes the engine's input and keeps reading its output.
    pub fn close_input(&mut self) {
        self.process.close(Duration::ZERO);
    }

    /// Adds a remark to the log of the exchanged lines.
    pub fn remark(&mut self, text: &str) {
        self.process.log(LogSource::Remark, text);
    }
}
