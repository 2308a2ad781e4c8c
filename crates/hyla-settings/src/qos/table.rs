//! Every field of a profile: determines parser and documentation.

use hyla_net::{Admit, Late, Profile, Reliability, Resources, Transport, Wish};

use super::super::choice::Words;
use super::super::parameter::{Kind, Parameter};
use super::super::thread::{CPUS, SCHEDULING, WAIT};

/// One field of a profile; its name is the key in `[qos.NAME]`.
pub type ProfileField = Parameter<Profile>;

/// The field with that key.
pub fn find(key: &str) -> Option<&'static ProfileField> {
    FIELDS.iter().find(|field| field.name() == key)
}

impl Words for Reliability {
    const VALUES: &'static [Self] = &[Self::Reliable, Self::BestEffort];
    const WORDS: &'static [&'static [&'static str]] = &[&["reliable"], &["best-effort"]];
}

impl Words for Transport {
    const VALUES: &'static [Self] = &[
        Self::Auto,
        Self::Stream,
        Self::SharedMemory,
        Self::Tcp,
        Self::Udp,
        Self::Multicast,
        Self::ReliableMulticast,
    ];
    const WORDS: &'static [&'static [&'static str]] = &[
        &["auto"],
        &["stream"],
        &["shared-memory", "shm"],
        &["tcp"],
        &["udp"],
        &["multicast"],
        &["reliable-multicast"],
    ];
}

impl Words for Admit {
    const VALUES: &'static [Self] = &[Self::Always, Self::Warn, Self::Refuse];
    const WORDS: &'static [&'static [&'static str]] = &[&["always"], &["warn"], &["refuse"]];
}

impl Words for Late {
    const VALUES: &'static [Self] = &[Self::Flag, Self::Drop];
    const WORDS: &'static [&'static [&'static str]] = &[&["flag"], &["drop"]];
}

impl Words for Resources {
    const VALUES: &'static [Self] = &[Self::Shared, Self::Dedicated];
    const WORDS: &'static [&'static [&'static str]] = &[&["shared"], &["dedicated"]];
}

impl Words for Wish {
    const VALUES: &'static [Self] = &[
        Self::Balance,
        Self::Throughput,
        Self::Latency,
        Self::Steadiness,
    ];
    const WORDS: &'static [&'static [&'static str]] =
        &[&["balance"], &["throughput"], &["latency"], &["steadiness"]];
}

/// Key of the chain, which is built at the end.
pub(super) const MODULES: &str = "modules";

/// Keys that only multicast has.
pub(super) const MULTICAST: [&str; 4] = ["groups", "interface", "ttl", "joined"];

/// Keys that only reliable multicast has.
pub(super) const RECOVERY: [&str; 5] = [
    "wish",
    "bytes_per_second",
    "window",
    "parity",
    "straggler_ms",
];

const GROUPS: Kind =
    Kind::text("multicast addresses and a port, as in 239.192.0.0/24:17000 or [ff15::]/120:17000")
        .or("none");
const INTERFACE: Kind = Kind::text("an address of this host").or("auto");
const CHAIN: Kind = Kind::List {
    accepts: "a list of modules, perhaps empty",
    least: 0,
};
const HOUR_US: u64 = 3_600_000_000;

/// All fields of a profile.
pub static FIELDS: &[ProfileField] = &[
    ProfileField {
        name: "reliability",
        kind: Kind::Words(Reliability::WORDS),
        at: |p| &mut p.reliability,
        about: "Whether every message arrives. Default: as the object model defines for the type.",
        larger: "`reliable` resends lost messages, and later ones wait; `best-effort` uses UDP between hosts.",
    },
    ProfileField {
        name: "transport",
        kind: Kind::Words(Transport::WORDS),
        at: |p| &mut p.transport,
        about: "The transport of a lane. `auto` is shared memory on one host, else TCP, or UDP for best effort; `stream` is the stream of each link, which messages also use if no other transport can be established. `multicast` is for best effort: UDP, with one datagram for all receivers of a message that joined its group. `reliable-multicast` is the same for reliable types: lost datagrams are sent again, and the stream serves those that multicast does not reach.",
        larger: "Everything but `stream` costs a socket, or memory, for each pair of members.",
    },
    ProfileField {
        name: "groups",
        kind: GROUPS,
        at: |p| &mut p.multicast.groups,
        about: "With `transport = multicast` or `reliable-multicast`: the groups that this federate sends to, one for each set of receivers, as addresses and a port. Federations that share a network need different addresses or ports.",
        larger: "Switches and hosts must keep each group; in return, fewer receivers get datagrams of others.",
    },
    ProfileField {
        name: "interface",
        kind: INTERFACE,
        at: |p| &mut p.multicast.interface,
        about: "With `transport = multicast` or `reliable-multicast`: the address, on this host, of the interface by which groups are joined and sent to. `auto` is the one that other federates reach this one by (`peer.interface`).",
        larger: "",
    },
    ProfileField {
        name: "ttl",
        kind: Kind::count(0..=255),
        at: |p| &mut p.multicast.ttl,
        about: "With `transport = multicast` or `reliable-multicast`: how many routers a datagram to a group may pass; 1 is none, 0 stays on this host.",
        larger: "Datagrams reach networks that may not need them.",
    },
    ProfileField {
        name: "joined",
        kind: Kind::count(0..=4096),
        at: |p| &mut p.multicast.joined,
        about: "With `transport = multicast` or `reliable-multicast`: most groups that this federate joins for the profile. Further senders use UDP, or the stream, to it alone.",
        larger: "Each group costs a socket with its buffer.",
    },
    ProfileField {
        name: "wish",
        kind: Kind::Words(Wish::WORDS),
        at: |p| &mut p.multicast.recovery.wish,
        about: "With `transport = reliable-multicast`: what the messages of this federate need most. The wish decides how long messages gather, how many packets leave together, how the rate looks for room, and `straggler_ms` if that is `auto`. Federates may have different wishes.",
        larger: "`throughput` takes the least processor time, and messages in quick succession gather for 1 to 10 ms; with `latency` a message waits only where calls of the system cannot keep up, and most messages cost a datagram and a call; `steadiness` lets messages in quick succession gather for 200 us under any load, and sends smaller trains at a rate that varies less, which costs more calls.",
    },
    ProfileField {
        name: "bytes_per_second",
        kind: Kind::rate(1_000_000..=12_500_000_000),
        at: |p| &mut p.multicast.recovery.bytes_per_second,
        about: "With `transport = reliable-multicast`: the highest rate of this federate to a group. The rate adapts to what receivers take, up to this.",
        larger: "The network and its slowest receivers may lose more.",
    },
    ProfileField {
        name: "window",
        kind: Kind::count(64..=65_536),
        at: |p| &mut p.multicast.recovery.window,
        about: "With `transport = reliable-multicast`: packets of a sender to a group that not all members have acknowledged.",
        larger: "Each packet takes up to 1400 bytes at both ends; in return, a long round of acknowledgements limits the rate less.",
    },
    ProfileField {
        name: "parity",
        kind: Kind::count(0..=16).zero("none"),
        at: |p| &mut p.multicast.recovery.parity,
        about: "With `transport = reliable-multicast`: most parity packets for 16 packets, by which a receiver restores lost ones without asking. As many are sent as measured losses call for. All federates need the same value.",
        larger: "More bytes on a network with losses; blocks of packets are kept until they are complete.",
    },
    ProfileField {
        name: "straggler_ms",
        kind: Kind::millis(10..=60_000).or("auto"),
        at: |p| &mut p.multicast.recovery.straggler,
        about: "With `transport = reliable-multicast`: how long a receiver may hold up the others, or receive nothing by multicast, before its stream serves it. It comes back when it keeps up. `auto` is 200, or 100 with `wish = latency`.",
        larger: "A stopped receiver holds up the others for longer; a smaller value moves receivers that are only busy.",
    },
    ProfileField {
        name: "priority",
        kind: Kind::count(0..=7),
        at: |p| &mut p.priority,
        about: "Messages of a higher priority are read first; above 0 their datagrams are marked for the network, too.",
        larger: "Messages of lower priority wait under load.",
    },
    ProfileField {
        name: "deadline_us",
        kind: Kind::micros(0..=HOUR_US).zero("no limit"),
        at: |p| &mut p.deadline,
        about: "How long after sending a message is still of use; 0: unlimited. The clocks of two hosts must agree better than that.",
        larger: "",
    },
    ProfileField {
        name: "late",
        kind: Kind::Words(Late::WORDS),
        at: |p| &mut p.late,
        about: "How to treat a message that arrives after its deadline: `flag` delivers it and notifies the federate. Counted in either case.",
        larger: "",
    },
    ProfileField {
        name: "admit",
        kind: Kind::Words(Admit::WORDS),
        at: |p| &mut p.admit,
        about: "Whether a new lane is measured against its deadline: 400 probes of 64 bytes give the probability that a message is in time. If that is less than `hardness`, `warn` logs it, and `refuse` ends the lane: binding it is an error with the probability, and messages take the stream.",
        larger: "`warn` and `refuse` send up to 400 probes by each new lane.",
    },
    ProfileField {
        name: "hardness",
        kind: Kind::Real {
            least: 50.0,
            most: 99.99,
        },
        at: |p| &mut p.hardness,
        about: "Share of the messages, in per cent, that shall meet the deadline: for `admit`, and beside the share of late messages in metrics.",
        larger: "",
    },
    ProfileField {
        name: "resources",
        kind: Kind::Words(Resources::WORDS),
        at: |p| &mut p.resources,
        about: "Whether the federate's thread reads messages of the profile, or a dedicated thread with its own sockets and buffers.",
        larger: "`dedicated` costs a thread and its buffers for each profile and federate.",
    },
    ProfileField {
        name: "scheduling",
        kind: SCHEDULING,
        at: |p| &mut p.scheduling,
        about: "How that thread is scheduled, as `process.scheduling`. Needs dedicated resources.",
        larger: "A real-time thread that does not wait keeps its processor from everything of lower priority.",
    },
    ProfileField {
        name: "cpus",
        kind: CPUS,
        at: |p| &mut p.cpus,
        about: "Processors that the thread may run on; empty: all. Needs dedicated resources.",
        larger: "",
    },
    ProfileField {
        name: "locked_bytes",
        kind: Kind::bytes(0..=1 << 32),
        at: |p| &mut p.locked_bytes,
        about: "Size of the buffers that are allocated and locked in memory before the first message. Needs dedicated resources.",
        larger: "Memory that the system cannot use otherwise.",
    },
    ProfileField {
        name: "wait",
        kind: WAIT,
        at: |p| &mut p.wait,
        about: "How the thread waits, as `process.wait`, which is the default. Needs dedicated resources.",
        larger: "`spin` takes a whole processor, also without messages; `block` costs a wake-up per message.",
    },
    ProfileField {
        name: MODULES,
        kind: CHAIN,
        at: |p| &mut p.modules,
        about: "The protocol modules that messages pass, from the federate to the wire, for every transport but `stream`; with `multicast`, for messages to single members. See below. The receiver runs the same modules in reverse, regardless of its own settings.",
        larger: "Each module costs time for each message.",
    },
];
