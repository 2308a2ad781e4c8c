//! Every field of a profile, once: the parser and the documentation follow from here.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use hyla_net::modules::ModuleSpec;
use hyla_net::{Late, Profile, Reliability, Resources, Transport};

use super::super::choice::Words;
use super::super::field::{Raw, integer, parsed, put, word, words};
use super::super::thread;
use super::modules;

/// One field of a profile.
#[derive(Debug)]
pub struct ProfileField {
    key: &'static str,
    about: &'static str,
    larger: &'static str,
    unit: Option<&'static str>,
    bare: bool,
    accepts: fn() -> String,
    assign: fn(&mut Profile, &Raw) -> bool,
    show: fn(&Profile) -> String,
}

impl ProfileField {
    /// The key, as in `[qos.NAME]`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What it is for.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// What a larger value (or the other choice) costs; empty where there is nothing to weigh.
    pub fn larger(&self) -> &'static str {
        self.larger
    }

    /// Unit of the value, if it is a quantity.
    pub fn unit(&self) -> Option<&'static str> {
        self.unit
    }

    /// Which values fit, in words.
    pub fn accepts(&self) -> String {
        (self.accepts)()
    }

    /// Its value in `profile`, written as a settings string takes it.
    pub fn value_in(&self, profile: &Profile) -> String {
        (self.show)(profile)
    }

    pub(in super::super) fn is_bare(&self) -> bool {
        self.bare
    }

    pub(super) fn assign(&self, profile: &mut Profile, raw: &Raw) -> bool {
        (self.assign)(profile, raw)
    }
}

/// The field with that key.
pub fn find(key: &str) -> Option<&'static ProfileField> {
    FIELDS.iter().find(|field| field.key == key)
}

impl Words for Reliability {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Reliable, &["reliable"]),
        (Self::BestEffort, &["best-effort"]),
    ];
}

impl Words for Transport {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Auto, &["auto"]),
        (Self::Stream, &["stream"]),
        (Self::SharedMemory, &["shared-memory", "shm"]),
        (Self::Tcp, &["tcp"]),
        (Self::Udp, &["udp"]),
        (Self::Multicast, &["multicast"]),
    ];
}

impl Words for Late {
    const WORDS: &'static [(Self, &'static [&'static str])] =
        &[(Self::Flag, &["flag"]), (Self::Drop, &["drop"])];
}

impl Words for Resources {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Shared, &["shared"]),
        (Self::Dedicated, &["dedicated"]),
    ];
}

/// Key of the chain of modules, which is put together when everything is read.
pub(super) const MODULES: &str = "modules";

/// Keys that only multicast has.
pub(super) const MULTICAST: [&str; 4] = ["groups", "interface", "ttl", "joined"];

const JOINED: std::ops::RangeInclusive<u64> = 0..=4096;

/// A value, or none where the word for that is said.
fn unless<T: FromStr>(none: &str, raw: &Raw) -> Option<Option<T>> {
    let said: String = parsed(raw)?;
    if said == none {
        return Some(None);
    }
    parsed(raw).map(Some)
}

fn shown(none: &str, value: Option<&impl Display>) -> String {
    value.map_or_else(|| none.to_owned(), ToString::to_string)
}

const HOUR_US: u64 = 3_600_000_000;
const LOCKED: std::ops::RangeInclusive<u64> = 0..=1 << 32;
const DEADLINE: std::ops::RangeInclusive<u64> = 0..=HOUR_US;

/// All fields of a profile.
pub static FIELDS: &[ProfileField] = &[
    ProfileField {
        key: "reliability",
        about: "Whether every message arrives. Default: as the object model defines for the type.",
        larger: "`reliable` resends lost messages, and later ones wait; `best-effort` uses UDP between hosts.",
        unit: None,
        bare: false,
        accepts: words::<Reliability>,
        assign: |p, raw| put(&mut p.reliability, word(raw)),
        show: |p| p.reliability.word().to_owned(),
    },
    ProfileField {
        key: "transport",
        about: "The transport of a lane. `auto` is shared memory on one host, else TCP, or UDP for best effort; `stream` is the stream of each link, which messages also use if no other transport can be established. `multicast` is for best effort: UDP, with one datagram for all receivers of a message that joined its group.",
        larger: "Everything but `stream` costs a socket, or memory, for each pair of members.",
        unit: None,
        bare: false,
        accepts: words::<Transport>,
        assign: |p, raw| put(&mut p.transport, word(raw)),
        show: |p| p.transport.word().to_owned(),
    },
    ProfileField {
        key: "groups",
        about: "With `transport = multicast`: the groups that this federate sends to, one for each set of receivers, as addresses and a port. Federations that share a network need different addresses or ports.",
        larger: "Switches and hosts must keep each group; in return, fewer receivers get datagrams of others.",
        unit: None,
        bare: false,
        accepts: || {
            "multicast addresses and a port, as in 239.192.0.0/24:17000 or [ff15::]/120:17000, or none"
                .to_owned()
        },
        assign: |p, raw| put(&mut p.multicast.groups, unless("none", raw)),
        show: |p| shown("none", p.multicast.groups.as_ref()),
    },
    ProfileField {
        key: "interface",
        about: "With `transport = multicast`: the address, on this host, of the interface by which groups are joined and sent to. `auto` is the one that other federates reach this one by (`peer.interface`).",
        larger: "",
        unit: None,
        bare: false,
        accepts: || "an address of this host, or auto".to_owned(),
        assign: |p, raw| put(&mut p.multicast.interface, unless("auto", raw)),
        show: |p| shown("auto", p.multicast.interface.as_ref()),
    },
    ProfileField {
        key: "ttl",
        about: "With `transport = multicast`: how many routers a datagram to a group may pass; 1 is none, 0 stays on this host.",
        larger: "Datagrams reach networks that may not need them.",
        unit: None,
        bare: true,
        accepts: || "a whole number, 0 to 255".to_owned(),
        assign: |p, raw| {
            put(
                &mut p.multicast.ttl,
                integer(raw, &(0..=255)).and_then(|n| u8::try_from(n).ok()),
            )
        },
        show: |p| p.multicast.ttl.to_string(),
    },
    ProfileField {
        key: "joined",
        about: "With `transport = multicast`: most groups that this federate joins for the profile. Further senders use UDP to it alone.",
        larger: "Each group costs a socket with its buffer.",
        unit: Some("groups"),
        bare: true,
        accepts: || format!("a whole number, {} to {}", JOINED.start(), JOINED.end()),
        assign: |p, raw| {
            put(
                &mut p.multicast.joined,
                integer(raw, &JOINED).and_then(|n| usize::try_from(n).ok()),
            )
        },
        show: |p| p.multicast.joined.to_string(),
    },
    ProfileField {
        key: "priority",
        about: "Messages of a higher priority are read first; above 0 their datagrams are marked for the network, too.",
        larger: "Messages of lower priority wait under load.",
        unit: None,
        bare: true,
        accepts: || "a whole number, 0 to 7".to_owned(),
        assign: |p, raw| {
            put(
                &mut p.priority,
                integer(raw, &(0..=7)).and_then(|n| u8::try_from(n).ok()),
            )
        },
        show: |p| p.priority.to_string(),
    },
    ProfileField {
        key: "deadline_us",
        about: "How long after sending a message is still of use; 0: unlimited. The clocks of two hosts must agree better than that.",
        larger: "",
        unit: Some("microseconds"),
        bare: true,
        accepts: || format!("a whole number of microseconds, 0 to {HOUR_US} (0: no limit)"),
        assign: |p, raw| {
            let time = |n| (n > 0).then(|| Duration::from_micros(n));
            put(&mut p.deadline, integer(raw, &DEADLINE).map(time))
        },
        show: |p| p.deadline.unwrap_or_default().as_micros().to_string(),
    },
    ProfileField {
        key: "late",
        about: "How to treat a message that arrives after its deadline: `flag` delivers it and notifies the federate. Counted in either case.",
        larger: "",
        unit: None,
        bare: false,
        accepts: words::<Late>,
        assign: |p, raw| put(&mut p.late, word(raw)),
        show: |p| p.late.word().to_owned(),
    },
    ProfileField {
        key: "resources",
        about: "Whether the federate's thread reads messages of the profile, or a dedicated thread with its own sockets and buffers.",
        larger: "`dedicated` costs a thread and its buffers for each profile and federate.",
        unit: None,
        bare: false,
        accepts: words::<Resources>,
        assign: |p, raw| put(&mut p.resources, word(raw)),
        show: |p| p.resources.word().to_owned(),
    },
    ProfileField {
        key: "scheduling",
        about: "How that thread is scheduled, as `process.scheduling`. Needs dedicated resources.",
        larger: "A real-time thread that does not wait keeps its processor from everything of lower priority.",
        unit: None,
        bare: false,
        accepts: || thread::SCHEDULING.to_owned(),
        assign: |p, raw| put(&mut p.scheduling, thread::scheduling(raw)),
        show: |p| p.scheduling.to_string(),
    },
    ProfileField {
        key: "cpus",
        about: "Processors that the thread may run on; empty: all. Needs dedicated resources.",
        larger: "",
        unit: None,
        bare: false,
        accepts: || thread::CPUS.to_owned(),
        assign: |p, raw| put(&mut p.cpus, thread::cpus(raw)),
        show: |p| thread::show_cpus(&p.cpus),
    },
    ProfileField {
        key: "locked_bytes",
        about: "Size of the buffers that are allocated and locked in memory before the first message. Needs dedicated resources.",
        larger: "Memory that the system cannot use otherwise.",
        unit: Some("bytes"),
        bare: true,
        accepts: || format!("a whole number of bytes, 0 to {}", LOCKED.end()),
        assign: |p, raw| {
            put(
                &mut p.locked_bytes,
                integer(raw, &LOCKED).and_then(|n| usize::try_from(n).ok()),
            )
        },
        show: |p| p.locked_bytes.to_string(),
    },
    ProfileField {
        key: "wait",
        about: "How the thread waits, as `process.wait`, which is the default. Needs dedicated resources.",
        larger: "`spin` takes a whole processor, also without messages; `block` costs a wake-up per message.",
        unit: None,
        bare: false,
        accepts: || thread::WAIT.to_owned(),
        assign: |p, raw| put(&mut p.wait, thread::wait(raw)),
        show: |p| p.wait.to_string(),
    },
    ProfileField {
        key: MODULES,
        about: "The protocol modules that messages pass, from the federate to the wire, for every transport but `stream`; with `multicast`, for messages to single members. See below. The receiver runs the same modules in reverse, regardless of its own settings.",
        larger: "Each module costs time for each message.",
        unit: None,
        bare: false,
        accepts: || "a list of modules, perhaps empty".to_owned(),
        // Put in place when their parameters are read, too.
        assign: |_, raw| modules::names(raw).is_some(),
        show: |p| {
            let names: Vec<_> = p.modules.iter().map(ModuleSpec::name).collect();
            names.join(", ")
        },
    },
];
