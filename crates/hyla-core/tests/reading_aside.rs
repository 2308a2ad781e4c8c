//! Modules that are read outside the RTI: requests wait for them, and only these requests.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_core::executive::{ModelTask, Rti, RtiConfig, SessionId};
use hyla_core::message::{
    FromRti, Greeting, ModuleSource, Reply, RequestId, ToRti, decode_control,
};
use hyla_omt::Strictness;
use hyla_types::{Edition, ExceptionKind};

const A: SessionId = SessionId(1);
const B: SessionId = SessionId(2);
const TRAFFIC: &[u8] = include_bytes!("../../hyla-conformance/foms/traffic-2025.xml");

struct World {
    rti: Rti,
}

impl World {
    fn new() -> Self {
        let mut rti = Rti::new(RtiConfig {
            version: "test".into(),
            strictness: Strictness::Lenient,
            seed: 1.into(),
        });
        rti.read_models_aside();
        for session in [A, B] {
            let greeting = Greeting::ToRti {
                edition: Edition::Hla2025,
                credentials: None,
            };
            rti.handle_greeting(session, &greeting).unwrap();
        }
        let mut world = Self { rti };
        world.answers();
        world
    }

    fn say(&mut self, session: SessionId, message: ToRti) {
        self.rti.handle_message(session, message).unwrap();
    }

    fn task(&mut self) -> ModelTask {
        self.rti.poll_model_task().expect("modules to read")
    }

    fn carry_out(&mut self, task: ModelTask) {
        self.rti.handle_models(task.carry_out()).unwrap();
    }

    /// Sessions and requests that were answered, with what was refused.
    fn answers(&mut self) -> Vec<(SessionId, u32, Option<ExceptionKind>)> {
        std::iter::from_fn(|| self.rti.poll_transmit())
            .filter_map(|t| match decode_control(&t.frame).unwrap() {
                FromRti::Answer { request, outcome } => {
                    Some((t.to, request.0, outcome.err().map(|e| e.kind)))
                }
                _ => None,
            })
            .collect()
    }

    fn create(&mut self, session: SessionId, request: u32, federation: &str) {
        let create = ToRti::Create {
            request: RequestId(request),
            federation: federation.into(),
            modules: vec![module(TRAFFIC)],
            mim: None,
            time: String::new(),
        };
        self.say(session, create);
    }

    fn destroy(&mut self, session: SessionId, request: u32, federation: &str) {
        let federation = federation.into();
        let request = RequestId(request);
        self.say(
            session,
            ToRti::Destroy {
                request,
                federation,
            },
        );
    }

    fn join(&mut self, session: SessionId, request: u32, federation: &str, modules: &[&[u8]]) {
        let join = ToRti::Join {
            request: RequestId(request),
            name: None,
            federate_type: "test".into(),
            federation: federation.into(),
            modules: modules.iter().map(|content| module(content)).collect(),
            addresses: Vec::new(),
            host: String::new(),
        };
        self.say(session, join);
    }

    /// A federation that has been created.
    fn created(federation: &str) -> Self {
        let mut world = Self::new();
        world.create(A, 0, federation);
        let task = world.task();
        world.carry_out(task);
        assert_eq!(world.answers(), [(A, 0, None)]);
        world
    }

    fn status(&mut self) -> usize {
        let request = RequestId(99);
        self.say(B, ToRti::Status { request });
        std::iter::from_fn(|| self.rti.poll_transmit())
            .find_map(|t| match decode_control(&t.frame).unwrap() {
                FromRti::Answer {
                    outcome: Ok(Reply::Status(status)),
                    ..
                } => Some(status.len()),
                _ => None,
            })
            .expect("an answer")
    }
}

fn module(content: &[u8]) -> ModuleSource {
    ModuleSource {
        designator: "module.xml".into(),
        content: content.to_vec(),
    }
}

#[test]
fn others_are_answered_while_modules_are_read() {
    let mut world = World::new();
    world.create(A, 1, "Large");
    let task = world.task();

    assert_eq!(world.status(), 0);
    world.destroy(B, 2, "Large");
    let unknown = Some(ExceptionKind::FederationExecutionDoesNotExist);
    assert_eq!(world.answers(), [(B, 2, unknown)]);
    world.carry_out(task);

    assert_eq!(world.answers(), [(A, 1, None)]);
    assert_eq!(world.status(), 1);
}

#[test]
fn requests_of_one_session_keep_their_order() {
    let mut world = World::new();
    world.create(A, 1, "Fed");
    world.join(A, 2, "Fed", &[]);
    world.destroy(A, 3, "Fed");
    let task = world.task();
    assert_eq!(world.answers(), []);

    world.carry_out(task);

    let joined = Some(ExceptionKind::FederatesCurrentlyJoined);
    assert_eq!(
        world.answers(),
        [(A, 1, None), (A, 2, None), (A, 3, joined)]
    );
}

#[test]
fn of_two_that_create_the_same_the_second_is_refused() {
    let mut world = World::new();
    world.create(A, 1, "Fed");
    world.create(B, 2, "Fed");
    let (first, second) = (world.task(), world.task());

    world.carry_out(second);
    world.carry_out(first);

    let exists = Some(ExceptionKind::FederationExecutionAlreadyExists);
    assert_eq!(world.answers(), [(B, 2, None), (A, 1, exists)]);
}

#[test]
fn modules_of_a_join_are_read_again_if_another_join_has_extended_the_models_meanwhile() {
    let extra = |name: &str| {
        let text = std::str::from_utf8(TRAFFIC).unwrap();
        text.replace("Vehicle", name).into_bytes()
    };
    let (ship, plane) = (extra("Ship"), extra("Plane"));
    let mut world = World::created("Fed");
    world.join(A, 1, "Fed", &[&ship]);
    world.join(B, 2, "Fed", &[&plane]);
    let (first, second) = (world.task(), world.task());

    world.carry_out(second);
    assert_eq!(world.answers(), [(B, 2, None)]);
    world.carry_out(first);
    assert_eq!(world.answers(), [], "the models are others now");
    let again = world.task();
    world.carry_out(again);

    assert_eq!(world.answers(), [(A, 1, None)]);
}

#[test]
fn a_bad_module_is_refused_as_ever() {
    let mut world = World::created("Fed");

    world.join(B, 1, "Fed", &[b"nonsense"]);
    let task = world.task();
    world.carry_out(task);

    let refused = Some(ExceptionKind::ErrorReadingFOM);
    assert_eq!(world.answers(), [(B, 1, refused)]);
}

#[test]
fn who_is_gone_when_its_modules_have_been_read_leaves_nothing() {
    let mut world = World::new();
    world.create(A, 1, "Fed");
    world.create(A, 2, "Other");
    let task = world.task();

    world.rti.handle_closed(A, "gone");
    world.carry_out(task);

    assert!(world.rti.poll_model_task().is_none());
    assert_eq!(world.status(), 0);
}

#[test]
fn a_federation_that_is_gone_when_the_modules_of_a_join_have_been_read_refuses_it() {
    let mut world = World::created("Fed");
    world.join(B, 1, "Fed", &[TRAFFIC]);
    let task = world.task();
    world.destroy(A, 2, "Fed");

    world.carry_out(task);

    let unknown = Some(ExceptionKind::FederationExecutionDoesNotExist);
    assert_eq!(world.answers(), [(A, 2, None), (B, 1, unknown)]);
}

/// Greets as a user with as many sessions as there are numbers.
fn greet(world: &mut World, origin: &str, sessions: std::ops::Range<u64>) {
    for session in sessions {
        let greeting = Greeting::ToRti {
            edition: Edition::Hla2025,
            credentials: None,
        };
        world
            .rti
            .handle_greeting_from(SessionId(session), &greeting, origin)
            .unwrap();
    }
    world.answers();
}

#[test]
fn a_small_model_behind_many_large_ones_of_another_user_is_answered_first() {
    let mut world = World::new();
    greet(&mut world, "user anna", 10..20);
    greet(&mut world, "user bert", 20..21);
    for session in 10..20 {
        world.create(SessionId(session), 1, &format!("Large {session}"));
    }
    world.create(SessionId(20), 2, "Small");

    // The driver takes all tasks that it gets. Two of the ten are at work, and they take long.
    let (first, small, second) = (world.task(), world.task(), world.task());
    assert!(
        world.rti.poll_model_task().is_none(),
        "no more of that user at a time"
    );
    world.carry_out(small);
    assert_eq!(world.answers(), [(SessionId(20), 2, None)]);

    world.carry_out(first);
    let third = world.task();
    assert!(world.rti.poll_model_task().is_none());
    world.carry_out(second);
    world.carry_out(third);
    let answered: Vec<_> = world
        .answers()
        .iter()
        .map(|(session, ..)| session.0)
        .collect();
    assert_eq!(answered, [10, 11, 12], "one user's are read in order");
}

#[test]
fn users_take_turns() {
    let mut world = World::new();
    greet(&mut world, "user anna", 10..14);
    greet(&mut world, "user bert", 20..22);
    for session in [10, 11, 12, 13, 20, 21] {
        world.create(SessionId(session), 1, &format!("Fed {session}"));
    }

    // A driver that carries out one task at a time.
    let mut order = Vec::new();
    while let Some(task) = world.rti.poll_model_task() {
        world.carry_out(task);
        order.extend(world.answers().iter().map(|(session, ..)| session.0));
    }

    assert_eq!(order, [10, 20, 11, 21, 12, 13]);
}

#[test]
fn what_is_read_for_sessions_that_are_gone_counts_for_its_user_until_it_is_done() {
    let mut world = World::new();
    world.rti.limit_users(hyla_core::executive::UserLimits {
        memory_bytes: 3 * TRAFFIC.len(),
        ..hyla_core::executive::UserLimits::NONE
    });
    greet(&mut world, "user anna", 10..16);
    let mut tasks = Vec::new();
    for session in 10..12 {
        world.create(SessionId(session), 1, "Fed");
        tasks.push(world.task());
        world.rti.handle_closed(SessionId(session), "gone");
    }
    world.create(SessionId(12), 1, "Fed");
    world.rti.handle_closed(SessionId(12), "gone");
    assert!(world.rti.poll_model_task().is_none(), "it was dropped");

    world.create(SessionId(13), 1, "Fed");
    world.create(SessionId(14), 1, "Fed");
    let full = Some(ExceptionKind::RTIinternalError);
    assert_eq!(world.answers(), [(SessionId(14), 1, full)]);

    tasks.into_iter().for_each(|task| world.carry_out(task));
    world.create(SessionId(15), 1, "Fed");
    assert_eq!(world.answers(), []);
}
