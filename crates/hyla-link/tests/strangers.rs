//! First messages of strangers, and their datagrams in multicast groups: decoded or refused. The seeds of the fuzz target
//! `strangers`, damaged in many ways.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::path::Path;

use hyla_core::message::{Echo, Greeting, ToRti, decode_control, kind_of, relayed_together};
use hyla_link::lanes::{LinkFrame, entry_of, is_probe, take_sequence};

const RUNS: usize = 20_000;

/// Passes a frame to every decoder that a stranger reaches.
fn decode(frame: &[u8]) {
    let _ = kind_of(frame);
    let _ = decode_control::<Greeting>(frame);
    let _ = decode_control::<ToRti>(frame);
    let _ = LinkFrame::decode(frame);
    let _ = Echo::read(frame);
    let _ = take_sequence(frame);
    let _ = is_probe(frame);
    let _ = entry_of(frame, 7);
    if let Ok(entries) = relayed_together(frame) {
        for (_, receivers) in entries {
            let _ = receivers.count();
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/strangers");
    let mut files: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| std::fs::read(file).unwrap())
        .collect()
}

#[test]
fn seeds_and_their_parts_are_decoded_or_refused() {
    let seeds = seeds();
    assert!(seeds.len() > 10);
    for seed in &seeds {
        (0..=seed.len()).for_each(|length| decode(&seed[..length]));
    }
    let is_greeting = |seed: &&Vec<u8>| seed[0] == 0x7f && decode_control::<Greeting>(seed).is_ok();
    assert!(seeds.iter().filter(is_greeting).count() >= 2);
    let is_link = |seed: &&Vec<u8>| seed[0] == 0x7d && LinkFrame::decode(seed).is_ok();
    assert!(seeds.iter().filter(is_link).count() >= 5);
}

#[test]
fn damaged_seeds_are_decoded_or_refused() {
    let seeds = seeds();
    let mut rng = fastrand::Rng::with_seed(46);
    for _ in 0..RUNS {
        let mut frame = seeds[rng.usize(..seeds.len())].clone();
        for _ in 0..rng.usize(1..6) {
            match rng.u8(..4) {
                0 => frame.truncate(rng.usize(..=frame.len())),
                1 => frame.push(rng.u8(..)),
                _ if frame.is_empty() => frame.push(0x7f),
                _ => {
                    let at = rng.usize(..frame.len());
                    frame[at] = rng.u8(..);
                }
            }
        }
        decode(&frame);
    }
}
