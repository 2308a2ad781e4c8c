//! Round trips over a channel between two processes, and over its bare counterpart.

use std::time::Instant;

use hdrhistogram::Histogram;
use hyla_baselines::peer::{Does, Peer};
use hyla_baselines::{Counterpart, Medium, Wait};
use hyla_net::{Address, Channel, Endpoint, EndpointConfig, Event};

use super::{histogram, latency_header, latency_line, record};

/// Message size, in each direction.
pub const BYTES: usize = 128;
pub const ROUNDS: usize = 11;
/// Round trips of each round.
pub const TRIPS: usize = 10_000;
/// Wait strategies of the counterparts, in the order of [`configs`].
const WAITS: [Wait; 2] = [Wait::Yield, Wait::Block];

/// Wait strategies of channels: yielding, which is the default, and blocking at once.
pub fn configs() -> [EndpointConfig; 2] {
    let blocking = EndpointConfig {
        wait: hyla_net::Wait::Block,
        ..EndpointConfig::default()
    };
    [EndpointConfig::default(), blocking]
}

/// The measured end.
pub struct Caller {
    endpoint: Endpoint,
    channel: Channel,
}

impl Caller {
    pub fn new(to: &Address, config: EndpointConfig) -> Self {
        let mut endpoint = Endpoint::new(config).unwrap();
        let channel = endpoint.connect(to);
        Self { endpoint, channel }
    }

    /// One round.
    pub fn trips(&mut self) -> Histogram<u64> {
        let mut times = histogram();
        let mut left = TRIPS;
        let mut start = Instant::now();
        self.channel.send_parts(&[&[1; BYTES]]).unwrap();
        while left > 0 {
            self.endpoint
                .poll(None, &mut |event| {
                    if let Event::Frame { bytes, .. } = event {
                        record(&mut times, start.elapsed());
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
}

/// A bare counterpart with its second process.
pub struct Bare(Peer);

impl Bare {
    pub fn start(medium: Medium, wait: Wait) -> Self {
        let echo = Does::Echo { bytes: BYTES };
        Self(Peer::start(Counterpart { medium, wait }, echo).unwrap())
    }

    /// One round.
    pub fn trips(&mut self) -> Histogram<u64> {
        let mut times = histogram();
        let took = |took| record(&mut times, took);
        self.0.round_trips(TRIPS as u32, took).unwrap();
        times
    }
}

/// Compares channels of a transport with their counterparts, in turn; `to` has the addresses of
/// both kinds of channels.
pub fn compare(what: &str, medium: Medium, mut to: impl FnMut() -> Address) {
    let mut callers = configs().map(|config| Caller::new(&to(), config));
    let mut bare = WAITS.map(|wait| Bare::start(medium, wait));
    let mut times: [[Vec<Histogram<u64>>; 2]; 2] = Default::default();
    for _ in 0..ROUNDS {
        for (bare, times) in bare.iter_mut().zip(&mut times[0]) {
            times.push(bare.trips());
        }
        for (caller, times) in callers.iter_mut().zip(&mut times[1]) {
            times.push(caller.trips());
        }
    }

    println!("{what}, two processes, {BYTES} bytes there and back, {ROUNDS} x {TRIPS}");
    latency_header();
    for (wait, rounds) in WAITS.into_iter().zip(&times[0]) {
        latency_line(&format!("bare {}", Counterpart { medium, wait }), rounds);
    }
    let names = [
        "channel, yields 50 us, then blocks (default)",
        "channel, blocks at once",
    ];
    for (name, rounds) in names.into_iter().zip(&times[1]) {
        latency_line(name, rounds);
    }
    println!("ratio of p50 in the same round, median (least..greatest)");
    for (name, channel) in ["default", "blocking"].into_iter().zip(&times[1]) {
        for (wait, bare) in WAITS.into_iter().zip(&times[0]) {
            let p50 = |round: &Histogram<u64>| round.value_at_quantile(0.5) as f64;
            let ratios = channel.iter().zip(bare).map(|(c, b)| p50(c) / p50(b));
            let mut ratios: Vec<f64> = ratios.collect();
            ratios.sort_by(f64::total_cmp);
            let (least, most) = (ratios[0], ratios[ROUNDS - 1]);
            let alike = (name == "default") == (wait == Wait::Yield);
            let note = if alike { "  <- like for like" } else { "" };
            println!(
                "  {name} to bare {:<10} {:.2} ({least:.2}..{most:.2}){note}",
                wait.name(),
                ratios[ROUNDS / 2]
            );
        }
    }
}

/// The other end: for each of [`configs`] an endpoint on a thread that echoes frames, at the
/// address that `listen` gives and prints.
pub fn answer(listen: impl Fn(&mut Endpoint) -> Address) {
    for config in configs() {
        let mut endpoint = Endpoint::new(config).unwrap();
        println!("{}", listen(&mut endpoint));
        std::thread::spawn(move || {
            let mut back = None;
            loop {
                endpoint
                    .poll(None, &mut |event| match event {
                        Event::Accepted { channel, .. } => back = Some(channel),
                        Event::Frame { bytes, .. } => {
                            back.as_ref().unwrap().send_parts(&[bytes]).unwrap();
                        }
                        _ => {}
                    })
                    .unwrap();
            }
        });
    }
}
