//! Round trip of 128 bytes between two processes over shared memory: bare rings that yield and that
//! block at once, compared with channels of the same wait strategies, in the same run. `cargo bench
//! -p hyla-net --bench memory_pingpong`
#![allow(clippy::unwrap_used, reason = "a bench may stop at anything odd")]

mod support;

use hyla_baselines::Medium;
use support::pingpong::{answer, compare};
use support::{Peer, is_peer};

fn main() {
    hyla_baselines::peer::run_if_peer();
    if is_peer() {
        answer(|endpoint| {
            endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
            endpoint.shared_memory_addresses().next().unwrap()
        });
        support::until_the_other_process_ends();
    }
    let mut peer = Peer::start();
    compare("shared memory", Medium::Ring, || {
        peer.line().parse().unwrap()
    });
}
