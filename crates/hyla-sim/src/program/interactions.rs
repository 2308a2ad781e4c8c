//! Interactions in the random program, directed ones included.

use std::collections::BTreeSet;
use std::rc::Rc;

use hyla_types::{Edition, InteractionClassHandle, ObjectInstanceHandle, ParameterHandle, Service};

use super::objects::Stamped;
use crate::clock::RetractionTarget;
use crate::fom::Schema;
use crate::model::{Content, Membership, Message};
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::receiving::value_of;
use crate::world::World;

impl World {
    pub(super) fn choose_interaction(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let published: Vec<_> = member.mine.sends.iter().copied().collect();
        let any = schema.interactions[self.rng.usize(..schema.interactions.len())].handle;
        let class = if self.rng.u8(..10) == 0 {
            Some(any)
        } else {
            self.pick(&published)
        };
        let Some(row) = class.and_then(|c| schema.interaction(c)) else {
            return;
        };
        let parameters: Vec<ParameterHandle> = row
            .parameters
            .iter()
            .copied()
            .filter(|_| self.rng.u8(..4) != 0)
            .collect();
        let operation = Operation::Send {
            interaction: row.handle,
            parameters,
            stamp: self.choose_stamp(membership),
            label: self.labels.fresh(id.0),
        };
        self.act(id, operation);
    }

    pub(super) fn send_interaction(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        parameters: Vec<ParameterHandle>,
        (stamp, label): Stamped,
    ) {
        let expected = self
            .judge
            .interaction_refusal(membership, class, &parameters);
        let refusal = self.judge.stamp_refusal(membership, stamp);
        let time = stamp.and_then(|stamp| self.time(membership, stamp));
        let number = self.judge.messages.len() as u64;
        let values: Vec<_> = parameters
            .iter()
            .map(|p| (*p, value_of(number, p.raw())))
            .collect();
        let values: Vec<_> = values.iter().map(|(p, value)| (*p, &value[..])).collect();
        let service = Service::SendInteraction;
        let done = self.call(id, service, |member, links| {
            member.send_interaction(class, &values, &number.to_le_bytes(), time, links)
        });
        self.agree(id, service, &done, expected.or(refusal));
        if let Ok(handle) = done {
            let ordered = self.judge.sends_stamped(membership, class, stamp);
            self.judge.sent(
                membership,
                class,
                parameters.into_iter().collect(),
                None,
                stamp,
            );
            let subject = RetractionTarget::Message(number);
            self.label_message(membership, label, handle);
            self.judge
                .named(membership, handle, ordered, subject, stamp);
        }
    }

    pub(super) fn choose_directed_message(
        &mut self,
        id: ProcessId,
        membership: Membership,
        schema: &Rc<Schema>,
    ) {
        if self.process(id).edition != Edition::Hla2025 {
            return;
        }
        let Some(member) = self.judge.members.get(&membership) else {
            return;
        };
        let mut classes: Vec<_> = member.mine.directs.values().flatten().copied().collect();
        classes.push(schema.interactions[2].handle);
        let known: Vec<_> = member.known.keys().copied().collect();
        // Random pairs seldom match; half of the time a matching one is taken, if there is one.
        let fitting: Vec<_> = classes
            .iter()
            .flat_map(|class| known.iter().map(|object| (*class, *object)))
            .filter(|(class, object)| {
                let refusal = self.judge.directed_refusal(membership, *class, *object);
                refusal.is_none()
            })
            .collect();
        let fits = self.rng.bool().then(|| self.pick(&fitting)).flatten();
        let drawn = fits.or_else(|| Some((self.pick(&classes)?, self.pick(&known)?)));
        let Some((interaction, object)) = drawn else {
            return;
        };
        let operation = Operation::SendDirected {
            interaction,
            object,
            stamp: self.choose_stamp(membership),
            label: self.labels.fresh(id.0),
        };
        self.act(id, operation);
    }

    pub(super) fn send_directed(
        &mut self,
        id: ProcessId,
        membership: Membership,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        (stamp, label): Stamped,
    ) {
        let schema = self.process(id).schema.clone();
        let row = schema.as_ref().and_then(|s| s.interaction(class));
        let Some(row) = row else { return };
        let parameters: BTreeSet<_> = row.parameters.iter().copied().collect();
        let expected = self.judge.directed_refusal(membership, class, object);
        let refusal = self.judge.stamp_refusal(membership, stamp);
        let time = stamp.and_then(|stamp| self.time(membership, stamp));
        let number = self.judge.messages.len() as u64;
        let values: Vec<_> = parameters
            .iter()
            .map(|p| (*p, value_of(number, p.raw())))
            .collect();
        let values: Vec<_> = values.iter().map(|(p, value)| (*p, &value[..])).collect();
        let service = Service::SendDirectedInteraction;
        let done = self.call(id, service, |member, links| {
            let tag = number.to_le_bytes();
            member.send_directed_interaction(class, object, &values, &tag, time, links)
        });
        self.agree(id, service, &done, expected.or(refusal));
        if let Ok(handle) = done {
            let ordered = self.judge.sends_stamped(membership, class, stamp);
            if ordered {
                self.judge.may_queue(membership, number, stamp);
            }
            let what = Content::Directed { class, object };
            let preceding = self.judge.preceding(membership);
            self.judge.messages.push(Message {
                from: membership,
                what,
                time: stamp,
                retracted: false,
                undone: false,
                preceding,
            });
            let subject = RetractionTarget::Message(number);
            self.label_message(membership, label, handle);
            self.judge
                .named(membership, handle, ordered, subject, stamp);
        }
    }
}
