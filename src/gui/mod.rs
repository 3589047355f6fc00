//! The board in the browser. It knows no game and calls no search: whatever it shows or plays, it was
//! told by engines through the protocol.
//!
//! | file | what it holds |
//! |---|---|
//! | [`clock`] | the clocks of the players |
//! | [`connections`] | how many there may be, and how long a request may take |
//! | [`files`] | the page, which is part of the program; its sources are in `page/` |
//! | [`guard`] | who may talk to the board |
//! | [`house`] | the engine that answers questions about positions |
//! | [`players`] | the engines that think |
//! | [`server`] | HTTP and WebSocket |
//! | [`table`] | everything that the windows share |
//! | [`tree`] | the record with its variations |
//! | [`wire`] | what windows may say |

pub mod clock;
pub mod connections;
pub mod files;
pub mod guard;
pub mod house;
pub mod players;
pub mod server;
pub mod table;
pub mod tree;
pub mod wire;

use std::net::{IpAddr, SocketAddr};
use std::sync::mpsc::Sender;

use guard::Guard;
use table::Settings;

/// What is served, as soon as windows can be opened.
#[derive(Debug)]
pub struct Served {
    /// The address with the token that lets a window in.
    pub address: String,
    /// The hosts by which it may be called.
    pub hosts: Vec<String>,
    table: Sender<table::Event>,
}

impl Served {
    /// Saves what is not saved yet, before the program ends; takes a few seconds at most.
    pub fn save(&self) {
        table::save(&self.table);
    }
}

/// Sets the table and serves it at `ip` until the program ends. `told` gets what is served.
///
/// # Errors
/// The port is taken, the house does not start, or the system has no sockets or random numbers.
pub fn run(
    settings: Settings,
    ip: IpAddr,
    port: u16,
    told: impl FnOnce(Served),
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("no runtime: {error}"))?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(ip, port);
        let listener = tokio::net::TcpListener::bind(wanted)
            .await
            .map_err(|error| format!("cannot serve at {wanted}: {error}"))?;
        let address = listener
            .local_addr()
            .map_err(|error| format!("cannot serve at {wanted}: {error}"))?;
        let table = table::open(settings)?;
        let hosts = server::hosts(address);
        let guard = Guard::new(hosts.clone(), address.port())?;
        told(Served {
            address: format!("http://{address}/?token={}", guard.token()),
            hosts,
            table: table.clone(),
        });
        match server::serve(listener, guard, table).await {}
    })
}
