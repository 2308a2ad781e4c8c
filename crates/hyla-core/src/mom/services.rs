//! `HLAfederate.HLAservice`: what a member does as if its federate had called.

use hyla_types::{
    InteractionClassHandle, InteractionClassHandleSet, LogicalTime, ObjectClassHandle,
    ObjectInstanceHandle, OrderType,
};

use super::fields::{Fault, Fields};
use super::vocabulary::Act;
use crate::declaration::{Activity, DirectedScope};
use crate::member::Member;
use crate::outbox::Outbox;

fn class(fields: Fields<'_>) -> Result<ObjectClassHandle, Fault> {
    fields.handle("HLAobjectClass", ObjectClassHandle::decode)
}

fn interaction(fields: Fields<'_>) -> Result<InteractionClassHandle, Fault> {
    fields.handle("HLAinteractionClass", InteractionClassHandle::decode)
}

fn interactions(fields: Fields<'_>) -> Result<InteractionClassHandleSet, Fault> {
    fields.handles("HLAinteractionClassList")
}

fn object(fields: Fields<'_>) -> Result<ObjectInstanceHandle, Fault> {
    fields.handle("HLAobjectInstance", ObjectInstanceHandle::decode)
}

/// `HLAactive`; a subscription that does not say is active.
fn activity(fields: Fields<'_>) -> Result<Activity, Fault> {
    let active = fields.optional::<bool>("HLAactive")?.unwrap_or(true);
    Ok(if active {
        Activity::Active
    } else {
        Activity::Passive
    })
}

/// `HLAsendOrder`, by the numbers of the MIM's edition.
fn order(fields: Fields<'_>) -> Result<OrderType, Fault> {
    OrderType::from_mom_code(fields.value("HLAsendOrder")?, fields.edition)
        .map_err(|error| Fault::Parameter(error.to_string()))
}

impl Member {
    fn stamp(&self, fields: Fields<'_>) -> Result<LogicalTime, Fault> {
        fields.time("HLAtimeStamp", self.joined_ref()?.identity.time())
    }

    /// Calls the service that the interaction names.
    ///
    /// # Errors
    /// Exceptions of the service, or a parameter at fault. Then nothing has changed.
    pub(super) fn serve(
        &mut self,
        act: Act,
        fields: Fields<'_>,
        out: &mut dyn Outbox,
    ) -> Result<(), Fault> {
        const ATTRIBUTES: &str = "HLAattributeList";
        const SUCCESS: &str = "HLAsuccessIndicator";
        let successfully = fields.optional(SUCCESS)?.unwrap_or(true);
        if let Some(service) = act.service(successfully) {
            self.admit(service)?;
        }
        match act {
            Act::PublishObjectClass => {
                let (class, set) = (class(fields)?, fields.attributes(ATTRIBUTES)?);
                self.publish_object_class_attributes(class, &set, out)?;
            }
            Act::UnpublishObjectClass => {
                let (class, set) = (class(fields)?, fields.attributes(ATTRIBUTES)?);
                self.unpublish_object_class_attributes(class, &set, out)?;
            }
            Act::PublishInteractionClass => {
                self.publish_interaction_class(interaction(fields)?, out)?;
            }
            Act::UnpublishInteractionClass => {
                self.unpublish_interaction_class(interaction(fields)?, out)?;
            }
            Act::PublishDirected => {
                let (class, set) = (class(fields)?, interactions(fields)?);
                self.publish_object_class_directed_interactions(class, &set, out)?;
            }
            Act::UnpublishDirected => {
                let (class, set) = (class(fields)?, interactions(fields)?);
                self.unpublish_object_class_directed_interactions(class, Some(&set), out)?;
            }
            Act::SubscribeObjectClass => {
                let (class, set) = (class(fields)?, fields.attributes(ATTRIBUTES)?);
                let activity = activity(fields)?;
                self.subscribe_object_class_attributes(class, &set, activity, "", out)?;
            }
            Act::UnsubscribeObjectClass => {
                let (class, set) = (class(fields)?, fields.attributes(ATTRIBUTES)?);
                self.unsubscribe_object_class_attributes(class, &set, out)?;
            }
            Act::SubscribeInteractionClass => {
                let (class, activity) = (interaction(fields)?, activity(fields)?);
                self.subscribe_interaction_class(class, activity, out)?;
            }
            Act::UnsubscribeInteractionClass => {
                self.unsubscribe_interaction_class(interaction(fields)?, out)?;
            }
            Act::SubscribeDirected => {
                let (class, set) = (class(fields)?, interactions(fields)?);
                let scope = DirectedScope::Owned;
                self.subscribe_object_class_directed_interactions(class, &set, scope, out)?;
            }
            Act::UnsubscribeDirected => {
                let (class, set) = (class(fields)?, interactions(fields)?);
                self.unsubscribe_object_class_directed_interactions(class, Some(&set), out)?;
            }
            Act::DeleteObjectInstance => {
                let object = object(fields)?;
                let tag = fields.optional::<&[u8]>("HLAtag")?.unwrap_or_default();
                let time = fields.optional_time("HLAtimeStamp", self.joined()?.identity.time())?;
                self.delete_object_instance(object, tag, time, out)?;
            }
            Act::LocalDeleteObjectInstance => {
                self.local_delete_object_instance(object(fields)?)?;
            }
            Act::ChangeAttributeTransportation => {
                let (object, set) = (object(fields)?, fields.attributes(ATTRIBUTES)?);
                let transportation = fields.transportation()?;
                self.request_attribute_transportation_type_change(object, &set, transportation)?;
            }
            Act::ChangeInteractionTransportation => {
                let (class, transportation) = (interaction(fields)?, fields.transportation()?);
                self.request_interaction_transportation_type_change(class, transportation)?;
            }
            Act::UnconditionalDivestiture => {
                let (object, set) = (object(fields)?, fields.attributes(ATTRIBUTES)?);
                self.unconditional_attribute_ownership_divestiture(object, &set, &[], out)?;
            }
            Act::EnableTimeRegulation => {
                let lookahead = fields.interval("HLAlookahead", self.joined()?.identity.time())?;
                self.enable_time_regulation(lookahead, out)?;
            }
            Act::DisableTimeRegulation => self.disable_time_regulation(out)?,
            Act::EnableTimeConstrained => self.enable_time_constrained(out)?,
            Act::DisableTimeConstrained => self.disable_time_constrained(out)?,
            Act::TimeAdvanceRequest => self.time_advance_request(self.stamp(fields)?, out)?,
            Act::TimeAdvanceRequestAvailable => {
                self.time_advance_request_available(self.stamp(fields)?, out)?;
            }
            Act::NextMessageRequest => self.next_message_request(self.stamp(fields)?, out)?,
            Act::NextMessageRequestAvailable => {
                self.next_message_request_available(self.stamp(fields)?, out)?;
            }
            Act::FlushQueueRequest => self.flush_queue_request(self.stamp(fields)?, out)?,
            Act::EnableAsynchronousDelivery => self.enable_asynchronous_delivery()?,
            Act::DisableAsynchronousDelivery => self.disable_asynchronous_delivery()?,
            Act::ModifyLookahead => {
                let lookahead = fields.interval("HLAlookahead", self.joined()?.identity.time())?;
                self.modify_lookahead(lookahead, out)?;
            }
            Act::ChangeAttributeOrder => {
                let (object, set) = (object(fields)?, fields.attributes(ATTRIBUTES)?);
                self.change_attribute_order_type(object, &set, order(fields)?)?;
            }
            Act::ChangeInteractionOrder => {
                let (class, order) = (interaction(fields)?, order(fields)?);
                self.change_interaction_order_type(class, order)?;
            }
            Act::SynchronizationPointAchieved => {
                let label: String = fields.value("HLAlabel")?;
                self.synchronization_point_achieved(&label, true, out)?;
            }
            Act::SaveBegun => self.federate_save_begun(out)?,
            Act::SaveComplete => self.federate_save_ended(fields.value(SUCCESS)?, out)?,
            Act::RestoreComplete => self.federate_restore_ended(fields.value(SUCCESS)?, out)?,
            // Adjustments and reports are carried out before; the executive resigns federates and reports on modules.
            Act::SetTiming
            | Act::ModifyAttributeState
            | Act::SetServiceReporting
            | Act::SetExceptionReporting
            | Act::SetSwitches
            | Act::SetProfileParameter
            | Act::BindChannel
            | Act::RequestPublications
            | Act::RequestSubscriptions
            | Act::RequestInstancesThatCanBeDeleted
            | Act::RequestInstancesUpdated
            | Act::RequestInstancesReflected
            | Act::RequestUpdatesSent
            | Act::RequestInteractionsSent
            | Act::RequestDirectedInteractionsSent
            | Act::RequestReflectionsReceived
            | Act::RequestInteractionsReceived
            | Act::RequestDirectedInteractionsReceived
            | Act::RequestInstanceInformation
            | Act::RequestChannelMetrics
            | Act::RequestLatency
            | Act::RequestFederateModule
            | Act::Resign
            | Act::SetFederationSwitches
            | Act::RequestSynchronizationPoints
            | Act::RequestSynchronizationPointStatus
            | Act::RequestFederationModule
            | Act::RequestMim
            | Act::RequestWaiting => {}
        }
        Ok(())
    }
}
