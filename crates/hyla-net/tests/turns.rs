//! A channel whose frames take long leaves time to others.
#![allow(clippy::unwrap_used, reason = "test code")]

mod world;

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use hyla_net::{ChannelId, EndpointConfig, Event};
use world::World;

const PREFACE: &[u8] = b"HYLA\x01\0\0\0";

const SHORT: Duration = Duration::from_millis(1);

fn frame(bytes: usize) -> Vec<u8> {
    let mut frame = (bytes as u32).to_le_bytes().to_vec();
    frame.resize(4 + bytes, 7);
    frame
}

/// A caller whose first frame has arrived.
fn caller(world: &mut World, at: SocketAddr) -> (TcpStream, ChannelId) {
    let before = world.told.frames.len();
    let mut stream = TcpStream::connect(at).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.write_all(PREFACE).unwrap();
    stream.write_all(&frame(1)).unwrap();
    world.until(|told| told.frames.len() > before);
    (stream, world.told.frames[before].0)
}

fn scene(fair_reads: bool) -> (World, [(TcpStream, ChannelId); 2]) {
    let (mut world, at) = World::listening(EndpointConfig {
        fair_reads,
        ..EndpointConfig::default()
    });
    let callers = [(); 2].map(|()| caller(&mut world, at));
    (world, callers)
}

/// Frames of the busy caller, each of which takes a millisecond, before one of the other that comes during the first of them; for each of
/// several rounds.
fn frames_before(fair_reads: bool) -> Vec<usize> {
    const TOGETHER: usize = 50;
    let (mut world, [(mut busy, busy_id), (mut other, other_id)]) = scene(fair_reads);
    let many = frame(1000).repeat(TOGETHER);
    let mut found = Vec::new();
    for _ in 0..10 {
        busy.write_all(&many).unwrap();
        let (mut of_busy, mut before) = (0, None);
        while of_busy < TOGETHER || before.is_none() {
            let handle = &mut |event: Event<'_>| {
                let Event::Frame { channel, .. } = event else {
                    return;
                };
                if channel == other_id {
                    before = Some(of_busy);
                } else if channel == busy_id {
                    if of_busy == 0 {
                        other.write_all(&frame(1)).unwrap();
                    }
                    of_busy += 1;
                    std::thread::sleep(SHORT);
                }
            };
            world.endpoint.poll(Some(world::WATCHDOG), handle).unwrap();
        }
        found.extend(before);
    }
    found
}

#[test]
fn less_is_read_at_once_of_a_channel_whose_frames_take_long() {
    let fair = frames_before(true);

    assert!(fair[9] <= 4, "{fair:?}");
    // That is not so by itself.
    assert!(frames_before(false)[9] > 10);
}

#[test]
fn a_channel_pauses_after_long_reads_while_others_are_heard() {
    const LONG: Duration = Duration::from_millis(5);
    let (mut world, [(mut busy, busy_id), (mut other, _)]) = scene(true);
    // A machine that is busy may let too much time pass before the long read begins.
    let mut pauses = 0;
    for _ in 0..500 {
        other.write_all(&frame(1)).unwrap();
        busy.write_all(&frame(1000)).unwrap();
        let mut waits_for = |takes: Duration| {
            let mut came = false;
            while !came {
                let handle = &mut |event: Event<'_>| {
                    if matches!(event, Event::Frame { channel, .. } if channel == busy_id) {
                        came = true;
                        std::thread::sleep(takes);
                    }
                };
                world.endpoint.poll(Some(world::WATCHDOG), handle).unwrap();
            }
        };
        waits_for(LONG);
        busy.write_all(&frame(1000)).unwrap();
        let since = Instant::now();
        waits_for(Duration::ZERO);
        pauses += u32::from(since.elapsed() >= 2 * LONG);
        if pauses == 10 {
            return;
        }
    }
    panic!("{pauses} pauses were seen");
}
