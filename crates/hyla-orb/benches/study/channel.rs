//! Frames of the same octets over a channel of Hyla in shared memory, without a broker: the part of
//! a call that the channel takes.

use std::time::Duration;

use hyla_net::{Address, Channel, Endpoint, EndpointConfig, Event};

use crate::table::Row;
use crate::{CALLS, Part, REPLY, REQUEST, times};

fn config() -> EndpointConfig {
    EndpointConfig {
        longest_rest: Duration::ZERO,
        heartbeat: Duration::ZERO,
        host_timeout: Duration::ZERO,
        ..EndpointConfig::default()
    }
}

/// Answers each frame until the input ends; prints its address first.
pub(crate) fn serve() {
    let mut endpoint = Endpoint::new(config()).unwrap();
    endpoint.listen(([127, 0, 0, 1], 0).into()).unwrap();
    println!("{}", endpoint.shared_memory_addresses().next().unwrap());
    let remote = endpoint.remote();
    let ends = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let ended = std::sync::Arc::clone(&ends);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        ended.store(true, std::sync::atomic::Ordering::SeqCst);
        remote.wake();
    });
    let mut client: Option<Channel> = None;
    while !ends.load(std::sync::atomic::Ordering::SeqCst) {
        endpoint
            .poll(None, &mut |event| match event {
                Event::Accepted { channel, .. } => client = Some(channel),
                Event::Frame { .. } => {
                    let _ = client.as_ref().unwrap().send_parts(&[&[1; REPLY]]);
                }
                _ => {}
            })
            .unwrap();
    }
}

/// Round trips to such a process.
pub(crate) fn round_trips() -> Row {
    let mut row = Row::default();
    row.add(&times_of(CALLS));
    row
}

/// Median, 99th percentile and greatest time.
pub(crate) fn times_of(calls: usize) -> [f64; 3] {
    let part = Part::start(&std::env::current_exe().unwrap(), &["channel"]);
    let to: Address = part.line.parse().unwrap();
    let mut endpoint = Endpoint::new(config()).unwrap();
    let channel = endpoint.connect(&to);
    times(calls, || {
        channel.send_parts(&[&[1; REQUEST]]).unwrap();
        let mut has_come = false;
        while !has_come {
            let mut on = |event: Event<'_>| match event {
                Event::Frame { .. } => has_come = true,
                Event::Closed { reason, .. } => panic!("{reason}"),
                _ => {}
            };
            endpoint.poll(None, &mut on).unwrap();
        }
    })
}
