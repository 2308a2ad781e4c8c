//! Exceptions that several services of this clause raise.

use hyla_types::{AttributeHandle, Exception, ExceptionKind, ObjectInstanceHandle};

use crate::Result;
use crate::outbox::Outbox;

/// Bytes of a frame for each value and for everything else, at most.
const PER_VALUE: usize = 10;
const PER_FRAME: usize = 64;

/// `RTIinternalError` for values that no frame can hold.
pub(crate) fn check_size<'v>(
    values: impl Iterator<Item = &'v [u8]>,
    tag: &[u8],
    out: &dyn Outbox,
) -> Result<()> {
    let size = values.map(|value| value.len() + PER_VALUE).sum::<usize>() + tag.len() + PER_FRAME;
    let limit = out.frame_limit();
    if size > limit {
        return Err(Exception::new(
            ExceptionKind::RTIinternalError,
            format!(
                "{size} bytes of values and tag are more than one message may hold ({limit}): split \
                 them, or raise channel.max_frame_bytes for every federate and the RTI"
            ),
        ));
    }
    Ok(())
}

pub(crate) fn not_known(object: ObjectInstanceHandle) -> Exception {
    Exception::new(
        ExceptionKind::ObjectInstanceNotKnown,
        format!("{object:?} is not known here"),
    )
}

pub(crate) fn not_owned(object: ObjectInstanceHandle, attribute: AttributeHandle) -> Exception {
    Exception::new(
        ExceptionKind::AttributeNotOwned,
        format!("{attribute:?} of {object:?} is not owned by this federate"),
    )
}

pub(crate) fn not_defined(attribute: AttributeHandle) -> Exception {
    Exception::new(
        ExceptionKind::AttributeNotDefined,
        format!("{attribute:?} is not available at the class"),
    )
}
