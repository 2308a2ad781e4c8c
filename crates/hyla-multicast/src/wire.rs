//! The wire format, little-endian.
//!
//! ```text
//! | kind u8 | group u32 | from u32 | body ... | seal u64 |
//!
//! kind              body
//!  1 data           | sender u32 | sequence u64 | repair u8 | packet ... |
//!  2 parity         | first u64 | count u8 | index u8 | shard ... |
//!  3 heartbeat      | next u64 | blocked u8 |
//!  4 request        | sender u32 | number u32 | first u64 | further u64, a bit each |
//!  5 token          | partition u16 | round u32 | origin u16 | summary |
//!  6 token received | round u32 | origin u16 |
//!  7 probe          | number u32 |
//!  8 here           | number u32 |
//!  9 partition      | partition u16 | round u32 | summary |            to the aggregator
//! 10 report         | number u64 | summary |                           to the group
//! 11 lane begins    | next u64 |
//! 12 lane ends      | next u64 |
//! 13 lane state     | expected u64 | heard u64 | loss u8 | ended u8 | again u8 |
//!
//! packet:    | count u8 | (group u32 | sequence u64) * count | records ... |
//! record:    | length u15, more u1 | bytes ... |
//! summary:   | entries u16 | excluded u16 | entry * entries | exclusion * excluded |
//! entry:     | sender u32 | end u64 | acked i32 | fastest i32 | limit i32 | slowest u32 | loss u8 |
//! exclusion: | sender u32, or all | member u32 | reason u8 |
//! part:      | sender u32 | number u16, parts u16 | 3 |                an exclusion of nobody, see [`Exclusion::of_part`]
//! ```
//!
//! `from` is the member that sent the datagram, `sender` the one whose stream it is about. Data keeps its bytes when it
//! is sent again; parity covers the packets `first .. first + count`, each with its length in front and padded. Numbers
//! of an entry are relative to its `end`: the largest `i32` is [`NOBODY`], the smallest is 0, and what is larger than
//! fits is made smaller, since each of them promises less then.

use crate::ids::{GroupId, MemberId};
use crate::seal::{Key, SEAL_BYTES};

/// Bytes before the packet in a datagram of data, and after it.
pub(crate) const DATA_OVERHEAD: usize = HEAD_BYTES + 13 + SEAL_BYTES;
/// Bytes before the shard in a parity datagram, and after it.
pub(crate) const PARITY_OVERHEAD: usize = HEAD_BYTES + 10 + SEAL_BYTES;
/// Bytes of a token without its entries.
pub(crate) const SUMMARY_OVERHEAD: usize = HEAD_BYTES + 12 + SEAL_BYTES;
pub(crate) const ENTRY_BYTES: usize = 29;
/// A number that no entry exceeds: no member is covered.
pub(crate) const NOBODY: u64 = u64::MAX >> 5;
pub(crate) const EXCLUSION_BYTES: usize = 9;
const HEAD_BYTES: usize = 9;
const ALL_SENDERS: u32 = u32::MAX;
/// Reason of an exclusion that numbers a part.
const PART: u8 = 3;

/// The kind, the group and the transmitting member of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) group: GroupId,
    pub(crate) from: MemberId,
}

/// Content of a datagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame<'a> {
    /// A packet of a stream.
    Data {
        /// Whose stream.
        sender: MemberId,
        /// Its place in the stream, from 0.
        sequence: u64,
        /// Sent again.
        repair: bool,
        /// Its content.
        packet: &'a [u8],
    },
    /// Redundancy of the stream of the transmitting member.
    Parity {
        /// First packet that is covered.
        first: u64,
        /// Number of packets that are covered.
        count: u8,
        /// Number of this shard.
        index: u8,
        /// Its content.
        shard: &'a [u8],
    },
    /// The end of the stream of the transmitting member.
    Heartbeat {
        /// Number of the next packet.
        next: u64,
        /// The next packet waits for the receivers' limit.
        blocked: bool,
    },
    /// Packets that the transmitting member misses.
    Request {
        /// Whose stream.
        sender: MemberId,
        /// Grows with each request.
        number: u32,
        /// The first one that is missing.
        first: u64,
        /// Bit *i*: packet `first + 1 + i` is missing, too.
        further: u64,
    },
    /// The token of a partition.
    Token {
        /// The partition.
        partition: u16,
        /// Number of the round.
        round: u32,
        /// Index of the member that started the round.
        origin: u16,
        /// Packets that the members so far have.
        summary: Summary,
    },
    /// Acknowledges a token, or names a newer one.
    TokenReceived {
        /// Newest round known.
        round: u32,
        /// Its origin.
        origin: u16,
    },
    /// Asks a silent member for a sign of life.
    Probe {
        /// To be repeated in the answer.
        number: u32,
    },
    /// A sign of life.
    Here {
        /// Number of the probe.
        number: u32,
    },
    /// Packets that a partition has.
    Partition {
        /// The partition.
        partition: u16,
        /// Number of the round.
        round: u32,
        /// Packets that all its members have.
        summary: Summary,
    },
    /// Packets that the group has.
    Report {
        /// Grows with each report of the transmitting member.
        number: u64,
        /// Packets that all members have.
        summary: Summary,
    },
    /// The receiver of this frame is on a lane from now on.
    LaneBegins {
        /// The first packet on the lane.
        next: u64,
    },
    /// The receiver of this frame is to take part in recovery again.
    LaneEnds {
        /// All packets before this one were given to the lane.
        next: u64,
    },
    /// State of a member on a lane.
    LaneState {
        /// The next packet to be delivered.
        expected: u64,
        /// One past the newest packet received by multicast.
        heard: u64,
        /// Share of packets lost by multicast, in 1/255.
        loss: u8,
        /// The member takes part in recovery again.
        ended: bool,
        /// Packets of the lane had to be dropped: all from `expected` on are needed again.
        again: bool,
    },
}

/// Packets that several members have of several streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// One for each stream.
    pub entries: Vec<Entry>,
    /// Members that the entries do not cover.
    pub exclusions: Vec<Exclusion>,
}

/// Packets that several members have of one stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose stream.
    pub sender: MemberId,
    /// All have the packets before this one.
    pub acked: u64,
    /// One past the newest packet known.
    pub end: u64,
    /// Some member can take the packets before this one.
    pub fastest: u64,
    /// All can take the packets before this one.
    pub limit: u64,
    /// The member whose number is `limit`.
    pub slowest: MemberId,
    /// Largest share of packets lost, in 1/255.
    pub loss: u8,
}

/// A member that a summary does not cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// For this stream; `None`: for all.
    pub sender: Option<MemberId>,
    /// The member.
    pub member: MemberId,
    /// Why: 0 silent, 1 deaf, 2 on a lane. 3: it names nobody, but says that the exclusions of the stream take several reports.
    pub reason: u8,
}

/// A datagram cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// It ends too early.
    #[error("the datagram ends within its {0}")]
    Short(&'static str),
    /// It has a kind that does not exist.
    #[error("there is no kind {0}; 1 to 13 exist")]
    Kind(u8),
    /// It is longer than its content.
    #[error("{0} bytes follow the content")]
    Trailing(usize),
    /// A field has a value that does not exist.
    #[error("{0} has an impossible value")]
    Value(&'static str),
}

/// Replaces the content of a buffer by a sealed datagram.
pub(crate) fn encode(head: Head, frame: &Frame<'_>, key: &Key, out: &mut Vec<u8>) {
    out.clear();
    out.push(kind(frame));
    out.extend_from_slice(&head.group.0.to_le_bytes());
    out.extend_from_slice(&head.from.0.to_le_bytes());
    match frame {
        Frame::Data {
            sender,
            sequence,
            repair,
            packet,
        } => {
            out.extend_from_slice(&sender.0.to_le_bytes());
            out.extend_from_slice(&sequence.to_le_bytes());
            out.push(u8::from(*repair));
            out.extend_from_slice(packet);
        }
        Frame::Parity {
            first,
            count,
            index,
            shard,
        } => {
            out.extend_from_slice(&first.to_le_bytes());
            out.extend_from_slice(&[*count, *index]);
            out.extend_from_slice(shard);
        }
        Frame::Heartbeat { next, blocked } => {
            out.extend_from_slice(&next.to_le_bytes());
            out.push(u8::from(*blocked));
        }
        Frame::Request {
            sender,
            number,
            first,
            further,
        } => {
            out.extend_from_slice(&sender.0.to_le_bytes());
            out.extend_from_slice(&number.to_le_bytes());
            out.extend_from_slice(&first.to_le_bytes());
            out.extend_from_slice(&further.to_le_bytes());
        }
        Frame::Token {
            partition,
            round,
            origin,
            summary,
        } => {
            out.extend_from_slice(&partition.to_le_bytes());
            out.extend_from_slice(&round.to_le_bytes());
            out.extend_from_slice(&origin.to_le_bytes());
            put_summary(summary, out);
        }
        Frame::TokenReceived { round, origin } => {
            out.extend_from_slice(&round.to_le_bytes());
            out.extend_from_slice(&origin.to_le_bytes());
        }
        Frame::Probe { number } | Frame::Here { number } => {
            out.extend_from_slice(&number.to_le_bytes());
        }
        Frame::Partition {
            partition,
            round,
            summary,
        } => {
            out.extend_from_slice(&partition.to_le_bytes());
            out.extend_from_slice(&round.to_le_bytes());
            put_summary(summary, out);
        }
        Frame::Report { number, summary } => {
            out.extend_from_slice(&number.to_le_bytes());
            put_summary(summary, out);
        }
        Frame::LaneBegins { next } | Frame::LaneEnds { next } => {
            out.extend_from_slice(&next.to_le_bytes());
        }
        Frame::LaneState {
            expected,
            heard,
            loss,
            ended,
            again,
        } => {
            out.extend_from_slice(&expected.to_le_bytes());
            out.extend_from_slice(&heard.to_le_bytes());
            out.extend_from_slice(&[*loss, u8::from(*ended), u8::from(*again)]);
        }
    }
    key.seal(out);
}

fn kind(frame: &Frame<'_>) -> u8 {
    match frame {
        Frame::Data { .. } => 1,
        Frame::Parity { .. } => 2,
        Frame::Heartbeat { .. } => 3,
        Frame::Request { .. } => 4,
        Frame::Token { .. } => 5,
        Frame::TokenReceived { .. } => 6,
        Frame::Probe { .. } => 7,
        Frame::Here { .. } => 8,
        Frame::Partition { .. } => 9,
        Frame::Report { .. } => 10,
        Frame::LaneBegins { .. } => 11,
        Frame::LaneEnds { .. } => 12,
        Frame::LaneState { .. } => 13,
    }
}

fn put_summary(summary: &Summary, out: &mut Vec<u8>) {
    out.extend_from_slice(&(summary.entries.len() as u16).to_le_bytes());
    out.extend_from_slice(&(summary.exclusions.len() as u16).to_le_bytes());
    for entry in &summary.entries {
        out.extend_from_slice(&entry.sender.0.to_le_bytes());
        out.extend_from_slice(&entry.end.to_le_bytes());
        for number in [entry.acked, entry.fastest, entry.limit] {
            out.extend_from_slice(&relative(number, entry.end).to_le_bytes());
        }
        out.extend_from_slice(&entry.slowest.0.to_le_bytes());
        out.push(entry.loss);
    }
    for exclusion in &summary.exclusions {
        let sender = exclusion.sender.map_or(ALL_SENDERS, |sender| sender.0);
        out.extend_from_slice(&sender.to_le_bytes());
        out.extend_from_slice(&exclusion.member.0.to_le_bytes());
        out.push(exclusion.reason);
    }
}

/// A number of an entry, as it is sent.
fn relative(number: u64, end: u64) -> i32 {
    if number >= NOBODY {
        return i32::MAX;
    }
    let distance = number as i64 - end as i64;
    match i32::try_from(distance) {
        Ok(distance) => distance.min(i32::MAX - 1),
        Err(_) if distance > 0 => i32::MAX - 1,
        Err(_) => i32::MIN,
    }
}

/// The group of a datagram, if it is long enough to have one. Those of a driver may have nothing else.
pub(crate) fn group_of(datagram: &[u8]) -> Option<GroupId> {
    let group = datagram.get(1..)?.first_chunk::<4>()?;
    Some(GroupId(u32::from_le_bytes(*group)))
}

/// The group and the transmitting member of a datagram, if it is long enough to have them.
pub(crate) fn head_of(datagram: &[u8]) -> Option<Head> {
    let from = datagram.get(5..)?.first_chunk::<4>()?;
    Some(Head {
        group: group_of(datagram)?,
        from: MemberId(u32::from_le_bytes(*from)),
    })
}

/// Decodes a datagram whose seal was checked. Allocates for summaries only, at most what the datagram contains.
pub(crate) fn decode(datagram: &[u8]) -> Result<(Head, Frame<'_>), DecodeError> {
    let Some((content, _)) = datagram.split_last_chunk::<SEAL_BYTES>() else {
        return Err(DecodeError::Short("seal"));
    };
    let mut reader = Reader(content);
    let kind = reader.u8("kind")?;
    let head = Head {
        group: GroupId(reader.u32("group")?),
        from: MemberId(reader.u32("member")?),
    };
    let frame = match kind {
        1 => Frame::Data {
            sender: MemberId(reader.u32("sender")?),
            sequence: reader.number("sequence number")?,
            repair: reader.flag("mark of a repair")?,
            packet: reader.rest(),
        },
        2 => Frame::Parity {
            first: reader.number("first packet")?,
            count: reader.u8("count")?,
            index: reader.u8("index")?,
            shard: reader.rest(),
        },
        3 => Frame::Heartbeat {
            next: reader.number("next packet")?,
            blocked: reader.flag("mark of a block")?,
        },
        4 => Frame::Request {
            sender: MemberId(reader.u32("sender")?),
            number: reader.u32("number of the request")?,
            first: reader.number("first packet")?,
            further: reader.u64("further packets")?,
        },
        5 => Frame::Token {
            partition: reader.u16("partition")?,
            round: reader.u32("round")?,
            origin: reader.u16("origin")?,
            summary: reader.summary()?,
        },
        6 => Frame::TokenReceived {
            round: reader.u32("round")?,
            origin: reader.u16("origin")?,
        },
        7 => Frame::Probe {
            number: reader.u32("number")?,
        },
        8 => Frame::Here {
            number: reader.u32("number")?,
        },
        9 => Frame::Partition {
            partition: reader.u16("partition")?,
            round: reader.u32("round")?,
            summary: reader.summary()?,
        },
        10 => Frame::Report {
            number: reader.u64("number")?,
            summary: reader.summary()?,
        },
        11 => Frame::LaneBegins {
            next: reader.number("next packet")?,
        },
        12 => Frame::LaneEnds {
            next: reader.number("next packet")?,
        },
        13 => Frame::LaneState {
            expected: reader.number("expected packet")?,
            heard: reader.number("newest packet")?,
            loss: reader.u8("loss")?,
            ended: reader.flag("mark of the end")?,
            again: reader.flag("mark of a loss")?,
        },
        kind => return Err(DecodeError::Kind(kind)),
    };
    match reader.0.len() {
        0 => Ok((head, frame)),
        left => Err(DecodeError::Trailing(left)),
    }
}

/// Numbers of packets stay below this, so that sums with windows do not overflow.
pub(crate) const NUMBER_MOST: u64 = 1 << 60;

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], DecodeError> {
        let (bytes, rest) = self
            .0
            .split_first_chunk::<N>()
            .ok_or(DecodeError::Short(what))?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn u8(&mut self, what: &'static str) -> Result<u8, DecodeError> {
        Ok(self.take::<1>(what)?[0])
    }

    fn flag(&mut self, what: &'static str) -> Result<bool, DecodeError> {
        match self.u8(what)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(DecodeError::Value(what)),
        }
    }

    fn u16(&mut self, what: &'static str) -> Result<u16, DecodeError> {
        self.take(what).map(u16::from_le_bytes)
    }

    fn u32(&mut self, what: &'static str) -> Result<u32, DecodeError> {
        self.take(what).map(u32::from_le_bytes)
    }

    fn u64(&mut self, what: &'static str) -> Result<u64, DecodeError> {
        self.take(what).map(u64::from_le_bytes)
    }

    fn number(&mut self, what: &'static str) -> Result<u64, DecodeError> {
        let number = self.u64(what)?;
        if number >= NUMBER_MOST {
            return Err(DecodeError::Value(what));
        }
        Ok(number)
    }

    /// A number of an entry with that end.
    fn relative(&mut self, end: u64) -> Result<u64, DecodeError> {
        let distance = i32::from_le_bytes(self.take("entry")?);
        match distance {
            i32::MAX => Ok(NOBODY),
            i32::MIN => Ok(0),
            distance => end
                .checked_add_signed(i64::from(distance))
                .filter(|number| *number < NOBODY)
                .ok_or(DecodeError::Value("entry")),
        }
    }

    fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    fn summary(&mut self) -> Result<Summary, DecodeError> {
        let entries = usize::from(self.u16("number of entries")?);
        let excluded = usize::from(self.u16("number of exclusions")?);
        // Checked before anything is allocated.
        if self.0.len() != entries * ENTRY_BYTES + excluded * EXCLUSION_BYTES {
            return Err(DecodeError::Short("summary"));
        }
        let mut summary = Summary {
            entries: Vec::with_capacity(entries),
            exclusions: Vec::with_capacity(excluded),
        };
        for _ in 0..entries {
            let sender = MemberId(self.u32("entry")?);
            let end = self.number("entry")?;
            summary.entries.push(Entry {
                sender,
                end,
                acked: self.relative(end)?,
                fastest: self.relative(end)?,
                limit: self.relative(end)?,
                slowest: MemberId(self.u32("entry")?),
                loss: self.u8("entry")?,
            });
        }
        for _ in 0..excluded {
            let sender = self.u32("exclusion")?;
            summary.exclusions.push(Exclusion {
                sender: (sender != ALL_SENDERS).then_some(MemberId(sender)),
                member: MemberId(self.u32("exclusion")?),
                reason: self.u8("exclusion")?,
            });
        }
        Ok(summary)
    }
}

impl Entry {
    /// Covers the members of another entry of the same stream, too.
    pub(crate) fn merge(&mut self, other: &Self) {
        if other.limit < self.limit {
            self.limit = other.limit;
            self.slowest = other.slowest;
        }
        self.acked = self.acked.min(other.acked);
        self.end = self.end.max(other.end);
        self.fastest = self.fastest.max(other.fastest);
        self.loss = self.loss.max(other.loss);
    }
}

impl Exclusion {
    /// Says that the exclusions beside it are one part of those of the stream: number `part` of so many. The entry speaks for nobody
    /// who is named in any part.
    pub(crate) fn of_part(sender: MemberId, part: u16, parts: u16) -> Self {
        Self {
            sender: Some(sender),
            member: MemberId(u32::from(part) | u32::from(parts) << 16),
            reason: PART,
        }
    }

    /// The number of the part, and how many there are.
    pub(crate) fn part(&self) -> Option<(u16, u16)> {
        let member = self.member.0;
        (self.reason == PART).then_some((member as u16, (member >> 16) as u16))
    }
}

impl Summary {
    pub(crate) fn entry(&mut self, sender: MemberId) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.sender == sender)
    }

    pub(crate) fn exclude(&mut self, exclusion: Exclusion) {
        let same = |known: &Exclusion| {
            (known.sender, known.member) == (exclusion.sender, exclusion.member)
        };
        if !self.exclusions.iter().any(same) {
            self.exclusions.push(exclusion);
        }
    }

    /// Bytes of a datagram with this summary, at most.
    pub(crate) fn bytes(&self) -> usize {
        SUMMARY_OVERHEAD
            + self.entries.len() * ENTRY_BYTES
            + self.exclusions.len() * EXCLUSION_BYTES
    }
}

#[cfg(test)]
mod tests;
