//! Sets of experiments, from TOML.
