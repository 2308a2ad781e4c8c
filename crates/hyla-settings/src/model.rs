//! The settings as typed values, with their defaults.
//!
//! What a setting is for, its unit and its limits stand in [`super::table`]; the fields here have the
//! same names, without the unit where the type carries it.

use std::path::PathBuf;
use std::time::Duration;

use hyla_net::{Scheduling, Wait};

use super::address::{FedProAddress, HostPort, PeerAddress, RtiAddress};
use super::choice::{LogFormat, LogLevel, ProcessModel};
use super::foreign::ForeignDesignators;
use super::interface::InterfaceChoice;
use super::problem::Problem;
use super::qos::Profiles;

/// All settings of one process or one connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Section `rti`.
    pub rti: RtiSettings,
    /// Section `authorization`.
    pub authorization: AuthorizationSettings,
    /// Section `peer`.
    pub peer: PeerSettings,
    /// Section `process`.
    pub process: ProcessSettings,
    /// Section `channel`.
    pub channel: ChannelSettings,
    /// Section `timeout`.
    pub timeout: TimeoutSettings,
    /// Section `limits`.
    pub limits: LimitSettings,
    /// Section `report`.
    pub report: ReportSettings,
    /// Section `time`.
    pub time: TimeSettings,
    /// Section `fom`.
    pub fom: FomSettings,
    /// Section `save`.
    pub save: SaveSettings,
    /// Section `fedpro`.
    pub fedpro: FedProSettings,
    /// Section `log`.
    pub log: LogSettings,
    /// Sections `qos.NAME`.
    pub qos: Profiles,
}

/// Where the RTI is.
#[derive(Clone, Debug, PartialEq)]
pub struct RtiSettings {
    /// Where a federate looks for it.
    pub address: RtiAddress,
    /// Where `hyla rti` listens; never empty.
    pub listen: Vec<HostPort>,
    /// What `hyla rti` tells others to use; empty for the addresses of `listen`.
    pub advertise: Vec<HostPort>,
    /// Addresses at which `hyla rti` serves metrics; empty: none.
    pub metrics: Vec<HostPort>,
    /// What becomes of a settings string that was written for another RTI.
    pub foreign_designators: ForeignDesignators,
    /// Who a federate says it is; empty for nobody in particular.
    pub user: String,
    /// The file that holds its password; `None` for a federate without credentials.
    pub password_file: Option<PathBuf>,
}

/// Who may do what at an RTI.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthorizationSettings {
    /// The file of users; `None` where everybody may do everything.
    pub file: Option<PathBuf>,
}

/// How a federate is reached by other federates.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerSettings {
    /// Where it listens.
    pub bind: PeerAddress,
    /// What it tells others to use.
    pub advertise: PeerAddress,
    /// The interface of those two where they are `auto`.
    pub interface: InterfaceChoice,
    /// Whether data goes straight to other federates; if not, all of it goes through the RTI.
    pub direct: bool,
    /// `peer.in_process`
    pub in_process: bool,
    /// `peer.shared_memory`
    pub shared_memory: bool,
}

/// Threads of a federate.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessSettings {
    /// Which threads do the work.
    pub model: ProcessModel,
    /// How Hyla's own thread is scheduled.
    pub scheduling: Scheduling,
    /// Processors that this thread may run on; empty for all.
    pub cpus: Vec<usize>,
    /// Whether all memory of the process is locked.
    pub lock_memory: bool,
    /// How threads wait for the network; `None` yields for `channel.yield_us`.
    pub wait: Option<Wait>,
}

/// How frames move between processes.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelSettings {
    /// How long a waiting thread yields before it sleeps.
    pub yield_for: Duration,
    /// How long a reader of dense streams in shared memory rests at most.
    pub longest_rest: Duration,
    /// Bytes that may wait for one peer before its sender waits.
    pub send_queue_bytes: usize,
    /// Largest frame that is sent or accepted.
    pub max_frame_bytes: usize,
    /// Largest bundle of messages that is sent as one.
    pub bundle_bytes: usize,
    /// Least time from one send to the next while messages keep coming.
    pub bundle_gap: Duration,
    /// Size of a ring in shared memory.
    pub ring_bytes: usize,
    /// Memory of all rings that a process writes, beyond the least that each has.
    pub ring_memory_bytes: usize,
}

/// How long is waited, and for what.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeoutSettings {
    /// For a connection to be made.
    pub connect: Duration,
    /// For an answer of the RTI to a call.
    pub call: Duration,
    /// For a member to confirm the others' declarations.
    pub declaration: Duration,
    /// Between two signs of life on a silent connection.
    pub heartbeat: Duration,
    /// For data or a heartbeat of a peer process; `None`: unlimited.
    pub idle: Option<Duration>,
    /// For another host to acknowledge what it was sent.
    pub host: Duration,
    /// For peers to take the last messages of a federate that leaves.
    pub resign: Duration,
}

/// When something is unusual enough to be said.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitSettings {
    /// Callbacks waiting in one federate at which a warning is logged.
    pub callback_queue_warn: usize,
    /// Bytes of waiting callbacks above which reading from other federates is paused.
    pub callback_queue_bytes: usize,
}

/// Time management.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeSettings {
    /// Waits for a grant that last longer are warned of by the RTI; `None` for never.
    pub stall_warn: Option<Duration>,
}

/// Reading object models.
#[derive(Clone, Debug, PartialEq)]
pub struct FomSettings {
    /// Whether sloppy object models are refused.
    pub strict: bool,
}

/// Reports of services that a federate calls.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSettings {
    /// Where files of service reports are made.
    pub directory: PathBuf,
}

/// Saves of federations.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveSettings {
    /// Where the RTI keeps them.
    pub directory: PathBuf,
}

/// The Federate Protocol server.
#[derive(Clone, Debug, PartialEq)]
pub struct FedProSettings {
    /// Where plain TCP is served.
    pub tcp: FedProAddress,
    /// Where TLS is served.
    pub tls: FedProAddress,
    /// Where WebSocket is served.
    pub websocket: FedProAddress,
    /// Where WebSocket over TLS is served.
    pub websocket_secure: FedProAddress,
    /// The server's certificate and those that vouch for it, in PEM.
    pub certificate: Option<PathBuf>,
    /// Its private key, in PEM.
    pub key: Option<PathBuf>,
    /// Certificates of which one has to vouch for the client's, in PEM; `None` asks clients for none.
    pub client_ca: Option<PathBuf>,
    /// Threads that run sessions; 0 leaves the choice to the server.
    pub threads: usize,
    /// Most sessions at a time, those that wait for their client to come back included.
    pub max_sessions: usize,
    /// Most connections that have not asked for a session yet.
    pub max_unidentified: usize,
    /// Time for a new connection to ask for a session.
    pub handshake: Duration,
    /// Silence of a client after which its connection is closed.
    pub silence: Duration,
    /// How long the session of a client is kept whose connection was closed.
    pub resume: Duration,
    /// The same where nothing says that the client's side closed it.
    pub resume_silent: Duration,
    /// How long a client may take nothing of what waits for it.
    pub stall: Duration,
    /// Largest message of a client.
    pub max_message_bytes: usize,
    /// Waiting callbacks above which best-effort ones are dropped.
    pub drop_bytes: usize,
    /// Waiting callbacks above which senders are held back.
    pub hold_bytes: usize,
    /// Messages kept for a resume, beside those that wait.
    pub history_bytes: usize,
    /// Calls that a client may make in a second over time; 0 for any number.
    pub calls_per_second: usize,
    /// Whether a call that depends on a callback without an answer comes from inside that callback.
    pub calls_in_callbacks: bool,
}

/// Logging.
#[derive(Clone, Debug, PartialEq)]
pub struct LogSettings {
    /// How much is logged.
    pub level: LogLevel,
    /// How a line is written.
    pub format: LogFormat,
    /// Where lines go instead of standard error.
    pub file: Option<PathBuf>,
    /// Size at which that file is set aside and a new one begun.
    pub file_bytes: usize,
    /// Number of files that are kept, the one that is written among them.
    pub files: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let local: HostPort = "127.0.0.1:15160".parse().expect("an address");
        Self {
            rti: RtiSettings {
                address: RtiAddress::Server(local.clone()),
                listen: vec![local],
                advertise: Vec::new(),
                metrics: Vec::new(),
                foreign_designators: ForeignDesignators::Translate,
                user: String::new(),
                password_file: None,
            },
            authorization: AuthorizationSettings { file: None },
            peer: PeerSettings {
                bind: PeerAddress::Auto,
                advertise: PeerAddress::Auto,
                interface: InterfaceChoice::Auto,
                direct: true,
                in_process: true,
                shared_memory: true,
            },
            process: ProcessSettings {
                model: ProcessModel::Auto,
                scheduling: Scheduling::Normal,
                cpus: Vec::new(),
                lock_memory: false,
                wait: None,
            },
            channel: ChannelSettings {
                yield_for: Duration::from_micros(50),
                longest_rest: Duration::from_micros(50),
                send_queue_bytes: 4 << 20,
                // A value of 64 MiB and what is sent around it.
                max_frame_bytes: 65 << 20,
                bundle_bytes: 32 << 10,
                bundle_gap: Duration::from_micros(20),
                ring_bytes: 1 << 20,
                ring_memory_bytes: 16 << 20,
            },
            timeout: TimeoutSettings {
                connect: Duration::from_secs(5),
                call: Duration::from_secs(30),
                declaration: Duration::from_secs(1),
                heartbeat: Duration::from_secs(1),
                idle: None,
                host: Duration::from_secs(10),
                resign: Duration::from_secs(2),
            },
            limits: LimitSettings {
                callback_queue_warn: 100_000,
                callback_queue_bytes: 128 << 20,
            },
            report: ReportSettings {
                directory: "hyla-reports".into(),
            },
            time: TimeSettings {
                stall_warn: Some(Duration::from_secs(10)),
            },
            fom: FomSettings { strict: false },
            save: SaveSettings {
                directory: "hyla-saves".into(),
            },
            fedpro: FedProSettings {
                tcp: FedProAddress::Auto,
                tls: FedProAddress::Off,
                websocket: FedProAddress::Off,
                websocket_secure: FedProAddress::Off,
                certificate: None,
                key: None,
                client_ca: None,
                threads: 0,
                max_sessions: 1_000,
                max_unidentified: 512,
                handshake: Duration::from_secs(10),
                silence: Duration::from_secs(180),
                resume: Duration::from_secs(15),
                resume_silent: Duration::from_secs(960),
                stall: Duration::from_secs(60),
                max_message_bytes: 128 << 20,
                drop_bytes: 8 << 20,
                hold_bytes: 32 << 20,
                history_bytes: 16 << 20,
                calls_per_second: 0,
                calls_in_callbacks: true,
            },
            log: LogSettings {
                level: LogLevel::Info,
                format: LogFormat::Text,
                file: None,
                file_bytes: 16 << 20,
                files: 8,
            },
            qos: Profiles::default(),
        }
    }
}

impl Settings {
    /// How a thread of this process waits for the network, unless a profile says otherwise.
    pub fn wait(&self) -> Wait {
        self.process
            .wait
            .unwrap_or(Wait::Yield(self.channel.yield_for))
    }

    /// Pairs of settings that are valid alone and senseless together.
    pub(super) fn contradictions(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        if !self.rti.user.is_empty() && self.rti.password_file.is_none() {
            found.push(Problem::Contradiction {
                what: format!(
                    "rti.user is \"{}\" and rti.password_file is not set: a name without a password proves nothing",
                    self.rti.user
                ),
            });
        }
        if let PeerAddress::At(bind) = &self.peer.bind
            && self.peer.interface != InterfaceChoice::Auto
            && !matches!(bind.host(), "0.0.0.0" | "::")
        {
            found.push(Problem::Contradiction {
                what: format!(
                    "peer.bind is {bind} and peer.interface is {}: give the one or the other",
                    self.peer.interface
                ),
            });
        }
        if self.channel.bundle_bytes > self.channel.max_frame_bytes {
            found.push(Problem::Contradiction {
                what: format!(
                    "channel.bundle_bytes ({}) is more than channel.max_frame_bytes ({}): no frame could hold a full bundle",
                    self.channel.bundle_bytes, self.channel.max_frame_bytes
                ),
            });
        }
        if let Some(idle) = self.timeout.idle
            && idle <= self.timeout.heartbeat
        {
            found.push(Problem::Contradiction {
                what: format!(
                    "timeout.idle_ms ({}) is not more than timeout.heartbeat_ms ({}): living peers would be lost",
                    idle.as_millis(),
                    self.timeout.heartbeat.as_millis()
                ),
            });
        }
        if self.process.model == ProcessModel::SingleThreaded
            && (self.process.scheduling != Scheduling::Normal || !self.process.cpus.is_empty())
        {
            found.push(Problem::Contradiction {
                what: "process.model is single-threaded, and process.scheduling or process.cpus is given: there is no \
                       thread of Hyla's to apply it to; the federate schedules its own"
                    .into(),
            });
        }
        let fedpro = &self.fedpro;
        if fedpro.drop_bytes > fedpro.hold_bytes {
            found.push(Problem::Contradiction {
                what: format!(
                    "fedpro.drop_bytes ({}) is more than fedpro.hold_bytes ({}): best-effort data would hold up its senders",
                    fedpro.drop_bytes, fedpro.hold_bytes
                ),
            });
        }
        if fedpro.certificate.is_some() != fedpro.key.is_some() {
            found.push(Problem::Contradiction {
                what: "fedpro.certificate and fedpro.key belong together: one of them is not given"
                    .into(),
            });
        }
        let secure = [
            ("fedpro.tls", &fedpro.tls),
            ("fedpro.websocket_secure", &fedpro.websocket_secure),
        ];
        for (name, address) in secure {
            if *address != FedProAddress::Off && fedpro.certificate.is_none() {
                found.push(Problem::Contradiction {
                    what: format!(
                        "{name} is {address}, but there is no certificate: give fedpro.certificate and fedpro.key"
                    ),
                });
            }
        }
        found
    }
}
