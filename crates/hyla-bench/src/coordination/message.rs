//! Messages between console and agents: JSON objects in interactions of `foms/HylaBench.xml`.

use serde::{Deserialize, Serialize};

use crate::job::{BaselineJob, Job, Load, Report};
use crate::result::Machine;

/// Version of these messages. Console and agents of different versions reject each other.
pub const VERSION: u32 = 1;

/// Value of the attribute `Presence`: introduction of a member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Introduction {
    /// Name of its federate.
    pub name: String,
    /// Its role.
    pub who: Presence,
}

/// Role of a member of the coordinating federation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum Presence {
    /// The one that runs an experiment.
    Console {
        /// [`VERSION`].
        version: u32,
    },
    /// Starts processes for the console.
    Agent(Box<AgentPresence>),
}

/// An agent and its machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentPresence {
    /// [`VERSION`].
    pub version: u32,
    /// Its machine.
    pub machine: Machine,
    /// Numbers of processors to which its processes may be bound.
    pub processors: Vec<u32>,
    /// Address of its host for other hosts, for network load.
    pub address: std::net::IpAddr,
    /// Its measuring federate; empty for the built-in one.
    pub federate: String,
    /// Whether the console started it.
    pub local: bool,
}

/// Order of the console to an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// Check whether the machine can do this; [`Word::Checked`] follows.
    Check(Demand),
    /// Start these additional loads; [`Word::Loaded`] follows for each, with its first line.
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
        /// The work.
        job: BaselineJob,
    },
    /// End all processes of the sample, loads included.
    Cancel {
        /// Number of the sample.
        sample: u32,
        /// The reason, for the reports of ended processes.
        reason: String,
    },
    /// The run is over.
    Dismiss {},
}

/// Requirements of a run on one machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Demand {
    /// Most simultaneous federates on this machine.
    pub federates: u32,
    /// Most federates of a federation, on all machines.
    pub members: u32,
    /// Largest message in bytes.
    pub bytes: u64,
    /// Processors used for binding.
    pub processors: Vec<u32>,
    /// Every local settings designator that federates connect with here.
    pub settings: Vec<String>,
    /// Whether those are settings of Hyla, which can be checked beforehand.
    pub settings_are_hyla: bool,
    /// Required baselines.
    pub carriers: Vec<String>,
}

/// Message of an agent to the console.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "word", rename_all = "kebab-case")]
pub enum Word {
    /// Answer to [`Order::Check`]: reasons why the machine cannot do it; empty if it can.
    Checked {
        /// Readable text.
        refusals: Vec<String>,
        /// Number of busy processors before the run starts.
        #[serde(default)]
        busy: f64,
    },
    /// A load has started, with its first line.
    Loaded {
        /// Number of the sample.
        sample: u32,
        /// Its index among the loads of the order.
        load: u32,
        /// The line, JSON as written by the load; the error if it did not start.
        said: Result<String, String>,
    },
    /// Progress of a measuring federate, never its end.
    Progress {
        /// Number of the sample.
        sample: u32,
        /// The federate.
        index: u32,
        /// Its report.
        report: Report,
    },
    /// A measuring federate has ended; [`Report::Done`] or [`Report::Failed`].
    Outcome {
        /// Number of the sample.
        sample: u32,
        /// The federate.
        index: u32,
        /// Its last report, or its end as seen by the agent.
        report: Report,
    },
    /// A baseline has ended; [`Report::Done`] or [`Report::Failed`].
    BaselineOutcome {
        /// Number of the sample.
        sample: u32,
        /// Its last report, or its end as seen by the agent.
        report: Report,
    },
    /// Nothing of the sample runs here any more.
    Over {
        /// Number of the sample.
        sample: u32,
    },
}

impl Word {
    /// Whether it is progress, not an outcome.
    pub(super) fn is_progress(&self) -> bool {
        matches!(self, Self::Progress { .. })
    }
}
