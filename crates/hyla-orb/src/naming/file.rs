//! The file that stores names: a line for each context and each binding.
//!
//! ```text
//! names 1
//! context 1
//! bind 0 object ID KIND IOR:..      ID and KIND as text of names, `-` where empty
//! bind 0 context ID KIND 1
//! bind 0 foreign ID KIND IOR:..
//! ```

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::naming::tree::{Bound, Tree};

const FIRST: &str = "names 1";

fn escape(text: &str) -> String {
    let mut out = String::new();
    for octet in text.bytes() {
        if octet.is_ascii_graphic() && !matches!(octet, b'%' | b'-') {
            out.push(char::from(octet));
        } else {
            let _ = write!(out, "%{octet:02x}");
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

fn unescape(text: &str) -> Option<String> {
    if text == "-" {
        return Some(String::new());
    }
    let mut octets = Vec::new();
    let mut rest = text.bytes();
    while let Some(octet) = rest.next() {
        if octet == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let number = digit()? * 16 + digit()?;
            octets.push(u8::try_from(number).ok()?);
        } else {
            octets.push(octet);
        }
    }
    String::from_utf8(octets).ok()
}

/// Replaces the file atomically: after a crash it is the old one or the new one.
pub(super) fn write(path: &Path, tree: &Tree) -> io::Result<()> {
    let mut text = format!("{FIRST}\n");
    for (id, bindings) in tree.contexts() {
        let _ = writeln!(text, "context {id}");
        for ((name, kind), bound) in bindings {
            let (what, target) = match bound {
                Bound::Object(reference) => ("object", reference.to_string()),
                Bound::Context(id) => ("context", id.to_string()),
                Bound::Foreign(reference) => ("foreign", reference.to_string()),
            };
            let (name, kind) = (escape(name), escape(kind));
            let _ = writeln!(text, "bind {id} {what} {name} {kind} {target}");
        }
    }
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&new, path)
}

/// Reads the file into an empty tree; a missing file leaves it empty.
pub(super) fn read(path: &Path, tree: &mut Tree) -> io::Result<()> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut lines = text.lines().enumerate();
    let wrong = |number: usize| {
        let message = format!(
            "{}:{}: no line of a file of names",
            path.display(),
            number + 1
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    if lines.next().map(|(_, line)| line) != Some(FIRST) {
        return Err(wrong(0));
    }
    for (number, line) in lines {
        entry(line, tree).ok_or_else(|| wrong(number))?;
    }
    Ok(())
}

fn entry(line: &str, tree: &mut Tree) -> Option<()> {
    let words: Vec<_> = line.split(' ').collect();
    match words[..] {
        ["context", id] => tree.restore(id.parse().ok()?),
        ["bind", id, what, name, kind, target] => {
            let bound = match what {
                "object" => Bound::Object(target.parse().ok()?),
                "context" => Bound::Context(target.parse().ok()?),
                "foreign" => Bound::Foreign(target.parse().ok()?),
                _ => return None,
            };
            let key = (unescape(name)?, unescape(kind)?);
            tree.restore_binding(id.parse().ok()?, key, bound);
        }
        _ => return None,
    }
    Some(())
}
