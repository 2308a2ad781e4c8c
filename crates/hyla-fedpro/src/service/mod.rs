//! Calls of a client, carried out by an ambassador; a file for each service group.
