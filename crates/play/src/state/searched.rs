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

    /// Searches the position; of its moves, only `root_moves`.
    #[must_use]
    pub fn search(
        &self,
        settings: &Settings,
        root_moves: &RootMoves,
        context: SearchContext,
    ) -> SearchReport {
        let mut searcher = Searcher {
            line: self.line(),
            settings,
            root_moves,
            context,
        };
        let report = games::visit(self.id(), &mut searcher).flatten();
        report.unwrap_or_else(SearchReport::nothing)
    }
}

/// The moves of a position that a search considers.
#[derive(Debug)]
pub struct RootMoves(Option<Box<dyn Any + Send>>);

impl RootMoves {
    /// All legal moves.
    #[must_use]
    pub const fn all() -> RootMoves {
        RootMoves(None)
    }

    /// The moves of these legal tokens; all if there are none.
    pub(super) fn of<P: Game>(
        line: &GameHistory<P>,
        tokens: &[String],
    ) -> Result<RootMoves, MoveError> {
        let mut moves: Vec<P::Move> = Vec::new();
        for token in tokens {
            let m = line.parse_move(token)?;
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
        Ok(match moves.is_empty() {
            true => RootMoves::all(),
            false => RootMoves(Some(Box::new(moves))),
        })
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
    root_moves: &'a RootMoves,
    context: SearchContext<'a>,
}

impl Visitor for Searcher<'_> {
    type Output = Option<SearchReport>;

    fn visit<P: Game>(&mut self, _: P::Variant) -> Option<SearchReport> {
        let line = self.line.downcast_ref::<GameHistory<P>>()?;
        let moves = match &self.root_moves.0 {
            Some(moves) => moves.downcast_ref::<Vec<P::Move>>()?.clone(),
            None => Vec::new(),
        };
        let settings = self.settings;
        Some(search::search(line, settings, moves, self.context))
    }
}
