//! Steady state allocates nothing: neither the sender, nor the receiver, nor anything between.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hyla_net::modules::{Chain, Facts, ModuleSpec, Outlet, To};
use hyla_net::{Address, Channel, Endpoint, EndpointConfig, Event, Reliability};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: passes every call on to the system's allocator unchanged.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Sends bursts one way and a single answer back, `rounds` times.
fn exchange(a: &mut Endpoint, b: &mut Endpoint, channel: &Channel, back: &Channel, rounds: u32) {
    for _ in 0..rounds {
        for _ in 0..20 {
            channel
                .send(|frame| frame.extend_from_slice(&[1; 128]))
                .unwrap();
        }
        let (mut there, mut here) = (0, 0);
        while there < 20 || here < 1 {
            a.poll(Some(Duration::ZERO), &mut |event| {
                here += u32::from(matches!(event, Event::Frame { .. }));
            })
            .unwrap();
            b.poll(Some(Duration::ZERO), &mut |event| {
                if let Event::Frame { bytes, .. } = event {
                    there += 1;
                    if there == 20 {
                        back.send(|frame| frame.extend_from_slice(bytes)).unwrap();
                    }
                }
            })
            .unwrap();
        }
    }
}

// One test only, since the counter covers the whole process.
#[test]
fn exchanging_frames_allocates_nothing_in_steady_state() {
    for way in 0..4 {
        let mut a = Endpoint::new(EndpointConfig::default()).unwrap();
        let mut b = Endpoint::new(EndpointConfig::default()).unwrap();
        let at = b.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let to = match way {
            0 => Address::Tcp(at),
            1 => b.in_process_address(),
            2 => Address::Udp(b.listen_udp(at).unwrap()),
            _ => match b.shared_memory_addresses().next() {
                Some(to) => to,
                None => continue,
            },
        };
        let channel = a.connect(&to);
        let mut back = None;
        while back.is_none() {
            a.poll(Some(Duration::ZERO), &mut |_| ()).unwrap();
            b.poll(Some(Duration::ZERO), &mut |event| {
                if let Event::Accepted { channel, .. } = event {
                    back = Some(channel);
                }
            })
            .unwrap();
        }
        let back = back.unwrap();
        // Long enough that every buffer has reached its maximum: more gathers when this thread is
        // delayed.
        exchange(&mut a, &mut b, &channel, &back, 2000);

        let before = ALLOCATIONS.load(Relaxed);
        exchange(&mut a, &mut b, &channel, &back, 1000);
        let allocations = ALLOCATIONS.load(Relaxed) - before;
        assert_eq!(allocations, 0, "{to}");
    }
    for names in [
        &["bundle", "fragment", "checksum"][..],
        &["bundle", "compress", "fragment", "retransmit", "rate-limit"],
    ] {
        let mut lane = Lane::new(names);
        lane.exchange(2000);

        let before = ALLOCATIONS.load(Relaxed);
        lane.exchange(10_000);
        let allocations = ALLOCATIONS.load(Relaxed) - before;
        assert_eq!(allocations, 0, "{names:?}");
    }
}

/// Both ends of a lane, with a chain of modules each.
struct Lane {
    ends: [(Chain, Packets); 2],
    now: Instant,
}

/// Packets in one buffer.
#[derive(Default)]
struct Packets {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    heard: usize,
}

impl Outlet for Packets {
    fn to_wire(&mut self, _to: To, packet: &[u8]) {
        self.bytes.extend_from_slice(packet);
        self.ends.push(self.bytes.len());
    }

    fn to_federate(&mut self, _frame: &[u8]) {
        self.heard += 1;
    }
}

impl Lane {
    fn new(names: &[&str]) -> Self {
        let named = names
            .iter()
            .map(|name| ModuleSpec::from_name(name).unwrap());
        let facts = Facts {
            max_packet_bytes: 1472,
            lossy: true,
            reliability: Reliability::BestEffort,
        };
        let specs: Vec<_> = named.collect();
        let end = || (Chain::new(&specs, facts).unwrap(), Packets::default());
        Self {
            ends: [end(), end()],
            now: Instant::now(),
        }
    }

    fn exchange(&mut self, messages: usize) {
        let wanted = self.ends[1].1.heard + messages;
        for number in 0..messages {
            let (chain, given) = &mut self.ends[0];
            let _ = chain.send(&[1; 128], self.now, given).unwrap();
            self.now += Duration::from_micros(1);
            if number % 32 == 31 {
                self.carry();
            }
        }
        while self.ends[1].1.heard < wanted {
            self.now += Duration::from_micros(10);
            self.carry();
        }
    }

    fn carry(&mut self) {
        for from in [0, 1] {
            let mut given = std::mem::take(&mut self.ends[from].1);
            let (chain, other) = &mut self.ends[1 - from];
            let mut start = 0;
            for &end in &given.ends {
                chain.arrived(&given.bytes[start..end], self.now, other);
                start = end;
            }
            chain.turn(self.now, other);
            given.bytes.clear();
            given.ends.clear();
            // An end that is being emptied receives nothing.
            self.ends[from].1 = given;
        }
    }
}
