//! The file of a save.
//!
//! ```text
//! hyla-save 4                     format version
//! federation "Name"               for people, like all lines up to the empty one; texts are quoted
//! label "Label"                   and escaped
//! written 2025-...
//! time-implementation "..."
//! time "..."                      if the save was asked for with one
//! federate "name" "type" 3        for each member, with its handle
//!
//! body                            the state, encoded
//! length                          of the body, 8 bytes, little endian
//! checksum                        CRC-32 of everything before it, 4 bytes, little endian
//! ```

use std::fmt::Write;

use super::image::check as check_image;
use crate::message::MemberInfo;

/// Version of the format, and of the body's.
const VERSION: u32 = 7;
const MAGIC: &str = "hyla-save ";
const LENGTH: usize = 8;
const CHECKSUM: usize = 4;

/// Content of a saved file.
#[derive(Debug)]
pub struct SaveFile {
    /// Name of the federation execution.
    pub federation: String,
    /// Label of the save.
    pub label: String,
    /// Name of its logical time implementation.
    pub(super) time_implementation: String,
    /// The time of the save, if it was asked for with one.
    pub(super) time: Option<String>,
    pub(super) federates: Vec<MemberInfo>,
    pub(super) body: Vec<u8>,
}

impl SaveFile {
    /// The file's content. `written` says when it is written, for people.
    #[must_use]
    pub fn encode(&self, written: &str) -> Vec<u8> {
        let mut header = format!(
            "{MAGIC}{VERSION}\nfederation {:?}\nlabel {:?}\nwritten {}\ntime-implementation {:?}\n",
            self.federation,
            self.label,
            written.escape_debug(),
            self.time_implementation,
        );
        // Writing to a text cannot fail.
        if let Some(time) = &self.time {
            let _ = writeln!(header, "time {time:?}");
        }
        for info in &self.federates {
            let _ = writeln!(
                header,
                "federate {:?} {:?} {}",
                info.name,
                info.federate_type,
                info.handle.raw()
            );
        }
        header.push('\n');
        let mut bytes = header.into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes.extend_from_slice(&(self.body.len() as u64).to_le_bytes());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a whole file, with the states of all members, and puts nothing in force. Time and memory are linear in its size.
    ///
    /// # Errors
    /// The part that cannot be read, and why.
    pub fn check(bytes: &[u8]) -> Result<(), String> {
        check_image(Self::body_of(bytes)?)
    }

    /// The body of a file, after a check that it is a save of this format, whole and unchanged.
    pub(super) fn body_of(bytes: &[u8]) -> Result<&[u8], String> {
        let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
        let version = std::str::from_utf8(first)
            .ok()
            .and_then(|line| line.strip_prefix(MAGIC))
            .ok_or("the file is not a save of Hyla")?;
        if version != VERSION.to_string() {
            return Err(format!(
                "the file has format version {}, this RTI reads {VERSION}",
                version.escape_debug()
            ));
        }
        let damaged = || "the file is damaged: its checksum does not fit".to_owned();
        let (sound, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
        if crc32fast::hash(sound) != u32::from_le_bytes(*checksum) {
            return Err(damaged());
        }
        let (rest, length) = sound.split_last_chunk::<LENGTH>().ok_or_else(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
        let start = rest.len().checked_sub(length).ok_or_else(damaged)?;
        Ok(&rest[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        let file = SaveFile {
            federation: "Traffic \"A\"\n\n".into(),
            label: "S".into(),
            time_implementation: "HLAinteger64Time".into(),
            time: None,
            federates: Vec::new(),
            body: b"state\n\nof all".to_vec(),
        };
        file.encode("today\n")
    }

    #[test]
    fn the_checksum_is_that_of_ethernet_and_zip_files() {
        let whole = file();
        let (sound, checksum) = whole.split_last_chunk::<CHECKSUM>().unwrap();

        assert_eq!(sound.len(), 130);
        assert_eq!(u32::from_le_bytes(*checksum), 0xfad8_31a7);
    }

    #[test]
    fn a_file_gives_its_body_back() {
        assert_eq!(SaveFile::body_of(&file()).unwrap(), b"state\n\nof all");
    }

    #[test]
    fn every_truncation_and_every_changed_byte_is_refused() {
        let whole = file();
        for length in 0..whole.len() {
            assert!(
                SaveFile::body_of(&whole[..length]).is_err(),
                "{length} bytes"
            );
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            assert!(SaveFile::body_of(&changed).is_err(), "byte {at}");
        }
    }

    #[test]
    fn the_first_lines_say_for_people_what_was_saved_and_when() {
        let file = SaveFile {
            federation: "Traffic".into(),
            label: "S".into(),
            time_implementation: "HLAinteger64Time".into(),
            time: Some("12".into()),
            federates: vec![MemberInfo {
                handle: hyla_types::FederateHandle::new(3),
                name: "first".into(),
                federate_type: "car".into(),
                edition: hyla_types::Edition::Hla2025,
                addresses: Vec::new(),
                token: Default::default(),
            }],
            body: Vec::new(),
        };

        let bytes = file.encode("today");

        let text = String::from_utf8_lossy(&bytes);
        let (_, lines) = text.split_once('\n').unwrap();
        let (lines, _) = lines.split_once("\n\n").unwrap();
        assert_eq!(
            lines,
            "federation \"Traffic\"\nlabel \"S\"\nwritten today\n\
             time-implementation \"HLAinteger64Time\"\ntime \"12\"\nfederate \"first\" \"car\" 3"
        );
    }

    #[test]
    fn another_version_is_named() {
        let mut newer = file();
        newer[MAGIC.len()] = b'8';

        let problem = SaveFile::body_of(&newer).unwrap_err();

        assert!(problem.contains("version 8"), "{problem}");
    }
}
