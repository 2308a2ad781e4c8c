//! Writes consecutive values into a buffer.

use crate::cdr::{Cdr, CharSet, Format, Limits, MarshalError, Order, Version};

/// Sequences of at least this many octets may go to the carrier without a copy.
pub(crate) const BULK_BYTES: usize = 32 << 10;

/// Takes the octets written so far and a long sequence behind them, and whether that ends the
/// message. `false`: the sequence is to be copied like others.
pub(crate) type BulkSink<'a> = &'a mut dyn FnMut(&[u8], &[u8], bool) -> bool;

/// Handling of long sequences of numbers.
pub(crate) enum Bulk<'a> {
    /// Copied like other values.
    Copy,
    /// Counted only: a first pass, which finds the size of the message.
    Count,
    /// Passed to the carrier without a copy: the second pass of a message of that size, with its
    /// header.
    Pass { size: usize, sink: BulkSink<'a> },
}

impl Bulk<'_> {
    /// The same for a shorter time.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Bulk<'_> {
        match self {
            Self::Copy => Bulk::Copy,
            Self::Count => Bulk::Count,
            Self::Pass { size, sink } => Bulk::Pass {
                size: *size,
                sink: &mut **sink,
            },
        }
    }

    /// Size of the message, header included, where it is known.
    #[inline]
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Pass { size, .. } => *size,
            Self::Copy | Self::Count => 0,
        }
    }
}

impl std::fmt::Debug for Bulk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Copy => "Copy",
            Self::Count => "Count",
            Self::Pass { .. } => "Pass",
        })
    }
}

/// Size of a finished message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MessageSize {
    /// All octets, header included.
    pub(crate) whole: usize,
    /// Whether some of them are not in the buffer.
    pub(crate) is_partial: bool,
}

/// Writes values. [`Encoder::finish`] reports the first error, so that marshallers need not check
/// after each value.
#[derive(Debug)]
pub struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    /// Octets before those in `out` that were counted or passed on. Other positions include them.
    elsewhere: usize,
    /// Start of the message.
    start: usize,
    /// Origin of alignment: the start of the message or encapsulation.
    origin: usize,
    format: Format,
    limits: &'a Limits,
    error: Option<MarshalError>,
    /// End of a message's header, and start of its body.
    body: (usize, usize),
    bulk: Bulk<'a>,
    /// Open encapsulations: their length is written into the buffer when they end.
    open: usize,
}

/// Position of a length that is written later.
#[derive(Debug)]
#[must_use]
pub struct LengthMark {
    at: usize,
    origin: usize,
}

impl<'a> Encoder<'a> {
    /// Appends to `out`; alignment counts from its beginning.
    pub fn new(out: &'a mut Vec<u8>, format: Format, limits: &'a Limits) -> Self {
        Self {
            out,
            elsewhere: 0,
            start: 0,
            origin: 0,
            format,
            limits,
            error: None,
            body: (0, 0),
            bulk: Bulk::Copy,
            open: 0,
        }
    }

    /// Appends a message to `out`; alignment counts from its own beginning.
    #[inline]
    pub(crate) fn of_message(
        out: &'a mut Vec<u8>,
        format: Format,
        limits: &'a Limits,
        bulk: Bulk<'a>,
    ) -> Self {
        let start = out.len();
        let mut to = Self::new(out, format, limits);
        (to.start, to.origin, to.bulk) = (start, start, bulk);
        to
    }

    /// Appends a message whose header has been written before, with the gap before its body; `end`: where the gap begins.
    #[inline]
    pub(crate) fn behind_header(
        out: &'a mut Vec<u8>,
        format: Format,
        limits: &'a Limits,
        bulk: Bulk<'a>,
        (header, end): (&[u8], usize),
    ) -> Self {
        let mut to = Self::of_message(out, format, limits, bulk);
        to.out.extend_from_slice(header);
        to.body = (to.start + end, to.start + header.len());
        if let Bulk::Pass { size, .. } = to.bulk {
            // The header leaves before the end of the message is reached.
            to.write_length(to.start + 8, size - 12);
        }
        to
    }

    /// Writes the number of a request of GIOP 1.2 into its place behind the header of the message.
    #[inline]
    pub(crate) fn with_number(self, number: u32) -> Self {
        let number = match self.format.order {
            Order::Big => number.to_be_bytes(),
            Order::Little => number.to_le_bytes(),
        };
        let at = self.start + 12;
        self.out[at..at + 4].copy_from_slice(&number);
        self
    }

    /// End of the header, and start of the body.
    pub(crate) fn body(&self) -> (usize, usize) {
        self.body
    }

    /// Format agreed with the reader.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Octets so far, from the beginning of the buffer.
    #[inline]
    pub fn position(&self) -> usize {
        self.out.len() + self.elsewhere
    }

    /// Records the first error.
    pub fn fail(&mut self, error: MarshalError) {
        self.error.get_or_insert(error);
    }

    /// Ends writing.
    ///
    /// # Errors
    /// The first error; the buffer then holds no message.
    #[inline]
    pub fn finish(mut self) -> Result<(), MarshalError> {
        let bytes = self.position() - self.start;
        let limit = self.limits.message_bytes;
        if bytes > limit {
            self.fail(MarshalError::Limit {
                what: "a message",
                asked: bytes,
                limit,
            });
        }
        match self.error {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Continues at a multiple of `to`, a power of two; the octets between are 0.
    #[inline]
    pub fn align(&mut self, to: usize) {
        let gap = (self.position() - self.origin).wrapping_neg() & (to - 1);
        if gap > 0 {
            self.out.extend_from_slice(&[0; 8][..gap]);
        }
    }

    /// Whether byte order must be swapped.
    #[inline]
    pub fn swaps(&self) -> bool {
        self.format.order != Order::NATIVE
    }

    /// Octets, unchanged.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Octets of a sequence, unchanged. Long ones go to the carrier without a copy where it can.
    pub(crate) fn bulk(&mut self, octets: &[u8]) {
        if octets.len() < BULK_BYTES || self.open > 0 {
            return self.bytes(octets);
        }
        let position = self.position();
        match &mut self.bulk {
            Bulk::Copy => self.bytes(octets),
            Bulk::Count => self.elsewhere += octets.len(),
            Bulk::Pass { size, sink } => {
                let is_end = position - self.start + octets.len() == *size;
                if sink(self.out, octets, is_end) {
                    self.out.clear();
                    self.elsewhere = position + octets.len();
                } else {
                    self.bytes(octets);
                }
            }
        }
    }

    /// One octet.
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.out.push(value);
    }

    /// `unsigned short`.
    #[inline]
    pub fn u16(&mut self, value: u16) {
        self.align(2);
        let value = if self.swaps() {
            value.swap_bytes()
        } else {
            value
        };
        self.bytes(&value.to_ne_bytes());
    }

    /// `unsigned long`.
    #[inline]
    pub fn u32(&mut self, value: u32) {
        self.align(4);
        let value = if self.swaps() {
            value.swap_bytes()
        } else {
            value
        };
        self.bytes(&value.to_ne_bytes());
    }

    /// `unsigned long long`.
    #[inline]
    pub fn u64(&mut self, value: u64) {
        self.align(8);
        let value = if self.swaps() {
            value.swap_bytes()
        } else {
            value
        };
        self.bytes(&value.to_ne_bytes());
    }

    /// A count or length.
    pub fn length(&mut self, length: usize) {
        match u32::try_from(length) {
            Ok(length) => self.u32(length),
            Err(_) => self.fail(MarshalError::TooLong(length)),
        }
    }

    /// `sequence<octet>`.
    pub fn octets(&mut self, bytes: &[u8]) {
        self.length(bytes.len());
        self.bytes(bytes);
    }

    /// `sequence<T>`.
    pub fn sequence<T: Cdr>(&mut self, values: &[T]) {
        self.length(values.len());
        T::encode_slice(values, self);
    }

    /// `string`, in the agreed code set.
    pub fn string(&mut self, text: &str) {
        if text.as_bytes().contains(&0) {
            self.fail(MarshalError::Nul);
        }
        if self.format.chars == CharSet::Utf8 || text.is_ascii() {
            self.length(text.len() + 1);
            self.bytes(text.as_bytes());
        } else {
            self.length(text.chars().count() + 1);
            for character in text.chars() {
                match u8::try_from(u32::from(character)) {
                    Ok(octet) => self.u8(octet),
                    Err(_) => return self.fail(MarshalError::CharSet("a character is missing")),
                }
            }
        }
        self.u8(0);
    }

    /// `wstring`.
    pub fn wide_string(&mut self, text: &str) {
        let units = text.encode_utf16().count();
        match self.wide() {
            Some(Version::V1_1) => {
                self.length(units + 1);
                for unit in text.encode_utf16().chain([0]) {
                    self.u16(unit);
                }
            }
            Some(_) => {
                // A text that begins like a byte-order mark needs one, which readers take away.
                let mark = text.starts_with(['\u{feff}', '\u{fffe}']).then_some(0xFEFF);
                self.length((units + mark.iter().len()) * 2);
                // Without a byte-order mark the most significant octet comes first, in every byte
                // order.
                for unit in mark.into_iter().chain(text.encode_utf16()) {
                    self.bytes(&unit.to_be_bytes());
                }
            }
            None => {}
        }
    }

    /// `wchar`.
    pub fn wide_char(&mut self, character: char) {
        let Ok(unit) = u16::try_from(u32::from(character)) else {
            return self.fail(MarshalError::CharSet(
                "a wide character takes more than one unit",
            ));
        };
        match self.wide() {
            Some(Version::V1_1) => self.u16(unit),
            Some(_) => {
                self.u8(2);
                self.bytes(&unit.to_be_bytes());
            }
            None => {}
        }
    }

    /// The version that determines the form of wide characters, if they are possible.
    fn wide(&mut self) -> Option<Version> {
        let version = self.format.version;
        let why = match version {
            Version::V1_0 => "the version has none",
            _ if !self.format.wide => "no code set was agreed",
            _ => return Some(version),
        };
        self.fail(MarshalError::Wide { why, version });
        None
    }

    /// Begins an encapsulation: a sequence of octets with its own byte order and alignment.
    pub fn begin_encapsulation(&mut self) -> LengthMark {
        self.u32(0);
        let mark = LengthMark {
            at: self.out.len() - 4,
            origin: self.origin,
        };
        self.origin = self.position();
        self.open += 1;
        self.u8(self.format.order.flag());
        mark
    }

    /// Ends it and writes its length.
    pub fn end_encapsulation(&mut self, mark: LengthMark) {
        let length = self.out.len() - mark.at - 4;
        self.origin = mark.origin;
        self.open -= 1;
        self.write_length(mark.at, length);
    }

    /// Writes a length into its place.
    #[inline]
    fn write_length(&mut self, at: usize, length: usize) {
        match u32::try_from(length) {
            Ok(length) => {
                let length = if self.swaps() {
                    length.swap_bytes()
                } else {
                    length
                };
                self.out[at..at + 4].copy_from_slice(&length.to_ne_bytes());
            }
            Err(_) => self.fail(MarshalError::TooLong(length)),
        }
    }

    /// Ends the header of a message and begins its body, at a multiple of `to`.
    pub(crate) fn begin_body(&mut self, to: usize) {
        let header = self.position();
        self.align(to);
        self.body = (header, self.position());
    }

    /// Ends a message and writes its length into its header. Removes the gap before an empty body.
    ///
    /// # Errors
    /// The first error; the buffer then holds no message.
    #[inline]
    pub fn finish_message(self) -> Result<(), MarshalError> {
        self.finish_sized().map(|_| ())
    }

    /// As [`Encoder::finish_message`]; gives the size.
    #[inline]
    pub(crate) fn finish_sized(mut self) -> Result<MessageSize, MarshalError> {
        let (header, body) = self.body;
        // A body with octets elsewhere is not empty.
        if self.position() == body {
            self.out.truncate(header);
        }
        let whole = self.position() - self.start;
        match self.bulk {
            Bulk::Pass { size, .. } => {
                // The header has left already.
                if whole != size {
                    self.fail(MarshalError::Header(
                        "arguments that changed while they were written",
                    ));
                }
            }
            Bulk::Copy | Bulk::Count => self.write_length(self.start + 8, whole - 12),
        }
        let is_partial = self.elsewhere > 0;
        self.finish()?;
        Ok(MessageSize { whole, is_partial })
    }

    /// Whether the next octet is at a multiple of `to`.
    pub(crate) fn is_aligned(&self, to: usize) -> bool {
        (self.position() - self.origin).is_multiple_of(to)
    }

    /// Appends that many zero octets, to be overwritten.
    pub(crate) fn grow(&mut self, bytes: usize) -> &mut [u8] {
        let start = self.out.len();
        self.out.resize(start + bytes, 0);
        &mut self.out[start..]
    }
}
