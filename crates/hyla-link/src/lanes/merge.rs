//! The receiver's side: what comes by several ways is put into an order that the sender meant.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::ahead::Ahead;
use super::{LaneId, LinkFrame, Mark, Stamp, Wait, mark_of, marks, take_stamp};
use hyla_core::message::{FrameKind, kind_of};

/// How long a fence waits for messages of a lane that may lose them.
pub const LOSSY_PATIENCE: Duration = Duration::from_millis(50);

/// How long it waits for the end of a lane that its sender has given up.
pub const GONE_PATIENCE: Duration = Duration::from_secs(1);

/// Most messages, and most bytes, of a lane that loses which wait for a fence.
const MOST_LOSSY: usize = 4096;
const MOST_LOSSY_BYTES: usize = 4 << 20;

/// A way between two members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Path {
    /// The first, which carries everything in order.
    Stream,
    /// A further one.
    Lane(LaneId),
}

/// What becomes of a frame that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<'f> {
    /// The message is due, after what [`Merge::next_due`] still gives.
    Due(&'f [u8], Option<Stamp>),
    /// It waits, was a fence, or came too late. [`Merge::next_due`] may have something now.
    Taken,
}

/// A message that waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// By which way it came.
    pub path: Path,
    /// Its stamp, if its lane has stamps.
    pub stamp: Option<Stamp>,
    /// The message.
    pub message: Vec<u8>,
}

/// How long a fence waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    No,
    For(Duration),
    /// Only the arrival or the end of what it waits for will do.
    UntilMet,
}

#[derive(Debug)]
enum OnStream {
    Message(Vec<u8>),
    Fence { number: u32, waits: Vec<Wait> },
}

#[derive(Debug, Default)]
struct Lane {
    reliable: bool,
    stamped: bool,
    /// The last fence that it has met.
    met: u32,
    /// Messages behind fences that the stream has not passed: each with the last one it is behind.
    held: VecDeque<(u32, Option<Stamp>, Vec<u8>)>,
    held_bytes: usize,
    /// One more than the number of the last message that came.
    next: u64,
    /// What came before others that may come by another way.
    ahead: Ahead,
    ended: bool,
    dropped: DroppedHere,
    /// Messages that have not come before later ones did.
    missed: u64,
}

/// Messages of a lane that have arrived and are not delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DroppedHere {
    /// They came after later ones, which went by another way, or twice.
    pub late: u64,
    /// Too many waited for messages before them.
    pub full: u64,
}

/// All ways from one member to this one.
#[derive(Debug, Default)]
pub struct Merge {
    /// The last fence that the stream has passed.
    passed: u32,
    /// The last fence that has arrived on the stream.
    heard: u32,
    /// What waits on the stream; a fence is at the front.
    stream: VecDeque<OnStream>,
    /// Since when the fence at the front waits.
    since: Duration,
    lanes: BTreeMap<LaneId, Lane>,
    due: VecDeque<Held>,
    /// What lanes that are over have counted.
    late_before: u64,
    lost_before: u64,
}

impl Lane {
    /// Messages that have not come before later ones did, or had no room.
    fn lost(&self) -> u64 {
        self.missed + self.dropped.full
    }

    /// Keeps a message behind a fence; `false` if there is no room for one that may be lost.
    fn hold(&mut self, behind: u32, stamp: Option<Stamp>, message: &[u8]) -> bool {
        let full =
            self.held.len() >= MOST_LOSSY || self.held_bytes + message.len() > MOST_LOSSY_BYTES;
        if !self.reliable && full {
            return false;
        }
        self.held_bytes += message.len();
        self.held.push_back((behind, stamp, message.to_vec()));
        true
    }
}

impl Merge {
    /// A lane of the sender has come to stand.
    pub fn stands(&mut self, id: LaneId, reliable: bool, stamped: bool) {
        self.lanes.insert(
            id,
            Lane {
                reliable,
                stamped,
                ..Lane::default()
            },
        );
    }

    /// Nothing more comes on a lane.
    pub fn lane_ended(&mut self, id: LaneId, now: Duration) {
        self.catch_up(id, u64::MAX, now);
        if let Some(lane) = self.lanes.get_mut(&id) {
            lane.ended = true;
            self.advance(now);
        }
    }

    /// A frame has arrived.
    ///
    /// # Errors
    /// What is wrong with it: the way that it came by should be closed.
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
                self.stream.push_back(OnStream::Message(frame.to_vec()));
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
            let (mut all, message) = marks(frame).map_err(|error| error.0)?;
            let mark = all.next().ok_or("a message without a receiver")?;
            return self.marked(id, &mark, message, now);
        }
        let (stamp, message) = if lane.stamped {
            let (stamp, message) = take_stamp(frame).map_err(|error| error.0)?;
            (Some(stamp), message)
        } else {
            (None, frame)
        };
        let mut behind = lane.met;
        if let Some(stamp) = stamp.filter(|_| !lane.reliable) {
            if stamp.number < lane.next {
                lane.dropped.late += 1;
                return Ok(Verdict::Taken);
            }
            lane.missed += stamp.number - lane.next;
            lane.next = stamp.number.saturating_add(1);
            behind = stamp.fence;
        }
        Ok(self.in_turn(id, behind, stamp, message, now))
    }

    /// A message that came by a group, where others are told of theirs, too. Nothing happens if it is not
    /// for this member, whom the sender calls `mark`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn arrives_in_group<'f>(
        &mut self,
        id: LaneId,
        mark: u32,
        frame: &'f [u8],
        now: Duration,
    ) -> Result<Verdict<'f>, String> {
        match mark_of(frame, mark).map_err(|error| error.0)? {
            (Some(mark), message) => self.marked(id, &mark, message, now),
            (None, _) => Ok(Verdict::Taken),
        }
    }

    /// A message of a lane whose messages come by several ways.
    fn marked<'f>(
        &mut self,
        id: LaneId,
        mark: &Mark,
        message: &'f [u8],
        now: Duration,
    ) -> Result<Verdict<'f>, String> {
        let lane = self.lanes.get_mut(&id).ok_or("there is no such lane")?;
        if lane.reliable || !lane.stamped {
            return Err("a message by several ways on a lane that has but one".to_owned());
        }
        let stamp = mark.stamp;
        if stamp.number < lane.next {
            lane.dropped.late += 1;
            return Ok(Verdict::Taken);
        }
        // What lies within the run came, or was lost, by this same way.
        if lane.ahead.is_empty() && (stamp.number == lane.next || mark.floor() <= lane.next) {
            lane.missed = lane.missed.saturating_add(stamp.number - lane.next);
            lane.next = stamp.number.saturating_add(1);
            return Ok(self.in_turn(id, stamp.fence, Some(stamp), message, now));
        }
        if !lane.ahead.keep(mark, message, now) {
            lane.dropped.late += 1;
        }
        self.catch_up(id, 0, now);
        self.advance(now);
        Ok(Verdict::Taken)
    }

    /// Takes what came ahead and is due now: all with numbers less than `until`, and others whose turn it is.
    fn catch_up(&mut self, id: LaneId, until: u64, now: Duration) {
        while let Some(lane) = self.lanes.get_mut(&id)
            && let Some((stamp, message)) = lane.ahead.take(lane.next, until, now)
        {
            if stamp.number < lane.next {
                lane.dropped.late += 1;
                continue;
            }
            lane.missed = lane.missed.saturating_add(stamp.number - lane.next);
            lane.next = stamp.number.saturating_add(1);
            if stamp.fence <= self.passed && lane.held.is_empty() {
                self.due.push_back(Held {
                    path: Path::Lane(id),
                    stamp: Some(stamp),
                    message,
                });
            } else if !lane.hold(stamp.fence, Some(stamp), &message) {
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

    /// A message whose turn it is among those of its lane.
    fn in_turn<'f>(
        &mut self,
        id: LaneId,
        behind: u32,
        stamp: Option<Stamp>,
        message: &'f [u8],
        now: Duration,
    ) -> Verdict<'f> {
        let Some(lane) = self.lanes.get_mut(&id) else {
            return Verdict::Taken;
        };
        if behind <= self.passed && lane.held.is_empty() {
            if !lane.reliable && !self.stream.is_empty() {
                // It may be the one that the fence waits for: after it, the fence may be passed.
                let message = message.to_vec();
                let path = Path::Lane(id);
                self.due.push_back(Held {
                    path,
                    stamp,
                    message,
                });
                self.advance(now);
                return Verdict::Taken;
            }
            return Verdict::Due(message, stamp);
        }
        if !lane.hold(behind, stamp, message) {
            lane.dropped.full += 1;
        }
        Verdict::Taken
    }

    fn fence_arrives(&mut self, path: Path, said: LinkFrame, now: Duration) -> Result<(), String> {
        match (path, said) {
            (Path::Stream, LinkFrame::Fence { number, waits }) => {
                if number != self.heard.wrapping_add(1) {
                    return Err(format!("fence {number} after fence {}", self.heard));
                }
                self.heard = number;
                if self.stream.is_empty() {
                    self.since = now;
                }
                self.stream.push_back(OnStream::Fence { number, waits });
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

    /// The next message that is due and was held. To be asked until there is none, after every call
    /// that changes something here.
    pub fn next_due(&mut self) -> Option<Held> {
        self.due.pop_front()
    }

    /// Whether something waits on the stream.
    #[must_use]
    pub fn is_holding(&self) -> bool {
        !self.stream.is_empty() || !self.due.is_empty()
    }

    /// When [`Self::turn`] has something to do, if nothing comes before.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let lanes = self.lanes.values();
        let ahead = lanes.filter_map(|lane| lane.ahead.deadline());
        ahead.chain(self.fence_deadline()).min()
    }

    fn fence_deadline(&self) -> Option<Duration> {
        let Some(OnStream::Fence { waits, .. }) = self.stream.front() else {
            return None;
        };
        match self.open(waits) {
            Open::No => Some(self.since),
            Open::For(patience) => self.since.checked_add(patience),
            Open::UntilMet => None,
        }
    }

    /// How long a fence at the front of the stream may wait.
    fn open(&self, waits: &[Wait]) -> Open {
        let open = waits.iter().filter(|wait| !self.is_met(wait));
        let each = open.map(|wait| match wait {
            Wait::Met(_) => Open::UntilMet,
            Wait::Count(..) => Open::For(LOSSY_PATIENCE),
            Wait::End(_) => Open::For(GONE_PATIENCE),
        });
        each.max().unwrap_or(Open::No)
    }

    /// What a fence waits for could not come until now, since nobody read it: its patience begins again.
    pub fn wait_anew(&mut self, now: Duration) {
        self.since = self.since.max(now);
    }

    /// Time has passed: neither fences nor what came ahead wait for ever for what may be lost.
    pub fn turn(&mut self, now: Duration) {
        self.catch_up_all(0, now);
        self.advance(now);
    }

    /// Nothing more comes by any way: whatever waits is due, in order.
    pub fn give_up(&mut self, now: Duration) {
        self.catch_up_all(u64::MAX, now);
        for lane in self.lanes.values_mut() {
            lane.ended = true;
        }
        self.advance(now);
        // What is left is behind fences that were on their way.
        self.release(u32::MAX);
    }

    /// Messages of all lanes that came after later ones, or twice.
    #[must_use]
    pub fn late(&self) -> u64 {
        let lanes = self.lanes.values().map(|lane| lane.dropped.late);
        self.late_before + lanes.sum::<u64>()
    }

    /// Messages of all lanes that have not come before later ones did, or had no room.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost_before + self.lanes.values().map(Lane::lost).sum::<u64>()
    }

    /// What has arrived on a lane and is not delivered.
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
            // The fence at the front is the one after the last passed.
            Wait::Met(_) => lane.met > self.passed,
            Wait::Count(_, count) => lane.next >= *count,
            Wait::End(_) => false,
        };
        lane.ended || far_enough
    }

    /// Passes fences that are met, and such as have waited long enough.
    fn advance(&mut self, now: Duration) {
        while let Some(front) = self.stream.pop_front() {
            match front {
                OnStream::Message(message) => self.due.push_back(Held {
                    path: Path::Stream,
                    stamp: None,
                    message,
                }),
                OnStream::Fence { number, waits } => {
                    let passes = match self.open(&waits) {
                        Open::No => true,
                        Open::For(patience) => now.saturating_sub(self.since) >= patience,
                        Open::UntilMet => false,
                    };
                    if !passes {
                        self.stream.push_front(OnStream::Fence { number, waits });
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
            if let Wait::Count(id, count) = wait {
                // What has come comes before what the fence lets through.
                self.catch_up(*id, *count, now);
            }
            if let Wait::Count(id, count) = wait
                && let Some(lane) = self.lanes.get_mut(id)
            {
                lane.missed += count.saturating_sub(lane.next);
                lane.next = lane.next.max(*count);
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

    /// What waits on lanes behind that fence or an earlier one is due.
    fn release(&mut self, number: u32) {
        for (id, lane) in &mut self.lanes {
            while lane
                .held
                .front()
                .is_some_and(|(behind, ..)| *behind <= number)
                && let Some((_, stamp, message)) = lane.held.pop_front()
            {
                lane.held_bytes -= message.len();
                self.due.push_back(Held {
                    path: Path::Lane(*id),
                    stamp,
                    message,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
