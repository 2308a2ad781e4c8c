//! Object management, clause 6.

use crate::service::ServiceInfo;

pub(super) const OBJECT: [ServiceInfo; 34] = table! { Object
    ReserveObjectInstanceName ToRti {
        both "6.2" "6.2" reserveObjectInstanceName [IllegalName | joined]
    }
    ObjectInstanceNameReservationSucceeded ToFederate {
        both "6.3" "6.3" objectInstanceNameReservationSucceeded [| callback]
    }
    ObjectInstanceNameReservationFailed ToFederate {
        both "6.3" "6.3" objectInstanceNameReservationFailed [| callback]
    }
    ReleaseObjectInstanceName ToRti {
        both "6.4" "6.4" releaseObjectInstanceName [ObjectInstanceNameNotReserved | joined]
    }
    ReserveMultipleObjectInstanceNames ToRti {
        2010 "6.5" reserveMultipleObjectInstanceName [IllegalName, NameSetWasEmpty | joined]
        2025 "6.5" reserveMultipleObjectInstanceNames [IllegalName, NameSetWasEmpty | joined]
    }
    MultipleObjectInstanceNameReservationSucceeded ToFederate {
        both "6.6" "6.6" multipleObjectInstanceNameReservationSucceeded [| callback]
    }
    MultipleObjectInstanceNameReservationFailed ToFederate {
        both "6.6" "6.6" multipleObjectInstanceNameReservationFailed [| callback]
    }
    ReleaseMultipleObjectInstanceNames ToRti {
        2010 "6.7" releaseMultipleObjectInstanceName [ObjectInstanceNameNotReserved | joined]
        2025 "6.7" releaseMultipleObjectInstanceNames [ObjectInstanceNameNotReserved | joined]
    }
    RegisterObjectInstance ToRti {
        both "6.8" "6.8" registerObjectInstance [ObjectClassNotPublished, ObjectClassNotDefined,
            ObjectInstanceNameInUse, ObjectInstanceNameNotReserved | joined]
    }
    DiscoverObjectInstance ToFederate { both "6.9" "6.9" discoverObjectInstance [| callback] }
    UpdateAttributeValues ToRti {
        both "6.10" "6.10" updateAttributeValues [AttributeNotOwned, AttributeNotDefined,
            ObjectInstanceNotKnown, InvalidLogicalTime | joined]
    }
    ReflectAttributeValues ToFederate { both "6.11" "6.11" reflectAttributeValues [| callback] }
    SendInteraction ToRti {
        both "6.12" "6.12" sendInteraction [InteractionClassNotPublished,
            InteractionParameterNotDefined, InteractionClassNotDefined, InvalidLogicalTime | joined]
    }
    ReceiveInteraction ToFederate { both "6.13" "6.13" receiveInteraction [| callback] }
    SendDirectedInteraction ToRti {
        2025 "6.14" sendDirectedInteraction [ObjectInstanceNotKnown, InteractionClassNotPublished,
            InteractionParameterNotDefined, InteractionClassNotDefined, InvalidLogicalTime | joined]
    }
    ReceiveDirectedInteraction ToFederate {
        2025 "6.15" receiveDirectedInteraction [| callback]
    }
    DeleteObjectInstance ToRti {
        both "6.14" "6.16" deleteObjectInstance [DeletePrivilegeNotHeld, ObjectInstanceNotKnown,
            InvalidLogicalTime | joined]
    }
    RemoveObjectInstance ToFederate { both "6.15" "6.17" removeObjectInstance [| callback] }
    LocalDeleteObjectInstance ToRti {
        both "6.16" "6.18" localDeleteObjectInstance [OwnershipAcquisitionPending,
            FederateOwnsAttributes, ObjectInstanceNotKnown | joined]
    }
    AttributesInScope ToFederate { both "6.17" "6.19" attributesInScope [| callback] }
    AttributesOutOfScope ToFederate { both "6.18" "6.20" attributesOutOfScope [| callback] }
    RequestAttributeValueUpdate ToRti {
        both "6.19" "6.21" requestAttributeValueUpdate [AttributeNotDefined, ObjectInstanceNotKnown,
            ObjectClassNotDefined | joined]
    }
    ProvideAttributeValueUpdate ToFederate {
        both "6.20" "6.22" provideAttributeValueUpdate [| callback]
    }
    TurnUpdatesOnForObjectInstance ToFederate {
        both "6.21" "6.23" turnUpdatesOnForObjectInstance [| callback]
    }
    TurnUpdatesOffForObjectInstance ToFederate {
        both "6.22" "6.24" turnUpdatesOffForObjectInstance [| callback]
    }
    RequestAttributeTransportationTypeChange ToRti {
        2010 "6.23" requestAttributeTransportationTypeChange [AttributeAlreadyBeingChanged,
            AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown,
            InvalidTransportationType | joined]
        2025 "6.25" requestAttributeTransportationTypeChange [AttributeAlreadyBeingChanged,
            AttributeNotOwned, AttributeNotDefined, ObjectInstanceNotKnown,
            InvalidTransportationTypeHandle | joined]
    }
    ConfirmAttributeTransportationTypeChange ToFederate {
        both "6.24" "6.26" confirmAttributeTransportationTypeChange [| callback]
    }
    ChangeDefaultAttributeTransportationType ToRti {
        2025 "6.27" changeDefaultAttributeTransportationType [AttributeNotDefined,
            ObjectClassNotDefined, InvalidTransportationTypeHandle | joined]
    }
    QueryAttributeTransportationType ToRti {
        both "6.25" "6.28" queryAttributeTransportationType [AttributeNotDefined,
            ObjectInstanceNotKnown | joined]
    }
    ReportAttributeTransportationType ToFederate {
        both "6.26" "6.29" reportAttributeTransportationType [| callback]
    }
    RequestInteractionTransportationTypeChange ToRti {
        2010 "6.27" requestInteractionTransportationTypeChange [InteractionClassAlreadyBeingChanged,
            InteractionClassNotPublished, InteractionClassNotDefined, InvalidTransportationType |
            joined]
        2025 "6.30" requestInteractionTransportationTypeChange [InteractionClassAlreadyBeingChanged,
            InteractionClassNotPublished, InteractionClassNotDefined,
            InvalidTransportationTypeHandle | joined]
    }
    ConfirmInteractionTransportationTypeChange ToFederate {
        both "6.28" "6.31" confirmInteractionTransportationTypeChange [| callback]
    }
    QueryInteractionTransportationType ToRti {
        both "6.29" "6.32" queryInteractionTransportationType [InteractionClassNotDefined | joined]
    }
    ReportInteractionTransportationType ToFederate {
        both "6.30" "6.33" reportInteractionTransportationType [| callback]
    }
};
