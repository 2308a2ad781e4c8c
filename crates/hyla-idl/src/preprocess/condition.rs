//! Conditions of `#if`.

use std::collections::HashMap;

use crate::lexer::Lexeme;
use crate::preprocess::{Text, Token, text};
use crate::source::Sources;

/// Nesting of one condition.
const DEEPEST: usize = 64;

pub(super) struct Condition<'a> {
    words: &'a [Text],
    macros: &'a HashMap<String, Vec<Token>>,
    sources: &'a Sources,
    depth: usize,
}

impl<'a> Condition<'a> {
    pub(super) fn new(
        words: &'a [Text],
        macros: &'a HashMap<String, Vec<Token>>,
        sources: &'a Sources,
    ) -> Self {
        Self {
            words,
            macros,
            sources,
            depth: 0,
        }
    }

    /// The value of the whole line.
    pub(super) fn value(&mut self) -> Result<i128, String> {
        let value = self.binary(0)?;
        match self.words.first() {
            None => Ok(value),
            Some(word) => Err(format!(
                "expected an operator of `#if`, found `{}`",
                &**word
            )),
        }
    }

    fn take(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.first().is_some_and(|next| &**next == word);
        if is_next {
            self.words = &self.words[1..];
        }
        is_next
    }

    fn binary(&mut self, least: u8) -> Result<i128, String> {
        let mut left = self.single()?;
        while let Some(operator) = self.words.first() {
            let binds = match &**operator {
                "||" => 1,
                "&&" => 2,
                "==" | "!=" => 3,
                "<" | ">" | "<=" | ">=" => 4,
                "+" | "-" => 5,
                "*" => 6,
                _ => 0,
            };
            if binds <= least {
                break;
            }
            self.words = &self.words[1..];
            let right = self.binary(binds)?;
            left = match &**operator {
                "||" => i128::from(left != 0 || right != 0),
                "&&" => i128::from(left != 0 && right != 0),
                "==" => i128::from(left == right),
                "!=" => i128::from(left != right),
                "<" => i128::from(left < right),
                ">" => i128::from(left > right),
                "<=" => i128::from(left <= right),
                ">=" => i128::from(left >= right),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                _ => left.wrapping_mul(right),
            };
        }
        Ok(left)
    }

    fn single(&mut self) -> Result<i128, String> {
        self.depth += 1;
        let value = if self.depth > DEEPEST {
            Err("`#if` is nested too deeply".to_owned())
        } else {
            self.operand()
        };
        self.depth -= 1;
        value
    }

    fn operand(&mut self) -> Result<i128, String> {
        if self.takes("!") {
            return Ok(i128::from(self.single()? == 0));
        }
        if self.takes("-") {
            return Ok(self.single()?.wrapping_neg());
        }
        if self.takes("(") {
            let value = self.binary(0)?;
            return if self.takes(")") {
                Ok(value)
            } else {
                Err("expected `)` in `#if`".to_owned())
            };
        }
        if self.takes("defined") {
            let parenthesis = self.takes("(");
            let name = self.take().ok_or("expected a name behind `defined`")?;
            if parenthesis && !self.takes(")") {
                return Err("expected `)` behind the name of `defined`".to_owned());
            }
            return Ok(i128::from(self.macros.contains_key(name)));
        }
        let word = self.take().ok_or("expected a condition behind `#if`")?;
        if let Some(value) = number(word) {
            return Ok(value);
        }
        // A name defined as a number; others count as 0, as in C.
        let value = self.macros.get(word).and_then(|list| match list[..] {
            [one] if one.kind == Lexeme::Integer => number(&text(self.sources, one)),
            _ => None,
        });
        Ok(value.unwrap_or(0))
    }
}

fn number(word: &str) -> Option<i128> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None if word.starts_with('0') && word.len() > 1 => i128::from_str_radix(word, 8).ok(),
        None => word.parse().ok(),
    }
}
