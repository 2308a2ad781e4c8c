//! The seeds of each fuzz target, whole, cut, and damaged in many ways: with fixed choices, as many as fit into seconds.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fastrand::Rng;

/// Inputs of a target, and their bytes together: targets whose seeds are large have fewer inputs.
const MOST_INPUTS: usize = 5_000;
const MOST_BYTES: usize = 4 << 20;

/// Places where a seed is cut.
const MOST_CUTS: usize = 100;

/// Bytes at limits of lengths and counts.
const LIMITS: [u8; 6] = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files of a folder and of those below it, in an order that does not depend on the disk.
fn files_below(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true => files_below(&path, found),
            false => drop(found.insert(path)),
        }
    }
}

/// The seeds of a target, from its own folder and those that `fuzz/folders.txt` names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut found = BTreeSet::new();
    files_below(&root().join("fuzz/seeds").join(target), &mut found);
    for line in std::fs::read_to_string(root().join("fuzz/folders.txt"))
        .unwrap()
        .lines()
    {
        if let Some(folder) = line.strip_prefix(&format!("{target} ")) {
            files_below(&root().join(folder), &mut found);
        }
    }
    found
        .iter()
        .map(|file| std::fs::read(file).unwrap())
        .collect()
}

/// Damages an input as a coverage-guided fuzzer does.
fn damage(input: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    for _ in 0..rng.usize(1..6) {
        let at = rng.usize(..=input.len());
        let end = at + rng.usize(..=(input.len() - at).min(16));
        match rng.u8(..8) {
            0 => input.truncate(at),
            1 => drop(input.drain(at..end)),
            2 => {
                let again = input[at..end].to_vec();
                drop(input.splice(at..at, again));
            }
            3 => {
                let other = &seeds[rng.usize(..seeds.len())];
                let from = rng.usize(..=other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            4 => input.insert(at, rng.u8(..)),
            _ if at == input.len() => input.push(rng.u8(..)),
            5 => input[at] ^= 1 << rng.u8(..8),
            6 => input[at] = LIMITS[rng.usize(..LIMITS.len())],
            _ => input[at] = rng.u8(..),
        }
    }
}

/// Says which input it was when a check panics.
struct Input<'a>(&'static str, &'a [u8]);

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: the input was {:02x?}", self.0, self.1);
        }
    }
}

fn check_all(target: &'static str, check: fn(&[u8])) {
    let seeds = seeds(target);
    assert!(!seeds.is_empty(), "no seeds of {target}");
    let check = |input: &[u8]| {
        let input = Input(target, input);
        check(input.1);
    };
    for seed in &seeds {
        check(seed);
        let cuts = (0..seed.len()).step_by(1 + seed.len() / MOST_CUTS);
        cuts.for_each(|length| check(&seed[..length]));
    }
    let mut rng = Rng::with_seed(20);
    let (mut inputs, mut bytes) = (0, 0);
    while inputs < MOST_INPUTS && bytes < MOST_BYTES {
        let mut input = seeds[rng.usize(..seeds.len())].clone();
        damage(&mut input, &seeds, &mut rng);
        check(&input);
        inputs += 1;
        bytes += input.len();
    }
}

macro_rules! targets {
    ($($name:ident),* $(,)?) => {
        const TARGETS: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                check_all(stringify!($name), hyla_fuzz_targets::$name::check);
            }
        )*
    };
}

targets! {
    datagrams,
    fedpro_frames,
    fedpro_messages,
    flow_profiles,
    group_datagrams,
    interface_definitions,
    member_frames,
    object_models,
    object_references,
    orb_messages,
    save_files,
    settings,
    strangers,
    streams,
}

#[test]
fn each_program_of_libfuzzer_is_tested_here() {
    let mut programs = BTreeSet::new();
    files_below(&root().join("fuzz/fuzz_targets"), &mut programs);
    let names: Vec<_> = programs
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap())
        .collect();

    assert_eq!(names, TARGETS);
}
