//! A house of the test's own: an engine that is asked directly, so that what a page shows can be held
//! against what the house says, and turns of any game become rows of touches.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::webdriver::Browser;

/// Rows of touches that are tried for a turn before the test gives up.
const MOST_ROWS: usize = 4000;

/// A game at a house: its position, and the row of touches of the turn in the making.
pub struct House {
    child: Child,
    to: ChildStdin,
    from: Lines<BufReader<ChildStdout>>,
    start: String,
}

impl House {
    /// An engine of ours for a game that begins with a FEN, or as its rules say.
    pub fn start(game: &str, fen: Option<&str>) -> House {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped")).lines();
        let start = fen.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        let mut house = House {
            child,
            to,
            from,
            start,
        };
        house.tell(&format!("setoption name Game value {game}"));
        house.go_to(&[]);
        house
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("it listens");
    }

    fn hear(&mut self, word: &str) -> String {
        loop {
            let line = self.from.next().expect("it speaks").expect("text");
            if let Some(rest) = line.strip_prefix(word) {
                return rest.trim().to_owned();
            }
            assert!(!line.contains("error"), "{line}");
        }
    }

    /// Sets the position after these turns.
    pub fn go_to(&mut self, turns: &[String]) {
        let moves = if turns.is_empty() { "" } else { " moves " };
        let line = format!("position {}{moves}{}", self.start, turns.join(" "));
        self.tell(&line);
    }

    /// What it says to a question.
    pub fn ask(&mut self, question: &str) -> Value {
        self.tell(&format!("query {question}"));
        let answer = self.hear("response");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{question}: {error}"))
    }

    /// What it says to the touches of a turn.
    pub fn touches(&mut self, row: &[String]) -> Value {
        let answer = self.ask(&format!("touches {}", row.join(" ")));
        assert!(answer.get("error").is_none(), "{row:?}: {answer}");
        answer
    }

    /// The turn it would play.
    pub fn turn(&mut self, nodes: u32) -> String {
        self.tell(&format!("go nodes {nodes}"));
        self.hear("bestmove")
    }

    /// The row of touches that makes a turn.
    pub fn way_to(&mut self, turn: &str) -> Vec<String> {
        let mut rows = vec![Vec::new()];
        let mut tried = 0;
        while let Some(row) = rows.pop() {
            tried += 1;
            assert!(tried < MOST_ROWS, "no touches found for {turn}");
            let answer = self.touches(&row);
            let is = |name: &str| answer[name].as_str() == Some(turn);
            if is("token") || is("canonical") {
                return row;
            }
            // What the turn names is tried first, and from left to right.
            let mut next: Vec<(Option<usize>, &Value)> = list(&answer["next"])
                .iter()
                .map(|entry| (named(turn, entry), entry))
                .filter(|(at, entry)| at.is_some() || entry["kind"] != "place")
                .collect();
            next.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
            for (_, entry) in next {
                let mut longer = row.clone();
                longer.push(word(&entry["touch"]));
                rows.push(longer);
            }
        }
        panic!("no touches lead to {turn}");
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a turn names the place of an entry.
fn named(turn: &str, entry: &Value) -> Option<usize> {
    let id = word(list(&entry["at"]).first().unwrap_or(&Value::Null));
    let place = id.rsplit('.').next().unwrap_or_default();
    turn.to_lowercase().find(&place.to_lowercase())
}

/// The elements of an array.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text as such.
pub fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The turns of the main line as the page shows them.
pub fn shown_turns(browser: &Browser) -> Vec<String> {
    let found = browser.run(
        "return [...document.querySelectorAll('.turn-cell .token')].map((e) => e.textContent)",
    );
    list(&found).iter().map(word).collect()
}

/// Touches what an entry of a house's answer stands for, with a real pointer.
pub fn touch(browser: &Browser, answer: &Value, touch: &str) {
    let next = list(&answer["next"]);
    let entry = next
        .iter()
        .find(|entry| entry["touch"] == touch)
        .unwrap_or_else(|| panic!("{touch} is offered"));
    let Some(id) = list(&entry["at"]).first() else {
        browser.click(&format!(".turn .touch[data-touch=\"{touch}\"]"));
        return;
    };
    let kind = if entry["kind"] == "supply" {
        format!(".item[data-item={id}]")
    } else {
        format!(".hit[data-place={id}]")
    };
    browser.click(&kind);
    let same: Vec<&Value> = next
        .iter()
        .filter(|other| list(&other["at"]).contains(id))
        .collect();
    if same.len() > 1 {
        let at = same.iter().position(|other| other["touch"] == touch);
        let n = at.map_or(1, |at| at + 1);
        browser.click(&format!(".menu-here button:nth-child({n})"));
    }
}

/// Waits until the page shows what the house answers to a row of touches: pieces, places, supplies,
/// what can be touched, marks and the hint.
pub fn agree(browser: &Browser, answer: &Value, story: &dyn Fn() -> String) {
    let page = "
      const texts = (list) => list.map(String).sort().join('|');
      const all = (s, f) => texts([...document.querySelectorAll(s)].map(f));
      const page = {
        pieces: all('#boards .piece', (e) => `${e.dataset.at} ${e.dataset.look}`),
        grounds: all('#boards .place', (e) => `${e.dataset.place} ${e.dataset.look}`),
        supplies: all('.item', (e) => `${e.dataset.item} ${e.querySelector('.count').textContent}`),
        can: all('.hit.touchable, .item.touchable', (e) => e.dataset.place ?? e.dataset.item),
        buttons: all('.turn .touch', (e) => e.dataset.touch),
        marks: all('.mark', (e) => e.getAttribute('class')),
        hint: document.querySelector('#turn .hint').textContent,
      };
      const scene = answer.scene, places = scene.boards.flatMap((b) => b.places), ids = new Set(places.map((p) => p.id));
      const next = answer.next, touched = (answer.touches ?? []).length > 0;
      const names = ['chosen', 'goes', 'stays', 'from', 'row'];
      const house = {
        pieces: texts(places.filter((p) => p.kind).map((p) => `${p.id} ${p.kind} ${p.height ?? ''}`)),
        grounds: texts(places.map((p) => `${p.id} ${p.ground}`)),
        supplies: texts(scene.supplies.flatMap((s) => s.items).map((i) => `${i.id} ${i.count}`)),
        can: texts([...new Set(next.flatMap((e) => e.at))]),
        buttons: texts(next.filter((e) => e.kind === 'button').map((e) => e.touch)),
        marks: texts([...scene.marks, ...(touched ? answer.marks : [])].flatMap((m) => m.at.filter((id) => ids.has(id)).map(() => `mark ${names.includes(m.as) ? m.as : 'other'}`))),
        // Of a game that is over the page says how it has ended.
        hint: (scene.to_act && answer.hint?.text) || document.querySelector('#turn .hint').textContent,
      };
      const other = Object.keys(house).filter((name) => house[name] !== page[name]);";
    let script = format!("const answer = {answer}; {page}");
    let end = std::time::Instant::now() + super::webdriver::PATIENCE;
    while browser.run(&format!("{script} return other.length === 0")) != json!(true) {
        if std::time::Instant::now() > end {
            let differs = browser.run(&format!(
                "{script} return other.map((n) => [n, house[n], page[n]])"
            ));
            panic!("{}: house and page differ: {differs}", story());
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
