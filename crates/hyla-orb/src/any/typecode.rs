//! Types as values: the content of an any.

use std::sync::Arc;

use crate::any::value::{Value, decode_value, encode_value};
use crate::cdr::{Cdr, Decoder, Encoder, MarshalError};

/// A type. Value types and `long double` are not supported.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "most are the keywords of IDL")]
#[non_exhaustive]
pub enum TypeCode {
    Null,
    Void,
    Short,
    Long,
    UnsignedShort,
    UnsignedLong,
    Float,
    Double,
    Boolean,
    Char,
    Octet,
    Any,
    TypeCode,
    LongLong,
    UnsignedLongLong,
    WideChar,
    /// Its bound; 0 for none.
    String(u32),
    /// Its bound; 0 for none.
    WideString(u32),
    /// Digits, and decimal places.
    Fixed(u16, u16),
    /// Elements, and the bound; 0 for none.
    Sequence(Arc<TypeCode>, u32),
    /// Elements, and their number.
    Array(Arc<TypeCode>, u32),
    /// Reference to an interface.
    Reference(Arc<NamedCode>),
    Struct(Arc<StructCode>),
    Exception(Arc<StructCode>),
    Union(Arc<UnionCode>),
    Enum(Arc<EnumCode>),
    Alias(Arc<AliasCode>),
    /// The enclosing struct or union with that repository identifier.
    Recursive(Arc<str>),
}

/// Repository identifier and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedCode {
    /// Repository identifier.
    pub id: String,
    /// Name; may be empty.
    pub name: String,
}

/// A struct or exception.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StructCode {
    /// Repository identifier.
    pub id: String,
    /// Name; may be empty.
    pub name: String,
    /// Names and types of members.
    pub members: Vec<(String, TypeCode)>,
}

/// A union.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionCode {
    /// Repository identifier.
    pub id: String,
    /// Name; may be empty.
    pub name: String,
    /// Type of the discriminator.
    pub discriminator: TypeCode,
    /// Index of the default member; -1 for none.
    pub default: i32,
    /// Members, one for each label.
    pub cases: Vec<Case>,
}

/// A member of a union under one of its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Value of the discriminator; any value for the default.
    pub label: Value,
    /// Its name; may be empty.
    pub name: String,
    /// Its type.
    pub ty: TypeCode,
}

/// An enum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnumCode {
    /// Repository identifier.
    pub id: String,
    /// Name; may be empty.
    pub name: String,
    /// Names of its values.
    pub values: Vec<String>,
}

/// An alias.
#[derive(Clone, Debug, PartialEq)]
pub struct AliasCode {
    /// Repository identifier.
    pub id: String,
    /// Name; may be empty.
    pub name: String,
    /// The aliased type.
    pub content: TypeCode,
}

const INDIRECTION: u32 = 0xFFFF_FFFF;

impl TypeCode {
    /// The type behind all aliases.
    pub fn unaliased(&self) -> &Self {
        let mut code = self;
        while let Self::Alias(alias) = code {
            code = &alias.content;
        }
        code
    }

    /// Whether values of both have the same form: aliases and names do not matter, and repository
    /// identifiers only where both have one.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        let ids = |a: &str, b: &str| a.is_empty() || b.is_empty() || a == b;
        match (self.unaliased(), other.unaliased()) {
            (Self::Sequence(a, n), Self::Sequence(b, m))
            | (Self::Array(a, n), Self::Array(b, m)) => n == m && a.is_equivalent(b),
            (Self::Struct(a), Self::Struct(b)) | (Self::Exception(a), Self::Exception(b)) => {
                let mut pairs = a.members.iter().zip(&b.members);
                ids(&a.id, &b.id)
                    && a.members.len() == b.members.len()
                    && pairs.all(|((_, a), (_, b))| a.is_equivalent(b))
            }
            (Self::Union(a), Self::Union(b)) => {
                let mut pairs = a.cases.iter().zip(&b.cases).enumerate();
                let default = |at: usize| i32::try_from(at) == Ok(a.default);
                ids(&a.id, &b.id)
                    && a.default == b.default
                    && a.cases.len() == b.cases.len()
                    && a.discriminator.is_equivalent(&b.discriminator)
                    && pairs.all(|(at, (a, b))| {
                        (default(at) || a.label == b.label) && a.ty.is_equivalent(&b.ty)
                    })
            }
            (Self::Enum(a), Self::Enum(b)) => ids(&a.id, &b.id) && a.values.len() == b.values.len(),
            (Self::Reference(a), Self::Reference(b)) => ids(&a.id, &b.id),
            (a, b) => a == b,
        }
    }

    fn kind(&self) -> u32 {
        match self {
            Self::Null => 0,
            Self::Void => 1,
            Self::Short => 2,
            Self::Long => 3,
            Self::UnsignedShort => 4,
            Self::UnsignedLong => 5,
            Self::Float => 6,
            Self::Double => 7,
            Self::Boolean => 8,
            Self::Char => 9,
            Self::Octet => 10,
            Self::Any => 11,
            Self::TypeCode => 12,
            Self::Reference(_) => 14,
            Self::Struct(_) => 15,
            Self::Union(_) => 16,
            Self::Enum(_) => 17,
            Self::String(_) => 18,
            Self::Sequence(..) => 19,
            Self::Array(..) => 20,
            Self::Alias(_) => 21,
            Self::Exception(_) => 22,
            Self::LongLong => 23,
            Self::UnsignedLongLong => 24,
            Self::WideChar => 26,
            Self::WideString(_) => 27,
            Self::Fixed(..) => 28,
            Self::Recursive(_) => INDIRECTION,
        }
    }
}

impl Cdr for TypeCode {
    const MIN_SIZE: usize = 4;

    fn encode(&self, to: &mut Encoder<'_>) {
        write(self, &mut Vec::new(), to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        Reader::default().read(from)
    }
}

/// Writes a TypeCode; `open` has the enclosing structs and unions with their positions.
fn write<'c>(code: &'c TypeCode, open: &mut Vec<(&'c str, usize)>, to: &mut Encoder<'_>) {
    to.u32(code.kind());
    let begins = to.position() - 4;
    match code {
        TypeCode::String(bound) | TypeCode::WideString(bound) => to.u32(*bound),
        TypeCode::Fixed(digits, scale) => {
            to.u16(*digits);
            to.u16(*scale);
        }
        TypeCode::Recursive(id) => {
            let target = open.iter().rev().find(|(open, _)| **open == **id);
            let offset = target.map(|(_, at)| at.wrapping_sub(to.position()).cast_signed());
            match offset.and_then(|offset| i32::try_from(offset).ok()) {
                Some(offset) => to.u32(offset.cast_unsigned()),
                None => to.fail(MarshalError::Indirection(0)),
            }
        }
        TypeCode::Sequence(content, length) | TypeCode::Array(content, length) => {
            let mark = to.begin_encapsulation();
            write(content, open, to);
            to.u32(*length);
            to.end_encapsulation(mark);
        }
        TypeCode::Reference(named) => {
            let mark = to.begin_encapsulation();
            names(&named.id, &named.name, to);
            to.end_encapsulation(mark);
        }
        TypeCode::Struct(code) | TypeCode::Exception(code) => {
            let mark = to.begin_encapsulation();
            open.push((&code.id, begins));
            names(&code.id, &code.name, to);
            to.length(code.members.len());
            for (name, member) in &code.members {
                to.string(name);
                write(member, open, to);
            }
            open.pop();
            to.end_encapsulation(mark);
        }
        TypeCode::Union(code) => {
            let mark = to.begin_encapsulation();
            open.push((&code.id, begins));
            names(&code.id, &code.name, to);
            write(&code.discriminator, open, to);
            to.u32(code.default.cast_unsigned());
            to.length(code.cases.len());
            for (at, case) in code.cases.iter().enumerate() {
                // The label of the default is one zero octet, for every discriminator.
                if i32::try_from(at) == Ok(code.default) {
                    to.u8(0);
                } else {
                    encode_value(&code.discriminator, &case.label, to);
                }
                to.string(&case.name);
                write(&case.ty, open, to);
            }
            open.pop();
            to.end_encapsulation(mark);
        }
        TypeCode::Enum(code) => {
            let mark = to.begin_encapsulation();
            names(&code.id, &code.name, to);
            to.length(code.values.len());
            for name in &code.values {
                to.string(name);
            }
            to.end_encapsulation(mark);
        }
        TypeCode::Alias(code) => {
            let mark = to.begin_encapsulation();
            names(&code.id, &code.name, to);
            write(&code.content, open, to);
            to.end_encapsulation(mark);
        }
        _ => {}
    }
}

fn names(id: &str, name: &str, to: &mut Encoder<'_>) {
    to.string(id);
    to.string(name);
}

/// Reads one TypeCode with everything inside.
#[derive(Default)]
struct Reader {
    /// Positions and identifiers of incomplete structs and unions.
    open: Vec<(usize, Arc<str>)>,
    /// Positions of complete TypeCodes.
    done: Vec<(usize, TypeCode)>,
}

impl Reader {
    // Encapsulations count their depth, and nothing else nests deeper.
    fn read(&mut self, from: &mut Decoder<'_>) -> Result<TypeCode, MarshalError> {
        // Each also takes an entry in `done`.
        from.claim(size_of::<(usize, TypeCode)>())?;
        let kind = from.u32()?;
        let begins = from.position() - 4;
        let code = match kind {
            0 => TypeCode::Null,
            1 => TypeCode::Void,
            2 => TypeCode::Short,
            3 => TypeCode::Long,
            4 => TypeCode::UnsignedShort,
            5 => TypeCode::UnsignedLong,
            6 => TypeCode::Float,
            7 => TypeCode::Double,
            8 => TypeCode::Boolean,
            9 => TypeCode::Char,
            10 => TypeCode::Octet,
            11 => TypeCode::Any,
            12 => TypeCode::TypeCode,
            14 => TypeCode::Reference(from.encapsulation(named)?.into()),
            15 | 22 => {
                let code = from.encapsulation(|from| self.structure(begins, from))?;
                let wrap = if kind == 15 {
                    TypeCode::Struct
                } else {
                    TypeCode::Exception
                };
                wrap(code.into())
            }
            16 => TypeCode::Union(from.encapsulation(|from| self.union(begins, from))?.into()),
            17 => TypeCode::Enum(from.encapsulation(enumeration)?.into()),
            18 => TypeCode::String(from.u32()?),
            19 | 20 => {
                let (content, length) =
                    from.encapsulation(|from| Ok((self.read(from)?, from.u32()?)))?;
                let wrap = if kind == 19 {
                    TypeCode::Sequence
                } else {
                    TypeCode::Array
                };
                wrap(content.into(), length)
            }
            21 => {
                let code = from.encapsulation(|from| {
                    let NamedCode { id, name } = named(from)?;
                    let content = self.read(from)?;
                    Ok(AliasCode { id, name, content })
                })?;
                TypeCode::Alias(code.into())
            }
            23 => TypeCode::LongLong,
            24 => TypeCode::UnsignedLongLong,
            26 => TypeCode::WideChar,
            27 => TypeCode::WideString(from.u32()?),
            28 => TypeCode::Fixed(from.u16()?, from.u16()?),
            INDIRECTION => return self.indirection(from),
            other => return Err(MarshalError::Kind(other)),
        };
        self.done.push((begins, code.clone()));
        Ok(code)
    }

    /// Resolves a reference to a TypeCode of the same message, complete or enclosing.
    fn indirection(&self, from: &mut Decoder<'_>) -> Result<TypeCode, MarshalError> {
        let offset = from.u32()?.cast_signed();
        let here = from.position() - 4;
        let wrong = MarshalError::Indirection(offset);
        let back = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
        if offset >= -4 || back > here {
            return Err(wrong);
        }
        let target = here - back;
        if let Some((_, id)) = self.open.iter().find(|(at, _)| *at == target) {
            // Without an identifier it could not be found again.
            if id.is_empty() {
                return Err(wrong);
            }
            return Ok(TypeCode::Recursive(Arc::clone(id)));
        }
        let done = self.done.iter().find(|(at, _)| *at == target);
        done.map(|(_, code)| code.clone()).ok_or(wrong)
    }

    fn structure(
        &mut self,
        begins: usize,
        from: &mut Decoder<'_>,
    ) -> Result<StructCode, MarshalError> {
        let NamedCode { id, name } = named(from)?;
        self.open.push((begins, id.as_str().into()));
        let count = from.count(9, size_of::<(String, TypeCode)>())?;
        let mut members = Vec::with_capacity(count);
        for _ in 0..count {
            members.push((owned_name(from)?, self.read(from)?));
        }
        self.open.pop();
        Ok(StructCode { id, name, members })
    }

    fn union(&mut self, begins: usize, from: &mut Decoder<'_>) -> Result<UnionCode, MarshalError> {
        let NamedCode { id, name } = named(from)?;
        self.open.push((begins, id.as_str().into()));
        let discriminator = self.read(from)?;
        let is_discriminator = matches!(
            discriminator.unaliased(),
            TypeCode::Short
                | TypeCode::Long
                | TypeCode::LongLong
                | TypeCode::UnsignedShort
                | TypeCode::UnsignedLong
                | TypeCode::UnsignedLongLong
                | TypeCode::Boolean
                | TypeCode::Char
                | TypeCode::Octet
                | TypeCode::WideChar
                | TypeCode::Enum(_)
        );
        if !is_discriminator {
            return Err(MarshalError::Discriminator);
        }
        let default = from.u32()?.cast_signed();
        let count = from.count(10, size_of::<Case>())?;
        let mut cases = Vec::with_capacity(count);
        for at in 0..count {
            let label = if i32::try_from(at) == Ok(default) {
                Value::Octet(from.u8()?)
            } else {
                decode_value(&discriminator, from)?
            };
            let name = owned_name(from)?;
            let ty = self.read(from)?;
            cases.push(Case { label, name, ty });
        }
        self.open.pop();
        Ok(UnionCode {
            id,
            name,
            discriminator,
            default,
            cases,
        })
    }
}

fn owned_name(from: &mut Decoder<'_>) -> Result<String, MarshalError> {
    let name = from.name()?;
    from.claim(name.len())?;
    Ok(name.into_owned())
}

fn named(from: &mut Decoder<'_>) -> Result<NamedCode, MarshalError> {
    Ok(NamedCode {
        id: owned_name(from)?,
        name: owned_name(from)?,
    })
}

fn enumeration(from: &mut Decoder<'_>) -> Result<EnumCode, MarshalError> {
    let NamedCode { id, name } = named(from)?;
    let count = from.count(5, size_of::<String>())?;
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        values.push(owned_name(from)?);
    }
    Ok(EnumCode { id, name, values })
}
