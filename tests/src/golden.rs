//! The golden cases of `golden/kiln-2.json`.

use crate::hex;
use kiln::Error;
use serde_json::Value;

/// One case.
#[derive(Debug, Clone)]
pub struct Case {
    /// `kiln-` and what it is about.
    pub name: String,
    /// `value`, `frame` or `block`.
    pub kind: String,
    /// The schema's text, if the kind has one.
    pub schema: Option<String>,
    /// The type hash, if there is a schema.
    pub type_hash: Option<u64>,
    /// The minimum size, if the case states one.
    pub min_size: Option<u64>,
    /// The bytes of the object.
    pub bytes: Vec<u8>,
    /// What they hold, or the one error.
    pub outcome: Result<Value, Error>,
}

/// All cases, in the order of the file.
///
/// # Panics
/// If the file is not what its head says.
#[must_use]
pub fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../golden/kiln-2.json");
    let text = std::fs::read_to_string(path).expect("the golden file is in the repository");
    let file: Value = serde_json::from_str(&text).expect("the golden file is JSON");
    let cases = file["cases"].as_array().expect("a list of cases");
    cases.iter().map(case).collect()
}

/// The cases of one kind.
#[must_use]
pub fn of_kind(kind: &str) -> Vec<Case> {
    let mut cases = cases();
    cases.retain(|case| case.kind == kind);
    cases
}

/// The case of that name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn case_of(name: &str) -> Case {
    let found = cases().into_iter().find(|case| case.name == name);
    found.unwrap_or_else(|| panic!("there is no golden case {name}"))
}

/// All errors of the format, in the order of its section 0.
pub const ERRORS: [Error; 7] = [
    Error::Frame,
    Error::Limit,
    Error::Eof,
    Error::Type,
    Error::Utf8,
    Error::Trailing,
    Error::Schema,
];

/// The error of that name.
///
/// # Panics
/// If it is none of the seven.
#[must_use]
pub fn error(name: &str) -> Error {
    let found = ERRORS.into_iter().find(|error| error.name() == name);
    found.unwrap_or_else(|| panic!("{name} is no error of the format"))
}

fn case(json: &Value) -> Case {
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let hash = |digits: String| u64::from_str_radix(&digits, 16).expect("a hash in hex");
    Case {
        name: text("name").expect("a name"),
        kind: text("kind").expect("a kind"),
        schema: text("schema"),
        type_hash: text("type_hash").map(hash),
        min_size: json["min_size"].as_u64(),
        bytes: hex::bytes(&text("bytes").expect("bytes")),
        outcome: match text("error") {
            Some(name) => Err(error(&name)),
            None => Ok(json["value"].clone()),
        },
    }
}
