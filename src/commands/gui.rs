//! `ringstack gui`: the board in the browser.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context;

use ringstack::gui::{self, table};

use super::engine::described;
use super::signals::at_signals;

/// What to serve.
#[derive(Debug, clap::Args)]
pub struct GuiArgs {
    /// The position the first game begins with; the start position when left out.
    #[arg(long, allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// The port; any free one when left out.
    #[arg(long, default_value_t = 0, value_name = "N", hide_default_value = true)]
    pub port: u16,

    /// Does not open the browser.
    #[arg(long)]
    pub no_open: bool,

    /// Another engine to play against and to analyse with; written as for `match`, without a pace and
    /// the option Game, which the board says. May be repeated.
    #[arg(long, value_name = "SPEC")]
    pub engine: Vec<String>,

    /// The engine that answers questions about positions, in place of this program: the board then
    /// shows whatever game that engine has.
    #[arg(long, value_name = "SPEC")]
    pub house: Option<String>,

    /// Milliseconds the house may take for an answer.
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    pub patience: u64,

    /// Serves this address of the machine, too dangerous for any but a network you trust.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), hide_default_value = true)]
    pub listen: IpAddr,
}

/// Serves the board until the program is ended.
pub fn run(game: Option<&str>, args: GuiArgs) -> anyhow::Result<()> {
    let engine = |text: &str| described(text, "the board says it", "the board says it");
    let house = engine(args.house.as_deref().unwrap_or("self")).context("--house")?;
    let game = match (game, &args.house) {
        (Some(game), _) => game,
        (None, None) => ringstack::games::DEFAULT,
        (None, Some(_)) => "",
    };
    let mut engines = vec![house.clone()];
    for spec in &args.engine {
        engines.push(engine(spec).context("--engine")?);
    }
    let settings = table::Settings {
        house,
        patience: Duration::from_millis(args.patience.max(1)),
        game: game.to_owned(),
        fen: args.fen,
        engines,
        saves: table::saves(),
    };
    // Ctrl-C ends the engines and the program; a turn made just before is saved.
    let served: Arc<OnceLock<gui::Served>> = Arc::default();
    let at_end = Arc::clone(&served);
    at_signals(move || {
        if let Some(served) = at_end.get() {
            served.save();
        }
        ringstack::arena::engine::children::end_all();
    })?;
    let loopback = args.listen.is_loopback();
    gui::run(settings, args.listen, args.port, |table| {
        let served = served.get_or_init(|| table);
        let address = &served.address;
        if !loopback {
            log_warning(&served.hosts);
        }
        // Nobody may be there to read it; the browser is opened all the same.
        let _ = writeln!(io::stdout(), "{address}");
        let _ = io::stdout().flush();
        if !args.no_open && !open(address) {
            let _ = writeln!(
                io::stderr(),
                "no browser could be opened: please open this address"
            );
        }
    })
    .map_err(anyhow::Error::msg)
    .context("gui")
}

fn log_warning(hosts: &[String]) {
    let _ = writeln!(
        io::stderr(),
        "warning: everybody in this network who knows the address may use the board and its engines; \
         it is served as {}",
        hosts.join(", ")
    );
}

/// Opens an address with what the system has for it.
fn open(address: &str) -> bool {
    let ways: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start", ""]]
    } else {
        &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]]
    };
    ways.iter().any(|way| {
        way.split_first().is_some_and(|(program, arguments)| {
            Command::new(program)
                .args(arguments)
                .arg(address)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .is_ok()
        })
    })
}
