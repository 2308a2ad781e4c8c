//! All modules.

use hyla_net::modules::{
    BundleSpec, ChecksumSpec, CompressSpec, Distribution, FragmentSpec, ImpairSpec,
    MAX_MESSAGE_BYTES, ModuleSpec, MulticastEmulationSpec, RateLimitSpec, RetransmitSpec,
    SequenceSpec,
};

use super::super::super::choice::Words;
use super::super::super::parameter::Kind;
use super::{ModuleForm, ModuleParameter};

/// The specification of a module, for a parameter of its own form.
macro_rules! specification {
    ($($name:ident: $module:ident($spec:ident)),* $(,)?) => {$(
        fn $name(module: &mut ModuleSpec) -> &mut $spec {
            match module {
                ModuleSpec::$module(spec) => spec,
                other => unreachable!("a parameter of {} in {}", stringify!($name), other.name()),
            }
        }
    )*};
}
specification! {
    bundle: Bundle(BundleSpec),
    fragment: Fragment(FragmentSpec),
    rate_limit: RateLimit(RateLimitSpec),
    impair: Impair(ImpairSpec),
    compress: Compress(CompressSpec),
    retransmit: Retransmit(RetransmitSpec),
}

impl Words for Distribution {
    const VALUES: &'static [Self] = &[Self::Constant, Self::Uniform, Self::Normal, Self::Pareto];
    const WORDS: &'static [&'static [&'static str]] =
        &[&["constant"], &["uniform"], &["normal"], &["pareto"]];
}

/// All modules.
pub static MODULES: &[ModuleForm] = &[
    ModuleForm {
        name: "bundle",
        about: "Several messages in one packet: fewer system calls and packets, and up to `gap_us` more latency.",
        standard: || ModuleSpec::Bundle(BundleSpec::default()),
        parameters: &[
            ModuleParameter {
                name: "bytes",
                kind: Kind::bytes(1..=64 << 20).or("auto"),
                at: |m| &mut bundle(m).bytes,
                about: "Size at which a bundle leaves at once; `auto` is what fits into one packet, at most 32 KiB. A larger message has a bundle of its own.",
                larger: "",
            },
            ModuleParameter {
                name: "gap_us",
                kind: Kind::micros(0..=10_000_000),
                at: |m| &mut bundle(m).gap,
                about: "How long messages gather at most.",
                larger: "",
            },
            ModuleParameter {
                name: "adaptive",
                kind: Kind::Flag,
                at: |m| &mut bundle(m).adaptive,
                about: "Whether a message leaves at once while the wire is idle; with `false` each bundle waits for its gap.",
                larger: "",
            },
        ],
    },
    ModuleForm {
        name: "fragment",
        about: "One message in several packets, put together again by the receiver.",
        standard: || ModuleSpec::Fragment(FragmentSpec::default()),
        parameters: &[
            ModuleParameter {
                name: "packet_bytes",
                kind: Kind::bytes(64..=64 << 20).or("auto"),
                at: |m| &mut fragment(m).packet_bytes,
                about: "Largest packet that it makes; `auto` is what the wire takes.",
                larger: "",
            },
            ModuleParameter {
                name: "memory_bytes",
                kind: Kind::bytes(MAX_MESSAGE_BYTES as u64..=256 << 20),
                at: |m| &mut fragment(m).memory_bytes,
                about: "Most memory of incomplete messages at the receiver; the oldest is given up for the next.",
                larger: "",
            },
            ModuleParameter {
                name: "timeout_ms",
                kind: Kind::millis(1..=60_000),
                at: |m| &mut fragment(m).timeout,
                about: "Time that the receiver waits for the rest of a message after a part. Over a lossless carrier it waits for ever.",
                larger: "",
            },
        ],
    },
    ModuleForm {
        name: "rate-limit",
        about: "Limits the rate in bytes per second. Best-effort data above the rate is dropped; reliable senders get back-pressure.",
        standard: || ModuleSpec::RateLimit(RateLimitSpec::default()),
        parameters: &[
            ModuleParameter {
                name: "bytes_per_second",
                kind: Kind::rate(100..=1 << 40),
                at: |m| &mut rate_limit(m).bytes_per_second,
                about: "Average rate.",
                larger: "",
            },
            ModuleParameter {
                name: "burst_bytes",
                kind: Kind::bytes(1..=1 << 30),
                at: |m| &mut rate_limit(m).burst_bytes,
                about: "How much may go at once after a pause.",
                larger: "",
            },
            ModuleParameter {
                name: "queue_bytes",
                kind: Kind::bytes(0..=1 << 30),
                at: |m| &mut rate_limit(m).queue_bytes,
                about: "How much may wait; one packet always may.",
                larger: "",
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
        about: "Delay, loss and other faults of networks, to test a federation with them. Equal seeds and packets have equal faults.",
        standard: || ModuleSpec::Impair(ImpairSpec::default()),
        parameters: &[
            ModuleParameter {
                name: "delay_us",
                kind: Kind::micros(0..=60_000_000),
                at: |m| &mut impair(m).delay,
                about: "Delay of each packet, in the middle.",
                larger: "",
            },
            ModuleParameter {
                name: "jitter_us",
                kind: Kind::micros(0..=60_000_000),
                at: |m| &mut impair(m).jitter,
                about: "How far delays spread; spread alone reorders nothing.",
                larger: "",
            },
            ModuleParameter {
                name: "distribution",
                kind: Kind::Words(Distribution::WORDS),
                at: |m| &mut impair(m).distribution,
                about: "How delays are distributed: evenly up to `jitter_us` to both sides, normally with it as standard deviation, or mostly little and sometimes much more than `delay_us` (Pareto, shape 3).",
                larger: "",
            },
            ModuleParameter {
                name: "loss",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).loss,
                about: "Share of packets lost, in good times.",
                larger: "",
            },
            ModuleParameter {
                name: "burst_begin",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).burst_begin,
                about: "Chance that bad times begin with a packet.",
                larger: "",
            },
            ModuleParameter {
                name: "burst_end",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).burst_end,
                about: "Chance that bad times end with a packet: bursts last 1 / `burst_end` packets on average.",
                larger: "",
            },
            ModuleParameter {
                name: "burst_loss",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).burst_loss,
                about: "Share of packets lost in bad times.",
                larger: "",
            },
            ModuleParameter {
                name: "duplicate",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).duplicate,
                about: "Share of packets that come twice.",
                larger: "",
            },
            ModuleParameter {
                name: "reorder",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).reorder,
                about: "Share of packets that later ones overtake.",
                larger: "",
            },
            ModuleParameter {
                name: "reorder_by_us",
                kind: Kind::micros(0..=60_000_000),
                at: |m| &mut impair(m).reorder_by,
                about: "Delay of such a packet.",
                larger: "",
            },
            ModuleParameter {
                name: "damage",
                kind: Kind::SHARE,
                at: |m| &mut impair(m).damage,
                about: "Share of packets in which a bit is wrong.",
                larger: "",
            },
            ModuleParameter {
                name: "bytes_per_second",
                kind: Kind::rate(0..=1 << 40),
                at: |m| &mut impair(m).bytes_per_second,
                about: "Bandwidth; 0 is any.",
                larger: "",
            },
            ModuleParameter {
                name: "queue_bytes",
                kind: Kind::bytes(1..=1 << 30),
                at: |m| &mut impair(m).queue_bytes,
                about: "How much is under way at most; what comes on top of that is lost.",
                larger: "",
            },
            ModuleParameter {
                name: "seed",
                kind: Kind::ANY,
                at: |m| &mut impair(m).seed,
                about: "Where the choices start.",
                larger: "",
            },
        ],
    },
    ModuleForm {
        name: "compress",
        about: "Smaller packets (LZ4), for links that are slower than processors.",
        standard: || ModuleSpec::Compress(CompressSpec::default()),
        parameters: &[ModuleParameter {
            name: "threshold_bytes",
            kind: Kind::bytes(0..=1 << 30),
            at: |m| &mut compress(m).threshold_bytes,
            about: "Smaller packets are left as they are.",
            larger: "",
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
        about: "Sends lost packets again until all have arrived, in order: makes datagrams reliable, and repairs the losses of `impair` below it.",
        standard: || ModuleSpec::Retransmit(RetransmitSpec::default()),
        parameters: &[
            ModuleParameter {
                name: "window_packets",
                kind: Kind::count(1..=1 << 16),
                at: |m| &mut retransmit(m).window_packets,
                about: "Packets under way at most. A path carries no more than this in each round trip.",
                larger: "",
            },
            ModuleParameter {
                name: "queue_bytes",
                kind: Kind::bytes(0..=1 << 30),
                at: |m| &mut retransmit(m).queue_bytes,
                about: "Bytes that may wait for the window before the sender gets back-pressure.",
                larger: "",
            },
            ModuleParameter {
                name: "ack_delay_us",
                kind: Kind::micros(0..=60_000_000),
                at: |m| &mut retransmit(m).ack_delay,
                about: "How long the receiver waits with an acknowledgement for a second packet.",
                larger: "",
            },
            ModuleParameter {
                name: "min_timeout_us",
                kind: Kind::micros(100..=60_000_000),
                at: |m| &mut retransmit(m).min_timeout,
                about: "Shortest time until a packet without acknowledgement is sent again.",
                larger: "",
            },
            ModuleParameter {
                name: "max_timeout_us",
                kind: Kind::micros(100..=60_000_000),
                at: |m| &mut retransmit(m).max_timeout,
                about: "Longest such time, reached by doubling; not less than the shortest.",
                larger: "",
            },
        ],
    },
    ModuleForm {
        name: "sequence",
        about: "Drops duplicated and overtaken packets. Added automatically where datagrams need it.",
        standard: || ModuleSpec::Sequence(SequenceSpec::default()),
        parameters: &[],
    },
];
