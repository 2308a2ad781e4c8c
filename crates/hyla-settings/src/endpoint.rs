//! Settings of [`hyla_net`] endpoints.

use hyla_net::EndpointConfig;

use super::model::Settings;

/// Frames of the largest size that peers which have not proven who they are may leave unfinished, together.
const UNFINISHED: usize = 8;

/// Configuration of an endpoint from the settings.
pub fn endpoint_config(settings: &Settings) -> EndpointConfig {
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
        max_unfinished_bytes: channel.max_frame_bytes.saturating_mul(UNFINISHED),
        bundle_bytes: channel.bundle_bytes,
        bundle_gap: channel.bundle_gap,
        connect_timeout: timeout.connect,
        heartbeat: timeout.heartbeat,
        idle_timeout: timeout.idle,
        host_timeout: timeout.host,
        max_strangers: settings.rti.max_unidentified,
        max_strangers_per_address: settings.rti.max_unidentified_per_address,
        shared_memory: peer.shared_memory,
        ring_bytes: channel.ring_bytes,
        ring_memory_bytes: channel.ring_memory_bytes,
        shared_frame_bytes: channel.shared_frame_bytes,
        ..EndpointConfig::default()
    }
}
