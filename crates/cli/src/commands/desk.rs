//! `kaissa desk`: the web desk of a hall.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use kaissa_desk::{
    App, AppOptions, Asked, DemoSource, Hosts, Keeper, Keys, Ledger, MemoryLedger, demo_hall, now,
    qr_text, random_code, serve, serve_https, serve_public, start,
};
use kaissa_feed::{Outlet, Source, outlet};
use kaissa_hall::HallOptions;
use kaissa_journal::Journal;
use kaissa_laws::ClockTime;
use kaissa_words::{Words, say};
use tokio::net::TcpListener;

use crate::common::{Exit, RulesArgs};
use crate::output::{complain, hint};
use crate::{https, sources};

/// Options of `kaissa desk`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(value_name = "SOURCE")]
    sources: Vec<String>,
    #[arg(long)]
    demo: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    data: Option<PathBuf>,
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7468")]
    listen: SocketAddr,
    #[arg(long, value_name = "ADDRESS", requires = "data")]
    https: Option<SocketAddr>,
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    #[arg(long, value_name = "ADDRESS")]
    public: Option<SocketAddr>,
    #[arg(long, value_name = "SECONDS", default_value_t = 0, requires = "public")]
    public_delay: u32,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Serves the desk until it is interrupted.
pub fn run(args: &Args, words: &Words) -> Exit {
    let (editions, rules) = match args.rules.options(words) {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    let sources = match opened(args, words) {
        Ok(sources) => sources,
        Err(exit) => return exit,
    };
    let hall = if args.demo { demo_hall() } else { HallOptions::default() };
    let names = sources.iter().map(|source| source.name().to_owned()).collect();
    let asked = Asked { editions, rules, hall, sources: names };
    let (ledger, keys) = match open(args, words) {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let keeper = match Keeper::open(ledger, asked, now()) {
        Ok(keeper) => keeper,
        Err(fault) => {
            complain(words, &fault.detail);
            return Exit::OurFault;
        }
    };
    let https = match https::open(args.https, args.data.as_deref(), &args.host, words) {
        Ok(https) => https,
        Err(exit) => return exit,
    };
    let Some(code) = random_code() else { return Exit::OurFault };
    let is_set_up = keeper.is_set_up();
    let (outlet, observations) = outlet();
    let desk = start(keeper, Some(observations));
    for mut source in sources {
        let outlet = outlet.clone();
        thread::spawn(move || source.follow(&outlet));
    }
    let hosts = args.host.iter().fold(Hosts::default(), |hosts, name| hosts.with(name));
    let options = AppOptions {
        hosts,
        keys,
        first_code: (!is_set_up).then(|| code.clone()),
        is_https: false,
        is_demo: args.demo,
        addresses: match args.https {
            Some(address) => https::addresses("https", address),
            None => https::addresses("http", args.listen),
        },
        https,
    };
    let app = App::new(desk, options);
    let code = (!is_set_up).then_some(code);
    let public = args.public.map(|at| (at, ClockTime::seconds(args.public_delay.into())));
    let ways = Ways { listen: args.listen, https: args.https, public, hosts: args.host.clone() };
    let exit = serve_until_interrupted(ways, app, code.as_deref(), &outlet, words);
    outlet.stop();
    exit
}

/// The sources as given, with the demonstration where it is asked for.
fn opened(args: &Args, words: &Words) -> Result<Vec<Box<dyn Source>>, Exit> {
    let specs = sources::specs(&args.sources, words)?;
    let given = specs.iter().map(|(_, spec)| sources::source(spec, sources::USUAL));
    let demo = args.demo.then(|| Box::new(DemoSource) as Box<dyn Source>);
    Ok(demo.into_iter().chain(given).collect())
}

/// Opens the journal with the secret beside it, or a ledger that ends with the program.
fn open(args: &Args, words: &Words) -> Result<(Arc<dyn Ledger>, Keys), Exit> {
    let Some(path) = &args.data else {
        let keys = Keys::random().ok_or(Exit::OurFault)?;
        return Ok((Arc::new(MemoryLedger::default()), keys));
    };
    let unopened = |path: &Path, error: String| {
        let path = path.display().to_string();
        complain(words, &say!(words, "desk-data-unopened", path = path, error = error));
        Exit::Unreadable
    };
    let journal = Journal::open_or_create(path);
    let journal = journal.map_err(|error| unopened(path, error.to_string()))?;
    let mut beside = path.clone().into_os_string();
    beside.push(".key");
    let beside = PathBuf::from(beside);
    let keys = keys_of(&beside).map_err(|error| unopened(&beside, error.to_string()))?;
    Ok((Arc::new(journal), keys))
}

/// The secret of a file, made where there is none: sessions outlive a restart by it.
fn keys_of(path: &Path) -> io::Result<Keys> {
    match fs::read(path) {
        Ok(bytes) => {
            let secret = <[u8; 32]>::try_from(bytes.as_slice());
            secret.map(Keys::of).map_err(|_| io::ErrorKind::InvalidData.into())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let keys = Keys::random().ok_or(io::ErrorKind::Other)?;
            let mut options = fs::OpenOptions::new();
            options.write(true).create_new(true);
            for_owner_only(&mut options);
            options.open(path)?.write_all(keys.secret())?;
            Ok(keys)
        }
        Err(error) => Err(error),
    }
}

/// Lets nobody else read a file that is made. Where the system has other ways, its folder decides.
#[cfg(unix)]
pub(crate) fn for_owner_only(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
pub(crate) fn for_owner_only(_: &mut fs::OpenOptions) {}

/// The addresses that are listened on.
struct Ways {
    listen: SocketAddr,
    https: Option<SocketAddr>,
    public: Option<(SocketAddr, ClockTime)>,
    hosts: Vec<String>,
}

fn serve_until_interrupted(
    ways: Ways,
    app: Arc<App>,
    code: Option<&str>,
    outlet: &Outlet,
    words: &Words,
) -> Exit {
    let Ok(runtime) = tokio::runtime::Runtime::new() else { return Exit::OurFault };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut stop = Some(stop);
    let outlet = outlet.clone();
    // Without a handler, the system ends the program at once, which loses nothing either.
    let _ = ctrlc::set_handler(move || {
        outlet.stop();
        stop.take().map(|stop| stop.send(()));
    });
    runtime.block_on(async {
        let Ways { listen, https, public, hosts } = ways;
        let listener = match bind(listen, words).await {
            Ok(listener) => listener,
            Err(exit) => return exit,
        };
        let address = listener.local_addr().unwrap_or(listen);
        announce(&format!("http://{address}/"), &https::addresses("http", listen), code, words);
        if let Some((at, https)) = https.zip(app.options().https.clone()) {
            let listener = match bind(at, words).await {
                Ok(listener) => listener,
                Err(exit) => return exit,
            };
            let at = listener.local_addr().unwrap_or(at);
            https::announce(at, &https, words);
            let names = move || https::names(at, &hosts);
            tokio::spawn(serve_https(app.over_https(), listener, https, names));
        }
        if let Some((public, delay)) = public {
            let listener = match bind(public, words).await {
                Ok(listener) => listener,
                Err(exit) => return exit,
            };
            let address = listener.local_addr().unwrap_or(public);
            let address = format!("http://{address}/");
            let _ =
                writeln!(io::stdout(), "{}", say!(words, "desk-public-serves", address = address));
            let _ = io::stdout().flush();
            tokio::spawn(serve_public(app.clone(), listener, delay));
        }
        tokio::select! {
            served = serve(app, listener) => match served {
                Ok(()) => Exit::Done,
                Err(_) => Exit::OurFault,
            },
            _ = stopped => Exit::Done,
        }
    })
}

/// Listens on an address, or says why it cannot.
async fn bind(address: SocketAddr, words: &Words) -> Result<TcpListener, Exit> {
    TcpListener::bind(address).await.map_err(|error| {
        let (address, error) = (address.to_string(), error.to_string());
        complain(words, &say!(words, "desk-no-listen", address = address, error = error));
        hint(words, &say!(words, "desk-no-listen-hint"));
        Exit::Unreachable
    })
}

/// Says where the desk is, with the code of a first start.
fn announce(address: &str, for_phones: &[String], code: Option<&str>, words: &Words) {
    let first = |address: &str| match code {
        Some(code) => format!("{address}first?code={code}"),
        None => address.to_owned(),
    };
    let mut lines = vec![say!(words, "desk-serves", address = first(address))];
    lines.extend(code.map(|code| say!(words, "desk-code", code = code)));
    for address in for_phones {
        lines.push(say!(words, "desk-phones-address", address = address));
        lines.push(qr_text(address));
    }
    // Where nobody reads the terminal there is nobody to tell.
    let _ = writeln!(io::stdout(), "{}", lines.join("\n"));
    let _ = io::stdout().flush();
}
