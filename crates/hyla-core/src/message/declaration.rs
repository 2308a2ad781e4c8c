//! Changes of a federate's publications and subscriptions (1516.1 clause 5), as logged.

use std::collections::BTreeMap;

use hyla_types::{
    AttributeHandleSet, InteractionClassHandle, InteractionClassHandleSet, ObjectClassHandle,
    Region, RegionHandle, RegionHandleSet,
};
use serde::{Deserialize, Serialize};

/// Position of an update rate in the FDD; `None` means every update.
pub type Rate = Option<u16>;

/// One change, checked by the member that asked for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeclarationChange {
    /// `publishObjectClassAttributes`: adds to what is published at the class.
    PublishObjectClass {
        /// Exactly this class.
        class: ObjectClassHandle,
        /// Attributes to add, the privilege to delete included.
        attributes: AttributeHandleSet,
    },
    /// `unpublishObjectClass` (no set) and `unpublishObjectClassAttributes`.
    UnpublishObjectClass {
        /// Exactly this class.
        class: ObjectClassHandle,
        /// Attributes to take out; `None` for all.
        attributes: Option<AttributeHandleSet>,
    },
    /// `publishInteractionClass`.
    PublishInteractionClass {
        /// Exactly this class.
        class: InteractionClassHandle,
    },
    /// `unpublishInteractionClass`.
    UnpublishInteractionClass {
        /// Exactly this class.
        class: InteractionClassHandle,
    },
    /// `subscribeObjectClassAttributes`.
    SubscribeObjectClass {
        /// The class subscribed.
        class: ObjectClassHandle,
        /// Attributes to add or to state anew.
        attributes: AttributeHandleSet,
        /// Whether the subscription counts for advisories.
        active: bool,
        /// Highest rate wanted.
        rate: Rate,
    },
    /// `unsubscribeObjectClass` (no set) and `unsubscribeObjectClassAttributes`.
    UnsubscribeObjectClass {
        /// The class.
        class: ObjectClassHandle,
        /// Attributes to take out; `None` for all.
        attributes: Option<AttributeHandleSet>,
    },
    /// `subscribeInteractionClass`.
    SubscribeInteractionClass {
        /// The class subscribed.
        class: InteractionClassHandle,
        /// Whether the subscription counts for advisories.
        active: bool,
    },
    /// `unsubscribeInteractionClass`.
    UnsubscribeInteractionClass {
        /// The class.
        class: InteractionClassHandle,
    },
    /// `publishObjectClassDirectedInteractions` (2025).
    PublishDirected {
        /// The object class.
        class: ObjectClassHandle,
        /// Interaction classes to add.
        interactions: InteractionClassHandleSet,
    },
    /// `unpublishObjectClassDirectedInteractions` (2025).
    UnpublishDirected {
        /// The object class.
        class: ObjectClassHandle,
        /// Interaction classes to take out; `None` for all.
        interactions: Option<InteractionClassHandleSet>,
    },
    /// `subscribeObjectClassDirectedInteractions` (2025).
    SubscribeDirected {
        /// The object class.
        class: ObjectClassHandle,
        /// Interaction classes to add or to state anew.
        interactions: InteractionClassHandleSet,
        /// For every known instance, not only for those with an owned attribute.
        universally: bool,
    },
    /// `unsubscribeObjectClassDirectedInteractions` (2025).
    UnsubscribeDirected {
        /// The object class.
        class: ObjectClassHandle,
        /// Interaction classes to take out; `None` for all.
        interactions: Option<InteractionClassHandleSet>,
    },
    /// `subscribeObjectClassAttributesWithRegions`.
    SubscribeObjectClassWithRegions {
        /// The class subscribed.
        class: ObjectClassHandle,
        /// Each of the attributes with each of the regions.
        pairs: Vec<(AttributeHandleSet, RegionHandleSet)>,
        /// Committed bounds of the regions named.
        regions: BTreeMap<RegionHandle, Region>,
        /// Whether the subscription counts for advisories.
        active: bool,
        /// Highest rate wanted.
        rate: Rate,
    },
    /// `unsubscribeObjectClassAttributesWithRegions`.
    UnsubscribeObjectClassWithRegions {
        /// The class.
        class: ObjectClassHandle,
        /// Each of the attributes with each of the regions.
        pairs: Vec<(AttributeHandleSet, RegionHandleSet)>,
    },
    /// `subscribeInteractionClassWithRegions`.
    SubscribeInteractionClassWithRegions {
        /// The class subscribed.
        class: InteractionClassHandle,
        /// The regions with their committed bounds.
        regions: BTreeMap<RegionHandle, Region>,
        /// Whether the subscription counts for advisories.
        active: bool,
    },
    /// `unsubscribeInteractionClassWithRegions`.
    UnsubscribeInteractionClassWithRegions {
        /// The class.
        class: InteractionClassHandle,
        /// The regions.
        regions: RegionHandleSet,
    },
    /// `commitRegionModifications` of regions that are used for subscriptions: together.
    CommitRegions {
        /// The regions with their committed bounds.
        regions: BTreeMap<RegionHandle, Region>,
    },
}
