//! The fields of a form or an address, as the list of routes declares them.

/// The fields that a page or an act reads, in one line: `text after_ply:number by:white|black`.
///
/// Each is a name, alone for text, or with `:number`, `:flag`, `:file`, or the words of a choice.
/// A name that ends in `*` stands for all that begin so, as `arrived-*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fields(&'static str);

/// One field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; for a family of fields what all of them begin with, then `*`.
    pub name: &'static str,
    /// What may stand in it.
    pub kind: FieldKind,
}

/// What may stand in a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// Any text.
    Text,
    /// A whole number.
    Number,
    /// Something or nothing: a box that is ticked, or which button was pressed.
    Flag,
    /// A file.
    File,
    /// One of these words.
    Choice(Vec<&'static str>),
}

impl Fields {
    /// No fields.
    pub const NONE: Fields = Fields("");
    /// The fields that every form carries: against forgery, and so that it counts once.
    pub const OF_FORMS: Fields = Fields("token sent");
    /// The field by which a stream is resumed.
    pub const OF_STREAMS: Fields = Fields("from");

    /// Fields by their line.
    pub const fn of(line: &'static str) -> Fields {
        Fields(line)
    }

    /// Each field, in order.
    pub fn iter(self) -> impl Iterator<Item = Field> {
        self.0.split_whitespace().map(|word| {
            let (name, kind) = word.split_once(':').unwrap_or((word, "text"));
            let kind = match kind {
                "text" => FieldKind::Text,
                "number" => FieldKind::Number,
                "flag" => FieldKind::Flag,
                "file" => FieldKind::File,
                words => FieldKind::Choice(words.split('|').collect()),
            };
            Field { name, kind }
        })
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0.trim().is_empty()
    }

    /// Whether a field of this name is among them.
    pub fn has(self, name: &str) -> bool {
        self.iter().any(|field| match field.name.strip_suffix('*') {
            Some(family) => name.starts_with(family),
            None => name == field.name,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_its_fields_with_their_kinds() {
        let fields = Fields::of("text after_ply:number by:white|black photo:file pin-*");
        let kinds: Vec<FieldKind> = fields.iter().map(|field| field.kind).collect();
        let choice = FieldKind::Choice(vec!["white", "black"]);
        let text = FieldKind::Text;
        assert_eq!(kinds, [text.clone(), FieldKind::Number, choice, FieldKind::File, text]);
        assert!(fields.has("by") && fields.has("pin-7") && !fields.has("pin") && !fields.has("b"));
        assert!(Fields::NONE.is_empty() && !fields.is_empty());
    }
}
