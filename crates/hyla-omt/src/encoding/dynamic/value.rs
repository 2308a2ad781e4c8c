//! A decoded value as a tree, and its text.

use std::fmt;

/// A value of a [`DynamicType`](super::DynamicType).
///
/// Displays on one line; `{:#}` gives records and arrays a line for each part.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DynamicValue {
    /// An integer of any size, with or without sign.
    Integer(i128),
    /// A single-precision number.
    Float32(f32),
    /// A double-precision number.
    Float64(f64),
    /// A character, or an array of characters.
    Text(String),
    /// Octets without a meaning as a number or text.
    Bytes(Vec<u8>),
    /// A value of an enumerated type.
    Enumerator {
        /// Name of the enumerator; `None` when none has the value.
        name: Option<String>,
        /// The number.
        value: i128,
    },
    /// Elements of an array.
    Array(Vec<DynamicValue>),
    /// Fields of a fixed record, by name and in order.
    Record(Vec<(String, DynamicValue)>),
    /// A variant record.
    Variant {
        /// An [`Self::Enumerator`].
        discriminant: Box<DynamicValue>,
        /// Name and value of the alternative, when the discriminant has one. An alternative that
        /// the object model does not know has an empty name and its bytes.
        alternative: Option<(String, Box<DynamicValue>)>,
    },
}

impl DynamicValue {
    /// The field or alternative of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&DynamicValue> {
        match self {
            Self::Record(fields) => fields
                .iter()
                .find_map(|(field, value)| (field == name).then_some(value)),
            Self::Variant {
                alternative: Some((alternative, value)),
                ..
            } => (alternative == name).then_some(value),
            _ => None,
        }
    }

    /// Kind of the value, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Integer(_) => "an integer",
            Self::Float32(_) | Self::Float64(_) => "a floating-point number",
            Self::Text(_) => "text",
            Self::Bytes(_) => "bytes",
            Self::Enumerator { .. } => "an enumerator",
            Self::Array(_) => "an array",
            Self::Record(_) => "a record",
            Self::Variant { .. } => "a variant record",
        }
    }
}

/// Bytes shown before the rest of a long value is summed up.
const SHOWN_BYTES: usize = 64;

impl fmt::Display for DynamicValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => number.fmt(f),
            Self::Float32(number) => write!(f, "{number}"),
            Self::Float64(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Bytes(bytes) => write_bytes(f, bytes),
            Self::Enumerator {
                name: Some(name), ..
            } => f.write_str(name),
            Self::Enumerator { name: None, value } => write!(f, "{value} (no enumerator)"),
            Self::Array(elements) => {
                let parts = elements.iter().map(|element| ("", element));
                write_parts(f, '[', parts, ']')
            }
            Self::Record(fields) => {
                let parts = fields.iter().map(|(name, value)| (name.as_str(), value));
                write_parts(f, '{', parts, '}')
            }
            Self::Variant {
                discriminant,
                alternative: None,
            } => discriminant.fmt(f),
            Self::Variant {
                discriminant,
                alternative: Some((name, value)),
            } => {
                write!(f, "{discriminant} ")?;
                write_parts(f, '{', std::iter::once((name.as_str(), &**value)), '}')
            }
        }
    }
}

fn write_bytes(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str("0x")?;
    for byte in bytes.iter().take(SHOWN_BYTES) {
        write!(f, "{byte:02X}")?;
    }
    if bytes.len() > SHOWN_BYTES {
        write!(f, "... ({} bytes)", bytes.len())?;
    }
    Ok(())
}

fn write_parts<'v>(
    f: &mut fmt::Formatter<'_>,
    open: char,
    parts: impl Iterator<Item = (&'v str, &'v DynamicValue)>,
    close: char,
) -> fmt::Result {
    use fmt::Write as _;

    write!(f, "{open}")?;
    let mut any = false;
    for (name, value) in parts {
        let text = if f.alternate() {
            format!("{value:#}")
        } else {
            value.to_string()
        };
        let label = if name.is_empty() {
            String::new()
        } else {
            format!("{name}: ")
        };
        if f.alternate() {
            let text = text.replace('\n', "\n    ");
            write!(f, "\n    {label}{text}")?;
        } else {
            write!(f, "{}{label}{text}", if any { ", " } else { "" })?;
        }
        any = true;
    }
    if any && f.alternate() {
        f.write_char('\n')?;
    }
    write!(f, "{close}")
}
