//! `compress`: smaller where it pays, and restored on the other side.

use hyla_net::Reliability::Reliable;
use proptest::prelude::*;

use crate::pair::{Pair, frame, named, stream};

#[test]
fn what_repeats_itself_becomes_smaller() {
    let mut pair = Pair::new(&named(&["compress"]), stream(Reliable));
    pair.send(&[7; 10_000]);
    assert!(pair.sender.given.wire[0].len() < 100);
    pair.carry();

    assert_eq!(pair.heard(), [vec![7; 10_000]]);
    assert_eq!(pair.sender.counter("compress.bytes_before"), 10_000);
    assert!(pair.sender.counter("compress.bytes_after") < 100);
}

#[test]
fn what_is_small_or_random_is_left_as_it_is() {
    let mut pair = Pair::new(&named(&["compress"]), stream(Reliable));
    let mut random = vec![0; 10_000];
    fastrand::Rng::with_seed(1).fill(&mut random);

    pair.send(&[7; 255]);
    pair.send(&random);
    assert_eq!(pair.sender.given.wire[0].len(), 256);
    assert_eq!(pair.sender.given.wire[1].len(), 10_001);
    pair.carry();

    assert_eq!(pair.heard(), [vec![7; 255], random]);
    assert_eq!(pair.sender.counter("compress.left_alone"), 2);
}

proptest! {
    #[test]
    fn whatever_goes_in_comes_out(
        random in prop::collection::vec(any::<u8>(), 0..3000),
        sizes in prop::collection::vec(0..200_000_usize, 1..5),
    ) {
        let mut pair = Pair::new(&named(&["compress"]), stream(Reliable));
        let mut frames = vec![random];
        frames.extend(sizes.iter().enumerate().map(|(i, &size)| frame(i, size)));
        for frame in &frames {
            pair.send(frame);
        }
        pair.carry();
        prop_assert_eq!(pair.heard(), &frames[..]);
    }
}
