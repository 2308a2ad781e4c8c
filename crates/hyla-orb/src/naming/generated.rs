// Written by hyla-idl from IDL. Changes are lost when it is written again.
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub mod CosNaming {
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Istring = ::std::string::String;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NameComponent {
    pub id: Istring,
    pub kind: Istring,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NameComponent {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.id, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.kind, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            id: ::hyla_orb::cdr::Cdr::decode(__from)?,
            kind: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NameComponent {
    const MIN_SIZE: usize = <Istring as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Istring as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for NameComponent {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NameComponent:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "NameComponent".to_owned(), members: vec![("id".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:omg.org/CosNaming/Istring:1.0".to_owned(), name: "Istring".to_owned(), content: ::hyla_orb::any::TypeCode::String(0) }.into())), ("kind".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:omg.org/CosNaming/Istring:1.0".to_owned(), name: "Istring".to_owned(), content: ::hyla_orb::any::TypeCode::String(0) }.into()))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type Name = ::std::vec::Vec<NameComponent>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum BindingType {
    nobject,
    ncontext,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl BindingType {
    /// All values in order.
    pub const ALL: [Self; 2] = [Self::nobject, Self::ncontext];
    #[inline]
    fn __of(value: u32) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let found = Self::ALL.get(value as usize).copied();
        found.ok_or(::hyla_orb::cdr::MarshalError::Enum { value, count: 2 })
    }
}
impl ::hyla_orb::cdr::Cdr for BindingType {
    const MIN_SIZE: usize = 4;
    #[inline]
    fn encode(&self, to: &mut ::hyla_orb::cdr::Encoder<'_>) { to.u32(*self as u32); }
    #[inline]
    fn decode(from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(from.u32()?) }
}
impl ::hyla_orb::cdr::Block for BindingType {
    const ALIGN: usize = 4;
    const FIRST: usize = 4;
    const SIZE: usize = 4;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, to: &mut [u8]) { ::hyla_orb::cdr::put::<u32, __SWAP>(&(*self as u32), to, 0); }
    #[inline(always)]
    fn take<const __SWAP: bool>(from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(::hyla_orb::cdr::take::<u32, __SWAP>(from, 0)?) }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for BindingType {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/BindingType:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Enum(::hyla_orb::any::EnumCode { id: __id.to_owned(), name: "BindingType".to_owned(), values: vec!["nobject".to_owned(), "ncontext".to_owned()] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub binding_name: Name,
    pub binding_type: BindingType,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Binding {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.binding_name, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.binding_type, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            binding_name: ::hyla_orb::cdr::Cdr::decode(__from)?,
            binding_type: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for Binding {
    const MIN_SIZE: usize = <Name as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <BindingType as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for Binding {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/Binding:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Struct(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "Binding".to_owned(), members: vec![("binding_name".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:omg.org/CosNaming/Name:1.0".to_owned(), name: "Name".to_owned(), content: ::hyla_orb::any::TypeCode::Sequence(<NameComponent as ::hyla_orb::any::Typed>::type_code_within(__open).into(), 0) }.into())), ("binding_type".to_owned(), <BindingType as ::hyla_orb::any::Typed>::type_code_within(__open))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type BindingList = ::std::vec::Vec<Binding>;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct BindingIterator(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for BindingIterator {
    const ID: &'static str = "IDL:omg.org/CosNaming/BindingIterator:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl BindingIterator {
    #[inline]
    pub fn next_one(&self) -> ::core::result::Result<(bool, Binding), ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("next_one", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <bool as ::hyla_orb::cdr::Cdr>::decode(__from)?; let __1 = <Binding as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn next_n(&self, how_many: u32) -> ::core::result::Result<(bool, BindingList), ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("next_n", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&how_many, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <bool as ::hyla_orb::cdr::Cdr>::decode(__from)?; let __1 = <BindingList as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn destroy(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("destroy", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait BindingIteratorServant: ::core::marker::Send + ::core::marker::Sync {
    fn next_one(&self) -> ::core::result::Result<(bool, Binding), ::hyla_orb::exception::SystemException>;
    fn next_n(&self, how_many: u32) -> ::core::result::Result<(bool, BindingList), ::hyla_orb::exception::SystemException>;
    fn destroy(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct BindingIteratorServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: BindingIteratorServant> ::hyla_orb::server::Servant for BindingIteratorServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:omg.org/CosNaming/BindingIterator:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:omg.org/CosNaming/BindingIterator:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "next_one" => {
                let (__0, __1) = <__Servant as BindingIteratorServant>::next_one(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "next_n" => {
                let __in_how_many = <u32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as BindingIteratorServant>::next_n(&self.0, __in_how_many)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "destroy" => {
                let () = <__Servant as BindingIteratorServant>::destroy(&self.0)?;
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
pub enum NamingContext_bind_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    NamingContext_AlreadyBound(NamingContext_AlreadyBound),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_bind_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_bind_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_bind_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_bind_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::convert::From<NamingContext_AlreadyBound> for NamingContext_bind_Error {
    fn from(exception: NamingContext_AlreadyBound) -> Self { Self::NamingContext_AlreadyBound(exception) }
}
impl ::core::fmt::Display for NamingContext_bind_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_AlreadyBound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_bind_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_rebind_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_rebind_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_rebind_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_rebind_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_rebind_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContext_rebind_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_rebind_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_bind_context_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    NamingContext_AlreadyBound(NamingContext_AlreadyBound),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_bind_context_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_bind_context_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_bind_context_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_bind_context_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::convert::From<NamingContext_AlreadyBound> for NamingContext_bind_context_Error {
    fn from(exception: NamingContext_AlreadyBound) -> Self { Self::NamingContext_AlreadyBound(exception) }
}
impl ::core::fmt::Display for NamingContext_bind_context_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_AlreadyBound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_bind_context_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_rebind_context_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_rebind_context_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_rebind_context_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_rebind_context_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_rebind_context_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContext_rebind_context_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_rebind_context_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_resolve_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_resolve_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_resolve_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_resolve_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_resolve_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContext_resolve_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_resolve_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_unbind_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_unbind_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_unbind_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_unbind_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_unbind_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContext_unbind_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_unbind_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_bind_new_context_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_AlreadyBound(NamingContext_AlreadyBound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_bind_new_context_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContext_bind_new_context_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_AlreadyBound> for NamingContext_bind_new_context_Error {
    fn from(exception: NamingContext_AlreadyBound) -> Self { Self::NamingContext_AlreadyBound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContext_bind_new_context_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContext_bind_new_context_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContext_bind_new_context_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_AlreadyBound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_bind_new_context_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContext_destroy_Error {
    NamingContext_NotEmpty(NamingContext_NotEmpty),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContext_destroy_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotEmpty> for NamingContext_destroy_Error {
    fn from(exception: NamingContext_NotEmpty) -> Self { Self::NamingContext_NotEmpty(exception) }
}
impl ::core::fmt::Display for NamingContext_destroy_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotEmpty(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContext_destroy_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct NamingContext(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for NamingContext {
    const ID: &'static str = "IDL:omg.org/CosNaming/NamingContext:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext {
    #[inline]
    pub fn bind(&self, n: &[NameComponent], obj: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_bind_Error> {
        let mut __raised = None;
        self.0.call_raising("bind", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(obj, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_bind_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_bind_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_bind_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_AlreadyBound::ID { __raised = Some(NamingContext_bind_Error::NamingContext_AlreadyBound(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn rebind(&self, n: &[NameComponent], obj: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_rebind_Error> {
        let mut __raised = None;
        self.0.call_raising("rebind", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(obj, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_rebind_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_rebind_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_rebind_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn bind_context(&self, n: &[NameComponent], nc: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_bind_context_Error> {
        let mut __raised = None;
        self.0.call_raising("bind_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(nc, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_AlreadyBound::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_AlreadyBound(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn rebind_context(&self, n: &[NameComponent], nc: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_rebind_context_Error> {
        let mut __raised = None;
        self.0.call_raising("rebind_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(nc, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_rebind_context_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_rebind_context_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_rebind_context_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn resolve(&self, n: &[NameComponent]) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContext_resolve_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("resolve", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_resolve_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_resolve_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_resolve_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn unbind(&self, n: &[NameComponent]) -> ::core::result::Result<(), NamingContext_unbind_Error> {
        let mut __raised = None;
        self.0.call_raising("unbind", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_unbind_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_unbind_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_unbind_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn new_context(&self) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("new_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn bind_new_context(&self, n: &[NameComponent]) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContext_bind_new_context_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("bind_new_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_AlreadyBound::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_AlreadyBound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn destroy(&self) -> ::core::result::Result<(), NamingContext_destroy_Error> {
        let mut __raised = None;
        self.0.call_raising("destroy", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotEmpty::ID { __raised = Some(NamingContext_destroy_Error::NamingContext_NotEmpty(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn list(&self, how_many: u32) -> ::core::result::Result<(BindingList, ::hyla_orb::reference::Reference), ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("list", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&how_many, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <BindingList as ::hyla_orb::cdr::Cdr>::decode(__from)?; let __1 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait NamingContextServant: ::core::marker::Send + ::core::marker::Sync {
    fn bind(&self, n: &[NameComponent], obj: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_bind_Error>;
    fn rebind(&self, n: &[NameComponent], obj: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_rebind_Error>;
    fn bind_context(&self, n: &[NameComponent], nc: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_bind_context_Error>;
    fn rebind_context(&self, n: &[NameComponent], nc: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_rebind_context_Error>;
    fn resolve(&self, n: &[NameComponent]) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContext_resolve_Error>;
    fn unbind(&self, n: &[NameComponent]) -> ::core::result::Result<(), NamingContext_unbind_Error>;
    fn new_context(&self) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException>;
    fn bind_new_context(&self, n: &[NameComponent]) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContext_bind_new_context_Error>;
    fn destroy(&self) -> ::core::result::Result<(), NamingContext_destroy_Error>;
    fn list(&self, how_many: u32) -> ::core::result::Result<(BindingList, ::hyla_orb::reference::Reference), ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct NamingContextServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: NamingContextServant> ::hyla_orb::server::Servant for NamingContextServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:omg.org/CosNaming/NamingContext:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:omg.org/CosNaming/NamingContext:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "bind" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_obj = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::bind(&self.0, &__in_n, &__in_obj) {
                    Ok(__value) => __value,
                    Err(NamingContext_bind_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_bind_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_bind_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_bind_Error::NamingContext_AlreadyBound(__raised)) => return Err(__call.raise(NamingContext_AlreadyBound::ID, &__raised)),
                    Err(NamingContext_bind_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "rebind" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_obj = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::rebind(&self.0, &__in_n, &__in_obj) {
                    Ok(__value) => __value,
                    Err(NamingContext_rebind_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_rebind_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_rebind_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_rebind_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "bind_context" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_nc = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::bind_context(&self.0, &__in_n, &__in_nc) {
                    Ok(__value) => __value,
                    Err(NamingContext_bind_context_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::NamingContext_AlreadyBound(__raised)) => return Err(__call.raise(NamingContext_AlreadyBound::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "rebind_context" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_nc = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::rebind_context(&self.0, &__in_n, &__in_nc) {
                    Ok(__value) => __value,
                    Err(NamingContext_rebind_context_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_rebind_context_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_rebind_context_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_rebind_context_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "resolve" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __0 = match <__Servant as NamingContextServant>::resolve(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContext_resolve_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_resolve_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_resolve_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_resolve_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "unbind" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let () = match <__Servant as NamingContextServant>::unbind(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContext_unbind_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_unbind_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_unbind_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_unbind_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "new_context" => {
                let __0 = <__Servant as NamingContextServant>::new_context(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "bind_new_context" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __0 = match <__Servant as NamingContextServant>::bind_new_context(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContext_bind_new_context_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::NamingContext_AlreadyBound(__raised)) => return Err(__call.raise(NamingContext_AlreadyBound::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "destroy" => {
                let () = match <__Servant as NamingContextServant>::destroy(&self.0) {
                    Ok(__value) => __value,
                    Err(NamingContext_destroy_Error::NamingContext_NotEmpty(__raised)) => return Err(__call.raise(NamingContext_NotEmpty::ID, &__raised)),
                    Err(NamingContext_destroy_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "list" => {
                let __in_how_many = <u32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as NamingContextServant>::list(&self.0, __in_how_many)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum NamingContext_NotFoundReason {
    missing_node,
    not_context,
    not_object,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_NotFoundReason {
    /// All values in order.
    pub const ALL: [Self; 3] = [Self::missing_node, Self::not_context, Self::not_object];
    #[inline]
    fn __of(value: u32) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        let found = Self::ALL.get(value as usize).copied();
        found.ok_or(::hyla_orb::cdr::MarshalError::Enum { value, count: 3 })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContext_NotFoundReason {
    const MIN_SIZE: usize = 4;
    #[inline]
    fn encode(&self, to: &mut ::hyla_orb::cdr::Encoder<'_>) { to.u32(*self as u32); }
    #[inline]
    fn decode(from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(from.u32()?) }
}
impl ::hyla_orb::cdr::Block for NamingContext_NotFoundReason {
    const ALIGN: usize = 4;
    const FIRST: usize = 4;
    const SIZE: usize = 4;
    #[inline(always)]
    fn put<const __SWAP: bool>(&self, to: &mut [u8]) { ::hyla_orb::cdr::put::<u32, __SWAP>(&(*self as u32), to, 0); }
    #[inline(always)]
    fn take<const __SWAP: bool>(from: &[u8]) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> { Self::__of(::hyla_orb::cdr::take::<u32, __SWAP>(from, 0)?) }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl ::hyla_orb::any::Typed for NamingContext_NotFoundReason {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContext/NotFoundReason:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Enum(::hyla_orb::any::EnumCode { id: __id.to_owned(), name: "NotFoundReason".to_owned(), values: vec!["missing_node".to_owned(), "not_context".to_owned(), "not_object".to_owned()] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NamingContext_NotFound {
    pub why: NamingContext_NotFoundReason,
    pub rest_of_name: Name,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_NotFound {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0";
}
impl ::core::fmt::Display for NamingContext_NotFound {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for NamingContext_NotFound {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_NotFound {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.why, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.rest_of_name, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            why: ::hyla_orb::cdr::Cdr::decode(__from)?,
            rest_of_name: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContext_NotFound {
    const MIN_SIZE: usize = <NamingContext_NotFoundReason as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Name as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for NamingContext_NotFound {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "NotFound".to_owned(), members: vec![("why".to_owned(), <NamingContext_NotFoundReason as ::hyla_orb::any::Typed>::type_code_within(__open)), ("rest_of_name".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:omg.org/CosNaming/Name:1.0".to_owned(), name: "Name".to_owned(), content: ::hyla_orb::any::TypeCode::Sequence(<NameComponent as ::hyla_orb::any::Typed>::type_code_within(__open).into(), 0) }.into()))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NamingContext_CannotProceed {
    pub cxt: ::hyla_orb::reference::Reference,
    pub rest_of_name: Name,
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_CannotProceed {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0";
}
impl ::core::fmt::Display for NamingContext_CannotProceed {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for NamingContext_CannotProceed {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_CannotProceed {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
        ::hyla_orb::cdr::Cdr::encode(&self.cxt, __to);
        ::hyla_orb::cdr::Cdr::encode(&self.rest_of_name, __to);
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
            cxt: ::hyla_orb::cdr::Cdr::decode(__from)?,
            rest_of_name: ::hyla_orb::cdr::Cdr::decode(__from)?,
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContext_CannotProceed {
    const MIN_SIZE: usize = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::MIN_SIZE + <Name as ::hyla_orb::cdr::Cdr>::MIN_SIZE;
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
impl ::hyla_orb::any::Typed for NamingContext_CannotProceed {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "CannotProceed".to_owned(), members: vec![("cxt".to_owned(), ::hyla_orb::any::TypeCode::Reference(::hyla_orb::any::NamedCode { id: "IDL:omg.org/CosNaming/NamingContext:1.0".to_owned(), name: "NamingContext".to_owned() }.into())), ("rest_of_name".to_owned(), ::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode { id: "IDL:omg.org/CosNaming/Name:1.0".to_owned(), name: "Name".to_owned(), content: ::hyla_orb::any::TypeCode::Sequence(<NameComponent as ::hyla_orb::any::Typed>::type_code_within(__open).into(), 0) }.into()))] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NamingContext_InvalidName {
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_InvalidName {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0";
}
impl ::core::fmt::Display for NamingContext_InvalidName {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for NamingContext_InvalidName {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_InvalidName {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContext_InvalidName {
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
impl ::hyla_orb::any::Typed for NamingContext_InvalidName {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "InvalidName".to_owned(), members: vec![] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NamingContext_AlreadyBound {
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_AlreadyBound {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:omg.org/CosNaming/NamingContext/AlreadyBound:1.0";
}
impl ::core::fmt::Display for NamingContext_AlreadyBound {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for NamingContext_AlreadyBound {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_AlreadyBound {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContext_AlreadyBound {
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
impl ::hyla_orb::any::Typed for NamingContext_AlreadyBound {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContext/AlreadyBound:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "AlreadyBound".to_owned(), members: vec![] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NamingContext_NotEmpty {
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_NotEmpty {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:omg.org/CosNaming/NamingContext/NotEmpty:1.0";
}
impl ::core::fmt::Display for NamingContext_NotEmpty {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for NamingContext_NotEmpty {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContext_NotEmpty {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContext_NotEmpty {
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
impl ::hyla_orb::any::Typed for NamingContext_NotEmpty {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContext/NotEmpty:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "NotEmpty".to_owned(), members: vec![] }.into());
        __open.pop();
        __code
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExt_to_string_Error {
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContextExt_to_string_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContextExt_to_string_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContextExt_to_string_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContextExt_to_string_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExt_to_name_Error {
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContextExt_to_name_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContextExt_to_name_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContextExt_to_name_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContextExt_to_name_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExt_to_url_Error {
    NamingContextExt_InvalidAddress(NamingContextExt_InvalidAddress),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContextExt_to_url_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContextExt_InvalidAddress> for NamingContextExt_to_url_Error {
    fn from(exception: NamingContextExt_InvalidAddress) -> Self { Self::NamingContextExt_InvalidAddress(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContextExt_to_url_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContextExt_to_url_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContextExt_InvalidAddress(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContextExt_to_url_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExt_resolve_str_Error {
    NamingContext_NotFound(NamingContext_NotFound),
    NamingContext_CannotProceed(NamingContext_CannotProceed),
    NamingContext_InvalidName(NamingContext_InvalidName),
    System(::hyla_orb::exception::SystemException),
}
impl ::core::convert::From<::hyla_orb::exception::SystemException> for NamingContextExt_resolve_str_Error {
    fn from(exception: ::hyla_orb::exception::SystemException) -> Self { Self::System(exception) }
}
impl ::core::convert::From<NamingContext_NotFound> for NamingContextExt_resolve_str_Error {
    fn from(exception: NamingContext_NotFound) -> Self { Self::NamingContext_NotFound(exception) }
}
impl ::core::convert::From<NamingContext_CannotProceed> for NamingContextExt_resolve_str_Error {
    fn from(exception: NamingContext_CannotProceed) -> Self { Self::NamingContext_CannotProceed(exception) }
}
impl ::core::convert::From<NamingContext_InvalidName> for NamingContextExt_resolve_str_Error {
    fn from(exception: NamingContext_InvalidName) -> Self { Self::NamingContext_InvalidName(exception) }
}
impl ::core::fmt::Display for NamingContextExt_resolve_str_Error {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        match self {
            Self::NamingContext_NotFound(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_CannotProceed(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::NamingContext_InvalidName(exception) => ::core::fmt::Display::fmt(exception, f),
            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),
        }
    }
}
impl ::core::error::Error for NamingContextExt_resolve_str_Error {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct NamingContextExt(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for NamingContextExt {
    const ID: &'static str = "IDL:omg.org/CosNaming/NamingContextExt:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContextExt {
    #[inline]
    pub fn to_string(&self, n: &[NameComponent]) -> ::core::result::Result<NamingContextExt_StringName, NamingContextExt_to_string_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("to_string", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <NamingContextExt_StringName as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContextExt_to_string_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn to_name(&self, sn: &str) -> ::core::result::Result<Name, NamingContextExt_to_name_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("to_name", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(sn); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <Name as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContextExt_to_name_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn to_url(&self, addr: &str, sn: &str) -> ::core::result::Result<NamingContextExt_URLString, NamingContextExt_to_url_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("to_url", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(addr); __to.string(sn); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <NamingContextExt_URLString as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContextExt_InvalidAddress::ID { __raised = Some(NamingContextExt_to_url_Error::NamingContextExt_InvalidAddress(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContextExt_to_url_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn resolve_str(&self, sn: &str) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContextExt_resolve_str_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("resolve_str", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(sn); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContextExt_resolve_str_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContextExt_resolve_str_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContextExt_resolve_str_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn bind(&self, n: &[NameComponent], obj: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_bind_Error> {
        let mut __raised = None;
        self.0.call_raising("bind", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(obj, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_bind_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_bind_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_bind_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_AlreadyBound::ID { __raised = Some(NamingContext_bind_Error::NamingContext_AlreadyBound(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn rebind(&self, n: &[NameComponent], obj: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_rebind_Error> {
        let mut __raised = None;
        self.0.call_raising("rebind", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(obj, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_rebind_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_rebind_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_rebind_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn bind_context(&self, n: &[NameComponent], nc: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_bind_context_Error> {
        let mut __raised = None;
        self.0.call_raising("bind_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(nc, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_AlreadyBound::ID { __raised = Some(NamingContext_bind_context_Error::NamingContext_AlreadyBound(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn rebind_context(&self, n: &[NameComponent], nc: &::hyla_orb::reference::Reference) -> ::core::result::Result<(), NamingContext_rebind_context_Error> {
        let mut __raised = None;
        self.0.call_raising("rebind_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); ::hyla_orb::cdr::Cdr::encode(nc, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_rebind_context_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_rebind_context_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_rebind_context_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn resolve(&self, n: &[NameComponent]) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContext_resolve_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("resolve", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_resolve_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_resolve_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_resolve_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn unbind(&self, n: &[NameComponent]) -> ::core::result::Result<(), NamingContext_unbind_Error> {
        let mut __raised = None;
        self.0.call_raising("unbind", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_unbind_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_unbind_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_unbind_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn new_context(&self) -> ::core::result::Result<::hyla_orb::reference::Reference, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("new_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn bind_new_context(&self, n: &[NameComponent]) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContext_bind_new_context_Error> {
        let mut __result = None;
        let mut __raised = None;
        self.0.call_raising("bind_new_context", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.sequence(n); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotFound::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_NotFound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_AlreadyBound::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_AlreadyBound(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_CannotProceed::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_CannotProceed(::hyla_orb::cdr::Cdr::decode(__from)?)); } if __id == NamingContext_InvalidName::ID { __raised = Some(NamingContext_bind_new_context_Error::NamingContext_InvalidName(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn destroy(&self) -> ::core::result::Result<(), NamingContext_destroy_Error> {
        let mut __raised = None;
        self.0.call_raising("destroy", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) }, &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| { if __id == NamingContext_NotEmpty::ID { __raised = Some(NamingContext_destroy_Error::NamingContext_NotEmpty(::hyla_orb::cdr::Cdr::decode(__from)?)); } Ok(__raised.is_some()) })?;
        if let Some(__raised) = __raised { return Err(__raised); }
        Ok(())
    }
    #[inline]
    pub fn list(&self, how_many: u32) -> ::core::result::Result<(BindingList, ::hyla_orb::reference::Reference), ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("list", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { ::hyla_orb::cdr::Cdr::encode(&how_many, __to); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <BindingList as ::hyla_orb::cdr::Cdr>::decode(__from)?; let __1 = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some((__0, __1)); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait NamingContextExtServant: NamingContextServant {
    fn to_string(&self, n: &[NameComponent]) -> ::core::result::Result<NamingContextExt_StringName, NamingContextExt_to_string_Error>;
    fn to_name(&self, sn: &str) -> ::core::result::Result<Name, NamingContextExt_to_name_Error>;
    fn to_url(&self, addr: &str, sn: &str) -> ::core::result::Result<NamingContextExt_URLString, NamingContextExt_to_url_Error>;
    fn resolve_str(&self, sn: &str) -> ::core::result::Result<::hyla_orb::reference::Reference, NamingContextExt_resolve_str_Error>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct NamingContextExtServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: NamingContextExtServant> ::hyla_orb::server::Servant for NamingContextExtServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:omg.org/CosNaming/NamingContextExt:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:omg.org/CosNaming/NamingContextExt:1.0" | "IDL:omg.org/CosNaming/NamingContext:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "to_string" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __0 = match <__Servant as NamingContextExtServant>::to_string(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContextExt_to_string_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContextExt_to_string_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "to_name" => {
                let __in_sn = __call.arguments.str()?;
                let __0 = match <__Servant as NamingContextExtServant>::to_name(&self.0, &__in_sn) {
                    Ok(__value) => __value,
                    Err(NamingContextExt_to_name_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContextExt_to_name_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "to_url" => {
                let __in_addr = __call.arguments.str()?;
                let __in_sn = __call.arguments.str()?;
                let __0 = match <__Servant as NamingContextExtServant>::to_url(&self.0, &__in_addr, &__in_sn) {
                    Ok(__value) => __value,
                    Err(NamingContextExt_to_url_Error::NamingContextExt_InvalidAddress(__raised)) => return Err(__call.raise(NamingContextExt_InvalidAddress::ID, &__raised)),
                    Err(NamingContextExt_to_url_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContextExt_to_url_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "resolve_str" => {
                let __in_sn = __call.arguments.str()?;
                let __0 = match <__Servant as NamingContextExtServant>::resolve_str(&self.0, &__in_sn) {
                    Ok(__value) => __value,
                    Err(NamingContextExt_resolve_str_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContextExt_resolve_str_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContextExt_resolve_str_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContextExt_resolve_str_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "bind" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_obj = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::bind(&self.0, &__in_n, &__in_obj) {
                    Ok(__value) => __value,
                    Err(NamingContext_bind_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_bind_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_bind_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_bind_Error::NamingContext_AlreadyBound(__raised)) => return Err(__call.raise(NamingContext_AlreadyBound::ID, &__raised)),
                    Err(NamingContext_bind_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "rebind" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_obj = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::rebind(&self.0, &__in_n, &__in_obj) {
                    Ok(__value) => __value,
                    Err(NamingContext_rebind_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_rebind_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_rebind_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_rebind_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "bind_context" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_nc = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::bind_context(&self.0, &__in_n, &__in_nc) {
                    Ok(__value) => __value,
                    Err(NamingContext_bind_context_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::NamingContext_AlreadyBound(__raised)) => return Err(__call.raise(NamingContext_AlreadyBound::ID, &__raised)),
                    Err(NamingContext_bind_context_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "rebind_context" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __in_nc = <::hyla_orb::reference::Reference as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let () = match <__Servant as NamingContextServant>::rebind_context(&self.0, &__in_n, &__in_nc) {
                    Ok(__value) => __value,
                    Err(NamingContext_rebind_context_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_rebind_context_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_rebind_context_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_rebind_context_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "resolve" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __0 = match <__Servant as NamingContextServant>::resolve(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContext_resolve_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_resolve_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_resolve_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_resolve_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "unbind" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let () = match <__Servant as NamingContextServant>::unbind(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContext_unbind_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_unbind_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_unbind_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_unbind_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "new_context" => {
                let __0 = <__Servant as NamingContextServant>::new_context(&self.0)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "bind_new_context" => {
                let __in_n = __call.arguments.slice::<NameComponent>()?;
                let __0 = match <__Servant as NamingContextServant>::bind_new_context(&self.0, &__in_n) {
                    Ok(__value) => __value,
                    Err(NamingContext_bind_new_context_Error::NamingContext_NotFound(__raised)) => return Err(__call.raise(NamingContext_NotFound::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::NamingContext_AlreadyBound(__raised)) => return Err(__call.raise(NamingContext_AlreadyBound::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::NamingContext_CannotProceed(__raised)) => return Err(__call.raise(NamingContext_CannotProceed::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::NamingContext_InvalidName(__raised)) => return Err(__call.raise(NamingContext_InvalidName::ID, &__raised)),
                    Err(NamingContext_bind_new_context_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "destroy" => {
                let () = match <__Servant as NamingContextServant>::destroy(&self.0) {
                    Ok(__value) => __value,
                    Err(NamingContext_destroy_Error::NamingContext_NotEmpty(__raised)) => return Err(__call.raise(NamingContext_NotEmpty::ID, &__raised)),
                    Err(NamingContext_destroy_Error::System(__raised)) => return Err(__raised.into()),
                };
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "list" => {
                let __in_how_many = <u32 as ::hyla_orb::cdr::Cdr>::decode(&mut __call.arguments)?;
                let (__0, __1) = <__Servant as NamingContextServant>::list(&self.0, __in_how_many)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                ::hyla_orb::cdr::Cdr::encode(&__1, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type NamingContextExt_StringName = ::std::string::String;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type NamingContextExt_Address = ::std::string::String;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub type NamingContextExt_URLString = ::std::string::String;
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug, PartialEq)]
pub struct NamingContextExt_InvalidAddress {
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContextExt_InvalidAddress {
    /// Repository identifier.
    pub const ID: &'static str = "IDL:omg.org/CosNaming/NamingContextExt/InvalidAddress:1.0";
}
impl ::core::fmt::Display for NamingContextExt_InvalidAddress {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::fmt::Debug::fmt(self, f)
    }
}
impl ::core::error::Error for NamingContextExt_InvalidAddress {}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl NamingContextExt_InvalidAddress {
    #[inline]
    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {
    }
    #[inline]
    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {
        Ok(Self {
        })
    }
}
impl ::hyla_orb::cdr::Cdr for NamingContextExt_InvalidAddress {
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
impl ::hyla_orb::any::Typed for NamingContextExt_InvalidAddress {
    #[inline]
    fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {
        let __id = "IDL:omg.org/CosNaming/NamingContextExt/InvalidAddress:1.0";
        if __open.contains(&__id) { return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }
        __open.push(__id);
        let __code = ::hyla_orb::any::TypeCode::Exception(::hyla_orb::any::StructCode { id: __id.to_owned(), name: "InvalidAddress".to_owned(), members: vec![] }.into());
        __open.pop();
        __code
    }
}
}
