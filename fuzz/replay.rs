//! Replays stored inputs, so that the properties keep working.

use std::fs;
use std::path::Path;

/// Calls each property with the inputs in its folder; `fuzz` is this folder.
pub fn replay(fuzz: &Path, properties: &[(&str, fn(&[u8]))]) {
    for (name, property) in properties {
        let folder = fuzz.join("corpus").join(name);
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
