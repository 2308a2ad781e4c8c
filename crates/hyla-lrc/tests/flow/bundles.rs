//! A federate that sends much between two looks for callbacks sends in bundles, though its own thread polls now and then.

use std::time::Duration;

use super::slow::{Federate, Model, TCP, World, leave, until};

/// Messages between two looks.
const BURST: u32 = 16;

/// Messages and bundles on the way to that one.
fn sent(speaker: &Federate, to: &Federate) -> (u64, u64) {
    let channels = speaker.channels_to(to);
    channels
        .iter()
        .fold((0, 0), |(messages, bundles), channel| {
            (messages + channel.messages_sent, bundles + channel.bundles)
        })
}

#[test]
fn who_evokes_between_bursts_over_tcp_sends_several_messages_in_each_write() {
    let world = World::new();
    // In a debug build messages follow each other less closely than in use.
    let settings = format!("{TCP}; channel.bundle_gap_us = 1000");
    let (speaker, _) = world.join("speaker", Model::Evoked, &settings);
    let listener = world.join("listener", Model::Immediate, &settings);
    world.listens(&listener, Model::Immediate, &speaker);

    // On a busy machine the thread that writes bundles may begin late.
    until("bundles", || {
        // Who waits reads by itself: from then on the federate's own thread stands by.
        speaker
            .rti
            .evoke_callback(Duration::from_millis(1))
            .unwrap();
        let before = sent(&speaker, &listener.0);
        for _ in 0..100 {
            for number in 0..BURST {
                speaker.send(number, 100);
            }
            speaker.rti.evoke_callback(Duration::ZERO).unwrap();
        }
        let now = sent(&speaker, &listener.0);
        now.0 - before.0 >= 8 * (now.1 - before.1)
    });

    leave(&speaker);
    leave(&listener.0);
}
