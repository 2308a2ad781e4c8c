//! The settings as typed values, with their defaults.
//!
//! [`super::table`] has the purpose, unit and limits of each setting; the fields here have the same
//! names, without the unit where the type carries it.

use std::path::PathBuf;
use std::time::Duration;

use hyla_net::{DatagramProtection, Fingerprint, Scheduling, Wait};

use super::address::{FedProAddress, HostPort, PeerAddress, RtiAddress};
use super::choice::{LogFormat, LogLevel, OtherMachine, ProcessModel, RtiSecurity};
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
    /// Section `latency`.
    pub latency: LatencySettings,
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
    /// Section `orb`.
    pub orb: OrbSettings,
    /// Section `log`.
    pub log: LogSettings,
    /// Sections `qos.NAME`.
    pub qos: Profiles,
}

/// Address of the RTI.
#[derive(Clone, Debug, PartialEq)]
pub struct RtiSettings {
    /// Address that a federate connects to.
    pub address: RtiAddress,
    /// Listening addresses of `hyla rti`; never empty.
    pub listen: Vec<HostPort>,
    /// Addresses that `hyla rti` advertises; empty: those of `listen`.
    pub advertise: Vec<HostPort>,
    /// Addresses at which `hyla rti` serves metrics; empty: none.
    pub metrics: Vec<HostPort>,
    /// Configuration of a Latency Server inside `hyla rti`; `None`: no server.
    pub latency: Option<PathBuf>,
    /// Addresses at which `hyla rti` reflects messages of Latency Servers; empty: none.
    pub latency_peer: Vec<HostPort>,
    /// Handling of a settings string for another RTI.
    pub foreign_designators: ForeignDesignators,
    /// Most connections that have not said who they are.
    pub max_unidentified: usize,
    /// The same from one address.
    pub max_unidentified_per_address: usize,
    /// Most federation executions of a user.
    pub limit_federations: usize,
    /// Most modules of a user.
    pub limit_modules: usize,
    /// Most bytes of these modules.
    pub limit_module_bytes: usize,
    /// Most bytes of memory of a user.
    pub limit_memory_bytes: usize,
    /// File descriptors that callers who have not said who they are leave free.
    pub reserved_descriptors: usize,
    /// Whether `hyla rti` starts although another process has the name for shared memory.
    pub allow_taken_name: bool,
    /// User name of a federate; empty: none.
    pub user: String,
    /// File with the password; `None` for a federate without credentials.
    pub password_file: Option<PathBuf>,
    /// Whether credentials may cross a network in clear.
    pub allow_clear_password: bool,
    /// Name or number of a user whose RTI is believed within a host; empty: none.
    pub server_user: String,
    /// Encryption of connections to the RTI.
    pub security: RtiSecurity,
    /// Whether an RTI that encrypts also accepts callers that do not.
    pub allow_clear: bool,
    /// The RTI's certificate; `None` without one.
    pub certificate: Option<PathBuf>,
    /// The private key of that certificate.
    pub key: Option<PathBuf>,
    /// Certificates that a federate trusts.
    pub trust: Option<PathBuf>,
    /// Fingerprint of the RTI's certificate.
    pub pin: Option<Fingerprint>,
    /// Time between changes of keys; zero: never.
    pub rekey: Duration,
    /// File of the secret that RTI and federates share.
    pub secret_file: Option<PathBuf>,
}

/// Predictions of latency.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LatencySettings {
    /// File with the latency profile of this machine; `None`: none.
    pub profile: Option<PathBuf>,
    /// Handling of a profile of another machine.
    pub other_machine: OtherMachine,
    /// Network interface that messages to other hosts take; empty: its load does not count.
    pub port: String,
    /// Speed of that in Mbit/s; 0: that of the kernel.
    pub port_mbit_per_s: u64,
}

/// Permissions at an RTI.
#[derive(Clone, Debug, PartialEq)]
pub struct AuthorizationSettings {
    /// The users file; `None`: everybody may do everything.
    pub file: Option<PathBuf>,
}

/// Connections from other federates.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerSettings {
    /// Listening address.
    pub bind: PeerAddress,
    /// Advertised address.
    pub advertise: PeerAddress,
    /// The interface of those two where they are `auto`.
    pub interface: InterfaceChoice,
    /// Whether data goes directly to other federates; if not, the RTI relays all of it.
    pub direct: bool,
    /// `peer.in_process`
    pub in_process: bool,
    /// `peer.shared_memory`
    pub shared_memory: bool,
    /// `peer.datagrams`
    pub datagrams: DatagramProtection,
}

/// Threads of a federate.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessSettings {
    /// Threads that do the work.
    pub model: ProcessModel,
    /// Scheduling of Hyla's own thread.
    pub scheduling: Scheduling,
    /// Processors for this thread; empty for all.
    pub cpus: Vec<usize>,
    /// Whether all memory of the process is locked.
    pub lock_memory: bool,
    /// Wait strategy of threads; `None` yields for `channel.yield_us`.
    pub wait: Option<Wait>,
}

/// Transfer of frames between processes.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelSettings {
    /// How long a waiting thread yields before it sleeps.
    pub yield_for: Duration,
    /// Longest pause of a reader of dense streams in shared memory.
    pub longest_rest: Duration,
    /// Bytes that may wait for one peer before its sender waits.
    pub send_queue_bytes: usize,
    /// Largest frame that is sent or accepted.
    pub max_frame_bytes: usize,
    /// Largest bundle.
    pub bundle_bytes: usize,
    /// Shortest time between two sends while messages keep coming.
    pub bundle_gap: Duration,
    /// Size of a ring in shared memory.
    pub ring_bytes: usize,
    /// Memory of all rings that a process writes, beyond the minimum of each.
    pub ring_memory_bytes: usize,
    /// Memory in which long messages lie once for all receivers of a host.
    pub shared_frame_bytes: usize,
}

/// Timeouts.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeoutSettings {
    /// Establishing a connection.
    pub connect: Duration,
    /// An answer of the RTI to a call.
    pub call: Duration,
    /// Confirmation by a member of others' declarations.
    pub declaration: Duration,
    /// Interval of heartbeats on a quiet connection.
    pub heartbeat: Duration,
    /// Data or a heartbeat of a peer process; `None`: unlimited.
    pub idle: Option<Duration>,
    /// Acknowledgement by another host.
    pub host: Duration,
    /// Delivery to peers of the last messages of a federate that resigns.
    pub resign: Duration,
}

/// Queue limits and warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitSettings {
    /// Queued callbacks in one federate at which a warning is logged.
    pub callback_queue_warn: usize,
    /// Bytes of queued callbacks above which reading from other federates is paused.
    pub callback_queue_bytes: usize,
}

/// The object request broker: `hyla orb`.
#[derive(Clone, Debug, PartialEq)]
pub struct OrbSettings {
    /// Address of the naming service.
    pub naming: HostPort,
    /// Names of a naming service.
    pub names: usize,
    /// Connections of a server.
    pub connections: usize,
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Bytes of memory for the values of a message.
    pub decoded_bytes: usize,
    /// Longest time from the first byte of a message to its last; `None`: any.
    pub message: Option<Duration>,
    /// Silence after which a server closes a connection; `None`: never.
    pub idle: Option<Duration>,
}

/// Time management.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeSettings {
    /// Longest wait for a grant before the RTI warns; `None`: never.
    pub stall_warn: Option<Duration>,
}

/// Reading object models.
#[derive(Clone, Debug, PartialEq)]
pub struct FomSettings {
    /// Whether imprecise object models are rejected.
    pub strict: bool,
}

/// Reports of services that a federate calls.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSettings {
    /// Directory of service report files.
    pub directory: PathBuf,
}

/// Saves of federations.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveSettings {
    /// Directory of the RTI's saves.
    pub directory: PathBuf,
    /// Space of the file system that saves leave free.
    pub reserve_bytes: usize,
}

/// The Federate Protocol server.
#[derive(Clone, Debug, PartialEq)]
pub struct FedProSettings {
    /// Address for plain TCP.
    pub tcp: FedProAddress,
    /// Address for TLS.
    pub tls: FedProAddress,
    /// Address for WebSocket.
    pub websocket: FedProAddress,
    /// Address for WebSocket over TLS.
    pub websocket_secure: FedProAddress,
    /// The server's certificate chain, in PEM.
    pub certificate: Option<PathBuf>,
    /// Its private key, in PEM.
    pub key: Option<PathBuf>,
    /// Certificate authorities of clients, in PEM; `None` requests no client certificates.
    pub client_ca: Option<PathBuf>,
    /// Origins of web pages of other hosts that may connect by WebSocket.
    pub origins: Vec<String>,
    /// Threads that run sessions; 0: chosen by the server.
    pub threads: usize,
    /// Most sessions at a time, including those without a connection.
    pub max_sessions: usize,
    /// The same from one address.
    pub max_sessions_per_address: usize,
    /// Most connections without a session.
    pub max_unidentified: usize,
    /// The same from one address.
    pub max_unidentified_per_address: usize,
    /// Time for a new connection to request a session.
    pub handshake: Duration,
    /// Time for the federate of a new session to connect.
    pub connect: Duration,
    /// Silence of a client after which its connection is closed.
    pub silence: Duration,
    /// How long a session is kept after its connection was closed.
    pub resume: Duration,
    /// The same if the connection was lost without a close by the client.
    pub resume_silent: Duration,
    /// How long a client may read nothing while messages wait.
    pub stall: Duration,
    /// Largest message of a client.
    pub max_message_bytes: usize,
    /// Bytes of queued callbacks above which best-effort ones are dropped.
    pub drop_bytes: usize,
    /// Bytes of queued callbacks above which senders wait.
    pub hold_bytes: usize,
    /// Messages kept for a resume, beside the queued ones.
    pub history_bytes: usize,
    /// Rate limit of a client's calls per second; 0: unlimited.
    pub calls_per_second: usize,
    /// Whether a call that depends on an unanswered callback comes from inside that callback.
    pub calls_in_callbacks: bool,
}

/// Logging.
#[derive(Clone, Debug, PartialEq)]
pub struct LogSettings {
    /// Log level.
    pub level: LogLevel,
    /// Format of lines.
    pub format: LogFormat,
    /// Log file instead of standard error.
    pub file: Option<PathBuf>,
    /// Size at which that file is rotated.
    pub file_bytes: usize,
    /// Number of files kept, including the current one.
    pub files: usize,
    /// File of audit lines, in addition to the log.
    pub audit_file: Option<PathBuf>,
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
                latency: None,
                latency_peer: Vec::new(),
                foreign_designators: ForeignDesignators::Translate,
                max_unidentified: 512,
                max_unidentified_per_address: 256,
                limit_federations: 256,
                limit_modules: 10_000,
                limit_module_bytes: 256 << 20,
                limit_memory_bytes: 2 << 30,
                reserved_descriptors: 64,
                allow_taken_name: false,
                user: String::new(),
                password_file: None,
                allow_clear_password: false,
                server_user: String::new(),
                security: RtiSecurity::Off,
                allow_clear: false,
                certificate: None,
                key: None,
                trust: None,
                pin: None,
                rekey: Duration::from_secs(3600),
                secret_file: None,
            },
            authorization: AuthorizationSettings { file: None },
            peer: PeerSettings {
                bind: PeerAddress::Auto,
                advertise: PeerAddress::Auto,
                interface: InterfaceChoice::Auto,
                direct: true,
                in_process: true,
                shared_memory: true,
                datagrams: DatagramProtection::Encrypted,
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
                longest_rest: Duration::from_micros(120),
                send_queue_bytes: 4 << 20,
                // A value of 64 MiB with its overhead.
                max_frame_bytes: 65 << 20,
                bundle_bytes: 32 << 10,
                bundle_gap: Duration::from_micros(20),
                ring_bytes: 1 << 20,
                ring_memory_bytes: 16 << 20,
                shared_frame_bytes: 32 << 20,
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
            latency: LatencySettings::default(),
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
                reserve_bytes: 256 << 20,
            },
            fedpro: FedProSettings {
                tcp: FedProAddress::Auto,
                tls: FedProAddress::Off,
                websocket: FedProAddress::Off,
                websocket_secure: FedProAddress::Off,
                certificate: None,
                key: None,
                client_ca: None,
                origins: Vec::new(),
                threads: 0,
                max_sessions: 1_000,
                max_sessions_per_address: 500,
                max_unidentified: 512,
                max_unidentified_per_address: 256,
                handshake: Duration::from_secs(10),
                connect: Duration::from_secs(60),
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
            orb: OrbSettings {
                naming: "127.0.0.1:2809".parse().expect("an address"),
                names: 100_000,
                connections: 1_000,
                message_bytes: 2 << 20,
                decoded_bytes: 16 << 20,
                message: Some(Duration::from_secs(60)),
                idle: None,
            },
            log: LogSettings {
                level: LogLevel::Info,
                format: LogFormat::Text,
                file: None,
                file_bytes: 16 << 20,
                files: 8,
                audit_file: None,
            },
            qos: Profiles::default(),
        }
    }
}

impl Settings {
    /// Wait strategy of a thread of this process, unless a profile overrides it.
    pub fn wait(&self) -> Wait {
        self.process
            .wait
            .unwrap_or(Wait::Yield(self.channel.yield_for))
    }

    /// Pairs of settings that are valid alone but not together.
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
