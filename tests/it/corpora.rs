//! Replays the stored inputs of the fuzz target, so that its properties keep working.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/properties.rs"]
mod properties;

#[test]
fn every_stored_input_passes_its_property() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, property) in properties::ALL {
        let folder = corpus.join(name);
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut replayed = 0;
        for entry in entries {
            let path = entry.expect("the folder can be listed").path();
            let data = fs::read(&path).expect("the input can be read");
            println!("{}", path.display());
            property(&data);
            replayed += 1;
        }
        assert!(replayed > 0, "{name} has no inputs");
    }
}
