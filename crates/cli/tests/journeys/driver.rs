//! WebDriver, as much of it as the journeys need: chromedriver, and the commands of one session.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

/// The member that names an element, by the standard.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// For how long an element is waited for.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// For how long an answer of the browser is waited for.
const LONGEST: Duration = Duration::from_secs(90);
/// A name that leads to this machine and is no secure context, as a phone sees a desk over HTTP.
pub const PLAIN_HOST: &str = "hall.test";

/// A running chromedriver.
pub struct Driver {
    child: Child,
    address: String,
    agent: Agent,
}

/// What a browser or its driver says no with: the code of the standard, and words.
#[derive(Debug)]
pub struct Fault {
    /// The code, as `stale element reference`.
    pub code: String,
    /// The words.
    pub text: String,
}

/// A browser with one window.
pub struct Session {
    driver: Arc<Driver>,
    path: String,
}

/// An element of the page that is shown.
#[derive(Clone, Debug)]
pub struct Element(String);

/// Where chromedriver is: as `KAISSA_CHROMEDRIVER` says, or on the path.
pub fn find_chromedriver() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("KAISSA_CHROMEDRIVER") {
        return Some(path.into());
    }
    let name = format!("chromedriver{}", std::env::consts::EXE_SUFFIX);
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

impl Driver {
    /// Starts chromedriver on a port of its choice.
    pub fn start(program: &PathBuf) -> Driver {
        let mut child = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver says its port");
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(LONGEST))
            .build();
        let address = format!("http://127.0.0.1:{port}");
        Driver { child, address, agent: config.new_agent() }
    }

    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, Fault> {
        let address = format!("{}{path}", self.address);
        let response = match (method, body) {
            ("GET", _) => self.agent.get(&address).call(),
            ("DELETE", _) => self.agent.delete(&address).call(),
            (_, body) => {
                let body = body.unwrap_or_else(|| json!({})).to_string();
                let post = self.agent.post(&address);
                post.header("content-type", "application/json; charset=utf-8").send(&body)
            }
        };
        let mut response = response.unwrap_or_else(|error| panic!("chromedriver: {error}"));
        let text = response.body_mut().with_config().limit(64 << 20).read_to_string();
        let text = text.unwrap_or_else(|error| panic!("chromedriver: {error}"));
        let mut answer: Value = serde_json::from_str(&text).expect("chromedriver speaks JSON");
        let value = answer["value"].take();
        match value["error"].as_str() {
            None => Ok(value),
            Some(code) => Err(Fault {
                code: code.to_owned(),
                text: value["message"].as_str().unwrap_or_default().to_owned(),
            }),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Session {
    /// Opens a browser.
    pub fn open(driver: &Arc<Driver>) -> Session {
        let mut options = json!({ "args": arguments() });
        if let Ok(program) = std::env::var("KAISSA_CHROMIUM") {
            options["binary"] = json!(program);
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "acceptInsecureCerts": true,
            "timeouts": { "implicit": PATIENCE.as_millis() as u64 },
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": options,
        } } });
        let opened = driver.ask("POST", "/session", Some(wanted));
        let opened = opened.unwrap_or_else(|fault| panic!("no Chromium started: {}", fault.text));
        let id = opened["sessionId"].as_str().expect("a session has an id");
        Session { driver: Arc::clone(driver), path: format!("/session/{id}") }
    }

    fn get(&self, path: &str) -> Result<Value, Fault> {
        self.driver.ask("GET", &format!("{}{path}", self.path), None)
    }

    fn post(&self, path: &str, body: Value) -> Result<Value, Fault> {
        self.driver.ask("POST", &format!("{}{path}", self.path), Some(body))
    }

    /// Opens an address.
    pub fn open_address(&self, address: &str) -> Result<(), Fault> {
        self.post("/url", json!({ "url": address })).map(drop)
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        self.get("/url").ok().and_then(|url| url.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// The elements that an XPath finds, once there is one; none after some seconds.
    pub fn find(&self, xpath: &str) -> Vec<Element> {
        let found = self.post("/elements", json!({ "using": "xpath", "value": xpath }));
        let found = found.unwrap_or_else(|fault| panic!("{xpath}: {}", fault.text));
        let ids =
            found.as_array().into_iter().flatten().filter_map(|found| found[ELEMENT].as_str());
        ids.map(|id| Element(id.to_owned())).collect()
    }

    /// Whether an element is to be seen.
    pub fn is_displayed(&self, element: &Element) -> bool {
        let shown = self.get(&format!("/element/{}/displayed", element.0));
        shown.ok().and_then(|shown| shown.as_bool()).unwrap_or(false)
    }

    /// Clicks on an element and waits for the page that it leads to.
    pub fn click(&self, element: &Element) -> Result<(), Fault> {
        // Where it is half behind the bar of the pages, a person moves it up first.
        let script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        let body = json!({ "script": script, "args": [{ ELEMENT: element.0 }] });
        self.post("/execute/sync", body)?;
        self.post(&format!("/element/{}/click", element.0), json!({})).map(drop)
    }

    /// Empties a field.
    pub fn clear(&self, element: &Element) -> Result<(), Fault> {
        self.post(&format!("/element/{}/clear", element.0), json!({})).map(drop)
    }

    /// Types into a field.
    pub fn type_into(&self, element: &Element, text: &str) -> Result<(), Fault> {
        self.post(&format!("/element/{}/value", element.0), json!({ "text": text })).map(drop)
    }

    /// What stands at an address, as text, for who is signed in here.
    pub fn fetch(&self, address: &str) -> String {
        let cookies = self.get("/cookie").unwrap_or_default();
        let cookie = |cookie: &Value| {
            Some(format!("{}={}", cookie["name"].as_str()?, cookie["value"].as_str()?))
        };
        let cookies: Vec<String> =
            cookies.as_array().into_iter().flatten().filter_map(cookie).collect();
        let got = self.driver.agent.get(address).header("cookie", cookies.join("; ")).call();
        let mut got = got.unwrap_or_else(|error| panic!("{address}: {error}"));
        assert!(got.status().is_success(), "{address}: {}", got.status());
        got.body_mut().read_to_string().unwrap_or_else(|error| panic!("{address}: {error}"))
    }

    /// Runs a function body in the page, of ours and not of the page's.
    pub fn run(&self, script: &str, arguments: Value) -> Value {
        let body = json!({ "script": script, "args": arguments });
        let done = self.post("/execute/sync", body);
        let head = script.lines().next().unwrap_or_default();
        let head: String = head.chars().take(80).collect();
        done.unwrap_or_else(|fault| panic!("{head}: {} {}", fault.code, fault.text))
    }

    /// A command of the DevTools protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        let done = self.post("/goog/cdp/execute", body);
        done.unwrap_or_else(|fault| panic!("{command}: {} {}", fault.code, fault.text))
    }

    /// What the console was told since it was last asked: where from, and the words.
    pub fn console(&self) -> Vec<(String, String)> {
        let log = self.post("/se/log", json!({ "type": "browser" }));
        let log = log.unwrap_or_else(|fault| panic!("the console: {}", fault.text));
        let line = |line: &Value| {
            let part = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            (part("source"), part("message"))
        };
        log.as_array().into_iter().flatten().map(line).collect()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.driver.ask("DELETE", &self.path, None);
    }
}

/// What Chromium is started with: no window, nothing asked of the world, every name but ours left
/// alone.
fn arguments() -> Vec<String> {
    let rules = format!("--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1");
    let mut arguments = vec![
        "--headless=new",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        // The authority of a desk is trusted as on a phone that was led through it; a worker is not
        // started over HTTPS otherwise.
        "--ignore-certificate-errors",
        "--no-first-run",
        "--hide-scrollbars",
        // What is clicked and typed is not held up until a picture is due.
        "--disable-gpu-vsync",
        "--disable-frame-rate-limit",
        &rules,
    ];
    if is_root() {
        // Chromium refuses to start its sandbox as root, as tests in a container run. It sees
        // nothing here but pages of ours.
        arguments.push("--no-sandbox");
    }
    arguments.into_iter().map(str::to_owned).collect()
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|of_us| of_us.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
