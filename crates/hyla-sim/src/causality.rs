//! The judge of causality: declarations that precede a message are in force where it is delivered,
//! and a declaration that has returned is in force everywhere.

use hyla_types::FederateHandle;

use crate::invariants::Judge;
use crate::model::Membership;

/// Declarations that precede a message, as of sending.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Preceding {
    /// Log entry of the newest declaration that its sender had applied.
    log: u64,
    /// Number of the sender's own declarations.
    own: usize,
    /// Log entry at which the sender's membership began; a restore begins a new one.
    since: u64,
}

impl Judge {
    /// Declarations that precede a message that the member sends now.
    pub(crate) fn preceding(&self, membership: Membership) -> Preceding {
        self.members
            .get(&membership)
            .map_or(Preceding::default(), |member| Preceding {
                log: member.newest,
                own: member.declared,
                since: member.first_log,
            })
    }

    /// Why a message must not be delivered yet.
    pub(crate) fn comes_too_early(&self, to: Membership, number: u64) -> Option<String> {
        let message = self.messages.get(number as usize)?;
        // Channels of a lost federate end where they break: preceding messages may be lost with
        // another channel.
        if self.lost.contains(&message.from) {
            return None;
        }
        let Preceding { log, own, since } = message.preceding;
        let applied = self.members.get(&to)?.next_log;
        if applied < log {
            return Some(format!(
                "its sender had applied the declarations before {log}, the receiver those before {applied}"
            ));
        }
        let sender = self.members.get(&message.from)?;
        if sender.first_log != since || own == 0 {
            return None;
        }
        let last = sender.logged.get(own - 1);
        let in_force = last.is_some_and(|number| *number < applied);
        (!in_force).then(|| {
            format!("it follows declaration {own} of its sender, entry {last:?}, not applied before {applied}")
        })
    }

    /// The member asks the RTI whether everyone has applied its declarations.
    pub(crate) fn asked_to_settle(&mut self, membership: Membership) {
        if let Some(member) = self.members.get_mut(&membership) {
            member.settling = member.logged.last().copied();
        }
    }

    /// The RTI confirmed: all have applied them, except those that it reported as late.
    pub(crate) fn settled(&mut self, membership: Membership) {
        let asked = self
            .members
            .get_mut(&membership)
            .and_then(|m| m.settling.take());
        let (Some(entry), Some(execution)) = (asked, self.executions.get(&membership.execution))
        else {
            return;
        };
        let behind: Vec<FederateHandle> = execution
            .members
            .keys()
            .copied()
            .filter(|federate| {
                let other = Membership {
                    federate: *federate,
                    ..membership
                };
                let member = self.members.get(&other).filter(|_| other != membership);
                member.is_some_and(|member| {
                    member.next_log <= entry && !self.late.contains(&member.process)
                })
            })
            .collect();
        if !behind.is_empty() {
            self.violated(format!(
                "{membership:?}: its declaration, entry {entry}, has returned, and {behind:?} have not applied it"
            ));
        }
    }
}
