//! Interfaces, their operations and attributes.

use std::collections::BTreeMap;

use crate::lexer::Lexeme;
use crate::model::{
    Attribute, DefId, Direction, Interface, InterfaceKind, Kind, Operation, Parameter, Type,
};
use crate::parse::cursor::Name;
use crate::parse::{Parser, Reported};
use crate::source::Location;

impl Parser {
    /// An interface from its keyword to its closing brace, or its declaration.
    pub(super) fn interface(&mut self, kind: InterfaceKind) -> Result<Vec<DefId>, Reported> {
        self.expect("interface")?;
        let name = self.name("an interface")?;
        let known = self
            .here(&name.text)
            .filter(|&id| matches!(&self.model[id].kind, Kind::Interface(of) if !of.is_defined));
        let is_known = known.is_some();
        let id = known.unwrap_or_else(|| {
            let declared = Interface {
                kind,
                ..Interface::default()
            };
            self.define(&name, Kind::Interface(declared))
        });
        let new = if is_known { Vec::new() } else { vec![id] };
        if matches!(&self.model[id].kind, Kind::Interface(of) if of.kind != kind) {
            let message = format!("`{}` was declared as another kind of interface", name.text);
            self.wrong(name.at, message);
        }
        if self.is(";") {
            return Ok(new);
        }
        let mut interface = Interface {
            kind,
            is_defined: true,
            ..Interface::default()
        };
        let bases_at = self.peek().at;
        if self.takes(":") {
            self.bases(id, &mut interface)?;
        }
        self.expect("{")?;
        // Inherited names are known inside, so that the model needs the bases now.
        self.model[id].kind = Kind::Interface(interface.clone());
        self.check_inherited(id, bases_at);
        self.open(Some(id), &name.text);
        while !self.is("}") && self.peek().kind != Lexeme::End && !self.tokens.sources.is_full() {
            if self.export(&mut interface).is_err() {
                self.recover();
            }
        }
        self.close();
        self.expect("}")?;
        self.model[id].kind = Kind::Interface(interface);
        Ok(new)
    }

    fn bases(&mut self, id: DefId, interface: &mut Interface) -> Result<(), Reported> {
        loop {
            let (base, name) = self.scoped_name("the name of an interface")?;
            let base = match self.model.resolve(&Type::Named(base)) {
                Type::Named(id) => *id,
                _ => base,
            };
            let shown = self.model.scoped_name(base);
            match &self.model[base].kind {
                _ if base == id => {
                    self.wrong(name.at, "an interface cannot inherit itself");
                }
                Kind::Interface(of) if !of.is_defined => {
                    self.wrong(name.at, format!("`{shown}` is only declared so far"));
                }
                Kind::Interface(of)
                    if of.kind == InterfaceKind::Local
                        && interface.kind != InterfaceKind::Local =>
                {
                    let message = format!("`{shown}` is local; what inherits it has to be local");
                    self.wrong(name.at, message);
                }
                Kind::Interface(_) if interface.bases.contains(&base) => {
                    self.wrong(name.at, format!("`{shown}` is inherited twice"));
                }
                Kind::Interface(_) => interface.bases.push(base),
                _ => {
                    self.wrong(name.at, format!("`{shown}` is no interface"));
                }
            }
            if !self.takes(",") {
                return Ok(());
            }
        }
    }

    /// Lower-case names of operations and attributes of all bases, with their origin; or the first
    /// duplicate.
    fn inherited_members(&self, id: DefId) -> Result<BTreeMap<String, DefId>, String> {
        let mut found = BTreeMap::new();
        for base in self.model.ancestors(id) {
            let Kind::Interface(interface) = &self.model[base].kind else {
                continue;
            };
            let operations = interface.operations.iter().map(|operation| &operation.name);
            let attributes = interface.attributes.iter().map(|attribute| &attribute.name);
            for name in operations.chain(attributes) {
                if found.insert(name.to_ascii_lowercase(), base).is_some() {
                    return Err(name.clone());
                }
            }
        }
        Ok(found)
    }

    fn check_inherited(&mut self, id: DefId, at: Location) {
        if let Err(name) = self.inherited_members(id) {
            self.wrong(at, format!("`{name}` is inherited from two interfaces"));
        }
    }

    /// One member of an interface, with its semicolon.
    pub(super) fn export(&mut self, interface: &mut Interface) -> Result<(), Reported> {
        let word = self.peek_text();
        let ids = match &*word {
            "const" => vec![self.constant()?],
            "exception" => vec![self.exception()?],
            "typedef" | "struct" | "union" | "enum" | "native" => self.type_definition()?,
            "readonly" | "attribute" => {
                self.attribute(interface)?;
                Vec::new()
            }
            _ => {
                self.operation(interface)?;
                Vec::new()
            }
        };
        interface.definitions.extend(ids);
        self.expect(";").map(drop)
    }

    /// Reports a name that an inherited operation or attribute has.
    fn enter_operation(&mut self, name: &Name) {
        self.enter_member(name);
        let Some(owner) = self.owner() else { return };
        let inherited = self.inherited_members(owner).unwrap_or_default();
        if let Some(&from) = inherited.get(&name.text.to_ascii_lowercase()) {
            let from = self.model.scoped_name(from);
            let message = format!("`{}` is inherited from `{from}` already", name.text);
            self.wrong(name.at, message);
        }
    }

    fn attribute(&mut self, interface: &mut Interface) -> Result<(), Reported> {
        let is_readonly = self.takes("readonly");
        self.expect("attribute")?;
        let ty = self.type_spec("the type of an attribute")?;
        self.check_complete(&ty);
        loop {
            let name = self.name("an attribute")?;
            self.enter_operation(&name);
            interface.attributes.push(Attribute {
                name: name.text,
                ty: ty.clone(),
                is_readonly,
            });
            if !self.takes(",") {
                break;
            }
        }
        for word in ["raises", "getraises", "setraises"] {
            let at = self.peek().at;
            if self.is(word) {
                return Err(self.wrong(at, "attributes that raise exceptions are not supported"));
            }
        }
        Ok(())
    }

    fn operation(&mut self, interface: &mut Interface) -> Result<(), Reported> {
        let is_oneway = self.takes("oneway");
        let at = self.peek().at;
        let result = if self.takes("void") {
            None
        } else {
            let what = "an operation, attribute, type, constant or exception of an interface";
            let ty = self.type_spec(what)?;
            self.check_complete(&ty);
            Some(ty)
        };
        let name = self.name("an operation")?;
        self.enter_operation(&name);
        let parameters = self.parameters(&name.text)?;
        let raises_at = self.peek().at;
        let raises = self.raises()?;
        if self.takes("context") {
            self.context()?;
        }
        if is_oneway {
            let returns = parameters
                .iter()
                .find(|parameter| parameter.direction != Direction::In);
            if result.is_some() {
                self.wrong(at, "a oneway operation returns `void`");
            }
            if let Some(parameter) = returns {
                let message = format!(
                    "a oneway operation has only `in` parameters, and `{}` is none",
                    parameter.name
                );
                self.wrong(name.at, message);
            }
            if !raises.is_empty() {
                self.wrong(raises_at, "a oneway operation raises nothing");
            }
        }
        interface.operations.push(Operation {
            name: name.text,
            is_oneway,
            result,
            parameters,
            raises,
        });
        Ok(())
    }

    pub(super) fn parameters(&mut self, operation: &str) -> Result<Vec<Parameter>, Reported> {
        self.expect("(")?;
        self.open(None, operation);
        let parameters = self.parameter_list();
        self.close();
        parameters
    }

    fn parameter_list(&mut self) -> Result<Vec<Parameter>, Reported> {
        let mut parameters = Vec::new();
        if self.takes(")") {
            return Ok(parameters);
        }
        loop {
            let direction = if self.takes("in") {
                Direction::In
            } else if self.takes("out") {
                Direction::Out
            } else if self.takes("inout") {
                Direction::InOut
            } else {
                return Err(self.expected("`in`, `out` or `inout`"));
            };
            let ty = self.type_spec("the type of a parameter")?;
            self.check_complete(&ty);
            let name = self.name("a parameter")?;
            self.enter_member(&name);
            parameters.push(Parameter {
                direction,
                ty,
                name: name.text,
            });
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(parameters)
    }

    pub(super) fn raises(&mut self) -> Result<Vec<DefId>, Reported> {
        let mut raises = Vec::new();
        if !self.takes("raises") {
            return Ok(raises);
        }
        self.expect("(")?;
        loop {
            let (id, name) = self.scoped_name("the name of an exception")?;
            if matches!(self.model[id].kind, Kind::Exception(_) | Kind::Native) {
                raises.push(id);
            } else {
                let message = format!("`{}` is no exception", self.model.scoped_name(id));
                self.wrong(name.at, message);
            }
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(raises)
    }

    /// Context properties of an operation; not supported by callers.
    fn context(&mut self) -> Result<(), Reported> {
        self.expect("(")?;
        while self.peek().kind == Lexeme::String {
            self.take();
            self.takes(",");
        }
        self.expect(")").map(drop)
    }
}
