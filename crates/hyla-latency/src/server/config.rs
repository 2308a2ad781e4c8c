//! Configuration file of a server.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::estimator::Connection;
use crate::interface::schema;
use crate::source::{Agent, Credentials};

/// Configuration of a server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Its address.
    #[serde(default = "listen")]
    pub listen: SocketAddr,
    /// File of the latency profile.
    pub profile: Option<PathBuf>,
    /// Level of the profile's messages that is used: `hla`, `orb`, `tcp` or `tcp-yielding`.
    #[serde(default = "via")]
    pub via: String,
    /// Real-time priority of the profile's processes that is used; 0: none.
    #[serde(default)]
    pub priority: u32,
    /// File whose first line is a token that clients must have; none: no authentication.
    pub token_file: Option<PathBuf>,
    /// Handling of a profile of another machine.
    #[serde(default)]
    pub other_machine: OtherMachine,
    /// Script of states, which replaces all sources.
    pub script: Option<PathBuf>,
    /// Budget of measurements.
    #[serde(default)]
    pub budget: BudgetConfig,
    /// Hosts with a source of state or a reflector.
    #[serde(default, rename = "host")]
    pub hosts: Vec<HostConfig>,
    /// Object for clients of an object request broker; none by default.
    pub orb: Option<OrbConfig>,
    /// Federation whose federates answer for their own messages; none by default.
    pub federation: Option<FederationConfig>,
    /// Initial connections.
    #[serde(default, rename = "connection")]
    pub connections: Vec<schema::Connection>,
}

/// Handling of a profile of another machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OtherMachine {
    /// Rejected.
    #[default]
    Refuse,
    /// Used; each answer lists the differences.
    Warn,
}

/// Budget of measurements.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BudgetConfig {
    /// Bytes per second of a pair for each measured size.
    pub bytes_per_s: f64,
}

impl Default for BudgetConfig {
    fn default() -> Self {
        Self {
            bytes_per_s: 12_500.0,
        }
    }
}

/// An object for clients of an object request broker.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrbConfig {
    /// Its address; port 0 is a free one.
    pub listen: SocketAddr,
    /// Host in references, if clients know this machine by another name.
    pub published_host: Option<String>,
    /// File that its reference is written to.
    pub ior_file: Option<PathBuf>,
    /// Name that it is bound to, as `corbaname:HOST:PORT#NAME`; replaces another object of that name.
    pub name: Option<String>,
}

/// A federation whose federates answer for their own messages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FederationConfig {
    /// Its name.
    pub name: String,
    /// Address of its RTI, `HOST:PORT`; by default that of Hyla's settings.
    pub rti: Option<String>,
    /// More settings of the connection to the RTI, as a local settings designator.
    #[serde(default)]
    pub settings: String,
}

/// A host.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostConfig {
    /// Its name in connections.
    pub name: String,
    /// Source of its state.
    #[serde(default)]
    pub state: StateConfig,
    /// Its network interface.
    pub port: Option<String>,
    /// Speed of that, if unknown.
    pub gbit_per_s: Option<f64>,
    /// Interval of readings in ms. Of the kernel: 20 by default, 10 at least, and longer where a reading takes more than 0.5 % of
    /// it. Of an agent: 500 by default, 100 at least.
    pub interval_ms: Option<u64>,
    /// Address of its reflector, `HOST:PORT`.
    pub peer: Option<String>,
    /// Address of its SNMP agent, `HOST` or `HOST:PORT`.
    pub agent: Option<String>,
    /// SNMPv2c.
    pub community: Option<String>,
    /// SNMPv3.
    pub user: Option<String>,
    /// Authentication protocol, `SHA-256` by default.
    pub authentication: Option<String>,
    /// Authentication password.
    pub password: Option<String>,
    /// Privacy protocol, `AES` by default.
    pub privacy: Option<String>,
    /// Privacy password; without it nothing is encrypted.
    pub secret: Option<String>,
}

/// Source of the state of a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StateConfig {
    /// Reports over an interface.
    #[default]
    Reports,
    /// The kernel of the server's own host.
    Kernel,
    /// An SNMP agent.
    Snmp,
}

fn listen() -> SocketAddr {
    ([127, 0, 0, 1], 15_170).into()
}

fn via() -> String {
    "hla".to_owned()
}

/// Why a file is not a configuration.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Unreadable.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        error: std::io::Error,
    },
    /// Not TOML with these fields.
    #[error("{path}: {error}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Location and error.
        error: Box<toml::de::Error>,
    },
    /// Inconsistent host.
    #[error("host {name}: {problem}")]
    Host {
        /// The host.
        name: String,
        /// The error.
        problem: String,
    },
    /// Invalid connection.
    #[error("connection from {from} to {to}: {problem}")]
    Connection {
        /// One end.
        from: String,
        /// The other.
        to: String,
        /// The error.
        problem: String,
    },
    /// Other machines would reach the server without a token.
    #[error(
        "listen = {0} is reached by other machines: give a token_file whose first line their programs send as bearer token, or \
         listen at 127.0.0.1"
    )]
    NoToken(SocketAddr),
    /// Unusable federation.
    #[error("federation: {0}")]
    Federation(String),
    /// Invalid budget.
    #[error("budget: {0}")]
    Budget(String),
}

impl Config {
    /// Reads and checks a file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// [`ConfigError`] with the host or connection at fault.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|error| ConfigError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        let mut config: Self = toml::from_str(&text).map_err(|error| ConfigError::Syntax {
            path: path.to_owned(),
            error: Box::new(error),
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for file in [
            &mut config.profile,
            &mut config.script,
            &mut config.token_file,
        ]
        .into_iter()
        .chain(config.orb.as_mut().map(|orb| &mut orb.ior_file))
        .flatten()
        {
            *file = folder.join(&*file);
        }
        config.check()?;
        Ok(config)
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let addresses = [self.listen]
            .into_iter()
            .chain(self.orb.as_ref().map(|orb| orb.listen));
        for address in addresses {
            if !address.ip().is_loopback() && self.token_file.is_none() {
                return Err(ConfigError::NoToken(address));
            }
        }
        let budget = self.budget.bytes_per_s;
        if !(100.0..=1e9).contains(&budget) {
            return Err(ConfigError::Budget(format!(
                "{budget} bytes per second are not from 100 to 10^9"
            )));
        }
        if self
            .federation
            .as_ref()
            .is_some_and(|of| of.name.is_empty())
        {
            return Err(ConfigError::Federation("name is empty".to_owned()));
        }
        let mut names = BTreeSet::new();
        for host in &self.hosts {
            let problem = if names.insert(&host.name) {
                host.problem()
            } else {
                Some("there are two of this name".to_owned())
            };
            if let Some(problem) = problem {
                return Err(ConfigError::Host {
                    name: host.name.clone(),
                    problem,
                });
            }
        }
        for connection in &self.connections {
            if let Err(problem) = Connection::try_from(connection) {
                return Err(ConfigError::Connection {
                    from: connection.from.clone(),
                    to: connection.to.clone(),
                    problem,
                });
            }
        }
        Ok(())
    }
}

impl Config {
    /// Hosts whose state the server reads, each with its source.
    pub(super) fn sources(&self) -> BTreeMap<String, &'static str> {
        let source = |host: &HostConfig| match host.state {
            StateConfig::Reports => None,
            StateConfig::Kernel => Some((host.name.clone(), "the kernel")),
            StateConfig::Snmp => Some((host.name.clone(), "its SNMP agent")),
        };
        self.hosts.iter().filter_map(source).collect()
    }
}

impl HostConfig {
    /// Interval of readings.
    pub(crate) fn interval(&self) -> Duration {
        let (default, least) = match self.state {
            StateConfig::Kernel => (20, 10),
            StateConfig::Snmp | StateConfig::Reports => (500, 100),
        };
        Duration::from_millis(self.interval_ms.unwrap_or(default).max(least))
    }

    pub(crate) fn bits_per_s(&self) -> Option<f64> {
        self.gbit_per_s.map(|gbit| gbit * 1e9)
    }

    fn problem(&self) -> Option<String> {
        if self.name.is_empty() || self.name.contains('/') {
            return Some("a name has at least one character and no /".to_owned());
        }
        if self
            .gbit_per_s
            .is_some_and(|gbit| !(1e-6..=1e6).contains(&gbit))
        {
            return Some("gbit_per_s is no speed".to_owned());
        }
        match self.state {
            StateConfig::Snmp => self.agent().err(),
            _ if self.agent.is_some() => Some("agent is for state = \"snmp\"".to_owned()),
            _ => None,
        }
    }

    /// Its SNMP agent.
    pub(crate) fn agent(&self) -> Result<Agent, String> {
        let address = self
            .agent
            .clone()
            .ok_or("state = \"snmp\" takes an agent")?;
        let credentials = match (&self.community, &self.user) {
            (Some(community), None) => Credentials::community(community),
            (None, Some(user)) => {
                let password = self.password.as_deref().ok_or("a user takes a password")?;
                let authentication = self.authentication.as_deref().unwrap_or("SHA-256");
                let privacy = self.secret.as_deref();
                let privacy =
                    privacy.map(|secret| (self.privacy.as_deref().unwrap_or("AES"), secret));
                Credentials::user(user, (authentication, password), privacy)
                    .map_err(|e| e.to_string())?
            }
            _ => return Err("an agent takes either a community or a user".to_owned()),
        };
        Ok(Agent {
            address,
            credentials,
            port: self.port.clone(),
            bits_per_s: self.bits_per_s(),
            timeout: (self.interval() * 2).max(Duration::from_secs(1)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|error| error.to_string())?;
        config.check().map_err(|error| error.to_string())?;
        Ok(config)
    }

    #[test]
    fn an_empty_file_is_a_server_without_anything() {
        let config = read("").unwrap();

        assert_eq!(config.listen.to_string(), "127.0.0.1:15170");
        assert_eq!(config.other_machine, OtherMachine::Refuse);
    }

    #[test]
    fn what_contradicts_itself_is_named() {
        let host = "[[host]]\nname = \"alpha\"\n";
        for (text, problem) in [
            (format!("{host}state = \"snmp\""), "takes an agent"),
            (
                format!("{host}state = \"snmp\"\nagent = \"a\""),
                "either a community or a user",
            ),
            (
                format!("{host}state = \"snmp\"\nagent = \"a\"\nuser = \"u\""),
                "takes a password",
            ),
            (
                format!(
                    "{host}state = \"snmp\"\nagent = \"a\"\nuser = \"u\"\npassword = \"short\""
                ),
                "SNMPv3",
            ),
            (format!("{host}agent = \"a\""), "is for state"),
            (format!("{host}{host}"), "two of this name"),
            ("[[host]]\nname = \"a/b\"".to_owned(), "no /"),
            (format!("{host}colour = 1"), "colour"),
            (
                "[orb]\nlisten = \"0.0.0.0:0\"".to_owned(),
                "give a token_file",
            ),
            ("[budget]\nbytes_per_s = 0".to_owned(), "budget"),
            (
                "[[connection]]\nfrom = \"a\"\nto = \"b\"\nbytes = 64\nqos = 2".to_owned(),
                "takes a hardness",
            ),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
