//! The judge at the services: which exception is due, and whom a message must reach.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, ExceptionKind as Kind, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, ResignAction, TransportationTypeHandle,
};

use crate::fom::Schema;
use crate::invariants::Judge;
use crate::model::{Declared, Due, Fate, Message, Object, Reason, Seat, What};
use crate::regions::Sent;

impl Judge {
    pub(crate) fn schema(&self, seat: Seat) -> Option<Rc<Schema>> {
        self.executions.get(&seat.execution)?.schema.clone()
    }

    /// Changes what a member declared, as its own services do.
    pub(crate) fn declare(&mut self, seat: Seat, change: impl FnOnce(&mut Declared)) {
        if let Some(member) = self.members.get_mut(&seat) {
            change(Rc::make_mut(&mut member.mine));
        }
        self.let_lapse(seat);
    }

    /// A declaration goes to the RTI.
    pub(crate) fn declared(&mut self, seat: Seat) {
        if let Some(member) = self.members.get_mut(&seat) {
            member.sent.push_back(member.mine.clone());
            member.declared += 1;
        }
    }

    /// The exception that an update must raise.
    pub(crate) fn update_refusal(
        &self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &[AttributeHandle],
    ) -> Option<Kind> {
        let (Some(known), Some(schema)) = (
            self.members.get(&seat).and_then(|m| m.known.get(&object)),
            self.schema(seat),
        ) else {
            return Some(Kind::ObjectInstanceNotKnown);
        };
        let it = self
            .executions
            .get(&seat.execution)
            .and_then(|e| e.objects.get(&object))?;
        attributes.iter().find_map(|a| {
            if it.owns(seat.federate, *a) {
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

    /// An update was sent: whom it must reach.
    pub(crate) fn updated(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: BTreeSet<AttributeHandle>,
        time: Option<i64>,
    ) {
        let message = self.messages.len() as u64;
        let stamps = time.is_some() && self.regulates(seat);
        let mut dues = Vec::new();
        let sent = self.with_regions(seat, object, &attributes);
        if let (Some(schema), Some(sender), Some(it)) = (
            self.schema(seat),
            self.members.get(&seat),
            self.executions
                .get(&seat.execution)
                .and_then(|e| e.objects.get(&object)),
        ) && let Some(row) = schema.object(it.class)
        {
            for (federate, view) in &sender.view {
                let to = Seat {
                    federate: *federate,
                    ..seat
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
                    let reason = Reason::Attribute {
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
                            seat,
                            transportation,
                            stamps && it.stamped.contains(attribute),
                        ),
                        Due {
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
                .object_mut(seat, object)
                .is_some_and(|it| attributes.iter().any(|a| it.stamped.contains(a)));
        if ordered {
            self.may_queue(seat, message, time);
        }
        self.messages.push(Message {
            from: seat,
            what: What::Update {
                object,
                attributes: sent,
            },
            time,
            retracted: false,
            undone: false,
            preceding: self.preceding(seat),
        });
    }

    /// Attributes with the regions that they are updated with.
    fn with_regions(
        &self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &BTreeSet<AttributeHandle>,
    ) -> BTreeMap<AttributeHandle, Sent> {
        let execution = self.executions.get(&seat.execution);
        let it = execution.and_then(|e| e.objects.get(&object));
        let regions = |attribute| {
            let schema = execution?.schema.as_ref()?;
            self.update_regions(schema, seat, it?, attribute)
        };
        attributes.iter().map(|a| (*a, regions(*a))).collect()
    }

    /// The exception that an interaction must raise.
    pub(crate) fn interaction_refusal(
        &self,
        seat: Seat,
        class: InteractionClassHandle,
        parameters: &[ParameterHandle],
    ) -> Option<Kind> {
        let schema = self.schema(seat)?;
        let Some(row) = schema.interaction(class) else {
            return Some(Kind::InteractionClassNotDefined);
        };
        if parameters.iter().any(|p| !row.parameters.contains(p)) {
            return Some(Kind::InteractionParameterNotDefined);
        }
        let publishes = self
            .members
            .get(&seat)
            .is_some_and(|m| m.mine.sends.contains(&class));
        (!publishes).then_some(Kind::InteractionClassNotPublished)
    }

    /// An interaction was sent: whom it must reach.
    pub(crate) fn sent(
        &mut self,
        seat: Seat,
        class: InteractionClassHandle,
        parameters: BTreeSet<ParameterHandle>,
        regions: Sent,
        time: Option<i64>,
    ) {
        let message = self.messages.len() as u64;
        let ordered = self.sends_stamped(seat, class, time);
        let mut dues = Vec::new();
        if let (Some(schema), Some(sender)) = (self.schema(seat), self.members.get(&seat))
            && let Some(row) = schema.interaction(class)
        {
            let stated = if schema.interactions[5].handle == class {
                schema.best_effort
            } else {
                schema.reliable
            };
            let transportation = self
                .interaction_types
                .get(&(seat, class))
                .copied()
                .unwrap_or(stated);
            for (federate, view) in &sender.view {
                let to = Seat {
                    federate: *federate,
                    ..seat
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
                    let reason = Reason::Interaction { class, by, epoch };
                    dues.push((
                        (to, seat, transportation, ordered),
                        Due {
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
            self.may_queue(seat, message, time);
        }
        let what = What::Interaction {
            class,
            parameters,
            regions,
        };
        self.messages.push(Message {
            from: seat,
            what,
            time,
            retracted: false,
            undone: false,
            preceding: self.preceding(seat),
        });
    }

    fn expect(&mut self, dues: Vec<(crate::invariants::Stream, Due)>) {
        for (stream, due) in dues {
            self.due.entry(stream).or_default().push_back(due);
        }
    }

    /// The exception that a directed interaction must raise.
    pub(crate) fn directed_refusal(
        &self,
        seat: Seat,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
    ) -> Option<Kind> {
        let member = self.members.get(&seat)?;
        let Some(known) = member.known.get(&object) else {
            return Some(Kind::ObjectInstanceNotKnown);
        };
        let schema = self.schema(seat)?;
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

    /// Whether a registration with this name is granted, refused, or depends on what is under way.
    pub(crate) fn register_refusals(
        &self,
        seat: Seat,
        class: ObjectClassHandle,
        name: Option<&str>,
    ) -> (bool, Vec<Kind>) {
        let Some(member) = self.members.get(&seat) else {
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
            .get(&seat.execution)
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
        seat: Seat,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: String,
    ) {
        let enrolled = self.is_enrolled(seat);
        let stamped = self.default_stamped(seat, class);
        let Some(member) = self.members.get_mut(&seat) else {
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
        let fate = if enrolled { Fate::Alive } else { Fate::Swept };
        let it = Object {
            class,
            name,
            registered: published.clone(),
            owner: published.iter().map(|a| (*a, seat.federate)).collect(),
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
        let Some(execution) = self.executions.get_mut(&seat.execution) else {
            return;
        };
        if object.registrant() != seat.federate || execution.objects.insert(object, it).is_some() {
            self.violated(format!("{seat:?} registered {object:?}, which is not new"));
        }
    }

    /// The exception that a deletion must raise.
    pub(crate) fn delete_refusal(&self, seat: Seat, object: ObjectInstanceHandle) -> Option<Kind> {
        let member = self.members.get(&seat)?;
        if !member.known.contains_key(&object) {
            return Some(Kind::ObjectInstanceNotKnown);
        }
        let privilege = self.schema(seat)?.privilege;
        let it = self.executions.get(&seat.execution)?.objects.get(&object)?;
        (!it.owns(seat.federate, privilege)).then_some(Kind::DeletePrivilegeNotHeld)
    }

    pub(crate) fn deleted(&mut self, seat: Seat, object: ObjectInstanceHandle, tag: &[u8]) {
        if let Some(member) = self.members.get_mut(&seat) {
            member.known.remove(&object);
            member.removed.insert(object);
        }
        self.end_requests(seat, object);
        self.forget_advisories(seat, object);
        let lost = self.lost.contains(&seat);
        if let Some(it) = self.object_mut(seat, object) {
            // Others own what they do until they hear of it.
            it.owner.retain(|_, owner| *owner != seat.federate);
            if it.fate == Fate::Alive {
                it.deleter = Some(seat.federate);
                // To the RTI it is gone already, and some may hear of this.
                it.fate = if lost {
                    Fate::Unsure
                } else {
                    Fate::Deleted(tag.to_vec())
                };
            }
        }
    }

    pub(crate) fn object_mut(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
    ) -> Option<&mut Object> {
        self.executions
            .get_mut(&seat.execution)?
            .objects
            .get_mut(&object)
    }

    /// The exception that a local deletion must raise.
    pub(crate) fn forget_refusal(&self, seat: Seat, object: ObjectInstanceHandle) -> Option<Kind> {
        let member = self.members.get(&seat)?;
        if !member.known.contains_key(&object) {
            return Some(Kind::ObjectInstanceNotKnown);
        }
        let it = self.executions.get(&seat.execution)?.objects.get(&object)?;
        it.owns_any(seat.federate)
            .then_some(Kind::FederateOwnsAttributes)
    }

    pub(crate) fn forgot(&mut self, seat: Seat, object: ObjectInstanceHandle) {
        if let Some(member) = self.members.get_mut(&seat) {
            member.known.remove(&object);
            *member.forgotten.entry(object).or_default() += 1;
            member.advised.forget_locally(object);
        }
    }

    /// A member unpublished: its instances registered at the class lose the owner.
    pub(crate) fn unpublished(
        &mut self,
        seat: Seat,
        class: ObjectClassHandle,
        attributes: Option<&BTreeSet<AttributeHandle>>,
    ) {
        let Some(member) = self.members.get_mut(&seat) else {
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
        let Some(execution) = self.executions.get_mut(&seat.execution) else {
            return;
        };
        for (object, it) in &mut execution.objects {
            if member.known.get(object).is_some_and(|k| k.class == class) {
                let federate = seat.federate;
                it.lose(federate, |a| gone.contains(&a));
            }
        }
    }

    /// The exception that a resignation must raise.
    pub(crate) fn resign_refusal(&self, seat: Seat, action: ResignAction) -> Option<Kind> {
        let execution = self.executions.get(&seat.execution)?;
        let privilege = execution.schema.as_ref()?.privilege;
        let owns = |also_deletable: bool| {
            execution.objects.values().any(|it| {
                it.owns_any(seat.federate) && (also_deletable || !it.owns(seat.federate, privilege))
            })
        };
        let refused = match action {
            ResignAction::NoAction | ResignAction::CancelPendingOwnershipAcquisitions => owns(true),
            ResignAction::DeleteObjects => owns(false),
            _ => false,
        };
        refused.then_some(Kind::FederateOwnsAttributes)
    }

    /// A member asked to leave: what it may delete, it deleted.
    pub(crate) fn resigning(&mut self, seat: Seat, action: ResignAction) {
        let Some(privilege) = self.schema(seat).map(|s| s.privilege) else {
            return;
        };
        if let Some(member) = self.members.get_mut(&seat) {
            member.resigning = true;
        }
        let deletes = matches!(
            action,
            ResignAction::DeleteObjects
                | ResignAction::DeleteObjectsThenDivest
                | ResignAction::CancelThenDeleteThenDivest
        );
        let Some(execution) = self.executions.get_mut(&seat.execution) else {
            return;
        };
        for (object, it) in &mut execution.objects {
            if it.owns_any(seat.federate) {
                if deletes && it.owns(seat.federate, privilege) && it.fate == Fate::Alive {
                    it.fate = Fate::Deleted(Vec::new());
                    if let Some(member) = self.members.get_mut(&seat) {
                        member.known.remove(object);
                        member.removed.insert(*object);
                    }
                }
                it.give_up(seat.federate);
            }
        }
    }
}
