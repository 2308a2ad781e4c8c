//! CSV and HTML of stored results.
