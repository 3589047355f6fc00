//! A house of a game that ringstack does not have: three in a row on 3 x 3. It is this test program
//! with the argument `fake-house` and a word that says how it behaves.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::thinker::Thinker;

/// How a house behaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// As it should.
    Plain,
    /// Unknown words, strange ids, markup in labels, two boards, two meanings of a place.
    Odd,
    /// Takes longer than the patience for some answers.
    Slow,
    /// Takes its time to judge the second turn of a game.
    Judge,
    /// Does not answer a touch at all.
    Mute,
    /// Answers a touch with something that is no JSON.
    Garbled,
    /// Ends when the middle is touched.
    Dying,
    /// A place that is offered and leads nowhere.
    DeadEnd,
    /// Plays illegal turns.
    Cheat,
    /// Never plays a turn.
    Hang,
    /// Says a great deal while it thinks.
    Flood,
    /// Thinks until it is told to stop, with as many lines as are wanted; has options of all kinds.
    Thinker,
    /// Ends when it is to think after a stone in the middle.
    Mortal,
}

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

#[derive(Clone)]
pub struct Game {
    pub manner: Manner,
    pub moves: Vec<usize>,
}

impl Game {
    pub fn id(&self, place: usize) -> String {
        match (self.manner, place) {
            (Manner::Odd, 0) => "__proto__".to_owned(),
            (Manner::Odd, 1) => "constructor".to_owned(),
            _ => format!("{}{}", ["a", "b", "c"][place % 3], 3 - place / 3),
        }
    }

    fn place(&self, id: &str) -> Option<usize> {
        (0..9).find(|&place| self.id(place) == id)
    }

    pub fn owner(&self, place: usize) -> Option<usize> {
        let at = self.moves.iter().position(|&m| m == place)?;
        Some(at % 2)
    }

    fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| {
            LINES
                .iter()
                .any(|line| line.iter().all(|&place| self.owner(place) == Some(side)))
        })
    }

    fn over(&self) -> bool {
        self.winner().is_some() || self.moves.len() == 9
    }

    pub fn free(&self) -> Vec<usize> {
        if self.over() {
            return Vec::new();
        }
        (0..9)
            .filter(|&place| self.owner(place).is_none())
            .collect()
    }

    fn scene(&self) -> Value {
        let odd = self.manner == Manner::Odd;
        let places: Vec<Value> = (0..9)
            .map(|place| {
                let mut value = json!({
                    "id": self.id(place), "name": self.id(place),
                    "x": place % 3, "y": place / 3, "ground": if odd { "swamp" } else { "field" },
                });
                if let Some(side) = self.owner(place) {
                    value["kind"] = json!(["x", "o"][side]);
                }
                value
            })
            .collect();
        let text = |key: &str, text: &str| json!({"key": key, "args": {}, "text": text});
        let title = if odd {
            "<img src=x onerror=alert(1)>"
        } else {
            ""
        };
        let mut boards = vec![json!({
            "id": "main", "title": title, "active": true, "box": [-0.7, -0.7, 2.7, 2.7],
            "lines": [], "places": places, "labels": [{"text": "<b>1</b>", "x": -0.6, "y": 1}],
        })];
        if odd {
            boards.push(json!({
                "id": "other", "title": "Other", "active": false, "box": [-1, -1, 1, 1], "lines": [],
                "places": [{"id": "other.z", "name": "z", "x": 0, "y": 0, "ground": "ring"}], "labels": [],
            }));
        }
        let result = self.over().then(|| {
            let winner = self.winner().map_or("draw", |side| ["p1", "p2"][side]);
            json!({"winner": winner, "reason": "three", "text": text("three", "Three in a row.")})
        });
        let to_act = (!self.over()).then(|| ["p1", "p2"][self.moves.len() % 2]);
        let (colour, mark, shape) = if odd {
            ("plaid", "wobbly", "blob")
        } else {
            ("red", "plain", "disc")
        };
        json!({
            "v": 1, "game": "three-in-a-row", "to_act": to_act, "phase": "playing", "result": result,
            "players": {"p1": {"name": "Cross", "colour": "red", "seat": 0}, "p2": {"name": "Nought", "colour": "black", "seat": 0}},
            "kinds": {
                "x": {"colour": colour, "mark": mark, "shape": shape, "text": text("x", "cross <i>x</i>")},
                "o": {"colour": "black", "mark": "plain", "shape": "disc", "text": text("o", "nought")},
            },
            "boards": boards, "supplies": [], "marks": [],
            "facts": [{"label": text("turns", "turns"), "p1": self.moves.len().div_ceil(2), "p2": self.moves.len() / 2}],
            "unheard": {"of": ["this"]},
        })
    }

    fn touches(&mut self, row: &[&str]) -> Value {
        let entry = |touch: String, at: String, label: Option<&str>| {
            json!({
                "touch": touch, "at": [at], "kind": "place", "act": "place", "takes": [at],
                "label": label.map(|text| json!({"key": "x", "args": {}, "text": text})), "ends": true,
            })
        };
        let mut answer = json!({
            "v": 1, "touches": row, "auto": [], "off": [], "next": [], "token": null, "canonical": null,
            "marks": [], "steps": [], "scene": self.scene(), "hint": {"key": "h", "args": {}, "text": "Put a stone on an empty field."},
        });
        match row {
            [] => {
                let mut next = Vec::new();
                for place in self.free() {
                    let id = self.id(place);
                    if self.manner == Manner::Odd && place == 8 {
                        let label = "<script>alert(2)</script>";
                        next.push(entry(id.clone(), id.clone(), Some(label)));
                        next.push(entry(format!("{id}+"), id, Some("the same, boldly")));
                    } else {
                        next.push(entry(id.clone(), id, None));
                    }
                }
                answer["next"] = json!(next);
            }
            [touch] => match self.place(touch.trim_end_matches('+')) {
                Some(place) if self.free().contains(&place) => {
                    if self.manner == Manner::DeadEnd && place == 4 {
                        return answer;
                    }
                    answer["token"] = json!(self.id(place));
                    answer["canonical"] = json!(self.id(place));
                    answer["steps"] = json!([[self.event(place)]]);
                    self.moves.push(place);
                    answer["scene"] = self.scene();
                    self.moves.pop();
                }
                _ => return refusal(touch),
            },
            [_, touch, ..] => return refusal(touch),
        }
        answer
    }

    fn event(&self, place: usize) -> Value {
        let kind = ["x", "o"][self.moves.len() % 2];
        json!({"to": self.id(place), "kind": kind})
    }

    fn trace(&mut self, row: &[&str]) -> Value {
        let mut line = Vec::new();
        let before = self.moves.len();
        for token in row {
            match self.place(token) {
                Some(place) if self.free().contains(&place) => {
                    line.push(json!({
                        "token": token, "canonical": token, "path": [token], "steps": [[self.event(place)]],
                        "text": {"key": "t", "args": {}, "text": format!("A stone on {token}.")},
                    }));
                    self.moves.push(place);
                }
                _ => {
                    self.moves.truncate(before);
                    return refusal(token);
                }
            }
        }
        self.moves.truncate(before);
        json!({"v": 1, "line": line})
    }

    fn answer(&mut self, words: &[&str]) -> String {
        match words {
            ["game"] => "three-in-a-row".to_owned(),
            ["fen"] => {
                let list: Vec<String> = self.moves.iter().map(|&m| self.id(m)).collect();
                format!("three:{}", list.join(","))
            }
            ["scene"] => self.scene().to_string(),
            ["touches", row @ ..] => {
                match (self.manner, row) {
                    (Manner::Slow, [_, ..]) => thread::sleep(Duration::from_secs(5)),
                    (Manner::Mute, [_, ..]) => thread::sleep(Duration::from_secs(3600)),
                    (Manner::Garbled, [_, ..]) => return "{\"v\":1,".to_owned(),
                    (Manner::Dying, ["b2"]) => std::process::exit(3),
                    _ => {}
                }
                self.touches(row).to_string()
            }
            ["trace", row @ ..] => {
                if self.manner == Manner::Judge && self.moves.len() == 1 {
                    thread::sleep(Duration::from_millis(5000));
                }
                self.trace(row).to_string()
            }
            ["about"] => json!({
                "v": 1, "id": "three-in-a-row", "title": "Three <b>in</b> a row", "players": 2,
                "rules": [{"key": "r", "args": {}, "text": "Three stones in a row win."}],
            })
            .to_string(),
            ["p1turn"] => self.moves.len().is_multiple_of(2).to_string(),
            ["gameover"] => self.over().to_string(),
            _ => "unknown".to_owned(),
        }
    }

    fn play(&mut self, tokens: &[&str]) {
        let before = self.moves.len();
        for token in tokens {
            match self.place(token) {
                Some(place) if self.free().contains(&place) => self.moves.push(place),
                _ => {
                    say(&format!("info string error illegal-move: '{token}'"));
                    self.moves.truncate(before);
                    return;
                }
            }
        }
    }
}

fn refusal(word: &str) -> Value {
    json!({"error": {"index": 0, "touch": word, "expected": ["an empty field"]}})
}

/// Says a line; whoever does not listen any more does not need it.
pub fn say(line: &str) {
    let mut out = stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Waits for a file, but not for longer than any test lasts: one that failed writes none.
fn wait_for(file: &str) {
    let begun = Instant::now();
    while !Path::new(file).exists() && begun.elapsed() < Duration::from_secs(120) {
        thread::sleep(Duration::from_millis(10));
    }
}

/// Speaks UGI until the end of its input, from the moment this file is there.
pub fn run(manner: &str, signal: Option<&str>) {
    let manner = match manner {
        "odd" => Manner::Odd,
        "slow" => Manner::Slow,
        "judge" => Manner::Judge,
        "mute" => Manner::Mute,
        "garbled" => Manner::Garbled,
        "dying" => Manner::Dying,
        "dead-end" => Manner::DeadEnd,
        "cheat" => Manner::Cheat,
        "hang" => Manner::Hang,
        "flood" => Manner::Flood,
        "thinker" => Manner::Thinker,
        "mortal" => Manner::Mortal,
        _ => Manner::Plain,
    };
    let mut game = Game {
        manner,
        moves: Vec::new(),
    };
    let mut thinker = Thinker::default();
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => {
                signal.into_iter().for_each(wait_for);
                say("id name fake");
                thinker.tell_options(manner);
                say("ugiok");
            }
            ["isready"] => say("readyok"),
            ["uginewgame"] => game.moves.clear(),
            ["position", "startpos"] => game.moves.clear(),
            ["position", "startpos", "moves", tokens @ ..] => {
                game.moves.clear();
                game.play(tokens);
            }
            ["position", ..] => say("info string error bad-fen: expected startpos"),
            ["moves", tokens @ ..] => game.play(tokens),
            ["undo", rest @ ..] => {
                let count = rest.first().and_then(|n| n.parse().ok()).unwrap_or(1);
                let left = game.moves.len().saturating_sub(count);
                game.moves.truncate(left);
            }
            ["setoption", "name", "MultiPV", "value", n] => thinker.set_lines(n),
            ["go", limits @ ..] => thinker.go(&game, limits),
            ["stop"] => thinker.stop(),
            ["query", question @ ..] => {
                let answer = game.answer(question);
                say(&format!("response {answer}"));
            }
            ["quit"] => return,
            _ => {}
        }
    }
}
