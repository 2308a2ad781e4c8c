//! Characters and texts.

use std::fmt;
use std::ops::Deref;

use super::{Decode, DecodeError, Decoder, Encode, Encoder, Layout};

/// A character or text that was to be ASCII is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only ASCII characters fit; found {found:?} at byte {position}")]
pub struct NotAscii {
    /// The first character beyond ASCII.
    pub found: char,
    /// Its position in the text.
    pub position: usize,
}

/// `HLAASCIIchar`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AsciiChar(u8);

impl AsciiChar {
    /// # Errors
    /// [`NotAscii`] when `character` is beyond U+007F.
    pub fn new(character: char) -> Result<Self, NotAscii> {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => Ok(Self(byte)),
            _ => Err(NotAscii {
                found: character,
                position: 0,
            }),
        }
    }

    /// The character.
    #[must_use]
    pub fn as_char(self) -> char {
        self.0.into()
    }
}

impl Layout for AsciiChar {
    const OCTET_BOUNDARY: usize = 1;
    const MIN_LENGTH: usize = 1;
}

impl Encode for AsciiChar {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        out.bytes(&[self.0]);
    }
}

impl Decode<'_> for AsciiChar {
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let [byte] = input.array("HLAASCIIchar")?;
        if byte.is_ascii() {
            return Ok(Self(byte));
        }
        Err(input.wrong_value(1, "HLAASCIIchar", format_args!("byte 0x{byte:02X}")))
    }
}

/// `HLAunicodeChar`: one UTF-16 code unit, which is not always a whole character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnicodeChar(pub u16);

impl Layout for UnicodeChar {
    const OCTET_BOUNDARY: usize = 2;
    const MIN_LENGTH: usize = 2;
}

impl Encode for UnicodeChar {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        out.bytes(&self.0.to_be_bytes());
    }
}

impl Decode<'_> for UnicodeChar {
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        input
            .array("HLAunicodeChar")
            .map(|bytes| Self(u16::from_be_bytes(bytes)))
    }
}

/// `HLAASCIIstring` that owns its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AsciiString(String);

/// `HLAASCIIstring` that borrows its text, from the encoded bytes when decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AsciiStr<'a>(&'a str);

impl AsciiString {
    /// # Errors
    /// [`NotAscii`] when `text` has a character beyond U+007F.
    pub fn new(text: impl Into<String>) -> Result<Self, NotAscii> {
        let text = text.into();
        check_ascii(&text)?;
        Ok(Self(text))
    }

    /// The text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<'a> AsciiStr<'a> {
    /// # Errors
    /// [`NotAscii`] when `text` has a character beyond U+007F.
    pub fn new(text: &'a str) -> Result<Self, NotAscii> {
        check_ascii(text)?;
        Ok(Self(text))
    }

    /// The text, for as long as what it was borrowed from.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.0
    }
}

fn check_ascii(text: &str) -> Result<(), NotAscii> {
    match text
        .char_indices()
        .find(|(_, character)| !character.is_ascii())
    {
        Some((position, found)) => Err(NotAscii { found, position }),
        None => Ok(()),
    }
}

impl Deref for AsciiString {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Deref for AsciiStr<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl fmt::Display for AsciiString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for AsciiStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

macro_rules! text_layout {
    ($($type:ty),*) => { $(
        impl Layout for $type {
            const OCTET_BOUNDARY: usize = 4;
            const MIN_LENGTH: usize = 4;
        }
    )* };
}
text_layout!(AsciiString, AsciiStr<'_>, str, String);

impl Encode for AsciiString {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        self.0.as_bytes().encode_into(out);
    }
}

impl Encode for AsciiStr<'_> {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        self.0.as_bytes().encode_into(out);
    }
}

impl<'a> Decode<'a> for AsciiStr<'a> {
    fn decode_from(input: &mut Decoder<'a>) -> Result<Self, DecodeError> {
        let bytes: &[u8] = Decode::decode_from(input)?;
        match bytes.iter().position(|byte| !byte.is_ascii()) {
            None => Ok(Self(str::from_utf8(bytes).expect("ASCII is valid UTF-8"))),
            Some(at) => {
                let found = format_args!("byte 0x{:02X}", bytes[at]);
                Err(input.wrong_value(bytes.len() - at, "HLAASCIIchar", found))
            }
        }
    }
}

impl Decode<'_> for AsciiString {
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        AsciiStr::decode_from(input).map(|text| Self(text.0.to_owned()))
    }
}

/// As `HLAunicodeString`: the count is in UTF-16 code units.
impl Encode for str {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        // Object models are texts of 100 000 characters, nearly all ASCII: block by block, without a look at each character.
        let mut block = [0; 2 * TEXT_BLOCK];
        if self.is_ascii() {
            out.count(self.len());
            for part in self.as_bytes().chunks(TEXT_BLOCK) {
                for (at, byte) in part.iter().enumerate() {
                    block[2 * at + 1] = *byte;
                }
                out.bytes(&block[..2 * part.len()]);
            }
            return;
        }
        out.count(self.encode_utf16().count());
        let mut filled = 0;
        for unit in self.encode_utf16() {
            let [high, low] = unit.to_be_bytes();
            (block[filled], block[filled + 1]) = (high, low);
            filled += 2;
            if filled == block.len() {
                out.bytes(&block);
                filled = 0;
            }
        }
        out.bytes(&block[..filled]);
    }
}

/// Code units that are written at a time.
const TEXT_BLOCK: usize = 128;

/// As `HLAunicodeString`.
impl Encode for String {
    fn encode_into(&self, out: &mut Encoder<'_>) {
        self.as_str().encode_into(out);
    }
}

/// From `HLAunicodeString`; half of a surrogate pair is refused.
impl Decode<'_> for String {
    fn decode_from(input: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let count = input.count::<UnicodeChar>()?;
        let bytes = input.take(2 * count, "UTF-16 code units")?;
        let units = bytes
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        let mut text = String::with_capacity(count);
        let mut read = 0;
        for character in char::decode_utf16(units) {
            match character {
                Ok(character) => {
                    text.push(character);
                    read += 2 * character.len_utf16();
                }
                Err(half) => {
                    let found = format_args!("lone surrogate 0x{:04X}", half.unpaired_surrogate());
                    return Err(input.wrong_value(bytes.len() - read, "UTF-16 text", found));
                }
            }
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{decode, encode};
    use super::*;

    /// Texts as long as a block, and characters of two code units across the end of one.
    #[test]
    fn texts_of_any_length_are_their_utf_16_code_units() {
        for length in [0, 1, 127, 128, 129, 255, 256, 257, 1000] {
            for text in ["a", "é", "a𝄞", "𝄞a"].map(|part| part.repeat(length)) {
                let units: Vec<u16> = text.encode_utf16().collect();
                let count = (units.len() as u32).to_be_bytes();
                let mut expected = count.to_vec();
                expected.extend(units.iter().flat_map(|unit| unit.to_be_bytes()));

                assert_eq!(encode(&*text), expected, "{length} of {text:.4}");
                assert_eq!(decode::<String>(&expected).as_deref(), Ok(&*text));
            }
        }
    }

    #[test]
    fn a_lone_surrogate_is_refused_where_it_stands() {
        let error = decode::<String>(&[0, 0, 0, 2, 0, 0x41, 0xd8, 0x3d]).unwrap_err();

        assert_eq!(
            error.to_string(),
            "at byte 6: expected UTF-16 text, found lone surrogate 0xD83D"
        );
    }

    #[test]
    fn ascii_text_refuses_other_characters_on_both_ways() {
        assert_eq!(
            AsciiString::new("aé"),
            Err(NotAscii {
                found: 'é',
                position: 1
            })
        );
        assert!(AsciiChar::new('é').is_err());

        let error = decode::<AsciiStr<'_>>(&[0, 0, 0, 2, 0x41, 0xe9]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at byte 5: expected HLAASCIIchar, found byte 0xE9"
        );
    }
}
