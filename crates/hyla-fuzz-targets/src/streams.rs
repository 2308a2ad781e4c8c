//! Bytes of a caller at a native port, from the handshake on, in pieces of any size.

use hyla_net::diagnosis::decode_stream;

/// Checks one input.
pub fn check(input: &[u8]) {
    let Some((&part, bytes)) = input.split_first() else {
        return;
    };
    let whole = decode_stream(bytes, usize::MAX, 1 << 16);
    let parts = decode_stream(bytes, usize::from(part) + 1, 1 << 16);
    assert_eq!(whole.is_ok(), parts.is_ok(), "{whole:?} {parts:?}");
    if let (Ok(whole), Ok(parts)) = (whole, parts) {
        assert_eq!(whole, parts);
    }
}
