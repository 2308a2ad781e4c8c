//! A member's requests to the RTI about saves and restores.

use crate::message::{FederationRequest, MemberRequest, ToRti};
use crate::outbox::Control;

pub(super) fn ask(request: FederationRequest, out: &mut dyn Control) {
    out.control(&ToRti::Member(MemberRequest::Federation(request)));
}
