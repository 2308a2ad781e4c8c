//! The parameters of a stream.

use super::super::error::FederateError;
use super::super::session::JoinedFederate;
use super::message::HEADER_BYTES;
use super::space;
use crate::job::StreamRole;

/// The parameters of [`crate::job::Work::Stream`].
#[derive(Clone, Copy, Debug)]
pub(in crate::federate) struct Stream {
    pub(in crate::federate) role: StreamRole,
    pub(in crate::federate) bytes: u32,
    pub(in crate::federate) objects: u32,
    pub(in crate::federate) regions: u32,
    pub(in crate::federate) regions_of_receiver: u32,
    pub(in crate::federate) changes_per_s: f64,
    pub(in crate::federate) rate_per_s: f64,
    pub(in crate::federate) warm_up_ms: u64,
    pub(in crate::federate) run_ms: u64,
    pub(in crate::federate) trace_every: u32,
}

impl Stream {
    pub(super) fn sends(&self) -> bool {
        matches!(
            self.role,
            StreamRole::Sender | StreamRole::Master | StreamRole::Both
        )
    }

    /// Whether items of other federates are for this one.
    pub(super) fn takes_items(&self) -> bool {
        matches!(
            self.role,
            StreamRole::Receiver | StreamRole::Repeater | StreamRole::Both
        )
    }

    pub(super) fn check(&self) -> Result<(), FederateError> {
        let refused = |why: String| Err(FederateError::Job(why));
        if (self.bytes as usize) < HEADER_BYTES {
            return refused(format!(
                "a message of a stream has at least {HEADER_BYTES} bytes, not {}",
                self.bytes
            ));
        }
        if self.objects == 0 {
            return refused("a stream needs at least one object".to_owned());
        }
        let moves = self.changes_per_s > 0.0 && self.takes_items();
        let spare = match self.regions_of_receiver {
            0 => 0,
            taken => self.regions.saturating_sub(taken),
        };
        if moves && (self.role != StreamRole::Receiver || spare < 2) {
            return refused(format!(
                "interests change at a receiver with at least two of {} regions to change to, not {spare}",
                self.regions
            ));
        }
        if !(self.rate_per_s >= 0.0 && self.rate_per_s.is_finite()) {
            return refused(format!("{} is no rate", self.rate_per_s));
        }
        Ok(())
    }

    /// The objects of a sender that this federate discovers.
    pub(super) fn taken(&self, index: u32) -> Vec<u32> {
        if self.regions == 0 || self.role == StreamRole::Master {
            return (0..self.objects).collect();
        }
        let parts = space::subscribed(index, self.regions, self.regions_of_receiver);
        (0..self.objects)
            .filter(|object| parts.binary_search(&(object % self.regions)).is_ok())
            .collect()
    }
}

impl Stream {
    /// Indices of those who receive what this federate sends.
    pub(super) fn receivers(&self, session: &JoinedFederate<'_>) -> Vec<usize> {
        session.others_that(|mate| {
            (self.sends() && mate.takes_items())
                || (self.role == StreamRole::Repeater && mate.is_master())
        })
    }

    /// Meaning of the age of a traced message.
    pub(super) fn ages(&self) -> &'static str {
        if self.role == StreamRole::Master {
            "round_trip"
        } else {
            "one_way"
        }
    }
}
