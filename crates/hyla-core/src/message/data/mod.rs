//! Data frames: what members send each other without asking the RTI.
//!
//! All numbers marked `v` are variable-length (seven bits a byte, low first), others little endian.
//!
//! ```text
//! update       01 flags transportation:v object:8 tag:v+bytes [time:8] [regions] values
//! interaction  02 flags transportation:v class:v  tag:v+bytes [time:8] [regions] values
//! directed     03 flags transportation:v class:v object:8 tag:v+bytes [time:8] values
//! remove       04 flags object:8 tag:v+bytes [time:8]
//! discover     05 object:8 class:v name:v+bytes set
//! provide      06 object:8 set tag:v+bytes           values wanted of one instance
//! provide all  07 class:v set tag:v+bytes            values wanted of a class
//! query        08 object:8 attribute:v               transportation type of an attribute?
//! report       09 object:8 attribute:v transportation:v
//! query i.     0a class:v                            transportation type of an interaction class?
//! report i.    0b class:v transportation:v
//! leaving      0c                                    nothing follows on this stream
//! retract      0d serial:v                           a time-stamped message is taken back
//! count        0e count:8                            time-stamped messages sent so far, after a loss
//! time report  0f epoch:8 report                     to another that coordinates time for itself
//! marker       1f round:v                            nothing of before that save or restore follows
//! bounds       20 regions                            of update regions, from now on
//! associate    21 object:8 class:v pairs             all of the sender's regions for an instance
//! provide r.   22 class:v pairs tag:v+bytes          values wanted where regions overlap
//! sealed       23 object:8 deleter:v                 no discovery of that instance follows
//! position     24 log:8 own:8                        declarations that precede what follows
//! census       25 up-to:v count:v (gap:v length:v)*  instances of the sender that exist, by index, after a loss
//! probe        26 question:v log:8                    has all been said that follows from the log up to there?
//! echo         27 question:v                          it has
//! regions      count:v (region:8 count:v (dimension:v lower:v upper:v)*)*
//! pairs        count:v (set regions)*
//! values       count:v (handle:v length:v bytes)*
//! set          count:v handle:v*
//! flags        bit 0: a time follows the tag; bit 1: sent in time-stamp order, serial:v follows the time;
//!              bit 4: regions follow that
//! ```
//!
//! An update of one attribute with an empty tag costs 16 to 19 bytes, plus 4 for the length of the frame.

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use crate::declaration::Position;

mod census;
mod read;
mod regions;
mod write;

pub use census::{Indices, put_census};
pub(crate) use read::PlainUpdate;
pub use read::decode;
pub use regions::{
    Pairs, SentRegions, encode_regions, put_associate, put_bounds, put_provide_with_regions,
};
pub use write::{
    Ending, is_leaving, put_count, put_discover, put_echo, put_interaction, put_leaving,
    put_marker, put_position, put_probe, put_provide, put_provide_class, put_query_attribute,
    put_query_interaction, put_remove, put_report_attribute, put_report_interaction, put_retract,
    put_sealed, put_time_report, put_update,
};

use read::Reader;

const UPDATE: u8 = 0x01;
const INTERACTION: u8 = 0x02;
const DIRECTED: u8 = 0x03;
const REMOVE: u8 = 0x04;
const DISCOVER: u8 = 0x05;
const PROVIDE: u8 = 0x06;
const PROVIDE_CLASS: u8 = 0x07;
const QUERY_ATTRIBUTE: u8 = 0x08;
const REPORT_ATTRIBUTE: u8 = 0x09;
const QUERY_INTERACTION: u8 = 0x0a;
const REPORT_INTERACTION: u8 = 0x0b;
const LEAVING: u8 = 0x0c;
const RETRACT: u8 = 0x0d;
const COUNT: u8 = 0x0e;
const TIME_REPORT: u8 = 0x0f;
const MARKER: u8 = 0x1f;
const BOUNDS: u8 = 0x20;
const ASSOCIATE: u8 = 0x21;
const PROVIDE_REGIONS: u8 = 0x22;
const SEALED: u8 = 0x23;
const POSITION: u8 = 0x24;
const CENSUS: u8 = 0x25;
const PROBE: u8 = 0x26;
const ECHO: u8 = 0x27;

const HAS_TIME: u8 = 0x01;
const STAMPED: u8 = 0x02;
const HAS_REGIONS: u8 = 0x10;

/// An encoded logical time, in the federation's implementation.
pub type EncodedTime = [u8; 8];

/// What an update, interaction or removal says besides its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// Transportation type it is sent with.
    pub transportation: TransportationTypeHandle,
    /// The federate's tag.
    pub tag: &'a [u8],
    /// Time given by the sender.
    pub time: Option<EncodedTime>,
    /// The sender's number for it, if it is sent in time-stamp order; only with a time.
    pub serial: Option<u32>,
    /// Regions that it was explicitly sent with.
    pub regions: Option<SentRegions<'a>>,
}

impl Envelope<'_> {
    /// No tag, no time: what the RTI does on behalf of a federate.
    #[must_use]
    pub fn rti(transportation: TransportationTypeHandle) -> Envelope<'static> {
        Envelope {
            transportation,
            tag: &[],
            time: None,
            serial: None,
            regions: None,
        }
    }
}

impl DataFrame<'_> {
    /// Whether it brings values: an update or an interaction.
    pub(crate) fn brings_values(&self) -> bool {
        matches!(
            self,
            Self::Update { .. } | Self::Interaction { .. } | Self::Directed { .. }
        )
    }

    /// Time and number, if it is sent in time-stamp order.
    #[must_use]
    pub fn stamp(&self) -> Option<(EncodedTime, u32)> {
        match self {
            Self::Update { envelope, .. }
            | Self::Interaction { envelope, .. }
            | Self::Directed { envelope, .. }
            | Self::Remove { envelope, .. } => Some((envelope.time?, envelope.serial?)),
            _ => None,
        }
    }
}

/// Whether a frame is delivered to a constrained federate only while it advances: values, interactions and removals are, and
/// a census, which removes instances.
pub(crate) fn waits_for_advance(frame: &[u8]) -> bool {
    matches!(
        frame.first(),
        Some(&(UPDATE | INTERACTION | DIRECTED | REMOVE | CENSUS))
    )
}

/// Whether a frame tells of that instance.
pub(crate) fn is_discovery_of(
    object: ObjectInstanceHandle,
    mut frame: impl Iterator<Item = u8>,
) -> bool {
    frame.next() == Some(DISCOVER) && frame.take(8).eq(object.raw().to_le_bytes())
}

/// Its sender's number for a frame that waits: `serial`, or what it bears inside if it waits in receive
/// order.
pub(crate) fn stamp_number(serial: Option<u32>, frame: &[u8]) -> Option<u32> {
    serial.or_else(|| decode(frame).ok()?.stamp().map(|(_, serial)| serial))
}

/// The instance that a frame removes.
pub(crate) fn removed(frame: &[u8]) -> Option<ObjectInstanceHandle> {
    match decode(frame) {
        Ok(DataFrame::Remove { object, .. }) => Some(object),
        _ => None,
    }
}

/// A data frame, read in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataFrame<'a> {
    /// New values of an instance.
    Update {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Tag, time, transportation.
        envelope: Envelope<'a>,
        /// Attribute values.
        values: Values<'a>,
    },
    /// An interaction.
    Interaction {
        /// Class as sent.
        class: InteractionClassHandle,
        /// Tag, time, transportation.
        envelope: Envelope<'a>,
        /// Parameter values.
        values: Values<'a>,
    },
    /// An interaction directed at an instance.
    Directed {
        /// Class as sent.
        class: InteractionClassHandle,
        /// The instance.
        object: ObjectInstanceHandle,
        /// Tag, time, transportation.
        envelope: Envelope<'a>,
        /// Parameter values.
        values: Values<'a>,
    },
    /// An instance was deleted.
    Remove {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Tag and time.
        envelope: Envelope<'a>,
    },
    /// An instance exists.
    Discover {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Registered class.
        class: ObjectClassHandle,
        /// Its name.
        name: &'a str,
        /// Attributes that its registrant owns.
        owned: Set<'a>,
    },
    /// Values are wanted of one instance.
    Provide {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Attributes wanted.
        attributes: Set<'a>,
        /// Tag of the request.
        tag: &'a [u8],
    },
    /// Values are wanted of all instances of a class.
    ProvideClass {
        /// The class.
        class: ObjectClassHandle,
        /// Attributes wanted.
        attributes: Set<'a>,
        /// Tag of the request.
        tag: &'a [u8],
    },
    /// The sender asks for the transportation type of an attribute.
    QueryAttribute {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
    },
    /// Answer to it.
    ReportAttribute {
        /// The instance.
        object: ObjectInstanceHandle,
        /// The attribute.
        attribute: AttributeHandle,
        /// The type in use.
        transportation: TransportationTypeHandle,
    },
    /// The sender asks for the transportation type of an interaction class.
    QueryInteraction {
        /// The class.
        class: InteractionClassHandle,
    },
    /// Answer to it.
    ReportInteraction {
        /// The class.
        class: InteractionClassHandle,
        /// The type in use.
        transportation: TransportationTypeHandle,
    },
    /// Committed bounds of update regions of the sender; without ranges: they overlap nothing here.
    Bounds {
        /// The regions.
        regions: SentRegions<'a>,
    },
    /// All regions of the sender that are associated with attributes of an instance.
    Associate {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Its registered class.
        class: ObjectClassHandle,
        /// Attributes and regions; the bounds come separately.
        pairs: Pairs<'a>,
    },
    /// Values are wanted of the instances of a class whose update regions overlap.
    ProvideWithRegions {
        /// The class.
        class: ObjectClassHandle,
        /// Attributes and regions.
        pairs: Pairs<'a>,
        /// Tag of the request.
        tag: &'a [u8],
    },
    /// The sender resigns: nothing follows.
    Leaving,
    /// The sender takes a message back that it sent in time-stamp order.
    Retract {
        /// Its number.
        serial: u32,
    },
    /// Messages in time-stamp order that the sender has sent: some of them were lost with a connection.
    Count(u64),
    /// What the sender reports about time.
    TimeReport {
        /// Number of the log entry since which the two report to each other.
        epoch: u64,
        /// The report, encoded with postcard.
        report: &'a [u8],
    },
    /// The sender registered this instance and will not tell of it again: another federate has deleted
    /// it.
    Sealed {
        /// The instance.
        object: ObjectInstanceHandle,
        /// Who deleted it.
        by: FederateHandle,
    },
    /// What follows waits for these declarations.
    Position(Position),
    /// What exists of the instances that the sender has registered: what it said of them before may be lost.
    Census {
        /// The last index that it has given an instance.
        up_to: u32,
        /// Instances that exist.
        there: Indices<'a>,
    },
    /// Asks for an echo when all has been said that follows from the control log up to there.
    Probe {
        /// The sender's number for the question.
        question: u32,
        /// Number of the log entry that the sender has not applied yet.
        log: u64,
    },
    /// The answer to a probe: what the probe asked about has been said before.
    Echo {
        /// Number of the question.
        question: u32,
    },
    /// Nothing that was sent before a save or restore follows.
    Marker {
        /// Number of the save or restore.
        round: u32,
    },
}

/// Handles and values of a frame, read in place and checked when the frame was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values<'a>(&'a [u8]);

/// Handles of a frame, read in place and checked when the frame was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<'a>(&'a [u8]);

impl<'a> Iterator for Values<'a> {
    type Item = (u32, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let mut reader = Reader(self.0);
        let handle = reader.number().ok()?;
        let value = reader.bytes().ok()?;
        self.0 = reader.0;
        Some((handle, value))
    }
}

impl Iterator for Set<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let mut reader = Reader(self.0);
        let handle = reader.number().ok()?;
        self.0 = reader.0;
        Some(handle)
    }
}

impl Set<'_> {
    /// The handles as attributes.
    #[must_use]
    pub fn attributes(self) -> AttributeHandleSet {
        self.map(AttributeHandle::new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(tag: &[u8], time: Option<EncodedTime>, value: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let envelope = Envelope {
            transportation: TransportationTypeHandle::new(1),
            tag,
            time,
            serial: None,
            regions: None,
        };
        let values = [(AttributeHandle::new(300), value)];
        let object = ObjectInstanceHandle::new(0x1_0000_0002);
        put_update(
            &mut out,
            object,
            &envelope,
            1,
            values.into_iter(),
            Ending::Whole,
        );
        out
    }

    #[test]
    fn the_header_of_a_one_attribute_update_takes_at_most_24_bytes_with_its_frame_length() {
        let frame = update(&[], None, &[7; 128]);

        assert!(
            frame.len() + 4 - 128 <= 24,
            "{} bytes",
            frame.len() + 4 - 128
        );
    }

    #[test]
    fn an_update_reads_back_as_written() {
        let frame = update(b"tag", Some([1, 2, 3, 4, 5, 6, 7, 8]), b"value");

        let Ok(DataFrame::Update {
            object,
            envelope,
            mut values,
        }) = decode(&frame)
        else {
            panic!("not an update");
        };
        assert_eq!(object, ObjectInstanceHandle::new(0x1_0000_0002));
        assert_eq!(envelope.tag, b"tag");
        assert_eq!(envelope.time, Some([1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(values.next(), Some((300, b"value".as_slice())));
        assert_eq!(values.next(), None);
    }

    #[test]
    fn every_truncation_is_refused() {
        let frame = update(b"tag", Some([0; 8]), b"value");

        for length in 0..frame.len() {
            assert!(
                decode(&frame[..length]).is_err(),
                "{length} bytes were accepted"
            );
        }
    }

    #[test]
    fn a_length_beyond_the_frame_is_refused() {
        let mut frame = update(&[], None, b"value");
        let position = frame.len() - 6;
        frame[position] = 0x7f;

        assert!(decode(&frame).is_err());
    }

    #[test]
    fn trailing_bytes_are_refused() {
        let mut frame = update(&[], None, b"value");
        frame.push(0);

        assert!(decode(&frame).is_err());
    }
}
