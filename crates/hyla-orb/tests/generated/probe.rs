// Written by hyla-idl from IDL. Changes are lost when it is written again.
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub mod Probe {
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Colour {
    red,
    green,
    blue,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Colour {
    /// All values in order.
    pub const ALL: [Self; 3] = [Self::red, Self::green, Self::blue];
    #[inline]
    fn __of(value: u32) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let found = Self::ALL.get(value as usize).copied();
        found.ok_or(::hyla_orb::cdr::MarshalError::Enum { value, count: 3 })
    }
}
impl ::hyla_orb::cdr::Cdr for Colour {
    const MIN_SIZE: usize = 4;
    #[inline]
    fn encode(&self, to: &mut ::hyla_orb::cdr::Encoder<'_>) { to.u32(*self as u32); }
    #[inline]
    fn decode(from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(from.u32()?) }
}
impl ::hyla_orb::cdr::Block for Colour {
    const ALIGN: usize = 4;
    const FIRST: usize = 4;
    const SIZE: usize = 4;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, to: &mut [u8]) { ::hyla_orb::cdr::put::<u32, __SWAP>(&(*self as u32), to, 0); }
    #[inline(always)]
    fn take<const __SWAP: bool>(from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(::hyla_orb::cdr::take::<u32, __SWAP>(from, 0)?) }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Colour {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/Colour:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Enum(::hyla_orb::any::EnumCode { id: __id.to_owned(), name: "Colour".to_owned(), values: vec!["red".to_owned(), "green".to_owned(), "blue".to_owned()] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type LongSeq = ::std::vec::Vec<i32>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type DblSeq = ::std::vec::Vec<f64>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type StrSeq = ::std::vec::Vec<::std::string::String>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Oct16 = ::hyla_orb::cdr::BoundedSequence<u8, 16>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Str8 = ::hyla_orb::cdr::BoundedString<8>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Arr3 = [i32; 3];
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Mat = [[i16; 3]; 2];
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Fix52 = ::hyla_orb::cdr::Fixed<5, 2>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Inner {
    pub o: u8,
    pub s: i16,
    pub f: f32,
    pub d: f64,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Inner {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.o, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.s, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.f, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.d, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            o: ::hyla_orb::cdr::Cdr::decode(__from)?,
            s: ::hyla_orb::cdr::Cdr::decode(__from)?,
            f: ::hyla_orb::cdr::Cdr::decode(__from)?,
            d: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Inner {
    const MIN_SIZE: usize = <u8 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i16 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::cdr::Block for Inner {
    const ALIGN: usize = 8;
    const FIRST: usize = 1;
    const SIZE: usize = 16;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<16>().expect("a block has its size");
        ::hyla_orb::cdr::put::<u8, __SWAP>(&self.o, __to, 0);
        ::hyla_orb::cdr::put::<i16, __SWAP>(&self.s, __to, 2);
        ::hyla_orb::cdr::put::<f32, __SWAP>(&self.f, __to, 4);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.d, __to, 8);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<16>().expect("a block has its size");
        Ok(Inner { o: ::hyla_orb::cdr::take::<u8, __SWAP>(__from, 0)?, s: ::hyla_orb::cdr::take::<i16, __SWAP>(__from, 2)?, f: ::hyla_orb::cdr::take::<f32, __SWAP>(__from, 4)?, d: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 8)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Inner {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/Inner:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Inner".to_owned(), members: vec![("o".to_owned(), ::hyla_orb::any::TypeCode::Octet), ("s".to_owned(), ::hyla_orb::any::TypeCode::Short), ("f".to_owned(), ::hyla_orb::any::TypeCode::Float), ("d".to_owned(), ::hyla_orb::any::TypeCode::Double)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    pub b: bool,
    pub c: u8,
    pub o: u8,
    pub s: i16,
    pub us: u16,
    pub l: i32,
    pub ul: u32,
    pub ll: i64,
    pub ull: u64,
    pub f: f32,
    pub d: f64,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Mixed {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.b, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.c, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.o, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.s, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.us, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.l, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.ul, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.ll, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.ull, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.f, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.d, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            b: ::hyla_orb::cdr::Cdr::decode(__from)?,
            c: ::hyla_orb::cdr::Cdr::decode(__from)?,
            o: ::hyla_orb::cdr::Cdr::decode(__from)?,
            s: ::hyla_orb::cdr::Cdr::decode(__from)?,
            us: ::hyla_orb::cdr::Cdr::decode(__from)?,
            l: ::hyla_orb::cdr::Cdr::decode(__from)?,
            ul: ::hyla_orb::cdr::Cdr::decode(__from)?,
            ll: ::hyla_orb::cdr::Cdr::decode(__from)?,
            ull: ::hyla_orb::cdr::Cdr::decode(__from)?,
            f: ::hyla_orb::cdr::Cdr::decode(__from)?,
            d: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Mixed {
    const MIN_SIZE: usize = <bool as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <u8 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <u8 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i16 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <u16 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <u32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <u64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::cdr::Block for Mixed {
    const ALIGN: usize = 8;
    const FIRST: usize = 1;
    const SIZE: usize = 48;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<48>().expect("a block has its size");
        ::hyla_orb::cdr::put::<bool, __SWAP>(&self.b, __to, 0);
        ::hyla_orb::cdr::put::<u8, __SWAP>(&self.c, __to, 1);
        ::hyla_orb::cdr::put::<u8, __SWAP>(&self.o, __to, 2);
        ::hyla_orb::cdr::put::<i16, __SWAP>(&self.s, __to, 4);
        ::hyla_orb::cdr::put::<u16, __SWAP>(&self.us, __to, 6);
        ::hyla_orb::cdr::put::<i32, __SWAP>(&self.l, __to, 8);
        ::hyla_orb::cdr::put::<u32, __SWAP>(&self.ul, __to, 12);
        ::hyla_orb::cdr::put::<i64, __SWAP>(&self.ll, __to, 16);
        ::hyla_orb::cdr::put::<u64, __SWAP>(&self.ull, __to, 24);
        ::hyla_orb::cdr::put::<f32, __SWAP>(&self.f, __to, 32);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.d, __to, 40);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<48>().expect("a block has its size");
        Ok(Mixed { b: ::hyla_orb::cdr::take::<bool, __SWAP>(__from, 0)?, c: ::hyla_orb::cdr::take::<u8, __SWAP>(__from, 1)?, o: ::hyla_orb::cdr::take::<u8, __SWAP>(__from, 2)?, s: ::hyla_orb::cdr::take::<i16, __SWAP>(__from, 4)?, us: ::hyla_orb::cdr::take::<u16, __SWAP>(__from, 6)?, l: ::hyla_orb::cdr::take::<i32, __SWAP>(__from, 8)?, ul: ::hyla_orb::cdr::take::<u32, __SWAP>(__from, 12)?, ll: ::hyla_orb::cdr::take::<i64, __SWAP>(__from, 16)?, ull: ::hyla_orb::cdr::take::<u64, __SWAP>(__from, 24)?, f: ::hyla_orb::cdr::take::<f32, __SWAP>(__from, 32)?, d: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 40)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Mixed {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/Mixed:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Mixed".to_owned(), members: vec![("b".to_owned(), ::hyla_orb::any::TypeCode::Boolean), ("c".to_owned(), ::hyla_orb::any::TypeCode::Char), ("o".to_owned(), ::hyla_orb::any::TypeCode::Octet), ("s".to_owned(), ::hyla_orb::any::TypeCode::Short), ("us".to_owned(), ::hyla_orb::any::TypeCode::UnsignedShort), ("l".to_owned(), ::hyla_orb::any::TypeCode::Long), ("ul".to_owned(), ::hyla_orb::any::TypeCode::UnsignedLong), ("ll".to_owned(), ::hyla_orb::any::TypeCode::LongLong), ("ull".to_owned(), ::hyla_orb::any::TypeCode::UnsignedLongLong), ("f".to_owned(), ::hyla_orb::any::TypeCode::Float), ("d".to_owned(), ::hyla_orb::any::TypeCode::Double)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub id: i16,
    pub kind: i16,
    pub x: f32,
    pub y: f32,
    pub z: f32,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Track {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.id, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.kind, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.x, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.y, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.z, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            id: ::hyla_orb::cdr::Cdr::decode(__from)?,
            kind: ::hyla_orb::cdr::Cdr::decode(__from)?,
            x: ::hyla_orb::cdr::Cdr::decode(__from)?,
            y: ::hyla_orb::cdr::Cdr::decode(__from)?,
            z: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Track {
    const MIN_SIZE: usize = <i16 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i16 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::cdr::Block for Track {
    const ALIGN: usize = 4;
    const FIRST: usize = 2;
    const SIZE: usize = 16;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<16>().expect("a block has its size");
        ::hyla_orb::cdr::put::<i16, __SWAP>(&self.id, __to, 0);
        ::hyla_orb::cdr::put::<i16, __SWAP>(&self.kind, __to, 2);
        ::hyla_orb::cdr::put::<f32, __SWAP>(&self.x, __to, 4);
        ::hyla_orb::cdr::put::<f32, __SWAP>(&self.y, __to, 8);
        ::hyla_orb::cdr::put::<f32, __SWAP>(&self.z, __to, 12);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<16>().expect("a block has its size");
        Ok(Track { id: ::hyla_orb::cdr::take::<i16, __SWAP>(__from, 0)?, kind: ::hyla_orb::cdr::take::<i16, __SWAP>(__from, 2)?, x: ::hyla_orb::cdr::take::<f32, __SWAP>(__from, 4)?, y: ::hyla_orb::cdr::take::<f32, __SWAP>(__from, 8)?, z: ::hyla_orb::cdr::take::<f32, __SWAP>(__from, 12)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Track {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/Track:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Track".to_owned(), members: vec![("id".to_owned(), ::hyla_orb::any::TypeCode::Short), ("kind".to_owned(), ::hyla_orb::any::TypeCode::Short), ("x".to_owned(), ::hyla_orb::any::TypeCode::Float), ("y".to_owned(), ::hyla_orb::any::TypeCode::Float), ("z".to_owned(), ::hyla_orb::any::TypeCode::Float)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type TrackSeq = ::std::vec::Vec<Track>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum U {
    s(i16),
    str(::std::string::String),
    d(i32, f64),
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Cdr for U {
    const MIN_SIZE: usize = <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        match self {
            Self::s(__value) => { ::hyla_orb::cdr::Cdr::encode(&(1 as i32), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::str(__value) => { ::hyla_orb::cdr::Cdr::encode(&(2 as i32), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::d(__disc, __value) => { match *__disc { 1 | 2 => __to.fail(::hyla_orb::cdr::MarshalError::Discriminator), _ => {} } ::hyla_orb::cdr::Cdr::encode(__disc, __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
        }
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __disc = <i32 as ::hyla_orb::cdr::Cdr>::decode(__from)?;
        Ok(match __disc {
            1 => Self::s(::hyla_orb::cdr::Cdr::decode(__from)?),
            2 => Self::str(::hyla_orb::cdr::Cdr::decode(__from)?),
            _ => Self::d(__disc, ::hyla_orb::cdr::Cdr::decode(__from)?),
        })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for U {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/U:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Union(::hyla_orb::any::UnionCode { id: __id.to_owned(), name: "U".to_owned(), discriminator: ::hyla_orb::any::TypeCode::Long, default: 2, cases: vec![::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Long(1), name: "s".to_owned(), ty: ::hyla_orb::any::TypeCode::Short }, ::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Long(2), name: "str".to_owned(), ty: ::hyla_orb::any::TypeCode::String(0) }, ::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Octet(0), name: "d".to_owned(), ty: ::hyla_orb::any::TypeCode::Double }] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum UE {
    l(i32),
    o(u8),
    /// The discriminator selects no member.
    Nothing(Colour),
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::cdr::Cdr for UE {
    const MIN_SIZE: usize = <Colour as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
    #[inline]
    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        match self {
            Self::l(__value) => { ::hyla_orb::cdr::Cdr::encode(&(Colour::red as Colour), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::o(__value) => { ::hyla_orb::cdr::Cdr::encode(&(Colour::green as Colour), __to); ::hyla_orb::cdr::Cdr::encode(__value, __to); }
            Self::Nothing(__disc) => { match *__disc { Colour::red | Colour::green => __to.fail(::hyla_orb::cdr::MarshalError::Discriminator), _ => {} } ::hyla_orb::cdr::Cdr::encode(__disc, __to); }
        }
    }
    #[inline]
    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __disc = <Colour as ::hyla_orb::cdr::Cdr>::decode(__from)?;
        Ok(match __disc {
            Colour::red => Self::l(::hyla_orb::cdr::Cdr::decode(__from)?),
            Colour::green => Self::o(::hyla_orb::cdr::Cdr::decode(__from)?),
            _ => Self::Nothing(__disc),
        })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for UE {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/UE:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Union(::hyla_orb::any::UnionCode { id: __id.to_owned(), name: "UE".to_owned(), discriminator: <Colour as ::hyla_orb::any::Typed>::type_code_within(__open), default: -1, cases: vec![::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Enum(Colour::red as u32), name: "l".to_owned(), ty: ::hyla_orb::any::TypeCode::Long }, ::hyla_orb::any::Case { label: ::hyla_orb::any::Value::Enum(Colour::green as u32), name: "o".to_owned(), ty: ::hyla_orb::any::TypeCode::Octet }] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Oops {
    pub code: i32,
    pub why: ::std::string::String,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Oops {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:Probe/Oops:1.0";
}
impl ::core::fmt::Display for Oops {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for Oops {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Oops {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.code, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.why, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            code: ::hyla_orb::cdr::Cdr::decode(__from)?,
            why: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Oops {
    const MIN_SIZE: usize = <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <::std::string::String as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for Oops {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/Oops:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Oops".to_owned(), members: vec![("code".to_owned(), ::hyla_orb::any::TypeCode::Long), ("why".to_owned(), ::hyla_orb::any::TypeCode::String(0))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Empty {
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Empty {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:Probe/Empty:1.0";
}
impl ::core::fmt::Display for Empty {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for Empty {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Empty {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Empty {
    const MIN_SIZE: usize = 0;
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
impl ::hyla_orb::any::Typed for Empty {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:Probe/Empty:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Empty".to_owned(), members: vec![] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Base(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Base {
    const ID: &'static str = "IDL:Probe/Base:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Base {
    #[inline]
    pub fn count(&self) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("_get_count", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <i32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait BaseServant: ::core::marker::Send + ::core::marker::Sync {
    fn count(&self) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct BaseServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: BaseServant> ::hyla_orb::server::Servant for BaseServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:Probe/Base:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:Probe/Base:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "_get_count" => {
                let __0 = <__Servant as BaseServant>::count(&self.0)?;
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
pub enum Echo_raise_oops_Error {
    Oops(Oops),
    Empty(Empty),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for Echo_raise_oops_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<Oops> for Echo_raise_oops_Error {
    fn from(exception: Oops) -> Self { Self::Oops(exception) }
}
impl ::core::convert::From<Empty> for Echo_raise_oops_Error {
    fn from(exception: Empty) -> Self { Self::Empty(exception) }
}
impl ::core::fmt::Display for Echo_raise_oops_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::Oops(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::Empty(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for Echo_raise_oops_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum Echo_raise_empty_Error {
    Empty(Empty),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for Echo_raise_empty_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<Empty> for Echo_raise_empty_Error {
    fn from(exception: Empty) -> Self { Self::Empty(exception) }
}
impl ::core::fmt::Display for Echo_raise_empty_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::Empty(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for Echo_raise_empty_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Echo(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Echo {
    const ID: &'static str = "IDL:Probe/Echo:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Echo {
    #[inline]
    pub fn label(&self) -> ::core::result::Result<::std::string::String, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("_get_label", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::std::string::String as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn set_label(&self, value: &str) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("_set_label", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(value); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn null_call(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("null_call", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn fire(&self, n: i32) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call_oneway("fire", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&n, __to); })
    }
    #[inline]
    pub fn basic(&self, m: &Mixed) -> ::core::result::Result<Mixed, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("basic", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(m, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Mixed as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn str(&self, s: &str, t: &mut ::std::string::String) -> ::core::result::Result<(::std::string::String, ::std::string::String), ::hyla_orb::exception::SystemException> {
        let t = ::core::cell::RefCell::new(t);
        let mut __result = None;
        self.0.call("str", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(s); ::hyla_orb::cdr::Cdr::encode(&**t.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::std::string::String as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **t.borrow_mut(), __from)?; let __1 = <::std::string::String as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn bstr(&self, s: &Str8) -> ::core::result::Result<Str8, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("bstr", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(s, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Str8 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn seq(&self, s: &[i32]) -> ::core::result::Result<LongSeq, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("seq", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(s); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <LongSeq as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn dseq(&self, s: &[f64]) -> ::core::result::Result<DblSeq, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("dseq", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(s); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <DblSeq as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn oseq(&self, s: &Oct16) -> ::core::result::Result<Oct16, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("oseq", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(s, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Oct16 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn sseq(&self, s: &[::std::string::String]) -> ::core::result::Result<StrSeq, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("sseq", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(s); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <StrSeq as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn arr(&self, a: &Arr3) -> ::core::result::Result<Arr3, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("arr", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(a, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Arr3 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn dmat(&self, m: &Mat) -> ::core::result::Result<Mat, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("dmat", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(m, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Mat as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn dinner(&self, pad: u8, i: &Inner) -> ::core::result::Result<Inner, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("dinner", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&pad, __to); ::hyla_orb::cdr::Cdr::encode(i, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Inner as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn dcolour(&self, c: Colour) -> ::core::result::Result<Colour, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("dcolour", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&c, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Colour as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn un(&self, x: &U) -> ::core::result::Result<U, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("un", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(x, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <U as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn une(&self, x: &UE) -> ::core::result::Result<UE, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("une", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(x, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <UE as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn an(&self, a: &::hyla_orb::any::Any) -> ::core::result::Result<::hyla_orb::any::Any, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("an", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(a, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::any::Any as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn fx(&self, f: &Fix52) -> ::core::result::Result<Fix52, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("fx", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(f, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Fix52 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn wc(&self, w: char) -> ::core::result::Result<char, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("wc", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&w, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <char as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn ws(&self, w: &::hyla_orb::cdr::WString) -> ::core::result::Result<::hyla_orb::cdr::WString, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("ws", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(w, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::cdr::WString as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn ch(&self, c: u8) -> ::core::result::Result<u8, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("ch", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&c, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u8 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn self_(&self) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("self", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn obj(&self, o: &::hyla_orb::reference::Reference) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("obj", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(o, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn raise_oops(&self, n: i32) -> ::core::result::Result<(), Echo_raise_oops_Error> {
        let mut __raised = None;
        self.0.call_raising("raise_oops", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&n, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == Oops::ID { __raised = Some(Echo_raise_oops_Error::Oops(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == Empty::ID { __raised = Some(Echo_raise_oops_Error::Empty(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn raise_empty(&self) -> ::core::result::Result<(), Echo_raise_empty_Error> {
        let mut __raised = None;
        self.0.call_raising("raise_empty", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == Empty::ID { __raised = Some(Echo_raise_empty_Error::Empty(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn sysex(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("sysex", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn forward(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("forward", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn slow(&self, ms: i32) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("slow", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&ms, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn swap(&self, a: &mut LongSeq) -> ::core::result::Result<Track, ::hyla_orb::exception::SystemException> {
        let a = ::core::cell::RefCell::new(a);
        let mut __result = None;
        self.0.call("swap", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&**a.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { ::hyla_orb::cdr::Cdr::decode_into(&mut **a.borrow_mut(), __from)?; let __0 = <Track as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn tracks(&self, t: &[Track]) -> ::core::result::Result<TrackSeq, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("tracks", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(t); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <TrackSeq as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn tick(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call_oneway("tick", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { })
    }
    #[inline]
    pub fn take_tracks(&self, t: &[Track]) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("take_tracks", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(t); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn take_longs(&self, s: &[i32]) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("take_longs", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(s); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn count(&self) -> ::core::result::Result<i32, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("_get_count", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <i32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait EchoServant: BaseServant {
    fn label(&self) -> ::core::result::Result<::std::string::String, ::hyla_orb::exception::SystemException>;
    fn set_label(&self, value: &str) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn null_call(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn fire(&self, n: i32) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn basic(&self, m: &Mixed) -> ::core::result::Result<Mixed, ::hyla_orb::exception::SystemException>;
    fn str(&self, s: &str, t: &mut ::std::string::String) -> ::core::result::Result<(::std::string::String, ::std::string::String), ::hyla_orb::exception::SystemException>;
    fn bstr(&self, s: &Str8) -> ::core::result::Result<Str8, ::hyla_orb::exception::SystemException>;
    fn seq(&self, s: &[i32]) -> ::core::result::Result<LongSeq, ::hyla_orb::exception::SystemException>;
    fn dseq(&self, s: &[f64]) -> ::core::result::Result<DblSeq, ::hyla_orb::exception::SystemException>;
    fn oseq(&self, s: &Oct16) -> ::core::result::Result<Oct16, ::hyla_orb::exception::SystemException>;
    fn sseq(&self, s: &[::std::string::String]) -> ::core::result::Result<StrSeq, ::hyla_orb::exception::SystemException>;
    fn arr(&self, a: &Arr3) -> ::core::result::Result<Arr3, ::hyla_orb::exception::SystemException>;
    fn dmat(&self, m: &Mat) -> ::core::result::Result<Mat, ::hyla_orb::exception::SystemException>;
    fn dinner(&self, pad: u8, i: &Inner) -> ::core::result::Result<Inner, ::hyla_orb::exception::SystemException>;
    fn dcolour(&self, c: Colour) -> ::core::result::Result<Colour, ::hyla_orb::exception::SystemException>;
    fn un(&self, x: &U) -> ::core::result::Result<U, ::hyla_orb::exception::SystemException>;
    fn une(&self, x: &UE) -> ::core::result::Result<UE, ::hyla_orb::exception::SystemException>;
    fn an(&self, a: &::hyla_orb::any::Any) -> ::core::result::Result<::hyla_orb::any::Any, ::hyla_orb::exception::SystemException>;
    fn fx(&self, f: &Fix52) -> ::core::result::Result<Fix52, ::hyla_orb::exception::SystemException>;
    fn wc(&self, w: char) -> ::core::result::Result<char, ::hyla_orb::exception::SystemException>;
    fn ws(&self, w: &::hyla_orb::cdr::WString) -> ::core::result::Result<::hyla_orb::cdr::WString, ::hyla_orb::exception::SystemException>;
    fn ch(&self, c: u8) -> ::core::result::Result<u8, ::hyla_orb::exception::SystemException>;
    fn self_(&self) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException>;
    fn obj(&self, o: &::hyla_orb::reference::Reference) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException>;
    fn raise_oops(&self, n: i32) -> ::core::result::Result<(), Echo_raise_oops_Error>;
    fn raise_empty(&self) -> ::core::result::Result<(), Echo_raise_empty_Error>;
    fn sysex(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn forward(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn slow(&self, ms: i32) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn swap(&self, a: &mut LongSeq) -> ::core::result::Result<Track, ::hyla_orb::exception::SystemException>;
    fn tracks(&self, t: &[Track]) -> ::core::result::Result<TrackSeq, ::hyla_orb::exception::SystemException>;
    fn tick(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn take_tracks(&self, t: &[Track]) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn take_longs(&self, s: &[i32]) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct EchoServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: EchoServant> ::hyla_orb::server::Servant for EchoServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:Probe/Echo:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:Probe/Echo:1.0" | "IDL:Probe/Base:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "_get_label" => {
                let __0 = <__Servant as EchoServant>::label(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "_set_label" => {
                let __in_value = __call.arguments.str()?;
                let () = <__Servant as EchoServant>::set_label(&self.0, &__in_value)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "null_call" => {
                let () = <__Servant as EchoServant>::null_call(&self.0)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "fire" => {
                let __in_n = <i32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = <__Servant as EchoServant>::fire(&self.0, __in_n)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "basic" => {
                let __in_m = <Mixed as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::basic(&self.0, &__in_m)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "str" => {
                let __in_s = __call.arguments.str()?;
                let mut __in_t = <::std::string::String as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as EchoServant>::str(&self.0, &__in_s, &mut __in_t)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_t, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "bstr" => {
                let __in_s = <Str8 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::bstr(&self.0, &__in_s)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "seq" => {
                let __in_s = __call.arguments.slice::<i32>()?;
                let __0 = <__Servant as EchoServant>::seq(&self.0, &__in_s)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "dseq" => {
                let __in_s = __call.arguments.slice::<f64>()?;
                let __0 = <__Servant as EchoServant>::dseq(&self.0, &__in_s)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "oseq" => {
                let __in_s = <Oct16 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::oseq(&self.0, &__in_s)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "sseq" => {
                let __in_s = __call.arguments.slice::<::std::string::String>()?;
                let __0 = <__Servant as EchoServant>::sseq(&self.0, &__in_s)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "arr" => {
                let __in_a = <Arr3 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::arr(&self.0, &__in_a)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "dmat" => {
                let __in_m = <Mat as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::dmat(&self.0, &__in_m)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "dinner" => {
                let __in_pad = <u8 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __in_i = <Inner as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::dinner(&self.0, __in_pad, &__in_i)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "dcolour" => {
                let __in_c = <Colour as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::dcolour(&self.0, __in_c)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "un" => {
                let __in_x = <U as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::un(&self.0, &__in_x)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "une" => {
                let __in_x = <UE as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::une(&self.0, &__in_x)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "an" => {
                let __in_a = <::hyla_orb::any::Any as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::an(&self.0, &__in_a)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "fx" => {
                let __in_f = <Fix52 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::fx(&self.0, &__in_f)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "wc" => {
                let __in_w = <char as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::wc(&self.0, __in_w)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "ws" => {
                let __in_w = <::hyla_orb::cdr::WString as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::ws(&self.0, &__in_w)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "ch" => {
                let __in_c = <u8 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::ch(&self.0, __in_c)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "self" => {
                let __0 = <__Servant as EchoServant>::self_(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "obj" => {
                let __in_o = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::obj(&self.0, &__in_o)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "raise_oops" => {
                let __in_n = <i32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as EchoServant>::raise_oops(&self.0, __in_n) {
                    Ok(__value) => __value,
                    Err(Echo_raise_oops_Error::Oops(__raised)) => return Err(__call.raise(Oops::ID, &__raised)),
                    Err(Echo_raise_oops_Error::Empty(__raised)) => return Err(__call.raise(Empty::ID, &__raised)),
                    Err(Echo_raise_oops_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "raise_empty" => {
                let () = match <__Servant as EchoServant>::raise_empty(&self.0) {
                    Ok(__value) => __value,
                    Err(Echo_raise_empty_Error::Empty(__raised)) => return Err(__call.raise(Empty::ID, &__raised)),
                    Err(Echo_raise_empty_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "sysex" => {
                let () = <__Servant as EchoServant>::sysex(&self.0)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "forward" => {
                let () = <__Servant as EchoServant>::forward(&self.0)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "slow" => {
                let __in_ms = <i32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = <__Servant as EchoServant>::slow(&self.0, __in_ms)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "swap" => {
                let mut __in_a = <LongSeq as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let __0 = <__Servant as EchoServant>::swap(&self.0, &mut __in_a)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__in_a, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "tracks" => {
                let __in_t = __call.arguments.slice::<Track>()?;
                let __0 = <__Servant as EchoServant>::tracks(&self.0, &__in_t)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "tick" => {
                let () = <__Servant as EchoServant>::tick(&self.0)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "take_tracks" => {
                let __in_t = __call.arguments.slice::<Track>()?;
                let () = <__Servant as EchoServant>::take_tracks(&self.0, &__in_t)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "take_longs" => {
                let __in_s = __call.arguments.slice::<i32>()?;
                let () = <__Servant as EchoServant>::take_longs(&self.0, &__in_s)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "_get_count" => {
                let __0 = <__Servant as BaseServant>::count(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
}
