//! The judge of services: the exception to raise, and the receivers of a message.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, ExceptionKind as Kind, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, ResignAction, TransportationTypeHandle,
};

use crate::fom::Schema;
use crate::invariants::Judge;
use crate::model::{
    Content, Declared, DeliveryReason, ExpectedDelivery, InstanceFate, Membership, Message, Object,
};
use crate::regions::SentRegions;

impl Judge {
    pub(crate) fn schema(&self, membership: Membership) -> Option<Rc<Schema>> {
        self.executions.get(&membership.execution)?.schema.clone()
    }

    /// Changes the declarations of a member, as its own services do.
    pub(crate) fn declare(&mut self, membership: Membership, change: impl FnOnce(&mut Declared)) {
        if let Some(member) = self.members.get_mut(&membership) {
            change(Rc::make_mut(&mut member.mine));
        }
        self.let_lapse(membership);
    }

    /// A declaration goes to the RTI.
    pub(crate) fn declared(&mut self, membership: Membership) {
        if let Some(member) = self.members.get_mut(&membership) {
            member.sent.push_back(member.mine.clone());
            member.declared += 1;
        }
    }

    /// The exception that an update must raise.
    pub(crate) fn update_refusal(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) -> Option<Kind> {
        let (Some(known), Some(schema)) = (
            self.members
                .get(&membership)
                .and_then(|m| m.known.get(&object)),
            self.schema(membership),
        ) else {
            return Some(Kind::ObjectInstanceNotKnown);
        };
        let it = self
            .executions
            .get(&membership.execution)
            .and_then(|e| e.objects.get(&object))?;
        attributes.iter().find_map(|a| {
            if it.owns(membership.federate, *a) {
                None
            } else if schema.has(known.class, *a) {
                Some(Kind::AttributeNotOwned)
            } else {
                Some(Kind::AttributeNotDefined)
            }
        })
    }

    fn transportation(
        &self,
        schema: &Schema,
        object: ObjectInstanceHandle,
        it: &Object,
        attribute: AttributeHandle,
    ) -> TransportationTypeHandle {
        let _ = object;
        let stated = schema
            .object(it.class)
            .and_then(|row| row.attributes.get(&attribute));
        let stated = if stated == Some(&false) {
            schema.best_effort
        } else {
            schema.reliable
        };
        it.transportation.get(&attribute).copied().unwrap_or(stated)
    }

    /// An update was sent: determines its receivers.
    pub(crate) fn updated(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: BTreeSet<AttributeHandle>,
        time: Option<i64>,
    ) {
        let message = self.messages.len() as u64;
        let stamps = time.is_some() && self.regulates(membership);
        let mut dues = Vec::new();
        let sent = self.with_regions(membership, object, &attributes);
        if let (Some(schema), Some(sender), Some(it)) = (
            self.schema(membership),
            self.members.get(&membership),
            self.executions
                .get(&membership.execution)
                .and_then(|e| e.objects.get(&object)),
        ) && let Some(row) = schema.object(it.class)
        {
            for (federate, view) in &sender.view {
                let to = Membership {
                    federate: *federate,
                    ..membership
                };
                let Some(receiver) = self.members.get(&to) else {
                    continue;
                };
                let known = receiver.known.get(&object).map(|k| k.class);
                if it.traded && known.is_none() {
                    continue;
                }
                let Some(class) = known.or_else(|| receiver.mine.candidate(&row.lineage)) else {
                    continue;
                };
                for (attribute, regions) in &sent {
                    let told = view.passes(&schema, class, *attribute, regions);
                    let own = receiver.mine.passes(&schema, class, *attribute, regions);
                    let both = own.into_iter().find(|(by, e)| told.get(by) == Some(e));
                    let Some((by, epoch)) = both else { continue };
                    let transportation = self.transportation(&schema, object, it, *attribute);
                    let paced = transportation != schema.reliable
                        && receiver.mine.is_reduced(class, *attribute);
                    if paced || receiver.removed.contains(&object) {
                        continue;
                    }
                    let reason = DeliveryReason::Attribute {
                        object,
                        attribute: *attribute,
                        class,
                        by,
                        epoch,
                        known: known.is_some(),
                        forgotten: receiver.forgotten.get(&object).copied().unwrap_or(0),
                        losses: it.losses,
                        moves: it.moves,
                    };
                    dues.push((
                        (
                            to,
                            membership,
                            transportation,
                            stamps && it.stamped.contains(attribute),
                        ),
                        ExpectedDelivery {
                            message,
                            reason,
                            got: false,
                        },
                    ));
                }
            }
        }
        self.expect(dues);
        let ordered = stamps
            && self
                .object_mut(membership, object)
                .is_some_and(|it| attributes.iter().any(|a| it.stamped.contains(a)));
        if ordered {
            self.may_queue(membership, message, time);
        }
        self.messages.push(Message {
            from: membership,
            what: Content::Update {
                object,
                attributes: sent,
            },
            time,
            retracted: false,
            undone: false,
            preceding: self.preceding(membership),
        });
    }

    /// Attributes with their update regions.
    fn with_regions(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
    ) -> BTreeMap<AttributeHandle, SentRegions> {
        let execution = self.executions.get(&membership.execution);
        let it = execution.and_then(|e| e.objects.get(&object));
        let regions = |attribute| {
            let schema = execution?.schema.as_ref()?;
            self.update_regions(schema, membership, it?, attribute)
        };
        attributes.iter().map(|a| (*a, regions(*a))).collect()
    }

    /// The exception that an interaction must raise.
    pub(crate) fn interaction_refusal(
        &self,
        membership: Membership,
        class: InteractionClassHandle,
        parameters: &[ParameterHandle],
    ) -> Option<Kind> {
        let schema = self.schema(membership)?;
        let Some(row) = schema.interaction(class) else {
            return Some(Kind::InteractionClassNotDefined);
        };
        if parameters.iter().any(|p| !row.parameters.contains(p)) {
            return Some(Kind::InteractionParameterNotDefined);
        }
        let publishes = self
            .members
            .get(&membership)
            .is_some_and(|m| m.mine.sends.contains(&class));
        (!publishes).then_some(Kind::InteractionClassNotPublished)
    }

    /// An interaction was sent: determines its receivers.
    pub(crate) fn sent(
        &mut self,
        membership: Membership,
        class: InteractionClassHandle,
        parameters: BTreeSet<ParameterHandle>,
        regions: SentRegions,
        time: Option<i64>,
    ) {
        let message = self.messages.len() as u64;
        let ordered = self.sends_stamped(membership, class, time);
        let mut dues = Vec::new();
        if let (Some(schema), Some(sender)) =
            (self.schema(membership), self.members.get(&membership))
            && let Some(row) = schema.interaction(class)
        {
            let stated = if schema.interactions[5].handle == class {
                schema.best_effort
            } else {
                schema.reliable
            };
            let transportation = self
                .interaction_types
                .get(&(membership, class))
                .copied()
                .unwrap_or(stated);
            for (federate, view) in &sender.view {
                let to = Membership {
                    federate: *federate,
                    ..membership
                };
                let Some(receiver) = self.members.get(&to) else {
                    continue;
                };
                let told = view.received_as(&row.lineage);
                if told.is_none_or(|c| view.hears(&schema, c, &regions).is_empty()) {
                    continue;
                }
                let own = receiver.mine.received_as(&row.lineage).and_then(|c| {
                    let by = receiver.mine.hears(&schema, c, &regions);
                    by.into_iter().next().map(|(by, epoch)| (c, by, epoch))
                });
                if let Some((class, by, epoch)) = own {
                    let reason = DeliveryReason::Interaction { class, by, epoch };
                    dues.push((
                        (to, membership, transportation, ordered),
                        ExpectedDelivery {
                            message,
                            reason,
                            got: false,
                        },
                    ));
                }
            }
        }
        self.expect(dues);
        if ordered {
            self.may_queue(membership, message, time);
        }
        let what = Content::Interaction {
            class,
            parameters,
            regions,
        };
        self.messages.push(Message {
            from: membership,
            what,
            time,
            retracted: false,
            undone: false,
            preceding: self.preceding(membership),
        });
    }

    fn expect(&mut self, dues: Vec<(crate::invariants::OrderKey, ExpectedDelivery)>) {
        for (stream, due) in dues {
            self.due.entry(stream).or_default().push_back(due);
        }
    }

    /// The exception that a directed interaction must raise.
    pub(crate) fn directed_refusal(
        &self,
        membership: Membership,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
    ) -> Option<Kind> {
        let member = self.members.get(&membership)?;
        let Some(known) = member.known.get(&object) else {
            return Some(Kind::ObjectInstanceNotKnown);
        };
        let schema = self.schema(membership)?;
        let row = schema.object(known.class)?;
        let directs = row.lineage.iter().any(|c| {
            member
                .mine
                .directs
                .get(c)
                .is_some_and(|set| set.contains(&class))
        });
        (!directs).then_some(Kind::InteractionClassNotPublished)
    }

    /// Whether a registration with this name is granted, refused, or depends on messages in flight.
    pub(crate) fn register_refusals(
        &self,
        membership: Membership,
        class: ObjectClassHandle,
        name: Option<&str>,
    ) -> (bool, Vec<Kind>) {
        let Some(member) = self.members.get(&membership) else {
            return (true, Vec::new());
        };
        if !member.mine.published.contains_key(&class) {
            return (false, vec![Kind::ObjectClassNotPublished]);
        }
        let Some(name) = name else {
            return (true, Vec::new());
        };
        let used = self
            .executions
            .get(&membership.execution)
            .is_some_and(|execution| execution.objects.values().any(|object| object.name == name));
        let reserved = member.reserved.contains(name);
        let pending = member
            .reserving
            .iter()
            .any(|(names, _)| names.contains(name));
        let mut refusals = Vec::new();
        if !reserved {
            refusals.push(Kind::ObjectInstanceNameNotReserved);
        }
        if used {
            // An instance of that name may be gone everywhere but here.
            refusals.push(Kind::ObjectInstanceNameInUse);
        }
        (reserved || pending, refusals)
    }

    /// An instance was registered.
    pub(crate) fn registered(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: String,
    ) {
        let enrolled = self.is_enrolled(membership);
        let stamped = self.default_stamped(membership, class);
        let Some(member) = self.members.get_mut(&membership) else {
            return;
        };
        member.reserved.remove(&name);
        let published = member
            .mine
            .published
            .get(&class)
            .cloned()
            .unwrap_or_default();
        member.known.insert(object, crate::model::Known { class });
        let fate = if enrolled {
            InstanceFate::Alive
        } else {
            InstanceFate::Swept
        };
        let it = Object {
            class,
            name,
            registered: published.clone(),
            owner: published
                .iter()
                .map(|a| (*a, membership.federate))
                .collect(),
            traded: false,
            owned_at_rti: None,
            doomed_at_rti: None,
            deleter: None,
            fate,
            transportation: Default::default(),
            changing: BTreeSet::new(),
            stamped,
            associations: Default::default(),
            losses: 0,
            moves: 0,
        };
        let Some(execution) = self.executions.get_mut(&membership.execution) else {
            return;
        };
        if object.registrant() != membership.federate
            || execution.objects.insert(object, it).is_some()
        {
            self.violated(format!(
                "{membership:?} registered {object:?}, which is not new"
            ));
        }
    }

    /// The exception that a deletion must raise.
    pub(crate) fn delete_refusal(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) -> Option<Kind> {
        let member = self.members.get(&membership)?;
        if !member.known.contains_key(&object) {
            return Some(Kind::ObjectInstanceNotKnown);
        }
        let privilege = self.schema(membership)?.privilege;
        let it = self
            .executions
            .get(&membership.execution)?
            .objects
            .get(&object)?;
        (!it.owns(membership.federate, privilege)).then_some(Kind::DeletePrivilegeNotHeld)
    }

    pub(crate) fn deleted(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
        tag: &[u8],
    ) {
        if let Some(member) = self.members.get_mut(&membership) {
            member.known.remove(&object);
            member.removed.insert(object);
        }
        self.end_requests(membership, object);
        self.forget_advisories(membership, object);
        let lost = self.lost.contains(&membership);
        if let Some(it) = self.object_mut(membership, object) {
            // Other owners keep theirs until they know of it.
            it.owner.retain(|_, owner| *owner != membership.federate);
            if it.fate == InstanceFate::Alive {
                it.deleter = Some(membership.federate);
                // The instance is gone for the RTI, and some federates may learn of this.
                it.fate = if lost {
                    InstanceFate::Unsure
                } else {
                    InstanceFate::Deleted(tag.to_vec())
                };
            }
        }
    }

    pub(crate) fn object_mut(
        &mut self,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) -> Option<&mut Object> {
        self.executions
            .get_mut(&membership.execution)?
            .objects
            .get_mut(&object)
    }

    /// The exception that a local deletion must raise.
    pub(crate) fn forget_refusal(
        &self,
        membership: Membership,
        object: ObjectInstanceHandle,
    ) -> Option<Kind> {
        let member = self.members.get(&membership)?;
        if !member.known.contains_key(&object) {
            return Some(Kind::ObjectInstanceNotKnown);
        }
        let it = self
            .executions
            .get(&membership.execution)?
            .objects
            .get(&object)?;
        it.owns_any(membership.federate)
            .then_some(Kind::FederateOwnsAttributes)
    }

    pub(crate) fn forgot(&mut self, membership: Membership, object: ObjectInstanceHandle) {
        if let Some(member) = self.members.get_mut(&membership) {
            member.known.remove(&object);
            *member.forgotten.entry(object).or_default() += 1;
            member.advised.forget_locally(object);
        }
        if let Some(it) = self.object_mut(membership, object) {
            it.release_regions(membership.federate);
        }
    }

    /// A member unpublished: instances registered at the class lose their owner.
    pub(crate) fn unpublished(
        &mut self,
        membership: Membership,
        class: ObjectClassHandle,
        attributes: Option<&BTreeSet<AttributeHandle>>,
    ) {
        let Some(member) = self.members.get_mut(&membership) else {
            return;
        };
        let mine = Rc::make_mut(&mut member.mine);
        let Some(published) = mine.published.get_mut(&class) else {
            return;
        };
        let gone: BTreeSet<_> = match attributes {
            None => published.clone(),
            Some(named) => published.intersection(named).copied().collect(),
        };
        published.retain(|a| !gone.contains(a));
        if published.is_empty() {
            mine.published.remove(&class);
            member.told_registration.remove(&class);
        }
        let Some(execution) = self.executions.get_mut(&membership.execution) else {
            return;
        };
        for (object, it) in &mut execution.objects {
            if member.known.get(object).is_some_and(|k| k.class == class) {
                let federate = membership.federate;
                it.lose(federate, |a| gone.contains(&a));
            }
        }
    }

    /// The exception that a resignation must raise.
    pub(crate) fn resign_refusal(
        &self,
        membership: Membership,
        action: ResignAction,
    ) -> Option<Kind> {
        let execution = self.executions.get(&membership.execution)?;
        let privilege = execution.schema.as_ref()?.privilege;
        let owns = |also_deletable: bool| {
            execution.objects.values().any(|it| {
                it.owns_any(membership.federate)
                    && (also_deletable || !it.owns(membership.federate, privilege))
            })
        };
        let refused = match action {
            ResignAction::NoAction | ResignAction::CancelPendingOwnershipAcquisitions => owns(true),
            ResignAction::DeleteObjects => owns(false),
            _ => false,
        };
        refused.then_some(Kind::FederateOwnsAttributes)
    }

    /// A member resigns: it deletes what the resign action says.
    pub(crate) fn resigning(&mut self, membership: Membership, action: ResignAction) {
        let Some(privilege) = self.schema(membership).map(|s| s.privilege) else {
            return;
        };
        if let Some(member) = self.members.get_mut(&membership) {
            member.resigning = true;
        }
        let deletes = matches!(
            action,
            ResignAction::DeleteObjects
                | ResignAction::DeleteObjectsThenDivest
                | ResignAction::CancelThenDeleteThenDivest
        );
        let Some(execution) = self.executions.get_mut(&membership.execution) else {
            return;
        };
        for (object, it) in &mut execution.objects {
            if it.owns_any(membership.federate) {
                if deletes
                    && it.owns(membership.federate, privilege)
                    && it.fate == InstanceFate::Alive
                {
                    it.fate = InstanceFate::Deleted(Vec::new());
                    if let Some(member) = self.members.get_mut(&membership) {
                        member.known.remove(object);
                        member.removed.insert(*object);
                    }
                }
                it.give_up(membership.federate);
            }
        }
    }
}
