//! Fair play: in a game between two devices or by link nobody gets the help of an engine or of other games before it
//! ends.

use super::super::BoardSession;
use super::super::pages::messages::{AnalysisRequest, ClientRequest};
use super::super::refusal::Refusal;

impl BoardSession {
    /// Refuses a request for help during a game between two devices or by link.
    pub(in super::super) fn check_help(&self, request: &ClientRequest) -> Result<(), Refusal> {
        let is_help = matches!(
            request,
            ClientRequest::Analyse(AnalysisRequest { on: true, .. })
                | ClientRequest::Review { on: true, .. }
                | ClientRequest::Explore { .. }
        );
        // A game by link may take weeks, and must not stop the puzzles.
        let is_elsewhere = matches!(request, ClientRequest::BestLine(_));
        let is_by_link = self.game.link.is_some() && self.game.ending.is_none();
        let is_shared = self.is_between_devices();
        if is_help && (is_shared || is_by_link) || is_elsewhere && is_shared {
            return Err(Refusal::NoHelp);
        }
        Ok(())
    }

    /// Ends the help that is running when a second device joins.
    pub(in super::super) fn end_help(&mut self) {
        if self.is_between_devices() {
            self.stop_analysis();
            self.stop_review();
        }
    }
}
