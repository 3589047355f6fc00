//! Threads that search one at a time, in turn: a search by many threads comes to the same each time so,
//! with the nodes that each would have had on a processor of its own, whatever the machine has.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many batches of nodes are a turn: few beside an iteration, many beside a change of threads.
const BATCHES: u64 = 4;

/// Whose turn it is.
#[derive(Debug)]
pub struct Turns {
    state: Mutex<State>,
    passed: Condvar,
}

#[derive(Debug)]
struct State {
    /// The threads that have not ended, by number, the one that searches first.
    order: Vec<usize>,
}

impl Turns {
    /// For so many threads; the first one begins.
    pub fn new(threads: usize) -> Turns {
        let order = (0..threads).collect();
        Turns {
            state: Mutex::new(State { order }),
            passed: Condvar::new(),
        }
    }

    /// Waits for the turn of a thread.
    pub fn begin(&self, thread: usize) {
        self.wait(self.lock(), thread);
    }

    /// A thread has done its batch of this number: after some of them it passes the turn on and waits for
    /// the next.
    pub fn step(&self, thread: usize, batch: u64) {
        if !batch.is_multiple_of(BATCHES) {
            return;
        }
        let mut state = self.lock();
        if !state.order.is_empty() {
            state.order.rotate_left(1);
        }
        self.passed.notify_all();
        self.wait(state, thread);
    }

    /// A thread searches no more.
    pub fn end(&self, thread: usize) {
        self.lock().order.retain(|&other| other != thread);
        self.passed.notify_all();
    }

    fn wait(&self, state: MutexGuard<State>, thread: usize) {
        // A thread that has ended waits for nothing.
        let must_wait = |state: &mut State| {
            state.order.contains(&thread) && state.order.first() != Some(&thread)
        };
        drop(self.passed.wait_while(state, must_wait));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that died has left a sound state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn threads_take_turns_and_wait_for_none_that_has_ended() {
        let turns = Turns::new(4);
        let searched = Mutex::new(Vec::new());
        turns.end(2);
        thread::scope(|scope| {
            for number in [3, 1, 0] {
                let (turns, searched) = (&turns, &searched);
                scope.spawn(move || {
                    turns.begin(number);
                    let rounds = if number == 1 { 1 } else { 3 };
                    for round in 1..=rounds {
                        searched.lock().expect("no thread died").push(number);
                        turns.step(number, round * BATCHES - 1);
                        if round < rounds {
                            turns.step(number, round * BATCHES);
                        }
                    }
                    turns.end(number);
                });
            }
        });
        let searched = searched.into_inner().expect("no thread died");
        assert_eq!(searched, [0, 1, 3, 0, 3, 0, 3]);
    }
}
