//! Operations that need an authorizer's consent wait for it, and no others.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::Duration;

use hyla_core::executive::{
    Admission, AuthorizationRequest, Greeted, Operation, Rti, RtiConfig, SessionId, Verdict,
};
use hyla_core::latency::{LatencyQuantity, LatencyQuestion};
use hyla_core::message::{FromRti, Greeting, Reply, RequestId, ToRti, decode_control};
use hyla_omt::Strictness;
use hyla_types::{
    AuthorizationResultCode as Code, Credentials, Edition, ExceptionKind, FederateHandle,
};

const A: SessionId = SessionId(1);
const B: SessionId = SessionId(2);

/// An RTI, and the messages that it sent to each caller.
struct World {
    rti: Rti,
}

impl World {
    fn new() -> Self {
        let mut world = Self::without_authorizer();
        world.rti.ask_authorizer();
        world
    }

    fn without_authorizer() -> Self {
        Self {
            rti: Rti::new(RtiConfig {
                version: "test".into(),
                strictness: Strictness::Lenient,
                seed: 1.into(),
            }),
        }
    }

    fn greet(&mut self, session: SessionId, edition: Edition) -> Greeted {
        let credentials = Some(Credentials::plain_text_password("anna:secret"));
        let greeting = Greeting::ToRti {
            edition,
            credentials,
        };
        self.rti.handle_greeting(session, &greeting).unwrap()
    }

    /// A session that is connected.
    fn connect(&mut self, session: SessionId) {
        assert_eq!(self.greet(session, Edition::Hla2025), Greeted::Waits);
        self.decide(Code::Authorized);
        assert_eq!(self.admission(), Some((session, Admission::Welcome)));
        assert!(matches!(self.told()[..], [(_, FromRti::Welcome { .. })]));
    }

    fn ask(&mut self, session: SessionId, message: ToRti) {
        self.rti.handle_message(session, message).unwrap();
    }

    fn question(&mut self) -> Option<AuthorizationRequest> {
        self.rti.poll_authorization()
    }

    fn decide(&mut self, code: Code) {
        let request = self.question().expect("a question");
        self.answer(&request, code);
    }

    fn answer(&mut self, request: &AuthorizationRequest, code: Code) {
        self.permit(request, code, &[]);
    }

    /// The same, about executions to watch.
    fn permit(&mut self, request: &AuthorizationRequest, code: Code, permitted: &[&str]) {
        let message = "because".to_owned();
        self.rti.handle_verdict(
            request.ticket,
            Verdict {
                code,
                message,
                user: None,
                permitted: permitted.iter().map(|it| (*it).to_owned()).collect(),
            },
        );
    }

    fn admission(&mut self) -> Option<(SessionId, Admission)> {
        self.rti.poll_admission()
    }

    /// Messages to sessions since the last call.
    fn told(&mut self) -> Vec<(SessionId, FromRti)> {
        std::iter::from_fn(|| self.rti.poll_transmit())
            .map(|t| (t.to, decode_control(&t.frame).unwrap()))
            .collect()
    }

    /// Answers since the last time: the request, and the exception if there is one.
    fn answers(&mut self) -> Vec<(u32, Option<ExceptionKind>)> {
        self.told()
            .into_iter()
            .filter_map(|(_, message)| match message {
                FromRti::Answer { request, outcome } => {
                    Some((request.0, outcome.err().map(|e| e.kind)))
                }
                _ => None,
            })
            .collect()
    }
}

fn create(request: u32, federation: &str) -> ToRti {
    ToRti::Create {
        request: RequestId(request),
        federation: federation.into(),
        modules: Vec::new(),
        mim: None,
        time: String::new(),
    }
}

fn destroy(request: u32, federation: &str) -> ToRti {
    ToRti::Destroy {
        request: RequestId(request),
        federation: federation.into(),
    }
}

fn join(request: u32, federation: &str) -> ToRti {
    ToRti::Join {
        request: RequestId(request),
        name: None,
        federate_type: "Tower".into(),
        federation: federation.into(),
        modules: Vec::new(),
        addresses: Vec::new(),
        host: String::new(),
    }
}

#[test]
fn without_an_authorizer_nothing_is_asked_and_nothing_waits() {
    let mut world = World::without_authorizer();
    let greeting = Greeting::ToRti {
        edition: Edition::Hla2025,
        credentials: None,
    };

    let greeted = world.rti.handle_greeting(A, &greeting);
    world.ask(A, create(1, "F"));

    assert_eq!(greeted, Ok(Greeted::Welcome));
    assert_eq!(world.answers(), [(1, None)]);
    assert!(world.question().is_none());
    assert_eq!(world.rti.next_deadline(), None);
}

#[test]
fn a_greeting_waits_for_its_verdict() {
    let mut world = World::new();

    assert_eq!(world.greet(A, Edition::Hla2025), Greeted::Waits);

    assert!(world.told().is_empty());
    assert!(world.rti.handle_message(A, create(1, "F")).is_err());
    let request = world.question().unwrap();
    assert_eq!(request.operation, Operation::Connect);
    assert_eq!(request.session, A);
    assert_eq!(
        request.credentials.password().as_deref(),
        Some("anna:secret")
    );
    world.answer(&request, Code::Authorized);
    assert_eq!(world.admission(), Some((A, Admission::Welcome)));
    assert!(matches!(world.told()[..], [(A, FromRti::Welcome { .. })]));
}

#[test]
fn a_refused_greeting_is_told_why_by_the_names_of_its_edition() {
    use ExceptionKind as E;
    for (edition, code, kind) in [
        (Edition::Hla2025, Code::Unauthorized, E::Unauthorized),
        (
            Edition::Hla2025,
            Code::InvalidCredentials,
            E::InvalidCredentials,
        ),
        (
            Edition::Hla2025,
            Code::AuthorizationError,
            E::RTIinternalError,
        ),
        (Edition::Hla2010, Code::Unauthorized, E::ConnectionFailed),
        (
            Edition::Hla2010,
            Code::InvalidCredentials,
            E::ConnectionFailed,
        ),
        (
            Edition::Hla2010,
            Code::AuthorizationError,
            E::RTIinternalError,
        ),
    ] {
        let mut world = World::new();
        world.greet(A, edition);

        world.decide(code);

        let told = world.told();
        let [(A, FromRti::Refused(refusal))] = &told[..] else {
            panic!("{told:?}");
        };
        assert_eq!(refusal.kind, kind);
        assert!(refusal.message.contains("because"), "{refusal}");
        assert!(matches!(
            world.admission(),
            Some((A, Admission::Close(reason))) if reason.contains("because")
        ));
        assert_eq!(world.rti.session_count(), 0);
    }
}

#[test]
fn refused_requests_change_nothing() {
    use ExceptionKind as E;
    let mut world = World::new();
    world.connect(A);
    for (code, kind) in [
        (Code::Unauthorized, E::Unauthorized),
        (Code::InvalidCredentials, E::Unauthorized),
        (Code::AuthorizationError, E::RTIinternalError),
    ] {
        world.ask(A, create(1, "F"));
        world.decide(code);
        assert_eq!(world.answers(), [(1, Some(kind))]);
    }
    world.ask(A, create(2, "F"));
    world.decide(Code::Authorized);
    assert_eq!(world.answers(), [(2, None)]);

    for message in [destroy(3, "F"), join(3, "F")] {
        world.ask(A, message);
        world.decide(Code::Unauthorized);
        assert_eq!(world.answers(), [(3, Some(E::Unauthorized))]);
    }
    let federate = "a".to_owned();
    let federation = "F".to_owned();
    world.ask(
        A,
        ToRti::RemoveFederate {
            request: RequestId(4),
            federation: federation.clone(),
            federate: federate.clone(),
            reason: String::new(),
        },
    );
    let request = world.question().unwrap();
    let operation = Operation::Remove {
        federation,
        federate,
    };
    assert_eq!(request.operation, operation);
    world.answer(&request, Code::Unauthorized);
    assert_eq!(world.answers(), [(4, Some(E::Unauthorized))]);
}

#[test]
fn consent_comes_before_what_the_request_would_find() {
    let mut world = World::new();
    world.connect(A);

    world.ask(A, join(1, "unknown"));

    assert!(world.answers().is_empty(), "nobody learns what exists");
    world.decide(Code::Unauthorized);
    assert_eq!(world.answers(), [(1, Some(ExceptionKind::Unauthorized))]);
}

#[test]
fn requests_of_a_session_keep_their_order_and_those_of_others_do_not_wait() {
    let mut world = World::new();
    world.connect(A);
    world.connect(B);

    world.ask(A, create(1, "F"));
    world.ask(A, join(2, "F"));
    world.ask(B, create(3, "G"));
    world.ask(A, ToRti::ListExecutions);

    assert!(
        matches!(&world.told()[..], [(A, FromRti::Executions(none))] if none.is_empty()),
        "a list needs no consent"
    );
    let (of_a, of_b) = (world.question().unwrap(), world.question().unwrap());
    assert!(world.question().is_none(), "one at a time for each session");
    world.answer(&of_b, Code::Authorized);
    assert_eq!(world.answers(), [(3, None)]);
    world.answer(&of_a, Code::Authorized);
    assert_eq!(world.answers(), [(1, None)]);
    let of_join = world.question().unwrap();
    let operation = Operation::Join {
        federation: "F".into(),
        federate: String::new(),
        federate_type: "Tower".into(),
    };
    assert_eq!(of_join.operation, operation);
    world.answer(&of_join, Code::Authorized);
    let told = world.told();
    let joined = told.iter().any(|(to, message)| {
        let joins = matches!(
            message,
            FromRti::Answer {
                outcome: Ok(Reply::Joined { .. }),
                ..
            }
        );
        *to == A && joins
    });
    assert!(joined, "{told:?}");
}

#[test]
fn a_verdict_for_a_session_that_is_gone_has_no_effect() {
    let mut world = World::new();
    world.connect(A);
    world.ask(A, create(1, "F"));
    world.decide(Code::Authorized);
    world.told();

    world.ask(A, join(2, "F"));
    let of_join = world.question().unwrap();
    world.rti.handle_closed(A, "gone");
    world.answer(&of_join, Code::Authorized);
    world.greet(B, Edition::Hla2025);
    let of_greeting = world.question().unwrap();
    world.rti.handle_closed(B, "gone");
    world.answer(&of_greeting, Code::Authorized);

    assert!(world.told().is_empty());
    assert_eq!(world.admission(), None);
    assert_eq!(world.rti.session_count(), 0);
    assert_eq!(world.rti.next_deadline(), None);
    // The federation is empty: it can be destroyed.
    world.connect(B);
    world.ask(B, destroy(3, "F"));
    world.decide(Code::Authorized);
    assert_eq!(world.answers(), [(3, None)]);
}

#[test]
fn what_a_gone_session_asked_is_not_asked_of_the_authorizer() {
    let mut world = World::new();
    world.connect(A);
    world.ask(A, create(1, "F"));

    world.rti.handle_closed(A, "gone");

    assert!(world.question().is_none());
}

#[test]
fn a_second_verdict_for_a_ticket_has_no_effect() {
    let mut world = World::new();
    world.connect(A);
    world.ask(A, create(1, "F"));
    let request = world.question().unwrap();
    world.answer(&request, Code::Unauthorized);
    world.answers();

    world.answer(&request, Code::Authorized);

    assert!(world.answers().is_empty());
}

#[test]
fn a_verdict_that_does_not_come_is_an_error_of_the_rti() {
    let mut world = World::new();
    world.connect(A);
    world.ask(A, create(1, "F"));
    world.ask(A, create(2, "F"));
    let late = world.question().unwrap();
    world.greet(B, Edition::Hla2025);
    let deadline = world.rti.next_deadline().unwrap();

    world.rti.handle_time(deadline - Duration::from_millis(1));
    assert!(world.answers().is_empty());
    world.rti.handle_time(deadline);

    let told = world.told();
    assert!(
        told.iter()
            .any(|(to, message)| *to == B && matches!(message, FromRti::Refused(_))),
        "{told:?}"
    );
    assert!(matches!(
        world.admission(),
        Some((B, Admission::Close(reason))) if reason.contains("20 s")
    ));
    world.answer(&late, Code::Authorized);
    assert!(world.answers().is_empty(), "too late");
    let of_second = std::iter::from_fn(|| world.question()).last().unwrap();
    world.answer(&of_second, Code::Authorized);
    assert_eq!(world.answers(), [(2, None)]);
}

#[test]
fn a_session_cannot_heap_up_requests() {
    let mut world = World::new();
    world.connect(A);

    for request in 0..100 {
        world.ask(A, create(request, "F"));
    }

    let refused = world.answers();
    assert_eq!(refused.len(), 100 - 65);
    assert_eq!(refused[0], (65, Some(ExceptionKind::RTIinternalError)));
}

#[test]
fn a_federate_that_asks_twice_to_join_breaks_the_protocol() {
    let mut world = World::new();
    world.connect(A);
    world.ask(A, create(1, "F"));
    world.decide(Code::Authorized);
    world.ask(A, join(2, "F"));
    world.ask(A, join(3, "F"));

    world.decide(Code::Authorized);
    assert_eq!(world.admission(), None);
    world.decide(Code::Authorized);

    assert!(matches!(world.admission(), Some((A, Admission::Close(_)))));
}

fn questions(federation: &str) -> [ToRti; 3] {
    let federation = federation.to_owned();
    [
        ToRti::TimeStatus {
            request: RequestId(11),
            federation: federation.clone(),
        },
        ToRti::Metrics {
            request: RequestId(12),
            federation: federation.clone(),
        },
        ToRti::Latency {
            request: RequestId(13),
            federation,
            sender: "nobody".into(),
            receiver: None,
            question: LatencyQuestion {
                peer: FederateHandle::RTI,
                profile: String::new(),
                bytes: 100,
                qos: 1,
                hardness: None,
                quantity: LatencyQuantity::Any,
            },
        },
    ]
}

fn created(names: &[&str]) -> World {
    let mut world = World::new();
    world.connect(A);
    for name in names {
        world.ask(A, create(1, name));
        world.decide(Code::Authorized);
    }
    world.told();
    world
}

#[test]
fn a_caller_that_has_only_connected_learns_nothing_of_an_execution() {
    let mut world = created(&["F"]);

    for question in questions("F") {
        world.ask(A, question);
        let asked = world.question().expect("a question for the authorizer");
        let federations = vec!["F".to_owned()];
        assert_eq!(asked.operation, Operation::Watch { federations });
        assert!(world.answers().is_empty());
        world.answer(&asked, Code::Unauthorized);
        let answers = world.answers();
        assert!(matches!(
            answers[..],
            [(11..=13, Some(ExceptionKind::Unauthorized))]
        ));
    }
    world.ask(
        A,
        ToRti::Status {
            request: RequestId(14),
        },
    );
    world.decide(Code::Unauthorized);
    // It may ask, whatever others run there.
    let told = world.told();
    let seen = told.into_iter().find_map(|(_, message)| match message {
        FromRti::Answer {
            outcome: Ok(Reply::Status(status)),
            ..
        } => Some(status),
        _ => None,
    });
    assert!(seen.expect("an answer").is_empty());
}

#[test]
fn a_caller_sees_the_executions_that_it_may_watch() {
    let mut world = created(&["F", "G", "H"]);

    world.ask(
        A,
        ToRti::Status {
            request: RequestId(14),
        },
    );
    let asked = world.question().unwrap();
    world.permit(&asked, Code::Authorized, &["F", "H"]);

    let seen = world
        .told()
        .into_iter()
        .find_map(|(_, message)| match message {
            FromRti::Answer {
                outcome: Ok(Reply::Status(status)),
                ..
            } => Some(status),
            _ => None,
        });
    let names: Vec<String> = seen.unwrap().into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["F", "H"]);
}

#[test]
fn a_member_asks_about_its_own_execution_without_consent() {
    let mut world = created(&["F", "G"]);
    world.ask(A, join(2, "F"));
    world.decide(Code::Authorized);
    world.told();

    for question in questions("F") {
        world.ask(A, question);
        assert!(world.question().is_none());
    }
    // Asked behind a request that waits.
    world.ask(A, create(3, "H"));
    let of_create = world.question().unwrap();
    world.ask(
        A,
        ToRti::Status {
            request: RequestId(14),
        },
    );
    world.answer(&of_create, Code::Authorized);
    let asked = world.question().unwrap();
    let federations = vec!["G".to_owned(), "H".to_owned()];
    assert_eq!(asked.operation, Operation::Watch { federations });
}

#[test]
fn questions_beyond_the_rate_of_a_session_wait_and_then_are_refused() {
    let mut world = World::without_authorizer();
    let greeting = Greeting::ToRti {
        edition: Edition::Hla2025,
        credentials: None,
    };
    for session in [A, B] {
        world.rti.handle_greeting(session, &greeting).unwrap();
    }
    world.told();
    let status = |request| ToRti::Status {
        request: RequestId(request),
    };

    for request in 0..200 {
        world.ask(A, status(request));
    }

    let answers = world.answers();
    let answered = answers.iter().filter(|(_, refusal)| refusal.is_none());
    // At once: the burst, and the one with which it begins.
    assert_eq!(answered.count(), 101);
    let refused = answers.iter().filter(|(_, refusal)| refusal.is_some());
    assert_eq!(refused.count(), 200 - 101 - 64);
    world.ask(B, status(1));
    assert_eq!(world.answers(), [(1, None)], "another session");
    // The others get their answers one by one.
    for waiting in 0..64 {
        let at = world.rti.next_deadline().expect("somebody waits");
        world.rti.handle_time(at);
        assert_eq!(world.answers(), [(101 + waiting, None)]);
    }
    assert_eq!(world.rti.next_deadline(), None);
    assert_eq!(world.rti.refused_over_quota(), 200 - 101 - 64);
}

#[test]
fn questions_of_a_session_that_has_ended_are_forgotten() {
    let mut world = World::without_authorizer();
    let greeting = Greeting::ToRti {
        edition: Edition::Hla2025,
        credentials: None,
    };
    world.rti.handle_greeting(A, &greeting).unwrap();
    for request in 0..150 {
        let request = RequestId(request);
        world.ask(A, ToRti::Status { request });
    }
    assert!(world.rti.next_deadline().is_some());

    world.rti.handle_closed(A, "gone");

    assert_eq!(world.rti.next_deadline(), None);
}
