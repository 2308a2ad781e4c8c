//! `#pragma`: changes of repository identifiers. Others are for other compilers.

use crate::lexer::Lexeme;
use crate::parse::Parser;
use crate::parse::cursor::Name;
use crate::preprocess::Token;

impl Parser {
    pub(super) fn enter_file(&mut self) {
        self.files += 1;
        self.prefixes.push(String::new());
    }

    pub(super) fn leave_file(&mut self) {
        self.files -= 1;
        self.prefixes.pop();
    }

    pub(super) fn pragma(&mut self, token: Token) {
        debug_assert_eq!(token.kind, Lexeme::Pragma);
        let text = self.tokens.text(token);
        let (word, rest) = split(&text);
        match word {
            "prefix" => match quoted(rest) {
                Some(prefix) => {
                    if let Some(last) = self.prefixes.last_mut() {
                        prefix.clone_into(last);
                    }
                }
                None => {
                    self.wrong(token.at, "expected `#pragma prefix \"PREFIX\"`");
                }
            },
            "ID" => {
                let (name, id) = split(rest);
                match quoted(id) {
                    Some(id) if id.contains(':') => {
                        self.set_id(token, name, |_| Some(id.to_owned()));
                    }
                    _ => {
                        let form = "expected `#pragma ID NAME \"FORMAT:IDENTIFIER\"`";
                        self.wrong(token.at, form);
                    }
                }
            }
            "version" => {
                let (name, version) = split(rest);
                let digits =
                    |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
                match version.split_once('.') {
                    Some((major, minor)) if digits(major) && digits(minor) => {
                        self.set_id(token, name, |id| {
                            let (path, _) = id.rsplit_once(':')?;
                            Some(format!("{path}:{version}"))
                        });
                    }
                    _ => {
                        let form = "expected `#pragma version NAME MAJOR.MINOR`";
                        self.wrong(token.at, form);
                    }
                }
            }
            _ => {}
        }
    }

    fn set_id(&mut self, token: Token, name: &str, change: impl Fn(&str) -> Option<String>) {
        let is_global = name.starts_with("::");
        let parts: Vec<_> = name
            .trim_start_matches("::")
            .split("::")
            .map(|part| Name {
                text: part.trim_start_matches('_').to_owned(),
                at: token.at,
            })
            .collect();
        let Ok(id) = self.look_up(&parts, is_global) else {
            return;
        };
        if let Some(new) = change(&self.model[id].repository_id) {
            self.model[id].repository_id = new;
        }
    }
}

/// The first word, and the trimmed rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?
        .split_once('"')
        .map(|(text, _)| text)
}
