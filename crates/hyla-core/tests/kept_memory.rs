//! All that members have the RTI keep counts against the memory of their user.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::Duration;

use hyla_core::callback::Callback;
use hyla_core::executive::{Rti, RtiConfig, SessionId, UserLimits};
use hyla_core::message::{
    DeclarationChange, FederationRequest, FromRti, Greeting, MemberRequest, OwnershipRequest,
    Reply, RequestId, ToRti, decode_control,
};
use hyla_omt::Strictness;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, Edition, FederateHandle, FederateHandleSet,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, Region, RegionHandle,
    ResignAction,
};

const ANNA: SessionId = SessionId(1);
const BERT: SessionId = SessionId(2);
const LIMIT: usize = 8 << 20;
const SECOND: Duration = Duration::from_secs(1);
const MIB: usize = 1 << 20;

struct World {
    rti: Rti,
    sent: Vec<(SessionId, FromRti)>,
}

impl World {
    /// An execution of Bert, in which Anna has joined, too.
    fn new() -> (Self, FederateHandle, FederateHandle) {
        let mut rti = Rti::new(RtiConfig {
            version: "test".into(),
            strictness: Strictness::Lenient,
            seed: 1.into(),
        });
        rti.limit_users(UserLimits {
            memory_bytes: LIMIT,
            ..UserLimits::NONE
        });
        let mut world = Self {
            rti,
            sent: Vec::new(),
        };
        world.greet(BERT, "address 10.0.0.2");
        world.greet(ANNA, "address 10.0.0.1");
        let create = ToRti::Create {
            request: RequestId(1),
            federation: "B".into(),
            modules: Vec::new(),
            mim: None,
            time: String::new(),
        };
        world.rti.handle_message(BERT, create).unwrap();
        let bert = world.join(BERT);
        let anna = world.join(ANNA);
        (world, anna.unwrap(), bert.unwrap())
    }

    fn greet(&mut self, session: SessionId, origin: &str) {
        let greeting = Greeting::ToRti {
            edition: Edition::Hla2025,
            credentials: None,
        };
        let greeted = self.rti.handle_greeting_from(session, &greeting, origin);
        greeted.unwrap();
    }

    /// The federate resigns and joins anew.
    fn comes_again(&mut self, session: SessionId) -> Result<FederateHandle, String> {
        let resign = MemberRequest::Resign {
            request: RequestId(3),
            action: ResignAction::NoAction,
        };
        self.ask(session, resign);
        self.join(session)
    }

    fn join(&mut self, session: SessionId) -> Result<FederateHandle, String> {
        self.join_as(session, "test")
    }

    fn join_as(&mut self, session: SessionId, of_type: &str) -> Result<FederateHandle, String> {
        let join = ToRti::Join {
            request: RequestId(2),
            name: None,
            federate_type: of_type.into(),
            federation: "B".into(),
            modules: Vec::new(),
            addresses: Vec::new(),
            host: String::new(),
        };
        self.rti.handle_message(session, join).unwrap();
        self.fetch();
        let answer = self.sent.drain(..).rev().find_map(|sent| match sent {
            (_, FromRti::Answer { outcome, .. }) => Some(outcome),
            _ => None,
        });
        match answer.unwrap() {
            Ok(Reply::Joined { handle, .. }) => Ok(handle),
            Ok(other) => panic!("{other:?}"),
            Err(refusal) => Err(refusal.message),
        }
    }

    fn fetch(&mut self) {
        while let Some(transmit) = self.rti.poll_transmit() {
            let message = decode_control(&transmit.frame);
            self.sent.extend(message.ok().map(|it| (transmit.to, it)));
        }
    }

    fn ask(&mut self, session: SessionId, request: MemberRequest) {
        let handled = self.rti.handle_message(session, ToRti::Member(request));
        handled.unwrap();
        self.fetch();
    }

    /// Time passes until nothing is due: long requests are carried out in pieces.
    fn pass(&mut self) {
        while let Some(due) = self.rti.next_deadline() {
            self.rti.handle_time(due);
            self.fetch();
        }
    }

    fn federation(&mut self, session: SessionId, request: FederationRequest) {
        self.ask(session, MemberRequest::Federation(request));
    }

    /// Why the federate of the session was removed since the last call, if it was.
    fn removed(&mut self, session: SessionId) -> Option<String> {
        self.sent.drain(..).find_map(|sent| match sent {
            (to, FromRti::Removed { reason }) if to == session => Some(reason),
            _ => None,
        })
    }

    /// Anna asks until she is removed, and Bert is not. Gives how often.
    fn ask_until_removed(&mut self, mut next: impl FnMut(u32) -> MemberRequest) -> u32 {
        for number in 1..100_000 {
            self.ask(ANNA, next(number));
            if let Some(reason) = self.removed(ANNA) {
                assert!(reason.contains("address 10.0.0.1"), "{reason}");
                assert!(reason.contains("rti.limit_memory_bytes"), "{reason}");
                assert_eq!(self.rti.refused_over_quota(), 1);
                assert_eq!(self.rti.member_count(BERT), 1);
                return number;
            }
        }
        panic!("not removed");
    }
}

fn names(round: u32, length: usize) -> MemberRequest {
    let name = |number: u32| format!("{round}-{number}-{}", "x".repeat(length));
    MemberRequest::ReserveNames {
        number: round,
        names: (0..100).map(|number| name(number).into()).collect(),
        multiple: true,
    }
}

fn point(label: String, tag: usize, set: FederateHandleSet) -> FederationRequest {
    FederationRequest::RegisterPoint {
        label,
        tag: vec![7; tag],
        set,
    }
}

fn register(of: FederateHandle, index: u32, attributes: &[u32]) -> MemberRequest {
    let object = ObjectInstanceHandle::of(of, index);
    let attributes = attributes.iter().map(|a| AttributeHandle::new(*a));
    MemberRequest::Registered {
        object,
        class: ObjectClassHandle::new(1),
        name: format!("HLAobject-{of}-{index}"),
        owned: attributes.collect(),
    }
}

#[test]
fn reserved_names_count() {
    let (mut world, ..) = World::new();

    let rounds = world.ask_until_removed(|round| names(round, 4000));

    // Each name with an entry of its own.
    assert_eq!(rounds, (LIMIT / (100 * (4000 + 132))) as u32 + 1);
}

#[test]
fn names_that_are_released_count_no_more() {
    let (mut world, ..) = World::new();

    for _ in 0..100 {
        let MemberRequest::ReserveNames { names, .. } = names(1, 4000) else {
            unreachable!()
        };
        world.ask(ANNA, self::names(1, 4000));
        world.ask(ANNA, MemberRequest::ReleaseNames { names });
        world.pass();
        assert_eq!(world.removed(ANNA), None);
    }
    assert_eq!(world.rti.refused_over_quota(), 0);
}

#[test]
fn labels_and_tags_of_points_count() {
    let (mut world, ..) = World::new();

    let number = world.ask_until_removed(|number| {
        let open = FederateHandleSet::default();
        MemberRequest::Federation(point(format!("p{number}"), MIB, open))
    });

    assert_eq!(number, 8);
}

#[test]
fn points_that_were_achieved_count_no_more() {
    let (mut world, anna, _) = World::new();

    for number in 0..50 {
        let label = format!("p{number}");
        world.federation(ANNA, point(label.clone(), MIB, [anna].into()));
        let achieved = FederationRequest::PointAchieved {
            label,
            successfully: true,
        };
        world.federation(ANNA, achieved);
        assert_eq!(world.removed(ANNA), None);
    }
}

#[test]
fn early_requests_about_ownership_count() {
    let (mut world, _, bert) = World::new();

    let number = world.ask_until_removed(|number| {
        MemberRequest::Ownership(OwnershipRequest::Acquire {
            object: ObjectInstanceHandle::of(bert, 1000 + number),
            attributes: AttributeHandleSet::default(),
            number: 1,
            plain: true,
            tag: vec![7; MIB],
        })
    });

    assert_eq!(number, 8);
}

#[test]
fn tags_of_offers_count_for_each_attribute_also_when_who_offers_has_left() {
    let (mut world, mut anna, _) = World::new();
    let refusal = (1..20).find_map(|_| {
        // The privilege to delete.
        world.ask(ANNA, register(anna, 1, &[1]));
        let object = ObjectInstanceHandle::of(anna, 1);
        let divested = OwnershipRequest::Divested {
            object,
            attributes: [AttributeHandle::new(1)].into(),
            tag: vec![7; MIB],
        };
        world.ask(ANNA, MemberRequest::Ownership(divested));
        if let Some(reason) = world.removed(ANNA) {
            return Some(reason);
        }
        match world.comes_again(ANNA) {
            Ok(again) => anna = again,
            Err(refusal) => return Some(refusal),
        }
        None
    });

    let refusal = refusal.unwrap();
    assert!(refusal.contains("address 10.0.0.1"), "{refusal}");
    assert_eq!(world.rti.member_count(BERT), 1);
}

#[test]
fn subscriptions_with_regions_count() {
    let (mut world, anna, _) = World::new();

    world.ask_until_removed(|round| {
        let regions = (0..1000).map(|it| RegionHandle::of(anna, round * 1000 + it));
        MemberRequest::Declare(DeclarationChange::SubscribeInteractionClassWithRegions {
            class: InteractionClassHandle::new(1),
            regions: regions.map(|it| (it, Region::new([]))).collect(),
            active: true,
        })
    });
}

#[test]
fn values_of_the_mom_count() {
    let (mut world, ..) = World::new();

    let number = world.ask_until_removed(|_| MemberRequest::MomUpdate {
        values: vec![(AttributeHandle::new(2), vec![7; LIMIT])],
    });

    assert_eq!(number, 1);
}

/// Both federates have saved, and their states are awaited.
fn flush_to_save(world: &mut World) {
    let save = FederationRequest::RequestSave {
        label: "kept".into(),
        time: None,
    };
    world.federation(BERT, save);
    for session in [ANNA, BERT] {
        world.federation(session, FederationRequest::SaveBegun { round: 1 });
        let ended = FederationRequest::SaveEnded {
            round: 1,
            successfully: true,
        };
        world.federation(session, ended);
    }
    world.sent.clear();
}

#[test]
fn a_save_whose_states_do_not_fit_is_given_up_and_nobody_is_removed() {
    let (mut world, ..) = World::new();
    flush_to_save(&mut world);

    let mut parts = 0;
    let is_over = |world: &mut World| {
        world.sent.drain(..).any(|(to, message)| {
            to == BERT
                && matches!(&message, FromRti::Callback(it) if matches!(**it, Callback::FederationNotSaved { .. }))
        })
    };
    while !is_over(&mut world) {
        parts += 1;
        let part = FederationRequest::StatePart {
            round: 1,
            last: false,
            bytes: vec![7; MIB],
        };
        world.federation(ANNA, part);
    }

    assert_eq!(parts, 8);
    assert_eq!(world.rti.refused_over_quota(), 1);
    assert_eq!(world.rti.member_count(ANNA), 2);
}

#[test]
fn requests_that_wait_for_a_flush_count() {
    let (mut world, ..) = World::new();
    flush_to_save(&mut world);

    let asked = world.ask_until_removed(|_| MemberRequest::DeletionScheduled {
        object: ObjectInstanceHandle::of(FederateHandle::new(9), 1),
        stands: true,
    });

    assert!(asked < (LIMIT / 256) as u32, "{asked}");
}

#[test]
fn instances_of_federates_that_have_left_count() {
    let (mut world, mut anna, _) = World::new();
    let mut registered = 0;
    let refusal = loop {
        for index in 1..1000 {
            world.ask(ANNA, register(anna, index, &[]));
            registered += 1;
        }
        if let Some(reason) = world.removed(ANNA) {
            break reason;
        }
        match world.comes_again(ANNA) {
            Ok(again) => anna = again,
            Err(refusal) => break refusal,
        }
        assert!(registered < 100_000, "{registered}");
    };

    assert!(refusal.contains("rti.limit_memory_bytes"), "{refusal}");
}

#[test]
fn names_and_labels_have_a_greatest_length() {
    let (mut world, ..) = World::new();
    let long = "l".repeat(4097);
    let too_long = [
        MemberRequest::ReserveNames {
            number: 0,
            names: vec![long.as_str().into()],
            multiple: false,
        },
        MemberRequest::Federation(point(long.clone(), 0, FederateHandleSet::default())),
        MemberRequest::Federation(FederationRequest::RequestSave {
            label: long.clone(),
            time: None,
        }),
        MemberRequest::Federation(FederationRequest::RequestRestore {
            label: long.clone(),
        }),
    ];
    for request in too_long {
        let handled = world.rti.handle_message(ANNA, ToRti::Member(request));
        let problem = handled.unwrap_err();
        assert!(problem.contains("4096"), "{problem}");
    }

    world.greet(SessionId(3), "address 10.0.0.1");
    let refusal = world.join_as(SessionId(3), &long).unwrap_err();
    assert!(refusal.contains("4096"), "{refusal}");
    world.join_as(SessionId(3), &long[1..]).unwrap();

    // Of a name that is only asked about, nothing is kept.
    let asked = ToRti::ListMembers { federation: long };
    world.rti.handle_message(ANNA, asked).unwrap();
}

#[test]
fn of_the_federates_of_one_user_the_one_with_most_makes_room() {
    const CARL: SessionId = SessionId(3);
    let (mut world, anna, _) = World::new();
    world.greet(CARL, "address 10.0.0.1");
    let carl = world.join(CARL).unwrap();
    let mut index = 0;
    while world.rti.refused_over_quota() == 0 {
        // Carl fills nearly all, and leaves the last step to Anna.
        for _ in 0..100 {
            index += 1;
            world.ask(CARL, register(carl, index, &[1]));
        }
        world.ask(ANNA, register(anna, index, &[1]));
        assert!(index < 100_000, "{index}");
    }

    let removed: Vec<_> = world.sent.drain(..).collect();
    let reason_for = |session| {
        removed.iter().find_map(|sent| match sent {
            (to, FromRti::Removed { reason }) if *to == session => Some(&reason[..]),
            _ => None,
        })
    };
    assert_eq!(reason_for(ANNA), None);
    let reason = reason_for(CARL).unwrap();
    assert!(reason.contains("rti.limit_memory_bytes"), "{reason}");
    assert_eq!(world.rti.member_count(BERT), 2);

    // His instances are gone, so that there is room.
    for index in 0..1000 {
        world.ask(ANNA, register(anna, 1_000_000 + index, &[1]));
    }
    assert_eq!(world.removed(ANNA), None);
    assert_eq!(world.rti.refused_over_quota(), 1);
}

#[test]
fn sessions_of_one_user_share_the_rate_of_long_answers() {
    let (mut world, ..) = World::new();
    for number in 0..500 {
        let label = format!("{number}-{}", "l".repeat(4000));
        world.federation(BERT, point(label, 0, FederateHandleSet::default()));
    }
    // As a user asks who has tools in many sessions.
    let sessions: Vec<_> = (10..30).map(SessionId).collect();
    for session in &sessions {
        world.greet(*session, "address 10.0.0.3");
    }
    world.sent.clear();
    let asks = |world: &mut World, at: Duration| {
        world.rti.handle_time(at);
        for session in &sessions {
            let request = RequestId(1);
            let handled = world
                .rti
                .handle_message(*session, ToRti::Status { request });
            handled.unwrap();
        }
        world.fetch();
    };
    let answers = |world: &mut World| {
        let sent = world.sent.drain(..);
        let is_status = |message: &FromRti| {
            matches!(
                message,
                FromRti::Answer {
                    outcome: Ok(Reply::Status(_)),
                    ..
                }
            )
        };
        sent.filter(|(_, message)| is_status(message)).count()
    };

    // Each is of 2 MB, of which there are four in a second.
    asks(&mut world, SECOND);
    assert_eq!(answers(&mut world), 1);
    for tenth in 1..=20 {
        world.rti.handle_time(SECOND + SECOND / 10 * tenth);
    }
    world.fetch();
    let in_two_seconds = answers(&mut world);
    assert!((2..=9).contains(&in_two_seconds), "{in_two_seconds}");

    // Another user does not wait.
    let request = RequestId(1);
    let handled = world.rti.handle_message(ANNA, ToRti::Status { request });
    handled.unwrap();
    world.fetch();
    assert_eq!(answers(&mut world), 1);
}

#[test]
fn lists_of_executions_and_members_have_the_same_rate() {
    let (mut world, ..) = World::new();
    world.rti.handle_time(SECOND);
    for session in (10..50).map(SessionId) {
        world.greet(session, "address 10.0.0.3");
        world.join_as(session, &"t".repeat(4000)).unwrap();
    }
    world.fetch();
    world.sent.clear();
    let mut ask = |session, message: &dyn Fn() -> ToRti, at: Duration| {
        world.rti.handle_time(at);
        for _ in 0..500 {
            world.rti.handle_message(session, message()).unwrap();
        }
        for tenth in 1..=20 {
            world.rti.handle_time(at + SECOND / 10 * tenth);
        }
        world.fetch();
        let is_list = |(to, message): &(SessionId, FromRti)| {
            *to == session && matches!(message, FromRti::Executions(_) | FromRti::Members { .. })
        };
        world.sent.drain(..).filter(is_list).count()
    };

    // Each is of 160 KB, of which there are 50 in a second.
    let members = || ToRti::ListMembers {
        federation: "B".into(),
    };
    let lists = ask(BERT, &members, SECOND);
    assert!((50..=130).contains(&lists), "{lists}");

    // Short ones: 100 at once, and those that wait.
    let lists = ask(ANNA, &|| ToRti::ListExecutions, SECOND * 60);
    assert_eq!(lists, 165);
}

#[test]
fn a_list_waits_for_long_answers_to_others_of_its_user_and_comes() {
    let (mut world, ..) = World::new();
    world.rti.handle_time(SECOND);
    for number in 0..1900 {
        let label = format!("{number}-{}", "l".repeat(4000));
        world.federation(BERT, point(label, 0, FederateHandleSet::default()));
    }
    // Another session of his gets 7 MB, for which the rate has nearly a second.
    let tool = SessionId(10);
    world.greet(tool, "address 10.0.0.2");
    let request = RequestId(1);
    let status = ToRti::Status { request };
    world.rti.handle_message(tool, status).unwrap();
    world.fetch();
    world.sent.clear();

    world
        .rti
        .handle_message(BERT, ToRti::ListExecutions)
        .unwrap();
    world.fetch();
    let lists = |world: &mut World| {
        let is_list = |(to, message): &(SessionId, FromRti)| {
            *to == BERT && matches!(message, FromRti::Executions(_))
        };
        world.sent.drain(..).filter(is_list).count()
    };
    assert_eq!(lists(&mut world), 0);
    world.rti.handle_time(SECOND * 2);
    world.fetch();
    assert_eq!(lists(&mut world), 1);
}
