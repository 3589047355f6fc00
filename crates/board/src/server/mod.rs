//! The server of the board: HTTP, engine processes, files, timers, access control.
//!
//! | file | contents |
//! |---|---|
//! | `access` | access control |
//! | `driver` | the thread that runs the session |
//! | `engine_thread` | an engine process and its thread |
//! | `folder` | the folder with the files of the board |
//! | `http` | HTTP and WebSocket |
//! | `token` | the keys in the links |

mod access;
mod driver;
mod engine_thread;
mod folder;
mod http;
mod token;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use access::AccessControl;
use driver::EventSender;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::session::{BoardSettings, InvitationLinks};
use ringstack_arena::engine::spec::EngineSpec;

/// The default port, so that links and bookmarks stay valid: GIPF on the keys of a telephone.
const DEFAULT_PORT: u16 = 4473;
/// The number of ports to try before any free port.
const TRIED_PORTS: u16 = 10;

/// The time in which a client must send the head of its next request.
const MAX_REQUEST_TIME: Duration = Duration::from_secs(10);
/// The maximum number of connections at a time, without those of open boards.
const MAX_CONNECTIONS: usize = 256;
/// The pause after a connection could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);

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
    engines: Vec<EngineSpec>,
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
        let folder = folder::path();
        let keys = token::keys(folder.as_deref())?;
        let base = format!("http://{address}/");
        let link_of = |key: &str| format!("{base}?token={key}");
        let link = link_of(&keys.owner);
        settings.links = (!ip.is_loopback()).then(|| InvitationLinks {
            seats: keys
                .seats
                .each_ref()
                .map(|key| format!("{}#board", link_of(key))),
            watchers: format!("{}#board", link_of(&keys.watchers)),
        });
        let access = AccessControl::new(hosts.clone(), address.port(), keys);
        let events = driver::start(settings, engines, folder)?;
        started(ServedBoard {
            address: link,
            hosts,
            events: events.clone(),
        });
        accept(listener, http::router(access, base, events)).await
    })
}

/// Serves connections until the program ends.
async fn accept(listener: TcpListener, router: axum::Router) -> Result<(), String> {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(MAX_REQUEST_TIME);
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let connection = connections.clone().acquire_owned().await;
        let connection = connection.map_err(|error| error.to_string())?;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // For example too many open files: some of them will be closed.
                log::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        let served = http.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            // A connection that fails is the matter of its client. One that becomes a WebSocket ends here.
            let _ = served.with_upgrades().await;
            drop(connection);
        });
    }
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
