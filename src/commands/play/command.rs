//! What a person may type.

use std::path::PathBuf;

use clap::ValueEnum;

use ringstack::games;
use ringstack::rules::quote;

use super::args::Human;

/// The commands, for the person.
pub const HELP: &str = "\
type a move (Tab completes it), or one of:
  moves [TEXT]      legal moves that begin with TEXT
  hint              what the engine would play, and why
  undo [N]          takes back your last N turns, one without a number
  turns             the turns so far
  board, fen        the position, as a picture or as text
  level N           strength of the engine, 0 to 20
  side p1|p2|both|none  who you play; the engine plays the others
  new [GAME]        another game
  save FILE         writes the game into a new file
  load FILE         goes on with the first game of a file
  help, quit";

/// The words that commands begin with.
pub const WORDS: [&str; 13] = [
    "board", "fen", "help", "hint", "level", "load", "moves", "new", "quit", "save", "side",
    "turns", "undo",
];

/// A line understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Blank,
    /// A token to be played, legal or not.
    Move(String),
    /// The legal moves that begin so.
    Moves(String),
    /// The engine's choice.
    Hint,
    /// Takes back so many turns of the person.
    Undo(usize),
    /// The turns so far.
    Turns,
    /// The picture.
    Board,
    /// The FEN.
    Fen,
    /// Strength of the engine.
    Level(u8),
    /// Who is a person.
    Side(Human),
    /// Another game, of this id or of the same.
    New(Option<&'static str>),
    /// Into this file.
    Save(PathBuf),
    /// From this file.
    Load(PathBuf),
    /// The commands.
    Help,
    /// Leaves.
    Quit,
}

impl Typed {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn read(line: &str) -> Result<Typed, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let refuse = |expected: &str| Err(format!("{word} '{}': expected {expected}", quote(rest)));
        Ok(match word {
            "" => Typed::Blank,
            "moves" => Typed::Moves(rest.to_owned()),
            "undo" if rest.is_empty() => Typed::Undo(1),
            "undo" => match rest.parse() {
                Ok(turns @ 1..) => Typed::Undo(turns),
                _ => return refuse("a number of turns"),
            },
            "level" => match rest.parse() {
                Ok(level @ 0..=20) => Typed::Level(level),
                _ => return refuse("a number from 0 to 20"),
            },
            "side" => match Human::from_str(rest, true) {
                Ok(human) => Typed::Side(human),
                Err(_) => return refuse("p1, p2, both or none"),
            },
            "new" if rest.is_empty() => Typed::New(None),
            "new" => {
                let ids = games::ids();
                match ids.iter().find(|id| id.eq_ignore_ascii_case(rest)) {
                    Some(&id) => Typed::New(Some(id)),
                    None => return refuse(&format!("one of {}", ids.join(" "))),
                }
            }
            "save" | "load" if rest.is_empty() => return refuse("the name of a file"),
            "save" => Typed::Save(PathBuf::from(rest)),
            "load" => Typed::Load(PathBuf::from(rest)),
            _ if !rest.is_empty() => return refuse("nothing behind it"),
            "hint" => Typed::Hint,
            "turns" => Typed::Turns,
            "board" => Typed::Board,
            "fen" => Typed::Fen,
            "help" | "?" => Typed::Help,
            "quit" | "exit" => Typed::Quit,
            token => Typed::Move(token.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_list_is_a_command() {
        for word in WORDS {
            assert!(!matches!(Typed::read(word), Ok(Typed::Move(_))), "{word}");
            assert!(HELP.contains(word), "{word}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, part) in [
            ("undo 0", "undo '0': expected a number of turns"),
            ("undo x", "undo 'x'"),
            ("level 21", "level '21': expected a number from 0 to 20"),
            ("side x", "side 'x': expected p1, p2, both or none"),
            ("new chess", "new 'chess': expected one of dvonn"),
            ("save", "save '': expected the name of a file"),
            ("a1 b2", "a1 'b2': expected nothing behind it"),
        ] {
            let error = Typed::read(line).expect_err("it is refused");
            assert!(error.starts_with(part), "{error}");
        }
    }
}
