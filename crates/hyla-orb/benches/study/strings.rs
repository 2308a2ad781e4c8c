// Written by hyla-idl from IDL. Changes are lost when it is written again.
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub mod Study {
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct Strings(::hyla_orb::client::Binding);
impl ::hyla_orb::client::Stub for Strings {
    const ID: &'static str = "IDL:hyla.org/Study/Strings:1.0";
    fn over(binding: ::hyla_orb::client::Binding) -> Self { Self(binding) }
    fn binding(&self) -> &::hyla_orb::client::Binding { &self.0 }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl Strings {
    #[inline]
    pub fn tell_nothing(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call_oneway("tell_nothing", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { })
    }
    #[inline]
    pub fn tell(&self, text: &str) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call_oneway("tell", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(text); })
    }
    #[inline]
    pub fn ask_nothing(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException> {
        self.0.call("ask_nothing", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { Ok(()) })?;
        Ok(())
    }
    #[inline]
    pub fn ask(&self, text: &str) -> ::core::result::Result<u32, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("ask", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(text); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <u32 as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
    #[inline]
    pub fn echo(&self, text: &str) -> ::core::result::Result<::std::string::String, ::hyla_orb::exception::SystemException> {
        let mut __result = None;
        self.0.call("echo", &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| { __to.string(text); }, &mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| { let __0 = <::std::string::String as ::hyla_orb::cdr::Cdr>::decode(__from)?; __result = Some(__0); Ok(()) })?;
        Ok(__result.expect("a call that returned was read"))
    }
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
pub trait StringsServant: ::core::marker::Send + ::core::marker::Sync {
    fn tell_nothing(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn tell(&self, text: &str) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn ask_nothing(&self) -> ::core::result::Result<(), ::hyla_orb::exception::SystemException>;
    fn ask(&self, text: &str) -> ::core::result::Result<u32, ::hyla_orb::exception::SystemException>;
    fn echo(&self, text: &str) -> ::core::result::Result<::std::string::String, ::hyla_orb::exception::SystemException>;
}
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
#[derive(Clone, Debug)]
pub struct StringsServer<__Servant>(pub __Servant);
#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, unused_mut, unused_variables)]
impl<__Servant: StringsServant> ::hyla_orb::server::Servant for StringsServer<__Servant> {
    fn repository_id(&self) -> &'static str { "IDL:hyla.org/Study/Strings:1.0" }
    fn is_a(&self, id: &str) -> bool { matches!(id, "IDL:hyla.org/Study/Strings:1.0") }
    fn dispatch(&self, __call: &mut ::hyla_orb::server::ServerCall<'_>) -> ::core::result::Result<bool, ::hyla_orb::server::Failure> {
        match __call.operation {
            "tell_nothing" => {
                let () = <__Servant as StringsServant>::tell_nothing(&self.0)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "tell" => {
                let __in_text = __call.arguments.str()?;
                let () = <__Servant as StringsServant>::tell(&self.0, &__in_text)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "ask_nothing" => {
                let () = <__Servant as StringsServant>::ask_nothing(&self.0)?;
                let mut __to = __call.reply();
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "ask" => {
                let __in_text = __call.arguments.str()?;
                let __0 = <__Servant as StringsServant>::ask(&self.0, &__in_text)?;
                let mut __to = __call.reply();
                ::hyla_orb::cdr::Cdr::encode(&__0, &mut __to);
                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;
            }
            "echo" => {
                let __in_text = __call.arguments.str()?;
                let __0 = <__Servant as StringsServant>::echo(&self.0, &__in_text)?;
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
