//! One-way throughput of 128-byte messages between two processes over UDP loopback: bare sockets
//! with `sendmmsg` and with segmentation offload, compared with channels with and without bundles,
//! in the same run. Arrived messages count, by the receiver's clock; losses are shown separately.
//! `cargo bench -p hyla-net --bench udp_throughput`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

#[cfg(target_os = "linux")]
mod support;

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("only on Linux");
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{BufRead, BufReader, Write};
    use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
    use std::sync::{Arc, OnceLock};
    use std::time::{Duration, Instant};

    use hyla_baselines::{Wait, datagram};
    use hyla_net::modules::ModuleSpec;
    use hyla_net::{
        Address, Channel, Endpoint, EndpointConfig, Event, Pressure, Profile, Reliability,
        Unattended,
    };

    use crate::support::{Peer, is_peer, median};

    const BYTES: usize = 128;
    const BATCH: usize = 64;
    const ROUNDS: usize = 7;
    const MESSAGES: u64 = 64 * 10_000;

    pub(super) fn main() {
        if is_peer() {
            return peer();
        }
        let mut peer = Peer::start();
        let (bare_at, channel_at, control_at) = (peer.address(), peer.address(), peer.address());
        let mut control = Control::new(control_at);
        let bare = UdpSocket::bind("127.0.0.1:0").unwrap();
        bare.connect(bare_at).unwrap();
        let cut = UdpSocket::bind("127.0.0.1:0").unwrap();
        cut.connect(bare_at).unwrap();
        let (mut cut, _) = datagram::halves(cut, Wait::Batch).unwrap();

        let best_effort = Profile::standard("HLAbestEffort", Reliability::BestEffort);
        let alone_each = Profile {
            modules: vec![ModuleSpec::from_name("sequence").unwrap()],
            ..best_effort.clone()
        };
        let reliable = Profile::standard("HLAreliable", Reliability::Reliable);
        let mut bundled = Alone::new(channel_at, &best_effort);
        let mut unbundled = Alone::new(channel_at, &alone_each);
        let driven = Driven::new(channel_at, &best_effort);
        let repeated = Driven::new(channel_at, &reliable);

        let mut rates: [Vec<(f64, f64)>; 6] = Default::default();
        let only = std::env::var("ONLY").ok();
        let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
        for _ in 0..ROUNDS {
            let mut round = |at: usize, name: &str, send: &mut dyn FnMut()| {
                if wanted(name) {
                    send();
                    rates[at].push(control.ask());
                }
            };
            round(0, "sendmmsg", &mut || send_many(&bare));
            round(1, "cut", &mut || send_cut(&mut cut));
            round(2, "bundled", &mut || bundled.stream());
            round(3, "unbundled", &mut || unbundled.stream());
            round(4, "driven", &mut || send_all(&driven.channel));
            round(5, "reliable", &mut || send_all(&repeated.channel));
        }

        println!("UDP loopback, two processes, {BYTES} bytes one way, {ROUNDS} x {MESSAGES}");
        println!(
            "{:<58} {:>7} {:>7} {:>7} {:>7}",
            "million messages per second that arrive", "median", "lowest", "highest", "lost"
        );
        let names = [
            "bare socket, sendmmsg of 64",
            "bare udp-batching (GSO, GRO)",
            "channel with bundles, endpoint of the same thread",
            "channel without bundles, same thread",
            "channel with bundles, endpoint of another thread",
            "reliable channel, endpoint of another thread",
        ];
        for (name, rounds) in names.into_iter().zip(&rates) {
            line(name, rounds);
        }
        // Channels use the offloads of the kernel, with and without bundles.
        println!("ratio in the same round, to bare udp-batching and, beside it, to bare sendmmsg");
        for (name, rounds) in names.into_iter().zip(&rates).skip(2) {
            let to = |bare: usize| {
                let pairs = rounds.iter().zip(&rates[bare]);
                let ratios: Vec<f64> = pairs.map(|(ours, bare)| ours.0 / bare.0).collect();
                if ratios.is_empty() {
                    f64::NAN
                } else {
                    median(ratios.into_iter())
                }
            };
            println!("  {name:<56} {:>7.2} {:>7.2}", to(1), to(0));
        }
        for (name, channel) in [
            ("bundled", &bundled.channel),
            ("unbundled", &unbundled.channel),
            ("driven", &driven.channel),
            ("reliable", &repeated.channel),
        ] {
            let c = channel.counters();
            println!(
                "{name}: {:.1} frames a bundle, {:.1} frames a call, {} sent again, {:?}",
                c.frames_per_bundle(),
                c.frames_sent as f64 / c.writes.max(1) as f64,
                c.retransmissions,
                c.dropped
            );
        }
    }

    /// The endpoint is not polled between rounds.
    fn config() -> EndpointConfig {
        EndpointConfig {
            host_timeout: Duration::ZERO,
            ..EndpointConfig::default()
        }
    }

    fn line(name: &str, rounds: &[(f64, f64)]) {
        if rounds.is_empty() {
            return;
        }
        let rates = || rounds.iter().map(|round| round.0);
        let (lowest, highest) = (
            rates().fold(f64::MAX, f64::min),
            rates().fold(0.0, f64::max),
        );
        let (middle, lost) = (median(rates()), median(rounds.iter().map(|round| round.1)));
        println!(
            "{name:<58} {middle:>7.2} {lowest:>7.2} {highest:>7.2} {:>6.1}%",
            lost * 100.0
        );
    }

    fn send_many(socket: &UdpSocket) {
        for _ in 0..MESSAGES as usize / BATCH {
            datagram::send_copies(socket, &[1; BYTES], BATCH).unwrap();
        }
    }

    fn send_cut(sender: &mut datagram::Sender) {
        for _ in 0..MESSAGES {
            sender.send(&[1; BYTES]).unwrap();
        }
        sender.flush().unwrap();
    }

    fn send_all(channel: &Channel) {
        for _ in 0..MESSAGES {
            let sent = channel
                .send(|frame| frame.extend_from_slice(&[1; BYTES]))
                .unwrap();
            if sent == Pressure::High {
                channel.wait_for_room(None).unwrap();
            }
        }
        channel.flush();
    }

    /// As in a federate with a thread for its endpoint.
    struct Driven {
        channel: Channel,
    }

    impl Driven {
        fn new(at: SocketAddr, profile: &Profile) -> Self {
            let Alone {
                mut endpoint,
                channel,
            } = Alone::with(at, profile, config());
            std::thread::spawn(move || {
                loop {
                    endpoint.poll(None, &mut |_| ()).unwrap();
                }
            });
            Self { channel }
        }
    }

    /// As in a single-threaded federate.
    struct Alone {
        endpoint: Endpoint,
        channel: Channel,
    }

    impl Alone {
        fn new(at: SocketAddr, profile: &Profile) -> Self {
            let config = EndpointConfig {
                unattended: Unattended::Gather,
                ..config()
            };
            Self::with(at, profile, config)
        }

        fn with(at: SocketAddr, profile: &Profile, config: EndpointConfig) -> Self {
            let mut endpoint = Endpoint::new(config).unwrap();
            let remote = endpoint.remote();
            let channel = remote.connect_with(&Address::Udp(at), profile);
            let mut open = false;
            while !open {
                endpoint
                    .poll(None, &mut |event| match event {
                        Event::Opened { .. } => open = true,
                        other => panic!("{other:?}"),
                    })
                    .unwrap();
            }
            Self { endpoint, channel }
        }

        fn stream(&mut self) {
            send_all(&self.channel);
            self.endpoint
                .poll(Some(Duration::ZERO), &mut |_| ())
                .unwrap();
        }
    }

    /// Asks the peer for its counters.
    struct Control(BufReader<TcpStream>);

    impl Control {
        fn new(at: SocketAddr) -> Self {
            Self(BufReader::new(TcpStream::connect(at).unwrap()))
        }

        /// Millions of messages per second, and the fraction lost.
        fn ask(&mut self) -> (f64, f64) {
            self.0.get_mut().write_all(b"?\n").unwrap();
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            let mut numbers = line.split_whitespace().map(|n| n.parse::<u64>().unwrap());
            let (count, ns) = (numbers.next().unwrap(), numbers.next().unwrap());
            (
                count as f64 / ns as f64 * 1e3,
                1.0 - count as f64 / MESSAGES as f64,
            )
        }
    }

    /// Number of messages that arrived, and the times of the first and the last.
    #[derive(Default)]
    struct Arrived {
        count: AtomicU64,
        first: AtomicU64,
        last: AtomicU64,
    }

    fn now_ns() -> u64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }

    impl Arrived {
        fn note(&self, count: u64) {
            let now = now_ns();
            if self.count.fetch_add(count, SeqCst) == 0 {
                self.first.store(now, SeqCst);
            }
            self.last.store(now, SeqCst);
        }

        /// Waits until nothing arrives any more.
        fn take(&self) -> (u64, u64) {
            let asked = now_ns();
            loop {
                std::thread::sleep(Duration::from_millis(30));
                let last = self.last.load(SeqCst).max(asked);
                if now_ns() - last > 100_000_000 {
                    break;
                }
            }
            let (first, last) = (self.first.load(SeqCst), self.last.load(SeqCst));
            (
                self.count.swap(0, SeqCst),
                last.saturating_sub(first).max(1),
            )
        }
    }

    fn peer() {
        let bare = UdpSocket::bind("127.0.0.1:0").unwrap();
        println!("{}", bare.local_addr().unwrap());
        let mut endpoint = Endpoint::new(config()).unwrap();
        println!(
            "{}",
            endpoint.listen_udp("127.0.0.1:0".parse().unwrap()).unwrap()
        );
        let control = TcpListener::bind("127.0.0.1:0").unwrap();
        println!("{}", control.local_addr().unwrap());
        let arrived = Arc::new(Arrived::default());
        {
            let arrived = Arc::clone(&arrived);
            std::thread::spawn(move || receive_bare(bare, &arrived));
        }
        {
            let arrived = Arc::clone(&arrived);
            std::thread::spawn(move || {
                loop {
                    let mut count = 0;
                    endpoint
                        .poll(None, &mut |event| {
                            if let Event::Frame { bytes, .. } = event {
                                assert_eq!(bytes.len(), BYTES);
                                count += 1;
                            }
                        })
                        .unwrap();
                    if count > 0 {
                        arrived.note(count);
                    }
                }
            });
        }
        let (mut asked, _) = control.accept().unwrap();
        let mut lines = BufReader::new(asked.try_clone().unwrap()).lines();
        while let Some(Ok(_)) = lines.next() {
            let (count, ns) = arrived.take();
            writeln!(asked, "{count} {ns}").unwrap();
        }
    }

    fn receive_bare(socket: UdpSocket, arrived: &Arrived) {
        let (_, mut receiver) = datagram::halves(socket, Wait::Batch).unwrap();
        let (mut message, mut count) = ([0; BYTES], 0);
        loop {
            let came = receiver.receive(&mut message, Duration::from_secs(1));
            count += u64::from(came.unwrap());
            if count > 0 && !receiver.has_more() {
                arrived.note(count);
                count = 0;
            }
        }
    }
}
