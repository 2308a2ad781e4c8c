//! Directives: includes, definitions, conditions. Gives one list of tokens.

mod condition;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use logos::Logos;

use crate::lexer::Lexeme;
use crate::source::{Files, Location, Sources};
use crate::{Options, preprocess::condition::Condition};

/// Deepest nesting of includes; more indicates a file that includes itself.
const DEEPEST_INCLUDE: usize = 32;
/// Most tokens of a run, so that recursive names end.
const MOST_TOKENS: usize = 1_000_000;

/// A piece of text, and the location for findings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Lexeme,
    /// Start of its text, in the file of `span`.
    span: Location,
    length: u32,
    /// Its location, or that of the name that it replaces.
    pub(crate) at: Location,
}

impl Token {
    /// The second character of a two-character sign.
    pub(crate) fn second_half(self) -> Self {
        let after = |place: Location| Location {
            offset: place.offset + 1,
            ..place
        };
        Self {
            kind: Lexeme::Sign,
            span: after(self.span),
            length: 1,
            at: after(self.at),
        }
    }
}

/// Input of the parser.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) sources: Sources,
    pub(crate) list: Vec<Token>,
}

impl Tokens {
    /// Text of a token.
    pub(crate) fn text(&self, token: Token) -> Text {
        text(&self.sources, token)
    }
}

/// Text of a token, which shares the text of its file.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    file: Arc<str>,
    start: usize,
    end: usize,
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.file[self.start..self.end]
    }
}

fn text(sources: &Sources, token: Token) -> Text {
    let start = token.span.offset as usize;
    Text {
        file: sources.text(token.span.file),
        start,
        end: start + token.length as usize,
    }
}

/// Reads `path` and its includes.
pub(crate) fn run(path: &str, files: &dyn Files, options: &Options) -> Tokens {
    let mut run = Run {
        files,
        options,
        sources: Sources::default(),
        macros: HashMap::new(),
        tokens: Vec::new(),
        conditions: Vec::new(),
        depth: 0,
    };
    for define in &options.defines {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        let file = run
            .sources
            .add("<command line>".to_owned(), value.to_owned());
        let list = run.lex(file);
        run.macros.insert(name.to_owned(), list);
    }
    let (file, failed) = match files.read(Path::new(path)) {
        Ok(text) => (run.sources.add(path.to_owned(), text), None),
        Err(error) => (run.sources.add(path.to_owned(), String::new()), Some(error)),
    };
    if let Some(error) = failed {
        let at = Location { file, offset: 0 };
        run.sources.report(at, format!("cannot be read: {error}"));
    }
    run.file(file);
    let offset = u32::try_from(run.sources.text(file).len()).unwrap_or(u32::MAX);
    run.mark(Lexeme::End, Location { file, offset });
    Tokens {
        sources: run.sources,
        list: run.tokens,
    }
}

struct Run<'a> {
    files: &'a dyn Files,
    options: &'a Options,
    sources: Sources,
    macros: HashMap<String, Vec<Token>>,
    tokens: Vec<Token>,
    conditions: Vec<Branch>,
    depth: usize,
}

/// An `#if` without its `#endif` so far.
struct Branch {
    at: Location,
    /// The lines of this branch are active.
    active: bool,
    /// A branch was active, or none may be.
    done: bool,
    has_else: bool,
}

impl Run<'_> {
    fn text(&self, token: Token) -> Text {
        text(&self.sources, token)
    }

    fn mark(&mut self, kind: Lexeme, at: Location) {
        self.tokens.push(Token {
            kind,
            span: at,
            length: 0,
            at,
        });
    }

    fn lex(&self, file: u32) -> Vec<Token> {
        let text = self.sources.text(file);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Lexeme::lexer(&text)
            .spanned()
            .map(|(kind, span)| {
                let at = Location {
                    file,
                    offset: number(span.start),
                };
                Token {
                    kind: kind.unwrap_or(Lexeme::Unknown),
                    span: at,
                    length: number(span.len()),
                    at,
                }
            })
            .collect()
    }

    fn active(&self) -> bool {
        self.conditions.iter().all(|branch| branch.active)
    }

    fn file(&mut self, file: u32) {
        let list = self.lex(file);
        let conditions = self.conditions.len();
        for line in list.split(|token| token.kind == Lexeme::NewLine) {
            match line {
                [hash, rest @ ..] if hash.kind == Lexeme::Hash => self.directive(*hash, rest),
                _ if self.active() => {
                    for &token in line {
                        self.expand(token, token.at, 0);
                    }
                }
                _ => {}
            }
            if self.sources.is_full() {
                break;
            }
        }
        while self.conditions.len() > conditions {
            let branch = self.conditions.pop().expect("longer than before");
            self.sources.report(branch.at, "`#if` without its `#endif`");
        }
    }

    /// Adds a token, or its replacement, to the list.
    fn expand(&mut self, token: Token, at: Location, depth: usize) {
        if self.tokens.len() >= MOST_TOKENS {
            self.sources.report(at, "more than a million words");
            return;
        }
        match token.kind {
            Lexeme::Word => {
                let stands_for = self.macros.get(&*self.text(token)).cloned();
                match stands_for {
                    // In C a name that refers to itself stays; here the depth ends it.
                    Some(list) if depth < 16 => {
                        for inner in list {
                            self.expand(inner, at, depth + 1);
                        }
                    }
                    _ => self.tokens.push(Token { at, ..token }),
                }
            }
            Lexeme::Unknown => self.unknown(token),
            Lexeme::Hash => self.sources.report(
                at,
                "`#` begins a directive only as the first sign of a line",
            ),
            _ => self.tokens.push(Token { at, ..token }),
        }
    }

    fn unknown(&mut self, token: Token) {
        let text = self.text(token);
        let message = match text.chars().next() {
            Some('/') => "comment without end".to_owned(),
            Some('"') => "text without closing `\"` on its line".to_owned(),
            Some('\'') => "character without closing `'`".to_owned(),
            _ => format!("`{}` has no meaning in IDL", &*text),
        };
        self.sources.report(token.at, message);
    }

    fn directive(&mut self, hash: Token, line: &[Token]) {
        let Some((&name, rest)) = line.split_first() else {
            return;
        };
        let word = self.text(name);
        match &*word {
            "ifdef" | "ifndef" => {
                let defined = rest
                    .first()
                    .is_some_and(|&name| self.macros.contains_key(&*self.text(name)));
                self.branch(hash.at, defined == (&*word == "ifdef"));
            }
            "if" => {
                let holds = self.active() && self.holds(name, rest);
                self.branch(hash.at, holds);
            }
            "elif" => {
                // The enclosing conditions decide whether to evaluate it.
                let wanted = self.conditions.last().is_some_and(|branch| !branch.done);
                let holds = wanted && self.holds(name, rest);
                self.next_branch(name, holds, false);
            }
            "else" => self.next_branch(name, true, true),
            "endif" => {
                if self.conditions.pop().is_none() {
                    self.sources.report(name.at, "`#endif` without its `#if`");
                }
            }
            _ if !self.active() => {}
            "define" => self.define(name, rest),
            "undef" => {
                if let Some(&name) = rest.first() {
                    let text = self.text(name);
                    self.macros.remove(&*text);
                }
            }
            "include" => self.include(name, rest),
            "pragma" => {
                let (span, length) = self.rest_of_line(name);
                self.tokens.push(Token {
                    kind: Lexeme::Pragma,
                    span,
                    length,
                    at: name.at,
                });
            }
            "error" => {
                let (span, length) = self.rest_of_line(name);
                let words = self.text(Token {
                    kind: Lexeme::Pragma,
                    span,
                    length,
                    at: span,
                });
                self.sources
                    .report(name.at, format!("#error {}", words.trim()));
            }
            // Without effect on the result.
            "warning" | "ident" | "line" => {}
            other => {
                let message = format!("`#{other}` is no directive of the preprocessor");
                self.sources.report(name.at, message);
            }
        }
    }

    fn rest_of_line(&self, name: Token) -> (Location, u32) {
        let text = self.sources.text(name.span.file);
        let start = name.span.offset + name.length;
        let rest = &text[start as usize..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let at = Location {
            file: name.span.file,
            offset: start,
        };
        (at, u32::try_from(end).unwrap_or(u32::MAX))
    }

    fn branch(&mut self, at: Location, holds: bool) {
        let outer = self.active();
        self.conditions.push(Branch {
            at,
            active: holds,
            done: holds || !outer,
            has_else: false,
        });
    }

    fn next_branch(&mut self, name: Token, holds: bool, is_else: bool) {
        let Some(branch) = self.conditions.last_mut().filter(|branch| !branch.has_else) else {
            self.sources
                .report(name.at, "`#else` or `#elif` without its `#if`");
            return;
        };
        branch.active = holds && !branch.done;
        branch.done |= branch.active;
        branch.has_else = is_else;
    }

    fn holds(&mut self, name: Token, rest: &[Token]) -> bool {
        let words: Vec<_> = rest.iter().map(|&token| self.text(token)).collect();
        let mut condition = Condition::new(&words, &self.macros, &self.sources);
        let value = condition.value();
        match value {
            Ok(value) => value != 0,
            Err(message) => {
                self.sources.report(name.at, message);
                false
            }
        }
    }

    fn define(&mut self, directive: Token, rest: &[Token]) {
        let Some((&name, value)) = rest
            .split_first()
            .filter(|(name, _)| name.kind == Lexeme::Word)
        else {
            self.sources
                .report(directive.at, "expected a name behind `#define`");
            return;
        };
        // In C a parenthesis directly after the name starts parameters.
        let has_parameters = value.first().is_some_and(|token| {
            token.span.offset == name.span.offset + name.length && &*self.text(*token) == "("
        });
        if has_parameters {
            let message = "names with parameters cannot be defined here; write the text out";
            self.sources.report(name.at, message);
            return;
        }
        let text = self.text(name);
        self.macros.insert(text.to_string(), value.to_vec());
    }

    fn include(&mut self, directive: Token, rest: &[Token]) {
        let (span, length) = self.rest_of_line(directive);
        let line = self.text(Token {
            span,
            length,
            ..directive
        });
        let line = line.trim();
        let quoted = line
            .strip_prefix('"')
            .and_then(|line| line.split_once('"').map(|(name, _)| name));
        let angled = line
            .strip_prefix('<')
            .and_then(|line| line.split_once('>').map(|(name, _)| name));
        let at = rest.first().map_or(directive.at, |token| token.at);
        let Some(name) = quoted.or(angled) else {
            let message = "expected \"FILE\" or <FILE> behind `#include`";
            self.sources.report(at, message);
            return;
        };
        if self.depth >= DEEPEST_INCLUDE {
            let message = format!("`{name}` is the {DEEPEST_INCLUDE}th file within a file");
            self.sources.report(at, message);
            return;
        }
        let here = PathBuf::from(self.sources.path(directive.span.file));
        let beside = here
            .parent()
            .map(Path::to_owned)
            .filter(|_| quoted.is_some());
        let directories = beside
            .into_iter()
            .chain(self.options.include.iter().cloned());
        for directory in directories {
            let path = directory.join(name);
            match self.files.read(&path) {
                Ok(text) => {
                    let file = self.sources.add(path.display().to_string(), text);
                    self.mark(Lexeme::EnterFile, Location { file, offset: 0 });
                    self.depth += 1;
                    self.file(file);
                    self.depth -= 1;
                    self.mark(Lexeme::LeaveFile, at);
                    return;
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let message = format!("`{}` cannot be read: {error}", path.display());
                    self.sources.report(at, message);
                    return;
                }
            }
        }
        let message = format!(
            "`{name}` was not found, neither beside this file nor in {} directories given for it",
            self.options.include.len()
        );
        self.sources.report(at, message);
    }
}
