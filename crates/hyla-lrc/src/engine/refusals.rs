//! Log lines about refused data: what a member had no right to, and what was not sealed as it has to be.
//!
//! Who floods a federate must not flood its log: there is one line of each kind in ten seconds at most, with the number since
//! the one before. The [metrics](hyla_core::metrics::MemberMetrics) have all of them.

use std::time::{Duration, Instant};

use hyla_core::object::RefusedAttempt;
use hyla_net::RefusedSeals;

use super::Core;

/// Least time between two lines.
const EVERY: Duration = Duration::from_secs(10);

/// What the log has said.
#[derive(Debug, Default)]
pub(super) struct RefusalLog {
    messages: u64,
    seals: RefusedSeals,
    next: Option<Instant>,
}

impl RefusalLog {
    /// Whether a line is due, given what was refused so far.
    fn is_due(&mut self, messages: u64, seals: RefusedSeals, now: Instant) -> bool {
        if messages < self.messages {
            // Another membership.
            self.messages = 0;
        }
        (messages > self.messages || seals != self.seals)
            && self.next.is_none_or(|next| next <= now)
    }

    /// Takes note of the lines: refused messages since the last one, and refused datagrams and records by reason.
    fn take(
        &mut self,
        messages: u64,
        seals: RefusedSeals,
        now: Instant,
    ) -> (u64, [(&'static str, u64); 6]) {
        let new = messages - self.messages;
        let mut by_reason = seals.by_reason();
        for ((_, count), (_, before)) in by_reason.iter_mut().zip(self.seals.by_reason()) {
            *count = count.saturating_sub(before);
        }
        (self.messages, self.seals) = (messages, seals);
        self.next = Some(now + EVERY);
        (new, by_reason)
    }
}

impl Core {
    /// Says what was refused, if anything was since the last time.
    pub(super) fn log_refused(&mut self, now: Instant) {
        let messages = self.member.refused_messages();
        let seals = self.links.refused_seals();
        if self.refusals.is_due(messages, seals, now) {
            self.write_refused(messages, seals, now);
        }
    }

    #[cold]
    fn write_refused(&mut self, messages: u64, seals: RefusedSeals, now: Instant) {
        let (messages, seals) = self.refusals.take(messages, seals, now);
        let (federation, federate) = self.who();
        if let Some(last) = self.member.last_refused_message().filter(|_| messages > 0) {
            let from = self.member.federate_name(last.from).unwrap_or("?");
            let attempt = match last.attempt {
                RefusedAttempt::Update => "update of attributes that it does not own",
                RefusedAttempt::Removal => "removal without HLAprivilegeToDeleteObject",
                RefusedAttempt::Discovery => "discovery of an instance that it has not registered",
            };
            tracing::warn!(
                federation,
                federate,
                refused = messages,
                from,
                object = %last.object,
                "refused: {attempt}; the federate that sent it is faulty or hostile, hyla remove takes it out of the federation"
            );
        }
        for (reason, refused) in seals.into_iter().filter(|(_, count)| *count > 0) {
            let remedy = remedy(reason);
            tracing::warn!(federation, federate, refused, reason, "refused: {remedy}");
        }
    }
}

/// What was refused, and what helps.
fn remedy(reason: &str) -> &'static str {
    match reason {
        "clear" => {
            "datagrams in clear, where they have to be sealed; if a federate of this federation sends them, set \
             rti.security = tls there"
        }
        "unknown-key" => {
            "datagrams under a key that the RTI has not sent here; a few are normal while keys change, otherwise a program of \
             another federation or RTI sends to this port"
        }
        "old-key" => {
            "datagrams under a key that was replaced; a few are normal while keys change, otherwise somebody repeats what was \
             sent before, or a federate no longer gets keys"
        }
        "forged" => {
            "datagrams that no member sealed like that; somebody forges or alters packets on the network"
        }
        "replayed" => {
            "datagrams that had arrived before, or far too late; somebody repeats packets, or the network duplicates them"
        }
        _ => {
            "records of a TCP channel that no member sealed like that; the channel was closed, somebody alters packets on the \
             network"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_line_in_ten_seconds_with_the_number_since_the_last() {
        let (mut log, start) = (RefusalLog::default(), Instant::now());
        let mut lines = Vec::new();
        // A message is refused each second.
        for second in 0..25 {
            let now = start + Duration::from_secs(second);
            let messages = second + 1;
            if log.is_due(messages, RefusedSeals::default(), now) {
                lines.push(log.take(messages, RefusedSeals::default(), now).0);
            }
        }
        assert_eq!(lines, [1, 10, 10]);

        // Nothing new: no line. A new membership counts from zero.
        let later = start + Duration::from_secs(100);
        assert!(log.is_due(25, RefusedSeals::default(), later));
        log.take(25, RefusedSeals::default(), later);
        let much_later = start + Duration::from_secs(200);
        assert!(!log.is_due(25, RefusedSeals::default(), much_later));
        assert!(log.is_due(2, RefusedSeals::default(), much_later));
    }

    #[test]
    fn each_reason_has_its_number_and_a_remedy() {
        let mut log = RefusalLog::default();
        let first = RefusedSeals {
            clear: 3,
            ..RefusedSeals::default()
        };
        log.take(0, first, Instant::now());
        let second = RefusedSeals {
            clear: 5,
            forged: 1,
            ..RefusedSeals::default()
        };

        let (_, by_reason) = log.take(0, second, Instant::now());

        let some: Vec<_> = by_reason.into_iter().filter(|(_, n)| *n > 0).collect();
        assert_eq!(some, [("clear", 2), ("forged", 1)]);
        let remedies = by_reason.map(|(reason, _)| remedy(reason));
        assert!((1..6).all(|at| !remedies[..at].contains(&remedies[at])));
    }
}
