//! The commands of a client, one value per line. [`super::grammar`] reads them, `Display` writes them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

pub use crate::play::Start;
use crate::play::random_setup::RandomSetup;
use crate::rules::Side;
use crate::search::Limits;
use crate::search::limits::Clock;
use crate::time_control::TimeControl;
use crate::ugi::json_queries::JsonQuery;

/// A line sent to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Name, author and options.
    Ugi,
    /// Asks for `readyok`, also during a search.
    IsReady,
    /// Begins another game.
    UgiNewGame,
    /// Sets an option.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// The rest of the line after `value`; `None` without that word.
        value: Option<String>,
    },
    /// Sets up a position and plays moves from it.
    Position {
        /// The position before the moves.
        start: Start,
        /// The tokens played from there.
        moves: Vec<String>,
    },
    /// Plays moves from the current position.
    Moves(Vec<String>),
    /// Takes back this number of plies.
    Undo(u32),
    /// Starts a search.
    Go(Go),
    /// Counts move sequences of this number of plies.
    Perft(u32),
    /// Asks about the current position.
    Query(Query),
    /// Ends the running task.
    Stop,
    /// Holds the following lines back until the running task has ended.
    Wait,
    /// Shows the position as text.
    Draw,
    /// Shows the terms of the evaluation.
    Eval,
    /// Runs the benchmark to this depth, or to the default one.
    Bench(Option<u32>),
    /// Lists the commands.
    Help,
    /// Ends the engine.
    Quit,
}

/// A query about the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is player 1 to move?
    P1Turn,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
    /// Why the game ended.
    Reason,
    /// The canonical FEN.
    Fen,
    /// The legal tokens.
    LegalMoves,
    /// Is this token legal?
    IsLegal(String),
    /// The id of the game.
    Game,
    /// The tokens played since the position was set up.
    History,
    /// The number of these tokens.
    Plies,
    /// How often the position has occurred since then, this time included.
    Repetitions,
    /// The FEN of a random set-up of the game.
    RandomSetup(RandomSetup),
    /// A query of a front end that knows no game.
    Json(JsonQuery),
    /// An unknown query.
    Unknown(String),
}

impl Query {
    /// The queries that are answered in words, as `help` shows them; those of one word with their value.
    pub const FORMS: [(&'static str, Option<Query>); 12] = [
        ("p1turn", Some(Query::P1Turn)),
        ("gameover", Some(Query::GameOver)),
        ("result", Some(Query::Result)),
        ("reason", Some(Query::Reason)),
        ("fen", Some(Query::Fen)),
        ("legalmoves", Some(Query::LegalMoves)),
        ("islegal T", None),
        ("game", Some(Query::Game)),
        ("history", Some(Query::History)),
        ("plies", Some(Query::Plies)),
        ("repetitions", Some(Query::Repetitions)),
        ("randomsetup SEED [unbalanced]", None),
    ];
}

/// The keys of `go` that take a number. Times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoKey {
    /// Player 1's remaining time; also written `wtime`.
    P1Time,
    /// Player 2's remaining time; also written `btime`.
    P2Time,
    /// Player 1's increment; also written `winc`.
    P1Inc,
    /// Player 2's increment; also written `binc`.
    P2Inc,
    /// Moves until the next time control.
    MovesToGo,
    /// Time for this move.
    MoveTime,
    /// Depth in plies.
    Depth,
    /// A win within this number of plies.
    Mate,
    /// Visited positions.
    Nodes,
}

impl GoKey {
    /// All words and their keys. `Display` writes the first word of a key.
    pub const WORDS: [(&'static str, GoKey); 13] = [
        ("p1time", GoKey::P1Time),
        ("p2time", GoKey::P2Time),
        ("p1inc", GoKey::P1Inc),
        ("p2inc", GoKey::P2Inc),
        ("movestogo", GoKey::MovesToGo),
        ("movetime", GoKey::MoveTime),
        ("depth", GoKey::Depth),
        ("mate", GoKey::Mate),
        ("nodes", GoKey::Nodes),
        ("wtime", GoKey::P1Time),
        ("btime", GoKey::P2Time),
        ("winc", GoKey::P1Inc),
        ("binc", GoKey::P2Inc),
    ];

    /// The key of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<GoKey> {
        let found = GoKey::WORDS.iter().find(|(name, _)| *name == word);
        found.map(|&(_, key)| key)
    }
}

impl fmt::Display for GoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = GoKey::WORDS.iter().find(|(_, key)| key == self);
        f.write_str(word.map_or("", |(name, _)| name))
    }
}

/// The arguments of `go`. Without any number the search runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The numbers as they were written, also zero and negative ones.
    pub numbers: BTreeMap<GoKey, i64>,
    /// Whether the line has the word `infinite`. It means the same as no limit.
    pub infinite: bool,
    /// If not empty, only these tokens are searched at the root.
    pub search_moves: Vec<String>,
}

impl Go {
    /// The search of `mover` under a time control, after `made` of their moves, with what is left on both clocks.
    #[must_use]
    pub fn under(
        control: &TimeControl,
        mover: Side,
        made: u32,
        left: [Option<Duration>; 2],
        increments: [u64; 2],
    ) -> Go {
        let mut go = Go::default();
        let mut set = |key, number: u64| {
            go.numbers
                .insert(key, i64::try_from(number).unwrap_or(i64::MAX));
        };
        if let Some(clock) = control.clock {
            let [one, two] = left;
            let own = if mover == Side::One { one } else { two };
            // For an opponent without a clock the mover's time is sent.
            let millis =
                |time: Option<Duration>| time.or(own).unwrap_or_default().as_millis() as u64;
            let [increment_one, increment_two] = increments;
            set(GoKey::P1Time, millis(one).max(1));
            set(GoKey::P2Time, millis(two).max(1));
            set(GoKey::P1Inc, increment_one);
            set(GoKey::P2Inc, increment_two);
            if let Some(moves) = clock.moves {
                set(GoKey::MovesToGo, u64::from(moves.get() - made % moves));
            }
        }
        if let Some(millis) = control.movetime {
            set(GoKey::MoveTime, millis);
        }
        if let Some(nodes) = control.nodes {
            set(GoKey::Nodes, nodes);
        }
        if let Some(depth) = control.depth {
            set(GoKey::Depth, depth.into());
        }
        go
    }

    /// The limits for the player to move, with `overhead` reserved for the delivery of the move.
    ///
    /// Numbers that are too small are raised to the minimum, so that every search finds a move.
    #[must_use]
    pub fn limits(&self, turn: Side, overhead: Duration) -> Limits {
        let number = |key| self.numbers.get(&key).copied();
        let at_least = |least: i64| move |n: i64| n.max(least).unsigned_abs();
        let plies = |n: i64| n.clamp(1, i64::from(i32::MAX)) as i32;
        // There is no such mate: the search is as short as possible.
        let (mate, min_depth) = match number(GoKey::Mate) {
            Some(..1) => (None, Some(1)),
            mate => (mate, None),
        };
        Limits {
            depth: min_depth.or(number(GoKey::Depth)).map(plies),
            mate: mate.map(plies),
            nodes: number(GoKey::Nodes).map(at_least(1)),
            movetime: number(GoKey::MoveTime)
                .map(at_least(0))
                .map(Duration::from_millis),
            clock: self.clock(turn),
            overhead,
        }
    }

    /// The clock of `turn`. If its time is missing, the other player's time counts.
    fn clock(&self, turn: Side) -> Option<Clock> {
        let (own, other, increment) = match turn {
            Side::One => (GoKey::P1Time, GoKey::P2Time, GoKey::P1Inc),
            Side::Two => (GoKey::P2Time, GoKey::P1Time, GoKey::P2Inc),
        };
        let millis = |key| {
            let number = self.numbers.get(&key)?;
            Some(Duration::from_millis(number.max(&0).unsigned_abs()))
        };
        let moves_to_go = self.numbers.get(&GoKey::MovesToGo).filter(|&&n| n > 0);
        Some(Clock {
            remaining: millis(own).or_else(|| millis(other))?,
            increment: millis(increment).unwrap_or_default(),
            moves_to_go: moves_to_go.map(|&n| u32::try_from(n).unwrap_or(u32::MAX)),
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::UgiNewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption {
                name,
                value: Some(value),
            } => write!(f, "setoption name {name} value {value}"),
            Command::Position { start, moves } => {
                write!(f, "position {start}")?;
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                write_words(f, moves)
            }
            Command::Moves(moves) => {
                f.write_str("moves")?;
                write_words(f, moves)
            }
            Command::Undo(plies) => write!(f, "undo {plies}"),
            Command::Go(go) => write!(f, "go{go}"),
            Command::Perft(depth) => write!(f, "go perft {depth}"),
            Command::Query(query) => write!(f, "query {query}"),
            Command::Stop => f.write_str("stop"),
            Command::Wait => f.write_str("wait"),
            Command::Draw => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench(None) => f.write_str("bench"),
            Command::Bench(Some(depth)) => write!(f, "bench {depth}"),
            Command::Help => f.write_str("help"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::IsLegal(token) => write!(f, "islegal {token}"),
            Query::RandomSetup(RandomSetup { seed, balanced }) => {
                let word = if *balanced { "" } else { " unbalanced" };
                write!(f, "randomsetup {seed}{word}")
            }
            Query::Json(query) => query.fmt(f),
            Query::Unknown(query) => f.write_str(query),
            plain => {
                let mut forms = Query::FORMS.into_iter();
                let form = forms.find(|(_, query)| query.as_ref() == Some(plain));
                f.write_str(form.map_or("", |(word, _)| word))
            }
        }
    }
}

impl fmt::Display for Go {
    /// Each part after a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, number) in &self.numbers {
            write!(f, " {key} {number}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        write_words(f, &self.search_moves)
    }
}

fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_under_a_time_control_has_both_clocks() {
        let control = |text| TimeControl::parse(text).expect("a good time control");
        let left = [900, 40].map(|millis| Some(Duration::from_millis(millis)));
        let go = Go::under(&control("tc=10+0.1"), Side::Two, 0, left, [100, 100]);
        let text = Command::Go(go).to_string();
        assert_eq!(text, "go p1time 900 p2time 40 p1inc 100 p2inc 100");
        let fixed = Go::under(&control("nodes=500"), Side::One, 3, left, [0, 0]);
        assert_eq!(Command::Go(fixed).to_string(), "go nodes 500");
        let to_go = |made| {
            let go = Go::under(&control("tc=3/10"), Side::One, made, left, [0; 2]);
            go.numbers[&GoKey::MovesToGo]
        };
        assert_eq!([0, 1, 2, 3].map(to_go), [3, 2, 1, 3]);
    }
}
