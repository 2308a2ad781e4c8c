//! The census: existing instances, announced again after a loss of frames in transit.
//!
//! Discoveries and removals go from member to member, each of them once. When the channel between two members breaks,
//! each of them sends on the new channel its frames about instances again, as far as they still hold: discoveries, removals that can still be
//! retracted or that the log has not brought, and then the list of its instances. The receiver takes instances without an entry
//! there for deleted. See decision 35.

use std::ops::Range;

use hyla_types::{FederateHandle, ObjectInstanceHandle};

use crate::declaration::Position;
use crate::member::{Joined, Member};
use crate::message::data::{self, Envelope};
use crate::outbox::{Frames, Lanes};

impl Joined {
    /// Announces all instances to a member again. The frames behind wait until the member's log is as far as the one here:
    /// then the member has all deletions of the log.
    pub(crate) fn tell_census(&mut self, to: FederateHandle, out: &mut dyn Lanes) {
        let Some(slot) = self.roster.slot(to) else {
            return;
        };
        let (log, own) = (self.declarations.next_log(), 0);
        out.frame(to, &mut |buffer| Position { log, own }.put(buffer));
        self.tell_regions_again(to, out);
        let me = self.identity.handle();
        let mine = self.objects.sorted_where(|i| i.registrant() == me);
        for object in &mine {
            let told = self.objects.record(*object);
            if let Some(instance) = told.filter(|it| it.announced().contains(slot))
                && !self.objects.tombstones.contains(*object)
            {
                let (class, name, owned) = (instance.class, &**instance.name(), &*instance.initial);
                out.announce(to, &mut |buffer| {
                    data::put_discover(buffer, *object, class, name, owned);
                });
            }
        }
        self.tell_doomed_again(to, out);
        self.tell_deletions(to, out);
        // Of one that another federate has deleted, as its stream says, this one speaks until the log says so.
        let tombstones = &self.objects.tombstones;
        let dying = tombstones.of(|object| object.registrant() == me);
        let mut there: Vec<_> = mine.into_iter().chain(dying).collect();
        there.retain(|object| !tombstones.is_sealed(*object));
        there.sort_unstable();
        there.dedup();
        let up_to = self.objects.instances.last_index();
        out.frame(to, &mut |buffer| {
            data::put_census(buffer, up_to, there.iter().map(|object| object.index()));
        });
    }

    /// The same of deletions that can still be retracted. The instances of this federate are announced again if they are.
    fn tell_doomed_again(&mut self, to: FederateHandle, out: &mut dyn Frames) {
        let Some(slot) = self.roster.slot(to) else {
            return;
        };
        let transportation = self
            .fdd
            .attribute(self.fdd.privilege_to_delete())
            .transportation;
        for (serial, doomed) in self.time.doomed_mut() {
            if !doomed.instance.announced().contains(slot) {
                continue;
            }
            let object = doomed.instance.object;
            let envelope = Envelope {
                transportation,
                tag: &doomed.tag,
                time: Some(doomed.time.encode()),
                serial: Some(serial),
                regions: None,
            };
            out.frame(to, &mut |buffer| {
                data::put_remove(buffer, object, &envelope);
            });
            self.roster.count_stamped(slot);
            if doomed.instance.registrant() == self.identity.handle() {
                doomed.instance.announced_mut().remove(slot);
            }
        }
    }

    /// A member says what exists of its instances: deletions that it has retracted, of which it may have said so in vain, are not
    /// waited for.
    pub(crate) fn expect_no_removals(&mut self, from: FederateHandle, there: &[Range<u32>]) {
        let exists = |object: ObjectInstanceHandle| {
            object.registrant() == from && holds(there, object.index())
        };
        self.time.drop_removals(from, exists);
    }
}

impl Member {
    /// A member has said what exists of its instances, and everything before that has been delivered.
    pub(crate) fn take_census(&mut self, from: FederateHandle, up_to: u32, there: &[Range<u32>]) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let coming = joined.coming_removals(from, &self.queue);
        let is_gone = |object: ObjectInstanceHandle| {
            object.registrant() == from
                && object.index() <= up_to
                && !holds(there, object.index())
                && !coming.contains(&object)
        };
        // The census removes instances that another federate has deleted, in the order of the earlier frames.
        let tombstones = &joined.objects.tombstones;
        let gone = joined
            .objects
            .sorted_where(|it| is_gone(it.object) && !tombstones.contains(it.object));
        for object in joined.objects.tombstones.of(is_gone) {
            if let Some(by) = joined.objects.tombstones.deleter(object) {
                joined.hear_sealed(from, object, by);
            }
        }
        let untold = joined
            .objects
            .tombstones
            .untold(from, |object| !coming.contains(&object));
        for object in gone.into_iter().chain(untold) {
            self.take_away(object, from);
        }
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.tidy_tombstones();
        }
    }
}

fn holds(ranges: &[Range<u32>], index: u32) -> bool {
    let at = ranges.partition_point(|range| range.end <= index);
    ranges.get(at).is_some_and(|range| range.contains(&index))
}
