//! Deletions in time-stamp order (6.14 in 2010, 6.16 in 2025): unknown here at once, but they can be
//! retracted for a while.

use hyla_types::LogicalTime;
use serde::{Deserialize, Serialize};

use crate::member::Joined;
use crate::message::{MemberRequest, ToRti};
use crate::object::Instance;
use crate::outbox::Outbox;

/// An instance that its deleter may still bring back.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Doomed {
    pub(crate) instance: Instance,
    pub(crate) time: LogicalTime,
}

impl Joined {
    /// A deletion was retracted: the instance is known here again, with its former owners.
    pub(crate) fn bring_back(&mut self, serial: u32, out: &mut dyn Outbox) {
        if let Some(doomed) = self.doomed.remove(&serial) {
            let object = doomed.instance.object;
            self.instances.insert(doomed.instance);
            // Members that could have discovered it meanwhile have not heard of it.
            self.announce(object, None, out);
        }
    }

    /// Deletions up to `limit`, or all, cannot be retracted any more: the RTI hears of them.
    pub(crate) fn finish_deletions(&mut self, limit: Option<LogicalTime>, out: &mut dyn Outbox) {
        let over = |time: LogicalTime| limit.is_none_or(|limit| time <= limit);
        let Self { doomed, ddm, .. } = self;
        doomed.retain(|_, doomed| {
            if !over(doomed.time) {
                return true;
            }
            let object = doomed.instance.object;
            ddm.forget_object(object);
            out.control(&ToRti::Member(MemberRequest::Deleted { object }));
            false
        });
    }
}
