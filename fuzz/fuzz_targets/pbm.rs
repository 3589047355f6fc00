//! See `properties::pbm_file`.
#![no_main]

#[path = "../properties.rs"]
#[expect(dead_code, reason = "each target uses one property")]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::pbm_file(data));
