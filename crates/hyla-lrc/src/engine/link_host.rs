//! Services of an ambassador to its links: settings, the clock of the system, random numbers, interfaces.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::SystemTime;

use hyla_core::latency::HostReading;
use hyla_core::metrics::STREAM;
use hyla_core::secrets::Challenge;
use hyla_estimator::host::HostLoad;
use hyla_estimator::profile::Table;
use hyla_link::{LinkEnvironment, StreamTuning};
use hyla_net::modules::ModuleSpec;
use hyla_net::{Keyring, Profile, Recovery, RefusedSeals};

use super::latency::{HOST_LOADS, LatencyProfile, host_reading};
use crate::settings::{LatencySettings, Profiles, Sources, interface_index, qos, table};

/// The settings of one connection, and this process.
#[derive(Debug)]
pub(super) struct LinkHost {
    profiles: Profiles,
    latency: LatencyProfile,
    load: Arc<HostLoad>,
    keyring: Keyring,
}

impl LinkHost {
    pub(super) fn new(profiles: Profiles, latency: &LatencySettings, keyring: Keyring) -> Self {
        Self {
            profiles,
            keyring,
            latency: LatencyProfile::new(latency),
            load: HOST_LOADS.of(latency),
        }
    }
}

impl Default for LinkHost {
    fn default() -> Self {
        Self::new(
            Profiles::default(),
            &LatencySettings::default(),
            Keyring::default(),
        )
    }
}

impl LinkEnvironment for LinkHost {
    fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile {
        self.profiles.profile_for(name, fom_reliable)
    }

    fn stream_parameter(&self, parameter: &str, value: &str) -> Result<StreamTuning, String> {
        if !matches!(parameter, "channel.bundle_bytes" | "channel.bundle_gap_us") {
            return Err(match table::find(parameter) {
                Some(_) => format!(
                    "HylaParameter: {parameter} is read when a federate connects and cannot be changed while it runs"
                ),
                None => format!(
                    "HylaParameter: the profile {STREAM} has no parameter {parameter:?}; there are \
                     channel.bundle_bytes and channel.bundle_gap_us"
                ),
            });
        }
        if value.contains(';') {
            return Err(format!("HylaValue: {value:?} is not one value"));
        }
        // The limits are those of the settings.
        let read = Sources::none().connect(format!("{parameter} = {value}"));
        let read = read.load().map_err(|error| format!("HylaValue: {error}"))?;
        Ok(match parameter {
            "channel.bundle_bytes" => StreamTuning {
                bundle_bytes: Some(read.channel.bundle_bytes),
                bundle_gap: None,
            },
            _ => StreamTuning {
                bundle_bytes: None,
                bundle_gap: Some(read.channel.bundle_gap),
            },
        })
    }

    fn changed(&self, module: &ModuleSpec, key: &str, value: &str) -> Result<ModuleSpec, String> {
        qos::modules::changed(module, key, value)
    }

    fn changed_recovery(&self, of: &Profile, key: &str, value: &str) -> Result<Recovery, String> {
        qos::changed_recovery(of, key, value)
    }

    fn wall_clock(&self) -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| {
            u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
        })
    }

    fn host_reading(&self) -> HostReading {
        host_reading(&self.load)
    }

    fn host_load(&self) -> (Option<f64>, Option<(f64, f64)>) {
        let reading = HOST_LOADS.recent(&self.load);
        (
            reading.map(|reading| reading.processor),
            reading.and_then(|reading| reading.port),
        )
    }

    fn latency_profile(&self) -> Result<Option<(Table, Vec<String>)>, String> {
        self.latency.read()
    }

    fn challenge(&self) -> Challenge {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system has random bytes");
        Challenge(bytes)
    }

    fn install_key(&self, key: [u8; 32]) {
        self.keyring.install(key);
    }

    fn forget_keys(&self) {
        self.keyring.forget();
    }

    fn refused_seals(&self) -> RefusedSeals {
        self.keyring.refused()
    }

    fn interface_index(&self, ip: IpAddr) -> Option<u32> {
        interface_index(ip)
    }
}
