//! Cuts a message into fragments.

use crate::cdr::{Limits, Version};
use crate::giop::{HEADER_BYTES, Header, Kind};

/// Octets of a fragment of GIOP 1.2 before its data: the header and the request number.
const FRAGMENT_START: usize = HEADER_BYTES + 4;

/// Cuts a complete message of GIOP 1.2 into messages of at most `most` octets, and appends them to
/// `into`. Gives false where it stays whole: it is short enough, or its version has no fragments
/// that name their request.
pub(crate) fn fragments(message: &[u8], most: usize, into: &mut Vec<u8>) -> bool {
    // Data of each piece is a multiple of 8, so that no value is cut.
    let most = most.max(64) / 8 * 8;
    if message.len() <= most {
        return false;
    }
    let limits = Limits {
        message_bytes: usize::MAX,
        ..Limits::default()
    };
    let header = message
        .first_chunk::<HEADER_BYTES>()
        .and_then(|header| Header::read(header, &limits).ok());
    let Some(header) = header else { return false };
    if header.version != Version::V1_2 || !matches!(header.kind, Kind::Request | Kind::Reply) {
        return false;
    }
    let number = &message[HEADER_BYTES..FRAGMENT_START];
    let (first, mut rest) = message.split_at(most);
    let start = Header {
        has_more: true,
        size: most - HEADER_BYTES,
        ..header
    };
    into.extend_from_slice(&start.octets());
    into.extend_from_slice(&first[HEADER_BYTES..]);
    while !rest.is_empty() {
        let (data, left) = rest.split_at(rest.len().min(most - FRAGMENT_START));
        let piece = Header {
            has_more: !left.is_empty(),
            kind: Kind::Fragment,
            size: data.len() + 4,
            ..header
        };
        into.extend_from_slice(&piece.octets());
        into.extend_from_slice(number);
        into.extend_from_slice(data);
        rest = left;
    }
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use super::*;
    use crate::giop::Assembler;

    fn message(version: Version, length: usize) -> Vec<u8> {
        let header = Header {
            version,
            order: crate::cdr::Order::Big,
            has_more: false,
            kind: Kind::Request,
            size: length - HEADER_BYTES,
        };
        let mut octets = header.octets().to_vec();
        octets.extend((HEADER_BYTES..length).map(|at| u8::try_from(at % 251).unwrap()));
        octets
    }

    #[test]
    fn fragments_of_every_size_are_joined_to_the_same_message() {
        for length in [64, 65, 72, 200, 1000, 4099] {
            for most in [0, 64, 72, 100, 1024] {
                let whole = message(Version::V1_2, length);
                let mut pieces = Vec::new();
                if !fragments(&whole, most, &mut pieces) {
                    assert!(length <= most.max(64));
                    continue;
                }
                let mut assembler = Assembler::new(Limits::default());
                let space = assembler.space();
                space[..pieces.len()].copy_from_slice(&pieces);
                assembler.filled(pieces.len());

                let joined = assembler.next_message().unwrap().unwrap();
                assert_eq!(joined, whole, "{length} in pieces of {most}");
            }
        }
    }

    #[test]
    fn other_versions_stay_whole() {
        for version in [Version::V1_0, Version::V1_1] {
            let mut pieces = Vec::new();
            assert!(!fragments(&message(version, 1000), 64, &mut pieces));
            assert!(pieces.is_empty());
        }
    }
}
