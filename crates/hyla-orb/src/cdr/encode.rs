//! Writes consecutive values into a buffer.

use crate::cdr::{Cdr, CharSet, Format, Limits, MarshalError, Order, Version};

/// Writes values. [`Encoder::finish`] reports the first error, so that marshallers need not check
/// after each value.
#[derive(Debug)]
pub struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    /// Origin of alignment: the start of the message or encapsulation.
    origin: usize,
    format: Format,
    limits: &'a Limits,
    error: Option<MarshalError>,
    /// End of a message's header, and start of its body.
    body: (usize, usize),
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
            origin: 0,
            format,
            limits,
            error: None,
            body: (0, 0),
        }
    }

    /// Format agreed with the reader.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Octets so far, from the beginning of the buffer.
    pub fn position(&self) -> usize {
        self.out.len()
    }

    /// Records the first error.
    pub fn fail(&mut self, error: MarshalError) {
        self.error.get_or_insert(error);
    }

    /// Ends writing.
    ///
    /// # Errors
    /// The first error; the buffer then holds no message.
    pub fn finish(mut self) -> Result<(), MarshalError> {
        let bytes = self.out.len();
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
        let gap = (self.out.len() - self.origin).wrapping_neg() & (to - 1);
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
                self.length(units * 2);
                // Without a byte-order mark the most significant octet comes first, in every byte
                // order.
                for unit in text.encode_utf16() {
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
        self.origin = self.out.len();
        self.u8(self.format.order.flag());
        mark
    }

    /// Ends it and writes its length.
    pub fn end_encapsulation(&mut self, mark: LengthMark) {
        let length = self.out.len() - mark.at - 4;
        self.origin = mark.origin;
        match u32::try_from(length) {
            Ok(length) => {
                let length = if self.swaps() {
                    length.swap_bytes()
                } else {
                    length
                };
                self.out[mark.at..mark.at + 4].copy_from_slice(&length.to_ne_bytes());
            }
            Err(_) => self.fail(MarshalError::TooLong(length)),
        }
    }

    /// Ends the header of a message and begins its body, at a multiple of `to`.
    pub(crate) fn begin_body(&mut self, to: usize) {
        let header = self.out.len();
        self.align(to);
        self.body = (header, self.out.len());
    }

    /// Ends a message and writes its length into its header. Removes the gap before an empty body.
    ///
    /// # Errors
    /// The first error; the buffer then holds no message.
    pub fn finish_message(mut self) -> Result<(), MarshalError> {
        let (header, body) = self.body;
        if self.out.len() == body {
            self.out.truncate(header);
        }
        let size = self.out.len() - 12;
        match u32::try_from(size) {
            Ok(size) => {
                let size = if self.swaps() {
                    size.swap_bytes()
                } else {
                    size
                };
                self.out[8..12].copy_from_slice(&size.to_ne_bytes());
            }
            Err(_) => self.fail(MarshalError::TooLong(size)),
        }
        self.finish()
    }

    /// Whether the next octet is at a multiple of `to`.
    pub(crate) fn is_aligned(&self, to: usize) -> bool {
        (self.out.len() - self.origin).is_multiple_of(to)
    }

    /// Appends that many zero octets, to be overwritten.
    pub(crate) fn grow(&mut self, bytes: usize) -> &mut [u8] {
        let start = self.out.len();
        self.out.resize(start + bytes, 0);
        &mut self.out[start..]
    }
}
