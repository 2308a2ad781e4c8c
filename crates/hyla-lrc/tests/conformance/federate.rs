//! A federate that keeps what it was told.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use hyla_lrc::{AttributeValues, Delivery, FederateAmbassador, ParameterValues, RtiAmbassador};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, FederationExecutionInformation,
    FederationExecutionMemberInformation, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

/// Longest wait for a callback before the scenario is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// A callback, with what scenarios look at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Seen {
    ConnectionLost,
    Executions(Vec<String>),
    Members(String, Vec<(String, String)>),
    NoSuchExecution(String),
    Resigned,
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
    Received(InteractionClassHandle, Vec<Vec<u8>>, Vec<u8>),
    Directed(InteractionClassHandle, ObjectInstanceHandle, Vec<Vec<u8>>),
    Removed(ObjectInstanceHandle, Vec<u8>),
    InScope(ObjectInstanceHandle, AttributeHandleSet),
    OutOfScope(ObjectInstanceHandle, AttributeHandleSet),
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
}

#[derive(Default)]
struct Diary {
    seen: Mutex<Vec<Seen>>,
    written: Condvar,
}

/// The ambassador of one federate and what it has seen.
pub(crate) struct Federate {
    pub(crate) rti: RtiAmbassador,
    pub(crate) evoked: bool,
    /// Its handle, once it has joined.
    pub(crate) handle: Option<FederateHandle>,
    diary: Arc<Diary>,
    /// All ambassadors of the world. Single-threaded ones do nothing unless they are evoked, and the
    /// scenario is their only thread.
    company: Company,
}

/// Ambassadors of one world.
pub(crate) type Company = Arc<Mutex<Vec<RtiAmbassador>>>;

struct Recorder(Arc<Diary>);

impl Federate {
    pub(crate) fn new(
        rti: RtiAmbassador,
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
        let deadline = Instant::now() + PATIENCE;
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
    fn write(&self, seen: Seen) {
        self.0.seen.lock().unwrap().push(seen);
        self.0.written.notify_all();
    }
}

fn bytes<H>(values: &[(H, &[u8])]) -> Vec<Vec<u8>> {
    values.iter().map(|(_, value)| value.to_vec()).collect()
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
        self.write(Seen::Reflected(object, values, delivery.tag.to_vec()));
    }
    fn receive_interaction(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        self.write(Seen::Received(class, bytes(values), delivery.tag.to_vec()));
    }
    fn receive_directed_interaction(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        _: &Delivery<'_>,
    ) {
        self.write(Seen::Directed(class, object, bytes(values)));
    }
    fn remove_object_instance(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
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
}
