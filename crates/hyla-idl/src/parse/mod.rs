//! Reads definitions in one pass: definitions precede their uses.

mod constants;
mod cursor;
mod interface;
mod pragma;
mod scope;
mod types;
mod values;

use std::collections::HashMap;

use crate::finding::Findings;
use crate::lexer::Lexeme;
use crate::model::{DefId, Definition, InterfaceKind, Kind, Model};
use crate::parse::cursor::Name;
use crate::parse::scope::Scope;
use crate::preprocess::Tokens;

/// An error that has been reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

/// Deepest nesting of types, modules and parentheses.
const DEEPEST: usize = 64;

struct Parser {
    tokens: Tokens,
    next: usize,
    model: Model,
    scopes: Vec<Scope>,
    scope_of: HashMap<DefId, usize>,
    /// Open scopes, the innermost last.
    stack: Vec<usize>,
    /// Prefixes of repository identifiers of open scopes and files.
    prefixes: Vec<String>,
    /// Number of open included files; 0 in the requested file.
    files: usize,
    depth: usize,
    /// Whether `>` closes a template.
    in_template: bool,
    /// Locations of declared interfaces, structs and unions, to report missing definitions.
    declared: HashMap<DefId, crate::source::Location>,
}

pub(crate) fn run(tokens: Tokens) -> Result<Model, Findings> {
    let mut parser = Parser {
        tokens,
        next: 0,
        model: Model::default(),
        scopes: vec![Scope::default()],
        scope_of: HashMap::new(),
        stack: vec![0],
        prefixes: vec![String::new()],
        files: 0,
        depth: 0,
        in_template: false,
        declared: HashMap::new(),
    };
    parser.specification();
    parser.model.files = parser.tokens.sources.paths();
    let findings = parser.tokens.sources.findings;
    if findings.is_empty() {
        Ok(parser.model)
    } else {
        Err(Findings(findings))
    }
}

impl Parser {
    fn specification(&mut self) {
        while self.peek().kind != Lexeme::End && !self.tokens.sources.is_full() {
            if self.is("}") {
                self.expected("a definition");
                self.take();
                self.takes(";");
                continue;
            }
            match self.definition() {
                Ok(ids) => self.model.roots.extend(ids),
                Err(Reported) => self.recover(),
            }
        }
        self.check_declared();
    }

    /// Reports structs and unions that were declared but never defined.
    fn check_declared(&mut self) {
        let mut open: Vec<_> = self
            .declared
            .iter()
            .filter(|(id, _)| {
                matches!(
                    self.model[**id].kind,
                    Kind::Struct(None) | Kind::Union(None)
                )
            })
            .map(|(&id, &at)| (id, at))
            .collect();
        open.sort_by_key(|(id, _)| *id);
        for (id, at) in open {
            let name = self.model.scoped_name(id);
            self.wrong(at, format!("`{name}` is declared and never defined"));
        }
    }

    /// One definition, with its semicolon. Gives its additions to the enclosing scope.
    fn definition(&mut self) -> Result<Vec<DefId>, Reported> {
        if self.depth >= DEEPEST {
            let at = self.peek().at;
            return Err(self.wrong(at, format!("more than {DEEPEST} scopes within each other")));
        }
        self.depth += 1;
        let result = self.definition_within();
        self.depth -= 1;
        let ids = result?;
        self.expect(";")?;
        Ok(ids)
    }

    fn definition_within(&mut self) -> Result<Vec<DefId>, Reported> {
        let word = self.peek_text();
        match &*word {
            "module" => self.module().map(Vec::from_iter),
            "interface" => self.interface(InterfaceKind::Plain),
            "local" => {
                self.take();
                self.interface(InterfaceKind::Local)
            }
            "abstract" => {
                self.take();
                if self.is("valuetype") {
                    return self.value();
                }
                self.interface(InterfaceKind::Abstract)
            }
            "custom" | "valuetype" => self.value(),
            "const" => self.constant().map(|id| vec![id]),
            "exception" => self.exception().map(|id| vec![id]),
            "typedef" | "struct" | "union" | "enum" | "native" => self.type_definition(),
            ";" => {
                let at = self.peek().at;
                Err(self.wrong(at, "expected a definition, found a second `;`"))
            }
            _ => Err(self.expected(
                "a definition (module, interface, const, typedef, struct, union, enum, exception or native)",
            )),
        }
    }

    fn module(&mut self) -> Result<Option<DefId>, Reported> {
        self.take();
        let name = self.name("a module")?;
        let known = self
            .here(&name.text)
            .filter(|&id| matches!(self.model[id].kind, Kind::Module(_)));
        let id = known.unwrap_or_else(|| self.define(&name, Kind::Module(Vec::new())));
        self.expect("{")?;
        self.open(Some(id), &name.text);
        while !self.is("}") && self.peek().kind != Lexeme::End && !self.tokens.sources.is_full() {
            match self.definition() {
                Ok(ids) => {
                    if let Kind::Module(inside) = &mut self.model[id].kind {
                        inside.extend(ids);
                    }
                }
                Err(Reported) => self.recover(),
            }
        }
        self.close();
        self.expect("}")?;
        Ok(known.is_none().then_some(id))
    }

    /// Adds a definition to the current scope, with its repository identifier.
    fn define(&mut self, name: &Name, kind: Kind) -> DefId {
        let id = DefId(u32::try_from(self.model.definitions.len()).expect("files are limited"));
        self.model.definitions.push(Definition {
            name: name.text.clone(),
            parent: self.owner(),
            repository_id: format!("IDL:{}:1.0", self.prefixed(&name.text)),
            is_main: self.files == 0,
            kind,
        });
        self.enter(name, id);
        id
    }
}
