//! Whether the network still carries a group to this member.
//!
//! Switches forget which of their ports want a group: after a cable was pulled, or when they start anew. They ask again, but a host may
//! take ten seconds for its answer (IGMPv3, MLDv2). A member that hears nothing though something is to come joins again instead.

use std::time::{Duration, Instant};

use crate::config::{Config, Rule};
use crate::presence::{Moment, Presence};

/// Shortest time between two joins. The longer the silence, the longer it is: a sixteenth of it.
const SOONEST: Duration = Duration::from_millis(50);
const SHARE: u32 = 16;

/// Longest time between two joins.
const LATEST: Duration = Duration::from_secs(10);

/// After so long without anything else that concerns the group, no more of them.
const REST: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
pub(crate) struct Hearing {
    /// When something last came to the address of the group.
    heard_at: Option<Moment>,
    /// Since when others are to be heard.
    expects_since: Option<Moment>,
    /// When that was last known.
    expects_at: Option<Instant>,
    /// When it last joined again since then.
    joined_at: Option<Instant>,
}

impl Hearing {
    /// Something came to the address of the group.
    #[inline]
    pub(crate) fn heard(&mut self, now: Moment) {
        self.heard_at = Some(now);
        self.joined_at = None;
    }

    /// Something is to come to the address of the group, or nothing is.
    #[inline]
    pub(crate) fn expects(&mut self, now: Moment, expects: bool) {
        if expects {
            self.expects_since.get_or_insert(now);
            self.expects_at = Some(now.at);
        } else {
            (self.expects_since, self.joined_at) = (None, None);
        }
    }

    /// When this member is to join again, if nothing comes until then.
    pub(crate) fn due(&self, config: &Config, presence: &Presence) -> Option<Instant> {
        let expects = self
            .expects_since
            .filter(|_| config.applies(Rule::JoinAgain))?;
        let since = self.heard_at.filter(|heard| heard.at > expects.at);
        let since = since.unwrap_or(expects);
        let Some(at) = self.joined_at else {
            return Some(presence.after(since, config.unheard_after()));
        };
        let silence = at.saturating_duration_since(since.at);
        let next = at + (silence / SHARE).clamp(SOONEST, LATEST);
        self.expects_at
            .is_some_and(|at| next <= at + REST)
            .then_some(next)
    }

    pub(crate) fn joined(&mut self, now: Instant) {
        self.joined_at = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_that_hears_nothing_joins_again_soon_and_then_ever_more_rarely() {
        let (config, start) = (Config::default(), Instant::now());
        let mut presence = Presence::default();
        presence.called(start, None);
        let moment = |at| presence.moment(at);
        let mut hearing = Hearing::default();
        assert_eq!(hearing.due(&config, &presence), None);

        hearing.heard(moment(start));
        assert_eq!(hearing.due(&config, &presence), None);
        let ms = Duration::from_millis;
        hearing.expects(moment(start + ms(10)), true);
        let mut due = hearing.due(&config, &presence).unwrap();
        assert_eq!(due, start + ms(10) + config.unheard_after());

        let mut times = 0;
        while due < start + ms(1000) {
            hearing.joined(due);
            let next = hearing.due(&config, &presence).unwrap();
            assert!((SOONEST..ms(63)).contains(&(next - due)));
            (due, times) = (next, times + 1);
        }
        assert!(times > 10);
        // Whatever else concerns the group, such as packets by a lane, makes it try on.
        hearing.joined(start + ms(3_600_000));
        assert_eq!(hearing.due(&config, &presence), None);
        hearing.expects(moment(start + ms(3_600_000)), true);
        let next = hearing.due(&config, &presence);
        assert_eq!(next, Some(start + ms(3_600_000) + LATEST));

        hearing.heard(moment(start + ms(3_600_100)));
        let next = hearing.due(&config, &presence);
        assert_eq!(next, Some(start + ms(3_600_100) + config.unheard_after()));
        hearing.expects(moment(start + ms(3_600_200)), false);
        assert_eq!(hearing.due(&config, &presence), None);
    }
}
