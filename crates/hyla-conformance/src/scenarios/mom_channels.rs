//! Reports of the management object model's extension about channels, and its changes of channels while they
//! run (`foms/extensions`).

use hyla_core::declaration::Activity;
use hyla_omt::encoding::encode;
use hyla_types::FederateHandle;

use crate::federate::{Federate, Seen};
use crate::scenarios::mom::{joined_with_extensions, read};
use crate::scenarios::scenarios;
use crate::world::World;

const REQUEST: &str = "HLAfederate.HLArequest.HylaRequestChannelMetrics";
const REPORT: &str = "HLAfederate.HLAreport.HylaReportChannelMetrics";
const GROUPS: &str = "HLAfederate.HLAreport.HylaReportGroupMetrics";
const ADJUST: &str = "HLAfederate.HLAadjust.HylaSetProfileParameter";
const REFUSAL: &str = "HLAfederate.HLAreport.HLAreportMOMexception";

/// Report of one channel.
struct Channel {
    peer: FederateHandle,
    profile: String,
    transport: String,
    messages_sent: i64,
    bytes_sent: i64,
    /// Bounds in nanoseconds, and how many samples took so long.
    round_trips: Vec<(i64, i64)>,
    median: i64,
    tail: i64,
    held_back_for: i64,
}

/// The channels of a federate, as reported to the other.
fn channels(watcher: &Federate, watched: &Federate) -> Vec<Channel> {
    watcher.steer(REQUEST, Some(watched), &[]);
    let first = watcher.report(REPORT);
    let number = read::<i32>(&first[1]);
    let rest = (1..number).map(|_| watcher.report(REPORT));
    let reports: Vec<_> = std::iter::once(first).chain(rest).collect();
    let about = watched.handle.unwrap();
    let told = reports.iter().map(|values| {
        assert_eq!(read::<FederateHandle>(&values[0]), about);
        assert_eq!(read::<i32>(&values[1]), number);
        Channel {
            peer: read(&values[2]),
            profile: read(&values[3]),
            transport: read(&values[4]),
            messages_sent: read(&values[5]),
            bytes_sent: read(&values[7]),
            round_trips: read(&values[15]),
            median: read(&values[16]),
            tail: read(&values[17]),
            held_back_for: read(&values[18]),
        }
    });
    told.collect()
}

/// Sends messages from one to the other; they have arrived.
fn exchange(world: &World, from: &Federate, to: &Federate, count: usize) {
    let class = from.interaction("Message");
    from.rti.publish_interaction_class(class).unwrap();
    to.rti
        .subscribe_interaction_class(class, Activity::Active)
        .unwrap();
    world.settle(&[from, to]);
    for _ in 0..count {
        from.rti.send_interaction(class, &[], &[], None).unwrap();
    }
    for _ in 0..count {
        to.pick("a message", |seen| {
            matches!(seen, Seen::Received(received, ..) if *received == class).then_some(())
        });
    }
}

/// Changes a parameter of channels: profile, name and value.
fn adjust(watcher: &Federate, watched: &Federate, [profile, parameter, value]: [&str; 3]) {
    let text = [
        ("HylaProfile", profile),
        ("HylaParameter", parameter),
        ("HylaValue", value),
    ];
    let parameters = text.map(|(name, text)| (name, encode(text)));
    watcher.steer(ADJUST, Some(watched), &parameters);
}

scenarios! {
    /// Each channel of a federate is reported, the one to the RTI first.
    fn channels_tell_what_they_are(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REPORT);
        exchange(world, &watched, &watcher, 20);

        let told = channels(&watcher, &watched);

        let rti = &told[0];
        assert_eq!(rti.peer, FederateHandle::RTI);
        assert!(rti.messages_sent > 0 && rti.bytes_sent > 0);
        assert_eq!(rti.profile, "stream");
        for channel in &told {
            let known = ["tcp", "shared-memory", "in-process"];
            assert!(known.contains(&&*channel.transport), "{}", channel.transport);
            assert!(["stream", "HLAreliable"].contains(&&*channel.profile), "{}", channel.profile);
            assert_eq!(channel.held_back_for, 0, "nobody is held back");
        }
    }

    /// Frames sent on each channel are counted.
    fn channels_tell_how_much_they_have_sent(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REPORT);
        exchange(world, &watched, &watcher, 20);

        let before = channels(&watcher, &watched);
        exchange(world, &watched, &watcher, 20);
        let after = channels(&watcher, &watched);

        assert!(before.len() <= after.len());
        // Data through the RTI is counted there. Lanes have rows of their own.
        let direct = after.iter().any(|channel| Some(channel.peer) == watcher.handle);
        let way = if direct { watcher.handle.unwrap() } else { FederateHandle::RTI };
        let on_the_way = |told: &[Channel]| {
            let channels = told.iter().filter(|channel| channel.peer == way);
            channels.fold((0, 0), |sum, c| (sum.0 + c.messages_sent, sum.1 + c.bytes_sent))
        };
        let (early, late) = (on_the_way(&before), on_the_way(&after));
        assert!(early.0 >= 20 && late.0 >= early.0 + 20, "{early:?} {late:?}");
        assert!(late.1 > early.1, "{early:?} {late:?}");
    }

    /// A report about groups follows, also if there are none.
    fn groups_are_reported_with_channels(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(GROUPS);
        world.settle(&[&watched, &watcher]);

        watcher.steer(REQUEST, Some(&watched), &[]);

        let report = watcher.report(GROUPS);
        assert_eq!(read::<FederateHandle>(&report[0]), watched.handle.unwrap());
        assert_eq!(read::<i32>(&report[1]), 0, "no profile uses groups here");
    }

    /// While somebody looks, samples are taken of how long a channel takes.
    fn how_long_channels_take_is_sampled_while_somebody_looks(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REPORT);
        let first = channels(&watcher, &watched);
        assert!(first.iter().all(|channel| channel.round_trips.is_empty()));

        // Each request is a round trip of its own, so that this waits for a sample without a clock.
        let sampled = std::iter::repeat_with(|| channels(&watcher, &watched))
            .take(20_000)
            .flatten()
            .find(|channel| !channel.round_trips.is_empty())
            .unwrap();

        let samples: i64 = sampled.round_trips.iter().map(|(_, count)| count).sum();
        assert!(samples > 0);
        assert!(sampled.round_trips.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(sampled.round_trips.last().unwrap().0, i64::MAX);
        assert!(0 < sampled.median && sampled.median <= sampled.tail);
    }

    /// Nothing but the last is refused, and the channel goes on.
    fn parameters_of_running_channels_are_changed(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watched, &watcher]);

        adjust(&watcher, &watched, ["stream", "channel.bundle_bytes", "8192"]);
        adjust(&watcher, &watched, ["stream", "channel.bundle_gap_us", "250"]);
        adjust(&watcher, &watched, ["stream", "channel.bundle_gap_us", "last"]);

        let refused = read::<String>(&watcher.report(REFUSAL)[2]);
        assert!(refused.contains("last"), "{refused}");
        exchange(world, &watched, &watcher, 5);
    }

    /// The sender gets the reason why a parameter cannot be changed.
    fn parameters_that_running_channels_cannot_change_are_refused(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watched, &watcher]);

        let refused = [
            (["stream", "channel.bundle_gap_us", "soon"], "channel.bundle_gap_us"),
            (["stream", "channel.bundle_bytes", "1; log.level = debug"], "not one value"),
            (["stream", "channel.ring_bytes", "65536"], "when a federate connects"),
            (["stream", "bundle.bites", "1"], "there are channel.bundle_bytes"),
            (["HLAsloppy", "bundle.bytes", "1"], "no profile or transportation type"),
            (["HLAreliable", "bundle.bytes", "1"], "no protocol module of the profile"),
        ];
        for (change, why) in refused {
            adjust(&watcher, &watched, change);
            let report = watcher.report(REFUSAL);
            assert_eq!(read::<FederateHandle>(&report[0]), watched.handle.unwrap());
            assert!(read::<String>(&report[1]).ends_with("HylaSetProfileParameter"));
            let told = read::<String>(&report[2]);
            assert!(told.contains(why), "{told}");
            assert!(read::<bool>(&report[3]));
        }
        exchange(world, &watched, &watcher, 5);
    }

    /// The sender gets the name of the missing parameter.
    fn a_change_of_channels_names_the_parameter(world) {
        let watched = world.joined("watched");
        let watcher = joined_with_extensions(world);
        watcher.subscribe_report(REFUSAL);
        world.settle(&[&watched, &watcher]);

        watcher.steer(ADJUST, Some(&watched), &[("HylaProfile", encode("stream"))]);

        assert!(read::<String>(&watcher.report(REFUSAL)[2]).contains("HylaParameter"));
    }
}
