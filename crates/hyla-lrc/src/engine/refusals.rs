//! Log lines about what was refused: callers that are no members, data that a member had no right to, and what was not sealed as
//! it has to be.
//!
//! Who floods a federate must not flood its log: there is one line of each kind in ten seconds at most, with the number since
//! the one before. The [metrics](hyla_core::metrics::MemberMetrics) have all of them.

use std::time::{Duration, Instant};

use hyla_core::object::RefusedAttempt;
use hyla_net::RefusedSeals;

use super::Core;

/// Least time between two lines.
const EVERY: Duration = Duration::from_secs(10);

/// Numbers of what was refused so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Refused {
    callers: u64,
    messages: u64,
    seals: RefusedSeals,
}

/// What the log has said.
#[derive(Debug, Default)]
pub(super) struct RefusalLog {
    said: Refused,
    next: Option<Instant>,
}

impl RefusalLog {
    /// Whether a line is due, given what was refused so far.
    fn is_due(&mut self, all: Refused, now: Instant) -> bool {
        if all.messages < self.said.messages {
            // Another membership.
            self.said.messages = 0;
        }
        if all.callers < self.said.callers {
            // Another connection.
            self.said.callers = 0;
        }
        all != self.said && self.next.is_none_or(|next| next <= now)
    }

    /// Takes note of the lines: refused callers and messages since the last one, and refused datagrams and records by reason.
    fn take(&mut self, all: Refused, now: Instant) -> (u64, u64, [(&'static str, u64); 6]) {
        let mut by_reason = all.seals.by_reason();
        for ((_, count), (_, before)) in by_reason.iter_mut().zip(self.said.seals.by_reason()) {
            *count = count.saturating_sub(before);
        }
        let callers = all.callers - self.said.callers;
        let messages = all.messages - self.said.messages;
        self.said = all;
        self.next = Some(now + EVERY);
        (callers, messages, by_reason)
    }
}

impl Core {
    /// Says what was refused, if anything was since the last time.
    pub(super) fn log_refused(&mut self, now: Instant) {
        let all = Refused {
            callers: self.links.refused_callers(),
            messages: self.member.refused_messages(),
            seals: self.links.refused_seals(),
        };
        if self.refusals.is_due(all, now) {
            self.write_refused(all, now);
        }
    }

    #[cold]
    fn write_refused(&mut self, all: Refused, now: Instant) {
        let (callers, messages, seals) = self.refusals.take(all, now);
        let (federation, federate) = self.who();
        if let Some((peer, reason)) = self.links.last_refused_caller().filter(|_| callers > 0) {
            tracing::warn!(
                federation,
                federate,
                refused = callers,
                peer,
                "refused: callers that are no members; the last one: {reason}"
            );
        }
        if let Some(last) = self.member.last_refused_message().filter(|_| messages > 0) {
            let from = self.member.federate_name(last.from).unwrap_or("?");
            let attempt = match last.attempt {
                RefusedAttempt::Update => "update of attributes that it does not own",
                RefusedAttempt::Removal => "removal without HLAprivilegeToDeleteObject",
                RefusedAttempt::Discovery => "discovery of an instance that it has not registered",
                RefusedAttempt::Past => "message with a time stamp in the past",
                RefusedAttempt::TimeReport => "report about time for another federate",
            };
            let object = last
                .object
                .map_or("-".to_owned(), |object| object.to_string());
            tracing::warn!(
                federation,
                federate,
                refused = messages,
                from,
                object,
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
        let refused = |messages| Refused {
            messages,
            callers: messages * 2,
            ..Refused::default()
        };
        let mut lines = Vec::new();
        // A message and two callers are refused each second.
        for second in 0..25 {
            let now = start + Duration::from_secs(second);
            let all = refused(second + 1);
            if log.is_due(all, now) {
                let (callers, messages, _) = log.take(all, now);
                lines.push((callers, messages));
            }
        }
        assert_eq!(lines, [(2, 1), (20, 10), (20, 10)]);

        // Nothing new: no line. A new membership counts from zero.
        let later = start + Duration::from_secs(100);
        assert!(log.is_due(refused(25), later));
        log.take(refused(25), later);
        let much_later = start + Duration::from_secs(200);
        assert!(!log.is_due(refused(25), much_later));
        assert!(log.is_due(refused(2), much_later));
        assert_eq!(log.take(refused(2), much_later).0, 4);
    }

    #[test]
    fn each_reason_has_its_number_and_a_remedy() {
        let mut log = RefusalLog::default();
        let first = RefusedSeals {
            clear: 3,
            ..RefusedSeals::default()
        };
        let of = |seals| Refused {
            seals,
            ..Refused::default()
        };
        log.take(of(first), Instant::now());
        let second = RefusedSeals {
            clear: 5,
            forged: 1,
            ..RefusedSeals::default()
        };

        let (.., by_reason) = log.take(of(second), Instant::now());

        let some: Vec<_> = by_reason.into_iter().filter(|(_, n)| *n > 0).collect();
        assert_eq!(some, [("clear", 2), ("forged", 1)]);
        let remedies = by_reason.map(|(reason, _)| remedy(reason));
        assert!((1..6).all(|at| !remedies[..at].contains(&remedies[at])));
    }
}
