//! How the scripted house thinks when it is to play or to analyse, and the options it tells.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::fake::{Game, Manner, say};

/// What the middle and a corner are worth, in centipawns.
const MIDDLE: i64 = 150;
const CORNER: i64 = 40;
/// Turns of a line.
const LONGEST: usize = 3;
/// Between two lines.
const BEAT: Duration = Duration::from_millis(30);

/// A search under way, and how many lines it is to tell.
#[derive(Default)]
pub struct Thinker {
    lines: usize,
    stop: Arc<AtomicBool>,
    at_work: Option<JoinHandle<()>>,
}

impl Thinker {
    /// The options of a manner.
    pub fn tell_options(&self, manner: Manner) {
        say("option name Threads type spin default 1 min 1 max 8");
        say("option name LogFile type string default <empty>");
        if manner == Manner::Thinker {
            say("option name MultiPV type spin default 1 min 1 max 5");
            say("option name Careful type check default false");
            say("option name Style type combo default calm var calm var bold");
            say("option name Forget type button");
        }
    }

    pub fn set_lines(&mut self, count: &str) {
        self.lines = count.parse().unwrap_or(1);
    }

    /// Ends the search; its last word is its turn.
    pub fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(work) = self.at_work.take() {
            let _ = work.join();
        }
    }

    /// Thinks as the manner of the game wants it.
    pub fn go(&mut self, game: &Game, limits: &[&str]) {
        self.stop();
        match game.manner {
            Manner::Hang => return,
            Manner::Cheat => {
                say("bestmove z9");
                return;
            }
            Manner::Mortal
                if game
                    .moves
                    .last()
                    .is_some_and(|&place| game.id(place) == "b2") =>
            {
                std::process::exit(3);
            }
            Manner::Flood => {
                for n in 0..20_000 {
                    say(&format!(
                        "info depth {} multipv 1 score cp {} nodes {n} nps 1000 time 1 pv b2",
                        n / 100 + 1,
                        n % 90
                    ));
                }
            }
            Manner::Thinker => {
                self.think(game, limits);
                return;
            }
            _ => {}
        }
        let token = first(game);
        say(&format!(
            "info depth 1 multipv 1 score cp 12 nodes 9 nps 900 time 1 pv {token}"
        ));
        say(&format!("bestmove {token}"));
    }

    fn think(&mut self, game: &Game, limits: &[&str]) {
        // A line of traffic that is too long to be shown as a whole.
        say(&format!("info string {}", "x".repeat(3000)));
        let end = limits
            .windows(2)
            .find(|pair| pair[0] == "movetime")
            .and_then(|pair| pair[1].parse().ok())
            .map(|ms| Instant::now() + Duration::from_millis(ms));
        // Where some turns alone are wanted, they come last.
        let only: Option<Vec<String>> = limits
            .iter()
            .position(|&word| word == "searchmoves")
            .map(|at| limits[at..].iter().map(|&word| word.to_owned()).collect());
        self.stop = Arc::default();
        let (game, lines, stop) = (game.clone(), self.lines.max(1), Arc::clone(&self.stop));
        self.at_work = Some(thread::spawn(move || {
            let mut best = best_lines(&game);
            best.retain(|(_, line)| {
                only.as_ref()
                    .is_none_or(|only| only.contains(&game.id(line[0])))
            });
            for depth in 1.. {
                for (n, (value, line)) in best.iter().take(lines).enumerate() {
                    let tokens: Vec<String> = line.iter().map(|&place| game.id(place)).collect();
                    say(&format!(
                        "info depth {depth} multipv {} score cp {value} nodes {depth}00 nps 900 time 1 pv {}",
                        n + 1,
                        tokens.join(" ")
                    ));
                }
                thread::sleep(BEAT);
                if stop.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() > end) {
                    break;
                }
            }
            let token = best.first().and_then(|(_, line)| line.first());
            say(&format!(
                "bestmove {}",
                token.map_or("0000".to_owned(), |&place| game.id(place))
            ));
        }));
    }
}

fn first(game: &Game) -> String {
    let free = game.free();
    free.first()
        .map_or("0000".to_owned(), |&place| game.id(place))
}

/// What a position is worth for the one who has the turn.
fn worth(game: &Game) -> i64 {
    let mover = game.moves.len() % 2;
    (0..9)
        .map(|place| {
            let value = match place {
                4 => MIDDLE,
                0 | 2 | 6 | 8 => CORNER,
                _ => 0,
            };
            match game.owner(place) {
                Some(side) if side == mover => value,
                Some(_) => -value,
                None => 0,
            }
        })
        .sum()
}

/// Every turn with its value for the mover and how it goes on, the best first.
fn best_lines(game: &Game) -> Vec<(i64, Vec<usize>)> {
    let mut found: Vec<(i64, Vec<usize>)> = game
        .free()
        .into_iter()
        .map(|place| {
            let mut after = game.clone();
            after.moves.push(place);
            let value = -worth(&after);
            let mut line = vec![place];
            while line.len() < LONGEST {
                let reply = after.free().into_iter().max_by_key(|&reply| {
                    let mut then = after.clone();
                    then.moves.push(reply);
                    -worth(&then)
                });
                let Some(reply) = reply else { break };
                after.moves.push(reply);
                line.push(reply);
            }
            (value, line)
        })
        .collect();
    found.sort_by_key(|(value, _)| -value);
    found
}
