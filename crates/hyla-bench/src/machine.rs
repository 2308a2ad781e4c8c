//! What machine this is.
