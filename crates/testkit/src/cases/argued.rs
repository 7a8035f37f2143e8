//! Cases that we hold to be wrong, each with the page that argues it.

const ARGUED: &[(&str, &str)] = &[("D18", "docs/laws/fivefold.md")];

/// The page that argues a case, if one does.
pub(super) fn page(id: &str) -> Option<&'static str> {
    ARGUED.iter().find(|(argued, _)| *argued == id).map(|(_, page)| *page)
}
