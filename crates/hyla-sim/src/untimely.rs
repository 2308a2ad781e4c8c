//! Members that lie about time and order: numbers of messages that nobody has sent, positions in the control log that never come
//! or lie in the past, promises below earlier ones and far beyond their own, reports for another time of a pair, stamps in the
//! past of their receivers.
//!
//! Others may miss messages of these members, and wait for them until they are gone: they crash at the end of each phase, and then
//! nobody waits without a reason. All other rules hold for the others among themselves.
//!
//! Not among these lies: stamps below the own promise that the receiver can still take, and whatever hides a message on its way. A
//! receiver that asks for its next message goes no further than such a stamp, though its promise had gone further: see
//! `docs/security.md`.

use std::time::Duration;

use hyla_core::declaration::Position;
use hyla_core::message::data::{self, DataFrame, Ending, Envelope};
use hyla_core::message::{MemberRequest, ToRti, control_frame};
use hyla_core::time::{AdvanceKind, Asked, Bound, MessageCount, TimeReport, TimeRequest};
use hyla_types::{FederateHandle, LogicalTime};

use crate::model::{InstanceFate, Membership};
use crate::network::{ChannelId, Party, ProcessId, WireItem};
use crate::process::rti_channel;
use crate::world::World;

/// One lie for so many steps of a liar, and for so many reports of a pair.
const TRUTHS: u64 = 4;

/// One process in so many lies about time.
const ONE_IN: u32 = 2;

/// A number that no member reaches.
const FAR: u64 = 1 << 40;

fn lies_about_time(id: ProcessId) -> bool {
    id.0 % ONE_IN == ONE_IN - 1
}

impl World {
    /// After a step of a federate: now and then a lie about time.
    pub(crate) fn lie_about_time(&mut self, id: ProcessId) {
        if !self.config.untimely || self.liars.rng.u64(..TRUTHS) != 0 {
            return;
        }
        let Some(channel) = self.channel_of_liar(id) else {
            return;
        };
        let Some((id, liar, to)) = self.liar_at(channel, Party::Process(id)) else {
            return;
        };
        match self.liars.rng.u8(..6) {
            0 => {
                let position = self.impossible_position();
                let mut frame = Vec::new();
                position.put(&mut frame);
                self.say_untimely(id, liar, channel, frame);
            }
            1 => {
                let mut frame = Vec::new();
                data::put_count(&mut frame, 0);
                self.say_untimely(id, liar, channel, frame);
            }
            2 => {
                if let Some(frame) = self.outdated(liar, to) {
                    self.say_untimely(id, liar, channel, frame);
                }
            }
            3 => self.report_for_another_time(id, liar, channel),
            4 => {
                let request = if self.liars.rng.bool() {
                    TimeRequest::GiveBack
                } else {
                    TimeRequest::Share
                };
                self.ask_untimely(id, liar, request);
            }
            _ => {
                if let Some(report) = self.false_report(id, liar) {
                    self.ask_untimely(id, liar, TimeRequest::Report(report));
                    self.post_untimely(id);
                }
            }
        }
    }

    /// After a report to the other one of a pair: now and then another one.
    pub(crate) fn lie_behind_report(&mut self, channel: ChannelId, party: Party, frame: &[u8]) {
        let Ok(DataFrame::TimeReport { epoch, .. }) = data::decode(frame) else {
            return;
        };
        if self.liars.rng.u64(..TRUTHS) != 0 {
            return;
        }
        if let Some((id, liar, _)) = self.liar_at(channel, party)
            && let Some(report) = self.false_report(id, liar)
        {
            let mut frame = Vec::new();
            data::put_time_report(&mut frame, epoch, &report);
            self.say_untimely(id, liar, channel, frame);
        }
    }

    /// Those who have lied about time crash.
    pub(crate) fn remove_liars(&mut self) {
        for id in std::mem::take(&mut self.liars.about_time) {
            if self.process(id).alive {
                let lot = self.liars.rng.u64(1..);
                self.crash(id, lot);
            }
        }
    }

    /// The stream to another member.
    fn channel_of_liar(&mut self, id: ProcessId) -> Option<ChannelId> {
        let liar = self.membership_of(id).filter(|_| lies_about_time(id))?;
        let members = self.judge.members.iter();
        let others = members.filter(|(at, _)| at.execution == liar.execution && **at != liar);
        let others: Vec<_> = others.map(|(_, member)| member.process).collect();
        let to = self.liars.rng.choice(others)?;
        let channels = self.network.between(Party::Process(id), Party::Process(to));
        channels
            .into_iter()
            .find(|channel| self.liars.streams.contains(&(*channel, id)))
    }

    /// The process, its federate and the member at the other end, if it lies about time now.
    fn liar_at(
        &self,
        channel: ChannelId,
        party: Party,
    ) -> Option<(ProcessId, Membership, Membership)> {
        let Party::Process(id) = party else {
            return None;
        };
        let Some(Party::Process(to)) = self.network.other_end(channel, party) else {
            return None;
        };
        let (liar, to) = (self.membership_of(id)?, self.membership_of(to)?);
        let lies = lies_about_time(id) && self.goes_on() && liar.execution == to.execution;
        lies.then_some((id, liar, to))
    }

    fn note_untimely(&mut self, id: ProcessId, liar: Membership) {
        self.outcome.lies += 1;
        self.liars.about_time.insert(id);
        self.judge.untimely.insert(liar);
    }

    fn say_untimely(
        &mut self,
        id: ProcessId,
        liar: Membership,
        channel: ChannelId,
        frame: Vec<u8>,
    ) {
        self.note_untimely(id, liar);
        let item = WireItem::Frame(frame.into());
        self.network
            .send(channel, Party::Process(id), item, &mut self.rng);
    }

    fn ask_untimely(&mut self, id: ProcessId, liar: Membership, request: TimeRequest) {
        let mut frame = Vec::new();
        let message = ToRti::Member(MemberRequest::Time(request));
        control_frame(&message, &mut frame);
        self.say_untimely(id, liar, rti_channel(id), frame);
    }

    fn impossible_position(&mut self) -> Position {
        let rng = &mut self.liars.rng;
        let numbers = [0, 1, FAR, u64::MAX];
        Position {
            log: rng.choice(numbers).unwrap_or(u64::MAX),
            own: rng.choice(numbers).unwrap_or(u64::MAX),
        }
    }

    /// A report of which nothing is true. Everybody is said to have been sent messages without number.
    fn false_report(&mut self, id: ProcessId, liar: Membership) -> Option<TimeReport> {
        let now = self.processes[id.0 as usize].member.logical_time().ok()?;
        let time = now.implementation();
        let execution = self.judge.executions.get(&liar.execution)?;
        let members = execution.members.keys().copied();
        let counts = |count: u64| {
            let others = members.clone().filter(|other| *other != liar.federate);
            let invented = [FederateHandle::new(1_000), FederateHandle::RTI];
            let all = others.chain(invented);
            all.map(|federate| MessageCount { federate, count })
                .collect::<Vec<_>>()
        };
        let (sent, received) = (counts(u64::MAX), counts(0));
        let rng = &mut self.liars.rng;
        let mut any = || -> LogicalTime {
            let times = [time.initial(), now, time.final_()];
            rng.choice(times).unwrap_or(now)
        };
        let (bound, queued) = (any(), any());
        // The RTI grants what it asks for if nobody else regulates, as it would grant it to an honest federate: others begin to
        // regulate at that time then.
        let to = now;
        let now = if rng.bool() { now } else { time.initial() };
        let kinds = [
            AdvanceKind::TimeAdvance,
            AdvanceKind::NextMessage,
            AdvanceKind::FlushQueue,
        ];
        let kind = rng.choice(kinds);
        let lookahead = if rng.bool() {
            time.zero()
        } else {
            time.epsilon()
        };
        Some(TimeReport {
            now,
            bound: (rng.u8(..4) != 0).then_some(Bound::at(bound)),
            lookahead,
            asked: kind.map(|kind| Asked { kind, to }),
            waiting: Duration::MAX,
            queued: rng.bool().then_some(queued),
            sent,
            received,
            drained: vec![FederateHandle::new(1_000)],
        })
    }

    /// A report for a time of a pair that is over, has not begun, or never comes.
    fn report_for_another_time(&mut self, id: ProcessId, liar: Membership, channel: ChannelId) {
        let next = self.process(id).member.next_log().unwrap_or_default();
        let epochs = [0, next, next + 1, next + 2, u64::MAX];
        let epoch = self.liars.rng.choice(epochs).unwrap_or_default();
        if let Some(report) = self.false_report(id, liar) {
            let mut frame = Vec::new();
            data::put_time_report(&mut frame, epoch, &report);
            self.say_untimely(id, liar, channel, frame);
        }
    }

    /// An update with a stamp in the past of its receiver, of an instance of another federate.
    fn outdated(&mut self, liar: Membership, to: Membership) -> Option<Vec<u8>> {
        let clock = self.judge.clock(to)?;
        if !clock.constrained || clock.now == 0 {
            return None;
        }
        let execution = self.judge.executions.get(&liar.execution)?;
        let reliable = execution.schema.as_ref()?.reliable;
        let mut objects = execution.objects.iter();
        let (object, it) = objects.find(|(object, it)| {
            object.registrant() != liar.federate && it.is_settled() && it.deleter.is_none()
        })?;
        debug_assert_eq!(it.fate, InstanceFate::Alive);
        let process = self.judge.members.get(&to)?.process;
        let now = self.processes[process.0 as usize]
            .member
            .logical_time()
            .ok()?;
        let tag = u64::MAX.to_le_bytes();
        let envelope = Envelope {
            tag: &tag,
            time: Some(now.implementation().initial().encode()),
            serial: Some(u32::MAX),
            ..Envelope::rti(reliable)
        };
        let attribute = *it.registered.first()?;
        let values = std::iter::once((attribute, &b"a lie"[..]));
        let mut frame = Vec::new();
        data::put_update(&mut frame, *object, &envelope, 1, values, Ending::Whole);
        Some(frame)
    }

    /// The same on the boards of the process, as long as it posts nothing else.
    fn post_untimely(&mut self, id: ProcessId) {
        let boards = std::rc::Rc::clone(&self.boards);
        let mut boards = boards.borrow_mut();
        let own = boards.iter_mut().filter(|((_, by), _)| *by == id);
        for (_, [epoch, bound, _, needed, sent]) in own {
            match self.liars.rng.u8(..3) {
                0 => *epoch = u64::MAX,
                1 => *bound = 0,
                _ => *bound = u64::MAX,
            }
            *needed = self.liars.rng.u64(..);
            *sent = u64::MAX;
        }
    }
}
