//! The server: an estimator with a clock, sources of state, measurements, and interfaces.

mod config;
mod federates;
mod work;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

pub use work::{Peers, time_for};

pub use config::{
    BudgetConfig, Config, ConfigError, FederationConfig, HostConfig, OrbConfig, OtherMachine,
    StateConfig,
};
pub(crate) use federates::FederateAnswers;
pub use federates::{Federates, NoAnswer};

use crate::estimator::{Budget, ConnectError, Connection, End, Estimator, Settings};
use crate::interface::{Broker, Token};
use crate::peer::NotMeasured;
use crate::profile::{Document, Machine, ReadError, Severity, Table, differences};
use crate::source::{InvalidScript, Script};

/// State that the parts of a server share.
pub(crate) struct Shared {
    estimator: Mutex<Estimator>,
    began: Instant,
    /// Notified of inputs that may cause a measurement.
    news: Notify,
    /// The token of clients.
    pub(crate) token: Option<Token>,
    /// Hosts whose state the server reads itself, each with its source.
    pub(crate) sources: BTreeMap<String, &'static str>,
    /// Answers of federates, if the server asks any.
    pub(crate) federates: Option<FederateAnswers>,
}

impl Shared {
    fn new(
        estimator: Estimator,
        token: Option<Token>,
        sources: BTreeMap<String, &'static str>,
        federates: Option<FederateAnswers>,
    ) -> Self {
        Self {
            estimator: Mutex::new(estimator),
            began: Instant::now(),
            news: Notify::new(),
            token,
            sources,
            federates,
        }
    }

    /// Performs an operation that may cause actions.
    pub(crate) fn with<T>(&self, does: impl FnOnce(&mut Estimator, Duration) -> T) -> T {
        let done = self.look(does);
        self.news.notify_one();
        done
    }

    /// Performs an operation that causes no actions.
    pub(crate) fn look<T>(&self, does: impl FnOnce(&mut Estimator, Duration) -> T) -> T {
        let mut estimator = self.lock();
        // Read under the lock, so that time never goes back.
        let now = self.began.elapsed();
        does(&mut estimator, now)
    }

    fn lock(&self) -> MutexGuard<'_, Estimator> {
        self.estimator
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running server, until it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    ends: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
    broker: Option<Broker>,
    warnings: Vec<String>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Inconsistent configuration.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Unreadable file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Error of the system.
        error: io::Error,
    },
    /// Invalid profile.
    #[error("{path}: {error}")]
    Profile {
        /// The file.
        path: String,
        /// The error.
        error: ReadError,
    },
    /// The profile is of another machine.
    #[error(
        "{path} is a profile of another machine: {differences}; other_machine = \"warn\" uses it nevertheless"
    )]
    OtherMachine {
        /// The file.
        path: String,
        /// The differences.
        differences: String,
    },
    /// The profile lacks the level.
    #[error("{path} has no entries with via = {via:?} and priority = {priority}")]
    NoLevel {
        /// The file.
        path: String,
        /// Level of the messages.
        via: String,
        /// Real-time priority.
        priority: u32,
    },
    /// Unusable token.
    #[error("token_file {path}: {problem}")]
    Token {
        /// The file.
        path: String,
        /// Its defect.
        problem: String,
    },
    /// Invalid script.
    #[error("{path}: {error}")]
    Script {
        /// The file.
        path: String,
        /// Location and error.
        error: InvalidScript,
    },
    /// Rejected connection.
    #[error("a connection of the file is refused: {0}")]
    Connection(#[from] ConnectError),
    /// It cannot listen.
    #[error("{address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Error of the system.
        error: io::Error,
    },
    /// The object for an object request broker cannot be offered.
    #[error("orb: {0}")]
    Orb(String),
    /// No thread can be started.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

/// Measurements of a server.
pub trait RoundTrips: Send + Sync {
    /// Exchanges `count` messages of `bytes` between two ends, one after the other, and gives the time of each in microseconds:
    /// fewer if not all fit into [`time_for`] them. Called on threads that may wait, at most four at a time.
    ///
    /// # Errors
    /// [`NotMeasured`], which becomes part of the answer.
    fn measure(
        &self,
        from: &End,
        to: &End,
        bytes: u64,
        count: u32,
    ) -> Result<Vec<f64>, NotMeasured>;
}

impl Server {
    /// Starts a server on its own thread, which measures over TCP. `machine` is the machine that the profile must match.
    ///
    /// # Errors
    /// [`StartError`] if the configuration cannot be served.
    pub fn start(config: Config, machine: &Machine) -> Result<Self, StartError> {
        let peers = Peers::of(&config);
        Self::start_with(config, machine, Arc::new(peers), None)
    }

    /// Starts a server whose round trips between hosts `wire` measures, and which asks `federates` for those between federates.
    ///
    /// # Errors
    /// [`StartError`] if the configuration cannot be served.
    pub fn start_with(
        config: Config,
        machine: &Machine,
        wire: Arc<dyn RoundTrips>,
        federates: Option<Arc<dyn Federates>>,
    ) -> Result<Self, StartError> {
        config.check()?;
        if config.federation.is_some() && federates.is_none() {
            let problem = "this program asks no federates; hyla latency serve does";
            return Err(ConfigError::Federation(problem.to_owned()).into());
        }
        let mut answers = federates.map(FederateAnswers::new);
        let mut estimator = Estimator::new(Settings {
            budget: Budget {
                floor_bytes_per_s: config.budget.bytes_per_s,
                ceiling_bytes_per_s: config
                    .budget
                    .bytes_per_s
                    .max(Budget::default().ceiling_bytes_per_s),
                ..Budget::default()
            },
            first_connection: first_connection(),
            ..Settings::default()
        });
        let token = config.token_file.as_deref().map(token).transpose()?;
        let mut warnings = Vec::new();
        if let Some(path) = &config.profile {
            let (table, found) = profile(path, machine, &config)?;
            warnings.clone_from(&found);
            estimator.set_profile(table, found);
        }
        let script = config.script.as_deref().map(script).transpose()?;
        for asked in &config.connections {
            // Checked above.
            if let Ok(connection) = Connection::try_from(asked) {
                match &mut answers {
                    Some(answers) if FederateAnswers::are_for(&connection) => {
                        let id = estimator.connect_elsewhere(Duration::ZERO, connection)?;
                        answers.add(id, asked.clone());
                    }
                    _ => {
                        estimator.connect(Duration::ZERO, connection)?;
                    }
                }
            }
        }
        let refused = |error| StartError::Listen {
            address: config.listen,
            error,
        };
        let listener = TcpListener::bind(config.listen).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let sources = match &script {
            Some(script) => script.hosts().map(|host| (host, "the script")).collect(),
            None => config.sources(),
        };
        let shared = Arc::new(Shared::new(estimator, token, sources, answers));
        let broker = config
            .orb
            .as_ref()
            .map(|orb| Broker::start(orb, &shared))
            .transpose()
            .map_err(StartError::Orb)?;
        let ends = Arc::new(Notify::new());
        let ended = Arc::clone(&ends);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(StartError::Thread)?;
        let thread = std::thread::Builder::new()
            .name("latency server".into())
            .spawn(move || {
                runtime.block_on(async {
                    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
                        return;
                    };
                    tokio::spawn(crate::interface::serve(listener, Arc::clone(&shared)));
                    work::start(&config, script, &shared, wire);
                    ended.notified().await;
                });
                // Running measurements are abandoned.
                runtime.shutdown_background();
            })
            .map_err(StartError::Thread)?;
        Ok(Self {
            address,
            ends,
            thread: Some(thread),
            broker,
            warnings,
        })
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Reference of the object for clients of an object request broker (`IOR:..`), if the configuration has one.
    #[must_use]
    pub fn orb_reference(&self) -> Option<String> {
        let broker = self.broker.as_ref()?;
        Some(broker.reference().to_string())
    }

    /// Differences between the machine of the profile and this one.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ends.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Number of the first connection of this run. A client of an earlier run that asks by an old number finds no connection, instead
/// of one of another client.
fn first_connection() -> u32 {
    let random = std::hash::RandomState::new().build_hasher().finish();
    LEAST_ID + (random % u64::from(MOST_FIRST_ID - LEAST_ID)) as u32
}

/// Numbers below are never given, so that a client that forgot to set one finds nothing.
const LEAST_ID: u32 = 1 << 20;
/// Leaves room for numbers of later connections.
const MOST_FIRST_ID: u32 = 1 << 31;

fn text(path: &std::path::Path) -> Result<(String, String), StartError> {
    let name = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(StartError::File { path: name, error }),
    }
}

fn profile(
    path: &std::path::Path,
    machine: &Machine,
    config: &Config,
) -> Result<(Table, Vec<String>), StartError> {
    let (path, json) = text(path)?;
    let wrong = |error| StartError::Profile {
        path: path.clone(),
        error,
    };
    let document = Document::read(&json).map_err(wrong)?;
    let found: Vec<_> = document
        .machines
        .iter()
        .flat_map(|of| differences(of, machine))
        .collect();
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    let is_other = found
        .iter()
        .any(|difference| difference.weight == Severity::Refusal);
    if is_other && config.other_machine == OtherMachine::Refuse {
        return Err(StartError::OtherMachine {
            path,
            differences: told.join("; "),
        });
    }
    let table = Table::of_level(&document, &config.via, config.priority).map_err(wrong)?;
    if table.is_empty() {
        return Err(StartError::NoLevel {
            path,
            via: config.via.clone(),
            priority: config.priority,
        });
    }
    Ok((table, told))
}

fn token(path: &std::path::Path) -> Result<Token, StartError> {
    let (path, text) = text(path)?;
    Token::of(text.lines().next().unwrap_or_default())
        .map_err(|problem| StartError::Token { path, problem })
}

fn script(path: &std::path::Path) -> Result<Script, StartError> {
    let (path, text) = text(path)?;
    Script::read(&text).map_err(|error| StartError::Script { path, error })
}
