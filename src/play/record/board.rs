//! The board on which a reader plays a game as it reads it.

use crate::games::{self, Game, Visitor};
use crate::play::line::Line;
use crate::rules::{FenError, MoveError, Outcome, RuleSet, Side};

/// A game in progress, of any game.
pub(super) trait Board {
    /// Plays the turn of a word, in our notation or in that of the publisher, and gives its token.
    fn play(&mut self, word: &str) -> Result<String, MoveError>;

    /// Takes back that many turns, or all there are.
    fn undo(&mut self, turns: usize);

    /// The result, also by repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// The player to move.
    fn turn(&self) -> Side;

    /// The turn of a token as the publisher writes it.
    fn published(&self, token: &str) -> Option<String>;

    /// Another board with the same game.
    fn copy(&self) -> Box<dyn Board>;
}

/// The board of a game at a position; `None` is the start position.
pub(super) fn open(id: &str, fen: Option<&str>) -> Option<Result<Box<dyn Board>, FenError>> {
    games::visit(id, &mut Opener { fen })
}

struct Opener<'a> {
    fen: Option<&'a str>,
}

impl Visitor for Opener<'_> {
    type Output = Result<Box<dyn Board>, FenError>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output {
        let start = match self.fen {
            None => P::start(variant),
            Some(fen) => P::from_fen(variant, fen)?,
        };
        Ok(Box::new(On {
            line: Line::new(start),
        }))
    }
}

/// The first game and rule set that has this position.
pub(super) fn game_of(fen: &str) -> Option<&'static str> {
    struct Reader<'a>(&'a str);
    impl Visitor for Reader<'_> {
        type Output = Option<&'static str>;
        fn visit<P: Game>(&mut self, variant: P::Variant) -> Option<&'static str> {
            let fits = P::from_fen(variant, self.0).is_ok();
            fits.then(|| variant.id())
        }
    }
    let ids = games::visit_all(&mut Reader(fen));
    ids.into_iter().flatten().next()
}

struct On<P: Game> {
    line: Line<P>,
}

impl<P: Game> On<P> {
    fn read(&self, word: &str) -> Result<P::Move, MoveError> {
        let ours = self.line.parse_move(word);
        if ours.is_ok() || self.line.outcome().is_some() {
            return ours;
        }
        self.line.now().parse_published(word).unwrap_or(ours)
    }
}

impl<P: Game> Board for On<P> {
    fn play(&mut self, word: &str) -> Result<String, MoveError> {
        let m = self.read(word)?;
        let token = self.line.now().token(m);
        self.line.play(m);
        Ok(token)
    }

    fn undo(&mut self, turns: usize) {
        let turns = turns.min(self.line.plies());
        // There are that many.
        let _ = self.line.undo(turns);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn turn(&self) -> Side {
        self.line.now().turn()
    }

    fn published(&self, token: &str) -> Option<String> {
        let m = self.line.parse_move(token).ok()?;
        self.line.now().published(m)
    }

    fn copy(&self) -> Box<dyn Board> {
        Box::new(On {
            line: self.line.clone(),
        })
    }
}
