//! The requests of pages, their answers, and the types of both. Every part of the session uses them; they know none.
//!
//! | file | contents |
//! |---|---|
//! | `requests`, `answers` | the requests of pages, and the answers |
//! | `player`, `time_controls` | the player of a side; the time controls of a game |

pub mod answers;
mod player;
pub mod requests;
mod time_controls;

use serde::Serialize;
use serde_json::{Value, json};

use super::refusal::Refusal;
pub use player::PlayerConfig;
pub use time_controls::{MAX_MS, TimeControls};

/// The id of a connected page; never reused.
pub type ClientId = u64;

/// The id of a node of the game; never reused while the program runs.
pub type NodeId = u64;

/// The page that asked, and the id of its request.
pub type Requester = (ClientId, Option<u64>);

/// The answer to a request.
#[derive(Debug)]
pub struct RequestAnswer {
    pub client: ClientId,
    pub id: Option<u64>,
    pub result: Result<Value, Refusal>,
}

impl RequestAnswer {
    pub fn new<T: Serialize>(requester: Requester, result: Result<T, Refusal>) -> RequestAnswer {
        let (client, id) = requester;
        let result = result.map(|answer| json!(answer));
        RequestAnswer { client, id, result }
    }
}

/// How far something has come.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProgressSection {
    pub done: usize,
    pub total: usize,
}
