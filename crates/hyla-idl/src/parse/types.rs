//! Types: basic ones, templates, `typedef`, struct, union, enum, exception, native.

use std::collections::HashSet;

use crate::lexer::Lexeme;
use crate::model::{Basic, Case, DefId, Field, Kind, Label, Literal, Type, Union};
use crate::parse::cursor::Name;
use crate::parse::{DEEPEST, Parser, Reported};

impl Parser {
    /// `typedef`, `struct`, `union`, `enum` or `native`, up to the semicolon.
    pub(super) fn type_definition(&mut self) -> Result<Vec<DefId>, Reported> {
        if self.takes("native") {
            let name = self.name("a native type")?;
            return Ok(vec![self.define(&name, Kind::Native)]);
        }
        if self.takes("typedef") {
            let (mut ids, ty) = self.any_type("typedef")?;
            self.check_complete(&ty);
            loop {
                let name = self.name("a type")?;
                let ty = self.dimensions(ty.clone())?;
                ids.push(self.define(&name, Kind::Alias(ty)));
                if !self.takes(",") {
                    return Ok(ids);
                }
            }
        }
        let (ids, _) = self.any_type("definition")?;
        Ok(ids)
    }

    /// A type, possibly defined in place.
    pub(super) fn any_type(&mut self, what: &str) -> Result<(Vec<DefId>, Type), Reported> {
        let word = self.peek_text();
        let id = match &*word {
            "struct" => self.structure()?,
            "union" => self.union()?,
            "enum" => self.enumeration()?,
            _ => {
                let ty = self.type_spec(what)?;
                return Ok((Vec::new(), ty));
            }
        };
        Ok((vec![id], Type::Named(id)))
    }

    /// A named or basic type.
    pub(super) fn type_spec(&mut self, what: &str) -> Result<Type, Reported> {
        if self.depth >= DEEPEST {
            let at = self.peek().at;
            return Err(self.wrong(at, format!("more than {DEEPEST} types within each other")));
        }
        let token = self.peek();
        if token.kind != Lexeme::Word && !self.is("::") {
            return Err(self.expected(&format!("a type ({what})")));
        }
        let word = self.peek_text();
        if let Some(basic) = self.basic(&word) {
            return Ok(Type::Basic(basic));
        }
        match &*word {
            "string" => {
                self.take();
                Ok(Type::String(self.bound()?))
            }
            "wstring" => {
                self.take();
                Ok(Type::WideString(self.bound()?))
            }
            "fixed" => {
                self.take();
                self.expect("<")?;
                let digits = self.size(31)?;
                self.expect(",")?;
                let at = self.peek().at;
                let scale = self.integer_up_to(0, 31)?;
                self.expect(">")?;
                let number = |n: u32| u16::try_from(n).expect("at most 31");
                if scale > digits {
                    self.wrong(
                        at,
                        format!("a scale of {scale} is more than {digits} digits"),
                    );
                }
                Ok(Type::Fixed(number(digits), number(scale)))
            }
            "sequence" => {
                self.take();
                self.expect("<")?;
                self.depth += 1;
                let element = self.type_spec("the elements of the sequence");
                self.depth -= 1;
                let element = element?;
                let bound = if self.takes(",") {
                    Some(self.size(u32::MAX)?)
                } else {
                    None
                };
                self.expect(">")?;
                Ok(Type::Sequence(Box::new(element), bound))
            }
            _ => {
                let is_global = self.takes("::");
                let parts = self.parts(&format!("a type ({what})"))?;
                if self.is_type_code(&parts) {
                    return Ok(Type::Basic(Basic::TypeCode));
                }
                let id = self.look_up(&parts, is_global)?;
                let name = parts.last().expect("a name has a part");
                match self.model[id].kind {
                    Kind::Module(_) | Kind::Constant(_) | Kind::Enumerator(..) => {
                        let message = format!("`{}` is no type", self.model.scoped_name(id));
                        Err(self.wrong(name.at, message))
                    }
                    Kind::Exception(_) => {
                        let message = format!(
                            "`{}` is an exception, which can only be raised",
                            self.model.scoped_name(id)
                        );
                        Err(self.wrong(name.at, message))
                    }
                    _ => Ok(Type::Named(id)),
                }
            }
        }
    }

    /// `CORBA::TypeCode` is known without a definition.
    fn is_type_code(&self, parts: &[Name]) -> bool {
        let texts: Vec<_> = parts.iter().map(|name| name.text.as_str()).collect();
        let outermost = || Some(self.model.path(self.nearest_owner()?)[0] == "CORBA");
        match texts[..] {
            ["CORBA", "TypeCode"] => true,
            ["TypeCode"] => outermost().unwrap_or(false),
            _ => false,
        }
    }

    /// A basic type of one or more keywords; takes them.
    fn basic(&mut self, word: &str) -> Option<Basic> {
        let basic = match word {
            "boolean" => Basic::Boolean,
            "octet" => Basic::Octet,
            "char" => Basic::Char,
            "wchar" => Basic::WideChar,
            "short" => Basic::Short,
            "float" => Basic::Float,
            "double" => Basic::Double,
            "any" => Basic::Any,
            "Object" => Basic::Object,
            "ValueBase" => Basic::ValueBase,
            "long" => {
                self.take();
                return Some(if self.takes("long") {
                    Basic::LongLong
                } else if self.takes("double") {
                    Basic::LongDouble
                } else {
                    Basic::Long
                });
            }
            "unsigned" => {
                self.take();
                if self.takes("short") {
                    return Some(Basic::UnsignedShort);
                }
                if self.expect("long").is_ok() && self.takes("long") {
                    return Some(Basic::UnsignedLongLong);
                }
                return Some(Basic::UnsignedLong);
            }
            _ => return None,
        };
        self.take();
        Some(basic)
    }

    fn bound(&mut self) -> Result<Option<u32>, Reported> {
        if !self.takes("<") {
            return Ok(None);
        }
        let bound = self.size(u32::MAX)?;
        self.expect(">")?;
        Ok(Some(bound))
    }

    /// A scoped name that was defined before, and its last part.
    pub(super) fn scoped_name(&mut self, what: &str) -> Result<(DefId, Name), Reported> {
        let is_global = self.takes("::");
        let mut parts = self.parts(what)?;
        let id = self.look_up(&parts, is_global)?;
        Ok((id, parts.pop().expect("a name has a part")))
    }

    fn parts(&mut self, what: &str) -> Result<Vec<Name>, Reported> {
        let mut parts = Vec::new();
        loop {
            let token = self.peek();
            let text = self.tokens.text(token);
            let is_keyword = crate::lexer::KEYWORDS.contains(&&*text);
            if token.kind != Lexeme::Word || is_keyword {
                return Err(self.expected(what));
            }
            self.take();
            parts.push(Name {
                text: text.strip_prefix('_').unwrap_or(&text).to_owned(),
                at: token.at,
            });
            if !self.takes("::") {
                return Ok(parts);
            }
        }
    }

    /// Lengths in brackets behind a name.
    pub(super) fn dimensions(&mut self, element: Type) -> Result<Type, Reported> {
        let mut lengths = Vec::new();
        while self.takes("[") {
            lengths.push(self.size(u32::MAX)?);
            self.expect("]")?;
        }
        let inner_first = lengths.into_iter().rev();
        Ok(inner_first.fold(element, |ty, length| Type::Array(Box::new(ty), length)))
    }

    /// A struct or union without a definition so far may only be the element of a sequence.
    pub(super) fn check_complete(&mut self, ty: &Type) {
        let at = self.peek().at;
        let mut ty = ty;
        while let Type::Array(element, _) = ty {
            ty = element;
        }
        let Type::Named(id) = self.model.resolve(ty) else {
            return;
        };
        let id = *id;
        if matches!(self.model[id].kind, Kind::Struct(None) | Kind::Union(None)) {
            let message = format!(
                "`{}` is not complete here; only a sequence of it is possible",
                self.model.scoped_name(id)
            );
            self.wrong(at, message);
        }
    }

    fn structure(&mut self) -> Result<DefId, Reported> {
        self.take();
        let name = self.name("a struct")?;
        let forward = self
            .here(&name.text)
            .filter(|&id| matches!(self.model[id].kind, Kind::Struct(None)));
        let id = forward.unwrap_or_else(|| self.define(&name, Kind::Struct(None)));
        if self.is(";") {
            self.declared.insert(id, name.at);
            return Ok(id);
        }
        self.expect("{")?;
        let fields = self.fields(id, &name, "a struct")?;
        self.model[id].kind = Kind::Struct(Some(fields));
        Ok(id)
    }

    pub(super) fn exception(&mut self) -> Result<DefId, Reported> {
        self.take();
        let name = self.name("an exception")?;
        let id = self.define(&name, Kind::Exception(Vec::new()));
        self.expect("{")?;
        let fields = self.fields(id, &name, "an exception")?;
        self.model[id].kind = Kind::Exception(fields);
        Ok(id)
    }

    /// Members up to and including the closing brace.
    fn fields(&mut self, id: DefId, name: &Name, what: &str) -> Result<Vec<Field>, Reported> {
        self.open(Some(id), &name.text);
        let before = self.tokens.sources.findings.len();
        let mut fields = Vec::new();
        while !self.is("}") && self.peek().kind != Lexeme::End {
            if self.member(&mut fields, what).is_err() {
                self.recover();
            }
        }
        self.close();
        self.expect("}")?;
        let is_struct = matches!(self.model[id].kind, Kind::Struct(_));
        if is_struct && fields.is_empty() && before == self.tokens.sources.findings.len() {
            self.wrong(name.at, format!("struct `{}` has no members", name.text));
        }
        Ok(fields)
    }

    pub(super) fn member(&mut self, fields: &mut Vec<Field>, what: &str) -> Result<(), Reported> {
        let (_, ty) = self.nested_type(&format!("a member of {what}"))?;
        self.check_complete(&ty);
        loop {
            let name = self.name("a member")?;
            let ty = self.dimensions(ty.clone())?;
            self.enter_member(&name);
            fields.push(Field {
                name: name.text,
                ty,
            });
            if !self.takes(",") {
                break;
            }
        }
        self.expect(";").map(drop)
    }

    fn nested_type(&mut self, what: &str) -> Result<(Vec<DefId>, Type), Reported> {
        if self.depth >= DEEPEST {
            let at = self.peek().at;
            return Err(self.wrong(at, format!("more than {DEEPEST} types within each other")));
        }
        self.depth += 1;
        let result = self.any_type(what);
        self.depth -= 1;
        result
    }

    fn enumeration(&mut self) -> Result<DefId, Reported> {
        self.take();
        let name = self.name("an enum")?;
        let id = self.define(&name, Kind::Enum(Vec::new()));
        self.expect("{")?;
        let (values, end) = self.enumerators(id);
        // If the enum is wrong, what follows may still name the values before the mistake.
        self.model[id].kind = Kind::Enum(values);
        end?;
        self.expect("}")?;
        Ok(id)
    }

    /// The values of an enum up to its end, or to where it is wrong.
    fn enumerators(&mut self, id: DefId) -> (Vec<String>, Result<(), Reported>) {
        let mut values = Vec::new();
        loop {
            let Ok(value) = self.name("a value of the enum") else {
                while !self.is("}") && self.peek().kind != Lexeme::End {
                    self.take();
                }
                self.takes("}");
                return (values, Err(Reported));
            };
            let ordinal = u32::try_from(values.len()).expect("files are limited");
            self.define(&value, Kind::Enumerator(id, ordinal));
            values.push(value.text);
            if !self.takes(",") {
                return (values, Ok(()));
            }
        }
    }

    fn union(&mut self) -> Result<DefId, Reported> {
        self.take();
        let name = self.name("a union")?;
        let forward = self
            .here(&name.text)
            .filter(|&id| matches!(self.model[id].kind, Kind::Union(None)));
        let id = forward.unwrap_or_else(|| self.define(&name, Kind::Union(None)));
        if self.is(";") {
            self.declared.insert(id, name.at);
            return Ok(id);
        }
        self.expect("switch")?;
        self.expect("(")?;
        self.open(Some(id), &name.text);
        let union = self.union_body();
        self.close();
        let union = union?;
        self.model[id].kind = Kind::Union(Some(union));
        Ok(id)
    }

    fn union_body(&mut self) -> Result<Union, Reported> {
        let at = self.peek().at;
        let (_, ty) = self.any_type("the discriminator of the union")?;
        let discriminator = self.model.resolve(&ty).clone();
        if self.values_of(&discriminator).is_none() {
            let message = "expected an integer type, char, boolean or an enum as discriminator";
            self.wrong(at, message);
        }
        self.expect(")")?;
        self.expect("{")?;
        let before = self.tokens.sources.findings.len();
        let mut cases = Vec::new();
        let mut seen = HashSet::new();
        while !self.is("}") && self.peek().kind != Lexeme::End {
            match self.case(&discriminator, &mut seen) {
                Ok(case) => cases.push(case),
                Err(Reported) => self.recover(),
            }
        }
        if cases.is_empty() && before == self.tokens.sources.findings.len() {
            self.expected("`case` or `default`");
        }
        self.expect("}")?;
        let has_default = seen.contains("default");
        let all = self.values_of(&discriminator).unwrap_or(u128::MAX);
        let labelled = seen.len() - usize::from(has_default);
        let is_full = labelled as u128 >= all;
        if has_default && is_full {
            self.wrong(at, "`default` is never selected: every value has a label");
        }
        Ok(Union {
            discriminator,
            cases,
            has_implicit_default: !has_default && !is_full,
        })
    }

    fn case(&mut self, discriminator: &Type, seen: &mut HashSet<String>) -> Result<Case, Reported> {
        let mut labels = Vec::new();
        loop {
            let at = self.peek().at;
            if self.takes("default") {
                if !seen.insert("default".to_owned()) {
                    self.wrong(at, "a second `default`");
                }
                labels.push(Label::Default);
            } else if self.takes("case") {
                let at = self.peek().at;
                let value = self.constant_of(discriminator)?;
                if !seen.insert(format!("{value:?}")) {
                    self.wrong(at, "a label that another member of the union has");
                }
                labels.push(Label::Value(value));
            } else if labels.is_empty() {
                return Err(self.expected("`case` or `default`"));
            } else {
                break;
            }
            self.expect(":")?;
        }
        let (_, ty) = self.nested_type("a member of a union")?;
        self.check_complete(&ty);
        let name = self.name("a member")?;
        let ty = self.dimensions(ty)?;
        self.enter_member(&name);
        self.expect(";")?;
        Ok(Case {
            labels,
            ty,
            name: name.text,
        })
    }

    /// Number of values of a discriminator; `None` for an invalid type.
    fn values_of(&self, ty: &Type) -> Option<u128> {
        match ty {
            Type::Basic(basic) => match basic {
                Basic::Boolean => Some(2),
                Basic::Char | Basic::Octet => Some(1 << 8),
                Basic::Short | Basic::UnsignedShort => Some(1 << 16),
                Basic::Long | Basic::UnsignedLong => Some(1 << 32),
                Basic::LongLong | Basic::UnsignedLongLong => Some(1 << 64),
                Basic::WideChar => Some(0x11_0000),
                _ => None,
            },
            Type::Named(id) => match &self.model[*id].kind {
                Kind::Enum(values) => Some(values.len() as u128),
                _ => None,
            },
            _ => None,
        }
    }

    /// An integer from 1 to `most`.
    pub(super) fn size(&mut self, most: u32) -> Result<u32, Reported> {
        self.integer_up_to(1, most)
    }

    pub(super) fn integer_up_to(&mut self, least: u32, most: u32) -> Result<u32, Reported> {
        let at = self.peek().at;
        let wide = Type::Basic(Basic::LongLong);
        let outside = std::mem::replace(&mut self.in_template, true);
        let value = self.constant_of(&wide);
        self.in_template = outside;
        match value? {
            Literal::Integer(value) => match u32::try_from(value) {
                Ok(size) if (least..=most).contains(&size) => Ok(size),
                _ => {
                    let message =
                        format!("expected an integer from {least} to {most}, found {value}");
                    Err(self.wrong(at, message))
                }
            },
            _ => Err(self.wrong(at, "expected an integer")),
        }
    }
}
