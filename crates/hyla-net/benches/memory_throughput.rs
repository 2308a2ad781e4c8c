//! One way between two processes over shared memory: messages of 128 bytes, 64 KiB and 1 MiB; a bare
//! ring against `Channel::send` in a tight loop, in turn in the same run.
//! `cargo bench -p hyla-net --bench memory_throughput`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

#[cfg(target_os = "linux")]
#[path = "support/ring.rs"]
mod ring;
mod support;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    throughput::main();
}

#[cfg(target_os = "linux")]
mod throughput {
    use std::os::fd::AsRawFd;
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use hyla_net::{Channel, Endpoint, EndpointConfig, Event, Pressure, Unattended};

    use crate::ring::{BareRing, Waits, memory};
    use crate::support::{Peer, is_peer, median};

    const ROUNDS: usize = 21;
    const MEMORY: &str = "HYLA_NET_BENCH_MEMORY";

    /// Sizes and numbers of messages: some milliseconds each, so that on a machine that does other things
    /// too most rounds are not interrupted.
    const WORK: [(usize, u64); 3] = [(128, 128_000), (64 << 10, 1_000), (1 << 20, 64)];

    pub(super) fn main() {
        if is_peer() {
            return peer();
        }
        let (there, back) = (memory(), memory());
        let numbers = format!("{},{}", there.as_raw_fd(), back.as_raw_fd());
        let mut peer = Peer::start_with(MEMORY, &numbers);
        let ring_bytes = std::env::var("RING_BYTES").map(|text| text.parse().unwrap());
        let config = EndpointConfig {
            ring_bytes: ring_bytes.unwrap_or(EndpointConfig::default().ring_bytes),
            send_queue_bytes: std::env::var("QUEUE_BYTES")
                .map_or(8 << 20, |text| text.parse().unwrap()),
            ..EndpointConfig::default()
        };
        let to = peer.line();
        let mut there = BareRing::new(&there, Waits::Futex);
        let mut back = BareRing::new(&back, Waits::Futex);
        let driven = Driven::new(&to, config.clone());
        let mut alone = Alone::new(&to, config.clone());

        println!(
            "shared memory, two processes, one way, {ROUNDS} rounds; rings of {} KiB",
            config.ring_bytes >> 10
        );
        for (number, (bytes, messages)) in WORK.into_iter().enumerate() {
            let (mut bares, mut channels, mut alones) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                std::thread::sleep(Duration::from_millis(10));
                let rate = |start: Instant| messages as f64 / start.elapsed().as_secs_f64() / 1e6;
                let start = Instant::now();
                bare(&mut there, &mut back, number);
                bares.push(rate(start));
                let start = Instant::now();
                driven.stream(bytes, messages);
                channels.push(rate(start));
                let start = Instant::now();
                alone.stream(bytes, messages);
                alones.push(rate(start));
            }
            println!(
                "{bytes} bytes: {:<44} {:>8} {:>8} {:>8} {:>8}",
                "million messages per second", "median", "lowest", "highest", "GB/s"
            );
            let bare = line("bare ring, a write each", bytes, &bares);
            let channel = line("Channel::send, polled by another thread", bytes, &channels);
            let own = line("Channel::send, same thread (Gather)", bytes, &alones);
            println!("  ratio to bare: {:.2}, {:.2}", channel / bare, own / bare);
        }
    }

    fn line(name: &str, bytes: usize, rates: &[f64]) -> f64 {
        let middle = median(rates.iter().copied());
        let lowest = rates.iter().copied().fold(f64::MAX, f64::min);
        let highest = rates.iter().copied().fold(0.0, f64::max);
        let speed = middle * bytes as f64 / 1e3;
        println!("  {name:<52} {middle:>8.4} {lowest:>8.4} {highest:>8.4} {speed:>8.2}");
        middle
    }

    /// Tells the other side what comes, sends it and waits for the answer.
    fn bare(there: &mut BareRing, back: &mut BareRing, number: usize) {
        let (bytes, messages) = WORK[number];
        let message = vec![1; bytes];
        there.write(&(number as u64).to_le_bytes());
        for _ in 0..messages {
            there.write(&message);
        }
        back.read(&mut [0]);
    }

    fn send_all(channel: &Channel, bytes: usize, messages: u64) {
        let mut message = vec![1; bytes];
        for number in 0..messages {
            message[0] = u8::from(number + 1 == messages);
            let sent = channel.send_parts(&[&message]).unwrap();
            if sent == Pressure::High {
                channel.wait_for_room(None).unwrap();
            }
        }
    }

    /// As in a federate with a thread for its endpoint.
    struct Driven {
        channel: Channel,
        done: mpsc::Receiver<()>,
    }

    impl Driven {
        fn new(to: &str, config: EndpointConfig) -> Self {
            let mut endpoint = Endpoint::new(config).unwrap();
            let channel = endpoint.connect(&to.parse().unwrap());
            let (tell, done) = mpsc::channel();
            std::thread::spawn(move || {
                loop {
                    endpoint
                        .poll(None, &mut |event| {
                            if let Event::Frame { .. } = event {
                                tell.send(()).unwrap();
                            }
                        })
                        .unwrap();
                }
            });
            Self { channel, done }
        }

        fn stream(&self, bytes: usize, messages: u64) {
            send_all(&self.channel, bytes, messages);
            self.done.recv().unwrap();
        }
    }

    /// As in a single-threaded federate.
    struct Alone {
        endpoint: Endpoint,
        channel: Channel,
    }

    impl Alone {
        fn new(to: &str, config: EndpointConfig) -> Self {
            let config = EndpointConfig {
                unattended: Unattended::Gather,
                ..config
            };
            let mut endpoint = Endpoint::new(config).unwrap();
            let channel = endpoint.connect(&to.parse().unwrap());
            Self { endpoint, channel }
        }

        fn stream(&mut self, bytes: usize, messages: u64) {
            send_all(&self.channel, bytes, messages);
            let mut done = false;
            while !done {
                self.endpoint
                    .poll(None, &mut |event| {
                        done |= matches!(event, Event::Frame { .. });
                    })
                    .unwrap();
            }
        }
    }

    fn peer() {
        let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
        endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        println!("{}", endpoint.shared_memory_addresses().next().unwrap());
        std::thread::spawn(move || {
            let mut channels = std::collections::HashMap::new();
            loop {
                endpoint
                    .poll(None, &mut |event| match event {
                        Event::Accepted { channel, .. } => {
                            channel.trust();
                            channels.insert(channel.id(), channel);
                        }
                        Event::Frame { channel, bytes, .. } if bytes[0] == 1 => {
                            channels[&channel].send_parts(&[&[1]]).unwrap();
                        }
                        _ => {}
                    })
                    .unwrap();
            }
        });
        let inherited = std::env::var(MEMORY).unwrap();
        let (there, back) = inherited.split_once(',').unwrap();
        let mut there = BareRing::inherited(there.parse().unwrap(), Waits::Futex);
        let mut back = BareRing::inherited(back.parse().unwrap(), Waits::Futex);
        loop {
            let mut number = [0; 8];
            there.read(&mut number);
            let (bytes, messages) = WORK[u64::from_le_bytes(number) as usize];
            let mut message = vec![0; bytes];
            for _ in 0..messages {
                there.read(&mut message);
            }
            back.write(&[1]);
        }
    }
}
