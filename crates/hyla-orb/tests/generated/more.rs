// Written by hyla-idl from IDL. Changes are lost when it is written again.
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub mod More {
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub const LIMIT: i32 = 3;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub const TITLE: &str = "more";
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub const HALF: f64 = 0.5;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub const LETTER: u8 = 120;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub value: i32,
    pub below: Nodes,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Node {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.value, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.below, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            value: ::hyla_orb::cdr::Cdr::decode(__from)?,
            below: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Node {
    const MIN_SIZE: usize = <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Nodes as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        self.__encode(__to);
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Self::__decode(__from)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Node {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Node:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Node".to_owned(), members: vec![("value".to_owned(), ::hyla_orb::any::TypeCode::Long), ("below".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:hyla.org/More/Nodes:1.0".to_owned(), name: "Nodes".to_owned(), content: ::hyla_orb::any::TypeCode::Sequence(<Node as ::hyla_orb::any::Typed>::type_code_within(__open).into(), 0) }.into()))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Nodes = ::std::vec::Vec<Node>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Mode {
    slow,
    quick,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Mode {
    /// All values in order.
    pub const ALL: [Self; 2] = [Self::slow, Self::quick];
    #[inline]
    fn __of(value: u32) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let found = Self::ALL.get(value as usize).copied();
        found.ok_or(::hyla_orb::cdr::MarshalError::Enum { value, count: 2 })
    }
}
impl ::hyla_orb::cdr::Cdr for Mode {
    const MIN_SIZE: usize = 4;
    #[inline]
    fn encode(&self, to: &mut ::hyla_orb::cdr::Encoder<'_>) { to.u32(*self as u32); }
    #[inline]
    fn decode(from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(from.u32()?) }
}
impl ::hyla_orb::cdr::Block for Mode {
    const ALIGN: usize = 4;
    const FIRST: usize = 4;
    const SIZE: usize = 4;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, to: &mut [u8]) { ::hyla_orb::cdr::put::<u32, __SWAP>(&(*self as u32), to, 0); }
    #[inline(always)]
    fn take<const __SWAP: bool>(from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(::hyla_orb::cdr::take::<u32, __SWAP>(from, 0)?) }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Mode {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Mode:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Enum(::hyla_orb::any::EnumCode { id: __id.to_owned(), name: "Mode".to_owned(), values: vec!["slow".to_owned(), "quick".to_owned()] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    pub first: u8,
    pub how: Mode,
    pub on: [bool; 3],
    pub last: f64,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Flat {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.first, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.how, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.on, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.last, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            first: ::hyla_orb::cdr::Cdr::decode(__from)?,
            how: ::hyla_orb::cdr::Cdr::decode(__from)?,
            on: ::hyla_orb::cdr::Cdr::decode(__from)?,
            last: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Flat {
    const MIN_SIZE: usize = <u8 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Mode as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <[bool; 3] as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        if __to.block(self) { return; }
        self.__encode(__to);
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        if let Some(value) = __from.block()? { return Ok(value); }
        Self::__decode(__from)
    }
    #[inline]
    fn encode_slice(__values: &[Self], __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        __to.blocks(__values, Self::__encode);
    }
    #[inline]
    fn decode_many(__from: &mut ::hyla_orb::cdr::Decoder<'_>, __count: usize, __into: &mut ::std::vec::Vec<Self>) -> ::core::result::Result<(), ::hyla_orb::cdr::MarshalError> {
        __from.blocks(__count, __into, Self::__decode)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Block for Flat {
    const ALIGN: usize = 8;
    const FIRST: usize = 1;
    const SIZE: usize = 24;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<24>().expect("a block has its size");
        ::hyla_orb::cdr::put::<u8, __SWAP>(&self.first, __to, 0);
        ::hyla_orb::cdr::put::<Mode, __SWAP>(&self.how, __to, 4);
        ::hyla_orb::cdr::put::<bool, __SWAP>(&self.on[0], __to, 8);
        ::hyla_orb::cdr::put::<bool, __SWAP>(&self.on[1], __to, 9);
        ::hyla_orb::cdr::put::<bool, __SWAP>(&self.on[2], __to, 10);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.last, __to, 16);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<24>().expect("a block has its size");
        Ok(Flat { first: ::hyla_orb::cdr::take::<u8, __SWAP>(__from, 0)?, how: ::hyla_orb::cdr::take::<Mode, __SWAP>(__from, 4)?, on: [::hyla_orb::cdr::take::<bool, __SWAP>(__from, 8)?, ::hyla_orb::cdr::take::<bool, __SWAP>(__from, 9)?, ::hyla_orb::cdr::take::<bool, __SWAP>(__from, 10)?], last: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 16)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Flat {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Flat:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Flat".to_owned(), members: vec![("first".to_owned(), ::hyla_orb::any::TypeCode::Octet), ("how".to_owned(), <Mode as ::hyla_orb::any::Typed>::type_code_within(__open)), ("on".to_owned(), ::hyla_orb::any::TypeCode::Array(::hyla_orb::any::TypeCode::Boolean.into(), 3)), ("last".to_owned(), ::hyla_orb::any::TypeCode::Double)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Flats = ::std::vec::Vec<Flat>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    number(u8, i32),
    text(::std::string::String),
    /// The discriminator selects no member.
    Nothing(u8),
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Cdr for Choice {
    const MIN_SIZE: usize = <u8 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        match self {
            Self::number(__disc, __value) => { match *__disc { 97 | 98 => {}, _ => __to.fail(::hyla_orb::cdr::MarshalError::Discriminator) } ::hyla_orb::cdr::Cdr::encode(__disc, __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::text(__value) => { ::hyla_orb::cdr::Cdr::encode(&(99 as u8), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::Nothing(__disc) => { match *__disc { 97 | 98 | 99 => __to.fail(::hyla_orb::cdr::MarshalError::Discriminator), _ => {} } ::hyla_orb::cdr::Cdr::encode(__disc, __to); }
        }
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __disc = <u8 as ::hyla_orb::cdr::Cdr>::decode(__from)?;
        Ok(match __disc {
            97 | 98 => Self::number(__disc, ::hyla_orb::cdr::Cdr::decode(__from)?),
            99 => Self::text(::hyla_orb::cdr::Cdr::decode(__from)?),
            _ => Self::Nothing(__disc),
        })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Choice {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Choice:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Union(::hyla_orb::any::UnionCode { id: __id.to_owned(), name: "Choice".to_owned(), discriminator: ::hyla_orb::any::TypeCode::Char, default: -1, cases: vec![::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Char(97), name: "number".to_owned(), ty: ::hyla_orb::any::TypeCode::Long }, ::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Char(98), name: "number".to_owned(), ty: ::hyla_orb::any::TypeCode::Long }, ::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Char(99), name: "text".to_owned(), ty: ::hyla_orb::any::TypeCode::String(0) }] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum Flag {
    how(Mode),
    trees(Nodes),
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Cdr for Flag {
    const MIN_SIZE: usize = <bool as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        match self {
            Self::how(__value) => { ::hyla_orb::cdr::Cdr::encode(&(true as bool), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::trees(__value) => { ::hyla_orb::cdr::Cdr::encode(&(false as bool), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
        }
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __disc = <bool as ::hyla_orb::cdr::Cdr>::decode(__from)?;
        Ok(match __disc {
            true => Self::how(::hyla_orb::cdr::Cdr::decode(__from)?),
            false => Self::trees(::hyla_orb::cdr::Cdr::decode(__from)?),
        })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Flag {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Flag:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Union(::hyla_orb::any::UnionCode { id: __id.to_owned(), name: "Flag".to_owned(), discriminator: ::hyla_orb::any::TypeCode::Boolean, default: -1, cases: vec![::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Boolean(true), name: "how".to_owned(), ty: <Mode as ::hyla_orb::any::Typed>::type_code_within(__open) }, ::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Boolean(false), name: "trees".to_owned(), ty: ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:hyla.org/More/Nodes:1.0".to_owned(), name: "Nodes".to_owned(), content: ::hyla_orb::any::TypeCode::Sequence(<Node as ::hyla_orb::any::Typed>::type_code_within(__open).into(), 0) }.into()) }] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Few = ::hyla_orb::cdr::BoundedSequence<u8, 3>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct S {
    pub number: i32,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl S {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.number, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            number: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for S {
    const MIN_SIZE: usize = <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        if __to.block(self) { return; }
        self.__encode(__to);
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        if let Some(value) = __from.block()? { return Ok(value); }
        Self::__decode(__from)
    }
    #[inline]
    fn encode_slice(__values: &[Self], __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        __to.blocks(__values, Self::__encode);
    }
    #[inline]
    fn decode_many(__from: &mut ::hyla_orb::cdr::Decoder<'_>, __count: usize, __into: &mut ::std::vec::Vec<Self>) -> ::core::result::Result<(), ::hyla_orb::cdr::MarshalError> {
        __from.blocks(__count, __into, Self::__decode)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Block for S {
    const ALIGN: usize = 4;
    const FIRST: usize = 4;
    const SIZE: usize = 4;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<4>().expect("a block has its size");
        ::hyla_orb::cdr::put::<i32, __SWAP>(&self.number, __to, 0);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<4>().expect("a block has its size");
        Ok(S { number: ::hyla_orb::cdr::take::<i32, __SWAP>(__from, 0)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for S {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/S:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "S".to_owned(), members: vec![("number".to_owned(), ::hyla_orb::any::TypeCode::Long)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Send {
    pub number: i32,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Send {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.number, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            number: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Send {
    const MIN_SIZE: usize = <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        if __to.block(self) { return; }
        self.__encode(__to);
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        if let Some(value) = __from.block()? { return Ok(value); }
        Self::__decode(__from)
    }
    #[inline]
    fn encode_slice(__values: &[Self], __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        __to.blocks(__values, Self::__encode);
    }
    #[inline]
    fn decode_many(__from: &mut ::hyla_orb::cdr::Decoder<'_>, __count: usize, __into: &mut ::std::vec::Vec<Self>) -> ::core::result::Result<(), ::hyla_orb::cdr::MarshalError> {
        __from.blocks(__count, __into, Self::__decode)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Block for Send {
    const ALIGN: usize = 4;
    const FIRST: usize = 4;
    const SIZE: usize = 4;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<4>().expect("a block has its size");
        ::hyla_orb::cdr::put::<i32, __SWAP>(&self.number, __to, 0);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<4>().expect("a block has its size");
        Ok(Send { number: ::hyla_orb::cdr::take::<i32, __SWAP>(__from, 0)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Send {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Send:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Send".to_owned(), members: vec![("number".to_owned(), ::hyla_orb::any::TypeCode::Long)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct First(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for First {
    const ID: &'static str = "IDL:hyla.org/More/First:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl First {
    #[inline]
    pub fn r#type(&self, r#match: i32) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("type", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&r#match, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <i32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait FirstServant: ::core::marker::Send + ::core::marker::Sync {
    fn r#type(&self, r#match: i32) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct FirstServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: FirstServant> ::hyla_orb::server::Servant for FirstServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:hyla.org/More/First:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:hyla.org/More/First:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "type" => {
                let __in_match = <i32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as FirstServant>::r#type(&self.0, __in_match)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Second(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Second {
    const ID: &'static str = "IDL:hyla.org/More/Second:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Second {
    #[inline]
    pub fn how(&self) -> ::core::result::Result<Mode, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("_get_how", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Mode as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn set_how(&self, value: Mode) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("_set_how", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&value, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait SecondServant: ::core::marker::Send + ::core::marker::Sync {
    fn how(&self) -> ::core::result::Result<Mode, ::hyla_orb::exception::SystemException>;
    fn set_how(&self, value: Mode) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct SecondServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: SecondServant> ::hyla_orb::server::Servant for SecondServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:hyla.org/More/Second:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:hyla.org/More/Second:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "_get_how" => {
                let __0 = <__Servant as SecondServant>::how(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "_set_how" => {
                let __in_value = <Mode as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = <__Servant as SecondServant>::set_how(&self.0, __in_value)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Left(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Left {
    const ID: &'static str = "IDL:hyla.org/More/Left:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Left {
    #[inline]
    pub fn r#type(&self, r#match: i32) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("type", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&r#match, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <i32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait LeftServant: FirstServant {
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct LeftServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: LeftServant> ::hyla_orb::server::Servant for LeftServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:hyla.org/More/Left:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:hyla.org/More/Left:1.0" | "IDL:hyla.org/More/First:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "type" => {
                let __in_match = <i32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as FirstServant>::r#type(&self.0, __in_match)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum Third_tree_Error {
    Third_Wrong(Third_Wrong),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for Third_tree_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<Third_Wrong> for Third_tree_Error {
    fn from(exception: Third_Wrong) -> Self { Self::Third_Wrong(exception) }
}
impl ::core::fmt::Display for Third_tree_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::Third_Wrong(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for Third_tree_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Third(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Third {
    const ID: &'static str = "IDL:hyla.org/More/Third:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Third {
    #[inline]
    pub fn tree(&self, root: &Node, some: &mut Third_Choices) -> ::core::result::Result<(Node, Flag), Third_tree_Error> {
        let some = ::core::cell::RefCell::new(some);
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("tree", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(root, __to); ::hyla_orb::cdr::Cdr::encode(&**some.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Node as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **some.borrow_mut(), __from)?; let __1 = <Flag as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == Third_Wrong::ID { __raised = Some(Third_tree_Error::Third_Wrong(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn lay_flat(&self, all: &[Flat], name: &::hyla_orb::cdr::WString, limited: &Few) -> ::core::result::Result<Flats, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("lay_flat", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(all); ::hyla_orb::cdr::Cdr::encode(name, __to); ::hyla_orb::cdr::Cdr::encode(limited, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Flats as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn pack(&self, root: &Node) -> ::core::result::Result<::hyla_orb::any::Any, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("pack", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(root, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::any::Any as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn swap_names(&self, it: &Send, both: &mut S) -> ::core::result::Result<S, ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("swap_names", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(it, __to); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <S as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn r#type(&self, r#match: i32) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("type", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&r#match, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <i32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn how(&self) -> ::core::result::Result<Mode, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("_get_how", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Mode as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn set_how(&self, value: Mode) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("_set_how", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&value, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait ThirdServant: LeftServant + FirstServant + SecondServant {
    fn tree(&self, root: &Node, some: &mut Third_Choices) -> ::core::result::Result<(Node, Flag), Third_tree_Error>;
    fn lay_flat(&self, all: &[Flat], name: &::hyla_orb::cdr::WString, limited: &Few) -> ::core::result::Result<Flats, ::hyla_orb::exception::SystemException>;
    fn pack(&self, root: &Node) -> ::core::result::Result<::hyla_orb::any::Any, ::hyla_orb::exception::SystemException>;
    fn swap_names(&self, it: &Send, both: &mut S) -> ::core::result::Result<S, ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct ThirdServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: ThirdServant> ::hyla_orb::server::Servant for ThirdServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:hyla.org/More/Third:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:hyla.org/More/Third:1.0" | "IDL:hyla.org/More/Left:1.0" | "IDL:hyla.org/More/First:1.0" | "IDL:hyla.org/More/Second:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "tree" => {
                let __in_root = <Node as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let mut __in_some = <Third_Choices as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = match <__Servant as ThirdServant>::tree(&self.0, &__in_root, &mut __in_some) {
                    Ok(__value) => __value,
                    Err(Third_tree_Error::Third_Wrong(__raised)) => return Err(__call.raise(Third_Wrong::ID, &__raised)),
                    Err(Third_tree_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_some, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "lay_flat" => {
                let __in_all = __call.arguments.slice::<Flat>()?;
                let __in_name = <::hyla_orb::cdr::WString as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __in_limited = <Few as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as ThirdServant>::lay_flat(&self.0, &__in_all, &__in_name, &__in_limited)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "pack" => {
                let __in_root = <Node as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as ThirdServant>::pack(&self.0, &__in_root)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "swap_names" => {
                let __in_it = <Send as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let mut __in_both = <S as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as ThirdServant>::swap_names(&self.0, &__in_it, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "type" => {
                let __in_match = <i32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as FirstServant>::r#type(&self.0, __in_match)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "_get_how" => {
                let __0 = <__Servant as SecondServant>::how(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "_set_how" => {
                let __in_value = <Mode as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = <__Servant as SecondServant>::set_how(&self.0, __in_value)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Third_Wrong {
    pub how: Mode,
    pub at: Node,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Third_Wrong {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:hyla.org/More/Third/Wrong:1.0";
}
impl ::core::fmt::Display for Third_Wrong {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for Third_Wrong {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Third_Wrong {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.how, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.at, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            how: ::hyla_orb::cdr::Cdr::decode(__from)?,
            at: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Third_Wrong {
    const MIN_SIZE: usize = <Mode as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Node as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        self.__encode(__to);
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Self::__decode(__from)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Third_Wrong {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/More/Third/Wrong:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Wrong".to_owned(), members: vec![("how".to_owned(), <Mode as ::hyla_orb::any::Typed>::type_code_within(__open)), ("at".to_owned(), <Node as ::hyla_orb::any::Typed>::type_code_within(__open))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Third_Choices = ::std::vec::Vec<Choice>;
}
