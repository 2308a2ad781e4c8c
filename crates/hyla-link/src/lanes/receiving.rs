//! The receiver's side: restores the sender's order between stream, lanes and groups.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::reliable::ReceivedGroups;
use super::reorder::ReorderBuffer;
use super::{
    LaneId, LinkFrame, ReceiverEntry, SequenceNumbers, Wait, entries, entry_of, take_sequence,
};
use hyla_core::message::{FrameKind, kind_of};

/// How long a fence waits for messages of a lossy lane.
pub const LOSSY_TIMEOUT: Duration = Duration::from_millis(50);

/// How long a fence waits for the end of a lane that its sender has abandoned.
pub const ENDED_LANE_TIMEOUT: Duration = Duration::from_secs(1);

/// Most messages, and most bytes, of a lossy lane that wait for a fence.
const MOST_LOSSY: usize = 4096;
const MOST_LOSSY_BYTES: usize = 4 << 20;

/// A channel between two members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path {
    /// The stream.
    Stream,
    /// A lane.
    Lane(LaneId),
}

/// Result of ordering a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<'f> {
    /// The message is due, after those from [`ReceiveOrdering::next_due`].
    Due(&'f [u8], Option<SequenceNumbers>),
    /// The frame waits, was a fence, or arrived too late. [`ReceiveOrdering::next_due`] may return a message now.
    Taken,
}

/// A message that waited for earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferedMessage {
    /// The channel on which it arrived.
    pub path: Path,
    /// Its sequence numbers, if its lane has them.
    pub sequence: Option<SequenceNumbers>,
    /// The message.
    pub message: Vec<u8>,
}

/// How long a fence waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FenceWait {
    Passes,
    For(Duration),
    /// No timeout: a reliable lane, whose fence or end must arrive.
    UntilMet,
}

#[derive(Debug)]
enum StreamItem {
    Message(Vec<u8>),
    Fence { number: u32, waits: Vec<Wait> },
    GroupMark { group: u32, mark: u64 },
    GroupFence { waits: Vec<(u32, u64)> },
}

#[derive(Debug, Default)]
struct ReceivedLane {
    reliable: bool,
    sequenced: bool,
    /// Number of the last fence on the lane.
    met: u32,
    /// Messages behind fences that the stream has not passed, each with the number of its last fence.
    held: VecDeque<(u32, Option<SequenceNumbers>, Vec<u8>)>,
    held_bytes: usize,
    /// Number expected next.
    next: u64,
    /// Messages that arrived before earlier ones on another path.
    ahead: ReorderBuffer,
    ended: bool,
    dropped: DroppedHere,
    /// Messages missing when later ones were delivered.
    missed: u64,
}

/// Messages of a lane that arrived and were dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DroppedHere {
    /// Messages that arrived after later ones from another path, or twice.
    pub late: u64,
    /// Too many waited for earlier messages.
    pub full: u64,
}

/// Order of all messages from one peer.
#[derive(Debug, Default)]
pub struct ReceiveOrdering {
    /// The last fence that the stream has passed.
    passed: u32,
    /// The last fence that has arrived on the stream.
    heard: u32,
    /// Waiting items of the stream; a fence is at the front.
    stream: VecDeque<StreamItem>,
    /// When the fence at the front began to wait.
    since: Duration,
    /// Reading from the peer is paused: what fences wait for may lie unread, and they do not time out.
    paused: bool,
    /// The sender has left: a fence that waits for a group is not passed, and what is behind it is dropped.
    departed: bool,
    /// Messages dropped behind such a fence.
    cut: u64,
    lanes: BTreeMap<LaneId, ReceivedLane>,
    due: VecDeque<BufferedMessage>,
    /// Groups of reliable multicast.
    groups: ReceivedGroups,
    /// Counts of lanes that have ended.
    late_before: u64,
    lost_before: u64,
}

impl ReceivedLane {
    /// Messages missing when later ones were delivered, or dropped for lack of room.
    fn lost(&self) -> u64 {
        self.missed + self.dropped.full
    }

    /// Buffers a message behind a fence; `false` if a lossy lane has no room.
    fn hold(&mut self, behind: u32, sequence: Option<SequenceNumbers>, message: &[u8]) -> bool {
        let full =
            self.held.len() >= MOST_LOSSY || self.held_bytes + message.len() > MOST_LOSSY_BYTES;
        if !self.reliable && full {
            return false;
        }
        self.held_bytes += message.len();
        self.held.push_back((behind, sequence, message.to_vec()));
        true
    }
}

impl ReceiveOrdering {
    /// Adds an open lane.
    pub fn stands(&mut self, id: LaneId, reliable: bool, sequenced: bool) {
        self.lanes.insert(
            id,
            ReceivedLane {
                reliable,
                sequenced,
                ..ReceivedLane::default()
            },
        );
    }

    /// A lane has ended.
    pub fn lane_ended(&mut self, id: LaneId, now: Duration) {
        self.catch_up(id, u64::MAX, now);
        if let Some(lane) = self.lanes.get_mut(&id) {
            lane.ended = true;
            self.advance(now);
        }
    }

    /// Orders a frame that has arrived.
    ///
    /// # Errors
    /// The protocol violation: the channel should be closed.
    pub fn arrives<'f>(
        &mut self,
        path: Path,
        frame: &'f [u8],
        now: Duration,
    ) -> Result<Verdict<'f>, String> {
        if kind_of(frame) == Ok(FrameKind::Link) {
            let said = LinkFrame::decode(frame).map_err(|error| error.0)?;
            self.fence_arrives(path, said, now)?;
            return Ok(Verdict::Taken);
        }
        match path {
            Path::Stream if self.stream.is_empty() => Ok(Verdict::Due(frame, None)),
            Path::Stream => {
                self.stream.push_back(StreamItem::Message(frame.to_vec()));
                Ok(Verdict::Taken)
            }
            Path::Lane(id) => self.message_on_lane(id, frame, now),
        }
    }

    fn message_on_lane<'f>(
        &mut self,
        id: LaneId,
        frame: &'f [u8],
        now: Duration,
    ) -> Result<Verdict<'f>, String> {
        let lane = self.lanes.get_mut(&id).ok_or("there is no such lane")?;
        if kind_of(frame) == Ok(FrameKind::Marked) {
            let (mut all, message) = entries(frame).map_err(|error| error.0)?;
            let entry = all.next().ok_or("a message without a receiver")?;
            return self.entry_arrives(id, &entry, message, now);
        }
        let (sequence, message) = if lane.sequenced {
            let (sequence, message) = take_sequence(frame).map_err(|error| error.0)?;
            (Some(sequence), message)
        } else {
            (None, frame)
        };
        let mut behind = lane.met;
        if let Some(sequence) = sequence.filter(|_| !lane.reliable) {
            if sequence.number < lane.next {
                lane.dropped.late += 1;
                return Ok(Verdict::Taken);
            }
            lane.missed += sequence.number - lane.next;
            lane.next = sequence.number.saturating_add(1);
            behind = sequence.fence;
        }
        Ok(self.in_turn(id, behind, sequence, message, now))
    }

    /// Orders a message from a group. Does nothing if this member has no entry in it.
    ///
    /// # Errors
    /// The protocol violation.
    pub fn arrives_in_group<'f>(
        &mut self,
        id: LaneId,
        receiver: u32,
        frame: &'f [u8],
        now: Duration,
    ) -> Result<Verdict<'f>, String> {
        match entry_of(frame, receiver).map_err(|error| error.0)? {
            (Some(entry), message) => self.entry_arrives(id, &entry, message, now),
            (None, _) => Ok(Verdict::Taken),
        }
    }

    /// Orders a message of a lane with several paths.
    fn entry_arrives<'f>(
        &mut self,
        id: LaneId,
        entry: &ReceiverEntry,
        message: &'f [u8],
        now: Duration,
    ) -> Result<Verdict<'f>, String> {
        let lane = self.lanes.get_mut(&id).ok_or("there is no such lane")?;
        if lane.reliable || !lane.sequenced {
            return Err("a message with receiver entries on a lane without groups".to_owned());
        }
        let sequence = entry.sequence;
        if sequence.number < lane.next {
            lane.dropped.late += 1;
            return Ok(Verdict::Taken);
        }
        // Messages within the run took the same path: they have arrived or are lost.
        if lane.ahead.is_empty() && (sequence.number == lane.next || entry.floor() <= lane.next) {
            lane.missed = lane.missed.saturating_add(sequence.number - lane.next);
            lane.next = sequence.number.saturating_add(1);
            return Ok(self.in_turn(id, sequence.fence, Some(sequence), message, now));
        }
        if !lane.ahead.keep(entry, message, now) {
            lane.dropped.late += 1;
        }
        self.catch_up(id, 0, now);
        self.advance(now);
        Ok(Verdict::Taken)
    }

    /// Delivers from the reorder buffer: all numbers below `until`, and others that are due.
    fn catch_up(&mut self, id: LaneId, until: u64, now: Duration) {
        while let Some(lane) = self.lanes.get_mut(&id)
            && let Some((sequence, message)) = lane.ahead.take(lane.next, until, now)
        {
            if sequence.number < lane.next {
                lane.dropped.late += 1;
                continue;
            }
            lane.missed = lane.missed.saturating_add(sequence.number - lane.next);
            lane.next = sequence.number.saturating_add(1);
            if sequence.fence <= self.passed && lane.held.is_empty() {
                self.due.push_back(BufferedMessage {
                    path: Path::Lane(id),
                    sequence: Some(sequence),
                    message,
                });
            } else if !lane.hold(sequence.fence, Some(sequence), &message) {
                lane.dropped.full += 1;
            }
        }
    }

    fn catch_up_all(&mut self, until: u64, now: Duration) {
        let waiting = self.lanes.iter().filter(|(_, lane)| !lane.ahead.is_empty());
        let waiting: Vec<_> = waiting.map(|(id, _)| *id).collect();
        for id in waiting {
            self.catch_up(id, until, now);
        }
    }

    /// A message that is next on its lane.
    fn in_turn<'f>(
        &mut self,
        id: LaneId,
        behind: u32,
        sequence: Option<SequenceNumbers>,
        message: &'f [u8],
        now: Duration,
    ) -> Verdict<'f> {
        let Some(lane) = self.lanes.get_mut(&id) else {
            return Verdict::Taken;
        };
        if behind <= self.passed && lane.held.is_empty() {
            if !lane.reliable && !self.stream.is_empty() {
                // The fence may wait for this message: check it again afterwards.
                let message = message.to_vec();
                let path = Path::Lane(id);
                self.due.push_back(BufferedMessage {
                    path,
                    sequence,
                    message,
                });
                self.advance(now);
                return Verdict::Taken;
            }
            return Verdict::Due(message, sequence);
        }
        if !lane.hold(behind, sequence, message) {
            lane.dropped.full += 1;
        }
        Verdict::Taken
    }

    /// Orders a message of reliable multicast, behind a mark if it has one. [`Self::next_due`] gives it when it is due. `None`: it
    /// is for others, and only counts for fences and marks.
    pub(crate) fn group_message(
        &mut self,
        group: u32,
        mark: Option<u64>,
        message: Option<&[u8]>,
        now: Duration,
    ) {
        if let Some(message) = self.groups.arrives(group, mark, message) {
            self.due.push_back(of_stream(message.to_vec()));
        }
        // A fence may wait for it.
        self.advance(now);
    }

    /// The sender may use a group of reliable multicast from now on.
    pub fn group_installed(&mut self, group: u32) {
        self.groups.install(group);
    }

    /// Bytes of messages of groups that wait for the stream.
    #[must_use]
    pub fn held_group_bytes(&self) -> usize {
        self.groups.held_bytes()
    }

    /// Whether the stream waits for messages of a group that have not come yet.
    pub(crate) fn waits_for_groups(&self, is_of: impl Fn(u32) -> bool) -> bool {
        let Some(StreamItem::GroupFence { waits }) = self.stream.front() else {
            return false;
        };
        let mut waits = waits.iter();
        waits.any(|(group, count)| is_of(*group) && !self.groups.is_met(*group, *count))
    }

    /// Whether messages of a group wait for the stream.
    #[must_use]
    pub fn holds_group(&self, group: u32) -> bool {
        self.groups.holds(group)
    }

    /// A group of reliable multicast is over: all its messages are due, and nothing waits for it. After the sender's departure a
    /// fence may wait for messages that no member has.
    pub fn group_removed(&mut self, group: u32, now: Duration) {
        if !self.departed {
            self.groups.remove(group);
        }
        self.advance(now);
    }

    fn stream_item(&mut self, item: StreamItem, now: Duration) {
        if self.stream.is_empty() {
            self.since = now;
        }
        self.stream.push_back(item);
    }

    fn fence_arrives(&mut self, path: Path, said: LinkFrame, now: Duration) -> Result<(), String> {
        match (path, said) {
            (Path::Stream, LinkFrame::GroupMark { group, mark }) => {
                self.stream_item(StreamItem::GroupMark { group, mark }, now);
            }
            (Path::Stream, LinkFrame::GroupFence { waits }) => {
                self.stream_item(StreamItem::GroupFence { waits }, now);
            }
            (Path::Stream, LinkFrame::Fence { number, waits }) => {
                if number != self.heard.wrapping_add(1) {
                    return Err(format!("fence {number} after fence {}", self.heard));
                }
                self.heard = number;
                self.stream_item(StreamItem::Fence { number, waits }, now);
            }
            (Path::Lane(id), LinkFrame::Met { number }) => {
                let lane = self.lanes.get_mut(&id).ok_or("there is no such lane")?;
                if number <= lane.met || !lane.reliable {
                    return Err(format!("a lane meets fence {number} after {}", lane.met));
                }
                lane.met = number;
            }
            (path, said) => return Err(format!("{said:?} on {path:?}")),
        }
        self.advance(now);
        Ok(())
    }

    /// The next buffered message that is due. Call it until `None` after every call that changes something here.
    pub fn next_due(&mut self) -> Option<BufferedMessage> {
        self.due.pop_front()
    }

    /// Whether the stream has waiting items.
    #[must_use]
    pub fn is_holding(&self) -> bool {
        !self.stream.is_empty() || !self.due.is_empty()
    }

    /// Next deadline for [`Self::turn`].
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let lanes = self.lanes.values();
        let ahead = lanes.filter_map(|lane| lane.ahead.deadline());
        ahead.chain(self.fence_deadline()).min()
    }

    fn fence_deadline(&self) -> Option<Duration> {
        let Some(StreamItem::Fence { waits, .. }) = self.stream.front() else {
            return None;
        };
        match self.open(waits) {
            FenceWait::Passes => Some(self.since),
            FenceWait::For(timeout) => self.since.checked_add(timeout),
            FenceWait::UntilMet => None,
        }
    }

    /// How long a fence at the front may wait.
    fn open(&self, waits: &[Wait]) -> FenceWait {
        let open = waits.iter().filter(|wait| !self.is_met(wait));
        let each = open.map(|wait| match wait {
            Wait::Met(_) => FenceWait::UntilMet,
            Wait::Count(..) => FenceWait::For(LOSSY_TIMEOUT),
            Wait::End(_) => FenceWait::For(ENDED_LANE_TIMEOUT),
        });
        each.max().unwrap_or(FenceWait::Passes)
    }

    /// Reading from the peer's channels pauses. Groups may still change something here.
    pub fn pause(&mut self) {
        self.paused = true;
    }

    /// Reading goes on: restarts the timeout of the fence at the front.
    pub fn resume(&mut self, now: Duration) {
        self.paused = false;
        self.since = self.since.max(now);
    }

    /// Handles timeouts of fences and of the reorder buffer.
    pub fn turn(&mut self, now: Duration) {
        self.catch_up_all(0, now);
        self.advance(now);
    }

    /// The sender has left, by resigning or not. Call it before its groups are told so.
    pub fn sender_departs(&mut self) {
        self.departed = true;
    }

    /// Whether the sender has left.
    pub(crate) fn has_departed(&self) -> bool {
        self.departed
    }

    /// Messages of a sender that has left which were dropped, since earlier ones of a group never came.
    #[must_use]
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// All channels have ended: everything buffered is due, in order. Of a sender that has left, nothing is due behind a fence
    /// that still waits for a group, and nothing of a group behind a mark that the stream did not bring: its messages end without
    /// a gap.
    pub fn give_up(&mut self, now: Duration) {
        self.catch_up_all(u64::MAX, now);
        for lane in self.lanes.values_mut() {
            lane.ended = true;
        }
        if self.departed {
            self.advance(now);
            if let Some(StreamItem::GroupFence { .. }) = self.stream.front() {
                self.groups.close();
                return self.drop_rest();
            }
            self.cut += self.groups.drop_held();
        }
        self.groups.end();
        self.advance(now);
        // The rest waits for fences and marks that will not arrive.
        self.release(u32::MAX);
        let due = &mut self.due;
        self.groups
            .give_up(|message| due.push_back(of_stream(message)));
    }

    /// The groups of a sender that has left, for what other members still have of its messages.
    pub(crate) fn into_groups(self) -> ReceivedGroups {
        self.groups
    }

    fn drop_rest(&mut self) {
        let is_message = |item: &StreamItem| matches!(item, StreamItem::Message(_));
        self.cut += self.stream.drain(..).filter(is_message).count() as u64;
        for lane in self.lanes.values_mut() {
            self.cut += lane.held.drain(..).count() as u64;
            lane.held_bytes = 0;
        }
        self.cut += self.groups.drop_held();
    }

    /// Messages of all lanes that arrived after later ones, or twice.
    #[must_use]
    pub fn late(&self) -> u64 {
        let lanes = self.lanes.values().map(|lane| lane.dropped.late);
        self.late_before + lanes.sum::<u64>()
    }

    /// Messages of all lanes missing when later ones were delivered, or dropped for lack of room.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost_before + self.lanes.values().map(ReceivedLane::lost).sum::<u64>()
    }

    /// Messages of a lane that arrived and were dropped.
    #[must_use]
    pub fn dropped(&self, id: LaneId) -> DroppedHere {
        let lane = self.lanes.get(&id);
        lane.map_or_else(DroppedHere::default, |lane| lane.dropped)
    }

    fn is_met(&self, wait: &Wait) -> bool {
        let (Wait::Met(id) | Wait::Count(id, _) | Wait::End(id)) = wait;
        let Some(lane) = self.lanes.get(id) else {
            return true;
        };
        let far_enough = match wait {
            // The fence at the front has the next number.
            Wait::Met(_) => lane.met > self.passed,
            Wait::Count(_, count) => lane.next >= *count,
            Wait::End(_) => false,
        };
        lane.ended || far_enough
    }

    /// Passes fences whose conditions are met or timed out.
    fn advance(&mut self, now: Duration) {
        while let Some(front) = self.stream.pop_front() {
            match front {
                StreamItem::Message(message) => self.due.push_back(of_stream(message)),
                StreamItem::GroupMark { group, mark } => {
                    let due = &mut self.due;
                    self.groups
                        .pass(group, mark, |message| due.push_back(of_stream(message)));
                    self.since = now;
                }
                StreamItem::GroupFence { waits } => {
                    let due = &mut self.due;
                    for (group, count) in &waits {
                        self.groups
                            .release(*group, *count, |message| due.push_back(of_stream(message)));
                    }
                    let is_open = |(group, count): &(u32, u64)| !self.groups.is_met(*group, *count);
                    if waits.iter().any(is_open) {
                        self.stream.push_front(StreamItem::GroupFence { waits });
                        return;
                    }
                    self.since = now;
                }
                StreamItem::Fence { number, waits } => {
                    let passes = match self.open(&waits) {
                        FenceWait::Passes => true,
                        FenceWait::For(timeout) => {
                            !self.paused && now.saturating_sub(self.since) >= timeout
                        }
                        FenceWait::UntilMet => false,
                    };
                    if !passes {
                        self.stream.push_front(StreamItem::Fence { number, waits });
                        return;
                    }
                    self.pass(number, &waits, now);
                    self.since = now;
                }
            }
        }
    }

    fn pass(&mut self, number: u32, waits: &[Wait], now: Duration) {
        for wait in waits {
            let (id, count) = match wait {
                Wait::Met(_) => continue,
                Wait::Count(id, count) => (*id, *count),
                Wait::End(id) => (*id, u64::MAX),
            };
            // Messages that have arrived come before those behind the fence, and later ones are late.
            self.catch_up(id, count, now);
            if let Some(lane) = self.lanes.get_mut(&id) {
                if let Wait::Count(..) = wait {
                    lane.missed += count.saturating_sub(lane.next);
                }
                lane.next = lane.next.max(count);
            }
        }
        self.passed = number;
        for wait in waits {
            if let Wait::Count(id, _) = wait {
                self.catch_up(*id, 0, now);
            }
        }
        self.release(number);
        let (late, lost) = (&mut self.late_before, &mut self.lost_before);
        self.lanes.retain(|_, lane| {
            let over = lane.ended && lane.held.is_empty();
            if over {
                *late += lane.dropped.late;
                *lost += lane.lost();
            }
            !over
        });
    }

    /// Delivers messages on lanes behind that fence or an earlier one.
    fn release(&mut self, number: u32) {
        for (id, lane) in &mut self.lanes {
            while lane
                .held
                .front()
                .is_some_and(|(behind, ..)| *behind <= number)
                && let Some((_, sequence, message)) = lane.held.pop_front()
            {
                lane.held_bytes -= message.len();
                self.due.push_back(BufferedMessage {
                    path: Path::Lane(*id),
                    sequence,
                    message,
                });
            }
        }
    }
}

/// A message that is due, in the order of the stream.
fn of_stream(message: Vec<u8>) -> BufferedMessage {
    BufferedMessage {
        path: Path::Stream,
        sequence: None,
        message,
    }
}

#[cfg(test)]
mod tests;
