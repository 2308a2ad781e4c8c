//! The list of calls of the Federate Protocol: a macro that calls another one with each request and its response.

use super::requests;
use crate::source::Source;

/// The file.
#[must_use]
pub fn file() -> Source {
    let names = requests();
    let count = names.len();
    let calls = names.iter();
    let calls = calls.map(|name| format!("            {name}Request => {name}Response,\n"));
    let calls: String = calls.collect();
    let text = format!(
        "/// Calls the macro with `Request => Response,` for each call of the protocol, in the order of the messages.\n\
         ///\n\
         /// ```\n\
         /// macro_rules! count {{\n\
         ///     ($($request:ident => $response:ident,)*) => {{ [$(stringify!($request)),*].len() }};\n\
         /// }}\n\
         /// assert_eq!(hyla_fedpro_messages::for_each_call!(count), {count});\n\
         /// ```\n\
         #[macro_export]\n\
         #[rustfmt::skip]\n\
         macro_rules! for_each_call {{\n\
         \x20   ($macro:ident) => {{\n\
         \x20       $macro! {{\n\
         {calls}\
         \x20       }}\n\
         \x20   }};\n\
         }}\n"
    );
    Source::rust(
        "crates/hyla-fedpro-messages/src/calls.rs",
        "Which response belongs to which request: the one list of them.",
        &text,
    )
}
