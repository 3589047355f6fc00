//! `ringstack gui`: the board in the browser.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, bail};

use ringstack_board::server::{self, ServedBoard};
use ringstack_board::{BoardSettings, qr};

use super::engine::parse_spec;
use super::random_setup::RandomSetupArgs;
use super::signals::at_signals;

/// Arguments of `gui`.
#[derive(Debug, clap::Args)]
pub struct GuiArgs {
    /// The first game's initial position, as a FEN [default: the start position].
    #[arg(long, allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// A random set-up instead.
    #[command(flatten)]
    pub setup: RandomSetupArgs,

    /// The TCP port to listen on; 0 for any free port [default: 4473, or the next free port].
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,

    /// Does not open a browser.
    #[arg(long)]
    pub no_open: bool,

    /// Adds an engine for play and analysis, in the syntax of `match`, but without a time control and the
    /// option Game. May be repeated.
    #[arg(long, value_name = "SPEC")]
    pub engine: Vec<String>,

    /// Listens on this address, so that other devices can connect. A terminal shows the link as a QR code. Use
    /// it only on a network that you trust [default: this computer only].
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), hide_default_value = true)]
    pub listen: IpAddr,
}

/// Serves the board until the program ends.
pub fn run(game: Option<&str>, args: GuiArgs) -> anyhow::Result<()> {
    if args.listen.is_unspecified() {
        bail!(
            "--listen {}: not a single address; use an address of this machine, such as 192.168.1.5",
            args.listen
        );
    }
    let engine =
        |text: &str| parse_spec(text, "the board sets the game", "the board sets the time");
    let mut engines = vec![engine("self")?];
    for spec in &args.engine {
        engines.push(engine(spec).context("--engine")?);
    }
    let first = game.unwrap_or(ringstack_engine::games::DEFAULT);
    let fen = args.setup.first_position(first, args.fen.as_deref())?;
    // With a named game or position, the page opens the board instead of the start screen.
    let is_named = game.is_some() || fen.is_some();
    let fragment = if is_named { "#board" } else { "" };
    let settings = BoardSettings {
        game: first.to_owned(),
        resumes: !is_named,
        fen,
        engines: engines.iter().map(Into::into).collect(),
        links: None,
        run: std::process::id().to_string(),
    };
    // Ctrl-C saves the game and ends the engines and the program.
    let served: Arc<OnceLock<ServedBoard>> = Arc::default();
    let at_end = Arc::clone(&served);
    at_signals(move || {
        if let Some(served) = at_end.get() {
            served.save();
        }
        ringstack_arena::engine::children::end_all();
    })?;
    let loopback = args.listen.is_loopback();
    server::run(settings, engines, args.listen, args.port, |board| {
        let served = served.get_or_init(|| board);
        let address = &format!("{}{fragment}", served.address);
        if !loopback {
            log_warning(&served.hosts);
        }
        // Standard output may be closed; open the browser anyway.
        let _ = writeln!(io::stdout(), "{address}");
        if !loopback && io::stdout().is_terminal() {
            let code = qr::lines(address);
            let _ = write!(io::stdout(), "{}", code.unwrap_or_default());
        }
        let _ = io::stdout().flush();
        if !args.no_open && !open(address) {
            let _ = writeln!(
                io::stderr(),
                "cannot open a browser; open the printed address yourself"
            );
        }
    })
    .map_err(anyhow::Error::msg)
    .context("gui")
}

fn log_warning(hosts: &[String]) {
    let _ = writeln!(
        io::stderr(),
        "warning: anyone on this network who has the link can use the board and its engines; \
         the server accepts the host names {}",
        hosts.join(", ")
    );
}

/// Opens an address with the default program of the system.
fn open(address: &str) -> bool {
    let launchers: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start", ""]]
    } else {
        &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]]
    };
    launchers.iter().any(|launcher| {
        launcher.split_first().is_some_and(|(program, arguments)| {
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
