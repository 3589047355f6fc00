//! Reference implementations: each game written a second time from its rules, slowly, for comparison.

mod challenge;
mod diaballik;
mod dvonn;
mod gipf;
mod zertz;
