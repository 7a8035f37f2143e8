//! The reference of the HTTP interface is the one that the routes give, and no field is left out.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::TestDesk;
use crate::{Fields, Role, openapi, routes};

/// Where the references lie; `KAISSA_WRITE=1 cargo test -p kaissa-desk openapi` writes them anew.
const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference");

#[test]
fn the_references_are_what_the_routes_give() {
    for (name, text) in
        [("openapi.json", openapi::text()), ("openapi-public.json", openapi::public_text())]
    {
        let path = Path::new(REFERENCE).join(name);
        if std::env::var_os("KAISSA_WRITE").is_some() {
            std::fs::write(&path, &text).expect("written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found.replace("\r\n", "\n") == text,
            "docs/reference/{name} is old: KAISSA_WRITE=1 cargo test -p kaissa-desk openapi"
        );
    }
}

#[test]
fn the_document_of_the_public_display_is_served_too() {
    let desk = TestDesk::new();
    let page = desk.visitor(Some(Role::Reader)).get("/openapi-public.json");
    let served: Value = serde_json::from_str(&page.text).expect("JSON");
    let paths = served["paths"].as_object().expect("paths");
    let declared: BTreeSet<&str> =
        crate::public::PUBLIC_ROUTES.iter().map(|route| route.path).collect();
    assert_eq!(paths.keys().map(String::as_str).collect::<BTreeSet<_>>(), declared);
    for (path, methods) in paths {
        assert_eq!(methods.as_object().expect("methods").len(), 1, "{path} is only looked at");
        assert_eq!(methods["get"]["x-least-role"], "public");
    }
    assert_eq!(desk.visitor(None).get("/openapi-public.json").status, 303);
}

#[test]
fn the_document_is_served_to_who_is_signed_in() {
    let desk = TestDesk::new();
    let page = desk.visitor(Some(Role::Reader)).get("/openapi.json");
    assert_eq!(page.headers.get("content-type").expect("a kind"), "application/json");
    let served: Value = serde_json::from_str(&page.text).expect("JSON");
    assert_eq!(served, openapi::document());
    let note = &served["paths"]["/board/{board}/note"];
    assert_eq!(note["post"]["x-least-role"], "arbiter");
    let form = &note["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"];
    assert_eq!(form["schema"]["properties"]["text"]["type"], "string");
    let ids: Vec<&Value> = served["paths"]
        .as_object()
        .expect("paths")
        .values()
        .flat_map(|path| path.as_object().expect("methods").values())
        .map(|operation| &operation["operationId"])
        .collect();
    let different: BTreeSet<&str> = ids.iter().filter_map(|id| id.as_str()).collect();
    assert_eq!(different.len(), ids.len(), "{ids:?}");
}

/// The names that pages ask their form and their address for, as their source says.
fn asked(folder: &Path, calls: &[&str]) -> Vec<(String, String)> {
    let mut asked = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            asked.extend(self::asked(&path, calls));
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("text");
        for call in calls {
            for (place, _) in source.match_indices(call) {
                let rest = &source[place + call.len()..];
                let name = rest.split('"').next().unwrap_or_default();
                asked.push((name.to_owned(), path.display().to_string()));
            }
        }
    }
    asked
}

#[test]
fn every_field_that_a_page_asks_for_is_declared_by_a_route() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
    let calls = |of: &str| {
        ["text", "raw", "filled", "number", "is_ticked", "file", "all"]
            .map(|call| format!("{of}.{call}(\""))
            .to_vec()
    };
    let check = |of: &str, more: &[&str], declared: &[Fields]| {
        let mut calls = calls(of);
        calls.extend(more.iter().map(|call| (*call).to_owned()));
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        for (name, file) in asked(&pages, &calls) {
            let is_declared =
                Fields::OF_FORMS.has(&name) || declared.iter().any(|fields| fields.has(&name));
            assert!(is_declared, "{file} asks the {of} for \"{name}\": see Route::with_{of}");
        }
    };
    let of_sign_in = crate::server::SIGN_IN_ROUTES;
    let forms = routes().into_iter().map(|route| route.form);
    let forms: Vec<Fields> = forms.chain(of_sign_in.iter().map(|route| route.form)).collect();
    check("form", &["typed(\""], &forms);
    let queries = routes().into_iter().map(|route| route.query);
    let queries: Vec<Fields> = queries.chain(of_sign_in.iter().map(|route| route.query)).collect();
    check("query", &[], &queries);
}
