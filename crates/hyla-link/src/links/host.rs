//! What links ask of their process.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use hyla_net::Profile;
use hyla_net::modules::ModuleSpec;

/// Settings, and what only a system can tell. It is asked when links or lanes are made or tuned, and for each message of a profile
/// with a deadline.
pub trait Host: fmt::Debug + Send + Sync {
    /// How a transportation type is treated, of which the object model says whether it is reliable.
    fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile;

    /// Reads a new value of a parameter of streams.
    ///
    /// # Errors
    /// What is wrong with the parameter or its value.
    fn stream_parameter(&self, parameter: &str, value: &str) -> Result<StreamTuning, String> {
        Err(format!(
            "HylaParameter: {parameter} = {value} cannot be changed here"
        ))
    }

    /// The parameters of a protocol module with another value for one of them.
    ///
    /// # Errors
    /// What is wrong with the parameter or its value.
    fn changed(&self, module: &ModuleSpec, key: &str, value: &str) -> Result<ModuleSpec, String> {
        let name = module.name();
        Err(format!(
            "HylaParameter: {name}.{key} = {value} cannot be changed here"
        ))
    }

    /// Nanoseconds since 1970, as well as hosts agree on them.
    fn wall_clock(&self) -> u64;

    /// A number that nobody guesses.
    fn secret(&self) -> u64;

    /// The number that the system gives to the interface with that address.
    fn interface_index(&self, ip: IpAddr) -> Option<u32> {
        let _ = ip;
        None
    }
}

/// What is changed of the streams while they run: it holds for those that are made later, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamTuning {
    /// Bytes after which a bundle leaves.
    pub bundle_bytes: Option<usize>,
    /// How long a bundle waits for more.
    pub bundle_gap: Option<Duration>,
}

impl StreamTuning {
    /// This, where it says nothing what was said before.
    pub(super) fn or(self, before: Self) -> Self {
        Self {
            bundle_bytes: self.bundle_bytes.or(before.bundle_bytes),
            bundle_gap: self.bundle_gap.or(before.bundle_gap),
        }
    }
}
