//! Carries out operations, chosen by the random program or from a list.

use std::collections::BTreeSet;

use hyla_core::support::Switch;
use hyla_types::{Edition, ExceptionKind as Kind, ResignAction, Service};

use super::{FEDERATIONS, SWITCHES};
use crate::driver::{addresses_of, instant};
use crate::fom::{Schema, first_module, second_module};
use crate::model::Membership;
use crate::network::{Event, Micros, ProcessId};
use crate::operations::{Operation, Precondition};
use crate::process::{PendingAnswer, Resignation};
use crate::saving::SavePhase;
use crate::words::OwnershipService;
use crate::world::World;

/// How long a federate that resigns waits until members of groups have what it sent.
const ACKNOWLEDGED_WITHIN: Micros = 5_000_000;

impl World {
    /// Whether a federate, and its client if it has one, is in the state for the operation.
    pub(crate) fn is_ready_for(&self, id: ProcessId, operation: &Operation) -> bool {
        let Some(remote) = &self.processes[id.0 as usize].remote else {
            return self.is_ready_there(id, operation);
        };
        match operation.precondition() {
            Precondition::Anywhere => self.is_ready_there(id, operation),
            Precondition::Wire => self.processes[id.0 as usize].alive && remote.is_cuttable(),
            Precondition::Start => self.is_ready_there(id, operation) && remote.is_fresh(),
            _ => self.is_ready_there(id, operation) && remote.may_plan(),
        }
    }

    /// Whether a process is in the state for the operation.
    pub(crate) fn is_ready_there(&self, id: ProcessId, operation: &Operation) -> bool {
        let process = &self.processes[id.0 as usize];
        let free = process.greeted
            && process.waiting.is_none()
            && process.resigns.is_none()
            && process.member.is_connected();
        let part = process
            .membership
            .map(|membership| self.judge.part(membership));
        process.alive
            && match operation.precondition() {
                Precondition::Anywhere => process.greeted,
                Precondition::Wire => false,
                Precondition::Start => !process.greeted,
                Precondition::Connected => free,
                Precondition::Outside => free && part.is_none(),
                Precondition::Inside => free && part == Some(SavePhase::Active),
                Precondition::Joined => free && part.is_some(),
                Precondition::Saving => free && part.is_some_and(|part| part != SavePhase::Active),
            }
    }

    /// Performs an operation of the random program.
    pub(crate) fn act(&mut self, id: ProcessId, operation: Operation) {
        self.operations += 1;
        self.record(id, &operation);
        self.undertake(id, operation);
    }

    pub(crate) fn perform(&mut self, id: ProcessId, operation: Operation) {
        if self.config.multicast {
            // Groups are paced.
            let now = instant(self.network.now());
            self.process(id).links.at(now);
        }
        match operation {
            Operation::Crash { lot } => self.crash(id, lot),
            Operation::Sever { lot } => self.sever(id, lot),
            Operation::Cut { with, lot } => self.cut(id, ProcessId(with), lot),
            Operation::Pause { length } => self.pause(id, length),
            Operation::PauseRti { length } => self.pause_rti(length),
            // Handled by clients.
            Operation::CutClient { .. } | Operation::EndSession {} => {}
            Operation::Connect {} => self.connect(id),
            Operation::Evoke { most } => {
                for _ in 0..most {
                    if self.judge.violation.is_some() || !self.deliver_one(id) {
                        break;
                    }
                }
            }
            Operation::Settle {} => {
                let process = self.process(id);
                if let Some(request) = process.member.request_settlement(&mut process.links) {
                    process.waiting = Some((request, PendingAnswer::Settle));
                }
            }
            Operation::List {} => {
                let service = Service::ListFederationExecutions;
                let listed = self.call(id, service, |m, out| m.list_federation_executions(out));
                self.process(id).lists += u32::from(listed.is_ok());
            }
            Operation::ListMembers { federation } => {
                if self.process(id).edition != Edition::Hla2025 {
                    return;
                }
                let service = Service::ListFederationExecutionMembers;
                let listed = self.call(id, service, |m, out| {
                    m.list_federation_execution_members(&federation, out)
                });
                self.process(id).lists += u32::from(listed.is_ok());
            }
            Operation::Destroy { federation } => {
                let service = Service::DestroyFederationExecution;
                let asked = self.call(id, service, |m, out| {
                    m.destroy_federation_execution(&federation, out)
                });
                self.wait(id, asked, PendingAnswer::Destroy);
            }
            Operation::Create { federation, time } => {
                let service = Service::CreateFederationExecution;
                let asked = self.call(id, service, |m, out| {
                    let modules = vec![first_module()];
                    m.create_federation_execution(&federation, modules, None, &time, out)
                });
                self.wait(id, asked, PendingAnswer::Create);
            }
            Operation::Join {
                federation,
                name,
                federate_type,
                sky,
            } => {
                let addresses = match self.process(id).behavior.has_address {
                    true => addresses_of(id),
                    false => Vec::new(),
                };
                let modules = if sky {
                    vec![second_module()]
                } else {
                    Vec::new()
                };
                let service = Service::JoinFederationExecution;
                let asked = self.call(id, service, |m, out| {
                    let (name, kind) = (name.as_deref(), &federate_type);
                    m.join_federation_execution(name, kind, &federation, modules, addresses, out)
                });
                self.wait(id, asked, PendingAnswer::Join);
            }
            inside => {
                let process = self.process(id);
                if let (Some(membership), Some(schema)) =
                    (process.membership, process.schema.clone())
                {
                    self.perform_inside(id, membership, &schema, inside);
                }
            }
        }
    }

    /// Operations of joined federates. A line without effect, since others are left out, does
    /// nothing.
    #[allow(clippy::too_many_lines)] // one arm for each operation
    fn perform_inside(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Schema,
        operation: Operation,
    ) {
        let modern = self.process(id).edition == Edition::Hla2025;
        let has = |class, all: &BTreeSet<_>| all.iter().all(|a| schema.has(class, *a));
        let directs = |class, all: &BTreeSet<_>| {
            let row = schema.object(class);
            modern && row.is_some_and(|row| all.iter().all(|i| row.directed.contains(i)))
        };
        let own = |world: &Self, all: &BTreeSet<_>| {
            let member = world.judge.members.get(&membership);
            member.is_some_and(|m| all.iter().all(|region| m.regions.contains_key(region)))
        };
        let spatial = |class| !schema.object_dimensions(class).is_empty();
        let heard = |class| !schema.interaction_dimensions(class).is_empty();
        match operation {
            Operation::JoinAgain {} => {
                let service = Service::JoinFederationExecution;
                let again = self.call(id, service, |m, out| {
                    let name = FEDERATIONS[0];
                    m.join_federation_execution(None, "sim", name, vec![], vec![], out)
                });
                let expected = Some(Kind::FederateAlreadyExecutionMember);
                self.agree(id, service, &again, expected);
            }
            Operation::Resign { action } => self.resign(id, membership, action),
            Operation::Directive { action } => {
                let service = Service::SetAutomaticResignDirective;
                let set = self.call(id, service, |m, out| {
                    m.set_automatic_resign_directive(action, out)
                });
                self.agree(id, service, &set, None);
            }
            Operation::Turn { switch, on } => self.turn_switch(id, membership, switch, on),
            Operation::Callbacks { on: true } => self.process(id).member.enable_callbacks(),
            Operation::Callbacks { on: false } => self.process(id).member.disable_callbacks(),
            Operation::RegisterPoint { point, federates } => {
                self.register_point(id, membership, &point, &federates);
            }
            Operation::Achieve {
                point,
                successfully,
            } => self.achieve(id, membership, &point, successfully),
            Operation::Save { name, stamp } => self.request_save(id, membership, &name, stamp),
            Operation::Restore { name } => self.request_restore(id, &name),
            Operation::AbortSave {} => drop(self.abort_save(id, membership)),
            Operation::AbortRestore {} => self.abort_restore(id, membership),
            Operation::BeginUnasked {} => self.begin_unasked(id),
            Operation::CompleteUnasked {} => self.complete_unasked(id),
            Operation::Status {} => self.query_status(id),
            Operation::Forbidden {} => {
                let part = self.judge.part(membership);
                self.do_what_is_forbidden(id, part);
            }
            Operation::Answer { successfully } => {
                let part = self.judge.part(membership);
                self.answer(id, membership, part, successfully);
            }
            Operation::Publish { class, attributes } if has(class, &attributes) => {
                self.publish(id, membership, class, &attributes, schema.privilege);
            }
            Operation::Unpublish { class, attributes } if has(class, &attributes) => {
                self.unpublish(id, membership, class, &attributes);
            }
            Operation::UnpublishClass { class } => self.unpublish_class(id, membership, class),
            Operation::Subscribe {
                class,
                attributes,
                active,
                rate,
            } if has(class, &attributes) => {
                let rate = rate.map(|at| at as usize);
                self.subscribe(id, membership, class, &attributes, active, rate);
            }
            Operation::Unsubscribe { class, attributes } if has(class, &attributes) => {
                self.unsubscribe(id, membership, class, Some(&attributes));
            }
            Operation::UnsubscribeClass { class } => self.unsubscribe(id, membership, class, None),
            Operation::PublishInteraction { interaction } => {
                self.publish_interaction(id, membership, interaction);
            }
            Operation::UnpublishInteraction { interaction } => {
                self.unpublish_interaction(id, membership, interaction);
            }
            Operation::SubscribeInteraction {
                interaction,
                active,
            } => self.subscribe_interaction(id, membership, interaction, active),
            Operation::UnsubscribeInteraction { interaction } => {
                self.unsubscribe_interaction(id, membership, interaction);
            }
            Operation::PublishDirected {
                class,
                interactions,
            } if directs(class, &interactions) => {
                self.publish_directed(id, membership, class, &interactions);
            }
            Operation::UnpublishDirected { class } if modern => {
                self.unpublish_directed(id, membership, class);
            }
            Operation::SubscribeDirected {
                class,
                interactions,
                universal,
            } if directs(class, &interactions) => {
                self.subscribe_directed(id, membership, class, &interactions, universal);
            }
            Operation::UnsubscribeDirected {
                class,
                interactions,
            } if directs(class, &interactions) => {
                self.unsubscribe_directed(id, membership, class, &interactions);
            }
            Operation::Reserve { name } => {
                self.reserve(id, membership, BTreeSet::from([name]), false);
            }
            Operation::ReserveSeveral { names } => self.reserve(id, membership, names, true),
            Operation::Release { name } => self.release(id, membership, &name),
            Operation::Register { class, name, label } => {
                self.register(id, membership, class, name.as_deref(), label);
            }
            Operation::Delete {
                object,
                tag,
                stamp,
                label,
            } => self.delete(id, membership, object, (stamp, label), &tag.0),
            Operation::Forget { object } => self.local_delete(id, membership, object),
            Operation::Update {
                object,
                attributes,
                stamp,
                label,
            } => self.update(id, membership, object, attributes, (stamp, label)),
            Operation::Send {
                interaction,
                parameters,
                stamp,
                label,
            } => self.send_interaction(id, membership, interaction, parameters, (stamp, label)),
            Operation::SendDirected {
                interaction,
                object,
                stamp,
                label,
            } if modern => self.send_directed(id, membership, interaction, object, (stamp, label)),
            Operation::RequestClass { class } => self.request_class_values(id, membership, class),
            Operation::Request { object } => self.request_values(id, membership, object),
            Operation::ChangeTransportation {
                object,
                attributes,
                reliable,
            } => self.change_transportation(id, membership, object, &attributes, reliable),
            Operation::ChangeInteractionTransportation {
                interaction,
                reliable,
            } => self.change_interaction_transportation(id, membership, interaction, reliable),
            Operation::QueryTransportation { object, attribute } => {
                let class = self.known_class(membership, object);
                if class.is_some_and(|class| schema.has(class, attribute)) {
                    self.query_transportation(id, object, attribute);
                }
            }
            Operation::QueryInteractionTransportation {
                federate,
                interaction,
            } => self.query_interaction_transportation(id, membership, federate, interaction),
            Operation::Trade {
                deal,
                object,
                attributes,
                tag,
            } => {
                // The cancelled acquisition may be of a removed instance.
                let known = self.known_class(membership, object);
                if deal == OwnershipService::CancelAcquisition
                    || known.is_some_and(|c| has(c, &attributes))
                {
                    self.trade(id, membership, deal, (object, &attributes), &tag.0);
                }
            }
            Operation::Regulate { lookahead } => self.regulate(id, membership, lookahead.max(0)),
            Operation::Constrain {} => self.constrain(id, membership),
            Operation::StopRegulating {} => self.stop_regulating(id, membership),
            Operation::StopConstraining {} => self.stop_constraining(id, membership),
            Operation::ChangeLookahead { lookahead } => {
                self.change_lookahead(id, membership, lookahead.max(0));
            }
            Operation::Advance { kind, to } => self.advance(id, membership, kind, to),
            Operation::InteractionOrder {
                interaction,
                stamped,
            } => self.change_order(id, membership, interaction, stamped),
            Operation::DefaultOrder { class, stamped } if modern => {
                self.change_default_order(id, membership, class, stamped);
            }
            Operation::AttributeOrder {
                object,
                attributes,
                stamped,
            } => self.change_attribute_order(id, membership, object, &attributes, stamped),
            Operation::Asynchronous { on } => self.switch_asynchronous(id, membership, on),
            Operation::Galt {} => self.ask_galt(id),
            Operation::Retract { message } => self.retract(id, membership, message),
            Operation::CreateRegion { dimensions, label } => {
                self.create_region(id, membership, &dimensions, label);
            }
            Operation::SetRange {
                region,
                dimension,
                from,
                to,
            } => self.set_range(id, membership, region, dimension, (from, to)),
            Operation::CommitRegions { regions } if own(self, &regions) => {
                self.commit_regions(id, membership, regions);
            }
            Operation::DeleteRegion { region } if own(self, &[region].into()) => {
                self.delete_region(id, membership, region);
            }
            Operation::RegisterWithRegions {
                class,
                attributes,
                regions,
                label,
            } if own(self, &regions) => {
                self.register_with_regions(id, membership, class, (&attributes, &regions), label);
            }
            Operation::Associate {
                object,
                attributes,
                regions,
            } if own(self, &regions) => {
                let known = self.known_class(membership, object);
                if known.is_some_and(|class| has(class, &attributes)) {
                    self.associate(id, membership, object, (&attributes, &regions), true);
                }
            }
            Operation::Unassociate {
                object,
                attributes,
                regions,
            } if own(self, &regions) => {
                let known = self.known_class(membership, object);
                if known.is_some_and(|class| has(class, &attributes)) {
                    self.associate(id, membership, object, (&attributes, &regions), false);
                }
            }
            Operation::SubscribeWithRegions {
                class,
                attributes,
                regions,
                active,
                rate,
            } if own(self, &regions) && has(class, &attributes) && spatial(class) => {
                let (both, rate) = ((&attributes, &regions), rate.map(|at| at as usize));
                self.subscribe_with_regions(id, membership, class, both, active, rate);
            }
            Operation::UnsubscribeWithRegions {
                class,
                attributes,
                regions,
            } if own(self, &regions) && has(class, &attributes) && spatial(class) => {
                self.unsubscribe_with_regions(id, membership, class, (&attributes, &regions));
            }
            Operation::HearWithRegions {
                interaction,
                regions,
                active,
            } if own(self, &regions) && heard(interaction) => {
                self.hear_with_regions(id, membership, interaction, &regions, active);
            }
            Operation::UnhearWithRegions {
                interaction,
                regions,
            } if own(self, &regions) && heard(interaction) => {
                self.unhear_with_regions(id, membership, interaction, &regions);
            }
            Operation::RequestWithRegions {
                class,
                attributes,
                regions,
            } if own(self, &regions) && has(class, &attributes) && spatial(class) => {
                self.request_values_with_regions(id, membership, class, (&attributes, &regions));
            }
            Operation::SendWithRegions {
                interaction,
                regions,
                stamp,
                label,
            } if own(self, &regions) && heard(interaction) => {
                self.send_with_regions(id, membership, interaction, &regions, (stamp, label));
            }
            _ => {}
        }
    }

    fn wait(
        &mut self,
        id: ProcessId,
        asked: hyla_core::Result<hyla_core::message::RequestId>,
        ask: PendingAnswer,
    ) {
        match asked {
            Ok(request) => self.process(id).waiting = Some((request, ask)),
            Err(exception) => self
                .judge
                .violated(format!("{id:?} may not {ask:?}: {exception}")),
        }
    }

    /// Resigns, as soon as members of groups have acknowledged what was sent to them.
    fn resign(&mut self, id: ProcessId, membership: Membership, action: ResignAction) {
        let until = self.network.now() + ACKNOWLEDGED_WITHIN;
        let process = self.process(id);
        if process.links.has_sent_to_groups() {
            return self.resign_now(id, membership, action);
        }
        if process.remote.is_some() {
            // Its host would stand still meanwhile.
            self.process(id).links.send_rest_by_streams();
            return self.resign_now(id, membership, action);
        }
        process.resigns = Some(Resignation { action, until });
        self.network.schedule(until, Event::Turn(id));
    }

    /// Resigns if the federate waits for acknowledgements only, and has them or has waited long enough.
    pub(crate) fn resign_in_time(&mut self, id: ProcessId) {
        let now = self.network.now();
        let process = self.process(id);
        let Some(Resignation { action, until }) = process.resigns else {
            return;
        };
        let has_all = process.links.has_sent_to_groups();
        if !process.alive || !has_all && until > now {
            return;
        }
        process.resigns = None;
        if !has_all {
            process.links.at(instant(now));
            process.links.send_rest_by_streams();
            self.outcome.hasty += 1;
        }
        let operation = Operation::Resign { action };
        if let Some(membership) = self.process(id).membership
            && self.is_ready_for(id, &operation)
        {
            self.resign_now(id, membership, action);
        }
        self.flush(id);
    }

    fn resign_now(&mut self, id: ProcessId, membership: Membership, action: ResignAction) {
        let expected = self.judge.resign_refusal(membership, action);
        let service = Service::ResignFederationExecution;
        let asked = self.call(id, service, |member, links| {
            member.resign_federation_execution(action, links)
        });
        // The RTI may have restored already: the member's ownership may not match the judge's.
        let restores = self.process(id).member.may_be_renamed();
        let expected = match &asked {
            Err(refusal) if restores && refusal.kind == Kind::FederateOwnsAttributes => {
                Some(Kind::FederateOwnsAttributes)
            }
            Ok(_) if restores => None,
            _ => expected,
        };
        self.agree_on_acquisitions(id, membership, None, service, &asked, expected);
        if let Ok(request) = asked {
            self.judge.resigning(membership, action);
            self.process(id).waiting = Some((request, PendingAnswer::Resign));
        }
    }

    fn turn_switch(&mut self, id: ProcessId, membership: Membership, switch: Switch, on: bool) {
        let found = SWITCHES.iter().find(|(of, ..)| *of == switch);
        let Some((_, enable, disable, set)) = found.copied() else {
            return;
        };
        let classes = [
            Switch::ObjectClassRelevanceAdvisory,
            Switch::InteractionRelevanceAdvisory,
        ];
        if let Some(member) = self.judge.members.get_mut(&membership) {
            member.switched |= classes.contains(&switch);
            member.advised.no_scope |= switch == Switch::AttributeScopeAdvisory;
            member.advised.no_updates |= switch == Switch::AttributeRelevanceAdvisory;
        }
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
