//! Quotas: what one user may hold of an RTI, and what others keep.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_core::executive::{Rti, RtiConfig, SessionId, UserLimits, Verdict};
use hyla_core::message::{
    FromRti, Greeting, MemberRequest, ModuleSource, Reply, RequestId, ToRti, decode_control,
};
use hyla_omt::Strictness;
use hyla_types::{
    AttributeHandleSet, AuthorizationResultCode, Credentials, Edition, FederateHandle,
    ObjectClassHandle, ObjectInstanceHandle,
};

const ANNA: SessionId = SessionId(1);
const BERT: SessionId = SessionId(2);
const TRAFFIC: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");

struct World {
    rti: Rti,
    request: u32,
}

impl World {
    /// An RTI with two users: Anna's sessions come from one address, Bert's from another.
    fn new(limits: UserLimits) -> Self {
        let mut world = Self::empty(limits);
        world.greet(ANNA, "address 10.0.0.1");
        world.greet(BERT, "address 10.0.0.2");
        world
    }

    fn empty(limits: UserLimits) -> Self {
        let mut rti = Rti::new(RtiConfig {
            version: "test".into(),
            strictness: Strictness::Lenient,
            seed: 1.into(),
        });
        rti.limit_users(limits);
        Self { rti, request: 0 }
    }

    fn greet(&mut self, session: SessionId, origin: &str) {
        let greeting = Greeting::ToRti {
            edition: Edition::Hla2025,
            credentials: None,
        };
        self.rti
            .handle_greeting_from(session, &greeting, origin)
            .unwrap();
        let _ = self.answer();
    }

    /// The last answer: what was refused, or the handle of a federate that has joined.
    fn answer(&mut self) -> Result<Option<FederateHandle>, String> {
        std::iter::from_fn(|| self.rti.poll_transmit())
            .filter_map(|t| match decode_control(&t.frame).unwrap() {
                FromRti::Answer { outcome, .. } => Some(match outcome {
                    Ok(Reply::Joined { handle, .. }) => Ok(Some(handle)),
                    Ok(_) => Ok(None),
                    Err(refusal) => Err(refusal.message),
                }),
                _ => None,
            })
            .last()
            .unwrap_or(Ok(None))
    }

    fn ask(
        &mut self,
        session: SessionId,
        message: ToRti,
    ) -> Result<Option<FederateHandle>, String> {
        self.rti.handle_message(session, message).unwrap();
        self.answer()
    }

    fn request(&mut self) -> RequestId {
        self.request += 1;
        RequestId(self.request)
    }

    fn create(
        &mut self,
        session: SessionId,
        federation: &str,
        modules: &[&[u8]],
    ) -> Result<(), String> {
        let create = ToRti::Create {
            request: self.request(),
            federation: federation.into(),
            modules: sources(modules),
            mim: None,
            time: String::new(),
        };
        self.ask(session, create).map(|_| ())
    }

    fn join(
        &mut self,
        session: SessionId,
        federation: &str,
        modules: &[&[u8]],
    ) -> Result<FederateHandle, String> {
        let join = ToRti::Join {
            request: self.request(),
            name: None,
            federate_type: "test".into(),
            federation: federation.into(),
            modules: sources(modules),
            addresses: Vec::new(),
            host: String::new(),
        };
        self.ask(session, join).map(Option::unwrap)
    }

    fn destroy(&mut self, session: SessionId, federation: &str) {
        let destroy = ToRti::Destroy {
            request: self.request(),
            federation: federation.into(),
        };
        self.ask(session, destroy).unwrap();
    }

    fn notices(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.rti.poll_notice())
            .map(|notice| notice.text)
            .filter(|text| text.contains("rti.limit"))
            .collect()
    }
}

fn sources(modules: &[&[u8]]) -> Vec<ModuleSource> {
    let source = |content: &&[u8]| ModuleSource {
        designator: "module.xml".into(),
        content: content.to_vec(),
    };
    modules.iter().map(source).collect()
}

fn renamed(name: &str) -> Vec<u8> {
    let text = std::str::from_utf8(TRAFFIC).unwrap();
    text.replace("Vehicle", name).into_bytes()
}

#[test]
fn federations_of_a_user_are_limited_and_others_create_theirs() {
    let mut world = World::new(UserLimits {
        federations: 2,
        ..UserLimits::NONE
    });
    world.create(ANNA, "A1", &[]).unwrap();
    world.create(ANNA, "A2", &[]).unwrap();

    let refusal = world.create(ANNA, "A3", &[]).unwrap_err();

    assert_eq!(
        refusal,
        "address 10.0.0.1 holds 2 federation executions and asks for 1 more; the limit of a user is 2 \
         (rti.limit_federations): destroy some that nobody needs"
    );
    assert_eq!(world.rti.refused_over_quota(), 1);
    world.create(BERT, "B1", &[]).unwrap();
    world.destroy(ANNA, "A1");
    world.create(ANNA, "A3", &[]).unwrap();
}

#[test]
fn all_sessions_of_a_user_share_a_quota() {
    let mut world = World::new(UserLimits {
        federations: 1,
        ..UserLimits::NONE
    });
    world.greet(SessionId(3), "address 10.0.0.1");
    world.create(ANNA, "A1", &[]).unwrap();

    world.create(SessionId(3), "A2", &[]).unwrap_err();

    // What a session has created remains when it is gone.
    world.rti.handle_closed(ANNA, "gone");
    world.create(SessionId(3), "A2", &[]).unwrap_err();
}

#[test]
fn the_user_is_the_one_that_the_authorizer_names() {
    let mut world = World::empty(UserLimits {
        federations: 1,
        ..UserLimits::NONE
    });
    world.rti.ask_authorizer();
    let decide = |world: &mut World, user: &str| {
        let request = world.rti.poll_authorization().unwrap();
        let verdict = Verdict {
            code: AuthorizationResultCode::Authorized,
            message: String::new(),
            user: Some(user.into()),
            permitted: Vec::new(),
        };
        world.rti.handle_verdict(request.ticket, verdict);
    };
    for (session, user) in [(ANNA, "anna"), (BERT, "bert")] {
        let greeting = Greeting::ToRti {
            edition: Edition::Hla2025,
            credentials: Some(Credentials::plain_text_password("name:secret")),
        };
        let origin = "address 10.0.0.1";
        world
            .rti
            .handle_greeting_from(session, &greeting, origin)
            .unwrap();
        decide(&mut world, user);
    }
    world.create(ANNA, "A1", &[]).unwrap();
    decide(&mut world, "anna");
    world.create(BERT, "B1", &[]).unwrap();
    decide(&mut world, "bert");
    world.answer().unwrap();

    let refusal = world.create(ANNA, "A2", &[]).unwrap_err();

    assert!(
        refusal.starts_with("user anna holds 1 federation"),
        "{refusal}"
    );
    assert!(
        world.rti.poll_authorization().is_none(),
        "nothing to decide"
    );
}

#[test]
fn requests_that_wait_for_the_authorizer_count() {
    let mut world = World::empty(UserLimits {
        memory_bytes: 3 * TRAFFIC.len(),
        ..UserLimits::NONE
    });
    world.greet(ANNA, "address 10.0.0.1");
    world.rti.ask_authorizer();
    for federation in ["A1", "A2", "A3"] {
        world.create(ANNA, federation, &[TRAFFIC]).unwrap();
    }

    let refusal = world.create(ANNA, "A4", &[TRAFFIC]).unwrap_err();

    assert!(refusal.contains("rti.limit_memory_bytes"), "{refusal}");
}

#[test]
fn modules_and_their_bytes_are_limited_and_equal_ones_count_once() {
    let (ship, plane) = (renamed("Ship"), renamed("Plane"));
    let mut world = World::new(UserLimits {
        modules: 2,
        module_bytes: 2 * TRAFFIC.len(),
        ..UserLimits::NONE
    });
    world.create(ANNA, "A", &[TRAFFIC]).unwrap();
    world.join(ANNA, "A", &[TRAFFIC]).unwrap();
    world.greet(SessionId(3), "address 10.0.0.1");
    world.join(SessionId(3), "A", &[&ship]).unwrap();

    world.greet(SessionId(4), "address 10.0.0.1");
    let refusal = world.join(SessionId(4), "A", &[&plane]).unwrap_err();
    assert!(refusal.contains("2 modules"), "{refusal}");
    assert!(refusal.contains("rti.limit_modules"), "{refusal}");
    // It has changed nothing, and others have quotas of their own.
    world.join(SessionId(4), "A", &[TRAFFIC]).unwrap();
    world.join(BERT, "A", &[&plane]).unwrap();

    let long = [TRAFFIC, &b" ".repeat(2 * TRAFFIC.len())].concat();
    let refusal = world.create(BERT, "B", &[&long]).unwrap_err();
    assert!(refusal.contains("rti.limit_module_bytes"), "{refusal}");
}

#[test]
fn memory_is_limited_and_is_free_again_when_a_federation_is_destroyed() {
    let mut world = World::new(UserLimits::NONE);
    world.create(ANNA, "A", &[TRAFFIC]).unwrap();
    let mut limits = UserLimits::NONE;
    let mut least = 0;
    // The least limit with which the same fits.
    for kib in 0.. {
        limits.memory_bytes = kib << 10;
        let mut other = World::new(limits);
        if other.create(ANNA, "A", &[TRAFFIC]).is_ok() {
            least = limits.memory_bytes;
            break;
        }
    }
    assert!(least > TRAFFIC.len());

    limits.memory_bytes = 2 * least - (4 << 10);
    let mut world = World::new(limits);
    world.create(ANNA, "A", &[TRAFFIC]).unwrap();
    let refusal = world.create(ANNA, "B", &[TRAFFIC]).unwrap_err();
    assert!(refusal.contains("bytes of memory"), "{refusal}");
    world.create(BERT, "B", &[TRAFFIC]).unwrap();
    world.destroy(ANNA, "A");
    world.create(ANNA, "A", &[TRAFFIC]).unwrap();
}

#[test]
fn a_federate_with_more_instances_than_its_user_has_memory_for_is_removed() {
    let mut world = World::new(UserLimits {
        memory_bytes: 4 << 20,
        ..UserLimits::NONE
    });
    world.create(ANNA, "A", &[TRAFFIC]).unwrap();
    let federate = world.join(ANNA, "A", &[]).unwrap();
    let other = world.join(BERT, "A", &[]).unwrap();
    let register = |world: &mut World, session, federate: FederateHandle, index: u32| {
        let object = ObjectInstanceHandle::of(federate, index);
        let registered = MemberRequest::Registered {
            object,
            class: ObjectClassHandle::new(1),
            name: format!("HLAobject-{}-{}", object.registrant(), object.index()),
            owned: AttributeHandleSet::new(),
        };
        world
            .rti
            .handle_message(session, ToRti::Member(registered))
            .unwrap();
        std::iter::from_fn(|| world.rti.poll_transmit())
            .filter(|t| t.to == session)
            .find_map(|t| match decode_control(&t.frame).unwrap() {
                FromRti::Removed { reason } => Some(reason),
                _ => None,
            })
    };

    let removed = (1..1_000_000).find_map(|index| register(&mut world, ANNA, federate, index));

    let reason = removed.unwrap();
    assert!(reason.contains("address 10.0.0.1"), "{reason}");
    assert!(reason.contains("rti.limit_memory_bytes"), "{reason}");
    assert_eq!(world.rti.refused_over_quota(), 1);
    for index in 1..4096 {
        assert_eq!(register(&mut world, BERT, other, index), None);
    }
}

#[test]
fn the_log_has_the_first_second_and_fourth_refusal_of_a_session() {
    let mut world = World::new(UserLimits {
        federations: 0,
        ..UserLimits::NONE
    });
    for _ in 0..5 {
        world.create(ANNA, "A", &[]).unwrap_err();
    }

    assert_eq!(world.notices().len(), 3);
    assert_eq!(world.rti.refused_over_quota(), 5);
}
