//! Games of the engine with itself, and the lines of text of judged positions.
//!
//! A line is a FEN, the result for the first player (1, 0.5 or 0; `-` where the game went elsewhere) and
//! the score of the search for the player to move in centipawns.

use std::cmp::Reverse;
use std::io::{self, Write};

use super::TuneError;
use crate::board::keys::{SplitMix, nth_seed};
use crate::games::{Game, Visitor};
use crate::play::history::GameHistory;
use crate::play::search::{SearchContext, SearchReport, search};
use crate::rules::{Notation, Outcome, Scope, Side};
use crate::search::{Limits, SearchState, Settings};

/// Longer games count as drawn.
const MAX_LENGTH: usize = 300;
/// One move in so many is random, so that the games differ.
const RANDOM_ONE_IN: usize = 30;
/// Positions aside are so many plies from the game at most, not counting forced ones: by moves that a
/// search lists at so small a remaining depth, and of them those that come first.
const ASIDE_PLIES: usize = 3;
/// So many come first where late-move pruning leaves out none. The networks of ZÈRTZ learned from as many.
const ASIDE_MOVES: usize = 53;
/// Stands for a result that nobody knows.
const UNKNOWN: &str = "-";

/// Plays games of the rule set that it visits, and writes their lines.
pub struct Player<'a, W> {
    /// How many games.
    pub games: u64,
    /// What the random moves follow.
    pub seed: u64,
    /// Games begin with 2 random plies and fewer than this number more, 1 or more.
    pub random_plies: usize,
    /// Judges the positions.
    pub scribe: SampleWriter<'a, W>,
}

/// Judges positions by searches, and writes their lines.
pub struct SampleWriter<'a, W> {
    /// Nodes for a position.
    pub nodes: u64,
    /// How many positions beside each one of the game are judged, such as a search looks at: play goes astray
    /// there, and an evaluation that knows only sensible games is misled.
    pub aside: usize,
    /// What the searches keep between the moves of a game; emptied before each game.
    pub memory: &'a SearchState,
    /// Where the lines go.
    pub out: W,
}

impl<W: Write> Visitor for Player<'_, W> {
    type Output = io::Result<()>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> io::Result<()> {
        for game in 0..self.games {
            let mut source = SplitMix(nth_seed(self.seed, game));
            self.scribe.memory.clear();
            let (seen, outcome) = self.game::<P>(variant, &mut source);
            self.scribe.write(&seen, Some(outcome))?;
        }
        self.scribe.out.flush()
    }
}

/// A position that was searched.
pub(super) struct SearchedPosition {
    fen: String,
    score: i32,
    /// Whether the game went elsewhere.
    aside: bool,
}

impl SearchedPosition {
    fn new<P: Game>(position: &P, thought: &SearchReport, aside: bool) -> SearchedPosition {
        SearchedPosition {
            fen: position.fen(),
            score: thought.score.0,
            aside,
        }
    }
}

impl<W> Player<'_, W> {
    /// The searched positions of one game, and how it ended.
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
                let thought = self.scribe.look(&line, source, &mut seen);
                let best = thought.best.map(|token| line.parse_move(&token));
                let Some(Ok(m)) = best else { break };
                m
            };
            line.play(m);
        }
        (seen, line.outcome().unwrap_or(Outcome::Draw))
    }
}

impl<W: Write> SampleWriter<'_, W> {
    /// Writes the lines of a game that ended so, if that is known.
    pub(super) fn write(
        &mut self,
        seen: &[SearchedPosition],
        outcome: Option<Outcome>,
    ) -> io::Result<()> {
        for SearchedPosition { fen, score, aside } in seen {
            let result = match outcome.filter(|_| !aside) {
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
    /// Judges the end of `line` and what lies aside, and gives the word on the end.
    pub(super) fn look<P: Game>(
        &self,
        line: &GameHistory<P>,
        source: &mut SplitMix,
        seen: &mut Vec<SearchedPosition>,
    ) -> SearchReport {
        let thought = self.judge(line);
        let position = line.now();
        // Where a win is seen at once nothing is left to be judged.
        if position.winning_move().is_none() {
            seen.push(SearchedPosition::new(position, &thought, false));
        }
        seen.extend((0..self.aside).filter_map(|_| self.look_aside(line, source)));
        thought
    }

    /// What a search from the end of `line` comes to.
    fn judge<P: Game>(&self, line: &GameHistory<P>) -> SearchReport {
        let settings = Settings::from(Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        });
        search(
            line,
            &settings,
            Vec::new(),
            SearchContext::quiet(self.memory),
        )
    }

    /// A free position that a search from the end of `line` might have come to; none where that is over
    /// or won at once.
    fn look_aside<P: Game>(
        &self,
        line: &GameHistory<P>,
        source: &mut SplitMix,
    ) -> Option<SearchedPosition> {
        let mut line = line.clone();
        let mut plies = 1 + source.below(ASIDE_PLIES);
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
            // What is left out is not asked for.
            let _ = position.candidates(Scope::Main { depth }, &mut list);
            list.sort_by_key(|candidate| Reverse(candidate.rank));
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
        open.then(|| SearchedPosition::new(position, &self.judge(&line), true))
    }
}

/// A position with what came of it.
pub struct Judged<P> {
    /// The position.
    pub position: P,
    /// The result for the player to move: 1, 0.5 or 0; none where nobody knows it.
    pub result: Option<f32>,
    /// The score of the search for the player to move in centipawns.
    pub score: f32,
}

/// Reads the lines of one rule set.
///
/// # Errors
/// The first line that is wrong.
pub fn read<P: Notation>(variant: P::Variant, text: &str) -> Result<Vec<Judged<P>>, TuneError> {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| judged(variant, index + 1, line))
        .collect()
}

fn judged<P: Notation>(
    variant: P::Variant,
    number: usize,
    line: &str,
) -> Result<Judged<P>, TuneError> {
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
    Ok(Judged {
        result: result.map(|result| match position.turn() {
            Side::One => result,
            Side::Two => 1.0 - result,
        }),
        position,
        score,
    })
}
