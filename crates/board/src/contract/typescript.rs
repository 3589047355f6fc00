//! JSON Schemas as TypeScript.

use serde_json::Value;

use super::Definitions;

/// A declaration for each definition. `own_name` gives the names of the types.
pub(super) fn types(definitions: &Definitions, own_name: &dyn Fn(&str) -> String) -> Vec<String> {
    let declare = |(name, schema): (&String, &Value)| {
        let name = own_name(name);
        let fields = fields(schema, own_name);
        let variants = schema["oneOf"].as_array();
        let body = match variants.filter(|_| fields.is_empty()) {
            Some(variants) => variants
                .iter()
                .map(|variant| format!("\n  | {}", expression(variant, own_name)))
                .collect(),
            None if fields.is_empty() || variants.is_some() => {
                format!(" {}", expression(schema, own_name))
            }
            None => format!(" {{\n{}}}", lines(&fields)),
        };
        let text = comment(schema["description"].as_str(), "");
        format!("{text}export type {name} ={body};\n")
    };
    definitions.iter().map(declare).collect()
}

/// A property of an object.
struct Field {
    name: String,
    is_required: bool,
    value: String,
    description: Option<String>,
}

fn fields(schema: &Value, own_name: &dyn Fn(&str) -> String) -> Vec<Field> {
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let field = |(name, value): (&String, &Value)| Field {
        name: name.clone(),
        is_required: is_required(name),
        value: expression(value, own_name),
        description: value["description"].as_str().map(str::to_owned),
    };
    properties.map(field).collect()
}

/// The fields of a declaration, with their descriptions.
fn lines(fields: &[Field]) -> String {
    let line = |field: &Field| {
        let text = comment(field.description.as_deref(), "  ");
        format!("{text}  {};\n", declaration(field))
    };
    fields.iter().map(line).collect()
}

/// A line with a description, if there is one.
fn comment(text: Option<&str>, indent: &str) -> String {
    text.map_or_else(String::new, |text| format!("{indent}/** {text} */\n"))
}

fn declaration(field: &Field) -> String {
    let mark = if field.is_required { "" } else { "?" };
    format!("{}{mark}: {}", field.name, field.value)
}

/// The type of a value.
fn expression(schema: &Value, own_name: &dyn Fn(&str) -> String) -> String {
    let all = |key: &str| schema[key].as_array().into_iter().flatten();
    // A value satisfies all keywords.
    let mut parts = Vec::new();
    if let Some(name) = schema["$ref"].as_str() {
        parts.push(own_name(name.rsplit('/').next().unwrap_or(name)));
    }
    for key in ["oneOf", "anyOf"] {
        if schema.get(key).is_some() {
            let tries: Vec<_> = all(key).map(|one| expression(one, own_name)).collect();
            parts.push(tries.join(" | "));
        }
    }
    if schema.get("enum").is_some() {
        let words: Vec<_> = all("enum").map(Value::to_string).collect();
        parts.push(words.join(" | "));
    }
    if let Some(value) = schema.get("const") {
        parts.push(value.to_string());
    }
    let fields = fields(schema, own_name);
    if !fields.is_empty() {
        let fields: Vec<String> = fields.iter().map(declaration).collect();
        parts.push(format!("{{ {} }}", fields.join("; ")));
    }
    if parts.is_empty() {
        let types = match &schema["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => Vec::from_iter(one.as_str()),
        };
        let types = types.into_iter().map(|word| match word {
            "array" => list(schema, own_name),
            "object" => format!(
                "Record<string, {}>",
                expression(&schema["additionalProperties"], own_name)
            ),
            "integer" => "number".to_owned(),
            word => word.to_owned(),
        });
        let types: Vec<String> = types.collect();
        parts.push(match types.is_empty() {
            true => "unknown".to_owned(),
            false => types.join(" | "),
        });
    }
    if let [one] = parts.as_slice() {
        return one.clone();
    }
    let parts: Vec<String> = parts.into_iter().map(|part| grouped(part, " | ")).collect();
    parts.join(" & ")
}

/// Puts a type in parentheses if it has such a part.
fn grouped(part: String, mark: &str) -> String {
    match part.contains(mark) {
        true => format!("({part})"),
        false => part,
    }
}

/// A list, or a tuple if its length is fixed.
fn list(schema: &Value, own_name: &dyn Fn(&str) -> String) -> String {
    let tuple = |parts: Vec<String>| format!("[{}]", parts.join(", "));
    if let Some(parts) = schema["prefixItems"].as_array() {
        return tuple(
            parts
                .iter()
                .map(|part| expression(part, own_name))
                .collect(),
        );
    }
    let item = expression(&schema["items"], own_name);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => {
            tuple((0..most).map(|_| item.clone()).collect())
        }
        _ => format!("{}[]", grouped(item, " ")),
    }
}
