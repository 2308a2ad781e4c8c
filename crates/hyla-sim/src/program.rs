//! The random program of federates, which calls the services.
//!
//! This file chooses federation management; the files in `program` have the rest. What is chosen is a
//! [`Operation`], which `performing` carries out: every call says which exception the model expects.

mod declaring;
mod interactions;
mod objects;
mod owning;
mod performing;
mod placing;
mod points;
mod regions;
mod saves;
mod time;
mod transportation;

use std::fmt::Debug;

use hyla_core::member::Member;
use hyla_core::support::Switch;
use hyla_types::{Edition, Exception, ExceptionKind as Kind, ResignAction, Service};

use crate::driver::Links;
use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::saving::SavePhase;
use crate::world::World;

const FEDERATIONS: [&str; 2] = ["North", "South"];

/// All resign actions.
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
        let remote = process.remote.as_ref();
        if remote.map_or(!process.greeted, |remote| remote.is_fresh()) {
            self.act(id, Operation::Connect {});
            return;
        }
        if remote.is_some_and(|remote| remote.waits()) {
            return;
        }
        let waits = process.waiting.is_some() || process.resigns.is_some();
        if waits || !process.member.is_connected() {
            return;
        }
        let immediate = remote.is_some_and(|remote| remote.is_immediate());
        if !process.behavior.immediate && !immediate {
            let most = u32::from(self.rng.u8(..12));
            if most > 0 {
                self.act(id, Operation::Evoke { most });
            }
        }
        match self.process(id).membership {
            None => self.step_outside(id),
            Some(membership) => {
                self.process(id).age += 1;
                self.step_inside(id, membership);
            }
        }
        self.settle_declarations(id);
        self.flush(id);
    }

    /// Every second federate waits until its declarations are in force everywhere; the others
    /// continue at once, as inside a callback.
    fn settle_declarations(&mut self, id: ProcessId) {
        let process = self.process(id);
        let calls = process.remote.as_ref().is_none_or(|it| it.may_plan());
        if calls && process.waiting.is_none() && process.id.0.is_multiple_of(2) {
            self.act(id, Operation::Settle {});
        }
    }

    /// Calls a service; checks that the raised exception is one that the service lists.
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
        // For the RTI, the federate may have left before it knows.
        let membership = self.process(id).membership;
        let is_lost = membership.is_some_and(|membership| self.judge.lost.contains(&membership));
        if raised != expected && !is_lost {
            self.judge.violated(format!(
                "{id:?} called {service:?}: expected {expected:?}, got {outcome:?}"
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
        if self.process(id).remote.is_some() && self.rng.u8(..12) == 0 {
            self.act(id, Operation::EndSession {});
            return;
        }
        // Most federates use the first federation.
        let federation = FEDERATIONS[usize::from(self.rng.u8(..8) == 0)].to_owned();
        let operation = match self.rng.u8(..10) {
            0 => self.choose_list(id, federation),
            1 => Operation::Destroy { federation },
            2..5 => {
                let time = match self.config.groups.time {
                    true if federation == FEDERATIONS[0] => "HLAinteger64Time",
                    true => "HLAfloat64Time",
                    false => "",
                };
                let time = time.to_owned();
                Operation::Create { federation, time }
            }
            _ => {
                let sky = self.rng.u8(..4) == 0;
                let own = format!("federate {}", self.rng.u8(..120));
                Operation::Join {
                    federation,
                    name: self.rng.bool().then_some(own),
                    federate_type: self.federate_type(id).to_owned(),
                    sky,
                }
            }
        };
        self.act(id, operation);
    }

    fn choose_list(&mut self, id: ProcessId, federation: String) -> Operation {
        let edition = self.process(id).edition;
        if edition == Edition::Hla2025 && self.rng.bool() {
            Operation::ListMembers { federation }
        } else {
            Operation::List {}
        }
    }

    fn step_inside(&mut self, id: ProcessId, membership: Membership) {
        let part = self.judge.part(membership);
        if part != SavePhase::Active {
            self.go_on_with_save(id, part);
            return;
        }
        if self.wants_save() {
            self.work_with_saves(id, membership);
            return;
        }
        let behavior = self.process(id).behavior;
        if self.rng.u16(..1000) < behavior.restless {
            self.choose_to_resign(id);
            return;
        }
        let settling = self.process(id).age < 8;
        let regions = self.config.groups.regions;
        if regions && self.rng.u8(..6) < if settling { 5 } else { 2 } {
            self.work_with_regions(id, membership, settling);
            return;
        }
        if settling || self.rng.u8(..100) < behavior.fickle {
            self.declare_something(id, settling);
            return;
        }
        let of_time = if self.is_steady() { 12 } else { 5 };
        if self.config.groups.time && self.rng.u8(..15) < of_time {
            self.work_with_time(id, membership);
            return;
        }
        if self.config.groups.points && self.rng.u8(..6) == 0 {
            self.work_with_points(id, membership);
            return;
        }
        if self.config.groups.ownership && self.rng.u8(..4) == 0 {
            self.choose_deal(id, membership);
            return;
        }
        if self.config.groups.directed && self.rng.u8(..3) == 0 {
            self.work_with_directed(id, membership);
            return;
        }
        let operation = match self.rng.u8(..40) {
            0 => self.choose_list(id, FEDERATIONS[0].to_owned()),
            1 => Operation::Directive {
                action: self.choose_action(),
            },
            2 => {
                let switch = SWITCHES[self.rng.usize(..SWITCHES.len())].0;
                let on = self.rng.bool();
                Operation::Turn { switch, on }
            }
            3 => Operation::Callbacks {
                on: !self.rng.bool(),
            },
            4 => Operation::JoinAgain {},
            _ => return self.work_with_objects(id, membership),
        };
        self.act(id, operation);
    }

    fn choose_action(&mut self) -> ResignAction {
        self.pick(&ACTIONS).unwrap_or(ResignAction::NoAction)
    }

    fn choose_to_resign(&mut self, id: ProcessId) {
        let action = self.choose_action();
        self.act(id, Operation::Resign { action });
    }
}

/// Advisory switches, with the services that turn them on and off, and the service of 2025.
const SWITCHES: [(Switch, Service, Service, Service); 4] = [
    (
        Switch::ObjectClassRelevanceAdvisory,
        Service::EnableObjectClassRelevanceAdvisorySwitch,
        Service::DisableObjectClassRelevanceAdvisorySwitch,
        Service::SetObjectClassRelevanceAdvisorySwitch,
    ),
    (
        Switch::AttributeRelevanceAdvisory,
        Service::EnableAttributeRelevanceAdvisorySwitch,
        Service::DisableAttributeRelevanceAdvisorySwitch,
        Service::SetAttributeRelevanceAdvisorySwitch,
    ),
    (
        Switch::AttributeScopeAdvisory,
        Service::EnableAttributeScopeAdvisorySwitch,
        Service::DisableAttributeScopeAdvisorySwitch,
        Service::SetAttributeScopeAdvisorySwitch,
    ),
    (
        Switch::InteractionRelevanceAdvisory,
        Service::EnableInteractionRelevanceAdvisorySwitch,
        Service::DisableInteractionRelevanceAdvisorySwitch,
        Service::SetInteractionRelevanceAdvisorySwitch,
    ),
];
