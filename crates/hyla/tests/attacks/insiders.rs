//! Attacks by a member of one federation that does not keep to the rules between members: over the relay of the RTI, and with lanes.

use std::net::TcpStream;

use hyla_core::message::data::{Ending, Envelope, put_interaction};
use hyla_core::message::{FromRti, Snapshot, ToRti, control_frame, decode_control, relay_frame};
use hyla_core::secrets::{Challenge, LinkKey};
use hyla_link::lanes::{LaneId, LinkFrame, link_frame};
use hyla_types::{FederateHandle, InteractionClassHandle, TransportationTypeHandle};

use crate::attacker::Target;
use crate::beside::Scene;
use crate::healthy::{Federate, Member};
use crate::members::BY_TCP;
use crate::native::{PREFACE, call, frame, join, next_frame, say, take, until_closed};
use crate::together;

/// A frame that carries all that one call relays.
const TOGETHER: u8 = 0x79;

/// Most members of a federation.
const MEMBERS: u32 = 4096;

/// The federation of the liar.
struct Own {
    name: String,
    address: String,
    victim: Federate,
    friend: Federate,
    next: u32,
}

impl Own {
    fn new(target: &Target, name: &str) -> Self {
        let address = format!("rti.address = {}", target.address);
        let settings = together(&[&address, BY_TCP, &target.settings]);
        let member = |of, classes| Federate::join(&settings, name, of, classes);
        Self {
            victim: member("victim", ["Order", "Message"]),
            friend: member("friend", ["Message", "Order"]),
            name: name.to_owned(),
            address: target.address.clone(),
            next: 1,
        }
    }

    fn join(&self) -> (TcpStream, FederateHandle, Box<Snapshot>) {
        join(&self.address, &self.name)
    }

    /// The two others go on, and have received nothing else.
    fn goes_on(&mut self) {
        for _ in 0..20 {
            self.friend.send(self.next);
            self.victim.expect(self.next);
            self.victim.send(self.next);
            self.friend.expect(self.next);
            self.next += 1;
        }
    }

    /// A message of the class that the victim receives, with this number.
    fn message(&self, number: u32) -> Vec<u8> {
        let name = "HLAinteractionRoot.Message";
        let class: InteractionClassHandle = self.victim.rti.interaction_class_handle(name).unwrap();
        let reliable = self.victim.rti.transportation_type_handle("HLAreliable");
        let reliable: TransportationTypeHandle = reliable.unwrap();
        let tag = number.to_le_bytes();
        let envelope = Envelope {
            tag: &tag,
            ..Envelope::rti(reliable)
        };
        let mut message = Vec::new();
        let none = std::iter::empty();
        put_interaction(&mut message, class, None, &envelope, 0, none, Ending::Whole);
        message
    }
}

fn relayed(to: FederateHandle, inner: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    relay_frame(to, &mut content);
    content.extend_from_slice(inner);
    frame(&content)
}

/// One frame for all of these.
fn relayed_together(to: impl ExactSizeIterator<Item = u32>, inner: &[u8]) -> Vec<u8> {
    let mut content = vec![TOGETHER];
    content.extend_from_slice(&u32::try_from(inner.len()).unwrap().to_le_bytes());
    content.extend_from_slice(inner);
    content.extend_from_slice(&u16::try_from(to.len()).unwrap().to_le_bytes());
    to.for_each(|to| content.extend_from_slice(&to.to_le_bytes()));
    frame(&content)
}

/// Asks the RTI something, and waits for the answer: the session goes on, and all before it is done.
fn is_served(liar: &mut TcpStream) {
    let mut question = Vec::new();
    control_frame(&ToRti::ListExecutions, &mut question);
    say(liar, &frame(&question));
    loop {
        let next = next_frame(liar);
        if next.first() == Some(&0)
            && let Ok(FromRti::Executions { .. }) = decode_control(&next)
        {
            return;
        }
    }
}

fn link(said: &LinkFrame) -> Vec<u8> {
    let mut content = Vec::new();
    link_frame(said, &mut content);
    content
}

/// Frames between links that belong on a stream, or to nobody.
fn stray_frames() -> Vec<Vec<u8>> {
    let lane = LaneId(7);
    vec![
        link(&LinkFrame::Call),
        link(&LinkFrame::Stands { lane }),
        link(&LinkFrame::Met { number: u32::MAX }),
        link(&LinkFrame::Fence {
            number: 1,
            waits: Vec::new(),
        }),
        link(&LinkFrame::Hold { on: true }),
        link(&LinkFrame::GroupMark {
            group: 1,
            mark: u64::MAX,
        }),
        link(&LinkFrame::Packet {
            lane: true,
            datagram: vec![1; 40],
        }),
        [&[0x7d][..], &[0xff; 30]].concat(),
    ]
}

#[test]
fn the_relay_serves_members_of_the_same_federation_alone() {
    let scene = Scene {
        of_members: BY_TCP,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let mut own = Own::new(target, "Relayed");
            let lie = own.message(0xffff_fffe);
            let alone = target.federate("");
            alone.create_federation_execution("Alone", &[], "").unwrap();
            let healthy: Vec<_> = target.members.iter().map(Member::handle).collect();
            move || {
                // Alone in its federation, it reaches nobody of another one, though some have the same handles there.
                let _exists = &alone;
                let (mut liar, ..) = join(&own.address, "Alone");
                for to in &healthy {
                    say(&mut liar, &relayed(*to, &lie));
                    say(&mut liar, &relayed_together([to.raw()].into_iter(), &lie));
                }
                is_served(&mut liar);

                let (gone, former, _) = own.join();
                drop(gone);
                let (mut liar, itself, _) = own.join();
                let unknown = (itself.raw() + 1..2000).chain([u32::MAX, 1 << 31]);
                for to in unknown.clone() {
                    say(&mut liar, &relayed(FederateHandle::new(to), &lie));
                }
                for to in [former, itself] {
                    say(&mut liar, &relayed(to, &lie));
                }
                let all: Vec<_> = unknown.collect();
                say(&mut liar, &relayed_together(all.into_iter(), &lie));
                is_served(&mut liar);
                own.goes_on();

                // What only streams carry.
                for stray in stray_frames() {
                    for to in 0..itself.raw() {
                        say(&mut liar, &relayed(FederateHandle::new(to), &stray));
                    }
                }
                is_served(&mut liar);
                own.goes_on();

                // Frames that are none between members, and more receivers than there can be.
                let (none, some) = (FederateHandle::new(u32::MAX), FederateHandle::new(1));
                let kinds = [0x00, 0x78, TOGETHER, 0x7a, 0x7c, 0x7e, 0x7f, 0x40, 0xff];
                let inner = kinds.map(|kind| [&[kind][..], &lie].concat());
                for inner in inner.iter().map(|it| &it[..]).chain([&[][..]]) {
                    for bad in [
                        relayed(none, inner),
                        relayed(some, inner),
                        relayed_together([1].into_iter(), inner),
                    ] {
                        let (mut liar, ..) = own.join();
                        say(&mut liar, &bad);
                        until_closed(&mut liar);
                    }
                }
                let (mut liar, ..) = own.join();
                let many: Vec<_> = (0..=MEMBERS).collect();
                say(&mut liar, &relayed_together(many.into_iter(), &lie));
                until_closed(&mut liar);
                own.goes_on();
            }
        },
        |rti| rti.until_refused("violation", 31),
    );
}

/// Most lanes that a member grants to another one.
const LANES: usize = 256;

/// Offers lanes on the stream of a member, and returns how many were granted.
fn offer(stream: &mut TcpStream, lanes: std::ops::Range<u32>, profile: &str) -> usize {
    let offered = lanes.len();
    for lane in lanes {
        let offer = LinkFrame::Offer {
            lane: LaneId(lane),
            profile: profile.to_owned(),
            reliable: lane % 2 == 0,
            sequenced: lane % 3 == 0,
        };
        say(stream, &frame(&link(&offer)));
    }
    let (mut answered, mut granted) = (0, 0);
    while answered < offered {
        if let Ok(LinkFrame::Answer { outcome, .. }) = LinkFrame::decode(&next_frame(stream)) {
            answered += 1;
            granted += usize::from(outcome.is_ok());
        }
    }
    granted
}

#[test]
fn a_member_has_a_limited_number_of_lanes_and_only_its_own() {
    let scene = Scene {
        of_members: BY_TCP,
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let mut own = Own::new(target, "Lanes");
            move || {
                let (session, itself, known) = own.join();
                let victim = known.members.iter().find(|it| it.info.name == "victim");
                let victim = victim.unwrap().info.clone();
                let key = LinkKey::between(known.execution, &known.token, &victim.token);
                let mut at = victim.addresses.iter();
                let at = at.find_map(|it| it.strip_prefix("tcp:")).unwrap();
                let at = at.parse().unwrap();
                let mut stream = call(at, (itself, victim.handle), &key);

                assert_eq!(offer(&mut stream, 0..100, "no such type"), 0);
                assert_eq!(offer(&mut stream, 0..2000, "HLAreliable"), LANES);
                assert_eq!(offer(&mut stream, 0..2000, "HLAbestEffort"), 0);
                own.goes_on();

                // Lanes of which the caller has no grant: those of others.
                for guess in 0..20 {
                    let mut lane = TcpStream::connect(at).unwrap();
                    say(&mut lane, &PREFACE);
                    let proof = key.prove_lane(&Challenge([guess; 16]));
                    say(&mut lane, &frame(&link(&LinkFrame::Open { proof })));
                    take(&mut lane, PREFACE.len());
                    until_closed(&mut lane);
                }
                drop((stream, session));
                own.goes_on();
            }
        },
        |rti| rti.until("hyla_federate_refused_total{federation=\"Lanes\"", 20),
    );
}
