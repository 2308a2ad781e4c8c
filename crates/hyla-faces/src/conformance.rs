//! The services as a trait, for scenarios that know no language: `hyla_conformance::RtiServices`, and a macro that
//! implements it by methods of the same names.

use crate::documentation::summary;
use crate::method::Method;
use crate::rust::{argument_type, has_its_own_form, imports, names, parameters, result_type};
use crate::source::{Source, snake_case, wrapped};

/// One file.
#[must_use]
pub fn files() -> Vec<Source> {
    let methods = || Method::services().filter(|m| !has_its_own_form(m.service));
    let declared: Vec<String> = methods().map(|m| declared(&m)).collect();
    let declared = declared.join("\n");
    let implemented: Vec<String> = methods().map(|m| implemented(&m)).collect();
    let implemented = implemented.join("\n");
    let uses = imports(&declared).replace("Service, ", "");
    let body = format!(
        "{uses}\n\
         /// Every service that its signature determines: what `hyla_lrc::RtiAmbassador` has under the same names.\n\
         #[allow(clippy::missing_errors_doc, reason = \"as those of RtiAmbassador\")]\n\
         pub trait RtiServices {{\n{declared}}}\n\n\
         /// Implements [`RtiServices`] for a type whose expression has methods of the same names:\n\
         /// `implement_services!(Type, self => self.0)`.\n\
         #[macro_export]\n\
         macro_rules! implement_services {{\n    \
         ($type:ty, $self:ident => $inner:expr) => {{\n        \
         impl $crate::RtiServices for $type {{\n{implemented}        }}\n    }};\n}}\n"
    );
    vec![Source::rust(
        "crates/hyla-conformance/src/services.rs",
        "The services as a trait.",
        &body,
    )]
}

fn declared(method: &Method) -> String {
    let mut text = wrapped(
        &summary(method.service, method.is_other_form),
        "    /// ",
        100,
    );
    let (name, parameters) = (method.rust_name(), parameters(method));
    let result = result_type(method.result());
    text += &format!("    fn {name}(&self{parameters}) -> Result<{result}>;\n");
    text
}

/// In the macro types have their paths, and `rustfmt` leaves the text as it is.
fn implemented(method: &Method) -> String {
    let indent = " ".repeat(12);
    let types = method.arguments().iter();
    let parameters: String = types
        .map(|a| {
            format!(
                ",\n{indent}    {}: {}",
                snake_case(a.name),
                with_paths(&argument_type(a))
            )
        })
        .collect();
    let name = method.rust_name();
    let result = with_paths(&result_type(method.result()));
    let arguments = names(method).join(", ");
    format!(
        "{indent}fn {name}(\n{indent}    &$self{parameters},\n{indent}) -> $crate::types::Result<{result}> {{\n\
         {indent}    $inner.{name}({arguments})\n{indent}}}\n"
    )
}

/// `AttributeHandle` as `$crate::types::AttributeHandle`, and so on.
fn with_paths(kind: &str) -> String {
    const PRELUDE: [&str; 2] = ["Option", "String"];
    let mut text = String::new();
    let mut word = String::new();
    for letter in kind.chars().chain([' ']) {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        let is_type = word.starts_with(|c: char| c.is_ascii_uppercase());
        if is_type && !PRELUDE.contains(&word.as_str()) {
            text += "$crate::types::";
        }
        text += &std::mem::take(&mut word);
        text.push(letter);
    }
    text.trim_end().to_owned()
}
