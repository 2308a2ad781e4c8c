//! Throughput of authenticated encryption on this machine: for each frame of 128 bytes, and for bundles of 16 KiB.
//!
//! Compare with `tcp_throughput`: what is sealed per bundle costs less than the system call that sends it.
//!
//! `cargo bench -p hyla-net --bench sealing`

use std::hint::black_box;
use std::time::{Duration, Instant};

use ring::aead::{
    AES_128_GCM, AES_256_GCM, Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey,
};

/// Time for each measurement.
const TIME: Duration = Duration::from_millis(300);

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
            let mut rates: Vec<f64> = (0..ROUNDS).map(|_| seal_for_a_while(&key, bytes)).collect();
            rates.sort_by(f64::total_cmp);
            let rate = rates[ROUNDS / 2];
            println!(
                "{name:>18} {bytes:>6} bytes: {:>8.1} MB/s, {:>7.0} ns each",
                rate * bytes as f64 / 1e6,
                1e9 / rate
            );
        }
    }
}

/// Records sealed in a second.
fn seal_for_a_while(key: &LessSafeKey, bytes: usize) -> f64 {
    let mut record = vec![1; bytes];
    let (begin, mut count) = (Instant::now(), 0_u64);
    while begin.elapsed() < TIME {
        for _ in 0..64 {
            count += 1;
            let mut nonce = [0; 12];
            nonce[4..].copy_from_slice(&count.to_be_bytes());
            let nonce = Nonce::assume_unique_for_key(nonce);
            let tag = key.seal_in_place_separate_tag(nonce, Aad::empty(), black_box(&mut record));
            let _used = black_box(tag.expect("short enough"));
        }
    }
    count as f64 / begin.elapsed().as_secs_f64()
}
