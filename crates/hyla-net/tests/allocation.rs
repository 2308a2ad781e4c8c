//! Steady state allocates nothing: neither the sender, nor the receiver, nor what is between.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use hyla_net::{Address, Channel, Endpoint, EndpointConfig, Event};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: passes every call on to the system's allocator unchanged.
#[allow(unsafe_code, reason = "an allocator is an unsafe trait")]
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

// One test only, since the count is of the whole process.
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
        exchange(&mut a, &mut b, &channel, &back, 200);

        let before = ALLOCATIONS.load(Relaxed);
        exchange(&mut a, &mut b, &channel, &back, 1000);
        let allocations = ALLOCATIONS.load(Relaxed) - before;
        assert_eq!(allocations, 0, "{to}");
    }
}
