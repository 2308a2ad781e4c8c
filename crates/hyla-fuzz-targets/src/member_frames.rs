//! Frames of another member or the RTI: control messages and data, decoded or refused.

use hyla_core::message::{FromRti, data, decode_control, kind_of, relayed};

/// Checks one input.
pub fn check(frame: &[u8]) {
    let _ = kind_of(frame);
    let _ = decode_control::<FromRti>(frame);
    let _ = data::decode(frame);
    if let Ok((_, inner)) = relayed(frame) {
        let _ = data::decode(inner);
    }
}
