//! Reading case blocks from a text.

use serde_json::{Map, Value};

/// A block of a file, whether it could be read or not.
#[derive(Clone, Debug)]
pub struct Block {
    /// The `id` of the case, or its place where it has none.
    pub id: String,
    /// The line of the block's first line.
    pub line: usize,
    /// What it holds, or why it cannot be read.
    pub content: Result<Content, String>,
}

/// What a case block holds.
#[derive(Clone, Debug)]
pub struct Content {
    /// The editions for which it holds.
    pub editions: Vec<String>,
    /// `standard`, `rapid`, `blitz` or `any`.
    pub section: String,
    /// The situation.
    pub setup: Value,
    /// The type of the event.
    pub event_type: String,
    /// The other fields of the event.
    pub event: Value,
    /// What is expected.
    pub expect: Map<String, Value>,
}

/// Keys for people, never compared.
const FOR_PEOPLE: [&str; 9] =
    ["articles", "basis", "witness", "note", "kind", "facts", "authority", "check", "source"];

/// Reads every case block of a text: YAML between code fences, or a whole YAML file.
///
/// A fenced block without `event` and `expect` is no case and left out.
pub fn read_blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        match &mut open {
            Some((start, body)) if trimmed.starts_with("```") => {
                blocks.extend(read_block(body, *start));
                open = None;
            }
            Some((_, body)) => {
                body.push_str(line);
                body.push('\n');
            }
            None if matches!(trimmed, "```yaml" | "```yml") => {
                fenced = true;
                open = Some((index + 2, String::new()));
            }
            None => {}
        }
    }
    if let Some((start, body)) = open {
        blocks.extend(read_block(&body, start));
    }
    if !fenced {
        let mut line = 1;
        for part in text.split("\n---") {
            blocks.extend(read_block(part, line));
            line += part.lines().count();
        }
    }
    blocks
}

fn read_block(body: &str, line: usize) -> Option<Block> {
    let read: Result<serde_norway::Value, _> = serde_norway::from_str(body);
    let value = match read.map_err(|error| error.to_string()).and_then(to_json) {
        Ok(Value::Object(map)) => map,
        Ok(_) => return None,
        Err(error) => {
            // A block that cannot be read is a failure only where it means to be a case.
            let id = body.lines().find_map(|line| line.strip_prefix("id:"))?.trim().to_owned();
            return Some(Block { id, line, content: Err(format!("unreadable block: {error}")) });
        }
    };
    if !value.contains_key("id") && !value.contains_key("event") {
        return None;
    }
    let id = match value.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(other) => other.to_string(),
        None => format!("line {line}"),
    };
    Some(Block { id, line, content: content_of(value) })
}

fn content_of(mut map: Map<String, Value>) -> Result<Content, String> {
    let editions = match map.remove("editions") {
        Some(Value::Array(list)) => list.iter().map(text_of).collect(),
        other => return Err(format!("editions: found {other:?}, expected a list")),
    };
    let section = match map.remove("section") {
        Some(Value::String(section)) => section,
        None => "any".to_owned(),
        other => return Err(format!("section: found {other:?}, expected a word")),
    };
    let setup = map.remove("setup").unwrap_or(Value::Object(Map::new()));
    let Some(Value::Object(mut event)) = map.remove("event") else {
        return Err("event: found none, expected fields with a type".to_owned());
    };
    let Some(Value::String(event_type)) = event.remove("type") else {
        return Err("event: found no type".to_owned());
    };
    let Some(Value::Object(expect)) = map.remove("expect") else {
        return Err("expect: found none, expected fields".to_owned());
    };
    map.remove("id");
    if let Some(key) = map.keys().find(|key| !FOR_PEOPLE.contains(&key.as_str())) {
        return Err(format!("found the key {key:?}, expected a known one"));
    }
    Ok(Content { editions, section, setup, event_type, event: Value::Object(event), expect })
}

/// The text of a plain value.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn to_json(value: serde_norway::Value) -> Result<Value, String> {
    use serde_norway::Value as Yaml;
    Ok(match value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(flag),
        Yaml::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::from(whole),
            (None, Some(decimal)) => Value::from(decimal),
            (None, None) => return Err(format!("found the number {number}")),
        },
        Yaml::String(text) => Value::String(text),
        Yaml::Sequence(list) => {
            Value::Array(list.into_iter().map(to_json).collect::<Result<_, _>>()?)
        }
        Yaml::Mapping(map) => {
            let mut object = Map::new();
            for (key, value) in map {
                object.insert(text_of(&to_json(key)?), to_json(value)?);
            }
            Value::Object(object)
        }
        Yaml::Tagged(tagged) => return Err(format!("found the tag {}", tagged.tag)),
    })
}
