//! The stage of the traces: links between endpoints that record what they receive.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::lanes::{LinkFrame, Path, link_frame};
use hyla_core::fdd::Transportation;
use hyla_core::member::Member;
use hyla_core::message::{
    FrameKind, Greeting, MemberInfo, ToRti, decode_control, greeting_frame, kind_of,
    relayed_together,
};
use hyla_core::outbox::{Frames, Lanes, LinkEnd, MemberLinks};
use hyla_core::secrets::{Challenge, ExecutionId, LinkKey, Purpose, Token};
use hyla_net::{Channel, ChannelId, Endpoint, EndpointConfig, Event};
use hyla_types::{Edition, FederateHandle, TransportationTypeHandle};

use super::super::pending_callers::{ClaimStatus, UnverifiedCaller};
use super::super::testing::{Links, TestHost};
use super::super::{ChannelRole, DispatchResult, Due, LinkSettings, ProtocolViolation};

pub(super) const ME: FederateHandle = FederateHandle::new(1);
pub(super) const B: FederateHandle = FederateHandle::new(2);
pub(super) const C: FederateHandle = FederateHandle::new(3);
/// The first byte of a data frame.
pub(super) const DATA: u8 = 2;
/// A transportation type with lanes of its own.
pub(super) const VIDEO: TransportationTypeHandle = TransportationTypeHandle::new(7);
/// The same of best effort.
pub(super) const RADIO: TransportationTypeHandle = TransportationTypeHandle::new(8);

pub(super) const DRAIN: Duration = Duration::from_secs(100);
pub(super) const GREET: Duration = Duration::from_secs(200);
pub(super) const APPEAR: Duration = Duration::from_secs(300);
pub(super) const LONG: Duration = Duration::from_secs(1000);
pub(super) const SECOND: Duration = Duration::from_secs(1);

/// Another party: the RTI, a member, or an address at which a member is called.
pub(super) struct Other {
    pub(super) endpoint: Endpoint,
    pub(super) channels: Vec<Channel>,
    /// Challenges that this federate has sent to it: in the answer to its call, and in a greeting.
    pub(super) challenge: Challenge,
    pub(super) greeted_with: Challenge,
}

/// The secret of any two members.
pub(super) fn key() -> LinkKey {
    LinkKey::between(ExecutionId::new(1), &Token::default(), &Token::default())
}

impl Other {
    /// Challenges a caller, and takes note of challenges.
    fn negotiates(&mut self, channel: ChannelId, frame: &[u8]) {
        if let Ok(Greeting::ToMember { challenge, .. }) = decode_control(frame)
            && kind_of(frame) == Ok(FrameKind::Greeting)
        {
            self.greeted_with = challenge;
        }
        if kind_of(frame) != Ok(FrameKind::Link) {
            return;
        }
        match LinkFrame::decode(frame) {
            Ok(LinkFrame::Call) => {
                let called = self.channels.iter().find(|c| c.id() == channel);
                let called = called.expect("it was called on that channel");
                let asked = LinkFrame::Challenge(Challenge([9; 16]));
                let _ = called.append(|buffer| link_frame(&asked, buffer));
                called.depart();
            }
            Ok(LinkFrame::Challenge(challenge)) => self.challenge = challenge,
            _ => {}
        }
    }
}

pub(super) struct Stage {
    pub(super) links: Links,
    pub(super) endpoint: Endpoint,
    pub(super) others: BTreeMap<&'static str, Other>,
    /// Members that are in the log.
    pub(super) known: Vec<FederateHandle>,
    pub(super) now: Instant,
    pub(super) trace: Vec<String>,
}

pub(super) fn endpoint() -> Endpoint {
    Endpoint::new(EndpointConfig::default()).expect("an endpoint")
}

pub(super) fn name_of(id: FederateHandle) -> &'static str {
    match id {
        B => "B",
        C => "C",
        _ => "?",
    }
}

/// A frame in words.
pub(super) fn shown(frame: &[u8]) -> String {
    match kind_of(frame) {
        Ok(FrameKind::Data) => format!("data {:?}", &frame[1..]),
        Ok(FrameKind::Greeting) => "greeting".to_owned(),
        Ok(FrameKind::Link) => match LinkFrame::decode(frame) {
            // Chosen at random.
            Ok(LinkFrame::Open { .. }) => "Open".to_owned(),
            Ok(LinkFrame::Welcome { .. }) => "Welcome".to_owned(),
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

fn is_negotiation(frame: &[u8]) -> bool {
    let said = LinkFrame::decode(frame);
    kind_of(frame) == Ok(FrameKind::Link)
        && matches!(said, Ok(LinkFrame::Call | LinkFrame::Challenge(_)))
}

impl Stage {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        let links = Links::new(
            LinkSettings {
                direct: true,
                frame_bytes: 1 << 16,
                pending_bytes: 64,
                drain: DRAIN,
                greet: GREET,
                appear: APPEAR,
                gathers: true,
                host: TestHost::with_dedicated(&["Video", "Radio"]),
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
        let radio = Transportation {
            name: "Radio".into(),
            reliable: false,
        };
        stage
            .links
            .transportation_types(&mut [(VIDEO, &video), (RADIO, &radio)].into_iter());
        stage.settle();
        stage.trace.clear();
        stage
    }

    /// Adds a party that can be called at the address.
    pub(super) fn other(&mut self, name: &'static str) -> String {
        let endpoint = endpoint();
        let address = endpoint.in_process_address().to_string();
        let other = Other {
            endpoint,
            channels: Vec::new(),
            challenge: Challenge::default(),
            greeted_with: Challenge::default(),
        };
        self.others.insert(name, other);
        address
    }

    /// The log brings a member with these addresses, which is called if `call`.
    pub(super) fn up(&mut self, member: FederateHandle, addresses: &[String], call: bool) {
        self.known.push(member);
        let info = MemberInfo {
            handle: member,
            name: name_of(member).into(),
            federate_type: "test".into(),
            edition: Edition::Hla2025,
            addresses: addresses.to_vec(),
            token: Token::default(),
        };
        self.links.link_up(&info, key(), call.then_some(ME));
        self.settle();
    }

    pub(super) fn down(&mut self, member: FederateHandle, end: LinkEnd) {
        self.known.retain(|known| *known != member);
        self.links.link_down(member, end);
        self.settle();
    }

    pub(super) fn send(&mut self, to: FederateHandle, value: u8) {
        self.links
            .frame(to, &mut |buffer| buffer.extend_from_slice(&[DATA, value]));
        self.settle();
    }

    /// By the lane of a transportation type, if it has one.
    pub(super) fn send_as(&mut self, to: FederateHandle, value: u8) {
        self.send_by(VIDEO, to, value);
    }

    pub(super) fn send_by(
        &mut self,
        transportation: TransportationTypeHandle,
        to: FederateHandle,
        value: u8,
    ) {
        self.links.frame_as(to, transportation, &mut |buffer| {
            buffer.extend_from_slice(&[DATA, value]);
        });
        self.settle();
    }

    /// The other says something on its last channel.
    pub(super) fn says(&mut self, name: &'static str, write: impl FnMut(&mut Vec<u8>)) {
        let other = &self.others[name];
        let channel = other.channels.last().expect("there is a channel");
        let _ = channel.append(write);
        channel.depart();
        self.settle();
    }

    pub(super) fn says_data(&mut self, name: &'static str, value: u8) {
        self.says(name, |buffer| buffer.extend_from_slice(&[DATA, value]));
    }

    pub(super) fn says_link(&mut self, name: &'static str, said: &LinkFrame) {
        self.says(name, |buffer| link_frame(said, buffer));
    }

    /// The other calls this federate, and greets as `from` if that is somebody.
    pub(super) fn calls(&mut self, name: &'static str, from: Option<FederateHandle>) {
        let address = self.endpoint.in_process_address();
        let other = self.others.get_mut(name).expect("it is there");
        let channel = other.endpoint.connect(&address);
        other.channels.push(channel);
        self.settle();
        if let Some(from) = from {
            self.greets(name, from, &key());
        }
    }

    /// The other greets as `from` on its last channel.
    pub(super) fn greets(&mut self, name: &'static str, from: FederateHandle, key: &LinkKey) {
        self.says_link(name, &LinkFrame::Call);
        let challenge = self.others[name].challenge;
        let greeting = Greeting::ToMember {
            from,
            to: ME,
            proof: key.prove(Purpose::Call, (from, ME), &challenge),
            challenge: Challenge::default(),
        };
        self.says(name, |buffer| greeting_frame(&greeting, buffer));
    }

    /// The other, which is that member, accepts this federate's call.
    pub(super) fn welcomes(&mut self, name: &'static str, as_whom: FederateHandle) {
        let challenge = self.others[name].greeted_with;
        let proof = key().prove(Purpose::Welcome, (as_whom, ME), &challenge);
        self.says_link(name, &LinkFrame::Welcome { proof });
    }

    pub(super) fn hangs_up(&mut self, name: &'static str) {
        let other = self.others.get_mut(name).expect("it is there");
        if let Some(channel) = other.channels.pop() {
            channel.close("the other hangs up");
        }
        self.settle();
    }

    /// Time passes.
    pub(super) fn wait(&mut self, time: Duration) {
        self.now += time;
        self.links.at(self.now);
        for broken in self.links.turn(self.now) {
            self.trace
                .push(format!("route to {} changed", name_of(broken)));
        }
        self.settle();
    }

    pub(super) fn trace(&mut self) -> Vec<String> {
        std::mem::take(&mut self.trace)
    }

    /// Compares the events since the last call.
    #[track_caller]
    pub(super) fn saw(&mut self, expected: &[&str]) {
        assert_eq!(self.trace(), expected);
    }

    /// Everything moves until nothing does.
    pub(super) fn settle(&mut self) {
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
                    let line = format!(
                        "from {}, said early: {}",
                        name_of(call.claim.from),
                        shown(frame)
                    );
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
            let trace = &mut self.trace;
            let mut got = Vec::new();
            let channels = &mut other.channels;
            let polled = other.endpoint.poll(Some(Duration::ZERO), &mut |event| {
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
                        let mut frame = Some(bytes);
                        while let Some(bytes) = frame {
                            // Calls and challenges are part of each connection.
                            if !is_negotiation(bytes) {
                                trace.push(format!("{name}{at} gets {}", shown(bytes)));
                            }
                            got.push((channel, bytes.to_vec()));
                            frame = following.take();
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
            for (channel, frame) in got {
                other.negotiates(channel, &frame);
            }
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
        if self.links.role(channel) == Some(ChannelRole::Unidentified) {
            return self.greeting(channel, frame);
        }
        let now = self.now;
        let path = match self.links.role(channel) {
            Some(ChannelRole::IncomingLane(_, lane)) => Path::Lane(lane),
            _ => Path::Stream,
        };
        // Its own membership matters for callers alone.
        let nobody = Member::new(Edition::Hla2025);
        match self.links.dispatch(&nobody, channel, frame, &|| now) {
            Ok(DispatchResult::Message(from, message)) => {
                let line = format!("from {}: {}", name_of(from), shown(message));
                self.trace.push(line);
            }
            Ok(DispatchResult::Relayed(from, message)) => {
                let line = match message {
                    Some(message) => {
                        format!("from {} through the RTI: {}", name_of(from), shown(message))
                    }
                    None => "kept".to_owned(),
                };
                self.trace.push(line);
            }
            Ok(DispatchResult::InOrder(from, due)) => {
                self.due(from);
                if let Due::Message(message, _) = due {
                    let line = format!("from {} by {path:?}: {}", name_of(from), shown(message));
                    self.trace.push(line);
                }
            }
            Ok(DispatchResult::Done | DispatchResult::SenderUnknown | DispatchResult::Control) => {}
            Err(ProtocolViolation::Member(problem)) => {
                let is_member = self.links.turn_away(channel, &problem);
                let who = if is_member { "a member" } else { "a caller" };
                self.trace.push(format!("nonsense of {who}: {problem}"));
            }
            Err(nonsense) => self.trace.push(format!("{nonsense:?}")),
        }
    }

    pub(super) fn due(&mut self, from: FederateHandle) {
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
        match (kind_of(frame), LinkFrame::decode(frame)) {
            (Ok(FrameKind::Link), Ok(LinkFrame::Open { proof })) => {
                self.links.lane_greeted(channel, proof);
                return;
            }
            (Ok(FrameKind::Link), Ok(LinkFrame::Call)) => {
                let challenged = self.links.challenge(channel);
                return challenged.expect("the first challenge");
            }
            _ => {}
        }
        if let Ok(Greeting::ToMember {
            from,
            to,
            proof,
            challenge: answer,
        }) = decode_control(frame)
        {
            let claim = UnverifiedCaller {
                from,
                to,
                challenge: self
                    .links
                    .unidentified
                    .challenge(channel)
                    .unwrap_or_default(),
                proof,
                answer,
            };
            self.links
                .greeted(channel, claim, standing(&self.known, &claim));
        } else {
            self.links.turn_away(channel, "no greeting");
        }
    }
}

pub(super) fn standing(known: &[FederateHandle], claim: &UnverifiedCaller) -> ClaimStatus {
    if claim.to != ME {
        ClaimStatus::Wrong
    } else if known.contains(&claim.from) {
        let pair = (claim.from, claim.to);
        match key().holds(Purpose::Call, pair, &claim.challenge, &claim.proof) {
            true => ClaimStatus::Holds,
            false => ClaimStatus::Wrong,
        }
    } else {
        ClaimStatus::Open
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
    pub(super) fn of(event: Event<'_>) -> Self {
        match event {
            Event::Accepted { channel, .. } => Self::Accepted(channel),
            Event::Opened { channel } => Self::Opened(channel),
            Event::Frame { channel, bytes, .. } => Self::Frame(channel, bytes.to_vec()),
            Event::Closed { channel, .. } => Self::Closed(channel),
            Event::ForeignCaller { .. } | Event::GroupFrame { .. } | Event::Table { .. } => {
                unreachable!("in process")
            }
        }
    }
}

/// A member that was called, and has let this one in.
pub(super) fn with_b() -> Stage {
    let mut stage = Stage::new();
    let at = stage.other("b");
    stage.up(B, &[at], true);
    stage.welcomes("b", B);
    stage.trace();
    stage
}
