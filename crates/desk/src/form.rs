//! Fields of a form or of an address, as they were sent.

use std::sync::Arc;

use crate::Fields;

/// The fields of a form or of an address, in order; a name may come several times.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Form {
    fields: Vec<(String, String)>,
    files: Vec<Upload>,
    /// The route that it came to, with the fields that it declares.
    declared: Option<(&'static str, Fields)>,
}

/// A file that came with a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upload {
    /// The field that it came in.
    pub field: String,
    /// Its name on the device that sent it; not to be trusted.
    pub name: String,
    /// Its kind as the browser gives it; not to be trusted either.
    pub media_type: String,
    /// What is in it.
    pub bytes: Arc<[u8]>,
}

/// How many fields are read; no form of ours has more.
const MAX_FIELDS: usize = 2_000;
/// How many files are taken with a form.
const MAX_FILES: usize = 16;

impl Form {
    /// Reads `a=b&c=d`.
    pub fn read(encoded: &[u8]) -> Form {
        let fields = form_urlencoded::parse(encoded).take(MAX_FIELDS);
        Form {
            fields: fields.map(|(name, value)| (name.into_owned(), value.into_owned())).collect(),
            files: Vec::new(),
            declared: None,
        }
    }

    /// The same, sent to a route that declares these fields.
    pub(crate) fn declared(mut self, path: &'static str, fields: Fields) -> Form {
        self.declared = Some((path, fields));
        self
    }

    /// What was typed in a field, to be shown again; `None` where the form is another one than that
    /// of the field, although it stands on the same page.
    pub fn typed(&self, name: &str) -> Option<&str> {
        let is_of_other_form = self.declared.is_some_and(|(_, fields)| !fields.has(name));
        if is_of_other_form { None } else { self.raw(name) }
    }

    /// In tests, a field that its route does not declare is a fault of ours: the reference of the
    /// HTTP interface would lack it.
    fn check(&self, name: &str) {
        if cfg!(test)
            && let Some((path, fields)) = self.declared
        {
            let is_declared = fields.has(name) || Fields::OF_FORMS.has(name);
            assert!(is_declared, "{path} does not declare \"{name}\": see Route::with_form");
        }
    }

    /// Takes one more field; beyond the most that a form of ours has, it is left out.
    pub(crate) fn push(&mut self, name: String, value: String) {
        if self.fields.len() < MAX_FIELDS {
            self.fields.push((name, value));
        }
    }

    /// Takes one more file; beyond the most that a form of ours has, it is left out.
    pub(crate) fn push_file(&mut self, file: Upload) {
        if self.files.len() < MAX_FILES {
            self.files.push(file);
        }
    }

    /// The file of a field that was chosen and holds something.
    pub fn file(&self, field: &str) -> Option<&Upload> {
        self.check(field);
        self.files.iter().find(|file| file.field == field && !file.bytes.is_empty())
    }

    /// The fields put together.
    pub fn of<const N: usize>(fields: [(&str, &str); N]) -> Form {
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Form { fields: fields.into(), files: Vec::new(), declared: None }
    }

    /// The first value of a field as sent.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.check(name);
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a field without blanks around it; empty where it was not sent.
    pub fn text(&self, name: &str) -> &str {
        self.raw(name).map_or("", str::trim)
    }

    /// The value of a field that was sent and is not empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// A whole number.
    pub fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.text(name).parse().ok()
    }

    /// Whether a box is ticked.
    pub fn is_ticked(&self, name: &str) -> bool {
        self.filled(name).is_some()
    }

    /// The same without a field.
    pub fn without(mut self, name: &str) -> Form {
        self.fields.retain(|(field, _)| field != name);
        self
    }

    /// Every field with its value, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Every value of a field, in order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.check(name);
        self.fields.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}
