//! One for each host: starts measuring processes and passes on what they report.
