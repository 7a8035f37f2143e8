//! `kaissa desk`: the web desk of a hall.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;

use kaissa_desk::{
    App, AppOptions, Asked, Hosts, Keeper, Keys, MemoryLedger, now, random_code, serve, start,
};
use kaissa_feed::{Outlet, PathSource, Source, SourceSpec, outlet};
use kaissa_hall::HallOptions;
use kaissa_words::{Words, say};
use tokio::net::TcpListener;

use crate::common::{Exit, RulesArgs};
use crate::output::{complain, hint};

/// Options of `kaissa desk`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(value_name = "SOURCE")]
    sources: Vec<String>,
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7468")]
    listen: SocketAddr,
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Serves the desk until it is interrupted.
pub fn run(args: &Args, words: &Words) -> Exit {
    let (editions, rules) = match args.rules.options(words) {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    let sources = match sources(args, words) {
        Ok(sources) => sources,
        Err(exit) => return exit,
    };
    let asked = Asked { editions, rules, hall: HallOptions::default() };
    let opened = Keeper::open(Arc::new(MemoryLedger::default()), asked, now());
    let (Ok(keeper), Some(keys), Some(code)) = (opened, Keys::random(), random_code()) else {
        return Exit::OurFault;
    };
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
        is_demo: false,
        addresses: Vec::new(),
    };
    let app = App::new(desk, options);
    let code = (!is_set_up).then_some(code);
    let exit = serve_until_interrupted(args.listen, app, code.as_deref(), &outlet, words);
    outlet.stop();
    exit
}

/// The sources as given; what cannot be followed is said.
fn sources(args: &Args, words: &Words) -> Result<Vec<Box<dyn Source>>, Exit> {
    let mut sources: Vec<Box<dyn Source>> = Vec::new();
    for given in &args.sources {
        match SourceSpec::read(given) {
            Ok(SourceSpec::Path(path)) => sources.push(Box::new(PathSource::new(&path))),
            Ok(_) => {
                complain(words, &say!(words, "desk-source-not-yet", source = given.as_str()));
                return Err(Exit::CommandLine);
            }
            Err(error) => {
                complain(words, &error.to_string());
                return Err(Exit::CommandLine);
            }
        }
    }
    Ok(sources)
}

fn serve_until_interrupted(
    listen: SocketAddr,
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
        let listener = match TcpListener::bind(listen).await {
            Ok(listener) => listener,
            Err(error) => {
                let address = listen.to_string();
                let error = error.to_string();
                complain(words, &say!(words, "desk-no-listen", address = address, error = error));
                hint(words, &say!(words, "desk-no-listen-hint"));
                return Exit::Unreachable;
            }
        };
        let address = listener.local_addr().unwrap_or(listen);
        announce(&format!("http://{address}/"), code, words);
        tokio::select! {
            served = serve(app, listener) => match served {
                Ok(()) => Exit::Done,
                Err(_) => Exit::OurFault,
            },
            _ = stopped => Exit::Done,
        }
    })
}

/// Says where the desk is, with the code of a first start.
fn announce(address: &str, code: Option<&str>, words: &Words) {
    let mut text = say!(words, "desk-serves", address = address);
    if let Some(code) = code {
        text = format!("{text}\n{}", say!(words, "desk-code", code = code));
    }
    // Where nobody reads the terminal there is nobody to tell.
    let _ = writeln!(io::stdout(), "{text}");
    let _ = io::stdout().flush();
}
