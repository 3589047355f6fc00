//! Checks of texts from pages.

use super::refusal::Refusal;

/// The maximum number of touches, moves or items in one request.
const MAX_WORDS: usize = 1000;
/// The maximum length of the name of a player or an event, in characters.
const MAX_NAME: usize = 100;

/// Checks and trims the name of a player or an event.
pub(super) fn checked_name(name: String) -> Result<String, Refusal> {
    if name.chars().count() > MAX_NAME {
        return Err(Refusal::NameLong { most: MAX_NAME });
    }
    Ok(checked_text("name", name, false)?.trim().to_owned())
}

/// Refuses control characters in a text from a page. With `lines`, line breaks and tabs are allowed.
pub(super) fn checked_text(name: &str, text: String, lines: bool) -> Result<String, String> {
    let is_bad = |c: char| c.is_control() && !(lines && matches!(c, '\n' | '\r' | '\t'));
    match text.chars().find(|&c| is_bad(c)) {
        None => Ok(text),
        Some(c) => {
            let code = u32::from(c);
            Err(format!(
                "{name}: control characters are not allowed (U+{code:04X})"
            ))
        }
    }
}

/// Refuses requests with too many touches, moves or items.
pub(super) fn check_count(words: &[String]) -> Result<(), String> {
    match words.len() {
        ..=MAX_WORDS => Ok(()),
        count => Err(format!("too many words: {count} (at most {MAX_WORDS})")),
    }
}
