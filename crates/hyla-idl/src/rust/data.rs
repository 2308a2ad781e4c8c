//! Constants, structs, exceptions, enums and unions.

use crate::model::{Basic, Constant, DefId, Field, Kind, Label, Literal, Type, Union};
use crate::rust::{ALLOW, Unsupported, Writer, names, put};

const CDR: &str = "::hyla_orb::cdr::Cdr";

impl Writer<'_> {
    pub(super) fn constant(&mut self, id: DefId, constant: &Constant) -> Result<(), Unsupported> {
        let name = names::flat(self.model, id);
        let ty = match self.model.resolve(&constant.ty) {
            Type::String(_) | Type::WideString(_) | Type::Fixed(..) => "&str".to_owned(),
            Type::Basic(Basic::LongDouble) => return self.unsupported("`long double`"),
            other => self.ty(other)?,
        };
        let value = self.literal(&constant.value, &constant.ty);
        put!(self, "{ALLOW}pub const {name}: {ty} = {value};");
        Ok(())
    }

    /// A value as an expression and, except for floating-point numbers, as a pattern.
    fn literal(&self, value: &Literal, ty: &Type) -> String {
        let is_char = matches!(self.model.resolve(ty), Type::Basic(Basic::Char));
        match value {
            Literal::Integer(value) => value.to_string(),
            Literal::Float(value) => format!("{value:?}"),
            Literal::Boolean(value) => value.to_string(),
            Literal::Char(value) if is_char => u32::from(*value).to_string(),
            Literal::Char(value) => format!("{value:?}"),
            Literal::String(text) | Literal::Fixed(text) => format!("{text:?}"),
            Literal::Enumerator(of, ordinal) => {
                let values = match &self.model[*of].kind {
                    Kind::Enum(values) => values.as_slice(),
                    _ => &[],
                };
                let name = values.get(*ordinal as usize).map_or("", String::as_str);
                format!("{}::{}", self.path(*of), names::escape(name))
            }
        }
    }

    fn members(&mut self, name: &str, fields: &[Field]) -> Result<(), Unsupported> {
        put!(
            self,
            "{ALLOW}#[derive(Clone, Debug, PartialEq)]\npub struct {name} {{"
        );
        for field in fields {
            let ty = self.ty(&field.ty)?;
            put!(self, "    pub {}: {ty},", names::escape(&field.name));
        }
        put!(self, "}}");
        Ok(())
    }

    /// `Cdr` of a struct; with a block if its layout is fixed.
    fn cdr_of_members(
        &mut self,
        name: &str,
        fields: &[Field],
        is_block: bool,
    ) -> Result<(), Unsupported> {
        let sizes: Result<Vec<_>, _> = fields
            .iter()
            .map(|field| Ok(format!("<{} as {CDR}>::MIN_SIZE", self.ty(&field.ty)?)))
            .collect();
        let sizes = sizes?;
        let size = if sizes.is_empty() {
            "0".to_owned()
        } else {
            sizes.join(" + ")
        };
        put!(self, "{ALLOW}impl {name} {{");
        put!(
            self,
            "    #[inline]\n    fn __encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {{"
        );
        for field in fields {
            put!(
                self,
                "        {CDR}::encode(&self.{}, __to);",
                names::escape(&field.name)
            );
        }
        put!(self, "    }}");
        put!(
            self,
            "    #[inline]\n    fn __decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> \
             ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{"
        );
        put!(self, "        Ok(Self {{");
        for field in fields {
            put!(
                self,
                "            {}: {CDR}::decode(__from)?,",
                names::escape(&field.name)
            );
        }
        put!(self, "        }})\n    }}\n}}");
        put!(
            self,
            "impl {CDR} for {name} {{\n    const MIN_SIZE: usize = {size};"
        );
        put!(
            self,
            "    #[inline]\n    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {{"
        );
        if is_block {
            put!(self, "        if __to.block(self) {{ return; }}");
        }
        put!(self, "        self.__encode(__to);\n    }}");
        put!(
            self,
            "    #[inline]\n    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> \
             ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{"
        );
        if is_block {
            put!(
                self,
                "        if let Some(value) = __from.block()? {{ return Ok(value); }}"
            );
        }
        put!(self, "        Self::__decode(__from)\n    }}");
        if is_block {
            put!(
                self,
                "    #[inline]\n    fn encode_slice(__values: &[Self], __to: &mut ::hyla_orb::cdr::Encoder<'_>) {{\n\
                 \x20       __to.blocks(__values, Self::__encode);\n    }}\n\
                 \x20   #[inline]\n\x20   fn decode_many(__from: &mut ::hyla_orb::cdr::Decoder<'_>, __count: usize, \
                 __into: &mut ::std::vec::Vec<Self>) -> \
                 ::core::result::Result<(), ::hyla_orb::cdr::MarshalError> {{\n\
                 \x20       __from.blocks(__count, __into, Self::__decode)\n    }}"
            );
        }
        put!(self, "}}");
        Ok(())
    }

    pub(super) fn structure(&mut self, id: DefId, fields: &[Field]) -> Result<(), Unsupported> {
        let name = names::flat(self.model, id);
        self.members(&name, fields)?;
        let layout = self.layout(&Type::Named(id));
        self.cdr_of_members(&name, fields, layout.is_some())?;
        if let Some(layout) = layout {
            put!(self, "{ALLOW}impl ::hyla_orb::cdr::Block for {name} {{");
            put!(self, "    const ALIGN: usize = {};", layout.align);
            put!(self, "    const FIRST: usize = {};", layout.first);
            put!(self, "    const SIZE: usize = {};", layout.size);
            let size = layout.size;
            // The length is known here, so that no further check is needed.
            put!(
                self,
                "    #[inline(always)]\n    fn put<const __SWAP: bool>(&self, __to: &mut [u8]) {{\n\
                 \x20       let __to: &mut [u8] = __to.first_chunk_mut::<{size}>().expect(\"a block has its size\");"
            );
            for part in &layout.puts {
                put!(self, "        {part}");
            }
            put!(self, "    }}");
            put!(
                self,
                "    #[inline(always)]\n    fn take<const __SWAP: bool>(__from: &[u8]) -> \
                 ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{\n\
                 \x20       let __from: &[u8] = __from.first_chunk::<{size}>().expect(\"a block has its size\");\n\
                 \x20       Ok({})\n    }}\n}}",
                layout.take
            );
        }
        self.typed_members(id, &name, "Struct", fields)
    }

    fn typed_members(
        &mut self,
        id: DefId,
        name: &str,
        kind: &str,
        fields: &[Field],
    ) -> Result<(), Unsupported> {
        let mut members = Vec::new();
        for field in fields {
            members.push(format!(
                "({:?}.to_owned(), {})",
                field.name,
                self.type_code(&field.ty)?
            ));
        }
        let code = format!(
            "::hyla_orb::any::TypeCode::{kind}(::hyla_orb::any::StructCode {{ id: __id.to_owned(), \
             name: {:?}.to_owned(), members: vec![{}] }}.into())",
            self.model[id].name,
            members.join(", ")
        );
        self.typed(id, name, &code);
        Ok(())
    }

    /// `Typed`; the expression has `__id` and `__open`.
    fn typed(&mut self, id: DefId, name: &str, code: &str) {
        let repository_id = &self.model[id].repository_id;
        put!(
            self,
            "{ALLOW}impl ::hyla_orb::any::Typed for {name} {{\n\
             \x20   #[inline]\n\x20   fn type_code_within(__open: &mut ::std::vec::Vec<&'static str>) -> ::hyla_orb::any::TypeCode {{\n\
             \x20       let __id = {repository_id:?};\n\
             \x20       if __open.contains(&__id) {{ return ::hyla_orb::any::TypeCode::Recursive(__id.into()); }}\n\
             \x20       __open.push(__id);\n\
             \x20       let __code = {code};\n\
             \x20       __open.pop();\n\
             \x20       __code\n    }}\n}}"
        );
    }

    pub(super) fn exception(&mut self, id: DefId, fields: &[Field]) -> Result<(), Unsupported> {
        let name = names::flat(self.model, id);
        self.members(&name, fields)?;
        let repository_id = &self.model[id].repository_id;
        put!(
            self,
            "{ALLOW}impl {name} {{\n    /// Repository identifier.\n    pub const ID: &'static str = {repository_id:?};\n}}"
        );
        put!(
            self,
            "impl ::core::fmt::Display for {name} {{\n\
             \x20   fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{\n\
             \x20       ::core::fmt::Debug::fmt(self, f)\n    }}\n}}\n\
             impl ::core::error::Error for {name} {{}}"
        );
        self.cdr_of_members(&name, fields, false)?;
        self.typed_members(id, &name, "Exception", fields)
    }

    pub(super) fn enumeration(&mut self, id: DefId, values: &[String]) {
        let name = names::flat(self.model, id);
        put!(
            self,
            "{ALLOW}#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u32)]\npub enum {name} {{"
        );
        for value in values {
            put!(self, "    {},", names::escape(value));
        }
        put!(self, "}}");
        let all: Vec<_> = values
            .iter()
            .map(|value| format!("Self::{}", names::escape(value)))
            .collect();
        let count = values.len();
        put!(
            self,
            "{ALLOW}impl {name} {{\n    /// All values in order.\n    pub const ALL: [Self; {count}] = [{}];\n\
             \x20   #[inline]\n\
             \x20   fn __of(value: u32) -> ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{\n\
             \x20       let found = Self::ALL.get(value as usize).copied();\n\
             \x20       found.ok_or(::hyla_orb::cdr::MarshalError::Enum {{ value, count: {count} }})\n    }}\n}}",
            all.join(", ")
        );
        put!(
            self,
            "impl {CDR} for {name} {{\n    const MIN_SIZE: usize = 4;\n\
             \x20   #[inline]\n\x20   fn encode(&self, to: &mut ::hyla_orb::cdr::Encoder<'_>) {{ to.u32(*self as u32); }}\n\
             \x20   #[inline]\n\x20   fn decode(from: &mut ::hyla_orb::cdr::Decoder<'_>) -> \
             ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{ Self::__of(from.u32()?) }}\n}}"
        );
        put!(
            self,
            "impl ::hyla_orb::cdr::Block for {name} {{\n\
             \x20   const ALIGN: usize = 4;\n    const FIRST: usize = 4;\n    const SIZE: usize = 4;\n\
             \x20   #[inline(always)]\n    fn put<const __SWAP: bool>(&self, to: &mut [u8]) {{ \
             ::hyla_orb::cdr::put::<u32, __SWAP>(&(*self as u32), to, 0); }}\n\
             \x20   #[inline(always)]\n    fn take<const __SWAP: bool>(from: &[u8]) -> \
             ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{ \
             Self::__of(::hyla_orb::cdr::take::<u32, __SWAP>(from, 0)?) }}\n}}"
        );
        let quoted: Vec<_> = values
            .iter()
            .map(|value| format!("{value:?}.to_owned()"))
            .collect();
        let code = format!(
            "::hyla_orb::any::TypeCode::Enum(::hyla_orb::any::EnumCode {{ id: __id.to_owned(), \
             name: {:?}.to_owned(), values: vec![{}] }}.into())",
            self.model[id].name,
            quoted.join(", ")
        );
        self.typed(id, &name, &code);
    }

    pub(super) fn union(&mut self, id: DefId, union: &Union) -> Result<(), Unsupported> {
        let name = names::flat(self.model, id);
        let disc = self.ty(&union.discriminator)?;
        let nothing = "Nothing";
        put!(
            self,
            "{ALLOW}#[derive(Clone, Debug, PartialEq)]\npub enum {name} {{"
        );
        for case in &union.cases {
            let ty = self.ty(&case.ty)?;
            let variant = names::escape(&case.name);
            match case.labels[..] {
                [Label::Value(_)] => put!(self, "    {variant}({ty}),"),
                _ => put!(self, "    {variant}({disc}, {ty}),"),
            }
        }
        if union.has_implicit_default {
            put!(
                self,
                "    /// The discriminator selects no member.\n    {nothing}({disc}),"
            );
        }
        put!(self, "}}");
        put!(self, "{ALLOW}impl {CDR} for {name} {{");
        put!(
            self,
            "    const MIN_SIZE: usize = <{disc} as {CDR}>::MIN_SIZE;"
        );
        put!(
            self,
            "    #[inline]\n    fn encode(&self, __to: &mut ::hyla_orb::cdr::Encoder<'_>) {{"
        );
        put!(self, "        match self {{");
        let pattern = |writer: &Self, labels: &[Label]| -> String {
            let labels = labels.iter().filter_map(|label| match label {
                Label::Value(value) => Some(writer.literal(value, &union.discriminator)),
                Label::Default => None,
            });
            labels.collect::<Vec<_>>().join(" | ")
        };
        let all: Vec<_> = union
            .cases
            .iter()
            .flat_map(|case| case.labels.clone())
            .collect();
        let all = pattern(self, &all);
        let all = if all.is_empty() {
            "_ if false".to_owned()
        } else {
            all
        };
        let wrong = "__to.fail(::hyla_orb::cdr::MarshalError::Discriminator)";
        for case in &union.cases {
            let variant = names::escape(&case.name);
            if let [Label::Value(value)] = &case.labels[..] {
                let label = self.literal(value, &union.discriminator);
                put!(
                    self,
                    "            Self::{variant}(__value) => {{ {CDR}::encode(&({label} as {disc}), __to); \
                     {CDR}::encode(__value, __to); }}"
                );
                continue;
            }
            let own = pattern(self, &case.labels);
            let is_default = case.labels.contains(&Label::Default);
            let check = match (own.is_empty(), is_default) {
                (true, _) => format!("{all} => {wrong}, _ => {{}}"),
                (false, true) => format!("{own} => {{}}, {all} => {wrong}, _ => {{}}"),
                (false, false) => format!("{own} => {{}}, _ => {wrong}"),
            };
            put!(
                self,
                "            Self::{variant}(__disc, __value) => {{ match *__disc {{ {check} }} \
                 {CDR}::encode(__disc, __to); {CDR}::encode(__value, __to); }}"
            );
        }
        if union.has_implicit_default {
            put!(
                self,
                "            Self::{nothing}(__disc) => {{ match *__disc {{ {all} => {wrong}, _ => {{}} }} \
                 {CDR}::encode(__disc, __to); }}"
            );
        }
        put!(self, "        }}\n    }}");
        put!(
            self,
            "    #[inline]\n    fn decode(__from: &mut ::hyla_orb::cdr::Decoder<'_>) -> \
             ::core::result::Result<Self, ::hyla_orb::cdr::MarshalError> {{\n\
             \x20       let __disc = <{disc} as {CDR}>::decode(__from)?;\n        Ok(match __disc {{"
        );
        let mut default = None;
        for case in &union.cases {
            let variant = names::escape(&case.name);
            let value = format!("{CDR}::decode(__from)?");
            let made = match case.labels[..] {
                [Label::Value(_)] => format!("Self::{variant}({value})"),
                _ => format!("Self::{variant}(__disc, {value})"),
            };
            let own = pattern(self, &case.labels);
            if !own.is_empty() {
                put!(self, "            {own} => {made},");
            }
            if case.labels.contains(&Label::Default) {
                default = Some(made);
            }
        }
        if union.has_implicit_default {
            default = Some(format!("Self::{nothing}(__disc)"));
        }
        if let Some(default) = default {
            put!(self, "            _ => {default},");
        }
        put!(self, "        }})\n    }}\n}}");
        self.typed_union(id, &name, union)
    }

    fn typed_union(&mut self, id: DefId, name: &str, union: &Union) -> Result<(), Unsupported> {
        let mut cases = Vec::new();
        let mut default = -1_i64;
        for case in &union.cases {
            let code = self.type_code(&case.ty)?;
            for label in &case.labels {
                let label = match label {
                    Label::Default => {
                        default = i64::try_from(cases.len()).expect("files are limited");
                        "Octet(0)".to_owned()
                    }
                    Label::Value(value) => self.label(value, &union.discriminator),
                };
                cases.push(format!(
                    "::hyla_orb::any::Case {{ label: ::hyla_orb::any::Value::{label}, name: {:?}.to_owned(), ty: {code} }}",
                    case.name
                ));
            }
        }
        let code = format!(
            "::hyla_orb::any::TypeCode::Union(::hyla_orb::any::UnionCode {{ id: __id.to_owned(), \
             name: {:?}.to_owned(), discriminator: {}, default: {default}, cases: vec![{}] }}.into())",
            self.model[id].name,
            self.type_code(&union.discriminator)?,
            cases.join(", ")
        );
        self.typed(id, name, &code);
        Ok(())
    }

    /// A label as a value of an any.
    fn label(&self, value: &Literal, ty: &Type) -> String {
        let text = self.literal(value, ty);
        let kind = match self.model.resolve(ty) {
            Type::Basic(basic) => match basic {
                Basic::Boolean => "Boolean",
                Basic::Octet => "Octet",
                Basic::Char => "Char",
                Basic::WideChar => "WideChar",
                Basic::Short => "Short",
                Basic::UnsignedShort => "UnsignedShort",
                Basic::UnsignedLong => "UnsignedLong",
                Basic::LongLong => "LongLong",
                Basic::UnsignedLongLong => "UnsignedLongLong",
                _ => "Long",
            },
            _ => return format!("Enum({text} as u32)"),
        };
        format!("{kind}({text})")
    }
}
