//! Decoders of bytes from the network without an endpoint, for fuzzing and diagnosis.

use crate::chained::{self, MAX_AGREEMENT_BYTES};
use crate::datagram::{Packet, Terms, packet};
use crate::decoder::Decoder;
use crate::framing::Frames;
use crate::handshake::{Handshake, HandshakeProgress};
use crate::modules::ModuleSpec;
use crate::{CloseReason, EndpointConfig};

/// Decodes a datagram of a channel or a multicast group: its kind, or `None` if it is not a datagram of Hyla.
#[must_use]
pub fn decode_datagram(datagram: &[u8]) -> Option<&'static str> {
    Some(match packet(datagram)? {
        Packet::Data(..) => "data",
        Packet::Alive(..) => "alive",
        Packet::Close(..) => "close",
        Packet::Unknown(..) => "unknown",
        Packet::Group(..) => "group",
        Packet::Step { rest, .. } => {
            let chain = Terms::decode(rest).map(|terms| ModuleSpec::decode(terms.chain));
            match chain {
                Some(Ok(_)) => "step with a chain",
                _ => "step",
            }
        }
    })
}

/// Decodes the bytes that the caller of a stream sends, in parts of `part` bytes (at least one): the number of its frames. With a
/// chain, the first frame is checked as its description.
///
/// # Errors
/// The reason for which an endpoint with the limit `max_frame_bytes` would close the channel.
pub fn decode_stream(
    bytes: &[u8],
    part: usize,
    max_frame_bytes: usize,
) -> Result<usize, CloseReason> {
    let mut handshake = Some(Handshake::default());
    let mut decoder = Decoder::new(Frames::Hyla);
    let (mut is_chained, mut frames, mut refused) = (false, 0, None);
    for part in bytes.chunks(part.max(1)) {
        let part = match handshake.as_mut().map(|handshake| handshake.take(part)) {
            None => part,
            Some(HandshakeProgress::NotYet) => continue,
            Some(HandshakeProgress::Right(rest)) => rest,
            Some(HandshakeProgress::Chained(rest)) => {
                is_chained = true;
                rest
            }
            Some(HandshakeProgress::Wrong(_)) => {
                return Err(CloseReason::Broken(std::io::ErrorKind::InvalidData));
            }
        };
        handshake = None;
        // Both read it: the limit of the first frame of a chained stream, and the handling of that frame.
        let described = std::cell::Cell::new(!is_chained);
        let limit = || match described.get() {
            true => max_frame_bytes,
            false => MAX_AGREEMENT_BYTES,
        };
        decoder.feed(part, limit, |frame, _| {
            if described.replace(true) {
                frames += 1;
            } else {
                let built = chained::build(frame, &EndpointConfig::default());
                refused = built.err();
            }
            refused.is_none()
        })?;
        is_chained &= !described.get();
        if let Some(reason) = refused {
            return Err(CloseReason::WrongChain(reason));
        }
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_in_parts_of_any_size() {
        let mut stream = crate::handshake::HANDSHAKE.to_vec();
        for frame in [&b"one"[..], b"", b"three"] {
            stream.extend_from_slice(&u32::try_from(frame.len()).unwrap().to_le_bytes());
            stream.extend_from_slice(frame);
        }

        for part in 1..=stream.len() {
            // An empty frame is a heartbeat.
            assert_eq!(decode_stream(&stream, part, 100), Ok(2));
        }
        assert!(matches!(
            decode_stream(&stream, 7, 4),
            Err(CloseReason::FrameTooLarge { .. })
        ));
        assert!(decode_stream(b"GET / HTTP/1.1", 3, 100).is_err());
    }

    #[test]
    fn a_chained_stream_begins_with_a_chain() {
        let frame = |bytes: &[u8]| {
            let length = u32::try_from(bytes.len()).unwrap();
            [&length.to_le_bytes()[..], bytes].concat()
        };
        let terms = Terms {
            reliable: true,
            name: "HLAreliable",
            chain: &ModuleSpec::encode(&[ModuleSpec::from_name("bundle").unwrap()]),
        };
        let head = crate::handshake::CHAINED_HANDSHAKE;
        let stream = [&head[..], &frame(&terms.encode()), &frame(b"x")].concat();
        let wrong = [&head[..], &frame(b"?")].concat();

        for part in 1..=stream.len() {
            assert_eq!(decode_stream(&stream, part, 100), Ok(1), "{part}");
            assert!(matches!(
                decode_stream(&wrong, part, 100),
                Err(CloseReason::WrongChain(_))
            ));
        }
    }
}
