//! Operations: a method of the stub, one of the servant's trait, and an arm of the dispatch.

use crate::model::{Attribute, DefId, Direction, Operation, Type};
use crate::rust::types::Passing;
use crate::rust::{ALLOW, Unsupported, Writer, names, put};

const CDR: &str = "::hyla_orb::cdr::Cdr";
const SYSTEM: &str = "::hyla_orb::exception::SystemException";

/// An operation, or one of the two of an attribute.
pub(super) struct Method {
    /// Name in Rust.
    name: String,
    /// Name on the wire.
    wire: String,
    is_oneway: bool,
    parameters: Vec<Parameter>,
    /// Type of the result.
    result: Option<String>,
    /// Path of the error, and variants with their types.
    raises: Option<(String, Vec<(String, String)>)>,
}

struct Parameter {
    name: String,
    direction: Direction,
    /// Type of values.
    ty: String,
    /// Type as an `in` parameter.
    in_type: String,
    passing: Passing,
}

impl Method {
    /// Types of the result and `out` parameters.
    fn returned(&self) -> Vec<&str> {
        let outs = self
            .parameters
            .iter()
            .filter(|parameter| parameter.direction == Direction::Out)
            .map(|parameter| parameter.ty.as_str());
        self.result.as_deref().into_iter().chain(outs).collect()
    }

    fn error(&self) -> &str {
        self.raises.as_ref().map_or(SYSTEM, |(error, _)| error)
    }

    pub(super) fn signature(&self) -> String {
        let mut parameters = vec!["&self".to_owned()];
        for parameter in &self.parameters {
            let Parameter {
                name, ty, in_type, ..
            } = parameter;
            match parameter.direction {
                Direction::In => parameters.push(format!("{name}: {in_type}")),
                Direction::InOut => parameters.push(format!("{name}: &mut {ty}")),
                Direction::Out => {}
            }
        }
        let returned = self.returned();
        let result = match returned[..] {
            [one] => one.to_owned(),
            _ => format!("({})", returned.join(", ")),
        };
        format!(
            "fn {}({}) -> ::core::result::Result<{result}, {}>",
            self.name,
            parameters.join(", "),
            self.error()
        )
    }
}

/// Several as a tuple, one alone.
fn tuple(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        _ => format!("({})", names.join(", ")),
    }
}

impl Writer<'_> {
    fn parameter(
        &self,
        name: &str,
        direction: Direction,
        ty: &Type,
    ) -> Result<Parameter, Unsupported> {
        Ok(Parameter {
            name: names::escape(name),
            direction,
            ty: self.ty(ty)?,
            in_type: self.in_type(ty)?,
            passing: self.passing(ty)?,
        })
    }

    pub(super) fn method(&self, id: DefId, operation: &Operation) -> Result<Method, Unsupported> {
        let parameters: Result<Vec<_>, _> = operation
            .parameters
            .iter()
            .map(|it| self.parameter(&it.name, it.direction, &it.ty))
            .collect();
        let mut variants = Vec::new();
        for &exception in &operation.raises {
            let name = names::flat(self.model, exception);
            let variant = if name == "System" {
                "System_".to_owned()
            } else {
                name
            };
            variants.push((variant, self.path(exception)));
        }
        let error = self.beside(id, &format!("_{}_Error", operation.name));
        let raises = (!variants.is_empty()).then_some((error, variants));
        Ok(Method {
            name: names::escape(&operation.name),
            wire: operation.name.clone(),
            is_oneway: operation.is_oneway,
            parameters: parameters?,
            result: operation
                .result
                .as_ref()
                .map(|ty| self.ty(ty))
                .transpose()?,
            raises,
        })
    }

    pub(super) fn getter(&self, attribute: &Attribute) -> Result<Method, Unsupported> {
        Ok(Method {
            name: names::escape(&attribute.name),
            wire: format!("_get_{}", attribute.name),
            is_oneway: false,
            parameters: Vec::new(),
            result: Some(self.ty(&attribute.ty)?),
            raises: None,
        })
    }

    pub(super) fn setter(&self, attribute: &Attribute) -> Result<Method, Unsupported> {
        Ok(Method {
            name: format!("set_{}", attribute.name),
            wire: format!("_set_{}", attribute.name),
            is_oneway: false,
            parameters: vec![self.parameter("value", Direction::In, &attribute.ty)?],
            result: None,
            raises: None,
        })
    }

    /// The error enum of an operation with `raises`.
    pub(super) fn error(&mut self, method: &Method) {
        let Some((error, variants)) = &method.raises else {
            return;
        };
        put!(
            self,
            "{ALLOW}#[derive(Clone, Debug, PartialEq)]\npub enum {error} {{"
        );
        for (variant, ty) in variants {
            put!(self, "    {variant}({ty}),");
        }
        put!(self, "    System({SYSTEM}),\n}}");
        put!(
            self,
            "impl ::core::convert::From<{SYSTEM}> for {error} {{\n\
             \x20   fn from(exception: {SYSTEM}) -> Self {{ Self::System(exception) }}\n}}"
        );
        for (variant, ty) in variants {
            put!(
                self,
                "impl ::core::convert::From<{ty}> for {error} {{\n\
                 \x20   fn from(exception: {ty}) -> Self {{ Self::{variant}(exception) }}\n}}"
            );
        }
        put!(
            self,
            "impl ::core::fmt::Display for {error} {{\n\
             \x20   fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{\n        match self {{"
        );
        for (variant, _) in variants {
            put!(
                self,
                "            Self::{variant}(exception) => ::core::fmt::Display::fmt(exception, f),"
            );
        }
        put!(
            self,
            "            Self::System(exception) => ::core::fmt::Display::fmt(exception, f),\n        }}\n    }}\n}}\n\
             impl ::core::error::Error for {error} {{}}"
        );
    }

    pub(super) fn stub_method(&mut self, method: &Method) {
        // Code is made only for what a program calls.
        put!(self, "    #[inline]\n    pub {} {{", method.signature());
        let mut writes = String::new();
        for parameter in &method.parameters {
            let name = &parameter.name;
            let write = match (parameter.direction, &parameter.passing) {
                (Direction::Out, _) => continue,
                (Direction::InOut, _) => format!("{CDR}::encode(&**{name}.borrow(), __to);"),
                (_, Passing::Value) => format!("{CDR}::encode(&{name}, __to);"),
                (_, Passing::Str) => format!("__to.string({name});"),
                (_, Passing::Slice(_)) => format!("__to.sequence({name});"),
                (_, Passing::Reference) => format!("{CDR}::encode({name}, __to);"),
            };
            // Written and read values share it.
            if parameter.direction == Direction::InOut {
                put!(
                    self,
                    "        let {name} = ::core::cell::RefCell::new({name});"
                );
            }
            writes.push_str(&write);
            writes.push(' ');
        }
        let wire = &method.wire;
        if method.is_oneway {
            put!(
                self,
                "        self.0.call_oneway({wire:?}, &mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| {{ {writes}}})\n    }}"
            );
            return;
        }
        let mut reads = String::new();
        let mut back = Vec::new();
        if let Some(ty) = &method.result {
            reads.push_str(&format!("let __0 = <{ty} as {CDR}>::decode(__from)?; "));
            back.push("__0".to_owned());
        }
        for parameter in &method.parameters {
            let Parameter { name, ty, .. } = parameter;
            match parameter.direction {
                Direction::In => {}
                Direction::InOut => reads.push_str(&format!(
                    "{CDR}::decode_into(&mut **{name}.borrow_mut(), __from)?; "
                )),
                Direction::Out => {
                    let local = format!("__{}", back.len());
                    reads.push_str(&format!("let {local} = <{ty} as {CDR}>::decode(__from)?; "));
                    back.push(local);
                }
            }
        }
        let has_result = !back.is_empty();
        if has_result {
            put!(self, "        let mut __result = None;");
            reads.push_str(&format!("__result = Some({}); ", tuple(&back)));
        }
        let write = format!("&mut |__to: &mut ::hyla_orb::cdr::Encoder<'_>| {{ {writes}}}");
        let read = format!("&mut |__from: &mut ::hyla_orb::cdr::Decoder<'_>| {{ {reads}Ok(()) }}");
        match &method.raises {
            None => put!(self, "        self.0.call({wire:?}, {write}, {read})?;"),
            Some((error, variants)) => {
                put!(self, "        let mut __raised = None;");
                let mut tries = String::new();
                for (variant, ty) in variants {
                    tries.push_str(&format!(
                        "if __id == {ty}::ID {{ __raised = Some({error}::{variant}({CDR}::decode(__from)?)); }} "
                    ));
                }
                put!(
                    self,
                    "        self.0.call_raising({wire:?}, {write}, {read}, \
                     &mut |__id: &str, __from: &mut ::hyla_orb::cdr::Decoder<'_>| {{ {tries}Ok(__raised.is_some()) }})?;"
                );
                put!(
                    self,
                    "        if let Some(__raised) = __raised {{ return Err(__raised); }}"
                );
            }
        }
        if has_result {
            put!(
                self,
                "        Ok(__result.expect(\"a call that returned was read\"))\n    }}"
            );
        } else {
            put!(self, "        Ok(())\n    }}");
        }
    }

    pub(super) fn dispatch_arm(&mut self, method: &Method, servant: &str) {
        put!(self, "            {:?} => {{", method.wire);
        let mut arguments = vec!["&self.0".to_owned()];
        for parameter in &method.parameters {
            let Parameter {
                name,
                ty,
                passing,
                direction,
                ..
            } = parameter;
            // Names of parameters could hide local ones.
            let local = format!("__in_{}", name.trim_start_matches("r#"));
            match (direction, passing) {
                (Direction::Out, _) => {}
                (Direction::InOut, _) => {
                    put!(
                        self,
                        "                let mut {local} = <{ty} as {CDR}>::decode(&mut __call.arguments)?;"
                    );
                    arguments.push(format!("&mut {local}"));
                }
                (Direction::In, Passing::Str) => {
                    put!(
                        self,
                        "                let {local} = __call.arguments.str()?;"
                    );
                    arguments.push(format!("&{local}"));
                }
                (Direction::In, Passing::Slice(element)) => {
                    put!(
                        self,
                        "                let {local} = __call.arguments.slice::<{element}>()?;"
                    );
                    arguments.push(format!("&{local}"));
                }
                (Direction::In, passing) => {
                    put!(
                        self,
                        "                let {local} = <{ty} as {CDR}>::decode(&mut __call.arguments)?;"
                    );
                    let by = if *passing == Passing::Value { "" } else { "&" };
                    arguments.push(format!("{by}{local}"));
                }
            }
        }
        let called = format!(
            "<__Servant as {servant}>::{}({})",
            method.name,
            arguments.join(", ")
        );
        let locals: Vec<_> = (0..method.returned().len())
            .map(|at| format!("__{at}"))
            .collect();
        let result = tuple(&locals);
        match &method.raises {
            None => put!(self, "                let {result} = {called}?;"),
            Some((error, variants)) => {
                put!(
                    self,
                    "                let {result} = match {called} {{\n                    Ok(__value) => __value,"
                );
                for (variant, ty) in variants {
                    put!(
                        self,
                        "                    Err({error}::{variant}(__raised)) => return Err(__call.raise({ty}::ID, &__raised)),"
                    );
                }
                put!(
                    self,
                    "                    Err({error}::System(__raised)) => return Err(__raised.into()),\n                }};"
                );
            }
        }
        put!(self, "                let mut __to = __call.reply();");
        let mut next = 0;
        let mut encode = |writer: &mut Self| {
            put!(
                writer,
                "                {CDR}::encode(&__{next}, &mut __to);"
            );
            next += 1;
        };
        if method.result.is_some() {
            encode(self);
        }
        for parameter in &method.parameters {
            match parameter.direction {
                Direction::In => {}
                Direction::Out => encode(self),
                Direction::InOut => {
                    let name = parameter.name.trim_start_matches("r#");
                    put!(
                        self,
                        "                {CDR}::encode(&__in_{name}, &mut __to);"
                    );
                }
            }
        }
        put!(
            self,
            "                __to.finish_message().map_err(::hyla_orb::server::Failure::after)?;\n            }}"
        );
    }
}
