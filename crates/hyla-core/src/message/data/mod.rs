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

use hyla_types::ObjectInstanceHandle;

use kind::{CENSUS, DIRECTED, DISCOVER, INTERACTION, REMOVE, UPDATE};

mod census;
mod data_frame;
mod envelope;
mod kind;
mod put;
mod read;
mod reader;
mod regions;
mod values;
mod write;

pub use census::{Indices, put_census};
pub use data_frame::DataFrame;
pub use envelope::Envelope;
pub(crate) use read::PlainUpdate;
pub use read::decode;
pub use regions::{
    Pairs, SentRegions, encode_regions, put_associate, put_bounds, put_provide_with_regions,
};
pub use values::{EncodedTime, Set, Values};
pub use write::{
    Ending, is_leaving, put_count, put_discover, put_echo, put_interaction, put_leaving,
    put_marker, put_position, put_probe, put_provide, put_provide_class, put_query_attribute,
    put_query_interaction, put_remove, put_report_attribute, put_report_interaction, put_retract,
    put_sealed, put_time_report, put_update,
};

/// Whether a frame is delivered to a constrained federate only while it advances: values, interactions and removals are, and
/// a census, which removes instances.
pub(crate) fn waits_for_advance(frame: &[u8]) -> bool {
    matches!(
        frame.first(),
        Some(&(UPDATE | INTERACTION | DIRECTED | REMOVE | CENSUS))
    )
}

/// Whether a frame is an update or an interaction.
pub(crate) fn brings_values(frame: &[u8]) -> bool {
    matches!(frame.first(), Some(&(UPDATE | INTERACTION | DIRECTED)))
}

/// Whether a frame is about that instance.
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

#[cfg(test)]
mod tests {
    use hyla_types::{AttributeHandle, TransportationTypeHandle};

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
