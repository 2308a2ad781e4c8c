//! Remarks on each service, and its cost: knowledge that the table of the standard cannot hold.

use hyla_types::{Service, ServiceTableGroup};

/// Waits and messages of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The federate's own process knows.
    Local,
    /// The federate's own process knows; a callback in progress is waited for.
    Silence,
    /// Something is sent, no answer is waited for.
    Message,
    /// Something goes to its receivers.
    Data,
    /// All federates have applied it.
    Applied,
    /// The RTI answers.
    RoundTrip,
}

impl Cost {
    /// In words, with the threads that may call.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Local => {
                "Any thread, also in callbacks. Local: sends nothing and waits for nothing."
            }
            Self::Silence => {
                "Any thread, also in callbacks, where it waits for nothing. Local: sends nothing."
            }
            Self::Message => {
                "Any thread, also in callbacks. Sends messages and does not wait for an answer."
            }
            Self::Data => {
                "Any thread, also in callbacks. Sends straight to the receivers without a round trip; waits while one \
                 of them cannot keep up."
            }
            Self::Applied => {
                "Any thread, also in callbacks. Returns once every joined federate has applied it, at the latest after \
                 twice `timeout.declaration_ms`; in a callback at once."
            }
            Self::RoundTrip => {
                "Any thread. A round trip to the RTI; in a callback of the immediate model it takes effect later, \
                 or answers with the last known value."
            }
        }
    }
}

/// Waits and messages of a call of the service.
#[must_use]
pub fn cost(service: Service) -> Cost {
    use Service as S;
    match service {
        S::DestroyFederationExecution | S::QueryGalt | S::QueryLits => Cost::RoundTrip,
        S::CommitRegionModifications
        | S::SubscribeObjectClassAttributesWithRegions
        | S::UnsubscribeObjectClassAttributesWithRegions
        | S::SubscribeInteractionClassWithRegions
        | S::UnsubscribeInteractionClassWithRegions => Cost::Applied,
        S::RegisterObjectInstance
        | S::RegisterObjectInstanceWithRegions
        | S::UpdateAttributeValues
        | S::SendInteraction
        | S::SendInteractionWithRegions
        | S::SendDirectedInteraction
        | S::DeleteObjectInstance => Cost::Data,
        S::CreateRegion
        | S::DeleteRegion
        | S::GetDimensionHandleSet
        | S::GetRangeBounds
        | S::SetRangeBounds
        | S::LocalDeleteObjectInstance
        | S::RequestAttributeTransportationTypeChange
        | S::ChangeDefaultAttributeTransportationType
        | S::RequestInteractionTransportationTypeChange
        | S::QueryAttributeOwnership
        | S::IsAttributeOwnedByFederate
        | S::EnableAsynchronousDelivery
        | S::DisableAsynchronousDelivery
        | S::QueryLogicalTime
        | S::QueryLookahead
        | S::ChangeAttributeOrderType
        | S::ChangeDefaultAttributeOrderType
        | S::ChangeInteractionOrderType => Cost::Local,
        S::DisableCallbacks => Cost::Silence,
        S::SetAutomaticResignDirective => Cost::Message,
        other => match other.info().group {
            ServiceTableGroup::Declaration => Cost::Applied,
            ServiceTableGroup::Support
            | ServiceTableGroup::CallbackControl
            | ServiceTableGroup::ApiSpecific => Cost::Local,
            ServiceTableGroup::Federation
            | ServiceTableGroup::Object
            | ServiceTableGroup::Ownership
            | ServiceTableGroup::Time
            | ServiceTableGroup::Ddm => Cost::Message,
        },
    }
}

const ANSWERED: &str = "The answer comes as a callback.";
const OLD_WITHOUT_TAG: &str = "A federate of 2010 has no tag and passes an empty one.";
const OF_THE_FEDERATION: &str = "Set for the whole federation by its object model.";

/// Remarks on a service or callback; empty where the name says all.
#[must_use]
pub fn note(service: Service, is_other_form: bool) -> String {
    use Service as S;
    let text = match service {
        S::RequestAttributeValueUpdate if is_other_form => "For all instances at or below a class.",
        S::RequestAttributeValueUpdate => "For one instance.",
        S::GetAvailableDimensionsForObjectClass if is_other_form => {
            "In 2010 each attribute has its own dimensions."
        }

        S::ListFederationExecutions
        | S::ListFederationExecutionMembers
        | S::QueryFederationSaveStatus
        | S::QueryFederationRestoreStatus
        | S::ReserveObjectInstanceName
        | S::ReserveMultipleObjectInstanceNames
        | S::QueryAttributeTransportationType
        | S::QueryInteractionTransportationType => ANSWERED,

        S::RegisterFederationSynchronizationPoint => {
            "Without a set, or with an empty one, all joined federates take part, and those that join before the point \
             is complete. The outcome comes as a callback."
        }
        S::SynchronizationPointAchieved => {
            "A label that was not announced to this federate, or that it has achieved already, is refused."
        }
        S::RequestFederationSave => {
            "At once or at a time. Every federate gets the callback to save, the caller too. A later request replaces one that \
             has not led to a save yet."
        }
        S::AbortFederationSave => "The RTI does not give up a save that it is storing already.",
        S::RequestFederationRestore => {
            "A callback says whether it is granted: if there is such a save of this federation, and as many federates of \
             each type are joined as were saved."
        }
        S::AbortFederationRestore => "The federation goes on as it was before.",

        S::PublishObjectClassAttributes => {
            "Adds to the attributes that are published at exactly this class."
        }
        S::UnpublishObjectClass => {
            "Attributes that this federate owns of its instances lose their owner."
        }
        S::UnpublishObjectClassAttributes => "Owned instances of the attributes lose their owner.",
        S::PublishInteractionClass => {
            "Interactions of exactly this class may be sent from then on."
        }
        S::UnpublishObjectClassDirectedInteractions
        | S::UnsubscribeObjectClassDirectedInteractions => {
            "Without a set, all interaction classes of the object class."
        }
        S::SubscribeObjectClassAttributes => {
            "An empty designator asks for every update. Existing instances are discovered."
        }
        S::UnsubscribeObjectClass => "Known instances stay known.",

        S::ReleaseMultipleObjectInstanceNames => "Releases all of the names or none.",
        S::RegisterObjectInstance => {
            "Takes a name that was reserved before, or makes one. No round trip."
        }
        S::UpdateAttributeValues => {
            "One message for each transportation type among the attributes. Allocates nothing in steady state."
        }
        S::RequestAttributeTransportationTypeChange
        | S::RequestInteractionTransportationTypeChange => {
            "In force from the confirming callback on."
        }
        S::ChangeDefaultAttributeTransportationType | S::ChangeDefaultAttributeOrderType => {
            "For instances registered from now on."
        }

        S::UnconditionalAttributeOwnershipDivestiture => {
            return format!("This federate no longer owns the attributes. {OLD_WITHOUT_TAG}");
        }
        S::NegotiatedAttributeOwnershipDivestiture => {
            "Offers the attributes, and owns them until the divestiture is confirmed."
        }
        S::ConfirmDivestiture => "The attributes go to the federate that acquires them.",
        S::AttributeOwnershipAcquisition => {
            "Asks the owner; a callback says when the attributes are owned here."
        }
        S::AttributeOwnershipAcquisitionIfAvailable => {
            return format!(
                "Takes attributes that are unowned or being divested. {OLD_WITHOUT_TAG}"
            );
        }
        S::AttributeOwnershipReleaseDenied => {
            return format!("The attributes stay owned. {OLD_WITHOUT_TAG}");
        }
        S::AttributeOwnershipDivestitureIfWanted => {
            return format!(
                "Gives the attributes to federates that acquire them, and returns which were given. {OLD_WITHOUT_TAG}"
            );
        }
        S::CancelNegotiatedAttributeOwnershipDivestiture => "The attributes stay owned.",
        S::CancelAttributeOwnershipAcquisition => {
            "A callback confirms it, unless the attributes have come meanwhile."
        }
        S::QueryAttributeOwnership => {
            "The answers come as callbacks. In 2010 the service is for one attribute, with one callback for each."
        }

        S::EnableTimeRegulation => "The callback `timeRegulationEnabled` says from which time on.",
        S::DisableTimeRegulation => "In force at once.",
        S::EnableTimeConstrained => {
            "The callback `timeConstrainedEnabled` says from which time on."
        }
        S::DisableTimeConstrained => {
            "In force at once: messages that waited for their time are delivered in receive order."
        }
        S::TimeAdvanceRequest => {
            "Granted after all messages of that time and earlier ones, once no more can come. The grant comes as a \
             callback, never from inside this call."
        }
        S::TimeAdvanceRequestAvailable => {
            "As `timeAdvanceRequest`, but messages of the granted time may still come."
        }
        S::NextMessageRequest => {
            "Granted to the time of the next message, or to `time` if none comes until then."
        }
        S::NextMessageRequestAvailable => {
            "As `nextMessageRequest`, but messages of the granted time may still come."
        }
        S::FlushQueueRequest => "Delivers all queued messages, and grants as far as is safe now.",
        S::QueryGalt => {
            "The time up to which this federate could be granted now; none if no other federate regulates."
        }
        S::QueryLogicalTime => "While the federate advances, the time before.",
        S::QueryLits => {
            "The least time at which a message can still be delivered; none without a GALT and without a message."
        }
        S::ModifyLookahead => "A smaller lookahead is reached as the federate advances.",
        S::QueryLookahead => "The lookahead in force now.",
        S::ChangeAttributeOrderType => "For later updates by this owner.",

        S::CreateRegion => "Covers the whole of each dimension until other bounds are committed.",
        S::CommitRegionModifications => {
            "Puts the bounds that were set for these regions in force, all together."
        }
        S::RegisterObjectInstanceWithRegions => {
            "Only federates whose subscriptions overlap discover it."
        }
        S::AssociateRegionsForUpdates => "Adds the regions to those of the attributes.",
        S::UnassociateRegionsForUpdates => "An attribute without regions has the default region.",
        S::SubscribeObjectClassAttributesWithRegions => {
            "A subscription of the same attribute without regions stays, and overlaps everything."
        }
        S::UnsubscribeObjectClassAttributesWithRegions => "Removes exactly the named pairs.",
        S::SendInteractionWithRegions => "Without any region nobody receives it.",
        S::RequestAttributeValueUpdateWithRegions => {
            "Asks only owners whose update regions overlap."
        }
        S::GetDimensionHandleSet => "Also of a conveyed region.",
        S::GetRangeBounds => {
            "As last set; of a conveyed region as it was sent. The last 4096 conveyed regions are remembered."
        }
        S::SetRangeBounds => "In force from `commitRegionModifications` on.",

        S::GetObjectClassHandle => "`HLAobjectRoot.` may be left out.",
        S::GetInteractionClassHandle => "`HLAinteractionRoot.` may be left out.",
        S::GetUpdateRateValue => "In Hz.",
        S::GetUpdateRateValueForAttribute => "In Hz; 0 without a limit.",
        S::GetAutoProvideSwitch
        | S::GetDelaySubscriptionEvaluationSwitch
        | S::GetAdvisoriesUseKnownClassSwitch
        | S::GetAllowRelaxedDdmSwitch
        | S::GetNonRegulatedGrantSwitch => OF_THE_FEDERATION,
        S::GetTimeFactory => "The federation's logical time implementation.",
        S::DisableCallbacks => {
            "Callbacks wait until they are enabled again. In the immediate model a callback in progress on another thread is \
             finished first: hold no lock that callbacks take."
        }

        S::ConnectionLost => "The connection is gone; connect again to go on.",
        S::FederateResigned => "The RTI or another federate removed this one.",
        S::FederationSynchronized => "The set holds the federates that reported no success.",
        S::InitiateFederateSave => "With a time if the save was requested with one.",
        S::InitiateFederateRestore => "Name and handle are those after the restore.",
        S::DiscoverObjectInstance => {
            "The producing federate is absent for a federate of 2010 that does not convey it."
        }
        S::RemoveObjectInstance => "Its name and class can be asked until the callback returns.",
        S::TurnUpdatesOnForObjectInstance => "Without a designator every update is wanted.",
        S::RequestDivestitureConfirmation => {
            "The tag is that of the federate that acquires the attributes (2025), empty in 2010."
        }
        S::AttributeOwnershipAcquisitionNotification => {
            "The federate owns the attributes from this callback on."
        }
        S::AttributeOwnershipUnavailable => "The tag is empty in 2010.",
        S::InformAttributeOwnership | S::AttributeIsNotOwned | S::AttributeIsOwnedByRti => {
            "In 2010 one callback for each attribute."
        }
        S::RequestRetraction => {
            "The message of this handle, which was delivered, no longer counts."
        }
        _ => "",
    };
    text.to_owned()
}
