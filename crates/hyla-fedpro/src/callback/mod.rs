//! Callbacks of an ambassador, as messages for the client.
