//! The order of requests for files. A host may answer late, so a request of a page waits until the files of
//! earlier ones are read or changed: it then finds what they have left.

use std::collections::VecDeque;

use super::client::ClientId;
use super::messages::ClientRequest;

/// A request, with the page that sent it and its id.
type WaitingRequest = (ClientId, Option<u64>, ClientRequest);

/// The requests that wait for files.
#[derive(Debug, Default)]
pub(super) struct FileQueue {
    /// The number of outputs without an answer.
    unanswered: usize,
    waiting: VecDeque<WaitingRequest>,
}

impl FileQueue {
    /// Files are requested from the host.
    pub(super) fn ask(&mut self) {
        self.unanswered += 1;
    }

    /// The host has answered.
    pub(super) fn answered(&mut self) {
        self.unanswered = self.unanswered.saturating_sub(1);
    }

    /// Makes a request wait if it needs files or puts another game on the board. Returns the others.
    pub(super) fn admit(
        &mut self,
        client: ClientId,
        id: Option<u64>,
        request: ClientRequest,
    ) -> Option<ClientRequest> {
        let is_free = self.unanswered == 0 && self.waiting.is_empty();
        if is_free || !waits(&request) {
            return Some(request);
        }
        self.waiting.push_back((client, id, request));
        None
    }

    /// The next request that need not wait any more.
    pub(super) fn next(&mut self) -> Option<WaitingRequest> {
        match self.unanswered {
            0 => self.waiting.pop_front(),
            _ => None,
        }
    }
}

fn waits(request: &ClientRequest) -> bool {
    matches!(
        request,
        ClientRequest::New(_)
            | ClientRequest::Import(_)
            | ClientRequest::Continue { .. }
            | ClientRequest::Saves
            | ClientRequest::OpenSaved { .. }
            | ClientRequest::ExportSaved { .. }
            | ClientRequest::SceneSaved { .. }
            | ClientRequest::RenameSaved { .. }
            | ClientRequest::DuplicateSaved { .. }
            | ClientRequest::DeleteSaved { .. }
            | ClientRequest::RestoreSaved { .. }
            | ClientRequest::Explore { .. }
            | ClientRequest::AddGames { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_for_files_keep_their_order() {
        let mut queue = FileQueue::default();
        let list = || ClientRequest::Saves;
        assert!(queue.admit(1, Some(1), list()).is_some());
        queue.ask();
        assert!(queue.admit(1, Some(2), list()).is_none());
        assert!(queue.admit(1, Some(3), ClientRequest::Undo).is_some());
        assert_eq!(queue.next(), None);
        queue.answered();
        // It would overtake the request that waits.
        assert!(queue.admit(1, Some(4), list()).is_none());
        assert_eq!(queue.next(), Some((1, Some(2), list())));
        queue.ask();
        assert_eq!(queue.next(), None);
    }
}
