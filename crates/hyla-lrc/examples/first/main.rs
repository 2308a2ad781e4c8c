//! The first federation of the tutorial (docs/tutorial): a ship approaches a harbour.
//!
//! Run `hyla rti` in one terminal and, from the root of the project, in a second and a third one:
//!
//! ```text
//! cargo run -p hyla-lrc --example first -- harbour examples/first/ships.xml
//! cargo run -p hyla-lrc --example first -- ship examples/first/ships.xml
//! ```
//!
//! The harbour prints
//!
//! ```text
//! Isabella is 3 nautical miles away
//! Isabella is 2 nautical miles away
//! Isabella is 1 nautical miles away
//! Isabella has arrived
//! ```

include!("federates.rs");
