//! A federate that records its callbacks.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use hyla_core::callback::{AttributeValues, Delivery, FederateAmbassador, ParameterValues};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederateHandleSet, FederateRestoreStatus,
    FederateSaveStatus, FederationExecutionInformation, FederationExecutionMemberInformation,
    InteractionClassHandle, LogicalTime, MessageRetractionHandle, ObjectClassHandle,
    ObjectInstanceHandle, OrderType, RegionHandleSet, RestoreFailureReason, SaveFailureReason,
    SynchronizationPointFailureReason, TransportationTypeHandle,
};

use crate::rti::Rti;

/// Longest wait for a callback before the scenario is given up.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A callback, with the parts that scenarios check.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Seen {
    ConnectionLost,
    Executions(Vec<String>),
    Members(String, Vec<(String, String)>),
    NoSuchExecution(String),
    Resigned,
    SyncPointRegistered(String),
    SyncPointRefused(String, SynchronizationPointFailureReason),
    SyncPointAnnounced(String, Vec<u8>),
    Synchronized(String, FederateHandleSet),
    InitiateSave(String, Option<LogicalTime>),
    Saved,
    NotSaved(SaveFailureReason),
    SaveStatus(Vec<FederateSaveStatus>),
    RestoreAccepted(String),
    RestoreRefused(String),
    RestoreBegun,
    InitiateRestore(String, String, FederateHandle),
    Restored,
    NotRestored(RestoreFailureReason),
    RestoreStatus(Vec<FederateRestoreStatus>),
    StartRegistration(ObjectClassHandle),
    StopRegistration(ObjectClassHandle),
    InteractionsOn(InteractionClassHandle),
    InteractionsOff(InteractionClassHandle),
    Reserved(Vec<String>),
    Refused(Vec<String>),
    Discovered(
        ObjectInstanceHandle,
        ObjectClassHandle,
        String,
        Option<FederateHandle>,
    ),
    Reflected(
        ObjectInstanceHandle,
        Vec<(AttributeHandle, Vec<u8>)>,
        Vec<u8>,
    ),
    /// Values come by handle.
    Received(InteractionClassHandle, Vec<Vec<u8>>, Vec<u8>),
    Directed(InteractionClassHandle, ObjectInstanceHandle, Vec<Vec<u8>>),
    Removed(ObjectInstanceHandle, Vec<u8>),
    InScope(ObjectInstanceHandle, AttributeHandleSet),
    OutOfScope(ObjectInstanceHandle, AttributeHandleSet),
    /// The message before came with these.
    SentRegions(RegionHandleSet),
    Provide(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    UpdatesOn(ObjectInstanceHandle, AttributeHandleSet, Option<String>),
    UpdatesOff(ObjectInstanceHandle, AttributeHandleSet),
    AttributeTypeConfirmed(
        ObjectInstanceHandle,
        AttributeHandleSet,
        TransportationTypeHandle,
    ),
    AttributeTypeReported(
        ObjectInstanceHandle,
        AttributeHandle,
        TransportationTypeHandle,
    ),
    InteractionTypeConfirmed(InteractionClassHandle, TransportationTypeHandle),
    InteractionTypeReported(
        FederateHandle,
        InteractionClassHandle,
        TransportationTypeHandle,
    ),
    Offered(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    ConfirmDivestiture(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    Acquired(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    Unavailable(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    ReleaseWanted(ObjectInstanceHandle, AttributeHandleSet, Vec<u8>),
    AcquisitionCancelled(ObjectInstanceHandle, AttributeHandleSet),
    OwnerIs(ObjectInstanceHandle, AttributeHandleSet, FederateHandle),
    NotOwned(ObjectInstanceHandle, AttributeHandleSet),
    OwnedByRti(ObjectInstanceHandle, AttributeHandleSet),
    Regulating(LogicalTime),
    Constrained(LogicalTime),
    FlushGranted(LogicalTime, LogicalTime),
    Granted(LogicalTime),
    Retracted(MessageRetractionHandle),
}

/// Supplemental data of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Came {
    pub(crate) time: Option<LogicalTime>,
    pub(crate) sent: OrderType,
    pub(crate) received: OrderType,
    pub(crate) retractable: bool,
}

#[derive(Default)]
struct Diary {
    seen: Mutex<Vec<Seen>>,
    /// With the last message.
    came: Mutex<Option<Came>>,
    written: Condvar,
}

/// The ambassador of one federate and what it has seen.
pub(crate) struct Federate {
    pub(crate) rti: Rti,
    pub(crate) evoked: bool,
    /// Its handle, once it has joined.
    pub(crate) handle: Option<FederateHandle>,
    diary: Arc<Diary>,
    /// All ambassadors of the world. Single-threaded ones do nothing unless they are evoked, and the
    /// scenario is their only thread.
    company: Company,
}

/// Ambassadors of one world.
pub(crate) type Company = Arc<Mutex<Vec<Rti>>>;

struct Recorder(Arc<Diary>);

impl Federate {
    pub(crate) fn new(
        rti: Rti,
        evoked: bool,
        company: Company,
    ) -> (Self, Box<dyn FederateAmbassador>) {
        let diary = Arc::new(Diary::default());
        (
            Self {
                rti,
                evoked,
                handle: None,
                diary: diary.clone(),
                company,
            },
            Box::new(Recorder(diary)),
        )
    }

    /// Waits for a callback that `wanted` accepts and takes it and all before it out of the diary.
    pub(crate) fn expect<T>(&self, what: &str, wanted: impl Fn(&Seen) -> Option<T>) -> T {
        self.wait_for(what, wanted, |seen, at| drop(seen.drain(..=at)))
    }

    /// Waits for a callback that `wanted` accepts and takes just that one out of the diary.
    pub(crate) fn pick<T>(&self, what: &str, wanted: impl Fn(&Seen) -> Option<T>) -> T {
        self.wait_for(what, wanted, |seen, at| drop(seen.remove(at)))
    }

    fn wait_for<T>(
        &self,
        what: &str,
        wanted: impl Fn(&Seen) -> Option<T>,
        take: impl Fn(&mut Vec<Seen>, usize),
    ) -> T {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if self.evoked {
                for rti in &*self.company.lock().unwrap() {
                    let _ = rti.evoke_multiple_callbacks(Duration::ZERO, Duration::from_millis(50));
                }
            }
            let mut seen = self.diary.seen.lock().unwrap();
            let found = seen
                .iter()
                .enumerate()
                .find_map(|(at, s)| Some((at, wanted(s)?)));
            if let Some((at, found)) = found {
                take(&mut seen, at);
                drop(seen);
                if !self.evoked {
                    self.rti.finish_callback();
                }
                return found;
            }
            assert!(Instant::now() < deadline, "no {what}; seen: {seen:#?}");
            if self.evoked {
                drop(seen);
                std::thread::yield_now();
            } else {
                drop(
                    self.diary
                        .written
                        .wait_timeout(seen, Duration::from_millis(50))
                        .unwrap(),
                );
            }
        }
    }

    /// Waits for exactly this callback.
    pub(crate) fn sees(&self, wanted: &Seen) {
        self.expect(&format!("{wanted:?}"), |seen| {
            (seen == wanted).then_some(())
        });
    }

    /// Supplemental data of the last message.
    pub(crate) fn came(&self) -> Came {
        let came = self.diary.came.lock().unwrap();
        came.clone().expect("no message came")
    }

    /// Everything seen and not yet taken out.
    pub(crate) fn diary(&self) -> Vec<Seen> {
        if self.evoked {
            let _ = self
                .rti
                .evoke_multiple_callbacks(Duration::ZERO, Duration::from_secs(1));
        }
        std::mem::take(&mut *self.diary.seen.lock().unwrap())
    }
}

impl Recorder {
    fn write_regions(&self, delivery: &Delivery<'_>) {
        if let Some(regions) = &delivery.sent_regions {
            self.write(Seen::SentRegions(regions.clone()));
        }
    }

    fn keep(&self, delivery: &Delivery<'_>) {
        *self.0.came.lock().unwrap() = Some(Came {
            time: delivery.time,
            sent: delivery.sent_order,
            received: delivery.received_order,
            retractable: delivery.retraction.is_some(),
        });
    }

    fn write(&self, seen: Seen) {
        self.0.seen.lock().unwrap().push(seen);
        self.0.written.notify_all();
    }
}

/// The values by handle: some faces have a map of them.
fn bytes<H: Copy + Ord>(values: &[(H, &[u8])]) -> Vec<Vec<u8>> {
    let mut values = values.to_vec();
    values.sort_by_key(|(handle, _)| *handle);
    values
        .into_iter()
        .map(|(_, value)| value.to_vec())
        .collect()
}

impl FederateAmbassador for Recorder {
    fn connection_lost(&mut self, _: &str) {
        self.write(Seen::ConnectionLost);
    }
    fn report_federation_executions(&mut self, executions: &[FederationExecutionInformation]) {
        let names = executions
            .iter()
            .map(|e| e.federation_execution_name.clone())
            .collect();
        self.write(Seen::Executions(names));
    }
    fn report_federation_execution_members(
        &mut self,
        federation: &str,
        members: &[FederationExecutionMemberInformation],
    ) {
        let members = members
            .iter()
            .map(|m| (m.federate_name.clone(), m.federate_type.clone()))
            .collect();
        self.write(Seen::Members(federation.to_owned(), members));
    }
    fn report_federation_execution_does_not_exist(&mut self, federation: &str) {
        self.write(Seen::NoSuchExecution(federation.to_owned()));
    }
    fn federate_resigned(&mut self, _: &str) {
        self.write(Seen::Resigned);
    }
    fn synchronization_point_registration_succeeded(&mut self, label: &str) {
        self.write(Seen::SyncPointRegistered(label.to_owned()));
    }
    fn synchronization_point_registration_failed(
        &mut self,
        label: &str,
        reason: SynchronizationPointFailureReason,
    ) {
        self.write(Seen::SyncPointRefused(label.to_owned(), reason));
    }
    fn announce_synchronization_point(&mut self, label: &str, tag: &[u8]) {
        self.write(Seen::SyncPointAnnounced(label.to_owned(), tag.to_vec()));
    }
    fn federation_synchronized(&mut self, label: &str, failed: &FederateHandleSet) {
        self.write(Seen::Synchronized(label.to_owned(), failed.clone()));
    }
    fn initiate_federate_save(&mut self, label: &str, time: Option<LogicalTime>) {
        self.write(Seen::InitiateSave(label.to_owned(), time));
    }
    fn federation_saved(&mut self) {
        self.write(Seen::Saved);
    }
    fn federation_not_saved(&mut self, reason: SaveFailureReason) {
        self.write(Seen::NotSaved(reason));
    }
    fn federation_save_status_response(&mut self, statuses: &[FederateSaveStatus]) {
        self.write(Seen::SaveStatus(statuses.to_vec()));
    }
    fn request_federation_restore_succeeded(&mut self, label: &str) {
        self.write(Seen::RestoreAccepted(label.to_owned()));
    }
    fn request_federation_restore_failed(&mut self, label: &str) {
        self.write(Seen::RestoreRefused(label.to_owned()));
    }
    fn federation_restore_begun(&mut self) {
        self.write(Seen::RestoreBegun);
    }
    fn initiate_federate_restore(&mut self, label: &str, name: &str, handle: FederateHandle) {
        self.write(Seen::InitiateRestore(
            label.to_owned(),
            name.to_owned(),
            handle,
        ));
    }
    fn federation_restored(&mut self) {
        self.write(Seen::Restored);
    }
    fn federation_not_restored(&mut self, reason: RestoreFailureReason) {
        self.write(Seen::NotRestored(reason));
    }
    fn federation_restore_status_response(&mut self, statuses: &[FederateRestoreStatus]) {
        self.write(Seen::RestoreStatus(statuses.to_vec()));
    }
    fn start_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        self.write(Seen::StartRegistration(class));
    }
    fn stop_registration_for_object_class(&mut self, class: ObjectClassHandle) {
        self.write(Seen::StopRegistration(class));
    }
    fn turn_interactions_on(&mut self, class: InteractionClassHandle) {
        self.write(Seen::InteractionsOn(class));
    }
    fn turn_interactions_off(&mut self, class: InteractionClassHandle) {
        self.write(Seen::InteractionsOff(class));
    }
    fn object_instance_name_reservation_succeeded(&mut self, name: &str) {
        self.write(Seen::Reserved(vec![name.to_owned()]));
    }
    fn object_instance_name_reservation_failed(&mut self, name: &str) {
        self.write(Seen::Refused(vec![name.to_owned()]));
    }
    fn multiple_object_instance_name_reservation_succeeded(&mut self, names: &[String]) {
        self.write(Seen::Reserved(names.to_vec()));
    }
    fn multiple_object_instance_name_reservation_failed(&mut self, names: &[String]) {
        self.write(Seen::Refused(names.to_vec()));
    }
    fn discover_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        class: ObjectClassHandle,
        name: &Arc<str>,
        producer: Option<FederateHandle>,
    ) {
        self.write(Seen::Discovered(object, class, name.to_string(), producer));
    }
    fn reflect_attribute_values(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let values = values
            .iter()
            .map(|(a, value)| (*a, value.to_vec()))
            .collect();
        self.keep(delivery);
        self.write(Seen::Reflected(object, values, delivery.tag.to_vec()));
        self.write_regions(delivery);
    }
    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.keep(delivery);
        self.write(Seen::Received(class, bytes(values), delivery.tag.to_vec()));
        self.write_regions(delivery);
    }
    fn receive_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.keep(delivery);
        self.write(Seen::Directed(class, object, bytes(values)));
    }
    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
        self.keep(delivery);
        self.write(Seen::Removed(object, delivery.tag.to_vec()));
    }
    fn attributes_in_scope(&mut self, object: ObjectInstanceHandle, set: &AttributeHandleSet) {
        self.write(Seen::InScope(object, set.clone()));
    }
    fn attributes_out_of_scope(&mut self, object: ObjectInstanceHandle, set: &AttributeHandleSet) {
        self.write(Seen::OutOfScope(object, set.clone()));
    }
    fn provide_attribute_value_update(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        self.write(Seen::Provide(object, attributes.clone(), tag.to_vec()));
    }
    fn turn_updates_on_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        rate: Option<&str>,
    ) {
        self.write(Seen::UpdatesOn(
            object,
            attributes.clone(),
            rate.map(str::to_owned),
        ));
    }
    fn turn_updates_off_for_object_instance(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.write(Seen::UpdatesOff(object, attributes.clone()));
    }
    fn confirm_attribute_transportation_type_change(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        transportation: TransportationTypeHandle,
    ) {
        self.write(Seen::AttributeTypeConfirmed(
            object,
            attributes.clone(),
            transportation,
        ));
    }
    fn report_attribute_transportation_type(
        &mut self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.write(Seen::AttributeTypeReported(
            object,
            attribute,
            transportation,
        ));
    }
    fn confirm_interaction_transportation_type_change(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.write(Seen::InteractionTypeConfirmed(class, transportation));
    }
    fn report_interaction_transportation_type(
        &mut self,
        federate: FederateHandle,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.write(Seen::InteractionTypeReported(
            federate,
            class,
            transportation,
        ));
    }
    fn request_attribute_ownership_assumption(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        self.write(Seen::Offered(object, attributes.clone(), tag.to_vec()));
    }
    fn request_divestiture_confirmation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        self.write(Seen::ConfirmDivestiture(
            object,
            attributes.clone(),
            tag.to_vec(),
        ));
    }
    fn attribute_ownership_acquisition_notification(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        self.write(Seen::Acquired(object, attributes.clone(), tag.to_vec()));
    }
    fn attribute_ownership_unavailable(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        self.write(Seen::Unavailable(object, attributes.clone(), tag.to_vec()));
    }
    fn request_attribute_ownership_release(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) {
        self.write(Seen::ReleaseWanted(
            object,
            attributes.clone(),
            tag.to_vec(),
        ));
    }
    fn confirm_attribute_ownership_acquisition_cancellation(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.write(Seen::AcquisitionCancelled(object, attributes.clone()));
    }
    fn inform_attribute_ownership(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        owner: FederateHandle,
    ) {
        self.write(Seen::OwnerIs(object, attributes.clone(), owner));
    }
    fn attribute_is_not_owned(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.write(Seen::NotOwned(object, attributes.clone()));
    }
    fn attribute_is_owned_by_rti(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
    ) {
        self.write(Seen::OwnedByRti(object, attributes.clone()));
    }
    fn time_regulation_enabled(&mut self, time: LogicalTime) {
        self.write(Seen::Regulating(time));
    }
    fn time_constrained_enabled(&mut self, time: LogicalTime) {
        self.write(Seen::Constrained(time));
    }
    fn flush_queue_grant(&mut self, time: LogicalTime, optimistic_time: LogicalTime) {
        self.write(Seen::FlushGranted(time, optimistic_time));
    }
    fn time_advance_grant(&mut self, time: LogicalTime) {
        self.write(Seen::Granted(time));
    }
    fn request_retraction(&mut self, retraction: MessageRetractionHandle) {
        self.write(Seen::Retracted(retraction));
    }
}
