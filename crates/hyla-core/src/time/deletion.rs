//! Deletions in time-stamp order (6.14 in 2010, 6.16 in 2025): unknown here at once, but they can be
//! retracted for a while.

use hyla_types::{LogicalTime, ObjectInstanceHandle};

use crate::member::Joined;
use crate::message::{MemberRequest, ToRti};
use crate::object::Instance;
use crate::outbox::Outbox;

impl Joined {
    /// A deletion was retracted: the instance is known here again, with its former owners. What the federate had asked for
    /// about its ownership ended with the deletion.
    pub(crate) fn bring_back(
        &mut self,
        serial: u32,
        out: &mut dyn Outbox,
    ) -> Option<ObjectInstanceHandle> {
        let doomed = self.time.doomed.remove(&serial)?;
        let (object, mut instance) = (doomed.instance.object, doomed.instance);
        let registrant = instance.registrant();
        if registrant != self.identity.handle() {
            *instance.announced_mut() = Default::default();
        }
        self.objects.insert(instance);
        let stands = false;
        let retracted = MemberRequest::DeletionScheduled { object, stands };
        out.control(&ToRti::Member(retracted));
        self.end_requests(object, out);
        // Members that could have discovered it meanwhile have no announcement of it.
        if registrant == self.identity.handle() {
            self.announce(object, None, out);
        }
        Some(object)
    }

    /// The instance, if it is deleted and can be brought back.
    pub(crate) fn doomed(&self, object: ObjectInstanceHandle) -> Option<&Instance> {
        let mut doomed = self.time.doomed.values().map(|doomed| &doomed.instance);
        doomed.find(|instance| instance.object == object)
    }

    /// Deletions up to `limit`, or all, cannot be retracted any more: reports them to the RTI.
    pub(crate) fn finish_deletions(&mut self, limit: Option<LogicalTime>, out: &mut dyn Outbox) {
        if self.time.doomed.is_empty() {
            return;
        }
        let over = |time: LogicalTime| limit.is_none_or(|limit| time <= limit);
        let done: Vec<u32> = self
            .time
            .doomed
            .iter()
            .filter(|(_, doomed)| over(doomed.time))
            .map(|(serial, _)| *serial)
            .collect();
        for serial in done {
            let Some(doomed) = self.time.doomed.remove(&serial) else {
                continue;
            };
            let object = doomed.instance.object;
            if doomed.instance.registrant() != self.identity.handle() {
                // Members that joined meanwhile may have an announcement from its registrant.
                let told = doomed.instance.announced();
                let untold = self
                    .roster
                    .peers()
                    .filter(|(slot, _)| !told.contains(*slot));
                for (_, peer) in untold {
                    self.tell_deletion(object, &doomed.tag, peer.info.handle, out);
                }
            }
            self.report_deletion(object, &doomed.tag, out);
        }
    }
}
