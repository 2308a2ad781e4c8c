//! Federation management (1516.1 clause 4): executions, joining, resigning.

mod executive;
mod member;
mod modules;

pub(crate) use modules::{Models, ModuleText, merged};
