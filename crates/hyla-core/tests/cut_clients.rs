//! Federates of the Federate Protocol whose client has no connection at present: members that meet them are notified.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::Duration;

use hyla_core::executive::{Rti, RtiConfig, SessionId};
use hyla_core::message::{
    CutConnection, FederationStatus, FromRti, Greeting, Reply, RequestId, ToRti, decode_control,
};
use hyla_omt::Strictness;
use hyla_types::{Edition, Exception, ExceptionKind};

const CLIENT: SessionId = SessionId(1);
const OTHER: SessionId = SessionId(2);
const REQUEST: RequestId = RequestId(1);

struct World {
    rti: Rti,
}

impl World {
    /// Two sessions and a federation.
    fn new() -> Self {
        let mut world = Self {
            rti: Rti::new(RtiConfig {
                version: "test".into(),
                strictness: Strictness::Lenient,
                seed: 1.into(),
            }),
        };
        for session in [CLIENT, OTHER] {
            let greeting = Greeting::ToRti {
                edition: Edition::Hla2025,
                credentials: None,
            };
            world.rti.handle_greeting(session, &greeting).unwrap();
        }
        let create = ToRti::Create {
            request: REQUEST,
            federation: "Fed".into(),
            modules: Vec::new(),
            mim: None,
            time: String::new(),
        };
        world.ask(OTHER, create).unwrap();
        world
    }

    fn at(&mut self, seconds: u64) {
        self.rti.handle_time(Duration::from_secs(seconds));
    }

    fn say(&mut self, session: SessionId, message: ToRti) {
        self.rti.handle_message(session, message).unwrap();
    }

    fn ask(&mut self, session: SessionId, message: ToRti) -> Result<Reply, Exception> {
        while self.rti.poll_transmit().is_some() {}
        self.say(session, message);
        std::iter::from_fn(|| self.rti.poll_transmit())
            .filter(|transmit| transmit.to == session)
            .find_map(|transmit| match decode_control(&transmit.frame).unwrap() {
                FromRti::Answer { outcome, .. } => Some(outcome),
                _ => None,
            })
            .expect("an answer")
    }

    fn join(&mut self, session: SessionId) -> Result<Reply, Exception> {
        let join = ToRti::Join {
            request: REQUEST,
            name: Some("tower".into()),
            federate_type: "Tower".into(),
            federation: "Fed".into(),
            modules: Vec::new(),
            addresses: Vec::new(),
            host: String::new(),
        };
        self.ask(session, join)
    }

    fn destroy(&mut self) -> Result<Reply, Exception> {
        let destroy = ToRti::Destroy {
            request: REQUEST,
            federation: "Fed".into(),
        };
        self.ask(OTHER, destroy)
    }

    fn status(&mut self) -> FederationStatus {
        match self.ask(OTHER, ToRti::Status { request: REQUEST }).unwrap() {
            Reply::Status(mut status) => status.remove(0),
            other => panic!("{other:?}"),
        }
    }

    fn cut(&mut self, kept: Option<u64>) {
        let kept = kept.map(Duration::from_secs);
        self.say(CLIENT, ToRti::ClientCut { kept });
    }
}

const CUT: &str = "its connection has been cut for 3.0 s, its session is kept for another 12.0 s";

#[test]
fn a_name_that_a_cut_session_holds_is_refused_with_how_long_and_what_helps() {
    let mut world = World::new();
    world.join(CLIENT).unwrap();
    world.at(10);
    world.cut(Some(15));
    world.at(13);

    let refused = world.join(OTHER).unwrap_err();

    assert_eq!(refused.kind, ExceptionKind::FederateNameAlreadyInUse);
    assert!(refused.message.contains(CUT), "{refused}");
    assert!(refused.message.contains("hyla remove"), "{refused}");
}

#[test]
fn destroy_names_the_federates_whose_connection_is_cut() {
    let mut world = World::new();
    world.join(CLIENT).unwrap();
    world.at(10);
    world.cut(Some(15));
    world.at(13);

    let refused = world.destroy().unwrap_err();

    assert_eq!(refused.kind, ExceptionKind::FederatesCurrentlyJoined);
    assert!(
        refused.message.contains(&format!("tower ({CUT})")),
        "{refused}"
    );
}

#[test]
fn the_status_says_which_connection_is_cut_until_the_client_is_back() {
    let mut world = World::new();
    world.join(CLIENT).unwrap();
    assert_eq!(world.status().members[0].cut, None);

    world.at(10);
    world.cut(Some(15));
    world.at(12);
    // Said again after a call that was under way: the connection has been cut since it was said first.
    world.cut(Some(13));
    world.at(13);

    let (since, left) = (Duration::from_secs(3), Duration::from_secs(12));
    let expected = CutConnection { since, left };
    assert_eq!(world.status().members[0].cut, Some(expected));
    world.cut(None);
    assert_eq!(world.status().members[0].cut, None);
    let refused = world.join(OTHER).unwrap_err();
    assert!(!refused.message.contains("cut"), "{refused}");
}

#[test]
fn a_client_that_is_cut_while_its_federate_joins_is_shown_as_cut() {
    let mut world = World::new();
    world.at(10);
    world.cut(Some(15));
    world.join(CLIENT).unwrap();

    assert!(world.status().members[0].cut.is_some());
}

#[test]
fn a_cut_federate_that_is_removed_leaves_its_name_at_once() {
    let mut world = World::new();
    world.join(CLIENT).unwrap();
    world.cut(Some(15));

    let remove = ToRti::RemoveFederate {
        request: REQUEST,
        federation: "Fed".into(),
        federate: "tower".into(),
        reason: "it is dead".into(),
    };
    world.ask(OTHER, remove).unwrap();

    world.join(OTHER).unwrap();
    // From here on the client's connection does not matter.
    world.cut(None);
    assert_eq!(world.status().members[0].cut, None);
}
