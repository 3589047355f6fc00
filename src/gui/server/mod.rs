//! The server of the board: HTTP, engine processes, files, timers, access control.
//!
//! | file | contents |
//! |---|---|
//! | `access` | access control |
//! | `driver` | the thread that runs the session |
//! | `engine_thread` | an engine process and its thread |
//! | `http` | HTTP and WebSocket |
//! | `profile` | the file with settings and progress |
//! | `saves` | the files of saved games |
//! | `token` | the token of the links |

mod access;
mod driver;
mod engine_thread;
mod http;
mod profile;
mod saves;
mod token;

use std::net::{IpAddr, SocketAddr};

use access::AccessControl;
use driver::EventSender;
use tokio::net::TcpListener;

use super::session::BoardSettings;

/// The default port, so that links and bookmarks stay valid: GIPF on the keys of a telephone.
const DEFAULT_PORT: u16 = 4473;
/// The number of ports to try before any free port.
const TRIED_PORTS: u16 = 10;

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

/// Serves a board at `ip` until the program ends. Calls `started` when the board can be opened. The default
/// port is 4473, or the next free one.
///
/// # Errors
/// The port is in use, the game or position does not exist, or the system provides no sockets, threads
/// or random numbers.
pub fn run(
    mut settings: BoardSettings,
    ip: IpAddr,
    port: Option<u16>,
    started: impl FnOnce(ServedBoard),
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start the server: {error}"))?;
    runtime.block_on(async {
        let failed = |error| format!("cannot serve at {ip}: {error}");
        let listener = listen(ip, port).await?;
        let address = listener.local_addr().map_err(failed)?;
        let hosts = http::hosts(address);
        let folder = saves::folder();
        let token = token::token(folder.as_deref())?;
        let link = format!("http://{address}/?token={token}");
        let access = AccessControl::new(hosts.clone(), address.port(), token);
        settings.link = (!ip.is_loopback()).then(|| link.clone());
        let events = driver::start(settings, folder)?;
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

/// Opens this port, or by default the first free one.
async fn listen(ip: IpAddr, port: Option<u16>) -> Result<TcpListener, String> {
    if port.is_none() {
        for port in DEFAULT_PORT..DEFAULT_PORT + TRIED_PORTS {
            if let Ok(listener) = TcpListener::bind((ip, port)).await {
                return Ok(listener);
            }
        }
    }
    let wanted = SocketAddr::new(ip, port.unwrap_or(0));
    let listener = TcpListener::bind(wanted).await;
    listener.map_err(|error| format!("cannot serve at {wanted}: {error}"))
}
