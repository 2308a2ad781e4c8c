//! Formats of datagrams below the chain.
//!
//! ```text
//! of a channel   | kind | id, 7 bytes | ...
//! before one     | HYLD | version | step | 0 0 | token, 8 bytes | id, 8 bytes | ...
//! ```
//!
//! All numbers are little-endian. An id is the one that the reader of the datagram gave. `ALIVE`
//! also carries the other one, so that a reader that does not know the channel can answer so.

use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes before the packet of a chain.
pub(crate) const HEAD_BYTES: usize = 8;

const MAGIC: [u8; 5] = *b"HYLD\x01";

/// Bytes of a step without its contents. All steps are at least that long, so that no answer is
/// longer than its request (no amplification).
const STEP_BYTES: usize = 24;

const DATA: u8 = 0;
const ALIVE: u8 = 1;
const CLOSE: u8 = 2;
const UNKNOWN: u8 = 3;
const GROUP: u8 = 4;

/// Id of one end of a channel, given by the other end; 56 bits that nobody else can guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(u64);

impl Id {
    /// Of a caller, from its token.
    pub(crate) fn of_token(token: u64) -> Self {
        Self(token >> 8)
    }

    /// Id that a listener gives to the caller with that address and token. Always the same, so that
    /// the listener keeps no state until the caller has shown that it receives at its address.
    pub(crate) fn given(secret: &RandomState, to: SocketAddr, token: u64) -> Self {
        Self::of_token(secret.hash_one((to, token)))
    }

    pub(crate) fn raw(self) -> u64 {
        self.0
    }

    fn head(self, kind: u8) -> [u8; HEAD_BYTES] {
        (self.0 << 8 | u64::from(kind)).to_le_bytes()
    }
}

/// A new token that cannot be guessed.
pub(crate) fn new_token() -> u64 {
    static KEYS: OnceLock<RandomState> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // `RandomState` takes its keys from the system's randomness.
    KEYS.get_or_init(RandomState::new)
        .hash_one(NEXT.fetch_add(1, Relaxed))
}

/// Step of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Hello = 1,
    Welcome,
    Begin,
    Begun,
    /// Instead of `Begun`, with the reason.
    Refused,
}

/// A parsed datagram.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Packet<'a> {
    /// For the chain.
    Data(Id, &'a [u8]),
    /// Heartbeat. The peer reads datagrams with the second id.
    Alive(Id, Id),
    /// The peer has closed.
    Close(Id),
    /// The peer does not know the channel, or not any more.
    Unknown(Id),
    /// To a group, from the member with that id.
    Group(Id, &'a [u8]),
    /// Step of a call.
    Step {
        step: Step,
        token: u64,
        id: Id,
        rest: &'a [u8],
    },
}

/// Parses a datagram; `None` if it is not of Hyla.
pub(crate) fn packet(bytes: &[u8]) -> Option<Packet<'_>> {
    let (head, rest) = bytes.split_first_chunk::<HEAD_BYTES>()?;
    let id = Id(u64::from_le_bytes(*head) >> 8);
    Some(match head[0] {
        DATA => Packet::Data(id, rest),
        ALIVE => Packet::Alive(id, Id(u64::from_le_bytes(*rest.first_chunk()?) >> 8)),
        CLOSE => Packet::Close(id),
        UNKNOWN => Packet::Unknown(id),
        GROUP => Packet::Group(id, rest),
        _ => {
            let step = head.strip_prefix(&MAGIC[..])?;
            let step = match step[0] {
                1 => Step::Hello,
                2 => Step::Welcome,
                3 => Step::Begin,
                4 => Step::Begun,
                5 => Step::Refused,
                _ => return None,
            };
            let (token, rest) = rest.split_first_chunk()?;
            let (id, rest) = rest.split_first_chunk()?;
            Packet::Step {
                step,
                token: u64::from_le_bytes(*token),
                id: Id(u64::from_le_bytes(*id) >> 8),
                rest,
            }
        }
    })
}

pub(super) fn data_head(to: Id) -> [u8; HEAD_BYTES] {
    to.head(DATA)
}

pub(super) fn group_head(from: Id) -> [u8; HEAD_BYTES] {
    from.head(GROUP)
}

pub(super) fn alive(to: Id, from: Id) -> Vec<u8> {
    [to.head(ALIVE), from.head(0)].concat()
}

pub(super) fn close(to: Id) -> Vec<u8> {
    to.head(CLOSE).to_vec()
}

pub(crate) fn unknown(to: Id) -> Vec<u8> {
    to.head(UNKNOWN).to_vec()
}

pub(crate) fn step(step: Step, token: u64, id: Id, rest: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(STEP_BYTES + rest.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[step as u8, 0, 0]);
    bytes.extend_from_slice(&token.to_le_bytes());
    bytes.extend_from_slice(&id.head(0));
    bytes.extend_from_slice(rest);
    bytes
}

/// The caller's description of the channel: reliability, name of its profile, chain.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Terms<'a> {
    pub(crate) reliable: bool,
    pub(crate) name: &'a str,
    pub(crate) chain: &'a [u8],
}

impl<'a> Terms<'a> {
    pub(crate) fn encode(&self) -> Vec<u8> {
        // Names of profiles are short; a longer one is cut at a character.
        let mut length = self.name.len().min(usize::from(u8::MAX));
        while !self.name.is_char_boundary(length) {
            length -= 1;
        }
        let mut bytes = vec![u8::from(self.reliable), length as u8];
        bytes.extend_from_slice(&self.name.as_bytes()[..length]);
        bytes.extend_from_slice(self.chain);
        bytes
    }

    pub(crate) fn decode(bytes: &'a [u8]) -> Option<Self> {
        let (&[reliable, length], rest) = bytes.split_first_chunk()?;
        let (name, chain) = rest.split_at_checked(length.into())?;
        Some(Self {
            reliable: reliable != 0,
            name: std::str::from_utf8(name).ok()?,
            chain,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood() {
        let (a, b) = (Id::of_token(u64::MAX), Id::of_token(0x1234_5678_9abc_def0));

        let data = [&data_head(a)[..], b"frame"].concat();
        assert_eq!(packet(&data), Some(Packet::Data(a, b"frame")));
        assert_eq!(packet(&alive(a, b)), Some(Packet::Alive(a, b)));
        assert_eq!(packet(&close(a)), Some(Packet::Close(a)));
        assert_eq!(packet(&unknown(b)), Some(Packet::Unknown(b)));
        let begin = step(Step::Begin, 7, b, b"rest");
        let expected = Packet::Step {
            step: Step::Begin,
            token: 7,
            id: b,
            rest: b"rest",
        };
        assert_eq!(packet(&begin), Some(expected));
    }

    #[test]
    fn terms_are_understood_and_too_long_names_are_cut() {
        let terms = Terms {
            reliable: true,
            name: "HLAreliable",
            chain: b"chain",
        };
        assert_eq!(Terms::decode(&terms.encode()), Some(terms));

        let long = "ö".repeat(200);
        let terms = Terms {
            reliable: false,
            name: &long,
            chain: b"",
        };
        let bytes = terms.encode();
        let cut = Terms::decode(&bytes).unwrap();
        assert_eq!(cut.name, "ö".repeat(127));
    }

    #[test]
    fn whatever_else_comes_is_nothing() {
        for length in 0..40 {
            for byte in [0, 1, b'H', 0xff] {
                let _any = packet(&vec![byte; length]);
                let _any = Terms::decode(&vec![byte; length]);
            }
        }
        assert_eq!(packet(b"HYLD\x01\x09\0\0aaaaaaaabbbbbbbb"), None);
        assert_eq!(packet(b"HYLD\x02\x01\0\0aaaaaaaabbbbbbbb"), None);
        assert_eq!(packet(b"HYLD\x01\x01\0\0aaaaaaaabbbb"), None);
    }

    #[test]
    fn an_id_belongs_to_one_caller() {
        let secret = RandomState::new();
        let (one, other) = ("1.1.1.1:1".parse().unwrap(), "1.1.1.1:2".parse().unwrap());

        assert_eq!(Id::given(&secret, one, 5), Id::given(&secret, one, 5));
        assert_ne!(Id::given(&secret, one, 5), Id::given(&secret, other, 5));
        assert_ne!(Id::given(&secret, one, 5), Id::given(&secret, one, 6));
    }
}
