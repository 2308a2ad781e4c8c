//! Reads tokens one by one: expectations, errors and recovery.

use crate::lexer::{KEYWORDS, Lexeme};
use crate::parse::{Parser, Reported};
use crate::preprocess::{Text, Token};
use crate::source::Location;

/// A name as written, with its location.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// Without the underscore that escapes a keyword.
    pub(super) text: String,
    pub(super) at: Location,
}

impl Parser {
    /// The next token; pragmas and file boundaries before it take effect.
    pub(super) fn peek(&mut self) -> Token {
        loop {
            let token = self.tokens.list[self.next];
            match token.kind {
                Lexeme::Pragma => self.pragma(token),
                Lexeme::EnterFile => self.enter_file(),
                Lexeme::LeaveFile => self.leave_file(),
                _ => return token,
            }
            self.next += 1;
        }
    }

    pub(super) fn peek_text(&mut self) -> Text {
        let token = self.peek();
        self.tokens.text(token)
    }

    pub(super) fn take(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Lexeme::End {
            self.next += 1;
        }
        token
    }

    /// Whether the next token is this sign or keyword.
    pub(super) fn is(&mut self, word: &str) -> bool {
        let token = self.peek();
        let is_word = !matches!(
            token.kind,
            Lexeme::String | Lexeme::Char | Lexeme::WideString | Lexeme::WideChar | Lexeme::End
        );
        is_word && &*self.tokens.text(token) == word
    }

    /// Takes this sign or keyword if it is the next.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let is_next = self.is(word);
        if is_next {
            self.take();
        }
        is_next
    }

    /// Takes this sign or keyword.
    pub(super) fn expect(&mut self, word: &str) -> Result<Token, Reported> {
        // `>>` closes two sequences.
        if word == ">" && self.is(">>") {
            let whole = self.take();
            self.next -= 1;
            self.tokens.list[self.next] = whole.second_half();
            return Ok(whole);
        }
        if self.is(word) {
            return Ok(self.take());
        }
        Err(self.expected(&format!("`{word}`")))
    }

    /// Reports an unexpected token.
    pub(super) fn expected(&mut self, what: &str) -> Reported {
        let token = self.peek();
        let found = self.describe(token);
        self.wrong(token.at, format!("expected {what}, found {found}"))
    }

    fn describe(&self, token: Token) -> String {
        let text = self.tokens.text(token);
        match token.kind {
            Lexeme::End => "the end of the file".to_owned(),
            Lexeme::Word if KEYWORDS.contains(&&*text) => format!("the keyword `{}`", &*text),
            _ => format!("`{}`", &*text),
        }
    }

    /// Reports an error.
    pub(super) fn wrong(&mut self, at: Location, message: impl Into<String>) -> Reported {
        self.tokens.sources.report(at, message);
        Reported
    }

    /// Takes a name to be defined.
    pub(super) fn name(&mut self, what: &str) -> Result<Name, Reported> {
        let token = self.peek();
        if token.kind != Lexeme::Word {
            return Err(self.expected(&format!("the name of {what}")));
        }
        let text = self.tokens.text(token);
        if let Some(escaped) = text.strip_prefix('_') {
            self.take();
            return Ok(Name {
                text: escaped.to_owned(),
                at: token.at,
            });
        }
        if let Some(keyword) = KEYWORDS
            .iter()
            .find(|word| word.eq_ignore_ascii_case(&text))
        {
            if **keyword == *text {
                return Err(self.expected(&format!("the name of {what}")));
            }
            let message = format!(
                "`{}` is the keyword `{keyword}` in other letters; write `_{}` to use it as the name of {what}",
                &*text, &*text
            );
            self.wrong(token.at, message);
        }
        self.take();
        Ok(Name {
            text: text.to_string(),
            at: token.at,
        })
    }

    /// Recovers after the next `;` outside of braces, or before the enclosing `}`.
    pub(super) fn recover(&mut self) {
        let mut depth = 0_u32;
        loop {
            let token = self.peek();
            if token.kind == Lexeme::End {
                return;
            }
            if self.is("{") {
                depth += 1;
            } else if self.is("}") {
                if depth == 0 {
                    return;
                }
                depth -= 1;
            } else if depth == 0 && self.is(";") {
                self.take();
                return;
            }
            self.take();
        }
    }
}
