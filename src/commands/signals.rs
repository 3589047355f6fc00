//! What a command that has started engines does when it is told to end.

/// Whoever interrupts us ends our engines, too.
#[cfg(unix)]
pub fn end_engines_with_us() -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The status a shell gives to a program that a signal ended.
            ringstack::arena::engine::children::end_all();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Whoever interrupts us ends our engines, too.
#[cfg(not(unix))]
pub fn end_engines_with_us() -> anyhow::Result<()> {
    Ok(())
}
