//! The plan of an update: groups of attributes that travel together, and their receivers.
//!
//! Planning sends and changes nothing: [`super::send`] carries out the plan.

use hyla_types::{AttributeHandle, OrderType, RegionHandleSet, TransportationTypeHandle};
use smallvec::SmallVec;

use super::super::transportation_choices::transportation_of;
use crate::ddm::{Associations, Ddm};
use crate::declaration::ClassInterest;
use crate::fdd::Fdd;
use crate::object::Instance;
use crate::roster::{MemberSet, Slot};
use crate::time::order_of;

/// Attributes and values, some of those of a call.
pub(super) type Pairs<'v> = SmallVec<[(AttributeHandle, &'v [u8]); 8]>;

/// Common properties of attributes that travel together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind<'a> {
    pub(super) transportation: TransportationTypeHandle,
    /// Whether in time-stamp order.
    pub(super) stamped: bool,
    /// Explicit update regions.
    pub(super) regions: Option<&'a RegionHandleSet>,
}

/// Inputs of an attribute's destination.
pub(super) struct Source<'a> {
    pub(super) instance: &'a Instance,
    pub(super) fdd: &'a Fdd,
    pub(super) ddm: &'a Ddm,
    /// Update regions of the instance.
    pub(super) used: Option<&'a Associations>,
    pub(super) interest: &'a ClassInterest,
    /// Whether attributes that prefer time-stamp order get it.
    pub(super) stamps: bool,
}

/// The kinds of the attributes of a call, in the order in which it names them. Those of one kind travel in one message.
pub(super) struct Plan<'a> {
    kinds: SmallVec<[Kind<'a>; 4]>,
}

impl<'a> Plan<'a> {
    /// The kinds, and whether each is the first of its transportation type.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (Kind<'a>, bool)> + '_ {
        self.kinds.iter().enumerate().map(|(at, kind)| {
            let same_type = |other: &Kind<'_>| other.transportation == kind.transportation;
            (*kind, !self.kinds[..at].iter().any(same_type))
        })
    }
}

/// How a message goes to several members.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grouping {
    /// One frame for each member.
    Each,
    /// Finding the members with equal frames pays off.
    Alike,
}

impl<'a> Source<'a> {
    /// Sorts the attributes of a call by kind.
    pub(super) fn plan(&self, values: &[(AttributeHandle, &[u8])]) -> Plan<'a> {
        let mut kinds = SmallVec::new();
        for (attribute, _) in values {
            let kind = self.kind_of(*attribute);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        Plan { kinds }
    }

    fn kind_of(&self, attribute: AttributeHandle) -> Kind<'a> {
        let order = || order_of(self.instance, self.fdd, attribute);
        Kind {
            transportation: transportation_of(self.instance, self.fdd, attribute),
            stamped: self.stamps && order() == OrderType::TimeStamp,
            regions: self.used.and_then(|used| used.attributes.get(&attribute)),
        }
    }

    /// The attributes of a kind: mostly all of the call, otherwise they are put into `room`.
    pub(super) fn passel<'p, 'v>(
        &self,
        plan: &Plan<'a>,
        kind: Kind<'a>,
        values: &'p [(AttributeHandle, &'v [u8])],
        room: &'p mut Pairs<'v>,
    ) -> &'p [(AttributeHandle, &'v [u8])] {
        if plan.kinds.len() == 1 {
            return values;
        }
        let alike = |(attribute, _): &&(AttributeHandle, _)| self.kind_of(*attribute) == kind;
        room.clear();
        room.extend(values.iter().filter(alike).copied());
        room
    }

    /// Gives each message of these attributes, which are of one kind, to `send`: members, and what all of them are sent.
    /// No member comes twice.
    pub(super) fn each_message<'v>(
        &self,
        kind: Kind<'a>,
        passel: &[(AttributeHandle, &'v [u8])],
        grouping: Grouping,
        mut send: impl FnMut(&MemberSet, &[(AttributeHandle, &'v [u8])]),
    ) {
        if let Some(everyone) = self.everyone(kind, passel) {
            return send(everyone, passel);
        }
        let mut receivers = self.receivers(kind, passel);
        let mut wanted: Pairs<'v> = SmallVec::new();
        let first = |of: &MemberSet| of.iter().next();
        while let Some(one) = first(&receivers) {
            let goes_to_one =
                |(attribute, _): &&(AttributeHandle, _)| self.goes_to(kind, *attribute, one);
            wanted.clear();
            wanted.extend(passel.iter().filter(goes_to_one).copied());
            let wants_the_same = |slot| {
                let same = |a| self.goes_to(kind, a, slot) == self.goes_to(kind, a, one);
                passel.iter().all(|(attribute, _)| same(*attribute))
            };
            let together: MemberSet = receivers
                .iter()
                .filter(|slot| *slot == one || grouping == Grouping::Alike && wants_the_same(*slot))
                .collect();
            send(&together, &wanted);
            together.iter().for_each(|slot| receivers.remove(slot));
        }
    }

    /// The members that are sent all of it, if no member is sent a part: almost always.
    fn everyone(
        &self,
        kind: Kind<'_>,
        passel: &[(AttributeHandle, &[u8])],
    ) -> Option<&'a MemberSet> {
        let members = |attribute| self.interest.attribute(attribute).map(|i| &i.members);
        let ((first, _), further) = passel.split_first()?;
        let everyone = members(*first).filter(|_| kind.regions.is_none())?;
        let alike = |(a, _): &(AttributeHandle, &[u8])| members(*a) == Some(everyone);
        further.iter().all(alike).then_some(everyone)
    }

    /// The members that are sent any of it.
    fn receivers(&self, kind: Kind<'_>, passel: &[(AttributeHandle, &[u8])]) -> MemberSet {
        let mut receivers = MemberSet::default();
        for (attribute, _) in passel {
            let Some(interest) = self.interest.attribute(*attribute) else {
                continue;
            };
            match kind.regions {
                None => receivers.extend(&interest.members),
                Some(regions) => {
                    receivers.extend(&interest.plain);
                    self.ddm
                        .add_overlapping(self.instance, *attribute, regions, &mut receivers);
                }
            }
        }
        receivers
    }

    /// Whether a member is sent an attribute.
    fn goes_to(&self, kind: Kind<'_>, attribute: AttributeHandle, slot: Slot) -> bool {
        let interest = self.interest.attribute(attribute);
        interest.is_some_and(|interest| match kind.regions {
            None => interest.members.contains(slot),
            Some(regions) => {
                interest.plain.contains(slot)
                    || self.ddm.overlaps(self.instance, attribute, regions, slot)
            }
        })
    }
}
