//! The judge of causality: what was declared before a message is in force where it is handed over, and a declaration
//! that has returned is in force everywhere.

use hyla_types::FederateHandle;

use crate::invariants::Judge;
use crate::model::Seat;

/// Declarations that precede a message, as of its sending.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Preceding {
    /// Number of the log entry behind the newest declaration that its sender had applied.
    log: u64,
    /// Declarations of the sender itself.
    own: usize,
    /// Where the sender's membership began in the log: a restore begins it anew.
    since: u64,
}

impl Judge {
    /// What precedes a message that the member sends now.
    pub(crate) fn preceding(&self, seat: Seat) -> Preceding {
        self.members
            .get(&seat)
            .map_or(Preceding::default(), |member| Preceding {
                log: member.newest,
                own: member.declared,
                since: member.first_log,
            })
    }

    /// Why a message must not be handed over yet.
    pub(crate) fn comes_too_early(&self, to: Seat, number: u64) -> Option<String> {
        let message = self.messages.get(number as usize)?;
        // Each of its channels ends where it breaks: what preceded a message may be lost with another one.
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

    /// The RTI is asked whether everyone has applied what the member has declared.
    pub(crate) fn asked_to_settle(&mut self, seat: Seat) {
        if let Some(member) = self.members.get_mut(&seat) {
            member.settling = member.logged.last().copied();
        }
    }

    /// The member was told so: everybody was waited for but those of whom the RTI has said that they are late.
    pub(crate) fn settled(&mut self, seat: Seat) {
        let asked = self.members.get_mut(&seat).and_then(|m| m.settling.take());
        let (Some(entry), Some(execution)) = (asked, self.executions.get(&seat.execution)) else {
            return;
        };
        let behind: Vec<FederateHandle> = execution
            .members
            .keys()
            .copied()
            .filter(|federate| {
                let other = Seat {
                    federate: *federate,
                    ..seat
                };
                let member = self.members.get(&other).filter(|_| other != seat);
                member.is_some_and(|member| {
                    member.next_log <= entry && !self.late.contains(&member.process)
                })
            })
            .collect();
        if !behind.is_empty() {
            self.violated(format!(
                "{seat:?}: its declaration, entry {entry}, has returned, and {behind:?} have not applied it"
            ));
        }
    }
}
