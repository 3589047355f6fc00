//! The house: one engine that answers questions about positions and never searches.
//!
//! A thread owns its pipe. A job is a position and its questions, done without anything in between;
//! jobs that a person waits for come before those he does not. A neighbour of the position at hand is
//! reached by `moves` and `undo`. An engine that does not answer in time is started anew, once a job.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::arena::engine::spec::EngineSpec;
use crate::arena::engine::{Engine, EngineError, Patience, Wait};
use crate::ugi::command::{Command, Query, Start};
use crate::ugi::reply::{OptionKind, OptionLine, Reply};

use super::tree::NodeId;

/// So many answers are kept: one may take more than a hundred kilobytes.
const ANSWERS_KEPT: usize = 1000;

/// What is to be done first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A person has touched something.
    Touch,
    /// A person looks around.
    Hover,
    /// Nobody waits.
    Background,
}

/// A position and what is asked about it.
#[derive(Clone, Debug)]
pub struct Job {
    /// How urgent it is.
    pub rank: Rank,
    /// Comes back with the answers.
    pub ticket: u64,
    /// The id of the game; empty where the house has only one.
    pub game: String,
    /// The first position.
    pub start: Start,
    /// The tokens played from there.
    pub moves: Vec<String>,
    /// The number of the game and the node of its record, if it is one: answers are kept by it.
    pub node: Option<(u64, NodeId)>,
    /// Questions, as they follow the word `query`.
    pub questions: Vec<String>,
}

/// The answers to a job, in the order of its questions.
pub type Answers = Result<Vec<Arc<Value>>, Refusal>;

/// Why there are no answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The house says that there is no such position.
    Position(String),
    /// The house fails.
    House(String),
}

impl Refusal {
    /// What to tell a person.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Refusal::Position(text) | Refusal::House(text) => text,
        }
    }
}

/// The error of an answer of the house that is one.
#[must_use]
pub fn house_error(answer: &Value) -> Option<String> {
    let error = answer.get("error")?;
    if let Some(text) = error.as_str() {
        return Some(text.to_owned());
    }
    let word = |name: &str| error.get(name).and_then(Value::as_str);
    let touch = word("touch").or_else(|| word("token")).unwrap_or_default();
    let expected = match error.get("expected") {
        Some(Value::Array(list)) => {
            let words: Vec<&str> = list.iter().filter_map(Value::as_str).take(8).collect();
            words.join(", ")
        }
        Some(Value::String(text)) => text.clone(),
        _ => String::new(),
    };
    let text = word("text").map_or_else(String::new, |text| format!(": {text}"));
    Some(match expected.as_str() {
        "" => format!("'{touch}' cannot be played here{text}"),
        expected => format!("'{touch}' cannot be played here: expected {expected}"),
    })
}

/// What the house tells about itself.
#[derive(Clone, Debug, Default)]
pub struct HouseFacts {
    /// The ids of the games it has; empty when it has only one.
    pub games: Vec<String>,
    /// The game it has chosen.
    pub game: String,
    /// Its options.
    pub options: Vec<OptionLine>,
}

/// The way to the thread of the house.
#[derive(Debug)]
pub struct House {
    jobs: Sender<Job>,
}

impl House {
    /// Starts the engine and its thread; answers go to `tell`. The first position is looked at, so that
    /// a wrong one is told at once, and an engine that cannot serve a board as well.
    ///
    /// # Errors
    /// What the engine did instead of getting ready, or why there is no such position.
    pub fn start(
        spec: EngineSpec,
        game: &str,
        first: &Start,
        patience: Duration,
        tell: impl Fn(u64, Answers) + Send + 'static,
    ) -> Result<(House, HouseFacts), String> {
        let mut keeper = Keeper {
            spec,
            game: game.to_owned(),
            patience: Patience {
                answer: patience,
                ..Patience::default()
            },
            engine: None,
            at: None,
            answers: HashMap::new(),
        };
        let facts = keeper.engine().map(facts)?;
        let scene = keeper.answer(&Job {
            rank: Rank::Touch,
            ticket: 0,
            game: String::new(),
            start: first.clone(),
            moves: Vec::new(),
            node: None,
            questions: vec!["scene".to_owned()],
        });
        // The engine has chosen its game already.
        keeper.at = None;
        match scene.as_deref() {
            Ok([scene]) => house_error(scene).map_or(Ok(()), Err),
            Ok(_) => Ok(()),
            Err(refusal) => Err(refusal.text().to_owned()),
        }?;
        let (jobs, waiting) = channel();
        thread::spawn(move || keeper.run(&waiting, tell));
        Ok((House { jobs }, facts))
    }

    /// Hands in a job.
    pub fn ask(&self, job: Job) {
        // The thread ends when this is dropped, not before.
        let _ = self.jobs.send(job);
    }
}

/// The games of an engine, as its option says; none where it has no such option.
#[must_use]
pub fn games(options: &[OptionLine]) -> &[String] {
    let mut options = options.iter();
    let game = options.find(|option| option.name.eq_ignore_ascii_case("Game"));
    match game.map(|option| &option.kind) {
        Some(OptionKind::Combo { choices, .. }) => choices,
        _ => &[],
    }
}

fn facts(engine: &mut Engine) -> HouseFacts {
    let options = engine.options().to_vec();
    let game = engine.query(Query::Game).unwrap_or_default();
    HouseFacts {
        games: games(&options).to_vec(),
        game: if game == "unknown" {
            String::new()
        } else {
            game
        },
        options,
    }
}

/// A position the engine stands at.
#[derive(Debug)]
struct At {
    game: String,
    start: Start,
    moves: Vec<String>,
}

#[derive(Debug)]
struct Keeper {
    spec: EngineSpec,
    game: String,
    patience: Patience,
    engine: Option<Engine>,
    at: Option<At>,
    answers: HashMap<((u64, NodeId), String), Arc<Value>>,
}

/// A job in the queue; the smallest rank and ticket is the first.
struct Waiting(Job);

impl Waiting {
    fn key(&self) -> Reverse<(Rank, u64)> {
        Reverse((self.0.rank, self.0.ticket))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl Keeper {
    fn run(mut self, jobs: &Receiver<Job>, tell: impl Fn(u64, Answers)) {
        let mut queue = BinaryHeap::new();
        loop {
            if queue.is_empty() {
                match jobs.recv() {
                    Ok(job) => queue.push(Waiting(job)),
                    Err(_) => return,
                }
            }
            queue.extend(jobs.try_iter().map(Waiting));
            if let Some(Waiting(job)) = queue.pop() {
                tell(job.ticket, self.answer(&job));
            }
        }
    }

    /// The engine, started if need be.
    fn engine(&mut self) -> Result<&mut Engine, String> {
        let engine = match self.engine.take() {
            Some(engine) if !engine.is_broken() => engine,
            _ => {
                self.at = None;
                Engine::start(&self.spec, &self.game, self.patience)
                    .map_err(|failure| format!("{}: {}", self.spec.name, failure.error))?
            }
        };
        Ok(self.engine.insert(engine))
    }

    fn answer(&mut self, job: &Job) -> Answers {
        let known = |keeper: &Keeper, question: &String| {
            let key = (job.node?, question.clone());
            keeper.answers.get(&key).cloned()
        };
        let kept: Option<Vec<_>> = job.questions.iter().map(|q| known(self, q)).collect();
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let found = match self.try_answer(job) {
            // A fresh engine may do better; a second failure is the answer.
            Err(Refusal::House(text)) if self.is_gone() => {
                log::warn!("the house engine is started anew: {text}");
                self.try_answer(job)
            }
            found => found,
        }?;
        if let Some(node) = job.node {
            if self.answers.len() >= ANSWERS_KEPT {
                self.answers.clear();
            }
            for (question, answer) in job.questions.iter().zip(&found) {
                self.answers
                    .insert((node, question.clone()), Arc::clone(answer));
            }
        }
        Ok(found)
    }

    fn is_gone(&self) -> bool {
        self.engine.as_ref().is_none_or(Engine::is_broken)
    }

    fn try_answer(&mut self, job: &Job) -> Answers {
        self.reach(job)?;
        job.questions
            .iter()
            .map(|question| self.query(question).map(Arc::new))
            .collect()
    }

    /// Brings the engine to the position of the job.
    fn reach(&mut self, job: &Job) -> Result<(), Refusal> {
        self.engine().map_err(Refusal::House)?;
        let way = way(self.at.take(), job);
        let engine = self.engine().map_err(Refusal::House)?;
        if way.is_empty() {
            self.at = Some(At::of(job));
            return Ok(());
        }
        way.iter().for_each(|command| engine.send(command));
        let wait = Wait::of(self.patience.answer);
        let engine = self.engine().map_err(Refusal::House)?;
        engine.send(&Command::IsReady);
        let mut complaint = None;
        loop {
            match engine.hear("readyok", wait) {
                Ok((_, Reply::ReadyOk)) => break,
                Ok((_, Reply::Error(_, text))) => complaint = complaint.or(Some(text)),
                Ok(_) => {}
                Err(error) => return Err(self.failed(&error)),
            }
        }
        match complaint {
            Some(text) => Err(Refusal::Position(text)),
            None => {
                self.at = Some(At::of(job));
                Ok(())
            }
        }
    }

    fn query(&mut self, question: &str) -> Result<Value, Refusal> {
        let engine = self.engine().map_err(Refusal::House)?;
        let answer = match engine.query(Query::Unknown(question.to_owned())) {
            Ok(answer) => answer,
            Err(error) => return Err(self.failed(&error)),
        };
        let word = question.split(' ').next().unwrap_or_default();
        if word == "fen" {
            return Ok(Value::String(answer));
        }
        match serde_json::from_str(&answer) {
            Ok(value @ Value::Object(_)) => Ok(value),
            Ok(_) => Err(Refusal::House(format!(
                "{}: the answer to 'query {word}' is no JSON object",
                self.spec.name
            ))),
            Err(_) if answer == "unknown" => Err(Refusal::House(format!(
                "{}: does not know 'query {word}', so it cannot serve a board",
                self.spec.name
            ))),
            Err(error) => Err(Refusal::House(format!(
                "{}: the answer to 'query {word}' is no JSON: {error}",
                self.spec.name
            ))),
        }
    }

    fn failed(&mut self, error: &EngineError) -> Refusal {
        self.engine = None;
        self.at = None;
        Refusal::House(format!("{}: {error}", self.spec.name))
    }
}

impl At {
    fn of(job: &Job) -> At {
        At {
            game: job.game.clone(),
            start: job.start.clone(),
            moves: job.moves.clone(),
        }
    }
}

/// The commands that lead from one position to another, the shortest way.
fn way(at: Option<At>, job: &Job) -> Vec<Command> {
    let far = |choose: bool| {
        let mut commands = Vec::new();
        if choose && !job.game.is_empty() {
            commands.push(Command::SetOption {
                name: "Game".to_owned(),
                value: Some(job.game.clone()),
            });
        }
        commands.push(Command::Position {
            start: job.start.clone(),
            moves: job.moves.clone(),
        });
        commands
    };
    let Some(at) = at else { return far(true) };
    if at.game != job.game || at.start != job.start {
        return far(at.game != job.game);
    }
    let pairs = at.moves.iter().zip(&job.moves);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let mut commands = Vec::new();
    let back = at.moves.len() - common;
    if back > 0 {
        commands.push(Command::Undo(back as u32));
    }
    let (_, onwards) = job.moves.split_at(common);
    if !onwards.is_empty() {
        commands.push(Command::Moves(onwards.to_vec()));
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(game: &str, moves: &[&str]) -> Job {
        Job {
            rank: Rank::Touch,
            ticket: 0,
            game: game.to_owned(),
            start: Start::Startpos,
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
            node: None,
            questions: Vec::new(),
        }
    }

    fn said(from: &[&str], to: &[&str]) -> Vec<String> {
        let at = At::of(&job("x", from));
        let commands = way(Some(at), &job("x", to));
        commands.iter().map(Command::to_string).collect()
    }

    #[test]
    fn neighbours_are_reached_by_a_step() {
        assert_eq!(said(&["a", "b"], &["a", "b"]), [""; 0]);
        assert_eq!(said(&["a", "b"], &["a", "b", "c"]), ["moves c"]);
        assert_eq!(said(&["a", "b"], &["a"]), ["undo 1"]);
        assert_eq!(said(&["a", "b", "c"], &["a", "d"]), ["undo 2", "moves d"]);
    }

    #[test]
    fn another_game_is_chosen_first() {
        let at = At::of(&job("y", &["a"]));
        let commands = way(Some(at), &job("x", &["a"]));
        let said: Vec<String> = commands.iter().map(Command::to_string).collect();
        assert_eq!(
            said,
            ["setoption name Game value x", "position startpos moves a"]
        );
    }

    #[test]
    fn what_a_person_waits_for_comes_first() {
        let waiting = |rank, ticket| {
            Waiting(Job {
                rank,
                ticket,
                ..job("x", &[])
            })
        };
        let mut queue = BinaryHeap::from([
            waiting(Rank::Background, 1),
            waiting(Rank::Hover, 2),
            waiting(Rank::Touch, 4),
            waiting(Rank::Touch, 3),
        ]);
        let order: Vec<u64> = std::iter::from_fn(|| queue.pop())
            .map(|waiting| waiting.0.ticket)
            .collect();
        assert_eq!(order, [3, 4, 2, 1]);
    }
}
