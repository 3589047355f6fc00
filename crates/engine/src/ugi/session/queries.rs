//! Answers about the current position. They change nothing, so they are given during a search too.

use crate::play::state::GameState;
use crate::rules::{EVAL_LIMIT, Outcome, Side, quote, result_word};
use crate::search::{Bound, Score};
use crate::ugi::command::{Command, Query};
use crate::ugi::grammar;
use crate::ugi::json_queries::{self, Refusal};
use crate::ugi::reply::{BoundedValue, ErrorCode, Info, Reply};

use super::help::{json_forms, text_forms};
use super::{Output, Session, error, text};

/// The longest list of legal moves, in bytes. Longer lists are answered by their length alone.
pub const MAX_LEGAL_TEXT: usize = 1 << 20;

/// Legal moves are counted up to this number, which takes less than a second. Some positions have more.
const MAX_COUNTED: u64 = 1 << 24;

impl Session {
    /// Answers a query with exactly one `response`, after an error line if it is refused.
    pub(super) fn answer(&self, query: Query) -> Vec<Output> {
        let state = self.state.as_ref();
        let answer = match query {
            Query::P1Turn => (state.turn() == Side::One).to_string(),
            Query::GameOver => state.outcome().is_some().to_string(),
            Query::Result => result_word(state.outcome()),
            Query::Fen => state.fen(),
            Query::LegalMoves => match legal_moves(state) {
                Some(answer) => answer,
                None => {
                    let text = format!("legalmoves: more than {MAX_COUNTED} tokens");
                    return refuse(ErrorCode::LineTooLong, text, "unknown");
                }
            },
            Query::IsLegal(token) => state.is_legal(&token).to_string(),
            Query::Game => state.id().to_owned(),
            Query::Reason => match state.reason() {
                Some(reason) => reason.to_string(),
                None => result_word(None),
            },
            Query::History => list(&state.history()),
            Query::Plies => state.plies().to_string(),
            Query::Repetitions => state.repetitions().to_string(),
            Query::RandomSetup(setup) => match setup.fen(state.id()) {
                Ok(fen) => fen,
                Err(error) => {
                    let text = format!("randomsetup: {error}");
                    return refuse(ErrorCode::BadArgument, text, "unknown");
                }
            },
            Query::Json(query) => match json_queries::answer(state, &query) {
                Ok(answer) => answer,
                Err(refusal) => {
                    return refuse(refusal.code, refusal.text.clone(), refusal.to_json());
                }
            },
            Query::Unknown(query) => {
                let found = quote(&query);
                let known = [text_forms(), json_forms()].concat().join(", ");
                let text = format!("query '{found}': not one of {known}");
                return refuse(ErrorCode::BadArgument, text, "unknown");
            }
        };
        vec![Output::Reply(Reply::Response(answer))]
    }

    pub(super) fn draw(&self) -> Vec<Output> {
        describe(self.state.as_ref())
            .into_iter()
            .map(|line| Output::Reply(Reply::Plain(line)))
            .collect()
    }

    pub(super) fn eval(&self) -> Vec<Output> {
        let mut outputs = Vec::new();
        let score = match (self.state.outcome(), self.state.explain()) {
            (None, Some((terms, sum))) => {
                let lines = terms.iter().map(|(term, value)| format!("{term} {value}"));
                outputs.extend(lines.map(text));
                sum
            }
            (outcome, _) => {
                outputs.push(text(format!("the game is over: {}", result_word(outcome))));
                match outcome {
                    Some(Outcome::Win(side)) if side == self.state.turn() => EVAL_LIMIT,
                    Some(Outcome::Win(_)) => -EVAL_LIMIT,
                    _ => 0,
                }
            }
        };
        outputs.push(Output::Reply(Reply::Info(Info {
            score: Some(BoundedValue::new(Score(score), Bound::Exact)),
            ..Info::default()
        })));
        outputs
    }
}

/// The position as text, line by line.
#[must_use]
pub fn describe(state: &dyn GameState) -> Vec<String> {
    let mut lines: Vec<String> = state.draw().lines().map(str::to_owned).collect();
    lines.push(format!("Fen: {}", state.fen()));
    lines.push(format!("Side: {}", state.turn()));
    lines.push(format!("Result: {}", result_word(state.outcome())));
    let count = state.count_legal_within(MAX_COUNTED);
    let count = count.map_or(format!("more than {MAX_COUNTED}"), |n| n.to_string());
    lines.push(format!("Legal moves: {count}"));
    lines
}

/// The number of legal tokens, and the tokens unless they are too long; `None` if even counting takes too
/// long.
fn legal_moves(state: &dyn GameState) -> Option<String> {
    state
        .legal_line_within(MAX_LEGAL_TEXT)
        .or_else(|| Some(state.count_legal_within(MAX_COUNTED)?.to_string()))
}

/// The number of tokens, and the tokens.
fn list(tokens: &[String]) -> String {
    let mut answer = tokens.len().to_string();
    for token in tokens {
        answer.push(' ');
        answer.push_str(token);
    }
    answer
}

/// Refuses a query that cannot be read, by its first word. Its response has the form of the answer.
pub(super) fn refuse_query(query: &str, code: ErrorCode, text: String) -> Vec<Output> {
    match grammar::command(&format!("query {query}")) {
        Ok(Some(Command::Query(Query::Json(_)))) => {
            let refusal = Refusal::new(0, "", Vec::new(), text.clone());
            refuse(code, text, refusal.to_json())
        }
        _ => refuse(code, text, "unknown"),
    }
}

fn refuse(code: ErrorCode, text: String, response: impl Into<String>) -> Vec<Output> {
    let response = Reply::Response(response.into());
    vec![error(code, text), Output::Reply(response)]
}
