//! The openings of a match: from a file, or random ones generated from a seed, without duplicates and
//! balanced by short searches.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::engine::children;
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::balance::is_balanced;
use ringstack_engine::play::random_setup;
use ringstack_engine::play::state::{self, GameState, Start};
use ringstack_engine::rules::quote;
use ringstack_engine::search::{SearchState, TableError};
use ringstack_engine::ugi::command::Command;
use ringstack_engine::ugi::grammar;

/// The beginning of a game. Its text is the argument of the `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position before the first move.
    pub start: Start,
    /// The moves that the match plays for the engines.
    pub moves: Vec<String>,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening {
            start: Start::Startpos,
            moves: Vec::new(),
        }
    }
}

impl Opening {
    /// Identifies the opening: the FEN of the position that it reaches, or in an unknown game the text of
    /// the opening.
    #[must_use]
    pub fn position(&self, game: &str) -> String {
        let reached = state::open(game).and_then(|mut state| {
            state.set(&self.start, &self.moves).ok()?;
            Some(state.fen())
        });
        reached.unwrap_or_else(|| self.to_string())
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.start.fmt(f)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Opening, OpeningError> {
        match grammar::command(&format!("position {text}")) {
            Ok(Some(Command::Position { start, moves })) => Ok(Opening { start, moves }),
            Ok(_) => Err(refuse(0, text, "startpos or fen, and moves".to_owned())),
            Err(error) => Err(refuse(0, text, error.to_string())),
        }
    }
}

/// A line of an openings file that is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("opening {line} '{}': {cause}", quote(.found))]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// Its text.
    pub found: String,
    /// The problem.
    pub cause: String,
}

fn refuse(line: usize, found: &str, cause: String) -> OpeningError {
    let found = found.to_owned();
    OpeningError { line, found, cause }
}

/// Reads an openings file. Each line is a FEN, or a list of tokens from the start position, optionally
/// followed by `moves` and more tokens. Blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// The first line that is not an opening. In our games every token must be legal, and the game must not
/// be over.
pub fn read(text: &str, game: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut state = state::open(game);
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_line(line, state.as_deref_mut());
        openings.push(opening.map_err(|cause| refuse(number, line, cause))?);
    }
    Ok(openings)
}

fn read_line(line: &str, state: Option<&mut (dyn GameState + 'static)>) -> Result<Opening, String> {
    let plain = |text: String| text.parse::<Opening>().map_err(|error| error.cause);
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    let explicit = match first {
        "startpos" | "fen" => Some(plain(line.to_owned())?),
        "moves" => Some(plain(format!("startpos {line}"))?),
        _ => None,
    };
    let Some(state) = state else {
        return explicit.map_or_else(|| plain(format!("fen {line}")), Ok);
    };
    let mut fits = |opening: Opening| match state.set(&opening.start, &opening.moves) {
        Ok(()) if state.outcome().is_some() => {
            Err("the game is over after this opening".to_owned())
        }
        Ok(()) => Ok(opening),
        Err(error) => Err(error.to_string()),
    };
    if let Some(opening) = explicit {
        return fits(opening);
    }
    let by_fen = plain(format!("fen {line}")).and_then(&mut fits);
    let by_fen_error = match by_fen {
        Ok(opening) => return Ok(opening),
        Err(error) => error,
    };
    let by_moves = plain(format!("startpos moves {line}")).and_then(fits);
    by_moves.map_err(|error| format!("neither a FEN ({by_fen_error}) nor moves ({error})"))
}

/// Puts the openings of a file in the order of the match: shuffled by a seed if there is one, then from
/// number `start` (from 1) on; the ones before it follow at the end.
pub fn arrange(openings: &mut [Opening], shuffle: Option<u64>, start: usize) {
    if let Some(seed) = shuffle {
        random_setup::source(seed).shuffle(openings);
    }
    let before = start.saturating_sub(1).min(openings.len());
    openings.rotate_left(before);
}

/// The parameters of random openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomOpenings {
    /// The number of random plies from the start position; 0 for a random set-up.
    pub plies: usize,
    /// Whether all pieces are placed at random instead (see [`random_setup`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub setup: bool,
    /// The seed of the random choices.
    pub seed: u64,
    /// The maximum advantage by short searches, in centipawns; `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<i32>,
}

/// Receives the numbers of accepted and rejected openings during a long search.
pub type OpeningProgress = fn(usize, u64);

/// The openings of a match in order.
#[derive(Debug)]
pub struct Openings {
    known: Vec<Opening>,
    more: Option<Random>,
}

impl Openings {
    /// A list of openings that repeats; an empty list stands for the start position.
    #[must_use]
    pub fn listed(openings: Vec<Opening>) -> Openings {
        let known = if openings.is_empty() {
            vec![Opening::default()]
        } else {
            openings
        };
        Openings { known, more: None }
    }

    /// Random openings of one of our games; `None` for an unknown game.
    ///
    /// # Errors
    /// There is not enough memory for the hash table of the searches.
    pub fn random(
        game: &str,
        kind: RandomOpenings,
        watch: OpeningProgress,
    ) -> Result<Option<Openings>, TableError> {
        let Some(state) = state::open(game) else {
            return Ok(None);
        };
        let search_state = SearchState::new(1)?;
        Ok(Some(Openings {
            known: Vec::new(),
            more: Some(Random {
                state,
                kind,
                source: random_setup::source(kind.seed),
                seen: HashSet::new(),
                search_state,
                refused: 0,
                watch,
            }),
        }))
    }

    /// The number of openings: the length of a list, or the number of random openings generated so far. It
    /// is 0 if no random opening was found.
    pub fn count(&mut self) -> usize {
        self.get(0);
        self.known.len()
    }

    /// Whether `count` rounds have openings of their own, so that none repeats. Searches for no opening.
    #[must_use]
    pub fn suffices(&self, count: usize) -> bool {
        self.more.is_some() || self.known.len() >= count
    }

    /// All openings of a list, or the first `count` random ones.
    pub fn sample(&mut self, count: usize) -> &[Opening] {
        if self.more.is_some() {
            self.get(count.saturating_sub(1));
            return self.known.get(..count).unwrap_or(&self.known);
        }
        &self.known
    }

    /// The opening with this number. A list that is too short repeats.
    pub fn get(&mut self, number: usize) -> Opening {
        while self.known.len() <= number {
            let found = self.known.len();
            match self.more.as_mut().and_then(|random| random.next(found)) {
                Some(opening) => self.known.push(opening),
                None => {
                    self.more = None;
                    break;
                }
            }
        }
        let count = self.known.len().max(1);
        self.known.get(number % count).cloned().unwrap_or_default()
    }
}

/// A generator of random openings.
#[derive(Debug)]
struct Random {
    state: Box<dyn GameState>,
    kind: RandomOpenings,
    source: SplitMix,
    /// The positions seen so far.
    seen: HashSet<String>,
    search_state: SearchState,
    /// The number of unbalanced openings.
    refused: u64,
    watch: OpeningProgress,
}

/// The search for an opening gives up after this many consecutive failures.
pub const MAX_MISSES: u32 = 2_000;

/// The number of rejected openings between two reports.
const REFUSED_PER_REPORT: u64 = 500;

/// The nodes of the searches that evaluate an opening. The first search rejects most openings; in ZÈRTZ
/// it still overlooks combinations, so a longer one follows.
const JUDGE_NODES: [u64; 2] = [2_000, 50_000];

impl Random {
    /// The next opening; `found` is the number of earlier ones.
    fn next(&mut self, found: usize) -> Option<Opening> {
        // No game starts after all engines were ended.
        let mut tries = (0..MAX_MISSES).take_while(|_| !children::all_ended());
        tries.find_map(|_| self.attempt(found))
    }

    fn attempt(&mut self, found: usize) -> Option<Opening> {
        let opening = if self.kind.setup {
            random_setup::set_up(&mut *self.state, &mut self.source)?;
            Opening {
                start: self.state.start().clone(),
                moves: Vec::new(),
            }
        } else {
            self.random_moves()?
        };
        if self.state.outcome().is_some() || !self.seen.insert(self.state.fen()) {
            return None;
        }
        let nodes = match self.kind.setup {
            true => random_setup::JUDGE_NODES,
            false => JUDGE_NODES,
        };
        let is_balanced = |limit| is_balanced(&*self.state, limit, &nodes, &self.search_state);
        if self.kind.balance.is_none_or(is_balanced) {
            return Some(opening);
        }
        self.refused += 1;
        if self.refused.is_multiple_of(REFUSED_PER_REPORT) {
            (self.watch)(found, self.refused);
        }
        None
    }

    fn random_moves(&mut self) -> Option<Opening> {
        self.state.set(&Start::Startpos, &[]).ok()?;
        let mut moves = Vec::new();
        for _ in 0..self.kind.plies {
            let legal = self.state.legal();
            let token = legal.get(self.source.below(legal.len().max(1)))?.clone();
            self.state.play(std::slice::from_ref(&token)).ok()?;
            moves.push(token);
        }
        Some(Opening {
            start: Start::Startpos,
            moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: RandomOpenings = RandomOpenings {
        plies: 4,
        setup: false,
        seed: 7,
        balance: None,
    };

    fn random(game: &str, kind: RandomOpenings) -> Openings {
        let openings = Openings::random(game, kind, |_, _| ()).expect("memory for a small table");
        openings.expect("one of our games")
    }

    fn first(count: usize, kind: RandomOpenings) -> Vec<String> {
        let mut openings = random("diaballik", kind);
        (0..count)
            .map(|number| openings.get(number).to_string())
            .collect()
    }

    #[test]
    fn a_seed_reproduces_its_openings_without_duplicates() {
        let once = first(50, RANDOM);
        assert_eq!(once, first(50, RANDOM));
        assert_ne!(once, first(50, RandomOpenings { seed: 8, ..RANDOM }));
        assert_eq!(once.iter().collect::<HashSet<_>>().len(), 50);
    }

    #[test]
    fn balanced_openings_are_a_subset_of_the_random_openings() {
        let balance = Some(50);
        let balanced = first(10, RandomOpenings { balance, ..RANDOM });
        let all = first(2_000, RANDOM);
        assert!(balanced.iter().all(|opening| all.contains(opening)));
    }

    #[test]
    fn each_random_set_up_is_a_position_of_its_own() {
        let kind = RandomOpenings {
            plies: 0,
            setup: true,
            ..RANDOM
        };
        let mut openings = random("dvonn", kind);
        let texts: Vec<String> = (0..5).map(|n| openings.get(n).to_string()).collect();
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), 5);
        // The first one is that of the other commands.
        let first = random_setup::RandomSetup {
            seed: 7,
            balanced: false,
        };
        assert_eq!(
            first.fen("dvonn").map(|fen| format!("fen {fen}")).as_ref(),
            Ok(&texts[0])
        );
        assert_eq!(random("diaballik", kind).count(), 0);
    }

    #[test]
    fn no_opening_is_found_where_none_exists() {
        let count = |kind| random("diaballik", kind).count();
        assert_eq!(count(RANDOM), 1);
        assert_eq!(count(RandomOpenings { plies: 0, ..RANDOM }), 1);
        let (plies, balance) = (0, Some(-1));
        let none = RandomOpenings {
            plies,
            balance,
            ..RANDOM
        };
        assert_eq!(count(none), 0);
    }

    #[test]
    fn transposed_openings_reach_the_same_position() {
        let position =
            |text: &str, game| text.parse::<Opening>().expect("an opening").position(game);
        let [one, other] = ["startpos moves a1 b1 c1", "startpos moves c1 b1 a1"];
        assert_eq!(position(one, "dvonn"), position(other, "dvonn"));
        assert_ne!(
            position(one, "dvonn"),
            position("startpos moves a1 b1", "dvonn")
        );
        assert_ne!(position(one, "chess"), position(other, "chess"));
    }

    #[test]
    fn a_short_list_of_openings_repeats() {
        let kind = RandomOpenings { plies: 0, ..RANDOM };
        assert_eq!(first(3, kind), ["startpos"; 3]);
        assert_eq!(Openings::listed(Vec::new()).get(5), Opening::default());
    }

    #[test]
    fn openings_of_a_file_are_arranged_by_seed_and_start() {
        let listed: Vec<Opening> = ["a1", "b1", "c1", "d1", "e1", "f1"]
            .map(|token| Opening {
                moves: vec![token.to_owned()],
                ..Opening::default()
            })
            .to_vec();
        let arranged = |shuffle, start| {
            let mut openings = listed.clone();
            arrange(&mut openings, shuffle, start);
            openings
        };
        assert_eq!(arranged(None, 1), listed);
        let from_third = arranged(None, 3);
        assert_eq!(from_third, [&listed[2..], &listed[..2]].concat());
        let shuffled = arranged(Some(7), 1);
        assert_ne!(shuffled, listed);
        assert_ne!(shuffled, arranged(Some(8), 1));
        assert!(listed.iter().all(|opening| shuffled.contains(opening)));
        // The start counts in the shuffled order, so that a second match can go on where the first ended.
        let going_on = arranged(Some(7), 3);
        assert_eq!(going_on, [&shuffled[2..], &shuffled[..2]].concat());
    }

    #[test]
    fn only_a_list_or_a_failed_search_can_be_too_short() {
        let list = Openings::listed(vec![Opening::default()]);
        assert!(list.suffices(1) && !list.suffices(2));
        let mut openings = random("diaballik", RandomOpenings { plies: 0, ..RANDOM });
        assert!(openings.suffices(1_000));
        openings.get(1);
        assert!(openings.suffices(1) && !openings.suffices(2));
    }

    #[test]
    fn a_file_may_have_fens_and_lists_of_moves() {
        let mut state = state::open("diaballik").expect("one of our games");
        let fen = state.fen();
        let token = state.legal().remove(0);
        state.play(std::slice::from_ref(&token)).expect("legal");
        let next = state.legal().remove(0);
        let text = format!(
            "# comment\n\n{token} {next}\nmoves {token}\n{fen}\n{fen} moves {token}\nstartpos\n"
        );
        let openings = read(&text, "diaballik").expect("a good file");
        let texts: Vec<String> = openings.iter().map(Opening::to_string).collect();
        let expected = [
            format!("startpos moves {token} {next}"),
            format!("startpos moves {token}"),
            format!("fen {fen}"),
            format!("fen {fen} moves {token}"),
            "startpos".to_owned(),
        ];
        assert_eq!(texts, expected);
        let error = read("startpos\nnonsense", "diaballik").expect_err("no opening");
        assert_eq!(error.line, 2);
        assert!(
            read("any thing moves x", "chess").is_ok(),
            "an unknown game is not checked"
        );
    }
}
