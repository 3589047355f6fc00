//! Checks the property that the environment variable `PROPERTY` names.
#![no_main]

extern crate ringstack_engine as ringstack_games;

#[path = "../crates/games/src/laws/positions.rs"]
mod positions;
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let name = std::env::var("PROPERTY").unwrap_or_default();
    let mut properties = properties::ALL.iter().chain(positions::ALL);
    let property = properties.find(|(of, _)| *of == name);
    let (_, property) = property.expect("PROPERTY must name a property of properties.rs");
    property(data);
});
