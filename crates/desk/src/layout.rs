//! What every page has around it.

use askama::Template;
use kaissa_words::Language;

use crate::statics::{address, sprite};
use crate::{Ask, Reply, Role, Setting};

/// What every page has around it: title, ways to other pages, who is signed in.
///
/// In a template it is `layout`; `layout.t("id")` says a message.
pub(crate) struct Layout<'a> {
    /// What the page was asked.
    pub ask: &'a Ask,
    /// The title of the page.
    pub title: String,
    /// The module of the page, as `hall.js`; empty for none.
    pub module: &'static str,
}

/// A way to another page.
pub(crate) struct Way {
    pub href: &'static str,
    pub name: String,
    pub is_here: bool,
}

impl<'a> Layout<'a> {
    /// The surroundings of a page of this title.
    pub fn new(ask: &'a Ask, title: String) -> Layout<'a> {
        Layout { ask, title, module: "" }
    }

    /// With a module that the page needs.
    pub fn with_module(mut self, module: &'static str) -> Layout<'a> {
        self.module = module;
        self
    }

    /// Says a message without values.
    pub fn t(&self, id: &str) -> String {
        self.ask.say(id)
    }

    /// The address of a static file, with its checksum.
    pub fn file(&self, name: &str) -> String {
        address(name)
    }

    /// The pieces, to be drawn by `use`.
    pub fn sprite(&self) -> &'static str {
        sprite()
    }

    /// The code of the language.
    pub fn lang(&self) -> &'static str {
        self.ask.language.code()
    }

    /// The other language: its code and its own name.
    pub fn other_language(&self) -> (&'static str, &'static str) {
        match self.ask.language {
            Language::English => ("ru", "Русский"),
            Language::Russian => ("en", "English"),
        }
    }

    /// The name of the competition, or that of the program.
    pub fn competition(&self) -> &str {
        match self.ask.ground().setting(Setting::Competition) {
            "" => "Kaissa",
            name => name,
        }
    }

    /// The ways to the main pages, for who is signed in.
    pub fn ways(&self) -> Vec<Way> {
        let Some(signed) = &self.ask.signed else { return Vec::new() };
        let all = [
            ("/", "desk-way-hall", Role::Reader),
            ("/round", "desk-way-round", Role::Reader),
            ("/players", "desk-way-players", Role::Reader),
            ("/laws", "desk-way-laws", Role::Reader),
            ("/journal", "desk-way-journal", Role::Reader),
            ("/settings", "desk-way-settings", Role::Chief),
        ];
        let open = all.into_iter().filter(|(_, _, least)| signed.role >= *least);
        let here = self.ask.path.as_str();
        open.map(|(href, name, _)| Way {
            href,
            name: self.t(name),
            is_here: if href == "/" { here == "/" } else { here.starts_with(href) },
        })
        .collect()
    }

    /// The fields that every form carries, as HTML.
    pub fn hidden(&self) -> String {
        // Both are letters and digits of our own making.
        format!(
            "<input type=\"hidden\" name=\"token\" value=\"{}\"><input type=\"hidden\" \
             name=\"sent\" value=\"{}\">",
            self.ask.token, self.ask.form_id
        )
    }

    /// What is wrong with the form as a whole or with a field that the page does not show.
    pub fn refusal(&self) -> Option<&str> {
        self.ask.refused.as_ref().map(|refused| refused.message.as_str())
    }

    /// Whether the form was refused for this field.
    pub fn is_wrong(&self, field: &str) -> bool {
        self.ask.refused.as_ref().is_some_and(|refused| refused.field == Some(field))
    }

    /// The word of the role of who is signed in.
    pub fn role(&self) -> &'static str {
        self.ask.signed.as_ref().map_or("nobody", |signed| signed.role.word())
    }

    /// Whether who asks may act at boards.
    pub fn may_act(&self) -> bool {
        self.ask.may(Role::Arbiter)
    }

    /// The name of who is signed in; empty for nobody.
    pub fn name(&self) -> &str {
        self.ask.signed.as_ref().map_or("", |signed| &signed.name)
    }

    /// Why nothing can be kept, where it cannot.
    pub fn fault(&self) -> Option<&str> {
        self.ask.snapshot.fault.as_deref()
    }
}

/// Makes a page of a template.
pub(crate) fn render(template: &impl Template) -> Reply {
    match template.render() {
        Ok(html) => Reply::page(200, html),
        // Writing to a text does not fail, and nothing else in our templates can.
        Err(error) => Reply::page(500, error.to_string()),
    }
}
