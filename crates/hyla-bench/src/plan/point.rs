//! A point of an experiment: federates, loads and baselines, independent of machines.

use std::collections::BTreeMap;

use hyla_baselines::{Counterpart, Medium, Wait};
use serde_json::Value;

use super::carrier::CarrierPlan;
use super::error::PlanError;
use super::parameter::Choice;
use super::setting::setting;
use super::via;
use crate::job::{BaselineJob, Callbacks, Kernel, StreamRole, VERSION, Work};

/// Role of a federate for loads and plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Sends measured messages.
    Sender,
    /// Receives measured messages.
    Receiver,
    /// The same as all others.
    Member,
}

/// Processor binding of a federate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// None.
    None,
    /// A processor of its own on its host.
    Own,
    /// This one.
    To(u32),
}

/// One measuring federate.
#[derive(Clone, Debug, PartialEq)]
pub struct FederatePlan {
    /// Its role for loads.
    pub role: Role,
    /// Its work.
    pub work: Work,
    /// The local settings designator; [`super::setting::RTI`] stands for the address of the RTI.
    pub settings: String,
    /// Its processor binding.
    pub pin: Pin,
    /// Simulated computation between two polls, in microseconds.
    pub compute_us: u32,
}

/// A load beside the federates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoadPlan {
    /// Keeps the processors of a federate busy: the one that it is bound to, otherwise all of its
    /// host.
    Processor {
        /// Index of the federate.
        beside: usize,
        /// Share of each processor.
        share: f64,
        /// Its computation.
        kernel: Kernel,
    },
    /// Datagrams from the host of one federate to that of another.
    Network {
        /// Index of the federate on the sending host.
        from: usize,
        /// Index of the federate on the receiving host.
        to: usize,
        /// Bits of payload a second.
        bits_per_s: u64,
        /// Bytes of each datagram.
        bytes: u32,
    },
}

/// Baseline of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct BaselinePlan {
    /// Its name in results.
    pub name: String,
    /// Its job; processors are bound when the machines are known.
    pub job: BaselineJob,
}

/// One combination of parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct PointPlan {
    /// Parameters that distinguish it from other points.
    pub parameters: BTreeMap<String, Value>,
    /// Its federates, by index.
    pub federates: Vec<FederatePlan>,
    /// Loads.
    pub loads: Vec<LoadPlan>,
    /// Baselines. The first waits like Hyla: ratios refer to it.
    pub baselines: Vec<BaselinePlan>,
    /// The baseline that is measured in place of federates, if any.
    pub bare: Option<BaselinePlan>,
    /// Real-time priority of the measuring processes; 0: none.
    pub priority: u32,
    /// How callbacks come.
    pub callbacks: Callbacks,
    /// The transportation type.
    pub transportation: String,
    /// Required carrier of its messages.
    pub carrier: CarrierPlan,
    /// Whether all federates must be on one host.
    pub one_host: bool,
    /// Shortest duration of measuring in seconds, if known.
    pub seconds: f64,
    /// Largest message in bytes.
    pub bytes: u64,
}

/// Roles at a point, as an experiment assigns them.
#[derive(Clone, Debug, Default)]
pub(super) struct RoleAssignment {
    /// Role and work of each federate, by index.
    pub(super) works: Vec<(Role, Work)>,
    /// Comparable work of the bare machine, if any.
    pub(super) bare: Option<Work>,
    /// Fields of the profile by federate, as in [`setting`]; empty: none.
    pub(super) lanes: Vec<Vec<(String, String)>>,
}

impl RoleAssignment {
    /// The point with the common parameters of experiments.
    pub(super) fn point(
        self,
        choice: &Choice,
        parameters: BTreeMap<String, Value>,
    ) -> Result<PointPlan, PlanError> {
        let pins = pins(choice.text("pin"), self.works.len())?;
        let none = Vec::new();
        let lane = |index: usize| self.lanes.get(index).unwrap_or(&none);
        let first = setting(choice, lane(0))?;
        let mut federates = Vec::new();
        for (index, (role, work)) in self.works.iter().enumerate() {
            let computes = match choice.text("compute-side") {
                "sender" => *role != Role::Receiver,
                "receiver" => *role != Role::Sender,
                _ => true,
            };
            federates.push(FederatePlan {
                role: *role,
                work: work.clone(),
                settings: setting(choice, lane(index))?.settings,
                pin: pins[index],
                compute_us: if computes {
                    choice.small("compute-us")
                } else {
                    0
                },
            });
        }
        let priority = choice.small("rt-priority");
        let bare = via::bare(choice, self.bare.as_ref(), federates.len(), priority)?;
        let seconds = self.works.iter().map(|(_, work)| seconds_of(work));
        let bytes = self.works.iter().map(|(_, work)| bytes_of(work));
        Ok(PointPlan {
            parameters,
            loads: loads(choice, &federates),
            bare,
            priority,
            baselines: baselines(choice, self.bare, federates.len())?,
            seconds: seconds.fold(0.0, f64::max),
            bytes: bytes.max().unwrap_or_default().into(),
            federates,
            callbacks: match choice.text("callbacks") {
                "immediate" => Callbacks::Immediate,
                _ => Callbacks::Evoked,
            },
            carrier: match self.works.first() {
                Some((_, work)) if choice.text("designator").is_empty() => {
                    CarrierPlan::of(choice, &first.fields, work)
                }
                // Another RTI has its own carriers.
                _ => CarrierPlan::default(),
            },
            transportation: first.transportation,
            one_host: first.one_host,
        })
    }
}

/// Rejects `--transport udp` for works without datagrams.
pub(super) fn refuse_datagrams(choice: &Choice) -> Result<(), PlanError> {
    if choice.text("transport") == "udp" {
        return Err(PlanError::Contradiction(
            "--transport udp: time advances, messages in time-stamp order and discoveries never go by datagrams; use shm, \
             tcp or relay"
                .into(),
        ));
    }
    Ok(())
}

/// Round trips of one federate with all others, from the parameters.
pub(super) fn round_trips(
    choice: &Choice,
    federates: usize,
    samples: u32,
    warm_up: u32,
) -> RoleAssignment {
    let work = Work::RoundTrip {
        bytes: choice.small("bytes"),
        warm_up,
        samples,
        interval_us: choice.count("interval-us"),
        lost_after_ms: choice.count("lost-after-ms"),
    };
    let role = |index| match index {
        0 => Role::Sender,
        _ => Role::Receiver,
    };
    RoleAssignment {
        works: (0..federates).map(|i| (role(i), work.clone())).collect(),
        bare: Some(work),
        lanes: Vec::new(),
    }
}

/// Fields of each federate's profile for the losses of the parameters.
///
/// # Errors
/// A transport without losses.
pub(super) fn losses(
    choice: &Choice,
    federates: usize,
) -> Result<Vec<Vec<(String, String)>>, PlanError> {
    let (share, burst) = (choice.real("loss"), choice.count("loss-burst") as f64);
    if share == 0.0 {
        return Ok(Vec::new());
    }
    let chain = match choice.text("transport") {
        "reliable-multicast" => "impair",
        "multicast" => "impair",
        "udp" if choice.text("qos") == "reliable" => "bundle,fragment,retransmit,impair",
        "udp" => "bundle,fragment,impair",
        transport => {
            return Err(PlanError::Contradiction(format!(
                "--loss with --transport {transport}: only udp and multicast can lose datagrams"
            )));
        }
    };
    // Gilbert's model: a burst ends after so many datagrams on average, and all of it is lost.
    let (loss, begin, end) = if burst > 1.0 {
        (0.0, share / (burst * (1.0 - share).max(1e-9)), 1.0 / burst)
    } else {
        (share, 0.0, 1.0)
    };
    let of = |index: usize| {
        let seed = choice.count("seed") * 10_000 + index as u64;
        let fields = [
            ("modules", chain.to_owned()),
            ("impair.loss", loss.to_string()),
            ("impair.burst_begin", begin.min(1.0).to_string()),
            ("impair.burst_end", end.to_string()),
            ("impair.seed", seed.to_string()),
        ];
        let fields = fields.into_iter();
        fields.map(|(key, value)| (key.to_owned(), value)).collect()
    };
    Ok((0..federates).map(of).collect())
}

/// A stream in which each federate has the role of its index, from the parameters.
pub(super) fn stream(
    choice: &Choice,
    roles: impl IntoIterator<Item = StreamRole>,
) -> RoleAssignment {
    let work = |role| Work::Stream {
        role,
        bytes: choice.small("bytes"),
        objects: choice.small("objects"),
        regions: choice.small("regions"),
        regions_of_receiver: choice.small("regions-of-receiver"),
        changes_per_s: 0.0,
        rate_per_s: choice.real("rate"),
        warm_up_ms: choice.count("warm-up-ms"),
        run_ms: choice.count("run-ms"),
        trace_every: choice.small("trace-every"),
    };
    let part = |role| match role {
        StreamRole::Sender | StreamRole::Master => Role::Sender,
        StreamRole::Receiver | StreamRole::Repeater => Role::Receiver,
        StreamRole::Both => Role::Member,
    };
    let works: Vec<_> = roles
        .into_iter()
        .map(|role| (part(role), work(role)))
        .collect();
    RoleAssignment {
        // The first has its role without an RTI, too. All-to-all has no first.
        bare: works
            .first()
            .filter(|(role, _)| *role != Role::Member)
            .map(|(_, work)| work.clone()),
        works,
        lanes: Vec::new(),
    }
}

fn pins(text: &str, federates: usize) -> Result<Vec<Pin>, PlanError> {
    match text {
        "" | "none" => Ok(vec![Pin::None; federates]),
        "auto" => Ok(vec![Pin::Own; federates]),
        list => {
            let numbers: Result<Vec<u32>, _> = list.split(',').map(|n| n.trim().parse()).collect();
            let numbers = numbers.map_err(|_| PlanError::BadValue {
                name: "pin",
                value: list.to_owned(),
                takes: "none, auto, or numbers of processors as in 0,1".to_owned(),
            })?;
            let cycle = numbers.iter().cycle().take(federates);
            Ok(cycle.map(|number| Pin::To(*number)).collect())
        }
    }
}

fn loads(choice: &Choice, federates: &[FederatePlan]) -> Vec<LoadPlan> {
    let kernel = match choice.text("kernel") {
        "float" => Kernel::Float,
        _ => Kernel::Integer,
    };
    let mut loads = Vec::new();
    for (beside, federate) in federates.iter().enumerate() {
        let (sends, receives) = (choice.real("sender-load"), choice.real("receiver-load"));
        let share = match federate.role {
            Role::Sender => sends,
            Role::Receiver => receives,
            Role::Member => sends.max(receives),
        };
        if share > 0.0 {
            loads.push(LoadPlan::Processor {
                beside,
                share,
                kernel,
            });
        }
    }
    let mbit = choice.real("network-load-mbit");
    if mbit > 0.0 {
        loads.push(LoadPlan::Network {
            from: 0,
            to: 1.min(federates.len().saturating_sub(1)),
            bits_per_s: (mbit * 1e6) as u64,
            bytes: choice.small("network-bytes"),
        });
    }
    loads
}

fn baselines(
    choice: &Choice,
    bare: Option<Work>,
    federates: usize,
) -> Result<Vec<BaselinePlan>, PlanError> {
    let asked = choice.text("baselines");
    let Some(work) = bare else {
        return match asked {
            "auto" | "none" | "" => Ok(Vec::new()),
            _ => Err(PlanError::Contradiction(format!(
                "--baselines {asked}: nothing does what this experiment measures without an RTI; use none"
            ))),
        };
    };
    let names: Vec<String> = match asked {
        "none" | "" => Vec::new(),
        "auto" => usual(choice, &work),
        list => list.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    for name in &names {
        let Ok(counterpart) = name.parse::<Counterpart>() else {
            let medium = name.split('-').next().unwrap_or_default();
            if Medium::ALL.iter().any(|known| known.name() == medium) {
                return Err(PlanError::Contradiction(format!(
                    "--baselines {name}: a baseline of the bare machine says how it waits; there are {}",
                    bare_names()
                )));
            }
            let is_known = match &work {
                Work::Stream { role, .. } => {
                    matches!(role, StreamRole::Sender | StreamRole::Receiver)
                }
                _ => true,
            };
            if !is_known {
                return Err(PlanError::Contradiction(format!(
                    "--baselines {name}: drivers of other engines know streams of one sender or one receiver only; those of the bare \
                     machine are {}",
                    bare_names()
                )));
            }
            continue;
        };
        let advances = matches!(work, Work::TimeAdvance { .. });
        let is_barrier = counterpart.medium == Medium::Barrier;
        if is_barrier && !advances {
            return Err(PlanError::Contradiction(format!(
                "--baselines {name}: a barrier is for time-advance"
            )));
        }
        if advances && !is_barrier {
            return Err(PlanError::Contradiction(format!(
                "--baselines {name}: it carries messages, and what time-advance is compared with is a barrier"
            )));
        }
        if counterpart.wait == Wait::Batch && !matches!(work, Work::Stream { .. }) {
            return Err(PlanError::Contradiction(format!(
                "--baselines {name}: it gathers messages, and a round trip has one; it is for streams"
            )));
        }
    }
    let processes = u32::try_from(federates).unwrap_or(u32::MAX);
    let plans = names.into_iter().map(|name| BaselinePlan {
        job: BaselineJob {
            version: VERSION,
            carrier: name.clone(),
            work: work.clone(),
            processes,
            cpus: Vec::new(),
            priority: choice.small("rt-priority"),
        },
        name,
    });
    Ok(plans.collect())
}

/// Counterparts of the possible transports: first the one that waits like Hyla and, in a stream,
/// moves as much at once; then the others.
fn usual(choice: &Choice, work: &Work) -> Vec<String> {
    let media: &[Medium] = match (work, choice.text("transport")) {
        (Work::TimeAdvance { .. }, _) => &[Medium::Barrier],
        (_, "udp") => &[Medium::Udp],
        (Work::Stream { role, .. }, "multicast" | "reliable-multicast")
            if *role == StreamRole::Sender =>
        {
            &[Medium::Multicast]
        }
        (_, "multicast" | "reliable-multicast") => &[Medium::Udp],
        (_, "tcp" | "relay") => &[Medium::Tcp],
        _ => &[Medium::Ring, Medium::Tcp],
    };
    let blocks = choice.text("wait") == "block";
    let waits: &[Wait] = match work {
        // At a planned rate both sides wait for messages, one by one.
        Work::Stream { rate_per_s, .. } if blocks && *rate_per_s > 0.0 => {
            &[Wait::Block, Wait::Batch, Wait::Yield]
        }
        // A stream at full speed never waits: the batch size matters.
        Work::Stream { .. } => &[Wait::Batch, Wait::Yield, Wait::Block],
        _ if blocks => &[Wait::Block, Wait::Yield],
        _ => &[Wait::Yield, Wait::Block],
    };
    // For a transport that the messages do not use, the counterpart closest to Hyla suffices.
    let of = |(at, medium): (usize, &Medium)| {
        let (medium, count) = (*medium, if at == 0 { waits.len() } else { 1 });
        let waits = waits[..count].iter();
        waits.map(move |wait| Counterpart {
            medium,
            wait: *wait,
        })
    };
    let all = media.iter().enumerate().flat_map(of);
    all.map(|one| one.to_string()).collect()
}

fn bare_names() -> String {
    let names: Vec<String> = Counterpart::all().map(|one| one.to_string()).collect();
    names.join(", ")
}

#[allow(clippy::cast_precision_loss)] // seconds of a plan
fn seconds_of(work: &Work) -> f64 {
    match work {
        Work::RoundTrip {
            warm_up,
            samples,
            interval_us,
            ..
        } => (f64::from(*warm_up) + f64::from(*samples)) * *interval_us as f64 / 1e6,
        Work::Stream {
            warm_up_ms, run_ms, ..
        } => (warm_up_ms + run_ms) as f64 / 1e3,
        Work::TimeAdvance { .. } | Work::Register { .. } | Work::Idle {} => 0.0,
    }
}

fn bytes_of(work: &Work) -> u32 {
    match work {
        Work::RoundTrip { bytes, .. }
        | Work::Stream { bytes, .. }
        | Work::TimeAdvance { bytes, .. } => *bytes,
        Work::Register { .. } | Work::Idle {} => 0,
    }
}
