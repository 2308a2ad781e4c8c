//! What is expected: declarations, instances and messages as the standard's rules see them.
//!
//! Nothing here asks the core. The rules are those of clauses 4 to 6: an update concerns whoever
//! subscribes the attribute at the class by which it knows the instance, and so on.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, RegionHandle, TransportationTypeHandle,
};

use crate::fom::Schema;
use crate::network::ProcessId;
use crate::regions::{Associations, Own, Regional, Sent};

/// A joined federate: execution and handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Seat {
    pub(crate) execution: u64,
    pub(crate) federate: FederateHandle,
}

/// A subscription of an attribute. The epoch changes whenever what it delivers may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subscription {
    pub(crate) active: bool,
    pub(crate) reduced: Option<usize>,
    pub(crate) epoch: u64,
}

/// What a federate publishes and subscribes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) published: BTreeMap<ObjectClassHandle, BTreeSet<AttributeHandle>>,
    pub(crate) subscribed: BTreeMap<ObjectClassHandle, BTreeMap<AttributeHandle, Subscription>>,
    pub(crate) sends: BTreeSet<InteractionClassHandle>,
    /// Active or not, and the epoch.
    pub(crate) receives: BTreeMap<InteractionClassHandle, (bool, u64)>,
    pub(crate) directs: BTreeMap<ObjectClassHandle, BTreeSet<InteractionClassHandle>>,
    /// Universally or not, and the epoch.
    pub(crate) directed: BTreeMap<ObjectClassHandle, BTreeMap<InteractionClassHandle, (bool, u64)>>,
    pub(crate) regional: Regional,
}

impl Declared {
    pub(crate) fn subscription(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Option<Subscription> {
        self.subscribed.get(&class)?.get(&attribute).copied()
    }

    /// Nearest class with a subscription.
    pub(crate) fn candidate(&self, lineage: &[ObjectClassHandle]) -> Option<ObjectClassHandle> {
        lineage.iter().copied().find(|class| {
            self.subscribed.contains_key(class) || self.regional.attributes.contains_key(class)
        })
    }

    /// Nearest class as which an interaction is received.
    pub(crate) fn received_as(
        &self,
        lineage: &[InteractionClassHandle],
    ) -> Option<InteractionClassHandle> {
        lineage.iter().copied().find(|class| {
            self.receives.contains_key(class) || self.regional.interactions.contains_key(class)
        })
    }

    /// Nearest directed subscription: its class, whether universal, and the epoch.
    pub(crate) fn directed_as(
        &self,
        objects: &[ObjectClassHandle],
        interactions: &[InteractionClassHandle],
    ) -> Option<(InteractionClassHandle, bool, u64)> {
        interactions.iter().find_map(|interaction| {
            objects.iter().find_map(|class| {
                let (universal, epoch) = self.directed.get(class)?.get(interaction)?;
                Some((*interaction, *universal, *epoch))
            })
        })
    }
}

/// An instance as a federate knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) class: ObjectClassHandle,
}

/// What the model keeps of a joined federate.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) process: ProcessId,
    pub(crate) mine: Rc<Declared>,
    /// Declarations on their way to the RTI.
    pub(crate) sent: std::collections::VecDeque<Rc<Declared>>,
    /// Declarations since it joined, or since a restore.
    pub(crate) declared: usize,
    /// Their numbers in the log.
    pub(crate) logged: Vec<u64>,
    /// The last of them when the RTI was asked whether everyone has applied it.
    pub(crate) settling: Option<u64>,
    /// Number of the log entry behind the newest declaration that it applied.
    pub(crate) newest: u64,
    /// The others, as far as the log told.
    pub(crate) view: BTreeMap<FederateHandle, Rc<Declared>>,
    pub(crate) next_log: u64,
    /// Entries before this one were applied before a restore.
    pub(crate) first_log: u64,
    pub(crate) known: BTreeMap<ObjectInstanceHandle, Known>,
    pub(crate) removed: BTreeSet<ObjectInstanceHandle>,
    /// How often each instance was deleted locally.
    pub(crate) forgotten: BTreeMap<ObjectInstanceHandle, u32>,
    pub(crate) reserved: BTreeSet<String>,
    /// Reservations without an answer: names and whether several.
    pub(crate) reserving: std::collections::VecDeque<(BTreeSet<String>, bool)>,
    /// It called resign.
    pub(crate) resigning: bool,
    /// Advisories: what was told and still holds.
    pub(crate) told_interactions: BTreeSet<InteractionClassHandle>,
    pub(crate) told_registration: BTreeSet<ObjectClassHandle>,
    /// Advisories about instances.
    pub(crate) advised: crate::advising::Advised,
    /// The RTI's own instances and reports.
    pub(crate) managed: crate::managed::Managed,
    /// A switch was touched: advisories are not compared at the end.
    pub(crate) switched: bool,
    /// Interaction classes whose transportation change is not confirmed.
    pub(crate) changing: BTreeSet<InteractionClassHandle>,
    pub(crate) clock: crate::clock::Clock,
    pub(crate) announced: crate::gathering::Announced,
    pub(crate) regions: BTreeMap<RegionHandle, Own>,
    pub(crate) part: crate::saving::Part,
}

/// What has become of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Alive,
    /// Deleted with that tag.
    Deleted(Vec<u8>),
    /// Gone with its registrant.
    Swept,
    /// Its registrant was lost while it deleted: some may have heard of the deletion.
    Unsure,
}

/// An instance.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) class: ObjectClassHandle,
    pub(crate) name: String,
    pub(crate) registered: BTreeSet<AttributeHandle>,
    /// Who owns what, each by its own account.
    pub(crate) owner: BTreeMap<AttributeHandle, FederateHandle>,
    /// Clause 7 was used on it: its owners need not be its registrant any more.
    pub(crate) traded: bool,
    /// What the RTI takes for owned; `None` before it heard of the instance or after its end.
    pub(crate) owned_at_rti: Option<BTreeSet<AttributeHandle>>,
    /// Who has deleted it with a stamp and can still retract that, as far as the RTI has heard.
    pub(crate) doomed_at_rti: Option<FederateHandle>,
    /// Who has deleted it, if it is deleted.
    pub(crate) deleter: Option<FederateHandle>,
    pub(crate) fate: Fate,
    /// Attributes with another transportation type, in force.
    pub(crate) transportation: BTreeMap<AttributeHandle, TransportationTypeHandle>,
    /// Attributes whose change is not confirmed.
    pub(crate) changing: BTreeSet<AttributeHandle>,
    /// Attributes that its owner sends in time-stamp order.
    pub(crate) stamped: BTreeSet<AttributeHandle>,
    pub(crate) associations: Associations,
    /// How often somebody lost attributes of it.
    pub(crate) losses: u32,
    /// How often regions that it is updated with were others, or moved.
    pub(crate) moves: u32,
}

impl Object {
    /// Whether its registrant still owns all that it has registered.
    pub(crate) fn is_settled(&self) -> bool {
        !self.traded && self.losses == 0 && self.fate == Fate::Alive
    }

    pub(crate) fn owns(&self, federate: FederateHandle, attribute: AttributeHandle) -> bool {
        self.owner.get(&attribute) == Some(&federate)
    }

    pub(crate) fn owned_by(&self, federate: FederateHandle) -> BTreeSet<AttributeHandle> {
        let all = self.owner.iter();
        all.filter(|(_, owner)| **owner == federate)
            .map(|(attribute, _)| *attribute)
            .collect()
    }

    pub(crate) fn owns_any(&self, federate: FederateHandle) -> bool {
        self.owner.values().any(|owner| *owner == federate)
    }

    pub(crate) fn give_up(&mut self, federate: FederateHandle) {
        self.lose(federate, |_| true);
    }
}

/// An update or interaction that was sent.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) from: Seat,
    pub(crate) what: What,
    /// The time given with it.
    pub(crate) time: Option<i64>,
    pub(crate) retracted: bool,
    /// A restore has made it not sent.
    pub(crate) undone: bool,
    pub(crate) preceding: crate::causality::Preceding,
}

#[derive(Debug)]
pub(crate) enum What {
    Update {
        object: ObjectInstanceHandle,
        /// With the regions of each.
        attributes: BTreeMap<AttributeHandle, Sent>,
    },
    Interaction {
        class: InteractionClassHandle,
        parameters: BTreeSet<ParameterHandle>,
        regions: Sent,
    },
    Directed {
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
    },
}

/// Why a receiver has to get a message, as of sending; it lapses if that changes.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    pub(crate) message: u64,
    pub(crate) reason: Reason,
    pub(crate) got: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Reason {
    /// The attribute is subscribed at the class by which the instance is, or will be, known.
    Attribute {
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        class: ObjectClassHandle,
        /// The subscription's region, if it has one, and its epoch.
        by: Option<RegionHandle>,
        epoch: u64,
        known: bool,
        forgotten: u32,
        losses: u32,
        moves: u32,
    },
    Interaction {
        class: InteractionClassHandle,
        by: Option<RegionHandle>,
        epoch: u64,
    },
}

/// What an instance name is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameUse {
    Reserved(FederateHandle),
    Instance(ObjectInstanceHandle),
}

/// A federation execution.
#[derive(Clone, Debug)]
pub(crate) struct Execution {
    pub(crate) name: String,
    pub(crate) schema: Option<Rc<Schema>>,
    /// Hash of each entry, from number 0.
    pub(crate) log: Vec<u64>,
    /// For entries that are declarations: whose, and what holds after it.
    pub(crate) declarations: BTreeMap<u64, (FederateHandle, Rc<Declared>)>,
    /// Members as the RTI sees them, with what they declared and their resign directive.
    pub(crate) members: BTreeMap<FederateHandle, (Rc<Declared>, hyla_types::ResignAction)>,
    pub(crate) names: BTreeMap<String, NameUse>,
    pub(crate) objects: BTreeMap<ObjectInstanceHandle, Object>,
}
