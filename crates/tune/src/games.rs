//! Self-play games, and the text lines of evaluated positions.
//!
//! A line is a FEN, the result for player 1 (1, 0.5 or 0; `-` for a side position, which did not occur
//! in the game) and the search score in centipawns from the side to move.

use std::cmp::Reverse;
use std::io::{self, Write};

use super::TuneError;
use super::game_limits::within;
use ringstack_engine::board::keys::{SplitMix, nth_seed};
use ringstack_engine::games::{Game, Visitor};
use ringstack_engine::play::history::GameHistory;
use ringstack_engine::play::search::{SearchContext, SearchReport, search};
use ringstack_engine::rules::{Notation, Outcome, Scope, Side};
use ringstack_engine::search::SearchState;

/// The maximum length of a game; longer games are drawn.
const MAX_LENGTH: usize = 300;
/// One move in this many is random, so that the games differ.
const RANDOM_ONE_IN: usize = 30;
/// The maximum distance of a side position from the game in plies, forced moves not counted. Its moves
/// are the first ones that a search lists at this remaining depth.
const ASIDE_PLIES: usize = 3;
/// The number of first moves if late-move pruning skips none. The networks of ZÈRTZ were trained with it.
const ASIDE_MOVES: usize = 53;
/// The word for an unknown result.
const UNKNOWN: &str = "-";

/// Plays games of the rule set that it visits, and writes their lines.
pub struct SelfPlay<'a, W> {
    /// The number of games.
    pub games: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// A game begins with 2 random plies and up to this number minus 1 more; at least 1.
    pub random_plies: usize,
    /// Evaluates the positions.
    pub writer: SampleWriter<'a, W>,
}

/// Evaluates positions by searches and writes their lines.
pub struct SampleWriter<'a, W> {
    /// The nodes per position.
    pub nodes: u64,
    /// The number of side positions per position of the game. A search visits positions after bad moves,
    /// and an evaluation trained only on good play misjudges them.
    pub side_positions: usize,
    /// The search state; cleared before each game.
    pub search_state: &'a SearchState,
    /// The output for the lines.
    pub out: W,
}

impl<W: Write> Visitor for SelfPlay<'_, W> {
    type Output = io::Result<()>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> io::Result<()> {
        for game in 0..self.games {
            let mut source = SplitMix(nth_seed(self.seed, game));
            self.writer.search_state.clear();
            let (seen, outcome) = self.game::<P>(variant, &mut source);
            self.writer.write(&seen, Some(outcome))?;
        }
        self.writer.out.flush()
    }
}

/// A position that was searched.
pub(super) struct SearchedPosition {
    fen: String,
    score: i32,
    /// Whether this is a side position.
    is_side: bool,
}

impl SearchedPosition {
    fn new<P: Game>(position: &P, report: &SearchReport, is_side: bool) -> SearchedPosition {
        SearchedPosition {
            fen: position.fen(),
            score: report.score.0,
            is_side,
        }
    }
}

impl<W> SelfPlay<'_, W> {
    /// The searched positions of one game, and its result.
    fn game<P: Game>(
        &self,
        variant: P::Variant,
        source: &mut SplitMix,
    ) -> (Vec<SearchedPosition>, Outcome) {
        let mut line = GameHistory::new(P::start(variant));
        let random_plies = 2 + source.below(self.random_plies);
        let mut seen = Vec::new();
        while line.outcome().is_none() && line.plies() < MAX_LENGTH {
            let m = if line.plies() < random_plies || source.below(RANDOM_ONE_IN) == 0 {
                let mut moves = Vec::new();
                line.now().legal_moves(&mut moves);
                let Some(&m) = moves.get(source.below(moves.len())) else {
                    break;
                };
                m
            } else {
                let report = self.writer.evaluate(&line, source, &mut seen);
                let best = report.best().map(|token| line.parse_move(token));
                let Some(Ok(m)) = best else { break };
                m
            };
            line.play(m);
        }
        (seen, line.outcome().unwrap_or(Outcome::Draw))
    }
}

impl<W: Write> SampleWriter<'_, W> {
    /// Writes the lines of a game with this result, if it is known.
    pub(super) fn write(
        &mut self,
        seen: &[SearchedPosition],
        outcome: Option<Outcome>,
    ) -> io::Result<()> {
        for SearchedPosition {
            fen,
            score,
            is_side,
        } in seen
        {
            let result = match outcome.filter(|_| !is_side) {
                Some(Outcome::Win(Side::One)) => "1",
                Some(Outcome::Draw) => "0.5",
                Some(Outcome::Win(Side::Two)) => "0",
                None => UNKNOWN,
            };
            writeln!(self.out, "{fen} {result} {score}")?;
        }
        Ok(())
    }
}

impl<W> SampleWriter<'_, W> {
    /// Evaluates the last position of `line` and its side positions; returns the report on the last one.
    pub(super) fn evaluate<P: Game>(
        &self,
        line: &GameHistory<P>,
        source: &mut SplitMix,
        seen: &mut Vec<SearchedPosition>,
    ) -> SearchReport {
        let report = self.search(line);
        let position = line.now();
        // An immediate win needs no evaluation.
        if position.winning_move().is_none() {
            seen.push(SearchedPosition::new(position, &report, false));
        }
        seen.extend((0..self.side_positions).filter_map(|_| self.side_position(line, source)));
        report
    }

    /// Searches the last position of `line`.
    fn search<P: Game>(&self, line: &GameHistory<P>) -> SearchReport {
        search(
            line,
            &within(self.nodes),
            Vec::new(),
            SearchContext::quiet(self.search_state),
        )
    }

    /// A quiet side position that a search of the last position of `line` might visit; `None` if the game
    /// is over there or can be won immediately. Every other one must be at the end of a forced line, and is
    /// `None` if no move starts one.
    fn side_position<P: Game>(
        &self,
        line: &GameHistory<P>,
        source: &mut SplitMix,
    ) -> Option<SearchedPosition> {
        let mut line = line.clone();
        let mut plies = 1 + source.below(ASIDE_PLIES);
        let after_forced_line = source.below(2) == 0;
        loop {
            let position = line.now();
            let forced = position.forced();
            if position.outcome().is_some() {
                return None;
            }
            if plies == 0 && !forced {
                break;
            }
            let depth = 1 + source.below(ASIDE_PLIES) as i32;
            let mut list = Vec::new();
            // The search skips the remaining moves.
            let _ = position.candidates(Scope::Main { depth }, &mut list);
            list.sort_by_key(|candidate| Reverse(candidate.rank));
            if !forced && plies == 1 && after_forced_line {
                list.retain(|candidate| {
                    let after = position.after(candidate.m);
                    after.outcome().is_none() && after.forced()
                });
            }
            if !forced {
                let late = P::TUNING.moves_before_late(ASIDE_PLIES as i32);
                list.truncate(late.unwrap_or(ASIDE_MOVES));
                plies -= 1;
            }
            let m = list.get(source.below(list.len()))?.m;
            line.play(m);
        }
        let position = line.now();
        let open = position.winning_move().is_none();
        open.then(|| SearchedPosition::new(position, &self.search(&line), true))
    }
}

/// A position and its result.
pub struct EvaluatedPosition<P> {
    /// The position.
    pub position: P,
    /// The result for the player to move: 1, 0.5 or 0; `None` if it is unknown.
    pub result: Option<f32>,
    /// The score of the search for the player to move in centipawns.
    pub score: f32,
}

/// Reads the lines of one rule set.
///
/// # Errors
/// The first invalid line.
pub fn read<P: Notation>(
    variant: P::Variant,
    text: &str,
) -> Result<Vec<EvaluatedPosition<P>>, TuneError> {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| parse_line(variant, index + 1, line))
        .collect()
}

fn parse_line<P: Notation>(
    variant: P::Variant,
    number: usize,
    line: &str,
) -> Result<EvaluatedPosition<P>, TuneError> {
    let mut words = line.rsplitn(3, ' ');
    let mut word = || {
        words.next().ok_or_else(|| TuneError::Line {
            number,
            text: line.to_owned(),
        })
    };
    let (score, result, fen) = (word()?, word()?, word()?);
    let numeral = |word: &str| {
        let number_of: Option<f32> = word.parse().ok().filter(|value: &f32| value.is_finite());
        number_of.ok_or_else(|| TuneError::Line {
            number,
            text: line.to_owned(),
        })
    };
    let score = numeral(score)?;
    let result = match result {
        UNKNOWN => None,
        known => Some(numeral(known)?),
    };
    let read = P::from_fen(variant, fen);
    let position = read.map_err(|error| TuneError::Fen { number, error })?;
    Ok(EvaluatedPosition {
        result: result.map(|result| match position.turn() {
            Side::One => result,
            Side::Two => 1.0 - result,
        }),
        position,
        score,
    })
}
