//! A frame on a channel of higher priority waits for at most one frame of another.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::time::{Duration, Instant};

use hyla_net::{EndpointConfig, Event};
use world::{Transport, WATCHDOG, World, until};

const LARGE: usize = 16 << 10;
const FRAMES: usize = 64;

/// While the owner handles the tenth frame of a load that has arrived completely, a command is
/// sent: gives the number of load frames before the command.
fn frames_before_the_command(transport: Transport, priority: u8) -> usize {
    let config = EndpointConfig {
        send_queue_bytes: 8 << 20,
        ..EndpointConfig::default()
    };
    let (mut receiver, at) = World::listening(config.clone());
    let mut sender = World::new(config);
    let address = receiver.address(transport, at);
    let load = sender.endpoint.connect(&address);
    let command = sender.endpoint.connect(&address);
    for channel in [&load, &command] {
        let _ = channel.send(|frame| frame.push(0)).unwrap();
    }
    until(&mut sender, &mut receiver, |_, told| told.frames.len() == 2);
    // Whichever is the command's: its next frame says so.
    let _ = command.send(|frame| frame.push(1)).unwrap();
    until(&mut sender, &mut receiver, |_, told| told.frames.len() == 3);
    let commands = receiver.told.frames[2].0;
    let accepted = &receiver.told.accepted;
    let (channel, _) = accepted.iter().find(|(c, _)| c.id() == commands).unwrap();
    channel.set_priority(priority);
    receiver.poll(Duration::ZERO);

    for _ in 0..FRAMES {
        let _ = load
            .send(|frame| frame.extend_from_slice(&[7; LARGE]))
            .unwrap();
    }
    load.flush();
    for _ in 0..20 {
        sender.poll(Duration::from_millis(1));
    }
    let (mut loads, mut before, mut came) = (0, 0, false);
    let deadline = Instant::now() + WATCHDOG;
    while loads < FRAMES || !came {
        assert!(
            Instant::now() < deadline,
            "{transport:?} hangs: {loads} {came}"
        );
        sender.poll(Duration::ZERO);
        let mut on = |event: Event<'_>| {
            let Event::Frame { bytes, .. } = event else {
                return;
            };
            if bytes.len() == LARGE {
                loads += 1;
                before += usize::from(loads > 10 && !came);
                if loads == 10 {
                    let _ = command.send(|frame| frame.push(2)).unwrap();
                    command.flush();
                }
            } else {
                came = true;
            }
        };
        receiver
            .endpoint
            .poll(Some(Duration::from_millis(1)), &mut on)
            .unwrap();
    }
    before
}

#[test]
fn a_command_overtakes_a_load_between_two_frames_of_it() {
    for transport in [
        Transport::Tcp,
        #[cfg(target_os = "linux")]
        Transport::SharedMemory,
    ] {
        // One frame more where the system is slow.
        let least = (0..5)
            .map(|_| frames_before_the_command(transport, 7))
            .min();

        assert!(
            least <= Some(1),
            "{transport:?}: {least:?} frames came before"
        );
    }
}
