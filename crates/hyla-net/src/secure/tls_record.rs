//! Records of TLS 1.3 (RFC 8446, 5.2), sealed and opened where they are.
//!
//! ```text
//!  0    1      3        5
//!  | 23 | 3, 3 | length | sealed: content, type of the content, with its tag of 16 bytes |
//! ```
//!
//! The header is authenticated with the record. The nonce is the number of the record, combined with bytes that follow from the
//! handshake, as the key does: a record that was altered, repeated, left out or moved does not open.

use ring::aead::{
    AES_128_GCM, AES_256_GCM, Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey,
};
use rustls::ConnectionTrafficSecrets;

use super::sealed_stream::PARTS;

const HEADER_BYTES: usize = 5;
const TAG_BYTES: usize = 16;
const TYPE_BYTES: usize = 1;

/// Most bytes of content.
const CONTENT_BYTES: usize = 16 << 10;

/// Most bytes of a record behind its header: other programs than Hyla may pad the content.
const SEALED_BYTES: usize = CONTENT_BYTES + 256;

/// Most bytes that are sealed where they are by one write.
pub(super) const CHUNK_BYTES: usize = (PARTS - 1) * CONTENT_BYTES;

/// Records under one key. Below the limit of AES-GCM, which is 2^24.5 (RFC 8446, 5.5).
const RECORDS_PER_KEY: u64 = 1 << 23;

/// Type of a record's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Alert = 21,
    Handshake = 22,
    Data = 23,
}

/// The key of one direction, and the number of the next record.
pub(super) struct TrafficKey {
    key: LessSafeKey,
    iv: [u8; NONCE_LEN],
    records: u64,
}

impl TrafficKey {
    /// `None`: a cipher that is not one of TLS 1.3.
    pub(super) fn new((records, secrets): (u64, ConnectionTrafficSecrets)) -> Option<Self> {
        use ConnectionTrafficSecrets as Secrets;

        let (cipher, key, from) = match &secrets {
            Secrets::Aes128Gcm { key, iv } => (&AES_128_GCM, key, iv),
            Secrets::Aes256Gcm { key, iv } => (&AES_256_GCM, key, iv),
            Secrets::Chacha20Poly1305 { key, iv } => (&CHACHA20_POLY1305, key, iv),
            _ => return None,
        };
        let mut iv = [0; NONCE_LEN];
        iv.copy_from_slice(from.as_ref());
        let key = LessSafeKey::new(UnboundKey::new(cipher, key.as_ref()).ok()?);
        Some(Self { key, iv, records })
    }

    /// Whether so many records were sealed that another key is due.
    pub(super) fn is_used_up(&self) -> bool {
        self.records >= RECORDS_PER_KEY
    }

    /// Appends records with that content to `out`.
    pub(super) fn seal(&mut self, kind: Content, content: &[u8], out: &mut Vec<u8>) {
        for part in content.chunks(CONTENT_BYTES) {
            let header = header(part.len());
            out.extend_from_slice(&header);
            let from = out.len();
            out.extend_from_slice(part);
            out.push(kind as u8);
            let tag = self.seal_part(header, &mut out[from..]);
            out.extend_from_slice(&tag);
        }
    }

    /// Seals the first `count` bytes where they are, [`CHUNK_BYTES`] at most; the bytes behind stay as they are.
    pub(super) fn seal_in_place<'c>(&mut self, bytes: &'c mut [u8], count: usize) -> Sealed<'c> {
        let mut frames = [Frame::default(); PARTS - 1];
        let mut last = Vec::new();
        // The type is sealed with the content and takes the place of the byte behind it. The last byte of a bundle has none
        // behind it, and gets a record of its own.
        let whole = count.min(bytes.len() - 1);
        for (frame, from) in frames.iter_mut().zip((0..whole).step_by(CONTENT_BYTES)) {
            let end = whole.min(from + CONTENT_BYTES);
            frame.header = header(end - from);
            let behind = std::mem::replace(&mut bytes[end], Content::Data as u8);
            let tag = self.seal_part(frame.header, &mut bytes[from..=end]);
            frame.trailer[0] = std::mem::replace(&mut bytes[end], behind);
            frame.trailer[TYPE_BYTES..].copy_from_slice(&tag);
        }
        if whole < count {
            self.seal(Content::Data, &bytes[whole..count], &mut last);
        }
        Sealed {
            content: &bytes[..whole],
            frames,
            last,
        }
    }

    fn seal_part(&mut self, header: [u8; HEADER_BYTES], content: &mut [u8]) -> [u8; TAG_BYTES] {
        let nonce = self.nonce();
        let tag = self
            .key
            .seal_in_place_separate_tag(nonce, Aad::from(header), content)
            .expect("shorter than a cipher allows");
        let mut bytes = [0; TAG_BYTES];
        bytes.copy_from_slice(tag.as_ref());
        bytes
    }

    /// Opens the record at `bytes[at..]`; its content goes to the beginning of `bytes`.
    pub(super) fn open(&mut self, bytes: &mut [u8], at: usize) -> OpenedRecord {
        let Some(&[kind, major, minor, high, low]) = bytes.get(at..at + HEADER_BYTES) else {
            return OpenedRecord::Incomplete;
        };
        let length = usize::from(u16::from_be_bytes([high, low]));
        if kind != Content::Data as u8 || !(TAG_BYTES + TYPE_BYTES..=SEALED_BYTES).contains(&length)
        {
            return OpenedRecord::Forged;
        }
        let record = HEADER_BYTES + length;
        let Some(part) = bytes.get_mut(..at + record) else {
            return OpenedRecord::Incomplete;
        };
        let (nonce, header) = (self.nonce(), Aad::from([kind, major, minor, high, low]));
        let Ok(plain) = self
            .key
            .open_within(nonce, header, part, at + HEADER_BYTES..)
        else {
            return OpenedRecord::Forged;
        };
        // Zeros behind the type are padding.
        let Some(content) = plain.iter().rposition(|byte| *byte != 0) else {
            return OpenedRecord::Unexpected;
        };
        let kind = match plain[content] {
            21 => Content::Alert,
            22 => Content::Handshake,
            23 => Content::Data,
            _ => return OpenedRecord::Unexpected,
        };
        if content > CONTENT_BYTES {
            return OpenedRecord::Unexpected;
        }
        OpenedRecord::Content {
            kind,
            record,
            content,
        }
    }

    fn nonce(&mut self) -> Nonce {
        let mut nonce = self.iv;
        for (byte, number) in nonce[NONCE_LEN - 8..]
            .iter_mut()
            .zip(self.records.to_be_bytes())
        {
            *byte ^= number;
        }
        self.records += 1;
        Nonce::assume_unique_for_key(nonce)
    }
}

/// Result of opening a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OpenedRecord {
    /// Bytes of the record, and of its content.
    Content {
        kind: Content,
        record: usize,
        content: usize,
    },
    Incomplete,
    /// Not what the peer has sealed, or not at its place.
    Forged,
    /// The peer has sealed it, but TLS allows no such content.
    Unexpected,
}

/// The bytes before and behind the content of a record.
#[derive(Clone, Copy, Default)]
struct Frame {
    header: [u8; HEADER_BYTES],
    /// The sealed type, and the tag.
    trailer: [u8; TYPE_BYTES + TAG_BYTES],
}

/// Records whose content is where it was before it was sealed.
pub(super) struct Sealed<'c> {
    content: &'c [u8],
    frames: [Frame; PARTS - 1],
    /// The record of the last byte.
    last: Vec<u8>,
}

impl Sealed<'_> {
    /// The bytes of each record, in three parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = [&[u8]; 3]> {
        let records = self.content.chunks(CONTENT_BYTES).zip(&self.frames);
        let last = (!self.last.is_empty()).then_some([&self.last[..], &[], &[]]);
        records
            .map(|(content, frame)| [&frame.header[..], content, &frame.trailer])
            .chain(last)
    }
}

fn header(content: usize) -> [u8; HEADER_BYTES] {
    let [high, low] = ((content + TYPE_BYTES + TAG_BYTES) as u16).to_be_bytes();
    [Content::Data as u8, 3, 3, high, low]
}

#[cfg(test)]
impl TrafficKey {
    /// As if all records of a key but `left` had been sealed or opened.
    pub(super) fn use_up(&mut self, left: u64) {
        self.records = RECORDS_PER_KEY - left;
    }

    /// Number of the next record.
    pub(super) fn records(&self) -> u64 {
        self.records
    }
}

#[cfg(test)]
mod tests {
    use rustls::crypto::cipher::{AeadKey, Iv};

    use super::*;

    fn key() -> TrafficKey {
        let (key, iv) = (AeadKey::from([7; 32]), Iv::from([9; NONCE_LEN]));
        TrafficKey::new((0, ConnectionTrafficSecrets::Aes256Gcm { key, iv })).unwrap()
    }

    fn open_all(bytes: &mut [u8]) -> Vec<u8> {
        let (mut opener, mut filled, mut at) = (key(), 0, 0);
        while at < bytes.len() {
            match opener.open(&mut bytes[filled..], at - filled) {
                OpenedRecord::Content {
                    kind: Content::Data,
                    record,
                    content,
                } => (filled, at) = (filled + content, at + record),
                other => panic!("{other:?}"),
            }
        }
        bytes[..filled].to_vec()
    }

    #[test]
    fn content_of_any_length_opens_wherever_it_was_sealed_and_leaves_the_bytes_behind() {
        let mut lengths = vec![1, 2, 100];
        for records in 1..PARTS {
            let whole = records * CONTENT_BYTES;
            lengths.extend([whole - 1, whole, whole + 1]);
        }
        for length in lengths {
            for behind in [0, 1, 10] {
                let plain: Vec<u8> = (0..length + behind).map(|at| at as u8).collect();
                let mut bytes = plain.clone();
                let count = length.min(CHUNK_BYTES);

                let sealed = key().seal_in_place(&mut bytes, count);
                let mut sealed: Vec<u8> = sealed.parts().flatten().flatten().copied().collect();

                assert!(open_all(&mut sealed) == plain[..count], "{length} {behind}");
                assert!(bytes[count..] == plain[count..], "{length} {behind}");
            }
            let plain = vec![3; length];
            let mut sealed = Vec::new();
            key().seal(Content::Data, &plain, &mut sealed);
            assert!(open_all(&mut sealed) == plain, "{length}");
        }
    }

    #[test]
    fn what_was_altered_repeated_left_out_or_cut_does_not_open() {
        let sealed = || {
            let (mut sealer, mut records) = (key(), [Vec::new(), Vec::new()]);
            sealer.seal(Content::Data, b"one", &mut records[0]);
            sealer.seal(Content::Data, b"two", &mut records[1]);
            records
        };
        for bit in 0..8 * sealed()[0].len() {
            let [mut one, _] = sealed();
            one[bit / 8] ^= 1 << (bit % 8);
            let outcome = key().open(&mut one, 0);
            // A longer record waits for bytes that then do not fit.
            assert!(
                outcome == OpenedRecord::Forged
                    || ((24..40).contains(&bit) && outcome == OpenedRecord::Incomplete),
                "{bit}: {outcome:?}"
            );
        }
        let [mut one, mut two] = sealed();
        assert_eq!(key().open(&mut two, 0), OpenedRecord::Forged);
        let (mut again, mut opener) = (one.clone(), key());
        assert!(matches!(
            opener.open(&mut one, 0),
            OpenedRecord::Content { content: 3, .. }
        ));
        assert_eq!(opener.open(&mut again, 0), OpenedRecord::Forged);
        let [one, _] = sealed();
        for length in 0..one.len() {
            let mut cut = one[..length].to_vec();
            assert_eq!(key().open(&mut cut, 0), OpenedRecord::Incomplete);
        }
    }

    /// A record of these bytes, whatever they are.
    fn record(plain: &[u8]) -> Vec<u8> {
        let header = header(plain.len() - TYPE_BYTES);
        let mut sealed = plain.to_vec();
        let tag = key().seal_part(header, &mut sealed);
        [&header[..], &sealed, &tag].concat()
    }

    #[test]
    fn padding_is_left_out_and_a_record_without_a_type_is_refused() {
        let mut padded = record(b"value\0\x17\0\0\0");
        let opened = key().open(&mut padded, 0);
        let expected = OpenedRecord::Content {
            kind: Content::Data,
            record: 31,
            content: 6,
        };
        assert_eq!(opened, expected);
        assert_eq!(&padded[..6], b"value\0");

        for wrong in [&[0; 10][..], b"value\x14", &[1; CONTENT_BYTES + 10]] {
            let opened = key().open(&mut record(wrong), 0);
            assert_eq!(opened, OpenedRecord::Unexpected);
        }
        let mut long = vec![23; CONTENT_BYTES + 2];
        assert_eq!(key().open(&mut record(&long), 0), OpenedRecord::Unexpected);
        long.resize(SEALED_BYTES, 0);
        assert_eq!(key().open(&mut record(&long), 0), OpenedRecord::Forged);
    }
}
