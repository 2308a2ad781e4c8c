//! Ownership management in the random program.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, ExceptionKind as Kind, ObjectInstanceHandle, Service,
};

use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::words::{OwnershipService, Tag};
use crate::world::World;

impl World {
    /// Compares an outcome with the model, where pending acquisitions may be a reason to refuse.
    pub(crate) fn agree_on_acquisitions<T: Debug>(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: Option<ObjectInstanceHandle>,
        service: Service,
        outcome: &hyla_core::Result<T>,
        expected: Option<Kind>,
    ) {
        let raised = outcome.as_ref().err().map(|e| e.kind);
        let acquiring = self.judge.is_acquiring(membership, object);
        if raised != Some(Kind::OwnershipAcquisitionPending) || !acquiring {
            self.agree(id, service, outcome, expected);
        }
    }

    pub(crate) fn choose_deal(&mut self, id: ProcessId, membership: Membership) {
        let Some((mut object, mut set)) = self.choose_holdings(id, membership) else {
            return;
        };
        let tag = Tag(vec![self.rng.u8(..)]);
        let deal = match self.rng.u8(..40) {
            0..3 => OwnershipService::Divest,
            3..8 => OwnershipService::Negotiate,
            8..12 => OwnershipService::Confirm,
            12..17 => OwnershipService::DivestIfWanted,
            17..19 => OwnershipService::Deny,
            19..21 => OwnershipService::CancelNegotiation,
            21..29 => OwnershipService::Acquire,
            29..34 => OwnershipService::AcquireIfAvailable,
            34..38 => OwnershipService::CancelAcquisition,
            _ => OwnershipService::Query,
        };
        if deal == OwnershipService::CancelAcquisition {
            (object, set) = self.choose_pending(membership).unwrap_or((object, set));
        }
        let attributes = set.iter().collect();
        let operation = Operation::Trade {
            deal,
            object,
            attributes,
            tag,
        };
        self.act(id, operation);
    }

    pub(super) fn trade(
        &mut self,
        id: ProcessId,
        membership: Membership,
        deal: OwnershipService,
        (object, attributes): (ObjectInstanceHandle, &BTreeSet<AttributeHandle>),
        tag: &[u8],
    ) {
        let set: AttributeHandleSet = attributes.iter().copied().collect();
        let owns = self.judge.owns_all(membership, object, &set);
        match deal {
            OwnershipService::Divest => {
                let service = Service::UnconditionalAttributeOwnershipDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.unconditional_attribute_ownership_divestiture(object, &set, tag, out)
                });
                self.dealt(id, membership, object, service, &done, owns);
                if done.is_ok() {
                    self.judge.divested(membership, object, &set);
                }
            }
            OwnershipService::Negotiate => {
                let service = Service::NegotiatedAttributeOwnershipDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.negotiated_attribute_ownership_divestiture(object, &set, tag, out)
                });
                self.dealt(id, membership, object, service, &done, owns);
                if done.is_ok() {
                    let new = set.iter().map(|a| (membership, object, a));
                    self.judge.divesting.extend(new);
                }
            }
            OwnershipService::Confirm => {
                let service = Service::ConfirmDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.confirm_divestiture(object, &set, tag, out)
                });
                self.dealt(id, membership, object, service, &done, owns);
                if done.is_ok() {
                    self.judge.divested(membership, object, &set);
                }
            }
            OwnershipService::DivestIfWanted => {
                let service = Service::AttributeOwnershipDivestitureIfWanted;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_divestiture_if_wanted(object, &set, tag, out)
                });
                self.dealt(id, membership, object, service, &done, owns);
                if let Ok(given) = done {
                    self.judge.divested(membership, object, &given);
                }
            }
            OwnershipService::Deny => {
                let service = Service::AttributeOwnershipReleaseDenied;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_release_denied(object, &set, tag, out)
                });
                self.dealt(id, membership, object, service, &done, owns);
            }
            OwnershipService::CancelNegotiation => {
                let service = Service::CancelNegotiatedAttributeOwnershipDivestiture;
                let done = self.call(id, service, |m, out| {
                    m.cancel_negotiated_attribute_ownership_divestiture(object, &set, out)
                });
                self.dealt(id, membership, object, service, &done, owns);
                if done.is_ok() {
                    for attribute in &set {
                        self.judge
                            .divesting
                            .remove(&(membership, object, attribute));
                    }
                }
            }
            OwnershipService::Acquire => {
                let service = Service::AttributeOwnershipAcquisition;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_acquisition(object, &set, tag, out)
                });
                self.asked_for(id, membership, object, &set, service, &done);
                if done.is_ok() {
                    self.judge.acquire(membership, object, &set, true);
                }
            }
            OwnershipService::AcquireIfAvailable => {
                let service = Service::AttributeOwnershipAcquisitionIfAvailable;
                let done = self.call(id, service, |m, out| {
                    m.attribute_ownership_acquisition_if_available(object, &set, tag, out)
                });
                self.asked_for(id, membership, object, &set, service, &done);
                if done.is_ok() {
                    self.judge.acquire(membership, object, &set, false);
                }
            }
            OwnershipService::CancelAcquisition => {
                let service = Service::CancelAttributeOwnershipAcquisition;
                let done = self.call(id, service, |m, out| {
                    m.cancel_attribute_ownership_acquisition(object, &set, out)
                });
                if done.is_ok() {
                    self.judge.cancel(membership, object, &set);
                }
            }
            OwnershipService::Query => {
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
        membership: Membership,
    ) -> Option<(ObjectInstanceHandle, AttributeHandleSet)> {
        let schema = self.process(id).schema.clone()?;
        let member = self.judge.members.get(&membership)?;
        let known: Vec<_> = member.known.iter().map(|(o, k)| (*o, k.class)).collect();
        // The first few are transferred most, so that federates compete.
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

    /// Mostly an instance that the federate acquires.
    fn choose_pending(
        &mut self,
        membership: Membership,
    ) -> Option<(ObjectInstanceHandle, AttributeHandleSet)> {
        let acquiring = self.judge.acquiring.keys();
        let own: Vec<_> = acquiring.filter(|(who, ..)| *who == membership).collect();
        let at = (!own.is_empty() && self.rng.u8(..4) != 0).then(|| self.rng.usize(..own.len()))?;
        let (_, object, attribute) = own[at];
        Some((*object, [*attribute].into()))
    }

    /// Services for the owner only.
    fn dealt<T: Debug>(
        &mut self,
        id: ProcessId,
        membership: Membership,
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
            self.judge.trade(membership, object);
        }
    }

    /// Services for federates that do not own the attribute.
    fn asked_for<T: Debug>(
        &mut self,
        id: ProcessId,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        service: Service,
        outcome: &hyla_core::Result<T>,
    ) {
        let owns = self
            .judge
            .object_mut(membership, object)
            .is_some_and(|it| attributes.iter().any(|a| it.owns(membership.federate, a)));
        if outcome.is_ok() {
            self.judge.trade(membership, object);
            if owns {
                self.judge
                    .violated(format!("{id:?} called {service:?} for its own attributes"));
            }
        }
    }

    /// All messages have arrived: asks all federates for the owners.
    pub(crate) fn ask_for_owners(&mut self) {
        self.judge.at_rest = true;
        for at in 0..self.processes.len() {
            let id = ProcessId(at as u32);
            let process = &self.processes[at];
            let (true, Some(membership)) = (process.alive, process.membership) else {
                continue;
            };
            let Some(schema) = process.schema.clone() else {
                continue;
            };
            let known: Vec<_> = match self.judge.members.get(&membership) {
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
