//! Every target: checks the property of its name.
#![no_main]

mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let name = env!("CARGO_BIN_NAME");
    let mut properties = properties::ALL.iter();
    let (_, property) = properties.find(|(of, _)| *of == name).expect("a property");
    property(data);
});
