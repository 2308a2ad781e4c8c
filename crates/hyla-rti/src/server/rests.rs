//! After a long answer a session is not read for a while: who asks for a value of megabytes again and again, such as `HLAcurrentFDD`,
//! leaves time to others. The sessions of a user share that time. Nothing is dropped.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use hyla_core::message::{MemberRequest, ToRti};
use hyla_net::ChannelId;
use rustc_hash::FxHashMap;

use super::joins::SHORT;
use super::{ServerLoop, session_of};

/// Bytes of long answers to one user in a second.
const RATE: u64 = 64 << 20;

/// No session rests longer: meanwhile its reports about time are not read either.
const LONGEST: Duration = Duration::from_secs(1);

/// Sessions that rest, and until when their users do.
#[derive(Default)]
pub(super) struct Rests {
    users: FxHashMap<NonZeroU64, Instant>,
    sessions: Vec<(Instant, ChannelId)>,
}

impl Rests {
    /// An answer of so many bytes goes to a session. The end of its rest, which it has with all that its user had before.
    fn begin(&mut self, id: ChannelId, user: Option<NonZeroU64>, bytes: usize, now: Instant) {
        let takes = Duration::from_nanos(bytes as u64 * 1_000_000_000 / RATE);
        self.users.retain(|_, until| *until > now);
        let before = user.and_then(|user| self.users.get(&user).copied());
        let until = (before.unwrap_or(now) + takes).min(now + LONGEST);
        if let Some(user) = user {
            self.users.insert(user, until);
        }
        self.sessions.push((until, id));
    }

    /// Time until a rest ends.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        let first = self.sessions.iter().map(|(until, _)| *until).min()?;
        Some(first.saturating_duration_since(now))
    }

    /// A session that has rested.
    fn next_over(&mut self, now: Instant) -> Option<ChannelId> {
        let at = self.sessions.iter().position(|(until, _)| *until <= now)?;
        Some(self.sessions.swap_remove(at).1)
    }
}

/// Whether the answer may be long.
fn asks_for_values(message: &ToRti) -> bool {
    matches!(
        message,
        ToRti::Member(
            MemberRequest::MomRequest { .. }
                | MemberRequest::MomClassRequest { .. }
                | MemberRequest::MomInteraction { .. }
        )
    )
}

impl ServerLoop {
    /// Handles a message. If it had a long answer, what comes behind it waits.
    pub(super) fn handle_and_rest(&mut self, id: ChannelId, message: ToRti) -> Result<(), String> {
        if !asks_for_values(&message) {
            return self.rti.handle_message(session_of(id), message);
        }
        let before = self.rti.waiting_bytes();
        let handled = self.rti.handle_message(session_of(id), message);
        let bytes = self.rti.waiting_bytes().saturating_sub(before);
        if bytes >= SHORT {
            let user = self.budget_of(id);
            if let Some(session) = self.channels.get_mut(&id) {
                session.hold_back();
                self.rests.begin(id, user, bytes, Instant::now());
            }
        }
        handled
    }

    /// Goes on with sessions that have rested.
    pub(super) fn end_rests(&mut self) {
        let now = Instant::now();
        while let Some(id) = self.rests.next_over(now) {
            self.resume(id, Ok(None));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn sessions_of_one_user_share_its_rest_and_those_of_others_have_their_own() {
        let start = Instant::now();
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let [one, second, other, nobody] = [1, 2, 3, 4].map(ChannelId::from_raw);
        let [anna, berta] = [1, 2].map(NonZeroU64::new);
        let mut rests = Rests::default();
        rests.begin(one, anna, 48 * MIB, start);
        rests.begin(second, anna, 8 * MIB, start);
        rests.begin(other, berta, 32 * MIB, start);
        rests.begin(nobody, None, 16 * MIB, start);

        assert_eq!(rests.left(start), Some(Duration::from_millis(250)));
        let over = |rests: &mut Rests, at: f64| {
            std::iter::from_fn(|| rests.next_over(after(at))).collect::<Vec<_>>()
        };
        assert_eq!(over(&mut rests, 0.2), []);
        assert_eq!(over(&mut rests, 0.3), [nobody]);
        assert_eq!(over(&mut rests, 0.6), [other]);
        assert_eq!(over(&mut rests, 0.8), [one]);
        assert_eq!(over(&mut rests, 0.9), [second]);
        assert_eq!(rests.left(start), None);
        // What was long ago counts no more.
        rests.begin(one, anna, 16 * MIB, after(5.0));
        assert_eq!(rests.left(after(5.0)), Some(Duration::from_millis(250)));
        // Nor does it rest for ever.
        rests.begin(second, anna, 1000 * MIB, after(5.0));
        assert_eq!(over(&mut rests, 5.3), [one]);
        assert_eq!(over(&mut rests, 6.1), [second]);
    }
}
