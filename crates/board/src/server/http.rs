//! The connections to browsers: HTTP for the page, a WebSocket for messages.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, mpsc as queue};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::super::files::{PageFile, PageFiles};
use super::super::qr;
use super::super::session::{Access, Device, MAX_MESSAGE};
use super::access::{AccessControl, AccessError, AccessRequest};
use super::driver::{DriverEvent, EventSender};
use super::token::random_word;

/// The interval between two pings. Browsers answer them also for hidden pages, whose own heartbeats are slow.
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// A page that leaves this many pings without an answer is disconnected: its device is gone.
const MAX_UNANSWERED: u32 = 4;
/// The limit for sending a message.
const MAX_SEND: Duration = Duration::from_secs(20);
/// The maximum length of a heartbeat in bytes.
const MAX_HEARTBEAT: usize = 100;
/// The maximum size of all messages that wait for the board, in KiB: a file, and what others do meanwhile.
const MAX_WAITING: usize = (MAX_MESSAGE >> 10) + (16 << 10);
/// The length of the word for the browser of a guest, in bytes.
const DEVICE_ID: usize = 8;

/// The maximum number of messages that wait for a page. A page that falls further behind is
/// disconnected; it reconnects and receives the whole state.
pub const QUEUE: usize = 256;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Debug)]
struct ServerState {
    access: AccessControl,
    files: PageFiles,
    /// The address of the page without a key, for QR codes.
    base: String,
    events: EventSender,
    next_client: AtomicU64,
    /// The free memory for messages that wait for the board, in KiB.
    waiting: Arc<Semaphore>,
}

/// The routes: the page, its files and the WebSocket.
pub fn router(access: AccessControl, base: String, events: EventSender) -> Router {
    let state = Arc::new(ServerState {
        access,
        files: PageFiles::new(),
        base,
        events,
        next_client: AtomicU64::new(1),
        waiting: Arc::new(Semaphore::new(MAX_WAITING)),
    });
    Router::new()
        .route("/", get(page))
        .route("/qr.svg", get(qr_code))
        .route("/socket", get(socket))
        .fallback(get(file))
        .layer(middleware::from_fn(with_headers))
        .with_state(state)
}

/// The host names and addresses accepted for an address, with the port.
pub fn hosts(address: SocketAddr) -> Vec<String> {
    let named = |name: &str| format!("{name}:{}", address.port());
    let mut hosts = if address.ip().is_loopback() {
        ["127.0.0.1", "localhost", "[::1]"].map(named).to_vec()
    } else {
        vec![address.to_string()]
    };
    // Browsers omit the default port.
    if address.port() == 80 {
        let short = hosts.iter().filter_map(|host| host.strip_suffix(":80"));
        hosts.extend(short.map(str::to_owned).collect::<Vec<_>>());
    }
    hosts
}

async fn with_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}

fn access_request<'a>(headers: &'a HeaderMap, token: Option<&'a str>) -> AccessRequest<'a> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    AccessRequest {
        host: text(header::HOST),
        origin: text(header::ORIGIN),
        cookie: text(header::COOKIE),
        token,
    }
}

fn refused(error: AccessError) -> Response {
    log::warn!("request refused: {error:?}");
    // Those who have no access do not keep a connection either: their number is limited.
    let close = [(header::CONNECTION, "close")];
    (
        StatusCode::FORBIDDEN,
        close,
        Html(refusal_page(error.text())),
    )
        .into_response()
}

/// A page that says why there is no access. It is readable without a style sheet.
fn refusal_page(text: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>ringstack</title>\
         <h1>ringstack</h1><p>{text}</p>\
         <p lang=\"fr\">Ouvrez l’adresse que « ringstack gui » a affichée au démarrage, ou demandez un nouveau lien.</p>"
    )
}

fn content(file: &PageFile, headers: &HeaderMap) -> Response {
    let kind = (header::CONTENT_TYPE, file.kind);
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepts_gzip = accepted
        .and_then(|value| value.to_str().ok())
        .is_some_and(accepts_gzip);
    if accepts_gzip {
        let encoding = (header::CONTENT_ENCODING, "gzip");
        return ([kind, encoding], file.compressed().to_vec()).into_response();
    }
    ([kind], file.content.to_vec()).into_response()
}

/// Whether the value of `Accept-Encoding` names gzip with a weight that is not zero.
fn accepts_gzip(value: &str) -> bool {
    value.split(',').any(|item| {
        let (coding, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.split_once('=').map(|(_, weight)| weight.trim());
        let weight = weight.and_then(|weight| weight.parse::<f32>().ok());
        coding.trim().eq_ignore_ascii_case("gzip") && weight != Some(0.0)
    })
}

/// A file of the page. Its version in the path makes it immutable.
async fn file(State(state): State<Arc<ServerState>>, uri: Uri, headers: HeaderMap) -> Response {
    if let Err(error) = state.access.check(access_request(&headers, None)) {
        return refused(error);
    }
    let Some((file, is_versioned)) = state.files.get(uri.path()) else {
        return (StatusCode::NOT_FOUND, "Not found.").into_response();
    };
    let mut response = content(file, &headers);
    if is_versioned {
        let immutable = HeaderValue::from_static("private, max-age=31536000, immutable");
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, immutable);
    }
    response
}

async fn page(State(state): State<Arc<ServerState>>, uri: Uri, headers: HeaderMap) -> Response {
    let query = uri.query().unwrap_or_default();
    let token = query
        .split('&')
        .find_map(|part| part.strip_prefix("token="));
    let mut device = match state.access.check(access_request(&headers, token)) {
        Ok(device) => device,
        Err(error) => return refused(error),
    };
    if device.access == Access::Owner {
        device.id = String::new();
    } else if device.id.is_empty() {
        // Without random numbers there are no keys either.
        device.id = random_word(DEVICE_ID).unwrap_or_default();
    }
    let mut response = content(&state.files.page, &headers);
    if let Ok(cookie) = HeaderValue::from_str(&state.access.set_cookie(&device)) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The QR code of an invitation, whose query is that of the request.
async fn qr_code(State(state): State<Arc<ServerState>>, uri: Uri, headers: HeaderMap) -> Response {
    if let Err(error) = state.access.check(access_request(&headers, None)) {
        return refused(error);
    }
    let query = uri.query().unwrap_or_default();
    match qr::picture(&format!("{}?{query}#board", state.base)) {
        Some(code) => ([(header::CONTENT_TYPE, "image/svg+xml")], code).into_response(),
        None => (StatusCode::URI_TOO_LONG, "Too long for a QR code.").into_response(),
    }
}

async fn socket(
    State(state): State<Arc<ServerState>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let device = match state.access.check_socket(access_request(&headers, None)) {
        Ok(device) => device,
        Err(error) => return refused(error),
    };
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| relay(state, socket, device))
}

/// Relays messages in both directions until one side disconnects.
async fn relay(state: Arc<ServerState>, mut socket: WebSocket, device: Device) {
    let client = state.next_client.fetch_add(1, Ordering::Relaxed);
    let (to_page, mut from_board) = queue::channel::<Arc<str>>(QUEUE);
    let pongs = to_page.downgrade();
    state
        .events
        .send(DriverEvent::Joined(client, device, to_page));
    let mut pings = interval(PING_INTERVAL);
    // After a suspension of the computer the pings that are due would leave no time for an answer.
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unanswered = 0;
    loop {
        let message = tokio::select! {
            _ = pings.tick() => {
                if unanswered == MAX_UNANSWERED {
                    break;
                }
                unanswered += 1;
                Message::Ping(Bytes::new())
            }
            text = from_board.recv() => match text {
                Some(text) => Message::Text((&*text).into()),
                None => break,
            },
            read = socket.recv() => {
                unanswered = 0;
                match read {
                    Some(Ok(Message::Text(text))) => {
                        if let Some(pong) = pong(&text, &state.events) {
                            // A page with a full queue is disconnected by the board.
                            let _ = pongs.upgrade().map(|page| page.try_send(pong));
                        } else {
                            let Ok(permit) = waiting_place(&state, text.len()).await else {
                                break;
                            };
                            let message = DriverEvent::Message(client, text.to_string(), permit);
                            state.events.send(message);
                        }
                    }
                    None | Some(Ok(Message::Close(_))) => break,
                    Some(Ok(_)) => {}
                    Some(Err(error)) => {
                        log::debug!("client {client}: {error}");
                        break;
                    }
                }
                continue;
            }
        };
        if !matches!(timeout(MAX_SEND, socket.send(message)).await, Ok(Ok(()))) {
            break;
        }
    }
    state.events.send(DriverEvent::Left(client));
}

/// Waits until messages of this length may wait for the board.
async fn waiting_place(
    state: &ServerState,
    length: usize,
) -> Result<OwnedSemaphorePermit, AcquireError> {
    let places = (length >> 10) + 1;
    let places = u32::try_from(places).unwrap_or(u32::MAX);
    Arc::clone(&state.waiting).acquire_many_owned(places).await
}

/// The heartbeat of a page.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
enum Heartbeat {
    Ping {
        /// The time of the page.
        at: f64,
    },
}

/// The answer to a heartbeat: the time of the page and that of the server. It does not wait for the board,
/// because a busy board is not a lost connection.
fn pong(text: &str, events: &EventSender) -> Option<Arc<str>> {
    if text.len() > MAX_HEARTBEAT {
        return None;
    }
    let Heartbeat::Ping { at } = serde_json::from_str(text).ok()?;
    let pong = json!({"t": "pong", "at": at, "now": events.now()});
    Some(pong.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_with_the_weight_zero_is_not_accepted() {
        for value in ["gzip", "br, GZIP;q=0.5", "gzip ; q=1.0, br"] {
            assert!(accepts_gzip(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "br, gzip; q=0.000", "x-gzip"] {
            assert!(!accepts_gzip(value), "{value}");
        }
    }

    #[test]
    fn the_default_port_may_be_omitted() {
        let hosts = |address: &str| hosts(address.parse().expect("an address"));
        assert!(hosts("127.0.0.1:80").contains(&"localhost".to_owned()));
        assert!(hosts("127.0.0.1:80").contains(&"localhost:80".to_owned()));
        assert_eq!(hosts("192.0.2.1:80"), ["192.0.2.1:80", "192.0.2.1"]);
        assert_eq!(hosts("192.0.2.1:8080"), ["192.0.2.1:8080"]);
        assert!(!hosts("127.0.0.1:8080").contains(&"localhost".to_owned()));
    }
}
