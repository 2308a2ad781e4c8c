//! First messages of a stranger to an RTI or a member, and messages in a multicast group: greetings, calls and proofs,
//! control messages, headers of datagrams.

use hyla_core::message::{Echo, Greeting, ToRti, decode_control, kind_of, relayed_together};
use hyla_link::lanes::{LinkFrame, entry_of, is_probe, take_sequence};

/// Checks one input.
pub fn check(frame: &[u8]) {
    let _ = kind_of(frame);
    let _ = decode_control::<Greeting>(frame);
    let _ = decode_control::<ToRti>(frame);
    let _ = LinkFrame::decode(frame);
    let _ = Echo::read(frame);
    let _ = take_sequence(frame);
    let _ = is_probe(frame);
    for receiver in [0, 1, u32::MAX] {
        let _ = entry_of(frame, receiver);
    }
    if let Ok(entries) = relayed_together(frame) {
        for (_, receivers) in entries {
            let _ = receivers.count();
        }
    }
}
