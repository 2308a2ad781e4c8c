//! All modules.

use hyla_net::modules::{
    BundleSpec, ChecksumSpec, CompressSpec, FragmentSpec, ImpairSpec, MAX_MESSAGE_BYTES,
    ModuleSpec, MulticastEmulationSpec, RateLimitSpec, RetransmitSpec, SequenceSpec,
};

use super::ModuleForm;
use super::parameter::{Kind, Parameter};

fn bundle(module: &mut ModuleSpec) -> Option<&mut BundleSpec> {
    match module {
        ModuleSpec::Bundle(spec) => Some(spec),
        _ => None,
    }
}

fn fragment(module: &mut ModuleSpec) -> Option<&mut FragmentSpec> {
    match module {
        ModuleSpec::Fragment(spec) => Some(spec),
        _ => None,
    }
}

fn rate_limit(module: &mut ModuleSpec) -> Option<&mut RateLimitSpec> {
    match module {
        ModuleSpec::RateLimit(spec) => Some(spec),
        _ => None,
    }
}

fn impair(module: &mut ModuleSpec) -> Option<&mut ImpairSpec> {
    match module {
        ModuleSpec::Impair(spec) => Some(spec),
        _ => None,
    }
}

fn compress(module: &mut ModuleSpec) -> Option<&mut CompressSpec> {
    match module {
        ModuleSpec::Compress(spec) => Some(spec),
        _ => None,
    }
}

fn retransmit(module: &mut ModuleSpec) -> Option<&mut RetransmitSpec> {
    match module {
        ModuleSpec::Retransmit(spec) => Some(spec),
        _ => None,
    }
}

/// All modules.
pub static MODULES: &[ModuleForm] = &[
    ModuleForm {
        name: "bundle",
        about: "Several messages in one packet: fewer system calls and packets, and up to `gap_us` more latency.",
        standard: || ModuleSpec::Bundle(BundleSpec::default()),
        parameters: &[
            Parameter {
                key: "bytes",
                about: "Size at which a bundle leaves at once; `auto` is what fits into one packet, at most 32 KiB. A larger message has a bundle of its own.",
                kind: Kind::MaybeBytes(|m| bundle(m).map(|b| &mut b.bytes), 1..=64 << 20),
            },
            Parameter {
                key: "gap_us",
                about: "How long messages gather at most.",
                kind: Kind::Micros(|m| bundle(m).map(|b| &mut b.gap), 0..=10_000_000),
            },
            Parameter {
                key: "adaptive",
                about: "Whether a message leaves at once while the wire is idle; with `false` each bundle waits for its gap.",
                kind: Kind::Flag(|m| bundle(m).map(|b| &mut b.adaptive)),
            },
        ],
    },
    ModuleForm {
        name: "fragment",
        about: "One message in several packets, put together again by the receiver.",
        standard: || ModuleSpec::Fragment(FragmentSpec::default()),
        parameters: &[
            Parameter {
                key: "packet_bytes",
                about: "Largest packet that it makes; `auto` is what the wire takes.",
                kind: Kind::MaybeBytes(|m| fragment(m).map(|f| &mut f.packet_bytes), 64..=64 << 20),
            },
            Parameter {
                key: "memory_bytes",
                about: "Most memory of incomplete messages at the receiver; the oldest is given up for the next.",
                kind: Kind::Bytes(
                    |m| fragment(m).map(|f| &mut f.memory_bytes),
                    MAX_MESSAGE_BYTES as u64..=256 << 20,
                ),
            },
            Parameter {
                key: "timeout_ms",
                about: "How long the receiver waits for the rest of a message after a part came. Where nothing is lost it waits for ever.",
                kind: Kind::Millis(|m| fragment(m).map(|f| &mut f.timeout), 1..=60_000),
            },
        ],
    },
    ModuleForm {
        name: "rate-limit",
        about: "No more than so many bytes per second. Best effort drops what is over; a reliable sender is told to wait.",
        standard: || ModuleSpec::RateLimit(RateLimitSpec::default()),
        parameters: &[
            Parameter {
                key: "bytes_per_second",
                about: "How much goes in the long run.",
                kind: Kind::Rate(
                    |m| rate_limit(m).map(|r| &mut r.bytes_per_second),
                    100..=1 << 40,
                ),
            },
            Parameter {
                key: "burst_bytes",
                about: "How much may go at once after a pause.",
                kind: Kind::Bytes(|m| rate_limit(m).map(|r| &mut r.burst_bytes), 1..=1 << 30),
            },
            Parameter {
                key: "queue_bytes",
                about: "How much may wait; one packet always may.",
                kind: Kind::Bytes(|m| rate_limit(m).map(|r| &mut r.queue_bytes), 0..=1 << 30),
            },
        ],
    },
    ModuleForm {
        name: "multicast-emulation",
        about: "With `transport = multicast`, for networks that carry none: no group is joined, the sender makes a copy for each receiver and sends it by UDP. The copies are made first, wherever the module stands.",
        standard: || ModuleSpec::MulticastEmulation(MulticastEmulationSpec::default()),
        parameters: &[],
    },
    ModuleForm {
        name: "impair",
        about: "Delay, loss and whatever else networks do, to try what a federation makes of it. Same seed, same packets: same fate.",
        standard: || ModuleSpec::Impair(ImpairSpec::default()),
        parameters: &[
            Parameter {
                key: "delay_us",
                about: "Delay of each packet, in the middle.",
                kind: Kind::Micros(|m| impair(m).map(|i| &mut i.delay), 0..=60_000_000),
            },
            Parameter {
                key: "jitter_us",
                about: "How far delays spread; spread alone reorders nothing.",
                kind: Kind::Micros(|m| impair(m).map(|i| &mut i.jitter), 0..=60_000_000),
            },
            Parameter {
                key: "distribution",
                about: "How delays are distributed: evenly up to `jitter_us` to both sides, normally with it as standard deviation, or mostly little and sometimes much more than `delay_us` (Pareto, shape 3).",
                kind: Kind::Distribution(|m| impair(m).map(|i| &mut i.distribution)),
            },
            Parameter {
                key: "loss",
                about: "Share of packets lost, in good times.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.loss)),
            },
            Parameter {
                key: "burst_begin",
                about: "Chance that bad times begin with a packet.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.burst_begin)),
            },
            Parameter {
                key: "burst_end",
                about: "Chance that bad times end with a packet: bursts last 1 / `burst_end` packets on average.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.burst_end)),
            },
            Parameter {
                key: "burst_loss",
                about: "Share of packets lost in bad times.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.burst_loss)),
            },
            Parameter {
                key: "duplicate",
                about: "Share of packets that come twice.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.duplicate)),
            },
            Parameter {
                key: "reorder",
                about: "Share of packets that later ones overtake.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.reorder)),
            },
            Parameter {
                key: "reorder_by_us",
                about: "How long such a packet is held back.",
                kind: Kind::Micros(|m| impair(m).map(|i| &mut i.reorder_by), 0..=60_000_000),
            },
            Parameter {
                key: "damage",
                about: "Share of packets in which a bit is wrong.",
                kind: Kind::Chance(|m| impair(m).map(|i| &mut i.damage)),
            },
            Parameter {
                key: "bytes_per_second",
                about: "Bandwidth; 0 is any.",
                kind: Kind::Rate(|m| impair(m).map(|i| &mut i.bytes_per_second), 0..=1 << 40),
            },
            Parameter {
                key: "queue_bytes",
                about: "How much is under way at most; what comes on top of that is lost.",
                kind: Kind::Bytes(|m| impair(m).map(|i| &mut i.queue_bytes), 1..=1 << 30),
            },
            Parameter {
                key: "seed",
                about: "Where the choices start.",
                kind: Kind::Seed(|m| impair(m).map(|i| &mut i.seed)),
            },
        ],
    },
    ModuleForm {
        name: "compress",
        about: "Smaller packets (LZ4), for links that are slower than processors.",
        standard: || ModuleSpec::Compress(CompressSpec::default()),
        parameters: &[Parameter {
            key: "threshold_bytes",
            about: "Smaller packets are left as they are.",
            kind: Kind::Bytes(|m| compress(m).map(|c| &mut c.threshold_bytes), 0..=1 << 30),
        }],
    },
    ModuleForm {
        name: "checksum",
        about: "Damaged packets are dropped. Sockets and shared memory damage nothing by themselves; what they pass through may.",
        standard: || ModuleSpec::Checksum(ChecksumSpec::default()),
        parameters: &[],
    },
    ModuleForm {
        name: "retransmit",
        about: "What was lost is sent again until all has arrived, in order: makes datagrams reliable, and good what `impair` below it does.",
        standard: || ModuleSpec::Retransmit(RetransmitSpec::default()),
        parameters: &[
            Parameter {
                key: "window_packets",
                about: "Packets under way at most. A path carries no more than this in each round trip.",
                kind: Kind::Count(
                    |m| retransmit(m).map(|r| &mut r.window_packets),
                    1..=1 << 16,
                ),
            },
            Parameter {
                key: "queue_bytes",
                about: "How much may wait for the window before the sender is told to wait.",
                kind: Kind::Bytes(|m| retransmit(m).map(|r| &mut r.queue_bytes), 0..=1 << 30),
            },
            Parameter {
                key: "ack_delay_us",
                about: "How long the receiver waits with an acknowledgement for a second packet.",
                kind: Kind::Micros(|m| retransmit(m).map(|r| &mut r.ack_delay), 0..=60_000_000),
            },
            Parameter {
                key: "min_timeout_us",
                about: "Shortest time until a packet that nothing is heard of is sent again.",
                kind: Kind::Micros(
                    |m| retransmit(m).map(|r| &mut r.min_timeout),
                    100..=60_000_000,
                ),
            },
            Parameter {
                key: "max_timeout_us",
                about: "Longest such time, reached by doubling; not less than the shortest.",
                kind: Kind::Micros(
                    |m| retransmit(m).map(|r| &mut r.max_timeout),
                    100..=60_000_000,
                ),
            },
        ],
    },
    ModuleForm {
        name: "sequence",
        about: "What was doubled or overtaken on its way is dropped. Added by itself where datagrams need it.",
        standard: || ModuleSpec::Sequence(SequenceSpec::default()),
        parameters: &[],
    },
];
