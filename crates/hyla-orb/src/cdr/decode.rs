//! Reads consecutive values, and checks every length before it is used.

use std::borrow::Cow;

use crate::cdr::{Cdr, CharSet, Format, Limits, MarshalError, Order, Version};

/// Reads values from a message or an encapsulation.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    /// From the origin of alignment.
    bytes: &'a [u8],
    at: usize,
    /// Position of `bytes` in the message: indirections of TypeCodes count across encapsulations.
    base: usize,
    format: Format,
    limits: &'a Limits,
    depth: u32,
    /// Octets of memory left.
    budget: usize,
}

impl<'a> Decoder<'a> {
    /// Reads `bytes` from `at`; alignment counts from their beginning.
    pub fn new(bytes: &'a [u8], at: usize, format: Format, limits: &'a Limits) -> Self {
        Self {
            bytes,
            at: at.min(bytes.len()),
            base: 0,
            format,
            limits,
            depth: 0,
            budget: limits.decoded_bytes,
        }
    }

    /// Format agreed with the writer.
    #[inline]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The same octets in another format.
    #[must_use]
    #[inline]
    pub fn with_format(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// Limits of the reader.
    #[inline]
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Octets that are left.
    #[inline]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Where the next octet lies in the message.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.base + self.at
    }

    /// Continues at a multiple of `to`, a power of two. Beyond the end nothing is left.
    #[inline]
    pub fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to).min(self.bytes.len());
    }

    /// Whether byte order must be swapped.
    #[inline]
    pub fn swaps(&self) -> bool {
        self.format.order != Order::NATIVE
    }

    /// The next octets, unchanged.
    ///
    /// # Errors
    /// [`MarshalError::End`] if there are fewer.
    #[inline]
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], MarshalError> {
        let left = self.left();
        if count > left {
            return Err(MarshalError::End {
                wanted: count,
                left,
            });
        }
        let bytes = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], MarshalError> {
        self.align(N);
        let bytes = self.bytes(N)?;
        Ok(bytes.try_into().expect("as long as was asked"))
    }

    /// One octet.
    ///
    /// # Errors
    /// [`MarshalError::End`].
    #[inline]
    pub fn u8(&mut self) -> Result<u8, MarshalError> {
        Ok(self.bytes(1)?[0])
    }

    /// `unsigned short`.
    ///
    /// # Errors
    /// [`MarshalError::End`].
    #[inline]
    pub fn u16(&mut self) -> Result<u16, MarshalError> {
        let value = u16::from_ne_bytes(self.array()?);
        Ok(if self.swaps() {
            value.swap_bytes()
        } else {
            value
        })
    }

    /// `unsigned long`.
    ///
    /// # Errors
    /// [`MarshalError::End`].
    #[inline]
    pub fn u32(&mut self) -> Result<u32, MarshalError> {
        let value = u32::from_ne_bytes(self.array()?);
        Ok(if self.swaps() {
            value.swap_bytes()
        } else {
            value
        })
    }

    /// `unsigned long long`.
    ///
    /// # Errors
    /// [`MarshalError::End`].
    #[inline]
    pub fn u64(&mut self) -> Result<u64, MarshalError> {
        let value = u64::from_ne_bytes(self.array()?);
        Ok(if self.swaps() {
            value.swap_bytes()
        } else {
            value
        })
    }

    /// A count of elements that take at least `smallest` octets each, and `memory` octets when
    /// read.
    ///
    /// # Errors
    /// [`MarshalError::Count`] if they cannot follow, [`MarshalError::Limit`] if they would take
    /// too much memory.
    pub fn count(&mut self, smallest: usize, memory: usize) -> Result<usize, MarshalError> {
        let count = self.u32()?;
        let left = self.left();
        let elements = usize::try_from(count).unwrap_or(usize::MAX);
        if elements.saturating_mul(smallest) > left {
            return Err(MarshalError::Count { count, left });
        }
        self.claim(elements.saturating_mul(memory))?;
        Ok(elements)
    }

    /// Takes memory out of the message's budget.
    ///
    /// # Errors
    /// [`MarshalError::Limit`].
    pub fn claim(&mut self, bytes: usize) -> Result<(), MarshalError> {
        let limit = self.limits.decoded_bytes;
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(MarshalError::Limit {
                what: "the memory of a message's values",
                asked: limit.saturating_sub(self.budget).saturating_add(bytes),
                limit,
            }),
        }
    }

    /// Reads a nested value of the same kind.
    ///
    /// # Errors
    /// [`MarshalError::Limit`] if the nesting is too deep, and those of `read`.
    pub fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, MarshalError>,
    ) -> Result<T, MarshalError> {
        if self.depth >= self.limits.depth {
            return Err(MarshalError::Limit {
                what: "the depth of values within each other",
                asked: self.depth as usize + 1,
                limit: self.limits.depth as usize,
            });
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// `sequence<octet>`, without a copy.
    ///
    /// # Errors
    /// [`MarshalError::Count`].
    pub fn octets(&mut self) -> Result<&'a [u8], MarshalError> {
        let count = self.count(1, 0)?;
        self.bytes(count)
    }

    /// `sequence<T>`.
    ///
    /// # Errors
    /// Those of the count and of the elements.
    pub fn sequence<T: Cdr>(&mut self, into: &mut Vec<T>) -> Result<(), MarshalError> {
        into.clear();
        let count = self.count(T::MIN_SIZE, size_of::<T>())?;
        self.nested(|from| T::decode_many(from, count, into))
    }

    /// `sequence<T>` as a parameter, without a copy where memory has it as the message does.
    ///
    /// # Errors
    /// Those of the count and of the elements.
    pub fn slice<T: Cdr + Clone>(&mut self) -> Result<Cow<'a, [T]>, MarshalError> {
        let count = self.count(T::MIN_SIZE, 0)?;
        self.nested(|from| T::borrow_many(from, count))
    }

    /// `string`; a copy is made only where its octets are not UTF-8.
    ///
    /// # Errors
    /// [`MarshalError::Unterminated`], [`MarshalError::Nul`], [`MarshalError::CharSet`] and those of the count.
    pub fn str(&mut self) -> Result<Cow<'a, str>, MarshalError> {
        let octets = self.octets()?;
        let Some((0, text)) = octets.split_last() else {
            return Err(MarshalError::Unterminated);
        };
        if text.contains(&0) {
            return Err(MarshalError::Nul);
        }
        match self.format.chars {
            CharSet::Utf8 => match std::str::from_utf8(text) {
                Ok(text) => Ok(Cow::Borrowed(text)),
                Err(_) => Err(MarshalError::CharSet("octets are no characters")),
            },
            CharSet::Latin1 => match std::str::from_utf8(text) {
                Ok(text) if text.is_ascii() => Ok(Cow::Borrowed(text)),
                _ => {
                    self.claim(text.len() * 2)?;
                    Ok(Cow::Owned(text.iter().copied().map(char::from).collect()))
                }
            },
        }
    }

    /// A string of headers and references: as [`Decoder::str`], within the limit of names.
    ///
    /// # Errors
    /// As [`Decoder::str`], and [`MarshalError::Limit`].
    pub(crate) fn name(&mut self) -> Result<Cow<'a, str>, MarshalError> {
        let text = self.str()?;
        let limit = self.limits.name_bytes;
        if text.len() > limit {
            return Err(MarshalError::Limit {
                what: "a name",
                asked: text.len(),
                limit,
            });
        }
        Ok(text)
    }

    /// `wstring`.
    ///
    /// # Errors
    /// [`MarshalError::Wide`], [`MarshalError::CharSet`] and those of the count.
    pub fn wide_string(&mut self) -> Result<String, MarshalError> {
        if self.wide()? == Version::V1_1 {
            let count = self.count(2, 3)?;
            let mut units = Vec::with_capacity(count);
            for _ in 0..count {
                units.push(self.u16()?);
            }
            if units.pop() != Some(0) {
                return Err(MarshalError::Unterminated);
            }
            return text(units.into_iter());
        }
        let count = self.count(1, 3)?;
        let octets = self.bytes(count)?;
        let (pairs, rest) = octets.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(MarshalError::CharSet("an odd number of octets is no text"));
        }
        match pairs {
            [[0xFF, 0xFE], rest @ ..] => text(rest.iter().map(|pair| u16::from_le_bytes(*pair))),
            [[0xFE, 0xFF], rest @ ..] | rest => {
                text(rest.iter().map(|pair| u16::from_be_bytes(*pair)))
            }
        }
    }

    /// `wchar`.
    ///
    /// # Errors
    /// [`MarshalError::Wide`] and [`MarshalError::CharSet`].
    pub fn wide_char(&mut self) -> Result<char, MarshalError> {
        let unit = if self.wide()? == Version::V1_1 {
            self.u16()?
        } else {
            let count = self.u8()?;
            match *self.bytes(count.into())? {
                [a, b] | [0xFE, 0xFF, a, b] => u16::from_be_bytes([a, b]),
                [0xFF, 0xFE, a, b] => u16::from_le_bytes([a, b]),
                _ => return Err(MarshalError::CharSet("a wide character has not two octets")),
            }
        };
        char::from_u32(unit.into()).ok_or(MarshalError::CharSet("half a character stands alone"))
    }

    fn wide(&self) -> Result<Version, MarshalError> {
        let version = self.format.version;
        let why = match version {
            Version::V1_0 => "the version has none",
            _ if !self.format.wide => "no code set was agreed",
            _ => return Ok(version),
        };
        Err(MarshalError::Wide { why, version })
    }

    /// Reads an encapsulation with `read`, which shares the remaining memory and depth.
    ///
    /// # Errors
    /// Those of the length and of `read`.
    pub fn encapsulation<T>(
        &mut self,
        read: impl FnOnce(&mut Decoder<'a>) -> Result<T, MarshalError>,
    ) -> Result<T, MarshalError> {
        let bytes = self.octets()?;
        let base = self.position() - bytes.len();
        let order = Order::of_flag(bytes.first().copied().unwrap_or(0));
        let mut inner = Decoder {
            bytes,
            at: bytes.len().min(1),
            base,
            format: Format {
                order,
                ..self.format
            },
            limits: self.limits,
            depth: self.depth,
            budget: self.budget,
        };
        let value = inner.nested(read)?;
        self.budget = inner.budget;
        Ok(value)
    }

    /// Reads octets as an encapsulation.
    pub(crate) fn of_encapsulation(bytes: &'a [u8], limits: &'a Limits) -> Self {
        let format = Format {
            order: Order::of_flag(bytes.first().copied().unwrap_or(0)),
            // Headers and references are plain text.
            chars: CharSet::Latin1,
            ..Format::default()
        };
        Self::new(bytes, 1, format, limits)
    }

    /// Whether the next octet is at a multiple of `to`.
    pub(crate) fn is_aligned(&self, to: usize) -> bool {
        self.at.is_multiple_of(to)
    }
}

fn text(units: impl Iterator<Item = u16>) -> Result<String, MarshalError> {
    char::decode_utf16(units)
        .collect::<Result<_, _>>()
        .map_err(|_| MarshalError::CharSet("half a character stands alone"))
}
