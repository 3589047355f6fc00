//! Checks values against schemas with the keywords that ours use.

use serde_json::Value;

use super::Definitions;
use ringstack_engine::picture::is_place_id;

/// Checks a value against the definition with this name.
pub(super) fn check(definitions: &Definitions, name: &str, value: &Value) {
    let schema = definitions.get(name).expect("a definition");
    if let Err(problem) = check_at(definitions, schema, value, "") {
        panic!("{name}: {problem}");
    }
}

/// `at` says where the value is.
pub(super) fn check_at(
    definitions: &Definitions,
    schema: &Value,
    value: &Value,
    at: &str,
) -> Result<(), String> {
    let fits = |schema: &Value| check_at(definitions, schema, value, at);
    for (keyword, rule) in schema.as_object().into_iter().flatten() {
        let all = || rule.as_array().into_iter().flatten();
        let holds = match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().and_then(|path| path.rsplit('/').next());
                fits(
                    name.and_then(|name| definitions.get(name))
                        .expect("a definition"),
                )?;
                true
            }
            "anyOf" | "oneOf" => {
                let found: Vec<_> = all().map(fits).collect();
                if found.iter().all(Result::is_err) {
                    return Err(format!("{at}: {found:?}"));
                }
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|one| is_of_type(one, value)),
                one => is_of_type(one, value),
            },
            "const" => value == rule,
            "enum" => all().any(|one| one == value),
            "minimum" => value.is_null() || value.as_f64() >= rule.as_f64(),
            "maximum" => value.is_null() || value.as_f64() <= rule.as_f64(),
            "minItems" => value
                .as_array()
                .is_none_or(|list| Some(list.len() as u64) >= rule.as_u64()),
            "maxItems" => value
                .as_array()
                .is_none_or(|list| Some(list.len() as u64) <= rule.as_u64()),
            "items" => {
                for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                    check_at(definitions, rule, item, &format!("{at}/{n}"))?;
                }
                true
            }
            "prefixItems" => {
                for (n, (item, rule)) in value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .zip(all())
                    .enumerate()
                {
                    check_at(definitions, rule, item, &format!("{at}/{n}"))?;
                }
                true
            }
            "required" => all()
                .filter_map(Value::as_str)
                .all(|name| value.get(name).is_some()),
            "properties" => {
                for (name, rule) in rule.as_object().into_iter().flatten() {
                    if let Some(part) = value.get(name) {
                        check_at(definitions, rule, part, &format!("{at}/{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                for (name, part) in value.as_object().into_iter().flatten() {
                    check_at(definitions, rule, part, &format!("{at}/{name}"))?;
                }
                true
            }
            // The only pattern is that of ids.
            "pattern" => value.as_str().is_some_and(is_place_id),
            "default" | "description" | "format" | "unevaluatedProperties" | "uniqueItems" => true,
            other => panic!("the test does not know the keyword {other}"),
        };
        if !holds {
            return Err(format!("{at}: {value} violates {keyword} {rule}"));
        }
    }
    Ok(())
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("null") => value.is_null(),
        other => panic!("the test does not know the type {other:?}"),
    }
}
