//! The executive is the home of instances whose registrant is not joined: no member can announce
//! them.

use hyla_types::{FederateHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::{Executive, Transmit};
use crate::message::data;
use crate::object::Registered;

impl Executive {
    /// Whether there is no joined registrant to announce the instance.
    fn is_at_home(&self, object: ObjectInstanceHandle) -> bool {
        !self.members.contains_key(&object.registrant())
    }

    /// Announces an instance to members: to all whose subscriptions make it discoverable, or to just one of
    /// these. A member that knows the instance ignores the announcement.
    pub(crate) fn announce_home(
        &self,
        object: ObjectInstanceHandle,
        only: Option<FederateHandle>,
        out: &mut Vec<Transmit>,
    ) {
        let Some(registered) = self.registry.get(object) else {
            return;
        };
        let Some(class) = self.models.fdd.object_class(registered.class) else {
            return;
        };
        let meant = self
            .members
            .iter()
            .filter(|(handle, _)| only.is_none_or(|only| only == **handle));
        for (handle, member) in meant {
            if member.declarations.candidate(&class.lineage).is_none() {
                continue;
            }
            let (class, name) = (registered.class, &registered.name);
            let write = |frame: &mut Vec<u8>| {
                data::put_discover(frame, object, class, name, &registered.initial);
            };
            self.send_data(*handle, write, out);
        }
    }

    /// A member subscribes to a class: announces to it the instances at or below the class that have their
    /// home here.
    pub(crate) fn announce_home_below(
        &self,
        class: ObjectClassHandle,
        to: FederateHandle,
        out: &mut Vec<Transmit>,
    ) {
        let below = |object, registered: &Registered| {
            self.is_at_home(object) && self.models.fdd.descends(registered.class, class)
        };
        for object in self.registry.sorted_where(below) {
            self.announce_home(object, Some(to), out);
        }
    }

    /// A registrant has left: the rest of its instances has its home here now. A member may have
    /// subscribed without a notice to the registrant.
    pub(crate) fn announce_home_of(&self, registrant: FederateHandle, out: &mut Vec<Transmit>) {
        let theirs =
            |object: ObjectInstanceHandle, _: &Registered| object.registrant() == registrant;
        for object in self.registry.sorted_where(theirs) {
            self.announce_home(object, None, out);
        }
    }
}
