//! One-way throughput between two processes over shared memory, with messages of 128 bytes, 64 KiB
//! and 1 MiB: bare rings compared with `Channel::send` in a tight loop, in the same run. The
//! counterpart of a channel is the ring that batches. `cargo bench -p hyla-net --bench
//! memory_throughput`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    throughput::main();
}

#[cfg(target_os = "linux")]
mod throughput {
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use hyla_baselines::peer::Does;
    use hyla_baselines::{Counterpart, Medium, Wait};
    use hyla_net::{Channel, Endpoint, EndpointConfig, Event, Pressure, Unattended};

    use crate::support::{Peer, is_peer, median};

    const ROUNDS: usize = 21;

    /// Sizes and numbers of messages: some milliseconds each, so that on a busy machine most rounds
    /// are not interrupted.
    const WORK: [(usize, u64); 3] = [(128, 128_000), (64 << 10, 1_000), (1 << 20, 64)];

    pub(super) fn main() {
        hyla_baselines::peer::run_if_peer();
        if is_peer() {
            return peer();
        }
        let mut peer = Peer::start();
        let ring_bytes = std::env::var("RING_BYTES").map(|text| text.parse().unwrap());
        let config = EndpointConfig {
            ring_bytes: ring_bytes.unwrap_or(EndpointConfig::default().ring_bytes),
            send_queue_bytes: std::env::var("QUEUE_BYTES")
                .map_or(8 << 20, |text| text.parse().unwrap()),
            ..EndpointConfig::default()
        };
        let to = peer.line();
        let driven = Driven::new(&to, config.clone());
        let mut alone = Alone::new(&to, config.clone());

        println!(
            "shared memory, two processes, one way, {ROUNDS} rounds; rings of {} KiB",
            config.ring_bytes >> 10
        );
        for (bytes, messages) in WORK {
            let mut bare = Wait::ALL.map(|wait| {
                let medium = Medium::Ring;
                let take = Does::Take {
                    bytes,
                    count: messages,
                };
                let peer = hyla_baselines::peer::Peer::start(Counterpart { medium, wait }, take);
                (wait, peer.unwrap(), Vec::new())
            });
            let (mut channels, mut alones) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                std::thread::sleep(Duration::from_millis(10));
                let rate = |start: Instant| messages as f64 / start.elapsed().as_secs_f64() / 1e6;
                for (_, peer, rates) in &mut bare {
                    let took = peer.stream().unwrap();
                    rates.push(messages as f64 / took.as_secs_f64() / 1e6);
                }
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
            for (wait, _, rates) in &bare {
                line(&format!("bare ring-{}", wait.name()), bytes, rates);
            }
            line("Channel::send, polled by another thread", bytes, &channels);
            line("Channel::send, same thread (Gather)", bytes, &alones);
            for (wait, _, rates) in &bare {
                let to = |ours: &[f64]| median(ours.iter().zip(rates).map(|(o, b)| o / b));
                println!(
                    "  ratio to bare {} in the same round: {:.2}, {:.2}",
                    wait.name(),
                    to(&channels),
                    to(&alones)
                );
            }
        }
    }

    fn line(name: &str, bytes: usize, rates: &[f64]) {
        let middle = median(rates.iter().copied());
        let lowest = rates.iter().copied().fold(f64::MAX, f64::min);
        let highest = rates.iter().copied().fold(0.0, f64::max);
        let speed = middle * bytes as f64 / 1e3;
        println!("  {name:<52} {middle:>8.4} {lowest:>8.4} {highest:>8.4} {speed:>8.2}");
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
        crate::support::until_the_other_process_ends();
    }
}
