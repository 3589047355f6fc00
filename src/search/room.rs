//! Whether there is room in memory for something big. Where the system limits it, a small allocation
//! that fails ends the process; so the big ones are asked for first, and are refused while enough is
//! left for the small ones.

use std::hint::black_box;

/// The stack of a search thread in bytes: deep lines need deep stacks.
pub const STACK: usize = 32 << 20;

/// What has to be left for small things, in bytes.
pub const SMALL: usize = 16 << 20;

/// What a search of one thread takes beside the table, in bytes, generously.
pub const SEARCH: usize = 2 * STACK + SMALL;

/// What another search thread takes, in bytes: its stack, and as much as allocators set aside for
/// each thread.
pub const HELPER: usize = STACK + (144 << 20);

/// Whether so many bytes could be had now. Nothing is kept of them, and none is touched.
#[must_use]
pub fn is_room_for(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let granted = room.try_reserve_exact(bytes).is_ok();
    // Or the compiler would leave the allocation out.
    black_box(&room);
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_little_and_none_for_too_much() {
        assert!(is_room_for(SEARCH));
        assert!(!is_room_for(isize::MAX as usize));
        assert!(!is_room_for(usize::MAX));
    }
}
