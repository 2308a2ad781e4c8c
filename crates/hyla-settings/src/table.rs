//! Every setting: determines parser, names of variables and documentation.

use hyla_net::DatagramProtection;

use super::choice::{LogFormat, LogLevel, OtherMachine, ProcessModel, RtiSecurity, Words};
use super::foreign::ForeignDesignators;
use super::model::Settings;
use super::parameter::{Kind, Parameter};
use super::thread::{CPUS, SCHEDULING, WAIT};

/// One setting; its name is `section.key`, as in `hyla.toml` and in the settings string of connect.
pub type Setting = Parameter<Settings>;

impl Setting {
    /// The part of the name before the dot.
    pub fn section(&self) -> &'static str {
        self.name.split_once('.').expect("every name has a dot").0
    }

    /// The part of the name after the dot.
    pub fn key(&self) -> &'static str {
        self.name.split_once('.').expect("every name has a dot").1
    }

    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("HYLA_{}", self.name.replace('.', "_").to_ascii_uppercase())
    }

    /// Its value in `settings`, written as `hyla.toml` takes it.
    pub fn toml_value_in(&self, settings: &Settings) -> String {
        let text = self.value_in(settings);
        if self.kind.is_bare() {
            text
        } else if self.kind.is_list() {
            let items = text.split(", ").filter(|item| !item.is_empty());
            let quoted: Vec<String> = items.map(|item| format!("\"{item}\"")).collect();
            format!("[{}]", quoted.join(", "))
        } else {
            format!("\"{text}\"")
        }
    }
}

/// The setting of that full name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// Sections in the order of the table, with their subjects.
pub const SECTIONS: &[(&str, &str)] = &[
    (
        "rti",
        "Address of the RTI: for federates that connect and for `hyla rti` itself.",
    ),
    (
        "authorization",
        "Permissions to connect to an RTI, to create federation executions and to join them.",
    ),
    (
        "peer",
        "How other federates reach a federate, for data sent directly.",
    ),
    ("process", "Threads of a federate, and how they wait."),
    ("channel", "How frames move between processes."),
    ("timeout", "Timeouts."),
    ("latency", "Predictions of latency."),
    ("limits", "Queue limits and warnings."),
    ("time", "Detection of stalled time advance."),
    ("report", "Directory of service reports."),
    ("fom", "How object models are read."),
    ("save", "Directory of saves, and space that they leave."),
    (
        "fedpro",
        "The Federate Protocol of IEEE 1516.1-2025: where `hyla rti` serves it, and limits of sessions.",
    ),
    (
        "orb",
        "The object request broker: `hyla orb`, its servers and their limits.",
    ),
    ("log", "Level, format and destination of the log."),
];

const RTI: Kind = Kind::text("host:port or embedded");
const HOST_PORT: Kind = Kind::text("host:port");
const PEER: Kind = Kind::text("auto or host:port (port 0: the system chooses)");
const INTERFACE: Kind =
    Kind::text("auto, the name of an interface, or a prefix such as 10.1.0.0/16");
const FEDPRO: Kind = Kind::text("off, auto or host:port (port 0: the system chooses)");
const ADDRESSES: Kind = Kind::List {
    accepts: "a list of one or more host:port",
    least: 1,
};
const MAYBE_ADDRESSES: Kind = Kind::List {
    accepts: "a list of host:port, perhaps empty",
    least: 0,
};
const ORIGINS: Kind = Kind::List {
    accepts: "a list of scheme://host or scheme://host:port, perhaps empty",
    least: 0,
};
const DIRECTORY: Kind = Kind::text("a directory, made when it is needed");
const FILE: Kind = Kind::text("a file, or nothing");
const PIN: Kind = Kind::text("sha256: and 64 hexadecimal digits, or nothing");
const PORT: Kind = Kind::text("the name of a network interface, or nothing");
const HOST_USER: Kind = Kind::text("a name or number of a user of this host, or nothing");
const USER: Kind = Kind::text("a name without a colon, or nothing");
const WAIT_OR_AUTO: Kind = WAIT.or("auto");

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;

/// All settings, by section.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "rti.address",
        kind: RTI,
        at: |s| &mut s.rti.address,
        about: "Where a federate finds the RTI; `embedded` is an RTI inside the federate's own process, without a server.",
        larger: "",
    },
    Setting {
        name: "rti.listen",
        kind: ADDRESSES,
        at: |s| &mut s.rti.listen,
        about: "Addresses on which `hyla rti` accepts federates. Instead of a host they may name an interface, `eth0:15160`, or a prefix of its address, `10.1.0.0/16:15160`.",
        larger: "An address beyond loopback lets every machine that reaches it join.",
    },
    Setting {
        name: "rti.advertise",
        kind: MAYBE_ADDRESSES,
        at: |s| &mut s.rti.advertise,
        about: "Addresses that `hyla rti` prints as the ones for others to use, where those differ from the ones it listens on (address translation, several interfaces); none means those of `rti.listen`.",
        larger: "",
    },
    Setting {
        name: "rti.metrics",
        kind: MAYBE_ADDRESSES,
        at: |s| &mut s.rti.metrics,
        about: "Addresses on which `hyla rti` serves metrics in the text format of Prometheus, at `/metrics` (docs/metrics.md); none disables them.",
        larger: "Any program that reaches such an address can read names of federations and federates and their traffic; each scrape queries every federate.",
    },
    Setting {
        name: "rti.latency",
        kind: FILE,
        at: |s| &mut s.rti.latency,
        about: "The file of a Latency Server that `hyla rti` runs (docs/latency-server.md), as of `hyla latency serve`; empty runs none.",
        larger: "",
    },
    Setting {
        name: "rti.latency_peer",
        kind: MAYBE_ADDRESSES,
        at: |s| &mut s.rti.latency_peer,
        about: "Addresses on which `hyla rti` reflects messages of Latency Servers that measure latency to this host, as `hyla latency peer` does; none disables it.",
        larger: "Everybody who reaches such an address can make this host send back what it receives.",
    },
    Setting {
        name: "rti.foreign_designators",
        kind: Kind::Words(ForeignDesignators::WORDS),
        at: |s| &mut s.rti.foreign_designators,
        about: "How to treat a settings string of connect that was written for another RTI, such as `crcAddress=host:8989` or `rti://host` (docs/coming-from.md): `translate` takes its host and port as `rti.address`, with port 15160 where it has the other RTI's default port; `ignore` uses the other sources alone; `refuse` makes it an error. The log says what was done. Only a file or a variable can set it.",
        larger: "",
    },
    Setting {
        name: "rti.max_unidentified",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.rti.max_unidentified,
        about: "Most connections to the port of `hyla rti` for native federates, or to that of a federate for its peers, that have not said who they are. Beyond, the oldest from the address with most of them is closed, so that others get in.",
        larger: "File descriptors that silent callers can occupy.",
    },
    Setting {
        name: "rti.max_unidentified_per_address",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.rti.max_unidentified_per_address,
        about: "The same for connections from one address.",
        larger: "One host can make others wait for longer.",
    },
    Setting {
        name: "rti.limit_federations",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.rti.limit_federations,
        about: "Most federation executions that one user has created and that exist. A user is who the authorizer says; without one, an address, or a user of the RTI's host in shared memory. A request beyond a limit is refused with `RTIinternalError`; the message names user, limit and setting.",
        larger: "One user can take more of the RTI's memory and time.",
    },
    Setting {
        name: "rti.limit_modules",
        kind: Kind::count(1..=10_000_000),
        at: |s| &mut s.rti.limit_modules,
        about: "Most modules that one user has brought into federation executions that exist; equal ones of one execution count once.",
        larger: "As of `rti.limit_federations`.",
    },
    Setting {
        name: "rti.limit_module_bytes",
        kind: Kind::bytes(1 << 16..=1 << 40),
        at: |s| &mut s.rti.limit_module_bytes,
        about: "Most bytes of these modules.",
        larger: "As of `rti.limit_federations`.",
    },
    Setting {
        name: "rti.limit_memory_bytes",
        kind: Kind::bytes(1 << 20..=1 << 50),
        at: |s| &mut s.rti.limit_memory_bytes,
        about: "Most memory of the RTI that one user takes, estimated: modules, the object models made of them, requests whose modules wait to be read, and all that its federates have the RTI keep, such as object instances, names, tags, declarations and states of a save. A federate that asks for more than fits is removed; a save that does not fit is given up. The sessions of the user may leave as much unread, and as much unfinished (at least twice `channel.max_frame_bytes`).",
        larger: "One user can take three times that much memory. The limit should be a part of the host's memory.",
    },
    Setting {
        name: "rti.reserved_descriptors",
        kind: Kind::count(0..=1_000_000),
        at: |s| &mut s.rti.reserved_descriptors,
        about: "File descriptors of `hyla rti` that callers who have not said who they are, or whose federate has not joined, leave free, for what members need: shared memory, saves, lanes. If fewer are free, such callers are closed, the oldest first, both at the native port and at the Federate Protocol.",
        larger: "Fewer federates can connect with the same limit of the system (`ulimit -n`).",
    },
    Setting {
        name: "rti.allow_taken_name",
        kind: Kind::Flag,
        at: |s| &mut s.rti.allow_taken_name,
        about: "Whether `hyla rti` starts although another process has taken the name under which federates of this host look for its shared memory. Federates of this host use TCP then; they never believe a process of another user.",
        larger: "",
    },
    Setting {
        name: "rti.user",
        kind: USER,
        at: |s| &mut s.rti.user,
        about: "User name of a federate or a tool at an RTI that requires credentials. Credentials passed to connect take precedence.",
        larger: "",
    },
    Setting {
        name: "rti.password_file",
        kind: FILE,
        at: |s| &mut s.rti.password_file,
        about: "The file whose first line is the password of `rti.user`; with an empty `rti.user` the line is sent as it is. A file that only its owner can read keeps the password out of settings, process lists and logs.",
        larger: "The password crosses the network as plain text.",
    },
    Setting {
        name: "rti.allow_clear_password",
        kind: Kind::Flag,
        at: |s| &mut s.rti.allow_clear_password,
        about: "Whether a federate sends its password to an RTI on another host without TLS (`rti.security`); `true` is for hosts whose traffic is encrypted by other means, by a VPN for example. Within a host it also sends the password over TCP to whoever listens there; otherwise only to an RTI of its own user, of root, or of `rti.server_user`, since any user can listen at a free port. Otherwise connect fails. An RTI with `true` accepts passwords from clients of the Federate Protocol on other hosts without TLS.",
        larger: "",
    },
    Setting {
        name: "rti.server_user",
        kind: HOST_USER,
        at: |s| &mut s.rti.server_user,
        about: "The user of this host whose RTI gets the password of a federate in clear over TCP, beside the federate's own user and root: a name, or a number. A packaged `hyla rti` runs as `hyla`. Counts within a host only; empty: no other user.",
        larger: "",
    },
    Setting {
        name: "rti.security",
        kind: Kind::Words(RtiSecurity::WORDS),
        at: |s| &mut s.rti.security,
        about: "Encryption of TCP connections between federates and the RTI: `off`, or `tls` for TLS 1.3 (docs/how-to/encrypt.md). `hyla rti` needs `rti.certificate` and `rti.key`, a federate needs `rti.trust` or `rti.pin`; or both have the same `rti.secret_file`. An RTI with TLS hands out keys with which federates seal what they send to each other over TCP and UDP (`peer.datagrams`). Shared memory needs no encryption.",
        larger: "`tls` costs processor time for each bundle of messages.",
    },
    Setting {
        name: "rti.allow_clear",
        kind: Kind::Flag,
        at: |s| &mut s.rti.allow_clear,
        about: "Whether `hyla rti` with `rti.security = tls` also accepts federates that do not encrypt. For a change from one to the other.",
        larger: "",
    },
    Setting {
        name: "rti.certificate",
        kind: FILE,
        at: |s| &mut s.rti.certificate,
        about: "PEM file with the certificate of `hyla rti`, followed by its intermediate certificates.",
        larger: "",
    },
    Setting {
        name: "rti.key",
        kind: FILE,
        at: |s| &mut s.rti.key,
        about: "PEM file with the private key of `rti.certificate`.",
        larger: "",
    },
    Setting {
        name: "rti.trust",
        kind: FILE,
        at: |s| &mut s.rti.trust,
        about: "PEM file with certificates that a federate trusts: the RTI's own certificate, or certificate authorities that sign certificates for the host name in `rti.address`.",
        larger: "",
    },
    Setting {
        name: "rti.pin",
        kind: PIN,
        at: |s| &mut s.rti.pin,
        about: "Fingerprint of the only certificate that a federate accepts of the RTI. `hyla rti` logs it, `hyla certificate` prints it. Takes precedence over `rti.trust`.",
        larger: "",
    },
    Setting {
        name: "rti.rekey_ms",
        kind: Kind::millis(0..=DAY_MS).zero("never"),
        at: |s| &mut s.rti.rekey,
        about: "Time after which `hyla rti` with `rti.security = tls` changes the keys of its connections and of the channels between federates. They change while data flows; nothing is lost. They also change when a user was cut.",
        larger: "More can be read by who learns a key.",
    },
    Setting {
        name: "rti.secret_file",
        kind: FILE,
        at: |s| &mut s.rti.secret_file,
        about: "File with a secret of at least 16 bytes that RTI and federates share, in place of certificates: each side proves that it knows it. White space around it does not count. Takes precedence over the other settings of TLS. A file that every user of the host can read is refused.",
        larger: "",
    },
    Setting {
        name: "authorization.file",
        kind: FILE,
        at: |s| &mut s.authorization.file,
        about: "File with the users of an RTI, hashes of their passwords and their permissions (docs/authorization.md); read again when it changes. Empty permits everything to everybody. For `hyla rti` and for an embedded RTI.",
        larger: "",
    },
    Setting {
        name: "peer.bind",
        kind: PEER,
        at: |s| &mut s.peer.bind,
        about: "Where a federate accepts data of other federates; `auto` is loopback if the RTI is reached over loopback, else the interface that reaches the RTI, on a port that the system chooses.",
        larger: "",
    },
    Setting {
        name: "peer.advertise",
        kind: PEER,
        at: |s| &mut s.peer.advertise,
        about: "The address that other federates use; `auto` is the one it is bound to.",
        larger: "",
    },
    Setting {
        name: "peer.interface",
        kind: INTERFACE,
        at: |s| &mut s.peer.interface,
        about: "The interface of this host at which other federates reach a federate, if `peer.bind` and `peer.advertise` do not select it: by its name (`eth0`), by a prefix of its address (`10.1.0.0/16`, `2001:db8::/32`), or `auto` for the one that leads to the RTI. `hyla doctor` shows which it is.",
        larger: "",
    },
    Setting {
        name: "peer.direct",
        kind: Kind::Flag,
        at: |s| &mut s.peer.direct,
        about: "Whether data goes directly to other federates; with `false` the RTI's host relays all of it. If all federates use `false`, they receive all reliable messages in the same order (docs/decisions/0025-causality.md).",
        larger: "`false` adds a hop to every message and makes the RTI's host carry all data.",
    },
    Setting {
        name: "peer.in_process",
        kind: Kind::Flag,
        at: |s| &mut s.peer.in_process,
        about: "Whether federates of one process pass data in memory; with `false` they use the same channels as between processes.",
        larger: "`false` costs a socket between federates of one process.",
    },
    Setting {
        name: "peer.shared_memory",
        kind: Kind::Flag,
        at: |s| &mut s.peer.shared_memory,
        about: "Whether processes of one host and one user, including the RTI, pass data in shared memory (Linux); with `false` on either side they use TCP.",
        larger: "`false` costs a system call or two for each message, and several times the latency.",
    },
    Setting {
        name: "peer.datagrams",
        kind: Kind::Words(DatagramProtection::WORDS),
        at: |s| &mut s.peer.datagrams,
        about: "Protection of the datagrams and multicast groups of a federate whose RTI has `rti.security = tls`: `encrypted`, or `authenticated`: others can then read them, but neither forge nor change nor repeat them. Receivers accept either. Without TLS they are in clear.",
        larger: "`authenticated` takes 1.6 to 7 times the processor time, more for longer datagrams.",
    },
    Setting {
        name: "process.model",
        kind: Kind::Words(ProcessModel::WORDS),
        at: |s| &mut s.process.model,
        about: "The process model; `auto` is asynchronous-io for HLA_EVOKED and immediate for HLA_IMMEDIATE.",
        larger: "`single-threaded` has no thread of its own: nothing is sent or received while the federate does not evoke.",
    },
    Setting {
        name: "process.scheduling",
        kind: SCHEDULING,
        at: |s| &mut s.process.scheduling,
        about: "How Hyla's own thread of a federate (asynchronous-io, immediate) is scheduled: `fifo` and `rr` are the real-time policies of the system, before every `normal` thread. Needs a permission, which is checked when the federate connects.",
        larger: "A real-time thread that does not wait (a callback that computes, `spin`) keeps its processor from everything of lower priority.",
    },
    Setting {
        name: "process.cpus",
        kind: CPUS,
        at: |s| &mut s.process.cpus,
        about: "Processors that this thread may run on; empty: all.",
        larger: "",
    },
    Setting {
        name: "process.lock_memory",
        kind: Kind::Flag,
        at: |s| &mut s.process.lock_memory,
        about: "Whether all memory of the process, now and later, is locked in RAM (mlockall), so that no message waits for a page fault. Stays in force until the process ends.",
        larger: "`true` needs memory for everything that is reserved, including stacks of threads.",
    },
    Setting {
        name: "process.wait",
        kind: WAIT_OR_AUTO,
        at: |s| &mut s.process.wait,
        about: "How a thread waits for the network: `block` sleeps at once, `yield` yields its processor for that time after the last message and then sleeps, `spin` never sleeps. `auto` yields for `channel.yield_us`.",
        larger: "`spin` takes a whole processor, also without messages; `block` costs a wake-up per message.",
    },
    Setting {
        name: "channel.yield_us",
        kind: Kind::micros(0..=1_000_000),
        at: |s| &mut s.channel.yield_for,
        about: "How long a waiting thread yields its processor before it sleeps, if `process.wait` is `auto`. Yields that other threads used do not count, up to 1 ms.",
        larger: "Processor time without messages; in return, messages within that time cost no wake-up.",
    },
    Setting {
        name: "channel.rest_us",
        kind: Kind::micros(0..=1_000),
        at: |s| &mut s.channel.longest_rest,
        about: "Longest pause of a reader between reads of shared memory, when a stream brings more than 400 messages per millisecond, so that one read takes many of them; messages of other streams end the pause. Where other threads need the processors and the reader sleeps between messages, from 8 messages per millisecond on, and up to eight times as long unless a federate waits for time or an answer. 0: no pauses.",
        larger: "Up to that much latency for such streams; in return less processor time per message, and no slowdown of the sender.",
    },
    Setting {
        name: "channel.send_queue_bytes",
        kind: Kind::bytes(65_536..=1 << 32),
        at: |s| &mut s.channel.send_queue_bytes,
        about: "Bytes that may wait to be sent to one peer before back-pressure on the sender; reliable data is never dropped. In shared memory it is at most `channel.ring_bytes`, and a sixteenth of that once the ring has grown, besides the ring itself.",
        larger: "Memory, up to that much per peer, and older data when a slow peer catches up.",
    },
    Setting {
        name: "channel.max_frame_bytes",
        kind: Kind::bytes(65_536..=1 << 30),
        at: |s| &mut s.channel.max_frame_bytes,
        about: "Largest frame that is sent or accepted; receiving a longer one closes the connection, sending a longer one is refused.",
        larger: "Memory that a faulty peer can make this process reserve, per connection. All processes of a federation need the same value.",
    },
    Setting {
        name: "channel.bundle_bytes",
        kind: Kind::bytes(1_024..=16 << 20),
        at: |s| &mut s.channel.bundle_bytes,
        about: "Size of a bundle of messages that are sent at once.",
        larger: "Memory per peer, and a longer wait for the first message of a full bundle.",
    },
    Setting {
        name: "channel.bundle_gap_us",
        kind: Kind::micros(0..=1_000_000),
        at: |s| &mut s.channel.bundle_gap,
        about: "Least time between two sends on a connection under load: messages in between share the next packet; 0 sends whenever the wire is idle.",
        larger: "Up to that much latency for messages in quick succession; fewer system calls and more throughput in return.",
    },
    Setting {
        name: "channel.ring_bytes",
        kind: Kind::bytes(4_096..=64 << 20),
        at: |s| &mut s.channel.ring_bytes,
        about: "Most room in shared memory for each direction between two processes of a host, rounded up to a power of two; the calling side decides. Larger messages are still possible.",
        larger: "Memory and processor cache per busy direction; in return a sender runs further ahead of its receiver without a wake-up.",
    },
    Setting {
        name: "channel.ring_memory_bytes",
        kind: Kind::bytes(0..=1 << 40),
        at: |s| &mut s.channel.ring_memory_bytes,
        about: "Limit of shared memory for all rings that a process writes, beyond the 32 KiB that each ring has. A ring gets the room of `channel.ring_bytes` when it was full and gives it back after some seconds of little use; one that gets none stays small, and its sender and receiver take turns.",
        larger: "Memory, when a process sends much to many others of its host at a time (docs/limits.md).",
    },
    Setting {
        name: "channel.shared_frame_bytes",
        kind: Kind::bytes(0..=1 << 30),
        at: |s| &mut s.channel.shared_frame_bytes,
        about: "Memory in which a federate writes long messages (16 KiB and more, up to a quarter of this) once for all receivers of its host and user: these read them there. For each, up to `channel.send_queue_bytes` wait there. Without room, or with 0, each receiver gets a copy.",
        larger: "Memory, when long messages wait at receivers; in return more of them wait without being copied.",
    },
    Setting {
        name: "timeout.connect_ms",
        kind: Kind::millis(1..=HOUR_MS),
        at: |s| &mut s.timeout.connect,
        about: "Longest wait for a connection to the RTI or to another federate.",
        larger: "A longer wait before an unreachable RTI is reported or a relay is used.",
    },
    Setting {
        name: "timeout.call_ms",
        kind: Kind::millis(1..=DAY_MS),
        at: |s| &mut s.timeout.call,
        about: "Longest wait of a service call for the answer of the RTI; then it fails with RTIinternalError.",
        larger: "A call without an answer blocks for longer.",
    },
    Setting {
        name: "timeout.declaration_ms",
        kind: Kind::millis(1..=HOUR_MS),
        at: |s| &mut s.timeout.declaration,
        about: "Setting of the RTI: longest wait of a publication, subscription or region change for members that do not confirm that they have applied it. Such a member is stopped, or computes in the single-threaded process model without calling a service; the RTI names it in its log, and it is not waited for again until it has caught up.",
        larger: "A stopped federate delays declarations of others for longer; with a smaller value a loaded machine may break the guarantee that a declaration is in force everywhere when it returns.",
    },
    Setting {
        name: "timeout.heartbeat_ms",
        kind: Kind::millis(10..=HOUR_MS),
        at: |s| &mut s.timeout.heartbeat,
        about: "Interval of heartbeats on a silent connection to a process that sets `timeout.idle_ms`, and of questions to another host whether it is still there. Other connections have none: the system reports at once that a process has ended. With less than 1000 heartbeats go to each process, since the system counts whole seconds.",
        larger: "A vanished host is detected later; a smaller value costs more small packets per connection, and below 1000 a wake-up of each process for each of the others.",
    },
    Setting {
        name: "timeout.idle_ms",
        kind: Kind::millis(0..=DAY_MS).zero("no limit"),
        at: |s| &mut s.timeout.idle,
        about: "Time without data or heartbeat after which a peer process counts as lost. Without a limit, a stopped process stays joined; a process that ended is detected at once in either case.",
        larger: "A hung peer delays others for longer.",
    },
    Setting {
        name: "timeout.host_ms",
        kind: Kind::millis(100..=HOUR_MS),
        at: |s| &mut s.timeout.host,
        about: "Time for which another host may leave data unacknowledged before its connections count as lost: a pulled cable, a crashed machine. The kernel of a stopped process still acknowledges.",
        larger: "A vanished host delays others for longer; a smaller value loses peers in short network outages.",
    },
    Setting {
        name: "timeout.resign_ms",
        kind: Kind::millis(0..=HOUR_MS),
        at: |s| &mut s.timeout.resign,
        about: "How long a leaving federate waits for its peers to receive its last messages.",
        larger: "Resign, disconnect and drop take up to that long if a peer has stopped reading.",
    },
    Setting {
        name: "latency.profile",
        kind: FILE,
        at: |s| &mut s.latency.profile,
        about: "The latency profile of this machine (docs/latency-profile.md), from which a federate answers questions about latency with QoS 1 and 2; empty: such answers are unknown.",
        larger: "",
    },
    Setting {
        name: "latency.other_machine",
        kind: Kind::Words(OtherMachine::WORDS),
        at: |s| &mut s.latency.other_machine,
        about: "How to treat a latency profile of another machine: `refuse` does not use it; `warn` uses it, and each answer says what differs.",
        larger: "",
    },
    Setting {
        name: "latency.port",
        kind: PORT,
        at: |s| &mut s.latency.port,
        about: "The network interface that messages to other hosts take, as the kernel names it. Its load is part of the state of this host in answers about latency, here and at others that ask about messages to this federate.",
        larger: "",
    },
    Setting {
        name: "latency.port_mbit_per_s",
        kind: Kind::count(0..=1_000_000_000),
        at: |s| &mut s.latency.port_mbit_per_s,
        about: "The speed of that interface in Mbit/s; 0: what the kernel says, which knows none of virtual interfaces.",
        larger: "The same traffic is less load.",
    },
    Setting {
        name: "limits.callback_queue_warn",
        kind: Kind::count(1..=1 << 40),
        at: |s| &mut s.limits.callback_queue_warn,
        about: "Number of waiting callbacks at which the log warns that the federate does not evoke fast enough.",
        larger: "The warning comes when more memory is already taken.",
    },
    Setting {
        name: "limits.callback_queue_bytes",
        kind: Kind::bytes(1 << 16..=1 << 40),
        at: |s| &mut s.limits.callback_queue_bytes,
        about: "Bytes of callbacks that may wait for the federate. Above the limit, reading from other federates is paused until half is delivered: their reliable senders wait (back-pressure), and best effort is dropped and counted.",
        larger: "Up to that much memory; in return, a federate that evokes rarely slows down others later.",
    },
    Setting {
        name: "time.stall_warn_ms",
        kind: Kind::millis(0..=DAY_MS).zero("no limit"),
        at: |s| &mut s.time.stall_warn,
        about: "Time for which a federate may wait for a grant before the RTI logs a warning with the federate that it waits for; 0: never.",
        larger: "A stalled federation is reported later.",
    },
    Setting {
        name: "report.directory",
        kind: DIRECTORY,
        at: |s| &mut s.report.directory,
        about: "Directory of service report files of a federate (2025, `setSendServiceReportsToFileSwitch`); a relative path starts at its working directory.",
        larger: "",
    },
    Setting {
        name: "fom.strict",
        kind: Kind::Flag,
        at: |s| &mut s.fom.strict,
        about: "Whether to refuse object models that are readable but deviate from the standard.",
        larger: "`true` refuses many object models in use.",
    },
    Setting {
        name: "save.directory",
        kind: DIRECTORY,
        at: |s| &mut s.save.directory,
        about: "Where the RTI keeps the saves of federations, one file for each federation and label; a relative path starts at the RTI's working directory. Only the RTI's user can use files and directories that the RTI makes.",
        larger: "",
    },
    Setting {
        name: "save.reserve_bytes",
        kind: Kind::bytes(0..=1 << 50),
        at: |s| &mut s.save.reserve_bytes,
        about: "Space of the file system of `save.directory` that saves leave free, and with it a hundredth of the files that the file system can have: a save that would leave less fails (`federationNotSaved`, and the log of the RTI says why). `0` leaves nothing. Unix only.",
        larger: "Saves fail sooner on a full disk, which then has more left for logs and other programs.",
    },
    Setting {
        name: "fedpro.tcp",
        kind: FEDPRO,
        at: |s| &mut s.fedpro.tcp,
        about: "Where the Federate Protocol is served over TCP; `auto` is port 15164 on the hosts of `rti.listen` (a free port where `rti.listen` asks for a free one), and does without it if that port is in use.",
        larger: "An address beyond loopback lets every machine that reaches it join.",
    },
    Setting {
        name: "fedpro.tls",
        kind: FEDPRO,
        at: |s| &mut s.fedpro.tls,
        about: "The same over TLS; `auto` is port 15165. Needs `fedpro.certificate` and `fedpro.key`.",
        larger: "",
    },
    Setting {
        name: "fedpro.websocket",
        kind: FEDPRO,
        at: |s| &mut s.fedpro.websocket,
        about: "The same over WebSocket; `auto` is port 80, which may need a permission.",
        larger: "",
    },
    Setting {
        name: "fedpro.websocket_secure",
        kind: FEDPRO,
        at: |s| &mut s.fedpro.websocket_secure,
        about: "The same over WebSocket and TLS; `auto` is port 443, which may need a permission. Needs `fedpro.certificate` and `fedpro.key`.",
        larger: "",
    },
    Setting {
        name: "fedpro.certificate",
        kind: FILE,
        at: |s| &mut s.fedpro.certificate,
        about: "PEM file with the server's certificate, followed by its intermediate certificates.",
        larger: "",
    },
    Setting {
        name: "fedpro.key",
        kind: FILE,
        at: |s| &mut s.fedpro.key,
        about: "PEM file with the private key of `fedpro.certificate`.",
        larger: "",
    },
    Setting {
        name: "fedpro.client_ca",
        kind: FILE,
        at: |s| &mut s.fedpro.client_ca,
        about: "PEM file with the certificate authorities for client certificates over TLS; without it, clients need no certificate.",
        larger: "",
    },
    Setting {
        name: "fedpro.origins",
        kind: ORIGINS,
        at: |s| &mut s.fedpro.origins,
        about: "Web pages that may connect by WebSocket from a browser, by their origins, such as `https://viewer.example:8443`; besides these, pages of the RTI's own host: at `localhost` or a loopback address for who calls by these, at the address that is called, and over TLS at the name that is called. Others get 403. Most clients that are no browsers send no origin.",
        larger: "Scripts of each page with such an origin can do what the browser's user may do.",
    },
    Setting {
        name: "fedpro.threads",
        kind: Kind::count(0..=1_024),
        at: |s| &mut s.fedpro.threads,
        about: "Threads that run the sessions of Federate Protocol clients; 0 is one for each processor, at most 4.",
        larger: "More sessions make progress at the same time; an idle thread costs only its stack.",
    },
    Setting {
        name: "fedpro.max_sessions",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.fedpro.max_sessions,
        about: "Most sessions whose federate has connected (4.2), including those that wait for a resume; further clients are refused as out of resources.",
        larger: "Memory: a session may take what `fedpro.hold_bytes` and `fedpro.max_message_bytes` say.",
    },
    Setting {
        name: "fedpro.max_sessions_per_address",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.fedpro.max_sessions_per_address,
        about: "The same for clients at one address (of IPv6, one network), so that one host leaves places to others.",
        larger: "One host can take the places of all others.",
    },
    Setting {
        name: "fedpro.max_unidentified",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.fedpro.max_unidentified,
        about: "Most clients whose federate has not connected, with a session or without. Beyond, the oldest from the address with most of them is closed, so that others get in.",
        larger: "File descriptors and sessions that idle callers can occupy.",
    },
    Setting {
        name: "fedpro.max_unidentified_per_address",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.fedpro.max_unidentified_per_address,
        about: "The same for clients at one address.",
        larger: "One host can keep others out for longer.",
    },
    Setting {
        name: "fedpro.handshake_ms",
        kind: Kind::millis(100..=HOUR_MS),
        at: |s| &mut s.fedpro.handshake,
        about: "Time for a new connection to ask for a session or to resume one, TLS and WebSocket included; then it is closed.",
        larger: "A silent connection counts for longer.",
    },
    Setting {
        name: "fedpro.connect_ms",
        kind: Kind::millis(100..=HOUR_MS),
        at: |s| &mut s.fedpro.connect,
        about: "Time for the federate of a new session to connect (4.2); then the session ends. A session that has not connected is not kept without a connection either.",
        larger: "Sessions of clients without a name count for longer.",
    },
    Setting {
        name: "fedpro.silence_ms",
        kind: Kind::millis(1_000..=DAY_MS),
        at: |s| &mut s.fedpro.silence,
        about: "Silence of a client after which its connection is closed. Clients of default settings may be silent for 100 seconds.",
        larger: "A vanished client is detected later.",
    },
    Setting {
        name: "fedpro.resume_ms",
        kind: Kind::millis(0..=DAY_MS),
        at: |s| &mut s.fedpro.resume,
        about: "Time for which a session is kept after its client has closed the connection, so that the client can resume; then its federate counts as lost and resigns by its automatic resign directive. Clients of default settings try at once and then every 5 seconds for 600 seconds; a client that has ended never resumes (decision 27).",
        larger: "The federation waits longer for a federate that will not resume, whose name stays in use meanwhile.",
    },
    Setting {
        name: "fedpro.resume_silent_ms",
        kind: Kind::millis(0..=DAY_MS),
        at: |s| &mut s.fedpro.resume_silent,
        about: "The same if the client may not have noticed the cut: it was silent for `fedpro.silence_ms`, did not read for `fedpro.stall_ms`, or the network does not reach it. Clients of default settings notice within 360 seconds and then try for 600 seconds.",
        larger: "The federation waits longer for a federate whose machine or network is gone; `hyla remove` ends the wait.",
    },
    Setting {
        name: "fedpro.stall_ms",
        kind: Kind::millis(1_000..=DAY_MS),
        at: |s| &mut s.fedpro.stall,
        about: "Time for which a client may read nothing while output waits; then its connection is closed. If it resumes and again reads nothing, its federate counts as lost; so does the federate of a client that stays disconnected for as long while its queue exerts back-pressure on others.",
        larger: "A hung client delays others for longer.",
    },
    Setting {
        name: "fedpro.max_message_bytes",
        kind: Kind::bytes(65_536..=1 << 30),
        at: |s| &mut s.fedpro.max_message_bytes,
        about: "Largest message of a client. A larger call is refused with RTIinternalError, a larger message of any other kind ends its session. Of a call over 64 KiB, each field beyond the first 1024 counts as 64 more bytes. FOM modules travel in one message.",
        larger: "Memory that one client can make the server reserve.",
    },
    Setting {
        name: "fedpro.drop_bytes",
        kind: Kind::bytes(65_536..=1 << 32),
        at: |s| &mut s.fedpro.drop_bytes,
        about: "Bytes that may wait for a client before best-effort updates and interactions for it are dropped and counted.",
        larger: "Memory for each client, and older data for a slow one.",
    },
    Setting {
        name: "fedpro.hold_bytes",
        kind: Kind::bytes(65_536..=1 << 32),
        at: |s| &mut s.fedpro.hold_bytes,
        about: "Bytes that may wait for a client before back-pressure on its reliable senders.",
        larger: "Memory for each client.",
    },
    Setting {
        name: "fedpro.history_bytes",
        kind: Kind::bytes(65_536..=1 << 32),
        at: |s| &mut s.fedpro.history_bytes,
        about: "Bytes of sent messages kept until the client acknowledges them, to be resent over another connection. Should be more than the system buffers for a connection.",
        larger: "Memory for each client; with less, a client may lose its session with its connection.",
    },
    Setting {
        name: "fedpro.calls_per_second",
        kind: Kind::count(0..=100_000_000),
        at: |s| &mut s.fedpro.calls_per_second,
        about: "Rate limit: calls per second of a client; calls of a faster client are read later. 0: unlimited.",
        larger: "One client can use more processor time.",
    },
    Setting {
        name: "fedpro.calls_in_callbacks",
        kind: Kind::Flag,
        at: |s| &mut s.fedpro.calls_in_callbacks,
        about: "Whether federates may call services from inside their callbacks that depend on these, such as `timeAdvanceRequest` inside `timeAdvanceGrant`. The protocol does not mark such calls. With `true`, a call that depends on an unanswered callback counts as made inside it, and a federate that requests time twice before it evokes the grant is not refused. With `false`, a callback takes effect with the client's answer.",
        larger: "",
    },
    Setting {
        name: "orb.naming",
        kind: HOST_PORT,
        at: |s| &mut s.orb.naming,
        about: "Address of the naming service: where `hyla orb naming serve` listens, and where the other commands look for it. Port 2809 is that of `corbaname:`.",
        larger: "",
    },
    Setting {
        name: "orb.names",
        kind: Kind::count(1..=100_000_000),
        at: |s| &mut s.orb.names,
        about: "Names and contexts that a naming service holds; a further one is refused.",
        larger: "Some hundred bytes for each; every change writes the whole file.",
    },
    Setting {
        name: "orb.connections",
        kind: Kind::count(1..=1_000_000),
        at: |s| &mut s.orb.connections,
        about: "Connections of a server; a further one is closed and counted.",
        larger: "A thread and its buffers for each.",
    },
    Setting {
        name: "orb.message_bytes",
        kind: Kind::bytes(1_024..=1 << 31),
        at: |s| &mut s.orb.message_bytes,
        about: "Bytes of a message with its fragments, checked at its header.",
        larger: "Up to that much memory for each connection.",
    },
    Setting {
        name: "orb.decoded_bytes",
        kind: Kind::bytes(1_024..=1 << 36),
        at: |s| &mut s.orb.decoded_bytes,
        about: "Bytes of memory for the values of one message; elements take more memory than bytes on the wire.",
        larger: "Up to that much memory for each call that is being carried out.",
    },
    Setting {
        name: "orb.message_ms",
        kind: Kind::millis(0..=DAY_MS).zero("no limit"),
        at: |s| &mut s.orb.message,
        about: "Time from the first byte of a message to its last, after which a server closes the connection.",
        larger: "A client that stops within a message holds a thread for longer.",
    },
    Setting {
        name: "orb.idle_ms",
        kind: Kind::millis(0..=DAY_MS).zero("no limit"),
        at: |s| &mut s.orb.idle,
        about: "Silence after which a server closes a connection in order; its client connects again with the next call.",
        larger: "An idle client holds a thread for longer.",
    },
    Setting {
        name: "log.level",
        kind: Kind::Words(LogLevel::WORDS),
        at: |s| &mut s.log.level,
        about: "Level of detail of the log, to standard error or to `log.file`.",
        larger: "`debug` explains changes of connections, lanes and groups: lines when they change, not for each call or message.",
    },
    Setting {
        name: "log.format",
        kind: Kind::Words(LogFormat::WORDS),
        at: |s| &mut s.log.format,
        about: "How log lines are written: `text` for people, `json` for programs that gather logs. A line of `json` is an object with `timestamp`, `level`, `target`, `message` and the fields of the line, mostly `federation` and `federate`.",
        larger: "",
    },
    Setting {
        name: "log.file",
        kind: FILE,
        at: |s| &mut s.log.file,
        about: "The file that log lines of `hyla rti`, or of a federate that uses the C or C++ libraries, go to instead of standard error; its directory has to exist. Lines are appended. Each process needs a file of its own: `{pid}` in the name stands for the number of the process (docs/decisions/0030-logs.md).",
        larger: "",
    },
    Setting {
        name: "log.file_bytes",
        kind: Kind::bytes(65_536..=1 << 40),
        at: |s| &mut s.log.file_bytes,
        about: "Size that `log.file` never exceeds: the line that would not fit begins a new file, and the old one becomes `FILE.1`, the one before it `FILE.2`, and so on. Fields of lines are cut to 4 000 bytes, with their length.",
        larger: "Disk space, this many bytes for each of `log.files`.",
    },
    Setting {
        name: "log.files",
        kind: Kind::count(1..=1_000),
        at: |s| &mut s.log.files,
        about: "Number of files that are kept, including `log.file`; older ones are deleted.",
        larger: "Disk space, `log.file_bytes` for each.",
    },
    Setting {
        name: "log.audit_file",
        kind: FILE,
        at: |s| &mut s.log.audit_file,
        about: "A file for the audit lines of `hyla rti`, as JSON, beside the log: who connected, created, destroyed, joined and removed, and what was done through the MOM. It has the size and number of files of `log.file_bytes` and `log.files`.",
        larger: "",
    },
];

#[cfg(test)]
mod tests {
    use super::super::raw::Raw;
    use super::*;

    #[test]
    fn every_default_is_accepted_and_read_as_itself() {
        let defaults = Settings::default();
        for setting in SETTINGS {
            let mut settings = defaults.clone();
            let shown = setting.value_in(&defaults);
            assert!(
                setting.assign(&mut settings, &Raw::Text(shown)),
                "{}",
                setting.name()
            );
            assert_eq!(settings, defaults, "{}", setting.name());
        }
    }

    #[test]
    fn names_and_variables_are_unique_and_in_a_known_section() {
        let mut variables: Vec<String> = SETTINGS.iter().map(Setting::variable).collect();
        variables.sort();
        variables.dedup();
        assert_eq!(variables.len(), SETTINGS.len());
        for setting in SETTINGS {
            assert!(
                SECTIONS.iter().any(|(name, _)| *name == setting.section()),
                "{}",
                setting.name
            );
        }
    }

    #[test]
    fn every_quantity_names_its_unit() {
        for setting in SETTINGS {
            let suffix = match setting.unit() {
                Some("milliseconds") => "_ms",
                Some("microseconds") => "_us",
                Some("bytes") => "_bytes",
                _ => continue,
            };
            assert!(setting.name.ends_with(suffix), "{}", setting.name);
        }
    }

    #[test]
    fn the_environment_variable_follows_from_the_name() {
        assert_eq!(
            find("limits.callback_queue_warn")
                .map(Setting::variable)
                .as_deref(),
            Some("HYLA_LIMITS_CALLBACK_QUEUE_WARN")
        );
    }
}
