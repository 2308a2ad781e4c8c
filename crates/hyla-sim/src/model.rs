//! Expected state: declarations, instances and messages by the standard's rules.
//!
//! Nothing here asks the core. The rules are those of clauses 4 to 6: for example, an update goes
//! to every subscriber of the attribute at the class by which it knows the instance.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use hyla_types::{
    AttributeHandle, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle, ParameterHandle, RegionHandle, TransportationTypeHandle,
};

use crate::fom::Schema;
use crate::network::ProcessId;
use crate::regions::{Associations, OwnRegion, RegionalDeclarations, SentRegions};

/// A joined federate: execution and handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Membership {
    pub(crate) execution: u64,
    pub(crate) federate: FederateHandle,
}

/// A subscription of an attribute. The epoch changes with every change of its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subscription {
    pub(crate) active: bool,
    pub(crate) reduced: Option<usize>,
    pub(crate) epoch: u64,
}

/// Publications and subscriptions of a federate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) published: BTreeMap<ObjectClassHandle, BTreeSet<AttributeHandle>>,
    pub(crate) subscribed: BTreeMap<ObjectClassHandle, BTreeMap<AttributeHandle, Subscription>>,
    pub(crate) sends: BTreeSet<InteractionClassHandle>,
    /// Whether active, and the epoch.
    pub(crate) receives: BTreeMap<InteractionClassHandle, (bool, u64)>,
    pub(crate) directs: BTreeMap<ObjectClassHandle, BTreeSet<InteractionClassHandle>>,
    /// Whether universal, and the epoch.
    pub(crate) directed: BTreeMap<ObjectClassHandle, BTreeMap<InteractionClassHandle, (bool, u64)>>,
    pub(crate) regional: RegionalDeclarations,
}

impl Declared {
    pub(crate) fn subscription(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Option<Subscription> {
        self.subscribed.get(&class)?.get(&attribute).copied()
    }

    /// Nearest subscribed class.
    pub(crate) fn candidate(&self, lineage: &[ObjectClassHandle]) -> Option<ObjectClassHandle> {
        lineage.iter().copied().find(|class| {
            self.subscribed.contains_key(class) || self.regional.attributes.contains_key(class)
        })
    }

    /// Class as which an interaction is received.
    pub(crate) fn received_as(
        &self,
        lineage: &[InteractionClassHandle],
    ) -> Option<InteractionClassHandle> {
        lineage.iter().copied().find(|class| {
            self.receives.contains_key(class) || self.regional.interactions.contains_key(class)
        })
    }

    /// Nearest directed subscription: class, whether universal, epoch.
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

/// The model of a joined federate.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) process: ProcessId,
    pub(crate) mine: Rc<Declared>,
    /// Declarations in flight to the RTI.
    pub(crate) sent: std::collections::VecDeque<Rc<Declared>>,
    /// Declarations since it joined, or since a restore.
    pub(crate) declared: usize,
    /// Log entries of its declarations.
    pub(crate) logged: Vec<u64>,
    /// The last declaration when it asked the RTI for confirmation by everyone.
    pub(crate) settling: Option<u64>,
    /// Log entry of the newest declaration that it applied.
    pub(crate) newest: u64,
    /// Declarations of the others, as far as it has applied the log.
    pub(crate) view: BTreeMap<FederateHandle, Rc<Declared>>,
    pub(crate) next_log: u64,
    /// Earlier entries were applied before a restore.
    pub(crate) first_log: u64,
    pub(crate) known: BTreeMap<ObjectInstanceHandle, Known>,
    pub(crate) removed: BTreeSet<ObjectInstanceHandle>,
    /// How often each instance was deleted locally.
    pub(crate) forgotten: BTreeMap<ObjectInstanceHandle, u32>,
    pub(crate) reserved: BTreeSet<String>,
    /// Reservations without an answer: names, and whether several.
    pub(crate) reserving: std::collections::VecDeque<(BTreeSet<String>, bool)>,
    /// The federate called resign.
    pub(crate) resigning: bool,
    /// Interaction relevance: classes with interactions turned on.
    pub(crate) told_interactions: BTreeSet<InteractionClassHandle>,
    pub(crate) told_registration: BTreeSet<ObjectClassHandle>,
    /// Advisories about instances.
    pub(crate) advised: crate::advising::AdvisoriesSeen,
    /// The RTI's own instances and reports.
    pub(crate) managed: crate::managed::MomView,
    /// A switch was changed: advisories are not compared at the end.
    pub(crate) switched: bool,
    /// Interaction classes with an unconfirmed transportation change.
    pub(crate) changing: BTreeSet<InteractionClassHandle>,
    pub(crate) clock: crate::clock::Clock,
    pub(crate) announced: crate::gathering::PointsSeen,
    pub(crate) regions: BTreeMap<RegionHandle, OwnRegion>,
    pub(crate) part: crate::saving::SavePhase,
}

/// State of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InstanceFate {
    Alive,
    /// Deleted with that tag.
    Deleted(Vec<u8>),
    /// Removed with its registrant.
    Swept,
    /// Its registrant was lost during the deletion: some federates may know of it.
    Unsure,
}

/// An instance.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) class: ObjectClassHandle,
    pub(crate) name: String,
    pub(crate) registered: BTreeSet<AttributeHandle>,
    /// Owners, each by its own account.
    pub(crate) owner: BTreeMap<AttributeHandle, FederateHandle>,
    /// Clause 7 was used on it: its owners may differ from its registrant.
    pub(crate) traded: bool,
    /// Owned attributes as the RTI knows them; `None` before it knows the instance or after its
    /// end.
    pub(crate) owned_at_rti: Option<BTreeSet<AttributeHandle>>,
    /// Federate that deleted it with a time stamp and can still retract, as the RTI knows.
    pub(crate) doomed_at_rti: Option<FederateHandle>,
    /// Federate that deleted it.
    pub(crate) deleter: Option<FederateHandle>,
    pub(crate) fate: InstanceFate,
    /// Attributes with a changed transportation type in force.
    pub(crate) transportation: BTreeMap<AttributeHandle, TransportationTypeHandle>,
    /// Attributes with an unconfirmed change.
    pub(crate) changing: BTreeSet<AttributeHandle>,
    /// Attributes that its owner sends in time-stamp order.
    pub(crate) stamped: BTreeSet<AttributeHandle>,
    pub(crate) associations: Associations,
    /// Number of times that a federate lost attributes of it.
    pub(crate) losses: u32,
    /// Number of changes of its update regions.
    pub(crate) moves: u32,
}

impl Object {
    /// Whether its registrant still owns all that it registered.
    pub(crate) fn is_settled(&self) -> bool {
        !self.traded && self.losses == 0 && self.fate == InstanceFate::Alive
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

/// A sent update or interaction.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) from: Membership,
    pub(crate) what: Content,
    /// Its time stamp.
    pub(crate) time: Option<i64>,
    pub(crate) retracted: bool,
    /// A restore has undone it.
    pub(crate) undone: bool,
    pub(crate) preceding: crate::causality::Preceding,
}

#[derive(Debug)]
pub(crate) enum Content {
    Update {
        object: ObjectInstanceHandle,
        /// Attributes with their regions.
        attributes: BTreeMap<AttributeHandle, SentRegions>,
    },
    Interaction {
        class: InteractionClassHandle,
        parameters: BTreeSet<ParameterHandle>,
        regions: SentRegions,
    },
    Directed {
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
    },
}

/// A message that a receiver must get, and why, as of sending; it lapses if the reason changes.
#[derive(Clone, Debug)]
pub(crate) struct ExpectedDelivery {
    pub(crate) message: u64,
    pub(crate) reason: DeliveryReason,
    pub(crate) got: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum DeliveryReason {
    /// The attribute is subscribed at the class by which the receiver knows, or will know, the
    /// instance.
    Attribute {
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        class: ObjectClassHandle,
        /// Region of the subscription, if any, and its epoch.
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

/// State of an instance name.
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
    /// For declarations: the federate, and its declarations after the entry.
    pub(crate) declarations: BTreeMap<u64, (FederateHandle, Rc<Declared>)>,
    /// Members as the RTI knows them, with their declarations and resign directives.
    pub(crate) members: BTreeMap<FederateHandle, (Rc<Declared>, hyla_types::ResignAction)>,
    pub(crate) names: BTreeMap<String, NameUse>,
    pub(crate) objects: BTreeMap<ObjectInstanceHandle, Object>,
}
