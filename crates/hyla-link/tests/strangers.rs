//! Seeds of the fuzz target `strangers`, whose damaged forms the tests of `hyla-fuzz-targets` decode.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::path::Path;

use hyla_core::message::{Greeting, decode_control};
use hyla_link::lanes::LinkFrame;

#[test]
fn seeds_of_the_fuzz_target_have_greetings_and_messages_of_links() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/strangers");
    let files = folder.read_dir().unwrap();
    let seeds: Vec<_> = files
        .map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .collect();

    let is_greeting = |seed: &&Vec<u8>| seed[0] == 0x7f && decode_control::<Greeting>(seed).is_ok();
    assert!(seeds.iter().filter(is_greeting).count() >= 2);
    let is_link = |seed: &&Vec<u8>| seed[0] == 0x7d && LinkFrame::decode(seed).is_ok();
    assert!(seeds.iter().filter(is_link).count() >= 5);
}
