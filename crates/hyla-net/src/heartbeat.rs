//! Who sends heartbeats on a stream.
//!
//! An end with an idle timeout *watches*: it closes the channel when nothing has come for so long. It sends a heartbeat as soon as the channel is
//! open, by which the other end knows that it is watched, and has to send one after each interval without anything else, for as long as the channel
//! lasts; and so has an end that does not read, and cannot know it. On a channel that nobody watches, and most are not, there are none: they would wake each of many federates for each of the others, each
//! second. What they would show, the system shows: it closes the channels of a process that has ended, and asks another host whether it is still
//! there ([`crate::tcp`]). It does so in whole seconds; for shorter intervals both ends send heartbeats.

use std::time::Duration;

use crate::EndpointConfig;

/// Shortest interval at which the system asks another host.
pub(crate) const SYSTEM_INTERVAL: Duration = Duration::from_secs(1);

/// What an end sends now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    /// Nothing.
    Nothing,
    /// A heartbeat, if nothing was sent for an interval.
    IfQuiet,
    /// A heartbeat in any case.
    Now,
}

/// Heartbeats of one end of a channel.
#[derive(Debug, Default)]
pub(crate) struct Heartbeats {
    /// The other end knows that it is watched.
    told: bool,
}

impl Heartbeats {
    /// What to send, where the other end has sent a heartbeat or not.
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
