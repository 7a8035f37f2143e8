//! What is looked at on every page: nothing cut, nothing sideways, nothing in the console, nothing
//! that an accessibility checker finds, light and dark.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

use kaissa_words::Language;
use serde_json::{Value, json};

use crate::browser::say_once;
use crate::stage::{Device, Stage, Visit};

/// Finds what is cut or out of the window; answers with lines.
const CUT: &str = include_str!("cut.js");
/// Asks axe; answers with lines.
const AXE: &str = include_str!("axe.js");

/// The accessibility checker, where it is installed.
static CHECKER: LazyLock<Option<String>> = LazyLock::new(|| {
    let given = std::env::var_os("KAISSA_AXE").map(PathBuf::from);
    let path =
        given.clone().unwrap_or_else(|| target().join("axe/node_modules/axe-core/axe.min.js"));
    match fs::read_to_string(&path) {
        Ok(script) => Some(script),
        Err(error) if given.is_some() => panic!("KAISSA_AXE: {}: {error}", path.display()),
        Err(_) => None,
    }
});

/// What was looked at already: a page in a language on a device.
static LOOKED: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Looks at a page, once in each language and on each device; gives what is wrong with it.
pub fn look(visit: &Visit<'_>, name: &str) -> Vec<String> {
    let place = format!("{name}-{}", visit.stage.name());
    if !LOOKED.lock().unwrap_or_else(PoisonError::into_inner).insert(place) {
        return Vec::new();
    }
    let mut found = lines(&visit.browser.run(CUT, json!([])));
    let is_photographed = std::env::var_os("KAISSA_SCREENSHOTS").is_some();
    for scheme in ["light", "dark"] {
        let is_checked = is_checked(visit.stage, scheme);
        if !is_checked && !is_photographed {
            continue;
        }
        visit.dress(scheme);
        if is_checked {
            found.extend(check(visit, scheme));
        }
        if is_photographed {
            photograph(visit, &format!("{name}-{scheme}"));
        }
    }
    visit.dress("light");
    found.into_iter().map(|fault| format!("{name}: {fault}")).collect()
}

/// Whether the checker is asked: names and colours are the same in both languages, so each device is
/// asked in one of them; dark colours are the same on both devices.
fn is_checked(stage: Stage, scheme: &str) -> bool {
    let is_phone = stage.device == Device::Phone;
    let is_asked = stage.has_scripts && (stage.language == Language::English) == is_phone;
    is_asked && (scheme == "light" || is_phone)
}

/// Asks the checker: everything on a light page, colours alone on a dark one.
fn check(visit: &Visit<'_>, scheme: &str) -> Vec<String> {
    let Some(checker) = CHECKER.as_deref() else {
        say_once("axe-core is not installed (see .ci/run): accessibility is not checked");
        return Vec::new();
    };
    let is_there = visit.browser.run("return 'axe' in window", json!([]));
    if is_there != json!(true) {
        visit.browser.run(checker, json!([]));
    }
    lines(&visit.browser.run(AXE, json!([scheme])))
}

fn lines(found: &Value) -> Vec<String> {
    let found = found.as_array().into_iter().flatten();
    found.map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
}

/// Keeps a picture of the whole page and says where.
pub fn photograph(visit: &Visit<'_>, name: &str) -> String {
    let folder = target().join("journeys");
    let path = folder.join(format!("{name}-{}.png", visit.stage.name()));
    let height = "return document.documentElement.scrollHeight";
    let height = visit.browser.run(height, json!([])).as_u64().unwrap_or_default();
    visit.hold(Some(height));
    let wanted = json!({ "format": "png" });
    let picture = visit.browser.devtools("Page.captureScreenshot", wanted);
    visit.hold(None);
    let picture = decode(picture["data"].as_str().unwrap_or_default());
    let kept = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, picture));
    match kept {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("{}: {error}", path.display()),
    }
}

/// The folder of everything that is built.
pub fn target() -> PathBuf {
    let of_tests = Path::new(env!("CARGO_TARGET_TMPDIR"));
    of_tests.parent().unwrap_or(of_tests).to_owned()
}

/// The text of a PDF, as `pdftotext` reads it; `None` where there is no such program.
pub fn text_of_pdf(bytes: &[u8]) -> Option<String> {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("printed.pdf");
    fs::write(&path, bytes).expect("the sheets are kept");
    let read = Command::new("pdftotext").arg("-layout").arg(&path).arg("-").output();
    let is_required = std::env::var("KAISSA_BROWSER").is_ok_and(|word| word == "required");
    match read {
        Ok(read) => Some(String::from_utf8_lossy(&read.stdout).into_owned()),
        Err(error) if is_required => panic!("pdftotext: {error}"),
        Err(_) => {
            say_once("no pdftotext on the path: what is printed is not read back");
            None
        }
    }
}

/// Reads base64, as DevTools sends files.
pub fn decode(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut n_bits, mut bytes) = (0_u32, 0, Vec::with_capacity(text.len() / 4 * 3));
    for sextet in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(sextet);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits & 0xff) as u8);
        }
    }
    bytes
}

#[test]
fn what_is_wrong_with_a_page_is_found() {
    let stage = crate::stage::STAGES[0];
    let Some(leave) = crate::browser::Leave::ask() else { return };
    let mut visit = Visit::new(&leave, stage);
    visit.open(
        "data:text/html,<!doctype html><html lang=en><meta name=viewport \
         content='width=device-width'><title>a page</title><main><h1>A page</h1>\
         <p style='color:%23999;background:%23fff'>pale</p>\
         <p style='width:3em;overflow:hidden;white-space:nowrap'>a text that is cut</p>\
         <p style='width:900px'>a wide one</p><input></main>",
    );
    let found = look(&visit, "what-is-wrong").join("\n");
    for fault in ["scrolls sideways", "cut: ", "out of the window"] {
        assert!(found.contains(fault), "no {fault:?} in:\n{found}");
    }
    if CHECKER.is_some() {
        for fault in ["light: serious: color-contrast", "dark: serious: color-contrast", "label"] {
            assert!(found.contains(fault), "no {fault:?} in:\n{found}");
        }
    }
}
