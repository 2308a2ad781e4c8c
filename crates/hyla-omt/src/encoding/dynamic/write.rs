//! Encoding of dynamic values.

use super::{DynamicType, DynamicValue, NumberFormat, NumberKind, Shape, Variant};
use crate::encoding::{AsciiStr, Encoder};

/// A value that does not match the type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}expected {expected}, found {found}", at(.path))]
pub struct DynamicEncodeError {
    /// Path from the whole value to the part at fault: `Position.Latitude`, `Route[3].Name`.
    pub path: String,
    /// The expected form.
    pub expected: String,
    /// The value found.
    pub found: String,
}

fn at(path: &str) -> String {
    if path.is_empty() {
        String::new()
    } else {
        format!("{path}: ")
    }
}

impl DynamicType {
    /// The encoding of `value`.
    ///
    /// Accepts what [`Self::decode`] gives. An enumerator may be given by its name alone as
    /// [`DynamicValue::Text`], fields of a record in any order.
    ///
    /// # Errors
    /// [`DynamicEncodeError`] when `value` is none of this type.
    pub fn encode(&self, value: &DynamicValue) -> Result<Vec<u8>, DynamicEncodeError> {
        let mut bytes = Vec::new();
        write(self, value, &mut Encoder::new(&mut bytes))?;
        Ok(bytes)
    }
}

fn wrong(expected: impl Into<String>, found: impl ToString) -> DynamicEncodeError {
    DynamicEncodeError {
        path: String::new(),
        expected: expected.into(),
        found: found.to_string(),
    }
}

impl DynamicEncodeError {
    /// The same error, seen from one level up.
    fn within(mut self, part: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') {
            ""
        } else {
            "."
        };
        self.path = format!("{part}{joint}{}", self.path);
        self
    }
}

fn write(
    of: &DynamicType,
    value: &DynamicValue,
    out: &mut Encoder<'_>,
) -> Result<(), DynamicEncodeError> {
    out.align(of.octet_boundary());
    match (&of.0.shape, value) {
        (Shape::Number(format), value) => number(of, *format, value, out),
        (Shape::AsciiChar | Shape::UnicodeChar, DynamicValue::Text(text)) => {
            match characters(of, text, out)? {
                1 => Ok(()),
                count => Err(wrong("one character", format_args!("{count} code units"))),
            }
        }
        (
            Shape::Enumerated {
                format,
                enumerators,
            },
            value,
        ) => {
            let number = match value {
                DynamicValue::Enumerator { value, .. } => *value,
                DynamicValue::Text(name) => {
                    match enumerators.iter().find(|(listed, _)| listed == name) {
                        Some((_, value)) => *value,
                        None => return Err(wrong(format!("an enumerator of {}", of.name()), name)),
                    }
                }
                other => {
                    return Err(wrong(
                        format!("an enumerator of {}", of.name()),
                        other.kind(),
                    ));
                }
            };
            integer(of, *format, number, out)
        }
        (Shape::FixedArray { element, length }, value) => {
            let count = elements(element, value, out)?;
            if count == *length {
                Ok(())
            } else {
                Err(wrong(format!("{length} elements"), count))
            }
        }
        (Shape::VariableArray { element }, value) => {
            let count = count_of(element, value);
            out.put(&i32::try_from(count).map_err(|_| wrong("fewer elements", count))?);
            elements(element, value, out).map(|_| ())
        }
        (Shape::LengthlessArray { element }, value) => elements(element, value, out).map(|_| ()),
        (Shape::NullTerminatedArray { element }, value) => {
            elements(element, value, out)?;
            out.align(element.octet_boundary());
            out.bytes(&vec![0; element.0.min_length]);
            Ok(())
        }
        (Shape::FixedRecord { fields }, DynamicValue::Record(values)) => {
            for (name, of) in fields {
                let (_, value) = values
                    .iter()
                    .find(|(given, _)| given == name)
                    .ok_or_else(|| wrong(format!("field {name}"), "none"))?;
                write(of, value, out).map_err(|error| error.within(name))?;
            }
            match values
                .iter()
                .find(|(given, _)| fields.iter().all(|(name, _)| name != given))
            {
                Some((given, _)) => Err(wrong(format!("only fields of {}", of.name()), given)),
                None => Ok(()),
            }
        }
        (
            Shape::VariantRecord(record),
            DynamicValue::Variant {
                discriminant,
                alternative,
            },
        ) => variant(record, discriminant, alternative.as_ref(), out),
        (Shape::Opaque, DynamicValue::Bytes(bytes)) => {
            out.bytes(bytes);
            Ok(())
        }
        (_, other) => Err(wrong(format!("a value of {}", of.name()), other.kind())),
    }
}

fn variant(
    record: &Variant,
    discriminant: &DynamicValue,
    alternative: Option<&(String, Box<DynamicValue>)>,
    out: &mut Encoder<'_>,
) -> Result<(), DynamicEncodeError> {
    write(&record.discriminant, discriminant, out)?;
    let Some(selector) = record.discriminant.selector(discriminant) else {
        return Err(wrong("a discriminant", discriminant.kind()));
    };
    let chosen = record.alternative(selector);
    let typed = chosen.and_then(|chosen| Some((&chosen.name, chosen.data_type.as_ref()?)));
    match (typed, alternative) {
        (Some((name, of)), Some((given, value))) if name == given => {
            let mut result = Ok(());
            if record.extendable {
                out.with_length(8, |out| result = write(of, value, out));
            } else {
                out.align(record.boundary);
                result = write(of, value, out);
            }
            result.map_err(|error| error.within(name))
        }
        (Some((name, _)), given) => {
            let found = given.map_or("none", |(given, _)| given.as_str());
            Err(wrong(format!("alternative {name}"), found))
        }
        (None, None) => {
            if record.extendable {
                out.with_length(8, |_| {});
            }
            Ok(())
        }
        (None, Some((_, value))) => match &**value {
            DynamicValue::Bytes(bytes) if record.extendable => {
                out.with_length(8, |out| out.bytes(bytes));
                Ok(())
            }
            other => Err(wrong("no alternative", other.kind())),
        },
    }
}

impl DynamicType {
    /// The number of an enumerated value, given as a value or by name.
    fn selector(&self, value: &DynamicValue) -> Option<i128> {
        match (&self.0.shape, value) {
            (_, DynamicValue::Enumerator { value, .. }) => Some(*value),
            (Shape::Enumerated { enumerators, .. }, DynamicValue::Text(name)) => enumerators
                .iter()
                .find_map(|(listed, value)| (listed == name).then_some(*value)),
            _ => None,
        }
    }
}

/// Number of elements of `value`; zero for a value other than an array, which [`elements`] rejects.
fn count_of(element: &DynamicType, value: &DynamicValue) -> usize {
    match (&element.0.shape, value) {
        (Shape::UnicodeChar, DynamicValue::Text(text)) => text.encode_utf16().count(),
        (_, DynamicValue::Text(text)) => text.len(),
        (_, DynamicValue::Bytes(bytes)) => bytes.len(),
        (_, DynamicValue::Array(elements)) => elements.len(),
        _ => 0,
    }
}

/// Writes the elements and gives their number.
fn elements(
    element: &DynamicType,
    value: &DynamicValue,
    out: &mut Encoder<'_>,
) -> Result<usize, DynamicEncodeError> {
    match (&element.0.shape, value) {
        (Shape::AsciiChar | Shape::UnicodeChar, DynamicValue::Text(text)) => {
            out.align(element.octet_boundary());
            characters(element, text, out)
        }
        (Shape::Number(format), DynamicValue::Bytes(bytes)) if format.is_octet() => {
            out.bytes(bytes);
            Ok(bytes.len())
        }
        (_, DynamicValue::Array(values)) => {
            for (index, value) in values.iter().enumerate() {
                write(element, value, out).map_err(|error| error.within(&format!("[{index}]")))?;
            }
            Ok(values.len())
        }
        (_, other) => Err(wrong(
            format!("an array of {}", element.name()),
            other.kind(),
        )),
    }
}

/// Writes the characters without a count and gives the number of code units.
fn characters(
    of: &DynamicType,
    text: &str,
    out: &mut Encoder<'_>,
) -> Result<usize, DynamicEncodeError> {
    if matches!(of.0.shape, Shape::AsciiChar) {
        let text = AsciiStr::new(text).map_err(|error| wrong("ASCII text", error))?;
        out.bytes(text.as_bytes());
        return Ok(text.len());
    }
    let mut count = 0;
    for unit in text.encode_utf16() {
        out.bytes(&unit.to_be_bytes());
        count += 1;
    }
    Ok(count)
}

fn number(
    of: &DynamicType,
    format: NumberFormat,
    value: &DynamicValue,
    out: &mut Encoder<'_>,
) -> Result<(), DynamicEncodeError> {
    match (format.kind, format.bytes, value) {
        (NumberKind::Float, 4, DynamicValue::Float32(number)) => {
            bits(format, number.to_bits().into(), out);
            Ok(())
        }
        (NumberKind::Float, 8, DynamicValue::Float64(number)) => {
            bits(format, number.to_bits(), out);
            Ok(())
        }
        (NumberKind::Octets, size, DynamicValue::Bytes(bytes))
            if size > 2 && size == bytes.len() =>
        {
            out.bytes(bytes);
            Ok(())
        }
        (NumberKind::Float, ..) => Err(wrong(of.name(), value.kind())),
        (_, size, DynamicValue::Integer(number)) if size <= 8 => integer(of, format, *number, out),
        _ => Err(wrong(of.name(), value.kind())),
    }
}

fn integer(
    of: &DynamicType,
    format: NumberFormat,
    number: i128,
    out: &mut Encoder<'_>,
) -> Result<(), DynamicEncodeError> {
    let width = 8 * format.bytes;
    let (least, most) = match format.kind {
        NumberKind::Signed => (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1),
        _ => (0, (1_i128 << width) - 1),
    };
    if !(least..=most).contains(&number) {
        return Err(wrong(
            format!("{} from {least} to {most}", of.name()),
            number,
        ));
    }
    bits(format, number as u64, out);
    Ok(())
}

/// The low bytes of `number` in the order of `format`.
fn bits(format: NumberFormat, number: u64, out: &mut Encoder<'_>) {
    if format.little_endian {
        out.bytes(&number.to_le_bytes()[..format.bytes]);
    } else {
        out.bytes(&number.to_be_bytes()[8 - format.bytes..]);
    }
}
