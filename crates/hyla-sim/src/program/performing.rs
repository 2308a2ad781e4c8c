//! Carries deeds out, whether the random program chose them or a list has them.

use std::collections::BTreeSet;

use hyla_core::support::Switch;
use hyla_types::{Edition, ExceptionKind as Kind, ResignAction, Service};

use super::{FEDERATIONS, SWITCHES};
use crate::deeds::{Deed, Place};
use crate::driver::addresses_of;
use crate::fom::{Schema, first_module, second_module};
use crate::model::Seat;
use crate::network::ProcessId;
use crate::process::Ask;
use crate::saving::Part;
use crate::words::Deal;
use crate::world::World;

impl World {
    /// Whether a federate is where it has to be for that, and its client, if it has one.
    pub(crate) fn is_ready_for(&self, id: ProcessId, deed: &Deed) -> bool {
        let Some(remote) = &self.processes[id.0 as usize].remote else {
            return self.is_ready_there(id, deed);
        };
        match deed.place() {
            Place::Anywhere => self.is_ready_there(id, deed),
            Place::Wire => self.processes[id.0 as usize].alive && remote.is_cuttable(),
            Place::Start => self.is_ready_there(id, deed) && remote.is_fresh(),
            _ => self.is_ready_there(id, deed) && remote.may_plan(),
        }
    }

    /// Whether a process is where it has to be for that.
    pub(crate) fn is_ready_there(&self, id: ProcessId, deed: &Deed) -> bool {
        let process = &self.processes[id.0 as usize];
        let free = process.greeted && process.waiting.is_none() && process.member.is_connected();
        let part = process.seat.map(|seat| self.judge.part(seat));
        process.alive
            && match deed.place() {
                Place::Anywhere => process.greeted,
                Place::Wire => false,
                Place::Start => !process.greeted,
                Place::Connected => free,
                Place::Outside => free && part.is_none(),
                Place::Inside => free && part == Some(Part::Active),
                Place::Joined => free && part.is_some(),
                Place::Saving => free && part.is_some_and(|part| part != Part::Active),
            }
    }

    /// Does what the random program has chosen.
    pub(crate) fn act(&mut self, id: ProcessId, deed: Deed) {
        self.deeds += 1;
        self.record(id, &deed);
        self.undertake(id, deed);
    }

    pub(crate) fn perform(&mut self, id: ProcessId, deed: Deed) {
        match deed {
            Deed::Crash { lot } => self.crash(id, lot),
            Deed::Sever { lot } => self.sever(id, lot),
            Deed::Cut { with, lot } => self.cut(id, ProcessId(with), lot),
            Deed::Pause { length } => self.pause(id, length),
            Deed::PauseRti { length } => self.pause_rti(length),
            // These are a matter of clients.
            Deed::CutClient { .. } | Deed::EndSession {} => {}
            Deed::Connect {} => self.connect(id),
            Deed::Evoke { most } => {
                for _ in 0..most {
                    if self.judge.violation.is_some() || !self.deliver_one(id) {
                        break;
                    }
                }
            }
            Deed::Settle {} => {
                let process = self.process(id);
                if let Some(request) = process.member.request_settlement(&mut process.links) {
                    process.waiting = Some((request, Ask::Settle));
                }
            }
            Deed::List {} => {
                let service = Service::ListFederationExecutions;
                let listed = self.call(id, service, |m, out| m.list_federation_executions(out));
                self.process(id).lists += u32::from(listed.is_ok());
            }
            Deed::ListMembers { federation } => {
                if self.process(id).edition != Edition::Hla2025 {
                    return;
                }
                let service = Service::ListFederationExecutionMembers;
                let listed = self.call(id, service, |m, out| {
                    m.list_federation_execution_members(&federation, out)
                });
                self.process(id).lists += u32::from(listed.is_ok());
            }
            Deed::Destroy { federation } => {
                let service = Service::DestroyFederationExecution;
                let asked = self.call(id, service, |m, out| {
                    m.destroy_federation_execution(&federation, out)
                });
                self.wait(id, asked, Ask::Destroy);
            }
            Deed::Create { federation, time } => {
                let service = Service::CreateFederationExecution;
                let asked = self.call(id, service, |m, out| {
                    let modules = vec![first_module()];
                    m.create_federation_execution(&federation, modules, None, &time, out)
                });
                self.wait(id, asked, Ask::Create);
            }
            Deed::Join {
                federation,
                name,
                federate_type,
                sky,
            } => {
                let addresses = match self.process(id).temper.has_address {
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
                self.wait(id, asked, Ask::Join);
            }
            inside => {
                let process = self.process(id);
                if let (Some(seat), Some(schema)) = (process.seat, process.schema.clone()) {
                    self.perform_inside(id, seat, &schema, inside);
                }
            }
        }
    }

    /// What only a joined federate does. A line that fits no more since others are left out does nothing.
    #[allow(clippy::too_many_lines)] // one arm for each deed
    fn perform_inside(&mut self, id: ProcessId, seat: Seat, schema: &Schema, deed: Deed) {
        let modern = self.process(id).edition == Edition::Hla2025;
        let has = |class, all: &BTreeSet<_>| all.iter().all(|a| schema.has(class, *a));
        let directs = |class, all: &BTreeSet<_>| {
            let row = schema.object(class);
            modern && row.is_some_and(|row| all.iter().all(|i| row.directed.contains(i)))
        };
        let own = |world: &Self, all: &BTreeSet<_>| {
            let member = world.judge.members.get(&seat);
            member.is_some_and(|m| all.iter().all(|region| m.regions.contains_key(region)))
        };
        let spatial = |class| !schema.object_dimensions(class).is_empty();
        let heard = |class| !schema.interaction_dimensions(class).is_empty();
        match deed {
            Deed::JoinAgain {} => {
                let service = Service::JoinFederationExecution;
                let again = self.call(id, service, |m, out| {
                    let name = FEDERATIONS[0];
                    m.join_federation_execution(None, "sim", name, vec![], vec![], out)
                });
                let expected = Some(Kind::FederateAlreadyExecutionMember);
                self.agree(id, service, &again, expected);
            }
            Deed::Resign { action } => self.resign(id, seat, action),
            Deed::Directive { action } => {
                let service = Service::SetAutomaticResignDirective;
                let set = self.call(id, service, |m, out| {
                    m.set_automatic_resign_directive(action, out)
                });
                self.agree(id, service, &set, None);
            }
            Deed::Turn { switch, on } => self.turn_switch(id, seat, switch, on),
            Deed::Callbacks { on: true } => self.process(id).member.enable_callbacks(),
            Deed::Callbacks { on: false } => self.process(id).member.disable_callbacks(),
            Deed::RegisterPoint { point, federates } => {
                self.register_point(id, seat, &point, &federates);
            }
            Deed::Achieve {
                point,
                successfully,
            } => self.achieve(id, seat, &point, successfully),
            Deed::Save { name, stamp } => self.request_save(id, seat, &name, stamp),
            Deed::Restore { name } => self.request_restore(id, &name),
            Deed::AbortSave {} => drop(self.abort_save(id, seat)),
            Deed::AbortRestore {} => self.abort_restore(id, seat),
            Deed::BeginUnasked {} => self.begin_unasked(id),
            Deed::CompleteUnasked {} => self.complete_unasked(id),
            Deed::Status {} => self.query_status(id),
            Deed::Forbidden {} => {
                let part = self.judge.part(seat);
                self.do_what_is_forbidden(id, part);
            }
            Deed::Answer { successfully } => {
                let part = self.judge.part(seat);
                self.answer(id, seat, part, successfully);
            }
            Deed::Publish { class, attributes } if has(class, &attributes) => {
                self.publish(id, seat, class, &attributes, schema.privilege);
            }
            Deed::Unpublish { class, attributes } if has(class, &attributes) => {
                self.unpublish(id, seat, class, &attributes);
            }
            Deed::UnpublishClass { class } => self.unpublish_class(id, seat, class),
            Deed::Subscribe {
                class,
                attributes,
                active,
                rate,
            } if has(class, &attributes) => {
                let rate = rate.map(|at| at as usize);
                self.subscribe(id, seat, class, &attributes, active, rate);
            }
            Deed::Unsubscribe { class, attributes } if has(class, &attributes) => {
                self.unsubscribe(id, seat, class, Some(&attributes));
            }
            Deed::UnsubscribeClass { class } => self.unsubscribe(id, seat, class, None),
            Deed::PublishInteraction { interaction } => {
                self.publish_interaction(id, seat, interaction);
            }
            Deed::UnpublishInteraction { interaction } => {
                self.unpublish_interaction(id, seat, interaction);
            }
            Deed::SubscribeInteraction {
                interaction,
                active,
            } => self.subscribe_interaction(id, seat, interaction, active),
            Deed::UnsubscribeInteraction { interaction } => {
                self.unsubscribe_interaction(id, seat, interaction);
            }
            Deed::PublishDirected {
                class,
                interactions,
            } if directs(class, &interactions) => {
                self.publish_directed(id, seat, class, &interactions);
            }
            Deed::UnpublishDirected { class } if modern => self.unpublish_directed(id, seat, class),
            Deed::SubscribeDirected {
                class,
                interactions,
                universal,
            } if directs(class, &interactions) => {
                self.subscribe_directed(id, seat, class, &interactions, universal);
            }
            Deed::UnsubscribeDirected {
                class,
                interactions,
            } if directs(class, &interactions) => {
                self.unsubscribe_directed(id, seat, class, &interactions);
            }
            Deed::Reserve { name } => self.reserve(id, seat, BTreeSet::from([name]), false),
            Deed::ReserveSeveral { names } => self.reserve(id, seat, names, true),
            Deed::Release { name } => self.release(id, seat, &name),
            Deed::Register { class, name, label } => {
                self.register(id, seat, class, name.as_deref(), label);
            }
            Deed::Delete {
                object,
                tag,
                stamp,
                label,
            } => self.delete(id, seat, object, (stamp, label), &tag.0),
            Deed::Forget { object } => self.local_delete(id, seat, object),
            Deed::Update {
                object,
                attributes,
                stamp,
                label,
            } => self.update(id, seat, object, attributes, (stamp, label)),
            Deed::Send {
                interaction,
                parameters,
                stamp,
                label,
            } => self.send_interaction(id, seat, interaction, parameters, (stamp, label)),
            Deed::SendDirected {
                interaction,
                object,
                stamp,
                label,
            } if modern => self.send_directed(id, seat, interaction, object, (stamp, label)),
            Deed::RequestClass { class } => self.request_class_values(id, seat, class),
            Deed::Request { object } => self.request_values(id, seat, object),
            Deed::ChangeTransportation {
                object,
                attributes,
                reliable,
            } => self.change_transportation(id, seat, object, &attributes, reliable),
            Deed::ChangeInteractionTransportation {
                interaction,
                reliable,
            } => self.change_interaction_transportation(id, seat, interaction, reliable),
            Deed::QueryTransportation { object, attribute } => {
                let class = self.known_class(seat, object);
                if class.is_some_and(|class| schema.has(class, attribute)) {
                    self.query_transportation(id, object, attribute);
                }
            }
            Deed::QueryInteractionTransportation {
                federate,
                interaction,
            } => self.query_interaction_transportation(id, seat, federate, interaction),
            Deed::Trade {
                deal,
                object,
                attributes,
                tag,
            } => {
                // What is cancelled may be of an instance that is gone.
                let known = self.known_class(seat, object);
                if deal == Deal::CancelAcquisition || known.is_some_and(|c| has(c, &attributes)) {
                    self.trade(id, seat, deal, (object, &attributes), &tag.0);
                }
            }
            Deed::Regulate { lookahead } => self.regulate(id, seat, lookahead.max(0)),
            Deed::Constrain {} => self.constrain(id, seat),
            Deed::StopRegulating {} => self.stop_regulating(id, seat),
            Deed::StopConstraining {} => self.stop_constraining(id, seat),
            Deed::ChangeLookahead { lookahead } => {
                self.change_lookahead(id, seat, lookahead.max(0));
            }
            Deed::Advance { kind, to } => self.advance(id, seat, kind, to),
            Deed::InteractionOrder {
                interaction,
                stamped,
            } => self.change_order(id, seat, interaction, stamped),
            Deed::DefaultOrder { class, stamped } if modern => {
                self.change_default_order(id, seat, class, stamped);
            }
            Deed::AttributeOrder {
                object,
                attributes,
                stamped,
            } => self.change_attribute_order(id, seat, object, &attributes, stamped),
            Deed::Asynchronous { on } => self.switch_asynchronous(id, seat, on),
            Deed::Galt {} => self.ask_galt(id),
            Deed::Retract { message } => self.retract(id, seat, message),
            Deed::CreateRegion { dimensions, label } => {
                self.create_region(id, seat, &dimensions, label);
            }
            Deed::SetRange {
                region,
                dimension,
                from,
                to,
            } => self.set_range(id, seat, region, dimension, (from, to)),
            Deed::CommitRegions { regions } if own(self, &regions) => {
                self.commit_regions(id, seat, regions);
            }
            Deed::DeleteRegion { region } if own(self, &[region].into()) => {
                self.delete_region(id, seat, region);
            }
            Deed::RegisterWithRegions {
                class,
                attributes,
                regions,
                label,
            } if own(self, &regions) => {
                self.register_with_regions(id, seat, class, (&attributes, &regions), label);
            }
            Deed::Associate {
                object,
                attributes,
                regions,
            } if own(self, &regions) => {
                let known = self.known_class(seat, object);
                if known.is_some_and(|class| has(class, &attributes)) {
                    self.associate(id, seat, object, (&attributes, &regions), true);
                }
            }
            Deed::Unassociate {
                object,
                attributes,
                regions,
            } if own(self, &regions) => {
                let known = self.known_class(seat, object);
                if known.is_some_and(|class| has(class, &attributes)) {
                    self.associate(id, seat, object, (&attributes, &regions), false);
                }
            }
            Deed::SubscribeWithRegions {
                class,
                attributes,
                regions,
                active,
                rate,
            } if own(self, &regions) && has(class, &attributes) && spatial(class) => {
                let (both, rate) = ((&attributes, &regions), rate.map(|at| at as usize));
                self.subscribe_with_regions(id, seat, class, both, active, rate);
            }
            Deed::UnsubscribeWithRegions {
                class,
                attributes,
                regions,
            } if own(self, &regions) && has(class, &attributes) && spatial(class) => {
                self.unsubscribe_with_regions(id, seat, class, (&attributes, &regions));
            }
            Deed::HearWithRegions {
                interaction,
                regions,
                active,
            } if own(self, &regions) && heard(interaction) => {
                self.hear_with_regions(id, seat, interaction, &regions, active);
            }
            Deed::UnhearWithRegions {
                interaction,
                regions,
            } if own(self, &regions) && heard(interaction) => {
                self.unhear_with_regions(id, seat, interaction, &regions);
            }
            Deed::RequestWithRegions {
                class,
                attributes,
                regions,
            } if own(self, &regions) && has(class, &attributes) && spatial(class) => {
                self.request_values_with_regions(id, seat, class, (&attributes, &regions));
            }
            Deed::SendWithRegions {
                interaction,
                regions,
                stamp,
                label,
            } if own(self, &regions) && heard(interaction) => {
                self.send_with_regions(id, seat, interaction, &regions, (stamp, label));
            }
            _ => {}
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

    fn resign(&mut self, id: ProcessId, seat: Seat, action: ResignAction) {
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

    fn turn_switch(&mut self, id: ProcessId, seat: Seat, switch: Switch, on: bool) {
        let found = SWITCHES.iter().find(|(of, ..)| *of == switch);
        let Some((_, enable, disable, set)) = found.copied() else {
            return;
        };
        let classes = [
            Switch::ObjectClassRelevanceAdvisory,
            Switch::InteractionRelevanceAdvisory,
        ];
        if let Some(member) = self.judge.members.get_mut(&seat) {
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
