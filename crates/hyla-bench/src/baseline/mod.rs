//! The same work without an RTI.
