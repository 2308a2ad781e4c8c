//! Names chosen so that a hash without a key puts all of them in one place of a table, where each is compared with all others.

use std::hash::BuildHasher;
use std::ops::Range;

use hyla_core::message::{FromRti, MemberRequest, ToRti, decode_control};
use rustc_hash::FxBuildHasher;

use crate::beside::Scene;
use crate::memory::{OWN, control, create};
use crate::native::{join, next_frame, say};

/// Pairs of blocks of a name, which are swapped or not: so many names are two to the power of it.
const PAIRS: usize = 11;

/// Constants of `rustc-hash`, which hashes texts in blocks of 16 bytes: two numbers are its state, and a block mixes one of them with
/// both halves of the block.
const START: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];
const AGAINST_ZEROS: u64 = 0xa409_3822_299f_31d0;

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

const PRINTABLE: Range<u8> = 0x20..0x7f;

fn is_printable(half: u64) -> bool {
    half.to_le_bytes().iter().all(|it| PRINTABLE.contains(it))
}

/// Which half of a block is which does not matter to a product: for each block that fits there is another one with the same hash.
fn other(state: u64, [first, second]: [u64; 2]) -> [u64; 2] {
    let between = state ^ AGAINST_ZEROS;
    [second ^ between, first ^ between]
}

/// A half whose other form is printable, too.
fn half(random: &mut fastrand::Rng, between: u64) -> u64 {
    let byte = |of: u8| loop {
        let byte = random.u8(PRINTABLE);
        if PRINTABLE.contains(&(byte ^ of)) {
            return byte;
        }
    };
    u64::from_le_bytes(between.to_le_bytes().map(byte))
}

/// Names of equal length and equal hash.
fn names() -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut state = START;
    let mut blocks = Vec::new();
    while blocks.len() < PAIRS + 2 {
        let between = state[0] ^ AGAINST_ZEROS;
        let has_pair = blocks.len() >= 2;
        let next = || {
            // Bytes of a text have no eighth bit here, so that only the blocks behind the first two can be paired.
            let between = if has_pair { between } else { 0 };
            [half(&mut random, between), half(&mut random, between)]
        };
        let fits = |block: &[u64; 2]| {
            let mixed = mix(state[0] ^ block[0], AGAINST_ZEROS ^ block[1]);
            (mixed ^ AGAINST_ZEROS) & 0x8080_8080_8080_8080 == 0
        };
        let block = std::iter::repeat_with(next).find(fits).unwrap();
        let pair = has_pair.then(|| other(state[0], block));
        let mixed = mix(state[0] ^ block[0], AGAINST_ZEROS ^ block[1]);
        state = [state[1], mixed];
        blocks.push((block, pair));
    }
    let name = |choices: usize| {
        let mut name = Vec::new();
        for (at, (block, pair)) in blocks.iter().enumerate() {
            let is_other = at >= 2 && choices >> (at - 2) & 1 == 1;
            let chosen = pair.filter(|_| is_other).unwrap_or(*block);
            assert!(chosen.into_iter().all(is_printable));
            name.extend(chosen.into_iter().flat_map(u64::to_le_bytes));
        }
        name.extend(b"the end of names");
        String::from_utf8(name).unwrap()
    };
    (0..1 << PAIRS).map(name).collect()
}

#[test]
fn names_that_a_hash_puts_in_one_place_take_no_longer_than_others() {
    let scene = Scene {
        settings: &["--set=channel.max_frame_bytes=16777216"],
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let names = names();
            let hash = |name: &String| FxBuildHasher.hash_one(name);
            assert!(names.iter().all(|name| hash(name) == hash(&names[0])));
            let request = MemberRequest::ReserveNames {
                number: 1,
                names: names.into_iter().map(Into::into).collect(),
                multiple: true,
            };
            let request = control(&ToRti::Member(request));
            let address = target.address.clone();
            move || {
                let _keep = create(&address);
                let (mut sender, ..) = join(&address, OWN);
                say(&mut sender, &request);
                while !matches!(
                    decode_control(&next_frame(&mut sender)),
                    Ok(FromRti::NamesReserved { .. })
                ) {}
            }
        },
        |rti| assert_eq!(rti.refused("violation"), 0),
    );
}
