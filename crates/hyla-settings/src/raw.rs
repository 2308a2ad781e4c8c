//! A value of a source, before a parameter reads it.

/// A value of a source.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    /// From a variable, a settings string or a command line, which have no other types.
    Text(String),
    /// From a file.
    Quoted(String),
    /// `true` or `false` in a file.
    Flag(bool),
    /// A whole number in a file.
    Integer(i64),
    /// A list of strings in a file.
    List(Vec<String>),
    /// A list of whole numbers in a file; an empty list is one of these.
    Numbers(Vec<i64>),
    /// A type that no parameter has, as the file writes it.
    Other(String),
}

impl Raw {
    /// The value as quoted in messages.
    pub(super) fn show(&self) -> String {
        match self {
            Self::Text(text) | Self::Quoted(text) => format!("\"{text}\""),
            Self::Flag(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::List(items) => format!("{items:?}"),
            Self::Numbers(items) => format!("{items:?}"),
            Self::Other(text) => text.clone(),
        }
    }

    /// The characters, if the value is a string.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Quoted(text) => Some(text),
            _ => None,
        }
    }
}
