//! Fast games by the thousand with noise between the commands, through the real binary: every move
//! is legal, every answer comes in order and in time, and the memory does not grow.
//!
//! `SOAK_SEED` and `SOAK_GAMES` choose the games, `SOAK_MARGIN` is how late an answer may be in
//! milliseconds. The commands follow from the seed; only what depends on time differs in a second run.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod child;
mod noise;

use std::collections::BTreeMap;
use std::env;
use std::thread::sleep;
use std::time::Duration;

use ringstack::board::keys::{SplitMix, mix};
use ringstack::games::ids;
use ringstack::play::seat::{self, Seat};
use ringstack::rules::result_word;
use ringstack::ugi::command::Start;
use ringstack::ugi::job::NO_MOVE;

use child::{Awaited, Child};

/// Games that have not ended by then are broken off.
const MOST_PLIES: usize = 300;

/// The table never has more than that, in MiB.
const MOST_HASH: usize = 8;

/// How much more memory the second half of the games may take than the first, in KiB.
const GROWTH: u64 = 8 << 10;

fn variable(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

#[test]
fn a_few_games_with_noise() {
    // Any answer may come late on a busy machine; the last number only says when it never comes.
    soak(None, 1, 33, 60_000);
}

#[test]
#[ignore = "takes minutes"]
fn thousands_of_games_with_noise() {
    soak(Some(Pace::Clock(10_000, 100)), 1, 2_000, 100);
}

/// How the moves of a game are asked for.
#[derive(Clone, Copy, Debug)]
enum Pace {
    Nodes,
    Depth,
    /// Stopped after some time.
    Stopped,
    /// A time for each move.
    Move,
    /// One millisecond on the clock at every move.
    OneMillisecond,
    /// A clock with an increment, in milliseconds.
    Clock(u64, u64),
}

const PACES: [Pace; 8] = [
    Pace::Nodes,
    Pace::Depth,
    Pace::Stopped,
    Pace::Move,
    Pace::OneMillisecond,
    Pace::Clock(20, 0),
    Pace::Clock(100, 1),
    Pace::Clock(500, 10),
];

/// One in so many games is a slow one.
const SLOW_GAMES: usize = 200;

/// What was seen.
#[derive(Default)]
struct Sums {
    results: BTreeMap<String, usize>,
    moves: usize,
    /// The latest answer for each pace.
    latest: BTreeMap<&'static str, Duration>,
}

fn soak(slow: Option<Pace>, seed: u64, games: u64, margin: u64) {
    let seed = variable("SOAK_SEED", seed);
    let games = variable("SOAK_GAMES", games) as usize;
    let ids = ids();
    let margin = Duration::from_millis(variable("SOAK_MARGIN", margin));
    let mut child = Child::start();
    let mut sums = Sums::default();
    let mut memory = [0; 2];
    for number in 0..games {
        // Shown when the test fails.
        println!("game {number} of seed {seed}");
        let mut source = SplitMix(mix(seed) ^ mix(number as u64 + 1));
        let is_slow = source.below(SLOW_GAMES) == 0;
        let usual = PACES[number % PACES.len()];
        let pace = slow.filter(|_| is_slow).unwrap_or(usual);
        let id = ids[number % ids.len()];
        Game::new(&mut child, id, source, pace, margin).play(&mut sums);
        let half = usize::from(number >= games / 2);
        memory[half] = memory[half].max(child.memory().unwrap_or(0));
    }
    child.quit();
    println!("{:?}, {} moves", sums.results, sums.moves);
    println!("latest answers {:?}, memory {memory:?} KiB", sums.latest);
    assert!(memory[1] <= memory[0] + GROWTH, "{memory:?} KiB");
}

/// A game of the engine against itself, and what we know about it.
struct Game<'a> {
    child: &'a mut Child,
    source: SplitMix,
    pace: Pace,
    margin: Duration,
    seat: Box<dyn Seat>,
    /// As the engine was told: where the line begins and its moves.
    start: Start,
    moves: Vec<String>,
    clocks: [Duration; 2],
}

impl<'a> Game<'a> {
    fn new(
        child: &'a mut Child,
        id: &str,
        mut source: SplitMix,
        pace: Pace,
        margin: Duration,
    ) -> Game<'a> {
        child.send(format!("setoption name Game value {id}"), None);
        let options = [
            ("Hash", 1 + source.below(MOST_HASH)),
            ("Threads", 1 + source.below(3)),
            ("MultiPV", 1 + source.below(3)),
            ("MoveOverhead", source.below(20)),
            ("Skill", 20 - source.below(21).min(source.below(21))),
            ("Seed", source.below(1_000)),
        ];
        for (name, value) in options {
            child.send(format!("setoption name {name} value {value}"), None);
        }
        if source.below(3) == 0 {
            child.send("setoption name ClearHash", None);
        }
        child.send("uginewgame", None);
        child.send("isready", Some(Awaited::Ready));
        let clock = match pace {
            Pace::Clock(base, _) => Duration::from_millis(base),
            _ => Duration::ZERO,
        };
        Game {
            child,
            source,
            pace,
            margin,
            seat: seat::open(id).expect("the id is listed"),
            start: Start::Startpos,
            moves: Vec::new(),
            clocks: [clock; 2],
        }
    }

    fn play(&mut self, sums: &mut Sums) {
        for _ in 0..self.source.below(12) {
            let legal = self.seat.legal();
            if !legal.is_empty() {
                let token = legal[self.source.below(legal.len())].clone();
                self.make(token);
            }
        }
        for _ in 0..MOST_PLIES {
            noise::between(self.child, self.seat.as_ref(), &mut self.source);
            if self.seat.outcome().is_some() {
                break;
            }
            let token = self.think(sums);
            let place = format!("{} {}", self.seat.id(), self.seat.fen());
            let legal = self.seat.is_legal(&token);
            assert!(legal, "{place}: {token}\n{}", self.child.traffic());
            sums.moves += 1;
            self.make(token);
        }
        let result = result_word(self.seat.outcome());
        let awaited = Awaited::Response(result.clone());
        self.child.send("query result", Some(awaited));
        if self.seat.outcome().is_some() {
            self.child.go("go");
            assert_eq!(self.child.answer().token, NO_MOVE);
        }
        self.child.settle();
        *sums.results.entry(result).or_default() += 1;
    }

    /// Plays a move here and there, where the engine is told in one of several ways.
    fn make(&mut self, token: String) {
        if self.source.below(20) == 0 {
            self.start = Start::Fen(self.seat.fen());
            self.moves.clear();
        }
        self.moves.push(token.clone());
        let words = self.moves.join(" ");
        match self.source.below(4) {
            0 if self.moves.len() > 1 => self.child.send(format!("moves {token}"), None),
            1 if self.moves.len() > 1 => {
                self.child.send(format!("moves {token}"), None);
                let back = 1 + self.source.below(self.moves.len());
                let again = &self.moves[self.moves.len() - back..];
                self.child.send(format!("undo {back}"), None);
                self.child.send(format!("moves {}", again.join(" ")), None);
            }
            _ => {
                let line = format!("position {} moves {words}", self.start);
                self.child.send(line, None);
            }
        }
        let set = self.seat.set(&self.start, &self.moves);
        set.expect("these moves have been played before");
    }

    /// Lets the engine think, disturbs it, and gives its move.
    fn think(&mut self, sums: &mut Sums) -> String {
        let player = self.seat.turn().index();
        let mut below = |most| 1 + self.source.below(most);
        // The name of the pace, the time that must not be exceeded, and the command.
        let (pace, allowed, line) = match self.pace {
            Pace::Nodes => ("nodes", None, format!("go nodes {}", below(400))),
            Pace::Depth => ("depth", None, "go depth 1".to_owned()),
            Pace::Stopped => ("stopped", Some(Duration::ZERO), "go infinite".to_owned()),
            Pace::Move => {
                let millis = below(8);
                let allowed = Duration::from_millis(millis as u64);
                ("move", Some(allowed), format!("go movetime {millis}"))
            }
            Pace::OneMillisecond => {
                let line = "go p1time 1 p2time 1 p1inc 0 p2inc 0".to_owned();
                ("1 ms", Some(Duration::from_millis(1)), line)
            }
            Pace::Clock(_, increment) => {
                let [first, second] = self.clocks.map(|clock| clock.as_millis());
                let line = format!(
                    "go p1time {first} p2time {second} p1inc {increment} p2inc {increment}"
                );
                ("clock", Some(self.clocks[player]), line)
            }
        };
        self.child.go(&line);
        noise::during(self.child, self.seat.as_ref(), &mut self.source);
        let stops = matches!(self.pace, Pace::Stopped);
        if stops {
            sleep(Duration::from_micros(self.source.below(3_000) as u64));
        }
        if stops || self.source.below(8) == 0 {
            self.child.stop();
        }
        noise::during(self.child, self.seat.as_ref(), &mut self.source);
        let answer = self.child.answer();
        if let Some(allowed) = allowed {
            let took = match answer.after_stop {
                Some(after) if stops => after,
                _ => answer.took,
            };
            let late = took.saturating_sub(allowed);
            let latest = sums.latest.entry(pace).or_default();
            *latest = late.max(*latest);
            let traffic = self.child.traffic();
            assert!(late <= self.margin, "{pace}: {late:?} late\n{traffic}");
        }
        if let Pace::Clock(_, increment) = self.pace {
            let clock = &mut self.clocks[player];
            *clock = clock.saturating_sub(answer.took) + Duration::from_millis(increment);
        }
        answer.token
    }
}
