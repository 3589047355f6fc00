//! The pages: which ones are connected, and what they have received.
//!
//! | file | contents |
//! |---|---|
//! | `server_messages`, `sections` | the messages to pages; the parts of the state |

pub mod sections;
pub mod server_messages;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::io::Output;
use super::messages::{ClientId, NodeId, RequestAnswer};
use super::refusal::Refusal;
use server_messages::{Reply, ServerMessage};

/// The maximum number of notices stored until a page opens.
const MAX_MISSED: usize = 4;

/// The connected pages, and the state that they have received.
#[derive(Debug, Default)]
pub struct Pages {
    clients: BTreeSet<ClientId>,
    revision: u64,
    sections: Map<String, Value>,
    /// Whether the next message must contain the whole state.
    resend_all: bool,
    /// Errors that occurred while no page was open.
    undelivered: Vec<Refusal>,
    /// The node that the requesting page has just played, and its move as the page gave it.
    played_here: Option<(NodeId, String)>,
}

/// An answer as a part of a message; `None` if the request has no id.
pub fn reply(answer: &RequestAnswer) -> Option<Reply> {
    Some(Reply {
        id: answer.id?,
        answer: answer.result.as_ref().ok().cloned(),
        error: answer.result.as_ref().err().cloned(),
    })
}

/// An answer as a message of its own; `None` if the page expects none.
pub fn answer(answer: &RequestAnswer) -> Option<Output> {
    let message = match (reply(answer), &answer.result) {
        (Some(reply), _) => json!(ServerMessage::Answer { reply: &reply }),
        (None, Err(refusal)) => notice(refusal),
        (None, Ok(_)) => return None,
    };
    Some(to_page(answer.client, &message))
}

/// An answer that is JSON already.
pub fn answer_text(client: ClientId, id: u64, json: &str) -> Output {
    Output::Send {
        client,
        text: format!("{{\"t\":\"answer\",\"id\":{id},\"answer\":{json}}}").into(),
        may_skip: false,
    }
}

/// A message to one page.
pub fn to_page(client: ClientId, message: &Value) -> Output {
    Output::Send {
        client,
        text: message.to_string().into(),
        may_skip: false,
    }
}

fn notice(refusal: &Refusal) -> Value {
    json!(ServerMessage::Notice { refusal })
}

impl Pages {
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// A page connects.
    pub fn join(&mut self, client: ClientId) {
        self.clients.insert(client);
    }

    /// The notices that no page has received yet, for this one.
    pub fn take_undelivered(&mut self, client: ClientId) -> impl Iterator<Item = Output> {
        let notices = std::mem::take(&mut self.undelivered).into_iter();
        notices.map(move |refusal| to_page(client, &notice(&refusal)))
    }

    /// The requesting page has played a move, which it wrote as `word`.
    pub fn has_played(&mut self, node: NodeId, word: &str) {
        self.played_here = Some((node, word.to_owned()));
    }

    /// The node that the requesting page has just played, and its move as the page gave it.
    pub fn take_played(&mut self) -> Option<(NodeId, String)> {
        self.played_here.take()
    }

    /// The number of the state.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The state has another number. Returns it.
    pub fn next_revision(&mut self) -> u64 {
        self.revision += 1;
        self.revision
    }

    /// The sections that pages have received.
    pub fn sections(&self) -> &Map<String, Value> {
        &self.sections
    }

    pub fn leave(&mut self, client: ClientId) {
        self.clients.remove(&client);
    }

    /// Makes the next message contain the whole state.
    pub fn start_over(&mut self) {
        self.resend_all = true;
    }

    /// Takes in the present sections. Returns those that have changed, and whether to send all of them.
    pub fn update(&mut self, sections: Map<String, Value>) -> (Map<String, Value>, bool) {
        let mut changed = sections.clone();
        changed.retain(|name, value| self.sections.get(name) != Some(value));
        self.sections = sections;
        (changed, std::mem::take(&mut self.resend_all))
    }

    /// A message to all pages but one. With `may_skip` a slow page may miss it.
    pub fn to_all(
        &self,
        message: &Value,
        may_skip: bool,
        but: Option<ClientId>,
    ) -> impl Iterator<Item = Output> {
        let text: Arc<str> = message.to_string().into();
        let clients = self.clients.iter().copied();
        let clients = clients.filter(move |&client| Some(client) != but);
        clients.map(move |client| Output::Send {
            client,
            text: Arc::clone(&text),
            may_skip,
        })
    }

    /// Shows an error on all pages. It waits until a page opens.
    pub fn notice(&mut self, refusal: Refusal) -> Vec<Output> {
        let message = notice(&refusal);
        if self.clients.is_empty() {
            log::warn!("{refusal}");
            if self.undelivered.len() < MAX_MISSED {
                self.undelivered.push(refusal);
            }
        }
        self.to_all(&message, false, None).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_waits_for_the_first_page() {
        let mut pages = Pages::default();
        assert_eq!(pages.notice(Refusal::StorageFull), []);
        pages.join(1);
        let missed: Vec<Output> = pages.take_undelivered(1).collect();
        assert_eq!(missed, pages.notice(Refusal::StorageFull));
        assert_eq!(pages.take_undelivered(1).count(), 0);
    }

    #[test]
    fn only_changed_sections_are_sent() {
        let mut pages = Pages::default();
        let sections = |live: u64| {
            Map::from_iter([
                ("live".to_owned(), live.into()),
                ("paused".to_owned(), false.into()),
            ])
        };
        assert_eq!(pages.update(sections(1)).0, sections(1));
        assert_eq!(pages.update(sections(1)), (Map::new(), false));
        let (changed, _) = pages.update(sections(2));
        assert_eq!(changed.keys().collect::<Vec<_>>(), ["live"]);
        pages.start_over();
        assert!(pages.update(sections(2)).1);
    }
}
