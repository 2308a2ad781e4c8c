//! An RTI and members in one thread, joined by queues instead of sockets.
//!
//! Nothing moves by itself: [`World::settle`] carries what is queued until nothing moves. A [`Channel`]
//! can be held back, so that a test chooses in which order things arrive.
#![allow(dead_code, unreachable_pub, unused_imports)] // each test file uses its part
#![allow(clippy::unwrap_used, reason = "test code")]

pub mod regions;
mod saving;
pub mod time;
mod told;
mod traffic;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use hyla_core::Result;
use hyla_core::callback::Callback;
use hyla_core::declaration::{Position, SentPositions};
use hyla_core::executive::{Rti, RtiConfig, SessionId};
use hyla_core::fdd::Transportation;
use hyla_core::member::{Arrival, DeliveredFrame, Member, Protocol, Step};
use hyla_core::message::{
    FederationStatus, FrameKind, FromRti, Greeting, MemberInfo, ModuleSource, Reply, RequestId,
    ToRti, control_frame, decode_control, kind_of, relayed,
};
use hyla_core::outbox::{Channels, Control, Frames, Lanes, LinkEnd, MemberLinks, TimePosting};
use hyla_core::secrets::LinkKey;
use hyla_omt::Strictness;
use hyla_types::{Edition, FederateHandle, ResignAction, TransportationTypeHandle};

pub use told::Told;
pub use traffic::{bicycles, heights, traffic, traffic_with};

/// Name of the only federation execution.
pub const FEDERATION: &str = "streets";

/// A channel in one direction that can be paused. Numbers are indices of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// From a node to the RTI.
    ToRti(usize),
    /// From the RTI to a node: answers and the control log.
    FromRti(usize),
    /// Data frames from the first node to the second.
    Data(usize, usize),
    /// The request to a node that it looks at its boards.
    Rouse(usize),
}

/// Output of a member to its driver.
#[derive(Default)]
pub struct Outgoing {
    /// Data frames with their receivers.
    pub frames: Vec<(FederateHandle, Vec<u8>)>,
    /// Messages to the RTI.
    pub control: Vec<ToRti>,
    /// Members that appeared.
    pub up: Vec<FederateHandle>,
    /// Members that went, and how their streams end.
    pub down: Vec<(FederateHandle, LinkEnd)>,
    /// Positions that precede the frames from that one on.
    pub positions: Vec<(usize, Position)>,
    /// Members that got other handles.
    pub renamed: Vec<(FederateHandle, FederateHandle)>,
    /// Names of the transportation types, if the member has reported them.
    pub transportations: Option<Vec<String>>,
    /// Members the way to whom is broken.
    pub broken: BTreeSet<FederateHandle>,
    /// Whether messages go to several members at once.
    pub groups: bool,
    /// Members that are to look at the boards.
    roused: BTreeSet<FederateHandle>,
    /// The member, and the boards of all.
    pub boards: Option<(FederateHandle, Rc<RefCell<Boards>>)>,
}

/// What members show each other on boards: visible at once, whatever is on the way.
#[derive(Default)]
pub struct Boards {
    postings: BTreeMap<(FederateHandle, FederateHandle), TimePosting>,
    /// Those with whom each member has opened boards.
    opened: BTreeMap<FederateHandle, Vec<FederateHandle>>,
    /// Members that have no boards.
    pub without: BTreeSet<FederateHandle>,
}

impl Frames for Outgoing {
    fn frame(&mut self, to: FederateHandle, write: &mut dyn FnMut(&mut Vec<u8>)) {
        let mut frame = Vec::new();
        write(&mut frame);
        self.frames.push((to, frame));
    }

    fn position_moved(&mut self, position: Position) {
        self.positions.push((self.frames.len(), position));
    }

    fn is_broken(&self, to: FederateHandle) -> bool {
        self.broken.contains(&to)
    }
}

impl Lanes for Outgoing {
    fn has_groups(&self, _: TransportationTypeHandle) -> bool {
        self.groups
    }

    fn transportation_types(
        &mut self,
        types: &mut dyn Iterator<Item = (TransportationTypeHandle, &Transportation)>,
    ) {
        self.transportations = Some(types.map(|(_, it)| it.name.clone()).collect());
    }
}

impl Control for Outgoing {
    fn control(&mut self, message: &ToRti) {
        self.control.push(message.clone());
    }
}

impl MemberLinks for Outgoing {
    fn has_boards(&self, with: FederateHandle) -> bool {
        let Some((own, boards)) = &self.boards else {
            return false;
        };
        let without = &boards.borrow().without;
        ![*own, with].iter().any(|it| without.contains(it))
    }

    fn open_boards(
        &mut self,
        _: u64,
        _: usize,
        with: &mut dyn Iterator<Item = (FederateHandle, bool)>,
    ) {
        if let Some((own, boards)) = &self.boards {
            let with = with.map(|(member, _)| member).collect();
            boards.borrow_mut().opened.insert(*own, with);
        }
    }

    fn post_times(&mut self, posting: &TimePosting, sent: Option<&[u64]>) -> bool {
        let others = self.with_boards();
        let Some((own, boards)) = &self.boards else {
            return false;
        };
        let sent = sent.map_or_else(
            || {
                let posted = &boards.borrow().postings;
                let last = |to: &FederateHandle| posted.get(&(*own, *to)).map_or(0, |it| it[4]);
                others.iter().map(last).collect()
            },
            <[u64]>::to_vec,
        );
        let mut all = others.len() == sent.len();
        for (to, sent) in others.into_iter().zip(&sent) {
            all &= self.has_boards(to);
            if let Some((own, boards)) = self.boards.as_ref().filter(|_| self.has_boards(to)) {
                let [matter, bound, waits, needed, _] = *posting;
                let posting = [matter, bound, waits, needed, *sent];
                boards.borrow_mut().postings.insert((*own, to), posting);
            }
        }
        all
    }

    fn rouse(&mut self, member: usize) {
        self.roused.insert(self.with_boards()[member]);
    }

    fn posted_times(&mut self, into: &mut [TimePosting]) {
        let Some((own, boards)) = &self.boards else {
            return;
        };
        for (into, by) in into.iter_mut().zip(self.with_boards()) {
            let posted = boards.borrow().postings.get(&(by, *own)).copied();
            *into = posted.unwrap_or_default();
        }
    }

    fn link_up(&mut self, member: &MemberInfo, _: LinkKey, _: Option<FederateHandle>) {
        self.up.push(member.handle);
    }

    fn link_down(&mut self, federate: FederateHandle, end: LinkEnd) {
        self.down.push((federate, end));
    }

    fn links_renamed(&mut self, handles: &[(FederateHandle, FederateHandle)]) {
        self.renamed.extend(handles);
    }
}

impl Outgoing {
    /// Those with whom the member has opened boards.
    fn with_boards(&self) -> Vec<FederateHandle> {
        let boards = self.boards.as_ref();
        let opened = boards.and_then(|(own, boards)| boards.borrow().opened.get(own).cloned());
        opened.unwrap_or_default()
    }
}

impl Channels for Outgoing {}

/// A federate's side: its member and its queues.
pub struct Node {
    pub member: Member,
    pub session: SessionId,
    /// Log entries and messages that reached the member, in order.
    pub heard: Vec<FromRti>,
    /// Answers that reached the member.
    pub answers: BTreeMap<RequestId, Result<Reply>>,
    /// Protocol errors that the member found.
    pub complaints: Vec<Protocol>,
    /// Links that the member asked to end.
    pub down: Vec<(FederateHandle, LinkEnd)>,
    /// Transportation types as the member reported them last.
    pub transportations: Vec<String>,
    to_rti: VecDeque<Vec<u8>>,
    from_rti: VecDeque<Vec<u8>>,
    lost: bool,
    /// It is to look at the boards.
    is_roused: bool,
    cut: BTreeSet<FederateHandle>,
    /// Members the way to whom is broken, as its links know.
    pub broken: BTreeSet<FederateHandle>,
    positions: SentPositions,
}

/// The RTI, its federates, and what is on the way between them.
pub struct World {
    pub rti: Rti,
    pub nodes: Vec<Node>,
    /// The steady clock that members are given.
    pub now: Duration,
    streams: BTreeMap<(FederateHandle, FederateHandle), VecDeque<Vec<u8>>>,
    held: BTreeSet<Channel>,
    /// The RTI is handed everything that has arrived before it is asked what it says, as a server does.
    pub rti_takes_turns: bool,
    /// Whether messages go to several members at once.
    pub groups: bool,
    /// Boards of the members, if they have any.
    pub boards: Option<Rc<RefCell<Boards>>>,
}

impl World {
    /// An RTI without federates.
    pub fn empty() -> Self {
        Self::of(Strictness::default())
    }

    /// The same, which refuses modules that stray from the standard.
    pub fn strict() -> Self {
        Self::of(Strictness::Strict)
    }

    fn of(strictness: Strictness) -> Self {
        let config = RtiConfig {
            version: "test".into(),
            strictness,
            seed: 7.into(),
        };
        Self {
            rti: Rti::new(config),
            nodes: Vec::new(),
            now: Duration::ZERO,
            streams: BTreeMap::new(),
            held: BTreeSet::new(),
            rti_takes_turns: false,
            groups: false,
            boards: None,
        }
    }

    /// A federation execution of this module with that many members of the 2025 edition.
    pub fn with(fom: ModuleSource, members: usize) -> Self {
        let mut world = Self::empty();
        for i in 0..members {
            let node = world.connect(Edition::Hla2025);
            if i == 0 {
                let request = world.call(node, |m, out| {
                    m.create_federation_execution(FEDERATION, vec![fom.clone()], None, "", out)
                });
                world.settle();
                assert_eq!(world.answer(node, request), Ok(Reply::Done));
            }
            world.join(node, vec![]);
        }
        world
    }

    /// A traffic federation.
    pub fn traffic(members: usize) -> Self {
        Self::with(traffic(), members)
    }

    /// A further federate, connected.
    pub fn connect(&mut self, edition: Edition) -> usize {
        let session = SessionId(self.nodes.len() as u64 + 1);
        let greeting = Greeting::ToRti {
            edition,
            credentials: None,
        };
        self.rti.handle_greeting(session, &greeting).unwrap();
        let mut member = Member::new(edition);
        member.handle_connected();
        self.nodes.push(Node {
            member,
            session,
            heard: Vec::new(),
            answers: BTreeMap::new(),
            complaints: Vec::new(),
            down: Vec::new(),
            transportations: Vec::new(),
            to_rti: VecDeque::new(),
            from_rti: VecDeque::new(),
            lost: false,
            is_roused: false,
            cut: BTreeSet::new(),
            broken: BTreeSet::new(),
            positions: SentPositions::default(),
        });
        self.nodes.len() - 1
    }

    /// A connected federate joins, with additional modules.
    pub fn join(&mut self, node: usize, modules: Vec<ModuleSource>) {
        let name = format!("federate {node}");
        let request = self.call(node, |m, out| {
            m.join_federation_execution(Some(&name), "test", FEDERATION, modules, vec![], out)
        });
        self.settle();
        assert_eq!(self.answer(node, request), Ok(Reply::Done));
    }

    /// A service of a federate; it has to succeed.
    pub fn call<T>(
        &mut self,
        node: usize,
        service: impl FnOnce(&mut Member, &mut Outgoing) -> Result<T>,
    ) -> T {
        self.attempt(node, service).expect("the service succeeds")
    }

    /// A service of a federate, whatever its outcome.
    pub fn attempt<T>(
        &mut self,
        node: usize,
        service: impl FnOnce(&mut Member, &mut Outgoing) -> Result<T>,
    ) -> Result<T> {
        let mut out = Outgoing {
            groups: self.groups,
            ..self.outgoing(node)
        };
        let outcome = service(&mut self.nodes[node].member, &mut out);
        self.nodes[node].member.tell_changes(&mut out);
        self.post(node, out);
        outcome
    }

    /// Output of that member.
    fn outgoing(&self, node: usize) -> Outgoing {
        let own = self.nodes[node].member.handle();
        Outgoing {
            boards: own.zip(self.boards.clone()),
            ..Outgoing::default()
        }
    }

    fn post(&mut self, node: usize, out: Outgoing) {
        let from = self.nodes[node].member.handle();
        let mut moves = out.positions.into_iter().peekable();
        for (at, (to, frame)) in out.frames.into_iter().enumerate() {
            let from = from.expect("only members send data");
            while let Some((_, position)) = moves.next_if(|(before, _)| *before <= at) {
                self.nodes[node].positions.moved(position);
            }
            let stream = self.streams.entry((from, to)).or_default();
            if let Some(position) = self.nodes[node].positions.take(to) {
                let mut before = Vec::new();
                position.put(&mut before);
                stream.push_back(before);
            }
            stream.push_back(frame);
        }
        for (_, position) in moves {
            self.nodes[node].positions.moved(position);
        }
        for to in out.roused {
            if let Some(to) = self.sender(to) {
                self.nodes[to].is_roused = true;
            }
        }
        let node = &mut self.nodes[node];
        for message in &out.control {
            let mut frame = Vec::new();
            control_frame(message, &mut frame);
            node.to_rti.push_back(frame);
        }
        let cut = out.down.iter().filter(|(_, end)| *end == LinkEnd::Cut);
        node.cut.extend(cut.map(|(federate, _)| *federate));
        node.down.extend(out.down);
        if let Some(types) = out.transportations {
            node.transportations = types;
        }
    }

    /// Pauses a channel until [`Self::release`].
    pub fn hold(&mut self, channel: Channel) {
        self.held.insert(channel);
    }

    /// Resumes a channel; nothing is carried yet.
    pub fn let_go(&mut self, channel: Channel) {
        self.held.remove(&channel);
    }

    /// Resumes a channel, and lets everything settle.
    pub fn release(&mut self, channel: Channel) {
        self.let_go(channel);
        self.settle();
    }

    /// Drops what is on the way from one node to another.
    pub fn drop_data(&mut self, from: FederateHandle, to: FederateHandle) {
        self.streams.remove(&(from, to));
    }

    /// Copies of the frames that are on the way from one member to another.
    pub fn copy_data(&self, from: FederateHandle, to: FederateHandle) -> Vec<Vec<u8>> {
        let stream = self.streams.get(&(from, to));
        stream.into_iter().flatten().cloned().collect()
    }

    /// Puts frames on the way from one member to another.
    pub fn put_data(&mut self, from: FederateHandle, to: FederateHandle, frames: Vec<Vec<u8>>) {
        self.streams.entry((from, to)).or_default().extend(frames);
    }

    /// How many frames are on the way from one member to another.
    pub fn frames_between(&self, from: FederateHandle, to: FederateHandle) -> usize {
        self.streams.get(&(from, to)).map_or(0, VecDeque::len)
    }

    /// Frames in transit from one member to another, one after the other.
    pub fn bytes_between(&self, from: FederateHandle, to: FederateHandle) -> Vec<u8> {
        let frames = self.streams.get(&(from, to)).into_iter().flatten();
        frames.flatten().copied().collect()
    }

    /// Messages that wait on the way to a node from the RTI.
    pub fn waiting_from_rti(&mut self, node: usize) -> &mut VecDeque<Vec<u8>> {
        &mut self.nodes[node].from_rti
    }

    /// Takes what waits on the way from a node to the RTI.
    pub fn take_to_rti(&mut self, node: usize) -> Vec<ToRti> {
        let frames = std::mem::take(&mut self.nodes[node].to_rti).into_iter();
        let messages = frames.map(|frame| decode_control(&frame).expect("members send messages"));
        messages.collect()
    }

    /// A node says something else to the RTI than its member does; nothing is carried yet.
    pub fn put_to_rti(&mut self, node: usize, message: &ToRti) {
        let mut frame = Vec::new();
        control_frame(message, &mut frame);
        self.nodes[node].to_rti.push_back(frame);
    }

    /// Carries everything that is not held back until nothing moves.
    pub fn settle(&mut self) {
        while self.carry() {}
        for (at, node) in self.nodes.iter().enumerate() {
            assert_eq!(node.complaints, [], "of node {at}");
        }
    }

    /// As [`Self::settle`]; members may complain.
    pub fn settle_with_complaints(&mut self) {
        while self.carry() {}
    }

    /// Carries what is next on each way that is not held back; whether there was anything.
    pub fn carry(&mut self) -> bool {
        let mut moved = false;
        if self.rti_takes_turns {
            for at in 0..self.nodes.len() {
                while self.hand_to_rti(at) {
                    moved = true;
                }
            }
            self.fetch_transmits();
        }
        for at in 0..self.nodes.len() {
            moved |= self.carry_to_rti(at) | self.carry_from_rti(at) | self.carry_data(at);
            moved |= self.look(at);
        }
        moved
    }

    fn carry_to_rti(&mut self, at: usize) -> bool {
        let carried = !self.rti_takes_turns && self.hand_to_rti(at);
        if carried {
            self.fetch_transmits();
        }
        carried
    }

    fn hand_to_rti(&mut self, at: usize) -> bool {
        if self.held.contains(&Channel::ToRti(at)) {
            return false;
        }
        let Some(frame) = self.nodes[at].to_rti.pop_front() else {
            return false;
        };
        let message = decode_control::<ToRti>(&frame).expect("members send messages");
        let session = self.nodes[at].session;
        self.rti
            .handle_message(session, message)
            .expect("members keep the protocol");
        true
    }

    /// Sorts what the RTI sends into the queues of the nodes.
    pub fn fetch_transmits(&mut self) {
        while let Some(transmit) = self.rti.poll_transmit() {
            let to = self.nodes.iter_mut().find(|n| n.session == transmit.to);
            let node = to.expect("the RTI sends to sessions that there are");
            node.from_rti.push_back(transmit.frame.to_vec());
        }
    }

    fn carry_from_rti(&mut self, at: usize) -> bool {
        let node = &mut self.nodes[at];
        if self.held.contains(&Channel::FromRti(at)) {
            return false;
        }
        let Some(frame) = node.from_rti.pop_front() else {
            return false;
        };
        if node.lost {
            return true;
        }
        let own = node.member.handle();
        let mut out = Outgoing {
            broken: node.broken.clone(),
            boards: own.zip(self.boards.clone()),
            ..Outgoing::default()
        };
        if kind_of(&frame) == Ok(FrameKind::Relayed) {
            let (from, inner) = relayed(&frame).expect("the RTI sends data");
            node.complaints
                .extend(node.member.handle_data(from, inner, &mut out).err());
            self.post(at, out);
            return true;
        }
        let message = decode_control::<FromRti>(&frame).expect("the RTI sends messages");
        node.heard.push(message.clone());
        match node.member.handle_rti(message, &mut out) {
            Ok(Arrival::Answer(request, outcome)) => {
                node.answers.insert(request, outcome);
            }
            Ok(_) => {}
            Err(complaint) => node.complaints.push(complaint),
        }
        node.member.confirm_declarations(&mut out);
        self.post(at, out);
        true
    }

    fn look(&mut self, at: usize) -> bool {
        if self.held.contains(&Channel::Rouse(at)) || !std::mem::take(&mut self.nodes[at].is_roused)
        {
            return false;
        }
        let mut out = self.outgoing(at);
        self.nodes[at].member.look_at_boards(&mut out);
        self.post(at, out);
        true
    }

    fn carry_data(&mut self, at: usize) -> bool {
        let Some(handle) = self.nodes[at].member.handle() else {
            return false;
        };
        let mut moved = false;
        let streams: Vec<_> = self.streams.keys().copied().collect();
        for (from, to) in streams {
            let sender = self.sender(from);
            let held = sender.is_some_and(|s| self.held.contains(&Channel::Data(s, at)));
            if to != handle || held || self.nodes[at].lost {
                continue;
            }
            let Some(frame) = self
                .streams
                .get_mut(&(from, to))
                .and_then(VecDeque::pop_front)
            else {
                self.streams.remove(&(from, to));
                continue;
            };
            moved = true;
            let mut out = self.outgoing(at);
            let outcome = self.nodes[at].member.handle_data(from, &frame, &mut out);
            self.nodes[at].complaints.extend(outcome.err());
            self.post(at, out);
        }
        let over = |f: &FederateHandle| !self.streams.contains_key(&(*f, handle));
        let ended: Vec<_> = self.nodes[at].cut.iter().copied().filter(over).collect();
        for from in ended {
            moved = true;
            self.nodes[at].cut.remove(&from);
            let mut out = self.outgoing(at);
            self.nodes[at].member.handle_stream_end(from, &mut out);
            self.post(at, out);
        }
        moved
    }

    /// The node that had or has this handle.
    fn sender(&self, handle: FederateHandle) -> Option<usize> {
        let number = usize::try_from(handle.raw()).ok()?.checked_sub(1)?;
        (number < self.nodes.len()).then_some(number)
    }

    /// The answer to a request, once it is there.
    pub fn answer(&mut self, node: usize, request: RequestId) -> Result<Reply> {
        let answers = &mut self.nodes[node].answers;
        answers.remove(&request).expect("the request was answered")
    }

    /// The connection of a node to the RTI is lost, and the RTI is notified.
    pub fn lose(&mut self, node: usize) {
        self.nodes[node].lost = true;
        self.nodes[node].to_rti.clear();
        self.rti.handle_closed(self.nodes[node].session, "lost");
        self.fetch_transmits();
    }

    /// A node resigns; everything settles.
    pub fn resign(&mut self, node: usize, action: ResignAction) {
        let request = self.call(node, |m, out| m.resign_federation_execution(action, out));
        self.settle();
        assert_eq!(self.answer(node, request), Ok(Reply::Done));
        self.call(node, |m, out| {
            m.resigned(out);
            Ok(())
        });
        self.settle();
    }

    /// The next callback of a node, if one is due.
    pub fn next(&mut self, node: usize) -> Option<Told> {
        let mut scratch = DeliveredFrame::new();
        loop {
            let mut out = self.outgoing(node);
            let told = match self.nodes[node]
                .member
                .next_callback(self.now, &mut scratch, &mut out)
            {
                Step::Callback(callback) => Some(Some(Told::of(&callback))),
                Step::Again => None,
                Step::Idle => Some(None),
            };
            self.post(node, out);
            if let Some(told) = told {
                return told;
            }
        }
    }

    /// Shows all callbacks of a node that are due; what they cause settles.
    pub fn show(&mut self, node: usize, mut see: impl FnMut(&Callback<'_>)) {
        let mut scratch = DeliveredFrame::new();
        loop {
            let mut out = self.outgoing(node);
            let member = &mut self.nodes[node].member;
            let idle = match member.next_callback(self.now, &mut scratch, &mut out) {
                Step::Callback(callback) => {
                    see(&callback);
                    false
                }
                Step::Again => false,
                Step::Idle => true,
            };
            self.post(node, out);
            if idle {
                break;
            }
        }
        self.settle();
    }

    /// All callbacks of a node that are due; what they cause settles.
    pub fn told(&mut self, node: usize) -> Vec<Told> {
        let told: Vec<_> = std::iter::from_fn(|| self.next(node)).collect();
        self.settle();
        told
    }

    /// Everything settles and nobody is left with callbacks.
    pub fn quiet(&mut self) {
        self.settle();
        for node in 0..self.nodes.len() {
            self.told(node);
        }
    }

    /// Status of the execution, as the RTI reports it.
    pub fn status(&mut self) -> FederationStatus {
        self.status_if_any().expect("the execution exists")
    }

    /// Status of the execution, as the RTI reports it, if the execution still exists.
    pub fn status_if_any(&mut self) -> Option<FederationStatus> {
        let session = SessionId(u64::MAX);
        let greeting = Greeting::ToRti {
            edition: Edition::Hla2025,
            credentials: None,
        };
        self.rti.handle_greeting(session, &greeting).unwrap();
        let request = RequestId(1);
        self.rti
            .handle_message(session, ToRti::Status { request })
            .unwrap();
        let mut found = None;
        let mut others = Vec::new();
        while let Some(transmit) = self.rti.poll_transmit() {
            if transmit.to != session {
                others.push(transmit);
            } else if let Ok(FromRti::Answer {
                outcome: Ok(Reply::Status(status)),
                ..
            }) = decode_control(&transmit.frame)
            {
                found = status.into_iter().find(|s| s.name == FEDERATION);
            }
        }
        for transmit in others {
            let node = self.nodes.iter_mut().find(|n| n.session == transmit.to);
            node.unwrap().from_rti.push_back(transmit.frame.to_vec());
        }
        self.rti.handle_closed(session, "done");
        found
    }
}
