//! Requests for the moves of other games.

use serde_json::{Value, json};

use super::super::BoardSession;
use super::super::files::newest;
use super::super::game::tree::NodeId;
use super::super::pages::answers::Explored;
use super::super::pages::messages::ExploredGames;
use super::super::pages::{RequestAnswer, Requester};
use super::super::refusal::Refusal;

impl BoardSession {
    /// Lists the moves played at a node. The answer may follow later.
    pub(in super::super) fn explore(
        &mut self,
        requester: Requester,
        node: NodeId,
        games: ExploredGames,
    ) -> Result<Option<Value>, Refusal> {
        self.game.node(node)?;
        match games {
            ExploredGames::Saves => self.study.explorer.update(newest(self.files.as_ref())),
            ExploredGames::File if !self.study.explorer.has_file() => {
                return Err("no file with several games is open".into());
            }
            ExploredGames::File => {}
        }
        match self.study.explorer.waits(requester, node, games) {
            true => Ok(None),
            false => Ok(Some(json!(self.explored(node, games)?))),
        }
    }

    /// Reads the next games for the requests that wait, and answers those that need no more.
    pub(in super::super) fn read_explored_games(&mut self) {
        for ((client, id), node, games) in self.study.explorer.read_next(self.files.as_ref()) {
            let result = self.explored(node, games);
            let result = result.map(|answer| json!(answer));
            self.answer(RequestAnswer { client, id, result });
        }
    }

    fn explored(&mut self, node: NodeId, games: ExploredGames) -> Result<Explored, Refusal> {
        let children = self.game.node(node)?.children.iter();
        let tokens = children.filter_map(|&child| Some(self.game.tree.get(child)?.token.clone()));
        let follow: Vec<String> = tokens.collect();
        let state = self.game.state(node)?;
        let on_board = self.saves.file();
        let explorer = &mut self.study.explorer;
        let found = explorer.explored(state, &follow, games, on_board);
        found.map_err(|error| error.to_string().into())
    }
}
