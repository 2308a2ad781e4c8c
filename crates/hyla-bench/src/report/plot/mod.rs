//! Plots as SVG. Colours are placeholders: the page's style sheet replaces each, so that the same
//! drawing suits light and dark screens and paper.

mod axis;
mod curves;
mod heat;
mod hints;
mod ink;
mod levels;

pub(crate) use axis::{Axis, Scale, Unit, time as axis_time};
pub(crate) use curves::{Curve, Mark, Shape, corners, curves};
pub(crate) use heat::{Heat, heat};
pub(crate) use ink::{SLOTS, slot_value};
pub(crate) use levels::{Level, levels};
