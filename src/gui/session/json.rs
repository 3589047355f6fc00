//! Help with JSON objects.

use serde_json::Value;

/// Sets a field of an object.
pub(super) fn set(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}
