//! Slow twins: each game once more from its rules alone, to compare with.

mod challenge;
mod diaballik;
mod dvonn;
mod gipf;
mod zertz;
