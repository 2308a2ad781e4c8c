//! Log entries and messages about ownership that arrive at a member, and the resulting callbacks.

use hyla_types::{AttributeHandleSet, Edition, ObjectInstanceHandle};

use super::ask::ask;
use super::dealings::{Dealings, Due, InstanceAttribute};
use crate::callback::Callback;
use crate::member::{Item, Joined, Member};
use crate::message::{LogEvent, OwnershipNotice, OwnershipRequest};
use crate::outbox::{Control, Frames, Outbox};

impl Member {
    /// Applies changes of owners or offers. The federate owns gained attributes from the callback on; everything
    /// else holds at once.
    pub(crate) fn handle_ownership_log(&mut self, event: &LogEvent, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        match event {
            LogEvent::OwnershipChanged {
                object,
                attributes,
                from,
                to,
                tag,
            } => {
                let (object, me) = (*object, joined.identity.handle());
                let before = joined.in_scope(object);
                joined.ownership.table.apply(event);
                for attribute in attributes {
                    joined.ownership.dealings.told.remove(&(object, attribute));
                }
                if object.registrant() == me {
                    // The regions of the former owner may have kept it from some.
                    joined.announce(object, None, out);
                }
                joined.drop_given_up_regions(object, attributes, out);
                let known = joined.objects.known(object);
                let all = attributes.iter().map(|attribute| (object, attribute));
                if *to == Some(me) {
                    let is_able = known.is_some_and(|(_, class)| {
                        joined.check_attributes(class, attributes).is_ok()
                    });
                    // Requests made before the federate deleted the instance, and retracted the deletion, are void.
                    let dealings = &joined.ownership.dealings;
                    let gained = Dealings::filter(object, attributes, |at| {
                        is_able && dealings.acquiring.contains_key(at)
                    });
                    let unwanted = attributes.difference(&gained);
                    joined.give_back(object, &unwanted, out);
                    if !gained.is_empty() {
                        let all = gained.iter().map(|attribute| (object, attribute));
                        joined.ownership.dealings.gaining.extend(all);
                        let tag = tag.clone();
                        self.due(Due::Gained {
                            object,
                            attributes: gained,
                            tag,
                        });
                    }
                } else {
                    if to.is_none() && *from == Some(me) {
                        // Attributes that it has just given up are not offered to it.
                        joined.ownership.dealings.told.extend(all);
                    }
                    joined.let_go(object, attributes, out);
                }
                self.tell_change_of_scope(object, &before);
                self.look_for_discovery(object);
                if to.is_none() {
                    self.look_for_offers(object);
                }
            }
            LogEvent::OwnershipOffered {
                object, attributes, ..
            }
            | LogEvent::OfferWithdrawn { object, attributes } => {
                joined.ownership.table.apply(event);
                for attribute in attributes {
                    joined.ownership.dealings.told.remove(&(*object, attribute));
                }
                self.look_for_offers(*object);
            }
            _ => {}
        }
    }

    fn due(&mut self, due: Due) {
        if let Due::Release { attributes, .. } | Due::Confirmation { attributes, .. } = &due
            && attributes.is_empty()
        {
            return;
        }
        self.queue.push_item(Item::Ownership(Box::new(due)));
    }

    /// An instance without owners may be discoverable now.
    pub(super) fn look_for_discovery(&mut self, object: ObjectInstanceHandle) {
        let unknown = self
            .joined
            .as_deref()
            .and_then(|joined| joined.objects.record(object))
            .is_some_and(|instance| instance.known.is_none());
        if unknown {
            self.queue.push_item(Item::Rediscover(object));
        }
    }

    /// Queues the scope changes by a change of owners: values that arrived before come before.
    pub(super) fn tell_change_of_scope(
        &mut self,
        object: ObjectInstanceHandle,
        before: &AttributeHandleSet,
    ) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        if !joined.switches.attribute_scope_advisory {
            return;
        }
        let now = joined.in_scope(object);
        let (lost, won) = (before.difference(&now), now.difference(before));
        if !lost.is_empty() {
            let attributes = lost;
            self.queue
                .push(Callback::AttributesOutOfScope { object, attributes });
        }
        if !won.is_empty() {
            let attributes = won;
            self.queue
                .push(Callback::AttributesInScope { object, attributes });
        }
    }

    /// Handles a message of the RTI about ownership.
    pub(crate) fn handle_ownership_notice(
        &mut self,
        notice: OwnershipNotice,
        out: &mut dyn Control,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        match notice {
            OwnershipNotice::ReleaseWanted {
                object,
                attributes,
                by,
                tag,
            } => {
                let attributes = joined.held(object, &attributes);
                for attribute in &attributes {
                    joined
                        .ownership
                        .dealings
                        .wish((object, attribute), by, true);
                }
                self.due(Due::Release {
                    object,
                    attributes,
                    by,
                    tag,
                });
            }
            OwnershipNotice::AcquirerWaits {
                object,
                attributes,
                by,
            } => {
                for attribute in &joined.held(object, &attributes) {
                    joined
                        .ownership
                        .dealings
                        .wish((object, attribute), by, true);
                }
            }
            OwnershipNotice::ConfirmationWanted {
                object,
                attributes,
                negotiation,
                by,
                plain,
                tag,
            } => {
                let attributes = joined.held(object, &attributes);
                for attribute in &attributes {
                    let at = (object, attribute);
                    if plain || joined.ownership.dealings.divesting.get(&at) == Some(&negotiation) {
                        joined.ownership.dealings.wish(at, by, plain);
                    }
                }
                self.due(Due::Confirmation {
                    object,
                    attributes,
                    negotiation,
                    by,
                    tag,
                });
            }
            OwnershipNotice::CancellationWanted {
                object,
                attributes,
                by,
            } => {
                // Attributes given up before went to the acquirer, or will when the request reaches the RTI.
                let attributes = joined.held(object, &attributes);
                for attribute in &attributes {
                    joined
                        .ownership
                        .dealings
                        .unwish((object, attribute), |wish| wish.by == by);
                }
                if !attributes.is_empty() {
                    ask(
                        OwnershipRequest::CancellationAccepted {
                            object,
                            attributes,
                            by,
                        },
                        out,
                    );
                }
            }
            OwnershipNotice::Unavailable {
                object,
                attributes,
                number,
                tag,
            } => self.due(Due::Unavailable {
                object,
                attributes,
                number,
                tag,
            }),
            OwnershipNotice::CancellationConfirmed {
                object,
                attributes,
                number,
            } => self.due(Due::Cancelled {
                object,
                attributes,
                number,
            }),
        }
    }

    /// Delivers a waiting callback about ownership, as far as it holds now.
    pub(crate) fn tell_ownership(
        &mut self,
        due: Due,
        out: &mut dyn Outbox,
    ) -> Option<Callback<'static>> {
        let has_tags = self.edition == Edition::Hla2025;
        let joined = self.joined.as_deref_mut()?;
        let object = due.object();
        let callback = match due {
            Due::Offers(object) => return self.tell_offers(object),
            Due::Deleted { object, by } => {
                self.settle_deletion(object, by);
                return None;
            }
            Due::Gained {
                object,
                attributes,
                tag,
            } => {
                let gaining = &mut joined.ownership.dealings.gaining;
                let attributes = Dealings::filter(object, &attributes, |at| gaining.remove(at));
                if attributes.is_empty() {
                    return None;
                }
                if joined.objects.known(object).is_none() {
                    joined.give_back(object, &attributes, out);
                    return None;
                }
                joined.gain(object, &attributes, out);
                joined.advise_of_relevance(object, Some(&attributes), &mut self.queue);
                Callback::AttributeOwnershipAcquisitionNotification {
                    object,
                    attributes,
                    tag,
                }
            }
            Due::Release {
                object,
                attributes,
                by,
                tag,
            } => {
                let dealings = &joined.ownership.dealings;
                let attributes =
                    Dealings::filter(object, &attributes, |at| dealings.knows(*at, by));
                Callback::RequestAttributeOwnershipRelease {
                    object,
                    attributes,
                    tag,
                }
            }
            Due::Confirmation {
                object,
                attributes,
                negotiation,
                by,
                tag,
            } => {
                let dealings = &mut joined.ownership.dealings;
                let attributes = Dealings::filter(object, &attributes, |at| {
                    dealings.divesting.get(at) == Some(&negotiation)
                        && dealings.is_to_confirm(*at, by)
                });
                let tag = if has_tags { tag } else { Vec::new() };
                Callback::RequestDivestitureConfirmation {
                    object,
                    attributes,
                    tag,
                }
            }
            Due::Unavailable {
                object,
                attributes,
                number,
                tag,
            } => {
                let (cancelled, refused) =
                    joined.ownership.dealings.ended(object, &attributes, number);
                if !cancelled.is_empty() {
                    // Refused before the cancellation arrived: the acquisition counts as cancelled.
                    self.queue.follow_up(
                        Callback::ConfirmAttributeOwnershipAcquisitionCancellation {
                            object,
                            attributes: cancelled,
                        },
                    );
                }
                self.look_for_offers(object);
                Callback::AttributeOwnershipUnavailable {
                    object,
                    attributes: refused,
                    tag: if has_tags { tag } else { Vec::new() },
                }
            }
            Due::Cancelled {
                object,
                attributes,
                number,
            } => {
                let (cancelled, _) = joined.ownership.dealings.ended(object, &attributes, number);
                self.look_for_offers(object);
                Callback::ConfirmAttributeOwnershipAcquisitionCancellation {
                    object,
                    attributes: cancelled,
                }
            }
        };
        // Instances that the federate has deleted and may bring back cause no callback.
        let known = self.joined.as_deref()?.objects.known(object).is_some();
        (known && says_something(&callback)).then_some(callback)
    }
}

fn says_something(callback: &Callback<'_>) -> bool {
    match callback {
        Callback::AttributeOwnershipAcquisitionNotification { attributes, .. }
        | Callback::RequestAttributeOwnershipRelease { attributes, .. }
        | Callback::RequestDivestitureConfirmation { attributes, .. }
        | Callback::AttributeOwnershipUnavailable { attributes, .. }
        | Callback::ConfirmAttributeOwnershipAcquisitionCancellation { attributes, .. } => {
            !attributes.is_empty()
        }
        _ => true,
    }
}

impl Dealings {
    /// Whether the federate is to confirm for that acquirer: it is known, and no other was named.
    fn is_to_confirm(&mut self, at: InstanceAttribute, by: crate::message::AcquirerId) -> bool {
        let Some(wishes) = self.wanted.get_mut(&at) else {
            return false;
        };
        if wishes.iter().any(|wish| wish.confirming) {
            return false;
        }
        match wishes.iter_mut().find(|wish| wish.by == by) {
            Some(wish) => {
                wish.confirming = true;
                true
            }
            None => false,
        }
    }

    /// Acquisitions of that number are over: those that were being cancelled, and the others.
    fn ended(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        number: u32,
    ) -> (AttributeHandleSet, AttributeHandleSet) {
        let (mut cancelled, mut others) = (AttributeHandleSet::new(), AttributeHandleSet::new());
        for attribute in attributes {
            let at = (object, attribute);
            let Some(acquisition) = self.acquiring.get(&at).filter(|a| a.number == number) else {
                continue;
            };
            if acquisition.cancelling {
                cancelled.insert(attribute);
            } else {
                others.insert(attribute);
            }
            self.acquiring.remove(&at);
        }
        (cancelled, others)
    }
}

impl Joined {
    /// Attributes that this federate owns, or gains with a waiting callback.
    fn held(
        &self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) -> AttributeHandleSet {
        let instance = self.objects.record(object).or_else(|| self.doomed(object));
        Dealings::filter(object, attributes, |at| {
            self.ownership.dealings.gaining.contains(at)
                || instance.is_some_and(|i| i.owns(self.identity.handle(), at.1))
        })
    }

    pub(super) fn gain(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Frames,
    ) {
        let handle = self.identity.handle();
        if let Some(instance) = self.objects.record_mut(object) {
            instance.gain(handle, attributes);
        }
        for attribute in attributes {
            self.ownership
                .dealings
                .acquiring
                .remove(&(object, attribute));
        }
        self.tell_position_of_gain(object, attributes, out);
    }

    /// The federate acquires attributes of an instance that it no longer knows, or that it has deleted and brought back. It does
    /// not want them any more. An instance that was removed here may still exist: the sender can retract a deletion in
    /// time-stamp order that has been delivered. The RTI ignores the answer for an instance that is gone.
    fn give_back(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) {
        for attribute in attributes {
            self.ownership
                .dealings
                .acquiring
                .remove(&(object, attribute));
        }
        self.divest(object, attributes, &[], out);
    }

    /// The federate has deleted the instance and takes that back: its acquisitions and negotiations are over, without a word to
    /// it, as those of a deleted instance are.
    pub(crate) fn end_requests(&mut self, object: ObjectInstanceHandle, out: &mut dyn Outbox) {
        fn of<'a>(
            object: ObjectInstanceHandle,
            all: impl Iterator<Item = &'a InstanceAttribute>,
        ) -> AttributeHandleSet {
            let of_it = all.filter(|(o, _)| *o == object);
            of_it.map(|(_, attribute)| *attribute).collect()
        }
        let dealings = &mut self.ownership.dealings;
        let gaining = of(object, dealings.gaining.iter());
        let acquiring = of(object, dealings.acquiring.keys());
        let divesting = of(object, dealings.divesting.keys());
        dealings.gaining.retain(|(o, _)| *o != object);
        dealings.acquiring.retain(|(o, _), _| *o != object);
        dealings.divesting.retain(|(o, _), _| *o != object);
        self.give_back(object, &gaining, out);
        for (attributes, cancel) in [(acquiring, true), (divesting, false)] {
            if attributes.is_empty() {
                continue;
            }
            ask(
                if cancel {
                    OwnershipRequest::CancelAcquisition { object, attributes }
                } else {
                    OwnershipRequest::CancelNegotiation { object, attributes }
                },
                out,
            );
        }
    }

    /// The log gives attributes to another federate. Mostly this federate has given them up before.
    pub(super) fn let_go(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut dyn Outbox,
    ) {
        let held = self.held(object, attributes);
        if !held.is_empty() {
            for attribute in &held {
                self.ownership.dealings.gaining.remove(&(object, attribute));
            }
            self.release(object, &held);
            self.drop_update_regions(object, &held, out);
        }
    }
}
