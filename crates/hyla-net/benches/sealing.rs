//! Throughput of authenticated encryption on this machine: for each frame of 128 bytes, and for bundles of 16 KiB, also as the packets of
//! QUIC, each with the protection of its header.
//!
//! Compare with `tcp_throughput`: what is sealed per bundle costs less than the system call that sends it.
//!
//! `cargo bench -p hyla-net --bench sealing`

use std::hint::black_box;
use std::time::{Duration, Instant};

use ring::aead::quic::{AES_128, HeaderProtectionKey};
use ring::aead::{
    AES_128_GCM, AES_256_GCM, Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey,
};

/// Time for each measurement.
const TIME: Duration = Duration::from_millis(300);

/// Content of a packet of QUIC in an Ethernet frame.
const PACKET_BYTES: usize = 1400;

/// Rounds, of which the median counts.
const ROUNDS: usize = 5;

fn main() {
    let algorithms = [
        ("AES-128-GCM", &AES_128_GCM),
        ("AES-256-GCM", &AES_256_GCM),
        ("ChaCha20-Poly1305", &CHACHA20_POLY1305),
    ];
    for (name, algorithm) in algorithms {
        let key = LessSafeKey::new(
            UnboundKey::new(algorithm, &vec![7; algorithm.key_len()]).expect("a key"),
        );
        for bytes in [128, 1024, 16 << 10] {
            measure(name, bytes, |record, count| seal(&key, record, count));
        }
    }
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &[7; 16]).expect("a key"));
    let header = HeaderProtectionKey::new(&AES_128, &[9; 16]).expect("a key");
    for bytes in [128, 1024, 16 << 10] {
        measure("packets of QUIC", bytes, |record, count| {
            for (number, packet) in (0..).zip(record.chunks_mut(PACKET_BYTES)) {
                seal(&key, packet, count * 16 + number);
                let mut sample = [0; 16];
                let length = packet.len().min(16);
                sample[..length].copy_from_slice(&packet[..length]);
                let _used = black_box(header.new_mask(&sample).expect("a sample"));
            }
        });
    }
}

fn seal(key: &LessSafeKey, record: &mut [u8], number: u64) {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number.to_be_bytes());
    let nonce = Nonce::assume_unique_for_key(nonce);
    let tag = key.seal_in_place_separate_tag(nonce, Aad::empty(), black_box(record));
    let _used = black_box(tag.expect("short enough"));
}

/// Prints the median of how often that many bytes are sealed in a second.
fn measure(name: &str, bytes: usize, mut seal: impl FnMut(&mut [u8], u64)) {
    let mut record = vec![1; bytes];
    let mut count = 0;
    let mut round = || {
        let (begin, before) = (Instant::now(), count);
        while begin.elapsed() < TIME {
            for _ in 0..64 {
                count += 1;
                seal(&mut record, count);
            }
        }
        (count - before) as f64 / begin.elapsed().as_secs_f64()
    };
    let mut rates: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    rates.sort_by(f64::total_cmp);
    let rate = rates[ROUNDS / 2];
    println!(
        "{name:>18} {bytes:>6} bytes: {:>8.1} MB/s, {:>7.0} ns each",
        rate * bytes as f64 / 1e6,
        1e9 / rate
    );
}
