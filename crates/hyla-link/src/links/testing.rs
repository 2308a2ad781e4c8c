//! Environment of the tests of links: real channels, and a typical host.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use endpoints of their own process"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hyla_core::secrets::Challenge;
use hyla_net::network::Sockets;
use hyla_net::{Profile, Reliability, Resources};

use super::LinkEnvironment;

pub(super) type Links = super::Links<Sockets>;

/// Transportation types are treated as the object model says; those of these names have resources of their own.
#[derive(Debug, Default)]
pub(super) struct TestHost {
    dedicated: &'static [&'static str],
    secrets: AtomicU64,
}

impl TestHost {
    pub(super) fn shared() -> Arc<dyn LinkEnvironment> {
        Arc::new(Self::default())
    }

    pub(super) fn with_dedicated(names: &'static [&'static str]) -> Arc<dyn LinkEnvironment> {
        Arc::new(Self {
            dedicated: names,
            ..Self::default()
        })
    }
}

impl LinkEnvironment for TestHost {
    fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile {
        let mut profile = Profile::standard(name, Reliability::of(fom_reliable));
        if self.dedicated.contains(&name) {
            profile.resources = Resources::Dedicated;
        }
        profile
    }

    fn wall_clock(&self) -> u64 {
        0
    }

    fn challenge(&self) -> Challenge {
        let number = self.secrets.fetch_add(1, Ordering::Relaxed);
        Challenge(u128::from(number).to_le_bytes())
    }
}
