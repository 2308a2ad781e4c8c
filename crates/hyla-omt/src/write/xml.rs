//! Writes indented XML into a string.

use std::fmt::Write;

/// An XML document that is being written.
pub(super) struct Xml {
    out: String,
    open: Vec<&'static str>,
}

impl Xml {
    pub(super) fn new() -> Self {
        Self {
            out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(),
            open: Vec::new(),
        }
    }

    /// An element with elements in it, which `content` writes.
    pub(super) fn element(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Self),
    ) {
        self.start(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name);
        let begin = self.out.len();
        content(self);
        self.open.pop();
        if self.out.len() == begin {
            self.out.truncate(begin - 2);
            self.out.push_str("/>\n");
        } else {
            self.indent();
            let _ = writeln!(self.out, "</{name}>");
        }
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.out.push_str("/>\n");
    }

    /// An element that holds text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.text_with(name, &[], text);
    }

    /// An element with attributes that holds text.
    pub(super) fn text_with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.start(name, attributes);
        self.out.push('>');
        escape(&mut self.out, text, EscapeContext::Text);
        let _ = writeln!(self.out, "</{name}>");
    }

    /// A text element if there is something to say.
    pub(super) fn optional(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    /// One text element for each text.
    pub(super) fn each(&mut self, name: &str, texts: &[String]) {
        for text in texts {
            self.text(name, text);
        }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        let _ = write!(self.out, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.out, " {key}=\"");
            escape(&mut self.out, value, EscapeContext::Attribute);
            self.out.push('"');
        }
    }

    fn indent(&mut self) {
        for _ in &self.open {
            self.out.push_str("    ");
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EscapeContext {
    Text,
    Attribute,
}

/// Escapes what a reader would take for markup or normalize away. A character that XML cannot carry becomes
/// U+FFFD.
fn escape(out: &mut String, text: &str, context: EscapeContext) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if context == EscapeContext::Attribute => out.push_str("&quot;"),
            '\n' | '\t' if context == EscapeContext::Attribute => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\r' => out.push_str("&#13;"),
            '\n' | '\t' => out.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_indented_and_escaped() {
        let mut xml = Xml::new();
        xml.element("a", &[("b", "<\"\n>")], |xml| {
            xml.text("c", "1 < 2 & \"3\"\r\n\u{1}");
            xml.element("d", &[], |_| {});
        });

        assert_eq!(
            xml.finish(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"&lt;&quot;&#10;&gt;\">\n    \
             <c>1 &lt; 2 &amp; \"3\"&#13;\n\u{fffd}</c>\n    <d/>\n</a>\n"
        );
    }
}
