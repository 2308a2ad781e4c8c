#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| hyla_fuzz_targets::member_frames::check(input));
