//! Texts in HTML and XML.

/// The text with the characters escaped that have a meaning in HTML and XML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
