//! Frames of another member or the RTI: control messages and data, decoded or refused.
#![no_main]

use hyla_core::message::{FromRti, data, decode_control, kind_of, relayed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|frame: &[u8]| {
    let _ = kind_of(frame);
    let _ = decode_control::<FromRti>(frame);
    let _ = data::decode(frame);
    if let Ok((_, inner)) = relayed(frame) {
        let _ = data::decode(inner);
    }
});
