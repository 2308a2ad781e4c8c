//! Messages that a federate has sent and received since it joined, as the MOM counts them (1516.1 clause 11).

use hyla_types::{InteractionClassHandle, ObjectClassHandle, TransportationTypeHandle};
use serde::{Deserialize, Serialize};

use crate::object::Instance;

/// Numbers by class and transportation type: few pairs, so a list that is searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tally<C> {
    numbers: Vec<(C, TransportationTypeHandle, u32)>,
}

impl<C> Default for Tally<C> {
    fn default() -> Self {
        let numbers = Vec::new();
        Self { numbers }
    }
}

impl<C: Copy + Ord> Tally<C> {
    /// One more. Allocates when a pair is seen for the first time.
    #[inline]
    pub(crate) fn count(&mut self, class: C, transportation: TransportationTypeHandle) {
        let known = self
            .numbers
            .iter_mut()
            .find(|(c, t, _)| *c == class && *t == transportation);
        match known {
            Some((_, _, number)) => *number = number.wrapping_add(1),
            None => self.numbers.push((class, transportation, 1)),
        }
    }

    /// Classes with their numbers for one transportation type, in order.
    pub(crate) fn of(&self, transportation: TransportationTypeHandle) -> Vec<(C, i32)> {
        let theirs = self.numbers.iter().filter(|(_, t, _)| *t == transportation);
        let mut numbers: Vec<_> = theirs
            .map(|(class, _, number)| (*class, super::fields::count(*number)))
            .collect();
        numbers.sort_unstable_by_key(|(class, _)| *class);
        numbers
    }

    /// The sum.
    pub(crate) fn total(&self) -> u32 {
        let numbers = self.numbers.iter().map(|(_, _, number)| *number);
        numbers.fold(0, u32::wrapping_add)
    }
}

/// The counters of one membership.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counters {
    /// Successful update calls.
    pub(super) updates: u32,
    /// The same by registered class, once for each transportation type used.
    pub(super) updates_sent: Tally<ObjectClassHandle>,
    /// Reflect callbacks by registered class.
    pub(super) reflections_received: Tally<ObjectClassHandle>,
    /// Interactions by class as sent.
    pub(super) interactions_sent: Tally<InteractionClassHandle>,
    /// Receive callbacks by class as sent.
    pub(super) interactions_received: Tally<InteractionClassHandle>,
    /// Directed interactions by class as sent.
    pub(super) directed_sent: Tally<InteractionClassHandle>,
    /// Directed receive callbacks by class as sent.
    pub(super) directed_received: Tally<InteractionClassHandle>,
    /// Distinct instances updated, by registered class.
    pub(super) instances_updated: Vec<(ObjectClassHandle, u32)>,
    /// Distinct instances reflected, by registered class.
    pub(super) instances_reflected: Vec<(ObjectClassHandle, u32)>,
    /// Delete calls.
    pub(super) deleted: u32,
    /// Remove callbacks.
    pub(super) removed: u32,
    /// Register calls.
    pub(super) registered: u32,
    /// Discover callbacks.
    pub(super) discovered: u32,
}

impl Counters {
    /// A delete call.
    pub(crate) fn count_deleted(&mut self) {
        self.deleted = self.deleted.wrapping_add(1);
    }

    /// A register call.
    pub(crate) fn count_registered(&mut self) {
        self.registered = self.registered.wrapping_add(1);
    }

    /// A discover callback.
    pub(crate) fn count_discovered(&mut self) {
        self.discovered = self.discovered.wrapping_add(1);
    }

    /// An update was sent with that transportation type, perhaps among others of the same call.
    #[inline]
    pub(crate) fn count_update_sent(
        &mut self,
        class: ObjectClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.updates_sent.count(class, transportation);
    }

    /// An interaction was sent.
    #[inline]
    pub(crate) fn count_interaction_sent(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.interactions_sent.count(class, transportation);
    }

    /// A receive callback.
    #[inline]
    pub(crate) fn count_interaction_received(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.interactions_received.count(class, transportation);
    }

    /// A directed interaction was sent.
    #[inline]
    pub(crate) fn count_directed_sent(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.directed_sent.count(class, transportation);
    }

    /// A receive callback of a directed interaction.
    #[inline]
    pub(crate) fn count_directed_received(
        &mut self,
        class: InteractionClassHandle,
        transportation: TransportationTypeHandle,
    ) {
        self.directed_received.count(class, transportation);
    }

    /// A remove callback.
    pub(crate) fn count_removed(&mut self) {
        self.removed = self.removed.wrapping_add(1);
    }

    /// A reflection goes to the federate.
    #[inline]
    pub(crate) fn count_reflection(
        &mut self,
        instance: &mut Instance,
        transportation: TransportationTypeHandle,
    ) {
        self.reflections_received
            .count(instance.class, transportation);
        // Written once: a record that was only read leaves a cache without being written back.
        if !instance.reflected {
            instance.reflected = true;
            count_instance(&mut self.instances_reflected, instance.class);
        }
    }

    /// An update of an instance was sent with that transportation type, and perhaps with others.
    #[inline]
    pub(crate) fn count_update(&mut self, instance: &mut Instance) {
        self.updates = self.updates.wrapping_add(1);
        if !instance.updated {
            instance.updated = true;
            count_instance(&mut self.instances_updated, instance.class);
        }
    }
}

/// One more instance of the class.
fn count_instance(counts: &mut Vec<(ObjectClassHandle, u32)>, class: ObjectClassHandle) {
    match counts.iter_mut().find(|(c, _)| *c == class) {
        Some((_, number)) => *number = number.wrapping_add(1),
        None => counts.push((class, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELIABLE: TransportationTypeHandle = TransportationTypeHandle::new(1);
    const BEST_EFFORT: TransportationTypeHandle = TransportationTypeHandle::new(2);

    #[test]
    fn a_tally_keeps_transportation_types_apart_and_adds_them_up() {
        let class = ObjectClassHandle::new;
        let mut tally = Tally::default();

        tally.count(class(3), RELIABLE);
        tally.count(class(2), RELIABLE);
        tally.count(class(3), RELIABLE);
        tally.count(class(3), BEST_EFFORT);

        assert_eq!(tally.of(RELIABLE), [(class(2), 1), (class(3), 2)]);
        assert_eq!(tally.of(BEST_EFFORT), [(class(3), 1)]);
        assert_eq!(tally.total(), 4);
    }
}
