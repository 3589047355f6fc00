//! One engine plays games of every rule set under random limits, with queries and stops at random times:
//! every search gets exactly one legal answer, and every line is answered in order.

use std::thread::sleep;
use std::time::Duration;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games::ids;
use ringstack_engine::play::state::{GameState, open};
use ringstack_engine::rules::result_word;
use ringstack_engine::ugi::task::NO_MOVE;

use crate::script::ThreadEngine;

const GAMES: u64 = 3;
const MOVES: usize = 6;

/// Lines that each get one error, during a search or not.
const BAD_LINES: [&[u8]; 5] = [
    b"xyzzy",
    b"go perft x",
    b"moves zz99",
    b"setoption name Hash value 0",
    b"\xff\xfe",
];

/// Lines that each get an error and this answer while the engine is idle.
const REFUSED_LINES: [(&[u8], &str); 4] = [
    (b"query\0fen", "response unknown"),
    (b"query weather", "response unknown"),
    (b"go depth x", "bestmove 0000"),
    (b"go searchmoves zz99", "bestmove 0000"),
];

struct Conversation {
    engine: ThreadEngine,
    source: SplitMix,
    traffic: Vec<String>,
}

impl Conversation {
    fn any<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.source.below(items.len())]
    }

    fn send(&mut self, line: &[u8]) {
        self.traffic.push(format!("> {}", line.escape_ascii()));
        self.engine.send(line);
    }

    /// Sends `isready` and returns the lines before the answer, without search information.
    fn sync(&mut self) -> Vec<String> {
        self.send(b"isready");
        let mut lines = Vec::new();
        loop {
            let line = self.engine.next_line();
            let line = line.unwrap_or_else(|| panic!("no answer: {:#?}", self.traffic));
            self.traffic.push(format!("< {line}"));
            if line == "readyok" {
                return lines;
            }
            if !line.starts_with("info depth ") {
                lines.push(line);
            }
        }
    }

    /// Sends a line while the engine is idle and checks the answer.
    fn ask(&mut self, line: &[u8], answer: &str) {
        self.send(line);
        let lines = self.sync();
        let good = lines.len() == 1 && lines[0].starts_with(answer);
        assert!(good, "{lines:?}: {:#?}", self.traffic);
    }

    /// A random `go` command, and the moves it is restricted to.
    fn search(&mut self, legal: &[String]) -> (String, Vec<String>) {
        let mut line = "go".to_owned();
        for (word, values) in [
            ("depth", [1, 3, 99]),
            ("nodes", [0, 300, i64::MAX]),
            ("movetime", [-5, 1, 30]),
            ("p1time", [-1, 20, i64::MAX]),
            ("p2time", [0, 200, i64::MIN]),
        ] {
            if self.source.below(3) == 0 {
                line += &format!(" {word} {}", self.any(&values));
            }
        }
        let mut only = Vec::new();
        if !legal.is_empty() && self.source.below(3) == 0 {
            only = (0..3)
                .map(|_| legal[self.source.below(legal.len())].clone())
                .collect();
            line += &format!(" searchmoves {}", only.join(" "));
        }
        (line, only)
    }

    /// Runs one search and returns its move.
    fn best_move(&mut self, state: &dyn GameState) -> String {
        let legal = state.legal();
        let (line, only) = self.search(&legal);
        self.send(line.as_bytes());
        let mut lines = Vec::new();
        let mut errors = 0;
        for _ in 0..self.source.below(3) {
            if self.source.below(2) == 0 {
                let bad = self.any(&BAD_LINES);
                self.send(bad);
                errors += 1;
            }
            lines.extend(self.sync());
        }
        sleep(Duration::from_micros(self.source.below(2_000) as u64));
        // No search is running when the second one arrives.
        self.send(b"stop\nstop");
        lines.extend(self.sync());
        let (answers, others): (Vec<&String>, Vec<&String>) =
            lines.iter().partition(|line| line.starts_with("bestmove "));
        let bad = others
            .iter()
            .all(|line| line.starts_with("info string error "));
        assert!(bad && others.len() == errors, "{:#?}", self.traffic);
        let [answer] = answers[..] else {
            panic!("{answers:?}: {:#?}", self.traffic);
        };
        let token = answer["bestmove ".len()..].to_owned();
        let good = match only.is_empty() {
            _ if legal.is_empty() => token == NO_MOVE,
            true => legal.contains(&token),
            false => only.contains(&token),
        };
        assert!(good, "{token}: {:#?}", self.traffic);
        token
    }

    fn game(&mut self, id: &str) {
        let mut state = open(id).expect("the id is listed");
        self.send(
            format!("setoption name Game value {id}\nsetoption name Hash value 1").as_bytes(),
        );
        for (name, values) in [
            ("Threads", [1, 1, 3]),
            ("MultiPV", [1, 1, 256]),
            ("Skill", [0, 8, 20]),
            ("MoveOverhead", [0, 10, 50]),
        ] {
            let value = self.any(&values);
            self.send(format!("setoption name {name} value {value}").as_bytes());
        }
        self.send(b"uginewgame");
        assert!(self.sync().is_empty(), "{:#?}", self.traffic);
        for _ in 0..self.source.below(60) {
            let legal = state.legal();
            if legal.is_empty() {
                break;
            }
            let token = legal[self.source.below(legal.len())].clone();
            state.play(&[token]).expect("a legal move");
        }
        for _ in 0..MOVES {
            let moves = state.history().join(" ");
            let line = match moves.as_str() {
                "" => "position startpos".to_owned(),
                _ => format!("position startpos moves {moves}"),
            };
            self.send(line.as_bytes());
            self.ask(b"query fen", &format!("response {}", state.fen()));
            let result = result_word(state.outcome());
            self.ask(b"query result", &format!("response {result}"));
            let bad = self.any(&BAD_LINES);
            self.ask(bad, "info string error ");
            let (refused, answer) = self.any(&REFUSED_LINES);
            self.send(refused);
            let lines = self.sync();
            let good = lines.len() == 2
                && lines[0].starts_with("info string error ")
                && lines[1] == answer;
            assert!(good, "{lines:?}: {:#?}", self.traffic);
            self.ask(b"position fen rubbish", "info string error ");
            self.ask(b"moves a1", "info string error ");
            self.send(line.as_bytes());
            let token = self.best_move(state.as_ref());
            if state.outcome().is_some() {
                break;
            }
            state.play(&[token]).expect("a legal move");
        }
    }
}

#[test]
fn one_engine_plays_games_of_every_rule_set_and_answers_in_order() {
    let mut conversation = Conversation {
        engine: ThreadEngine::new("dvonn"),
        source: SplitMix(1),
        traffic: Vec::new(),
    };
    for _ in 0..GAMES {
        for id in ids() {
            conversation.traffic.clear();
            conversation.game(id);
        }
    }
    assert_eq!(conversation.engine.end(), Vec::<String>::new());
}
