//! Fields of a form or of an address, as they were sent.

/// The fields of a form or of an address, in order; a name may come several times.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Form {
    fields: Vec<(String, String)>,
}

/// How many fields are read; no form of ours has more.
const MAX_FIELDS: usize = 2_000;

impl Form {
    /// Reads `a=b&c=d`.
    pub fn read(encoded: &[u8]) -> Form {
        let fields = form_urlencoded::parse(encoded).take(MAX_FIELDS);
        Form {
            fields: fields.map(|(name, value)| (name.into_owned(), value.into_owned())).collect(),
        }
    }

    /// The fields put together.
    pub fn of<const N: usize>(fields: [(&str, &str); N]) -> Form {
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Form { fields: fields.into() }
    }

    /// The first value of a field as sent.
    pub fn raw(&self, name: &str) -> Option<&str> {
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

    /// Every value of a field, in order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}
