//! Admission: whether this host can honour a profile, checked before anything is created.
//!
//! A trial asks the kernel where the kernel decides (on a thread that ends with the trial); limits are read
//! where a trial would be costly.
//!
//! ```
//! use hyla_net::{Demand, Profile, Reliability, admit};
//!
//! let mut profile = Profile::standard("Command", Reliability::Reliable);
//! assert!(admit(&Demand::of_profile(&profile)).is_ok());
//!
//! profile.cpus = vec![1_000];
//! let refused = admit(&Demand::of_profile(&profile)).unwrap_err();
//! assert!(refused.to_string().starts_with("qos.Command.cpus = 1000 cannot be: "));
//! ```

mod host;
mod refusal;

use std::fmt;
use std::io;
use std::net::{IpAddr, UdpSocket};

use crate::realtime::list;
use crate::{
    GroupRange, Multicast, Profile, Resources, Scheduling, ThreadPlan, Transport, Wait,
    probe_shared_memory,
};
use host::HostLimits;

pub use refusal::{Refusal, Refused};

/// Descriptors of one lane at one end: a socket and, in shared memory, two wake-up descriptors.
const DESCRIPTORS_OF_A_LANE: usize = 3;

/// Descriptors of a thread with its own endpoint: readiness, its waker, two listeners for shared
/// memory.
const DESCRIPTORS_OF_A_THREAD: usize = 4;

/// Resources requested of the host.
#[derive(Clone, Debug)]
pub struct Demand {
    /// Section of the settings: `qos.NAME` or `process`.
    pub whose: String,
    /// Scheduling of its thread.
    pub thread: ThreadPlan,
    /// Wait strategy of this thread.
    pub wait: Wait,
    /// Bytes of buffers to lock into memory.
    pub locked_bytes: usize,
    /// Whether to lock all memory of the process.
    pub lock_all: bool,
    /// Transport.
    pub transport: Transport,
    /// Its multicast groups, if any.
    pub multicast: Multicast,
    /// Whether it has its own thread and endpoint.
    pub dedicated: bool,
    /// Number of lanes.
    pub lanes: usize,
}

impl Demand {
    /// One lane of that profile.
    pub fn of_profile(profile: &Profile) -> Self {
        Self {
            whose: format!("qos.{}", profile.name),
            thread: ThreadPlan::of(profile),
            wait: profile.wait,
            locked_bytes: profile.locked_bytes,
            lock_all: false,
            transport: if profile.emulates_multicast() {
                Transport::Udp
            } else {
                profile.transport
            },
            multicast: profile.multicast,
            dedicated: profile.resources == Resources::Dedicated,
            lanes: 1,
        }
    }

    /// The thread shared by all lanes of a federate, and the memory of its process.
    pub fn of_process(thread: ThreadPlan, wait: Wait, lock_all: bool) -> Self {
        Self {
            whose: "process".to_owned(),
            thread,
            wait,
            locked_bytes: 0,
            lock_all,
            transport: Transport::Auto,
            multicast: Multicast::default(),
            dedicated: false,
            lanes: 0,
        }
    }

    /// The same for that many lanes.
    pub fn with_lanes(self, lanes: usize) -> Self {
        Self { lanes, ..self }
    }
}

/// A demand that can be honoured.
#[derive(Clone, Debug)]
pub struct Granted {
    demand: Demand,
}

impl Granted {
    /// The demand.
    pub fn demand(&self) -> &Demand {
        &self.demand
    }
}

impl fmt::Display for Granted {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let demand = &self.demand;
        write!(f, "{}: ", demand.whose)?;
        if demand.dedicated {
            f.write_str("a thread of its own, ")?;
        }
        match demand.wait {
            Wait::Yield(time) => write!(f, "{}, yields for {time:?}", demand.thread)?,
            Wait::Block => write!(f, "{}, blocks", demand.thread)?,
            Wait::Spin => write!(f, "{}, spins", demand.thread)?,
        }
        if demand.lock_all {
            f.write_str(", all memory locked")?;
        }
        if demand.locked_bytes > 0 {
            write!(f, ", {} bytes locked", demand.locked_bytes)?;
        }
        match (demand.transport, demand.multicast.groups) {
            (Transport::Auto, _) => Ok(()),
            (Transport::Stream, _) => f.write_str(", the common stream"),
            (Transport::SharedMemory, _) => f.write_str(", shared memory"),
            (Transport::Tcp, _) => f.write_str(", TCP"),
            (Transport::Udp, _) => f.write_str(", UDP"),
            (Transport::Multicast, Some(groups)) => write!(f, ", multicast to {groups}"),
            (Transport::Multicast, None) => f.write_str(", multicast"),
            (Transport::ReliableMulticast, Some(groups)) => {
                write!(f, ", reliable multicast to {groups}")
            }
            (Transport::ReliableMulticast, None) => f.write_str(", reliable multicast"),
        }
    }
}

/// Whether this host can honour `demand`. Trials leave nothing behind. Costs nothing for a plain
/// demand, otherwise some tens of microseconds (a thread), and about a millisecond for required
/// shared memory.
///
/// # Errors
/// Every refused part, with the limit found and a remedy.
pub fn admit(demand: &Demand) -> Result<Granted, Refused> {
    let mut check = Check {
        demand,
        refusals: Vec::new(),
    };
    check.thread();
    check.memory();
    check.descriptors();
    check.transport();
    Refused::check(check.refusals)?;
    Ok(Granted {
        demand: demand.clone(),
    })
}

struct Check<'d> {
    demand: &'d Demand,
    refusals: Vec<Refusal>,
}

impl Check<'_> {
    fn refuse(&mut self, field: &'static str, asked: String, limit: String, remedy: String) {
        self.refusals.push(Refusal {
            whose: self.demand.whose.clone(),
            field,
            asked,
            limit,
            remedy,
        });
    }

    /// Tried on a thread of its own.
    fn thread(&mut self) {
        let plan = &self.demand.thread;
        if plan.is_plain() {
            return;
        }
        let cpus = plan.cpus.clone();
        let policy = ThreadPlan {
            scheduling: plan.scheduling,
            cpus: Vec::new(),
        };
        let trial = std::thread::Builder::new()
            .name("hyla-probe".into())
            .spawn(move || {
                // Processors first: the priority must not keep this thread from ending.
                let placed = host::place(&cpus);
                (placed, policy.apply())
            })
            .map(std::thread::JoinHandle::join);
        let (placed, scheduled) = match trial {
            Ok(Ok(tried)) => tried,
            Ok(Err(_)) => return,
            Err(error) => {
                self.refuse(
                    "scheduling",
                    plan.scheduling.to_string(),
                    format!("no thread can be made to try it: {error}"),
                    "see `ulimit -u` and the memory of the machine".to_owned(),
                );
                return;
            }
        };
        if let Err(limit) = placed {
            self.refuse(
                "cpus",
                list(&plan.cpus),
                limit.found,
                limit.remedy.to_owned(),
            );
        }
        if let Err(error) = scheduled {
            self.real_time(&error.cause);
        }
    }

    fn real_time(&mut self, cause: &std::io::Error) {
        let scheduling = self.demand.thread.scheduling;
        let priority = match scheduling {
            Scheduling::Normal => 0,
            Scheduling::Fifo(priority) | Scheduling::RoundRobin(priority) => priority,
        };
        let host = HostLimits::look();
        let (limit, remedy) = if host.may_set_priorities {
            (
                format!(
                    "the system refuses it ({cause}) in spite of CAP_SYS_NICE: the control group of this process has \
                     no real-time share"
                ),
                "give it one (cpu.rt_runtime_us; docker run --cpu-rt-runtime), or run it in another group".to_owned(),
            )
        } else {
            (
                format!(
                    "real-time priorities of this process end at {} (RLIMIT_RTPRIO), and it has no CAP_SYS_NICE ({cause})",
                    host.most_priority
                ),
                format!(
                    "`ulimit -r {priority}` before starting where the hard limit allows it, else as root `@group - \
                     rtprio {priority}` in /etc/security/limits.conf (systemd: LimitRTPRIO={priority}) or `setcap \
                     cap_sys_nice=ep PROGRAM`"
                ),
            )
        };
        self.refuse("scheduling", scheduling.to_string(), limit, remedy);
    }

    fn memory(&mut self) {
        let Demand {
            locked_bytes,
            lock_all,
            ..
        } = *self.demand;
        if locked_bytes == 0 && !lock_all {
            return;
        }
        let host = HostLimits::look();
        if !host.may_lock_anything {
            let limit = host.lockable_bytes;
            if locked_bytes as u64 > limit.saturating_sub(host.locked_bytes) {
                let kilobytes = (locked_bytes as u64 + host.locked_bytes).div_ceil(1 << 10);
                self.refuse(
                    "locked_bytes",
                    locked_bytes.to_string(),
                    format!(
                        "this process may lock {limit} bytes (RLIMIT_MEMLOCK), of which {} are taken, and it has no \
                         CAP_IPC_LOCK",
                        host.locked_bytes
                    ),
                    format!(
                        "`ulimit -l {kilobytes}` before starting where the hard limit allows it, else as root `@group - \
                         memlock {kilobytes}` in /etc/security/limits.conf (systemd: LimitMEMLOCK={kilobytes}K) or \
                         `setcap cap_ipc_lock=ep PROGRAM`"
                    ),
                );
            }
            // Under a limit, later memory allocations would fail and end the process.
            if lock_all && limit != u64::MAX {
                self.refuse(
                    "lock_memory",
                    "true".to_owned(),
                    format!(
                        "this process may lock {limit} bytes (RLIMIT_MEMLOCK), and it has no CAP_IPC_LOCK: memory that \
                         it asks for later would be refused"
                    ),
                    "as root `@group - memlock unlimited` in /etc/security/limits.conf (systemd: LimitMEMLOCK=infinity) \
                     or `setcap cap_ipc_lock=ep PROGRAM`"
                        .to_owned(),
                );
            }
        }
        if let Some(available) = host.available_bytes
            && locked_bytes as u64 > available
        {
            self.refuse(
                "locked_bytes",
                locked_bytes.to_string(),
                format!("this machine has {available} bytes of memory left (MemAvailable)"),
                "ask for less".to_owned(),
            );
        }
    }

    fn descriptors(&mut self) {
        let Demand {
            lanes, dedicated, ..
        } = *self.demand;
        if lanes <= 1 && !dedicated {
            return;
        }
        let own = if dedicated {
            DESCRIPTORS_OF_A_THREAD
        } else {
            0
        };
        let wanted = (lanes.saturating_mul(DESCRIPTORS_OF_A_LANE) + own) as u64;
        let host = HostLimits::look();
        let taken = host.descriptors;
        if wanted > host.most_descriptors.saturating_sub(taken) {
            let enough = wanted + taken;
            self.refuse(
                "lanes",
                lanes.to_string(),
                format!(
                    "they take {wanted} descriptors; this process may have {} (RLIMIT_NOFILE), of which {taken} are taken",
                    host.most_descriptors
                ),
                format!(
                    "`ulimit -n {enough}` before starting where the hard limit allows it, else as root `* - nofile \
                     {enough}` in /etc/security/limits.conf (systemd: LimitNOFILE={enough})"
                ),
            );
        }
    }

    fn transport(&mut self) {
        match (self.demand.transport, self.demand.multicast.groups) {
            (Transport::SharedMemory, _) => {
                if let Err(error) = probe_shared_memory() {
                    self.refuse(
                        "transport",
                        "shared-memory".to_owned(),
                        format!("shared memory between processes does not work here: {error}"),
                        "let processes make memory files and eventfds (memfd_create, eventfd2; seccomp profiles of \
                         containers), or choose tcp"
                            .to_owned(),
                    );
                }
            }
            (Transport::Multicast | Transport::ReliableMulticast, None) => self.refuse(
                "groups",
                "nothing".to_owned(),
                "multicast needs groups".to_owned(),
                "give some, as in 239.192.0.0/24:17000".to_owned(),
            ),
            (Transport::Multicast | Transport::ReliableMulticast, Some(groups)) => {
                let multicast = self.demand.multicast;
                if let Some(interface) = multicast.interface
                    && let Err(error) = try_groups(groups, interface)
                {
                    self.refuse(
                        "interface",
                        interface.to_string(),
                        format!("groups cannot be joined there: {error}"),
                        "give an address of this host (`ip address` lists them), or auto"
                            .to_owned(),
                    );
                }
            }
            _ => {}
        }
    }
}

/// Joins a group on the interface with that address, and leaves it.
fn try_groups(groups: GroupRange, interface: IpAddr) -> io::Result<()> {
    let socket = UdpSocket::bind((interface, 0))?;
    match (groups.group(0).ip(), interface) {
        (IpAddr::V4(group), IpAddr::V4(interface)) => socket.join_multicast_v4(&group, &interface),
        // Numbers of interfaces are unknown here; the address belongs to this host.
        _ => Ok(()),
    }
}
