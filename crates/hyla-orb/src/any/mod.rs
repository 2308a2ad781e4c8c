//! Values that carry their type.

mod typecode;
mod value;

pub use typecode::{AliasCode, Case, EnumCode, NamedCode, StructCode, TypeCode, UnionCode};
pub use value::{Value, decode_value, encode_value};

use crate::cdr::{Cdr, Decoder, Encoder, Format, Limits, MarshalError, Version};

/// A value and its type. Received values keep the content of their TypeCode, names included.
#[derive(Clone, Debug, PartialEq)]
pub struct Any {
    type_code: TypeCode,
    value: Value,
}

/// A type that an [`Any`] can hold: every type defined in IDL.
pub trait Typed: Cdr {
    /// Its type. `open` has the identifiers of enclosing structs and unions, by which a recursive
    /// type refers to itself.
    fn type_code_within(open: &mut Vec<&'static str>) -> TypeCode;

    /// Its type.
    fn type_code() -> TypeCode {
        Self::type_code_within(&mut Vec::new())
    }
}

/// Format of octets that never leave the process.
fn inside() -> Format {
    Format {
        version: Version::V1_2,
        ..Format::default()
    }
}

impl Any {
    /// Makes an any from a type and a value.
    ///
    /// # Errors
    /// [`MarshalError::Mismatch`] if the value is not of the type.
    pub fn new(type_code: TypeCode, value: Value) -> Result<Self, MarshalError> {
        // Encoding checks the value.
        let limits = Limits::default();
        let mut octets = Vec::new();
        let mut to = Encoder::new(&mut octets, inside(), &limits);
        encode_value(&type_code, &value, &mut to);
        to.finish()?;
        Ok(Self { type_code, value })
    }

    /// An any that holds `value`. Goes through an encoded form: not for speed.
    ///
    /// # Errors
    /// Why the value cannot be sent.
    pub fn of<T: Typed>(value: &T) -> Result<Self, MarshalError> {
        let limits = Limits {
            message_bytes: usize::MAX,
            decoded_bytes: usize::MAX,
            ..Limits::default()
        };
        let mut octets = Vec::new();
        let mut to = Encoder::new(&mut octets, inside(), &limits);
        value.encode(&mut to);
        to.finish()?;
        let type_code = T::type_code();
        let mut from = Decoder::new(&octets, 0, inside(), &limits);
        let value = decode_value(&type_code, &mut from)?;
        Ok(Self { type_code, value })
    }

    /// The value, if its type is `T`: aliases and names do not matter.
    ///
    /// # Errors
    /// [`MarshalError::Mismatch`] if it is of another type.
    pub fn get<T: Typed>(&self) -> Result<T, MarshalError> {
        if !self.type_code.is_equivalent(&T::type_code()) {
            return Err(MarshalError::Mismatch);
        }
        let limits = Limits {
            message_bytes: usize::MAX,
            decoded_bytes: usize::MAX,
            ..Limits::default()
        };
        let mut octets = Vec::new();
        let mut to = Encoder::new(&mut octets, inside(), &limits);
        encode_value(&self.type_code, &self.value, &mut to);
        to.finish()?;
        T::decode(&mut Decoder::new(&octets, 0, inside(), &limits))
    }

    /// Its type.
    pub fn type_code(&self) -> &TypeCode {
        &self.type_code
    }

    /// Its value.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

impl Cdr for Any {
    const MIN_SIZE: usize = 4;

    fn encode(&self, to: &mut Encoder<'_>) {
        self.type_code.encode(to);
        encode_value(&self.type_code, &self.value, to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        from.nested(|from| {
            let type_code = TypeCode::decode(from)?;
            let value = decode_value(&type_code, from)?;
            Ok(Self { type_code, value })
        })
    }
}

macro_rules! typed {
    ($($rust:ty: $code:expr),* $(,)?) => {$(
        impl Typed for $rust {
            fn type_code_within(_: &mut Vec<&'static str>) -> TypeCode {
                $code
            }
        }
    )*};
}

typed! {
    bool: TypeCode::Boolean,
    u8: TypeCode::Octet,
    char: TypeCode::WideChar,
    i16: TypeCode::Short,
    u16: TypeCode::UnsignedShort,
    i32: TypeCode::Long,
    u32: TypeCode::UnsignedLong,
    i64: TypeCode::LongLong,
    u64: TypeCode::UnsignedLongLong,
    f32: TypeCode::Float,
    f64: TypeCode::Double,
    String: TypeCode::String(0),
    crate::cdr::WString: TypeCode::WideString(0),
    Any: TypeCode::Any,
    TypeCode: TypeCode::TypeCode,
}

impl<T: Typed> Typed for Vec<T> {
    fn type_code_within(open: &mut Vec<&'static str>) -> TypeCode {
        TypeCode::Sequence(T::type_code_within(open).into(), 0)
    }
}

impl<T: Typed, const N: usize> Typed for [T; N] {
    fn type_code_within(open: &mut Vec<&'static str>) -> TypeCode {
        let length = u32::try_from(N).unwrap_or(u32::MAX);
        TypeCode::Array(T::type_code_within(open).into(), length)
    }
}

impl<T: Typed, const N: usize> Typed for crate::cdr::BoundedSequence<T, N> {
    fn type_code_within(open: &mut Vec<&'static str>) -> TypeCode {
        let bound = u32::try_from(N).unwrap_or(u32::MAX);
        TypeCode::Sequence(T::type_code_within(open).into(), bound)
    }
}

impl<const N: usize> Typed for crate::cdr::BoundedString<N> {
    fn type_code_within(_: &mut Vec<&'static str>) -> TypeCode {
        TypeCode::String(u32::try_from(N).unwrap_or(u32::MAX))
    }
}

impl<const DIGITS: u16, const SCALE: u16> Typed for crate::cdr::Fixed<DIGITS, SCALE> {
    fn type_code_within(_: &mut Vec<&'static str>) -> TypeCode {
        TypeCode::Fixed(DIGITS, SCALE)
    }
}
