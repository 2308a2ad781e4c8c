use proptest::prelude::*;

use super::*;
use crate::wire::{MessageType, SequenceNumber};

const LIMIT: usize = 1000;

fn frame() -> impl Strategy<Value = Frame> {
    const KINDS: [u32; 12] = [1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 22, 23];
    let kind = prop::sample::select(&KINDS[..]).prop_map(|k| MessageType::from_wire(k).unwrap());
    let number = || any::<i32>().prop_map(SequenceNumber::from_wire);
    let payload = prop::collection::vec(any::<u8>(), 0..300);
    (number(), any::<u64>(), number(), kind, payload).prop_map(
        |(sequence, session, last_received, kind, payload)| Frame {
            header: Header {
                sequence,
                session,
                last_received,
                kind,
            },
            payload: payload.into(),
        },
    )
}

/// Feeds the stream in these pieces, by turns into the decoder's buffer and by copy.
fn decode(stream: &[u8], cuts: &[usize]) -> (Vec<Frame>, Option<WireError>, usize) {
    let mut decoder = FrameDecoder::new(LIMIT);
    let (mut found, mut rest) = (Vec::new(), stream);
    for (i, cut) in cuts.iter().copied().chain([usize::MAX]).enumerate() {
        let (piece, after) = rest.split_at(cut.min(rest.len()));
        rest = after;
        if i % 2 == 0 {
            decoder.extend(piece);
        } else {
            decoder.buffer().extend_from_slice(piece);
        }
        loop {
            match decoder.next_frame() {
                Ok(Some(frame)) => found.push(frame),
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(decoder.next_frame(), Err(error));
                    return (found, Some(error), decoder.unfinished());
                }
            }
        }
    }
    (found, None, decoder.unfinished())
}

proptest! {
    #[test]
    fn any_split_of_the_stream_gives_the_same_frames(
        frames in prop::collection::vec(frame(), 0..20),
        cuts in prop::collection::vec(1_usize..400, 0..60),
    ) {
        let stream: Vec<u8> = frames.iter().flat_map(Frame::encode).collect();
        prop_assert_eq!(decode(&stream, &cuts), (frames, None, 0));
    }

    #[test]
    fn a_frame_alone_is_itself_and_with_a_byte_more_or_less_nothing(
        frame in frame(),
        other in any::<u8>(),
    ) {
        let bytes = frame.encode();
        prop_assert_eq!(Frame::parse(bytes.clone(), LIMIT), Ok(frame));
        let shorter = bytes.slice(..bytes.len() - 1);
        prop_assert!(Frame::parse(shorter, LIMIT).is_err());
        let longer: Bytes = bytes.iter().copied().chain([other]).collect();
        prop_assert!(Frame::parse(longer, LIMIT).is_err());
    }

    #[test]
    fn random_bytes_are_frames_or_refused_whatever_their_pieces(
        stream in prop::collection::vec(any::<u8>(), 0..500),
        cuts in prop::collection::vec(1_usize..100, 0..20),
    ) {
        let whole = decode(&stream, &[]);
        prop_assert_eq!(decode(&stream, &cuts), whole);
    }

    #[test]
    fn damage_spoils_nothing_before_it(
        frames in prop::collection::vec(frame(), 1..10),
        at in any::<prop::sample::Index>(),
        value in any::<u8>(),
        cuts in prop::collection::vec(1_usize..400, 0..20),
    ) {
        let mut stream: Vec<u8> = frames.iter().flat_map(Frame::encode).collect();
        let at = at.index(stream.len());
        stream[at] = value;

        let (found, _, _) = decode(&stream, &cuts);
        let mut end = 0;
        for (index, frame) in frames.iter().enumerate() {
            end += HEADER_BYTES + frame.payload.len();
            if end > at {
                break;
            }
            prop_assert_eq!(&found[index], frame);
        }
    }
}

#[test]
fn a_size_below_the_header_is_refused() {
    for size in 0..24_u32 {
        let (found, error, _) = decode(&size.to_be_bytes(), &[]);
        assert_eq!((found.len(), error), (0, Some(WireError::TooShort(size))));
    }
}

#[test]
fn a_size_over_the_limit_is_refused_before_anything_is_kept() {
    for size in [LIMIT as u32 + 1, i32::MAX as u32, u32::MAX] {
        let limit = LIMIT;
        let (_, error, unfinished) = decode(&size.to_be_bytes(), &[]);
        assert_eq!(error, Some(WireError::TooLarge { size, limit }));
        assert_eq!(unfinished, 0);
    }
}

#[test]
fn the_limit_may_rise_behind_the_first_frame() {
    let frame = |payload: &'static [u8]| Frame {
        header: Header {
            sequence: SequenceNumber::FIRST,
            session: 0,
            last_received: SequenceNumber::NONE,
            kind: MessageType::NewSession,
        },
        payload: Bytes::from_static(payload),
    };
    let (first, second) = (frame(&[0; 8]), frame(&[0; 9]));
    let mut decoder = FrameDecoder::new(crate::session::MAX_OPENING_BYTES);
    decoder.extend(&first.encode());
    decoder.extend(&second.encode());

    assert_eq!(decoder.next_frame(), Ok(Some(first)));
    decoder.set_limit(33);
    assert_eq!(decoder.next_frame(), Ok(Some(second)));
}

#[test]
fn an_unknown_type_is_refused_before_its_payload_has_come() {
    let mut stream = vec![0, 0, 3, 0];
    stream.extend([0; 16]);
    stream.extend(24_u32.to_be_bytes());
    let (_, error, _) = decode(&stream, &[]);
    assert_eq!(error, Some(WireError::UnknownType(24)));
}

#[test]
fn an_announced_size_alone_takes_no_memory() {
    let mut decoder = FrameDecoder::new(usize::MAX);
    decoder.extend(&(1_u32 << 30).to_be_bytes());
    assert_eq!(decoder.next_frame(), Ok(None));

    assert!(decoder.buffer().capacity() <= ROOM + LEAST_ROOM);
}

#[test]
fn a_large_packet_grows_the_buffer_with_what_arrives() {
    let payload = 10 << 20;
    let mut decoder = FrameDecoder::new(usize::MAX);
    let mut left = HEADER_BYTES + payload;
    decoder.extend(&(left as u32).to_be_bytes());
    decoder.extend(&[0; 16]);
    decoder.extend(&20_u32.to_be_bytes());
    left -= HEADER_BYTES;

    let mut moves = 0;
    while left > 0 {
        let before = decoder.unfinished();
        let buffer = decoder.buffer();
        let piece = left.min(buffer.capacity() - before);
        assert!(buffer.capacity() <= 3 * before + 2 * ROOM);
        buffer.extend_from_slice(&vec![7; piece]);
        left -= piece;
        moves += 1;
        let whole = decoder.next_frame().unwrap();
        assert_eq!(
            whole.map(|f| f.payload.len()),
            (left == 0).then_some(payload)
        );
    }
    assert!(moves < 30, "{moves}");
}

#[test]
fn payloads_share_the_buffer_they_were_read_into() {
    let frame = Frame {
        header: Header {
            sequence: SequenceNumber::FIRST,
            session: 1,
            last_received: SequenceNumber::NONE,
            kind: MessageType::CallRequest,
        },
        payload: Bytes::from_static(b"a call"),
    };
    let mut decoder = FrameDecoder::new(LIMIT);
    decoder.buffer().extend_from_slice(&frame.encode());
    let start = decoder.buffer().as_ptr();

    let payload = decoder.next_frame().unwrap().unwrap().payload;
    assert_eq!(payload.as_ptr(), start.wrapping_add(HEADER_BYTES));
}

fn call(number: i32, payload: usize) -> Frame {
    Frame {
        header: Header {
            sequence: SequenceNumber::from_wire(number),
            session: 1,
            last_received: SequenceNumber::NONE,
            kind: MessageType::CallRequest,
        },
        payload: vec![number as u8; payload].into(),
    }
}

#[test]
fn a_call_over_the_limit_is_skipped_and_the_stream_goes_on() {
    for pieces in [1, 7, 24, 999, 100_000] {
        let (large, next) = (call(1, 50_000), call(2, LIMIT - HEADER_BYTES));
        let mut decoder = FrameDecoder::new(LIMIT);
        decoder.skip_large_calls();
        let mut found = Vec::new();
        for piece in [large.encode(), next.encode()].concat().chunks(pieces) {
            decoder.buffer().extend_from_slice(piece);
            loop {
                match decoder.next_frame() {
                    Ok(None) => break,
                    other => found.push(other),
                }
            }
            assert!(decoder.unfinished() <= LIMIT);
        }
        let refused = WireError::CallTooLarge {
            header: large.header,
            size: 50_024,
            limit: LIMIT,
        };
        assert_eq!(found, [Err(refused), Ok(Some(next))]);
    }
}

#[test]
fn bytes_of_a_large_call_may_have_been_dropped_before() {
    let (large, next) = (call(1, 50_000), call(2, 10));
    let mut decoder = FrameDecoder::new(LIMIT);
    decoder.skip_large_calls();
    for _ in 0..2 {
        decoder.extend(&next.encode());
        decoder.extend(&large.encode()[..HEADER_BYTES]);
        decoder.gap(50_000);
    }
    decoder.extend(&next.encode());

    for _ in 0..2 {
        assert_eq!(decoder.next_frame(), Ok(Some(next.clone())));
        let refused = decoder.next_frame();
        assert!(
            matches!(refused, Err(WireError::CallTooLarge { .. })),
            "{refused:?}"
        );
    }
    assert_eq!(decoder.next_frame(), Ok(Some(next)));
    assert_eq!(decoder.next_frame(), Ok(None));
}

#[test]
fn dropped_bytes_that_are_not_those_of_a_large_call_spoil_the_stream() {
    let (large, small) = (call(1, 50_000), call(2, 10));
    for (frame, missing) in [(large, 50_001), (small, 10)] {
        let mut decoder = FrameDecoder::new(LIMIT);
        decoder.skip_large_calls();
        decoder.extend(&frame.encode()[..HEADER_BYTES]);
        decoder.gap(missing);

        let refused = decoder.next_frame();
        assert!(refused.is_err());
        assert_eq!(decoder.next_frame(), refused);
    }
}

#[test]
fn other_messages_over_the_limit_and_calls_that_no_client_could_send_are_not_skipped() {
    let mut answer = call(1, 0);
    answer.header.kind = MessageType::CallbackResponse;
    for (frame, size) in [
        (answer, LIMIT as u32 + 1),
        (call(1, 0), i32::MAX as u32 + 1),
    ] {
        let mut bytes = frame.encode().to_vec();
        bytes[..4].copy_from_slice(&size.to_be_bytes());
        let mut decoder = FrameDecoder::new(LIMIT);
        decoder.skip_large_calls();
        decoder.extend(&bytes);

        let refused = Err(WireError::TooLarge { size, limit: LIMIT });
        assert_eq!(decoder.next_frame(), refused);
        assert_eq!(decoder.next_frame(), refused);
    }
}
