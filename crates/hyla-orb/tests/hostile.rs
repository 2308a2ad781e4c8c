//! Arbitrary octets: nothing panics, and memory stays within the limits.
#![allow(clippy::unwrap_used, reason = "test code")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use hyla_orb::any::{Any, TypeCode};
use hyla_orb::cdr::{Cdr, Decoder, Encoder, Format, Limits, Order, Version};
use hyla_orb::giop::{self, Assembler, HEADER_BYTES, Header, Kind, Message, ProtocolError};
use hyla_orb::reference::{IiopProfile, ObjectUrl, Reference};
use proptest::prelude::*;

struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: passes every call on to the system's allocator unchanged.
#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = HELD.try_with(|held| {
            held.set(held.get().wrapping_add(layout.size()));
            let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
        });
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let _ = HELD.try_with(|held| held.set(held.get().saturating_sub(layout.size())));
        // SAFETY: the caller keeps to the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Peak memory of `work` on this thread.
fn most_memory(work: impl FnOnce()) -> usize {
    HELD.set(0);
    MOST.set(0);
    work();
    MOST.get()
}

fn limits() -> Limits {
    Limits {
        message_bytes: 4096,
        decoded_bytes: 16 << 10,
        ..Limits::default()
    }
}

fn any_of(octets: &[u8]) -> Result<Any, hyla_orb::cdr::MarshalError> {
    let limits = limits();
    Any::decode(&mut Decoder::new(octets, 0, Format::default(), &limits))
}

/// Reads all content of a message.
fn read_all(octets: &[u8]) {
    let limits = limits();
    let Ok(message) = giop::read(octets, Format::default(), &limits) else {
        return;
    };
    match message {
        Message::Request(mut request) => {
            request.contexts.iter().for_each(drop);
            let _ = Any::decode(&mut request.body.clone());
            let _ = Vec::<Vec<String>>::decode(&mut request.body);
        }
        Message::Reply(mut reply) => {
            let _ = Reference::decode(&mut reply.body.clone());
            let _ = TypeCode::decode(&mut reply.body);
        }
        Message::LocateReply(mut reply) => {
            let _ = Reference::decode(&mut reply.body);
        }
        _ => {}
    }
}

/// Passes octets to an assembler in pieces, and reads the messages.
fn feed(octets: &[u8], piece: usize) -> Result<usize, ProtocolError> {
    let mut assembler = Assembler::new(limits());
    let mut count = 0;
    for mut left in octets.chunks(piece.max(1)) {
        while !left.is_empty() {
            let space = assembler.space();
            let taken = left.len().min(space.len());
            space[..taken].copy_from_slice(&left[..taken]);
            assembler.filled(taken);
            left = &left[taken..];
            while let Some(message) = assembler.next_message()? {
                read_all(message);
                count += 1;
            }
        }
    }
    Ok(count)
}

fn message(kind: Kind, has_more: bool, body: &[u8]) -> Vec<u8> {
    let header = Header {
        version: Version::V1_2,
        order: Order::Little,
        has_more,
        kind,
        size: body.len(),
    };
    [&header.octets()[..], body].concat()
}

#[test]
fn a_sequence_that_announces_more_than_there_is_takes_no_memory() {
    let octets = [0xF0, 0xFF, 0xFF, 0x7F, 1, 2, 3, 4];
    let limits = limits();
    let most = most_memory(|| {
        let mut from = Decoder::new(&octets, 0, Format::default(), &limits);
        assert!(Vec::<u8>::decode(&mut from.clone()).is_err());
        assert!(Vec::<String>::decode(&mut from.clone()).is_err());
        assert!(Vec::<Vec<Vec<u64>>>::decode(&mut from).is_err());
    });

    assert_eq!(most, 0);
}

#[test]
fn values_that_take_more_memory_than_octets_end_at_the_limit() {
    // A thousand empty sequences take 4 octets and 24 of memory each.
    let mut octets = 1000_u32.to_ne_bytes().to_vec();
    octets.resize(4004, 0);
    let limits = limits();
    let most = most_memory(|| {
        let mut from = Decoder::new(&octets, 0, Format::default(), &limits);
        assert!(Vec::<Vec<u8>>::decode(&mut from).is_err());
    });

    assert!(most <= limits.decoded_bytes, "{most}");
}

#[test]
fn values_without_octets_end_at_the_limit() {
    // A sequence or array of four billion voids takes no octets, but time and memory.
    for (kind, behind) in [(19_u32, [0_u32, u32::MAX]), (20, [u32::MAX, 0])] {
        let limits = limits();
        let mut octets = Vec::new();
        let mut to = Encoder::new(&mut octets, Format::default(), &limits);
        to.u32(kind);
        let mark = to.begin_encapsulation();
        to.u32(1);
        to.u32(behind[0]);
        to.end_encapsulation(mark);
        to.u32(behind[1]);
        to.finish().unwrap();

        let most = most_memory(|| assert!(any_of(&octets).is_err()));
        assert!(most <= 2 * limits.decoded_bytes, "{most}");
    }
}

#[test]
fn types_within_types_end_at_the_limit() {
    let limits = limits();
    let mut octets = Vec::new();
    let mut to = Encoder::new(&mut octets, Format::default(), &limits);
    let mut marks = Vec::new();
    for _ in 0..200 {
        to.u32(19);
        marks.push(to.begin_encapsulation());
    }
    to.u32(10);
    for mark in marks.into_iter().rev() {
        to.u32(0);
        to.end_encapsulation(mark);
    }
    to.finish().unwrap();

    assert!(any_of(&octets).is_err());
    let anys = 11_u32.to_ne_bytes().repeat(900);
    assert!(any_of(&anys).is_err());
}

#[test]
fn fragments_without_end_end_at_the_limit() {
    let mut octets = message(Kind::Request, true, &[7, 0, 0, 0, 0, 0, 0, 0]);
    for _ in 0..2000 {
        octets.extend(message(Kind::Fragment, true, &[7, 0, 0, 0, 1, 2, 3, 4]));
    }

    let most = most_memory(|| {
        let error = feed(&octets, 1000).unwrap_err();
        assert!(
            matches!(error, ProtocolError::FragmentedSize { .. }),
            "{error}"
        );
    });
    assert!(most <= 64 << 10, "{most}");
}

#[test]
fn messages_begun_without_end_end_at_the_limit() {
    let begun = (0..100_u8).flat_map(|id| message(Kind::Request, true, &[id, 0, 0, 0]));
    let octets: Vec<u8> = begun.collect();

    assert_eq!(feed(&octets, 100), Err(ProtocolError::FragmentedCount(8)));
}

#[test]
fn fragments_of_several_messages_interleave_and_a_cancel_drops_one() {
    let mut octets = Vec::new();
    for id in 1..4 {
        octets.extend(message(Kind::Reply, true, &[id, 0, 0, 0, 0, 0, 0, 0]));
    }
    octets.extend(message(Kind::Fragment, false, &[2, 0, 0, 0, 0, 0, 0, 0]));
    octets.extend(message(Kind::CancelRequest, false, &[1, 0, 0, 0]));
    octets.extend(message(Kind::Fragment, false, &[1, 0, 0, 0, 0, 0, 0, 0]));
    octets.extend(message(Kind::Fragment, false, &[99, 0, 0, 0]));
    octets.extend(message(Kind::Fragment, false, &[3, 0, 0, 0, 0, 0, 0, 0]));

    for piece in [1, 13, 1000] {
        assert_eq!(feed(&octets, piece), Ok(3));
    }
}

#[test]
fn a_fragment_in_another_order_or_of_a_message_begun_twice_is_refused() {
    let first = message(Kind::Request, true, &[1, 0, 0, 0]);
    let mut other = message(Kind::Fragment, false, &[0, 0, 0, 1]);
    other[6] = 0;
    other[8..12].copy_from_slice(&[0, 0, 0, 4]);

    assert_eq!(
        feed(&[first.clone(), other].concat(), 50),
        Err(ProtocolError::Fragment)
    );
    assert_eq!(
        feed(&[first.clone(), first].concat(), 50),
        Err(ProtocolError::Fragment)
    );
    let short = message(Kind::Fragment, false, &[1, 0]);
    assert_eq!(feed(&short, 50), Err(ProtocolError::Short));
}

#[test]
fn a_message_above_the_limit_is_refused_at_its_header() {
    let mut octets = message(Kind::Request, false, &[]);
    octets[8..12].copy_from_slice(&5000_u32.to_le_bytes());

    let most = most_memory(|| {
        assert!(matches!(feed(&octets, 50), Err(ProtocolError::Header(_))));
    });
    assert!(most <= 33 << 10, "{most}");
    for (at, wrong) in [(0, b'g'), (4, 2), (5, 3), (7, 8)] {
        let mut octets = message(Kind::Request, false, &[]);
        octets[at] = wrong;
        assert!(
            matches!(feed(&octets, 50), Err(ProtocolError::Header(_))),
            "{at}"
        );
    }
}

/// Captured messages with some changed octets.
fn changed() -> impl Strategy<Value = Vec<u8>> {
    let lines = include_str!("vectors/captured.tsv").lines();
    let all: Vec<&str> = lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.rsplit('\t').next().unwrap())
        .filter(|hex| hex.len() < 2000)
        .collect();
    let octets = |hex: &str| -> Vec<u8> {
        let pair = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(pair).collect()
    };
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (prop::sample::select(all), changes).prop_map(move |(hex, changes)| {
        let mut octets = octets(hex);
        for (at, octet) in changes {
            let at = at.index(octets.len());
            // Wrong sizes in the header only end the message early.
            if at >= HEADER_BYTES {
                octets[at] = octet;
            }
        }
        octets
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_octets_are_read_or_refused(octets in prop::collection::vec(any::<u8>(), 0..200)) {
        let most = most_memory(|| {
            let limits = limits();
            let from = Decoder::new(&octets, 0, Format::default(), &limits);
            let _ = Any::decode(&mut from.clone());
            let _ = TypeCode::decode(&mut from.clone());
            let _ = Reference::decode(&mut from.clone());
            let _ = Vec::<Vec<String>>::decode(&mut from.clone());
            let _ = IiopProfile::parse(&octets);
        });
        prop_assert!(most <= 3 * limits().decoded_bytes, "{}", most);
    }

    #[test]
    fn changed_messages_are_read_or_refused(octets in changed(), piece in 1_usize..64) {
        let most = most_memory(|| {
            let _ = feed(&octets, piece);
        });
        prop_assert!(most <= 3 * limits().decoded_bytes + (64 << 10), "{}", most);
    }

    #[test]
    fn any_text_is_a_reference_or_is_refused(text in "(corbaloc:|corbaname:|IOR:)?[:@a-c0-9,.%/#\\[\\]]{0,30}") {
        if let Ok(url) = text.parse::<ObjectUrl>() {
            prop_assert_eq!(url.to_string().parse::<ObjectUrl>().unwrap(), url);
        }
    }
}
