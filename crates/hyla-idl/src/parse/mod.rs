//! Reads definitions in one pass: what is used is defined before it.

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

/// Something was wrong and has been reported.
#[derive(Clone, Copy, Debug)]
struct Wrong;

/// Types within types, modules within modules, parentheses within parentheses.
const DEEPEST: usize = 64;

struct Parser {
    tokens: Tokens,
    next: usize,
    model: Model,
    scopes: Vec<Scope>,
    scope_of: HashMap<DefId, usize>,
    /// Scopes that are open, the innermost last.
    stack: Vec<usize>,
    /// Paths of repository identifiers of the scopes and files that are open.
    prefixes: Vec<String>,
    /// How many files were entered and not left; 0 in the file that was asked for.
    files: usize,
    depth: usize,
    /// Whether `>` closes something.
    in_template: bool,
    /// Declared interfaces, structs and unions: where, so that one that never comes is reported.
    declared: HashMap<DefId, crate::source::Place>,
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
                Err(Wrong) => self.recover(),
            }
        }
        self.check_declared();
    }

    /// Structs and unions that were only declared have no size.
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

    /// One definition, with its semicolon. Gives what it adds to the scope around it.
    fn definition(&mut self) -> Result<Vec<DefId>, Wrong> {
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

    fn definition_within(&mut self) -> Result<Vec<DefId>, Wrong> {
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

    fn module(&mut self) -> Result<Option<DefId>, Wrong> {
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
                Err(Wrong) => self.recover(),
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
