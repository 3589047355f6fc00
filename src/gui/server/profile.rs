//! The file with settings and progress.

use std::path::Path;

use super::super::session::profile::StoredProfile;
use super::saves;

/// The file in the folder of saves.
const FILE: &str = "profile.json";

/// Reads the stored profile; without a file it is empty.
pub fn read(folder: &Path) -> Result<StoredProfile, String> {
    let path = folder.join(FILE);
    let stored = match path.exists() {
        true => saves::read(&path).and_then(|text| StoredProfile::read(&text)),
        false => Ok(StoredProfile::default()),
    };
    stored.map_err(|error| format!("{FILE}: {error}"))
}

/// Makes a change. Keeps what another program has written in the meantime; a file that cannot be read is not
/// replaced.
pub fn change(folder: &Path, change: &StoredProfile) -> Result<(), String> {
    let mut stored = read(folder)?;
    stored.merge(change);
    saves::write(folder, FILE, &stored.text()).map_err(|error| format!("{FILE}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_several_programs_are_merged_and_damaged_files_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let parse = |text: &str| StoredProfile::read(text).expect("a profile");
        let both = r#"{"board": "board-1.pgn", "profile": {"settings": {"theme": "dark", "lines": 2}, "lessons": {"gipf": ["a", "b"]}, "streak": 3}}"#;
        for text in [
            r#"{"board": "board-1.pgn", "profile": {"settings": {"theme": "light"}, "lessons": {"gipf": ["b"]}, "streak": 2}}"#,
            r#"{"profile": {"settings": {"lines": 2}, "lessons": {"gipf": ["a"]}}}"#,
            r#"{"profile": {"settings": {"theme": "dark"}, "streak": 3}}"#,
        ] {
            change(folder, &parse(text)).expect("a change");
        }
        assert_eq!(read(folder), Ok(parse(both)));
        std::fs::write(folder.join(FILE), "{\"pro").expect("a file");
        assert!(change(folder, &parse(both)).is_err());
        let kept = std::fs::read_to_string(folder.join(FILE)).expect("the file");
        assert_eq!(kept, "{\"pro");
    }
}
