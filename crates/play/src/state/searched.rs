//! Search and evaluation of a [`GameState`]. They are no methods of the trait: a table of methods would bring the
//! search of every game into programs that never search, such as the board for web pages.

use std::any::Any;

use super::GameState;
use crate::history::GameHistory;
use crate::search::{self, SearchContext, SearchReport};
use ringstack_games::eval;
use ringstack_games::games::{self, Game, Visitor};
use ringstack_games::rules::MoveError;
use ringstack_games::search::Settings;

/// The terms of an evaluation by name, and their sum, in centipawns.
pub type Explained = (Vec<(&'static str, i32)>, i32);

impl dyn GameState + '_ {
    /// The terms of the evaluation for the player to move, in centipawns, and their sum; `None` in a
    /// finished game.
    #[must_use]
    pub fn explain(&self) -> Option<Explained> {
        games::visit(self.id(), &mut Explainer(self.line())).flatten()
    }

    /// Searches the position. `search_moves` restricts the root moves unless it is empty.
    ///
    /// # Errors
    /// The first search move that is not legal; nothing is searched then.
    pub fn search(
        &self,
        settings: &Settings,
        search_moves: &[String],
        context: SearchContext,
    ) -> Result<SearchReport, MoveError> {
        let mut searcher = Searcher {
            line: self.line(),
            settings,
            search_moves,
            context,
        };
        let report = games::visit(self.id(), &mut searcher);
        report.unwrap_or_else(|| Ok(SearchReport::nothing()))
    }
}

struct Explainer<'a>(&'a dyn Any);

impl Visitor for Explainer<'_> {
    type Output = Option<Explained>;

    fn visit<P: Game>(&mut self, _: P::Variant) -> Option<Explained> {
        let line = self.0.downcast_ref::<GameHistory<P>>()?;
        let live = line.outcome().is_none();
        live.then(|| (eval::explain(line.now()), line.now().evaluate()))
    }
}

struct Searcher<'a> {
    line: &'a dyn Any,
    settings: &'a Settings,
    search_moves: &'a [String],
    context: SearchContext<'a>,
}

impl Visitor for Searcher<'_> {
    type Output = Result<SearchReport, MoveError>;

    fn visit<P: Game>(&mut self, _: P::Variant) -> Self::Output {
        let Some(line) = self.line.downcast_ref::<GameHistory<P>>() else {
            return Ok(SearchReport::nothing());
        };
        let mut moves = Vec::new();
        for token in self.search_moves {
            let m = line.parse_move(token)?;
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
        Ok(search::search(line, self.settings, moves, self.context))
    }
}
