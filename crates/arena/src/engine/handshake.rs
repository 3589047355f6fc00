//! The steps of the handshake, and single lines. [`Engine::start`] takes all steps; the compliance check takes
//! them one by one.

use std::time::Duration;

use ringstack_engine::ugi::command::Command;
use ringstack_engine::ugi::reply::Reply;

use super::spec::EngineSpec;
use super::traffic::LogSource;
use super::{Engine, EngineError, Wait, settings};

impl Engine {
    /// Sends `ugi` and reads the answer up to `ugiok`. Returns the texts of its `info string` lines.
    ///
    /// # Errors
    /// There is no answer, or it has too many options.
    pub fn handshake(&mut self) -> Result<Vec<String>, EngineError> {
        let mut texts = Vec::new();
        self.send(&Command::Ugi);
        let wait = Wait::of(self.timeouts.start);
        loop {
            match self.receive("ugiok", wait)?.1 {
                Reply::UgiOk => return Ok(texts),
                Reply::Option(option) => {
                    let added = self.options.add(option);
                    added.map_err(|error| self.broken_by(error))?;
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
    /// The engine does not have the game, an option or its value, or refuses a setting.
    pub fn configure(&mut self, spec: &EngineSpec, game: &str) -> Result<(), EngineError> {
        if let Some(choice) = settings::choose_game(self.options.all(), game)? {
            self.send(&choice);
        }
        for setting in settings::set_options(self.options.all(), &spec.options)? {
            self.send(&setting);
        }
        self.accept_settings()
    }

    /// Waits after options were set until the engine is ready.
    ///
    /// # Errors
    /// The engine refuses an option or does not become ready.
    pub fn accept_settings(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        let wait = Wait::of(self.timeouts.start);
        loop {
            match self.receive("readyok", wait)?.1 {
                Reply::ReadyOk => return Ok(()),
                // The option would be missing in every game.
                Reply::Error(_, text) => return Err(EngineError::Refused { text }),
                Reply::Text(text) if settings::is_error(&text) => {
                    return Err(EngineError::Refused { text });
                }
                _ => {}
            }
        }
    }

    /// Sends a line unchanged; it need not be a command.
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
