//! The server of the board: HTTP, engine processes, files, timers, access control.
//!
//! | file | contents |
//! |---|---|
//! | `access` | access control |
//! | `driver` | the thread that runs the session |
//! | `engine_thread` | an engine process and its thread |
//! | `http` | HTTP and WebSocket |
//! | `saves` | the files of saved games |

mod access;
mod driver;
mod engine_thread;
mod http;
mod saves;

use std::net::{IpAddr, SocketAddr};

use access::AccessControl;
use driver::EventSender;

use super::session::BoardSettings;

/// A running server with a board.
#[derive(Clone, Debug)]
pub struct ServedBoard {
    /// The link, with the token that gives access.
    pub address: String,
    /// The accepted hosts.
    pub hosts: Vec<String>,
    events: EventSender,
}

impl ServedBoard {
    /// Saves unsaved changes before the program ends; takes a few seconds at most.
    pub fn save(&self) {
        self.events.save();
    }
}

/// Serves a board at `ip` until the program ends. Calls `started` when the board can be opened.
///
/// # Errors
/// The port is in use, the game or position does not exist, or the system provides no sockets, threads
/// or random numbers.
pub fn run(
    mut settings: BoardSettings,
    ip: IpAddr,
    port: u16,
    started: impl FnOnce(ServedBoard),
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start the server: {error}"))?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(ip, port);
        let failed = |error| format!("cannot serve at {wanted}: {error}");
        let listener = tokio::net::TcpListener::bind(wanted)
            .await
            .map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let hosts = http::hosts(address);
        let access = AccessControl::new(hosts.clone(), address.port())?;
        let link = format!("http://{address}/?token={}", access.token());
        settings.link = (!ip.is_loopback()).then(|| link.clone());
        let events = driver::start(settings, saves::folder())?;
        started(ServedBoard {
            address: link.clone(),
            hosts,
            events: events.clone(),
        });
        axum::serve(listener, http::router(access, link, events))
            .await
            .map_err(failed)
    })
}
