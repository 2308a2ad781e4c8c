//! From the bytes of a file to characters.

use std::borrow::Cow;

/// Decodes a module file. UTF-8 is borrowed; UTF-16 (by its byte order mark or by the shape of its first
/// characters) and ISO-8859-1 (by the XML declaration) are converted.
///
/// # Errors
/// Says why the file cannot be decoded.
pub(super) fn decode(content: &[u8]) -> Result<Cow<'_, str>, String> {
    match content {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => {
            Err("the file is in UTF-32; convert it to UTF-8".to_owned())
        }
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [b'<', 0, ..] => utf16(content, u16::from_le_bytes),
        [0, b'<', ..] => utf16(content, u16::from_be_bytes),
        _ => match declared_encoding(content).as_deref() {
            None | Some("utf-8" | "utf8" | "us-ascii" | "ascii") => utf8(content),
            Some("iso-8859-1" | "latin1" | "iso_8859-1") => Ok(Cow::Owned(
                content.iter().copied().map(char::from).collect(),
            )),
            Some(other) => Err(format!(
                "the encoding `{other}` is not supported; convert the file to UTF-8"
            )),
        },
    }
}

fn utf8(content: &[u8]) -> Result<Cow<'_, str>, String> {
    std::str::from_utf8(content).map(Cow::Borrowed).map_err(|error| {
        let line = 1 + content[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        format!("the file is not valid UTF-8 (first bad byte in line {line}); convert it or declare its encoding")
    })
}

fn utf16<'a>(content: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'a, str>, String> {
    let mut chunks = content.chunks_exact(2);
    let units = chunks.by_ref().map(|pair| unit([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if chunks.remainder().is_empty() => Ok(Cow::Owned(text)),
        _ => Err("the file is not valid UTF-16".to_owned()),
    }
}

/// The encoding in the XML declaration, in lower case.
fn declared_encoding(content: &[u8]) -> Option<String> {
    let head = &content[..content.len().min(256)];
    let head = head.strip_prefix(b"<?xml")?;
    let end = head.windows(2).position(|pair| pair == b"?>")?;
    let declaration = std::str::from_utf8(&head[..end]).ok()?;
    let value = declaration
        .split_once("encoding")?
        .1
        .trim_start()
        .strip_prefix('=')?
        .trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..]
        .split_once(quote)
        .map(|(name, _)| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_taken_with_and_without_a_byte_order_mark() {
        assert_eq!(decode("é".as_bytes()).unwrap(), "é");
        assert_eq!(decode("\u{feff}<a/>".as_bytes()).unwrap(), "<a/>");
    }

    #[test]
    fn utf_16_is_recognised_with_and_without_a_byte_order_mark() {
        let text = "<a>é😀</a>";
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();

        assert_eq!(decode(&big).unwrap(), text);
        assert_eq!(decode(&little).unwrap(), text);
        assert_eq!(decode(&[&[0xFE, 0xFF], &big[..]].concat()).unwrap(), text);
        assert_eq!(
            decode(&[&[0xFF, 0xFE], &little[..]].concat()).unwrap(),
            text
        );
        assert!(decode(&big[..big.len() - 1]).is_err());
    }

    #[test]
    fn latin_1_is_converted_when_it_is_declared() {
        let file = b"<?xml version='1.0' encoding = 'ISO-8859-1'?><a>\xE9</a>";

        assert!(decode(file).unwrap().ends_with("<a>é</a>"));
        assert!(decode(b"<a>\xE9</a>").unwrap_err().contains("line 1"));
    }

    #[test]
    fn an_unknown_encoding_is_named() {
        let error = decode(b"<?xml version=\"1.0\" encoding=\"EBCDIC\"?><a/>").unwrap_err();

        assert!(error.contains("`ebcdic`"), "{error}");
    }
}
