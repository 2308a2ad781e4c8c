//! A federation whose federates bring a logical time implementation of their own: the RTI counts in the
//! standard's representation, and all members know the federation's name for it.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::sync::mpsc::{Sender, channel};

use hyla_lrc::{FederateAmbassador, NullFederateAmbassador, RtiAmbassador};
use hyla_types::{
    CallbackModel, ExceptionKind, FederationExecutionInformation, ResignAction, TimeImplementation,
    TimeName,
};

struct Listener(Sender<Vec<FederationExecutionInformation>>);

impl FederateAmbassador for Listener {
    fn report_federation_executions(&mut self, executions: &[FederationExecutionInformation]) {
        self.0.send(executions.to_vec()).unwrap();
    }
}

fn connected(federate: Box<dyn FederateAmbassador>) -> RtiAmbassador {
    let rti = RtiAmbassador::new();
    rti.connect(federate, CallbackModel::Immediate, "rti.address = embedded")
        .unwrap();
    rti
}

#[test]
fn a_federation_keeps_the_name_of_its_own_time() {
    let own = TimeName::own("Ticks", TimeImplementation::Integer64);
    let (told, listened) = channel();
    let first = connected(Box::new(Listener(told)));
    let second = connected(Box::new(NullFederateAmbassador));
    let fom = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../hyla-conformance/foms/traffic-2010.xml"
    );

    first
        .create_federation_execution("own time", &[fom], &own.to_string())
        .unwrap();
    second
        .join_federation_execution(None, "tester", "own time", &[])
        .unwrap();
    first.list_federation_executions().unwrap();

    assert_eq!(second.time_name(), Ok(own));
    assert_eq!(second.time_factory(), Ok(TimeImplementation::Integer64));
    let listed = listened.recv().unwrap();
    let listed = listed
        .iter()
        .find(|one| one.federation_execution_name == "own time");
    assert_eq!(listed.unwrap().logical_time_implementation_name, "Ticks");
    second
        .resign_federation_execution(ResignAction::NoAction)
        .unwrap();
    first.destroy_federation_execution("own time").unwrap();
}

#[test]
fn a_time_that_counts_like_nothing_known_is_refused() {
    let rti = connected(Box::new(NullFederateAmbassador));

    let refused = rti.create_federation_execution("no time", &[], "Ticks");

    let kind = refused.unwrap_err().kind;
    assert_eq!(kind, ExceptionKind::CouldNotCreateLogicalTimeFactory);
}
