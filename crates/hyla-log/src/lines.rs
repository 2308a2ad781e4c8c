//! Form of log lines: one line for each event, whatever text an event carries.
//!
//! Names and addresses in events come from outside. A line feed in one would begin a line of its own, which could look like any other line;
//! escape sequences and marks of direction would change what a terminal shows; and a text of megabytes would push other lines out of a file.
//! So each character that has an effect on lines or terminals is escaped, and each field is cut to [`MOST_BYTES`].

use std::fmt::{self, Debug, Write};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::{Format, Json, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Most bytes of a field in a line; the 14 fields of an audit line are shorter than the smallest `log.file_bytes`.
pub(crate) const MOST_BYTES: usize = 4000;

/// Whether a character does something to lines or terminals other than being shown: controls, separators of lines, marks of direction.
fn has_effect(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
        )
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The note behind a text that was cut.
fn cut_from(bytes: usize) -> String {
    format!("…[cut from {bytes} bytes]")
}

/// Fields and message of text lines.
pub(crate) struct TextFields;

impl<'w> FormatFields<'w> for TextFields {
    fn format_fields<R: RecordFields>(&self, writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut visitor = TextVisitor {
            writer,
            is_first: true,
            result: Ok(()),
        };
        fields.record(&mut visitor);
        visitor.result
    }
}

struct TextVisitor<'w> {
    writer: Writer<'w>,
    is_first: bool,
    result: fmt::Result,
}

impl TextVisitor<'_> {
    fn write(&mut self, field: &Field, value: fmt::Arguments<'_>) -> fmt::Result {
        if !std::mem::replace(&mut self.is_first, false) {
            self.writer.write_char(' ')?;
        }
        if field.name() != "message" {
            let name = field.name().trim_start_matches("r#");
            // Italic and dim, as the layer has it.
            match self.writer.has_ansi_escapes() {
                true => write!(self.writer, "\x1b[3m{name}\x1b[0m\x1b[2m=\x1b[0m")?,
                false => write!(self.writer, "{name}=")?,
            }
        }
        let mut escaped = Escaped {
            writer: &mut self.writer,
            written: 0,
            bytes: 0,
            is_cut: false,
        };
        escaped.write_fmt(value)?;
        if escaped.is_cut {
            let note = cut_from(escaped.bytes);
            self.writer.write_str(&note)?;
        }
        Ok(())
    }
}

impl Visit for TextVisitor<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.record_debug(field, &format_args!("{value}"));
        } else {
            self.record_debug(field, &value);
        }
    }

    fn record_error(&mut self, field: &Field, value: &(dyn std::error::Error + 'static)) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if self.result.is_ok() {
            self.result = self.write(field, format_args!("{value:?}"));
        }
    }
}

/// Writes a text with escapes up to [`MOST_BYTES`], and counts the rest.
struct Escaped<'a, 'w> {
    writer: &'a mut Writer<'w>,
    /// Bytes written, with escapes.
    written: usize,
    /// Bytes of the text so far.
    bytes: usize,
    is_cut: bool,
}

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes += text.len();
        for c in text.chars() {
            let length = match has_effect(c) {
                true => c.escape_default().len(),
                false => c.len_utf8(),
            };
            self.is_cut |= self.written + length > MOST_BYTES;
            if self.is_cut {
                return Ok(());
            }
            self.written += length;
            match has_effect(c) {
                true => write!(self.writer, "{}", c.escape_default())?,
                false => self.writer.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Lines of JSON.
pub(crate) struct JsonLines(pub(crate) Format<Json>);

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'l> LookupSpan<'l>,
    N: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = String::new();
        self.0
            .format_event(context, Writer::new(&mut line), event)?;
        writer.write_str(&safe_json(&line))
    }
}

/// The line with its texts cut, and escaped where JSON itself does not ask for it.
fn safe_json(line: &str) -> String {
    let mut out = String::with_capacity(line.len().min(4 * MOST_BYTES));
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '"' {
            copy_text(&mut chars, &mut out);
        }
    }
    out
}

/// Copies a text behind its opening quote, with the closing one.
fn copy_text(chars: &mut std::str::Chars<'_>, out: &mut String) {
    let (mut written, mut bytes, mut is_cut) = (0, 0, false);
    let mut piece = String::new();
    while let Some(c) = chars.next() {
        piece.clear();
        match c {
            '"' => break,
            // Only ASCII is escaped so far: one byte.
            '\\' => {
                bytes += 1;
                piece.push(c);
                let kind = chars.next();
                piece.extend(kind);
                if kind == Some('u') {
                    piece.extend(chars.by_ref().take(4));
                }
            }
            c => {
                bytes += c.len_utf8();
                if has_effect(c) {
                    let mut units = [0; 2];
                    for unit in c.encode_utf16(&mut units) {
                        let _ = write!(piece, "\\u{unit:04x}");
                    }
                } else {
                    piece.push(c);
                }
            }
        }
        is_cut |= written + piece.len() > MOST_BYTES;
        if !is_cut {
            written += piece.len();
            out.push_str(&piece);
        }
    }
    if is_cut {
        out.push_str(&cut_from(bytes));
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_stays_what_it_was_but_for_long_texts_and_effects() {
        let plain = "{\"a\":\"Größe \\\"x\\\" \\\\\",\"n\":5,\"l\":[\"\\u001b\"]}\n";
        assert_eq!(safe_json(plain), plain);

        let line = "{\"a\":\"x\u{202e}y\u{2028}\u{9b}\"}\n";
        let expected = "{\"a\":\"x\\u202ey\\u2028\\u009b\"}\n";
        assert_eq!(safe_json(line), expected);

        let long = serde_json::json!({"name": "\n\"".repeat(5000), "then": "short"});
        let line: serde_json::Value = serde_json::from_str(&safe_json(&long.to_string())).unwrap();
        let name = line["name"].as_str().unwrap();
        assert!(name.starts_with("\n\"\n\""), "{name}");
        assert!(name.ends_with("…[cut from 10000 bytes]"), "{name}");
        assert_eq!(line["then"], "short");
    }
}
