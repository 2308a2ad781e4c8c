//! What federates do: a random program that calls the services.
//!
//! This file chooses and does federation management; the files in `program` have the rest. Every
//! call says which exception the model expects.

mod declaring;
mod objects;
mod owning;
mod placing;
mod points;
mod regions;
mod saves;
mod time;

use std::fmt::Debug;

use hyla_core::member::Member;
use hyla_core::support::Switch;
use hyla_types::{Edition, Exception, ExceptionKind as Kind, ResignAction, Service};

use crate::driver::{Links, address_of};
use crate::fom::{first_module, second_module};
use crate::model::Seat;
use crate::network::ProcessId;
use crate::process::Ask;
use crate::saving::Part;
use crate::world::World;

const FEDERATIONS: [&str; 2] = ["North", "South"];

/// Everything that a resignation can ask for.
const ACTIONS: [ResignAction; 6] = [
    ResignAction::UnconditionallyDivestAttributes,
    ResignAction::DeleteObjects,
    ResignAction::CancelPendingOwnershipAcquisitions,
    ResignAction::DeleteObjectsThenDivest,
    ResignAction::CancelThenDeleteThenDivest,
    ResignAction::NoAction,
];

impl World {
    /// One step of a federate.
    pub(crate) fn step(&mut self, id: ProcessId) {
        let process = self.process(id);
        if !process.greeted {
            self.connect(id);
            return;
        }
        if process.waiting.is_some() || !process.member.is_connected() {
            return;
        }
        if !process.temper.immediate {
            let most = self.rng.u8(..12);
            for _ in 0..most {
                if self.judge.violation.is_some() || !self.deliver_one(id) {
                    break;
                }
            }
        }
        match self.process(id).seat {
            None => self.step_outside(id),
            Some(seat) => {
                self.process(id).age += 1;
                self.step_inside(id, seat);
            }
        }
        self.settle_declarations(id);
        self.flush(id);
    }

    /// Every second federate waits until what it has declared is in force everywhere; the others go on at once, as
    /// inside a callback.
    fn settle_declarations(&mut self, id: ProcessId) {
        let process = self.process(id);
        if process.waiting.is_some() || process.id.0 % 2 == 1 {
            return;
        }
        if let Some(request) = process.member.request_settlement(&mut process.links) {
            process.waiting = Some((request, Ask::Settle));
        }
    }

    /// Calls a service; the exceptions that it raises must be among those that it lists.
    pub(crate) fn call<T: Debug>(
        &mut self,
        id: ProcessId,
        service: Service,
        call: impl FnOnce(&mut Member, &mut Links) -> hyla_core::Result<T>,
    ) -> hyla_core::Result<T> {
        let process = self.process(id);
        let admitted = process.member.admit(service);
        let outcome = admitted.and_then(|()| call(&mut process.member, &mut process.links));
        let told = outcome.as_ref().map_err(|e| e.kind);
        self.note(format_args!("{id:?} -> {service:?}: {told:?}"));
        self.tally(id, service, &outcome);
        outcome
    }

    pub(crate) fn tally<T>(
        &mut self,
        id: ProcessId,
        service: Service,
        outcome: &Result<T, Exception>,
    ) {
        let edition = self.process(id).edition;
        match outcome {
            Ok(_) => *self.outcome.services.entry(service).or_default() += 1,
            Err(exception) => {
                self.outcome.refusals += 1;
                let told = exception.clone().for_service(service, edition).kind;
                if told == Kind::RTIinternalError && exception.kind != Kind::RTIinternalError {
                    self.judge.violated(format!(
                        "{service:?} raised {exception}, which {edition:?} does not list"
                    ));
                }
            }
        }
    }

    /// Compares an outcome with what the model expects.
    pub(crate) fn agree<T: Debug>(
        &mut self,
        id: ProcessId,
        service: Service,
        outcome: &hyla_core::Result<T>,
        expected: Option<Kind>,
    ) {
        let raised = outcome.as_ref().err().map(|e| e.kind);
        if raised != expected {
            self.judge.violated(format!(
                "{id:?} called {service:?}: expected was {expected:?}, got {outcome:?}"
            ));
        }
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() {
            None
        } else {
            Some(from[self.rng.usize(..from.len())])
        }
    }

    fn step_outside(&mut self, id: ProcessId) {
        // The first federation is where most of the life is.
        let name = FEDERATIONS[usize::from(self.rng.u8(..8) == 0)];
        match self.rng.u8(..10) {
            0 => self.list(id, name),
            1 => {
                let asked = self.call(id, Service::DestroyFederationExecution, |member, links| {
                    member.destroy_federation_execution(name, links)
                });
                self.wait(id, asked, Ask::Destroy);
            }
            2..5 => {
                let time = match self.config.groups.time {
                    true if name == FEDERATIONS[0] => "HLAinteger64Time",
                    true => "HLAfloat64Time",
                    false => "",
                };
                let asked = self.call(id, Service::CreateFederationExecution, |member, links| {
                    let modules = vec![first_module()];
                    member.create_federation_execution(name, modules, None, time, links)
                });
                self.wait(id, asked, Ask::Create);
            }
            _ => {
                let addresses = match self.process(id).temper.has_address {
                    true => vec![address_of(id)],
                    false => Vec::new(),
                };
                let modules = if self.rng.u8(..4) == 0 {
                    vec![second_module()]
                } else {
                    Vec::new()
                };
                let own = format!("federate {}", self.rng.u8(..120));
                let named = self.rng.bool().then_some(own);
                let kind = self.federate_type(id);
                let asked = self.call(id, Service::JoinFederationExecution, |member, links| {
                    let named = named.as_deref();
                    member.join_federation_execution(named, kind, name, modules, addresses, links)
                });
                self.wait(id, asked, Ask::Join);
            }
        }
    }

    fn wait(
        &mut self,
        id: ProcessId,
        asked: hyla_core::Result<hyla_core::message::RequestId>,
        ask: Ask,
    ) {
        match asked {
            Ok(request) => self.process(id).waiting = Some((request, ask)),
            Err(exception) => self
                .judge
                .violated(format!("{id:?} may not {ask:?}: {exception}")),
        }
    }

    fn list(&mut self, id: ProcessId, name: &str) {
        let edition = self.process(id).edition;
        let listed = if edition == Edition::Hla2025 && self.rng.bool() {
            self.call(
                id,
                Service::ListFederationExecutionMembers,
                |member, links| member.list_federation_execution_members(name, links),
            )
        } else {
            self.call(id, Service::ListFederationExecutions, |member, links| {
                member.list_federation_executions(links)
            })
        };
        if listed.is_ok() {
            self.process(id).lists += 1;
        }
    }

    fn step_inside(&mut self, id: ProcessId, seat: Seat) {
        let part = self.judge.part(seat);
        if part != Part::Active {
            self.go_on_with_save(id, seat, part);
            return;
        }
        if self.wants_save() {
            self.work_with_saves(id, seat);
            return;
        }
        let temper = self.process(id).temper;
        if self.rng.u16(..1000) < temper.restless {
            self.resign(id, seat);
            return;
        }
        let settling = self.process(id).age < 8;
        let regions = self.config.groups.regions;
        if regions && self.rng.u8(..6) < if settling { 5 } else { 2 } {
            self.work_with_regions(id, seat, settling);
            return;
        }
        if settling || self.rng.u8(..100) < temper.fickle {
            self.declare_something(id, seat, settling);
            return;
        }
        if self.config.groups.time && self.rng.u8(..3) == 0 {
            self.work_with_time(id, seat);
            return;
        }
        if self.config.groups.points && self.rng.u8(..6) == 0 {
            self.work_with_points(id, seat);
            return;
        }
        if self.config.groups.ownership && self.rng.u8(..4) == 0 {
            self.trade(id, seat);
            return;
        }
        if self.config.groups.directed && self.rng.u8(..3) == 0 {
            self.work_with_directed(id, seat);
            return;
        }
        match self.rng.u8(..40) {
            0 => self.list(id, FEDERATIONS[0]),
            1 => {
                let action = self.pick(&ACTIONS).unwrap_or(ResignAction::NoAction);
                let set = self.call(id, Service::SetAutomaticResignDirective, |member, links| {
                    member.set_automatic_resign_directive(action, links)
                });
                self.agree(id, Service::SetAutomaticResignDirective, &set, None);
            }
            2 => self.turn_switch(id, seat),
            3 => {
                let off = self.rng.bool();
                let member = &mut self.process(id).member;
                if off {
                    member.disable_callbacks();
                } else {
                    member.enable_callbacks();
                }
            }
            4 => {
                let again = self.call(id, Service::JoinFederationExecution, |member, links| {
                    let name = FEDERATIONS[0];
                    member.join_federation_execution(None, "sim", name, vec![], vec![], links)
                });
                let expected = Some(Kind::FederateAlreadyExecutionMember);
                self.agree(id, Service::JoinFederationExecution, &again, expected);
            }
            _ => self.work_with_objects(id, seat),
        }
    }

    fn resign(&mut self, id: ProcessId, seat: Seat) {
        let action = self.pick(&ACTIONS).unwrap_or(ResignAction::NoAction);
        let expected = self.judge.resign_refusal(seat, action);
        let service = Service::ResignFederationExecution;
        let asked = self.call(id, service, |member, links| {
            member.resign_federation_execution(action, links)
        });
        // The RTI may have restored already: then the member does not own yet, or still owns, what the judge thinks.
        let restores = self.process(id).member.may_be_renamed();
        let expected = match &asked {
            Err(refusal) if restores && refusal.kind == Kind::FederateOwnsAttributes => {
                Some(Kind::FederateOwnsAttributes)
            }
            Ok(_) if restores => None,
            _ => expected,
        };
        self.agree_on_acquisitions(id, seat, None, service, &asked, expected);
        if let Ok(request) = asked {
            self.judge.resigning(seat, action);
            self.process(id).waiting = Some((request, Ask::Resign));
        }
    }

    fn turn_switch(&mut self, id: ProcessId, seat: Seat) {
        let switch = [
            Switch::ObjectClassRelevanceAdvisory,
            Switch::AttributeRelevanceAdvisory,
            Switch::AttributeScopeAdvisory,
            Switch::InteractionRelevanceAdvisory,
        ];
        let services = [
            (
                Service::EnableObjectClassRelevanceAdvisorySwitch,
                Service::DisableObjectClassRelevanceAdvisorySwitch,
                Service::SetObjectClassRelevanceAdvisorySwitch,
            ),
            (
                Service::EnableAttributeRelevanceAdvisorySwitch,
                Service::DisableAttributeRelevanceAdvisorySwitch,
                Service::SetAttributeRelevanceAdvisorySwitch,
            ),
            (
                Service::EnableAttributeScopeAdvisorySwitch,
                Service::DisableAttributeScopeAdvisorySwitch,
                Service::SetAttributeScopeAdvisorySwitch,
            ),
            (
                Service::EnableInteractionRelevanceAdvisorySwitch,
                Service::DisableInteractionRelevanceAdvisorySwitch,
                Service::SetInteractionRelevanceAdvisorySwitch,
            ),
        ];
        let at = self.rng.usize(..switch.len());
        let (on, switch) = (self.rng.bool(), switch[at]);
        if (at == 0 || at == 3)
            && let Some(member) = self.judge.members.get_mut(&seat)
        {
            member.switched = true;
        }
        let (enable, disable, set) = services[at];
        if self.process(id).edition == Edition::Hla2025 {
            let done = self.call(id, set, |member, _| member.set_switch(switch, on));
            self.agree(id, set, &done, None);
        } else {
            let service = if on { enable } else { disable };
            let _ = self.call(id, service, |member, _| {
                member.turn_advisory_switch(switch, on)
            });
        }
    }
}
