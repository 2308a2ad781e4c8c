//! What console and agents tell each other: JSON objects in interactions of `foms/HylaBench.xml`.

use serde::{Deserialize, Serialize};

use crate::job::{BaselineJob, Job, Load, Report};
use crate::result::Machine;

/// Version of these messages. Console and agents of different versions refuse each other.
pub const VERSION: u32 = 1;

/// The value of the attribute `Presence`: who a member of the coordinating federation is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Introduction {
    /// Name of its federate.
    pub name: String,
    /// What it does there.
    pub who: Presence,
}

/// What a member of the coordinating federation does there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum Presence {
    /// The one that runs an experiment.
    Console {
        /// [`VERSION`].
        version: u32,
    },
    /// One that starts processes for it.
    Agent(Box<AgentPresence>),
}

/// What an agent says of itself and its machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentPresence {
    /// [`VERSION`].
    pub version: u32,
    /// Its machine.
    pub machine: Machine,
    /// Numbers of the processors that its processes may be bound to.
    pub processors: Vec<u32>,
    /// Address at which other hosts reach its host, for network load.
    pub address: std::net::IpAddr,
    /// The program that it starts as measuring federate; empty for the one that comes with it.
    pub federate: String,
    /// Whether the console started it.
    pub local: bool,
}

/// What the console tells an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// Say whether the machine can do this; [`Word::Checked`] follows.
    Check(Demand),
    /// Start these loads beside those that run, and say what each says first; [`Word::Loaded`] follows for each.
    Load {
        /// Number of the sample.
        sample: u32,
        /// The loads.
        loads: Vec<Load>,
    },
    /// Start these federates when the synchronization point of the sample is reached.
    Run {
        /// Number of the sample.
        sample: u32,
        /// One process for each.
        jobs: Vec<Job>,
    },
    /// Measure the bare machine.
    Baseline {
        /// Number of the sample.
        sample: u32,
        /// What to do.
        job: BaselineJob,
    },
    /// End whatever runs for the sample, loads included.
    Cancel {
        /// Number of the sample.
        sample: u32,
        /// Why, for the reports of what is ended.
        reason: String,
    },
    /// The run is over.
    Dismiss {},
}

/// What a run will ask of one machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Demand {
    /// Most federates that it has at a time on this machine.
    pub federates: u32,
    /// Most federates that a federation has, on all machines.
    pub members: u32,
    /// Most bytes that one message has.
    pub bytes: u64,
    /// Processors that something is bound to.
    pub processors: Vec<u32>,
    /// Every local settings designator that federates connect with here.
    pub settings: Vec<String>,
    /// Whether those are settings of Hyla, which can be read beforehand.
    pub settings_are_hyla: bool,
    /// Whether baselines are wanted.
    pub carriers: Vec<String>,
}

/// What an agent tells the console.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "word", rename_all = "kebab-case")]
pub enum Word {
    /// The answer to [`Order::Check`]: what cannot be done, and why; nothing if all can.
    Checked {
        /// For a person to read.
        refusals: Vec<String>,
        /// How many of the machine's processors are busy before anything of the run is started.
        #[serde(default)]
        busy: f64,
    },
    /// A load has started, and this is the first line that it said.
    Loaded {
        /// Number of the sample.
        sample: u32,
        /// Which of the loads of the order.
        load: u32,
        /// The line, JSON as the load wrote it; what is wrong if it did not start.
        said: Result<String, String>,
    },
    /// A measuring federate has come further; never its end.
    Progress {
        /// Number of the sample.
        sample: u32,
        /// The federate.
        index: u32,
        /// What it said.
        report: Report,
    },
    /// A measuring federate has ended; [`Report::Done`] or [`Report::Failed`].
    Outcome {
        /// Number of the sample.
        sample: u32,
        /// The federate.
        index: u32,
        /// What it said last, or what the agent saw of its end.
        report: Report,
    },
    /// A baseline has ended; [`Report::Done`] or [`Report::Failed`].
    BaselineOutcome {
        /// Number of the sample.
        sample: u32,
        /// What it said last, or what the agent saw of its end.
        report: Report,
    },
    /// Nothing of the sample runs here any more.
    Over {
        /// Number of the sample.
        sample: u32,
    },
}

impl Word {
    /// Whether it says how something goes, and not what came out.
    pub(super) fn is_progress(&self) -> bool {
        matches!(self, Self::Progress { .. })
    }
}
