use super::*;
use crate::modules::packet::Alone;

const GAP: Duration = Duration::from_millis(1);

/// Bundles of at most 10 bytes, which leave only when full or when their gap has ended.
fn bundle() -> Alone<Bundle> {
    let spec = BundleSpec {
        bytes: Some(10),
        gap: GAP,
        adaptive: false,
    };
    let place = ChainPosition {
        room_bytes: 1000,
        whole_bytes: 1000,
        lossless_below: false,
        may_lose: true,
    };
    Alone::new(Bundle::new(&spec, &place))
}

fn down(bundle: &mut Alone<Bundle>, frame: &[u8], now: Instant) {
    bundle.call(|module, out| module.frame(frame, now, out));
}

#[test]
fn a_bundle_leaves_when_it_is_full_to_the_last_byte_or_its_gap_has_ended() {
    let now = Instant::now();
    let mut bundle = bundle();
    down(&mut bundle, b"four", now);
    assert_eq!(bundle.module.held_bytes(), 5);
    down(&mut bundle, b"more", now);
    assert_eq!(bundle.given.down, [b"\x04four\x04more"]);
    assert_eq!(bundle.module.held_bytes(), 0);

    bundle.given.down.clear();
    down(&mut bundle, b"five5", now);
    bundle.call(|module, out| module.turn(now + GAP - Duration::from_nanos(1), out));
    assert!(bundle.given.down.is_empty());
    assert_eq!(bundle.module.held_bytes(), 6);
    bundle.call(|module, out| module.turn(now + GAP, out));
    assert_eq!(bundle.given.down, [b"\x05five5"]);

    // A message that does not fit leaves in the next bundle.
    bundle.given.down.clear();
    down(&mut bundle, b"five5", now);
    down(&mut bundle, b"more", now);
    assert_eq!(bundle.given.down, [b"\x05five5"]);
    assert_eq!(bundle.module.held_bytes(), 5);
}

#[test]
fn what_comes_is_counted_message_by_message_and_nonsense_as_spoilt() {
    let now = Instant::now();
    let mut bundle = bundle();
    // The second has a message longer than its rest, the third a length without an end.
    let packets: [&[u8]; 3] = [b"\x01a\x02bc", b"\x01d\x06short", b"\xff\xff"];
    for bytes in packets {
        bundle.call(|module, out| {
            let packet = out.copy(bytes);
            module.up(packet, now, out);
        });
    }

    assert_eq!(bundle.given.up, [&b"a"[..], b"bc", b"d"]);
    assert_eq!(bundle.module.spoilt(), 2);
    let mut counted = Vec::new();
    bundle
        .module
        .counters(&mut |name, count| counted.push((name, count)));
    assert!(counted.contains(&("unbundled", 3)) && counted.contains(&("malformed", 2)));
}

#[test]
fn parameters_out_of_their_bounds_are_refused_by_name() {
    let spec = |bytes, seconds| BundleSpec {
        bytes,
        gap: Duration::from_secs(seconds),
        adaptive: true,
    };
    for (bytes, seconds) in [(None, 0), (Some(1), 10), (Some(64 << 20), 0)] {
        assert!(spec(bytes, seconds).check().is_ok());
    }
    for (name, wrong) in [
        ("bytes", spec(Some(0), 0)),
        ("bytes", spec(Some((64 << 20) + 1), 0)),
        ("gap", spec(None, 11)),
    ] {
        let problem = wrong.check().expect_err(name).to_string();
        assert!(problem.contains(name), "{problem}");
    }
}
