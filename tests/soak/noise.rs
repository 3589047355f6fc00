//! What an unpleasant client sends: too many questions, nonsense, and everything at the wrong time.
//! Nothing of it changes the game.

use ringstack::board::keys::SplitMix;
use ringstack::play::seat::Seat;
use ringstack::rules::{Side, result_word};

use crate::child::{Awaited, Child};

/// Lines that get one error each, whether a search is running or not.
const BAD: &[&[u8]] = &[
    b"xyzzy",
    b"\xff\xfe",
    b"query\0fen",
    b"bestmove a1",
    b"go depth x",
    b"go p1inc 5",
    b"go searchmoves zz99",
    b"go movetime 99999999999999999999",
    b"moves zz99",
    b"undo 4000000000",
    b"position fen rubbish",
    b"position startpos moves zz99",
    b"setoption",
    b"setoption name Nothing value 3",
    b"setoption name Hash value 0",
    b"setoption name Threads value 257",
    b"setoption name Game value chess",
    b"setoption name LogFile value /no/such/folder/log",
];

/// Lines to which nothing is said.
const EMPTY: &[&[u8]] = &[b"", b"   ", b"\r", b"\t\t"];

/// One in so many lines is too long.
const LONG_LINES: usize = 3_000;

fn one<'a>(lines: &[&'a [u8]], source: &mut SplitMix) -> &'a [u8] {
    lines[source.below(lines.len())]
}

/// A question and its answer.
fn question(seat: &dyn Seat, source: &mut SplitMix) -> (String, String) {
    let (question, answer) = match source.below(6) {
        0 => ("fen", seat.fen()),
        1 => ("p1turn", (seat.turn() == Side::One).to_string()),
        2 => ("gameover", seat.outcome().is_some().to_string()),
        3 => ("result", result_word(seat.outcome())),
        4 => ("islegal zz99", false.to_string()),
        _ => ("game", seat.id().to_owned()),
    };
    (format!("query {question}"), answer)
}

fn storm(child: &mut Child, source: &mut SplitMix) {
    for _ in 0..source.below(20) {
        child.send("isready", Some(Awaited::Ready));
    }
}

fn nonsense(child: &mut Child, source: &mut SplitMix) {
    if source.below(LONG_LINES) == 0 {
        child.send(vec![b'x'; 2 << 20], Some(Awaited::Error));
    } else {
        child.send(one(BAD, source), Some(Awaited::Error));
    }
}

/// Noise while the engine is idle.
pub fn between(child: &mut Child, seat: &dyn Seat, source: &mut SplitMix) {
    for _ in 0..source.below(3) {
        match source.below(8) {
            0 => storm(child, source),
            1 | 2 => nonsense(child, source),
            3 => child.send(one(EMPTY, source), None),
            4 => child.send(one(&[b"stop", b"wait"], source), None),
            5 => {
                let legal = seat.legal();
                let mut answer = legal.len().to_string();
                for token in legal {
                    answer.push(' ');
                    answer.push_str(&token);
                }
                child.send("query legalmoves", Some(Awaited::Response(answer)));
            }
            _ => {
                let (question, answer) = question(seat, source);
                child.send(question, Some(Awaited::Response(answer)));
            }
        }
    }
}

/// Noise while the engine may be searching; it may also have ended just now.
pub fn during(child: &mut Child, seat: &dyn Seat, source: &mut SplitMix) {
    for _ in 0..source.below(3) {
        match source.below(6) {
            0 => storm(child, source),
            1 | 2 => nonsense(child, source),
            3 => child.send(one(EMPTY, source), None),
            _ => {
                let (question, answer) = question(seat, source);
                child.send(question, Some(Awaited::ResponseUnlessBusy(answer)));
            }
        }
    }
}
