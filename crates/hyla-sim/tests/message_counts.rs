//! Number of messages of an advance: independent of lookahead.

use std::collections::VecDeque;

use hyla_core::callback::Callback;
use hyla_core::declaration::Position;
use hyla_core::executive::{Rti, RtiConfig, SessionId};
use hyla_core::member::{Arrival, DeliveredFrame, Member, Step};
use hyla_core::message::{FromRti, Greeting, MemberInfo, ModuleSource, ToRti, decode_control};
use hyla_core::outbox::{Channels, Control, Frames, Lanes, LinkEnd, MemberLinks};
use hyla_core::secrets::LinkKey;
use hyla_omt::Strictness;
use hyla_types::{
    Edition, FederateHandle, Float64Interval, Float64Time, LogicalTime, LogicalTimeInterval,
};

const MODULE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
    <objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2025\">\
    <modelIdentification><name>Clocks</name><type>FOM</type><version>1.0</version>\
    <modificationDate>2026-01-01</modificationDate>\
    <securityClassification>Unclassified</securityClassification>\
    <description>Nothing but time.</description>\
    <poc><pocType>Primary author</pocType><pocOrg>The Hyla project</pocOrg></poc>\
    </modelIdentification>\
    <objects><objectClass><name>HLAobjectRoot</name></objectClass></objects>\
    <interactions><interactionClass><name>HLAinteractionRoot</name></interactionClass></interactions>\
    </objectModel>";

/// Messages of a member.
#[derive(Default)]
struct Sent {
    frames: VecDeque<(FederateHandle, Vec<u8>)>,
    control: VecDeque<ToRti>,
}

impl Frames for Sent {
    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        let mut frame = Vec::new();
        write(&mut frame);
        self.frames.push_back((to, frame));
    }

    fn position_moved(&mut self, _: Position) {}
}

impl Lanes for Sent {}

impl Control for Sent {
    fn control(&mut self, message: &ToRti) {
        self.control.push_back(message.clone());
    }
}

impl MemberLinks for Sent {
    fn link_up(&mut self, _: &MemberInfo, _: LinkKey, _: Option<FederateHandle>) {}

    fn link_down(&mut self, _: FederateHandle, _: LinkEnd) {}

    fn links_renamed(&mut self, _: &[(FederateHandle, FederateHandle)]) {}
}

impl Channels for Sent {}

/// A federation where every message arrives at once and is counted.
struct Federation {
    rti: Rti,
    members: Vec<(Member, Sent)>,
    messages: usize,
    granted: Vec<f64>,
}

impl Federation {
    fn of(size: usize) -> Self {
        let mut federation = Self {
            rti: Rti::new(RtiConfig {
                version: "counted".into(),
                strictness: Strictness::Lenient,
                seed: 1.into(),
            }),
            members: Vec::new(),
            messages: 0,
            granted: vec![0.0; size],
        };
        for at in 0..size {
            let greeting = Greeting::ToRti {
                edition: Edition::Hla2010,
                credentials: None,
            };
            let session = SessionId(at as u64);
            federation
                .rti
                .handle_greeting(session, &greeting)
                .expect("a greeting");
            let member = Member::new(Edition::Hla2010);
            federation.members.push((member, Sent::default()));
            federation.settle();
            let (member, sent) = &mut federation.members[at];
            if at == 0 {
                let module = ModuleSource {
                    designator: "Clocks".into(),
                    content: MODULE.into(),
                };
                let time = "HLAfloat64Time";
                member
                    .create_federation_execution("F", vec![module], None, time, sent)
                    .expect("a federation");
                federation.settle();
            }
            let (member, sent) = &mut federation.members[at];
            member
                .join_federation_execution(None, "clock", "F", vec![], vec![], sent)
                .expect("a federate");
            federation.settle();
        }
        federation
    }

    fn each(&mut self, call: impl Fn(&mut Member, &mut Sent)) {
        for (member, sent) in &mut self.members {
            call(member, sent);
        }
        self.settle();
    }

    /// Carries messages and delivers callbacks until nothing moves.
    fn settle(&mut self) {
        loop {
            let mut moved = false;
            while let Some(transmit) = self.rti.poll_transmit() {
                self.pass_to_member(transmit.to.0 as usize, &transmit.frame);
                moved = true;
            }
            for at in 0..self.members.len() {
                let from = self.members[at].0.handle();
                while let Some(message) = self.members[at].1.control.pop_front() {
                    self.messages += 1;
                    self.rti
                        .handle_message(SessionId(at as u64), message)
                        .expect("a sound message");
                    moved = true;
                }
                while let Some((to, frame)) = self.members[at].1.frames.pop_front() {
                    self.messages += 1;
                    let (Some(from), Some((member, sent))) = (
                        from,
                        self.members
                            .iter_mut()
                            .find(|(m, _)| m.handle() == Some(to)),
                    ) else {
                        continue;
                    };
                    member.handle_data(from, &frame, sent).expect("sound data");
                    moved = true;
                }
                moved |= self.deliver(at);
            }
            if !moved {
                return;
            }
        }
    }

    fn pass_to_member(&mut self, at: usize, frame: &[u8]) {
        self.messages += 1;
        let message = decode_control::<FromRti>(frame).expect("a message of the RTI");
        let (member, sent) = &mut self.members[at];
        let arrival = member.handle_rti(message, sent).expect("a sound message");
        if let Arrival::Welcome(_) = arrival {
            member.handle_connected();
        }
    }

    fn deliver(&mut self, at: usize) -> bool {
        let mut any = false;
        let mut scratch = DeliveredFrame::new();
        let (member, sent) = &mut self.members[at];
        loop {
            match member.next_callback(std::time::Duration::ZERO, &mut scratch, sent) {
                Step::Idle => return any,
                Step::Callback(Callback::TimeAdvanceGrant {
                    time: LogicalTime::Float64(time),
                }) => self.granted[at] = time.value(),
                _ => {}
            }
            any = true;
        }
    }
}

/// Messages until all are granted 100, each by one next-message request.
fn messages(size: usize, lookahead: f64) -> usize {
    let mut federation = Federation::of(size);
    let interval = Float64Interval::new(lookahead).expect("a lookahead");
    federation.each(|member, sent| {
        let lookahead = LogicalTimeInterval::Float64(interval);
        member
            .enable_time_regulation(lookahead, sent)
            .expect("regulation");
    });
    federation.each(|member, sent| {
        member.enable_time_constrained(sent).expect("constraint");
    });
    let time = LogicalTime::Float64(Float64Time::new(100.0).expect("a time"));
    federation.messages = 0;

    federation.each(|member, sent| {
        member.next_message_request(time, sent).expect("an advance");
    });

    assert_eq!(
        federation.granted,
        vec![100.0; size],
        "with lookahead {lookahead}"
    );
    federation.messages
}

#[test]
fn messages_until_all_are_granted_do_not_depend_on_the_lookahead() {
    for size in [2, 3, 8, 20] {
        let small = messages(size, 0.001);

        assert_eq!(small, messages(size, 10.0), "{size} federates");
        assert!(small <= 3 * size, "{small} messages for {size} federates");
    }
}
