// Written by hyla-idl from IDL. Changes are lost when it is written again.
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub mod Study {
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Octets = ::std::vec::Vec<u8>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Shorts = ::std::vec::Vec<i16>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Longs = ::std::vec::Vec<i32>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Floats = ::std::vec::Vec<f32>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Doubles = ::std::vec::Vec<f64>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Position {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.x, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.y, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.z, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            x: ::hyla_orb::cdr::Cdr::decode(__from)?,
            y: ::hyla_orb::cdr::Cdr::decode(__from)?,
            z: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Position {
    const MIN_SIZE: usize = <f64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f64 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::cdr::Block for Position {
    const ALIGN: usize = 8;
    const FIRST: usize = 8;
    const SIZE: usize = 24;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<24>().expect("a block has its size");
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.x, __to, 0);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.y, __to, 8);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.z, __to, 16);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<24>().expect("a block has its size");
        Ok(Position { x: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 0)?, y: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 8)?, z: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 16)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Position {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/Study/Position:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Position".to_owned(), members: vec![("x".to_owned(), ::hyla_orb::any::TypeCode::Double), ("y".to_owned(), ::hyla_orb::any::TypeCode::Double), ("z".to_owned(), ::hyla_orb::any::TypeCode::Double)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub id: i32,
    pub kind: i16,
    pub is_alive: bool,
    pub at: Position,
    pub speed: f32,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Track {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.id, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.kind, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.is_alive, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.at, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.speed, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            id: ::hyla_orb::cdr::Cdr::decode(__from)?,
            kind: ::hyla_orb::cdr::Cdr::decode(__from)?,
            is_alive: ::hyla_orb::cdr::Cdr::decode(__from)?,
            at: ::hyla_orb::cdr::Cdr::decode(__from)?,
            speed: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Track {
    const MIN_SIZE: usize = <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i16 as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <bool as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Position as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <f32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
    const ALIGN: usize = 8;
    const FIRST: usize = 4;
    const SIZE: usize = 36;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {
        let __to: &mut [u8] = __to.first_chunk_mut::<36>().expect("a block has its size");
        ::hyla_orb::cdr::put::<i32, __SWAP>(&self.id, __to, 0);
        ::hyla_orb::cdr::put::<i16, __SWAP>(&self.kind, __to, 4);
        ::hyla_orb::cdr::put::<bool, __SWAP>(&self.is_alive, __to, 6);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.at.x, __to, 8);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.at.y, __to, 16);
        ::hyla_orb::cdr::put::<f64, __SWAP>(&self.at.z, __to, 24);
        ::hyla_orb::cdr::put::<f32, __SWAP>(&self.speed, __to, 32);
    }
    #[inline(always)]
    fn take<const __SWAP: bool>(__from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let __from: &[u8] = __from.first_chunk::<36>().expect("a block has its size");
        Ok(Track { id: ::hyla_orb::cdr::take::<i32, __SWAP>(__from, 0)?, kind: ::hyla_orb::cdr::take::<i16, __SWAP>(__from, 4)?, is_alive: ::hyla_orb::cdr::take::<bool, __SWAP>(__from, 6)?, at: Position { x: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 8)?, y: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 16)?, z: ::hyla_orb::cdr::take::<f64, __SWAP>(__from, 24)? }, speed: ::hyla_orb::cdr::take::<f32, __SWAP>(__from, 32)? })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for Track {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/Study/Track:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Track".to_owned(), members: vec![("id".to_owned(), ::hyla_orb::any::TypeCode::Long), ("kind".to_owned(), ::hyla_orb::any::TypeCode::Short), ("is_alive".to_owned(), ::hyla_orb::any::TypeCode::Boolean), ("at".to_owned(), <Position as ::hyla_orb::any::Typed>::type_code_within(__open)), ("speed".to_owned(), ::hyla_orb::any::TypeCode::Float)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Tracks = ::std::vec::Vec<Track>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub title: ::std::string::String,
    pub centre: Position,
    pub inside: Tracks,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Picture {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.title, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.centre, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.inside, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            title: ::hyla_orb::cdr::Cdr::decode(__from)?,
            centre: ::hyla_orb::cdr::Cdr::decode(__from)?,
            inside: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Picture {
    const MIN_SIZE: usize = <::std::string::String as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Position as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Tracks as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for Picture {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/Study/Picture:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Picture".to_owned(), members: vec![("title".to_owned(), ::hyla_orb::any::TypeCode::String(0)), ("centre".to_owned(), <Position as ::hyla_orb::any::Typed>::type_code_within(__open)), ("inside".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:hyla.org/Study/Tracks:1.0".to_owned(), name: "Tracks".to_owned(), content: ::hyla_orb::any::TypeCode::Sequence(<Track as ::hyla_orb::any::Typed>::type_code_within(__open).into(), 0) }.into()))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    pub reason: ::std::string::String,
    pub limit: i32,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Refused {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:hyla.org/Study/Refused:1.0";
}
impl ::core::fmt::Display for Refused {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for Refused {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Refused {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.reason, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.limit, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            reason: ::hyla_orb::cdr::Cdr::decode(__from)?,
            limit: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Refused {
    const MIN_SIZE: usize = <::std::string::String as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <i32 as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for Refused {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:hyla.org/Study/Refused:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Refused".to_owned(), members: vec![("reason".to_owned(), ::hyla_orb::any::TypeCode::String(0)), ("limit".to_owned(), ::hyla_orb::any::TypeCode::Long)] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments_many_Error {
    Refused(Refused),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for Arguments_many_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<Refused> for Arguments_many_Error {
    fn from(exception: Refused) -> Self { Self::Refused(exception) }
}
impl ::core::fmt::Display for Arguments_many_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::Refused(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for Arguments_many_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum Arguments_all_Error {
    Refused(Refused),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for Arguments_all_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<Refused> for Arguments_all_Error {
    fn from(exception: Refused) -> Self { Self::Refused(exception) }
}
impl ::core::fmt::Display for Arguments_all_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::Refused(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for Arguments_all_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Arguments(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Arguments {
    const ID: &'static str = "IDL:hyla.org/Study/Arguments:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Arguments {
    #[inline]
    pub fn put_octets(&self, value: &[u8], both: &mut Octets) -> ::core::result::Result<(u32, Octets), ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("put_octets", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Octets as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn put_shorts(&self, value: &[i16], both: &mut Shorts) -> ::core::result::Result<(u32, Shorts), ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("put_shorts", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Shorts as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn put_longs(&self, value: &[i32], both: &mut Longs) -> ::core::result::Result<(u32, Longs), ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("put_longs", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Longs as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn put_floats(&self, value: &[f32], both: &mut Floats) -> ::core::result::Result<(u32, Floats), ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("put_floats", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Floats as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn put_doubles(&self, value: &[f64], both: &mut Doubles) -> ::core::result::Result<(u32, Doubles), ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("put_doubles", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Doubles as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn one(&self, value: &Track, both: &mut Track) -> ::core::result::Result<(Track, Track), ::hyla_orb::exception::SystemException> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        self.0.call("one", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(value, __to); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Track as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Track as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn many(&self, value: &[Track], both: &mut Tracks) -> ::core::result::Result<(Tracks, Tracks), Arguments_many_Error> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("many", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Tracks as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Tracks as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == Refused::ID { __raised = Some(Arguments_many_Error::Refused(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn all(&self, value: &Picture, both: &mut Picture) -> ::core::result::Result<(Picture, Picture), Arguments_all_Error> {
        let both = ::core::cell::RefCell::new(both);
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("all", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(value, __to); ::hyla_orb::cdr::Cdr::encode(&**both.borrow(), __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Picture as ::hyla_orb::cdr::Cdr>::decode(__from)?; ::hyla_orb::cdr::Cdr::decode_into(&mut **both.borrow_mut(), __from)?; let __1 = <Picture as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == Refused::ID { __raised = Some(Arguments_all_Error::Refused(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn tell(&self, value: &[Track]) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call_oneway("tell", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(value); })
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait ArgumentsServant: ::core::marker::Send + ::core::marker::Sync {
    fn put_octets(&self, value: &[u8], both: &mut Octets) -> ::core::result::Result<(u32, Octets), ::hyla_orb::exception::SystemException>;
    fn put_shorts(&self, value: &[i16], both: &mut Shorts) -> ::core::result::Result<(u32, Shorts), ::hyla_orb::exception::SystemException>;
    fn put_longs(&self, value: &[i32], both: &mut Longs) -> ::core::result::Result<(u32, Longs), ::hyla_orb::exception::SystemException>;
    fn put_floats(&self, value: &[f32], both: &mut Floats) -> ::core::result::Result<(u32, Floats), ::hyla_orb::exception::SystemException>;
    fn put_doubles(&self, value: &[f64], both: &mut Doubles) -> ::core::result::Result<(u32, Doubles), ::hyla_orb::exception::SystemException>;
    fn one(&self, value: &Track, both: &mut Track) -> ::core::result::Result<(Track, Track), ::hyla_orb::exception::SystemException>;
    fn many(&self, value: &[Track], both: &mut Tracks) -> ::core::result::Result<(Tracks, Tracks), Arguments_many_Error>;
    fn all(&self, value: &Picture, both: &mut Picture) -> ::core::result::Result<(Picture, Picture), Arguments_all_Error>;
    fn tell(&self, value: &[Track]) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct ArgumentsServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: ArgumentsServant> ::hyla_orb::server::Servant for ArgumentsServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:hyla.org/Study/Arguments:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:hyla.org/Study/Arguments:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "put_octets" => {
                let __in_value = __call.arguments.slice::<u8>()?;
                let mut __in_both = <Octets as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as ArgumentsServant>::put_octets(&self.0, &__in_value, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "put_shorts" => {
                let __in_value = __call.arguments.slice::<i16>()?;
                let mut __in_both = <Shorts as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as ArgumentsServant>::put_shorts(&self.0, &__in_value, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "put_longs" => {
                let __in_value = __call.arguments.slice::<i32>()?;
                let mut __in_both = <Longs as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as ArgumentsServant>::put_longs(&self.0, &__in_value, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "put_floats" => {
                let __in_value = __call.arguments.slice::<f32>()?;
                let mut __in_both = <Floats as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as ArgumentsServant>::put_floats(&self.0, &__in_value, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "put_doubles" => {
                let __in_value = __call.arguments.slice::<f64>()?;
                let mut __in_both = <Doubles as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as ArgumentsServant>::put_doubles(&self.0, &__in_value, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "one" => {
                let __in_value = <Track as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let mut __in_both = <Track as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as ArgumentsServant>::one(&self.0, &__in_value, &mut __in_both)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "many" => {
                let __in_value = __call.arguments.slice::<Track>()?;
                let mut __in_both = <Tracks as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = match <__Servant as ArgumentsServant>::many(&self.0, &__in_value, &mut __in_both) {
                    Ok(__value) => __value,
                    Err(Arguments_many_Error::Refused(__raised)) => return Err(__call.raise(Refused::ID, &__raised)),
                    Err(Arguments_many_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "all" => {
                let __in_value = <Picture as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let mut __in_both = <Picture as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = match <__Servant as ArgumentsServant>::all(&self.0, &__in_value, &mut __in_both) {
                    Ok(__value) => __value,
                    Err(Arguments_all_Error::Refused(__raised)) => return Err(__call.raise(Refused::ID, &__raised)),
                    Err(Arguments_all_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__in_both, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "tell" => {
                let __in_value = __call.arguments.slice::<Track>()?;
                let () = <__Servant as ArgumentsServant>::tell(&self.0, &__in_value)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
}
