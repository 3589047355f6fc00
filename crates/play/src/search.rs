//! Searches and perft counts of a game in progress: their inputs and reports. Everything is typed; only the
//! protocol converts it to text.

use ringstack_games::clock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::history::GameHistory;
use ringstack_games::games::{Game, Subgame, SubgameVisitor};
use ringstack_games::perft;
use ringstack_games::search::{self, Report, Request, Score, SearchState, Settings};

/// The inputs of a search besides its [`Settings`].
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    /// The state that earlier searches left; this search updates it.
    pub search_state: &'a SearchState,
    /// Ends the search when set by another thread.
    pub stop: &'a AtomicBool,
    /// Receives a report after each iteration and at least once per second.
    pub watch: &'a dyn Fn(&SearchReport),
}

impl<'a> SearchContext<'a> {
    /// For a search without a stop flag or reports.
    #[must_use]
    pub fn quiet(search_state: &'a SearchState) -> SearchContext<'a> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        SearchContext {
            search_state,
            stop: &NEVER,
            watch: &|_| {},
        }
    }
}

/// The report of a search, final or intermediate, with tokens as moves.
pub type SearchReport = Report<String>;

fn with_tokens<P: Game>(line: &GameHistory<P>, report: &Report<P::Move>) -> SearchReport {
    let current = report
        .current
        .map(|(m, number)| (line.now().token(m), number));
    report.with_line(line.tokens(&report.pv), current)
}

/// Searches the end of `line`; `search_moves` restricts its root moves unless it is empty.
pub fn search<P: Game>(
    line: &GameHistory<P>,
    settings: &Settings,
    search_moves: Vec<P::Move>,
    context: SearchContext,
) -> SearchReport {
    if line.outcome().is_some() {
        return SearchReport::nothing();
    }
    let subgame = SubgameSearch {
        line,
        settings,
        search_moves: &search_moves,
        context,
    };
    if let Some(report) = line.now().active_subgame(subgame) {
        return report;
    }
    let request = Request {
        root: line.now().clone(),
        earlier: line.earlier(),
        search_moves,
        settings: settings.clone(),
    };
    let result = search::run(&request, context.search_state, context.stop, &|report| {
        (context.watch)(&with_tokens(line, report));
    });
    with_tokens(line, &result)
}

/// A search of the active sub-game.
struct SubgameSearch<'a, W: Game> {
    line: &'a GameHistory<W>,
    settings: &'a Settings,
    search_moves: &'a [W::Move],
    context: SearchContext<'a>,
}

impl<W: Game> SubgameVisitor<W> for SubgameSearch<'_, W> {
    type Output = SearchReport;

    fn visit<P: Game>(self, subgame: Subgame<W, P>) -> SearchReport {
        let mut settings = self.settings.clone();
        // A win of the sub-game is not a win of the game.
        settings.limits.mate = None;
        let named = self.search_moves.iter();
        let request = Request {
            root: subgame.position,
            earlier: subgame.earlier.to_vec(),
            search_moves: named.filter_map(|&m| (subgame.from_outer)(m)).collect(),
            settings,
        };
        let line = self.line;
        let convert = |report: &Report<P::Move>| {
            let pv = report.pv.iter().map(|&m| (subgame.to_outer)(m));
            let current = report
                .current
                .map(|(m, number)| ((subgame.to_outer)(m), number));
            let whole = report.with_line::<W::Move>(pv.collect(), current);
            let score = Score((subgame.outer_value)(report.score.0));
            with_tokens(line, &Report { score, ..whole })
        };
        let context = self.context;
        let result = search::run(&request, context.search_state, context.stop, &|report| {
            (context.watch)(&convert(report));
        });
        convert(&result)
    }
}

/// The maximum number of listed first moves; some positions have millions.
pub const MAX_DIVIDED: u64 = 1 << 16;

/// The result of a perft count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of sequences for each first move, sorted by token. Empty at depth 0, and if there are
    /// more than [`MAX_DIVIDED`] first moves.
    pub divided: Vec<(String, u64)>,
    /// The number of first moves; 0 at depth 0.
    pub moves: u64,
    /// The number of all sequences.
    pub total: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// The progress of a perft count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountProgress {
    /// The number of completely counted first moves.
    pub moves: u64,
    /// The number of all first moves.
    pub of: u64,
    /// The number of sequences so far.
    pub total: u64,
}

/// Counts the sequences of `depth` moves from `root`, and calls `watch` after each first move. Returns
/// `None` if `stop` was set or the count exceeds `max` (see [`perft::divide`]).
pub fn count<P: Game>(
    root: &P,
    depth: u32,
    max: u64,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(CountProgress),
) -> Option<Count> {
    let begun = clock::now();
    let mut divided = Vec::new();
    let mut so_far = CountProgress {
        moves: 0,
        of: 0,
        total: 0,
    };
    let total = perft::divide(root, depth, max, stop, &mut |m, count, of| {
        so_far.moves += 1;
        so_far.of = of;
        so_far.total += count;
        if of <= MAX_DIVIDED {
            divided.push((root.token(m), count));
        }
        watch(so_far);
    })?;
    divided.sort_unstable();
    Some(Count {
        divided,
        moves: so_far.moves,
        total,
        elapsed: begun.elapsed(),
    })
}
