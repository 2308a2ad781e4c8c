//! Services of a federate that was removed and does not know it yet: the RTI does not answer them.

use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
use hyla_types::{Exception, ExceptionKind, ResignAction};

use crate::world::{Model, World, returns};

/// A federate that reads nothing between its calls, and was removed since the last one.
fn removed(world: &World, name: &str) -> RtiAmbassador {
    // An answer that never comes would be waited for beyond the watchdog.
    let settings = "timeout.call_ms = 36000000";
    let federate = Box::new(NullFederateAmbassador);
    let rti = world.enter(name, Model::SingleThreaded, federate, settings);
    let remover = world.join(&format!("remover of {name}"), Model::Immediate);
    remover
        .rti
        .remove_federate(&world.federation, name, "for a test")
        .unwrap();
    rti
}

fn is_no_member(outcome: Result<(), Exception>) {
    let kind = outcome.unwrap_err().kind;
    assert_eq!(kind, ExceptionKind::FederateNotExecutionMember);
}

#[test]
fn a_removed_federate_waits_for_no_answer_to_its_resignation() {
    let world = World::new("removed-resigns");
    let rti = removed(&world, "leaver");

    let outcome = returns("resign", move || {
        rti.resign_federation_execution(ResignAction::NoAction)
    });

    is_no_member(outcome);
}

#[test]
fn a_removed_federate_waits_for_no_answer_about_galt() {
    let world = World::new("removed-asks");
    let (asker, another) = (removed(&world, "asker"), removed(&world, "another"));

    let galt = returns("queryGALT", move || asker.query_galt().map(drop));
    let lits = returns("queryLITS", move || another.query_lits().map(drop));

    is_no_member(galt);
    is_no_member(lits);
}
