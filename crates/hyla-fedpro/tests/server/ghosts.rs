//! Clients that died: what others see of their federates, and how they get rid of them.

use std::time::{Duration, Instant};

use hyla_fedpro::TransportKind;
use hyla_fedpro_messages::callback_request::CallbackRequest as Callback;
use hyla_lrc::{MemberStatus, NullFederateAmbassador, RtiAmbassador};
use hyla_types::{CallbackModel, ExceptionKind, ResignAction};

use crate::raw::TIMEOUT;
use crate::world::{Talker, World};

/// A federate that came over TCP.
fn visitor(world: &World) -> RtiAmbassador {
    let rti = RtiAmbassador::new();
    let settings = format!("rti.address={}", world.rti_address);
    rti.connect(
        Box::new(NullFederateAmbassador),
        CallbackModel::Evoked,
        &settings,
    )
    .unwrap();
    rti
}

/// The only member of the only federation, once it is as wanted.
fn member(rti: &RtiAmbassador, wanted: impl Fn(&MemberStatus) -> bool) -> MemberStatus {
    let end = Instant::now() + TIMEOUT;
    loop {
        let mut status = rti.status().unwrap();
        let member = status[0].members.remove(0);
        if wanted(&member) {
            return member;
        }
        assert!(Instant::now() < end, "waited in vain: {member:?}");
    }
}

#[test]
fn a_client_that_died_is_shown_as_cut_and_named_in_what_it_causes_to_be_refused() {
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::from_secs(600));
    let way = world.way(TransportKind::Tcp);
    let mut dead = Talker::join(&way, "ghosts", "tower");
    let rti = visitor(&world);
    assert_eq!(member(&rti, |_| true).cut, None);

    dead.client.cut();

    let cut = member(&rti, |member| member.cut.is_some()).cut.unwrap();
    assert!(cut.left <= Duration::from_secs(600), "{cut:?}");
    let join = || rti.join_federation_execution(Some("tower"), "talker", "ghosts", &[]);
    let refused = join().unwrap_err();
    assert_eq!(refused.kind, ExceptionKind::FederateNameAlreadyInUse);
    assert!(
        refused.message.contains("its connection has been cut for"),
        "{refused}"
    );
    let refused = rti.destroy_federation_execution("ghosts").unwrap_err();
    assert_eq!(refused.kind, ExceptionKind::FederatesCurrentlyJoined);
    assert!(
        refused
            .message
            .contains("tower (its connection has been cut for"),
        "{refused}"
    );

    rti.remove_federate("ghosts", "tower", "it is dead")
        .unwrap();
    join().unwrap();
    // The client was not dead after all, and gets the reason.
    assert_eq!(dead.client.resume(&way, 1).0, 0);
    let resigned = dead.client.callback().callback_request;
    assert!(
        matches!(&resigned, Some(Callback::FederateResigned(why)) if why.reason_for_resign_description.contains("dead")),
        "{resigned:?}"
    );
    rti.resign_federation_execution(ResignAction::NoAction)
        .unwrap();
    rti.destroy_federation_execution("ghosts").unwrap();
}

#[test]
fn a_client_that_is_back_is_no_longer_shown_as_cut() {
    let world = World::new();
    let way = world.way(TransportKind::Tcp);
    let mut client = Talker::join(&way, "back", "tower");
    let rti = visitor(&world);

    client.client.cut();
    member(&rti, |member| member.cut.is_some());
    assert_eq!(client.client.resume(&way, 1).0, 0);

    member(&rti, |member| member.cut.is_none());
    client.sync();
    client.leave();
}

#[test]
fn a_client_that_died_frees_its_name_once_its_session_has_not_been_resumed_in_time() {
    let world = World::with(|settings, _| settings.fedpro.resume = Duration::from_millis(100));
    let way = world.way(TransportKind::Tcp);
    let dead = Talker::join(&way, "freed", "tower");

    dead.client.cut();
    world.until("the session to end", |counters| counters.sessions == 0);

    Talker::join(&way, "freed", "tower").leave();
}
