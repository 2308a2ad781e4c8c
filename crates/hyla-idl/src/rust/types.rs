//! Rust types, their TypeCodes, and values with a fixed layout.

use crate::model::{Basic, DefId, InterfaceKind, Kind, Type};
use crate::rust::{Unsupported, Writer, names};

/// How an `in` parameter is passed.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Passing {
    /// Numbers and enums.
    Value,
    /// `string`.
    Str,
    /// Sequence without bound, of elements of that type.
    Slice(String),
    /// All others.
    Reference,
}

/// Structs with more parts are written member by member.
const MOST_LEAVES: usize = 64;

impl Writer<'_> {
    /// Path of a definition, relative to the current module.
    pub(super) fn path(&self, id: DefId) -> String {
        let modules = names::modules(self.model, id);
        let name = names::flat(self.model, id);
        if modules == self.module {
            return name;
        }
        let common = modules
            .iter()
            .zip(&self.module)
            .take_while(|(a, b)| a == b)
            .count();
        let mut path = "super::".repeat(self.module.len() - common);
        for &module in &modules[common..] {
            path.push_str(&names::escape(&self.model[module].name));
            path.push_str("::");
        }
        path + &name
    }

    /// The type of values.
    pub(super) fn ty(&self, ty: &Type) -> Result<String, Unsupported> {
        Ok(match ty {
            Type::Basic(basic) => match basic {
                Basic::Boolean => "bool",
                Basic::Octet | Basic::Char => "u8",
                Basic::WideChar => "char",
                Basic::Short => "i16",
                Basic::UnsignedShort => "u16",
                Basic::Long => "i32",
                Basic::UnsignedLong => "u32",
                Basic::LongLong => "i64",
                Basic::UnsignedLongLong => "u64",
                Basic::Float => "f32",
                Basic::Double => "f64",
                Basic::Any => "::hyla_orb::any::Any",
                Basic::Object => "::hyla_orb::reference::Reference",
                Basic::TypeCode => "::hyla_orb::any::TypeCode",
                Basic::LongDouble => return self.unsupported("`long double`"),
                Basic::ValueBase => return self.unsupported("`ValueBase`"),
            }
            .to_owned(),
            Type::String(None) => "::std::string::String".to_owned(),
            Type::String(Some(bound)) => format!("::hyla_orb::cdr::BoundedString<{bound}>"),
            Type::WideString(None) => "::hyla_orb::cdr::WString".to_owned(),
            Type::WideString(Some(_)) => return self.unsupported("a bounded `wstring`"),
            Type::Fixed(digits, scale) => format!("::hyla_orb::cdr::Fixed<{digits}, {scale}>"),
            Type::Sequence(element, None) => format!("::std::vec::Vec<{}>", self.ty(element)?),
            Type::Sequence(element, Some(bound)) => {
                let element = self.ty(element)?;
                format!("::hyla_orb::cdr::BoundedSequence<{element}, {bound}>")
            }
            Type::Array(element, length) => format!("[{}; {length}]", self.ty(element)?),
            Type::Named(id) => match &self.model[*id].kind {
                Kind::Interface(interface) => match interface.kind {
                    InterfaceKind::Plain => "::hyla_orb::reference::Reference".to_owned(),
                    InterfaceKind::Local => return self.unsupported("a local interface as a type"),
                    InterfaceKind::Abstract => {
                        return self.unsupported("an abstract interface as a type");
                    }
                },
                Kind::Native => return self.unsupported("a native type"),
                Kind::Value(_) => return self.unsupported("a value type"),
                _ => self.path(*id),
            },
        })
    }

    pub(super) fn passing(&self, ty: &Type) -> Result<Passing, Unsupported> {
        Ok(match self.model.resolve(ty) {
            Type::Basic(Basic::Any | Basic::Object | Basic::TypeCode) => Passing::Reference,
            Type::Basic(_) => Passing::Value,
            Type::String(None) => Passing::Str,
            Type::Sequence(element, None) => Passing::Slice(self.ty(element)?),
            Type::Named(id) if matches!(self.model[*id].kind, Kind::Enum(_)) => Passing::Value,
            _ => Passing::Reference,
        })
    }

    /// The type of an `in` parameter.
    pub(super) fn in_type(&self, ty: &Type) -> Result<String, Unsupported> {
        Ok(match self.passing(ty)? {
            Passing::Value => self.ty(ty)?,
            Passing::Str => "&str".to_owned(),
            Passing::Slice(element) => format!("&[{element}]"),
            Passing::Reference => format!("&{}", self.ty(ty)?),
        })
    }

    /// An expression of the type's TypeCode; `__open` has the enclosing types.
    pub(super) fn type_code(&self, ty: &Type) -> Result<String, Unsupported> {
        let named = |kind: &str, id: &str, name: &str| {
            format!(
                "::hyla_orb::any::TypeCode::{kind}(::hyla_orb::any::NamedCode {{ id: {id:?}.to_owned(), \
                 name: {name:?}.to_owned() }}.into())"
            )
        };
        let code = |text: &str| format!("::hyla_orb::any::TypeCode::{text}");
        Ok(match ty {
            Type::Basic(basic) => match basic {
                Basic::Boolean => code("Boolean"),
                Basic::Octet => code("Octet"),
                Basic::Char => code("Char"),
                Basic::WideChar => code("WideChar"),
                Basic::Short => code("Short"),
                Basic::UnsignedShort => code("UnsignedShort"),
                Basic::Long => code("Long"),
                Basic::UnsignedLong => code("UnsignedLong"),
                Basic::LongLong => code("LongLong"),
                Basic::UnsignedLongLong => code("UnsignedLongLong"),
                Basic::Float => code("Float"),
                Basic::Double => code("Double"),
                Basic::Any => code("Any"),
                Basic::TypeCode => code("TypeCode"),
                Basic::Object => named("Reference", "IDL:omg.org/CORBA/Object:1.0", "Object"),
                Basic::LongDouble | Basic::ValueBase => {
                    return self.unsupported("`long double` or `ValueBase`");
                }
            },
            Type::String(bound) => code(&format!("String({})", bound.unwrap_or(0))),
            Type::WideString(bound) => code(&format!("WideString({})", bound.unwrap_or(0))),
            Type::Fixed(digits, scale) => code(&format!("Fixed({digits}, {scale})")),
            Type::Sequence(element, bound) => {
                let element = self.type_code(element)?;
                code(&format!(
                    "Sequence({element}.into(), {})",
                    bound.unwrap_or(0)
                ))
            }
            Type::Array(element, length) => {
                let element = self.type_code(element)?;
                code(&format!("Array({element}.into(), {length})"))
            }
            Type::Named(id) => {
                let definition = &self.model[*id];
                match &definition.kind {
                    Kind::Interface(_) => {
                        named("Reference", &definition.repository_id, &definition.name)
                    }
                    Kind::Alias(content) => format!(
                        "::hyla_orb::any::TypeCode::Alias(::hyla_orb::any::AliasCode {{ id: {:?}.to_owned(), \
                         name: {:?}.to_owned(), content: {} }}.into())",
                        definition.repository_id,
                        definition.name,
                        self.type_code(content)?
                    ),
                    _ => {
                        let path = self.path(*id);
                        format!("<{path} as ::hyla_orb::any::Typed>::type_code_within(__open)")
                    }
                }
            }
        })
    }

    /// Layout of a type, if it is fixed.
    pub(super) fn layout(&self, ty: &Type) -> Option<Layout> {
        let mut layout = Layout::default();
        let take = self.leaf(ty, "self", &mut layout)?;
        layout.take = take;
        (layout.puts.len() <= MOST_LEAVES).then_some(layout)
    }

    /// Adds a part to a layout; gives the expression that reads it.
    fn leaf(&self, ty: &Type, value: &str, layout: &mut Layout) -> Option<String> {
        if layout.puts.len() > MOST_LEAVES {
            return None;
        }
        let resolved = self.model.resolve(ty);
        match resolved {
            Type::Array(element, length) if *length <= 16 => {
                let mut elements = Vec::new();
                for at in 0..*length {
                    elements.push(self.leaf(element, &format!("{value}[{at}]"), layout)?);
                }
                return Some(format!("[{}]", elements.join(", ")));
            }
            Type::Named(id) => {
                if let Kind::Struct(Some(fields)) = &self.model[*id].kind {
                    let mut members = Vec::new();
                    for field in fields {
                        let name = names::escape(&field.name);
                        let part = self.leaf(&field.ty, &format!("{value}.{name}"), layout)?;
                        members.push(format!("{name}: {part}"));
                    }
                    return Some(format!("{} {{ {} }}", self.path(*id), members.join(", ")));
                }
            }
            _ => {}
        }
        let size = match resolved {
            Type::Basic(basic) => match basic {
                Basic::Boolean | Basic::Octet | Basic::Char => 1,
                Basic::Short | Basic::UnsignedShort => 2,
                Basic::Long | Basic::UnsignedLong | Basic::Float => 4,
                Basic::LongLong | Basic::UnsignedLongLong | Basic::Double => 8,
                _ => return None,
            },
            Type::Named(id) if matches!(self.model[*id].kind, Kind::Enum(_)) => 4,
            _ => return None,
        };
        let at = layout.size.next_multiple_of(size);
        layout.size = at + size;
        layout.align = layout.align.max(size);
        if layout.first == 0 {
            layout.first = size;
        }
        let ty = self.ty(resolved).ok()?;
        layout.puts.push(format!(
            "::hyla_orb::cdr::put::<{ty}, __SWAP>(&{value}, __to, {at});"
        ));
        Some(format!(
            "::hyla_orb::cdr::take::<{ty}, __SWAP>(__from, {at})?"
        ))
    }
}

/// Positions of the parts of a value.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) align: usize,
    pub(super) first: usize,
    pub(super) size: usize,
    pub(super) puts: Vec<String>,
    pub(super) take: String,
}
