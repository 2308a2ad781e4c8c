//! Listeners, and a task for each session.
