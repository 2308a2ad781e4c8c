//! Sources of the state of hosts: the kernel of this host, an SNMP agent, or a script.

mod script;
mod snmp;

pub use hyla_estimator::host::{Kernel, Reading, ReadingError};
pub use script::{InvalidScript, Script, Step};
pub use snmp::{Agent, AgentError, Credentials, InvalidCredentials, Snmp};
