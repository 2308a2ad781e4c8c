//! Mapping of IDL types to Rust types.

use std::borrow::Cow;

use crate::cdr::{Block, Decoder, Encoder, MarshalError, Order};

/// A value that can be sent.
///
/// | IDL | Rust |
/// |---|---|
/// | `boolean`, `octet`, `char` | `bool`, `u8`, `u8` (an octet of the agreed code set) |
/// | `short` .. `unsigned long long` | `i16` .. `u64` |
/// | `float`, `double` | `f32`, `f64` |
/// | `string`, `wstring`, `wchar` | `String`, [`WString`](crate::cdr::WString), `char` |
/// | `sequence<T>`, `T[n]` | `Vec<T>`, `[T; N]` |
pub trait Cdr: Sized {
    /// Smallest number of octets of a value; a count of elements is checked against it.
    const MIN_SIZE: usize;

    /// Writes the value.
    fn encode(&self, to: &mut Encoder<'_>);

    /// Reads a value.
    ///
    /// # Errors
    /// Malformed octets.
    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError>;

    /// Reads a value over this one, and reuses its memory where possible.
    ///
    /// # Errors
    /// Malformed octets.
    fn decode_into(&mut self, from: &mut Decoder<'_>) -> Result<(), MarshalError> {
        *self = Self::decode(from)?;
        Ok(())
    }

    /// Writes consecutive values, without their number.
    fn encode_slice(values: &[Self], to: &mut Encoder<'_>) {
        for value in values {
            value.encode(to);
        }
    }

    /// Appends `count` values, which was checked, to `into`.
    ///
    /// # Errors
    /// Malformed octets.
    fn decode_many(
        from: &mut Decoder<'_>,
        count: usize,
        into: &mut Vec<Self>,
    ) -> Result<(), MarshalError> {
        into.reserve(count);
        for _ in 0..count {
            into.push(Self::decode(from)?);
        }
        Ok(())
    }

    /// Reads `count` values, which was checked, without a copy where memory has them as the message
    /// does.
    ///
    /// # Errors
    /// Malformed octets.
    fn borrow_many<'a>(
        from: &mut Decoder<'a>,
        count: usize,
    ) -> Result<Cow<'a, [Self]>, MarshalError>
    where
        Self: Clone,
    {
        from.claim(count.saturating_mul(size_of::<Self>()))?;
        let mut values = Vec::new();
        Self::decode_many(from, count, &mut values)?;
        Ok(Cow::Owned(values))
    }

    /// Reads `N` values.
    ///
    /// # Errors
    /// Malformed octets.
    fn decode_array<const N: usize>(from: &mut Decoder<'_>) -> Result<[Self; N], MarshalError> {
        let mut error = None;
        let values: [Option<Self>; N] = std::array::from_fn(|_| {
            if error.is_some() {
                return None;
            }
            Self::decode(from).map_err(|why| error = Some(why)).ok()
        });
        match error {
            Some(error) => Err(error),
            None => Ok(values.map(|value| value.expect("there was no error"))),
        }
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Block for $number {
            const ALIGN: usize = size_of::<Self>();
            const FIRST: usize = size_of::<Self>();
            const SIZE: usize = size_of::<Self>();

            #[inline(always)]
            fn put<const SWAP: bool>(&self, to: &mut [u8]) {
                // Arrays, since copies of slices are not always inlined into the loop.
                let to: &mut [u8; size_of::<Self>()] =
                    to.first_chunk_mut().expect("a block has its size");
                *to = match SWAP == cfg!(target_endian = "little") {
                    true => self.to_be_bytes(),
                    false => self.to_le_bytes(),
                };
            }

            #[inline(always)]
            fn take<const SWAP: bool>(from: &[u8]) -> Result<Self, MarshalError> {
                let from: &[u8; size_of::<Self>()] =
                    from.first_chunk().expect("a block has its size");
                Ok(match SWAP == cfg!(target_endian = "little") {
                    true => Self::from_be_bytes(*from),
                    false => Self::from_le_bytes(*from),
                })
            }
        }

        impl Cdr for $number {
            const MIN_SIZE: usize = size_of::<Self>();

            #[inline]
            fn encode(&self, to: &mut Encoder<'_>) {
                to.align(size_of::<Self>());
                to.bytes(&match to.format().order {
                    Order::Big => self.to_be_bytes(),
                    Order::Little => self.to_le_bytes(),
                });
            }

            #[inline]
            fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
                from.align(size_of::<Self>());
                let swaps = from.swaps();
                let octets = from.bytes(size_of::<Self>())?;
                if swaps { Self::take::<true>(octets) } else { Self::take::<false>(octets) }
            }

            fn encode_slice(values: &[Self], to: &mut Encoder<'_>) {
                // An empty sequence has no gap after its count.
                if values.is_empty() {
                    return;
                }
                to.align(size_of::<Self>());
                if to.swaps() {
                    to.blocks(values, |value, to| value.encode(to));
                } else {
                    to.bulk(bytemuck::cast_slice(values));
                }
            }

            fn borrow_many<'a>(
                from: &mut Decoder<'a>,
                count: usize,
            ) -> Result<Cow<'a, [Self]>, MarshalError> {
                // Octets of a message are not always aligned in memory as in the message.
                if count > 0 && !from.swaps() {
                    let mut ahead = from.clone();
                    ahead.align(size_of::<Self>());
                    let octets = ahead.bytes(count.saturating_mul(size_of::<Self>()))?;
                    if let Ok(values) = bytemuck::try_cast_slice(octets) {
                        *from = ahead;
                        return Ok(Cow::Borrowed(values));
                    }
                }
                from.claim(count.saturating_mul(size_of::<Self>()))?;
                let mut values = Vec::new();
                Self::decode_many(from, count, &mut values)?;
                Ok(Cow::Owned(values))
            }

            fn decode_many(
                from: &mut Decoder<'_>,
                count: usize,
                into: &mut Vec<Self>,
            ) -> Result<(), MarshalError> {
                if count == 0 {
                    return Ok(());
                }
                from.align(size_of::<Self>());
                if from.swaps() {
                    return from.blocks(count, into, Self::decode);
                }
                let octets = from.bytes(count.saturating_mul(size_of::<Self>()))?;
                let start = into.len();
                into.resize(start + count, <$number>::default());
                bytemuck::cast_slice_mut(&mut into[start..]).copy_from_slice(octets);
                Ok(())
            }

            fn decode_array<const N: usize>(
                from: &mut Decoder<'_>,
            ) -> Result<[Self; N], MarshalError> {
                from.align(size_of::<Self>());
                let swaps = from.swaps();
                let octets = from.bytes(N * size_of::<Self>())?;
                let mut values = [<$number>::default(); N];
                bytemuck::cast_slice_mut(&mut values).copy_from_slice(octets);
                if swaps {
                    for value in &mut values {
                        *value = match Order::NATIVE {
                            Order::Little => Self::from_be_bytes(value.to_le_bytes()),
                            Order::Big => Self::from_le_bytes(value.to_be_bytes()),
                        };
                    }
                }
                Ok(values)
            }
        }
    )*};
}

numbers!(u8, i16, u16, i32, u32, i64, u64, f32, f64);

impl Block for bool {
    const ALIGN: usize = 1;
    const FIRST: usize = 1;
    const SIZE: usize = 1;

    #[inline(always)]
    fn put<const SWAP: bool>(&self, to: &mut [u8]) {
        to[0] = u8::from(*self);
    }

    #[inline(always)]
    fn take<const SWAP: bool>(from: &[u8]) -> Result<Self, MarshalError> {
        // Like omniORB, treats every octet other than 0 as true.
        Ok(from[0] != 0)
    }
}

impl Cdr for bool {
    const MIN_SIZE: usize = 1;

    #[inline]
    fn encode(&self, to: &mut Encoder<'_>) {
        to.u8(u8::from(*self));
    }

    #[inline]
    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        Ok(from.u8()? != 0)
    }
}

impl Cdr for char {
    const MIN_SIZE: usize = 2;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.wide_char(*self);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        from.wide_char()
    }
}

impl Cdr for String {
    const MIN_SIZE: usize = 5;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.string(self);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        let text = from.str()?;
        from.claim(text.len())?;
        Ok(text.into_owned())
    }

    fn decode_into(&mut self, from: &mut Decoder<'_>) -> Result<(), MarshalError> {
        let text = from.str()?;
        from.claim(text.len())?;
        self.clear();
        self.push_str(&text);
        Ok(())
    }
}

impl<T: Cdr> Cdr for Vec<T> {
    const MIN_SIZE: usize = 4;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.sequence(self);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        let mut values = Self::new();
        from.sequence(&mut values)?;
        Ok(values)
    }

    fn decode_into(&mut self, from: &mut Decoder<'_>) -> Result<(), MarshalError> {
        from.sequence(self)
    }
}

impl<T: Cdr, const N: usize> Cdr for [T; N] {
    const MIN_SIZE: usize = T::MIN_SIZE * N;

    fn encode(&self, to: &mut Encoder<'_>) {
        T::encode_slice(self, to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        T::decode_array(from)
    }
}
