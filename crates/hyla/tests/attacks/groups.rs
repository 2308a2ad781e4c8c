//! Attacks on multicast groups, by whoever can receive what is sent to them and send to them: groups ask nobody who joins.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, UdpSocket};
use std::time::{Duration, Instant};

use hyla_lrc::Activity;
use hyla_types::InteractionClassHandle;
use socket2::{Domain, Protocol, Socket, Type};

use crate::attacker::Target;
use crate::beside::Scene;
use crate::healthy::{FEDERATION, Federate};
use crate::members::BY_TCP;
use crate::rti::{Rti, WATCHDOG, file};
use crate::{is_measuring, together};

/// Groups that the members use: as many as one socket may join.
const GROUPS: u8 = 16;

/// Datagrams that are recorded for one attack.
const RECORDED: usize = 60;

/// The setting of those who use groups, and where the groups begin.
const RANGE: &str = "qos.HLAreliable.groups = ";

/// Settings of members whose reliable messages go by groups that no other process uses.
fn by_groups() -> String {
    let port = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = port.local_addr().unwrap().port();
    let [low, high, ..] = std::process::id().to_le_bytes();
    format!(
        "qos.HLAreliable.transport = reliable-multicast; qos.HLAreliable.ttl = 0; {RANGE}239.{}.{low}.0/28:{port}",
        192 + high % 32
    )
}

/// Somebody who receives and sends in all groups of a range.
struct Eavesdropper {
    groups: Vec<SocketAddrV4>,
    ears: Vec<UdpSocket>,
    mouth: UdpSocket,
}

impl Eavesdropper {
    fn of(target: &Target) -> Self {
        let (_, range) = target.settings.split_once(RANGE).unwrap();
        let range = range.split(';').next().unwrap();
        let (first, port) = range.split_once("/28:").unwrap();
        let first: Ipv4Addr = first.parse().unwrap();
        let port: u16 = port.parse().unwrap();
        let groups: Vec<_> = (0..GROUPS)
            .map(|n| SocketAddrV4::new((first.to_bits() + u32::from(n)).into(), port))
            .collect();
        let mouth = UdpSocket::bind("127.0.0.1:0").unwrap();
        let socket = socket2::SockRef::from(&mouth);
        socket.set_multicast_if_v4(&Ipv4Addr::LOCALHOST).unwrap();
        socket.set_multicast_ttl_v4(0).unwrap();
        Self {
            ears: groups.iter().map(ear).collect(),
            groups,
            mouth,
        }
    }

    /// Datagrams that others send from now on, each with its group. `speak` has somebody send where it is quiet.
    fn record(&self, mut speak: impl FnMut()) -> Vec<(SocketAddrV4, Vec<u8>)> {
        let own = self.mouth.local_addr().unwrap();
        let start = Instant::now();
        let mut recorded = Vec::new();
        let mut bytes = [0; 2000];
        while recorded.len() < RECORDED {
            let mut is_quiet = true;
            for (group, ear) in self.groups.iter().zip(&self.ears) {
                while let Ok((count, from)) = ear.recv_from(&mut bytes) {
                    is_quiet = false;
                    if from != own {
                        recorded.push((*group, bytes[..count].to_vec()));
                    }
                }
            }
            assert!(start.elapsed() < WATCHDOG, "nobody uses the groups");
            if is_quiet {
                speak();
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        recorded
    }

    /// A full socket loses it.
    fn say(&self, to: SocketAddrV4, datagram: &[u8]) {
        let _ = self.mouth.send_to(datagram, to);
    }
}

/// Receives one group on the interface of loopback, beside others.
fn ear(group: &SocketAddrV4) -> UdpSocket {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP)).unwrap();
    socket.set_reuse_address(true).unwrap();
    socket.bind(&SocketAddr::V4(*group).into()).unwrap();
    socket
        .join_multicast_v4(group.ip(), &Ipv4Addr::LOCALHOST)
        .unwrap();
    socket.set_nonblocking(true).unwrap();
    socket.into()
}

/// Kinds of frames of reliable multicast.
const KINDS: std::ops::RangeInclusive<u8> = 0..=14;

/// Where, in a datagram in clear, the number of the frame is that its sender counts by itself.
const NUMBER: std::ops::Range<usize> = 8..12;

/// Where its kind is; the number of the group and its sender follow.
const KIND: usize = 12;

/// Sends what was recorded again: as it was and backwards, altered, cut off, longer, to another group, with a number that is far ahead, and
/// as another kind; and invents datagrams of each kind, such as requests for all packets and tokens.
fn forge(by: &Eavesdropper, speak: impl FnMut(), random: &mut fastrand::Rng) {
    let recorded = by.record(speak);
    for (group, datagram) in recorded.iter().chain(recorded.iter().rev()) {
        for _ in 0..3 {
            by.say(*group, datagram);
        }
        let mut altered = datagram.clone();
        let place = random.usize(..altered.len());
        altered[place] ^= 1 << random.u8(..8);
        by.say(*group, &altered);
        by.say(*group, &datagram[..random.usize(..datagram.len())]);
        by.say(*group, &[&datagram[..], &[0; 8]].concat());
        by.say(*random.choice(&by.groups).unwrap(), datagram);
        if datagram.len() <= KIND {
            continue;
        }
        let mut ahead = datagram.clone();
        let number = u32::from_le_bytes(ahead[NUMBER].try_into().unwrap());
        ahead[NUMBER].copy_from_slice(&number.wrapping_add(1 << 30).to_le_bytes());
        by.say(*group, &ahead);
        for kind in KINDS {
            // What a member without keys would send.
            let mut other = ahead.clone();
            other[0] = 0xc0 | kind;
            by.say(*group, &other);
            other[0] = ahead[0];
            other[KIND] = kind;
            by.say(*group, &other);
            random.fill(&mut other[(KIND + 5).min(datagram.len())..]);
            by.say(*group, &other);
        }
        std::thread::yield_now();
    }
}

/// Three members that stay, one of which speaks to the others: nobody makes a group for one receiver, and a federation may be silent.
struct Company {
    speaker: Federate,
    class: InteractionClassHandle,
    listeners: [Federate; 2],
}

impl Company {
    fn join(settings: &str) -> Self {
        let listen = |name| Federate::listen(settings, FEDERATION, name);
        let speaker = listen("speaker");
        // What the healthy federates receive is of other classes.
        let class = speaker
            .rti
            .interaction_class_handle("HLAinteractionRoot")
            .unwrap();
        speaker.rti.publish_interaction_class(class).unwrap();
        let listeners = ["listener", "second"].map(listen);
        for listener in &listeners {
            let rti = &listener.rti;
            rti.subscribe_interaction_class(class, Activity::Active)
                .unwrap();
        }
        Self {
            speaker,
            class,
            listeners,
        }
    }

    fn speak(&self) {
        let (class, number) = (self.class, 0_u32.to_le_bytes());
        let rti = &self.speaker.rti;
        rti.send_interaction(class, &[], &number, None).unwrap();
    }

    /// Packets that have arrived by groups.
    fn arrived(&self) -> u64 {
        let groups = self.listeners[0].rti.own_metrics().groups;
        let recovery = groups.into_iter().find_map(|it| it.recovery);
        recovery.unwrap().packets_received
    }
}

/// An attack by a process that was a member, and left: a former member is a stranger again.
fn attack(target: &Target) -> impl FnMut() + use<> {
    let by = Eavesdropper::of(target);
    let settings = format!("rti.address = {}; {}", target.address, target.settings);
    let company = Company::join(&settings);
    let mut random = fastrand::Rng::with_seed(47);
    move || {
        let former = Federate::listen(&settings, FEDERATION, "former");
        let before = by.record(|| company.speak());
        former.leave();
        for (group, datagram) in &before {
            by.say(*group, datagram);
        }
        forge(&by, || company.speak(), &mut random);

        // Where delays are compared, the attack has no pauses.
        if is_measuring() {
            return;
        }
        // What members send to the groups still arrives there.
        let (start, before) = (Instant::now(), company.arrived());
        while company.arrived() < before + 100 {
            assert!(start.elapsed() < WATCHDOG, "the groups are deaf");
            company.speak();
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Waits until both members have counted ten of that metric, with those labels behind its federate.
fn until_each(rti: &Rti, metric: &str, labels: &str) {
    for federate in ["one", "other"] {
        let of = format!("federation=\"{FEDERATION}\",federate=\"{federate}\"");
        rti.until(&format!("{metric}{{{of}{labels}}} "), 10);
    }
}

#[test]
#[allow(clippy::redundant_closure, reason = "its type names the test")]
fn forged_and_replayed_datagrams_of_groups_change_nothing() {
    let of_callers = together(&[BY_TCP, &by_groups()]);
    let scene = Scene {
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| attack(target),
        |rti| {
            let metric = "hyla_groups_dropped_datagrams_total";
            until_each(rti, metric, ",profile=\"HLAreliable\",reason=\"forged\"");
            let metric = "hyla_groups_duplicates_total";
            until_each(rti, metric, ",profile=\"HLAreliable\"");
        },
    );
}

#[test]
#[allow(clippy::redundant_closure, reason = "its type names the test")]
fn forged_and_replayed_datagrams_of_sealed_groups_change_nothing() {
    let secret = file("groups", "a secret of more than 16 bytes");
    let setting = format!("--set=rti.secret_file={secret}");
    let of_callers = format!("rti.security = tls; rti.secret_file = {secret}");
    let of_callers = together(&[&of_callers, BY_TCP, &by_groups()]);
    let scene = Scene {
        settings: &["--set=rti.security=tls", &setting],
        of_callers: &of_callers,
        ..Scene::default()
    };
    scene.attack(
        |target| attack(target),
        |rti| {
            for reason in ["clear", "forged", "replayed"] {
                let reason = format!(",reason=\"{reason}\"");
                until_each(rti, "hyla_federate_refused_seals_total", &reason);
            }
        },
    );
}
