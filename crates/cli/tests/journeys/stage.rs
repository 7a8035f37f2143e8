//! A journey's stages: language, device, scripts; and what an arbiter does on a page.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::thread;
use std::time::Instant;

use kaissa_words::{FluentArgs, Language, Words, say};
use serde_json::json;

use crate::browser::{Browser, Leave};
use crate::desk::Desk;
use crate::driver::{Element, Fault, PATIENCE};
use crate::looking;

/// What an arbiter holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Device {
    /// 360 by 740, touched.
    Phone,
    /// 1366 by 768.
    Laptop,
}

/// Language, device, and whether scripts run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// The language.
    pub language: Language,
    /// The device.
    pub device: Device,
    /// Whether scripts run.
    pub has_scripts: bool,
}

impl Stage {
    const fn new(language: Language, device: Device) -> Stage {
        Stage { language, device, has_scripts: true }
    }

    /// The stage's name in a file's name.
    pub fn name(self) -> String {
        let scripts = if self.has_scripts { "" } else { "-no-scripts" };
        let device = format!("{:?}", self.device).to_lowercase();
        format!("{}-{device}{scripts}", self.language.code())
    }
}

/// Both languages on both devices.
pub const STAGES: [Stage; 4] = [
    Stage::new(Language::English, Device::Phone),
    Stage::new(Language::Russian, Device::Phone),
    Stage::new(Language::English, Device::Laptop),
    Stage::new(Language::Russian, Device::Laptop),
];

/// Where scripts are off.
pub const WITHOUT_SCRIPTS: Stage =
    Stage { language: Language::Russian, device: Device::Phone, has_scripts: false };

/// An arbiter with a browser before a desk.
pub struct Visit<'l> {
    pub browser: Browser<'l>,
    pub stage: Stage,
    pub words: Words,
    /// How often something was tapped or pressed.
    pub n_taps: usize,
    /// What was wrong with the pages looked at.
    pub faults: Vec<String>,
}

/// Goes on a journey in both languages on both devices; on the phone in Russian with scripts off.
pub fn on_every_stage(name: &str, journey: impl Fn(&mut Visit<'_>) + Sync) {
    on_stages(name, &[STAGES[0], WITHOUT_SCRIPTS, STAGES[2], STAGES[3]], journey);
}

/// Goes on a journey on some stages, at once where there is leave.
pub fn on_stages(name: &str, stages: &[Stage], journey: impl Fn(&mut Visit<'_>) + Sync) {
    let journey = &journey;
    thread::scope(|scope| {
        let on_stage = |stage: &Stage| {
            let stage = *stage;
            scope.spawn(move || on_stage(name, stage, journey))
        };
        let going: Vec<_> = stages.iter().map(on_stage).collect();
        for one in going {
            if let Err(fault) = one.join() {
                resume_unwind(fault);
            }
        }
    });
}

fn on_stage(name: &str, stage: Stage, journey: &impl Fn(&mut Visit<'_>)) {
    let Some(leave) = Leave::ask() else { return };
    let mut visit = Visit::new(&leave, stage);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        journey(&mut visit);
        // The desk has ended with the journey.
        visit.forgive_the_network();
    }));
    if let Err(fault) = outcome {
        let file = format!("failed-{name}");
        let place = looking::photograph(&visit, &file);
        eprintln!("{name}, {}: at {}, seen in {place}", stage.name(), visit.browser.address());
        resume_unwind(fault);
    }
    assert!(visit.faults.is_empty(), "{name}, {}:\n{}", stage.name(), visit.faults.join("\n"));
}

impl<'l> Visit<'l> {
    /// An arbiter with a browser that knows nothing yet.
    pub fn new(leave: &'l Leave, stage: Stage) -> Visit<'l> {
        let browser = leave.browser();
        for (command, parameters) in [
            ("Network.clearBrowserCookies", json!({})),
            ("Network.enable", json!({})),
            (
                "Network.setExtraHTTPHeaders",
                json!({ "headers": { "Accept-Language": stage.language.code() } }),
            ),
            (
                "Emulation.setTouchEmulationEnabled",
                json!({ "enabled": stage.device == Device::Phone }),
            ),
            ("Emulation.setScriptExecutionDisabled", json!({ "value": !stage.has_scripts })),
        ] {
            browser.devtools(command, parameters);
        }
        let words = Words::new(stage.language);
        let visit = Visit { browser, stage, words, n_taps: 0, faults: Vec::new() };
        visit.hold(None);
        visit.dress("light");
        visit.browser.console();
        visit
    }

    /// The size of the window; with another height than the device's for a picture of a whole page.
    pub fn hold(&self, height: Option<u64>) {
        let is_phone = self.stage.device == Device::Phone;
        let (width, usual) = if is_phone { (360, 740) } else { (1366, 768) };
        let size = json!({
            "width": width, "height": height.unwrap_or(usual), "mobile": is_phone,
            "deviceScaleFactor": if is_phone { 2 } else { 1 },
        });
        self.browser.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Light or dark, and nothing that moves.
    pub fn dress(&self, scheme: &str) {
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.browser.devtools("Emulation.setEmulatedMedia", features);
    }

    /// A message of the catalogue; what is none is a text already.
    pub fn say(&self, id: &str) -> String {
        if self.words.has(id) { self.words.say(id, &FluentArgs::new()) } else { id.to_owned() }
    }

    /// Opens an address.
    pub fn open(&mut self, address: &str) {
        let before = self.browser.address();
        let opened = self.browser.open_address(address);
        opened.unwrap_or_else(|fault| panic!("{address}: {}", fault.text));
        // A page that was just loading itself anew goes before what was typed, as for anybody.
        if before != address && self.browser.address() == before {
            let opened = self.browser.open_address(address);
            opened.unwrap_or_else(|fault| panic!("{address}: {}", fault.text));
        }
    }

    /// Becomes the chief arbiter of a desk that is not set up, and stands in the hall.
    pub fn begin(&mut self, desk: &Desk) {
        self.begin_at(&desk.address, desk);
    }

    /// Becomes the chief arbiter by another address of the desk. One journey types the form, the
    /// others are let through it.
    pub fn begin_at(&mut self, address: &str, desk: &Desk) {
        self.open(&format!("{address}/first?code={}", desk.code));
        self.browser.run(
            "const form = document.querySelector('form:has([name=again])');
             for (const [name, value] of Object.entries(arguments[0])) form.elements[name].value = value;
             form.submit();",
            json!([{ "name": "Chief", "pin": "123456", "again": "123456" }]),
        );
        self.see_title("desk-hall-title");
    }

    /// Chooses the language at the foot of the page, so that the desk keeps it in a cookie: what a
    /// worker fetches does not carry the language that WebDriver asks for.
    pub fn choose_the_language(&mut self) {
        let other = Language::ALL.into_iter().find(|language| *language != self.stage.language);
        for language in [other.unwrap_or(self.stage.language), self.stage.language] {
            self.press_any(&format!("//footer//button[@value='{}']", language.code()));
        }
        self.see_title("desk-hall-title");
    }

    /// Presses a button, link or summary of this name.
    pub fn press(&mut self, name: &str) {
        let name = self.say(name);
        self.press_any(&format!(
            "//*[self::button or self::a or self::summary][normalize-space(.)={}]",
            quoted(&name)
        ));
    }

    /// Goes from the hall to the board of a player, once a source has brought it.
    pub fn open_board(&mut self, player: &str) {
        self.wait_for_board(player);
        self.press_any(&format!("//article//h2/a[contains(.,{})]", quoted(player)));
        self.find_one("//*[@id='board-live']");
    }

    /// Waits until the hall shows the board of a player; without scripts the page is asked for
    /// again.
    pub fn wait_for_board(&mut self, player: &str) {
        let begun = Instant::now();
        while !self.stage.has_scripts && !self.says(player) && begun.elapsed() < PATIENCE {
            self.press("desk-way-hall");
        }
        self.find_one(&format!("//article[contains(.,{})]", quoted(player)));
    }

    /// Gives an answer of a step by its name and value.
    pub fn answer(&mut self, name: &str, value: &str) {
        self.press_any(&format!("//label[input[@name='{name}'][@value='{value}']]"));
    }

    /// Chooses in a list by the list's name and what the choice is called.
    pub fn select(&mut self, name: &str, choice: &str) {
        let choice = quoted(&self.say(choice));
        self.press_any(&format!("//select[@name='{name}']//option[normalize-space(.)={choice}]"));
    }

    /// Waits until the page proposes a decision.
    pub fn see_decision(&self, decision: &str, loser: &str) {
        let id = format!("decision-{decision}");
        let text = say!(self.words, &id, loser = loser, style = "none");
        self.find_one(&format!("//*[@id='decision'][contains(.,{})]", quoted(&text)));
    }

    /// Takes the network away, or gives it back.
    pub fn cut_the_network(&self, is_cut: bool) {
        let conditions = json!({ "offline": is_cut, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.browser.devtools("Network.emulateNetworkConditions", conditions);
    }

    /// Prints the page and looks for texts on the sheets.
    pub fn see_printed(&self, texts: &[&str]) {
        let sheets = self.browser.devtools("Page.printToPDF", json!({ "preferCSSPageSize": true }));
        let sheets = looking::decode(sheets["data"].as_str().unwrap_or_default());
        assert!(sheets.starts_with(b"%PDF"), "printed are {} bytes", sheets.len());
        let Some(printed) = looking::text_of_pdf(&sheets) else { return };
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        for text in texts {
            assert!(
                printed.contains(&self.say(text)),
                "no {text:?} in what was printed:\n{printed}"
            );
        }
    }

    /// Presses the first of what an XPath finds that is to be seen.
    pub fn press_any(&mut self, xpath: &str) {
        self.n_taps += 1;
        self.insist(xpath, |visit, element| visit.browser.click(element));
    }

    /// Types a text into the field of a label, in place of what stands there.
    pub fn fill(&mut self, label: &str, text: &str) {
        self.fill_in("", label, text);
    }

    /// Types a text into the field of a label within what an XPath finds.
    pub fn fill_in(&mut self, within: &str, label: &str, text: &str) {
        let label = quoted(&self.say(label));
        let xpath = format!(
            "{within}//*[self::input[not(@type='radio' or @type='checkbox')] or self::textarea][@id=//label[starts-with(normalize-space(.),{label})]/@for \
             or ancestor::label[starts-with(normalize-space(.),{label})]]"
        );
        self.insist(&xpath, |visit, element| {
            visit.browser.clear(element)?;
            visit.browser.type_into(element, text)
        });
    }

    /// Does something with what an XPath finds, again where the page was changed meanwhile.
    fn insist(&self, xpath: &str, act: impl Fn(&Visit<'_>, &Element) -> Result<(), Fault>) {
        let begun = Instant::now();
        let mut last = String::new();
        while begun.elapsed() < PATIENCE {
            let found = self.browser.find(xpath);
            assert!(!found.is_empty(), "nothing is {xpath}");
            let Some(element) = found.iter().find(|element| self.browser.is_displayed(element))
            else {
                last = format!("{} found, none to be seen", found.len());
                continue;
            };
            match act(self, element) {
                Ok(()) => return,
                Err(fault) => last = format!("{} {}", fault.code, fault.text),
            }
        }
        panic!("{xpath}: {last}");
    }

    /// Waits until the page says a text.
    pub fn see(&self, text: &str) {
        let text = self.say(text);
        self.find_one(&format!("//main[contains(normalize-space(.),{})]", quoted(&text)));
    }

    /// Waits until the page has this heading.
    pub fn see_title(&self, title: &str) {
        let title = self.say(title);
        self.find_one(&format!("//h1[contains(normalize-space(.),{})]", quoted(&title)));
    }

    /// Waits until an element is there.
    pub fn find_one(&self, xpath: &str) -> Element {
        let found = self.browser.find(xpath).into_iter().next();
        found.unwrap_or_else(|| {
            let text = self.browser.run("return document.body.innerText", json!([]));
            panic!("nothing is {xpath} in:\n{}", text.as_str().unwrap_or_default())
        })
    }

    /// Whether nothing that an XPath finds is to be seen now.
    pub fn is_nowhere(&self, xpath: &str) -> bool {
        let seen = "const found = document.evaluate(arguments[0], document, null, 7);
            return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index))
                .some((element) => element.checkVisibility());";
        self.browser.run(seen, json!([xpath])) == json!(false)
    }

    /// The file that a link leads to, as text.
    pub fn fetch(&self, link: &str) -> String {
        let href = self.browser.run(
            "return document.evaluate(arguments[0], document, null, 9).singleNodeValue.href",
            json!([link]),
        );
        self.browser.fetch(href.as_str().unwrap_or_else(|| panic!("{link} leads nowhere")))
    }

    /// Chooses a file in a field for files.
    pub fn choose_file(&self, field: &str, path: &Path) {
        let chosen = self.browser.type_into(&self.find_one(field), &path.to_string_lossy());
        chosen.unwrap_or_else(|fault| panic!("{field}: {}", fault.text));
    }

    /// Whether the page says a text now.
    pub fn says(&self, text: &str) -> bool {
        let text = self.say(text);
        let body = self.browser.run("return document.body.innerText", json!([]));
        body.as_str().unwrap_or_default().contains(&text)
    }

    /// Looks at the page as a critic does.
    pub fn look(&mut self, name: &str) {
        self.listen(name);
        let found = looking::look(self, name);
        self.faults.extend(found);
    }

    /// Takes down what the console was told.
    pub fn listen(&mut self, name: &str) {
        self.take_down(name, |_, _| false);
    }

    /// Takes it down, but for what it was told of a network that was lost on purpose.
    pub fn forgive_the_network(&mut self) {
        self.take_down("", |source, text| source == "network" && text.contains("net::ERR_"));
    }

    fn take_down(&mut self, name: &str, is_forgiven: impl Fn(&str, &str) -> bool) {
        for (source, text) in self.browser.console() {
            // That a form was refused, or a page to a role, is no fault, and over plain HTTP a browser says that it
            // passes over a header which is for secure pages.
            let is_refusal = source == "network"
                && ["status of 422", "status of 403"].iter().any(|status| text.contains(status));
            let is_passed_over =
                text.contains("Cross-Origin-Opener-Policy header has been ignored");
            if !is_refusal && !is_passed_over && !is_forgiven(&source, &text) {
                self.faults.push(format!("{name}: console: {source}: {text}"));
            }
        }
    }
}

/// A text as XPath quotes it.
pub fn quoted(text: &str) -> String {
    if !text.contains('"') {
        return format!("\"{text}\"");
    }
    let parts: Vec<String> = text.split('"').map(|part| format!("\"{part}\"")).collect();
    format!("concat({})", parts.join(",'\"',"))
}
