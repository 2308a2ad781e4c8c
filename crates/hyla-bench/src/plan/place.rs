//! Assignment of federates to agents, and the check of their machines.

use std::collections::{BTreeMap, BTreeSet};

use super::{LoadPlan, Pin, Plan, PointPlan};
use crate::coordination::message::{AgentPresence, Demand};
use crate::job::{BaselineJob, Job, Kernel, Load, VERSION};

/// An agent that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Host {
    /// Name of the agent.
    pub agent: String,
    /// Its introduction.
    pub presence: AgentPresence,
}

impl Host {
    fn machine(&self) -> &str {
        &self.presence.machine.boot
    }
}

/// Assignment of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Agent of each federate, as index among the hosts.
    pub agents: Vec<usize>,
    /// Processor of each federate.
    pub cpus: Vec<Option<u32>>,
    /// Processor loads, with their agents.
    pub processor_loads: Vec<(usize, Load)>,
    /// Network loads.
    pub network_loads: Vec<NetworkLoad>,
    /// Whether all federates share a machine, which baselines need.
    pub one_machine: bool,
}

/// Datagrams from one host to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkLoad {
    /// Agent that sends.
    pub from: usize,
    /// Agent that receives.
    pub to: usize,
    /// Bits of payload a second.
    pub bits_per_s: u64,
    /// Bytes of each datagram.
    pub bytes: u32,
}

/// Values of one sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleNames {
    /// Name of the measured federation.
    pub federation: String,
    /// Random seed.
    pub seed: u64,
}

/// Assigns everything of a point: federates go to the agents in turn.
///
/// # Errors
/// Requirements that the machines do not meet, each with the reason.
pub fn place(point: &PointPlan, hosts: &[Host]) -> Result<Placement, Vec<String>> {
    if hosts.is_empty() {
        return Err(vec!["there is no agent".to_owned()]);
    }
    let mut refusals = Vec::new();
    let agents: Vec<usize> = (0..point.federates.len())
        .map(|i| i % hosts.len())
        .collect();
    let machines: BTreeSet<&str> = agents.iter().map(|agent| hosts[*agent].machine()).collect();
    let one_machine = machines.len() == 1;
    if point.one_host && !one_machine {
        refusals.push(format!(
            "--transport shm: the federates would be on {} machines, and memory is shared on one",
            machines.len()
        ));
    }
    let mut taken: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    let mut cpus = Vec::new();
    let mut short = BTreeSet::new();
    for (federate, agent) in point.federates.iter().zip(&agents) {
        let host = &hosts[*agent];
        let processors = &host.presence.processors;
        let used = taken.entry(host.machine()).or_default();
        let cpu = match federate.pin {
            Pin::None => None,
            Pin::To(number) if processors.contains(&number) => Some(number),
            Pin::To(number) => {
                let (agent, list) = (&host.agent, words(processors));
                refusals.push(format!(
                    "agent {agent}: processor {number} is wanted, and it may use {list}; name others with --pin"
                ));
                None
            }
            Pin::Own => {
                let free = processors.iter().find(|cpu| !used.contains(cpu)).copied();
                if free.is_none() {
                    short.insert(host.machine());
                }
                free
            }
        };
        used.extend(cpu);
        cpus.push(cpu);
    }
    for machine in short {
        let federates = agents
            .iter()
            .filter(|agent| hosts[**agent].machine() == machine);
        let (federates, host) = (
            federates.count(),
            hosts.iter().find(|host| host.machine() == machine),
        );
        if let Some(host) = host {
            refusals.push(format!(
                "agent {}: --pin auto binds each of {federates} federates to a processor of its own, and this machine \
                 has {}; use fewer federates, more machines or --pin none",
                host.agent,
                host.presence.processors.len()
            ));
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let mut placement = Placement {
        agents,
        cpus,
        processor_loads: Vec::new(),
        network_loads: Vec::new(),
        one_machine,
    };
    placement.place_loads(point, hosts);
    Ok(placement)
}

impl Placement {
    fn place_loads(&mut self, point: &PointPlan, hosts: &[Host]) {
        // Unbound federates share all processors of their machine, and so does their load.
        let mut shared: BTreeMap<&str, (usize, f64, Kernel)> = BTreeMap::new();
        for load in &point.loads {
            match *load {
                LoadPlan::Processor {
                    beside,
                    share,
                    kernel,
                } => {
                    let agent = self.agents[beside];
                    match self.cpus[beside] {
                        Some(cpu) => self.processor_loads.push((
                            agent,
                            Load::Processor {
                                share,
                                threads: 1,
                                kernel,
                                cpu: Some(cpu),
                            },
                        )),
                        None => {
                            let machine = hosts[agent].machine();
                            let most = shared.entry(machine).or_insert((agent, share, kernel));
                            most.1 = most.1.max(share);
                        }
                    }
                }
                LoadPlan::Network {
                    from,
                    to,
                    bits_per_s,
                    bytes,
                } => self.network_loads.push(NetworkLoad {
                    from: self.agents[from],
                    to: self.agents[to],
                    bits_per_s,
                    bytes,
                }),
            }
        }
        for (agent, share, kernel) in shared.into_values() {
            let threads = hosts[agent].presence.processors.len().max(1);
            self.processor_loads.push((
                agent,
                Load::Processor {
                    share,
                    threads: u32::try_from(threads).unwrap_or(u32::MAX),
                    kernel,
                    cpu: None,
                },
            ));
        }
    }

    /// The job of each federate, by index.
    pub fn jobs(&self, plan: &Plan, point: &PointPlan, names: &SampleNames) -> Vec<Job> {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let federates = count(point.federates.len());
        let jobs = point.federates.iter().zip(&self.cpus).enumerate();
        let jobs = jobs.map(|(index, (federate, cpu))| Job {
            version: VERSION,
            federation: names.federation.clone(),
            index: count(index),
            federates,
            // The agent provides the module.
            fom: String::new(),
            settings: federate.settings.clone(),
            callbacks: point.callbacks,
            transportation: point.transportation.clone(),
            cpu: *cpu,
            priority: point.priority,
            compute_us: federate.compute_us,
            seed: names.seed,
            timeout_ms: plan.timeout_ms,
            live_ms: plan.live_ms,
            work: federate.work.clone(),
        });
        jobs.collect()
    }

    /// The baselines of the point on the machine of its federates, with their processors; none if
    /// the federates are on several machines.
    pub fn baselines(&self, point: &PointPlan) -> Vec<(String, BaselineJob)> {
        if !self.one_machine {
            return Vec::new();
        }
        let cpus: Vec<u32> = self.cpus.iter().copied().flatten().collect();
        let jobs = point.baselines.iter().map(|baseline| {
            let mut job = baseline.job.clone();
            job.cpus.clone_from(&cpus);
            (baseline.name.clone(), job)
        });
        jobs.collect()
    }

    /// The job of a point that is measured without an RTI, with its processors.
    ///
    /// # Errors
    /// The federates would be on several machines.
    pub fn bare(&self, point: &PointPlan) -> Result<Option<BaselineJob>, String> {
        let Some(bare) = &point.bare else {
            return Ok(None);
        };
        if !self.one_machine {
            return Err(format!(
                "{} measures on one machine, and the federates would be on several",
                bare.name
            ));
        }
        let mut job = bare.job.clone();
        job.cpus = self.cpus.iter().copied().flatten().collect();
        Ok(Some(job))
    }
}

/// Requirements of the whole plan on each host, by index.
///
/// # Errors
/// Requirements that the machines do not meet, each reason once.
pub fn demands(plan: &Plan, hosts: &[Host]) -> Result<Vec<Demand>, Vec<String>> {
    let mut refusals = BTreeSet::new();
    let mut demands = vec![Demand::default(); hosts.len()];
    for point in &plan.points {
        let placement = match place(point, hosts) {
            Ok(placement) => placement,
            Err(reasons) => {
                refusals.extend(reasons);
                continue;
            }
        };
        let members = u32::try_from(point.federates.len()).unwrap_or(u32::MAX);
        for (agent, demand) in demands.iter_mut().enumerate() {
            let here: Vec<usize> = (0..point.federates.len())
                .filter(|index| placement.agents[*index] == agent)
                .collect();
            let machine = hosts[agent].machine();
            // Agents on one machine share its resources.
            let beside = placement
                .agents
                .iter()
                .filter(|a| hosts[**a].machine() == machine);
            let beside = u32::try_from(beside.count()).unwrap_or(u32::MAX);
            demand.federates = demand.federates.max(beside);
            demand.members = demand.members.max(members);
            demand.bytes = demand.bytes.max(point.bytes);
            demand.settings_are_hyla = plan.is_hyla;
            for index in here {
                let settings = &point.federates[index].settings;
                if !demand.settings.contains(settings) {
                    demand.settings.push(settings.clone());
                }
                demand.processors.extend(placement.cpus[index]);
            }
            if agent == placement.agents[0] {
                let names = placement.baselines(point).into_iter().map(|(name, _)| name);
                demand.carriers.extend(names);
                let bare = point.bare.iter().map(|bare| bare.name.clone());
                demand.carriers.extend(bare);
            }
        }
    }
    for demand in &mut demands {
        demand.processors.sort_unstable();
        demand.processors.dedup();
        demand.carriers.sort_unstable();
        demand.carriers.dedup();
    }
    if refusals.is_empty() {
        Ok(demands)
    } else {
        Err(refusals.into_iter().collect())
    }
}

fn words(processors: &[u32]) -> String {
    let numbers: Vec<_> = processors.iter().map(u32::to_string).collect();
    numbers.join(", ")
}
