//! What links do, as traces: what happens at their border, and what goes out on which channel in turn.
//!
//! The others are endpoints of this process that record what they receive. One thread does everything, in one order.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests use endpoints of their own process"
)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::lanes::{Admission, LaneId, LinkFrame, Path, Wait, link_frame};
use hyla_core::fdd::Transportation;
use hyla_core::member::Member;
use hyla_core::message::{
    FrameKind, Greeting, MemberInfo, ToRti, decode_control, greeting_frame, kind_of, relay_frame,
    relayed_together,
};
use hyla_core::outbox::{LinkEnd, Outbox};
use hyla_net::{Channel, ChannelId, Endpoint, EndpointConfig, Event};
use hyla_types::{Edition, FederateHandle, TransportationTypeHandle};

use super::early::{Claim, Standing};
use super::testing::{Links, TestHost};
use super::{Came, Due, LinkSettings, Nonsense, Role};

const ME: FederateHandle = FederateHandle::new(1);
const B: FederateHandle = FederateHandle::new(2);
const C: FederateHandle = FederateHandle::new(3);
/// The first byte of a data frame.
const DATA: u8 = 2;
/// A transportation type with lanes of its own.
const VIDEO: TransportationTypeHandle = TransportationTypeHandle::new(7);

const DRAIN: Duration = Duration::from_secs(100);
const GREET: Duration = Duration::from_secs(200);
const APPEAR: Duration = Duration::from_secs(300);
const LONG: Duration = Duration::from_secs(1000);
const SECOND: Duration = Duration::from_secs(1);

/// Somebody else: the RTI, a member, or somewhere a member is called.
struct Other {
    endpoint: Endpoint,
    channels: Vec<Channel>,
}

struct Stage {
    links: Links,
    endpoint: Endpoint,
    others: BTreeMap<&'static str, Other>,
    /// Members that the log has told of.
    known: Vec<FederateHandle>,
    now: Instant,
    trace: Vec<String>,
}

fn endpoint() -> Endpoint {
    Endpoint::new(EndpointConfig::default()).expect("an endpoint")
}

fn name_of(id: FederateHandle) -> &'static str {
    match id {
        B => "B",
        C => "C",
        _ => "?",
    }
}

/// A frame in words.
fn shown(frame: &[u8]) -> String {
    match kind_of(frame) {
        Ok(FrameKind::Data) => format!("data {:?}", &frame[1..]),
        Ok(FrameKind::Greeting) => "greeting".to_owned(),
        Ok(FrameKind::Link) => match LinkFrame::decode(frame) {
            // Chosen at random.
            Ok(LinkFrame::Open { .. }) => "Open".to_owned(),
            Ok(LinkFrame::Answer { lane, outcome }) => {
                format!("Answer {lane:?} {:?}", outcome.map(|_| "granted"))
            }
            Ok(said) => format!("{said:?}"),
            Err(error) => error.0,
        },
        Ok(FrameKind::Control) => match decode_control::<ToRti>(frame) {
            Ok(ToRti::Member(request)) => format!("{request:?}"),
            said => format!("{said:?}"),
        },
        Ok(kind) => match relayed_together(frame) {
            Ok(entries) => {
                let entries = entries.into_iter().map(|(inner, to)| {
                    let to: Vec<_> = to.map(name_of).collect();
                    format!("for {}: {}", to.join(" "), shown(inner))
                });
                entries.collect::<Vec<_>>().join(", ")
            }
            Err(_) => format!("{kind:?}"),
        },
        Err(error) => error.0,
    }
}

impl Stage {
    fn new() -> Self {
        let now = Instant::now();
        let links = Links::new(
            LinkSettings {
                direct: true,
                frame_bytes: 1 << 16,
                pending_bytes: 64,
                drain: DRAIN,
                greet: GREET,
                appear: APPEAR,
                host: TestHost::with_dedicated("Video"),
            },
            now,
        );
        let mut stage = Self {
            links,
            endpoint: endpoint(),
            others: BTreeMap::new(),
            known: Vec::new(),
            now,
            trace: Vec::new(),
        };
        let rti = stage.other("rti");
        let channel = stage.endpoint.connect(&rti.parse().expect("an address"));
        stage.links.open(channel, stage.endpoint.remote());
        let video = Transportation {
            name: "Video".into(),
            reliable: true,
        };
        stage
            .links
            .transportation_types(&mut [(VIDEO, &video)].into_iter());
        stage.settle();
        stage.trace.clear();
        stage
    }

    /// Somebody who can be called at the address.
    fn other(&mut self, name: &'static str) -> String {
        let endpoint = endpoint();
        let address = endpoint.in_process_address().to_string();
        let channels = Vec::new();
        self.others.insert(name, Other { endpoint, channels });
        address
    }

    /// The log tells of a member with these addresses, which is called if `call`.
    fn up(&mut self, member: FederateHandle, addresses: &[String], call: bool) {
        self.known.push(member);
        let info = MemberInfo {
            handle: member,
            name: name_of(member).into(),
            federate_type: "test".into(),
            edition: Edition::Hla2025,
            addresses: addresses.to_vec(),
        };
        let greeting = call.then_some(Greeting::ToMember {
            execution: 1,
            from: ME,
            to: member,
        });
        self.links.link_up(&info, greeting);
        self.settle();
    }

    fn down(&mut self, member: FederateHandle, end: LinkEnd) {
        self.known.retain(|known| *known != member);
        self.links.link_down(member, end);
        self.settle();
    }

    fn send(&mut self, to: FederateHandle, value: u8) {
        self.links
            .frame(to, &mut |buffer| buffer.extend_from_slice(&[DATA, value]));
        self.settle();
    }

    /// By the lane of a transportation type, if it has one.
    fn send_as(&mut self, to: FederateHandle, value: u8) {
        self.links.frame_as(to, VIDEO, &mut |buffer| {
            buffer.extend_from_slice(&[DATA, value]);
        });
        self.settle();
    }

    /// The other says something on its last channel.
    fn says(&mut self, name: &'static str, write: impl FnMut(&mut Vec<u8>)) {
        let other = &self.others[name];
        let channel = other.channels.last().expect("there is a channel");
        let _ = channel.append(write);
        channel.depart();
        self.settle();
    }

    fn says_data(&mut self, name: &'static str, value: u8) {
        self.says(name, |buffer| buffer.extend_from_slice(&[DATA, value]));
    }

    fn says_link(&mut self, name: &'static str, said: &LinkFrame) {
        self.says(name, |buffer| link_frame(said, buffer));
    }

    /// The other calls this federate, and greets as `from` if that is somebody.
    fn calls(&mut self, name: &'static str, from: Option<FederateHandle>) {
        let address = self.endpoint.in_process_address();
        let other = self.others.get_mut(name).expect("it is there");
        let channel = other.endpoint.connect(&address);
        other.channels.push(channel);
        self.settle();
        if let Some(from) = from {
            let greeting = Greeting::ToMember {
                execution: 1,
                from,
                to: ME,
            };
            self.says(name, |buffer| greeting_frame(&greeting, buffer));
        }
    }

    fn hangs_up(&mut self, name: &'static str) {
        let other = self.others.get_mut(name).expect("it is there");
        if let Some(channel) = other.channels.pop() {
            channel.close("the other hangs up");
        }
        self.settle();
    }

    /// Time passes.
    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.links.at(self.now);
        for broken in self.links.turn(self.now) {
            self.trace
                .push(format!("way to {} changed", name_of(broken)));
        }
        self.settle();
    }

    fn trace(&mut self) -> Vec<String> {
        std::mem::take(&mut self.trace)
    }

    /// What has happened since the last call is this.
    #[track_caller]
    fn saw(&mut self, expected: &[&str]) {
        assert_eq!(self.trace(), expected);
    }

    /// Everything moves until nothing does.
    fn settle(&mut self) {
        loop {
            let mut moved = self.depart();
            let mut events = Vec::new();
            let polled = self.endpoint.poll(Some(Duration::ZERO), &mut |event| {
                events.push(Happened::of(event));
            });
            polled.expect("an endpoint");
            for event in events {
                moved = true;
                self.handle(event);
            }
            moved |= self.poll_others();
            let known = self.known.clone();
            for call in self.links.take_held_back(|claim| standing(&known, claim)) {
                moved = true;
                for frame in &call.frames {
                    let line = format!("from {}, said early: {}", name_of(call.from), shown(frame));
                    self.trace.push(line);
                }
                self.links.end_held_back(&call);
            }
            for ended in self.links.take_ended() {
                moved = true;
                self.trace
                    .push(format!("stream of {} ended", name_of(ended)));
            }
            while let Some((from, frame)) = self.links.next_leftover() {
                let line = format!("from {}, left over: {}", name_of(from), shown(&frame));
                self.trace.push(line);
            }
            for from in self.links.take_stirred() {
                self.due(from);
            }
            if !moved {
                return;
            }
        }
    }

    fn depart(&mut self) -> bool {
        let mut dirty = Vec::new();
        self.links.take_dirty(&mut dirty);
        dirty.iter().for_each(Channel::depart);
        !dirty.is_empty()
    }

    fn poll_others(&mut self) -> bool {
        let mut moved = false;
        for (name, other) in &mut self.others {
            let Other { endpoint, channels } = other;
            let trace = &mut self.trace;
            let polled = endpoint.poll(Some(Duration::ZERO), &mut |event| {
                moved = true;
                match event {
                    Event::Accepted { channel, .. } => {
                        trace.push(format!("{name} is called"));
                        channels.push(channel);
                    }
                    Event::Frame {
                        channel,
                        bytes,
                        following,
                    } => {
                        let at = channels.iter().position(|c| c.id() == channel);
                        let at = at.map_or_else(String::new, |at| at.to_string());
                        trace.push(format!("{name}{at} gets {}", shown(bytes)));
                        while let Some(bytes) = following.take() {
                            trace.push(format!("{name}{at} gets {}", shown(bytes)));
                        }
                    }
                    Event::Closed { channel, reason } => {
                        channels.retain(|c| c.id() != channel);
                        trace.push(format!("{name} is hung up on: {reason}"));
                    }
                    _ => {}
                }
            });
            polled.expect("an endpoint");
        }
        moved
    }

    /// As the engine does.
    fn handle(&mut self, event: Happened) {
        match event {
            Happened::Accepted(channel) => self.links.accept(channel),
            Happened::Opened(channel) => self.links.opened(channel),
            Happened::Closed(channel) => {
                if let Some(role) = self.links.closed(channel) {
                    self.trace.push(format!("{role:?} closed"));
                }
            }
            Happened::Frame(channel, frame) => self.frame(channel, &frame),
        }
    }

    fn frame(&mut self, channel: ChannelId, frame: &[u8]) {
        if self.links.role(channel) == Some(Role::Stranger) {
            return self.greeting(channel, frame);
        }
        let now = self.now;
        let path = match self.links.role(channel) {
            Some(Role::Lane(_, lane)) => Path::Lane(lane),
            _ => Path::Stream,
        };
        // Its own membership matters for callers alone.
        let nobody = Member::new(Edition::Hla2025);
        match self.links.dispatch(&nobody, channel, frame, &|| now) {
            Ok(Came::Message(from, message)) => {
                let line = format!("from {}: {}", name_of(from), shown(message));
                self.trace.push(line);
            }
            Ok(Came::Relayed(from, message)) => {
                let line = match message {
                    Some(message) => {
                        format!("from {} through the RTI: {}", name_of(from), shown(message))
                    }
                    None => "kept".to_owned(),
                };
                self.trace.push(line);
            }
            Ok(Came::InOrder(from, due)) => {
                self.due(from);
                if let Due::Message(message, _) = due {
                    let line = format!("from {} by {path:?}: {}", name_of(from), shown(message));
                    self.trace.push(line);
                }
            }
            Ok(Came::Done | Came::HeldBack | Came::Control) => {}
            Err(Nonsense::Member(problem)) => {
                self.trace.push(format!("nonsense on {channel}: {problem}"));
                self.links.turn_away(channel, &problem);
            }
            Err(nonsense) => self.trace.push(format!("{nonsense:?}")),
        }
    }

    fn due(&mut self, from: FederateHandle) {
        while let Some((held, _)) = self.links.next_due(from) {
            let frame = shown(&held.message);
            self.trace.push(format!(
                "from {} by {:?}: {frame}",
                name_of(from),
                held.path
            ));
        }
    }

    fn greeting(&mut self, channel: ChannelId, frame: &[u8]) {
        if let Ok(LinkFrame::Open { key }) = LinkFrame::decode(frame) {
            self.links.lane_greeted(channel, key);
            return;
        }
        if let Ok(Greeting::ToMember {
            execution,
            from,
            to,
        }) = decode_control(frame)
        {
            let claim = Claim {
                execution,
                from,
                to,
            };
            self.links
                .greeted(channel, claim, standing(&self.known, &claim));
        }
    }
}

fn standing(known: &[FederateHandle], claim: &Claim) -> Standing {
    if claim.to != ME {
        Standing::Wrong
    } else if known.contains(&claim.from) {
        Standing::Holds
    } else {
        Standing::Open
    }
}

/// An event that outlives its buffer.
enum Happened {
    Accepted(Channel),
    Opened(ChannelId),
    Frame(ChannelId, Vec<u8>),
    Closed(ChannelId),
}

impl Happened {
    fn of(event: Event<'_>) -> Self {
        match event {
            Event::Accepted { channel, .. } => Self::Accepted(channel),
            Event::Opened { channel } => Self::Opened(channel),
            Event::Frame { channel, bytes, .. } => Self::Frame(channel, bytes.to_vec()),
            Event::Closed { channel, .. } => Self::Closed(channel),
            Event::Stranger { .. } | Event::GroupFrame { .. } => unreachable!("in process"),
        }
    }
}

/// A member that was called, and has let this one in.
fn with_b() -> Stage {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    stage.says_link("b", &LinkFrame::Welcome);
    stage.trace();
    stage
}

#[test]
fn a_member_is_called_at_its_addresses_in_turn_and_reached_through_the_rti_at_last() {
    let mut stage = Stage::new();
    let gone = endpoint().in_process_address().to_string();
    stage.up(B, &[gone.clone(), gone], true);
    stage.send(B, 1);
    stage.send(C, 2);

    stage.saw(&[
        "Peer(FederateHandle(2)) closed",
        "Peer(FederateHandle(2)) closed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
    ]);
}

#[test]
fn what_waits_for_the_welcome_is_said_behind_the_greeting_and_nothing_before() {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    stage.send(B, 1);
    stage.send(B, 2);
    stage.saw(&["b is called", "b0 gets greeting"]);

    stage.says_link("b", &LinkFrame::Welcome);
    stage.send(B, 3);
    stage.says_data("b", 4);

    stage.saw(&[
        "b0 gets data [1]",
        "b0 gets data [2]",
        "b0 gets data [3]",
        "from B: data [4]",
    ]);
}

#[test]
fn who_turns_the_caller_away_is_reached_through_the_rti() {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    stage.send(B, 1);
    stage.hangs_up("b");
    stage.send(B, 2);

    stage.saw(&[
        "b is called",
        "b0 gets greeting",
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
        "rti0 gets for B: data [2]",
    ]);
}

#[test]
fn a_call_of_a_known_member_is_welcomed_and_a_second_one_turned_away() {
    let mut stage = Stage::new();
    stage.other("b");
    stage.other("c");
    stage.up(B, &[], false);
    stage.send(B, 1);
    stage.calls("b", Some(B));
    stage.says_data("b", 2);
    stage.calls("c", Some(B));
    stage.send(B, 3);

    stage.saw(&[
        "b0 gets Welcome",
        "b0 gets data [1]",
        "from B: data [2]",
        "c is hung up on: closed by the peer",
        "b0 gets data [3]",
    ]);
}

#[test]
fn what_an_early_caller_says_counts_once_the_log_has_told_of_it() {
    let mut stage = Stage::new();
    stage.other("b");
    stage.calls("b", Some(B));
    stage.says_data("b", 1);
    stage.up(B, &[], false);
    stage.says_data("b", 2);
    stage.send(B, 3);
    stage.saw(&[
        "from B, said early: data [1]",
        "b0 gets Welcome",
        "from B: data [2]",
        "b0 gets data [3]",
    ]);

    // One that hangs up before has said something all the same.
    stage.other("c");
    stage.calls("c", Some(C));
    stage.says_data("c", 4);
    stage.hangs_up("c");
    stage.up(C, &[], false);
    stage.send(C, 5);
    stage.down(C, LinkEnd::Drain);

    stage.saw(&[
        "Peer(FederateHandle(3)) closed",
        "c is hung up on: closed here: the other hangs up",
        "from C, said early: data [4]",
        "stream of C ended",
    ]);
}

#[test]
fn callers_that_do_not_greet_or_are_never_told_of_are_turned_away_in_time() {
    let mut stage = Stage::new();
    for name in ["b", "c", "d"] {
        stage.other(name);
    }
    stage.calls("b", None);
    stage.calls("c", Some(C));
    stage.calls("d", Some(FederateHandle::new(9)));
    stage.trace();

    stage.wait(GREET + SECOND);
    stage.saw(&["Stranger closed", "b is hung up on: closed by the peer"]);
    stage.wait(APPEAR - GREET);
    stage.saw(&[
        "Peer(FederateHandle(9)) closed",
        "Peer(FederateHandle(3)) closed",
        "c is hung up on: closed by the peer",
        "d is hung up on: closed by the peer",
    ]);
    assert_eq!(stage.links.next_deadline(), None);
}

#[test]
fn a_member_that_leaves_is_read_to_the_end_of_its_stream() {
    for end in [LinkEnd::Drain, LinkEnd::Cut] {
        let mut stage = with_b();
        stage.down(B, end);
        stage.says_data("b", 1);
        stage.send(B, 2);
        stage.hangs_up("b");
        // The core has heard that the stream is over.
        stage.links.end_drained(|_| false);
        stage.send(B, 3);
        stage.saw(&[
            "from B: data [1]",
            "b0 gets data [2]",
            "Peer(FederateHandle(2)) closed",
            "b is hung up on: closed here: the other hangs up",
            "stream of B ended",
        ]);
        assert_eq!(stage.links.dropped, 1);
        assert_eq!(stage.links.next_deadline(), None);
    }
}

#[test]
fn a_member_that_leaves_and_says_nothing_more_is_not_waited_for_for_ever() {
    for (end, patience) in [(LinkEnd::Drain, DRAIN), (LinkEnd::Cut, DRAIN / 4)] {
        let mut stage = with_b();
        stage.down(B, end);
        stage.wait(patience - SECOND);
        stage.saw(&[]);
        stage.wait(2 * SECOND);
        stage.saw(&["b is hung up on: closed by the peer", "stream of B ended"]);
    }
}

#[test]
fn a_departed_member_that_is_expected_to_say_nothing_more_is_hung_up_on() {
    let mut stage = with_b();
    stage.down(B, LinkEnd::Drain);
    stage.links.end_drained(|_| true);
    stage.settle();
    stage.saw(&[]);
    stage.links.end_drained(|_| false);
    stage.settle();
    stage.saw(&["b is hung up on: closed by the peer"]);
}

#[test]
fn what_is_sent_after_a_break_waits_for_the_log_and_then_takes_the_way_through_the_rti() {
    let mut stage = with_b();
    stage.hangs_up("b");
    stage.send(B, 1);
    stage.saw(&[
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
    ]);
    stage.wait(LONG);
    stage.send(B, 2);
    stage.saw(&[
        "way to B changed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
        "rti0 gets for B: data [2]",
    ]);

    stage.down(B, LinkEnd::Drain);
    stage.send(B, 3);
    stage.saw(&["stream of B ended"]);
}

#[test]
fn a_break_of_a_member_that_has_left_is_over_when_the_log_says_so() {
    let mut stage = with_b();
    stage.hangs_up("b");
    stage.send(B, 1);
    stage.down(B, LinkEnd::Drain);
    stage.wait(LONG);

    stage.saw(&[
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "stream of B ended",
    ]);
    assert_eq!(stage.links.next_deadline(), None);
}

#[test]
fn a_break_that_is_noticed_by_sending_is_one_as_well() {
    let mut stage = with_b();
    let channel = stage.others.get_mut("b").map(|b| b.channels.remove(0));
    channel.expect("a channel").close("the other hangs up");
    // Nothing has been polled here: the first sign is that the channel takes nothing.
    stage
        .links
        .frame(B, &mut |buffer| buffer.extend_from_slice(&[DATA, 1]));
    stage.settle();
    stage.wait(LONG);

    stage.saw(&[
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "way to B changed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "rti0 gets for B: data [1]",
    ]);
}

#[test]
fn links_without_a_channel_hold_up_who_sends_too_much_and_relays_while_they_are_told_to() {
    let mut stage = Stage::new();
    stage.up(B, &[], false);
    let wide = |buffer: &mut Vec<u8>| buffer.extend_from_slice(&[DATA; 60]);
    stage.links.frame(B, &mut |buffer| wide(buffer));
    assert!(!stage.links.is_held_up());
    stage.links.frame(B, &mut |buffer| wide(buffer));
    assert!(stage.links.is_held_up());
    stage.trace();

    stage.links.relay(B, true);
    stage.settle();
    assert!(!stage.links.is_held_up());
    assert_eq!(stage.trace().len(), 2);
    stage.links.relay_holds_up(B, true);
    assert!(stage.links.is_held_up());
    stage.links.relay_holds_up(B, false);
    assert!(!stage.links.is_held_up());
    let mut hold = Vec::new();
    link_frame(&LinkFrame::Hold { on: true }, &mut hold);
    assert!(!stage.links.relayed_is_due(B, &hold));
    assert!(stage.links.is_held_up());

    // Through the RTI this member says the same of itself, once.
    for pauses in [true, true, false] {
        stage.links.pause(|_| pauses);
        stage.settle();
    }
    stage.saw(&[
        "rti0 gets for B: Hold { on: true }",
        "rti0 gets for B: Hold { on: false }",
    ]);
}

/// The lane of B for what this one says: offered, let in, called, said to stand.
fn with_lane() -> Stage {
    let mut stage = with_b();
    let at = stage.other("lane");
    stage.send_as(B, 1);
    let admission = Admission {
        key: 5,
        addresses: vec![at],
        reading: String::new(),
    };
    stage.says_link(
        "b",
        &LinkFrame::Answer {
            lane: LaneId(1),
            outcome: Ok(admission),
        },
    );
    stage.send_as(B, 2);
    stage.says_link("b", &LinkFrame::Stands { lane: LaneId(1) });
    stage
}

#[test]
fn a_lane_is_offered_called_and_used_once_it_stands() {
    let mut stage = with_lane();
    stage.send_as(B, 3);
    stage.send(B, 4);
    stage
        .links
        .announce(B, &mut |buffer| buffer.extend_from_slice(&[DATA, 5]));
    stage.send_as(B, 6);
    stage.links.settle_lanes(B);
    stage.send(B, 7);

    stage.saw(&[
        "b0 gets Offer { lane: LaneId(1), profile: \"Video\", reliable: true, stamped: false }",
        "b0 gets data [1]",
        "lane is called",
        "lane0 gets Open",
        "b0 gets data [2]",
        "b0 gets Fence { number: 1, waits: [] }",
        "lane0 gets Met { number: 1 }",
        "lane0 gets data [3]",
        "b0 gets data [4]",
        "b0 gets data [5]",
        "b0 gets Fence { number: 2, waits: [] }",
        "lane0 gets Met { number: 2 }",
        "lane0 gets data [6]",
        "b0 gets Fence { number: 3, waits: [Met(LaneId(1))] }",
        "b0 gets data [7]",
        "lane0 gets Met { number: 3 }",
    ]);
}

#[test]
fn a_lane_that_ends_leaves_its_messages_to_the_stream_behind_a_fence() {
    let mut stage = with_lane();
    stage.send_as(B, 3);
    stage.trace();
    stage.hangs_up("lane");
    stage.send_as(B, 4);

    stage.saw(&[
        "OwnLane(FederateHandle(2), LaneId(1)) closed",
        "lane is hung up on: closed here: the other hangs up",
        "b0 gets Fence { number: 2, waits: [End(LaneId(1))] }",
        "b0 gets data [4]",
    ]);
}

#[test]
fn lanes_end_with_the_stream() {
    let mut stage = with_lane();
    stage.trace();
    stage.hangs_up("b");
    stage.send_as(B, 4);

    stage.saw(&[
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "lane is hung up on: closed by the peer",
    ]);
}

#[test]
fn lanes_end_with_the_member() {
    let mut stage = with_lane();
    stage.trace();
    stage.down(B, LinkEnd::Drain);
    stage.send_as(B, 4);
    stage.saw(&[
        "b0 gets Fence { number: 1, waits: [] }",
        "lane0 gets Met { number: 1 }",
        "lane0 gets data [4]",
    ]);

    stage.wait(DRAIN + SECOND);
    stage.send_as(B, 5);
    stage.saw(&[
        "b is hung up on: closed by the peer",
        "lane is hung up on: closed by the peer",
        "stream of B ended",
    ]);
}

#[test]
fn a_lane_that_is_refused_or_not_reached_leaves_its_messages_to_the_stream() {
    let mut stage = with_b();
    stage.send_as(B, 1);
    let outcome = Err("no room".to_owned());
    stage.says_link(
        "b",
        &LinkFrame::Answer {
            lane: LaneId(1),
            outcome,
        },
    );
    stage.send_as(B, 2);
    stage.saw(&[
        "b0 gets Offer { lane: LaneId(1), profile: \"Video\", reliable: true, stamped: false }",
        "b0 gets data [1]",
        "b0 gets data [2]",
    ]);

    let mut stage = with_b();
    stage.send_as(B, 1);
    let admission = Admission {
        key: 5,
        addresses: vec![endpoint().in_process_address().to_string()],
        reading: String::new(),
    };
    stage.says_link(
        "b",
        &LinkFrame::Answer {
            lane: LaneId(1),
            outcome: Ok(admission),
        },
    );
    stage.send_as(B, 2);
    stage.saw(&[
        "b0 gets Offer { lane: LaneId(1), profile: \"Video\", reliable: true, stamped: false }",
        "b0 gets data [1]",
        "OwnLane(FederateHandle(2), LaneId(1)) closed",
        "b0 gets data [2]",
    ]);
}

/// A lane of B: offered, let in, and come.
fn with_their_lane() -> Stage {
    let mut stage = with_b();
    stage.other("lane");
    let offer = LinkFrame::Offer {
        lane: LaneId(1),
        profile: "Video".into(),
        reliable: true,
        stamped: false,
    };
    stage.says_link("b", &offer);
    stage.calls("lane", None);
    let key = stage.links.incoming(B).expect("lanes").only_key();
    stage.says_link("lane", &LinkFrame::Open { key });
    stage
}

#[test]
fn what_is_left_on_a_lane_is_read_after_the_end_of_the_stream_whatever_is_said_meanwhile() {
    let mut stage = with_their_lane();
    let waits = vec![Wait::Met(LaneId(1))];
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.says_data("b", 2);
    stage.hangs_up("b");
    // An answer to what B has said before, for example.
    stage.send(B, 3);
    stage.trace();

    stage.says_data("lane", 1);
    stage.says_link("lane", &LinkFrame::Met { number: 1 });
    stage.wait(LONG);

    let trace = stage.trace();
    let at = |what: &str| trace.iter().position(|line| line.contains(what));
    assert!(
        at("Lane(LaneId(1)): data [1]") < at("by Stream: data [2]"),
        "{trace:?}"
    );
    assert!(
        at("data [1]").is_some() && at("for B: data [3]").is_some(),
        "{trace:?}"
    );
}

#[test]
fn what_was_to_be_said_after_the_end_of_a_stream_is_counted_if_the_member_has_left() {
    let mut stage = with_their_lane();
    let waits = vec![Wait::Met(LaneId(1))];
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.hangs_up("b");
    stage.send(B, 3);
    assert_eq!(stage.links.dropped_frames(), 0);

    stage.down(B, LinkEnd::Drain);
    stage.wait(LONG);

    assert_eq!(stage.links.dropped_frames(), 1);
}

#[test]
fn a_fence_waits_for_what_is_not_read_until_it_is_read() {
    let mut stage = with_their_lane();
    // B has given the lane up, and says the rest on the stream.
    let waits = vec![Wait::End(LaneId(1))];
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.says_data("b", 2);
    stage.trace();

    stage.links.pause(|_| true);
    stage.says_data("lane", 1);
    stage.wait(LONG);
    stage.saw(&[]);

    stage.links.pause(|_| false);
    stage.settle();
    stage.saw(&["from B by Lane(LaneId(1)): data [1]"]);
    stage.hangs_up("lane");
    assert!(
        stage
            .trace()
            .contains(&"from B by Stream: data [2]".to_owned())
    );
}

#[test]
fn a_lane_of_another_member_is_let_in_and_put_in_order_with_its_stream() {
    let mut stage = with_their_lane();
    stage.says_data("lane", 1);
    // What is behind the fence on the lane waits for the stream to get there.
    stage.says_link("lane", &LinkFrame::Met { number: 1 });
    stage.says_data("lane", 2);
    stage.saw(&[
        "b0 gets Answer LaneId(1) Ok(\"granted\")",
        "b0 gets Stands { lane: LaneId(1) }",
        "from B by Lane(LaneId(1)): data [1]",
    ]);
    stage.says_data("b", 3);
    let waits = Vec::new();
    stage.says_link("b", &LinkFrame::Fence { number: 1, waits });
    stage.saw(&[
        "from B by Stream: data [3]",
        "from B by Lane(LaneId(1)): data [2]",
    ]);

    // The end of the stream ends the lane, and what waits is handed out.
    stage.says_link("lane", &LinkFrame::Met { number: 2 });
    stage.says_data("lane", 4);
    stage.hangs_up("b");
    stage.wait(LONG);
    stage.saw(&[
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "lane is hung up on: closed by the peer",
        "from B, left over: data [4]",
        "way to B changed",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
    ]);
}

/// B says something through the RTI.
fn relays(stage: &mut Stage, value: u8) {
    stage.says("rti", |buffer| {
        relay_frame(B, buffer);
        buffer.extend_from_slice(&[DATA, value]);
    });
}

#[test]
fn what_is_left_on_a_stream_comes_before_what_is_said_through_the_rti_since() {
    let mut stage = with_b();
    stage.says_data("b", 1);
    // Callbacks wait here: nothing is read, what B says stays in the stream.
    stage.links.pause(|_| true);
    stage.says_data("b", 2);
    stage.saw(&["from B: data [1]"]);

    // B has noticed that the stream broke, and has turned to the RTI.
    stage.links.relay(B, false);
    relays(&mut stage, 3);
    stage.hangs_up("b");
    relays(&mut stage, 4);

    stage.saw(&[
        "kept",
        "from B: data [2]",
        "Peer(FederateHandle(2)) closed",
        "b is hung up on: closed here: the other hangs up",
        "from B, left over: data [3]",
        "from B through the RTI: data [4]",
    ]);
}

#[test]
fn the_rest_of_a_stream_that_the_other_has_given_up_is_not_waited_for_for_ever() {
    let mut stage = with_b();
    stage.links.relay(B, false);
    relays(&mut stage, 1);
    stage.wait(SECOND / 2);
    stage.saw(&["kept"]);

    stage.wait(SECOND / 2);
    stage.saw(&[
        "way to B changed",
        "b is hung up on: closed by the peer",
        "rti0 gets RelayOpened { with: FederateHandle(2) }",
        "from B, left over: data [1]",
    ]);
    relays(&mut stage, 2);
    stage.send(B, 3);
    stage.saw(&[
        "from B through the RTI: data [2]",
        "rti0 gets for B: data [3]",
    ]);
}

#[test]
fn a_restore_gives_other_handles_and_forgets_who_has_none() {
    let mut stage = with_lane();
    let at = stage.other("c");
    stage.up(C, &[at], true);
    stage.trace();
    // B becomes C; C, whose call is not answered, has no place.
    stage.links.links_renamed(&[(ME, ME), (B, C)]);
    stage.settle();
    stage.send_as(C, 1);
    stage.send(B, 2);
    stage.says_data("b", 3);
    stage.saw(&[
        "c is hung up on: closed by the peer",
        "b0 gets Fence { number: 1, waits: [] }",
        "lane0 gets Met { number: 1 }",
        "lane0 gets data [1]",
        "from C: data [3]",
    ]);
    assert_eq!(stage.links.dropped, 1);
}

#[test]
fn leaving_the_execution_closes_what_leads_to_members() {
    let mut stage = with_lane();
    let at = stage.other("c");
    stage.up(C, &[at], true);
    stage.other("d");
    stage.calls("d", Some(FederateHandle::new(9)));
    stage.send(C, 1);
    stage.trace();

    stage.links.leave_execution();
    stage.settle();

    stage.saw(&[
        "Peer(FederateHandle(9)) closed",
        "b is hung up on: closed by the peer",
        "c0 gets data [1]",
        "c is hung up on: closed by the peer",
        "d is hung up on: closed by the peer",
        "lane is hung up on: closed by the peer",
    ]);
    assert_eq!(stage.links.next_deadline(), None);
}
