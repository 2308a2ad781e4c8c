#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hyla_fuzz_targets::streams::check(input));
