//! The UGI engine for hosts of WebAssembly, such as web pages; with the feature `board` also the session of the
//! board. The modules of `js/` are such hosts.
//!
//! The host calls [`input`], writes a text to the memory that it returns, and calls [`line()`] or `board`. If
//! [`line()`] returns [`State::HasTask`], the host calls [`run`], which searches. Answers go to the import `write`.
//!
//! | file | contents |
//! |---|---|
//! | `host` | what the module imports: time, pauses, output |
//! | `engine` | the session of the protocol and its task |
//! | `board` | the session of the board and the drivers of its engines |
//! | `files` | the saved games and the settings of the board |
//! | `messages` | the messages between the board and its host |

#[cfg(feature = "board")]
mod board;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "board")]
mod files;
mod host;
#[cfg(feature = "board")]
mod messages;

use std::cell::RefCell;

#[cfg(feature = "engine")]
use engine::Engine;
#[cfg(feature = "engine")]
pub use engine::State;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    #[cfg(feature = "engine")]
    static ENGINE: Engine = Engine::new();
    #[cfg(feature = "board")]
    static BOARD: RefCell<Option<board::Board>> = const { RefCell::new(None) };
}

/// The memory for a text of this length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    // Every use begins here.
    host::set_clock();
    INPUT.with_borrow_mut(|input| {
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Handles the line in the memory of [`input`]. The host may also call this while [`run`] pauses.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn line() -> State {
    ENGINE.with(|engine| engine.line(&INPUT.take()))
}

/// Runs the task, such as a search, to its end. Calls the import `pause` from time to time.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
pub extern "C" fn run() -> State {
    ENGINE.with(Engine::run)
}

/// Handles the message in the memory of [`input`] for the board.
#[cfg(feature = "board")]
#[unsafe(no_mangle)]
pub extern "C" fn board() {
    let message = INPUT.take();
    BOARD.with_borrow_mut(|board| board::handle(board, &String::from_utf8_lossy(&message)));
}
