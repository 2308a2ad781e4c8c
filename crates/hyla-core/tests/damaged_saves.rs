//! Save files that were damaged or forged: refused with a reason, with bounded time and memory.
//!
//! `UPDATE_SEEDS=1` writes the file as a seed of the fuzz target `save_files`.
#![allow(clippy::unwrap_used, reason = "test code")]

mod harness;

use harness::World;
use hyla_core::federation::SaveFile;

const RUNS: usize = 500;

fn save() -> Vec<u8> {
    let mut world = World::traffic(2);
    world.save("first").encode("today")
}

/// The file with that body in place of its own: with a correct length and checksum.
fn with_body(body: &[u8]) -> Vec<u8> {
    let mut file = b"hyla-save 7\n\n".to_vec();
    file.extend_from_slice(body);
    file.extend_from_slice(&(body.len() as u64).to_le_bytes());
    let checksum = crc32fast::hash(&file);
    file.extend_from_slice(&checksum.to_le_bytes());
    file
}

fn body(file: &[u8]) -> &[u8] {
    let (length, _) = file[file.len() - 12..].split_first_chunk().unwrap();
    let length = u64::from_le_bytes(*length) as usize;
    &file[file.len() - 12 - length..file.len() - 12]
}

#[test]
fn a_save_is_checked_as_a_whole() {
    let file = save();

    assert_eq!(SaveFile::check(&file), Ok(()));
    assert_eq!(SaveFile::check(&with_body(body(&file))), Ok(()));
    let longer = [body(&file), b"x"].concat();
    assert!(
        SaveFile::check(&with_body(&longer))
            .unwrap_err()
            .contains("1 bytes too many")
    );
    if std::env::var_os("UPDATE_SEEDS").is_some() {
        let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/save_files");
        std::fs::create_dir_all(seeds).unwrap();
        std::fs::write(format!("{seeds}/two-federates"), body(&file)).unwrap();
    }
}

#[test]
fn a_forged_body_is_read_or_refused() {
    let file = save();
    let body = body(&file);
    let mut rng = fastrand::Rng::with_seed(46);
    let mut refused = 0;
    for _ in 0..RUNS {
        let mut forged = body.to_vec();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..forged.len());
            match rng.u8(..3) {
                0 => forged.truncate(at.max(1)),
                // Lengths are written as numbers of seven bits: such bytes make one huge.
                1 => forged[at] = 0xff,
                _ => forged[at] = rng.u8(..),
            }
        }
        refused += usize::from(SaveFile::check(&with_body(&forged)).is_err());
    }
    assert!(refused > RUNS / 10, "{refused}");
}
