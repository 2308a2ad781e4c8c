//! Frames of the session layer: 24 bytes of header and a payload.
