//! Times and waits of federates, for people.

use std::time::Duration;

use hyla_types::{FederateHandle, LogicalTime, LogicalTimeInterval};

use super::entry::Constraint;
use super::{Coordinator, Galt, Least};
use crate::time::Bound;

impl Coordinator {
    /// The wait of each federate that uses time management, and the federates that it waits for.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let least = Least::of(&self.promises());
        let concerned = self
            .federates
            .iter()
            .filter(|(_, e)| e.bound.is_some() || e.constraint != Constraint::Off);
        concerned
            .map(|(federate, entry)| {
                let service = match (entry.asked, entry.constraint, entry.regulation_at) {
                    (Some(asked), ..) => Some((asked.kind.service(), asked.to)),
                    (None, Constraint::Pending, _) => Some(("enableTimeConstrained", entry.now)),
                    (None, _, Some(time)) => Some(("enableTimeRegulation", time)),
                    _ => None,
                };
                Standing {
                    federate: *federate,
                    now: entry.now,
                    bound: entry.bound,
                    lookahead: entry.bound.map(|_| entry.lookahead),
                    constrained: entry.constraint == Constraint::On,
                    waits: service.map(|(service, to)| Waits {
                        service,
                        to,
                        since: entry.since,
                        galt: least.galt(*federate),
                    }),
                }
            })
            .collect()
    }
}

/// A federate's time, as the coordinator knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    pub(crate) federate: FederateHandle,
    pub(crate) now: LogicalTime,
    pub(crate) bound: Option<Bound>,
    pub(crate) lookahead: Option<LogicalTimeInterval>,
    pub(crate) constrained: bool,
    pub(crate) waits: Option<Waits>,
}

/// The wait of a federate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Waits {
    pub(crate) service: &'static str,
    pub(crate) to: LogicalTime,
    /// When it began to wait, by the executive's clock.
    pub(crate) since: Duration,
    pub(crate) galt: Option<Galt>,
}
