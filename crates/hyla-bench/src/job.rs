//! Job of a measuring process, and its reports: one line of JSON each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Version of the lines between agents and measuring processes. A process refuses a job of another.
pub const VERSION: u32 = 1;

/// Job of one measuring federate. The first line on its standard input.
///
/// All federates of a sample have the same `federation`, `fom` and `federates`, and do the same kind of [`Work`] in
/// different roles. They go through these phases, each begun by a synchronization point of the measured
/// federation: `ready` (all have joined, published, subscribed and discovered what they need), `run` (warm-up, then
/// measuring) and `over` (all have what they wait for). The federate of index 0 registers them. It also creates the
/// federation and destroys it. Federates with [`Work::Idle`] may be among those of any other work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// [`VERSION`].
    pub version: u32,
    /// Name of the measured federation execution; a new one for each sample.
    pub federation: String,
    /// This federate, from 0; its name in the federation is `bench-INDEX`.
    pub index: u32,
    /// How many federates the federation has.
    pub federates: u32,
    /// Path of the FOM module, which has the classes of `foms/HylaBenchWork.xml`.
    pub fom: String,
    /// The local settings designator that `connect` is called with; what is in it is the RTI's own affair.
    pub settings: String,
    /// How callbacks come.
    pub callbacks: Callbacks,
    /// The transportation type of everything that is sent and measured.
    pub transportation: String,
    /// Processor that the federate's process is bound to.
    #[serde(default)]
    pub cpu: Option<u32>,
    /// Real-time priority (`SCHED_FIFO`) of the federate's process, from 1 to 99; 0: none.
    #[serde(default)]
    pub priority: u32,
    /// Processor time that a federate computes between two looks for callbacks, or after each callback in the
    /// immediate model, in microseconds: what a simulator would do.
    #[serde(default)]
    pub compute_us: u32,
    /// Seed of what is random.
    #[serde(default)]
    pub seed: u64,
    /// How long the federate waits for the others in each phase before it fails, in milliseconds.
    pub timeout_ms: u64,
    /// How often it reports live figures, in milliseconds; 0 for never.
    #[serde(default)]
    pub live_ms: u64,
    /// The work.
    pub work: Work,
}

/// How callbacks come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Callbacks {
    /// In `evokeMultipleCallbacks`, called over and over (`HLA_EVOKED`).
    Evoked,
    /// On threads of the RTI (`HLA_IMMEDIATE`).
    Immediate,
}

/// Work of a federate while it is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Work {
    /// The first federate updates an attribute; each of the others answers with an update of its own; the round trip
    /// ends with the last answer.
    RoundTrip {
        /// Bytes of the attribute.
        bytes: u32,
        /// Round trips before measuring begins.
        warm_up: u32,
        /// Round trips that are measured.
        samples: u32,
        /// Microseconds from one planned start to the next; a round trip that began late is counted from when it was
        /// planned, so that a stall counts against all that it held up. 0: each begins when the last has ended.
        interval_us: u64,
        /// After how many milliseconds an answer is taken for lost and the next round trip begins.
        lost_after_ms: u64,
    },
    /// Updates flow; what arrives is counted, and what was sent and did not arrive.
    Stream {
        /// Role of this federate.
        role: StreamRole,
        /// Bytes of the attribute; at least 24, since a message bears its number and its time.
        bytes: u32,
        /// Objects that each sender updates in turn.
        objects: u32,
        /// Parts that the routing space is divided into, each of them a region of its own; object i is in region i
        /// modulo this number. 0: without regions.
        regions: u32,
        /// How many of those regions a receiver subscribes to, beginning at its index; 0 for all.
        regions_of_receiver: u32,
        /// Calls a second by which this receiver changes its interests: it subscribes to one region more, or unsubscribes from the
        /// oldest one of these. 0: none.
        #[serde(default, skip_serializing_if = "is_zero")]
        changes_per_s: f64,
        /// Messages a second of each sender; 0: as many as it can.
        rate_per_s: f64,
        /// Milliseconds of sending before measuring begins.
        warm_up_ms: u64,
        /// Milliseconds of sending that are measured.
        run_ms: u64,
        /// Each message of that many bears the time when it was to be sent, from which its latency is measured where
        /// clocks are common; 0 for none.
        trace_every: u32,
    },
    /// All advance in time together.
    TimeAdvance {
        /// By which service.
        service: Advance,
        /// Lookahead of every federate.
        lookahead: f64,
        /// From one time to the next.
        step: f64,
        /// Messages in time-stamp order that each federate sends in each step.
        messages: u32,
        /// Bytes of each of them.
        bytes: u32,
        /// Grants before measuring begins.
        warm_up: u32,
        /// Grants that are measured.
        grants: u32,
    },
    /// The first federate registers objects; the others discover them.
    Register {
        /// How many.
        objects: u32,
        /// Whether each has a name of its own that is reserved first.
        named: bool,
    },
    /// A member of the federation that does nothing.
    Idle {},
}

/// Federates in other languages do not know the field.
fn is_zero(rate: &f64) -> bool {
    *rate == 0.0
}

/// Role of a federate in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StreamRole {
    /// Sends.
    Sender,
    /// Receives.
    Receiver,
    /// Sends, and receives what the repeaters send back.
    Master,
    /// Sends every message that it receives back with an object of its own.
    Repeater,
    /// Sends and receives.
    Both,
}

/// How a federate asks for time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advance {
    /// `timeAdvanceRequest`, one step after the other.
    LockStep,
    /// `nextMessageRequest` to the end of a step, until that is granted.
    NextMessage,
}

/// A load that runs until its standard input ends. The first line there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "load", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Load {
    /// Keeps processors busy.
    Processor {
        /// Share of one processor that each thread takes, above 0 and at most 1.
        share: f64,
        /// How many threads.
        threads: u32,
        /// Their computation.
        kernel: Kernel,
        /// Processor that they are bound to.
        #[serde(default)]
        cpu: Option<u32>,
    },
    /// Sends datagrams at a steady rate.
    Network {
        /// Target address.
        to: std::net::SocketAddr,
        /// Bits of payload a second.
        bits_per_s: u64,
        /// Bytes of each datagram.
        bytes: u32,
    },
    /// Takes what [`Load::Network`] sends.
    Sink {
        /// Address; with port 0 the report has the actual one.
        at: std::net::SocketAddr,
    },
}

/// Computation of a processor load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kernel {
    /// Integers, strings and branches, as Dhrystone does.
    Integer,
    /// Floating point over arrays, as Linpack does.
    Float,
}

/// Work of the bare machine, done by processes that the first one starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineJob {
    /// [`VERSION`].
    pub version: u32,
    /// Carrier and wait of its processes, as a `hyla_baselines::Counterpart` is named: `tcp-yielding`,
    /// `ring-batching` (streams only), `barrier-blocking` (advances only); of other engines the name.
    pub carrier: String,
    /// Its work. In a stream the first process has that role: as a sender the others receive what it sends, as a
    /// receiver it takes what they send, as a master it gets back from each what it sends. Regions do not matter here.
    pub work: Work,
    /// How many processes take part.
    pub processes: u32,
    /// Processors that these are bound to, one after the other; empty for none.
    #[serde(default)]
    pub cpus: Vec<u32>,
    /// Real-time priority (`SCHED_FIFO`) of these processes, from 1 to 99; 0: none.
    #[serde(default)]
    pub priority: u32,
}

/// Reports of a measuring process: one line each on its standard output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "report", rename_all = "kebab-case")]
pub enum Report {
    /// The federate has joined.
    Joined {
        /// Name and version of the RTI, as reported by its API.
        rti: String,
        /// Its process id.
        pid: u32,
    },
    /// The process receives datagrams.
    Listening {
        /// Its address.
        at: std::net::SocketAddr,
    },
    /// All are ready: the warm-up begins.
    Running {},
    /// Progress.
    Live {
        /// Seconds since it began to measure; negative during warm-up.
        seconds: f64,
        /// By the names of [`crate::metric`]: figures since the last such report.
        metrics: BTreeMap<String, f64>,
    },
    /// The results.
    Done {
        /// By the names of [`crate::metric`].
        metrics: BTreeMap<String, f64>,
        /// By the names of [`crate::metric`], in nanoseconds.
        histograms: BTreeMap<String, Histogram>,
        /// Number of messages by carrier, as in [`crate::result::Sample::carriers`]; empty if
        /// unknown.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        carriers: BTreeMap<String, u64>,
        /// Warnings about the figures, as readable text.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
    },
    /// The process failed, and ends.
    Failed {
        /// The reason, as readable text.
        reason: String,
    },
}

impl Report {
    /// Results of a process other than a federate.
    pub(crate) fn done(
        metrics: BTreeMap<String, f64>,
        histograms: BTreeMap<String, Histogram>,
    ) -> Self {
        Self::Done {
            metrics,
            histograms,
            carriers: BTreeMap::new(),
            warnings: Vec::new(),
        }
    }
}

/// Frequency of durations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// Highest value of each bucket in nanoseconds, ascending, with its count. Buckets are at most
    /// 0.2 % wide, or one nanosecond.
    pub buckets: Vec<(u64, u64)>,
}
