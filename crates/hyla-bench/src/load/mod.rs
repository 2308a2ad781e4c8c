//! Processor and network load held at a wanted share.
