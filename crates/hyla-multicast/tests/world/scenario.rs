//! Scenario of a run.

use std::time::Duration;

use hyla_multicast::Config;

use super::{Kill, ms};

/// Faults that the network inflicts on datagrams.
#[derive(Clone, Debug)]
pub struct Net {
    /// Lost independently at each receiver.
    pub loss: f64,
    /// Lost for all receivers together.
    pub shared_loss: f64,
    /// Bursts at each receiver: share of the packets lost in them, and their length.
    pub burst: f64,
    pub burst_packets: f64,
    pub duplicate: f64,
    pub delay: Duration,
    pub jitter: Duration,
    /// Datagrams that a receiver's socket holds while the member sleeps.
    pub socket_packets: usize,
    /// What goes to one member goes over streams, as between federates. After a cut these stand still for so long.
    pub streams_stall: Option<Duration>,
}

impl Default for Net {
    fn default() -> Self {
        Self {
            loss: 0.0,
            shared_loss: 0.0,
            burst: 0.0,
            burst_packets: 20.0,
            duplicate: 0.0,
            delay: Duration::from_micros(200),
            jitter: Duration::from_micros(50),
            socket_packets: 200,
            streams_stall: None,
        }
    }
}

/// A fault, or its end.
#[derive(Clone, Debug)]
pub enum Fault {
    Sleep(u32, Duration),
    /// The application of the member takes that many messages per millisecond; `None`: all.
    Slow(u32, Option<u32>),
    /// Multicast does not reach the member for that time.
    Deaf(u32, Duration),
    /// Nothing reaches the member for that time, and what it sends does arrive.
    ReceivesNothing(u32, Duration),
    /// The member ends; the federation notices after that time.
    Crash(u32, Duration),
    /// The holder of the token of the first member's partition at that moment ends: the next member that receives one.
    CrashTokenHolder(Duration),
    /// These members are cut off from the others for that time, lanes, too.
    CutOff(Vec<u32>, Duration),
    /// The switch forgets that the member is in groups, until it joins again.
    Forgotten(u32),
    /// No multicast at all for that time.
    ForgetGroups(Duration),
    /// Traffic recorded so far arrives again, and forged traffic.
    Replay,
    Forge,
}

#[derive(Clone, Debug)]
pub struct Load {
    pub sender: u32,
    /// The groups that the messages go to in turns.
    pub groups: Vec<u32>,
    pub messages: u32,
    pub bytes: usize,
    pub every: Duration,
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub seed: u64,
    pub members: u32,
    pub groups: Vec<(u32, Vec<u32>)>,
    pub loads: Vec<Load>,
    pub faults: Vec<(Duration, Fault)>,
    /// A member that is killed for what it does.
    pub kill: Option<Kill>,
    pub net: Net,
    pub config: Config,
    /// Members that multicast never reaches.
    pub unicast_only: Vec<u32>,
    /// Time after the last message within which all must be quiet.
    pub rest: Duration,
}

impl Scenario {
    /// One group of all, in which the first member sends.
    pub fn new(members: u32, messages: u32) -> Self {
        Self {
            seed: 1,
            members,
            groups: vec![(1, (0..members).collect())],
            loads: vec![Load {
                sender: 0,
                groups: vec![1],
                messages,
                bytes: 128,
                every: Duration::from_micros(100),
            }],
            faults: Vec::new(),
            kill: None,
            net: Net::default(),
            config: Config::default(),
            unicast_only: Vec::new(),
            rest: ms(20_000),
        }
    }

    /// All members wait for a processor again and again until then: they run for up to 10 ms, and wait for `least` to `most`.
    pub fn busy(&mut self, least: Duration, most: Duration, until: Duration) {
        let mut random = fastrand::Rng::with_seed(self.seed);
        for member in 0..self.members {
            let mut at = Duration::ZERO;
            loop {
                at += Duration::from_micros(random.u64(100..10_000));
                if at >= until {
                    break;
                }
                let micros = |time: Duration| time.as_micros() as u64;
                let waits = Duration::from_micros(random.u64(micros(least)..micros(most)));
                self.faults.push((at, Fault::Sleep(member, waits)));
                at += waits;
            }
        }
    }

    /// A large federation with much trouble: long rounds of the token, losses, crashes, a member that sleeps, one that is deaf, and
    /// a twentieth that is cut off, while messages are sent.
    pub fn trouble(&mut self) {
        self.net.loss = 0.005;
        let cut_off = self.members * 9 / 10..self.members * 19 / 20;
        let faults = [
            (300, Fault::Crash(20, ms(500))),
            (500, Fault::CrashTokenHolder(ms(500))),
            (700, Fault::Sleep(33, ms(700))),
            (900, Fault::Deaf(44, ms(1000))),
            (1100, Fault::CutOff(cut_off.collect(), ms(1000))),
        ];
        self.faults = faults.map(|(at, fault)| (ms(at), fault)).into();
        self.config.round_min = ms(100);
        self.config.round_max = ms(200);
        self.config.straggler_after = ms(1000);
        self.config.deaf_after = ms(1000);
        self.config.silence = ms(5000);
    }
}
