//! What the tests of links need: real channels, and a host that is like any.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use endpoints of their own process"
)]

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hyla_net::modules::ModuleSpec;
use hyla_net::network::Sockets;
use hyla_net::{Profile, Reliability, Resources};

use super::{Host, StreamTuning};

pub(super) type Links = super::Links<Sockets>;

/// Transportation types are treated as the object model says; those of that name have resources of their own.
#[derive(Debug, Default)]
pub(super) struct TestHost {
    dedicated: Option<&'static str>,
    secrets: AtomicU64,
}

impl TestHost {
    pub(super) fn shared() -> Arc<dyn Host> {
        Arc::new(Self::default())
    }

    pub(super) fn with_dedicated(name: &'static str) -> Arc<dyn Host> {
        Arc::new(Self {
            dedicated: Some(name),
            ..Self::default()
        })
    }
}

impl Host for TestHost {
    fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile {
        let reliability = match fom_reliable {
            true => Reliability::Reliable,
            false => Reliability::BestEffort,
        };
        let mut profile = Profile::standard(name, reliability);
        if self.dedicated == Some(name) {
            profile.resources = Resources::Dedicated;
        }
        profile
    }

    fn stream_parameter(&self, parameter: &str, _value: &str) -> Result<StreamTuning, String> {
        Err(format!("no parameter {parameter}"))
    }

    fn changed(&self, module: &ModuleSpec, _key: &str, _value: &str) -> Result<ModuleSpec, String> {
        Ok(module.clone())
    }

    fn wall_clock(&self) -> u64 {
        0
    }

    fn secret(&self) -> u64 {
        self.secrets.fetch_add(1, Ordering::Relaxed)
    }

    fn interface_index(&self, _ip: IpAddr) -> Option<u32> {
        None
    }
}
