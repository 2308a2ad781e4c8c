//! Writing data frames, straight into the buffer they leave in.

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, TransportationTypeHandle,
};

use super::envelope::Envelope;
use super::kind::{
    COUNT, DIRECTED, DISCOVER, ECHO, HAS_REGIONS, HAS_TIME, INTERACTION, LEAVING, MARKER, POSITION,
    PROBE, PROVIDE, PROVIDE_CLASS, QUERY_ATTRIBUTE, QUERY_INTERACTION, REMOVE, REPORT_ATTRIBUTE,
    REPORT_INTERACTION, RETRACT, SEALED, STAMPED, TIME_REPORT, UPDATE,
};
use super::put::{put_bytes, put_number, put_set};
use crate::declaration::Position;

/// Room for all of a common message but its value.
const SHORT_BYTES: usize = 48;

/// Gathers what is short on the stack, so that it goes to the buffer in one piece.
struct Pieces<'o> {
    out: &'o mut Vec<u8>,
    short: [u8; SHORT_BYTES],
    filled: usize,
}

impl<'o> Pieces<'o> {
    fn new(out: &'o mut Vec<u8>) -> Self {
        Self {
            out,
            short: [0; SHORT_BYTES],
            filled: 0,
        }
    }

    #[inline]
    fn flush(&mut self) {
        self.out.extend_from_slice(&self.short[..self.filled]);
        self.filled = 0;
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        if self.filled > SHORT_BYTES - 8 {
            self.flush();
        }
        self.short[self.filled] = byte;
        self.filled += 1;
    }

    #[inline]
    fn eight(&mut self, eight: [u8; 8]) {
        if self.filled > SHORT_BYTES - 8 {
            self.flush();
        }
        self.short[self.filled..self.filled + 8].copy_from_slice(&eight);
        self.filled += 8;
    }

    #[inline]
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    #[inline]
    fn length(&mut self, bytes: &[u8]) {
        let length =
            u32::try_from(bytes.len()).expect("values are checked against the frame limit");
        self.number(length);
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        self.length(bytes);
        if !bytes.is_empty() {
            self.flush();
            self.out.extend_from_slice(bytes);
        }
    }

    #[inline]
    fn flags(&mut self, kind: u8, envelope: &Envelope<'_>) {
        self.byte(kind);
        let time = if envelope.time.is_some() { HAS_TIME } else { 0 };
        let stamped = if envelope.serial.is_some() {
            STAMPED
        } else {
            0
        };
        let regions = envelope.regions.map_or(0, |_| HAS_REGIONS);
        self.byte(time | stamped | regions);
    }

    #[inline]
    fn tag_and_time(&mut self, envelope: &Envelope<'_>) {
        self.bytes(envelope.tag);
        if let Some(time) = envelope.time {
            self.eight(time);
        }
        if let Some(serial) = envelope.serial {
            self.number(serial);
        }
        if let Some(regions) = envelope.regions {
            self.flush();
            self.out.extend_from_slice(regions.encoded());
        }
    }

    #[inline]
    fn values<'v>(
        &mut self,
        count: usize,
        values: impl Iterator<Item = (u32, &'v [u8])>,
        ending: Ending,
    ) {
        self.number(count as u32);
        for (number, (handle, value)) in values.enumerate() {
            self.number(handle);
            if ending == Ending::BeforeTail && number + 1 == count {
                self.length(value);
            } else {
                self.bytes(value);
            }
        }
        self.flush();
    }
}

/// How a frame of values ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the last value.
    Whole,
    /// Before the bytes of the last value, which the caller sends behind it without copying them here.
    BeforeTail,
}

/// Appends an update; `values` yields exactly `count` pairs.
pub fn put_update<'v>(
    out: &mut Vec<u8>,
    object: ObjectInstanceHandle,
    envelope: &Envelope<'_>,
    count: usize,
    values: impl Iterator<Item = (AttributeHandle, &'v [u8])>,
    ending: Ending,
) {
    let mut pieces = Pieces::new(out);
    pieces.flags(UPDATE, envelope);
    pieces.number(envelope.transportation.raw());
    pieces.eight(object.raw().to_le_bytes());
    pieces.tag_and_time(envelope);
    let values = values.map(|(attribute, value)| (attribute.raw(), value));
    pieces.values(count, values, ending);
}

/// Appends an interaction, directed at `object` if one is given.
pub fn put_interaction<'v>(
    out: &mut Vec<u8>,
    class: InteractionClassHandle,
    object: Option<ObjectInstanceHandle>,
    envelope: &Envelope<'_>,
    count: usize,
    values: impl Iterator<Item = (u32, &'v [u8])>,
    ending: Ending,
) {
    let mut pieces = Pieces::new(out);
    let kind = match object {
        Some(_) => DIRECTED,
        None => INTERACTION,
    };
    pieces.flags(kind, envelope);
    pieces.number(envelope.transportation.raw());
    pieces.number(class.raw());
    if let Some(object) = object {
        pieces.eight(object.raw().to_le_bytes());
    }
    pieces.tag_and_time(envelope);
    pieces.values(count, values, ending);
}

/// Appends a removal.
pub fn put_remove(out: &mut Vec<u8>, object: ObjectInstanceHandle, envelope: &Envelope<'_>) {
    let mut pieces = Pieces::new(out);
    pieces.flags(REMOVE, envelope);
    pieces.eight(object.raw().to_le_bytes());
    pieces.tag_and_time(envelope);
    pieces.flush();
}

/// Appends a discovery.
pub fn put_discover(
    out: &mut Vec<u8>,
    object: ObjectInstanceHandle,
    class: ObjectClassHandle,
    name: &str,
    owned: &AttributeHandleSet,
) {
    out.push(DISCOVER);
    out.extend_from_slice(&object.raw().to_le_bytes());
    put_number(out, class.raw());
    put_bytes(out, name.as_bytes());
    put_set(out, owned);
}

/// Appends a request for values of one instance.
pub fn put_provide(
    out: &mut Vec<u8>,
    object: ObjectInstanceHandle,
    attributes: &AttributeHandleSet,
    tag: &[u8],
) {
    out.push(PROVIDE);
    out.extend_from_slice(&object.raw().to_le_bytes());
    put_set(out, attributes);
    put_bytes(out, tag);
}

/// Appends a request for values of all instances of a class.
pub fn put_provide_class(
    out: &mut Vec<u8>,
    class: ObjectClassHandle,
    attributes: &AttributeHandleSet,
    tag: &[u8],
) {
    out.push(PROVIDE_CLASS);
    put_number(out, class.raw());
    put_set(out, attributes);
    put_bytes(out, tag);
}

/// Appends the question for an attribute's transportation type.
pub fn put_query_attribute(
    out: &mut Vec<u8>,
    object: ObjectInstanceHandle,
    attribute: AttributeHandle,
) {
    out.push(QUERY_ATTRIBUTE);
    out.extend_from_slice(&object.raw().to_le_bytes());
    put_number(out, attribute.raw());
}

/// Appends the answer to it.
pub fn put_report_attribute(
    out: &mut Vec<u8>,
    object: ObjectInstanceHandle,
    attribute: AttributeHandle,
    transportation: TransportationTypeHandle,
) {
    out.push(REPORT_ATTRIBUTE);
    out.extend_from_slice(&object.raw().to_le_bytes());
    put_number(out, attribute.raw());
    put_number(out, transportation.raw());
}

/// Appends the question for an interaction class's transportation type.
pub fn put_query_interaction(out: &mut Vec<u8>, class: InteractionClassHandle) {
    out.push(QUERY_INTERACTION);
    put_number(out, class.raw());
}

/// Appends the answer to it.
pub fn put_report_interaction(
    out: &mut Vec<u8>,
    class: InteractionClassHandle,
    transportation: TransportationTypeHandle,
) {
    out.push(REPORT_INTERACTION);
    put_number(out, class.raw());
    put_number(out, transportation.raw());
}

/// Appends the end of the stream.
pub fn put_leaving(out: &mut Vec<u8>) {
    out.push(LEAVING);
}

/// Whether the frame is the end of the stream.
#[must_use]
pub fn is_leaving(frame: &[u8]) -> bool {
    frame == [LEAVING]
}

/// Appends a retraction.
pub fn put_retract(out: &mut Vec<u8>, serial: u32) {
    out.push(RETRACT);
    put_number(out, serial);
}

/// Appends how many messages were sent in time-stamp order so far.
pub fn put_count(out: &mut Vec<u8>, count: u64) {
    out.push(COUNT);
    out.extend_from_slice(&count.to_le_bytes());
}

/// Appends a report about time to another member that coordinates for itself.
pub fn put_time_report(out: &mut Vec<u8>, epoch: u64, report: &crate::time::TimeReport) {
    out.push(TIME_REPORT);
    out.extend_from_slice(&epoch.to_le_bytes());
    let body = postcard::to_stdvec(report).expect("our message types always serialize");
    out.extend_from_slice(&body);
}

/// Appends that an instance which another federate deleted is not announced any more.
pub fn put_sealed(out: &mut Vec<u8>, object: ObjectInstanceHandle, by: FederateHandle) {
    out.push(SEALED);
    out.extend_from_slice(&object.raw().to_le_bytes());
    put_number(out, by.raw());
}

/// Appends which declarations precede what follows.
pub fn put_position(out: &mut Vec<u8>, position: Position) {
    out.push(POSITION);
    out.extend_from_slice(&position.log.to_le_bytes());
    out.extend_from_slice(&position.own.to_le_bytes());
}

/// Appends a probe by a member that has not applied the log entry of that number yet.
pub fn put_probe(out: &mut Vec<u8>, question: u32, log: u64) {
    out.push(PROBE);
    put_number(out, question);
    out.extend_from_slice(&log.to_le_bytes());
}

/// Appends the answer to it.
pub fn put_echo(out: &mut Vec<u8>, question: u32) {
    out.push(ECHO);
    put_number(out, question);
}

/// Appends the mark of a save or restore.
pub fn put_marker(out: &mut Vec<u8>, round: u32) {
    out.push(MARKER);
    put_number(out, round);
}
