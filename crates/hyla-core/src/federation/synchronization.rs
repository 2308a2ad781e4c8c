//! Synchronization points (clauses 4.11 to 4.15 in 2010, 4.14 to 4.18 in 2025).
//!
//! The executive keeps each point and its arrivals. A member keeps the labels that were announced to its
//! federate and that it has not achieved yet; they change as callbacks are delivered.

use std::collections::BTreeMap;

use hyla_types::{
    Exception, ExceptionKind, FederateHandle, FederateHandleSet, SynchronizationPointFailureReason,
};

use super::points::{PointProgress, SynchronizationPoint};
use crate::Result;
use crate::callback::Callback;
use crate::executive::{Executive, Tally, Transmit, UNKNOWN_FEDERATE, check_text, point_bytes};
use crate::member::Member;
use crate::message::{FederationRequest, FromRti, MemberRequest, ToRti};
use crate::outbox::Outbox;

impl Member {
    /// `registerFederationSynchronizationPoint` (4.11 in 2010, 4.14 in 2025). An empty set stands for
    /// all joined federates and those that join before the point is complete. Whether the label is
    /// taken comes as callback.
    ///
    /// # Errors
    /// `InvalidFederateHandle` if the set holds zero; `RTIinternalError` for a label beyond 4096 bytes.
    pub fn register_federation_synchronization_point(
        &mut self,
        label: &str,
        tag: &[u8],
        set: Option<&FederateHandleSet>,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.joined()?;
        check_text("the label", label)?;
        let set = set.cloned().unwrap_or_default();
        if set.contains(FederateHandle::RTI) {
            return Err(Exception::new(
                ExceptionKind::InvalidFederateHandle,
                "zero is not a federate handle",
            ));
        }
        let request = FederationRequest::RegisterPoint {
            label: label.to_owned(),
            tag: tag.to_owned(),
            set,
        };
        out.control(&ToRti::Member(MemberRequest::Federation(request)));
        Ok(())
    }

    /// `synchronizationPointAchieved` (4.14 in 2010, 4.17 in 2025). A federate that reports no success
    /// has arrived all the same.
    ///
    /// # Errors
    /// `SynchronizationPointLabelNotAnnounced` if the label was not announced to this federate, or if it has
    /// achieved it already.
    pub fn synchronization_point_achieved(
        &mut self,
        label: &str,
        successfully: bool,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        let joined = self.joined()?;
        if !joined.points.achieve(label) {
            return Err(Exception::new(
                ExceptionKind::SynchronizationPointLabelNotAnnounced,
                format!(
                    "{} is not on its way to a point {label:?}",
                    joined.identity.name()
                ),
            ));
        }
        let request = FederationRequest::PointAchieved {
            label: label.to_owned(),
            successfully,
        };
        out.control(&ToRti::Member(MemberRequest::Federation(request)));
        Ok(())
    }
}

impl Executive {
    /// A federate registers a point: confirms or refuses the registration, then announces the point to all
    /// participants.
    pub(crate) fn register_point(
        &mut self,
        registrar: FederateHandle,
        label: String,
        tag: Vec<u8>,
        set: &FederateHandleSet,
        out: &mut Vec<Transmit>,
    ) {
        let refusal = if self.points.contains_key(&label) {
            Some(SynchronizationPointFailureReason::LabelNotUnique)
        } else if set.iter().any(|f| !self.members.contains_key(&f)) {
            Some(SynchronizationPointFailureReason::SetMemberNotJoined)
        } else {
            None
        };
        if let Some(reason) = refusal {
            let refused = Callback::SynchronizationPointRegistrationFailed { label, reason };
            return self.call_back(registrar, refused, out);
        }
        let registered = Callback::SynchronizationPointRegistrationSucceeded {
            label: label.clone(),
        };
        self.call_back(registrar, registered, out);
        let federates: BTreeMap<_, _> = if set.is_empty() {
            let everyone = self.members.keys();
            everyone.map(|f| (*f, PointProgress::Moving)).collect()
        } else {
            set.iter().map(|f| (f, PointProgress::Moving)).collect()
        };
        self.call_all_back(federates.keys(), announcement(&label, &tag), out);
        let point = SynchronizationPoint {
            registrar: Some(registrar),
            tag,
            open: set.is_empty(),
            federates,
        };
        self.points.insert(label, point);
    }

    /// A federate has reached a point. A point without an announcement is ignored: its member has
    /// checked, so the point has gone with a restore meanwhile.
    pub(crate) fn point_achieved(
        &mut self,
        federate: FederateHandle,
        label: &str,
        successfully: bool,
        out: &mut Vec<Transmit>,
    ) {
        let point = self.points.get_mut(label);
        if let Some(progress) = point.and_then(|p| p.federates.get_mut(&federate)) {
            *progress = PointProgress::Arrived { successfully };
            self.complete_point(label, out);
        }
    }

    /// A newcomer takes part in the points that are meant for everyone.
    pub(crate) fn announce_points(&mut self, newcomer: FederateHandle, out: &mut Vec<Transmit>) {
        let mut news = Vec::new();
        for (label, point) in &mut self.points {
            if point.open {
                point.federates.insert(newcomer, PointProgress::Moving);
                news.push(announcement(label, &point.tag));
            }
        }
        for callback in news {
            self.call_back(newcomer, callback, out);
        }
    }

    /// A federate has left: removes it from the points that wait for it.
    pub(crate) fn leave_points(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        let mut left = Vec::new();
        for (label, point) in &mut self.points {
            if point.federates.remove(&federate).is_some() && point.is_complete() {
                left.push(label.clone());
            }
        }
        for label in left {
            self.complete_point(&label, out);
        }
    }

    /// Ends the point if nobody is on the way to it.
    fn complete_point(&mut self, label: &str, out: &mut Vec<Transmit>) {
        let is_complete = |point: &SynchronizationPoint| point.is_complete();
        if !self.points.get(label).is_some_and(is_complete) {
            return;
        }
        let Some((label, point)) = self.points.remove_entry(label) else {
            return;
        };
        let unsuccessful = PointProgress::Arrived {
            successfully: false,
        };
        let failed: FederateHandleSet = point
            .federates
            .iter()
            .filter(|(_, progress)| **progress == unsuccessful)
            .map(|(federate, _)| *federate)
            .collect();
        let synchronized = Callback::FederationSynchronized { label, failed };
        self.call_all_back(point.federates.keys(), synchronized, out);
    }

    /// Labels of the points in progress, for the MOM.
    pub(crate) fn point_labels(&self) -> impl Iterator<Item = &str> {
        self.points.keys().map(String::as_str)
    }

    /// Participants of a point and their progress, for the MOM; empty without such a point.
    pub(crate) fn point_progress(
        &self,
        label: &str,
    ) -> impl Iterator<Item = (FederateHandle, PointProgress)> {
        let point = self.points.get(label);
        let federates = point.into_iter().flat_map(|point| &point.federates);
        federates.map(|(federate, progress)| (*federate, *progress))
    }

    /// Memory of points by those who registered them.
    pub(crate) fn tally_points(&self, add: Tally<'_>) {
        for (label, point) in &self.points {
            let bytes = point_bytes(label, &point.tag, point.federates.len());
            add(point.registrar.unwrap_or(UNKNOWN_FEDERATE), bytes);
        }
    }

    /// Queues a callback at several members. It is encoded once.
    fn call_all_back<'f>(
        &self,
        federates: impl Iterator<Item = &'f FederateHandle>,
        callback: Callback<'static>,
        out: &mut Vec<Transmit>,
    ) {
        self.tell_all(federates, &FromRti::Callback(Box::new(callback)), out);
    }

    /// Queues a callback at one member.
    pub(crate) fn call_back(
        &self,
        federate: FederateHandle,
        callback: Callback<'static>,
        out: &mut Vec<Transmit>,
    ) {
        self.tell(federate, &FromRti::Callback(Box::new(callback)), out);
    }
}

fn announcement(label: &str, tag: &[u8]) -> Callback<'static> {
    Callback::AnnounceSynchronizationPoint {
        label: label.to_owned(),
        tag: tag.to_owned(),
    }
}
