//! 128 bytes from thread to thread through in-process channels, against `std::sync::mpsc`, in turn
//! in the same run. `cargo bench -p hyla-net --bench in_process`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use std::sync::mpsc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use hyla_net::{Channel, Endpoint, EndpointConfig, Event, Pressure};
use support::{histogram, latency_header, latency_line, median, record};

const BYTES: usize = 128;
const ROUNDS: usize = 11;
const TRIPS: usize = 20_000;
const PACED: usize = 5_000;
const MESSAGES: u64 = 500_000;

/// What the far thread does with what it gets.
const ECHO: u8 = 1;
const TIME: u8 = 2;
const COUNT: u8 = 3;

fn main() {
    let epoch = Instant::now();
    let mut near = Near::start(epoch);
    let bare = Bare::start();

    let (mut bare_trips, mut trips, mut paced) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bare_rates, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare_trips.push(bare.trips());
        trips.push(near.trips());
        paced.push(near.paced(epoch));
        bare_rates.push(bare.stream());
        rates.push(near.stream());
    }

    println!("in process, thread to thread, {BYTES} bytes; {ROUNDS} rounds");
    latency_header();
    let bare = latency_line("mpsc, half a round trip", &bare_trips);
    let channel = latency_line("channel, half a round trip", &trips);
    latency_line("channel, one way, one every 20 us", &paced);
    println!("ratio of p50 to mpsc: {:.2}", channel / bare);
    let bare = median(bare_rates.into_iter());
    let channel = median(rates.into_iter());
    println!(
        "million messages per second: mpsc {bare:.2}, channel {channel:.2}, ratio {:.2}",
        channel / bare
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
    there: mpsc::SyncSender<[u8; BYTES]>,
    back: mpsc::Receiver<[u8; BYTES]>,
}

impl Bare {
    fn start() -> Self {
        let (there, inbox) = mpsc::sync_channel::<[u8; BYTES]>(1 << 15);
        let (outbox, back) = mpsc::channel();
        std::thread::spawn(move || {
            let mut count = 0;
            while let Ok(message) = inbox.recv() {
                if message[0] == COUNT {
                    count += 1;
                    if count < MESSAGES {
                        continue;
                    }
                    count = 0;
                }
                outbox.send(message).unwrap();
            }
        });
        Self { there, back }
    }

    fn trips(&self) -> Histogram<u64> {
        let mut times = histogram();
        for _ in 0..TRIPS {
            let start = Instant::now();
            self.there.send([ECHO; BYTES]).unwrap();
            self.back.recv().unwrap();
            record(&mut times, start.elapsed() / 2);
        }
        times
    }

    fn stream(&self) -> f64 {
        let start = Instant::now();
        for _ in 0..MESSAGES {
            self.there.send([COUNT; BYTES]).unwrap();
        }
        self.back.recv().unwrap();
        MESSAGES as f64 / start.elapsed().as_secs_f64() / 1e6
    }
}
