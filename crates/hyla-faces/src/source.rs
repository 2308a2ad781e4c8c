//! The text of a file.

use std::io::{self, Write};
use std::process::{Command, Stdio};

/// A file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// From the root of the repository.
    pub path: String,
    /// All of it.
    pub text: String,
}

/// Text in the first line of each file.
const MARK: &str = "Written by `make faces` from the table of services.";

impl Source {
    /// A Rust file with a comment of the module, which comes before the mark.
    #[must_use]
    pub fn rust(path: impl Into<String>, comment: &str, body: &str) -> Self {
        Self {
            path: path.into(),
            text: format!("//! {comment}\n//!\n//! {MARK}\n\n{body}"),
        }
    }

    /// A file of C or C++ with a comment of what is in it.
    #[must_use]
    pub fn c(path: impl Into<String>, comment: &str, body: &str) -> Self {
        Self {
            path: path.into(),
            text: format!("// {comment}\n//\n// {MARK}\n\n{body}"),
        }
    }

    /// The same, as `cargo fmt` leaves it if it is Rust.
    ///
    /// # Errors
    /// If `rustfmt` cannot be run, or refuses the text.
    pub fn formatted(self) -> io::Result<Self> {
        if !self.path.ends_with(".rs") {
            return Ok(self);
        }
        let mut rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024", "--emit", "stdout", "--quiet"])
            .current_dir(crate::root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdin = rustfmt.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(self.text.as_bytes())?;
        drop(stdin);
        let output = rustfmt.wait_with_output()?;
        if !output.status.success() {
            let refused = format!("rustfmt refuses {}:\n{}", self.path, self.text);
            return Err(io::Error::other(refused));
        }
        let text = String::from_utf8(output.stdout).map_err(io::Error::other)?;
        Ok(Self { text, ..self })
    }
}

/// `ObjectInstanceName` or `objectInstanceName` in snake case.
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// A paragraph in lines of at most `width`, each behind `prefix`.
#[must_use]
pub fn wrapped(paragraph: &str, prefix: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in paragraph.split_whitespace() {
        if !line.is_empty() && prefix.len() + line.len() + 1 + word.len() > width {
            lines += &format!("{prefix}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{prefix}{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_their_case() {
        assert_eq!(snake_case("objectInstanceName"), "object_instance_name");
        assert_eq!(snake_case("QueryGalt"), "query_galt");
    }

    #[test]
    fn paragraphs_are_broken_between_words() {
        assert_eq!(
            wrapped("one two three", "/// ", 11),
            "/// one two\n/// three\n"
        );
    }
}
