//! 128 bytes between threads through in-process channels, compared with `std::sync::mpsc` under
//! each wait strategy, in the same run. Round trips are compared with the yielding counterpart,
//! streams with the batching one, as channels do. `cargo bench -p hyla-net --bench in_process`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::sync::mpsc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use hyla_baselines::{Wait, threads};
use hyla_net::{Channel, Endpoint, EndpointConfig, Event, Pressure};
use support::{histogram, latency_header, latency_line, median, record};

const BYTES: usize = 128;
const ROUNDS: usize = 11;
const TRIPS: usize = 20_000;
const PACED: usize = 5_000;
const MESSAGES: u64 = 500_000;

/// Action of the far thread on its messages.
const ECHO: u8 = 1;
const TIME: u8 = 2;
const COUNT: u8 = 3;

fn main() {
    let epoch = Instant::now();
    let mut near = Near::start(epoch);
    // The first waits as channels do.
    let mut patient = [Wait::Yield, Wait::Block].map(|wait| (Bare::start(wait), Vec::new()));
    let mut bulk = [Wait::Batch, Wait::Yield, Wait::Block].map(|w| (Bare::start(w), Vec::new()));

    let (mut trips, mut paced, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (bare, trips) in &mut patient {
            trips.push(bare.trips());
        }
        trips.push(near.trips());
        paced.push(near.paced(epoch));
        for (bare, rates) in &mut bulk {
            rates.push(bare.stream());
        }
        rates.push(near.stream());
    }

    println!("in process, thread to thread, {BYTES} bytes; {ROUNDS} rounds");
    latency_header();
    for (bare, trips) in &patient {
        let name = format!("mpsc {}, half a round trip", bare.wait.name());
        latency_line(&name, trips);
    }
    latency_line("channel, half a round trip", &trips);
    latency_line("channel, one way, one every 20 us", &paced);
    println!(
        "ratio of p50 in the same round, median (least..greatest); the first is like for like"
    );
    for (bare, bare_trips) in &patient {
        let p50 = |round: &Histogram<u64>| round.value_at_quantile(0.5) as f64;
        let pairs = trips.iter().zip(bare_trips);
        ratio(&bare.wait, pairs.map(|(ours, bare)| p50(ours) / p50(bare)));
    }
    println!(
        "million messages per second: channel {:.2}; ratio in the same round, the first is like for like",
        median(rates.iter().copied())
    );
    for (bare, bare_rates) in &bulk {
        println!(
            "  mpsc {} {:.2}",
            bare.wait.name(),
            median(bare_rates.iter().copied())
        );
        let pairs = rates.iter().zip(bare_rates);
        ratio(&bare.wait, pairs.map(|(ours, bare)| ours / bare));
    }
}

fn ratio(wait: &Wait, of_rounds: impl Iterator<Item = f64>) {
    let mut ratios: Vec<f64> = of_rounds.collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "  to mpsc {:<10} {:.2} ({:.2}..{:.2})",
        wait.name(),
        ratios[ROUNDS / 2],
        ratios[0],
        ratios[ROUNDS - 1]
    );
}

struct Near {
    endpoint: Endpoint,
    channel: Channel,
    times: mpsc::Receiver<Histogram<u64>>,
}

impl Near {
    fn start(epoch: Instant) -> Self {
        let mut far = Endpoint::new(EndpointConfig::default()).unwrap();
        let mut endpoint = Endpoint::new(EndpointConfig::default()).unwrap();
        let channel = endpoint.connect(&far.in_process_address());
        let (tell, times) = mpsc::channel();
        std::thread::spawn(move || {
            let mut back = None;
            let mut one_way = histogram();
            let mut count = 0;
            loop {
                far.poll(None, &mut |event| match event {
                    Event::Accepted { channel, .. } => back = Some(channel),
                    Event::Frame { bytes, .. } => match bytes[0] {
                        ECHO => {
                            back.as_ref().unwrap().send_parts(&[bytes]).unwrap();
                        }
                        TIME => {
                            let sent = u64::from_le_bytes(bytes[1..9].try_into().unwrap());
                            record(&mut one_way, epoch.elapsed() - Duration::from_nanos(sent));
                            if one_way.len() == PACED as u64 {
                                tell.send(std::mem::replace(&mut one_way, histogram()))
                                    .unwrap();
                            }
                        }
                        _ => {
                            count += 1;
                            if count == MESSAGES {
                                count = 0;
                                back.as_ref().unwrap().send_parts(&[bytes]).unwrap();
                            }
                        }
                    },
                    _ => {}
                })
                .unwrap();
            }
        });
        Self {
            endpoint,
            channel,
            times,
        }
    }

    fn trips(&mut self) -> Histogram<u64> {
        let mut times = histogram();
        let mut left = TRIPS;
        let mut start = Instant::now();
        self.channel.send_parts(&[&[ECHO; BYTES]]).unwrap();
        while left > 0 {
            self.endpoint
                .poll(None, &mut |event| {
                    if let Event::Frame { bytes, .. } = event {
                        record(&mut times, start.elapsed() / 2);
                        left -= 1;
                        if left > 0 {
                            start = Instant::now();
                            self.channel.send_parts(&[bytes]).unwrap();
                        }
                    }
                })
                .unwrap();
        }
        times
    }

    fn paced(&self, epoch: Instant) -> Histogram<u64> {
        let mut due = Instant::now();
        for _ in 0..PACED {
            while Instant::now() < due {
                std::hint::spin_loop();
            }
            due += Duration::from_micros(20);
            self.channel
                .send(|frame| {
                    frame.push(TIME);
                    frame.extend_from_slice(&(epoch.elapsed().as_nanos() as u64).to_le_bytes());
                    frame.extend_from_slice(&[0; BYTES - 9]);
                })
                .unwrap();
        }
        self.times.recv().unwrap()
    }

    fn stream(&mut self) -> f64 {
        let start = Instant::now();
        for _ in 0..MESSAGES {
            let sent = self
                .channel
                .send(|frame| frame.extend_from_slice(&[COUNT; BYTES]))
                .unwrap();
            if sent == Pressure::High {
                self.channel.wait_for_room(None).unwrap();
            }
        }
        let mut done = false;
        while !done {
            self.endpoint
                .poll(None, &mut |event| {
                    done |= matches!(event, Event::Frame { .. });
                })
                .unwrap();
        }
        MESSAGES as f64 / start.elapsed().as_secs_f64() / 1e6
    }
}

struct Bare {
    wait: Wait,
    there: threads::Sender<BYTES>,
    back: threads::Receiver<BYTES>,
}

impl Bare {
    fn start(wait: Wait) -> Self {
        let (there, mut inbox) = threads::channel(wait);
        let (mut outbox, back) = threads::channel(wait);
        std::thread::spawn(move || {
            let mut count = 0;
            while let Ok(message) = inbox.receive() {
                if message[0] == COUNT {
                    count += 1;
                    if count < MESSAGES {
                        continue;
                    }
                    count = 0;
                }
                outbox.send(message).unwrap();
                outbox.flush().unwrap();
            }
        });
        Self { wait, there, back }
    }

    fn trips(&mut self) -> Histogram<u64> {
        let mut times = histogram();
        for _ in 0..TRIPS {
            let start = Instant::now();
            self.there.send([ECHO; BYTES]).unwrap();
            self.back.receive().unwrap();
            record(&mut times, start.elapsed() / 2);
        }
        times
    }

    fn stream(&mut self) -> f64 {
        let start = Instant::now();
        for _ in 0..MESSAGES {
            self.there.send([COUNT; BYTES]).unwrap();
        }
        self.there.flush().unwrap();
        self.back.receive().unwrap();
        MESSAGES as f64 / start.elapsed().as_secs_f64() / 1e6
    }
}
