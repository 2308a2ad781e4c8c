//! The management object model (1516.1 clause 11): the RTI seen and steered through objects and
//! interactions.
//!
//! The executive registers the instances, keeps the values that change rarely, and receives the
//! interactions (`instances`, `interactions`, `federation`). What concerns one federate goes on to
//! its member, which adjusts itself, answers, or calls its own services (`adjust`, `requests`,
//! `services`). Both sides find everything by name in the federation's object model; the encodings
//! are those of the edition of its MIM, independent of the editions of the federates.

mod adjust;
mod argument;
mod argument_type;
mod channels;
mod counters;
mod federation;
mod fields;
mod instances;
mod interactions;
mod invocation;
mod latency;
mod managed;
mod member;
mod report;
mod reporting;
mod requests;
mod services;
mod standing;
mod stated;
mod vocabulary;

pub use argument::Argument;
pub use argument_type::ArgumentType;
pub(crate) use counters::Counters;
pub(crate) use fields::{Fault, Fields, Parameters};
pub use invocation::report_of;
pub(crate) use managed::{Managed, ManagedImage};
pub use report::{ReportedArgument, ServiceReport};
pub use reporting::Reporting;
pub(crate) use standing::Mom;
pub(crate) use vocabulary::resigns;
