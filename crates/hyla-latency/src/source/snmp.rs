//! The state of a host from its SNMP agent (v2c and v3 over UDP).
//!
//! | object | for |
//! |---|---|
//! | SNMPv2-MIB `sysUpTime` | restarts of the agent |
//! | UCD-SNMP-MIB `ssCpuRaw...` | busy and idle ticks of the processors |
//! | HOST-RESOURCES-MIB `hrProcessorLoad` | processor load of the last minute, if the agent has no ticks |
//! | IF-MIB `ifName`, `ifHCInOctets`, `ifHCOutOctets`, `ifHighSpeed` | load of a port |
//!
//! Agents update their values at their own intervals, Debian's its ticks every 5 s: polling more
//! often gives the same values.

use std::time::Duration;

use async_snmp::v3::{AuthProtocol, PrivProtocol, UsmConfig};
use async_snmp::{Auth, Client, Oid, Retry, Value, VarBind};

use hyla_estimator::host::{IDLE_BY_AGENT, PortMeter, ProcessorMeter, Uptime};

use super::{Reading, ReadingError};
use crate::state::Width;

/// Address of an agent, and the requested values.
#[derive(Clone, Debug)]
pub struct Agent {
    /// `HOST` or `HOST:PORT`; port 161 by default.
    pub address: String,
    /// Credentials.
    pub credentials: Credentials,
    /// Name of the network interface whose load counts.
    pub port: Option<String>,
    /// Its speed, where the agent does not know it.
    pub bits_per_s: Option<f64>,
    /// Timeout of a request.
    pub timeout: Duration,
}

/// Credentials for an agent.
#[derive(Clone)]
pub struct Credentials(Auth);

// Community and passwords must not appear in logs.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credentials(..)")
    }
}

/// Invalid credentials.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("SNMPv3: {0}")]
pub struct InvalidCredentials(String);

impl Credentials {
    /// SNMPv2c.
    #[must_use]
    pub fn community(community: &str) -> Self {
        Self(Auth::v2c(community))
    }

    /// SNMPv3 with authentication (such as `SHA-256`), and privacy (such as `AES`) if given, each
    /// with its password.
    ///
    /// # Errors
    /// [`InvalidCredentials`] for an unknown protocol or a password shorter than 8 bytes.
    pub fn user(
        name: &str,
        (authentication, password): (&str, &str),
        privacy: Option<(&str, &str)>,
    ) -> Result<Self, InvalidCredentials> {
        let wrong = |error: &dyn std::fmt::Display| InvalidCredentials(error.to_string());
        let authentication: AuthProtocol = authentication.parse().map_err(|e| wrong(&e))?;
        let user = UsmConfig::new(name.to_owned());
        let user = match privacy {
            None => user.auth(authentication, password),
            Some((privacy, secret)) => {
                let privacy: PrivProtocol = privacy.parse().map_err(|e| wrong(&e))?;
                user.auth_priv(authentication, password, privacy, secret)
            }
        };
        Ok(Self(Auth::Usm(user.map_err(|e| wrong(&e))?)))
    }
}

/// Why an agent cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// An invalid address, or an error of the socket.
    #[error("SNMP agent {agent}: {problem}")]
    Unreachable {
        /// The address.
        agent: String,
        /// The error.
        problem: String,
    },
}

/// user, nice, system, kernel, interrupt, soft interrupt, steal: busy.
const BUSY: [u32; 7] = [50, 51, 52, 55, 56, 61, 64];
/// idle, waiting for disks.
const IDLE: [u32; 2] = [53, 54];

fn tick(object: u32) -> Oid {
    Oid::from_slice(&[1, 3, 6, 1, 4, 1, 2021, 11, object, 0])
}

/// `sysUpTime` of the agent.
fn uptime() -> Oid {
    Oid::from_slice(&[1, 3, 6, 1, 2, 1, 1, 3, 0])
}

fn interface(column: u32) -> Oid {
    Oid::from_slice(&[1, 3, 6, 1, 2, 1, 31, 1, 1, 1, column])
}

const IF_NAME: u32 = 1;
const IF_HC_IN_OCTETS: u32 = 6;
const IF_HC_OUT_OCTETS: u32 = 10;
const IF_HIGH_SPEED: u32 = 15;

fn hr_processor_load() -> Oid {
    Oid::from_slice(&[1, 3, 6, 1, 2, 1, 25, 3, 3, 1, 2])
}

/// Polls an agent.
pub struct Snmp {
    client: Client,
    uptime: Uptime,
    processor: ProcessorMeter,
    port: Option<Port>,
}

struct Port {
    name: String,
    /// Number of the interface, once known.
    index: Option<u32>,
    bits_per_s: Option<f64>,
    meter: PortMeter,
}

impl std::fmt::Debug for Snmp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snmp")
            .field("agent", &self.client.peer_addr())
            .finish_non_exhaustive()
    }
}

impl Snmp {
    /// Opens a socket for an agent; sends nothing yet.
    ///
    /// # Errors
    /// [`AgentError`] for an invalid address.
    pub async fn connect(agent: &Agent) -> Result<Self, AgentError> {
        let client = Client::builder(agent.address.as_str(), agent.credentials.0.clone())
            .request_timeout(agent.timeout)
            .retry(Retry::none())
            .connect()
            .await
            .map_err(|error| AgentError::Unreachable {
                agent: agent.address.clone(),
                problem: error.to_string(),
            })?;
        Ok(Self {
            client,
            uptime: Uptime::default(),
            processor: ProcessorMeter::new(Width::Bits32),
            port: agent.port.clone().map(|name| Port {
                name,
                index: None,
                bits_per_s: agent.bits_per_s,
                meter: PortMeter::new(Width::Bits64, IDLE_BY_AGENT),
            }),
        })
    }

    /// Requests the state; `at` is the time since any fixed moment. `None` before two different
    /// readings.
    ///
    /// # Errors
    /// [`ReadingError`] if the agent does not answer in time, refuses, or its counters were reset.
    pub async fn read(&mut self, at: Duration) -> Result<Option<Reading>, ReadingError> {
        let processor = self.processor(at).await?;
        let port = self.port(at).await?;
        Ok(processor.map(|processor| Reading { processor, port }))
    }

    async fn processor(&mut self, at: Duration) -> Result<Option<f64>, ReadingError> {
        let ticks = BUSY.into_iter().chain(IDLE).map(tick);
        let wanted: Vec<Oid> = ticks.chain([uptime()]).collect();
        let answers = self
            .client
            .get_many(&wanted)
            .await
            .map_err(|e| unreadable(&e))?;
        let ticks: Vec<Option<u64>> = answers.varbinds.iter().map(number).collect();
        let [busy @ .., idle, waiting, uptime] = ticks.as_slice() else {
            return Err(ReadingError::Unreadable(
                "the agent answers something else".to_owned(),
            ));
        };
        // An agent without an uptime cannot show restarts.
        if let Some(uptime) = *uptime
            && self.uptime.was_restarted(at, uptime)
        {
            self.processor = ProcessorMeter::new(Width::Bits32);
            if let Some(port) = &mut self.port {
                port.meter = PortMeter::new(Width::Bits64, IDLE_BY_AGENT);
                port.index = None;
            }
            return Err(ReadingError::Reset("agent's"));
        }
        let Some(idle) = idle.filter(|_| busy.len() == BUSY.len()) else {
            return self.processor_of_last_minute().await;
        };
        let busy = busy.iter().flatten().sum::<u64>();
        let idle = idle + waiting.unwrap_or(0);
        if busy + idle == 0 {
            // Debian's agent counts nothing in its first seconds.
            return Ok(None);
        }
        // Each of the counters wraps at 2^32, and so does their sum.
        self.processor
            .read(at, busy & 0xffff_ffff, idle & 0xffff_ffff)
    }

    async fn processor_of_last_minute(&self) -> Result<Option<f64>, ReadingError> {
        let walk = self
            .client
            .walk(hr_processor_load())
            .map_err(|e| unreadable(&e))?;
        let rows = walk.collect().await.map_err(|e| unreadable(&e))?;
        let loads: Vec<f64> = rows
            .iter()
            .filter_map(|row| row.value.as_i32())
            .map(f64::from)
            .collect();
        if loads.is_empty() {
            return Err(ReadingError::Unreadable(
                "the agent tells no processor load".to_owned(),
            ));
        }
        Ok(Some(loads.iter().sum::<f64>() / loads.len() as f64 / 100.0))
    }

    async fn port(&mut self, at: Duration) -> Result<Option<(f64, f64)>, ReadingError> {
        let Some(port) = &mut self.port else {
            return Ok(None);
        };
        let index = match port.index {
            Some(index) => index,
            None => {
                let walk = self
                    .client
                    .walk(interface(IF_NAME))
                    .map_err(|e| unreadable(&e))?;
                let rows = walk.collect().await.map_err(|e| unreadable(&e))?;
                let is_port = |row: &&VarBind| row.value.as_bytes() == Some(port.name.as_bytes());
                let found = rows
                    .iter()
                    .find(is_port)
                    .and_then(|row| row.oid.arcs().last());
                let index = *found.ok_or_else(|| {
                    ReadingError::Unreadable(format!("the agent knows no interface {}", port.name))
                })?;
                *port.index.insert(index)
            }
        };
        let wanted = [IF_HC_IN_OCTETS, IF_HC_OUT_OCTETS, IF_HIGH_SPEED]
            .map(|column| interface(column).child(index));
        let answers = self
            .client
            .get_many(&wanted)
            .await
            .map_err(|e| unreadable(&e))?;
        let numbers: Vec<Option<u64>> = answers.varbinds.iter().map(number).collect();
        let [Some(received), Some(sent), speed] = numbers[..] else {
            // Numbers of interfaces change when one is recreated.
            port.index = None;
            return Err(ReadingError::Unreadable(format!(
                "the agent tells no octets of {}",
                port.name
            )));
        };
        let told = speed.filter(|mbit| *mbit > 0).map(|mbit| mbit as f64 * 1e6);
        let bits_per_s = port.bits_per_s.or(told);
        let bits_per_s = bits_per_s.ok_or_else(|| ReadingError::NoSpeed(port.name.clone()))?;
        let share = port.meter.read(at, (received, sent), bits_per_s)?;
        Ok(share.map(|share| (share, bits_per_s)))
    }
}

fn number(row: &VarBind) -> Option<u64> {
    match &row.value {
        Value::Counter32(n) | Value::Gauge32(n) => Some(u64::from(*n)),
        Value::Counter64(n) => Some(*n),
        Value::TimeTicks(n) => Some(u64::from(*n)),
        Value::Integer(n) => u64::try_from(*n).ok(),
        _ => None,
    }
}

fn unreadable(error: &async_snmp::Error) -> ReadingError {
    ReadingError::Unreadable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_that_cannot_be_used_say_why_and_are_never_printed() {
        let refused = |authentication, password, privacy| {
            Credentials::user("watcher", (authentication, password), privacy)
                .unwrap_err()
                .to_string()
        };

        assert!(refused("ROT-13", "authpassword", None).contains("ROT-13"));
        assert!(refused("SHA-256", "short", None).contains("SNMPv3"));
        assert!(refused("SHA", "authpassword", Some(("XOR", "privpassword"))).contains("XOR"));
        let good = Credentials::user(
            "watcher",
            ("SHA", "authpassword"),
            Some(("AES", "privpassword")),
        );
        assert_eq!(format!("{:?}", good.unwrap()), "Credentials(..)");
    }
}
