//! The only place that reads the time. Natively it is that of the standard library. A host without one,
//! such as a browser, provides a source before anything else is called.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::Duration;

/// The clock of a host.
#[derive(Clone, Copy, Debug)]
pub struct ClockSource {
    /// The time since a fixed moment; it never goes back.
    pub monotonic: fn() -> Duration,
    /// The time since 1970.
    pub unix: fn() -> Duration,
}

/// The first reading of the system's clock.
const BEFORE_START: Duration = Duration::from_secs(86_400);

static SOURCE: OnceLock<ClockSource> = OnceLock::new();

/// Sets the clock of the host. Only the first call has an effect, and it must precede every reading.
pub fn set_source(source: ClockSource) {
    // A second source could go back.
    let _ = SOURCE.set(source);
}

/// A moment of the monotonic clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

/// The present moment.
#[must_use]
pub fn now() -> Instant {
    Instant((SOURCE.get_or_init(system).monotonic)())
}

/// Lets the host deliver the lines that have arrived, such as `stop`. A web page does so while the clock is read;
/// reading it often enough has the same effect.
pub fn yield_to_host() {
    let _ = now();
}

/// The time since 1970; zero if the system clock is set to an earlier date.
#[must_use]
pub fn unix_time() -> Duration {
    (SOURCE.get_or_init(system).unix)()
}

impl Instant {
    /// The time since this moment.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        now().saturating_duration_since(self)
    }

    /// The moment this long before; `None` if the clock cannot represent it.
    #[must_use]
    pub fn checked_sub(self, time: Duration) -> Option<Instant> {
        self.0.checked_sub(time).map(Instant)
    }

    /// The time from `earlier` to this moment; zero if it is later.
    #[must_use]
    pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

/// The clock of the standard library, which WebAssembly lacks: without a source, the clock returns zero there.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that reads the time"
)]
fn system() -> ClockSource {
    if cfg!(target_family = "wasm") {
        return ClockSource {
            monotonic: || Duration::ZERO,
            unix: || Duration::ZERO,
        };
    }
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    ClockSource {
        // Moments before the first reading can be represented, too.
        monotonic: || BEFORE_START + START.get_or_init(std::time::Instant::now).elapsed(),
        unix: || {
            let now = std::time::SystemTime::now();
            now.duration_since(std::time::UNIX_EPOCH)
                .unwrap_or_default()
        },
    }
}
