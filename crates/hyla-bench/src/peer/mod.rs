//! The same work by other engines, where they are installed.
