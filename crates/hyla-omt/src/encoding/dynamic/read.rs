//! Decoding of dynamic values.

use super::{DynamicType, DynamicValue, NumberFormat, NumberKind, Shape, Variant};
use crate::encoding::{AsciiStr, Decode, DecodeError, Decoder};

impl DynamicType {
    /// The value that `bytes` encode.
    ///
    /// Zero bytes after the value are accepted up to the next multiple of its octet boundary.
    ///
    /// # Errors
    /// [`DecodeError`] when `bytes` are no such value or more than one.
    pub fn decode(&self, bytes: &[u8]) -> Result<DynamicValue, DecodeError> {
        let mut input = Decoder::new(bytes);
        let budget = bytes
            .len()
            .saturating_mul(VALUES_PER_BYTE)
            .saturating_add(FREE_VALUES);
        let mut reader = Reader { budget };
        let value = reader.value(self, &mut input)?;
        input.finish(self.octet_boundary())?;
        Ok(value)
    }
}

/// Most values, nested ones included, per byte: one byte at the bottom of every level of a type.
const VALUES_PER_BYTE: usize = 64;

/// Most values without bytes.
const FREE_VALUES: usize = 65_536;

struct Reader {
    /// Values that may still be made, so that types without bytes cannot multiply endlessly.
    budget: usize,
}

impl Reader {
    fn value(
        &mut self,
        of: &DynamicType,
        input: &mut Decoder<'_>,
    ) -> Result<DynamicValue, DecodeError> {
        input.nested(|input| {
            input.align(of.octet_boundary())?;
            self.spend(1, input)?;
            self.shape(of, input)
        })
    }

    fn spend(&mut self, values: usize, input: &Decoder<'_>) -> Result<(), DecodeError> {
        match self.budget.checked_sub(values) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(input.wrong_value(0, "fewer values", "too many for the number of bytes")),
        }
    }

    fn shape(
        &mut self,
        of: &DynamicType,
        input: &mut Decoder<'_>,
    ) -> Result<DynamicValue, DecodeError> {
        match &of.0.shape {
            Shape::Number(format) => number(*format, input),
            Shape::AsciiChar | Shape::UnicodeChar => characters(of, 1, input),
            Shape::Enumerated {
                format,
                enumerators,
            } => {
                let value = integer(*format, input)?;
                let named = enumerators.iter().find(|(_, listed)| *listed == value);
                let name = named.map(|(name, _)| name.clone());
                Ok(DynamicValue::Enumerator { name, value })
            }
            Shape::FixedArray { element, length } => self.elements(element, *length, input),
            Shape::VariableArray { element } => {
                let count = input.count_of(element.0.min_length)?;
                self.elements(element, count, input)
            }
            Shape::LengthlessArray { element } => self.lengthless(element, input),
            Shape::NullTerminatedArray { element } => self.null_terminated(element, input),
            Shape::FixedRecord { fields } => fields
                .iter()
                .map(|(name, of)| Ok((name.clone(), self.value(of, input)?)))
                .collect::<Result<_, _>>()
                .map(DynamicValue::Record),
            Shape::VariantRecord(variant) => self.variant(variant, input),
            Shape::Opaque => Ok(DynamicValue::Bytes(input.rest().to_vec())),
        }
    }

    fn elements(
        &mut self,
        element: &DynamicType,
        count: usize,
        input: &mut Decoder<'_>,
    ) -> Result<DynamicValue, DecodeError> {
        match element.0.shape {
            Shape::AsciiChar | Shape::UnicodeChar => return characters(element, count, input),
            Shape::Number(format) if format.is_octet() => {
                return Ok(DynamicValue::Bytes(input.take(count, "octets")?.to_vec()));
            }
            _ => {}
        }
        // Also bounds the allocation for a fixed array of a large cardinality.
        self.spend(count, input)?;
        self.budget += count;
        let mut elements = Vec::new();
        for _ in 0..count {
            elements.push(self.value(element, input)?);
        }
        Ok(DynamicValue::Array(elements))
    }

    fn lengthless(
        &mut self,
        element: &DynamicType,
        input: &mut Decoder<'_>,
    ) -> Result<DynamicValue, DecodeError> {
        if element.is_simple() {
            return self.elements(element, input.remaining() / element.0.min_length, input);
        }
        let mut elements = Vec::new();
        while input.remaining() > 0 {
            elements.push(self.value(element, input)?);
        }
        Ok(DynamicValue::Array(elements))
    }

    fn null_terminated(
        &mut self,
        element: &DynamicType,
        input: &mut Decoder<'_>,
    ) -> Result<DynamicValue, DecodeError> {
        let mut ahead = input.clone();
        let mut count = 0;
        loop {
            let begin = ahead.offset();
            self.value(element, &mut ahead)?;
            let length = ahead.offset() - begin;
            let mut again = input.clone();
            again.take(begin - input.offset(), "elements")?;
            if again
                .take(length, "an element")?
                .iter()
                .all(|&byte| byte == 0)
            {
                break;
            }
            count += 1;
        }
        let value = self.elements(element, count, input)?;
        self.value(element, input)?;
        Ok(value)
    }

    fn variant(
        &mut self,
        variant: &Variant,
        input: &mut Decoder<'_>,
    ) -> Result<DynamicValue, DecodeError> {
        let discriminant = self.value(&variant.discriminant, input)?;
        let DynamicValue::Enumerator {
            value: selector, ..
        } = discriminant
        else {
            return Err(input.wrong_value(0, "an enumerated discriminant", discriminant));
        };
        let discriminant = Box::new(discriminant);
        let chosen = variant.alternative(selector);
        let typed = chosen.and_then(|chosen| Some((&chosen.name, chosen.data_type.as_ref()?)));

        if !variant.extendable {
            let Some((name, of)) = typed else {
                return Ok(DynamicValue::Variant {
                    discriminant,
                    alternative: None,
                });
            };
            input.align(variant.boundary)?;
            let value = Box::new(self.value(of, input)?);
            return Ok(DynamicValue::Variant {
                discriminant,
                alternative: Some((name.clone(), value)),
            });
        }

        let alternative = match (typed, input.with_length(8)?) {
            (Some((name, of)), Some(mut content)) => {
                let value = self.value(of, &mut content)?;
                content.finish(of.octet_boundary())?;
                Some((name.clone(), Box::new(value)))
            }
            (Some((name, of)), None) if of.0.min_length == 0 => Some((
                name.clone(),
                Box::new(self.value(of, &mut Decoder::new(&[]))?),
            )),
            (Some((name, _)), None) => {
                return Err(input.wrong_value(4, format!("alternative {name}"), "length 0"));
            }
            (None, Some(mut content)) => Some((
                String::new(),
                Box::new(DynamicValue::Bytes(content.rest().to_vec())),
            )),
            (None, None) => None,
        };
        Ok(DynamicValue::Variant {
            discriminant,
            alternative,
        })
    }
}

impl DynamicType {
    /// Whether every value has the same length and boundary, and no parts.
    pub(super) fn is_simple(&self) -> bool {
        matches!(
            self.0.shape,
            Shape::Number(_) | Shape::AsciiChar | Shape::UnicodeChar | Shape::Enumerated { .. }
        ) && self.0.min_length == self.0.boundary
    }
}

impl NumberFormat {
    /// A single octet that stands for itself.
    pub(super) fn is_octet(self) -> bool {
        self.kind == NumberKind::Octets && self.bytes == 1
    }
}

fn number(format: NumberFormat, input: &mut Decoder<'_>) -> Result<DynamicValue, DecodeError> {
    match (format.kind, format.bytes) {
        (NumberKind::Float, 4) => {
            let bits = u32::try_from(unsigned(format, input)?).expect("four bytes were read");
            Ok(DynamicValue::Float32(f32::from_bits(bits)))
        }
        (NumberKind::Float, _) => Ok(DynamicValue::Float64(f64::from_bits(unsigned(
            format, input,
        )?))),
        (NumberKind::Octets, bytes) if bytes > 2 => {
            Ok(DynamicValue::Bytes(input.take(bytes, "octets")?.to_vec()))
        }
        _ => integer(format, input).map(DynamicValue::Integer),
    }
}

fn integer(format: NumberFormat, input: &mut Decoder<'_>) -> Result<i128, DecodeError> {
    let bits = unsigned(format, input)?;
    if format.kind != NumberKind::Signed {
        return Ok(bits.into());
    }
    // The sign bit is moved to the top and back, which fills the upper bits with it.
    let shift = 64 - 8 * format.bytes as u32;
    Ok(((bits << shift).cast_signed() >> shift).into())
}

fn unsigned(format: NumberFormat, input: &mut Decoder<'_>) -> Result<u64, DecodeError> {
    let bytes = input.take(format.bytes, "a number")?;
    let join = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
    Ok(if format.little_endian {
        bytes.iter().rev().fold(0, join)
    } else {
        bytes.iter().fold(0, join)
    })
}

/// Text of `count` characters, or of a single one.
fn characters(
    of: &DynamicType,
    count: usize,
    input: &mut Decoder<'_>,
) -> Result<DynamicValue, DecodeError> {
    let width = of.0.min_length;
    let bytes = input.take(count.saturating_mul(width), "characters")?;
    // The static decoders want a count before the characters.
    let mut counted = Vec::with_capacity(4 + bytes.len());
    let fits = i32::try_from(count).map_err(|_| input.wrong_value(0, "fewer characters", count))?;
    counted.extend(fits.to_be_bytes());
    counted.extend(bytes);
    let mut text = Decoder::new(&counted);
    let decoded = if width == 1 {
        AsciiStr::decode_from(&mut text).map(|text| text.as_str().to_owned())
    } else {
        String::decode_from(&mut text)
    };
    decoded
        .map(DynamicValue::Text)
        .map_err(|error| match error {
            DecodeError::Value {
                offset,
                expected,
                found,
            } => {
                let offset = input.offset() + offset - counted.len();
                DecodeError::Value {
                    offset,
                    expected,
                    found,
                }
            }
            other => other,
        })
}
