//! A session without I/O: sequence numbers, history, resume.
