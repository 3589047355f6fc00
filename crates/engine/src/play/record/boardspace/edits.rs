//! Edits: from `Edit` to the next `Start`, players may change the board as they like.

use super::actions::Action;

/// Verbs that leave the board as it is during an edit.
const HARMLESS: [&str; 6] = ["edit", "start", "reset", "done", "pick", "drop"];

/// The actions that belong to the game. An edit that changes nothing is left out. If no `Start` follows an edit,
/// the game ended before it. An edit that changes the board stays, so that the record is refused.
pub(super) fn without_edits(actions: Vec<Action>) -> Vec<Action> {
    let mut game = Vec::new();
    let mut edit: Vec<Action> = Vec::new();
    for action in actions {
        if edit.is_empty() && action.verb != "edit" {
            game.push(action);
            continue;
        }
        let ends = action.verb == "start";
        edit.push(action);
        if ends {
            let changes = |action: &Action| !HARMLESS.contains(&action.verb.as_str());
            if edit.iter().any(changes) {
                game.append(&mut edit);
            }
            edit.clear();
        }
    }
    game
}
