//! Definitions of files, with every name resolved and every constant evaluated.

use std::ops::{Index, IndexMut};

/// Every definition of a run. Indexed by [`DefId`].
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub(crate) definitions: Vec<Definition>,
    pub(crate) roots: Vec<DefId>,
    pub(crate) files: Vec<String>,
}

/// Id of a definition within its [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId(pub(crate) u32);

impl Index<DefId> for Model {
    type Output = Definition;

    fn index(&self, id: DefId) -> &Definition {
        &self.definitions[id.0 as usize]
    }
}

impl IndexMut<DefId> for Model {
    fn index_mut(&mut self, id: DefId) -> &mut Definition {
        &mut self.definitions[id.0 as usize]
    }
}

impl Model {
    /// Definitions outside of any module, in the order of the files.
    pub fn roots(&self) -> &[DefId] {
        &self.roots
    }

    /// The files that were read, the requested one first.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Every definition, in the order of the files.
    pub fn ids(&self) -> impl Iterator<Item = DefId> + use<> {
        (0..u32::try_from(self.definitions.len()).expect("files are limited")).map(DefId)
    }

    /// The definition with a scoped name such as `CosNaming::NamingContext`.
    pub fn find(&self, scoped: &str) -> Option<DefId> {
        self.ids().find(|&id| self.scoped_name(id) == scoped)
    }

    /// Names from the outermost module to the definition, joined by `::`.
    pub fn scoped_name(&self, id: DefId) -> String {
        self.path(id).join("::")
    }

    /// Names from the outermost module to the definition.
    pub fn path(&self, id: DefId) -> Vec<&str> {
        let mut path = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            path.push(self[id].name.as_str());
            next = self[id].parent;
        }
        path.reverse();
        path
    }

    /// Every interface that `id` inherits, directly or not: each once, nearer ones first.
    pub fn ancestors(&self, id: DefId) -> Vec<DefId> {
        let mut all = vec![id];
        let mut next = 0;
        while let Some(&id) = all.get(next) {
            next += 1;
            if let Kind::Interface(interface) = &self[id].kind {
                for base in &interface.bases {
                    if !all.contains(base) {
                        all.push(*base);
                    }
                }
            }
        }
        all.remove(0);
        all
    }

    /// The type behind all aliases; other types unchanged.
    pub fn resolve<'a>(&'a self, mut ty: &'a Type) -> &'a Type {
        while let Type::Named(id) = ty {
            match &self[*id].kind {
                Kind::Alias(inner) => ty = inner,
                _ => break,
            }
        }
        ty
    }
}

/// One definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name, without the underscore that escapes a keyword.
    pub name: String,
    /// The enclosing module, interface, struct, union, exception or value type.
    pub parent: Option<DefId>,
    /// `IDL:omg.org/CosNaming/Name:1.0`.
    pub repository_id: String,
    /// Whether it is in the requested file, not in an included one.
    pub is_main: bool,
    /// Its kind and content.
    pub kind: Kind,
}

/// Kind and content of a definition.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// Module with its content, over all its openings.
    Module(Vec<DefId>),
    /// Interface; possibly only declared.
    Interface(Interface),
    /// Constant.
    Constant(Constant),
    /// `typedef`, arrays included.
    Alias(Type),
    /// Struct; `None` while it is only declared.
    Struct(Option<Vec<Field>>),
    /// Union; `None` while it is only declared.
    Union(Option<Union>),
    /// Enum: the names of its values, from 0.
    Enum(Vec<String>),
    /// A value of an enum and its ordinal.
    Enumerator(DefId, u32),
    /// Exception.
    Exception(Vec<Field>),
    /// Native type, known by name only.
    Native,
    /// Value type; read, but without a mapping. The boxed type, if it boxes one.
    Value(Option<Type>),
}

/// An interface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interface {
    /// Whether references to it are sent, and how.
    pub kind: InterfaceKind,
    /// Whether it was defined, not only declared.
    pub is_defined: bool,
    /// Direct bases.
    pub bases: Vec<DefId>,
    /// Types, constants and exceptions inside.
    pub definitions: Vec<DefId>,
    /// Operations in order.
    pub operations: Vec<Operation>,
    /// Attributes in order.
    pub attributes: Vec<Attribute>,
}

/// Whether references to an interface are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InterfaceKind {
    /// As references.
    #[default]
    Plain,
    /// As references or values.
    Abstract,
    /// Never.
    Local,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// Whether callers do not wait for it.
    pub is_oneway: bool,
    /// Result; `None` for `void`.
    pub result: Option<Type>,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// Exceptions that it may raise.
    pub raises: Vec<DefId>,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its direction.
    pub direction: Direction,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: String,
}

/// Direction of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the server.
    In,
    /// To the client.
    Out,
    /// Both ways.
    InOut,
}

/// An attribute: one or two operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether only reading is possible.
    pub is_readonly: bool,
}

/// A member of a struct or exception.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A union.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// Type of the discriminator, aliases resolved.
    pub discriminator: Type,
    /// Members in order.
    pub cases: Vec<Case>,
    /// Whether some value of the discriminator selects no member.
    pub has_implicit_default: bool,
}

/// A member of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Labels that select it.
    pub labels: Vec<Label>,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: String,
}

/// Label of a union's member.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// A value of the discriminator.
    Value(Literal),
    /// Every value without a label.
    Default,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Its type.
    pub ty: Type,
    /// Its value, in the range of the type.
    pub value: Literal,
}

/// A literal or calculated value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// Of an integer type or `octet`.
    Integer(i128),
    /// Of a floating-point type.
    Float(f64),
    /// Of `boolean`.
    Boolean(bool),
    /// Of `char` (up to 255) or `wchar`.
    Char(char),
    /// Of `string` or `wstring`.
    String(String),
    /// Of an enum: the enum and the ordinal.
    Enumerator(DefId, u32),
    /// Of `fixed`: digits as written, without the `d`.
    Fixed(String),
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// A basic type.
    Basic(Basic),
    /// `string`, and its bound.
    String(Option<u32>),
    /// `wstring`, and its bound.
    WideString(Option<u32>),
    /// `fixed<DIGITS,SCALE>`.
    Fixed(u16, u16),
    /// `sequence`, and its bound.
    Sequence(Box<Type>, Option<u32>),
    /// Array with its length; an array of several dimensions is an array of arrays.
    Array(Box<Type>, u32),
    /// A defined type.
    Named(DefId),
}

/// Basic types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are the keywords of IDL")]
#[non_exhaustive]
pub enum Basic {
    Boolean,
    Octet,
    Char,
    WideChar,
    Short,
    UnsignedShort,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Float,
    Double,
    LongDouble,
    Any,
    Object,
    ValueBase,
    TypeCode,
}
