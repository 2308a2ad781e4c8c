//! Runs an experiment: plans, repeats, shows, stores.
