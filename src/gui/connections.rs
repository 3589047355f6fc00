//! The connections below HTTP: how many there may be, and how long a request may take to arrive.
//!
//! Whoever reaches the port can open connections and say nothing. So each has its time, and where there
//! are too many the oldest makes room for the newest: a page is loaded long before it is the oldest. A
//! WebSocket that is open is none of them; [`super::server`] counts those.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::ErrorKind;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// Connections at once.
const MOST: usize = 64;
/// How long the head of a request may take, also the next one of a connection that is kept.
const PATIENCE: Duration = Duration::from_secs(10);
/// Until the system is asked again for a connection that it could not give.
const AGAIN: Duration = Duration::from_millis(500);

/// Serves connections until the program ends.
pub async fn serve(listener: &TcpListener, router: &Router) -> Infallible {
    let mut open: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let stream = accept(listener).await;
        open.retain(|connection| !connection.is_finished());
        if open.len() >= MOST
            && let Some(oldest) = open.pop_front()
        {
            log::warn!("more than {MOST} connections: the oldest is closed");
            oldest.abort();
        }
        let connection = tokio::spawn(answer(stream, router.clone()));
        open.push_back(connection.abort_handle());
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            // Whoever came has gone again.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
            Err(error) => {
                log::warn!("no connection: {error}");
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades()
        .await;
    if let Err(error) = served {
        log::debug!("a connection has ended: {error}");
    }
}
