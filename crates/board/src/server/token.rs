//! The token of the links. It is kept in a file, so that links and bookmarks survive a restart.

use std::path::Path;

use super::super::session::Files;
use super::folder::Folder;

/// The length of the token in bytes.
const LENGTH: usize = 24;
/// The file in the folder of saves. Only its owner can read it, like every new temporary file.
const FILE: &str = "token";

/// The stored token, or a new one.
pub fn token(folder: Option<&Path>) -> Result<String, String> {
    let mut folder = folder.map(|folder| Folder(folder.to_owned()));
    let stored = folder.as_ref().and_then(|folder| folder.read(FILE).ok()?);
    if let Some(stored) = stored.filter(|text| is_token(text)) {
        return Ok(stored);
    }
    let token = new_token()?;
    if let Some(folder) = &mut folder
        && let Err(error) = folder.write(FILE, &token)
    {
        log::warn!("the link is valid only until the program ends: {FILE}: {error}");
    }
    Ok(token)
}

fn new_token() -> Result<String, String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn is_token(text: &str) -> bool {
    text.len() == 2 * LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_kept_for_its_owner_alone_and_a_damaged_one_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        let kept = || token(Some(folder.path())).expect("a token");
        let first = kept();
        assert!(is_token(&first));
        assert_eq!(kept(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path)
                .expect("the file")
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(&path, "").expect("a file");
        let second = kept();
        assert!(is_token(&second) && second != first);
        assert_ne!(
            token(None),
            token(None),
            "without a folder, one for each run"
        );
    }
}
