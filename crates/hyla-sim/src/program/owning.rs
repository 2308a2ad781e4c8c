//! Ownership management in the random program.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, ExceptionKind as Kind, ObjectInstanceHandle, Service,
};

use crate::deeds::Deed;
use crate::model::Seat;
use crate::network::ProcessId;
use crate::words::{Deal, Tag};
use crate::world::World;

impl World {
    /// Compares an outcome with what the model expects, where acquisitions that are not over may be a
    /// reason to refuse.
    pub(crate) fn agree_on_acquisitions<T: Debug>(
        &mut self,
        id: ProcessId,
        seat: Seat,
        object: Option<ObjectInstanceHandle>,
        service: Service,
        outcome: &hyla_core::Result<T>,
        expected: Option<Kind>,
    ) {
        let raised = outcome.as_ref().err().map(|e| e.kind);
        let acquiring = self.judge.is_acquiring(seat, object);
        if raised != Some(Kind::OwnershipAcquisitionPending) || !acquiring {
            self.agree(id, service, outcome, expected);
        }
    }

    pub(crate) fn choose_deal(&mut self, id: ProcessId, seat: Seat) {
        let Some((mut object, mut set)) = self.choose_holdings(id, seat) else {
            return;
        };
        let tag = Tag(vec![self.rng.u8(..)]);
        let deal = match self.rng.u8(..40) {
            0..3 => Deal::Divest,
            3..8 => Deal::Negotiate,
            8..12 => Deal::Confirm,
            12..17 => Deal::DivestIfWanted,
            17..19 => Deal::Deny,
            19..21 => Deal::CancelNegotiation,
            21..29 => Deal::Acquire,
            29..34 => Deal::AcquireIfAvailable,
            34..38 => Deal::CancelAcquisition,
            _ => Deal::Query,
        };
        if deal == Deal::CancelAcquisition {
            (object, set) = self.choose_pending(seat).unwrap_or((object, set));
        }
        let attributes = set.iter().collect();
        let deed = Deed::Trade {
            deal,
            object,
            attributes,
            tag,
        };
        self.act(id, deed);
    }

    pub(super) fn trade(
        &mut self,
        id: ProcessId,
        seat: Seat,
        deal: Deal,
        (object, attributes): (ObjectInstanceHandle, &BTreeSet<AttributeHandle>),
        tag: &[u8],
    ) {
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let owns = self.judge.owns_all(seat, object, &set);
        match deal {
            Deal::Divest => {
                let service = Service::UnconditionalAttributeOwnershipDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.unconditional_attribute_ownership_divestiture(object, &set, tag, out)
                });
                self.dealt(id, seat, object, service, &done, owns);
                if done.is_ok() {
                    self.judge.divested(seat, object, &set);
                }
            }
            Deal::Negotiate => {
                let service = Service::NegotiatedAttributeOwnershipDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.negotiated_attribute_ownership_divestiture(object, &set, tag, out)
                });
                self.dealt(id, seat, object, service, &done, owns);
                if done.is_ok() {
                    let new = set.iter().map(|a| (seat, object, a));
                    self.judge.divesting.extend(new);
                }
            }
            Deal::Confirm => {
                let service = Service::ConfirmDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.confirm_divestiture(object, &set, tag, out)
                });
                self.dealt(id, seat, object, service, &done, owns);
                if done.is_ok() {
                    self.judge.divested(seat, object, &set);
                }
            }
            Deal::DivestIfWanted => {
                let service = Service::AttributeOwnershipDivestitureIfWanted;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_divestiture_if_wanted(object, &set, tag, out)
                });
                self.dealt(id, seat, object, service, &done, owns);
                if let Ok(given) = done {
                    self.judge.divested(seat, object, &given);
                }
            }
            Deal::Deny => {
                let service = Service::AttributeOwnershipReleaseDenied;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_release_denied(object, &set, tag, out)
                });
                self.dealt(id, seat, object, service, &done, owns);
            }
            Deal::CancelNegotiation => {
                let service = Service::CancelNegotiatedAttributeOwnershipDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.cancel_negotiated_attribute_ownership_divestiture(object, &set, out)
                });
                self.dealt(id, seat, object, service, &done, owns);
                if done.is_ok() {
                    for attribute in &set {
                        self.judge.divesting.remove(&(seat, object, attribute));
                    }
                }
            }
            Deal::Acquire => {
                let service = Service::AttributeOwnershipAcquisition;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_acquisition(object, &set, tag, out)
                });
                self.asked_for(id, seat, object, &set, service, &done);
                if done.is_ok() {
                    self.judge.acquire(seat, object, &set, true);
                }
            }
            Deal::AcquireIfAvailable => {
                let service = Service::AttributeOwnershipAcquisitionIfAvailable;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_acquisition_if_available(object, &set, tag, out)
                });
                self.asked_for(id, seat, object, &set, service, &done);
                if done.is_ok() {
                    self.judge.acquire(seat, object, &set, false);
                }
            }
            Deal::CancelAcquisition => {
                let service = Service::CancelAttributeOwnershipAcquisition;
                let done = self.call(id, service, |m, out| {
                    m.cancel_attribute_ownership_acquisition(object, &set, out)
                });
                if done.is_ok() {
                    self.judge.cancel(seat, object, &set);
                }
            }
            Deal::Query => {
                let service = Service::QueryAttributeOwnership;
                let done = self.call(id, service, |m, _| {
                    m.query_attribute_ownership(object, &set)
                });
                self.agree(id, service, &done, None);
            }
        }
    }

    /// An instance that the federate knows and some of its attributes.
    fn choose_holdings(
        &mut self,
        id: ProcessId,
        seat: Seat,
    ) -> Option<(ObjectInstanceHandle, AttributeHandleSet)> {
        let schema = self.process(id).schema.clone()?;
        let member = self.judge.members.get(&seat)?;
        let known: Vec<_> = member.known.iter().map(|(o, k)| (*o, k.class)).collect();
        // The first few are traded most, so that federates meet there.
        let first = known.len().min(3);
        let from = if self.rng.u8(..3) == 0 {
            &known[..]
        } else {
            &known[..first]
        };
        let (object, class) = self.pick(from)?;
        let row = schema.object(class)?;
        let mut all: Vec<_> = row.attributes.keys().copied().collect();
        all.push(schema.privilege);
        let mut one = self.pick(&all).into_iter().collect::<AttributeHandleSet>();
        if self.rng.u8(..3) == 0 {
            all.into_iter()
                .filter(|_| self.rng.bool())
                .for_each(|attribute| {
                    one.insert(attribute);
                });
        }
        Some((object, one))
    }

    /// Something that the federate acquires, most of the time.
    fn choose_pending(&mut self, seat: Seat) -> Option<(ObjectInstanceHandle, AttributeHandleSet)> {
        let acquiring = self.judge.acquiring.keys();
        let own: Vec<_> = acquiring.filter(|(who, ..)| *who == seat).collect();
        let at = (!own.is_empty() && self.rng.u8(..4) != 0).then(|| self.rng.usize(..own.len()))?;
        let (_, object, attribute) = own[at];
        Some((*object, [*attribute].into()))
    }

    /// A service that only the owner may call.
    fn dealt<T: Debug>(
        &mut self,
        id: ProcessId,
        seat: Seat,
        object: ObjectInstanceHandle,
        service: Service,
        outcome: &hyla_core::Result<T>,
        owns: bool,
    ) {
        let raised = outcome.as_ref().err().map(|e| e.kind);
        if (raised == Some(Kind::AttributeNotOwned)) == owns {
            self.judge.violated(format!(
                "{id:?} called {service:?}, owner {owns}: {outcome:?}"
            ));
        }
        if outcome.is_ok() {
            self.judge.trade(seat, object);
        }
    }

    /// A service for those who do not own.
    fn asked_for<T: Debug>(
        &mut self,
        id: ProcessId,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        service: Service,
        outcome: &hyla_core::Result<T>,
    ) {
        let owns = self
            .judge
            .object_mut(seat, object)
            .is_some_and(|it| attributes.iter().any(|a| it.owns(seat.federate, a)));
        if outcome.is_ok() {
            self.judge.trade(seat, object);
            if owns {
                self.judge
                    .violated(format!("{id:?} called {service:?} for what it owns"));
            }
        }
    }

    /// Everything has arrived: all federates are asked who owns what.
    pub(crate) fn ask_for_owners(&mut self) {
        self.judge.at_rest = true;
        for at in 0..self.processes.len() {
            let id = ProcessId(at as u32);
            let process = &self.processes[at];
            let (true, Some(seat)) = (process.alive, process.seat) else {
                continue;
            };
            let Some(schema) = process.schema.clone() else {
                continue;
            };
            let known: Vec<_> = match self.judge.members.get(&seat) {
                Some(member) => member.known.iter().map(|(o, k)| (*o, k.class)).collect(),
                None => continue,
            };
            for (object, class) in known {
                let Some(row) = schema.object(class) else {
                    continue;
                };
                let mut set: AttributeHandleSet = row.attributes.keys().copied().collect();
                set.insert(schema.privilege);
                let service = Service::QueryAttributeOwnership;
                let done = self.call(id, service, |m, _| {
                    m.query_attribute_ownership(object, &set)
                });
                self.agree(id, service, &done, None);
                while self.judge.violation.is_none() && self.deliver_one(id) {}
            }
        }
        self.judge.at_rest = false;
    }
}
