//! Obvious, slow move generators written from the rules alone; they know nothing of the crate but
//! FEN and tokens and are compared with the fast ones.

mod diaballik;
