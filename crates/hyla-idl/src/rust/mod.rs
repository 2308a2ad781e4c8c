//! Writes Rust for `hyla-orb`.
//!
//! | IDL | Rust |
//! |---|---|
//! | module | module of the same name |
//! | definition inside an interface, struct, union or exception | `Outer_Inner` beside it |
//! | struct, exception | struct |
//! | enum | enum with the same values |
//! | union | enum with a variant for each member; the discriminator comes first where several values select it |
//! | constant | constant; strings and fixed-point numbers are `&str` |
//! | interface `I` | stub `I`, trait `IServant`, and `IServer`, which makes an object of what implements the trait |
//! | operation with `raises` | method whose error is the enum `I_operation_Error` |
//! | attribute `a` | methods `a` and `set_a` |
//! | `in` | by value or reference; `inout` is `&mut`, `out` follows the result in a tuple |
//!
//! Names stay as they are in IDL, also where Rust writes them in another case.

mod data;
mod interface;
mod names;
mod operation;
mod types;

use std::fmt;

use crate::model::{DefId, InterfaceKind, Kind, Model};

/// A definition without a mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The definition that needs it.
    pub definition: String,
    /// The unsupported feature.
    pub what: &'static str,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} has no mapping to Rust",
            self.definition, self.what
        )
    }
}

impl std::error::Error for Unsupported {}

/// Lints that names of IDL and unused code violate.
const ALLOW: &str = "#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, \
non_camel_case_types, non_snake_case, non_upper_case_globals, unreachable_patterns, unreachable_pub, \
unused_mut, unused_variables)]\n";

/// Rust for all definitions of the model, included files too.
///
/// # Errors
/// The first definition without a mapping.
pub fn generate(model: &Model) -> Result<String, Unsupported> {
    let mut writer = Writer {
        model,
        out: String::new(),
        module: Vec::new(),
        definition: String::new(),
    };
    writer
        .out
        .push_str("// Written by hyla-idl from IDL. Changes are lost when it is written again.\n");
    writer.scope(None)?;
    Ok(writer.out)
}

struct Writer<'m> {
    model: &'m Model,
    out: String,
    /// Enclosing modules of the output.
    module: Vec<DefId>,
    /// The current definition, for errors.
    definition: String,
}

/// Writes lines.
macro_rules! put {
    ($writer:expr, $($text:tt)*) => {{
        use std::fmt::Write as _;
        let _ = writeln!($writer.out, $($text)*);
    }};
}
use put;

impl Writer<'_> {
    fn unsupported<T>(&self, what: &'static str) -> Result<T, Unsupported> {
        let definition = self.definition.clone();
        Err(Unsupported { definition, what })
    }

    /// All definitions of a module, or outside of any.
    fn scope(&mut self, owner: Option<DefId>) -> Result<(), Unsupported> {
        let inside: Vec<_> = self
            .model
            .ids()
            .filter(|&id| self.model[id].parent == owner)
            .collect();
        for id in inside {
            self.definition(id)?;
        }
        Ok(())
    }

    fn definition(&mut self, id: DefId) -> Result<(), Unsupported> {
        let model = self.model;
        self.definition = model.scoped_name(id);
        match &model[id].kind {
            Kind::Module(_) => {
                put!(self, "{ALLOW}pub mod {} {{", names::escape(&model[id].name));
                self.module.push(id);
                self.scope(Some(id))?;
                self.module.pop();
                put!(self, "}}");
                Ok(())
            }
            Kind::Constant(constant) => self.constant(id, constant),
            Kind::Alias(ty) => {
                let ty = self.ty(ty)?;
                put!(self, "{ALLOW}pub type {} = {ty};", names::flat(model, id));
                Ok(())
            }
            Kind::Struct(Some(fields)) => {
                self.structure(id, fields)?;
                self.scope(Some(id))
            }
            Kind::Exception(fields) => {
                self.exception(id, fields)?;
                self.scope(Some(id))
            }
            Kind::Union(Some(union)) => {
                self.union(id, union)?;
                self.scope(Some(id))
            }
            Kind::Enum(values) => {
                self.enumeration(id, values);
                Ok(())
            }
            Kind::Interface(interface) => {
                if interface.is_defined && interface.kind != InterfaceKind::Local {
                    self.interface(id, interface)?;
                }
                self.scope(Some(id))
            }
            // Without a mapping; their uses are rejected.
            Kind::Value(_)
            | Kind::Native
            | Kind::Enumerator(..)
            | Kind::Struct(None)
            | Kind::Union(None) => Ok(()),
        }
    }
}
