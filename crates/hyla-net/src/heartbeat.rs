//! Heartbeats of a stream.
//!
//! An end with an idle timeout *watches*: it closes the channel when nothing has come for that time. Only such an end needs heartbeats. As soon as
//! the channel is open it sends one itself, which tells the other end that it is watched. From then on the other end sends a heartbeat after each
//! interval in which it has sent nothing. An end that does not read at the moment may have missed the first one, and sends heartbeats, too.
//!
//! A channel that nobody watches has no heartbeats. Each of many federates would be woken by all others each second. The system does the rest: it
//! closes the channels of a process that has ended, and asks another host whether it is still there ([`crate::tcp`]). It does so in whole
//! seconds; with shorter intervals both ends send heartbeats.

use std::time::Duration;

use crate::EndpointConfig;

/// Shortest interval at which the system asks another host.
pub(crate) const SYSTEM_INTERVAL: Duration = Duration::from_secs(1);

/// Whether an end sends a heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    /// It does not.
    Nothing,
    /// If it has sent nothing for an interval.
    IfQuiet,
    /// In any case.
    Now,
}

/// Heartbeats of one end of a channel.
#[derive(Debug, Default)]
pub(crate) struct Heartbeats {
    /// The other end knows that it is watched.
    told: bool,
}

impl Heartbeats {
    /// Whether to send one now. `is_watched`: the other end may need it.
    pub(crate) fn next(&mut self, config: &EndpointConfig, is_watched: bool) -> Beat {
        if config.idle_timeout.is_some() && !std::mem::replace(&mut self.told, true) {
            Beat::Now
        } else if config.heartbeat.is_zero() {
            Beat::Nothing
        } else if is_watched || config.heartbeat < SYSTEM_INTERVAL {
            Beat::IfQuiet
        } else {
            Beat::Nothing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_watches_says_so_once_and_who_is_watched_sends_heartbeats() {
        let long = SYSTEM_INTERVAL;
        let short = long - Duration::from_nanos(1);
        let (nothing, if_quiet) = ([Beat::Nothing; 2], [Beat::IfQuiet; 2]);
        for (heartbeat, idle_timeout, is_watched, expected) in [
            (long, None, false, nothing),
            (long, None, true, if_quiet),
            (long, Some(long), false, [Beat::Now, Beat::Nothing]),
            (long, Some(long), true, [Beat::Now, Beat::IfQuiet]),
            (short, None, false, if_quiet),
            (Duration::ZERO, Some(long), true, [Beat::Now, Beat::Nothing]),
            (Duration::ZERO, None, true, nothing),
        ] {
            let config = EndpointConfig {
                heartbeat,
                idle_timeout,
                ..EndpointConfig::default()
            };
            let mut heartbeats = Heartbeats::default();

            let beats = [(); 2].map(|()| heartbeats.next(&config, is_watched));

            assert_eq!(
                beats, expected,
                "{heartbeat:?} {idle_timeout:?} {is_watched}"
            );
        }
    }
}
