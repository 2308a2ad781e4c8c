//! From a FED file to nested lists of words.

use super::limits;

/// A word with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// A word or a list in parentheses.
#[derive(Debug)]
pub(super) enum Item<'a> {
    Word(Word<'a>),
    List(List<'a>),
}

/// Content between two parentheses.
#[derive(Debug)]
pub(super) struct List<'a> {
    pub(super) items: Vec<Item<'a>>,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Why a FED file cannot be read.
#[derive(Debug)]
pub(super) struct FedError {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: String,
}

impl<'a> List<'a> {
    /// The first word, if the list starts with one.
    pub(super) fn keyword(&self) -> Option<&'a str> {
        self.words()
            .next()
            .map(|word| word.text)
            .filter(|_| matches!(self.items.first(), Some(Item::Word(_))))
    }

    /// Whether the list starts with this keyword, in any case.
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.keyword()
            .is_some_and(|word| word.eq_ignore_ascii_case(keyword))
    }

    /// The words directly in the list, the keyword first.
    pub(super) fn words(&self) -> impl Iterator<Item = Word<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(word) => Some(*word),
            Item::List(_) => None,
        })
    }

    /// The lists directly in the list.
    pub(super) fn lists(&self) -> impl Iterator<Item = &List<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(_) => None,
            Item::List(list) => Some(list),
        })
    }

    /// The lists with this keyword.
    pub(super) fn lists_named(&self, keyword: &str) -> impl Iterator<Item = &List<'a>> {
        self.lists().filter(move |list| list.is(keyword))
    }

    /// An error at the place of the list.
    pub(super) fn error(&self, text: impl Into<String>) -> FedError {
        FedError {
            line: self.line,
            column: self.column,
            text: text.into(),
        }
    }
}

impl Word<'_> {
    /// An error at the place of the word.
    pub(super) fn error(&self, text: impl Into<String>) -> FedError {
        FedError {
            line: self.line,
            column: self.column,
            text: text.into(),
        }
    }
}

/// Reads the one list that a FED file is, and finds comments that start with a single semicolon.
pub(super) fn parse(source: &str) -> Result<(List<'_>, Vec<FedError>), FedError> {
    let mut open: Vec<List<'_>> = Vec::new();
    let mut whole = None;
    let mut count = 0;
    let mut tokens = Tokens {
        rest: source,
        line: 1,
        column: 1,
        short_comment: None,
    };
    while let Some((token, line, column)) = tokens.next()? {
        let error = |text: String| FedError { line, column, text };
        count += 1;
        if count > limits::ELEMENTS {
            return Err(error(format!("more than {} words", limits::ELEMENTS)));
        }
        if whole.is_some() {
            return Err(error(
                "there is text behind the last parenthesis".to_owned(),
            ));
        }
        match token {
            Token::Open if open.len() >= limits::DEPTH => {
                return Err(error(format!(
                    "more than {} nested parentheses",
                    limits::DEPTH
                )));
            }
            Token::Open => open.push(List {
                items: Vec::new(),
                line,
                column,
            }),
            Token::Close => {
                let Some(list) = open.pop() else {
                    return Err(error(
                        "a closing parenthesis without an opening one".to_owned(),
                    ));
                };
                match open.last_mut() {
                    Some(outer) => outer.items.push(Item::List(list)),
                    None => whole = Some(list),
                }
            }
            Token::Word(text) => match open.last_mut() {
                Some(list) => list.items.push(Item::Word(Word { text, line, column })),
                None => {
                    let mut problem = format!("`{text}` is outside of all parentheses");
                    if is_foreign_comment(text) {
                        problem += "; a comment starts with `;;`";
                    }
                    return Err(error(problem));
                }
            },
        }
    }
    if let Some(list) = open.last() {
        return Err(list.error("this parenthesis is never closed"));
    }
    let whole = whole.ok_or(FedError {
        line: 1,
        column: 1,
        text: "the file is empty".to_owned(),
    })?;
    Ok((whole, tokens.short_comment.into_iter().collect()))
}

/// Whether a word starts a comment in some other language.
pub(super) fn is_foreign_comment(word: &str) -> bool {
    ["//", "/*", "#", "--", "<!--"]
        .iter()
        .any(|start| word.starts_with(start))
}

enum Token<'a> {
    Open,
    Close,
    Word(&'a str),
}

struct Tokens<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
    /// The first comment that starts with a single semicolon: one finding is enough for a file.
    short_comment: Option<FedError>,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Result<Option<(Token<'a>, u32, u32)>, FedError> {
        loop {
            let blank = self
                .rest
                .find(|c: char| !c.is_whitespace())
                .unwrap_or(self.rest.len());
            self.take(blank);
            if !self.rest.starts_with(';') {
                break;
            }
            if !self.rest.starts_with(";;") && self.short_comment.is_none() {
                self.short_comment = Some(FedError {
                    line: self.line,
                    column: self.column,
                    text: "a comment starts with `;;`, not with a single semicolon".to_owned(),
                });
            }
            let comment = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(comment);
        }
        let (line, column) = (self.line, self.column);
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            '"' => {
                let Some(end) = self.rest[1..].find('"') else {
                    return Err(FedError {
                        line,
                        column,
                        text: "a quote is never closed".to_owned(),
                    });
                };
                let quoted = self.take(end + 2);
                Token::Word(&quoted[1..=end])
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"');
                let end = self.rest.find(ends).unwrap_or(self.rest.len());
                Token::Word(self.take(end))
            }
        };
        Ok(Some((token, line, column)))
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        taken
    }
}
