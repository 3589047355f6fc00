//! Answers about positions with more legal tokens than fit in memory or time: they are counted or
//! written bit by bit, until somebody says stop.

use std::io::{self, Write};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::play::seat::Seat;
use crate::rules::result_word;
use crate::ugi::reply::{ErrorWord, Reply};

/// What is asked about such a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengthy {
    /// `query legalmoves`: the number of tokens alone.
    Count,
    /// `query legalmoves`: all tokens.
    List,
    /// `d`.
    Drawing,
}

/// How a list ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// With its last token.
    All,
    /// After so many tokens, as it was stopped.
    Stopped(u64),
}

/// The answer to `query legalmoves` where the tokens are too many to be listed.
#[must_use]
pub fn count(seat: &dyn Seat, stop: &AtomicBool) -> Vec<Reply> {
    let Some(count) = seat.count_legal_until(stop) else {
        return not_counted();
    };
    let text = format!(
        "legalmoves: {count} tokens are more than 1 MiB, the option AllLegalMoves lists them"
    );
    vec![
        Reply::Error(ErrorWord::LineTooLong, text),
        Reply::Response(count.to_string()),
    ]
}

/// The answer to `query legalmoves` when the count of its tokens was stopped.
#[must_use]
pub fn not_counted() -> Vec<Reply> {
    vec![
        Reply::Text("the count was stopped".to_owned()),
        Reply::Response("unknown".to_owned()),
    ]
}

/// The position for a person, line by line, without the number of legal moves.
#[must_use]
pub fn describe(seat: &dyn Seat) -> Vec<String> {
    let mut lines: Vec<String> = seat.draw().lines().map(str::to_owned).collect();
    lines.push(format!("Fen: {}", seat.fen()));
    lines.push(format!("Side: {}", seat.turn()));
    lines.push(format!("Result: {}", result_word(seat.outcome())));
    lines
}

/// The last line about a position for a person.
#[must_use]
pub fn legal_moves(seat: &dyn Seat, stop: &AtomicBool) -> String {
    match seat.count_legal_until(stop) {
        Some(count) => format!("Legal moves: {count}"),
        None => "Legal moves: unknown, the count was stopped".to_owned(),
    }
}

/// Writes the tokens, each after a space, as they are found.
///
/// # Errors
/// What `out` cannot do.
pub fn list(seat: &dyn Seat, stop: &AtomicBool, out: &mut impl Write) -> io::Result<Listed> {
    let mut written = Ok(());
    let mut listed = 0;
    let mut stopped = false;
    seat.each_legal(&mut |token| {
        // Relaxed: the flag carries no other data.
        stopped = stop.load(Ordering::Relaxed);
        if stopped {
            return Break(());
        }
        listed += 1;
        written = write!(out, " {token}");
        if written.is_ok() {
            Continue(())
        } else {
            Break(())
        }
    });
    written.map(|()| {
        if stopped {
            Listed::Stopped(listed)
        } else {
            Listed::All
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::seat::{self, Start};

    /// A position of GIPF with 12,532,447 legal turns.
    fn crossing_rows() -> Box<dyn Seat> {
        let mut seat = seat::open("gipf-tournament").expect("the game is known");
        let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w".to_owned();
        seat.set(&Start::Fen(fen), &[]).expect("a good FEN");
        seat
    }

    #[test]
    fn what_is_stopped_says_so() {
        let seat = crossing_rows();
        let stop = AtomicBool::new(true);
        assert_eq!(count(seat.as_ref(), &stop), not_counted());
        let line = legal_moves(seat.as_ref(), &stop);
        assert_eq!(line, "Legal moves: unknown, the count was stopped");
        let mut out = Vec::new();
        let listed = list(seat.as_ref(), &stop, &mut out);
        assert_eq!(listed.expect("memory can be written"), Listed::Stopped(0));
        assert!(out.is_empty());
    }

    /// Raises the flag with the hundredth token.
    struct Impatient<'a>(Vec<u8>, &'a AtomicBool);

    impl Write for Impatient<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.extend(bytes);
            let spaces = self.0.iter().filter(|&&byte| byte == b' ').count();
            self.1.store(spaces >= 100, Ordering::Relaxed);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_list_is_stopped_in_its_middle() {
        let stop = AtomicBool::new(false);
        let mut out = Impatient(Vec::new(), &stop);
        let listed = list(crossing_rows().as_ref(), &stop, &mut out);
        assert_eq!(listed.expect("memory can be written"), Listed::Stopped(100));
        let text = String::from_utf8(out.0).expect("ASCII");
        assert_eq!(
            text.split(' ').filter(|token| !token.is_empty()).count(),
            100
        );
    }
}
