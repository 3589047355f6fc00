//! Binds engines to processor cores, so that games at the same time do not disturb each other. The system
//! numbers the cores; those that this program may use are divided among the games.

use std::io;

/// The cores for the engines of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Gives each of `games` at the same time `each` cores of its own.
    ///
    /// # Errors
    /// There are too few cores, or the system cannot bind processes to cores.
    pub fn shared_out(games: usize, each: usize) -> io::Result<Vec<Cores>> {
        Cores::divided(&system::allowed()?, games, each)
    }

    fn divided(allowed: &[usize], games: usize, each: usize) -> io::Result<Vec<Cores>> {
        let needed = games.saturating_mul(each);
        if allowed.len() < needed {
            return Err(io::Error::other(format!(
                "{needed} cores are needed ({games} games at a time, {each} for each), and only {} are \
                 available",
                allowed.len()
            )));
        }
        let shares = allowed.chunks_exact(each.max(1)).take(games);
        Ok(shares.map(|share| Cores(share.to_vec())).collect())
    }

    /// Starts processes with `start`. They and all their threads stay on these cores.
    ///
    /// # Errors
    /// The error of `start` or of the system.
    pub(super) fn hold<T>(&self, start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        // A process inherits the cores of the thread that starts it. If they were set after the start, its
        // first threads could be elsewhere.
        let before = system::allowed()?;
        system::bind_thread(&self.0)?;
        let started = start();
        // The thread was allowed there a moment ago.
        let _ = system::bind_thread(&before);
        started
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The cores on which this thread may run, in ascending order.
    pub fn allowed() -> io::Result<Vec<usize>> {
        let set = sched_getaffinity(None)?;
        Ok((0..CpuSet::MAX_CPU)
            .filter(|&core| set.is_set(core))
            .collect())
    }

    /// Restricts this thread to these cores.
    pub fn bind_thread(cores: &[usize]) -> io::Result<()> {
        let mut set = CpuSet::new();
        cores.iter().for_each(|&core| set.set(core));
        Ok(sched_setaffinity(None, &set)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    pub fn allowed() -> io::Result<Vec<usize>> {
        Err(io::Error::other("only Linux can bind engines to cores"))
    }

    pub fn bind_thread(_: &[usize]) -> io::Result<()> {
        allowed().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_gets_cores_of_its_own() {
        let divided = |games, each| Cores::divided(&[0, 1, 4, 5, 6], games, each).ok();
        let cores =
            |list: &[&[usize]]| Some(list.iter().map(|list| Cores(list.to_vec())).collect());
        assert_eq!(divided(2, 1), cores(&[&[0], &[1]]));
        assert_eq!(divided(2, 2), cores(&[&[0, 1], &[4, 5]]));
        assert_eq!(
            divided(5, 1).map(|shares: Vec<Cores>| shares.len()),
            Some(5)
        );
        assert_eq!(divided(3, 2), None);
        assert_eq!(divided(6, 1), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_inherits_the_cores_and_the_thread_gets_its_own_back() {
        let before = system::allowed().expect("known cores");
        let last = *before.last().expect("a core");
        let held = Cores(vec![last]).hold(|| {
            std::process::Command::new("sed")
                .args(["-n", "s/^Cpus_allowed_list:[^0-9]*//p", "/proc/self/status"])
                .output()
        });
        let output = held.expect("sed").stdout;
        assert_eq!(String::from_utf8_lossy(&output).trim(), last.to_string());
        assert_eq!(system::allowed().expect("known cores"), before);
    }
}
