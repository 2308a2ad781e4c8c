//! The RTI as a running thing: the core's [`hyla_core::executive::Rti`] behind an endpoint.

mod authorization;
mod callers;
mod embedded;
mod metrics;
mod models;
mod server;
mod storage;

pub use authorization::{
    Action, Authorization, Authorizer, Caller, FederationAction, FileAuthorizer, UsersFileError,
    add_user, hash_password,
};
pub(crate) use callers::Introduction;
pub(crate) use embedded::EmbeddedRti;
pub use metrics::{MetricsSource, Relayed, RtiMetrics};
pub use server::{RtiServer, RtiStop};

use hyla_net::EndpointConfig;

use crate::settings::Settings;

/// The part of the settings that endpoints understand.
pub(crate) fn endpoint_config(settings: &Settings) -> EndpointConfig {
    let Settings {
        channel,
        peer,
        timeout,
        ..
    } = settings;
    EndpointConfig {
        wait: settings.wait(),
        longest_rest: channel.longest_rest,
        send_queue_bytes: channel.send_queue_bytes,
        max_frame_bytes: channel.max_frame_bytes,
        bundle_bytes: channel.bundle_bytes,
        bundle_gap: channel.bundle_gap,
        connect_timeout: timeout.connect,
        heartbeat: timeout.heartbeat,
        idle_timeout: timeout.idle,
        host_timeout: timeout.host,
        shared_memory: peer.shared_memory,
        ring_bytes: channel.ring_bytes,
        ring_memory_bytes: channel.ring_memory_bytes,
        ..EndpointConfig::default()
    }
}
