//! Synchronization points, save and restore (clause 4).

use hyla_types::Service;

use super::serve::serve;
use crate::convert::Field;

serve! {
    RegisterFederationSynchronizationPointRequest
        => RegisterFederationSynchronizationPointResponse {} |s, m| {
        let (label, tag) = (&m.synchronization_point_label, &m.user_supplied_tag);
        s.rti.register_federation_synchronization_point(label, tag, None)
    };
    RegisterFederationSynchronizationPointWithSetRequest
        => RegisterFederationSynchronizationPointWithSetResponse {} |s, m| {
        let (label, tag) = (&m.synchronization_point_label, &m.user_supplied_tag);
        let set = m.synchronization_set.value();
        s.rti.register_federation_synchronization_point(label, tag, Some(&set))
    };
    SynchronizationPointAchievedRequest => SynchronizationPointAchievedResponse {} |s, m|
        s.rti.synchronization_point_achieved(&m.synchronization_point_label, m.successfully);
    RequestFederationSaveRequest => RequestFederationSaveResponse {} |s, m|
        s.rti.request_federation_save(&m.label, None);
    RequestFederationSaveWithTimeRequest => RequestFederationSaveWithTimeResponse {} |s, m| {
        let time = s.time(Service::RequestFederationSave, &m.time)?;
        s.rti.request_federation_save(&m.label, Some(time))
    };
    FederateSaveBegunRequest => FederateSaveBegunResponse {} |s, _|
        s.rti.federate_save_begun();
    FederateSaveCompleteRequest => FederateSaveCompleteResponse {} |s, _|
        s.rti.federate_save_complete();
    FederateSaveNotCompleteRequest => FederateSaveNotCompleteResponse {} |s, _|
        s.rti.federate_save_not_complete();
    AbortFederationSaveRequest => AbortFederationSaveResponse {} |s, _|
        s.rti.abort_federation_save();
    QueryFederationSaveStatusRequest => QueryFederationSaveStatusResponse {} |s, _|
        s.rti.query_federation_save_status();
    RequestFederationRestoreRequest => RequestFederationRestoreResponse {} |s, m|
        s.rti.request_federation_restore(&m.label);
    FederateRestoreCompleteRequest => FederateRestoreCompleteResponse {} |s, _|
        s.rti.federate_restore_complete();
    FederateRestoreNotCompleteRequest => FederateRestoreNotCompleteResponse {} |s, _|
        s.rti.federate_restore_not_complete();
    AbortFederationRestoreRequest => AbortFederationRestoreResponse {} |s, _|
        s.rti.abort_federation_restore();
    QueryFederationRestoreStatusRequest => QueryFederationRestoreStatusResponse {} |s, _|
        s.rti.query_federation_restore_status();
}
