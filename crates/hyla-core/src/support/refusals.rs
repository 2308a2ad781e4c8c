//! Refusals of names that the object model does not have.

use hyla_types::{Exception, ExceptionKind};

pub(crate) fn no_such_rate(designator: &str) -> Exception {
    Exception::new(
        ExceptionKind::InvalidUpdateRateDesignator,
        format!("the object model has no update rate {designator:?}"),
    )
}
