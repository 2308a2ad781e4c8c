//! Common parts of requests about ownership.

use hyla_types::{AttributeHandleSet, Exception, ExceptionKind, ObjectInstanceHandle};

use super::dealings::InstanceAttribute;
use crate::Result;
use crate::message::{MemberRequest, OwnershipRequest, ToRti};
use crate::outbox::Control;

/// Sends a request about ownership.
pub(super) fn ask(request: OwnershipRequest, out: &mut dyn Control) {
    out.control(&ToRti::Member(MemberRequest::Ownership(request)));
}

/// Refuses with this exception if the condition holds for one of the attributes.
pub(super) fn refuse(
    object: ObjectInstanceHandle,
    attributes: &AttributeHandleSet,
    is_so: impl Fn(&InstanceAttribute) -> bool,
    exception: ExceptionKind,
    what: &str,
) -> Result<()> {
    match attributes.iter().find(|a| is_so(&(object, *a))) {
        None => Ok(()),
        Some(attribute) => Err(Exception::new(
            exception,
            format!("{attribute:?} of {object:?} {what}"),
        )),
    }
}
