//! The federation in which console and agents meet.
