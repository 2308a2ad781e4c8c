//! What it costs to protect the datagrams of reliable multicast: the keyed checksum that each has, and what `rti.security = tls`
//! puts around it, encrypted or authenticated only; at the sender, at a receiver, and where a forged datagram is refused. Rounds of
//! all ways in turn; median, least and most of each.
//!
//! `cargo bench -p hyla-net --bench datagram_checks`

use std::hint::black_box;
use std::time::{Duration, Instant};

use hyla_multicast::{Arrival, Config, Key, Member, MemberId};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};

/// Time for each measurement.
const TIME: Duration = Duration::from_millis(100);

/// Rounds, of which the median counts.
const ROUNDS: usize = 9;

/// Bytes of the header of a sealed datagram, which is authenticated with the content.
const HEADER_BYTES: usize = 24;

/// Bytes of a tag of AES-GCM.
const TAG_BYTES: usize = 16;

/// A measured way, which handles one datagram.
type Way = (&'static str, Box<dyn FnMut()>);

fn main() {
    for bytes in [128, 1_400, 60_000] {
        println!("{bytes} bytes");
        let mut ways = ways(bytes);
        let mut times = vec![Vec::new(); ways.len()];
        for _ in 0..ROUNDS {
            for ((_, act), times) in ways.iter_mut().zip(&mut times) {
                times.push(nanoseconds(act));
            }
        }
        for ((name, _), mut times) in ways.into_iter().zip(times) {
            times.sort_by(f64::total_cmp);
            let (least, most) = (times[0], times[ROUNDS - 1]);
            let median = times[ROUNDS / 2];
            println!("{name:>34}: {median:>8.1} ns ({least:.1} to {most:.1})");
        }
    }
}

/// Mean time of a call.
fn nanoseconds(act: &mut dyn FnMut()) -> f64 {
    let (begin, mut count) = (Instant::now(), 0_u32);
    while begin.elapsed() < TIME {
        for _ in 0..64 {
            act();
        }
        count += 64;
    }
    begin.elapsed().as_secs_f64() * 1e9 / f64::from(count)
}

/// All ways to handle a datagram of so many bytes.
fn ways(bytes: usize) -> Vec<Way> {
    let content = vec![0x5a; bytes];
    let key = Key::new(&[7; 16]);
    let mut sealed = content.clone();
    key.seal(&mut sealed);
    let forged = changed(&sealed);
    let mut ways: Vec<Way> = Vec::new();

    let (mut out, from) = (Vec::new(), content.clone());
    ways.push((
        "copied, without protection",
        Box::new(move || {
            out.clear();
            out.extend_from_slice(black_box(&from));
            black_box(&out);
        }),
    ));
    let (mut out, from, with) = (Vec::new(), content.clone(), key.clone());
    ways.push((
        "copied, keyed checksum appended",
        Box::new(move || {
            out.clear();
            out.extend_from_slice(black_box(&from));
            with.seal(&mut out);
            black_box(&out);
        }),
    ));
    let with = key.clone();
    ways.push((
        "keyed checksum checked",
        Box::new(move || assert!(with.is_sealed(black_box(&sealed)))),
    ));
    // As a member does: it decodes the head, finds the key, and counts.
    let mut member =
        Member::new(Config::default(), MemberId(1), key, 1).expect("the parameters are in bounds");
    let now = Instant::now();
    ways.push((
        "forged datagram refused by a member",
        Box::new(move || member.handle_datagram(now, Arrival::Group, black_box(&forged))),
    ));
    ways.extend(ways_of_tls(&content));
    ways
}

/// The same with AES-128-GCM, as with `rti.security = tls`.
fn ways_of_tls(content: &[u8]) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for (is_encrypted, names) in [
        (
            true,
            [
                "tls: encrypted",
                "tls: decrypted",
                "tls: forged datagram refused",
            ],
        ),
        (
            false,
            [
                "tls: authenticated only",
                "tls: authenticity checked",
                "tls: forged one refused, in clear",
            ],
        ),
    ] {
        let (mut out, from, with) = (Vec::new(), content.to_vec(), cipher());
        let mut number = 0;
        ways.push((
            names[0],
            Box::new(move || {
                number += 1;
                out.clear();
                out.extend_from_slice(&[1; HEADER_BYTES]);
                out.extend_from_slice(black_box(&from));
                seal(&with, is_encrypted, number, &mut out);
                black_box(&out);
            }),
        ));
        let mut sealed = vec![1; HEADER_BYTES];
        sealed.extend_from_slice(content);
        seal(&cipher(), is_encrypted, 1, &mut sealed);
        let forged = changed(&sealed);
        for (name, datagram, is_genuine) in [(names[1], sealed, true), (names[2], forged, false)] {
            // It is decrypted where it lies, and so has to be copied each time.
            let (mut buffer, with) = (Vec::new(), cipher());
            ways.push((
                name,
                Box::new(move || {
                    buffer.clear();
                    buffer.extend_from_slice(black_box(&datagram));
                    assert_eq!(opens(&with, is_encrypted, &mut buffer), is_genuine);
                }),
            ));
        }
    }
    ways
}

/// A datagram in which the last byte of the content is another one.
fn changed(datagram: &[u8]) -> Vec<u8> {
    let mut forged = datagram.to_vec();
    let at = forged.len() - TAG_BYTES - 1;
    forged[at] ^= 1;
    forged
}

fn cipher() -> LessSafeKey {
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &[7; 16]).expect("a key"))
}

fn nonce(number: u64) -> Nonce {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(nonce)
}

/// Seals what follows the header, and appends the tag.
fn seal(key: &LessSafeKey, is_encrypted: bool, number: u64, datagram: &mut Vec<u8>) {
    let tag = if is_encrypted {
        let (head, content) = datagram.split_at_mut(HEADER_BYTES);
        key.seal_in_place_separate_tag(nonce(number), Aad::from(&*head), content)
    } else {
        let all = Aad::from(&datagram[..]);
        key.seal_in_place_separate_tag(nonce(number), all, &mut [])
    };
    datagram.extend_from_slice(tag.expect("short enough").as_ref());
}

/// Whether the datagram, which is the first one under its key, opens.
fn opens(key: &LessSafeKey, is_encrypted: bool, datagram: &mut [u8]) -> bool {
    if is_encrypted {
        let (head, content) = datagram.split_at_mut(HEADER_BYTES);
        let head = Aad::from(&*head);
        return key.open_in_place(nonce(1), head, content).is_ok();
    }
    let (all, tag) = datagram.split_at_mut(datagram.len() - TAG_BYTES);
    key.open_in_place(nonce(1), Aad::from(&*all), tag).is_ok()
}
