//! A client without knowledge of the games plays complete games over a pipe, using only touches.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ringstack::board::keys::SplitMix;
use ringstack::games;
use serde::Deserialize;

/// Almost all random games are shorter.
const MAX_PLIES: usize = 400;

/// The fields of the answer to `query touches` that the client reads.
#[derive(Deserialize)]
struct TouchesAnswer {
    next: Vec<NextTouch>,
    token: Option<String>,
}

#[derive(Deserialize)]
struct NextTouch {
    touch: String,
}

struct Client {
    engine: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
}

impl Client {
    fn start() -> Client {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = engine.stdin.take().unwrap();
        let from = BufReader::new(engine.stdout.take().unwrap()).lines();
        Client { engine, to, from }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn query(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        let line = self.from.next().unwrap().unwrap();
        let answer = line.strip_prefix("response ");
        answer
            .unwrap_or_else(|| panic!("{question}: {line}"))
            .to_owned()
    }

    /// Touches random options until the move is complete.
    fn move_by_touches(&mut self, source: &mut SplitMix) -> String {
        let mut question = "touches".to_owned();
        loop {
            let answer = self.query(&question);
            let touches: TouchesAnswer = serde_json::from_str(&answer).unwrap();
            let count = touches.next.len();
            let ends = count == 0 || source.below(3) == 0;
            if let Some(token) = touches.token.filter(|_| ends) {
                return token;
            }
            // Start again at a dead end.
            if count == 0 {
                "touches".clone_into(&mut question);
                continue;
            }
            question.push(' ');
            question.push_str(&touches.next[source.below(count)].touch);
        }
    }
}

#[test]
fn a_client_without_knowledge_of_the_games_plays_them_to_the_end() {
    let mut client = Client::start();
    for id in games::ids() {
        let mut source = SplitMix(7);
        client.send(&format!("setoption name Game value {id}"));
        client.send("position startpos");
        let mut plies = 0;
        while client.query("result") == "none" && plies < MAX_PLIES {
            let token = client.move_by_touches(&mut source);
            client.send(&format!("moves {token}"));
            plies += 1;
        }
        assert_eq!(client.query("plies"), plies.to_string(), "{id}");
        let scene = client.query("scene");
        let is_over = scene.contains("\"to_act\":null");
        assert_eq!(is_over, client.query("result") != "none", "{id}");
        assert!(
            is_over || id.starts_with("diaballik"),
            "{id}: {plies} plies"
        );
    }
    client.send("quit");
    assert!(client.engine.wait().unwrap().success());
}
