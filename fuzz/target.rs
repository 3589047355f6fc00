//! Checks the property that the environment variable `PROPERTY` names.
#![no_main]

#[path = "../tests/it/positions.rs"]
mod positions;
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let name = std::env::var("PROPERTY").unwrap_or_default();
    let mut properties = properties::ALL.iter();
    let property = properties.find(|(of, _)| *of == name);
    let (_, property) = property.expect("PROPERTY must name a property of properties.rs");
    property(data);
});
