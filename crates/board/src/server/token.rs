//! The keys in the links: one for the owner, one for each seat, and one for those who watch. Each is kept in a file, so
//! that links and bookmarks survive a restart.

use std::path::Path;

use super::super::session::Files;
use super::access::Keys;
use super::folder::Folder;

/// The length of the token in bytes.
const LENGTH: usize = 24;
/// The files in the folder of saves. Only their owner can read them, like every new temporary file.
const OWNER: &str = "token";
const SEATS: [&str; 2] = ["token-seat-1", "token-seat-2"];
const WATCHERS: &str = "token-watchers";

/// The stored keys, or new ones.
pub fn keys(folder: Option<&Path>) -> Result<Keys, String> {
    let [one, two] = SEATS;
    Ok(Keys {
        owner: token(folder, OWNER)?,
        seats: [token(folder, one)?, token(folder, two)?],
        watchers: token(folder, WATCHERS)?,
    })
}

/// The token in a file, or a new one.
fn token(folder: Option<&Path>, file: &str) -> Result<String, String> {
    let mut folder = folder.map(|folder| Folder(folder.to_owned()));
    let stored = folder.as_ref().and_then(|folder| folder.read(file).ok()?);
    if let Some(stored) = stored.filter(|text| is_token(text)) {
        return Ok(stored);
    }
    let token = random_word(LENGTH)?;
    if let Some(folder) = &mut folder
        && let Err(error) = folder.write(file, &token)
    {
        log::warn!("the link is valid only until the program ends: {file}: {error}");
    }
    Ok(token)
}

/// A random word of twice this many letters and digits.
pub fn random_word(length: usize) -> Result<String, String> {
    let mut bytes = vec![0; length];
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
        let path = folder.path().join(OWNER);
        let kept = || token(Some(folder.path()), OWNER).expect("a token");
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
            token(None, OWNER),
            token(None, OWNER),
            "without a folder, one for each run"
        );
    }
}
