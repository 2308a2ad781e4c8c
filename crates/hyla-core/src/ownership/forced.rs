//! Ownership moved through the MOM (`HLAmodifyAttributeState`, 1516.1 clause 11): without consent and
//! without a callback of clause 7.

use std::collections::VecDeque;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Exception, ExceptionKind, FederateHandle,
    ObjectInstanceHandle,
};

use super::settlement::Settlement;
use crate::Result;
use crate::executive::{Audited, Executive, NoticeLevel, RtiNotice, Transmit};
use crate::member::Member;
use crate::message::LogEvent;
use crate::mom::{Fault, Fields, Parameters};
use crate::object::{not_known, not_owned};
use crate::outbox::Outbox;

/// Modifications that may wait for the answer of one federate.
const MOST_EXPECTED: usize = 65_536;

/// An `HLAmodifyAttributeState` on its way to a federate: the attribute of the instance, and whether the federate is to own it.
pub(crate) type Modification = (ObjectInstanceHandle, AttributeHandle, bool);

impl Executive {
    /// `HLAmodifyAttributeState` goes to the federate that it is about, which answers once: no federate can move
    /// ownership without being asked to. Parameters that nobody can read need no answer.
    ///
    /// # Errors
    /// A fault for `HLAreportMOMexception` if too many wait for an answer.
    pub(crate) fn expect_modification(
        &mut self,
        federate: FederateHandle,
        parameters: &Parameters,
    ) -> std::result::Result<(), Fault> {
        let fields = Fields::new(&self.models.fdd, parameters);
        let (Ok(object), Ok(attribute), Ok(owned)) = (
            fields.handle("HLAobjectInstance", ObjectInstanceHandle::decode),
            fields.handle("HLAattribute", AttributeHandle::decode),
            fields.value("HLAattributeState"),
        ) else {
            return Ok(());
        };
        let Some(member) = self.members.get_mut(&federate) else {
            return Ok(());
        };
        if member.expected.len() >= MOST_EXPECTED {
            let text = format!(
                "{} has not answered {MOST_EXPECTED} HLAmodifyAttributeState yet; send fewer at a time",
                member.info.name
            );
            let refusal = Exception::new(ExceptionKind::RTIinternalError, text);
            return Err(Fault::Refused(refusal));
        }
        member.expected.push_back((object, attribute, owned));
        Ok(())
    }

    /// The federate has answered an `HLAmodifyAttributeState`.
    ///
    /// # Errors
    /// A text for the log if none like that has been passed on to it.
    pub(crate) fn take_expected(
        &mut self,
        federate: FederateHandle,
        answered: Modification,
    ) -> std::result::Result<(), String> {
        let Some(member) = self.members.get_mut(&federate) else {
            return Ok(());
        };
        // Answers come in order: it is the first one.
        let at = member.expected.iter().position(|it| *it == answered);
        let Some(at) = at else {
            let (object, attribute, owned) = answered;
            return Err(format!(
                "HLAmodifyAttributeState of {attribute:?} of {object:?} to {} without being asked by the MOM",
                if owned { "owned" } else { "unowned" }
            ));
        };
        member.expected.remove(at);
        Ok(())
    }

    /// The federate owns the attribute from now on, or does not any more. The audit log has a line of it.
    ///
    /// # Errors
    /// A text for the log if the attribute does not exist, or the federate that is to own it does not publish it.
    pub(crate) fn force_ownership(
        &mut self,
        federate: FederateHandle,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        owned: bool,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> std::result::Result<(), String> {
        let Some(registered) = self.registry.get(object) else {
            return Ok(());
        };
        let name = registered.name.clone();
        let class = self.models.fdd.object_class(registered.class);
        if !class.is_some_and(|c| c.attributes.contains(attribute)) {
            return Err(format!("{attribute:?} of {object:?} does not exist"));
        }
        let owner = self.owner_of(object, attribute);
        // Another change may have come first.
        let moot = match owned {
            true => owner == Some(federate) || owner == Some(FederateHandle::RTI),
            false => owner != Some(federate),
        };
        if moot {
            return Ok(());
        }
        if owned && !self.may_acquire(federate, object, &AttributeHandleSet::from([attribute])) {
            return Err(format!(
                "HLAmodifyAttributeState of {attribute:?} of {object:?}, which the federate does not publish"
            ));
        }
        self.note_forced(federate, (&name, attribute, owned), owner, notices);
        let mut settled = Settlement::default();
        let waiting = self.end_offer(object, attribute, federate, owned, &mut settled);
        if !owned && waiting {
            // An earlier acquirer gets it, as if the owner had divested.
            self.give(object, attribute, federate, &[], &mut settled);
        } else {
            let to = owned.then_some(federate);
            self.record(
                LogEvent::OwnershipForced {
                    object,
                    attribute,
                    to,
                },
                out,
            );
        }
        settled.carry_out(object, self, out);
        Ok(())
    }

    /// The line of the audit log about a change of ownership without consent.
    fn note_forced(
        &self,
        federate: FederateHandle,
        (instance, attribute, owned): (&str, AttributeHandle, bool),
        before: Option<FederateHandle>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let named = before.and_then(|owner| self.members.get(&owner));
        let before = named.map_or("nobody", |owner| owner.info.name.as_str());
        let change = match owned {
            true => format!("now owned, before by {before:?}"),
            false => "not owned any more".to_owned(),
        };
        let text = format!("HLAmodifyAttributeState: {attribute:?} of {instance:?} is {change}");
        notices.push_back(RtiNotice {
            level: NoticeLevel::Audit(Audited::Mom, member.session),
            ..self.notice(Some(&member.info.name), text)
        });
    }

    /// The owner changes without its doing: its offer is void, and `federate` waits no more. If that
    /// is the new owner, nobody waits for what was available, and cancellations that the former owner
    /// was to take note of are as good as noted. The result says whether others wait.
    fn end_offer(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        federate: FederateHandle,
        is_owner: bool,
        settled: &mut Settlement,
    ) -> bool {
        let Some(transfer) = self.ownership.transfers.find(object, attribute) else {
            return false;
        };
        transfer.offer = None;
        transfer.acquirers.retain_mut(|acquirer| {
            if acquirer.id.federate == federate {
                return false;
            }
            (acquirer.told, acquirer.asked) = (false, false);
            if is_owner && acquirer.cancelling {
                settled.confirm_cancellation(attribute, acquirer);
            } else if is_owner && !acquirer.plain {
                settled.refuse(attribute, acquirer, &[]);
            } else {
                if is_owner {
                    // So that the new owner can divest or deny. It is asked nothing.
                    acquirer.told = true;
                    settled.introduce(attribute, federate, acquirer.id);
                }
                return true;
            }
            false
        });
        let waiting = !transfer.acquirers.is_empty();
        self.ownership.transfers.tidy(object, attribute);
        waiting
    }
}

impl Member {
    /// `HLAmodifyAttributeState` of the MOM: checks what only this member can.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`; `AttributeNotOwned` if there is nothing to take
    /// away; `AttributeNotPublished` if it may not own it; `AttributeAlreadyOwned` if the RTI does.
    pub(crate) fn modify_attribute_state(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        owned: bool,
    ) -> Result<()> {
        let joined = self.joined()?;
        let set = AttributeHandleSet::from([attribute]);
        joined.check_instance(object, &set)?;
        let Some((instance, class)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        let refused = |kind, what: &str| {
            let text = format!("{attribute:?} of {object:?} {what}");
            Err(Exception::new(kind, text))
        };
        if joined.owner_of(instance, attribute) == Some(FederateHandle::RTI) {
            return refused(ExceptionKind::AttributeAlreadyOwned, "is owned by the RTI");
        }
        if !owned && !instance.owns(joined.identity.handle(), attribute) {
            return Err(not_owned(object, attribute));
        }
        let published = joined.declarations.own().published(class);
        if owned && !published.is_some_and(|p| p.contains(attribute)) {
            return refused(
                ExceptionKind::AttributeNotPublished,
                "is not published by the federate",
            );
        }
        Ok(())
    }

    /// The log says that ownership was moved.
    pub(crate) fn handle_ownership_forced(&mut self, event: &LogEvent, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let LogEvent::OwnershipForced {
            object,
            attribute,
            to,
        } = event
        else {
            return;
        };
        let (object, me) = (*object, joined.identity.handle());
        let set = AttributeHandleSet::from([*attribute]);
        let before = joined.in_scope(object);
        joined.ownership.table.apply(event);
        joined.ownership.dealings.told.remove(&(object, *attribute));
        if object.registrant() == me {
            joined.announce(object, None, out);
        }
        joined.drop_given_up_regions(object, &set, out);
        if *to == Some(me) {
            let at = (object, *attribute);
            joined.ownership.dealings.gaining.remove(&at);
            joined.ownership.dealings.acquiring.remove(&at);
            let known = joined.objects.known(object);
            if known.is_some_and(|(_, class)| joined.check_attributes(class, &set).is_ok()) {
                joined.gain(object, &set, out);
                joined.advise_of_relevance(object, Some(&set), &mut self.queue);
            } else {
                // Locally deleted meanwhile.
                joined.divest(object, &set, &[], out);
            }
        } else {
            joined.let_go(object, &set, out);
        }
        self.tell_change_of_scope(object, &before);
        self.look_for_discovery(object);
    }
}
