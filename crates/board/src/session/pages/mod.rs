//! The pages: which ones are connected, and what they have received.
//!
//! | file | contents |
//! |---|---|
//! | `messages`, `answers` | the requests of pages, and the answers |
//! | `server_messages`, `sections` | the messages to pages; the parts of the state |
//! | `sync` | sends the state and its changes |

pub(super) mod answers;
pub(crate) mod messages;
pub(super) mod sections;
pub(crate) mod server_messages;
mod sync;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::game::tree::NodeId;
use super::io::Output;
use super::refusal::Refusal;
use server_messages::{Reply, ServerMessage};

/// The id of a connected page; never reused.
pub type ClientId = u64;

/// The page that asked, and the id of its request.
pub type Requester = (ClientId, Option<u64>);

/// The maximum number of notices stored until a page opens.
const MAX_MISSED: usize = 4;

/// The connected pages, and the state that they have received.
#[derive(Debug, Default)]
pub(super) struct Pages {
    clients: BTreeSet<ClientId>,
    revision: u64,
    sections: Map<String, Value>,
    /// Whether the next message must contain the whole state.
    over: bool,
    /// Errors that occurred while no page was open.
    missed: Vec<Refusal>,
    /// The node that the requesting page has just played, and its move as the page gave it.
    own_move: Option<(NodeId, String)>,
}

/// The answer to a request.
#[derive(Debug)]
pub(super) struct RequestAnswer {
    pub(super) client: ClientId,
    pub(super) id: Option<u64>,
    pub(super) result: Result<Value, Refusal>,
}

impl RequestAnswer {
    /// The answer as a part of a message; `None` if the request has no id.
    pub(super) fn reply(&self) -> Option<Reply> {
        Some(Reply {
            id: self.id?,
            answer: self.result.as_ref().ok().cloned(),
            error: self.result.as_ref().err().cloned(),
        })
    }

    /// The answer as a message of its own; `None` if the page expects none.
    pub(super) fn output(&self) -> Option<Output> {
        let message = match (self.reply(), &self.result) {
            (Some(reply), _) => json!(ServerMessage::Answer { reply: &reply }),
            (None, Err(refusal)) => notice(refusal),
            (None, Ok(_)) => return None,
        };
        Some(to_page(self.client, &message))
    }
}

/// A message to one page.
pub(super) fn to_page(client: ClientId, message: &Value) -> Output {
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
    pub(super) fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// A page connects.
    pub(super) fn join(&mut self, client: ClientId) {
        self.clients.insert(client);
    }

    /// The notices that no page has received yet, for this one.
    pub(super) fn take_missed(&mut self, client: ClientId) -> impl Iterator<Item = Output> {
        let missed = std::mem::take(&mut self.missed).into_iter();
        missed.map(move |refusal| to_page(client, &notice(&refusal)))
    }

    /// The requesting page has played a move, which it wrote as `word`.
    pub(super) fn has_played(&mut self, node: NodeId, word: &str) {
        self.own_move = Some((node, word.to_owned()));
    }

    pub(super) fn leave(&mut self, client: ClientId) {
        self.clients.remove(&client);
    }

    /// Makes the next message contain the whole state.
    pub(super) fn start_over(&mut self) {
        self.over = true;
    }

    /// Takes in the present sections. Returns those that have changed, and whether to send all of them.
    pub(super) fn update(&mut self, sections: Map<String, Value>) -> (Map<String, Value>, bool) {
        let mut changed = sections.clone();
        changed.retain(|name, value| self.sections.get(name) != Some(value));
        self.sections = sections;
        (changed, std::mem::take(&mut self.over))
    }

    /// A message to all pages but one. With `may_skip` a slow page may miss it.
    pub(super) fn to_all(
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
    fn notice(&mut self, refusal: Refusal) -> Vec<Output> {
        let message = notice(&refusal);
        if self.clients.is_empty() {
            log::warn!("{refusal}");
            if self.missed.len() < MAX_MISSED {
                self.missed.push(refusal);
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
        let missed: Vec<Output> = pages.take_missed(1).collect();
        assert_eq!(missed, pages.notice(Refusal::StorageFull));
        assert_eq!(pages.take_missed(1).count(), 0);
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
