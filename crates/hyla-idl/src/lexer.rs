//! Tokens of IDL and its preprocessor.

use logos::{FilterResult, Logos};

/// Kind of a token; its text has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\f\x0B\u{FEFF}]+|\\\r?\n")]
pub(crate) enum Lexeme {
    #[token("\n")]
    NewLine,
    #[regex(r"//[^\n]*", logos::skip, allow_greedy = true)]
    #[token("/*", comment)]
    Comment,

    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Word,
    #[regex(r"[0-9]+|0[xX][0-9a-fA-F]+")]
    Integer,
    #[regex(r"([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Float,
    #[regex(r"([0-9]+\.?[0-9]*|\.[0-9]+)[dD]", priority = 10)]
    Fixed,
    #[regex(r#""([^"\\\n]|\\.)*""#)]
    String,
    #[regex(r#"L"([^"\\\n]|\\.)*""#)]
    WideString,
    #[regex(r"'([^'\\\n]|\\[^\n])+'")]
    Char,
    #[regex(r"L'([^'\\\n]|\\[^\n])+'")]
    WideChar,

    #[token("#")]
    Hash,
    #[token("::")]
    Scope,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("&&")]
    #[token("||")]
    #[token("==")]
    #[token("!=")]
    #[token("<=")]
    #[token(">=")]
    #[token("!")]
    Condition,
    #[regex(r"[{}()\[\];:,=<>+\-*/%~|^&?.]")]
    Sign,
    /// Characters that begin no token.
    Unknown,

    /// `#pragma` in the text of a file; its words follow on the line.
    Pragma,
    /// Start or end of an included file.
    EnterFile,
    LeaveFile,
    End,
}

/// Skips a comment; an unterminated one is reported as an unknown character at its beginning.
fn comment(lexer: &mut logos::Lexer<'_, Lexeme>) -> FilterResult<(), ()> {
    let Some(length) = lexer.remainder().find("*/") else {
        lexer.bump(lexer.remainder().len());
        return FilterResult::Error(());
    };
    // A directive after a multi-line comment is not supported; nobody writes that.
    lexer.bump(length + 2);
    FilterResult::Skip
}

/// Words that are names only with a leading underscore.
pub(crate) const KEYWORDS: [&str; 50] = [
    "FALSE",
    "Object",
    "TRUE",
    "ValueBase",
    "abstract",
    "any",
    "attribute",
    "boolean",
    "case",
    "char",
    "const",
    "context",
    "custom",
    "default",
    "double",
    "enum",
    "exception",
    "factory",
    "fixed",
    "float",
    "in",
    "inout",
    "interface",
    "local",
    "long",
    "module",
    "native",
    "octet",
    "oneway",
    "out",
    "private",
    "public",
    "raises",
    "readonly",
    "sequence",
    "short",
    "string",
    "struct",
    "supports",
    "switch",
    "truncatable",
    "typedef",
    "union",
    "unsigned",
    "valuetype",
    "void",
    "wchar",
    "wstring",
    // Keywords of components: not names either, so that a file stays usable with other compilers.
    "import",
    "typeid",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn lexemes(text: &str) -> Vec<Lexeme> {
        Lexeme::lexer(text)
            .map(|token| token.unwrap_or(Lexeme::Unknown))
            .collect()
    }

    #[test]
    fn numbers_are_told_apart() {
        use Lexeme::{Fixed, Float, Integer};

        assert_eq!(
            lexemes("1 0x1F 017 1.5 .5 1. 1e3 1.5E-3 12.5d 3D 0d"),
            [
                Integer, Integer, Integer, Float, Float, Float, Float, Float, Fixed, Fixed, Fixed
            ]
        );
    }

    #[test]
    fn comments_vanish_and_one_without_end_does_not() {
        use Lexeme::{NewLine, Unknown, Word};

        assert_eq!(
            lexemes("a // b\nc /* d\n */ e"),
            [Word, NewLine, Word, Word]
        );
        assert_eq!(lexemes("a /* b"), [Word, Unknown]);
        assert_eq!(lexemes("/**/ a"), [Word]);
    }

    #[test]
    fn literals_keep_their_escapes() {
        use Lexeme::{Char, String, WideChar, WideString};

        assert_eq!(
            lexemes(r#""a\"b" L"w" 'c' '\'' '\x41' L'\u00e9' '\\'"#),
            [String, WideString, Char, Char, Char, WideChar, Char]
        );
    }

    #[test]
    fn keywords_are_sorted_but_for_the_last() {
        let sorted = &KEYWORDS[..48];

        assert!(sorted.is_sorted());
    }
}
