#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hyla_fuzz_targets::fedpro_frames::check(input));
