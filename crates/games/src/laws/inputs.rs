//! Replays the stored inputs of the fuzz target whose properties need the types of games.

use std::path::Path;

use super::positions;

#[path = "../../../../fuzz/replay.rs"]
mod replay;

#[test]
fn every_stored_input_passes_its_property() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    replay::replay(&fuzz, positions::ALL);
}
