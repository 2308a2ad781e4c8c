//! The executive is the home of instances whose registrant is not joined: no member can announce
//! them.

use hyla_types::{FederateHandle, ObjectClassHandle, ObjectInstanceHandle};

use super::{Executive, Transmit};
use crate::message::data;

impl Executive {
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
        // Registrants, and not instances: most are joined.
        let gone = |registrant: &_| !self.members.contains_key(registrant);
        for registrant in self.registry.registrants().filter(gone) {
            for (object, registered) in self.registry.of(registrant) {
                if self.models.fdd.descends(registered.class, class) {
                    self.announce_home(object, Some(to), out);
                }
            }
        }
    }

    /// A registrant has left: the rest of its instances has its home here now. A member may have
    /// subscribed without a notice to the registrant.
    pub(crate) fn announce_home_of(&self, registrant: FederateHandle, out: &mut Vec<Transmit>) {
        for (object, _) in self.registry.of(registrant) {
            self.announce_home(object, None, out);
        }
    }
}
