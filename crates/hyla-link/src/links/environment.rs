//! Settings and system calls that links need.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use hyla_core::latency::HostReading;
use hyla_core::secrets::Challenge;
use hyla_estimator::profile::Table;
use hyla_net::modules::ModuleSpec;
use hyla_net::{Profile, Recovery, RefusedSeals};

/// Settings and system calls that links need. Called when links or lanes are made or tuned, and for each message of a
/// profile with a deadline.
pub trait LinkEnvironment: fmt::Debug + Send + Sync {
    /// The profile of a transportation type. `fom_reliable`: its reliability in the object model.
    fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile;

    /// Parses a new value of a stream parameter.
    ///
    /// # Errors
    /// Text that names the parameter, its value and the problem.
    fn stream_parameter(&self, parameter: &str, value: &str) -> Result<StreamTuning, String> {
        Err(format!(
            "HylaParameter: {parameter} = {value} cannot be changed here"
        ))
    }

    /// Returns the parameters of a protocol module with one value changed.
    ///
    /// # Errors
    /// Text that names the parameter, its value and the problem.
    fn changed(&self, module: &ModuleSpec, key: &str, value: &str) -> Result<ModuleSpec, String> {
        let name = module.name();
        Err(format!(
            "HylaParameter: {name}.{key} = {value} cannot be changed here"
        ))
    }

    /// Returns the parameters of reliable multicast with one value changed.
    ///
    /// # Errors
    /// Text that names the parameter, its value and the problem.
    fn changed_recovery(&self, of: &Profile, key: &str, value: &str) -> Result<Recovery, String> {
        let name = &of.name;
        Err(format!(
            "HylaParameter: {key} = {value} of the profile {name} cannot be changed here"
        ))
    }

    /// Wall-clock time in nanoseconds since 1970. Deadlines need synchronized clocks.
    fn wall_clock(&self) -> u64;

    /// Clocks and load of this host. Called for each probe of latency.
    fn host_reading(&self) -> HostReading {
        HostReading::default()
    }

    /// The most recent load of this host's processors, and of its port with its speed in bits per second. Called every 15 ms
    /// while answers depend on it.
    fn host_load(&self) -> (Option<f64>, Option<(f64, f64)>) {
        (None, None)
    }

    /// The latency profile of this machine, with its differences from the profile's; `None` if the settings name none.
    /// Called once, at the first question.
    ///
    /// # Errors
    /// Text that names the file and the problem.
    fn latency_profile(&self) -> Result<Option<(Table, Vec<String>)>, String> {
        Ok(None)
    }

    /// Random bytes that cannot be guessed.
    fn challenge(&self) -> Challenge;

    /// Seals channels to other members with that key from now on.
    fn install_key(&self, key: [u8; 32]) {
        let _ = key;
    }

    /// Forgets the keys of the execution that the member has left.
    fn forget_keys(&self) {}

    /// Datagrams and records of members that were refused, since they were not sealed as they have to be.
    fn refused_seals(&self) -> RefusedSeals {
        RefusedSeals::default()
    }

    /// The interface index of the address.
    fn interface_index(&self, ip: IpAddr) -> Option<u32> {
        let _ = ip;
        None
    }
}

/// Parameters of streams that were changed at run time. They hold for later streams, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamTuning {
    /// Size at which a bundle is written.
    pub bundle_bytes: Option<usize>,
    /// Longest wait of a bundle for further frames.
    pub bundle_gap: Option<Duration>,
}

impl StreamTuning {
    /// These values; where unset, the earlier ones.
    pub(super) fn or(self, before: Self) -> Self {
        Self {
            bundle_bytes: self.bundle_bytes.or(before.bundle_bytes),
            bundle_gap: self.bundle_gap.or(before.bundle_gap),
        }
    }
}
