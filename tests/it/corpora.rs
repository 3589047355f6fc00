//! Replays the stored inputs of the fuzz target. `crates/games` replays those whose properties need types of games.

use std::path::Path;

#[path = "../../fuzz/properties.rs"]
mod properties;
#[path = "../../fuzz/replay.rs"]
mod replay;

#[test]
fn every_stored_input_passes_its_property() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    replay::replay(&fuzz, properties::ALL);
}
