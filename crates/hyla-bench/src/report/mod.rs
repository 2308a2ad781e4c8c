//! CSV, HTML and comparison of stored results, from the documents alone.

#[cfg(test)]
mod browser;
mod compare;
mod csv;
mod draw;
mod experiments;
mod figure;
mod gather;
mod html;
mod plot;
mod point;
#[cfg(test)]
pub(crate) mod sample;

pub use compare::{Comparison, Difference, Outcome, Rules, compare};
pub use csv::{points_csv, samples_csv};
pub use figure::{Figure, figure};
pub use html::{Page, html};
