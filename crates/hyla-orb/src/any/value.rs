//! Values whose type is known only at run time.

use std::sync::Arc;

use crate::any::Any;
use crate::any::typecode::{StructCode, TypeCode, UnionCode};
use crate::cdr::{Cdr, Decoder, Encoder, MarshalError, WString, fixed};
use crate::reference::Reference;

/// A value of a [`TypeCode`].
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "most are the keywords of IDL")]
#[non_exhaustive]
pub enum Value {
    /// Of `null` and `void`.
    Nothing,
    Short(i16),
    Long(i32),
    UnsignedShort(u16),
    UnsignedLong(u32),
    LongLong(i64),
    UnsignedLongLong(u64),
    Float(f32),
    Double(f64),
    Boolean(bool),
    Char(u8),
    WideChar(char),
    Octet(u8),
    Any(Box<Any>),
    TypeCode(TypeCode),
    String(String),
    WideString(WString),
    /// Number of smallest units.
    Fixed(i128),
    /// Sequence or array of octets.
    Octets(Vec<u8>),
    /// Sequence or array of something else.
    Elements(Vec<Value>),
    Reference(Reference),
    /// Members of a struct or exception. An exception travels without its identifier.
    Struct(Vec<Value>),
    /// Discriminator and member, if it selects one.
    Union(Box<(Value, Option<Value>)>),
    /// Ordinal.
    Enum(u32),
}

/// An enclosing struct or union, for resolving recursive types.
#[derive(Clone)]
enum EnclosingType {
    Struct(Arc<StructCode>),
    Union(Arc<UnionCode>),
}

/// The type with that identifier, and its enclosing types.
fn recursive(
    id: &str,
    open: &[EnclosingType],
) -> Result<(TypeCode, Vec<EnclosingType>), MarshalError> {
    let found = open.iter().rposition(|around| match around {
        EnclosingType::Struct(code) => code.id == id,
        EnclosingType::Union(code) => code.id == id,
    });
    let at = found.ok_or(MarshalError::Mismatch)?;
    let code = match &open[at] {
        EnclosingType::Struct(code) => TypeCode::Struct(Arc::clone(code)),
        EnclosingType::Union(code) => TypeCode::Union(Arc::clone(code)),
    };
    Ok((code, open[..at].to_vec()))
}

/// Index of the member that a discriminator selects.
fn selected(code: &UnionCode, discriminator: &Value) -> Option<usize> {
    let default = usize::try_from(code.default).ok();
    let mut cases = code.cases.iter().enumerate();
    let labelled = cases.find(|(at, case)| Some(*at) != default && case.label == *discriminator);
    labelled
        .map(|(at, _)| at)
        .or(default.filter(|&at| at < code.cases.len()))
}

/// Writes a value of that type; a value of another type makes the encoder fail.
pub fn encode_value(code: &TypeCode, value: &Value, to: &mut Encoder<'_>) {
    write(code, value, &mut Vec::new(), to);
}

fn write(code: &TypeCode, value: &Value, open: &mut Vec<EnclosingType>, to: &mut Encoder<'_>) {
    match (code.unaliased(), value) {
        (TypeCode::Null | TypeCode::Void, Value::Nothing) => {}
        (TypeCode::Short, Value::Short(value)) => value.encode(to),
        (TypeCode::Long, Value::Long(value)) => value.encode(to),
        (TypeCode::UnsignedShort, Value::UnsignedShort(value)) => value.encode(to),
        (TypeCode::UnsignedLong, Value::UnsignedLong(value)) => value.encode(to),
        (TypeCode::LongLong, Value::LongLong(value)) => value.encode(to),
        (TypeCode::UnsignedLongLong, Value::UnsignedLongLong(value)) => value.encode(to),
        (TypeCode::Float, Value::Float(value)) => value.encode(to),
        (TypeCode::Double, Value::Double(value)) => value.encode(to),
        (TypeCode::Boolean, Value::Boolean(value)) => value.encode(to),
        (TypeCode::Char, Value::Char(value)) | (TypeCode::Octet, Value::Octet(value)) => {
            value.encode(to);
        }
        (TypeCode::WideChar, Value::WideChar(value)) => value.encode(to),
        (TypeCode::Any, Value::Any(value)) => value.encode(to),
        (TypeCode::TypeCode, Value::TypeCode(value)) => value.encode(to),
        (TypeCode::String(bound), Value::String(value)) => {
            bounded(*bound, value.len(), to);
            value.encode(to);
        }
        (TypeCode::WideString(bound), Value::WideString(value)) => {
            bounded(*bound, value.chars().count(), to);
            value.encode(to);
        }
        (TypeCode::Fixed(digits, _), Value::Fixed(units)) => fixed::encode(*units, *digits, to),
        (TypeCode::Sequence(content, bound), Value::Octets(octets)) if is_octet(content) => {
            bounded(*bound, octets.len(), to);
            to.octets(octets);
        }
        (TypeCode::Array(content, length), Value::Octets(octets)) if is_octet(content) => {
            exactly(*length, octets.len(), to);
            to.bytes(octets);
        }
        (TypeCode::Sequence(content, bound), Value::Elements(values)) => {
            bounded(*bound, values.len(), to);
            to.length(values.len());
            for value in values {
                write(content, value, open, to);
            }
        }
        (TypeCode::Array(content, length), Value::Elements(values)) => {
            exactly(*length, values.len(), to);
            for value in values {
                write(content, value, open, to);
            }
        }
        (TypeCode::Reference(_), Value::Reference(value)) => value.encode(to),
        (TypeCode::Enum(code), Value::Enum(ordinal)) => {
            let count = u32::try_from(code.values.len()).unwrap_or(u32::MAX);
            if *ordinal >= count {
                to.fail(MarshalError::Enum {
                    value: *ordinal,
                    count,
                });
            }
            to.u32(*ordinal);
        }
        (TypeCode::Struct(code) | TypeCode::Exception(code), Value::Struct(values)) => {
            if code.members.len() != values.len() {
                return to.fail(MarshalError::Mismatch);
            }
            open.push(EnclosingType::Struct(Arc::clone(code)));
            for ((_, member), value) in code.members.iter().zip(values) {
                write(member, value, open, to);
            }
            open.pop();
        }
        (TypeCode::Union(code), Value::Union(value)) => {
            let (discriminator, member) = &**value;
            write(&code.discriminator, discriminator, open, to);
            match (selected(code, discriminator), member) {
                (Some(at), Some(member)) => {
                    open.push(EnclosingType::Union(Arc::clone(code)));
                    write(&code.cases[at].ty, member, open, to);
                    open.pop();
                }
                (None, None) => {}
                _ => to.fail(MarshalError::Discriminator),
            }
        }
        (TypeCode::Recursive(id), value) => match recursive(id, open) {
            Ok((code, mut around)) => write(&code, value, &mut around, to),
            Err(error) => to.fail(error),
        },
        _ => to.fail(MarshalError::Mismatch),
    }
}

fn is_octet(code: &TypeCode) -> bool {
    matches!(code.unaliased(), TypeCode::Octet)
}

fn bounded(bound: u32, length: usize, to: &mut Encoder<'_>) {
    let bound = usize::try_from(bound).unwrap_or(usize::MAX);
    if bound > 0 && length > bound {
        to.fail(MarshalError::Bound { length, bound });
    }
}

fn exactly(expected: u32, length: usize, to: &mut Encoder<'_>) {
    if usize::try_from(expected) != Ok(length) {
        to.fail(MarshalError::Mismatch);
    }
}

/// Reads a value of that type.
///
/// # Errors
/// Malformed octets; [`MarshalError::Limit`] for a value that exceeds the limits of depth or size.
pub fn decode_value(code: &TypeCode, from: &mut Decoder<'_>) -> Result<Value, MarshalError> {
    read(code, &mut Vec::new(), from)
}

fn read(
    code: &TypeCode,
    open: &mut Vec<EnclosingType>,
    from: &mut Decoder<'_>,
) -> Result<Value, MarshalError> {
    // Values without octets, such as empty structs, still take memory and time.
    from.claim(size_of::<Value>())?;
    from.nested(|from| read_inside(code, open, from))
}

fn read_inside(
    code: &TypeCode,
    open: &mut Vec<EnclosingType>,
    from: &mut Decoder<'_>,
) -> Result<Value, MarshalError> {
    Ok(match code {
        TypeCode::Alias(alias) => read_inside(&alias.content, open, from)?,
        TypeCode::Null | TypeCode::Void => Value::Nothing,
        TypeCode::Short => Value::Short(Cdr::decode(from)?),
        TypeCode::Long => Value::Long(Cdr::decode(from)?),
        TypeCode::UnsignedShort => Value::UnsignedShort(Cdr::decode(from)?),
        TypeCode::UnsignedLong => Value::UnsignedLong(Cdr::decode(from)?),
        TypeCode::LongLong => Value::LongLong(Cdr::decode(from)?),
        TypeCode::UnsignedLongLong => Value::UnsignedLongLong(Cdr::decode(from)?),
        TypeCode::Float => Value::Float(Cdr::decode(from)?),
        TypeCode::Double => Value::Double(Cdr::decode(from)?),
        TypeCode::Boolean => Value::Boolean(Cdr::decode(from)?),
        TypeCode::Char => Value::Char(Cdr::decode(from)?),
        TypeCode::Octet => Value::Octet(Cdr::decode(from)?),
        TypeCode::WideChar => Value::WideChar(Cdr::decode(from)?),
        TypeCode::Any => Value::Any(Box::new(Cdr::decode(from)?)),
        TypeCode::TypeCode => Value::TypeCode(Cdr::decode(from)?),
        TypeCode::String(bound) => {
            let text = String::decode(from)?;
            within(*bound, text.len())?;
            Value::String(text)
        }
        TypeCode::WideString(bound) => {
            let text = WString::decode(from)?;
            within(*bound, text.chars().count())?;
            Value::WideString(text)
        }
        TypeCode::Fixed(digits, _) => Value::Fixed(fixed::decode(*digits, from)?),
        TypeCode::Sequence(content, bound) if is_octet(content) => {
            let octets = from.octets()?;
            within(*bound, octets.len())?;
            from.claim(octets.len())?;
            Value::Octets(octets.to_vec())
        }
        TypeCode::Array(content, length) if is_octet(content) => {
            let octets = from.bytes(usize::try_from(*length).unwrap_or(usize::MAX))?;
            from.claim(octets.len())?;
            Value::Octets(octets.to_vec())
        }
        TypeCode::Sequence(content, bound) => {
            let count = from.count(0, 0)?;
            within(*bound, count)?;
            Value::Elements(elements(content, count, open, from)?)
        }
        TypeCode::Array(content, length) => {
            let count = usize::try_from(*length).unwrap_or(usize::MAX);
            Value::Elements(elements(content, count, open, from)?)
        }
        TypeCode::Reference(_) => Value::Reference(Cdr::decode(from)?),
        TypeCode::Enum(code) => {
            let value = from.u32()?;
            let count = u32::try_from(code.values.len()).unwrap_or(u32::MAX);
            if value >= count {
                return Err(MarshalError::Enum { value, count });
            }
            Value::Enum(value)
        }
        TypeCode::Struct(code) | TypeCode::Exception(code) => {
            open.push(EnclosingType::Struct(Arc::clone(code)));
            let mut values = Vec::new();
            for (_, member) in &code.members {
                values.push(read(member, open, from)?);
            }
            open.pop();
            Value::Struct(values)
        }
        TypeCode::Union(code) => {
            let discriminator = read(&code.discriminator, open, from)?;
            open.push(EnclosingType::Union(Arc::clone(code)));
            let member = match selected(code, &discriminator) {
                Some(at) => Some(read(&code.cases[at].ty, open, from)?),
                None => None,
            };
            open.pop();
            Value::Union(Box::new((discriminator, member)))
        }
        TypeCode::Recursive(id) => {
            let (code, mut around) = recursive(id, open)?;
            read(&code, &mut around, from)?
        }
    })
}

/// Reads elements one by one: each takes its part of the budget before its memory.
fn elements(
    content: &TypeCode,
    count: usize,
    open: &mut Vec<EnclosingType>,
    from: &mut Decoder<'_>,
) -> Result<Vec<Value>, MarshalError> {
    let mut values = Vec::new();
    for _ in 0..count {
        values.push(read(content, open, from)?);
    }
    Ok(values)
}

fn within(bound: u32, length: usize) -> Result<(), MarshalError> {
    let bound = usize::try_from(bound).unwrap_or(usize::MAX);
    if bound > 0 && length > bound {
        return Err(MarshalError::Bound { length, bound });
    }
    Ok(())
}
