//! Round trips over a channel between two processes, and over what is bare beside it.

use std::time::Instant;

use hdrhistogram::Histogram;
use hyla_net::{Address, Channel, Endpoint, EndpointConfig, Event, Wait};

use super::{histogram, record};

/// There and back.
pub const BYTES: usize = 128;
pub const ROUNDS: usize = 11;
/// In each round.
pub const TRIPS: usize = 10_000;

/// As channels are measured: yielding, which is the default, and blocking at once.
pub fn configs() -> [EndpointConfig; 2] {
    let blocking = EndpointConfig {
        wait: Wait::Block,
        ..EndpointConfig::default()
    };
    [EndpointConfig::default(), blocking]
}

/// The end that is measured.
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

/// One round of something bare.
pub fn bare_trips(mut trip: impl FnMut(&mut [u8; BYTES])) -> Histogram<u64> {
    let mut times = histogram();
    let mut buffer = [1; BYTES];
    for _ in 0..TRIPS {
        let start = Instant::now();
        trip(&mut buffer);
        record(&mut times, start.elapsed());
    }
    times
}

/// The other end: for each of [`configs`] an endpoint on a thread that sends back what comes, at the address that `listen`
/// gives and that is printed.
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
