//! A member's state of declarations.

use hyla_types::{InteractionClassHandle, ObjectClassHandle};

use super::declarations::Declarations;
use super::{Advisories, Causality, ClassInterest, Interest};
use crate::fdd::Fdd;
use crate::message::DeclarationChange;
use crate::object::Wanted;
use crate::roster::{MemberSet, Roster};

/// Declaration management of a joined federate. Its parts are open to this folder only.
#[derive(Debug, Default)]
pub(crate) struct MemberDeclarations {
    /// Publications and subscriptions of this federate.
    pub(super) own: Declarations,
    pub(super) interest: Interest,
    pub(super) advisories: Advisories,
    pub(super) causality: Causality,
}

impl MemberDeclarations {
    /// Declarations of a federate that joins, or that a restore puts in force: the next entry of the log has that number.
    pub(crate) fn starting_at(next_log: u64) -> Self {
        Self {
            causality: Causality::starting_at(next_log),
            ..Self::default()
        }
    }

    /// After a restore everyone counts declarations anew, from that entry of the log on.
    pub(crate) fn restart_at(&mut self, next_log: u64) {
        self.causality = Causality::starting_at(next_log);
    }

    /// Moves out what a save keeps, until [`Self::put_saved`].
    pub(crate) fn take_saved(&mut self) -> (Declarations, Advisories) {
        let Self {
            own,
            // Worked out from the rest.
            interest: _,
            advisories,
            // Counted anew by everyone.
            causality: _,
        } = self;
        (std::mem::take(own), std::mem::take(advisories))
    }

    /// Puts what a save has kept in force.
    pub(crate) fn put_saved(&mut self, own: Declarations, advisories: Advisories) {
        self.own = own;
        self.advisories = advisories;
    }

    /// Publications and subscriptions of this federate.
    #[inline]
    pub(crate) fn own(&self) -> &Declarations {
        &self.own
    }

    /// This federate has declared something that was checked before.
    pub(crate) fn apply(&mut self, change: &DeclarationChange) {
        self.own.apply(change);
    }

    /// Number of the next entry of the control log.
    pub(crate) fn next_log(&self) -> u64 {
        self.causality.next_log()
    }

    /// The next entry of the log has come.
    pub(crate) fn advance_log(&mut self) {
        self.causality.advance_log();
    }

    /// A declaration, the roster or the object model changed.
    pub(crate) fn forget_interest(&mut self) {
        self.interest.clear();
    }

    /// Interest of the other members in instances of a class.
    pub(crate) fn interest_in_class(
        &mut self,
        class: ObjectClassHandle,
        fdd: &Fdd,
        roster: &Roster,
    ) -> &ClassInterest {
        self.interest.in_class(class, fdd, roster)
    }

    /// The members that receive interactions of a class.
    pub(crate) fn interest_in_interaction(
        &mut self,
        class: InteractionClassHandle,
        fdd: &Fdd,
        roster: &Roster,
    ) -> &MemberSet {
        self.interest.in_interaction(class, fdd, roster)
    }

    /// Attributes of a class with active subscriptions of others, as last reported; `None` without a registered
    /// instance of it.
    pub(crate) fn relevant(&self, class: ObjectClassHandle) -> Option<&Wanted> {
        self.advisories.relevance.get(&class)
    }

    /// The classes of which it has registered instances.
    pub(crate) fn relevant_classes(&self) -> Vec<ObjectClassHandle> {
        self.advisories.relevance.keys().copied().collect()
    }

    /// Works out what others want actively of a class now. Gives what they wanted before and what they want now, each empty for a
    /// class of which nothing was worked out.
    pub(crate) fn refresh_relevant(
        &mut self,
        class: ObjectClassHandle,
        fdd: &Fdd,
        roster: &Roster,
    ) -> (Wanted, Wanted) {
        let now: Wanted = self
            .interest
            .in_class(class, fdd, roster)
            .wanted()
            .collect();
        let before = self.advisories.relevance.insert(class, now.clone());
        (before.unwrap_or_default(), now)
    }
}
