//! The connection with windows: HTTP for the page, a WebSocket for what is live.
//!
//! Connections are those of [`super::connections`], requests are let in by [`super::guard`]; messages go to
//! the table and come from it, bounded in size, number and rate.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request as HttpRequest, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc as queue;
use tokio::time::timeout;

use super::connections;
use super::files::{FILES, File, PAGE};
use super::guard::{Denial, Guard, Request};
use super::table::{Event, WindowId};
use super::wire::LONGEST_MESSAGE;

/// Windows at once.
const MOST_WINDOWS: usize = 16;
/// Messages that may wait for a window.
const QUEUE: usize = 256;
/// Messages a window may send at once, and how long one more has to wait.
const BURST: u32 = 400;
const PACE: Duration = Duration::from_millis(4);

/// How often a window is asked whether it is still there; its browser answers by itself.
const PING: Duration = Duration::from_secs(20);
/// A window that says nothing for so long is gone: a computer that was shut says no goodbye.
const SILENCE: Duration = Duration::from_secs(120);
/// How long a window may take to hear the goodbye.
const PARTING: Duration = Duration::from_secs(10);

/// What the library says of a message beyond the size that was set.
const TOO_LONG: &str = "too long";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Debug)]
struct Shared {
    guard: Guard,
    table: Sender<Event>,
    windows: AtomicUsize,
    next: AtomicU64,
}

/// Serves windows until the program ends.
pub async fn serve(listener: TcpListener, guard: Guard, table: Sender<Event>) -> Infallible {
    let shared = Arc::new(Shared {
        guard,
        table,
        windows: AtomicUsize::new(0),
        next: AtomicU64::new(1),
    });
    let mut router = Router::new()
        .route("/", get(page))
        .route("/socket", get(socket));
    for file in FILES {
        router = router.route(
            file.path,
            get(
                move |State(shared): State<Arc<Shared>>, headers: HeaderMap| async move {
                    part(&shared, &headers, *file)
                },
            ),
        );
    }
    let router = router
        .fallback(async || (StatusCode::NOT_FOUND, "There is nothing here."))
        .layer(middleware::from_fn(with_headers))
        .with_state(shared);
    connections::serve(&listener, &router).await
}

/// The hosts by which an address may be called.
#[must_use]
pub fn hosts(address: SocketAddr) -> Vec<String> {
    let named = |name: &str| format!("{name}:{}", address.port());
    let mut hosts = if address.ip().is_loopback() {
        ["127.0.0.1", "localhost", "[::1]"].map(named).to_vec()
    } else {
        vec![address.to_string()]
    };
    // Nobody writes the usual port.
    if address.port() == 80 {
        let short = hosts.iter().filter_map(|host| host.strip_suffix(":80"));
        hosts.extend(short.map(str::to_owned).collect::<Vec<_>>());
    }
    hosts
}

async fn with_headers(request: HttpRequest, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
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
    response
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn request<'a>(headers: &'a HeaderMap, token: Option<&'a str>) -> Request<'a> {
    Request {
        host: text(headers, &header::HOST),
        origin: text(headers, &header::ORIGIN),
        cookie: text(headers, &header::COOKIE),
        token,
    }
}

fn denied(denial: Denial) -> Response {
    log::warn!("refused: {denial:?}");
    (StatusCode::FORBIDDEN, denial.text()).into_response()
}

fn content(file: File) -> Response {
    ([(header::CONTENT_TYPE, file.kind)], file.content).into_response()
}

async fn page(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap) -> Response {
    let query = uri.query().unwrap_or_default();
    let token = query
        .split('&')
        .find_map(|part| part.strip_prefix("token="));
    match shared.guard.admit(request(&headers, token)) {
        Ok(false) => content(PAGE),
        Ok(true) => {
            let mut response = content(PAGE);
            if let Ok(cookie) = HeaderValue::from_str(&shared.guard.set_cookie()) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(denial) => denied(denial),
    }
}

fn part(shared: &Shared, headers: &HeaderMap, file: File) -> Response {
    match shared.guard.allow(request(headers, None)) {
        Ok(()) => content(file),
        Err(denial) => denied(denial),
    }
}

async fn socket(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(denial) = shared.guard.allow_talk(request(&headers, None)) {
        return denied(denial);
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    if shared.windows.fetch_add(1, Ordering::Relaxed) >= MOST_WINDOWS {
        shared.windows.fetch_sub(1, Ordering::Relaxed);
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "There are too many windows.",
        )
            .into_response();
    }
    let seat = WindowSeat(Arc::clone(&shared));
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| talk(seat, socket))
}

/// Counts a window as long as it is there.
struct WindowSeat(Arc<Shared>);

impl Drop for WindowSeat {
    fn drop(&mut self) {
        self.0.windows.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn talk(seat: WindowSeat, socket: WebSocket) {
    let shared = &seat.0;
    let window = shared.next.fetch_add(1, Ordering::Relaxed);
    let (to_window, from_table) = queue::channel(QUEUE);
    let (sink, stream) = socket.split();
    // The table ends with the program.
    let _ = shared.table.send(Event::Open(window, to_window));
    let (closing, closed) = queue::channel(1);
    let mut writer = tokio::spawn(write(sink, from_table, closed, PING));
    let end = read(window, stream, &shared.table, SILENCE).await;
    let _ = shared.table.send(Event::Close(window));
    if let Some(end) = end {
        // The writer may be gone already.
        let _ = closing.try_send(end);
    }
    drop(closing);
    // Nobody may take what is still to be sent.
    if timeout(PARTING, &mut writer).await.is_err() {
        writer.abort();
    }
}

/// Passes on what the table says, until it lets the window go or the window is gone; asks the window now and then
/// whether it is there, however much there is to be said.
async fn write(
    mut sink: impl Sink<Message> + Unpin,
    mut from_table: queue::Receiver<Arc<str>>,
    mut closed: queue::Receiver<CloseFrame>,
    ping: Duration,
) {
    let mut asked = Instant::now();
    loop {
        let left = ping.saturating_sub(asked.elapsed());
        let message = if left.is_zero() {
            asked = Instant::now();
            Message::Ping(Default::default())
        } else {
            match timeout(left, from_table.recv()).await {
                Ok(Some(text)) => Message::Text((&*text).into()),
                Ok(None) => break,
                Err(_) => continue,
            }
        };
        if sink.send(message).await.is_err() {
            return;
        }
    }
    // The window may be gone; where it has said goodbye the answer is still to be sent.
    let _ = match closed.try_recv().ok() {
        Some(end) => sink.send(Message::Close(Some(end))).await,
        None => sink.close().await,
    };
}

/// Passes on what the window says, until it is silent for too long; how to part from it, if it did something wrong.
async fn read(
    window: WindowId,
    mut stream: impl Stream<Item = Result<Message, axum::Error>> + Unpin,
    table: &Sender<Event>,
    silence: Duration,
) -> Option<CloseFrame> {
    let mut left = BURST;
    let mut counted = Instant::now();
    loop {
        let Ok(next) = timeout(silence, stream.next()).await else {
            log::warn!("window {window}: it is silent");
            return None;
        };
        let message = match next? {
            Ok(message) => message,
            Err(error) => {
                log::warn!("window {window}: {error}");
                // Where the window is gone there is nobody to be told.
                return error.to_string().contains(TOO_LONG).then(|| CloseFrame {
                    code: 1009,
                    reason: format!("a message may have {LONGEST_MESSAGE} bytes").into(),
                });
            }
        };
        let now = Instant::now();
        let earned = now.duration_since(counted).as_nanos() / PACE.as_nanos();
        if earned > 0 {
            left = left
                .saturating_add(u32::try_from(earned).unwrap_or(BURST))
                .min(BURST);
            counted = now;
        }
        if left == 0 {
            tokio::time::sleep(PACE).await;
        } else {
            left -= 1;
        }
        let event = match message {
            Message::Text(text) => Event::Said(window, text.to_string(), now),
            Message::Binary(_) => Event::Said(window, String::new(), now),
            Message::Close(_) => return None,
            Message::Ping(_) | Message::Pong(_) => continue,
        };
        table.send(event).ok()?;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use futures_util::{sink, stream};

    use super::*;

    fn wait_for<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        runtime.block_on(work)
    }

    #[test]
    fn a_silent_window_is_gone() {
        let (table, _happening) = channel();
        let silent = stream::pending();
        let end = wait_for(read(1, silent, &table, Duration::from_millis(10)));
        assert!(end.is_none());
    }

    #[test]
    fn a_window_is_asked_whether_it_is_there_also_while_there_is_much_to_say() {
        let (to_window, from_table) = queue::channel(1);
        let (sent, seen) = channel();
        let window = Box::pin(sink::unfold(sent, async |sent, message| {
            sent.send(message).map(|()| sent).map_err(|_| ())
        }));
        let (_closing, closed) = queue::channel(1);
        wait_for(async {
            tokio::spawn(write(window, from_table, closed, Duration::from_millis(5)));
            while !seen
                .try_iter()
                .any(|message| matches!(message, Message::Ping(_)))
            {
                to_window.send("news".into()).await.expect("it listens");
            }
        });
    }

    #[test]
    fn the_usual_port_need_not_be_named() {
        let hosts = |address: &str| hosts(address.parse().expect("an address"));
        assert!(hosts("127.0.0.1:80").contains(&"localhost".to_owned()));
        assert!(hosts("127.0.0.1:80").contains(&"localhost:80".to_owned()));
        assert_eq!(hosts("192.0.2.1:80"), ["192.0.2.1:80", "192.0.2.1"]);
        assert_eq!(hosts("192.0.2.1:8080"), ["192.0.2.1:8080"]);
        assert!(!hosts("127.0.0.1:8080").contains(&"localhost".to_owned()));
    }
}
