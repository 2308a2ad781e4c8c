//! `roundtrip-sizes`: the round trip of one large attribute.

use super::experiment::Experiment;
use super::point::round_trips;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "roundtrip-sizes",
    summary: "round trip of one attribute of 8 KiB to 1 MiB and more, reliable and best effort",
    own: &[
        ("bytes", "8Ki,16Ki,32Ki,64Ki,128Ki,256Ki,512Ki,1Mi"),
        ("federates", "2"),
        ("qos", "reliable,best-effort"),
        ("samples", "500"),
        ("warm-up", "50"),
        ("interval-us", "0"),
        ("lost-after-ms", "1000"),
        ("fresh", "no"),
    ],
    axes: &["qos", "bytes"],
    cast: |choice| {
        // Each repetition has its own federation: with one round trip in each, so has each round
        // trip.
        let (samples, warm_up) = if choice.is_yes("fresh") {
            (1, 0)
        } else {
            (choice.small("samples"), choice.small("warm-up"))
        };
        let federates = choice.small("federates") as usize;
        Ok(round_trips(choice, federates, samples, warm_up))
    },
};
