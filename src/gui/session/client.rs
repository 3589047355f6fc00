//! Pages, and their requests.

/// The id of a connected page; never reused.
pub type ClientId = u64;

/// The page that asked, and the id of its request.
pub type Requester = (ClientId, Option<u64>);
