//! Thinking about a game in progress: what a search or a count is given, and what comes of it.
//! Everything is typed; only [`crate::ugi`] turns it into text.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::games::{Game, Subgame, SubgameVisitor};
use crate::perft;
use crate::play::history::GameHistory;
use crate::search::{self, Bound, Report, Request, Score, SearchState, Settings};

/// The inputs of a search besides its [`Settings`].
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    /// The state that earlier searches left; this search updates it.
    pub memory: &'a SearchState,
    /// Ends the search when set by another thread.
    pub stop: &'a AtomicBool,
    /// Receives a report after each iteration and at least once per second.
    pub watch: &'a dyn Fn(&SearchReport),
}

impl<'a> SearchContext<'a> {
    /// For a search without a stop flag or reports.
    #[must_use]
    pub fn quiet(memory: &'a SearchState) -> SearchContext<'a> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        SearchContext {
            memory,
            stop: &NEVER,
            watch: &|_| {},
        }
    }
}

/// What a search says: at its end, or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The token to play; `None` in a finished game.
    pub best: Option<String>,
    /// The value for the player to move.
    pub score: Score,
    /// Which side of the true value `score` is on.
    pub bound: Bound,
    /// The last finished iteration in plies; 0 when there was none.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// Which of the best moves this is about, from 1; always 1 at the end.
    pub multi_pv: usize,
    /// The root move that is being searched and its number from 1, in the reports that come once per second.
    pub current: Option<(String, usize)>,
    /// The tokens that both sides are expected to play.
    pub pv: Vec<String>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// Fill of the hash table in thousandths.
    pub hashfull: u32,
}

impl SearchReport {
    /// What is thought in a finished game.
    #[must_use]
    pub fn nothing() -> SearchReport {
        SearchReport {
            best: None,
            score: Score::ZERO,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            current: None,
            pv: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// Whether this report adds nothing to `before`.
    #[must_use]
    pub fn repeats(&self, before: &SearchReport) -> bool {
        self.nodes == before.nodes
            && (self.depth, self.score, self.bound) == (before.depth, before.score, before.bound)
            && self.pv == before.pv
    }

    fn so_far<P: Game>(line: &GameHistory<P>, report: &Report<P::Move>) -> SearchReport {
        let pv = line.tokens(&report.pv);
        let current = report
            .current
            .map(|(m, number)| (line.now().token(m), number));
        SearchReport {
            current,
            best: pv.first().cloned(),
            score: report.score,
            bound: report.bound,
            depth: report.depth,
            seldepth: report.seldepth,
            multi_pv: report.multi_pv,
            pv,
            nodes: report.nodes,
            elapsed: report.elapsed,
            hashfull: report.hashfull,
        }
    }
}

/// Searches the end of `line`; `search_moves` restricts its root moves unless it is empty.
pub fn search<P: Game>(
    line: &GameHistory<P>,
    settings: &Settings,
    search_moves: Vec<P::Move>,
    means: SearchContext,
) -> SearchReport {
    if line.outcome().is_some() {
        return SearchReport::nothing();
    }
    let inside = SubgameSearch {
        line,
        settings,
        search_moves: &search_moves,
        means,
    };
    if let Some(thought) = line.now().active_subgame(inside) {
        return thought;
    }
    let request = Request {
        root: line.now().clone(),
        earlier: line.earlier(),
        search_moves,
        settings: settings.clone(),
    };
    let verdict = search::run(&request, means.memory, means.stop, &|report| {
        (means.watch)(&SearchReport::so_far(line, report));
    });
    SearchReport {
        best: verdict.best.map(|m| line.now().token(m)),
        ..SearchReport::so_far(line, &verdict.report)
    }
}

/// A search of the part of a game that alone is in play.
struct SubgameSearch<'a, W: Game> {
    line: &'a GameHistory<W>,
    settings: &'a Settings,
    search_moves: &'a [W::Move],
    means: SearchContext<'a>,
}

impl<W: Game> SubgameVisitor<W> for SubgameSearch<'_, W> {
    type Output = SearchReport;

    fn visit<P: Game>(self, part: Subgame<W, P>) -> SearchReport {
        let mut settings = self.settings.clone();
        // A win of the sub-game is not a win of the game.
        settings.limits.mate = None;
        let named = self.search_moves.iter();
        let request = Request {
            root: part.position,
            earlier: part.earlier.to_vec(),
            search_moves: named.filter_map(|&m| (part.of_whole)(m)).collect(),
            settings,
        };
        let line = self.line;
        let thought = |report: &Report<P::Move>| {
            let pv = report.pv.iter().map(|&m| (part.into_whole)(m));
            let current = report
                .current
                .map(|(m, number)| ((part.into_whole)(m), number));
            let whole = report.with_line::<W::Move>(pv.collect(), current);
            let score = Score((part.worth)(report.score.0));
            SearchReport::so_far(line, &Report { score, ..whole })
        };
        let means = self.means;
        let verdict = search::run(&request, means.memory, means.stop, &|report| {
            (means.watch)(&thought(report));
        });
        thought(&verdict.report)
    }
}

/// More first moves than this are counted without being listed: there are positions with millions.
pub const MAX_DIVIDED: u64 = 1 << 16;

/// A count of move sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The sequences that begin with each token, sorted by token; nothing at depth 0 and with more than
    /// [`MAX_DIVIDED`] first moves.
    pub divided: Vec<(String, u64)>,
    /// The number of first moves; 0 at depth 0.
    pub moves: u64,
    /// All sequences.
    pub total: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountProgress {
    /// The first moves below which everything is counted.
    pub moves: u64,
    /// All first moves.
    pub of: u64,
    /// The sequences found so far.
    pub total: u64,
}

/// Counts the sequences of `depth` moves from `root` and tells `watch` after each first move;
/// `None` when `stop` was raised or `most` does not suffice (see [`perft::divide`]).
pub fn count<P: Game>(
    root: &P,
    depth: u32,
    most: u64,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(CountProgress),
) -> Option<Count> {
    let begun = Instant::now();
    let mut divided = Vec::new();
    let mut so_far = CountProgress {
        moves: 0,
        of: 0,
        total: 0,
    };
    let total = perft::divide(root, depth, most, stop, &mut |m, count, of| {
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
